package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpca/report/experiment"
	"gpca/report/table"
	"gpca/report/words"
)

// A reach is the value of a method with its range over all settings of the optimiser, 0 if unknown.
type reach struct {
	method string
	value  float64
	width  float64
}

// A tie is a group of methods, from the best on down, that differ by no more than the range of one of them.
type tie struct {
	members []reach // the best first
	apart   float64
	widest  reach
}

// tied returns the largest tie, empty if there is none. A larger group can be a tie though a smaller one is
// not, since each method brings its own range.
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
		apart := math.Abs(r.value - ordered[0].value)
		// Equal differences of rates, which are multiples of 1/samples, differ by rounding.
		if i > 0 && widest.width > 0 && apart <= widest.width*(1+1e-9) {
			largest = tie{ordered[:i+1], apart, widest}
		}
	}
	return largest
}

// markSensitive compares the rows with the sensitivity table that the table names. The methods of a tie get
// a mark, and a note gives both numbers. Only rows whose cells are those of the sensitivity table take
// part. Nothing is computed for the marks.
func (t *projection) markSensitive(src Source, built *table.Table) (notes []string) {
	of := derivedOf[ranging](t.scope.Table(t.Sensitivity))
	if of == nil {
		return nil
	}
	widths := of.widths(incidental{src})
	methods := words.Each(t.known(src), func(c line) string { return c.point[experiment.Method] })
	number := func(v float64) string { return table.Number(v, *t.Layout.Decimals) }
	for i, r := range t.rows {
		group := tied(t.reaches(src, r, methods, widths), t.measure.LowerIsBetter)
		if len(group.members) == 0 {
			continue
		}
		for j, method := range methods {
			if slices.ContainsFunc(group.members, func(r reach) bool { return r.method == method }) {
				built.Rows[i].Cells[j].Mark += table.SensitiveMark
			}
		}
		notes = append(notes,
			fmt.Sprintf("%s Row %s: %s%s apart; %s spans %s over the settings of the optimiser (Table %s).",
				table.SensitiveMark, built.Rows[i].Heading, number(group.apart), points(t.measure),
				t.scope.Label(group.widest.method), number(group.widest.width), t.Sensitivity))
	}
	return notes
}

// Reach is the range of a number over the settings of the sensitivity table that the table names. A
// fit that serves all levels is measured at one of them; its range is the best estimate for other
// levels and for averages.
func (t *projection) Reach(src Source, label, column string) float64 {
	of := derivedOf[ranging](t.scope.Table(t.Sensitivity))
	if of == nil {
		return 0
	}
	widths := of.widths(incidental{src})
	r, found := t.find(label)
	for i, o := range t.rows {
		same := found && t.lines[i].name == r.name
		if v := t.at(src, o, column); same || v.Shared && (!found || t.byLevel) {
			if width, ok := widths(v.Key); ok {
				return width
			}
		}
	}
	return 0
}

// reaches are those of the methods in a row, each method once; none if a value is missing, since the best
// method is then unknown.
func (t *projection) reaches(src Source, r row, methods []string, width func(key string) (float64, bool)) []reach {
	var reaches []reach
	for _, method := range words.AppendNew(nil, methods...) {
		if method == "" {
			continue
		}
		v := t.at(src, r, method)
		if !v.filled() {
			return nil
		}
		wide, _ := width(v.Key)
		reaches = append(reaches, reach{method, v.Mean(), wide})
	}
	return reaches
}
