package audit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
)

// A planted error: tables that contain it, and whether a report names it.
type planted struct {
	what   string
	tables []printed.Table
	named  func(*audit.Report) bool
}

// A gardener plants one error at a random place; ok is false where the place
// that came up cannot show it, as when equal values are exchanged.
type gardener struct {
	name  string
	plant func(r *rand.Rand, tables []printed.Table, o audit.Options) (p planted, ok bool)
}

func gardeners() []gardener {
	return []gardener{
		{"wrong average", plantAverage},
		{"moved bold", plantBold},
		{"swapped row", plantRow},
		{"shifted digit", plantDigit},
		{"miscounted win", plantCount},
	}
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// pickTable picks a table of the thesis that has averages.
func pickTable(r *rand.Rand, tables []printed.Table) (int, printed.Table) {
	for {
		i := r.IntN(len(tables))
		if _, ok := tables[i].Average(); ok && tables[i].Source == "" {
			return i, tables[i]
		}
	}
}

func replaced(tables []printed.Table, i int, t printed.Table) []printed.Table {
	tables = slices.Clone(tables)
	tables[i] = t
	return tables
}

// with is a table with other digits in a cell.
func with(t printed.Table, row, column string, value printed.Decimal) printed.Table {
	c, _ := t.At(row, column)
	c.Value = value
	return t.With(c)
}

func found(r *audit.Report, is func(audit.Finding) bool) bool {
	return slices.ContainsFunc(r.Findings, is)
}

func columnMean(t printed.Table, column string) float64 {
	sum := 0.0
	for _, row := range t.Body() {
		c, _ := t.At(row, column)
		sum += c.Value.Float64()
	}
	return sum / float64(len(t.Body()))
}

func averageOf(t printed.Table, column string) float64 {
	row, _ := t.Average()
	c, _ := t.At(row, column)
	return c.Value.Float64()
}

// An average is off by 0.05 to 0.54, five times and more what rounding explains.
func plantAverage(r *rand.Rand, tables []printed.Table, _ audit.Options) (planted, bool) {
	i, t := pickTable(r, tables)
	row, _ := t.Average()
	column := pick(r, t.Results())
	off := 0.05 + 0.49*r.Float64()
	if r.IntN(2) == 0 {
		off = -off
	}
	c, _ := t.At(row, column)
	parsed, err := printed.ParseDecimal(fmt.Sprintf("%.2f", columnMean(t, column)+off))
	if err != nil || parsed.Cmp(c.Value) == 0 {
		return planted{}, false
	}
	return planted{
		what:   fmt.Sprintf("%v: %s for %s", c.Place, parsed, c.Printed()),
		tables: replaced(tables, i, with(t, row, column, parsed)),
		named: func(report *audit.Report) bool {
			return found(report, func(f audit.Finding) bool {
				return f.Check == audit.Average && f.Place == c.Place && f.Printed == parsed.String()
			})
		},
	}, true
}

// The mark of a row stands in another cell.
func plantBold(r *rand.Rand, tables []printed.Table, _ audit.Options) (planted, bool) {
	i, t := pickTable(r, tables)
	row := pick(r, t.Rows)
	var bold, plain []string
	for _, column := range t.Results() {
		if c, ok := t.At(row, column); ok && c.Bold {
			bold = append(bold, column)
		} else if ok {
			plain = append(plain, column)
		}
	}
	if len(bold) == 0 || len(plain) == 0 {
		return planted{}, false
	}
	from, to := pick(r, bold), pick(r, plain)
	x, _ := t.At(row, from)
	y, _ := t.At(row, to)
	if better := y.Value.Cmp(x.Value); better > 0 == (t.Metric.Better() == printed.Larger) || better == 0 {
		return planted{}, false // the mark had been wrong there and is right now
	}
	x.Bold, y.Bold = false, true
	return planted{
		what:   fmt.Sprintf("table %s, %s: mark moved from %s to %s", t.Name(), row, from, to),
		tables: replaced(tables, i, t.With(x).With(y)),
		named: func(report *audit.Report) bool {
			return found(report, func(f audit.Finding) bool {
				return f.Check == audit.Bold && f.Table == t.Name() && f.Row == row &&
					slices.Contains(strings.Split(f.Printed, ", "), to) && !slices.Contains(strings.Split(f.Expected, ", "), to)
			})
		},
	}, true
}

// The results of two neighbouring rows stand in each other's place.
func plantRow(r *rand.Rand, tables []printed.Table, o audit.Options) (planted, bool) {
	i, t := pickTable(r, tables)
	body := t.Body()
	k := r.IntN(len(body) - 1)
	a, b := body[k], body[k+1]
	swapped, shown := t, false
	for _, column := range t.Results() {
		x, _ := t.At(a, column)
		y, _ := t.At(b, column)
		swapped = with(with(swapped, a, column, y.Value), b, column, x.Value)
		shown = shown || x.Printed() != y.Printed() && repeated(tables, o, t, column)
	}
	names := func(c audit.Correction) bool {
		return c.Slip == audit.RowsExchanged && c.Edits[0].Table == t.Name() &&
			slices.ContainsFunc(c.Edits, func(e audit.Edit) bool { return e.Row == a }) &&
			slices.ContainsFunc(c.Edits, func(e audit.Edit) bool { return e.Row == b })
	}
	return planted{
		what:   fmt.Sprintf("table %s: rows %s and %s exchanged", t.Name(), a, b),
		tables: replaced(tables, i, swapped),
		named:  func(report *audit.Report) bool { return suggested(report, names) },
	}, shown
}

// repeated reports whether another table prints a column too.
func repeated(tables []printed.Table, o audit.Options, t printed.Table, column string) bool {
	for _, e := range o.Links.Experiments {
		if !slices.Contains(e.Tables, t.Name()) {
			continue
		}
		for _, other := range tables {
			if other.Name() != t.Name() && slices.Contains(e.Tables, other.Name()) && slices.Contains(other.Columns, column) {
				return true
			}
		}
	}
	return false
}

// One of the digits before the point is another. A column whose average is wrong
// already has no second error to show.
func plantDigit(r *rand.Rand, tables []printed.Table, _ audit.Options) (planted, bool) {
	i, t := pickTable(r, tables)
	c, ok := t.At(pick(r, t.Body()), pick(r, t.Results()))
	text := []byte(c.Printed())
	at := r.IntN(max(strings.Index(c.Printed(), "."), 1))
	digit := byte('1' + r.IntN(9))
	if !ok || text[at] == digit || math.Abs(columnMean(t, c.Column)-averageOf(t, c.Column)) > 0.0101 {
		return planted{}, false
	}
	text[at] = digit
	value, err := printed.ParseDecimal(string(text))
	if err != nil {
		return planted{}, false
	}
	names := func(c0 audit.Correction) bool {
		return slices.Contains(c0.Edits, audit.Edit{Place: c.Place, From: string(text), To: c.Printed()})
	}
	return planted{
		what:   fmt.Sprintf("%v: %s for %s", c.Place, text, c.Printed()),
		tables: replaced(tables, i, with(t, c.Row, c.Column, value)),
		named: func(report *audit.Report) bool {
			return suggested(report, names) || found(report, func(f audit.Finding) bool {
				return f.Place == c.Place && f.Printed == string(text)
			})
		},
	}, true
}

// A winning count is off by one or two.
func plantCount(r *rand.Rand, tables []printed.Table, o audit.Options) (planted, bool) {
	of := pick(r, o.Links.Counts)
	i := slices.IndexFunc(tables, func(t printed.Table) bool { return t.Name() == of.Table })
	c := pick(r, tables[i].Numbers())
	exact := 0
	if _, err := fmt.Sscan(c.Printed(), &exact); err != nil {
		return planted{}, false
	}
	value, err := printed.ParseDecimal(fmt.Sprint(exact + pick(r, []int{-2, -1, 1, 2})))
	if err != nil {
		return planted{}, false
	}
	return planted{
		what:   fmt.Sprintf("%v: %s for %s", c.Place, value, c.Printed()),
		tables: replaced(tables, i, with(tables[i], c.Row, c.Column, value)),
		named: func(report *audit.Report) bool {
			return found(report, func(f audit.Finding) bool {
				return f.Check == audit.Count && f.Place == c.Place && f.Printed == value.String()
			})
		},
	}, true
}

// suggested reports whether a misprint is among what the report proposes.
func suggested(r *audit.Report, is func(audit.Correction) bool) bool {
	for _, c := range r.Causes {
		if is(c.Correction) || slices.ContainsFunc(c.Alternatives, is) {
			return true
		}
	}
	return found(r, func(f audit.Finding) bool { return slices.ContainsFunc(f.Suggestions, is) })
}

// sow plants an error of a kind, at the first random place that can show it.
func sow(g gardener, r *rand.Rand, tables []printed.Table, o audit.Options) planted {
	for {
		if p, ok := g.plant(r, tables, o); ok {
			return p
		}
	}
}

// Two copies of the thesis with one error of each kind more: the report names them
// among all those that were there before.
func TestErrorPlantedInThesisIsNamed(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Claims = nil
	corrected := slices.Clone(thesis(t).Tables)
	// A count that is wrong in print may become right by being changed.
	for i, x := range corrected {
		for _, f := range audited(t).Findings {
			if value, err := printed.ParseDecimal(f.Expected); err == nil && f.Check == audit.Count && f.Table == x.Name() {
				corrected[i] = with(corrected[i], f.Row, f.Column, value)
			}
		}
	}
	for seed := range uint64(2) {
		grown := corrected
		var all []planted
		for _, g := range gardeners() {
			p := sow(g, rand.New(rand.NewPCG(seed, 2019)), grown, o)
			grown, all = p.tables, append(all, p)
		}
		report, err := audit.Run(grown, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			if !p.named(report) {
				t.Errorf("seed %d: not named: %s", seed, p.what)
			}
		}
	}
}

// In tables without errors a planted one is named, and whatever is found has one
// cause at most.
func TestErrorPlantedInErrorFreeTablesIsNamedAlone(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Claims = nil
	rows := layout(t)
	for _, g := range gardeners() {
		for seed := range uint64(6) {
			r := rand.New(rand.NewPCG(seed, 3))
			p := sow(g, r, simulate(t, rows, o, 1000+seed), o)
			report, err := audit.Run(p.tables, o)
			if err != nil {
				t.Fatal(err)
			}
			if !p.named(report) {
				t.Errorf("%s, seed %d: not named: %s", g.name, seed, p.what)
			}
			if len(report.Causes) > 1 {
				t.Errorf("%s, seed %d: %s is taken for %d misprints", g.name, seed, p.what, len(report.Causes))
			}
		}
	}
}
