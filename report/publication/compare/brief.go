package compare

import (
	"math"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/exhibit/fill"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// Brief says in two or three sentences, which stand under the table of a number, what it shows and whether that holds.
// It is empty for a table that is not compared, or has no results.
func (c *Comparison) Brief(number string) string {
	t, ok := c.contrastOf(number)
	if !ok || t.Refused != "" && !t.Generated {
		return ""
	}
	facts := struct {
		Counts
		Title, Bias, Ours, Print, By, Methods, Tau string
		Compared, Alone, Among                     bool
	}{Counts: t.Summary.Counts, Compared: t.Summary.Unjudged < t.Summary.Numbers,
		Title: claim.TitleOf(number), Bias: t.bias()}
	if leaders, group, by := t.ahead(); len(leaders) > 0 {
		titles := words.Each(leaders, func(j int) string { return t.ColumnTitles[j] })
		have := map[bool]string{true: " has", false: " have"}[len(leaders) == 1]
		facts.Print, facts.Ours, facts.By = words.Enumerate(titles)+have, t.ColumnTitles[group[0]], by
		facts.Alone = slices.Equal(leaders, slices.Sorted(slices.Values(group)))
		facts.Among = slices.ContainsFunc(leaders, func(j int) bool { return slices.Contains(group, j) })
	}
	if len(t.lines) > 0 {
		facts.Methods, facts.Tau = t.Methods.Comparison.String(), table.Number(t.Methods.Tau, 2)
	}
	return say("brief", facts)
}

// bias words by how much our numbers are off on average; empty where that is less than is printed.
func (t Contrast) bias() string {
	size := table.Number(math.Abs(t.Summary.Bias), t.Decimals())
	if math.IsNaN(t.Summary.Bias) || size == table.Number(0, t.Decimals()) || t.Metric.Counts() {
		return ""
	}
	unit := ""
	if t.Metric.Unit == "percent" {
		unit = " points"
	}
	return map[bool]string{true: "higher", false: "lower"}[t.Summary.Bias > 0] + " by " + size + unit
}

// ahead returns the columns with the best printed average, and the leading group of ours, that of the best mean first,
// with our averages of the two first; none where one of ours is missing. What cannot be tested leads by its mean.
func (t Contrast) ahead() (leaders, group []int, by string) {
	row, ok := t.Average()
	if !ok {
		return nil, nil, ""
	}
	ours := make([]statistics.Estimate, len(t.Columns))
	inPrint, means := make([]float64, len(t.Columns)), make([]float64, len(t.Columns))
	for j, c := range t.Cells[slices.Index(t.Rows, row)] {
		switch inPrint[j], means[j], ours[j].State = math.NaN(), math.NaN(), statistics.Blank; {
		case c.InPrint.Text == "":
		case c.Reason != "":
			return nil, nil, ""
		default:
			inPrint[j], means[j], ours[j] = c.InPrint.Centre, c.Mean(), t.average(j, c.Value).Estimate
		}
	}
	smaller := t.Metric.Better == printed.Smaller
	if leaders = statistics.Best(inPrint, smaller); leaders == nil {
		return nil, nil, ""
	}
	group = statistics.Best(means, smaller)
	first := group[0]
	if g := statistics.LeadingGroup(ours, smaller, 1-statistics.Confidence); g.Best >= 0 {
		group = slices.DeleteFunc(statistics.Indices(len(ours)), func(j int) bool { return !g.Leading[j] || j == first })
		group = append([]int{first}, group...)
	}
	return leaders, group, table.Number(means[first], t.Decimals()) + " against " +
		table.Number(means[leaders[0]], t.Decimals())
}

// average is an average of ours, over data sets where the rows are these.
func (t Contrast) average(column int, of fill.Value) fill.Value {
	var behind []fill.Value
	var on []string
	for i, row := range t.Rows {
		if !printed.IsAverage(row) && t.on != nil {
			behind, on = append(behind, t.Cells[i][column].Value), append(on, t.on[i])
		}
	}
	return fill.OverSets(of, behind, on)
}

// A headline has the facts of [Comparison.Headline].
type headline struct {
	Held, Broken, Untold, Open, Tables, Levels, Judged int
	Claims, Holds, Fails, Undecided                    int
	Title                                              string
	Whole                                              bool
	Null                                               Null
	Yardstick                                          Yardstick
	Total                                              Counts
}

// Mostly reports whether so many are more than half of the claims.
func (h headline) Mostly(n int) bool { return 2*n > h.Claims }

// Headline answers on the first page whether the publication holds, in sentences that count what this rests on. Without
// a verdict it says why; a partial report then has none.
func (c *Comparison) Headline() []string {
	if !c.Judged() {
		return c.Conclusions()[:min(1, len(c.Conclusions()))]
	}
	if c.OfClaims() {
		return []string{c.ClaimsSentence()}
	}
	facts := headline{Title: c.with.Title, Whole: !c.with.Partial, Null: c.Null, Yardstick: c.Yardstick,
		Total: c.Total()}
	facts.Tables = len(c.compared())
	facts.Held = len(c.found(NotContradicted, Methods.comparison))
	facts.Broken = len(c.found(Contradicted, Methods.comparison))
	facts.Untold = len(c.found(CannotBeTold, Methods.comparison))
	facts.Open = facts.Tables - facts.Held - facts.Broken - facts.Untold
	facts.Levels = len(c.found(Reproduced, Methods.level))
	facts.Judged = facts.Levels + len(c.found(NotReproduced, Methods.level))
	facts.Claims, facts.Holds, facts.Fails = c.decisions()
	facts.Undecided = facts.Claims - facts.Holds - facts.Fails
	return strings.Split(say("headline", facts), " | ")
}

// decisions counts the sentences of the text, and those that hold and fail.
func (c *Comparison) decisions() (all, holds, fails int) {
	return len(c.sentences()), len(c.decided(claim.Holds)), len(c.decided(claim.Fails))
}

// Tally counts in a phrase what matches and holds; without a verdict it says why.
func (c *Comparison) Tally() string {
	switch {
	case c.Judged():
	case c.Generated():
		return "not judged, since the data is generated"
	default:
		return "not judged, since no results are there"
	}
	all, holds, fails := c.decisions()
	return say("tally", map[string]any{
		"OfClaims": c.OfClaims(), "Total": c.Total(), "Null": c.Null, "Yardstick": c.Yardstick,
		"Claims": all, "Holds": holds, "Fails": fails,
	})
}
