package compare

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/claim"
	"gpca/report/document"
	"gpca/report/publication/printed"
	"gpca/report/table"
)

// A DifferenceMap is a heat map of the differences of a table.
type DifferenceMap struct {
	Number  string // of the table
	Caption string
	Heatmap figures.Heatmap
}

// Figures draws the differences of every table that has a verdict: ours less
// printed, red where ours is larger. A number without a verdict is crossed out.
func (c *Comparison) Figures() []DifferenceMap {
	var all []DifferenceMap
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
					v = rounded(cells[j].Difference, h.Decimals)
				}
				h.Values[i] = append(h.Values[i], v)
			}
		}
		all = append(all, DifferenceMap{Number: t.Number, Caption: claim.TitleOf(t.Number) + ", reproduced less printed: " + t.Caption, Heatmap: h})
	}
	return all
}

// rounded is v as it is shown, so that the colour is that of the number: what
// rounds to zero has no sign.
func rounded(v float64, decimals int) float64 {
	unit := math.Pow(10, float64(decimals))
	return math.Round(v*unit)/unit + 0 // −0 + 0 is 0
}

// Tables is the summary table of the chapter, or nothing where nothing is judged.
func (c *Comparison) Tables() []*table.Table {
	if !c.Judged() {
		return nil
	}
	return []*table.Table{c.summary(c.with.Chapter + ".1")}
}

// summary counts the verdicts of each table and says how far the numbers lie apart.
func (c *Comparison) summary(number string) *table.Table {
	s := &table.Table{
		Number: number, Caption: "Published against reproduced", Corner: "Table",
		Columns: []string{"numbers", "match", "inconclusive", "differ", "misprints", "not judged", "mean |d|", "bias", "τ"},
		Metric:  "numbers by verdict",
		Origin:  "real",
		Notes: []string{
			"misprints: how many of those that differ agree with a correction that the audit proposes",
			"mean |d| and bias: mean absolute and mean difference, ours less printed, in the unit of the table, without averages",
			"τ: Kendall's rank correlation between the printed and our order of the methods, averaged over the rows; 1 is the same order",
		},
	}
	integer := func(n int) table.Cell { return table.Cell{Value: float64(n)} }
	real := func(v float64) table.Cell {
		if math.IsNaN(v) {
			return table.Cell{State: table.Blank}
		}
		return table.Cell{Value: v, Decimals: 2, DecimalsSet: true}
	}
	row := func(heading string, n Counts) table.Row {
		return table.Row{Heading: heading, Cells: []table.Cell{
			integer(n.Numbers), integer(n.Match), integer(n.Inconclusive), integer(n.Differs), integer(n.Explained), integer(n.Unjudged),
		}}
	}
	for _, t := range c.Contrasts {
		r := row(t.Number, t.Summary.Counts)
		r.Cells = append(r.Cells, real(t.Summary.MeanAbsolute), real(t.Summary.Bias), real(t.Summary.Agreement))
		s.Rows = append(s.Rows, r)
	}
	total := row("All", c.Total())
	total.Summary = true
	blank := table.Cell{State: table.Blank}
	total.Cells = append(total.Cells, blank, blank, blank)
	s.Rows = append(s.Rows, total)
	return s
}

// Chapter is the comparison as a chapter of a report: the rule, the summary table, the
// claims, and for each table its heat map with what differs. The heat maps are those of
// Figures by their numbers. Where nothing is judged, a paragraph says why; a report of a
// part of the study does without.
func (c *Comparison) Chapter(drawn map[string]document.FigureBlock) []document.Block {
	if c.silent() {
		return nil
	}
	number := c.with.Chapter
	blocks := []document.Block{document.Heading{Level: 1, Number: number, Text: "Published against reproduced"}}
	for _, p := range c.introduction() {
		blocks = append(blocks, paragraph(p))
	}
	if !c.Judged() {
		return blocks
	}
	blocks = append(blocks, list(c.margins()), document.TableBlock{Table: c.summary(number + ".1")})
	if len(c.Statements) > 0 {
		blocks = append(blocks, document.Heading{Level: 2, Number: number + ".1", Text: "Claims"}, paragraph(c.claimsSentence()), paragraph(claimsRule))
		if l := c.claimList(); len(l.Items) > 0 {
			blocks = append(blocks, l)
		}
	}
	blocks = append(blocks, document.Heading{Level: 2, Number: number + ".2", Text: "Numbers"})
	for _, t := range c.Contrasts {
		if t.Refused != "" {
			continue
		}
		summary := t.title() + ". " + t.Summary.sentence(2)
		if t.Summary.Differs > 0 {
			summary += " What differs is listed below."
		}
		blocks = append(blocks, paragraph(summary))
		if f, ok := drawn[t.Number]; ok {
			blocks = append(blocks, f)
		}
		// A table that differs throughout is left to its heat map and the file.
		if findings := t.differing(); len(findings) > 0 {
			blocks = append(blocks, list(first(findings, 12, "and %d more, which compare.md lists")))
		}
	}
	return blocks
}

// Section is the comparison as a section of a chapter: what came out of it, the claims and
// what differs. A comparison that judges nothing has none.
func (c *Comparison) Section() []document.Block {
	if !c.Judged() {
		return nil
	}
	blocks := []document.Block{document.Heading{Level: 2, Text: "Published against reproduced"}}
	for _, l := range c.conclusions() {
		blocks = append(blocks, paragraph(l.sentence))
	}
	if l := c.claimList(); len(l.Items) > 0 {
		blocks = append(blocks, paragraph(c.claimsSentence()), l)
	}
	for _, t := range c.Contrasts {
		if findings := t.differing(); len(findings) > 0 {
			blocks = append(blocks, paragraph(t.title()+". "+t.Summary.sentence(2)), list(first(findings, 6, "and %d more, which compare.md lists")))
		}
	}
	return blocks
}

// claimList lists the claims that there are numbers for.
func (c *Comparison) claimList() document.List {
	var l document.List
	for _, k := range c.Statements {
		if k.Missing != "" {
			continue
		}
		l.Items = append(l.Items, []document.Block{document.Paragraph{Spans: []document.Span{
			{Text: k.outcome(), Strong: true}, {Text: ": " + k.text()},
		}}})
	}
	return l
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

// introduction sums up, and says how a verdict is reached.
func (c *Comparison) introduction() []string {
	if !c.Judged() {
		why := "Nothing is compared with the numbers in print: none of the results is there."
		if c.generated() {
			why = "Nothing is compared with the numbers in print, since the data is generated. " + standInsSayNothing
		}
		return []string{why + " With the real data sets in place, a verdict on every printed number stands here."}
	}
	first := c.Total().sentence() + "."
	if refused := c.refused(); refused > 0 {
		first += fmt.Sprintf(" %d of the %d tables are not judged, since their data is generated or their results are not there.", refused, len(c.Contrasts))
	}
	return []string{
		first,
		"A number of ours with a 95% interval matches a printed one when the difference, give or take the interval and half a unit of the last printed digit, " +
			"lies within a margin stated beforehand; it differs when the difference lies outside it all the same; otherwise the draws do not decide, and it is inconclusive. " +
			"A number in which nothing is random matches when it rounds to the printed digits. Where iterations behind such a number did not converge (†), it differs only " +
			"beyond the margin, since its digits depend on where they were stopped. Results are compared with those of the method that " + c.with.Title + " names, averages with averages. The margins:",
	}
}

func (c *Comparison) refused() int {
	n := 0
	for _, t := range c.Contrasts {
		if t.Refused != "" {
			n++
		}
	}
	return n
}

// margins words the margin of every metric that is compared.
func (c *Comparison) margins() []string {
	var all []string
	for _, m := range printed.Metrics() {
		if slices.ContainsFunc(c.Contrasts, func(t Contrast) bool { return t.Metric == m && t.Refused == "" }) {
			all = append(all, fmt.Sprintf("%s: %s. %s", metrics[m].title, MarginOf(m), MarginOf(m).Reason))
		}
	}
	return all
}

// claimsSentence counts the claims.
func (c *Comparison) claimsSentence() string {
	count := map[string]int{}
	for _, k := range c.Statements {
		count[k.outcome()]++
	}
	text := fmt.Sprintf("Of %d statements of the text about its tables, %d hold by the reproduced numbers, %d fail and %d are undecided, since the draws leave them open", len(c.Statements), count["holds"], count["fails"], count["undecided"])
	if open := count["open"]; open > 0 {
		text += fmt.Sprintf("; %d are open for want of numbers", open)
	}
	return text + "."
}

// claimsRule says how a claim is decided.
const claimsRule = "Within a repetition all methods see the same draw, so two means over as many repetitions are compared draw by draw: " +
	"one is better than the other when a paired t test says so at the 5% level, after Holm's correction over all comparisons that the statement takes. " +
	"p is the corrected value, the difference stands with its 95% interval. Means are called equal when the interval of their paired difference lies within the margin above. " +
	"Numbers in which nothing is random are told apart from half a unit of the last printed digit each; where iterations behind one did not converge (†), from the margin. " +
	"Contests in doubt leave a winning count open. The evidence is about the draws: it says what other noise or other folds would show, not what other samples would."
