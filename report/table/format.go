package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpca/report/words"
)

// An Entry is a cell as all formats print it.
type Entry struct {
	Text      string // the number with a true minus sign, "failed", "—" for missing, or empty
	HalfWidth string // after "±", empty for a cell without interval
	Mark      string // after the entry, such as "†" or "²"
	Bold      bool
	InPrint   InPrint // beside it
}

// String returns the entry as plain text: "95.08 ± 0.03†".
func (e Entry) String() string {
	if e.HalfWidth != "" {
		return e.Text + " ± " + e.HalfWidth + e.Mark
	}
	return e.Text + e.Mark
}

const (
	missingText = "—"
	failedText  = "failed"
	// inapplicableText is usual in tables for what does not apply.
	inapplicableText = "n/a"
	minus            = "−"
)

// Format rounds a cell to the given number of decimals, or to its own, half to even in the decimal
// expansion of the stored value.
//
// A half-width has the decimals of its value. One that rounds to zero prints as the smallest number of that
// many decimals; one of equal repetitions prints as zero.
func Format(c Cell, decimals int) Entry {
	if c.DecimalsSet {
		decimals = c.Decimals
	}
	entry := Entry{InPrint: c.InPrint}
	for _, mark := range c.Mark {
		entry.mark(string(mark))
	}
	switch {
	case c.numbered():
		entry.Bold = c.Bold
		if c.Leading {
			entry.mark(LeadingMark)
		}
		entry.Text = cmp.Or(c.Text, Number(c.Value, decimals))
		if c.interval() {
			entry.HalfWidth = Number(c.HalfWidth, decimals)
			if c.HalfWidth > 0 && entry.HalfWidth == Number(0, decimals) {
				entry.HalfWidth = Number(math.Pow(10, -float64(decimals)), decimals)
			}
		}
	case c.State == Missing:
		entry.Text = missingText
	case c.State == NotApplicable:
		entry.Text = inapplicableText
	case c.State == Failed:
		entry.Text = failedText
	}
	return entry
}

func (e *Entry) mark(mark string) {
	if e.Mark != "" {
		mark = thinSpace + mark
	}
	e.Mark += mark
}

// Number formats a number as cells print it.
func Number(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	digits, negative := strings.CutPrefix(text, "-")
	if !negative || strings.Trim(digits, "0.") == "" {
		return digits // a value that rounds to zero has no sign
	}
	return minus + digits
}

// A Note is one line under a table.
type Note struct {
	Mark string // what the note explains, such as "†"; may be empty
	Text string
}

// String returns the note as plain text, its mark first.
func (n Note) String() string {
	if n.Mark == "" {
		return n.Text
	}
	return n.Mark + " " + n.Text
}

// A Sheet is a table as text, which the writers spell in their formats.
type Sheet struct {
	Title   string // "Table 2.1"
	Caption string
	Corner  string
	Columns []string
	Rows    []SheetRow
	Notes   []Note
}

// A SheetRow is one line of a Sheet, with an entry for each column.
type SheetRow struct {
	Heading string
	TeX     string // with formulas in TeX between dollar signs
	Entries []Entry
	Summary bool
	Ruled   bool // below a rule
}

// Part is the sheet with a range of its columns.
func (s Sheet) Part(from, to int) Sheet {
	s.Columns, s.Rows = s.Columns[from:to], slices.Clone(s.Rows)
	for i, row := range s.Rows {
		s.Rows[i].Entries = row.Entries[from:to]
	}
	return s
}

// Widest returns the widest half-width of each column, empty for none. Entries without one leave its space.
func (s Sheet) Widest() []string { return s.widest(func(e Entry) string { return e.HalfWidth }) }

// WidestMarks returns the widest marks of each column, empty for none.
func (s Sheet) WidestMarks() []string { return s.widest(func(e Entry) string { return e.Mark }) }

func (s Sheet) widest(part func(Entry) string) []string {
	widest := make([]string, len(s.Columns))
	for _, row := range s.Rows {
		for j, entry := range row.Entries {
			if text := part(entry); utf8.RuneCountInString(text) > utf8.RuneCountInString(widest[j]) {
				widest[j] = text
			}
		}
	}
	return widest
}

// Sheet formats the table. Failed cells, and those of methods that are not applicable, are numbered ¹, ², … by
// their reasons, which become notes, as do the metric, the notes of the table and the origin of its data. Every
// text is one line. The error is that of [Table.Validate].
func (t *Table) Sheet() (Sheet, error) {
	if err := t.Validate(); err != nil {
		return Sheet{}, err
	}
	sheet := Sheet{
		Title:   "Table " + t.Number,
		Caption: words.OneLine(t.Caption) + t.unit(),
		Corner:  words.OneLine(t.Corner),
		Columns: words.Each(t.Columns, words.OneLine),
	}
	var reasons []string // in order of appearance, which is their numbering
	for i, row := range t.Rows {
		set := SheetRow{
			Heading: words.OneLine(row.Heading), TeX: words.OneLine(cmp.Or(row.TeX, row.Heading)),
			Summary: row.Summary, Ruled: row.Summary && i > 0 && !t.Rows[i-1].Summary,
		}
		for _, cell := range row.Cells {
			entry := Format(cell, t.Decimals)
			if t.Bare {
				entry.HalfWidth = ""
			}
			if cell.State == Failed || cell.State == NotApplicable {
				reason := words.OneLine(cell.Reason)
				reasons = words.AppendNew(reasons, reason)
				entry.mark(superscript(slices.Index(reasons, reason) + 1))
			}
			set.Entries = append(set.Entries, entry)
		}
		sheet.Rows = append(sheet.Rows, set)
	}
	sheet.Notes = t.notes(reasons)
	return sheet, nil
}

// notes explain the numbers in print, the metric, the reasons, and marks; then come those of the table, and the origin
// of its data.
func (t *Table) notes(reasons []string) (notes []Note) {
	note := func(mark, text string, wanted bool) {
		if text = words.OneLine(text); text != "" && wanted {
			notes = append(notes, Note{mark, text})
		}
	}
	note(PrintMark, "Beside ours, the number in print, which differs by more than the margin of a match.",
		t.has(func(c Cell) bool { return c.InPrint.Printed != "" }))
	note("", words.Capitalise(t.metricNote()), true)
	for i, reason := range reasons {
		note(superscript(i+1), reason, true)
	}
	note(missingText, "not computed yet", t.has(Cell.missing))
	note(OptimiserMark, "The last bits of sums move this number more than the draws do.", t.has(marked(OptimiserMark)))
	for _, text := range t.Notes {
		note("", text, true)
	}
	origin := words.OneLine(t.Origin)
	if origin == "stand-in" {
		origin += " (generated)"
	}
	note("", "Data: "+origin, true)
	return notes
}

// unit is the metric in brackets, for the caption, where it is short; else it stands in a note.
func (t *Table) unit() string {
	const longest = 42
	metric := words.OneLine(t.Metric)
	if metric == "" || len(metric) > longest || strings.ContainsAny(metric, ":;()") {
		return ""
	}
	return " (" + metric + ")"
}

// metricNote names a long metric, the meaning of "±" and the repetitions of the cells with an interval, or of all.
func (t *Table) metricNote() string {
	interval := t.has(Cell.interval)
	var repetitions []int
	for _, row := range t.Rows {
		for _, cell := range row.Cells {
			if cell.State == Filled && !row.Summary && (!interval || cell.Repetitions > 1) && cell.Repetitions > 0 {
				repetitions = append(repetitions, cell.Repetitions)
			}
		}
	}
	var parts []string
	if t.unit() == "" && t.Metric != "" {
		parts = append(parts, words.OneLine(t.Metric))
	}
	switch {
	case interval && t.Bare:
		parts = append(parts, "mean")
	case interval:
		parts = append(parts, "mean ± half the width of its 95% interval")
	}
	if len(repetitions) > 0 && slices.Max(repetitions) > 1 {
		counts := slices.Compact([]int{slices.Min(repetitions), slices.Max(repetitions)})
		parts = append(parts, strings.Join(words.Each(counts, strconv.Itoa), " to ")+" repetitions")
	}
	return strings.Join(parts, "; ")
}

func superscript(n int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	return strings.Map(func(digit rune) rune { return digits[digit-'0'] }, strconv.Itoa(n))
}

// Quote returns the number of a cell as the table rounds it, or its state where there is none. Place has the
// headings of row and column with a blank between, as they are or in any form that has their keys in [WriteMacros].
func (t *Table) Quote(place string) (string, error) {
	rows, columns := t.rowKeys(), t.columnKeys()
	var found []Cell
	for i, row := range t.Rows {
		for j, column := range t.Columns {
			if place == row.Heading+" "+column {
				return t.quoted(row.Cells[j]), nil
			}
			if MacroKey(place) == MacroKey(rows[i]+" "+columns[j]) {
				found = append(found, row.Cells[j])
			}
		}
	}
	if len(found) == 1 {
		return t.quoted(found[0]), nil
	}
	has := "no number"
	if len(found) > 0 {
		has = words.Count(len(found), "number")
	}
	return "", fmt.Errorf("table %s has %s %q: name a row of %s, and a column of %s", t.Number, has, place,
		words.Enumerate(rows), words.Enumerate(columns))
}

func (t *Table) quoted(c Cell) string {
	if c.State != Filled {
		return c.State.String()
	}
	return Format(c, t.Decimals).Text
}
