package claim

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"gpca/report/statistics"
	"gpca/report/words"
)

// A rule is a way to decide a claim, with its required arguments.
type rule struct {
	needs    []string
	evaluate func(Claim, *referee) Answer
}

func rules() map[string]rule {
	return map[string]rule{
		"beats":   {[]string{"columns", "over"}, beats},
		"share":   {[]string{"at-least"}, share},
		"equal":   {[]string{"columns"}, equal},
		"sign":    {[]string{"columns", "sign"}, sign},
		"value":   {[]string{"columns", "rows", "value"}, value},
		"between": {[]string{"columns", "rows", "between"}, between},
		"peak":    {[]string{"columns", "rows"}, peak},
		"margin":  {[]string{"columns", "over", "than"}, margin},
		"grows":   {[]string{"columns", "rows"}, grows},
		"reaches": {[]string{"columns", "rows", "value"}, reaches},
	}
}

// beats: in every row, every column (or the best of them) is better than all others.
func beats(c Claim, r *referee) Answer {
	columns, over := references(c.Table, c.Columns), references(c.Table, c.Over)
	table := columns[0].table
	rows := c.Rows.of(r, table)
	if len(rows) == 0 {
		return missing("%s has no rows", TitleOf(table))
	}
	groups := [][]string{rows}
	if c.Combine == "" {
		groups = alone(rows)
	}
	return inEvery(c, r, groups, slices.Concat(columns, over), func(all []contestant) Answer {
		return compare(r, all, len(columns), r.HigherIsBetter(table), c.Take == "best")
	})
}

func alone(rows []string) [][]string {
	return words.Each(rows, func(row string) []string { return []string{row} })
}

// inEvery judges the numbers of the columns in every group of rows.
func inEvery(c Claim, r *referee, groups [][]string, columns []reference, judge func(all []contestant) Answer) Answer {
	return and(words.Each(groups, func(group []string) Answer {
		all, gap := collect(c, r, group, columns)
		if gap != "" {
			return missing("%s", gap)
		}
		return judge(all)
	}))
}

// A contestant is a column's number in a row, or over rows.
type contestant struct {
	statistics.Estimate
	reference
	row string // as messages name it
}

// String names the contestant with its table, "Table 2.4, row 4: tanh 9.25".
func (k contestant) String() string {
	return fmt.Sprintf("%s, %s: %s %s", TitleOf(k.table), k.row, k.column, shown(k.Estimate))
}

func (k contestant) against(relation string, r contestant) string {
	text := fmt.Sprintf("%s %s %s %s", k, relation, r.column, shown(r.Estimate))
	if r.table != k.table {
		text += " of " + TitleOf(r.table)
	}
	return text
}

// collect returns the numbers of the columns over a group of rows; gap names a missing number. Over several data sets
// these are the unit, unless the claim is about these data sets alone.
func collect(c Claim, r *referee, group []string, columns []reference) (all []contestant, gap string) {
	unit, _ := r.sets(c, group, columns[0])
	for _, at := range columns {
		var over []statistics.Estimate
		for _, row := range group {
			row = cmp.Or(at.row, row)
			e := r.Value(at.table, row, at.column)
			if e.State != statistics.Filled {
				return nil, fmt.Sprintf("%s has no number for %s in row %s", TitleOf(at.table), at.column, row)
			}
			over = append(over, e)
		}
		row := "row " + cmp.Or(at.row, group[0])
		switch {
		case at.row != "":
		case c.Combine != "":
			row = fmt.Sprintf("%s over %d rows", c.Combine, len(group))
		case group[0] == Average:
			row = "average"
		}
		total := statistics.Average(over...)
		if c.Combine == "sum" {
			total = over[0]
			for _, e := range over[1:] {
				total = total.Plus(1, e)
			}
		}
		names, sets := r.sets(c, group, at)
		if !slices.Equal(names, unit) {
			return nil, fmt.Sprintf("%s is on other data sets than %s", TitleOf(at.table), TitleOf(columns[0].table))
		}
		if len(sets) > 0 {
			total.Text = shown(total)
			total = total.OverSets(words.Each(sets, func(rows []string) float64 {
				return statistics.Average(words.Each(rows, func(row string) statistics.Estimate {
					return r.Value(at.table, row, at.column)
				})...).Mean()
			}))
			if math.IsNaN(total.Mean()) {
				return nil, fmt.Sprintf("%s has no number for %s on each data set", TitleOf(at.table), at.column)
			}
		}
		all = append(all, contestant{total, at, row})
	}
	return all, ""
}

// compare decides whether all (or the best) of the first n contestants beat the others.
func compare(r *referee, all []contestant, n int, higher, best bool) Answer {
	left, right := all[:n], all[n:]
	candidates := words.Each(left, func(a contestant) Answer {
		return and(words.Each(right, func(b contestant) Answer {
			outcome, why := r.beats(a.Estimate, b.Estimate, higher)
			if outcome == Holds {
				return answer(outcome, why, "", "") // words cost more than the comparison
			}
			relation := "is too close to"
			if why.moot {
				relation = "cannot be compared with"
			}
			return answer(outcome, why, a.against("is no better than", b), a.against(relation, b))
		}))
	})
	if !best {
		return and(candidates)
	}
	// One winner is enough. Without one, an open case keeps the claim open.
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
	return all[statistics.Best(words.Each(all, contestant.Mean), !higher)[0]]
}

// share: in at least this share of the rows of all contests, every column (or the best of
// them) beats the others.
func share(c Claim, r *referee) Answer {
	wins, open, rows := 0, 0, 0
	undecided := Answer{Outcome: Undecided}
	var against []string
	for _, contest := range c.contests() {
		columns, over := references(contest.Table, contest.Columns), references(contest.Table, contest.Over)
		chosen := c.Rows
		if contest.Rows.given() {
			chosen = contest.Rows
		}
		for _, row := range chosen.of(r, columns[0].table) {
			all, gap := collect(c, r, []string{row}, slices.Concat(columns, over))
			if gap != "" {
				return missing("%s", gap)
			}
			rows++
			v := compare(r, all, len(columns), r.HigherIsBetter(columns[0].table), c.Take == "best")
			switch v.Outcome {
			case Holds:
				wins++
			case Undecided:
				open++
				undecided.open(v)
			}
			against = append(against, v.Reasons...)
		}
	}
	if rows == 0 {
		return missing("there are no rows to count")
	}
	wanted, _ := number(c.AtLeast)
	wanted -= statistics.Tie(wanted, 1)
	reason := fmt.Sprintf("true in %d of %d rows", wins, rows)
	if open > 0 {
		reason += fmt.Sprintf(", undecided in %d", open)
	}
	reasons := append([]string{reason}, against...)
	switch {
	case float64(wins)/float64(rows) >= wanted:
		return Answer{Outcome: Holds}
	case float64(wins+open)/float64(rows) < wanted:
		return Answer{Outcome: Fails, Reasons: reasons}
	}
	undecided.Reasons = reasons
	return undecided
}

// equal: the columns have the same number in every row, as far as it is known.
func equal(c Claim, r *referee) Answer {
	columns := references(c.Table, c.Columns)
	within, _ := number(c.Within)
	return inEvery(c, r, alone(c.Rows.of(r, columns[0].table)), columns, func(all []contestant) Answer {
		return and(words.Each(all[1:], func(k contestant) Answer {
			outcome, why := r.equal(all[0].Estimate, k.Estimate, within, all[0].against("and", k))
			return answer(outcome, why, all[0].against("differs from", k), all[0].against("is not shown to equal", k))
		}))
	})
}

func inEveryCell(c Claim, r *referee, judge func(k contestant) Answer) Answer {
	return and(words.Each(references(c.Table, c.Columns), func(column reference) Answer {
		rows := alone(c.Rows.of(r, column.table))
		return inEvery(c, r, rows, []reference{column}, func(all []contestant) Answer { return judge(all[0]) })
	}))
}

// number reads a number of a claim, which may be a fraction such as 2/3.
func number(text string) (v float64, ok bool) {
	exact, ok := new(big.Rat).SetString(text)
	if ok {
		v, _ = exact.Float64()
	}
	return v, ok
}

func stated(text string) statistics.Estimate {
	v, _ := number(text)
	return statistics.Estimate{Draws: []float64{v}, Text: text}
}

// sign: all cells are positive, or all are negative.
func sign(c Claim, r *referee) Answer {
	return inEveryCell(c, r, func(k contestant) Answer {
		outcome, why := r.beats(k.Estimate, stated("0"), c.Sign != "negative")
		return answer(outcome, why, fmt.Sprintf("%s is not %s", k, c.Sign),
			fmt.Sprintf("%s is not shown to be %s", k, c.Sign))
	})
}

// value: every cell has the given number.
func value(c Claim, r *referee) Answer {
	return inEveryCell(c, r, func(k contestant) Answer {
		within, _ := number(c.Within)
		outcome, why := r.equal(k.Estimate, stated(c.Value), within, fmt.Sprintf("%s and %s", k, c.Value))
		// Where no draw differs chance has no part in it.
		why.Equalities = slices.DeleteFunc(why.Equalities, func(q Equality) bool {
			return q.Moot == "" && max(-q.Low, q.High) <= statistics.Tie(0, 0)
		})
		return answer(outcome, why, fmt.Sprintf("%s is not %s", k, c.Value),
			fmt.Sprintf("%s is too uncertain to be called %s", k, c.Value))
	})
}

// reaches: every cell is as good as a number, or better.
func reaches(c Claim, r *referee) Answer {
	return inEveryCell(c, r, func(k contestant) Answer {
		outcome, why := r.beats(stated(c.Value), k.Estimate, r.HigherIsBetter(k.table))
		outcome = [...]Outcome{Holds: Fails, Fails: Holds, Undecided: Undecided}[outcome]
		return answer(outcome, why, fmt.Sprintf("%s does not reach %s", k, c.Value),
			fmt.Sprintf("%s is too close to %s", k, c.Value))
	})
}

// grows: from the first row to the last the column's number grows, or its lead over the others; no row is shown to be
// below the one before.
func grows(c Claim, r *referee) Answer {
	var parts []Answer
	for _, column := range references(c.Table, c.Columns) {
		rows := c.Rows.of(r, column.table)
		var all []contestant
		for _, row := range rows {
			found, gap := collect(c, r, []string{row}, append([]reference{column}, references(c.Table, c.Over)...))
			if gap != "" {
				return missing("%s", gap)
			}
			k := found[0]
			if len(found) > 1 {
				k.Estimate = k.Plus(-1, top(found[1:], r.HigherIsBetter(column.table)).Estimate)
			}
			all = append(all, k)
		}
		if len(all) < 2 {
			return missing("%s has no rows to grow along", TitleOf(column.table))
		}
		for i := 1; i < len(all); i++ {
			above, k := all[i-1], all[i]
			outcome, why := r.beats(above.Estimate, k.Estimate, true)
			if outcome == Holds {
				parts = append(parts, answer(Fails, why, k.against("is below", above), ""))
			}
		}
		first, last := all[0], all[len(all)-1]
		outcome, why := r.beats(last.Estimate, first.Estimate, true)
		parts = append(parts, answer(outcome, why, last.against("is no larger than", first),
			last.against("is too close to", first)))
	}
	return and(parts)
}

// between: every cell lies between two numbers.
func between(c Claim, r *referee) Answer {
	return inEveryCell(c, r, func(k contestant) Answer {
		var parts []Answer
		for i, end := range c.Between {
			outcome, why := r.beats(k.Estimate, stated(end), i == 0)
			parts = append(parts, answer(outcome, why, fmt.Sprintf("%s is not between %s and %s", k, c.Between[0],
				c.Between[1]), fmt.Sprintf("%s is too close to %s", k, end)))
		}
		return and(parts)
	})
}

// peak: the best row of the column is among the given ones.
func peak(c Claim, r *referee) Answer {
	column := references(c.Table, c.Columns)[0]
	var inside, outside []contestant
	for _, row := range r.Rows(column.table) {
		e := r.Value(column.table, row, column.column)
		if e.State != statistics.Filled {
			continue
		}
		k := contestant{e, column, "row " + row}
		if slices.Contains(c.Rows.Labels, row) {
			inside = append(inside, k)
		} else {
			outside = append(outside, k)
		}
	}
	if len(inside) == 0 || len(outside) == 0 {
		return missing("%s has no numbers for %s to compare", TitleOf(column.table), column.column)
	}
	return compare(r, append(inside, outside...), len(inside), r.HigherIsBetter(column.table), true)
}

// margin: the average lead of the best column over the best of the others exceeds the same lead elsewhere.
func margin(c Claim, r *referee) Answer {
	here, what, gap := lead(c, r, c.Contest)
	there, whatElse, gapElse := lead(c, r, *c.Than)
	if gap := cmp.Or(gap, gapElse); gap != "" {
		return missing("%s", gap)
	}
	outcome, why := r.beats(here, there, true)
	leads := fmt.Sprintf("%s by %s, against %s by %s", what, shown(here), whatElse, shown(there))
	return answer(outcome, why, leads, leads)
}

// lead is the difference between the best column of a contest and the best of the others.
func lead(c Claim, r *referee, m Contest) (difference statistics.Estimate, what, gap string) {
	columns := references(m.Table, m.Columns)
	all, gap := collect(c, r, []string{Average}, slices.Concat(columns, references(m.Table, m.Over)))
	if gap != "" {
		return difference, "", gap
	}
	higher := r.HigherIsBetter(columns[0].table)
	left, right := top(all[:len(columns)], higher), top(all[len(columns):], higher)
	difference = left.Plus(-1, right.Estimate)
	if !higher {
		difference = right.Plus(-1, left.Estimate)
	}
	return difference, left.against("leads", right), ""
}
