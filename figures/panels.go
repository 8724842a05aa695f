package figures

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels are charts above each other along one x axis, each with its own y axis, such as a rate and the
// differences of rates. The first chart gives the title, the scale and the categories of the x axis. Series of
// the same index look alike and share an entry of the legend.
type Panels struct {
	Charts []Chart
}

const (
	panelHeight = 4.5 * vg.Centimeter
	axisHeight  = 1.4 * vg.Centimeter // of the labels of the x axis, about
)

// Size implements Figure.
func (p Panels) Size(v Venue) (width, height vg.Length) { return sizeOf(p, v) }

// Draw implements Figure.
func (p Panels) Draw(c draw.Canvas, v Venue) error { return drawPlot(p, c, v) }

func (p Panels) plot() (plot, error) {
	plots := make([]plot, len(p.Charts))
	for i, ch := range p.Charts {
		var err error
		if plots[i], err = ch.plot(); err != nil {
			return plot{}, fmt.Errorf("panel %d: %w", i+1, err)
		}
	}
	whole := plots[0]
	whole.legend, whole.notes, whole.lower = p.legend(), p.notes(), plots[1:]
	whole.height = func(vg.Length) vg.Length { return panelHeight*vg.Length(len(plots)) + axisHeight }
	return whole, nil
}

// Within returns the panels with ends for their y axes, two for each as far as they reach.
func (p Panels) Within(ends []float64) Figure {
	p.Charts = slices.Clone(p.Charts)
	for i := range min(len(p.Charts), len(ends)/2) {
		copy(p.Charts[i].Ordinate[:], ends[2*i:])
	}
	return p
}

// lettered puts the letter of a panel before the title of its ordinate.
func (th Theme) lettered(panel int, title string) string {
	letter := strings.Map(func(r rune) rune {
		if r == 'a' || r == 'A' {
			r += rune(panel)
		}
		return r
	}, th.Letters)
	return strings.TrimSpace(letter + "  " + title)
}

func (p Panels) notes() []string {
	var notes []string
	for _, ch := range p.Charts {
		notes = append(notes, ch.notes()...)
	}
	return notes
}

// legend is that of the first chart. A series without values has none in any chart.
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

// Records implements Figure, with the records of each chart under the title of its y axis.
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
