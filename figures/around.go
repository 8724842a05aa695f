package figures

import (
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A laidOut figure is drawn in two steps: layout places everything on a canvas and
// reports what is wrong with the figure, and paint, which cannot fail, draws it. So
// a figure with a fault leaves the canvas clean.
type laidOut interface {
	layout(c draw.Canvas, t theme) (paint func(), err error)
}

// edge is left free around a figure: rounded ends and rims of markers reach a
// little beyond the texts they stand beside.
const edge = vg.Length(2)

// drawLaidOut places and then draws a figure.
func drawLaidOut(f laidOut, c draw.Canvas, v Venue) error {
	c = draw.Crop(c, edge, -edge, edge, -edge)
	t, err := v.theme(c.Size().X)
	if err != nil {
		return err
	}
	paint, err := f.layout(c, t)
	if err != nil {
		return err
	}
	paint()
	return nil
}

// A plotted figure has axes and a legend.
type plotted interface {
	// check reports the first fault in the figure's data.
	check() error
	// axes returns the axes, fitted to the data.
	axes() (x, y axis, err error)
	explained
}

// An explained figure has a legend.
type explained interface {
	// legendEntries explains the series that have a name.
	legendEntries(t theme) []legendEntry
}

// layPlot lays out a plotted figure: notes, legend, labels of reference lines
// and axes take their room, and paint draws into the frame that is left.
func layPlot(c draw.Canvas, t theme, p plotted, notes []string, references []Reference, paint func(*frame)) (func(), error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	x, y, err := p.axes()
	if err != nil {
		return nil, err
	}
	inner, paintNotes := layNotes(t, c, notes)
	data, strip, laid := legend{p.legendEntries(t), t.legendText()}.split(inner)
	gutter := referenceGutter(t, references, data.Size().X)
	f, err := newFrame(t, draw.Crop(data, 0, -gutter, 0, 0), x, y)
	if err != nil {
		return nil, err
	}
	f.gutter = gutter
	return func() {
		paintNotes()
		f.drawBehind()
		paint(&f)
		laid.draw(strip)
	}, nil
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
