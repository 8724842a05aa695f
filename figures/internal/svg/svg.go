// Package svg draws gonum/plot graphics as SVG.
//
// gonum/plot's own SVG canvas names one font or embeds it whole (0.7 MB a figure), and leaves the width of a
// text to the reader's fonts. Here a list of families ends in a generic one, and every text has its measured
// width, to which the reader stretches any font (SVG 1.1, 10.5, textLength). A shape that comes again is drawn by
// reference to the first of its kind, which makes a plot of many points a fifth as long. Files have no scripts.
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

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"gpca/figures/internal/pen"
)

var _ vg.CanvasSizer = (*Canvas)(nil)

// A Canvas is an SVG image being drawn. WriteTo returns its first error.
type Canvas struct {
	state
	width, height vg.Length
	parts         []part
	points        bytes.Buffer
	err           error
}

// A part is a path at a place, or text and images as they are written.
type part struct {
	look
	at, end     vg.Point  // of the pen
	left, right vg.Length // ends in x
	text        string
}

// A look is what shapes have in common that differ in their places alone.
type look struct {
	outline      string // from its start, in relative coordinates
	fill, stroke string // attributes
	inside       bool   // the fill covers half of the line
}

type state = pen.Pen // keeps the embedded field unexported

// New returns an empty canvas. Its y axis points downwards, as that of SVG does, and is 0 at the bottom of the image.
func New(width, height vg.Length) *Canvas {
	c := &Canvas{width: width, height: height}
	vg.Initialize(c)
	return c
}

// Size returns the width and height of the image.
func (c *Canvas) Size() (width, height vg.Length) { return c.width, c.height }

// Pop implements vg.Canvas. It closes the groups that transformations have opened since Push.
func (c *Canvas) Pop() {
	open := c.Groups
	c.state.Pop()
	c.write("%s", strings.Repeat("</g>\n", open-c.Groups))
}

// Translate implements vg.Canvas.
func (c *Canvas) Translate(pt vg.Point) { c.transform("translate", c.pair(flipped(pt))) }

// Rotate implements vg.Canvas, with the angle in radians, counter-clockwise.
func (c *Canvas) Rotate(radians float64) {
	c.transform("rotate", c.number(vg.Length(-radians*180/math.Pi)))
}

// Scale implements vg.Canvas.
func (c *Canvas) Scale(x, y float64) { c.transform("scale", c.decimals(x, 1e4)+","+c.decimals(y, 1e4)) }

// transform opens a group. A Push has to come before it.
func (c *Canvas) transform(by, arguments string) {
	c.Groups++
	c.write("<g transform=\"%s(%s)\">\n", by, arguments)
}

func flipped(pt vg.Point) vg.Point { return vg.Point{X: pt.X, Y: -pt.Y} }

// Stroke implements vg.Canvas, with round joins.
func (c *Canvas) Stroke(path vg.Path) {
	if c.LineWidth <= 0 {
		return
	}
	attributes := c.paint("stroke") + ` stroke-width="` + c.number(c.LineWidth) + `"`
	if len(c.Dashes) > 0 {
		dashes := make([]string, len(c.Dashes))
		for i, dash := range c.Dashes {
			dashes[i] = c.number(dash)
		}
		attributes += ` stroke-dasharray="` + strings.Join(dashes, " ") + `"`
		if c.DashOffset != 0 {
			attributes += ` stroke-dashoffset="` + c.number(c.DashOffset) + `"`
		}
	}
	c.add(path, "", attributes)
}

// Fill implements vg.Canvas, by the non-zero winding rule.
func (c *Canvas) Fill(path vg.Path) { c.add(path, c.paint("fill"), "") }

// add adds a shape to the drawing, or to its last part where one element draws both alike: an outline that is
// stroked and filled, and lines of one pen.
func (c *Canvas) add(path vg.Path, fill, stroke string) {
	s := c.shapeOf(path)
	if s.outline == "" {
		return
	}
	s.fill, s.stroke = fill, stroke
	if len(c.parts) > 0 {
		last := &c.parts[len(c.parts)-1]
		opaque := !strings.Contains(last.fill+last.stroke+fill+stroke, "-opacity")
		switch {
		case last.outline == "":
		case last.fill+fill == "" && stroke == last.stroke && (opaque || s.left > last.right+c.LineWidth):
			last.outline += "m" + c.pair(s.at.Sub(last.end)) + s.outline
			last.end, last.right = s.end, max(last.right, s.right)
			return
		case !opaque || s.at != last.at || s.outline != last.outline:
		case last.stroke+fill == "":
			last.stroke = stroke
			return
		case last.fill+stroke == "":
			last.fill, last.inside = fill, true
			return
		}
	}
	c.parts = append(c.parts, s)
}

// shapeOf returns the shape of a path of lines and arcs, which begins with a move, without its paint.
func (c *Canvas) shapeOf(path vg.Path) part {
	if len(path) == 0 {
		return part{}
	}
	// Every point is rounded as it stands from the start: then shapes of one kind have one outline, and errors
	// do not add up.
	start := flipped(path[0].Pos)
	var d strings.Builder
	var at, opened vg.Point // of the pen
	left, right := start.X, start.X
	to := func(command string, pt vg.Point) {
		next := rounded(flipped(pt).Sub(start))
		if command != "l" || next != at {
			d.WriteString(command + c.pair(next.Sub(at)))
		}
		at, left, right = next, min(left, pt.X), max(right, pt.X)
	}
	for i, step := range path {
		switch step.Type {
		case vg.MoveComp:
			if i > 0 {
				to("m", step.Pos)
			}
			opened = at
		case vg.LineComp:
			to("l", step.Pos)
		case vg.ArcComp:
			c.arc(step, to)
			left, right = min(left, step.Pos.X-step.Radius), max(right, step.Pos.X+step.Radius)
		case vg.CloseComp:
			d.WriteByte('z')
			at = opened
		default:
			c.fail(fmt.Errorf("a path with a component of type %d", step.Type))
		}
	}
	from := rounded(start)
	return part{look: look{outline: d.String()}, at: from, end: from.Add(at), left: left, right: right}
}

// arc draws a circular arc in pieces of at most half a circle, after a line to its start.
func (c *Canvas) arc(arc vg.PathComp, to func(command string, pt vg.Point)) {
	n, sweep := max(1, math.Ceil(math.Abs(arc.Angle)/math.Pi)), "0"
	if arc.Angle < 0 {
		sweep = "1"
	}
	command, radius := "l", c.number(arc.Radius)
	for i := range int(n) + 1 {
		sin, cos := math.Sincos(arc.Start + arc.Angle*float64(i)/n)
		to(command, arc.Pos.Add(vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}.Scale(arc.Radius)))
		command = "a" + radius + "," + radius + " 0 0," + sweep + " "
	}
}

// element is the shape as it is written, with its name, if any.
func (c *Canvas) element(s part, name string) string {
	order := ""
	if s.inside {
		order = ` paint-order="stroke"`
	}
	return "<path" + name + ` d="M` + c.pair(s.at) + s.outline + `"` + s.fill + s.stroke + order + "/>\n"
}

func (c *Canvas) pair(pt vg.Point) string {
	return c.number(pt.X) + "," + c.number(pt.Y)
}

// write adds what is not a shape.
func (c *Canvas) write(format string, values ...any) {
	c.parts = append(c.parts, part{text: fmt.Sprintf(format, values...)})
}

// FillString implements vg.Canvas.
func (c *Canvas) FillString(face font.Face, pt vg.Point, text string) {
	if face.Font.Size == 0 || text == "" {
		return
	}
	var length string
	if width := face.Width(text); width > 0 {
		length = ` textLength="` + c.number(width) + `" lengthAdjust="spacingAndGlyphs"`
	}
	c.write("<text %s%s font-size=\"%s\"%s%s>%s</text>\n", c.position(pt), fontAttribute(face),
		c.number(face.Font.Size), c.paint("fill"), length, escape(text))
}

// Explain puts an invisible circle over each place of the image, above all that is drawn. Readers of SVG show its
// text under the pointer.
func (c *Canvas) Explain(places []vg.Point, texts []string) {
	c.points.WriteString("<g>")
	for i, text := range texts {
		at := flipped(places[i])
		fmt.Fprintf(&c.points, "<circle cx=\"%s\" cy=\"%s\" r=\"4\"><title>%s</title></circle>\n", c.number(at.X),
			c.number(at.Y), escape(text))
	}
	c.points.WriteString("</g>\n")
}

func escape(text string) string {
	var b bytes.Buffer // whose Write never fails
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}

func (c *Canvas) position(pt vg.Point) string {
	return `x="` + c.number(pt.X) + `" y="` + c.number(-pt.Y) + `"`
}

// DrawImage implements vg.Canvas. The image fills the rectangle and is embedded.
func (c *Canvas) DrawImage(rect vg.Rectangle, img image.Image) {
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		c.fail(fmt.Errorf("encode an image: %w", err))
		return
	}
	size := rect.Size()
	c.write("<image %s width=\"%s\" height=\"%s\" preserveAspectRatio=\"none\" "+
		"xlink:href=\"data:image/png;base64,%s\"/>\n",
		c.position(vg.Point{X: rect.Min.X, Y: rect.Max.Y}), c.number(size.X), c.number(size.Y),
		base64.StdEncoding.EncodeToString(file.Bytes()))
}

// families lists for each font those of similar widths.
var families = map[font.Font]string{
	{Typeface: "Report", Variant: "Sans"}:      "'Source Sans 3', 'Source Sans Pro', 'Segoe UI', Arial, sans-serif",
	{Typeface: "Report", Variant: "Serif"}:     "'STIX Two Text', STIX, 'Times New Roman', Times, serif",
	{Typeface: "Report", Variant: "Math"}:      "'STIX Two Math', 'Cambria Math', STIX, serif",
	{Typeface: "Report", Variant: "Mono"}:      "'DejaVu Sans Mono', Menlo, Consolas, monospace",
	{Typeface: "DejaVu", Variant: "Sans"}:      "'DejaVu Sans', Verdana, Geneva, sans-serif",
	{Typeface: "DejaVu", Variant: "Own"}:       "sans-serif", // what a reader's machine has
	{Typeface: "Liberation", Variant: "Sans"}:  "'Liberation Sans', Arial, Helvetica, sans-serif",
	{Typeface: "Liberation", Variant: "Serif"}: "'Liberation Serif', 'Times New Roman', Times, serif",
}

// usual is the font of an image where its texts name no other.
var usual = font.Font{Typeface: "Report", Variant: "Sans"}

func familyAttribute(f font.Font) string { return ` font-family="` + families[f] + `"` }

// fontAttribute is that of an upright font of normal weight, as all of figures are; empty for the usual one.
func fontAttribute(face font.Face) string {
	if f := (font.Font{Typeface: face.Font.Typeface, Variant: face.Font.Variant}); f != usual {
		return familyAttribute(f)
	}
	return ""
}

func (c *Canvas) paint(property string) string {
	n := color.NRGBAModel.Convert(c.Color).(color.NRGBA)
	attributes := fmt.Sprintf(` %s="#%02x%02x%02x"`, property, n.R, n.G, n.B)
	if n.A != 0xFF {
		attributes += ` ` + property + `-opacity="` + c.number(vg.Length(n.A)/0xFF) + `"`
	}
	return attributes
}

// parts of a point that coordinates are rounded to, finer than a printer's dot. The places of shapes that come again,
// of which a page has thousands, are rounded to useParts, which leaves a twelfth of such a page away.
const parts, useParts = 100, 10

func rounded(pt vg.Point) vg.Point {
	round := func(v vg.Length) vg.Length { return vg.Length(math.Round(v.Points()*parts) / parts) }
	return vg.Point{X: round(pt.X), Y: round(pt.Y)}
}

// number formats a length in points.
func (c *Canvas) number(v vg.Length) string { return c.decimals(v.Points(), parts) }

func (c *Canvas) decimals(v, parts float64) string {
	if !pen.Finite(vg.Length(v)) {
		c.fail(pen.ErrNotFinite)
		return "0"
	}
	v = math.Round(v*parts)/parts + 0 // without the sign of -0
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func (c *Canvas) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// writeParts writes the parts in their order. The first shape of a look that comes again has a name, and the others
// use it.
func (c *Canvas) writeParts(b *bytes.Buffer) {
	count := make(map[look]int)
	for _, p := range c.parts {
		count[p.look]++
	}
	type drawn struct {
		name string
		at   vg.Point
	}
	first := make(map[look]drawn)
	for _, p := range c.parts {
		of, again := first[p.look]
		switch {
		case p.text != "":
			b.WriteString(p.text)
		case again:
			by := p.at.Sub(of.at)
			x, y := c.decimals(by.X.Points(), useParts), c.decimals(by.Y.Points(), useParts)
			fmt.Fprintf(b, "<use xlink:href=\"#%s\" x=\"%s\" y=\"%s\"/>\n", of.name, x, y)
		case count[p.look] > 1:
			name := "s" + strconv.Itoa(len(first))
			first[p.look] = drawn{name, p.at}
			b.WriteString(c.element(p, ` id="`+name+`"`))
		default:
			b.WriteString(c.element(p, ""))
		}
	}
}

// WriteTo writes the image on a white ground. After an error in drawing it writes nothing.
func (c *Canvas) WriteTo(w io.Writer) (int64, error) {
	width, height, top := c.number(c.width), c.number(c.height), c.number(-c.height)
	if c.err != nil {
		return 0, fmt.Errorf("draw SVG: %w", c.err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"+
		"<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%spt\" "+
		"height=\"%spt\" viewBox=\"0 %s %s %s\"%s fill=\"none\" stroke-linejoin=\"round\" xml:space=\"preserve\">\n"+
		"<rect y=\"%s\" width=\"%s\" height=\"%s\" fill=\"#ffffff\"/>\n", width, height, top, width, height,
		familyAttribute(usual), top, width, height)
	c.writeParts(&b)
	if c.points.Len() > 0 {
		fmt.Fprintf(&b, "<g class=\"points\" pointer-events=\"all\">\n%s</g>\n", c.points.Bytes())
	}
	b.WriteString("</svg>\n")
	return b.WriteTo(w)
}
