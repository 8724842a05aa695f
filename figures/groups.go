package figures

import (
	"slices"

	"gonum.org/v1/plot/vg/draw"
)

// grouped is a figure with named groups one below the other, over an axis of values.
type grouped interface {
	check() error
	// values is the axis of the values.
	values() (axis, error)
	legendEntries(theme) []legendEntry
}

// layGroups lays out a grouped figure, the first group the highest; paint draws what
// lies between the grid and the axes.
func layGroups(c draw.Canvas, g grouped, groups []string, title string, notes []string, paint func(*frame)) (placement, error) {
	if err := g.check(); err != nil {
		return placement{}, err
	}
	t, err := themeFor(c.Size().X)
	if err != nil {
		return placement{}, err
	}
	x, err := g.values()
	if err != nil {
		return placement{}, err
	}
	inner, paintAround := layAround(t, c, title, notes)
	data, strip, laid := legend{g.legendEntries(t), t.legendText()}.split(inner)
	names := slices.Clone(groups)
	slices.Reverse(names)
	y := axis{names: names, low: -0.5, high: float64(len(names)) - 0.5}
	f, err := newFrame(t, data, x, y, 0)
	if err != nil {
		return placement{}, err
	}
	return placement{left: f.area.Min.X - c.Min.X, paint: func() error {
		paintAround()
		f.drawBehind()
		paint(&f)
		f.drawAxes()
		laid.draw(strip)
		return nil
	}}, nil
}
