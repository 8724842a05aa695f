// Package vgfpdf draws gonum/plot graphics on a page of an fpdf document.
//
// gonum/plot's own PDF canvas owns its document and encodes text in the Windows code page 1252, which lacks
// characters such as ≥. The canvas here draws on a region of a page. Its text is Unicode, can be selected, and
// shares the subset fonts of the text around it.
//
// The canvas writes page operators itself, and restores the graphics state after each operation, except the
// current font: call SetFont before the next text. Only text goes through fpdf, which collects the characters
// for the subset. It has to be valid UTF-8 of the Basic Multilingual Plane.
package vgfpdf

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"gpca/figures/internal/outline"
)

var _ vg.CanvasSizer = (*Canvas)(nil)

// A Canvas draws on a rectangular region of one page. Its faults, such as a coordinate that is not a number,
// become the sticky error of the document, as with fpdf's own methods.
type Canvas struct {
	graphics
	doc           *fpdf.Fpdf
	width, height vg.Length
}

type graphics = outline.Graphics // keeps the embedded field unexported

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

// New returns a canvas on the current page of doc, whose unit has to be the point. The top-left corner of the
// region lies x to the right of and y below that of the page.
func New(doc *fpdf.Fpdf, x, y, width, height vg.Length) *Canvas {
	_, pageHeight := doc.GetPageSize()
	c := &Canvas{doc: doc, width: width, height: height}
	c.Matrix = outline.Translation(x.Points(), pageHeight-(y+height).Points())
	vg.Initialize(c)
	return c
}

// Size returns the width and height of the region.
func (c *Canvas) Size() (width, height vg.Length) { return c.width, c.height }

// Stroke implements vg.Canvas, with round joins: a mitre would extend past sharp turns.
func (c *Canvas) Stroke(path vg.Path) {
	if c.LineWidth <= 0 || len(path) == 0 {
		return
	}
	c.paint(func(b *content, rgb string) {
		scale := c.Matrix.Scale()
		b.numbers(c.LineWidth.Points() * scale)
		b.text("w 0 J 1 j [")
		for _, dash := range c.Dashes {
			b.numbers(dash.Points() * scale)
		}
		b.text("] ")
		b.numbers(c.DashOffset.Points() * scale)
		b.text("d " + rgb + " RG ")
		b.path(path, c.Matrix)
		b.text("S")
	})
}

// Fill implements vg.Canvas, by the non-zero winding rule.
func (c *Canvas) Fill(path vg.Path) {
	if len(path) == 0 {
		return
	}
	c.paint(func(b *content, rgb string) {
		b.text(rgb + " rg ")
		b.path(path, c.Matrix)
		b.text("f")
	})
}

// paint collects the operators of one operation and writes them with the current opacity. It writes nothing
// after an error.
func (c *Canvas) paint(write func(b *content, rgb string)) {
	rgb, alpha := pdfColor(c.Color)
	if alpha == 0 || c.doc.Err() {
		return
	}
	var b content
	write(&b, rgb)
	if b.err != nil {
		c.fail(b.err)
		return
	}
	c.withAlpha(alpha, func() { c.doc.RawWriteStr(b.String()) })
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
	_, alpha := pdfColor(c.Color)
	if face.Font.Size == 0 || text == "" || alpha == 0 || c.doc.Err() {
		return
	}
	known, err := c.face(face.Font)
	if err != nil {
		c.fail(err)
		return
	}
	m := outline.Translation(pt.X.Points(), pt.Y.Points()).Then(c.Matrix)
	var b content
	b.numbers(m.Coefficients()...)
	b.text("cm")
	if b.err != nil {
		c.fail(b.err)
		return
	}
	// fpdf remembers the font for the page, so it must change outside the saved state.
	c.doc.SetFont(known.Family, known.Style, face.Font.Size.Points())
	red, green, blue := c.doc.GetTextColor()
	n := color.NRGBAModel.Convert(c.Color).(color.NRGBA)
	c.doc.SetTextColor(int(n.R), int(n.G), int(n.B))
	_, pageHeight := c.doc.GetPageSize()
	c.withAlpha(alpha, func() {
		c.doc.RawWriteStr(b.String())
		c.doc.Text(0, pageHeight, text) // the origin of the matrix
	})
	c.doc.SetTextColor(red, green, blue)
}

// DrawImage implements vg.Canvas, in shades of grey. The image is inline, since fpdf writes images of one width
// in random order.
func (c *Canvas) DrawImage(rect vg.Rectangle, img image.Image) {
	grey := image.NewGray(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(grey, grey.Rect, img, img.Bounds().Min, draw.Src)
	var packed, data bytes.Buffer // whose Write never fails
	zip := zlib.NewWriter(&packed)
	_, _ = zip.Write(grey.Pix)
	_ = zip.Close()
	text := ascii85.NewEncoder(&data)
	_, _ = text.Write(packed.Bytes())
	_ = text.Close()
	// Some readers search the data for EI, which ends it. Blanks inside the data mean nothing.
	coded := strings.ReplaceAll(data.String(), "EI", "E I")
	size := rect.Size()
	corner := outline.Translation(rect.Min.X.Points(), rect.Min.Y.Points())
	m := outline.Scaling(size.X.Points(), size.Y.Points()).Then(corner).Then(c.Matrix)
	var b content
	b.numbers(m.Coefficients()...)
	b.text(fmt.Sprintf("cm BI /W %d /H %d /CS /G /BPC 8 /F [/A85 /Fl] ID %s~> EI", grey.Rect.Dx(), grey.Rect.Dy(),
		coded))
	if b.err != nil {
		c.fail(b.err)
		return
	}
	c.withAlpha(1, func() { c.doc.RawWriteStr(b.String()) })
}

// face returns the face of a font, which the document then has.
func (c *Canvas) face(f font.Font) (Face, error) {
	faces, err := Faces()
	if err != nil {
		return Face{}, err
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
