package figures

import (
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// edge is left free around a figure: rounded ends and rims of markers reach a
// little beyond the texts they stand beside.
const edge = vg.Length(2)

// drawLaidOut draws a figure in two steps: layout places everything on a canvas and
// reports what is wrong with the figure, and paint, which cannot fail, draws it. So
// a figure with a fault leaves the canvas clean.
func drawLaidOut(c draw.Canvas, v Venue, layout func(c draw.Canvas, t theme) (paint func(), err error)) error {
	c = draw.Crop(c, edge, -edge, edge, -edge)
	paint, err := layout(c, v.theme(c.Size().X))
	if err != nil {
		return err
	}
	paint()
	return nil
}

// A plot is what figures with axes come to: the axes, fitted to the data, what stands
// around them, and how to draw the data and the axes into the frame that is left.
type plot struct {
	x, y       axis
	legend     []legendEntry
	references []Reference
	notes      []string
	paint      func(*frame)
}

// A plotted figure comes to a plot, unless there is a fault in its data.
type plotted interface{ plot() (plot, error) }

// drawPlot draws a plotted figure.
func drawPlot(p plotted, c draw.Canvas, v Venue) error {
	return drawLaidOut(c, v, func(c draw.Canvas, t theme) (func(), error) {
		plot, err := p.plot()
		if err != nil {
			return nil, err
		}
		inner, paintNotes := layNotes(t, c, plot.notes)
		data, strip, laid := legend{plot.legend, t.legendText()}.split(inner)
		gutter := referenceGutter(t, plot.references, data.Size().X)
		f, err := newFrame(t, draw.Crop(data, 0, -gutter, 0, 0), plot.x, plot.y)
		if err != nil {
			return nil, err
		}
		f.gutter = gutter
		return func() {
			paintNotes()
			f.drawBehind()
			plot.paint(&f)
			laid.draw(strip, t)
		}, nil
	})
}

// layNotes places notes under a figure, broken to the width of the canvas. It returns
// what is left above them.
func layNotes(t theme, c draw.Canvas, notes []string) (inner draw.Canvas, paint func()) {
	style := aligned(t.noteText(), text.XLeft, text.YBottom)
	note := wrap(strings.Join(notes, "\n"), style, c.Size().X)
	if note == "" {
		return c, func() {}
	}
	inner = draw.Crop(c, 0, 0, style.Height(note)+textGap, 0)
	return inner, func() { c.FillText(style, c.Min, note) }
}
