// Package figures draws the figures of a report as PDF, SVG and PNG, and writes their data as CSV. A figure is
// a value with data and labels. The [Venue] gives its width and type; the [Theme] of a study gives all its
// figures their colours, markers and dashes. What has axes is a [gonum.org/v1/plot.Plot]. The layout comes first and
// reports the errors, so that a figure with a fault draws nothing.
package figures

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Figure can be drawn on a canvas of the size it asks for, and can list the data it shows.
type Figure interface {
	// Size is the size of the figure at a venue.
	Size(v Venue) (width, height vg.Length)
	// Draw fills the canvas. It draws nothing when it returns an error.
	Draw(c draw.Canvas, v Venue) error
	// Records returns the data shown as rows for CSV, a header first.
	Records() [][]string
}

// Notes returns the lines of small print under a figure, for a caption in its place.
func Notes(f Figure) []string {
	switch f := f.(type) {
	case plotted:
		if s, err := f.sheet(Report().theme(FullWidth)); err == nil {
			return s.notes
		}
	case Images:
		return f.Notes
	}
	return nil
}

var _ = []Figure{Chart{}, FunctionPlot{}, Heatmap{}, Images{}, Layers{}, Network{}, Panels{}, Picture{}, Placeholder{},
	Ranks{}}
