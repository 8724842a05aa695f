package audit_test

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
)

func corrected(tables []printed.Table, corrections ...audit.Correction) []printed.Table {
	tables = slices.Clone(tables)
	for _, c := range corrections {
		before := slices.Clone(tables)
		table := func(name string) *printed.Table {
			return &tables[slices.IndexFunc(tables, func(t printed.Table) bool { return t.Name() == name })]
		}
		exchanged := c.Slip == audit.RowsExchanged || c.Slip == audit.CellsExchanged || c.Slip == audit.ColumnsExchanged
		for k, e := range c.Edits {
			t := table(e.Table)
			n, ok := t.At(e.Row, e.Column)
			if !ok {
				continue
			}
			if value, err := printed.Parse(e.To); err == nil && c.ChangesDigits() {
				n.Estimate = value
			} else if c.Slip == audit.MarkMisplaced {
				n.Bold = e.To == "bold"
			}
			if exchanged {
				x := c.Edits[k^1]
				other, _ := planted{tables: before}.table(x.Table).At(x.Row, x.Column)
				n.Bold = other.Bold
			}
			*t = t.With(n)
		}
		for _, e := range c.Marks {
			t := table(e.Table)
			n, _ := t.At(e.Row, e.Column)
			n.Bold = e.To == "bold"
			*t = t.With(n)
		}
	}
	return tables
}

// contradictions fails for each correction that breaks an average, a mark or another printing, or leaves a wrong
// average in a column that it changes. It returns the number of cells examined.
func contradictions(t *testing.T, tables []printed.Table, o audit.Options, report *audit.Report) (examined int) {
	t.Helper()
	// The tables do not give averages over other entries.
	unknown := func(table string) bool {
		return slices.ContainsFunc(report.Causes, func(c audit.Cause) bool {
			return c.Edits[0].Table == table && !c.ChangesDigits()
		})
	}
	check := func(c audit.Correction, before, after []printed.Table) {
		old, changed := planted{tables: before, options: o}, planted{tables: after, options: o}
		for _, e := range slices.Concat(c.Edits, c.Marks) {
			if !c.ChangesDigits() || unknown(e.Table) {
				continue
			}
			examined++
			now, then := changed.table(e.Table), old.table(e.Table)
			n, _ := now.At(e.Row, e.Column)
			switch isMark := e.To == "bold" || e.To == "not bold"; {
			case !isMark && averageIsOff(now, e.Column):
				t.Errorf("%s, %v: %s for %s leaves a wrong average", c.Slip, e.Place, e.To, e.From)
			case markIsOff(now, e.Row) && !markIsOff(then, e.Row):
				t.Errorf("%s, %v: %s for %s leaves a wrong mark", c.Slip, e.Place, e.To, e.From)
			case !isMark && changed.elsewhere(now, n):
				t.Errorf("%s, %v: %s for %s is printed otherwise elsewhere", c.Slip, e.Place, e.To, e.From)
			}
		}
	}
	all := tables
	for _, c := range report.Causes {
		for _, other := range c.Alternatives {
			check(other, all, corrected(all, other))
		}
		all = corrected(all, c.Correction)
	}
	for _, c := range report.Causes {
		check(c.Correction, tables, all) // some hold only together
	}
	for _, f := range report.Findings {
		for _, c := range f.Suggestions {
			check(c, all, corrected(all, c))
		}
	}
	return examined
}

func TestPublishedCorrectionsBreakNothing(t *testing.T) {
	n := contradictions(t, tables(t), options(t), audited(t))
	assert.Check(t, n >= 100, "only %d corrections were examined", n)
}
