package figures

import (
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// edge is the margin around a figure, for the round ends and rims of markers.
const edge = vg.Length(2)

// inside returns the part of a canvas within its margin, with its theme.
func inside(c draw.Canvas, v Venue) (draw.Canvas, theme) {
	c = draw.Crop(c, edge, -edge, edge, -edge)
	return c, v.theme(c.Size().X)
}

// A plot is a figure with axes: the axes, fitted to the data, what stands around them, and a function that
// draws into the frame between.
type plot struct {
	x, y       axis
	legend     []legendEntry
	references []Reference
	notes      []string
	paint      func(*frame)
	lower      []plot // under this one, along its x axis; without legends and notes

	half bool // half as wide where figures stand side by side
	// height is that without legend and notes; nil is that of a box, which grows with them.
	height func(width vg.Length) vg.Length
}

type plotted interface{ plot() (plot, error) }

// sizeOf returns the size of a plotted figure. It takes one column if its texts are at most as high as its data
// and no name along x has to be turned.
func sizeOf(of plotted, v Venue) (width, height vg.Length) {
	p, err := of.plot()
	if err != nil {
		return v.box(false) // Draw reports it
	}
	besides := func(width, height vg.Length) vg.Length { return v.heightBesides(width, height, p.notes, p.legend) }
	width, height = v.box(v.inColumn(p.half, func() bool {
		width, height := v.box(true)
		if besides(width, height) > height/2 {
			return false
		}
		f, err := newFrame(v.theme(width), draw.NewCanvas(nil, width-2*edge, height), p.x, p.y)
		return err == nil && !f.slant
	}))
	if p.height != nil {
		height = p.height(width)
		return width, height + besides(width, height)
	}
	return width, max(height, dataShare*height+besides(width, height))
}

func drawPlot(of plotted, c draw.Canvas, v Venue) error {
	c, t := inside(c, v)
	p, err := of.plot()
	if err != nil {
		return err
	}
	inner, paintNotes := layNotes(t, c, p.notes)
	data, strip, laid := t.legend(p.legend).split(inner)
	plots := append([]plot{p}, p.lower...)
	frames, err := newFrames(t, data, plots)
	if err != nil {
		return err
	}
	paintNotes()
	for i := range frames {
		frames[i].drawBehind()
		plots[i].paint(&frames[i])
	}
	laid.draw(strip, t)
	return nil
}

// newFrames fits plots above each other into c. Their areas of data share the x range, both ends on the page,
// and the height.
func newFrames(t theme, c draw.Canvas, plots []plot) ([]frame, error) {
	last := len(plots) - 1
	var along extent
	var gutter vg.Length
	for _, p := range plots {
		along.add(p.x.low)
		along.add(p.x.high)
		gutter = max(gutter, referenceGutter(t, p.references, c.Size().X))
	}
	abscissa := plots[0].x
	abscissa.low, abscissa.high = along.low, along.high
	c = draw.Crop(c, 0, -gutter, 0, 0)
	frames := make([]frame, len(plots))
	var names, room, head vg.Length // of the labels: below the last plot, left of the widest, above the highest
	for range 2 {                   // the second round knows them
		height := (c.Size().Y - names) / vg.Length(len(plots))
		for i := range plots {
			x, y := abscissa, plots[i].y
			if last > 0 {
				y.label = t.venue.lettered(i, y.label)
			}
			x.bare, y.room, y.head = i < last, room, head
			part := draw.Crop(c, 0, 0, 0, -vg.Length(i)*height)
			if i < last {
				part.Min.Y = part.Max.Y - height
			}
			var err error
			if frames[i], err = newFrame(t, part, x, y); err != nil {
				return nil, err
			}
			frames[i].gutter = gutter
		}
		if last == 0 {
			break
		}
		for _, f := range frames {
			room, head = max(room, f.area.Min.X-c.Min.X), max(head, t.titleHeight(f.y.label))
		}
		below := func(f frame) vg.Length { return f.area.Min.Y - f.canvas.Min.Y }
		names = below(frames[last]) - below(frames[0])
	}
	return frames, nil
}

// layNotes places notes at the bottom of the canvas and returns what is left above them.
func layNotes(t theme, c draw.Canvas, notes []string) (inner draw.Canvas, paint func()) {
	style := aligned(t.noteText(), text.XLeft, text.YBottom)
	note := wrap(strings.Join(notes, "\n"), style, c.Size().X)
	if note == "" || t.venue.Bare {
		return c, func() {}
	}
	inner = draw.Crop(c, 0, 0, style.Height(note)+textGap, 0)
	return inner, func() { c.FillText(style, c.Min, note) }
}
