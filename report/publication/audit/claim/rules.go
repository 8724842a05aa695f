package claim

import (
	"fmt"
	"math/big"

	"gpca/report/publication/printed"
)

// A rule is a way to decide a claim, with the arguments it cannot do without.
type rule struct {
	needs    []string
	evaluate func(Claim, Numbers, *referee) Answer
}

func rules() map[string]rule {
	return map[string]rule{
		"beats":  {[]string{"columns", "over"}, beats},
		"share":  {[]string{"at-least"}, share},
		"equal":  {[]string{"columns"}, equal},
		"sign":   {[]string{"columns", "sign"}, sign},
		"value":  {[]string{"columns", "rows", "value"}, value},
		"peak":   {[]string{"columns", "rows"}, peak},
		"margin": {[]string{"columns", "over", "than"}, margin},
	}
}

// beats: in every row, every column (or the best of them) is better than every
// one of the others.
func beats(c Claim, s Numbers, r *referee) Answer {
	columns, over := references(c.Table, c.Columns), references(c.Table, c.Over)
	higher := s.HigherIsBetter(columns[0].table)
	rows := c.Rows.of(s, columns[0].table)
	if len(rows) == 0 {
		return missing("%s has no rows", printed.TitleOf(columns[0].table))
	}
	groups := make([][]string, 0, len(rows))
	if c.Combine != "" {
		groups = append(groups, rows)
	} else {
		for _, row := range rows {
			groups = append(groups, []string{row})
		}
	}
	var parts []Answer
	for _, group := range groups {
		left, gap := collect(c, s, group, columns)
		right, otherGap := collect(c, s, group, over)
		if gap != "" || otherGap != "" {
			parts = append(parts, missing("%s", gap+otherGap))
			continue
		}
		parts = append(parts, compare(r, left, right, higher, c.Take == "best"))
	}
	return and(parts)
}

// A contestant is a column's number in a row, or over rows.
type contestant struct {
	Quantity
	reference
	row string // as messages name it
}

// String names the contestant with its table, "Table 2.4, row 4: tanh 9.25".
func (k contestant) String() string {
	return fmt.Sprintf("%s, %s: %s %s", printed.TitleOf(k.table), k.row, k.column, k.Quantity)
}

// against words a comparison without repeating what the two have in common.
func (k contestant) against(relation string, r contestant) string {
	text := fmt.Sprintf("%s %s %s %s", k, relation, r.column, r.Quantity)
	if r.table != k.table {
		text += " of " + printed.TitleOf(r.table)
	}
	return text
}

// collect returns the numbers of the columns over a group of rows; gap names a
// number that is not there.
func collect(c Claim, s Numbers, group []string, columns []reference) (all []contestant, gap string) {
	for _, r := range columns {
		var total Quantity
		for i, row := range group {
			e, ok := s.Value(r.table, row, r.column)
			if !ok {
				return nil, fmt.Sprintf("%s has no number for %s in row %s", printed.TitleOf(r.table), r.column, row)
			}
			if i == 0 {
				total = e
			} else {
				total = total.plus(e)
			}
		}
		row := "row " + group[0]
		switch {
		case c.Combine != "":
			row = fmt.Sprintf("%s over %d rows", c.Combine, len(group))
		case group[0] == Average:
			row = "average"
		}
		if c.Combine == "mean" {
			total = total.over(len(group))
		}
		all = append(all, contestant{total, r, row})
	}
	return all, ""
}

// compare decides whether every one (or the best) of left beats all of right.
func compare(r *referee, left, right []contestant, higher, best bool) Answer {
	var candidates []Answer
	for _, a := range left {
		var parts []Answer
		for _, b := range right {
			outcome, evidence := r.beats(a.Quantity, b.Quantity, higher)
			v := Answer{Outcome: outcome}
			switch outcome {
			case Fails:
				v.Reasons = []string{a.against("is no better than", b) + evidence}
			case Undecided:
				v.Reasons = []string{a.against("is too close to", b) + evidence}
			}
			parts = append(parts, v)
		}
		candidates = append(candidates, and(parts))
	}
	if !best {
		return and(candidates)
	}
	// One winner is enough; short of one, an open case keeps the claim open.
	leader := candidates[0]
	for _, v := range candidates {
		if v.Outcome == Holds {
			return v
		}
		if v.Outcome == Undecided && leader.Outcome == Fails {
			leader = v
		}
	}
	if leader.Outcome == Fails {
		l, r := top(left, higher), top(right, higher)
		leader.Reasons = []string{l.against("is no better than", r)}
	}
	return leader
}

func top(all []contestant, higher bool) contestant {
	best := all[0]
	for _, k := range all[1:] {
		if c := k.Value.Cmp(best.Value); c > 0 && higher || c < 0 && !higher {
			best = k
		}
	}
	return best
}

// share: in at least the given share of the rows, every column (or the best of
// them) beats the others. Rows of several contests are counted together.
func share(c Claim, s Numbers, r *referee) Answer {
	contests := c.Contests
	if len(contests) == 0 {
		contests = []Contest{{Table: c.Table, Columns: c.Columns, Over: c.Over}}
	}
	wins, open, rows := 0, 0, 0
	var against []string
	for _, contest := range contests {
		columns, over := references(contest.Table, contest.Columns), references(contest.Table, contest.Over)
		chosen := c.Rows
		if contest.Rows.given() {
			chosen = contest.Rows
		}
		for _, row := range chosen.of(s, columns[0].table) {
			left, gap := collect(c, s, []string{row}, columns)
			right, otherGap := collect(c, s, []string{row}, over)
			if gap != "" || otherGap != "" {
				return missing("%s", gap+otherGap)
			}
			rows++
			v := compare(r, left, right, s.HigherIsBetter(columns[0].table), c.Take == "best")
			switch v.Outcome {
			case Holds:
				wins++
			case Undecided:
				open++
			}
			against = append(against, v.Reasons...)
		}
	}
	if rows == 0 {
		return missing("there are no rows to count")
	}
	wanted, _ := new(big.Rat).SetString(c.AtLeast)
	reason := fmt.Sprintf("it is so in %d of %d rows", wins, rows)
	if open > 0 {
		reason += fmt.Sprintf(", with %d too close to tell", open)
	}
	switch {
	case big.NewRat(int64(wins), int64(rows)).Cmp(wanted) >= 0:
		return Answer{Outcome: Holds}
	case big.NewRat(int64(wins+open), int64(rows)).Cmp(wanted) < 0:
		return Answer{Outcome: Fails, Reasons: append([]string{reason}, against...)}
	default:
		return Answer{Outcome: Undecided, Reasons: append([]string{reason}, against...)}
	}
}

// equal: the columns have the same number in every row, as far as it is known.
func equal(c Claim, s Numbers, r *referee) Answer {
	columns := references(c.Table, c.Columns)
	var parts []Answer
	for _, row := range c.Rows.of(s, columns[0].table) {
		all, gap := collect(c, s, []string{row}, columns)
		if gap != "" {
			parts = append(parts, missing("%s", gap))
			continue
		}
		for _, k := range all[1:] {
			outcome, evidence := r.level(all[0].Quantity, k.Quantity)
			v := Answer{Outcome: outcome}
			switch outcome {
			case Fails:
				v.Reasons = []string{all[0].against("differs from", k) + evidence}
			case Undecided:
				v.Reasons = []string{all[0].against("is not known to equal", k) + evidence}
			}
			parts = append(parts, v)
		}
	}
	return and(parts)
}

// sign: every cell is positive, or every cell is negative.
func sign(c Claim, s Numbers, r *referee) Answer {
	zero := Quantity{Value: new(big.Rat), Draws: []float64{0}}
	columns := references(c.Table, c.Columns)
	var parts []Answer
	for _, column := range columns {
		for _, row := range c.Rows.of(s, column.table) {
			all, gap := collect(c, s, []string{row}, []reference{column})
			if gap != "" {
				parts = append(parts, missing("%s", gap))
				continue
			}
			outcome, evidence := r.beats(all[0].Quantity, zero, c.Sign != "negative")
			v := Answer{Outcome: outcome}
			if outcome != Holds {
				v.Reasons = []string{fmt.Sprintf("%s is not %s", all[0], c.Sign) + evidence}
			}
			parts = append(parts, v)
		}
	}
	return and(parts)
}

// value: every cell has the given number.
func value(c Claim, s Numbers, r *referee) Answer {
	want, _ := new(big.Rat).SetString(c.Value)
	number, _ := want.Float64()
	stated := Quantity{Value: want, Text: c.Value, Draws: []float64{number}}
	columns := references(c.Table, c.Columns)
	var parts []Answer
	for _, row := range c.Rows.of(s, columns[0].table) {
		all, gap := collect(c, s, []string{row}, columns)
		if gap != "" {
			parts = append(parts, missing("%s", gap))
			continue
		}
		for _, k := range all {
			outcome, evidence := r.level(k.Quantity, stated)
			v := Answer{Outcome: outcome}
			switch outcome {
			case Fails:
				v.Reasons = []string{fmt.Sprintf("%s is not %s", k, c.Value) + evidence}
			case Undecided:
				v.Reasons = []string{fmt.Sprintf("%s is too uncertain to be called %s", k, c.Value) + evidence}
			}
			parts = append(parts, v)
		}
	}
	return and(parts)
}

// peak: the best row of the column is among the given ones, as the best a of a
// sweep over a.
func peak(c Claim, s Numbers, r *referee) Answer {
	column := references(c.Table, c.Columns)[0]
	allowed := map[string]bool{}
	for _, row := range c.Rows.Labels {
		allowed[row] = true
	}
	var inside, outside []contestant
	for _, row := range s.Rows(column.table) {
		e, ok := s.Value(column.table, row, column.column)
		if !ok {
			continue
		}
		k := contestant{e, column, "row " + row}
		if allowed[row] {
			inside = append(inside, k)
		} else {
			outside = append(outside, k)
		}
	}
	if len(inside) == 0 || len(outside) == 0 {
		return missing("%s has no numbers for %s to compare", printed.TitleOf(column.table), column.column)
	}
	return compare(r, inside, outside, s.HigherIsBetter(column.table), true)
}

// margin: the lead of the best of columns over the best of the others, on
// average, exceeds the same lead elsewhere.
func margin(c Claim, s Numbers, r *referee) Answer {
	here, what, gap := lead(c, s, Contest{Table: c.Table, Columns: c.Columns, Over: c.Over})
	if gap != "" {
		return missing("%s", gap)
	}
	there, whatElse, gap := lead(c, s, *c.Than)
	if gap != "" {
		return missing("%s", gap)
	}
	outcome, evidence := r.beats(here, there, true)
	v := Answer{Outcome: outcome}
	if outcome != Holds {
		v.Reasons = []string{fmt.Sprintf("%s by %s, against %s by %s", what, here, whatElse, there) + evidence}
	}
	return v
}

// lead is by how much the best column of a contest is better than the best of
// the others.
func lead(c Claim, s Numbers, m Contest) (difference Quantity, what, gap string) {
	columns := references(m.Table, m.Columns)
	left, gap := collect(c, s, []string{Average}, columns)
	if gap != "" {
		return Quantity{}, "", gap
	}
	right, gap := collect(c, s, []string{Average}, references(m.Table, m.Over))
	if gap != "" {
		return Quantity{}, "", gap
	}
	higher := s.HigherIsBetter(columns[0].table)
	l, r := top(left, higher), top(right, higher)
	difference = l.minus(r.Quantity)
	if !higher {
		difference = r.minus(l.Quantity)
	}
	return difference, l.against("leads", r), ""
}
