package figures

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

type legendEntry struct {
	name   string
	sample func(c *draw.Canvas, t theme, box vg.Rectangle)
}

// legendName marks the name of a series without values.
func legendName(name string, values extent) string {
	if values.seen {
		return name
	}
	return name + " (no values)"
}

// A legend names the series of a figure, in a strip of the canvas.
type legend struct {
	entries []legendEntry
	style   text.Style
	place   string // that a theme wants

	// Known once it is laid out:
	names         []string  // broken into lines
	column        vg.Length // width of each column
	columns       int
	rowHeights    []vg.Length
	width, height vg.Length
	lines         int // of the longest name
}

func (t theme) legend(entries []legendEntry) legend {
	return legend{entries: entries, style: t.legendText(), place: t.venue.Legend}
}

const (
	sampleGap    = vg.Length(5) // between sample and name
	entryGap     = vg.Length(2) // between entries of a column
	stripGap     = vg.Length(8) // between legend and data
	sideMinWidth = 12 * vg.Centimeter
)

// split cuts off the strip of the legend.
func (l legend) split(c draw.Canvas) (data, strip draw.Canvas, laid legend) {
	laid, aside := l.arrange(c.Size())
	if len(laid.entries) == 0 {
		return c, draw.Canvas{}, laid
	}
	if aside {
		data = draw.Crop(c, 0, -laid.width-stripGap, 0, 0)
		return data, draw.Crop(c, c.Size().X-laid.width, 0, 0, 0), laid
	}
	if l.place == "above" {
		return draw.Crop(c, 0, 0, 0, -laid.height-stripGap), draw.Crop(c, 0, 0, c.Size().Y-laid.height, 0), laid
	}
	return draw.Crop(c, 0, 0, laid.height+stripGap, 0), draw.Crop(c, 0, 0, 0, laid.height-c.Size().Y), laid
}

// arrange lays the legend out for a canvas of a size. Aside says that it stands to the right: where it has to, or, in
// a wide figure, where it has room and would need several rows elsewhere.
func (l legend) arrange(size vg.Point) (laid legend, aside bool) {
	if len(l.entries) == 0 {
		return l, false
	}
	below := l.below(size)
	if l.place == "right" || l.place == "" && len(below.rowHeights) > 1 && size.X >= sideMinWidth {
		side := l.lay(l.sampleWidth()+sampleGap+min(l.nameWidth(), size.X*0.22), 1)
		if side.height <= size.Y && (side.lines <= 2 || l.place == "right") {
			return side, true
		}
	}
	return below, false
}

// below arranges the legend in rows, with as many columns as the widest name allows.
func (l legend) below(size vg.Point) legend {
	column := min(l.sampleWidth()+sampleGap+l.nameWidth(), size.X)
	columns := int((size.X + l.columnGap()) / (column + l.columnGap()))
	columns = max(1, min(columns, len(l.entries)))
	// Even columns look better than a last row of one.
	rows := (len(l.entries) + columns - 1) / columns
	columns = (len(l.entries) + rows - 1) / rows
	return l.lay(column, columns)
}

func (l legend) sampleWidth() vg.Length { return 3 * l.style.Font.Size }
func (l legend) columnGap() vg.Length   { return 1.5 * l.style.Font.Size }

// dataShare is the least share of the height of a box that data and axes keep.
const dataShare = 0.65

// heightBesides returns the height of the margins, the notes and a legend below the data.
func (v Venue) heightBesides(width, height vg.Length, notes []string, entries []legendEntry) vg.Length {
	t := v.theme(width)
	width -= 2 * edge
	inner, _ := layNotes(t, draw.NewCanvas(nil, width, 0), notes)
	besides := -inner.Size().Y + 2*edge
	laid, aside := t.legend(entries).arrange(vg.Point{X: width, Y: height - besides})
	if len(laid.entries) > 0 && !aside {
		besides += laid.height + stripGap
	}
	return besides
}

func (l legend) nameWidth() (width vg.Length) {
	for _, entry := range l.entries {
		width = max(width, l.style.Width(entry.name))
	}
	return width
}

// lay breaks the names to the width of the columns.
func (l legend) lay(column vg.Length, columns int) legend {
	laid := legend{entries: l.entries, style: l.style, column: column, columns: columns}
	laid.width = vg.Length(columns)*column + vg.Length(columns-1)*l.columnGap()
	for i, entry := range l.entries {
		name := wrap(entry.name, l.style, column-l.sampleWidth()-sampleGap+0.01)
		laid.names = append(laid.names, name)
		laid.lines = max(laid.lines, len(l.style.Handler.Lines(name)))
		height := max(l.style.Height(name), l.style.Height("0"))
		if i%columns == 0 {
			laid.rowHeights = append(laid.rowHeights, 0)
		}
		row := i / columns
		laid.rowHeights[row] = max(laid.rowHeights[row], height)
	}
	for _, height := range laid.rowHeights {
		laid.height += height + entryGap
	}
	laid.height -= entryGap
	return laid
}

// draw draws the legend from the top of its strip, centred if the strip is wider.
func (l legend) draw(strip draw.Canvas, t theme) {
	left := strip.Min.X + max(0, (strip.Size().X-l.width)/2)
	top := strip.Max.Y
	sty := aligned(l.style, text.XLeft, text.YTop)
	half := l.style.Height("0") / 2
	for i, entry := range l.entries {
		row, column := i/l.columns, i%l.columns
		if column == 0 && row > 0 {
			top -= l.rowHeights[row-1] + entryGap
		}
		x := left + vg.Length(column)*(l.column+l.columnGap())
		box := vg.Rectangle{Min: vg.Point{X: x, Y: top - 2*half}, Max: vg.Point{X: x + l.sampleWidth(), Y: top}}
		entry.sample(&strip, t, box)
		strip.FillText(sty, vg.Point{X: x + l.sampleWidth() + sampleGap, Y: top}, l.names[i])
	}
}
