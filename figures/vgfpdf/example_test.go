package vgfpdf_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"gpca/figures/vgfpdf"
)

// A picture and the text under it use the same embedded font.
func Example() {
	doc := fpdf.New("P", "pt", "A4", "")
	doc.AddPage()
	faces, err := vgfpdf.Fonts(nil)
	if err != nil {
		log.Fatal(err)
	}
	const side = 50 * vg.Millimeter
	err = vgfpdf.Draw(doc, 20*vg.Millimeter, 25*vg.Millimeter, side, side, 1, func(c vg.CanvasSizer) error {
		c.SetLineWidth(1)
		unit := vg.Rectangle{Max: vg.Point{X: 40 * vg.Millimeter, Y: 40 * vg.Millimeter}}
		c.Stroke(unit.Path())
		c.Stroke(vg.Path{{Type: vg.MoveComp}, {Type: vg.LineComp, Pos: unit.Max}})
		label := font.NewCache(faces).Lookup(faces[0].Font, 8)
		c.FillString(label, vg.Point{X: 22 * vg.Millimeter, Y: 18 * vg.Millimeter}, "√2")
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}

	doc.SetFont(vgfpdf.Sans, "", 10) // the canvas has registered the font
	doc.Text(57, 241, "The unit square, with its diagonal of length √2.")
	err = doc.Output(&bytes.Buffer{})
	fmt.Println(err)
	// Output: <nil>
}
