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

// Chapter returns the comparison as a chapter: counts, conclusions, rule, tables, and the claims that are decided. Where
// nothing is judged a paragraph says why, except in a partial report. [Comparison.Details] has the rest.
func (c *Comparison) Chapter() []document.Block {
	if c.silent() {
		return nil
	}
	number := c.with.Chapter
	blocks := []document.Block{document.Heading{Level: 1, Number: number, Text: "Published against reproduced"}}
	if !c.Judged() {
		return append(blocks, paragraph(c.introduction()[0]))
	}
	blocks = append(blocks, paragraph(c.introduction()[0]))
	for _, l := range c.conclusions() {
		if l.Name != "Claims" { // which have a section
			blocks = append(blocks, paragraph(l.Sentence))
		}
	}
	blocks = append(blocks, paragraph(say("rule in brief", nil)))
	for _, t := range c.Tables() {
		blocks = append(blocks, document.TableBlock{Table: t})
	}
	if len(c.Statements) == 0 {
		return blocks
	}
	blocks = append(blocks, document.Heading{Level: 2, Number: number + ".1", Text: "Claims"}, paragraph(c.claimsText()))
	for _, verdict := range []claim.Outcome{claim.Holds, claim.Fails} {
		if decided := c.decided(verdict.String()); len(decided) > 0 {
			one := say("decided", map[string]any{"Verdict": verdict.String(), "Count": len(decided)})
			blocks = append(blocks, paragraph(one), list(decided))
		}
	}
	return blocks
}

// DetailsTitle is that of the chapter of [Comparison.Details].
const DetailsTitle = "Published against reproduced: details"

// Details returns the sections behind the chapter: the rules, each claim with its evidence, and for each table what
// differs, with its heat map of [Comparison.Figures] from drawn. It is nil where nothing is judged.
func (c *Comparison) Details(drawn map[string]document.FigureBlock) []document.Block {
	if !c.Judged() {
		return nil
	}
	blocks := []document.Block{document.Heading{Level: 2, Text: "Rules"}}
	for _, p := range c.introduction()[1:] {
		blocks = append(blocks, paragraph(p))
	}
	if claims := c.claimTable(); claims != nil {
		blocks = append(blocks, document.Heading{Level: 2, Text: "Claims, one by one"},
			paragraph(say("claims rule", nil)))
		blocks = append(blocks, claims...)
	}
	blocks = append(blocks, document.Heading{Level: 2, Text: "Numbers that differ"})
	for _, t := range c.Contrasts {
		if t.Refused != "" {
			continue
		}
		summary := t.title() + ". " + t.sentence()
		if t.Summary.Differs > 0 {
			summary += " What differs is listed below."
		}
		blocks = append(blocks, paragraph(summary))
		if f, ok := drawn["D"+t.Number]; ok {
			blocks = append(blocks, f)
		}
		blocks = append(blocks, t.list(12)...)
	}
	return blocks
}

// Section returns the comparison as a section: conclusions, claims and what differs; nil where nothing is judged.
func (c *Comparison) Section() []document.Block {
	if !c.Judged() {
		return nil
	}
	blocks := []document.Block{document.Heading{Level: 2, Text: "Published against reproduced"}}
	for _, l := range c.conclusions() {
		blocks = append(blocks, paragraph(l.Sentence))
	}
	blocks = append(blocks, c.claimTable()...)
	for _, t := range c.Contrasts {
		if of := t.list(6); of != nil {
			blocks = append(append(blocks, paragraph(t.title()+". "+t.sentence())), of...)
		}
	}
	return blocks
}

func (t Contrast) list(most int) []document.Block {
	if findings := t.differing(); len(findings) > 0 {
		return []document.Block{list(first(findings, most, "and %d more, which compare.md lists"))}
	}
	return nil
}

func (t Contrast) title() string { return claim.TitleOf(t.Number) + ", " + t.Caption }

// claimTable is the table of the claims with numbers, if any.
func (c *Comparison) claimTable() []document.Block {
	cells := func(texts ...string) []document.Paragraph {
		var row []document.Paragraph
		for _, text := range texts {
			row = append(row, paragraph(text))
		}
		return row
	}
	t := document.TextTable{
		Header: cells("What the text says", "In print", "Here", "Evidence", "What would decide it"),
	}
	for _, k := range c.Statements {
		if k.Missing == "" {
			row := cells(k.row()...)
			row[2].Spans[0].Strong = true
			t.Rows = append(t.Rows, row)
		}
	}
	if t.Rows == nil {
		return nil
	}
	return []document.Block{t}
}

func (c Statement) row() []string {
	return []string{c.said(), c.Printed, c.verdict(), c.why(), c.open()}
}

func paragraph(text string) document.Paragraph {
	return document.Paragraph{Spans: []document.Span{{Text: text}}}
}

func list(items []string) document.List {
	var l document.List
	for _, i := range items {
		l.Items = append(l.Items, []document.Block{paragraph(i)})
	}
	return l
}

func (c *Comparison) introduction() []string {
	if !c.Judged() {
		return []string{say("nothing compared", map[string]any{"Generated": c.Generated()})}
	}
	return []string{
		say("compared", map[string]any{"Total": c.Total(), "Refused": c.refused(), "Tables": len(c.Contrasts)}),
		say("rule", c.with.Title), say("methods rule", nil),
	}
}

// claimsText counts the claims, and explains the verdict on a sentence with several claims.
func (c *Comparison) claimsText() string { return c.claimsSentence() + " " + say("parts rule", nil) }

// WriteMarkdown writes the whole comparison: conclusions, rule, summary, claims, and every table cell by cell.
func (c *Comparison) WriteMarkdown(w io.Writer) error {
	facts := map[string]any{
		"Conclusions": c.conclusions(), "Introduction": c.introduction(), "Judged": c.Judged(),
		"ClaimsText": c.claimsText(), "ClaimsRule": say("claims rule", nil),
	}
	var claims [][]string
	for _, k := range c.Statements {
		claims = append(claims, k.row())
	}
	facts["Claims"] = claims
	var tables []string
	if c.Judged() {
		for _, t := range c.tables("S") {
			var b strings.Builder
			if err := t.WriteMarkdown(&b); err != nil {
				return err
			}
			tables = append(tables, b.String())
		}
	}
	facts["Tables"] = tables
	type section struct {
		Contrast
		Heading, Sentence string
		Rows              [][]string
		Differing         []string
	}
	var sections []section
	for _, t := range c.Contrasts {
		s := section{Contrast: t, Heading: t.title(), Sentence: t.sentence(), Differing: t.differing()}
		for i, cells := range t.Cells {
			row := []string{t.RowTitles[i]}
			for _, cell := range cells {
				row = append(row, cell.text())
			}
			s.Rows = append(s.Rows, row)
		}
		sections = append(sections, s)
	}
	facts["Contrasts"] = sections
	if _, err := io.WriteString(w, fill("compare.md", facts)); err != nil {
		return fmt.Errorf("comparison: %w", err)
	}
	return nil
}
