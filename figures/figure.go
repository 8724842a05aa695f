// Package figures draws the figures of a report as PDF, SVG and PNG, and writes their data as
// CSV. A figure is a value that holds data and labels. The [Venue] that it is drawn for gives
// its width and type; one theme gives all figures their colours, markers and dashes.
package figures

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Figure can be drawn on a canvas of the size it asks for, and can list the
// data it shows.
type Figure interface {
	// Size is the width and height of the figure at a venue.
	Size(v Venue) (width, height vg.Length)
	// Draw fills the canvas. It returns an error when the figure's data cannot
	// be drawn, before anything is drawn.
	Draw(c draw.Canvas, v Venue) error
	// Records returns the data shown, a header first, ready for CSV.
	Records() [][]string
}

var _ = []Figure{Chart{}, FunctionPlot{}, Heatmap{}, Images{}, Layers{}, Network{}, Panels{}, Placeholder{}, Ranges{},
	Scatter{}}
