package figures

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	edge      = vg.Length(2)      // margin around a figure, for the round ends and rims of markers
	labelGap  = vg.Length(2)      // between a tick along x and its label
	textGap   = vg.Length(4)      // between texts
	axisGap   = vg.Length(3)      // between an axis and the data
	leastData = 1 * vg.Centimeter // the least width and height of the data
	dataShare = 0.65              // the least share of the height of a box that data and axes keep
	nameShare = 0.35              // the largest part of a figure's width that names along y take
)

// A sheet is a figure on plots of gonum, above each other along one x axis, with what these lack: titles above the
// ordinates, a legend and notes.
type sheet struct {
	panels []*panel
	legend []entry
	notes  []string

	scale  *panel // of colours, to the right
	square bool   // both axes have the same scale
	half   bool   // half as wide where figures stand side by side
	// height is that without legend and notes; nil is that of a box, which grows with them.
	height func(width vg.Length) vg.Length
}

// A panel is a plot with the axes that it was asked for. The label of y stands above the plot: gonum turns it, and one
// longer than its axis turns the data inside out.
type panel struct {
	*plot.Plot
	x, y axis
}

// newPanel returns a plot without data.
func (t theme) newPanel(x, y axis) *panel {
	p := &panel{plot.New(), x, y}
	p.BackgroundColor = nil
	x.put(&p.X, t)
	y.put(&p.Y, t)
	p.Add(overhang{})
	return p
}

// addGrid draws lines behind the data, at the ticks with numbers.
func (p *panel) addGrid(t theme) {
	grid, light := &plotter.Grid{}, draw.LineStyle{Color: gridColor, Width: gridWidth}
	if t.venue.gridded() && p.x.names == nil {
		grid.Vertical = light
	}
	if t.venue.gridded() && p.y.names == nil {
		grid.Horizontal = light
	}
	p.Add(grid)
}

// Add adds plotters over what is drawn so far. The range stays that of the axes: one NaN would poison it.
func (p *panel) Add(plotters ...plot.Plotter) {
	x, y := p.X, p.Y
	p.Plot.Add(plotters...)
	p.X, p.Y = x, y
}

// An overhang keeps room left of the data for the labels of the x axis, which gonum keeps on the right alone.
type overhang struct{}

// Plot implements plot.Plotter.
func (overhang) Plot(draw.Canvas, *plot.Plot) {}

// GlyphBoxes implements plot.GlyphBoxer.
func (overhang) GlyphBoxes(p *plot.Plot) (boxes []plot.GlyphBox) {
	for _, tk := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		box := p.X.Tick.Label.Rectangle(tk.Label)
		box.Min.Y, box.Max.Y = 0, 0
		boxes = append(boxes, plot.GlyphBox{X: p.X.Norm(tk.Value), Rectangle: box})
	}
	return boxes
}

// plotted is a figure on a sheet.
type plotted interface{ sheet(t theme) (*sheet, error) }

// inside returns the part of a canvas within its margin, with its theme.
func inside(c draw.Canvas, v Venue) (draw.Canvas, theme) {
	t := v.theme(c.Size().X)
	return draw.Crop(c, edge, -edge, edge, -edge), t
}

// sizeOf returns the size of a figure. It takes one column if its texts are at most as high as its data and no name
// along x has to be turned.
func sizeOf(of plotted, v Venue) (width, height vg.Length) {
	s, err := of.sheet(v.theme(v.Page))
	if err != nil {
		return v.box(false) // Draw reports it
	}
	width, height = v.box(v.inColumn(s.half, func() bool {
		width, height := v.box(true)
		t := v.theme(width)
		s, _ := of.sheet(t)
		if s.besides(t, height) > height/2 {
			return false
		}
		_, err := s.fit(t, draw.NewCanvas(nil, width-2*edge, height))
		return err == nil && s.panels[0].X.Tick.Label.Rotation == 0
	}))
	t := v.theme(width)
	if s, err = of.sheet(t); err != nil {
		return width, height
	}
	if s.height != nil {
		height = s.height(width)
		return width, height + s.besides(t, height)
	}
	return width, max(height, dataShare*height+s.besides(t, height))
}

// besides is the height of the margins, the notes and a legend above or below the data.
func (s *sheet) besides(t theme, height vg.Length) vg.Length {
	inner, _ := layNotes(t, draw.NewCanvas(nil, t.width-2*edge, height), s.notes)
	data, _ := t.legend(s.legend, inner)
	return height - data.Size().Y + 2*edge
}

func drawSheet(of plotted, c draw.Canvas, v Venue) error {
	c, t := inside(c, v)
	s, err := of.sheet(t)
	if err != nil {
		return err
	}
	inner, paintNotes := layNotes(t, c, s.notes)
	data, paintLegend := t.legend(s.legend, inner)
	full := data
	if s.scale != nil {
		s.scale.y.label = wrap(s.scale.y.label, t.axisText(), data.Size().X/2)
		s.scale.y.tickY(&s.scale.Y, 0.7*data.Size().Y, data.Size().X)
		labels := s.scale.DataCanvas(data).Min.X - data.Min.X
		data = draw.Crop(data, 0, -labels-scaleWidth-scaleGap, 0, 0)
	}
	parts, err := s.fit(t, data)
	if err != nil {
		return err
	}
	paintNotes()
	title := aligned(t.axisText(), text.XLeft, text.YBottom)
	for i, p := range s.panels {
		p.Draw(parts[i])
		c.FillText(title, vg.Point{X: data.Min.X, Y: parts[i].Max.Y + textGap + s.lift(t)}, p.y.label)
	}
	if s.scale != nil { // as high as the cells
		cells, bar := s.panels[0].DataCanvas(parts[0]), draw.Crop(full, data.Max.X+scaleGap-full.Min.X, 0, 0, 0)
		own := s.scale.DataCanvas(bar)
		s.scale.Draw(draw.Crop(bar, 0, 0, cells.Min.Y-own.Min.Y, cells.Max.Y-own.Max.Y))
		title.XAlign = text.XRight
		c.FillText(title, vg.Point{X: full.Max.X, Y: parts[0].Max.Y + textGap + s.lift(t)}, s.scale.y.label)
	}
	paintLegend()
	return nil
}

// lift is how far titles stand above the last tick of a scale, which ends where the cells end.
func (s *sheet) lift(t theme) vg.Length {
	if s.scale == nil {
		return 0
	}
	return t.axisText().Height("0") / 2
}

// fit lays the plots in the canvas, and chooses their ticks by the room that these leave to the data: each round
// refines the one before. It fails when too little is left.
func (s *sheet) fit(t theme, c draw.Canvas) (parts []draw.Canvas, err error) {
	rows, head := make([][]*plot.Plot, len(s.panels)), vg.Length(0)
	for i, p := range s.panels {
		p.y.label = wrap(p.y.label, t.axisText(), c.Size().X)
		rows[i], head = []*plot.Plot{p.Plot}, max(head, t.titleHeight(p.y.label))
	}
	if s.scale != nil {
		s.panels[0].y.label = wrap(s.panels[0].y.label, t.axisText(), c.Size().X/2)
		head = max(t.titleHeight(s.panels[0].y.label), t.titleHeight(s.scale.y.label)) + s.lift(t)
	}
	tiles := draw.Tiles{Rows: len(rows), Cols: 1, PadTop: head, PadY: head}
	size := vg.Point{X: 0.8 * c.Size().X, Y: 0.8 * c.Size().Y / vg.Length(len(rows))}
	for range 3 {
		for _, p := range s.panels {
			s.fitPanel(p, size, c.Size())
		}
		parts = nil
		for _, row := range plot.Align(rows, tiles, c) {
			parts = append(parts, row[0])
		}
		size = rows[0][0].DataCanvas(parts[0]).Size()
		if !(size.X >= leastData && size.Y >= leastData && c.Contains(parts[0].Min) && c.Contains(parts[0].Max)) {
			return nil, fmt.Errorf("labels leave %.0f by %.0f points for the data; "+
				"make the figure larger or its texts shorter", max(0, size.X), max(0, size.Y))
		}
	}
	return parts, nil
}

// fitPanel chooses the ticks of a panel whose data have a size.
func (s *sheet) fitPanel(p *panel, size, whole vg.Point) {
	x, y := p.x, p.y
	if s.square { // one of the two grows
		unit := max((x.high-x.low)/float64(size.X), (y.high-y.low)/float64(size.Y))
		x, y = x.reach(unit*float64(size.X)), y.reach(unit*float64(size.Y))
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.low, x.high, y.low, y.high
	}
	if !x.bare {
		p.X.Label.Text = wrap(x.label, p.X.Label.TextStyle, size.X)
	}
	x.tickX(&p.X, size.X)
	y.tickY(&p.Y, size.Y, whole.X*nameShare)
}

// titleHeight is the height of the title of an axis with a gap, 0 for none.
func (t theme) titleHeight(title string) vg.Length {
	if title == "" {
		return 0
	}
	return t.axisText().Height(title) + textGap
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
