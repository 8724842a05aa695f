package audit

import (
	_ "embed" // for the texts
	"fmt"
	"io"
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
	"join": strings.Join, "md": table.EscapeMarkdown, "count": words.Count[int], "capitalise": words.Capitalise,
	"number": func(index int) int { return index + 1 }, "half": func(n int) int { return n / 2 },
	"quoted": func(all []Correction) []Correction { return all[:min(len(all), quotedSuggestions)] },
	"place": func(table, row, column string) printed.Place {
		return printed.Place{Table: table, Row: row, Column: column}
	},
	"title": claim.TitleOf,
	"cut":   func(text, what string) string { return strings.ReplaceAll(text, what, "") },
	"more":  func(all []Correction) int { return max(0, len(all)-quotedSuggestions) },
})

// quotedSuggestions is the number of corrections that a line of the report quotes.
const quotedSuggestions = 3

// WriteMarkdown writes causes, findings by table, claims, and counts with the definition of each check; beside each
// correction what rerun says of it, such as "the rerun confirms it". The audit itself never uses a rerun, which is
// therefore independent evidence. The same report gives the same bytes.
func (r *Report) WriteMarkdown(w io.Writer, rerun func(Correction) string) error {
	if _, err := io.WriteString(w, fill("audit.md", page{r, rerun})); err != nil {
		return fmt.Errorf("audit report: %w", err)
	}
	return nil
}

// A page is what audit.md says of a report.
type page struct {
	*Report
	Rerun func(Correction) string
}

// Heading is that of the table that a finding is the first of, else empty.
func (p page) Heading(finding int) string {
	f := p.Findings[finding]
	of := func(f Finding) [2]string {
		return [2]string{f.Table, map[Check]string{Arithmetic: "What the text reckons"}[f.Check]}
	}
	switch t := p.book.table(f.Table); {
	case finding > 0 && of(f) == of(p.Findings[finding-1]):
		return ""
	case f.Check == Arithmetic:
		return of(f)[1]
	case p.book.has(f.Table):
		return claim.TitleOf(t.Name()) + ". " + t.Title
	}
	return "Several tables"
}

// Claimed counts the claims with an outcome by the printed numbers.
func (p page) Claimed(outcome string) int {
	return len(words.Those(p.Claims, func(a Assessment) bool { return a.Printed.Outcome.String() == outcome }))
}

func (p page) Tables() []printed.Table { return p.book.tables }

// Summary says in a few sentences what was audited and found.
func (r *Report) Summary() string {
	cells, errors := 0, r.Errors()
	for _, t := range r.book.tables {
		cells += len(t.Numbers())
	}
	explained := len(words.Those(r.Findings, func(f Finding) bool { return f.Cause >= 0 }))
	averages := words.Those(r.Tallies, func(t Tally) bool { return t.Check == Average && t.Excused > 0 })
	return fill("summary", map[string]any{
		"Tables": r.book.tables, "Cells": cells, "Averages": averages, "Findings": len(r.Findings), "Errors": errors,
		"Examined": r.Examined(), "Suspicious": len(r.Findings) - errors, "Explained": explained,
		"Causes": len(r.Causes),
	})
}

// Examined lists the checks with the number of facts that they compared.
func (r *Report) Examined() []string {
	busy := words.Those(r.Tallies, func(t Tally) bool { return t.Examined > 0 })
	return words.Each(busy, func(t Tally) string { return fmt.Sprintf("%s %d", t.Name(), t.Examined) })
}

// Unexamined lists the checks that found nothing to compare.
func (p page) Unexamined() []string {
	return words.Each(words.Those(p.Tallies, func(t Tally) bool { return t.Examined == 0 }), Tally.Name)
}

// Errors counts the findings that no other reading of the tables explains.
func (r *Report) Errors() int {
	return len(words.Those(r.Findings, func(f Finding) bool { return f.Severity == Error }))
}

// Describe names a place for readers: "Table 2.4, sigma 40, p=1".
func (r *Report) Describe(p printed.Place) string { return r.book.describe(p) }

// Explains lists what a cause explains.
func (p page) Explains(cause int) string {
	return fill("explains", map[string]any{"On": p, "Cause": cause})
}

// Correction describes a correction; places that print the same digits are listed once.
func (p page) Correction(c Correction) string {
	first := c.Edits[0]
	return fill("correction", map[string]any{"On": p, "Of": c, "First": first, "Title": claim.TitleOf(first.Table)})
}

// Row names the row that an edit leaves out.
func (p page) Row(e Edit) string { return p.book.rowTitle(printed.Place{Table: e.Table, Row: e.To}) }

// Meant is what an edit of the correction takes for the true number.
func (c Correction) Meant(e Edit) string {
	if c.Low != "" {
		return "between " + c.Low + " and " + c.High
	}
	return e.To
}

// Where is the place of a finding in its table.
func (p page) Where(f Finding) string {
	if f.Check == Bold {
		f.Column = ""
	}
	where := p.book.within(f.Place)
	if _, line := p.Line(f); line > 0 && len(where) > 0 && !p.book.table(f.Table).Transcribed() {
		where = append(where, fmt.Sprint("line ", line))
	}
	return strings.Join(where, ", ")
}

// Mending says what would correct a finding, below the heading of its table.
func (p page) Mending(f Finding) string {
	return fill("mending", map[string]any{"On": p, "Of": f, "Table": claim.TitleOf(f.Table) + ", "})
}
