package audit

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/words"
)

// best returns the cells of a row that are best by their metrics, ties included, and those in bold.
func best(t printed.Table, row string) (best, bold []printed.Number) {
	for _, group := range t.Groups(row) {
		want, got := bestOf(group)
		best, bold = append(best, want...), append(bold, got...)
	}
	return best, bold
}

// bestOf is best for numbers that are compared.
func bestOf(group []printed.Number) (best, bold []printed.Number) {
	of := func(i int) printed.Number { return group[i] }
	bestAt, boldAt := bestIn(group)
	return words.Each(bestAt, of), words.Each(boldAt, of)
}

// bestIn is bestOf by indices; nothing is best among numbers of a metric without a direction.
func bestIn(group []printed.Number) (best, bold []int) {
	if len(group) == 0 || group[0].Metric.Better == "" {
		return nil, nil
	}
	values := make([]float64, len(group))
	for i := range group {
		if values[i] = group[i].Centre; group[i].Bold {
			bold = append(bold, i)
		}
	}
	return statistics.Best(values, group[0].Metric.Better != printed.Larger), bold
}

// checkBold reports one finding a row, and metric: a moved mark is missing in one cell and wrong in another.
func (b *book) checkBold(t printed.Table) (findings []Finding, examined int) {
	if t.Unturned || !t.UsesBold() {
		return nil, 0
	}
	m := newMarking(t)
	for _, row := range t.Rows {
		for k, group := range t.Groups(row) {
			severity, wrong := m.judge(group)
			if !wrong {
				continue
			}
			want, got := bestOf(group)
			f := Finding{
				Check: Bold, Severity: severity, Place: printed.Place{Table: t.Name(), Row: row},
				Printed: strings.Join(columns(got), ", "), Expected: strings.Join(columns(want), ", "),
			}
			if len(got) == 0 {
				f.Printed = "nothing in bold"
			}
			if k > 0 {
				f.id = fmt.Sprint(row, "/", k)
			}
			f.Column, f.Message = misplaced(without(want, got), without(got, want))
			findings = append(findings, f)
		}
	}
	if m.unclear() {
		findings = slices.Insert(findings, 0, m.doubt())[:1]
	}
	return findings, len(t.Rows)
}

// misplaced says which marks are missing, and which are wrong, and names the column of one.
func misplaced(unmarked, undeserved []printed.Number) (column, message string) {
	var parts []string
	for _, c := range undeserved {
		parts = append(parts, fmt.Sprintf("%s (%s) is in bold and not the best", c.Column, c.Text))
		column = c.Column
	}
	for _, c := range unmarked {
		parts = append(parts, fmt.Sprintf("%s (%s) is the best and not in bold", c.Column, c.Text))
		if len(undeserved) == 0 {
			column = c.Column
		}
	}
	return column, strings.Join(parts, "; ")
}

func columns(cells []printed.Number) []string {
	return words.Each(cells, func(c printed.Number) string { return c.Column })
}

func without(cells, taken []printed.Number) []printed.Number {
	return slices.DeleteFunc(slices.Clone(cells), func(c printed.Number) bool {
		return slices.Contains(columns(taken), c.Column)
	})
}

// mendBold supposes that the mark is wrong, or a digit of a cell concerned, as far as the column's average allows.
func (b *book) mendBold(f Finding) []Correction {
	t := b.table(f.Table)
	all := []Correction{{Slip: MarkMisplaced, Edits: marks(t, f.Row), mended: []string{f.id}, gain: 1}}
	for _, e := range all[0].Edits {
		c, _ := t.At(e.Row, e.Column)
		if m, ok := b.mean(t, c.Column); ok && !t.Derived(c.Row) {
			low, high := m.interval(c)
			all = append(all, misprints(c, low, high)...)
		}
	}
	want, got := best(t, f.Row)
	for _, c := range append(without(got, want), want...) {
		for _, row := range t.Body() {
			all = append(all, swap(CellsExchanged, 0, pairs(t, c.Row, c.Column, row, c.Column)...))
		}
	}
	return all
}

const (
	bold    = "bold"
	notBold = "not bold"
)

// marks lists the changes after which exactly the best of a row are in bold.
func marks(t printed.Table, row string) []Edit {
	want, got := best(t, row)
	return slices.Concat(
		words.Each(without(got, want), func(c printed.Number) Edit { return Edit{c.Place, bold, notBold} }),
		words.Each(without(want, got), func(c printed.Number) Edit { return Edit{c.Place, notBold, bold} }))
}
