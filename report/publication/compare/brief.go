package compare

import (
	"math"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/publication/printed"
	"gpca/report/table"
	"gpca/report/words"
)

// Brief says in two or three sentences, which stand under the table of a number, what it shows and whether that holds.
// It is empty for a table that is not compared, or has no results.
func (c *Comparison) Brief(number string) string {
	i := slices.IndexFunc(c.Contrasts, func(t Contrast) bool { return t.Name() == number })
	if i < 0 || c.Contrasts[i].Refused != "" && !c.Contrasts[i].Generated {
		return ""
	}
	t := c.Contrasts[i]
	facts := struct {
		Counts
		Judged                                int
		Title, Bias, Ours, Print, By, Methods string
		Agree, Shared                         bool
	}{Counts: t.Summary.Counts, Judged: t.Summary.Judged(), Title: claim.TitleOf(number), Bias: t.bias()}
	if leaders, ours, by := c.ahead(t); len(leaders) > 0 {
		titles := words.Each(leaders, func(j int) string { return t.ColumnTitles[j] })
		have := map[bool]string{true: " has", false: " have"}[len(leaders) == 1]
		facts.Print, facts.Ours, facts.By = words.Enumerate(titles)+have, t.ColumnTitles[ours], by
		facts.Agree, facts.Shared = slices.Contains(leaders, ours), len(leaders) > 1
	}
	if len(t.lines) > 0 {
		facts.Methods = t.Methods.Comparison.String()
	}
	return say("brief", facts)
}

// bias words by how much our numbers are off on average; empty where that is less than is printed.
func (t Contrast) bias() string {
	size := table.Number(math.Abs(t.Summary.Bias), t.Decimals())
	if math.IsNaN(t.Summary.Bias) || size == table.Number(0, t.Decimals()) || t.Metric == printed.WinningCount {
		return ""
	}
	unit := ""
	if t.Metric == printed.AccuracyPercent || t.Metric == printed.MisclassificationPercent {
		unit = " points"
	}
	return map[bool]string{true: "higher", false: "lower"}[t.Summary.Bias > 0] + " by " + size + unit
}

// ahead returns the columns with the best printed average, and the one with ours, with our averages of the two; none
// where one of ours is missing.
func (c *Comparison) ahead(t Contrast) (leaders []int, ours int, by string) {
	own, ok := c.rerun.reader(t.Table)
	if !ok {
		return nil, 0, ""
	}
	better := func(a, b float64) bool { return a != b && (a < b) == own.Measure().LowerIsBetter }
	best, most, means := math.NaN(), math.NaN(), make([]float64, len(t.Columns))
	for j := range t.Columns {
		inPrint, ok := t.inPrint(j)
		if !ok {
			continue
		}
		if means[j] = c.rerun.mean(t.Table, t.Columns[j]); math.IsNaN(means[j]) {
			return nil, 0, ""
		}
		if leaders == nil || better(inPrint, best) {
			leaders, best = nil, inPrint
		}
		if inPrint == best {
			leaders = append(leaders, j)
		}
		if math.IsNaN(most) || better(means[j], most) {
			ours, most = j, means[j]
		}
	}
	if leaders != nil {
		by = table.Number(most, t.Decimals()) + " against " + table.Number(means[leaders[0]], t.Decimals())
	}
	return leaders, ours, by
}

// Headline answers on the first page whether the publication holds, in sentences that count what this rests on. Without
// a verdict it says why; a partial report then has none.
func (c *Comparison) Headline() []string {
	if !c.Judged() {
		return c.Conclusions()[:min(1, len(c.Conclusions()))]
	}
	facts := struct {
		Held, Broken, Open, Tables, Levels, Judged int
		Claims, Holds, Fails, Undecided            int
		Title                                      string
		Whole, Most                                bool
		Null                                       Null
		Total                                      Counts
	}{Title: c.with.Title, Whole: !c.with.Partial, Null: c.Null, Total: c.Total()}
	for _, t := range c.compared() {
		if t.Refused != "" {
			continue
		}
		facts.Tables++
		switch t.Methods.Comparison {
		case NotContradicted:
			facts.Held++
		case Contradicted:
			facts.Broken++
		default:
			facts.Open++
		}
		switch t.Methods.Level {
		case Reproduced:
			facts.Levels++
			facts.Judged++
		case NotReproduced:
			facts.Judged++
		}
	}
	facts.Most = 2*facts.Held > facts.Tables
	facts.Claims, facts.Holds, facts.Fails = c.decisions()
	facts.Undecided = facts.Claims - facts.Holds - facts.Fails
	return strings.Split(say("headline", facts), " | ")
}

// decisions counts the sentences of the text, and those that hold and fail.
func (c *Comparison) decisions() (all, holds, fails int) {
	all = len(words.Grouped(c.Statements, Statement.sentence))
	return all, len(c.decided(claim.Holds.String())), len(c.decided(claim.Fails.String()))
}

// Tally counts in a phrase what matches and holds; without a verdict it says why.
func (c *Comparison) Tally() string {
	if !c.Judged() {
		return c.Held()
	}
	all, holds, fails := c.decisions()
	return say("tally", map[string]any{"Total": c.Total(), "Claims": all, "Holds": holds, "Fails": fails})
}
