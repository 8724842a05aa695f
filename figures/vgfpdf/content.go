package vgfpdf

import (
	"bytes"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"gpca/figures/internal/outline"
)

type content struct {
	bytes.Buffer
	err error
}

func (b *content) text(s string) { b.WriteString(s) }

func (b *content) numbers(values ...float64) {
	for _, v := range values {
		b.number(v)
		b.WriteByte(' ')
	}
}

// number writes an operand with four decimals at most.
func (b *content) number(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		b.err = outline.ErrNotFinite
		return
	}
	text := strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(v, 'f', 4, 64), "0"), ".")
	if text == "-0" {
		text = "0"
	}
	b.text(text)
}

var pathOperators = [...]string{outline.Move: "m ", outline.Line: "l ", outline.Cubic: "c ", outline.Close: "h "}

// path writes path construction operators (ISO 32000-1, 8.5.2), relative to the first point: markers of one
// shape then differ in two numbers, and deflate to few bytes.
func (b *content) path(path vg.Path, m outline.Matrix) {
	segments, err := outline.Segments(path, m)
	if err != nil {
		b.err = err
	}
	if len(segments) == 0 {
		return
	}
	origin := segments[0].Points[0]
	b.numbers(1, 0, 0, 1, origin.X.Points(), origin.Y.Points())
	b.text("cm ")
	for _, segment := range segments {
		for _, pt := range segment.Points {
			pt = pt.Sub(origin)
			b.numbers(pt.X.Points(), pt.Y.Points())
		}
		b.text(pathOperators[segment.Op])
	}
}

// pdfColor splits a colour into the operands of rg and RG, which are not premultiplied, and its opacity.
func pdfColor(clr color.Color) (rgb string, alpha float64) {
	n := color.NRGBA64Model.Convert(clr).(color.NRGBA64)
	var b content
	b.number(float64(n.R) / 0xFFFF)
	b.text(" ")
	b.number(float64(n.G) / 0xFFFF)
	b.text(" ")
	b.number(float64(n.B) / 0xFFFF)
	return b.String(), float64(n.A) / 0xFFFF
}
