package exhibit

import (
	"cmp"
	"fmt"
	"slices"

	"gpca/report/experiment"
	"gpca/report/table"
	"gpca/report/words"
)

// A reach is the value of a method and how far the settings of its optimiser move
// it: the range over all of them, 0 where it is not known.
type reach struct {
	method string
	value  float64
	width  float64
}

// A tie is a group of methods, from the best on down, that lie no further apart
// than the settings of the optimiser move one of them.
type tie struct {
	members []reach // the best first
	apart   float64
	widest  reach
}

// tied returns the largest such group: a method more may bring its own width with
// it, so that a group can be one though a smaller one is not. It has no members
// when even the best two are further apart.
func tied(reaches []reach, lowerIsBetter bool) tie {
	ordered := slices.Clone(reaches)
	slices.SortStableFunc(ordered, func(a, b reach) int {
		if lowerIsBetter {
			return cmp.Compare(a.value, b.value)
		}
		return cmp.Compare(b.value, a.value)
	})
	var largest tie
	var widest reach
	for i, r := range ordered {
		if r.width > widest.width {
			widest = r
		}
		apart := max(r.value-ordered[0].value, ordered[0].value-r.value)
		// Rates are multiples of one over the number of samples, and equal
		// differences between them differ by rounding.
		if i > 0 && widest.width > 0 && apart <= widest.width*(1+1e-9) {
			largest = tie{ordered[:i+1], apart, widest}
		}
	}
	return largest
}

// markSensitive holds the rows of a grid against the sensitivity table that it
// names: methods that lie closer together than the settings of the optimiser move
// one of them get a mark, and a note says both numbers. A row takes part when its
// cells are those of the sensitivity table: clean digits are clean digits whatever
// noise the other rows have. Without results of that table there is no mark: a selection
// that leaves it out does not compute it for the marks alone.
func (t *projection) markSensitive(src Source, built *table.Table) (notes []string) {
	of, ok := t.scope.Table(t.Sensitivity).(*sensitivityTable)
	if !ok {
		return nil
	}
	widths := of.widths(incidental{src})
	methods := words.Each(t.known(src), func(c line) string { return c.point[experiment.Method] })
	m := t.measure
	number := func(v float64) string { return table.Format(table.Cell{Value: v}, *t.Layout.Decimals).Text }
	for i, r := range t.rows {
		group := tied(t.reaches(src, r, methods, widths), m.LowerIsBetter)
		if len(group.members) == 0 {
			continue
		}
		for j, method := range methods {
			if slices.ContainsFunc(group.members, func(r reach) bool { return r.method == method }) {
				built.Rows[i].Cells[j].Mark += table.SensitiveMark
			}
		}
		notes = append(notes,
			fmt.Sprintf("%s Row %s: within %s%s of each other, while other settings of the optimiser move %s by up "+
				"to %s (Table %s).",
				table.SensitiveMark, built.Rows[i].Heading, number(group.apart), points(m),
				t.scope.Label(group.widest.method), number(group.widest.width), of.head.Number))
	}
	return notes
}

// Reach is the range of a number over the settings of the table that it is held against. Where
// one fit serves all levels, what other settings make of it was measured at one of them and
// is the best that is known of the others, and of the averages.
func (t *projection) Reach(src Source, label, column string) float64 {
	of, ok := t.scope.Table(t.Sensitivity).(*sensitivityTable)
	if !ok {
		return 0
	}
	widths := of.widths(incidental{src})
	r, found := t.find(label)
	for i, o := range t.rows {
		same := found && t.lines[i].name == r.name
		if v := t.at(src, o, column); same || v.Shared && (!found || t.byLevel) {
			if width, ok := widths[v.Key]; ok {
				return width
			}
		}
	}
	return 0
}

// reaches are those of the methods in a row, each method once; none when a value
// is missing, as then nobody knows which is the best.
func (t *projection) reaches(src Source, r row, methods []string, widths map[string]float64) []reach {
	var reaches []reach
	for i, method := range methods {
		if method == "" || slices.Contains(methods[:i], method) {
			continue
		}
		v := t.at(src, r, method)
		if v.State != table.Filled {
			return nil
		}
		reaches = append(reaches, reach{method, v.Mean(), widths[v.Key]})
	}
	return reaches
}

// widths are the ranges over all settings, as far as they are complete, by the key of
// the cell under the experiment's own settings.
func (t *sensitivityTable) widths(src Source) map[string]float64 {
	widths := map[string]float64{}
	for _, r := range t.rows {
		for _, method := range t.Methods {
			s := t.spread(src, []row{r}, method)
			if worst(s.all()) == table.Filled && s.own.Key != "" {
				widths[s.own.Key] = extentOf(s.all()).width()
			}
		}
	}
	return widths
}
