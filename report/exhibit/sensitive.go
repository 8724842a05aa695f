package exhibit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/study"
	"gpca/report/table"
)

// sensitiveMark stands behind numbers that lie closer together than the settings
// of the optimiser move one of them.
const sensitiveMark = "≈"

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
// noise the other rows have. Without results of that table there is no mark.
func (b Builder) markSensitive(built *table.Table, t *study.Table) (notes []string) {
	of := b.Study.Table(t.Sensitivity)
	if t.Sensitivity == "" || of == nil {
		return nil
	}
	e := b.Study.Experiment(t.Experiment)
	widths := b.widths(of)
	methods := b.methodsOf(t)
	number := func(v float64) string { return table.Format(table.Cell{Value: v}, t.Decimals).Text }
	for i, p := range rowsOf(e, t) {
		group := tied(b.reaches(e, p, methods, widths), e.LowerIsBetter())
		if len(group.members) == 0 {
			continue
		}
		for j, method := range methods {
			if slices.ContainsFunc(group.members, func(r reach) bool { return r.method == method }) {
				built.Rows[i].Cells[j].Mark += sensitiveMark
			}
		}
		notes = append(notes, fmt.Sprintf("%s In row %s these methods lie within %s%s of each other, while other settings of the optimiser (%s) move %s alone by up to %s (Table %s).",
			sensitiveMark, built.Rows[i].Heading, number(group.apart), points(e), settingNames(b.Study.Experiment(of.Experiment)),
			b.Study.Label(group.widest.method), number(group.widest.width), of.Number))
	}
	return notes
}

// reaches are those of the methods in a row, each method once; none when a value
// is missing, as then nobody knows which is the best.
func (b Builder) reaches(e *study.Experiment, p place, methods []string, widths map[string]float64) []reach {
	var reaches []reach
	for i, method := range methods {
		if method == "" || slices.Contains(methods[:i], method) {
			continue
		}
		need := study.Need{Experiment: e, Data: p.data, Level: p.level, Method: method}
		v := b.value(need)
		if v.state != table.Filled {
			return nil
		}
		r, _ := b.Result(need)
		reaches = append(reaches, reach{method, v.mean(), widths[r.Key]})
	}
	return reaches
}

// methodsOf are the methods behind the columns of a grid, the winner for a best-of
// column; empty for a column that is no method, or not yet known which.
func (b Builder) methodsOf(t *study.Table) []string {
	methods := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		methods[i] = column.Method
		if column.BestOf == "" {
			continue
		}
		if winner, state := b.winner(column); state == table.Filled {
			methods[i] = winner
		}
	}
	return methods
}

// widths are the ranges over all settings behind a sensitivity table, as far as
// they are complete, by the key of the cell under the experiment's own settings.
func (b Builder) widths(t *study.Table) map[string]float64 {
	e := b.Study.Experiment(t.Experiment)
	widths := map[string]float64{}
	for _, p := range rowsOf(e, t) {
		for _, method := range t.Rows {
			own, ok := b.Result(study.Need{Experiment: e, Data: p.data, Level: p.level, Method: method})
			if s := b.spread(e, []place{p}, method); ok && worst(s.all()) == table.Filled {
				widths[own.Key] = s.width()
			}
		}
	}
	return widths
}

// settingNames lists the settings that an experiment varies.
func settingNames(e *study.Experiment) string {
	var names []string
	for _, s := range e.Varied() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}
