package audit

import (
	_ "embed" // for the texts
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"gpca/report/claim"
	"gpca/report/publication/printed"
	"gpca/report/table"
	"gpca/report/words"
)

//go:embed texts.tmpl
var source string

var fill = words.Texts(source, template.FuncMap{
	"join": strings.Join, "md": table.EscapeMarkdown, "count": words.Count[int],
})

// quotedSuggestions is the number of corrections that a line of the report quotes.
const quotedSuggestions = 3

// WriteMarkdown writes counts with the definition of each check, causes, findings by table, and claims; beside each
// correction what rerun says of it, such as "the rerun confirms it". The audit itself never uses a rerun, which is
// therefore independent evidence. The same report gives the same bytes.
func (r *Report) WriteMarkdown(w io.Writer, rerun func(Correction) string) error {
	count := map[claim.Outcome]int{}
	for _, a := range r.Claims {
		count[a.Printed.Outcome]++
	}
	type line struct {
		Finding
		Number                  int
		Heading, Where, Mending string
	}
	var findings, excused []line
	for n, f := range r.Findings {
		l := line{f, n + 1, "", r.where(f), r.mending(f, rerun)}
		if t := r.book.table(f.Table); n > 0 && f.Table == r.Findings[n-1].Table {
		} else if l.Heading = "Several tables"; r.book.has(f.Table) {
			l.Heading = claim.TitleOf(t.Name()) + ". " + t.Title
		}
		findings = append(findings, l)
	}
	for _, f := range r.Excused {
		excused = append(excused, line{Finding: f, Where: r.book.describe(f.Place)})
	}
	_, err := io.WriteString(w, fill("audit.md", map[string]any{
		"Summary": r.Summary(), "Tallies": r.Tallies, "Causes": r.describeCauses(rerun), "Findings": findings,
		"Excused": excused, "Claims": r.Claims,
		"Hold": count[claim.Holds], "Fail": count[claim.Fails], "Undecided": count[claim.Undecided],
	}))
	if err != nil {
		return fmt.Errorf("audit report: %w", err)
	}
	return nil
}

// Summary says in a few sentences what was audited and found.
func (r *Report) Summary() string {
	cells, explained, errors := 0, 0, 0
	for _, t := range r.book.tables {
		cells += len(t.Numbers())
	}
	for _, f := range r.Findings {
		if f.Severity == Error {
			errors++
		}
		if f.Cause >= 0 {
			explained++
		}
	}
	averages := slices.DeleteFunc(slices.Clone(r.Tallies), func(t Tally) bool {
		return t.Check != Average || t.Excused == 0
	})
	return fill("summary", map[string]any{
		"Tables": r.book.tables, "Cells": cells, "Averages": averages, "Findings": len(r.Findings), "Errors": errors,
		"Warnings": len(r.Findings) - errors, "Explained": explained, "Causes": len(r.Causes),
	})
}

// Describe names a place for readers: "Table 2.4, sigma 40, p=1".
func (r *Report) Describe(p printed.Place) string { return r.book.describe(p) }

type described struct {
	Number                              int
	Correction, Reason, Rerun, Together string
	Explains, Alternatives              []string
	More                                int
}

func (r *Report) describeCauses(rerun func(Correction) string) (all []described) {
	for i, c := range r.Causes {
		d := described{
			Number: i + 1, Correction: r.correction(c.Correction), Reason: c.reason(),
			Rerun:    words.Capitalise(rerun(c.Correction)),
			Together: strings.Join(words.Each(c.Together, func(i int) string { return fmt.Sprint(i + 1) }), " and "),
			More:     max(0, len(c.Alternatives)-quotedSuggestions),
		}
		for n, f := range r.Findings {
			if f.Cause == i {
				d.Explains = append(d.Explains, fmt.Sprintf("%s (%d)", r.topic(f), n+1))
			}
		}
		d.Alternatives = words.Each(c.Alternatives[:len(c.Alternatives)-d.More], r.correction)
		all = append(all, d)
	}
	return all
}

func (r *Report) topic(f Finding) string {
	what, p := string(f.Check), f.Place
	switch f.Check {
	case Average:
		p.Row = ""
	case Bold:
		what, p.Column = "mark", ""
	case Same:
		return "the other printing of " + r.book.describe(p)
	case Claim:
		return "a statement of the text"
	}
	return "the " + what + " in " + r.book.describe(p)
}

// correction describes a correction; places that print the same digits are listed once.
func (r *Report) correction(c Correction) string {
	first := c.Edits[0]
	title := claim.TitleOf(first.Table)
	switch c.Slip {
	case RowsExchanged:
		return fmt.Sprintf("%s: rows %s and %s exchanged", title, first.Row, c.Edits[1].Row)
	case ColumnsExchanged:
		return fmt.Sprintf("%s: columns %s and %s exchanged in %s", title, first.Column, c.Edits[1].Column,
			words.Count(len(c.Edits)/2, "row"))
	case CellsExchanged:
		return fmt.Sprintf("%s and %s exchanged: %s and %s", r.book.describe(first.Place),
			r.book.describe(c.Edits[1].Place), first.To, c.Edits[1].To)
	case RowLeftOut:
		columns := words.Each(c.Edits, func(e Edit) string { return e.Column })
		return fmt.Sprintf("%s, %s: averaged without %s", title, strings.Join(columns, ", "),
			r.book.rowTitle(printed.Place{Table: first.Table, Row: first.To}))
	case MarkMisplaced:
		return strings.Join(words.Each(c.Edits, func(e Edit) string { return e.Column + " " + e.To }), ", ")
	}
	var places []string
	for _, e := range c.Edits {
		if e.From == first.From && e.To == first.To {
			places = append(places, r.book.describe(e.Place))
		}
	}
	where := strings.Join(places, " and ")
	if len(c.Marks) > 0 {
		where += ", with the mark of its row"
	}
	return fmt.Sprintf("%s: %s instead of %s", where, c.Meant(first), first.From)
}

// Meant is what an edit of the correction takes for the true number.
func (c Correction) Meant(e Edit) string {
	if c.Low != "" {
		return "between " + c.Low + " and " + c.High
	}
	return e.To
}

func (c Correction) reason() string {
	if c.Detail != "" {
		return string(c.Slip) + ": " + c.Detail
	}
	return string(c.Slip)
}

func (r *Report) where(f Finding) string {
	if f.Check == Bold {
		f.Column = ""
	}
	return strings.Join(r.book.within(f.Place), ", ")
}

func (r *Report) mending(f Finding, rerun func(Correction) string) string {
	if f.Cause >= 0 {
		return fmt.Sprintf("mistake %d", f.Cause+1)
	}
	var texts []string
	for i, c := range f.Suggestions {
		if i == quotedSuggestions {
			texts = append(texts, "or "+words.Count(len(f.Suggestions)-i, "other"))
			break
		}
		// The heading already names the table.
		text := strings.ReplaceAll(r.correction(c), claim.TitleOf(f.Table)+", ", "")
		if said := rerun(c); said != "" {
			text += " (" + said + ")"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}
