package figures

import (
	"cmp"
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

const panelHeight = 4.5 * vg.Centimeter

// Size implements Figure.
func (p Panels) Size(v Venue) (width, height vg.Length) { return sizeOf(p, v) }

// Draw implements Figure.
func (p Panels) Draw(c draw.Canvas, v Venue) error { return drawSheet(p, c, v) }

// sheet implements plotted. The legend is that of the first chart, where a series without values has none in any.
func (p Panels) sheet(t theme) (*sheet, error) {
	whole, along := &sheet{}, extent{}
	t.venue.Legend = cmp.Or(t.venue.Legend, "below")
	for i, ch := range p.Charts {
		one, err := ch.lines(t, panelHeight, p.Charts)
		if err != nil {
			return nil, fmt.Errorf("panel %d: %w", i+1, err)
		}
		part := one.panels[0]
		part.y.label = t.venue.lettered(i, part.y.label)
		part.x.bare = i < len(p.Charts)-1
		along.join(extent{part.x.low, part.x.high, true})
		whole.panels, whole.notes = append(whole.panels, part), append(whole.notes, one.notes...)
		if i == 0 {
			whole.legend = one.legend
		}
	}
	for _, part := range whole.panels {
		part.x.low, part.x.high = along.low, along.high
		part.X.Min, part.X.Max = along.low, along.high
	}
	last := whole.panels[len(whole.panels)-1]
	last.x.label = whole.panels[0].x.label
	whole.height = func(vg.Length) vg.Length { return panelHeight*vg.Length(len(p.Charts)) + axisHeight }
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
