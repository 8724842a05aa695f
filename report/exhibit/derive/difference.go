package derive

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// A counterpart is a printed number, NaN for none, with ours.
type counterpart struct {
	ours    fill.Value
	printed float64
}

func inPrint(of []counterpart) table.Cell {
	mean := statistics.Mean(words.Each(of, func(b counterpart) float64 { return b.printed }))
	if math.IsNaN(mean) {
		return table.Cell{State: table.Blank}
	}
	return table.Cell{Value: mean}
}

// A gap sums the distances of numbers from those in print.
type gap struct {
	count            int
	absolute, signed float64
	least, largest   float64 // ratio of ours to print
	state            table.State
}

func gapOf(of []counterpart) gap {
	d := gap{least: math.Inf(1), largest: math.Inf(-1)}
	for _, b := range of {
		if math.IsNaN(b.printed) {
			continue
		}
		d.state = max(d.state, b.ours.State)
		if !b.ours.Known() {
			continue
		}
		mean := b.ours.Mean()
		d.least, d.largest = min(d.least, mean/b.printed), max(d.largest, mean/b.printed)
		d.count++
		d.absolute += math.Abs(mean - b.printed)
		d.signed += mean - b.printed
	}
	return d
}

func (d gap) mean() float64 { return d.absolute / float64(max(d.count, 1)) }

func (d gap) cell(number float64) table.Cell {
	switch {
	case d.state != table.Filled:
		return fill.RestsOn(d.state).Bare()
	case d.count == 0 || math.IsInf(number, 0) || math.IsNaN(number):
		return table.Cell{State: table.Blank}
	}
	return table.Cell{Value: number}
}

// fromPrint gives the distances of labelled rows from the numbers in print, which stand above each block.
// There are none on generated data.
type fromPrint struct{ unread }

// A comparison holds the numbers of a row with those in print, by column.
type comparison struct {
	label string
	cells [][]counterpart // several numbers for an average
}

func (s comparison) all() []counterpart { return slices.Concat(s.cells...) }

func (fromPrint) Columns(f *fill.Filled) Columns {
	places := words.Grouped(statistics.Indices(len(f.Rows)), func(i int) int { return f.Rows[i].First })
	blocks := words.Each(places, func(block []int) []comparison {
		return words.Each(block, func(i int) comparison {
			of := func(c fill.Column) []counterpart { return counterparts(f, i, c) }
			return comparison{f.Rows[i].Key, words.Each(f.Columns, of)}
		})
	})
	isPrinted := func(b counterpart) bool { return !math.IsNaN(b.printed) }
	if !slices.ContainsFunc(blocks, func(b []comparison) bool { return slices.ContainsFunc(b[0].all(), isPrinted) }) {
		return Columns{}
	}
	d := headed("Mean difference from print")
	if f.Grid.Measured.Ratio {
		d = headed("Mean difference from print", "Least ratio to print", "Largest ratio to print")
	}
	d.Above = map[int]table.Row{}
	at := 0
	for i, block := range blocks {
		if slices.ContainsFunc(block[0].all(), isPrinted) {
			heading := "in print"
			if spot := f.Rows[places[i][0]].Spots[0]; len(blocks) > 1 {
				if f.Pool == layout.PoolLevels {
					spot.Level.Label = "" // a block is a data set, not a level
				}
				title, _ := spot.Title().Text(f.Title, f.Label)
				heading = title + ", " + heading
			}
			// A rule sets off the summary and the next block.
			d.Above[at] = table.Row{Heading: heading, Summary: true, Cells: words.Each(block[0].cells, inPrint)}
		}
		gaps := words.Each(block, func(s comparison) gap { return gapOf(s.all()) })
		differences := words.Each(gaps, func(d gap) table.Cell { return d.cell(d.mean()) })
		if len(places[i]) > 1 {
			bold(differences, f.Decimals, true) // the nearest as printed
		}
		for k, of := range gaps {
			d.add([]table.Cell{differences[k], of.cell(of.least), of.cell(of.largest)}[:len(d.Columns)]...)
		}
		at += len(block)
	}
	d.Notes = tallyOf(f, blocks).notes()
	return d
}

// counterparts pair the numbers of a row and a column with those in print. Print is looked up by the data sets of the
// first row. It is NaN where the data of any row is generated.
func counterparts(f *fill.Filled, row int, c fill.Column) (all []counterpart) {
	r := f.Rows[row]
	at := max(r.First, c.Nth-1)
	for i, v := range c.Place(row).Behind {
		b := counterpart{v, math.NaN()}
		first := f.Grid.Spots[at+i]
		data := words.Each(f.Rows, func(r layout.Row) string { return r.Grid.Spots[at+i].Data })
		if f.Printed.At != nil && f.AllReal(data) {
			method := cmp.Or(c.Method(), f.Method())
			if number, ok := f.Printed.At(f.InPrint, first.Data, first.Level.Number, method); ok {
				b.printed = number
			}
		}
		all = append(all, b)
	}
	return all
}

// A tally compares the rows of those blocks in which all rows can be compared with print.
type tally struct {
	f      *fill.Filled
	blocks [][]comparison
	labels []string // of the rows of a block
	total  []gap    // of each row, over all blocks
}

func tallyOf(f *fill.Filled, blocks [][]comparison) tally {
	t := tally{f: f, labels: words.Each(blocks[0], func(s comparison) string { return words.Quote(s.label) })}
	t.blocks = slices.DeleteFunc(blocks, func(block []comparison) bool {
		return slices.ContainsFunc(block, func(s comparison) bool {
			d := gapOf(s.all())
			return d.state != table.Filled || d.count == 0
		})
	})
	for i := range t.labels {
		rows := words.Each(t.blocks, func(block []comparison) []counterpart { return block[i].all() })
		t.total = append(t.total, gapOf(slices.Concat(rows...)))
	}
	return t
}

// nearest counts for each row the blocks in which its distance alone is the smallest. No row is the nearest where a
// distance is NaN.
func (t tally) nearest(distance func(comparison) float64) []int {
	counts := make([]int, len(t.labels))
	for _, block := range t.blocks {
		distances := words.Each(block, distance)
		at := floats.MinIdx(distances)
		least := distances[at]
		distances[at] = math.Inf(1)
		if !slices.ContainsFunc(distances, func(d float64) bool { return !(d > least) }) {
			counts[at]++
		}
	}
	return counts
}

// row says how far a row is from print.
func (t tally) row(i int, what string) string {
	number := func(x float64) string { return table.Number(x, t.f.Decimals) }
	bias := t.total[i].signed / float64(t.total[i].count)
	signed := number(bias)
	if bias > 0 {
		signed = "+" + signed
	}
	return fmt.Sprintf("%s: %s%s, bias %s", t.labels[i], what, number(t.total[i].mean()), signed)
}

const meanDifference, biasIs = "mean difference ", " (bias is ours less print)."

// notes say which row is nearest to print.
func (t tally) notes() []string {
	switch {
	case len(t.blocks) == 0:
		return nil
	case len(t.labels) < 2:
		return []string{fmt.Sprintf("Against %s, %s%s", t.f.Printed.Source, t.row(0, meanDifference), biasIs)}
	case len(t.blocks) < 2:
		return t.ofOneBlock()
	}
	return t.ofBlocks()
}

func (t tally) ofOneBlock() []string {
	best := floats.MinIdx(words.Each(t.total, gap.mean))
	note := fmt.Sprintf("Nearest to %s is %s", t.f.Printed.Source, t.row(best, meanDifference))
	if best != 0 {
		note += "; the first row, " + t.row(0, "")
	}
	notes := []string{note + biasIs}
	if t.f.Grid.Measured.Ratio {
		notes = append(notes, t.steadiest())
	}
	return notes
}

func (t tally) ofBlocks() []string {
	spots := t.f.Grid.SpotsAre()
	if t.f.Pool == layout.PoolLevels {
		spots = "data sets"
	}
	var sums, parts []string
	ties := len(t.blocks)
	for i, count := range t.nearest(func(s comparison) float64 { return gapOf(s.all()).mean() }) {
		sums = append(sums, t.row(i, ""))
		parts = append(parts, fmt.Sprintf("%s on %d", t.labels[i], count))
		ties -= count
	}
	parts[0] += fmt.Sprintf(" of %d %s", len(t.blocks), spots)
	if ties > 0 {
		parts = append(parts, fmt.Sprintf("%d tied", ties))
	}
	notes := []string{
		fmt.Sprintf("Rows nearest to %s by mean absolute difference: %s.", t.f.Printed.Source,
			strings.Join(parts, ", ")),
		fmt.Sprintf("Mean difference over all %s, %s%s", spots, strings.Join(sums, "; "), biasIs),
	}
	if t.f.Method() == "" && len(t.f.Columns) > 1 {
		var columns []string
		for j, c := range t.f.Columns {
			counts := t.nearest(func(s comparison) float64 {
				if d := gapOf(s.cells[j]); d.count > 0 {
					return d.absolute
				}
				return math.NaN()
			})
			columns = append(columns,
				t.f.ColumnTitle(c.Column)+": "+strings.Join(words.Each(counts, strconv.Itoa), " to "))
		}
		notes = append(notes, fmt.Sprintf("Number of %s on which each is nearest, by column (%s): %s.",
			spots, strings.Join(t.labels, " to "), strings.Join(columns, "; ")))
	}
	return notes
}

// steadiest names the row whose ratio to print varies least. Values on a ratio scale alone have one.
func (t tally) steadiest() string {
	at := floats.MinIdx(words.Each(t.total, func(d gap) float64 { return d.largest / d.least }))
	ratio := func(i int) string { return fmt.Sprintf("%.2f to %.2f", t.total[i].least, t.total[i].largest) }
	note := fmt.Sprintf("The ratio of ours to print varies least for %s: %s", t.labels[at], ratio(at))
	if at != 0 {
		note += "; for the first row it is " + ratio(0)
	}
	return note + "."
}
