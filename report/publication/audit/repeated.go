package audit

import (
	"fmt"
	"slices"

	"gpca/report/publication/printed"
	"gpca/report/words"
)

// Columns of fewer rows, or of fewer different numbers, may well be equal.
const (
	repeatedRows    = 6
	repeatedNumbers = 3
)

// checkRepeated finds columns that print each other's digits. The later one is taken for
// the copy.
func (b *book) checkRepeated(t printed.Table) (findings []Finding, examined int) {
	columns := slices.DeleteFunc(t.Results(), func(c string) bool { return b.setAside[columnOf{t.Name(), c}] })
	for i, column := range columns {
		for _, original := range columns[:i] {
			examined++
			if !repeats(t, column, original) {
				continue
			}
			findings = append(findings, Finding{
				Check: Repeated, Severity: Warning, Place: printed.Place{Table: t.Name(), Column: column},
				Printed: "the digits of " + original, Expected: "digits of its own",
				Message: fmt.Sprintf("%s and %s print the same digits in every row", original, column),
				id:      original + "/" + column, others: []printed.Place{{Table: t.Name(), Column: original}},
			})
		}
	}
	return findings, examined
}

func repeats(t printed.Table, column, original string) bool {
	var different []string
	body := t.Body()
	for _, row := range body {
		x, okX := t.At(row, column)
		y, okY := t.At(row, original)
		if !okX || !okY || x.Printed() != y.Printed() {
			return false
		}
		different = words.AppendNew(different, x.Printed())
	}
	return len(body) >= repeatedRows && len(different) >= repeatedNumbers
}

// mendRepeated takes either column for the copy. Its own digits are known where they are
// printed elsewhere; else it is set aside.
func (b *book) mendRepeated(f Finding) []Correction {
	t := b.table(f.Table)
	copies := []string{f.Column, f.others[0].Column}
	classes := b.links.classes(b)
	var all []Correction
	for k, column := range copies {
		c := Correction{Slip: ColumnRepeated, Detail: "the digits are those of " + copies[1-k], distance: float64(k)}
		for _, row := range t.Rows {
			here, _ := t.At(row, column)
			for _, places := range classes {
				if !slices.Contains(places, here.Place) {
					continue
				}
				for _, x := range b.printings(places) {
					if x.digits != here.Printed() {
						c.Edits = append(c.Edits, Edit{here.Place, here.Printed(), x.digits})
						break
					}
				}
			}
		}
		all = append(all, c, Correction{
			Slip: ColumnRepeated, Detail: c.Detail, distance: float64(k + len(copies)),
			Edits: []Edit{{printed.Place{Table: t.Name(), Column: column}, "the digits of " + copies[1-k], "digits of its own"}},
		})
	}
	return all
}
