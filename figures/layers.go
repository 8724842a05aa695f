package figures

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Layers is a drawing of a feedforward network. Each layer is a column of neurons, from left to right, with all
// weights between neighbouring layers.
type Layers struct {
	// Widths are the numbers of neurons. Names stand below the layers. Weights, one fewer, stand above the
	// gaps.
	Widths         []int
	Names, Weights []string
}

const (
	layersHeight  = 7 * vg.Centimeter
	layerNames    = vg.Length(18) // room below and above the neurons
	neuronRadius  = vg.Length(7)
	weightOpacity = 0.45
	columnLayers  = 3 // that fit into a column with their names
)

// Size implements Figure.
func (l Layers) Size(v Venue) (width, height vg.Length) {
	width, _ = v.box(v.inColumn(false, func() bool { return len(l.Widths) <= columnLayers }))
	return width, layersHeight
}

// Draw implements Figure.
func (l Layers) Draw(c draw.Canvas, v Venue) error {
	c, t := inside(c, v)
	inner := draw.Crop(c, 0, 0, layerNames, -layerNames)
	size := inner.Size()
	step := (size.Y - 2*neuronRadius) / vg.Length(max(1, slices.Max(l.Widths)-1))
	at := func(layer, neuron int) vg.Point {
		return vg.Point{
			X: inner.Min.X + size.X*(vg.Length(layer)+0.5)/vg.Length(len(l.Widths)),
			Y: inner.Center().Y + step*(vg.Length(l.Widths[layer]-1)/2-vg.Length(neuron)),
		}
	}
	label := aligned(t.axisText(), text.XCenter, text.YCenter)
	for layer, width := range l.Widths[1:] {
		line := draw.LineStyle{Color: translucent(t.venue.palette()[0], weightOpacity), Width: 0.6}
		for from := range l.Widths[layer] {
			for to := range width {
				c.StrokeLines(line, []vg.Point{at(layer, from), at(layer+1, to)})
			}
		}
		middle := at(layer, 0).Add(at(layer+1, 0)).Scale(0.5)
		c.FillText(label, vg.Point{X: middle.X, Y: c.Max.Y - layerNames/2}, l.Weights[layer])
	}
	for layer, width := range l.Widths {
		for neuron := range width {
			fillOutlined(&c, circle.outline(at(layer, neuron), neuronRadius), color.White,
				draw.LineStyle{Color: ink, Width: 0.9})
		}
		c.FillText(label, vg.Point{X: at(layer, 0).X, Y: c.Min.Y + layerNames/2}, l.Names[layer])
	}
	return nil
}

// Records implements Figure, with a row for each layer.
func (l Layers) Records() [][]string {
	rows := [][]string{{"layer", "neurons"}}
	for i, name := range l.Names {
		rows = append(rows, []string{plain(name), fmt.Sprint(l.Widths[i])})
	}
	return rows
}
