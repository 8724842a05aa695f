package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/publication/audit"
	"gpca/report/words"
)

// A conclusion is one sentence of what came out of it all, with a word to find it by.
type conclusion struct{ name, sentence string }

// Conclusions sums the comparison up for the first page of a report, what holds, what
// does not, which claims hold, and which printed numbers are misprints. Where nothing is
// judged it says so, and then what the audit finds in the printed tables by themselves; a
// report of a part of the study does without.
func (c *Comparison) Conclusions() []string {
	if c.silent() {
		return nil
	}
	return words.Each(c.conclusions(), func(l conclusion) string { return l.name + ": " + l.sentence })
}

func (c *Comparison) conclusions() []conclusion {
	if !c.Judged() {
		return c.conclusionsInPrint()
	}
	all := []conclusion{{"What holds", c.whatHolds()}, {"What does not", c.whatDoesNot()}}
	if len(c.Statements) > 0 {
		all = append(all, conclusion{"Claims", c.claimsSentence()})
	}
	return append(all, conclusion{"Misprints", c.whichAreMisprints()})
}

// Held says in a phrase how many numbers and sentences were reproduced.
func (c *Comparison) Held() string {
	if !c.Judged() {
		return "not judged, since " + map[bool]string{true: "the data is generated", false: "no results are there"}[c.Generated()]
	}
	n := c.Total()
	text := fmt.Sprintf("of %d numbers judged %d match%s, %d differ and %d are inconclusive",
		n.Numbers-n.Unjudged, n.Match, n.forced(), n.Differs, n.Inconclusive)
	if null := c.Null; null.Numbers > 0 {
		text += "; without " + n.without() + ", " + null.sentence()
	}
	return strings.Join(append([]string{text}, c.claims()...), "; ")
}

// whatHolds states by how much matches exceed those of the null, since their bare count says
// little.
func (c *Comparison) whatHolds() string {
	total, n := c.Total(), c.Null
	if n.Numbers == 0 {
		return fmt.Sprintf("Of %d printed numbers %d could be judged, and %d of these match%s; no table has "+
			"several methods to tell apart.", total.Numbers, total.Numbers-total.Unjudged, total.Match, total.forced())
	}
	text := fmt.Sprintf("Of %d printed numbers %d could be judged, and %d of these match%s. Without %s, %s. ",
		total.Numbers, total.Numbers-total.Unjudged, total.Match, total.forced(), total.without(), n.sentence())
	if levels := c.found(Reproduced, Methods.level); len(levels) > 0 {
		text += "The level is reproduced in " + tablesNamed(levels) + ". "
	} else {
		text += "The level is reproduced in no table. "
	}
	compared := c.found(NotContradicted, Methods.comparison)
	if len(compared) == 0 {
		return text + "The comparison of methods is contradicted or undecided in each."
	}
	return text + "The comparison of methods is not contradicted in " + tablesNamed(compared) + ": the order of " +
		"the methods is reproduced, and of the differences between two of them " +
		spreadOf(linesOf(compared)...).sentence() + "."
}

// sentence says how far the matches exceed those of one method.
func (n Null) sentence() string {
	than := "as many as"
	switch e := n.Excess(); {
	case e > 0:
		than = fmt.Sprintf("%d more than", e)
	case e < 0:
		than = fmt.Sprintf("%d fewer than", -e)
	}
	text := fmt.Sprintf("%d of %d match, %s the %d that do when the numbers of one method stand in every column of a table",
		n.Own, n.Numbers, than, n.Best)
	if !math.IsNaN(n.Low) {
		text += fmt.Sprintf(" (excess %s, 95%% interval %s to %s)", formatNumber(float64(n.Excess()), 0), formatNumber(n.Low, 0), formatNumber(n.High, 0))
	}
	return text
}

// sentence says how many differences lie outside, and how many do by chance.
func (s Spread) sentence() string {
	percent := func(share float64) string { return formatNumber(100*share, 1) }
	share := percent(float64(s.Outside)/float64(s.Pairs)) + "%"
	if !math.IsNaN(s.Low) {
		share += fmt.Sprintf(", 95%% interval %s to %s", percent(s.Low), percent(s.High))
	}
	than := "where 5% do by chance"
	if s.Low > alpha {
		than = "more than the 5% that do by chance"
	}
	return fmt.Sprintf("%d of %d lie outside the interval of ours (%s), %s", s.Outside, s.Pairs, share, than)
}

// found are the tables for a side of which there is a finding.
func (c *Comparison) found(f Finding, side func(Methods) Finding) []Contrast {
	return slices.DeleteFunc(c.compared(), func(t Contrast) bool { return side(t.Methods) != f })
}

func (m Methods) level() Finding      { return m.Level }
func (m Methods) comparison() Finding { return m.Comparison }

func (c *Comparison) whatDoesNot() string {
	if failed := c.found(Contradicted, Methods.comparison); len(failed) > 0 {
		return "The comparison of methods is contradicted in " + tablesNamed(failed) + ". " + c.whatDiffers()
	}
	return c.whatDiffers()
}

func (c *Comparison) whatDiffers() string {
	total := c.Total()
	unexplained := total.Differs - total.Explained
	text := fmt.Sprintf("%d numbers differ", total.Differs)
	if total.Differs == 1 {
		text = "1 number differs"
	}
	switch {
	case total.Differs == 0:
		return "No number differs."
	case unexplained == 0:
		return text + ", each by a misprint."
	}
	if total.Explained > 0 {
		text += fmt.Sprintf(", %d of them by %s and %d without one", total.Explained, c.misprintsThere(), unexplained)
	} else {
		text += ", without a misprint to explain it"
	}
	if total.Possible > 0 {
		text += fmt.Sprintf(" (%d of these agree with a correction that the audit cannot prove)", total.Possible)
	}
	const most = 3
	tables := slices.DeleteFunc(slices.Clone(c.Contrasts), func(t Contrast) bool { return t.unexplained() == 0 })
	slices.SortStableFunc(tables, func(a, b Contrast) int { return cmp.Compare(b.unexplained(), a.unexplained()) })
	where := ": "
	if count := len(tables); count > most {
		// Of tables with as many, none is named before another.
		next := tables[most].unexplained()
		tables = slices.DeleteFunc(tables[:most], func(t Contrast) bool { return t.unexplained() == next })
		if len(tables) == 0 {
			return text + fmt.Sprintf(", spread over %d tables with at most %d in each.", count, next)
		}
		where = ", most of all in "
	}
	var places []string
	for i, t := range tables {
		count := fmt.Sprintf("%d of %d", t.unexplained(), t.Summary.Numbers)
		if i == 0 {
			count = fmt.Sprintf("%d of its %d numbers", t.unexplained(), t.Summary.Numbers)
		}
		places = append(places, fmt.Sprintf("%s (%s)", claim.TitleOf(t.Number), count))
	}
	return text + where + words.Enumerate(places) + "."
}

// misprintsThere counts the misprints by which numbers differ: the same wrong digits in two
// tables are one.
func (c *Comparison) misprintsThere() string {
	found := map[int]bool{}
	for _, t := range c.Contrasts {
		for _, cell := range slices.Concat(t.Cells...) {
			if cell.Misprint > 0 {
				found[cell.Misprint] = true
			}
		}
	}
	if len(found) == 1 {
		return "1 misprint"
	}
	return fmt.Sprintf("%d misprints", len(found))
}

// unexplained counts the numbers that differ without a misprint to explain it.
func (t Contrast) unexplained() int { return t.Summary.Differs - t.Summary.Explained }

func (c *Comparison) whichAreMisprints() string {
	switch {
	case c.with.Audit == nil:
		return "The printed tables were not audited."
	case len(c.Misprints) == 0:
		return "Our numbers bear out no misprint that the printed tables betray by themselves."
	}
	return "By the printed tables themselves, and borne out by our numbers: " + named(c.Misprints) + "."
}

// conclusionsInPrint are those without a number of ours.
func (c *Comparison) conclusionsInPrint() []conclusion {
	why := fmt.Sprintf("No number of %s was judged: none of the results is there.", c.with.Title)
	if c.Generated() {
		why = fmt.Sprintf("No number of %s was judged, since the data is generated.", c.with.Title)
	}
	all := []conclusion{{"Not judged", why}}
	if c.with.Audit == nil {
		return all
	}
	all = append(all, conclusion{"In print", c.with.Audit.Summary()})
	if s := misprints(c.with.Audit, audit.Correction.ChangesDigits); len(s) > 0 {
		all = append(all, conclusion{"Misprints", "Likely by the printed tables alone: " + named(s) + "."})
	}
	return all
}

// tablesNamed is "Table 2.1" or "Tables 2.1, 2.2 and 2.3".
func tablesNamed(tables []Contrast) string {
	if len(tables) == 1 {
		return claim.TitleOf(tables[0].Number)
	}
	return "Tables " + words.Enumerate(words.Each(tables, func(t Contrast) string { return t.Number }))
}
