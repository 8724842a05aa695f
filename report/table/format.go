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
	var entry Entry
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
	missing, optimiser, inPrint := false, false, false
	for i, row := range t.Rows {
		entries := make([]Entry, len(row.Cells))
		for i, cell := range row.Cells {
			entries[i] = Format(cell, t.Decimals)
			entries[i].InPrint = cell.InPrint
			inPrint = inPrint || cell.InPrint.Printed != ""
			if t.Bare {
				entries[i].HalfWidth = ""
			}
			optimiser = optimiser || strings.Contains(cell.Mark, OptimiserMark)
			missing = missing || cell.State == Missing
			if cell.State == Failed || cell.State == NotApplicable {
				reason := words.OneLine(cell.Reason)
				reasons = words.AppendNew(reasons, reason)
				entries[i].mark(superscript(slices.Index(reasons, reason) + 1))
			}
		}
		ruled := row.Summary && i > 0 && !t.Rows[i-1].Summary
		heading, tex := words.OneLine(row.Heading), words.OneLine(cmp.Or(row.TeX, row.Heading))
		sheet.Rows = append(sheet.Rows, SheetRow{heading, tex, entries,
			row.Summary, ruled})
	}

	note := func(mark, text string) {
		if text = words.OneLine(text); text != "" {
			sheet.Notes = append(sheet.Notes, Note{mark, text})
		}
	}
	if inPrint {
		note(PrintMark, "Beside ours, the number in print, which differs by more than the margin of a match.")
	}
	note("", words.Capitalise(t.metricNote()))
	for i, reason := range reasons {
		note(superscript(i+1), reason)
	}
	if missing {
		note(missingText, "not computed yet")
	}
	if optimiser {
		note(OptimiserMark, "The last bits of sums move this number more than the draws do.")
	}
	for _, text := range t.Notes {
		note("", text)
	}
	origin := words.OneLine(t.Origin)
	if origin == "stand-in" {
		origin += " (generated)"
	}
	note("", "Data: "+origin)
	return sheet, nil
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
	interval := slices.ContainsFunc(t.Rows, func(r Row) bool { return slices.ContainsFunc(r.Cells, Cell.interval) })
	fewest, most := math.MaxInt, 0
	for _, row := range t.Rows {
		for _, cell := range row.Cells {
			counts := cell.State == Filled && !row.Summary && (cell.interval() && cell.Repetitions > 1 || !interval)
			if counts && cell.Repetitions > 0 {
				fewest, most = min(fewest, cell.Repetitions), max(most, cell.Repetitions)
			}
		}
	}
	var parts []string
	if metric := words.OneLine(t.Metric); metric != "" && t.unit() == "" {
		parts = append(parts, metric)
	}
	switch {
	case interval && t.Bare:
		parts = append(parts, "mean")
	case interval:
		parts = append(parts, "mean ± half the width of its 95% interval")
	}
	switch {
	case most > 1 && fewest == most:
		parts = append(parts, fmt.Sprintf("%d repetitions", most))
	case most > 1:
		parts = append(parts, fmt.Sprintf("%d to %d repetitions", fewest, most))
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
	rows, columns := t.macroKeys()
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
