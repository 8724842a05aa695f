package figures

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels are charts above each other along one abscissa, each with an ordinate of its own:
// a rate and the differences of rates, or measures of several units.
//
// Series of the same index look alike in all of them and share an entry of the legend. The
// title of the abscissa, its scale and its categories are those of the first chart.
type Panels struct {
	Charts []Chart
}

const (
	panelHeight = 4.5 * vg.Centimeter
	axisHeight  = 1.4 * vg.Centimeter // of the labels of the abscissa, about
)

// Size implements Figure.
func (p Panels) Size(v Venue) (width, height vg.Length) {
	plots, err := p.plots()
	if err != nil {
		return v.box(false) // Draw says what is wrong
	}
	plots[0].notes = p.notes()
	width, _ = v.plotBox(plots[0], false)
	height = panelHeight*vg.Length(len(p.Charts)) + axisHeight
	return width, height + v.heightBesides(width, height, p.notes(), p.legend())
}

// plots are those of the charts.
func (p Panels) plots() ([]plot, error) {
	if len(p.Charts) == 0 {
		return nil, errors.New("panels have no charts")
	}
	plots := make([]plot, len(p.Charts))
	for i, ch := range p.Charts {
		var err error
		if plots[i], err = ch.plot(); err != nil {
			return nil, fmt.Errorf("panel %d: %w", i+1, err)
		}
	}
	return plots, nil
}

// notes are those of all charts.
func (p Panels) notes() []string {
	var notes []string
	for _, ch := range p.Charts {
		notes = append(notes, ch.notes()...)
	}
	return notes
}

// legend is that of the first chart. A series is empty when it is so in every chart.
func (p Panels) legend() []legendEntry {
	all := p.Charts[0]
	all.Series = slices.Clone(all.Series)
	for _, ch := range p.Charts[1:] {
		for i := range min(len(all.Series), len(ch.Series)) {
			all.Series[i].Y = slices.Concat(all.Series[i].Y, ch.Series[i].Y)
		}
	}
	return all.legend()
}

// Draw implements Figure.
func (p Panels) Draw(c draw.Canvas, v Venue) error { return drawLaidOut(c, v, p.layout) }

func (p Panels) layout(c draw.Canvas, t theme) (paint func(), err error) {
	plots, err := p.plots()
	if err != nil {
		return nil, err
	}
	inner, paintNotes := layNotes(t, c, p.notes())
	data, strip, laid := legend{p.legend(), t.legendText()}.split(inner)
	frames, err := panelFrames(t, data, plots)
	if err != nil {
		return nil, err
	}
	return func() {
		paintNotes()
		for i, plot := range plots {
			frames[i].drawBehind()
			plot.paint(&frames[i])
		}
		laid.draw(strip, t)
	}, nil
}

// panelFrames are those of the charts. Their data begins and ends at the same places along
// x, and is equally high.
func panelFrames(t theme, c draw.Canvas, plots []plot) ([]frame, error) {
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
	var names, room vg.Length // of the labels under the last chart, and beside the widest
	for range 3 {             // titles are broken to the height that the second knows, and may need more room
		height := (c.Size().Y - names) / vg.Length(len(plots))
		for i := range plots {
			x, y := abscissa, plots[i].y
			x.bare, y.room = i < last, room
			y.label = balance(y.label, t.labelText(), height-2*textGap) // clear of the next panel's
			part := draw.Crop(c, 0, 0, 0, -vg.Length(i)*height)
			if i < last {
				part.Min.Y = part.Max.Y - height
			}
			var err error
			if frames[i], err = newFrame(t, part, x, y); err != nil {
				return nil, fmt.Errorf("panel %d: %w", i+1, err)
			}
			frames[i].gutter = gutter
		}
		for _, f := range frames {
			room = max(room, f.area.Min.X-c.Min.X)
		}
		below := func(f frame) vg.Length { return f.area.Min.Y - f.canvas.Min.Y }
		names = below(frames[last]) - below(frames[0])
	}
	return frames, nil
}

// Records implements Figure: those of each chart, under the title of its ordinate.
func (p Panels) Records() [][]string {
	rows := [][]string{{"panel", "kind", "name", "x", "y", "low", "high"}}
	for i, ch := range p.Charts {
		if i == 0 {
			rows[0][3] = columnName(ch.XLabel, "x")
		}
		for _, cells := range ch.Records()[1:] {
			row := append([]string{columnName(ch.YLabel, fmt.Sprint(i+1))}, cells...)
			rows = append(rows, append(row, make([]string, len(rows[0])-len(row))...))
		}
	}
	return rows
}
