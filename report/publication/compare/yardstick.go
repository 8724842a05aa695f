package compare

import (
	"math"
	"slices"

	"gpca/report/claim"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/words"
)

// A Yardstick says what the excess of a [Null] would be in print that is faithful: each of our repetitions takes the
// place of print, and the others judge it, and the methods of the null, as they judge print. Numbers in which all
// repetitions are equal would always match, so print keeps its place there.
type Yardstick struct {
	// Replaced and Kept numbers add up to those of the null; of the latter, KeptMatch match.
	Replaced, Kept, KeptMatch int
	// Print has the claims of print, Runs our repetitions; none where there are fewer than 3.
	Print Run
	Runs  []Run
}

// A Run has the matches with a repetition in the place of print: its own, and those of one method in every column.
type Run struct {
	Own, Best int
	// Claims are true of the numbers in print; of these so many hold and fail by the others.
	Claims, Hold, Fail int
}

// Excess is that of a [Null].
func (r Run) Excess() int { return r.Own - r.Best }

// Mean is that of the excesses, Low the least and High the most of them.
func (y Yardstick) Mean() float64 {
	return statistics.Mean(words.Each(y.Runs, func(r Run) float64 { return float64(r.Excess()) }))
}

func (y Yardstick) Low() int  { return slices.Min(words.Each(y.Runs, Run.Excess)) }
func (y Yardstick) High() int { return slices.Max(words.Each(y.Runs, Run.Excess)) }

func yardstickOf(tables ...Contrast) (y Yardstick) {
	draws := 0
	for _, t := range tables {
		if n := repetitionsOf(t.lines); n >= fewestRepetitions && (draws == 0 || n < draws) {
			draws = n
		}
	}
	y.Runs = make([]Run, draws)
	for _, t := range tables {
		for _, l := range t.lines {
			for column, counts := range l.counts {
				switch {
				case !counts:
				case draws > 0 && l.numbers[column].varies(draws):
					y.Replaced++
				default:
					y.Kept++
					if l.matches(column, column) {
						y.KeptMatch++
					}
				}
			}
		}
		for r := range y.Runs {
			as := words.Each(t.lines, func(l line) line { return l.inPlace(r, draws) })
			own, single := totals(matchesOf(t.lines, func(i, column, method int) bool {
				if t.lines[i].numbers[column].varies(draws) {
					return as[i].matches(column, method)
				}
				return t.lines[i].matches(column, method)
			}), statistics.Indices(len(as)))
			y.Runs[r].Own += own
			y.Runs[r].Best += slices.Max(single)
		}
	}
	return y
}

// putClaims puts the claims about printed tables to each repetition in the place of print, and those that are true of
// it to the others. A claim is decided at the level at which claims of the text are.
func (c *Comparison) putClaims() {
	level := 0.0
	for _, k := range c.Statements {
		for _, k := range append(k.Readings, k) {
			if k.P > 0 && k.Corrected <= discoveries {
				level = max(level, k.P)
			}
		}
	}
	y := &c.Yardstick
	for _, k := range c.Statements {
		elsewhere := func(name string) bool { _, ok := c.rerun.tables[name]; return !ok }
		if k.Missing != "" || slices.ContainsFunc(k.Tables(), elsewhere) {
			continue
		}
		if k.Printed == claim.Holds.String() {
			y.Print.add(k.outcome())
		}
		for i := range y.Runs {
			if k.Evaluate(repetition{&ours{rerun: c.rerun}, i}).Outcome != claim.Holds {
				continue
			}
			answer, p := k.Decide(&ours{rerun: c.rerun, without: i + 1})
			if p > level {
				answer.Outcome = claim.Undecided
			}
			y.Runs[i].add(answer.Outcome)
		}
	}
}

func (r *Run) add(outcome claim.Outcome) {
	r.Claims++
	switch outcome {
	case claim.Holds:
		r.Hold++
	case claim.Fails:
		r.Fail++
	}
}

// A repetition gives its numbers to claims as if they were printed.
type repetition struct {
	*ours
	number int
}

func (r repetition) Value(name, row, column string) statistics.Estimate {
	n := r.ours.number(printed.Place{Table: name, Row: row, Column: column})
	if n.Reason != "" {
		return n.Estimate
	}
	v, decimals := n.Mean(), r.tables[name].Decimals()
	if n.varies(fewestRepetitions) && r.number < len(n.Draws) {
		v = n.Draws[r.number]
	}
	e := statistics.Estimate{Centre: v, Text: statistics.Digits(v, decimals)}
	if !n.Count {
		e.Centre, e.HalfWidth = rounded(v, decimals), 0.5/math.Pow(10, float64(decimals))
	}
	return e
}
