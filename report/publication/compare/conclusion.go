package compare

import (
	"cmp"
	"fmt"
	"slices"

	"gpca/report/claim"
	"gpca/report/publication/audit"
	"gpca/report/table"
	"gpca/report/words"
)

// A conclusion is a sentence with its keyword.
type conclusion struct{ Name, Sentence string }

// Conclusions sums the comparison up for the first page of a report: what holds, what does not, claims and
// misprints. Without a verdict it says so and gives the audit; a partial report then has none.
func (c *Comparison) Conclusions() []string {
	if c.silent() {
		return nil
	}
	return words.Each(c.conclusions(), func(l conclusion) string { return l.Name + ": " + l.Sentence })
}

func (c *Comparison) conclusions() []conclusion {
	if !c.Judged() {
		return c.conclusionsInPrint()
	}
	if c.OfClaims() {
		return []conclusion{{"Claims", c.ClaimsSentence()}}
	}
	all := []conclusion{{"What holds", c.whatHolds()}, {"What does not", c.whatDoesNot()}}
	if len(c.Statements) > 0 {
		all = append(all, conclusion{"Claims", c.ClaimsSentence()})
	}
	misprints := "The printed tables were not audited."
	switch {
	case c.with.Audit == nil:
	case len(c.Misprints) == 0:
		misprints = "Our numbers confirm none of the misprints that the audit of the printed tables proposes."
	default:
		misprints = "Proposed by the audit of the printed tables, and confirmed by our numbers: " + named(c.Misprints) + "."
	}
	return append(all, conclusion{"Misprints", misprints})
}

func (c *Comparison) conclusionsInPrint() []conclusion {
	why := say("not judged", map[string]any{"Title": c.with.Title, "Hindrance": c.Hindrance()})
	all := []conclusion{{"Not judged", why}}
	if c.with.Audit == nil {
		return all
	}
	all = append(all, conclusion{"In print", c.with.Audit.Summary()})
	if s := misprints(c.with.Audit, audit.Correction.ChangesDigits); len(s) > 0 {
		all = append(all, conclusion{"Misprints", "Likely, by the audit of the printed tables alone: " + named(s) + "."})
	}
	return all
}

// whatHolds gives the excess of matches over the null, since their bare count says little.
func (c *Comparison) whatHolds() string {
	compared := c.found(NotContradicted, Methods.comparison)
	return say("what holds", map[string]any{
		"Total": c.Total(), "Null": c.Null, "Yardstick": c.Yardstick,
		"Levels":   tablesNamed(c.found(Reproduced, Methods.level)),
		"Compared": tablesNamed(compared), "Held": len(compared), "Spread": spreadOf(linesOf(compared)...),
		"Orders": c.orders(), "Few": len(c.found(CannotBeTold, Methods.order)),
	})
}

// orders names the tables whose order is reproduced, with τ.
func (c *Comparison) orders() string {
	return titled(c.found(Reproduced, Methods.order), func(t Contrast) string {
		return fmt.Sprintf("%s (τ = %s)", t.Number, table.Number(t.Methods.Tau, 2))
	})
}

// found lists the tables with a finding about a side of [Methods].
func (c *Comparison) found(f Finding, side func(Methods) Finding) []Contrast {
	return slices.DeleteFunc(c.compared(), func(t Contrast) bool { return side(t.Methods) != f })
}

func (m Methods) level() Finding      { return m.Level }
func (m Methods) order() Finding      { return m.Order }
func (m Methods) comparison() Finding { return m.Comparison }

func (c *Comparison) whatDoesNot() string {
	total, misprints := c.Total(), map[int]bool{} // the same wrong digits in two tables are one
	for _, t := range c.Contrasts {
		for _, cell := range slices.Concat(t.Cells...) {
			if cell.Misprint > 0 && cell.counts() {
				misprints[cell.Misprint] = true
			}
		}
	}
	return say("what differs", map[string]any{
		"Contradicted": tablesNamed(c.found(Contradicted, Methods.comparison)),
		"Differs":      total.Differs, "Explained": total.Explained, "Unexplained": total.unexplained(),
		"Possible": total.Possible, "Misprints": len(misprints), "Where": c.whereMost(),
	})
}

// whereMost names the tables in which most numbers differ without a misprint. It names all tables of a tie or none.
func (c *Comparison) whereMost() map[string]any {
	const most = 3
	none := func(t Contrast) bool { return t.Summary.unexplained() == 0 }
	tables := slices.DeleteFunc(slices.Clone(c.Contrasts), none)
	slices.SortStableFunc(tables, func(a, b Contrast) int {
		return cmp.Compare(b.Summary.unexplained(), a.Summary.unexplained())
	})
	where := map[string]any{"Count": len(tables), "More": len(tables) > most}
	if len(tables) > most {
		next := tables[most].Summary.unexplained()
		where["Most"] = next
		tables = slices.DeleteFunc(tables[:most], func(t Contrast) bool { return t.Summary.unexplained() == next })
	}
	var places []string
	for i, t := range tables {
		format := "%s (%d of %d)"
		if i == 0 {
			format = "%s (%d of its %d numbers)"
		}
		s := t.Summary
		places = append(places, fmt.Sprintf(format, claim.TitleOf(t.Number), s.unexplained(), s.Judged()))
	}
	where["Named"] = words.Enumerate(places)
	return where
}

func tablesNamed(tables []Contrast) string {
	return titled(tables, func(t Contrast) string { return t.Number })
}

func titled(tables []Contrast, name func(Contrast) string) string {
	switch len(tables) {
	case 0:
		return ""
	case 1:
		return claim.TitleOf(name(tables[0]))
	}
	return "Tables " + words.Enumerate(words.Each(tables, name))
}
