package exhibit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/table"
	"gpca/report/words"
)

// A difference sums how far the numbers of a variant are from those in print.
type difference struct {
	count            int
	absolute, signed float64
	least, largest   float64 // ratio of ours to print
	state            table.State
	// columns are the absolute differences by the column of the table, NaN for one
	// without any.
	columns []float64
}

func (d *difference) add(column int, ours Value, printed float64) {
	if d.state = max(d.state, ours.State); ours.State != table.Filled {
		return
	}
	mean := ours.Mean()
	ratio := mean / printed
	if d.count == 0 {
		d.least, d.largest = ratio, ratio
	}
	d.least, d.largest = min(d.least, ratio), max(d.largest, ratio)
	d.count++
	d.absolute += math.Abs(mean - printed)
	d.signed += mean - printed
	if math.IsNaN(d.columns[column]) {
		d.columns[column] = 0
	}
	d.columns[column] += math.Abs(mean - printed)
}

func (d difference) mean() float64 { return d.absolute / float64(max(d.count, 1)) }

// cell shows a number that rests on all of the differences.
func (d difference) cell(number float64) table.Cell {
	switch {
	case d.state != table.Filled:
		return table.Cell{State: d.state, Reason: "rests on a cell that is " + d.state.String()}
	case d.count == 0 || math.IsInf(number, 0) || math.IsNaN(number):
		return table.Cell{State: table.Blank}
	}
	return table.Cell{Value: number}
}

// nearestToPrint says which variant is nearest to print, as numbers tell it. Nothing is
// typed in. Blocks count in which every variant can be compared with print.
func (b *variantsBuild) nearestToPrint() []string {
	blocks := slices.DeleteFunc(slices.Clone(b.apart), func(block []difference) bool {
		return slices.ContainsFunc(block, func(d difference) bool { return d.state != table.Filled || d.count == 0 })
	})
	if len(blocks) == 0 {
		return nil
	}
	variants := b.variants
	total := make([]difference, len(variants))
	wins := make([]int, len(variants))
	byColumn := make([][]int, len(blocks[0][0].columns))
	for j := range byColumn {
		byColumn[j] = make([]int, len(variants))
	}
	for _, block := range blocks {
		for i, d := range block {
			total[i].count += d.count
			total[i].absolute += d.absolute
			total[i].signed += d.signed
		}
		credit(wins, func(i int) float64 { return block[i].mean() })
		for j := range byColumn {
			credit(byColumn[j], func(i int) float64 { return block[i].columns[j] })
		}
	}
	number := func(x float64) string {
		return table.Format(table.Cell{Value: x}, b.built.Decimals).Text
	}
	signed := func(x float64) string {
		if x > 0 {
			return "+" + number(x)
		}
		return number(x)
	}
	name := func(i int, what string) string {
		d := total[i]
		return fmt.Sprintf("%s: %s%s, bias %s", words.Quote(variants[i].label), what, number(d.mean()), signed(d.signed/float64(d.count)))
	}
	best := nearest(len(total), func(i int) float64 { return total[i].mean() })
	const difference, bias = "mean difference ", " (bias is ours less print)."
	if len(variants) < 2 {
		return []string{fmt.Sprintf("Against %s, %s%s", b.src.Printed().Source, name(0, difference), bias)}
	}
	if len(blocks) < 2 {
		note := fmt.Sprintf("Nearest to %s is %s", b.src.Printed().Source, name(best, difference))
		if best != 0 {
			note += "; the first row, " + name(0, "")
		}
		return append([]string{note + bias}, steadiest(b, blocks[0])...)
	}
	var sums []string
	for i := range total {
		sums = append(sums, name(i, ""))
	}
	notes := []string{
		fmt.Sprintf("Nearest to %s, by the mean difference of a row: %s.", b.src.Printed().Source, shares(b, wins, len(blocks))),
		fmt.Sprintf("Mean difference over all %s, %s%s", b.first.rowsAre(), strings.Join(sums, "; "), bias),
	}
	if b.Method == "" && len(b.shown) > 1 {
		var lines []string
		for j, counts := range byColumn {
			lines = append(lines, b.built.Columns[j]+": "+strings.Join(words.Each(counts, strconv.Itoa), " to "))
		}
		labels := words.Each(variants, func(v variant) string { return words.Quote(v.label) })
		notes = append(notes, fmt.Sprintf("By column, on how many %s each is nearest (%s): %s.", b.first.rowsAre(), strings.Join(labels, " to "), strings.Join(lines, "; ")))
	}
	return notes
}

// steadiest names the variant whose ratio to print varies least, where a ratio
// means something.
func steadiest(b *variantsBuild, block []difference) []string {
	if !b.first.measure.Ratio {
		return nil
	}
	at := nearest(len(block), func(i int) float64 { return block[i].largest / block[i].least })
	ratio := func(d difference) string {
		return fmt.Sprintf("%.2f to %.2f", d.least, d.largest)
	}
	note := fmt.Sprintf("Ours divided by print varies least, over all rows and columns in print, for %s: %s", words.Quote(b.variants[at].label), ratio(block[at]))
	if at != 0 {
		note += fmt.Sprintf("; for the first row it is %s", ratio(block[0]))
	}
	return []string{note + "."}
}

// shares words how many of all each variant has.
func shares(b *variantsBuild, counts []int, all int) string {
	var parts []string
	for i, count := range counts {
		text := fmt.Sprintf("%s on %d", words.Quote(b.variants[i].label), count)
		if i == 0 {
			text += fmt.Sprintf(" of %d %s", all, b.first.rowsAre())
		}
		parts = append(parts, text)
	}
	tied := all
	for _, count := range counts {
		tied -= count
	}
	if tied > 0 {
		parts = append(parts, fmt.Sprintf("%d tied", tied))
	}
	return strings.Join(parts, ", ")
}

// nearest is the index of the least value, the first of equal ones.
func nearest(n int, value func(int) float64) int {
	at := 0
	for i := range n {
		if value(i) < value(at) {
			at = i
		}
	}
	return at
}

// credit adds one to the count of the least value. Where it is not the least alone,
// no count grows.
func credit(counts []int, value func(int) float64) {
	at := nearest(len(counts), value)
	for i := range counts {
		if i != at && !(value(i) > value(at)) {
			return
		}
	}
	counts[at]++
}
