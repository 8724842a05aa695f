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
	"gpca/report/statistics"
)

// metrics are those of the built-in publications.
var metrics = []printed.Metric{
	{Name: "accuracy_pct", Unit: "percent", Better: printed.Larger, Measure: "accuracy"},
	{Name: "accuracy", Unit: "share", Better: printed.Larger},
	{Name: "misclassification_pct", Unit: "percent", Better: printed.Smaller, Measure: "misclassification"},
	{Name: "misclassification", Unit: "share", Better: printed.Smaller},
	{Name: "reconstruction_error", Better: printed.Smaller, Measure: "reconstruction-error"},
	{Name: "winning_count", Unit: "count", Measure: "winning-count"},
}

// planted is a set of tables with an error.
type planted struct {
	kind    string
	tables  []printed.Table
	options audit.Options
	// changes lead back to the tables without it, marks as from "bold" to "not bold".
	changes []audit.Edit
}

// A gardener plants one error at a random place; ok is false where nothing changes.
type gardener struct {
	kind  string
	plant func(g *garden) (ok bool)
}

type garden struct {
	*rand.Rand
	planted
}

var gardeners = []gardener{
	{"average off by 0.05 to 0.54", func(g *garden) bool { return g.average(5 + g.IntN(50)) }},
	{"average off by 0.01", func(g *garden) bool { return g.average(1) }},
	{"mark in another cell", (*garden).mark},
	{"digit before the point", func(g *garden) bool { return g.digit(false) }},
	{"digit after the point", func(g *garden) bool { return g.digit(true) }},
	{"neighbouring digits exchanged", func(g *garden) bool { return g.digits(1) }},
	{"digits exchanged across the point", func(g *garden) bool { return g.digits(2) }},
	{"sign", (*garden).sign},
	{"winning count off by 1 or 2", (*garden).count},
	{"cells of a row exchanged", func(g *garden) bool { return g.cells(true) }},
	{"cells of a column exchanged", func(g *garden) bool { return g.cells(false) }},
	{"rows exchanged", (*garden).rows},
	{"columns exchanged below headers", func(g *garden) bool { return g.columns(false) }},
	{"headers exchanged", func(g *garden) bool { return g.columns(true) }},
	{"digit of a share of few samples", (*garden).share},
}

// elsewhere are the kinds of errors in tables of any layout.
var elsewhere = append(slices.Clone(gardeners), gardener{"digit of a mean of repetitions", (*garden).repeated})

// sow plants an error of a kind at the first random place where it shows.
func sow(t testing.TB, kind gardener, tables []printed.Table, o audit.Options, seed uint64) planted {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	for {
		g := &garden{r, planted{kind: kind.kind, tables: slices.Clone(tables), options: o}}
		if !kind.plant(g) {
			continue
		}
		if len(g.changes) == 0 {
			g.changes = differences(tables, g.tables)
		}
		if len(g.changes) > 0 {
			return g.planted
		}
	}
}

// differences lists the edits from after to before.
func differences(before, after []printed.Table) (edits []audit.Edit) {
	for i, t := range before {
		for _, was := range t.Numbers() {
			now, _ := after[i].At(was.Row, was.Column)
			switch {
			case now.Text != was.Text:
				edits = append(edits, audit.Edit{Place: was.Place, From: now.Text, To: was.Text})
			case now.Bold && !was.Bold:
				edits = append(edits, audit.Edit{Place: was.Place, From: "bold", To: "not bold"})
			case !now.Bold && was.Bold:
				edits = append(edits, audit.Edit{Place: was.Place, From: "not bold", To: "bold"})
			}
		}
	}
	return edits
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func (g *garden) pickTable() *printed.Table {
	for {
		if t := &g.tables[g.IntN(len(g.tables))]; t.Source == "" {
			if _, ok := t.Average(); ok {
				return t
			}
		}
	}
}

// put prints other digits in a cell; ok is false where they are no number.
func put(t *printed.Table, p printed.Place, digits string) (ok bool) {
	value, err := printed.Parse(digits)
	n, there := t.At(p.Row, p.Column)
	n.Estimate = value
	*t = t.With(n)
	return err == nil && there
}

func exchange(t *printed.Table, a, b printed.Place) {
	x, _ := t.At(a.Row, a.Column)
	y, _ := t.At(b.Row, b.Column)
	x.Place, y.Place = y.Place, x.Place
	*t = t.With(x).With(y)
}

func (g *garden) average(hundredths int) bool {
	t := g.pickTable()
	row, _ := t.Average()
	n, _ := t.At(row, pick(g.Rand, t.Results()))
	if g.IntN(2) == 0 {
		hundredths = -hundredths
	}
	return put(t, n.Place, statistics.Digits(n.Centre+float64(hundredths)/100, 2))
}

func (g *garden) mark() bool {
	t := g.pickTable()
	row := pick(g.Rand, t.Rows)
	from, _ := t.At(row, pick(g.Rand, t.Results()))
	to, _ := t.At(row, pick(g.Rand, t.Results()))
	// Equal best numbers are all marked; moving one mark to a third is two errors.
	if !from.Bold || to.Bold {
		return false
	}
	from.Bold, to.Bold = false, true
	*t = t.With(from).With(to)
	return true
}

func (g *garden) cell() (*printed.Table, printed.Number) {
	t := g.pickTable()
	n, _ := t.At(pick(g.Rand, t.Body()), pick(g.Rand, t.Results()))
	return t, n
}

func (g *garden) digit(after bool) bool {
	t, n := g.cell()
	text := []byte(n.Text)
	point := strings.IndexByte(n.Text, '.')
	at := g.IntN(point)
	if after {
		at = point + 1 + g.IntN(len(text)-point-1)
	}
	text[at] = byte('0' + g.IntN(10))
	return (point == 1 || text[0] != '0') && put(t, n.Place, string(text))
}

// digits exchanges a digit with the next, or across the point.
func (g *garden) digits(apart int) bool {
	t, n := g.cell()
	text := []byte(n.Text)
	at := g.IntN(len(text) - apart)
	if across := text[at+apart/2] == '.'; across != (apart == 2) || text[at] == '.' || text[at+apart] == '.' {
		return false
	}
	text[at], text[at+apart] = text[at+apart], text[at]
	return (text[0] != '0' || text[1] == '.') && put(t, n.Place, string(text))
}

func (g *garden) countTable() *printed.Table {
	of := pick(g.Rand, g.options.Links.Counts)
	return &g.tables[slices.IndexFunc(g.tables, func(t printed.Table) bool { return t.Name() == of.Table })]
}

func (g *garden) sign() bool {
	t := g.countTable()
	n := pick(g.Rand, t.Numbers())
	if g.IntN(2) == 0 {
		t, n = g.cell()
	}
	digits, negative := strings.CutPrefix(n.Text, "-")
	if !negative {
		digits = "-" + digits
	}
	return n.Centre != 0 && put(t, n.Place, digits)
}

func (g *garden) count() bool {
	t := g.countTable()
	n := pick(g.Rand, t.Numbers())
	return put(t, n.Place, fmt.Sprint(n.Centre+float64(pick(g.Rand, []int{-2, -1, 1, 2}))))
}

func (g *garden) cells(ofRow bool) bool {
	t, n := g.cell()
	other := n.Place
	if ofRow {
		other.Column = pick(g.Rand, t.Results())
	} else {
		other.Row = pick(g.Rand, t.Body())
	}
	exchange(t, n.Place, other)
	return true
}

func (g *garden) rows() bool {
	t := g.pickTable()
	k := g.IntN(len(t.Body()) - 1)
	for _, column := range t.Results() {
		exchange(t, printed.Place{Row: t.Body()[k], Column: column}, printed.Place{Row: t.Body()[k+1], Column: column})
	}
	return true
}

// columns exchanges neighbours, with or without their averages.
func (g *garden) columns(averages bool) bool {
	t := g.pickTable()
	k := g.IntN(len(t.Results()) - 1)
	rows := t.Body()
	if averages {
		rows = t.Rows
	}
	for _, row := range rows {
		exchange(t, printed.Place{Row: row, Column: t.Results()[k]}, printed.Place{Row: row, Column: t.Results()[k+1]})
	}
	return true
}

// share replaces the tables by one of accuracies on few test samples, without averages, with a wrong digit.
func (g *garden) share() bool {
	of := 40 + g.IntN(400)
	text := "table,title,axis,metric,row,column,value\n"
	for row := range 5 {
		for column := range 5 {
			k := of/2 + g.IntN(of/2)
			text += fmt.Sprintf("1,Shares,components,accuracy_pct,%d,m%d,%s\n", row, column, statistics.Digits(100*float64(k)/float64(of), 2))
		}
	}
	read, err := printed.Read(strings.NewReader(text), "", "", metrics)
	if err != nil {
		return false
	}
	g.options = audit.Options{Links: audit.Links{Samples: []audit.Samples{{Cells: audit.Cells{Tables: []string{"1"}}, Of: of, Repetitions: 1}}}}
	g.tables = slices.Clone(read)
	n := pick(g.Rand, read[0].Numbers())
	digits := []byte(n.Text)
	at := 1 + g.IntN(len(digits)-1)
	if digits[at] == '.' {
		return false
	}
	digits[at] = byte('0' + g.IntN(10))
	ok := put(&g.tables[0], n.Place, string(digits))
	g.changes = differences(read, g.tables)
	return ok && len(g.changes) > 0
}

// repeated replaces the tables by one of means of 20 repetitions, each rounded, with a wrong last digit.
func (g *garden) repeated() bool {
	text := "table,title,axis,metric,row,column,value\n"
	for row := range 5 {
		for column := range 4 {
			text += fmt.Sprintf("1,Areas,dataset,accuracy,d%d,m%d,%.6f\n", row, column, float64(g.IntN(200000))/200000)
		}
	}
	read, err := printed.Read(strings.NewReader(text), "", "", metrics)
	if err != nil {
		return false
	}
	g.options = audit.Options{Links: audit.Links{Repetitions: []audit.Repetitions{{Cells: audit.Cells{Tables: []string{"1"}}, Of: 20, Decimals: 4}}}}
	g.tables = slices.Clone(read)
	n := pick(g.Rand, read[0].Numbers())
	ok := put(&g.tables[0], n.Place, n.Text[:7]+fmt.Sprint(g.IntN(10)))
	g.changes = differences(read, g.tables)
	return ok && len(g.changes) > 0
}

// contradicts reports, independently of the audit, whether the changed digits contradict an average, a mark or
// another printing.
func (p planted) contradicts() bool {
	for _, e := range p.changes {
		t := p.table(e.Table)
		if n, _ := t.At(e.Row, e.Column); averageIsOff(t, e.Column) || markIsOff(t, e.Row) || p.elsewhere(t, n) {
			return true
		}
	}
	return false
}

func (p planted) table(name string) printed.Table {
	return p.tables[slices.IndexFunc(p.tables, func(t printed.Table) bool { return t.Name() == name })]
}

// averageIsOff compares n times an average with the sum of n entries. All round to hundredths, so they may differ
// by n hundredths.
func averageIsOff(t printed.Table, column string) bool {
	row, ok := t.Average()
	average, printed := t.At(row, column)
	if !ok || !printed {
		return false
	}
	off, n := 0.0, 0.0
	for _, row := range t.Body() {
		entry, _ := t.At(row, column)
		off += entry.Centre - average.Centre
		n++
	}
	return math.Abs(off) > n/100+1e-9
}

func markIsOff(t printed.Table, row string) bool {
	if !t.UsesBold() || t.Metric.Better == "" {
		return false
	}
	for _, a := range t.Results() {
		x, _ := t.At(row, a)
		best := !slices.ContainsFunc(t.Results(), func(b string) bool {
			y, _ := t.At(row, b)
			return y.Centre != x.Centre && y.Centre > x.Centre == (t.Metric.Better == printed.Larger)
		})
		if best != x.Bold {
			return true
		}
	}
	return false
}

func (p planted) elsewhere(t printed.Table, n printed.Number) bool {
	for _, e := range p.options.Links.Experiments {
		for _, other := range p.tables {
			if !slices.Contains(e.Tables, t.Name()) || !slices.Contains(e.Tables, other.Name()) || printed.IsAverage(n.Row) && len(t.Rows) != len(other.Rows) {
				continue
			}
			for _, column := range other.Columns {
				again, ok := other.At(n.Row, column)
				if ok && p.options.Links.Means(other, column) == p.options.Links.Means(t, n.Column) && again.Text != n.Text {
					return true
				}
			}
		}
	}
	return false
}

// isNamedBy reports whether a correction restores exactly what was printed, averages to within rounding.
func (p planted) isNamedBy(c audit.Correction) bool {
	return p.isPlacedBy(c) && !slices.ContainsFunc(p.changes, func(e audit.Edit) bool {
		return !slices.ContainsFunc(c.Edits, func(x audit.Edit) bool { return x.Place == e.Place && restores(c, x, e) })
	})
}

func restores(c audit.Correction, x, e audit.Edit) bool {
	was, err := printed.Parse(e.To)
	by, err2 := printed.Parse(x.To)
	low, err3 := printed.Parse(c.Low)
	high, err4 := printed.Parse(c.High)
	switch {
	case err != nil || err2 != nil:
		return x.To == e.To || e.To == "bold" || e.To == "not bold" // a mark went with its digits
	case err3 == nil && err4 == nil:
		return was.Centre >= low.Centre && was.Centre <= high.Centre
	case printed.IsAverage(e.Row):
		return math.Abs(was.Centre-by.Centre) <= 0.01+1e-9
	}
	return was.Centre == by.Centre
}

func (p planted) isPlacedBy(c audit.Correction) bool {
	return !slices.ContainsFunc(c.Edits, func(x audit.Edit) bool {
		return !slices.ContainsFunc(p.changes, func(e audit.Edit) bool {
			return x.Place == e.Place || x.Row == "" && x.Table == e.Table && x.Column == e.Column
		})
	})
}
