package compare

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/claim"
	"gpca/report/document"
	"gpca/report/table"
	"gpca/report/words"
)

// Figures returns heat maps of the differences, ours less printed, of every table with a verdict: "D2.1" for
// Table 2.1. A number without a verdict is crossed out.
func (c *Comparison) Figures() []document.FigureBlock {
	var all []document.FigureBlock
	for _, t := range c.Contrasts {
		if t.Refused != "" {
			continue
		}
		h := figures.Heatmap{
			YLabel: t.Corner, Rows: t.RowTitles, Decimals: t.Decimals(), Values: make([][]float64, len(t.Rows)),
			ValueLabel: "reproduced − printed",
		}
		for j, column := range t.Columns {
			if !slices.Contains(t.Results(), column) {
				continue
			}
			h.Columns = append(h.Columns, t.ColumnTitles[j])
			for i, cells := range t.Cells {
				v := math.NaN()
				if cells[j].Verdict != None {
					v = shown(cells[j].Difference, h.Decimals)
				}
				h.Values[i] = append(h.Values[i], v)
			}
		}
		all = append(all, document.FigureBlock{
			Number: "D" + t.Number, File: "figures/difference-" + t.Number, Figure: h,
			Caption: claim.TitleOf(t.Number) + ", reproduced less printed: " + t.Caption,
		})
	}
	return all
}

// shown rounds v as it is printed, so that what rounds to zero has the colour of zero.
func shown(v float64, decimals int) float64 {
	unit := math.Pow(10, float64(decimals))
	return math.Round(v*unit)/unit + 0 // −0 + 0 is 0
}

// Chapter is the comparison as a chapter in Markdown, for package document to read: counts, conclusions, rule, tables,
// and the claims that are decided. Where nothing is judged it says why, except in a partial report, which omits it.
func (c *Comparison) Chapter() string {
	if c.silent() {
		return ""
	}
	return written("chapter", c.facts())
}

// Details has the sections behind the chapter: the rules, each claim with its evidence, and for each table what
// differs, with its heat map of [Comparison.Figures]. It is empty where nothing is judged.
func (c *Comparison) Details() string {
	if !c.Judged() {
		return ""
	}
	return written("details", c.facts())
}

// Section is the comparison as a section: conclusions, claims and what differs; empty where nothing is judged.
func (c *Comparison) Section() string {
	if !c.Judged() {
		return ""
	}
	return written("section", c.facts())
}

// WriteMarkdown writes the whole comparison: conclusions, rule, summary, claims, and every table cell by cell.
func (c *Comparison) WriteMarkdown(w io.Writer) error {
	facts := c.facts()
	if c.Judged() && !c.OfClaims() {
		for _, t := range c.tables("S") {
			var b strings.Builder
			if err := t.WriteMarkdown(&b); err != nil {
				return err
			}
			facts.Tables = append(facts.Tables, b.String())
		}
	}
	if _, err := io.WriteString(w, written("compare.md", facts)); err != nil {
		return fmt.Errorf("comparison: %w", err)
	}
	return nil
}

// facts are what the texts say of a comparison, beside its tables and claims.
type facts struct {
	*Comparison
	Chapter, Title   string
	Conclusions      []conclusion
	Tables           []string // in Markdown
	Judgeable        []Statement
	Holding, Failing []string
	// Tables that stand in the chapter, and those behind its rules.
	ChapterTables, DetailTables []*table.Table
}

func (c *Comparison) facts() facts {
	missing := func(k Statement) bool { return k.Missing != "" }
	all := c.Tables()
	first := min(2, len(all))
	return facts{
		ChapterTables: all[:first], DetailTables: all[first:],
		Comparison: c, Chapter: c.with.Chapter, Title: c.with.Title, Conclusions: c.conclusions(),
		Judgeable: slices.DeleteFunc(slices.Clone(c.Statements), missing),
		Holding:   c.decided(claim.Holds), Failing: c.decided(claim.Fails),
	}
}

// Heading is the title of the table with its caption.
func (t Contrast) Heading() string { return claim.TitleOf(t.Number) + ", " + t.Caption }

// Lines are the rows of the table in Markdown: our numbers beside the printed ones.
func (t Contrast) Lines() (lines [][]string) {
	for i, cells := range t.Cells {
		lines = append(lines, append([]string{t.RowTitles[i]}, words.Each(cells, Reproduction.text)...))
	}
	return lines
}
