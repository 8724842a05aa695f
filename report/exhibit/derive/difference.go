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
	"gpca/report/experiment"
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
	sum := 0.0
	for _, b := range of {
		sum += b.printed
	}
	if math.IsNaN(sum) {
		return table.Cell{State: table.Blank}
	}
	return table.Cell{Value: sum / float64(len(of))}
}

// A difference sums the distances of numbers from those in print.
type difference struct {
	count            int
	absolute, signed float64
	least, largest   float64 // ratio of ours to print
	state            table.State
}

func differenceOf(of []counterpart) difference {
	d := difference{least: math.Inf(1), largest: math.Inf(-1)}
	for _, b := range of {
		if math.IsNaN(b.printed) {
			continue
		}
		if d.state = max(d.state, b.ours.State); !b.ours.Filled() {
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

func (d difference) mean() float64 { return d.absolute / float64(max(d.count, 1)) }

func (d difference) cell(number float64) table.Cell {
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
type fromPrint struct{ none }

// A comparison holds the numbers of a row with those in print, by column.
type comparison struct {
	label string
	cells [][]counterpart // several numbers for an average
}

func (s comparison) all() []counterpart { return slices.Concat(s.cells...) }

func (fromPrint) Needs(*layout.Layout) []layout.Need { return nil }

func (p fromPrint) Columns(f *fill.Filled) Columns {
	places := words.Grouped(words.Each(statistics.Indices(len(f.Rows)), func(i int) int { return i }), func(i int) int { return f.Rows[i].First })
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
	if f.Measure().Ratio {
		d = headed("Mean difference from print", "Least ratio to print", "Largest ratio to print")
	}
	d.Above = map[int]table.Row{}
	at := 0
	for i, block := range blocks {
		if slices.ContainsFunc(block[0].all(), isPrinted) {
			heading := "in print"
			if first := f.Rows[places[i][0]]; f.Blocked {
				spot, _ := first.Spots[0].Title().Text(f.Title, f.Label)
				heading = spot + ", " + heading
			}
			// A rule sets off the summary and the next block.
			d.Above[at] = table.Row{Heading: heading, Summary: true, Cells: words.Each(block[0].cells, inPrint)}
		}
		differences := words.Each(block, func(s comparison) table.Cell {
			d := differenceOf(s.all())
			return d.cell(d.mean())
		})
		if len(places[i]) > 1 {
			Bold(differences, f.Decimals, true) // the nearest as printed
		}
		for k, s := range block {
			of := differenceOf(s.all())
			d.add([]table.Cell{differences[k], of.cell(of.least), of.cell(of.largest)}[:len(d.Columns)]...)
		}
		at += len(block)
	}
	d.Notes = nearest(f, blocks)
	return d
}

// counterparts are the numbers of a row and a column with those in print, which are those of the first row's
// data sets, NaN if the data of any row is generated.
func counterparts(f *fill.Filled, row int, c fill.Column) (all []counterpart) {
	r := f.Rows[row]
	at := max(r.First, c.Nth-1)
	for i, v := range c.Places[row].Behind {
		b := counterpart{v, math.NaN()}
		first := f.Grid.Spots[at+i]
		data := words.Each(f.Rows, func(r layout.Row) string { return r.Grid.Spots[at+i].Data })
		if f.Printed.At != nil && f.AllReal(data) {
			method := cmp.Or(c.Method(), f.Point[experiment.Method])
			if number, ok := f.Printed.At(f.InPrint, first.Data, first.Level.Number, method); ok {
				b.printed = number
			}
		}
		all = append(all, b)
	}
	return all
}

// nearest names the row nearest to print, by blocks in which all can be compared.
func nearest(f *fill.Filled, blocks [][]comparison) []string {
	labels := words.Each(blocks[0], func(s comparison) string { return words.Quote(s.label) })
	total, wins := make([]difference, len(labels)), make([]int, len(labels))
	byColumn := words.Each(blocks[0][0].cells, func([]counterpart) []int { return make([]int, len(labels)) })
	var compared [][]difference
	for _, block := range blocks {
		differences := words.Each(block, func(s comparison) difference { return differenceOf(s.all()) })
		if slices.ContainsFunc(differences,
			func(d difference) bool { return d.state != table.Filled || d.count == 0 }) {
			continue
		}
		compared = append(compared, differences)
		for i, d := range differences {
			total[i].count += d.count
			total[i].absolute += d.absolute
			total[i].signed += d.signed
		}
		credit(wins, words.Each(differences, difference.mean))
		for j := range byColumn {
			credit(byColumn[j], words.Each(block, func(s comparison) float64 {
				if d := differenceOf(s.cells[j]); d.count > 0 {
					return d.absolute
				}
				return math.NaN()
			}))
		}
	}
	if len(compared) == 0 {
		return nil
	}
	number := func(x float64) string { return table.Number(x, f.Decimals) }
	name := func(i int, what string) string {
		bias := total[i].signed / float64(total[i].count)
		signed := number(bias)
		if bias > 0 {
			signed = "+" + signed
		}
		return fmt.Sprintf("%s: %s%s, bias %s", labels[i], what, number(total[i].mean()), signed)
	}
	const mean, bias = "mean difference ", " (bias is ours less print)."
	source, rowsAre := f.Printed.Source, f.Grid.SpotsAre()
	if len(labels) < 2 {
		return []string{fmt.Sprintf("Against %s, %s%s", source, name(0, mean), bias)}
	}
	if len(compared) < 2 {
		best := floats.MinIdx(words.Each(total, difference.mean))
		note := fmt.Sprintf("Nearest to %s is %s", source, name(best, mean))
		if best != 0 {
			note += "; the first row, " + name(0, "")
		}
		notes := []string{note + bias}
		if f.Measure().Ratio { // of values on a ratio scale
			notes = append(notes, steadiest(labels, compared[0]))
		}
		return notes
	}
	var sums, parts []string
	tied := len(compared)
	for i, count := range wins {
		sums = append(sums, name(i, ""))
		parts = append(parts, fmt.Sprintf("%s on %d", labels[i], count))
		tied -= count
	}
	parts[0] += fmt.Sprintf(" of %d %s", len(compared), rowsAre)
	if tied > 0 {
		parts = append(parts, fmt.Sprintf("%d tied", tied))
	}
	notes := []string{
		fmt.Sprintf("Rows nearest to %s by mean absolute difference: %s.", source, strings.Join(parts, ", ")),
		fmt.Sprintf("Mean difference over all %s, %s%s", rowsAre, strings.Join(sums, "; "), bias),
	}
	if f.Point[experiment.Method] == "" && len(f.Columns) > 1 {
		var lines []string
		for j, counts := range byColumn {
			heading := f.ColumnTitle(f.Columns[j].Column)
			lines = append(lines, heading+": "+strings.Join(words.Each(counts, strconv.Itoa), " to "))
		}
		notes = append(notes, fmt.Sprintf("Number of %s on which each is nearest, by column (%s): %s.",
			rowsAre, strings.Join(labels, " to "), strings.Join(lines, "; ")))
	}
	return notes
}

func steadiest(labels []string, of []difference) string {
	at := floats.MinIdx(words.Each(of, func(d difference) float64 { return d.largest / d.least }))
	ratio := func(d difference) string { return fmt.Sprintf("%.2f to %.2f", d.least, d.largest) }
	note := fmt.Sprintf("The ratio of ours to print varies least for %s: %s",
		labels[at], ratio(of[at]))
	if at != 0 {
		note += "; for the first row it is " + ratio(of[0])
	}
	return note + "."
}

// credit increments the count of the unique smallest value, none if a value is NaN.
func credit(counts []int, values []float64) {
	at := floats.MinIdx(values)
	for i, v := range values {
		if i != at && !(v > values[at]) {
			return
		}
	}
	counts[at]++
}
