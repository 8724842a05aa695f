package figures

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels is a grid of figures under one number, lettered (a), (b), ... row by
// row. Panels whose legends say the same share one below them all.
type Panels struct {
	Columns int // zero: 2, or 1 for a single panel
	Panels  []Panel
	Notes   []string

	// Zero: FullWidth, and as high as rows of HalfHeight, their titles, the
	// legend and the notes need.
	Width, Height vg.Length
}

// A Panel is one figure of the grid.
type Panel struct {
	Title  string
	Figure Figure
}

var _ interface {
	Figure
	laidOut
} = Panels{}

const (
	panelColumnGap = vg.Length(14)
	panelRowGap    = vg.Length(10)
)

func (p Panels) columns() int {
	if p.Columns > 0 {
		return p.Columns
	}
	return max(1, min(2, len(p.Panels)))
}

// letter returns the letter of panel i: a to z, aa, ab, ...
func letter(i int) string {
	letters := ""
	for i++; i > 0; i = (i - 1) / 26 {
		letters = string(rune('a'+(i-1)%26)) + letters
	}
	return letters
}

// Size implements Figure.
func (p Panels) Size() (width, height vg.Length) {
	width, height = sizeOr(p.Width, p.Height, FullWidth, HalfHeight)
	t, err := themeFor(width)
	if p.Height > 0 || err != nil || len(p.Panels) == 0 {
		return width, height
	}
	inside := width - 2*edge
	titles := p.titles(t, inside)
	height = heightAround(t, inside, "", p.Notes) + 2*edge
	for _, rowTitle := range titles.heights {
		height += rowTitle + HalfHeight + panelRowGap
	}
	height -= panelRowGap
	if shared := p.sharedLegend(t); len(shared) > 0 {
		laid := legend{shared, t.legendText()}.below(vg.Point{X: inside, Y: height})
		height += laid.height + stripGap
	}
	return width, height
}

// panelTitles are the titles broken to the width of their panels, and their
// heights by row.
type panelTitles struct {
	width   vg.Length // of a panel
	texts   []string
	heights []vg.Length
}

func (p Panels) titles(t theme, width vg.Length) panelTitles {
	columns := p.columns()
	titles := panelTitles{width: (width - vg.Length(columns-1)*panelColumnGap) / vg.Length(columns)}
	sty := t.labelText()
	for i, panel := range p.Panels {
		title := wrap("("+letter(i)+") "+panel.Title, sty, titles.width)
		titles.texts = append(titles.texts, title)
		if i%columns == 0 {
			titles.heights = append(titles.heights, 0)
		}
		row := &titles.heights[i/columns]
		*row = max(*row, sty.Height(title)+textGap)
	}
	return titles
}

// sharedLegend returns the entries of all panels if they are the same in all, and
// nothing if they are not.
func (p Panels) sharedLegend(t theme) []legendEntry {
	if len(p.Panels) < 2 {
		return nil
	}
	var shared []legendEntry
	for i, panel := range p.Panels {
		f, ok := panel.Figure.(legended)
		if !ok {
			return nil
		}
		entries := f.legendEntries(t)
		if i == 0 {
			shared = entries
			continue
		}
		if !slices.EqualFunc(shared, entries, func(a, b legendEntry) bool { return a.name == b.name && a.look == b.look }) {
			return nil
		}
		for k := range shared {
			shared[k].empty = shared[k].empty && entries[k].empty
		}
	}
	return shared
}

// Draw implements Figure.
func (p Panels) Draw(c draw.Canvas) error { return drawLaidOut(p, c) }

// An alignable figure can begin its data further right, in line with that of the
// panels above and below it.
type alignable interface {
	withLeft(left vg.Length) laidOut
}

// A panelCell is a panel's place in the grid.
type panelCell struct {
	canvas draw.Canvas
	figure Figure
	title  string
	height vg.Length // of the title, above the canvas
	placed placement
}

// layout implements laidOut.
func (p Panels) layout(c draw.Canvas) (placement, error) {
	if len(p.Panels) == 0 {
		return placement{}, errors.New("no panels")
	}
	t, err := themeFor(c.Size().X)
	if err != nil {
		return placement{}, err
	}
	inner, paintAround := layAround(t, c, "", p.Notes)
	shared := p.sharedLegend(t)
	var strip draw.Canvas
	var laid laidLegend
	if len(shared) > 0 {
		laid = legend{shared, t.legendText()}.below(inner.Size())
		inner, strip = laid.cutBelow(inner)
	}
	cells := p.cells(t, inner, len(shared) > 0)
	if err := p.place(cells); err != nil {
		return placement{}, err
	}
	return placement{paint: func() error {
		paintAround()
		for i, cell := range cells {
			drawPanelTitle(t, cell, letter(i))
			if err := cell.placed.paint(); err != nil {
				return fmt.Errorf("panel (%s): %w", letter(i), err)
			}
		}
		laid.draw(strip)
		return nil
	}}, nil
}

// cells divides a canvas among the panels.
func (p Panels) cells(t theme, c draw.Canvas, legendElsewhere bool) []panelCell {
	size := c.Size()
	titles := p.titles(t, size.X)
	columns, rows := p.columns(), len(titles.heights)
	step := vg.Point{
		X: titles.width + panelColumnGap,
		Y: (size.Y + panelRowGap) / vg.Length(rows),
	}
	cells := make([]panelCell, len(p.Panels))
	for i, panel := range p.Panels {
		row, column := i/columns, i%columns
		left, top := vg.Length(column)*step.X, vg.Length(row)*step.Y
		title := titles.heights[row]
		f := panel.Figure
		if l, ok := f.(legended); ok && legendElsewhere {
			f = l.withoutLegend()
		}
		cells[i] = panelCell{
			canvas: draw.Crop(c, left, left+titles.width-size.X, size.Y-top-step.Y+panelRowGap, -top-title),
			figure: f,
			title:  titles.texts[i],
			height: title,
		}
	}
	return cells
}

// place places every figure in its cell, those of a column in line.
func (p Panels) place(cells []panelCell) error {
	columns := p.columns()
	lefts := make([]vg.Length, columns)
	for i := range cells {
		cell := &cells[i]
		if cell.figure == nil {
			return fmt.Errorf("panel (%s) has no figure", letter(i))
		}
		f, ok := cell.figure.(laidOut)
		if !ok { // a figure of another package, which draws in one go
			cell.placed.paint = func() error { return cell.figure.Draw(cell.canvas) }
			continue
		}
		placed, err := f.layout(cell.canvas)
		if err != nil {
			return fmt.Errorf("panel (%s): %w", letter(i), err)
		}
		cell.placed = placed
		lefts[i%columns] = max(lefts[i%columns], placed.left)
	}
	for i := range cells {
		cell := &cells[i]
		f, ok := cell.figure.(alignable)
		if !ok {
			continue
		}
		placed, err := f.withLeft(lefts[i%columns]).layout(cell.canvas)
		if err != nil {
			return fmt.Errorf("panel (%s): %w", letter(i), err)
		}
		cell.placed = placed
	}
	return nil
}

// drawPanelTitle draws the title above a panel, its letter in bold.
func drawPanelTitle(t theme, cell panelCell, letter string) {
	c := cell.canvas
	sty := aligned(t.labelText(), text.XLeft, text.YTop)
	at := vg.Point{X: c.Min.X, Y: c.Max.Y + cell.height}
	mark := "(" + letter + ")"
	bold := sty
	bold.Font.Weight = xfont.WeightBold
	c.FillText(bold, at, mark)
	first, more, broken := strings.Cut(strings.TrimPrefix(cell.title, mark), "\n")
	c.FillText(sty, at.Add(vg.Point{X: bold.Width(mark + " ")}), strings.TrimSpace(first))
	if broken {
		c.FillText(sty, at.Sub(vg.Point{Y: sty.Height(first)}), more)
	}
}

// Records implements Figure: the records of all panels, with a column for the
// panel and every column that any panel has.
func (p Panels) Records() [][]string {
	header := []string{"panel"}
	for _, panel := range p.Panels {
		if records := panel.records(); len(records) > 0 {
			for _, name := range records[0] {
				if !slices.Contains(header, name) {
					header = append(header, name)
				}
			}
		}
	}
	rows := [][]string{header}
	for i, panel := range p.Panels {
		records := panel.records()
		if len(records) == 0 {
			continue
		}
		for _, record := range records[1:] {
			row := make([]string, len(header))
			row[0] = letter(i)
			for k, cell := range record {
				row[slices.Index(header, records[0][k])] = cell
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func (p Panel) records() [][]string {
	if p.Figure == nil {
		return nil
	}
	return p.Figure.Records()
}
