package audit

import (
	"fmt"
	"math"
	"slices"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

// The rule of trends.
//
// Methods tested on the same noisy data find the same rows hard. So a column need not be smooth along the levels,
// but its difference D from each other column must be:
//
//	D(i) = value(i) − value of another column(i)
//
// The excess of a value is how far D(i) lies outside the span of D(i−1) and D(i+1). At the first and the last
// level it is the span of 0, D(1) and 2D(1) − D(2), since columns may meet there, stay, or continue. The median
// over the other columns counts, so that one wrong number in another column cannot accuse this one.
//
// The excess is compared with the usual roughness: the largest median second difference of D in the table, in the
// column, and in the other columns near the row, plus half a unit of the last digit; at the ends half as much again.
//
// The worst value beyond the limit is reported and removed, because it makes its neighbours look bad, until none
// is left.

// trendLimit is how many times the usual roughness an excess may reach. In the built-in texts, values that
// another printing or an average proves wrong reach 11 and more, all others stay below 5; error-free simulated
// tables stay below 10 (see the tests).
const trendLimit = 10

// columnAllowance is how many times rougher than its table a column may be. Without a bound two wrong numbers
// would make a column rough, and excuse each other.
const columnAllowance = 3

// endAllowance multiplies the roughness at the first and the last level.
const endAllowance = 1.5

// Smaller tables have no trend.
const (
	trendRows    = 4
	trendColumns = 3
)

// A panel is the body of a table as numbers, levels downwards.
type panel struct {
	rows    []string
	columns []string
	values  [][]float64 // by row, then column; NaN where absent
	unit    float64     // of the last printed digit
}

// newPanel reads a table whose rows are levels in order; ok is false for other tables.
func (b *book) newPanel(t printed.Table) (p panel, ok bool) {
	p = panel{rows: t.Body(), columns: t.Results()}
	levels, ok := levelsOf(p.rows)
	if !ok || !slices.IsSorted(levels) || len(p.rows) < trendRows || len(p.columns) < trendColumns ||
		t.Metric.Counts() {
		return panel{}, false
	}
	for _, row := range p.rows {
		line := make([]float64, len(p.columns))
		for j, column := range p.columns {
			line[j] = math.NaN()
			if c, ok := t.At(row, column); ok {
				line[j] = c.Centre
				p.unit = max(p.unit, math.Pow10(-c.Places()))
			}
		}
		p.values = append(p.values, line)
	}
	return p, true
}

// A deviation is the excess of a value, with its own roughness and the usual one.
type deviation struct {
	row, column int
	excess      float64 // signed
	rough       float64 // NaN with fewer than two columns to compare
	usual       float64
	expected    float64
}

func (d deviation) ratio(unit float64) float64 {
	return (math.Abs(d.excess) - unit) / (d.usual + unit/2)
}

func (b *book) checkTrend(t printed.Table) (findings []Finding, examined int) {
	p, ok := b.newPanel(t)
	if !ok {
		return nil, 0
	}
	for range len(p.rows) {
		d, ok := p.worst()
		if !ok || d.ratio(p.unit) <= trendLimit {
			break
		}
		cell, _ := t.At(p.rows[d.row], p.columns[d.column])
		findings = append(findings, Trend.about(cell, Suspicious, fmt.Sprintf("about %.*f", cell.Places(), d.expected),
			"lies %.*f off the trend of its column, %.0f times the usual roughness", cell.Places(), math.Abs(d.excess),
			d.ratio(p.unit)))
		p.values[d.row][d.column] = math.NaN()
	}
	return findings, len(p.rows) * len(p.columns)
}

// worst is the value with the largest ratio; ok is false where nothing can be compared.
func (p panel) worst() (worst deviation, ok bool) {
	var all []deviation
	for i := range p.rows {
		for j := range p.columns {
			if d := p.deviate(i, j); !math.IsNaN(d.rough) {
				all = append(all, d)
			}
		}
	}
	usual := among(all, func(deviation) bool { return true }) // in the table
	for _, d := range all {
		if d.usual = usual; ok && d.ratio(p.unit) <= worst.ratio(p.unit) {
			continue // the rest only increases d.usual, and is slow
		}
		d.usual = p.usual(all, d, usual)
		if !ok || d.ratio(p.unit) > worst.ratio(p.unit) {
			worst, ok = d, true
		}
	}
	return worst, ok
}

// usual is the roughness to expect of a value. Nearby are the other columns at the level and its neighbours. Along is
// the column away from the level, since a wrong value makes its neighbourhood rough.
func (p panel) usual(all []deviation, d deviation, inTable float64) float64 {
	near := func(o deviation) bool { return o.row >= d.row-1 && o.row <= d.row+1 }
	nearby := among(all, func(o deviation) bool { return near(o) && o.column != d.column })
	along := among(all, func(o deviation) bool { return !near(o) && o.column == d.column })
	usual := max(inTable, nearby)
	usual = max(usual, min(along, columnAllowance*usual))
	if d.row == 0 || d.row == len(p.rows)-1 {
		usual *= endAllowance
	}
	return usual
}

func among(all []deviation, picked func(deviation) bool) float64 {
	of := make([]float64, 0, len(all))
	for _, d := range all {
		if picked(d) {
			of = append(of, d.rough)
		}
	}
	return statistics.Median(of)
}

// deviate compares a value with every other column.
func (p panel) deviate(i, j int) deviation {
	n := len(p.columns)
	excesses, second, expected := make([]float64, 0, n), make([]float64, 0, n), make([]float64, 0, n)
	for other := range p.columns {
		if other == j || math.IsNaN(p.values[i][other]) {
			continue
		}
		difference := func(k int) float64 { return p.values[k][j] - p.values[k][other] }
		above, below := p.shared(i, -1, j, other), p.shared(i, +1, j, other)
		d := difference(i)
		var low, high, middle float64
		switch {
		case len(above) > 0 && len(below) > 0:
			x, y := difference(above[0]), difference(below[0])
			low, high, middle = min(x, y), max(x, y), (x+y)/2
			second = append(second, math.Abs(d-middle))
		case len(above)+len(below) >= 2:
			inward := append(above, below...)
			x, y := difference(inward[0]), difference(inward[1])
			low, high, middle = min(0, x, 2*x-y), max(0, x, 2*x-y), x
			second = append(second, math.Abs(d-2*x+y)/2)
		default:
			continue
		}
		excesses = append(excesses, d-min(max(d, low), high))
		expected = append(expected, p.values[i][other]+middle)
	}
	if len(excesses) < 2 || math.IsNaN(p.values[i][j]) {
		return deviation{rough: math.NaN()}
	}
	return deviation{row: i, column: j, excess: agreed(excesses), expected: statistics.Median(expected),
		rough: statistics.Median(second)}
}

// shared lists the two nearest levels from i in one direction at which both columns have a value.
func (p panel) shared(i, step, j, other int) []int {
	levels := make([]int, 0, 2)
	for k := i + step; k >= 0 && k < len(p.rows) && len(levels) < 2; k += step {
		if !math.IsNaN(p.values[k][j]) && !math.IsNaN(p.values[k][other]) {
			levels = append(levels, k)
		}
	}
	return levels
}

// agreed is the median of signed excesses: of the middle two the smaller, or 0 if their signs differ.
func agreed(x []float64) float64 {
	slices.Sort(x)
	n := len(x)
	return max(x[(n-1)/2], 0) + min(x[n/2], 0)
}

// mendTrend looks for misprints near the value of the trend.
func (b *book) mendTrend(f Finding) []Correction {
	t := b.table(f.Table)
	p, _ := b.newPanel(t)
	c, _ := t.At(f.Row, f.Column)
	i, j := slices.Index(p.rows, f.Row), slices.Index(p.columns, f.Column)
	d := p.deviate(i, j)
	if math.IsNaN(d.rough) {
		return nil
	}
	// The trend is a rough guide: a correction must remove three quarters of the excess, to within a few units.
	room := math.Abs(d.excess)/4 + 5*p.unit
	low, high := d.expected-room, d.expected+room
	return append(misprints(c, low, high), exchanged(c, t.Cells(p.rows, []string{f.Column}), low, high)...)
}
