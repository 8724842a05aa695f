package audit

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gpca/report/claim"
	"gpca/report/publication/printed"
	"gpca/report/words"
)

// quotedSuggestions is how many corrections a line of the report quotes.
const quotedSuggestions = 3

// WriteMarkdown writes the report: counts with the definition of each check, the
// misprints that explain several findings, the findings by table, and the claims.
// The same report gives the same bytes.
func (r *Report) WriteMarkdown(w io.Writer) error { return r.WriteMarkdownWith(w, nil) }

// WriteMarkdownWith also quotes, beside each correction, what rerun says of it:
// words such as "the rerun bears it out", empty where it has nothing to say. The
// audit itself never asks: it finds misprints by the printed numbers alone, which
// is what makes a rerun evidence.
func (r *Report) WriteMarkdownWith(w io.Writer, rerun func(Correction) string) error {
	if rerun == nil {
		rerun = func(Correction) string { return "" }
	}
	var b bytes.Buffer
	r.writeSummary(&b)
	r.writeCauses(&b, rerun)
	r.writeFindings(&b, rerun)
	r.writeExcused(&b)
	r.writeGranularity(&b)
	r.writeClaims(&b)
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("audit report: %w", err)
	}
	return nil
}

// Summary says in a few sentences what was audited and how much was found.
func (r *Report) Summary() string {
	cells := 0
	for _, t := range r.book.tables {
		cells += len(t.Numbers())
	}
	bySeverity := map[Severity]int{}
	explained := 0
	for _, f := range r.Findings {
		bySeverity[f.Severity]++
		if f.Cause >= 0 {
			explained++
		}
	}
	text := fmt.Sprintf("%s with %s were checked against each other, in exact arithmetic. ",
		number(len(r.book.tables), "table", "tables"), number(cells, "number", "numbers"))
	for _, t := range r.Tallies {
		if t.Check == Average && t.Excused > 0 {
			in := ""
			if t.Text != "" {
				in = " of the " + t.Text
			}
			text += fmt.Sprintf("Averages%s that are not the rounded mean of the printed entries: %d of %d; rounding of the entries may excuse %d, which leaves %d. ",
				in, t.Excused+t.Found, t.Examined, t.Excused, t.Found)
		}
	}
	if len(r.Findings) == 0 {
		return text + "Nothing contradicts anything."
	}
	text += fmt.Sprintf("There are %s: %s and %s. ", number(len(r.Findings), "finding", "findings"),
		number(bySeverity[Error], "error", "errors"), number(bySeverity[Warning], "warning", "warnings"))
	if len(r.Causes) == 0 {
		return text + "No two of them have a cause in common."
	}
	return text + fmt.Sprintf("%d of them come from %s.", explained, number(len(r.Causes), "mistake", "mistakes"))
}

// Describe names a place as a reader finds it: "Table 2.4, sigma 40, p=1".
func (r *Report) Describe(p printed.Place) string { return r.book.describe(p) }

func (r *Report) writeSummary(b *bytes.Buffer) {
	fmt.Fprintf(b, "# Audit of the published tables\n\n%s\n\n", r.Summary())
	fmt.Fprintf(b, "An error is a contradiction between printed digits that no rounding explains, a warning a difference between two sources, "+
		"a number out of line, or a statement the numbers do not bear out. What rounding may excuse is no finding.\n\n")
	fmt.Fprintf(b, "| Check | Examined | Found | Excused | What is a finding |\n|---|---:|---:|---:|---|\n")
	for _, t := range r.Tallies {
		definition := escape(t.Finding)
		if t.Text != "" {
			definition = "the same"
		}
		fmt.Fprintf(b, "| %s | %d | %d | %d | %s |\n", t.Name(), t.Examined, t.Found, t.Excused, definition)
	}
	fmt.Fprintln(b)
}

func (r *Report) writeCauses(b *bytes.Buffer, rerun func(Correction) string) {
	if len(r.Causes) == 0 {
		return
	}
	fmt.Fprintf(b, "## Mistakes that explain several findings\n\n")
	fmt.Fprintf(b, "Each was found by making the correction and repeating all checks. The digits are what the author may have meant, not what a rerun gives.\n\n")
	for i, c := range r.Causes {
		fmt.Fprintf(b, "%d. **%s** (%s).", i+1, escape(r.correction(c.Correction)), c.reason())
		if said := rerun(c.Correction); said != "" {
			fmt.Fprintf(b, " %s.", escape(words.Capitalise(said)))
		}
		fmt.Fprintf(b, " It explains")
		var topics []string
		for n, f := range r.Findings {
			if f.Cause == i {
				topics = append(topics, fmt.Sprintf("%s (%d)", escape(r.topic(f)), n+1))
			}
		}
		fmt.Fprintf(b, " %s.", strings.Join(topics, ", "))
		if len(c.Together) > 0 {
			fmt.Fprintf(b, " It holds only together with %s: their effects on an average cancel.", numbers(c.Together))
		}
		for k, other := range c.Alternatives {
			if k == quotedSuggestions {
				fmt.Fprintf(b, " And %d more corrections would explain as much.", len(c.Alternatives)-k)
				break
			}
			fmt.Fprintf(b, " %s would explain as much.", escape(r.correction(other)))
		}
		fmt.Fprintln(b)
	}
	fmt.Fprintln(b)
}

// topic names a finding in a sentence.
func (r *Report) topic(f Finding) string {
	switch f.Check {
	case Average:
		return "the average in " + r.book.describe(printed.Place{Table: f.Table, Column: f.Column})
	case Bold:
		return "the mark in " + r.book.describe(printed.Place{Table: f.Table, Row: f.Row})
	case Count:
		return "the winning count in " + r.book.describe(f.Place)
	case Same:
		return "the other printing of " + r.book.describe(f.Place)
	case Claim:
		return "a statement of the text"
	default:
		return "the " + string(f.Check) + " in " + r.book.describe(f.Place)
	}
}

func numbers(indices []int) string {
	return strings.Join(words.Each(indices, func(i int) string { return fmt.Sprint(i + 1) }), " and ")
}

// correction words a correction; places that print the same digits are listed once.
func (r *Report) correction(c Correction) string {
	first := c.Edits[0]
	title := tableTitle(r.book.table(first.Table))
	var places []string
	for _, e := range c.Edits {
		if e.From == first.From && e.To == first.To {
			places = append(places, r.book.describe(e.Place))
		}
	}
	where := strings.Join(places, " and ")
	switch c.Slip {
	case RowsExchanged:
		return fmt.Sprintf("%s: rows %s and %s exchanged", title, first.Row, c.Edits[1].Row)
	case ColumnsExchanged:
		return fmt.Sprintf("%s: columns %s and %s exchanged in %s", title, first.Column, c.Edits[1].Column,
			number(len(c.Edits)/2, "row", "rows"))
	case CellsExchanged:
		return fmt.Sprintf("%s and %s exchanged: %s and %s", r.book.describe(first.Place), r.book.describe(c.Edits[1].Place), first.To, c.Edits[1].To)
	case ColumnRepeated:
		return fmt.Sprintf("%s, %s: %s", title, first.Column, c.Detail)
	case RowMissing:
		return fmt.Sprintf("%s: a row %s is missing, with about %s in %s", title, first.Row, first.To, first.Column)
	case RowLeftOut:
		columns := words.Each(c.Edits, func(e Edit) string { return e.Column })
		return fmt.Sprintf("%s, %s: averaged without %s", title, strings.Join(columns, ", "),
			r.book.rowTitle(printed.Place{Table: first.Table, Row: first.To}))
	case MarkMisplaced:
		return strings.Join(words.Each(c.Edits, func(e Edit) string { return fmt.Sprintf("%s %s", e.Column, e.To) }), ", ")
	}
	if len(c.Marks) > 0 {
		where += ", with the mark of its row"
	}
	if c.Low != "" {
		return fmt.Sprintf("%s: between %s and %s instead of %s", where, c.Low, c.High, first.From)
	}
	return fmt.Sprintf("%s: %s instead of %s", where, first.To, first.From)
}

// reason is the kind of misprint with what is known of it.
func (c Correction) reason() string {
	if c.Detail != "" && c.Slip != ColumnRepeated {
		return string(c.Slip) + ": " + c.Detail
	}
	return string(c.Slip)
}

func (r *Report) writeFindings(b *bytes.Buffer, rerun func(Correction) string) {
	if len(r.Findings) == 0 {
		return
	}
	fmt.Fprintf(b, "## Findings by table\n\n")
	previous := "no table yet"
	for n, f := range r.Findings {
		if f.Table != previous {
			if n > 0 {
				fmt.Fprintln(b)
			}
			if t := r.book.table(f.Table); r.book.has(f.Table) {
				fmt.Fprintf(b, "### %s. %s\n\n", tableTitle(t), escape(t.Title))
			} else {
				fmt.Fprintf(b, "### Several tables\n\n")
			}
			fmt.Fprintf(b, "| No. | Check | Where | Printed | Expected | What is found | What would mend it |\n|---:|---|---|---|---|---|---|\n")
			previous = f.Table
		}
		fmt.Fprintf(b, "| %d | %s, %s | %s | %s | %s | %s | %s |\n", n+1, f.Check, f.Severity,
			escape(r.where(f)), escape(f.Printed), escape(f.Expected), escape(f.Message), escape(r.mending(f, rerun)))
	}
	fmt.Fprintln(b)
}

// where is the place of a finding within its table.
func (r *Report) where(f Finding) string {
	var parts []string
	if f.Row != "" {
		parts = append(parts, r.book.rowTitle(f.Place))
	}
	if f.Column != "" && f.Check != Bold {
		parts = append(parts, f.Column)
	}
	return strings.Join(parts, ", ")
}

// writeExcused lists what is wrong by the printed digits and may be right by the numbers
// that were rounded to them.
func (r *Report) writeExcused(b *bytes.Buffer) {
	if len(r.Excused) == 0 {
		return
	}
	fmt.Fprintf(b, "## What rounding may excuse\n\nNone of these is a finding.\n\n| Check | Where | Printed | By the printed digits | What is found |\n|---|---|---|---|---|\n")
	for _, f := range r.Excused {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", f.Check, escape(r.book.describe(f.Place)), escape(f.Printed), escape(f.Expected), escape(f.Message))
	}
	fmt.Fprintln(b)
}

func (r *Report) mending(f Finding, rerun func(Correction) string) string {
	if f.Cause >= 0 {
		return fmt.Sprintf("mistake %d", f.Cause+1)
	}
	var texts []string
	for i, c := range f.Suggestions {
		if i == quotedSuggestions {
			texts = append(texts, fmt.Sprintf("or %s", number(len(f.Suggestions)-i, "other", "others")))
			break
		}
		// Under the heading of a table its name need not be repeated.
		text := strings.ReplaceAll(r.correction(c), tableTitle(r.book.table(f.Table))+", ", "")
		if said := rerun(c); said != "" {
			text += " (" + said + ")"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

func (r *Report) writeClaims(b *bytes.Buffer) {
	if len(r.Claims) == 0 {
		return
	}
	count := map[claim.Outcome]int{}
	for _, a := range r.Claims {
		count[a.Printed.Outcome]++
	}
	fmt.Fprintf(b, "## What the text says\n\n")
	fmt.Fprintf(b, "Of %s, the printed numbers bear out %d, contradict %d and leave %d undecided. "+
		"The last column is the verdict when averages and winning counts are recomputed from the printed entries.\n\n",
		number(len(r.Claims), "statement", "statements"), count[claim.Holds], count[claim.Fails], count[claim.Undecided])
	fmt.Fprintf(b, "| Place | Statement, in our words | Read as | As printed | Recomputed |\n|---|---|---|---|---|\n")
	for _, a := range r.Claims {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", escape(a.Claim.Place), escape(a.Claim.Text), escape(a.Claim.Reading),
			a.Printed.Outcome, a.Recomputed.Outcome)
	}
}

// escape keeps text from being taken for the bars and marks of Markdown.
func escape(text string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "*", "\\*", "_", "\\_", "`", "\\`", "<", "&lt;", "\n", " ").Replace(text)
}
