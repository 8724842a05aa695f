// Package vgfpdf draws gonum/plot graphics on a page of an fpdf document.
//
// gonum/plot's own PDF canvas owns its document and encodes text in the Windows code page 1252, which lacks
// characters such as ≥. The canvas here draws on a region of a page. Its text is Unicode, can be selected, and
// shares the subset fonts of the text around it.
//
// Transformations and paths go through fpdf, and so does text, which collects the characters for the subset. It
// has to be valid UTF-8 of the Basic Multilingual Plane. The graphics state of the page is restored behind the
// drawing, except the font and the colour of text: set them before the next text.
package vgfpdf

import (
	"bytes"
	"encoding/ascii85"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"gpca/figures/internal/pen"
)

var _ vg.CanvasSizer = (*Canvas)(nil)

// A Canvas draws on a rectangular region of one page. Its faults, such as a coordinate that is not a number,
// become the sticky error of the document, as with fpdf's own methods.
type Canvas struct {
	state
	// Own is a font of the user's that texts may be in; nil for none.
	Own                       *Face
	doc                       *fpdf.Fpdf
	width, height, pageHeight vg.Length
}

type state = pen.Pen // keeps the embedded field unexported

// NewDocument returns a document without pages and margins, in points. The file records the date of creation.
func NewDocument(width, height float64, producer string, created time.Time) *fpdf.Fpdf {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: width, Ht: height}})
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.SetCatalogSort(true)
	doc.SetCreationDate(created.UTC())
	doc.SetModificationDate(created.UTC())
	doc.SetProducer(producer, true)
	return doc
}

// Draw draws on a region of the current page of doc, whose unit has to be the point. The top-left corner of the
// region lies x to the right of and y below that of the page. The canvas has a width and a height, and is drawn at a
// scale.
func Draw(doc *fpdf.Fpdf, x, y, width, height vg.Length, scale float64, draw func(c vg.CanvasSizer) error) error {
	_, pageHeight := doc.GetPageSize()
	c := &Canvas{doc: doc, width: width, height: height, pageHeight: vg.Points(pageHeight)}
	vg.Initialize(c)
	c.Push()
	defer c.Pop()
	c.Translate(vg.Point{X: x, Y: c.pageHeight - y - height*vg.Length(scale)})
	c.Scale(scale, scale)
	return draw(c)
}

// Size returns the width and height of the canvas.
func (c *Canvas) Size() (width, height vg.Length) { return c.width, c.height }

// Push implements vg.Canvas.
func (c *Canvas) Push() {
	c.state.Push()
	c.doc.TransformBegin()
}

// Pop implements vg.Canvas.
func (c *Canvas) Pop() {
	c.state.Pop()
	c.doc.TransformEnd()
}

// Translate implements vg.Canvas, as do Rotate and Scale. All three have to follow a Push.
func (c *Canvas) Translate(pt vg.Point) { c.transform(1, 0, 0, 1, pt.X, pt.Y) }

// Rotate turns by an angle in radians, counter-clockwise.
func (c *Canvas) Rotate(radians float64) {
	sin, cos := math.Sincos(radians)
	c.transform(cos, sin, -sin, cos, 0, 0)
}

// Scale stretches along x and y.
func (c *Canvas) Scale(x, y float64) { c.transform(x, 0, 0, y, 0, 0) }

// transform maps what follows by a matrix (ISO 32000-1, 8.3.4).
func (c *Canvas) transform(xx, yx, xy, yy float64, x, y vg.Length) {
	if c.finite(vg.Length(xx), vg.Length(yx), vg.Length(xy), vg.Length(yy), x, y) {
		c.doc.Transform(fpdf.TransformMatrix{A: xx, B: yx, C: xy, D: yy, E: x.Points(), F: y.Points()})
	}
}

// Stroke implements vg.Canvas, with round joins: a mitre would extend past sharp turns.
func (c *Canvas) Stroke(path vg.Path) {
	if c.LineWidth > 0 && c.finite(append(c.Dashes, c.LineWidth, c.DashOffset)...) {
		c.paint(path, fmt.Sprintf("RG %.4f w 0 J 1 j %.4f %.4f d", c.LineWidth, c.Dashes, c.DashOffset), "S")
	}
}

// Fill implements vg.Canvas, by the non-zero winding rule.
func (c *Canvas) Fill(path vg.Path) { c.paint(path, "rg", "f") }

// paint draws a path in the current colour, after operators that set it, and by another one. Coordinates are relative
// to the first point: markers of one shape then differ in two numbers, and deflate to few bytes.
func (c *Canvas) paint(path vg.Path, set, operator string) {
	if len(path) == 0 {
		return
	}
	c.withColor(func(rgb string, _ color.NRGBA) {
		origin := path[0].Pos
		c.doc.RawWriteStr(rgb + " " + set)
		c.transform(1, 0, 0, 1, origin.X, origin.Y)
		for _, part := range path {
			at := part.Pos.Sub(origin)
			if !c.finite(at.X, at.Y, part.Radius, vg.Length(part.Start), vg.Length(part.Angle)) {
				return
			}
			x, y := at.X.Points(), (c.pageHeight - at.Y).Points()
			switch part.Type {
			case vg.MoveComp:
				c.doc.MoveTo(x, y)
			case vg.LineComp:
				c.doc.LineTo(x, y)
			case vg.ArcComp: // fpdf makes two curves of an arc, and more only if that runs counter-clockwise
				const degrees, most = 180 / math.Pi, 2 * math.Pi / 3
				n := max(1, math.Ceil(-part.Angle/most))
				radius, start, piece := part.Radius.Points(), part.Start*degrees, part.Angle/n*degrees
				for i := range int(n) {
					c.doc.ArcTo(x, y, radius, radius, 0, start+float64(i)*piece, start+float64(i+1)*piece)
				}
			case vg.CloseComp:
				c.doc.ClosePath()
			default:
				c.fail(fmt.Errorf("a path with a component of type %d", part.Type))
			}
		}
		c.doc.RawWriteStr(operator)
	})
}

// withColor calls a function that draws in the current colour, unless that is transparent or the document has an
// error. The operands of a colour in PDF are not premultiplied.
func (c *Canvas) withColor(draw func(rgb string, clr color.NRGBA)) {
	n := color.NRGBAModel.Convert(c.Color).(color.NRGBA)
	if n.A == 0 || c.doc.Err() {
		return
	}
	c.withAlpha(float64(n.A)/0xFF, func() {
		draw(fmt.Sprintf("%.3f %.3f %.3f", float64(n.R)/0xFF, float64(n.G)/0xFF, float64(n.B)/0xFF), n)
	})
}

func (c *Canvas) withAlpha(alpha float64, draw func()) {
	before, mode := c.doc.GetAlpha()
	change := alpha != before || mode != "Normal"
	c.doc.TransformBegin()
	if change {
		c.doc.SetAlpha(alpha, "Normal")
	}
	draw()
	c.doc.TransformEnd()
	if change {
		// The state of the page is restored; this restores fpdf's copy of it.
		c.doc.SetAlpha(before, mode)
	}
}

// FillString implements vg.Canvas.
func (c *Canvas) FillString(face font.Face, pt vg.Point, text string) {
	if face.Font.Size == 0 || text == "" || !c.finite(pt.X, pt.Y) {
		return
	}
	c.withColor(func(_ string, clr color.NRGBA) {
		known, err := c.face(face.Font)
		if err != nil {
			c.fail(err)
			return
		}
		c.doc.SetFont(known.Family, known.Style, face.Font.Size.Points())
		c.doc.SetTextColor(int(clr.R), int(clr.G), int(clr.B))
		c.doc.Text(pt.X.Points(), (c.pageHeight - pt.Y).Points(), text)
	})
}

// DrawImage implements vg.Canvas, on white where it is transparent. The image is inline, since fpdf writes images of
// one width in random order.
func (c *Canvas) DrawImage(rect vg.Rectangle, img image.Image) {
	bounds := image.Rectangle{Max: img.Bounds().Size()}
	space, pixels := "G", []byte(nil)
	if _, ok := img.(*image.Gray); ok {
		drawn := image.NewGray(bounds)
		draw.Draw(drawn, bounds, img, img.Bounds().Min, draw.Src)
		pixels = drawn.Pix
	} else {
		drawn := image.NewRGBA(bounds)
		draw.Draw(drawn, bounds, image.White, image.Point{}, draw.Src)
		draw.Draw(drawn, bounds, img, img.Bounds().Min, draw.Over)
		space = "RGB"
		for i := 0; i < len(drawn.Pix); i += 4 {
			pixels = append(pixels, drawn.Pix[i:i+3]...)
		}
	}
	var data bytes.Buffer // whose Write never fails
	text := ascii85.NewEncoder(&data)
	_, _ = text.Write(deflated(pixels))
	_ = text.Close()
	// Some readers search the data for EI, which ends it. Blanks inside the data mean nothing.
	coded := strings.ReplaceAll(data.String(), "EI", "E I")
	size := rect.Size()
	c.withAlpha(1, func() {
		c.transform(size.X.Points(), 0, 0, size.Y.Points(), rect.Min.X, rect.Min.Y)
		c.doc.RawWriteStr(fmt.Sprintf("BI /W %d /H %d /CS /%s /BPC 8 /F [/A85 /Fl] ID %s~> EI", bounds.Dx(),
			bounds.Dy(), space, coded))
	})
}

// face returns the face of a font, which the document then has.
func (c *Canvas) face(f font.Font) (Face, error) {
	faces, err := Faces()
	if err != nil {
		return Face{}, err
	}
	if c.Own != nil {
		faces = append(slices.Clip(faces), *c.Own)
	}
	f.Size = 0
	for _, known := range faces {
		if known.Font == f {
			known.Register(c.doc)
			return known, nil
		}
	}
	return Face{}, fmt.Errorf("font %s is none of this package", f.Name())
}

func (c *Canvas) fail(err error) {
	if !c.doc.Err() {
		c.doc.SetError(fmt.Errorf("vgfpdf: %w", err))
	}
}

func (c *Canvas) finite(lengths ...vg.Length) bool {
	ok := pen.Finite(lengths...)
	if !ok {
		c.fail(pen.ErrNotFinite)
	}
	return ok
}
