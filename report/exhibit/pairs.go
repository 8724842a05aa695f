package exhibit

import (
	"math"
	"slices"

	"gpca/report/exhibit/fill"
	"gpca/report/table"
)

// methodPairs says how far apart the two methods of each row are: how many of their numbers are equal, how far
// apart the others are, and which is nearer to print.
type methodPairs struct{ underived }

func (a *methodPairs) columns(src Source, rows []line) derived {
	d := headed("numbers", "equal", "mean difference", "mean |d|", "largest |d|")
	d.corner, d.metric = "Pair", "difference between two methods, in the unit of each experiment"
	d.notes = []string{
		"numbers: one for each draw at each level or data set; equal: to nine digits",
		"mean difference: of the first method less the second; |d|: its absolute value",
	}
	compares := src.Printed().At != nil && allReal(src, a.t.data) &&
		slices.ContainsFunc(rows, func(r line) bool { return r.printed != "" })
	if compares {
		d.columns = append(d.columns, headed("first from print", "second from print").columns...)
		d.notes = append(d.notes,
			"from print: mean absolute difference from the printed numbers of the first method")
	}
	for _, r := range rows {
		first, second := a.t.under(src, r, r.pair.First), a.t.under(src, r, r.pair.Second)
		cells := between(first, second)
		if compares {
			cells = append(cells, fromFirst(src, r, first), fromFirst(src, r, second))
		}
		d.add(cells...)
	}
	return d
}

// fromFirst is the average distance of values from those in print for the first method of a pair.
func fromFirst(src Source, r line, values []Value) table.Cell {
	var held []counterpart
	for i, p := range r.places {
		if number, ok := src.Printed().At(r.printed, p.data, p.level.Number, r.pair.First); ok {
			held = append(held, counterpart{values[i], number})
		}
	}
	d := differenceOf(held)
	return d.cell(d.mean())
}

func between(first, second []Value) []table.Cell {
	if state := max(fill.Worst(first...), fill.Worst(second...)); state != table.Filled {
		return slices.Repeat([]table.Cell{fill.RestsOn(state).Bare()}, 5)
	}
	var count, equal, sum, absolute, largest float64
	for i, v := range first {
		for k, x := range v.Draws {
			d := x - second[i].Draws[k]
			if math.Abs(d) <= 1e-9*math.Abs(x) { // the order of summation changes the last bits
				equal++
			}
			count, sum, absolute, largest = count+1, sum+d, absolute+math.Abs(d), max(largest, math.Abs(d))
		}
	}
	return []table.Cell{
		{Value: count, DecimalsSet: true}, {Value: equal, DecimalsSet: true},
		{Value: sum / count}, {Value: absolute / count}, {Value: largest},
	}
}
