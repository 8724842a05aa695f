package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Finding is one sentence of what came out of it all, with a word to find it by.
type Finding struct{ Name, Sentence string }

// Findings sums the comparison up for those who read no further, in three
// sentences: what holds, what does not, and which printed numbers are misprints.
// Where nothing is judged it says so, and then what the audit finds in the
// printed tables by themselves.
func (c *Comparison) Findings() []Finding {
	if !c.Judged() {
		return c.findingsInPrint()
	}
	return []Finding{
		{"What holds", c.whatHolds()},
		{"What does not", c.whatDoesNot()},
		{"Misprints", c.whichAreMisprints()},
	}
}

func (c *Comparison) whatHolds() string {
	total := c.Total()
	judged := total.Numbers - total.Unjudged
	text := fmt.Sprintf("Of %d printed numbers that could be judged %d match", judged, total.Match)
	if total.Unjudged > 0 {
		text = fmt.Sprintf("Of %d printed numbers %d could be judged, and %d of these match", total.Numbers, judged, total.Match)
	}
	var throughout []string
	for _, t := range c.Contrasts {
		if t.Summary.Numbers > 0 && t.Summary.Match == t.Summary.Numbers {
			throughout = append(throughout, t.Number)
		}
	}
	if len(throughout) > 0 {
		text += ", among them all of " + tablesNamed(throughout)
	} else if total.Match > 0 {
		text += ", in no table all of them"
	}
	if total.Inconclusive > 0 {
		text += fmt.Sprintf("; %d are inconclusive", total.Inconclusive)
	}
	return text + "."
}

func (c *Comparison) whatDoesNot() string {
	total := c.Total()
	unexplained := total.Differs - total.Explained
	switch {
	case total.Differs == 0:
		return "No number differs."
	case unexplained == 0:
		return differ(total.Differs) + ", each by what the audit takes for a misprint."
	}
	text := differ(total.Differs)
	if total.Explained > 0 {
		text += fmt.Sprintf(", %d of them without a misprint to explain it", unexplained)
	} else {
		text += ", without a misprint to explain it"
	}
	const most = 3
	tables := slices.DeleteFunc(slices.Clone(c.Contrasts), func(t Contrast) bool { return t.unexplained() == 0 })
	slices.SortStableFunc(tables, func(a, b Table) int { return cmp.Compare(b.unexplained(), a.unexplained()) })
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
		places = append(places, fmt.Sprintf("%s (%s)", printed.TitleOf(t.Number), count))
	}
	return text + where + words.Enumerate(places) + "."
}

func differ(n int) string {
	if n == 1 {
		return "1 differs"
	}
	return fmt.Sprintf("%d differ", n)
}

// unexplained counts the numbers that differ without a misprint to explain it.
func (t Contrast) unexplained() int { return t.Summary.Differs - t.Summary.Explained }

func (c *Comparison) whichAreMisprints() string {
	switch {
	case c.audit == nil:
		return "The printed tables were not audited."
	case len(c.Misprints) == 0:
		return "Our numbers bear out no misprint that the printed tables betray by themselves."
	}
	return "By the printed tables themselves, and borne out by our numbers: " + named(c.Misprints) + "."
}

// findingsInPrint are the findings without a number of ours.
func (c *Comparison) findingsInPrint() []Finding {
	findings := []Finding{{"Not judged", c.whyNot()}}
	if c.audit == nil {
		return findings
	}
	findings = append(findings, Finding{"In print", c.audit.Summary()})
	if s := suspects(c.audit); len(s) > 0 {
		findings = append(findings, Finding{"Misprints", "Likely by the printed tables alone: " + named(s) + "."})
	}
	return findings
}

// whyNot says why nothing is judged.
func (c *Comparison) whyNot() string {
	for _, t := range c.Contrasts {
		if strings.HasSuffix(t.Refused, standInsSayNothing) {
			return "No printed number was judged, since the data is generated."
		}
	}
	return "No printed number was judged: none of the results is there."
}

// tablesNamed is "Table 2.1" or "Tables 2.1, 2.2 and 2.3".
func tablesNamed(numbers []string) string {
	if len(numbers) == 1 {
		return printed.TitleOf(numbers[0])
	}
	return "Tables " + words.Enumerate(numbers)
}

func words.Enumerate(items []string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:last], ", ") + " and " + items[last]
}
