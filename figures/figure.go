// Package figures draws the figures of a report.
//
// A figure is a value that holds its data, its labels and nothing of where the
// data came from; one theme gives every figure its fonts, colours, markers and
// dashes. The same value is drawn to PDF, SVG and PNG, and written as the CSV of
// what it shows, so a reader can always get from a picture to its numbers.
package figures

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Figure can be drawn on a canvas of the size it asks for, and can list the
// data it shows.
type Figure interface {
	// Size is the width and height the figure is designed for.
	Size() (width, height vg.Length)
	// Draw fills the canvas. It returns an error when the figure's data cannot
	// be drawn, before anything is drawn.
	Draw(c draw.Canvas) error
	// Records returns the data shown, a header first, ready for CSV.
	Records() [][]string
}
