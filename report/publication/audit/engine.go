package audit

import (
	"cmp"
	"fmt"
	"slices"

	"gpca/report/publication/printed"
)

// A unit is one check on the tables it reads. After a correction only the units
// that read a corrected table need to run again, which is what makes it cheap to
// try hundreds of corrections.
type unit struct {
	check  Check
	tables []string
	// places narrow the tables to cells, where the unit reads no others.
	places class
	// examined says how many facts the unit compares, for the summary.
	examined func(*book) int
	run      func(*book) []Finding
	mend     func(*book, Finding) []Correction
}

// A state is a book with what the units find in it.
type state struct {
	book  *book
	found [][]Finding
}

type engine struct {
	units  []unit
	places map[printed.Place]class // of cells printed more than once
}

// newEngine lays out the checks for the tables of a book.
func newEngine(b *book, o Options) *engine {
	e := &engine{places: map[printed.Place]class{}}
	for _, t := range b.tables {
		e.addTable(t.Name(), o.Links.Counts)
	}
	for _, of := range o.Links.Counts {
		e.units = append(e.units, unit{
			check: Count, tables: append([]string{of.Table}, of.From...),
			examined: func(b *book) int { return countable(b, of) },
			run:      func(b *book) []Finding { return b.checkCounts(of) },
			mend:     (*book).mendCount,
		})
	}
	for _, c := range o.Links.classes(b) {
		var tables []string
		for _, p := range c {
			e.places[p] = c
			if !slices.Contains(tables, p.Table) {
				tables = append(tables, p.Table)
			}
		}
		e.units = append(e.units, unit{
			check: Same, tables: tables, places: c,
			examined: func(*book) int { return 1 },
			run:      func(b *book) []Finding { return b.checkSame([]class{c}) },
			mend:     (*book).mendSame,
		})
	}
	for _, x := range o.Links.Experiments {
		e.units = append(e.units, unit{
			check: Label, tables: x.Tables,
			examined: func(b *book) int { return sharedRows(b, x) },
			run:      func(b *book) []Finding { return b.checkLabels(o.Links, x) },
			mend:     (*book).mendLabel,
		})
	}
	for _, c := range o.Claims {
		tables := slices.DeleteFunc(c.Tables(), func(name string) bool { _, ok := b.table(name); return !ok })
		if len(tables) == 0 {
			continue
		}
		for _, of := range o.Links.Counts {
			if slices.Contains(tables, of.Table) {
				tables = append(tables, of.From...)
			}
		}
		e.units = append(e.units, unit{
			check: Claim, tables: tables,
			examined: func(*book) int { return 1 },
			run:      func(b *book) []Finding { return b.checkClaim(c, o.Links.Counts) },
		})
	}
	return e
}

// addTable adds the checks that need one table only.
func (e *engine) addTable(name string, counts []CountOf) {
	on := func(check func(*book, printed.Table) []Finding) func(*book) []Finding {
		return func(b *book) []Finding {
			t, _ := b.table(name)
			return check(b, t)
		}
	}
	number := func(count func(printed.Table) int) func(*book) int {
		return func(b *book) int {
			t, _ := b.table(name)
			return count(t)
		}
	}
	tables := []string{name}
	e.units = append(e.units,
		unit{Average, tables, nil, number(averages), on((*book).checkAverages), (*book).mendAverage},
		unit{Bold, tables, nil, number(marked), on((*book).checkBold), (*book).mendBold},
		unit{Label, tables, nil, number(func(printed.Table) int { return 0 }), on((*book).checkOrder), nil},
		unit{Trend, tables, nil, number(trending), on((*book).checkTrend), (*book).mendTrend},
		unit{Range, tables, nil, number(bounded), on(func(b *book, t printed.Table) []Finding { return b.checkRange(t, counts) }), (*book).mendRange},
	)
}

// The numbers of facts that the checks compare.

func averages(t printed.Table) int {
	if _, ok := t.Average(); !ok {
		return 0
	}
	return len(t.Results())
}

func marked(t printed.Table) int {
	if t.Metric.Better() == printed.Neither || !t.UsesBold() {
		return 0
	}
	return len(t.Rows)
}

func trending(t printed.Table) int {
	p, ok := newPanel(t)
	if !ok {
		return 0
	}
	return len(p.rows) * len(p.columns)
}

func bounded(t printed.Table) int { return len(t.Cells()) }

func countable(b *book, of CountOf) int {
	t, ok := b.table(of.Table)
	if !ok {
		return 0
	}
	n := 0
	for _, c := range t.Cells() {
		if _, ok := b.record(of, c.Column, c.Row); ok {
			n++
		}
	}
	return n
}

func sharedRows(b *book, x Reprints) int {
	tables := x.present(b)
	if len(tables) < 2 {
		return 0
	}
	n := 0
	for _, t := range tables[1:] {
		if len(t.Rows) == len(tables[0].Rows) {
			n += len(t.Body())
		}
	}
	return n
}

// first runs every unit.
func (e *engine) first(b *book) state {
	s := state{book: b, found: make([][]Finding, len(e.units))}
	for i := range e.units {
		s.found[i] = e.findings(i, b)
	}
	return s
}

// after runs the units that a correction concerns. Those of claims are many and
// slow, and no correction is judged by them; they wait until it is taken.
func (e *engine) after(s state, c Correction, claims bool) state {
	next := state{book: s.book.with(c), found: slices.Clone(s.found)}
	touched := c.tables()
	for i, u := range e.units {
		if (claims || u.check != Claim) && u.reads(c, touched) {
			next.found[i] = e.findings(i, next.book)
		}
	}
	return next
}

// reads reports whether a correction, which changes the given tables, can make a
// difference to the unit.
func (u unit) reads(c Correction, tables []string) bool {
	if !overlap(u.tables, tables) {
		return false
	}
	return u.places == nil || slices.ContainsFunc(c.Edits, func(e Edit) bool { return slices.Contains(u.places, e.Place) })
}

// tables lists the tables that a correction changes.
func (c Correction) tables() []string {
	var names []string
	for _, edit := range c.Edits {
		if !slices.Contains(names, edit.Table) {
			names = append(names, edit.Table)
		}
	}
	return names
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(name string) bool { return slices.Contains(b, name) })
}

// findings runs a unit and gives each finding its identity.
func (e *engine) findings(i int, b *book) []Finding {
	found := e.units[i].run(b)
	for k := range found {
		f := &found[k]
		f.Cause = -1
		detail := f.id
		if detail == "" {
			detail = f.Column
			if f.Check == Bold {
				detail = "" // one a row, wherever the mark is
			}
			detail = f.Row + "/" + detail
		}
		f.id = fmt.Sprintf("%d/%s/%s", i, f.Check, detail)
	}
	return found
}

// all lists the findings of a state.
func (s state) all() []Finding { return slices.Concat(s.found...) }

// proven tells the findings that a correction is judged by. Claims are left out:
// what the author concluded from a misprint is no evidence of it.
func proven(f Finding) bool { return f.Severity > Note && f.Check != Claim }

// everywhere makes a correction at all places that print the same result with
// the same digits, as a misprint that was copied.
func (e *engine) everywhere(b *book, c Correction) Correction {
	if c.Slip == RowsExchanged || c.Slip == RowLeftOut || c.Slip.selfEvident() {
		return c
	}
	edits := slices.Clone(c.Edits)
	for _, edit := range c.Edits {
		for _, p := range e.places[edit.Place] {
			cell, ok := b.cell(p)
			known := slices.ContainsFunc(edits, func(x Edit) bool { return x.Place == p })
			if ok && !known && cell.Printed() == edit.From {
				edits = append(edits, Edit{p, edit.From, edit.To})
			}
		}
	}
	// The order of printing, so that equal corrections look equal.
	slices.SortStableFunc(edits, func(x, y Edit) int { return cmp.Compare(b.index[x.Table], b.index[y.Table]) })
	c.Edits = edits
	return c
}
