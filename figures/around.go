package figures

import (
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A laidOut figure can be placed on a canvas without drawing yet, so that a
// fault is found while the page is still clean.
type laidOut interface {
	layout(c draw.Canvas) (placement, error)
}

// A placement is a figure with its place on a canvas.
type placement struct {
	paint func() error
	left  vg.Length // from the canvas to the data, for figures with axes
}

// edge is left free around a figure: rounded ends and rims of markers reach a
// little beyond the texts they stand beside.
const edge = vg.Length(2)

// drawLaidOut places and then draws a figure.
func drawLaidOut(f laidOut, c draw.Canvas) error {
	placed, err := f.layout(draw.Crop(c, edge, -edge, edge, -edge))
	if err != nil {
		return err
	}
	return placed.paint()
}

// layAround places a title over and notes under a figure, each broken to the
// width of the canvas. It returns what is left between them.
func layAround(t theme, c draw.Canvas, title string, notes []string) (inner draw.Canvas, paint func()) {
	width := c.Size().X
	titleStyle := aligned(t.titleText(), text.XLeft, text.YTop)
	noteStyle := aligned(t.noteText(), text.XLeft, text.YBottom)
	title = wrap(title, titleStyle, width)
	note := wrap(strings.Join(notes, "\n"), noteStyle, width)
	inner = c
	if title != "" {
		inner = draw.Crop(inner, 0, 0, 0, -titleStyle.Height(title)-textGap)
	}
	if note != "" {
		inner = draw.Crop(inner, 0, 0, noteStyle.Height(note)+textGap, 0)
	}
	return inner, func() {
		c.FillText(titleStyle, vg.Point{X: c.Min.X, Y: c.Max.Y}, title)
		c.FillText(noteStyle, c.Min, note)
	}
}

// heightAround returns the height that layAround takes.
func heightAround(t theme, width vg.Length, title string, notes []string) vg.Length {
	c := draw.NewCanvas(nil, width, 0)
	inner, _ := layAround(t, c, title, notes)
	return -inner.Size().Y
}
