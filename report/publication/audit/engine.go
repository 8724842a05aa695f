package audit

import (
	"cmp"
	"fmt"
	"slices"

	"gpca/report/claim"
	"gpca/report/publication/printed"
	"gpca/report/words"
)

// A unit is one check of some tables. After a correction only the units that read a corrected table run again, so
// that hundreds of corrections can be tried.
type unit struct {
	check  Check
	tables []string
	// places narrow the tables to cells; nil for all cells.
	places class
	// run returns the findings, and how many facts it compares.
	run func(*book) (found []Finding, examined int)
}

// mends list the misprints that would explain a finding, by its check, as far as such are known.
var mends = map[Check]func(*book, Finding) []Correction{
	Average: (*book).mendAverage, Bold: (*book).mendBold, Trend: (*book).mendTrend, Granular: (*book).mendGranularity,
	Count: (*book).mendCount, Same: (*book).mendSame, Label: (*book).mendLabel,
}

// A state is a book with the findings of each unit.
type state struct {
	book  *book
	found [][]Finding
}

type engine struct {
	units  []unit
	places map[printed.Place]class // of cells printed more than once
	claims []Assessment            // of the tables as printed
}

func newEngine(b *book, claims []claim.Claim) *engine {
	e := &engine{places: map[printed.Place]class{}}
	for _, t := range b.tables {
		e.addTable(b, t.Name())
	}
	for _, of := range b.links.Counts {
		tables := append([]string{of.Table}, of.From...)
		e.add(Count, tables, nil, func(b *book) ([]Finding, int) { return b.checkCounts(of) })
	}
	for _, c := range b.links.classes(b) {
		var tables []string
		for _, p := range c {
			e.places[p] = c
			tables = words.AppendNew(tables, p.Table)
		}
		e.add(Same, tables, c, func(b *book) ([]Finding, int) { return b.checkSame(c), 1 })
	}
	for _, x := range b.links.Experiments {
		// No correction that is tried changes a label, so no table makes this run again.
		e.add(Label, nil, nil, func(b *book) ([]Finding, int) { return b.checkLabels(x) })
	}
	for _, of := range b.links.Equations {
		e.add(Arithmetic, nil, nil, func(*book) ([]Finding, int) { return checkEquation(of), 1 })
	}
	for _, c := range claims {
		asPrinted := b.assess(c)
		e.claims = append(e.claims, asPrinted)
		tables := slices.DeleteFunc(c.Tables(), func(name string) bool { return !b.has(name) })
		if len(tables) == 0 {
			continue
		}
		for _, of := range b.links.Counts {
			if slices.Contains(tables, of.Table) {
				tables = append(tables, of.From...)
			}
		}
		e.add(Claim, tables, nil, func(now *book) ([]Finding, int) {
			if now == b {
				return now.checkClaim(asPrinted), 1
			}
			return now.checkClaim(now.assess(c)), 1
		})
	}
	return e
}

func (e *engine) add(check Check, tables []string, places class, run func(*book) ([]Finding, int)) {
	e.units = append(e.units, unit{check, tables, places, run})
}

func (e *engine) addTable(b *book, name string) {
	add := func(check Check, run func(*book, printed.Table) ([]Finding, int)) {
		e.add(check, []string{name}, nil, func(b *book) ([]Finding, int) { return run(b, b.table(name)) })
	}
	add(Average, (*book).checkAverages)
	add(Bold, (*book).checkBold)
	add(Trend, (*book).checkTrend)
	add(Granular, (*book).checkGranularity)
	add(Repeated, (*book).checkRepetitions)
	add(Digits, (*book).checkDigits)
	if b.table(name).Transcribed() {
		return
	}
	// Averages in columns are those of the table turned. They are over methods, and a method may have that name.
	add(Average, func(b *book, t printed.Table) ([]Finding, int) {
		t = t.Turned()
		t.Unturned = true
		found, examined := b.checkAverages(t)
		for i := range found {
			found[i].Row, found[i].Column = found[i].Column, found[i].Row
		}
		return found, examined
	})
}

// reads reports whether a correction, which changes the given tables, can affect the unit.
func (u unit) reads(c Correction, tables []string) bool {
	if !overlap(u.tables, tables) {
		return false
	}
	edited := func(p printed.Place) bool {
		return slices.ContainsFunc(c.Edits, func(e Edit) bool { return e.Place == p })
	}
	return u.places == nil || slices.ContainsFunc(u.places, edited)
}

func (c Correction) tables() []string {
	return words.AppendNew(nil, words.Each(c.Edits, func(e Edit) string { return e.Table })...)
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(name string) bool { return slices.Contains(b, name) })
}

// findings runs a unit and identifies each finding.
func (e *engine) findings(i int, b *book) (found []Finding, examined int) {
	found, examined = e.units[i].run(b)
	for k := range found {
		f := &found[k]
		f.Cause, f.unit, f.Chance = -1, i, f.Check.Chance()
		detail := f.id
		if detail == "" {
			detail = f.Column
			if f.Check == Bold {
				detail = "" // one a row, in any column
			}
			detail = f.Row + "/" + detail
		}
		f.id = fmt.Sprintf("%d/%s/%s", i, f.Check, detail)
	}
	return found, examined
}

func (s state) all() []Finding { return slices.Concat(s.found...) }

// proven reports whether a finding counts in judging corrections. A claim does not: a conclusion from a misprint
// is no evidence of it, and checking claims is slow.
func proven(f Finding) bool { return f.Severity > Excused && f.Check != Claim }

// everywhere extends a correction to all places that print the same result with the same digits, as a copied
// misprint.
func (e *engine) everywhere(b *book, c Correction) Correction {
	if c.Slip.exchange() || !c.ChangesDigits() {
		return c
	}
	edits := slices.Clone(c.Edits)
	for _, edit := range c.Edits {
		for _, p := range e.places[edit.Place] {
			cell, ok := b.table(p.Table).At(p.Row, p.Column)
			known := slices.ContainsFunc(edits, func(x Edit) bool { return x.Place == p })
			if ok && !known && cell.Text == edit.From {
				edits = append(edits, Edit{p, edit.From, edit.To})
			}
		}
	}
	// The order of printing gives equal corrections equal keys.
	slices.SortStableFunc(edits, func(x, y Edit) int { return cmp.Compare(b.index[x.Table], b.index[y.Table]) })
	c.Edits = edits
	return c
}
