package compare

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/claim"
	"gpca/report/document"
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
					v = shown(cells[j].Difference, h.Decimals)
				}
				h.Values[i] = append(h.Values[i], v)
			}
		}
		all = append(all, DifferenceMap{Number: t.Number, Caption: claim.TitleOf(t.Number) + ", reproduced less printed: " + t.Caption, Heatmap: h})
	}
	return all
}

// shown is v as it is shown, so that the colour is that of the number: what
// rounds to zero has no sign.
func shown(v float64, decimals int) float64 {
	unit := math.Pow(10, float64(decimals))
	return math.Round(v*unit)/unit + 0 // −0 + 0 is 0
}

// Tables are those of the chapter: the summary, the null and the comparison of methods;
// nothing where nothing is judged.
func (c *Comparison) Tables() []*table.Table {
	if !c.Judged() {
		return nil
	}
	return c.tables(c.with.Chapter)
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
	for _, t := range c.Tables() {
		blocks = append(blocks, document.TableBlock{Table: t})
	}
	if len(c.Statements) > 0 {
		blocks = append(blocks, document.Heading{Level: 2, Number: number + ".1", Text: "Claims"},
			paragraph(c.claimsSentence()+" "+partsRule), paragraph(claimsRule))
		if t := c.claimTable(); len(t.Rows) > 0 {
			blocks = append(blocks, t)
		}
	}
	blocks = append(blocks, document.Heading{Level: 2, Number: number + ".2", Text: "Numbers"})
	for _, t := range c.Contrasts {
		if t.Refused != "" {
			continue
		}
		summary := t.title() + ". " + t.sentence(2)
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
	if t := c.claimTable(); len(t.Rows) > 0 {
		blocks = append(blocks, t)
	}
	for _, t := range c.Contrasts {
		if findings := t.differing(); len(findings) > 0 {
			blocks = append(blocks, paragraph(t.title()+". "+t.sentence(2)), list(first(findings, 6, "and %d more, which compare.md lists")))
		}
	}
	return blocks
}

// claimTable is the table of the claims that there are numbers for; it has no rows where
// there are none.
func (c *Comparison) claimTable() document.TextTable {
	cells := func(texts ...string) []document.Paragraph {
		var row []document.Paragraph
		for _, text := range texts {
			row = append(row, paragraph(text))
		}
		return row
	}
	t := document.TextTable{Header: cells("What the text says", "In print", "Here", "Evidence", "What would decide it")}
	for _, k := range c.Statements {
		if k.Missing == "" {
			row := cells(k.said(), k.Printed, k.verdict(), k.why(), k.open())
			row[2].Spans[0].Strong = true
			t.Rows = append(t.Rows, row)
		}
	}
	return t
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
		if c.Generated() {
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
		c.rule(),
		"A match says little of a method where another would match as well. So each table is held against another assignment of its methods, and its margins against our own repetitions, of which each in turn stands in the place of print. " +
			"The comparison of methods is judged by itself: by the differences of every two methods within a row, which our repetitions take draw by draw, and by the order of the methods. " +
			"It counts as contradicted when more differences lie outside the interval of ours than the 5% that do " +
			"by chance, by the whole 95% interval of their share, or when the order is not reproduced: when more " +
			"than 5% of all the ways to exchange the methods agree with our order as well. Where neither is so it " +
			"is not contradicted, which does not show that it is right: how many differences lie outside stands with it.",
	}
}

// rule is that of [Verdict] in words. A test evaluates its formulas.
func (c *Comparison) rule() string {
	return "A printed number matches ours when it may be one more reading of the experiment that we repeated: when " +
		"the difference is at most √(M² + h²), where h is half a unit of the last printed digit, " +
		"and M = max(√((t·s·√(1/r + 1/n))² + o²), w). Here t·s·√(1/r + 1/n) is the 95% prediction interval, with s " +
		"the standard deviation of our n repetitions, which draw noise, folds and splits anew, " +
		"t the quantile of Student's distribution, and r how many draws the printed number is the mean of: 1 " +
		"where " + c.with.Title + " does not say, which is the widest. Further, o is half the 95% interval " +
		"of what other starts and another order of the training samples change, 0 where that was not measured, and w " +
		"what one of the samples that the number is a share of changes, 0 where their number is not known. " +
		"Where nothing is drawn, s and w are 0, so that a number matches within √(o² + h²), which is when it " +
		"rounds to the printed digits where o is 0 too. It differs otherwise; but it is inconclusive where " +
		"iterations behind it did not converge (†) and what that changes was not measured, since its digits depend " +
		"on where they were stopped, and where ours is a single draw. A winning count matches when it is the printed " +
		"one and no contest in it is in doubt, differs when no outcome of those in doubt gives the printed one, and is inconclusive " +
		"otherwise. Results are compared with those of the method that " + c.with.Title + " names, averages " +
		"with averages."
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

// claimsRule says how a claim is decided.
const claimsRule = "Within a repetition all methods see the same draw, so two means over as many repetitions are compared draw by draw: " +
	"one is better than the other when a paired t test says so at the 5% level, after Holm's correction over all comparisons that the statement takes. " +
	"p is the corrected value, the difference stands with its 95% interval. The p of a statement is the least level at which all its comparisons decide it so; over the statements that chance has a part in it is corrected " +
	"for a false discovery rate of 5% (Benjamini and Hochberg, 1995), beyond which a statement is undecided whatever it is alone. Means are called equal when the interval of their paired difference lies within the margin M of the one or the other, which stands with it. " +
	"Shares of the same test samples in which nothing is random are told apart by McNemar's test, with the largest p that it can have, since which samples a method gets right is not stored, and called equal " +
	"when the widest interval of their difference lies within what the shares of as many other samples differ by 95 times in 100; other numbers in which nothing is random from half a unit of the last printed digit each. " +
	"A number behind which iterations did not converge (†) decides nothing where it is not known how far that moves it, or where it moves it more than the draws do. A lead decides nothing either that is within what other settings of the optimiser were found to move one of the two by, at one level for all that rest on the same fit. " +
	"Contests in doubt leave a winning count open. Where there are draws the evidence is about them: it says what other noise or other folds would show, not what other samples would. " +
	"Where the procedure described does not lead to what is printed, and another comes nearer, a statement is put to the numbers of both; " +
	"where they disagree, its verdict depends on the reading."
