// Package svg draws gonum/plot graphics as SVG.
//
// gonum/plot's own SVG canvas names one font or embeds it whole (0.7 MB a figure), and leaves the width of a
// text to the reader's fonts. Here a list of families ends in a generic one, and every text has its measured
// width, to which the reader stretches any font (SVG 1.1, 10.5, textLength). Files have no scripts and no
// identifiers, so that many can be put into one web page.
package svg

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"gpca/figures/internal/outline"
)

var _ vg.CanvasSizer = (*Canvas)(nil)

// A Canvas is an SVG image being drawn. WriteTo returns its first error.
type Canvas struct {
	graphics
	width, height vg.Length
	body, points  bytes.Buffer
	err           error
}

type graphics = outline.Graphics // keeps the embedded field unexported

// New returns an empty canvas.
func New(width, height vg.Length) *Canvas {
	c := &Canvas{width: width, height: height}
	c.Matrix = outline.Matrix{A: 1, D: -1, F: height.Points()}
	vg.Initialize(c)
	return c
}

// Size returns the width and height of the image.
func (c *Canvas) Size() (width, height vg.Length) { return c.width, c.height }

// Stroke implements vg.Canvas, with round joins.
func (c *Canvas) Stroke(path vg.Path) {
	if c.LineWidth <= 0 {
		return
	}
	scale := c.Matrix.Scale()
	attributes := c.paint("stroke") + ` stroke-width="` +
		c.number(c.LineWidth.Points()*scale) + `"`
	if len(c.Dashes) > 0 {
		dashes := make([]string, len(c.Dashes))
		for i, dash := range c.Dashes {
			dashes[i] = c.number(dash.Points() * scale)
		}
		attributes += ` stroke-dasharray="` + strings.Join(dashes, " ") + `"`
		if c.DashOffset != 0 {
			attributes += ` stroke-dashoffset="` + c.number(c.DashOffset.Points()*scale) + `"`
		}
	}
	c.path(path, attributes)
}

// Fill implements vg.Canvas, by the non-zero winding rule.
func (c *Canvas) Fill(path vg.Path) { c.path(path, c.paint("fill")) }

var pathCommands = [...]string{outline.Move: "M", outline.Line: "L", outline.Cubic: "C", outline.Close: "Z"}

func (c *Canvas) path(path vg.Path, attributes string) {
	if isCircle(path) && c.Matrix.A == -c.Matrix.D && c.Matrix.B == 0 && c.Matrix.C == 0 { // a third as long
		at := c.Matrix.Apply(path[1].Pos)
		fmt.Fprintf(&c.body, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\"%s/>\n",
			c.number(at.X.Points()), c.number(at.Y.Points()), c.number(path[1].Radius.Points()*c.Matrix.Scale()),
			attributes)
		return
	}
	segments, err := outline.Segments(path, c.Matrix)
	if err != nil {
		c.fail(err)
		return
	}
	if len(segments) == 0 {
		return
	}
	var d strings.Builder
	for _, segment := range segments {
		d.WriteString(pathCommands[segment.Op])
		for i, pt := range segment.Points {
			if i > 0 {
				d.WriteByte(' ')
			}
			d.WriteString(c.number(pt.X.Points()) + "," + c.number(pt.Y.Points()))
		}
	}
	fmt.Fprintf(&c.body, "<path d=\"%s\"%s/>\n", d.String(), attributes)
}

func isCircle(path vg.Path) bool {
	return len(path) == 3 && path[0].Type == vg.MoveComp && path[1].Type == vg.ArcComp &&
		path[2].Type == vg.CloseComp &&
		path[0].Pos == path[1].Pos.Add(vg.Point{X: path[1].Radius}) && path[1].Start == 0 && path[1].Angle == 2*math.Pi
}

// FillString implements vg.Canvas.
func (c *Canvas) FillString(face font.Face, pt vg.Point, text string) {
	if face.Font.Size == 0 || text == "" {
		return
	}
	position := c.position(pt)
	fmt.Fprintf(&c.body, "<text %s%s font-size=\"%s\"%s", position, c.font(face),
		c.number(face.Font.Size.Points()), c.paint("fill"))
	if width := face.Width(text); width > 0 {
		fmt.Fprintf(&c.body, " textLength=\"%s\" lengthAdjust=\"spacingAndGlyphs\"", c.number(width.Points()))
	}
	fmt.Fprintf(&c.body, ">%s</text>\n", escape(text))
}

// Explain puts an invisible circle over each place, above all that is drawn. Readers of SVG show its text under
// the pointer.
func (c *Canvas) Explain(places []vg.Point, texts []string) {
	c.points.WriteString("<g>")
	for i, text := range texts {
		at := c.Matrix.Apply(places[i])
		fmt.Fprintf(&c.points, "<circle cx=\"%s\" cy=\"%s\" r=\"4\"><title>%s</title></circle>\n",
			c.number(at.X.Points()), c.number(at.Y.Points()), escape(text))
	}
	c.points.WriteString("</g>\n")
}

func escape(text string) string {
	var b bytes.Buffer // whose Write never fails
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}

// position returns the attributes that place text and images, whose y axis points downwards.
func (c *Canvas) position(pt vg.Point) string {
	m := outline.Scaling(1, -1).
		Then(outline.Translation(pt.X.Points(), pt.Y.Points())).
		Then(c.Matrix)
	if m.A == 1 && m.B == 0 && m.C == 0 && m.D == 1 {
		return `x="` + c.number(m.E) + `" y="` + c.number(m.F) + `"`
	}
	coefficients := make([]string, 0, 6)
	for _, v := range m.Coefficients() {
		coefficients = append(coefficients, c.rounded(v, 1e4))
	}
	return `transform="matrix(` + strings.Join(coefficients, " ") + `)"`
}

// DrawImage implements vg.Canvas. The image fills the rectangle and is embedded.
func (c *Canvas) DrawImage(rect vg.Rectangle, img image.Image) {
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		c.fail(fmt.Errorf("encode an image: %w", err))
		return
	}
	size := rect.Size()
	fmt.Fprintf(&c.body, "<image %s width=\"%s\" height=\"%s\" preserveAspectRatio=\"none\" "+
		"xlink:href=\"data:image/png;base64,%s\"/>\n",
		c.position(vg.Point{X: rect.Min.X, Y: rect.Max.Y}), c.number(size.X.Points()), c.number(size.Y.Points()),
		base64.StdEncoding.EncodeToString(file.Bytes()))
}

// families lists for each font those of similar widths.
var families = map[font.Font]string{
	{Typeface: "DejaVu", Variant: "Sans"}:      "'DejaVu Sans', Verdana, Geneva, sans-serif",
	{Typeface: "DejaVu", Variant: "Serif"}:     "'DejaVu Serif', Cambria, Georgia, serif",
	{Typeface: "DejaVu", Variant: "Mono"}:      "'DejaVu Sans Mono', Menlo, Consolas, monospace",
	{Typeface: "Liberation", Variant: "Sans"}:  "'Liberation Sans', Arial, Helvetica, sans-serif",
	{Typeface: "Liberation", Variant: "Serif"}: "'Liberation Serif', 'Times New Roman', Times, serif",
}

func (c *Canvas) font(face font.Face) string {
	attributes := ` font-family="` + families[font.Font{Typeface: face.Font.Typeface, Variant: face.Font.Variant}] + `"`
	if face.Font.Weight >= xfont.WeightSemiBold {
		attributes += ` font-weight="bold"`
	}
	if face.Font.Style != xfont.StyleNormal {
		attributes += ` font-style="italic"`
	}
	return attributes
}

func (c *Canvas) paint(property string) string {
	n := color.NRGBAModel.Convert(c.Color).(color.NRGBA)
	attributes := fmt.Sprintf(` %s="#%02x%02x%02x"`, property, n.R, n.G, n.B)
	if n.A != 0xFF {
		attributes += ` ` + property + `-opacity="` + c.number(float64(n.A)/0xFF) + `"`
	}
	return attributes
}

// number formats a coordinate in points with two decimals, finer than a printer's dot.
func (c *Canvas) number(v float64) string { return c.rounded(v, 100) }

func (c *Canvas) rounded(v, parts float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		c.fail(outline.ErrNotFinite)
		return "0"
	}
	v = math.Round(v*parts) / parts
	if v == 0 {
		v = 0 // drop the sign of -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func (c *Canvas) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// WriteTo writes the image on a white ground. After an error in drawing it writes nothing.
func (c *Canvas) WriteTo(w io.Writer) (int64, error) {
	width, height := c.number(c.width.Points()), c.number(c.height.Points())
	if c.err != nil {
		return 0, fmt.Errorf("draw SVG: %w", c.err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"+
		"<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%spt\" "+
		"height=\"%spt\" viewBox=\"0 0 %s %s\" fill=\"none\" stroke-linejoin=\"round\" xml:space=\"preserve\">\n"+
		"<rect width=\"%s\" height=\"%s\" fill=\"#ffffff\"/>\n", width, height, width, height, width, height)
	b.Write(c.body.Bytes())
	if c.points.Len() > 0 {
		fmt.Fprintf(&b, "<g class=\"points\" pointer-events=\"all\">\n%s</g>\n", c.points.Bytes())
	}
	b.WriteString("</svg>\n")
	return b.WriteTo(w)
}
