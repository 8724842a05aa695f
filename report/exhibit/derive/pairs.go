package derive

import (
	"math"
	"slices"

	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/table"
)

// methodPairs says how far apart the two methods of each row are: how many of their numbers are equal, how far
// apart the others are, and which is nearer to print.
type methodPairs struct{ unread }

func (methodPairs) Needs() []layout.Need {
	return []layout.Need{
		{Key: "first", Of: func(r layout.Row) layout.Column { return layout.Column{}.Of(r.Pair.First) }},
		{Key: "second", Of: func(r layout.Row) layout.Column { return layout.Column{}.Of(r.Pair.Second) }},
	}
}

func (methodPairs) Columns(f *fill.Filled) Columns {
	d := headed("numbers", "equal", "mean difference", "mean |d|", "largest |d|")
	d.Corner, d.Metric = "Pair", "difference between two methods, in the unit of each experiment"
	d.Notes = []string{
		"numbers: one for each draw at each level or data set; equal: to nine digits",
		"mean difference: of the first method less the second; |d|: its absolute value",
	}
	compares := f.Printed.At != nil && f.AllReal(f.Data) &&
		slices.ContainsFunc(f.Rows, func(r layout.Row) bool { return r.Printed != "" })
	if compares {
		d.Columns = append(d.Columns, headed("first from print", "second from print").Columns...)
		d.Notes = append(d.Notes, "from print: mean absolute difference from the printed numbers of the first method")
	}
	for i, r := range f.Rows {
		first, second := f.Needed["first"][i].Behind, f.Needed["second"][i].Behind
		cells := between(first, second)
		if compares {
			cells = append(cells, fromFirst(f, r, first), fromFirst(f, r, second))
		}
		d.add(cells...)
	}
	return d
}

// fromFirst is the average distance of values from those in print for the first method of a pair.
func fromFirst(f *fill.Filled, r layout.Row, values []fill.Value) table.Cell {
	var held []counterpart
	for i, s := range r.Spots {
		if number, ok := f.Printed.At(r.Printed, s.Data, s.Level.Number, r.Pair.First); ok {
			held = append(held, counterpart{values[i], number})
		}
	}
	d := gapOf(held)
	return d.cell(d.mean())
}

func between(first, second []fill.Value) []table.Cell {
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
