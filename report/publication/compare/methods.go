package compare

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/statistics"
)

// A Finding says whether a side of a table was reproduced.
type Finding int

// The findings.
const (
	Undecided Finding = iota
	Reproduced
	NotReproduced
	// NotContradicted is less than Reproduced: what was found may be by chance.
	NotContradicted
	Contradicted
)

// String returns the finding as words.
func (f Finding) String() string {
	return [...]string{"undecided", "reproduced", "not reproduced", "not contradicted", "contradicted"}[f]
}

// Methods says whether a table reproduces the printed comparison of its methods, apart from
// its level, which says how hard a row is and nothing of methods.
//
//   - The level: the printed means of the lines over the methods are held against ours as
//     numbers are, by the rule of [Verdict]. It is not reproduced when no more match than do in
//     the worst 5 of 100 honest tables, of whose lines 95% match, and reproduced when that is
//     not so and more match than a coin would have it in 95 of 100 (the exact binomial test).
//   - The differences between every two methods of a line, ours taken draw by draw, so that what
//     the draws do to both methods cancels out. 5 in 100 may fall outside the interval of ours.
//     The differences are contradicted when the interval of the share that does, by
//     [statistics.Bootstrap] over the lines, lies above that, and not contradicted when it does
//     not and lies below one half. They are never called reproduced: the few lines of a table
//     cannot show that no more than 5 in 100 fall outside.
//   - The order is reproduced when Kendall's τ between print and ours, averaged over the
//     lines, is reached by no more than 5% of the permutations of the methods. It is not when
//     it is reached by more, though each of our repetitions, put in the place of print, has
//     an order that is reproduced. Where they do not, the draws tell no order.
//   - The comparison of methods is not contradicted when the differences are not and the
//     order is reproduced, and contradicted when the differences are or the order is not
//     reproduced.
//
// What is neither is undecided; so is a side for which there are too few lines or no draws.
type Methods struct {
	// Lines are those whose level was looked at, Levels are how many of them match.
	Lines, Levels int
	Spread
	// Tau is averaged over the lines that have an order in print and ours; P is the share of
	// permutations that reach it.
	Tau, P float64

	Level, Differences, Order, Comparison Finding
}

// A Spread is of the differences between every two methods of a line: how many Pairs there
// are, and how many of them fall Outside the interval of ours. Low and High are the 95%
// interval of that share, NaN where there is but one line.
type Spread struct {
	Pairs, Outside int
	Low, High      float64
}

// Share is how many fall outside, as a part of all.
func (s Spread) Share() float64 { return float64(s.Outside) / float64(s.Pairs) }

// Many tells that chance does not explain how many fall outside.
func (s Spread) Many() bool { return s.Low > alpha }

// spreadOf is that of tables together.
func spreadOf(tables ...[]line) (s Spread) {
	shares := share{whole: 1}
	for t, lines := range tables {
		shares.add(len(lines))
		for i, l := range lines {
			for a := range l.columns() {
				for b := range a {
					if v := judgeDifference(l.difference(a, b)); v != Inconclusive {
						shares.count(t, i, v == Differs)
					}
				}
			}
		}
	}
	s.Pairs, s.Outside = shares.total()
	s.Low, s.High = statistics.Bootstrap(shares.sizes, shares.of)
	return s
}

// A share counts, by table and line, what there is and what has a property.
type share struct {
	whole    float64 // that shares are of: 1 or 100
	sizes    []int
	all, has [][]float64
}

// add adds a table of so many lines.
func (s *share) add(lines int) {
	s.sizes = append(s.sizes, lines)
	s.all, s.has = append(s.all, make([]float64, lines)), append(s.has, make([]float64, lines))
}

func (s *share) count(table, line int, has bool) {
	s.all[table][line]++
	if has {
		s.has[table][line]++
	}
}

func (s *share) total() (all, has int) {
	for t := range s.all {
		all, has = all+int(floats.Sum(s.all[t])), has+int(floats.Sum(s.has[t]))
	}
	return all, has
}

// of is the share among some lines of each table.
func (s *share) of(drawn [][]int) float64 {
	all, has := 0.0, 0.0
	for t, lines := range drawn {
		for _, i := range lines {
			all, has = all+s.all[t][i], has+s.has[t][i]
		}
	}
	return s.whole * has / all
}

const alpha = 1 - statistics.Confidence

// methodsOf applies the rule of [Methods] to the lines of a table.
func methodsOf(lines []line) Methods {
	m := sidesOf(lines)
	if m.Order == Undecided && m.P > alpha && ordered(lines) {
		m.Order = NotReproduced
	}
	switch {
	case m.Differences == Contradicted || m.Order == NotReproduced:
		m.Comparison = Contradicted
	case m.Differences == NotContradicted && m.Order == Reproduced:
		m.Comparison = NotContradicted
	}
	return m
}

// ordered tells that each of our repetitions orders the methods as the others do.
func ordered(lines []line) bool {
	repetitions := reprinted(lines)
	for _, as := range repetitions {
		if _, p := orders(as); !(p <= alpha) {
			return false
		}
	}
	return len(repetitions) > 0
}

// reprinted puts each of our repetitions in the place of print; none where too few would be
// left to judge by, or nothing is drawn.
func reprinted(lines []line) [][]line {
	draws := 0
	for _, l := range lines {
		for _, n := range l.numbers {
			if k := len(n.Draws); n.drawn() && (draws == 0 || k < draws) {
				draws = k
			}
		}
	}
	if draws < 3 {
		return nil
	}
	all := make([][]line, draws)
	for repetition := range all {
		for _, l := range lines {
			all[repetition] = append(all[repetition], l.reprinted(repetition))
		}
	}
	return all
}

// orders is the agreement of the order in print with ours.
func orders(lines []line) (tau, p float64) {
	var inPrint, ours [][]float64
	for _, l := range lines {
		var means []float64
		for _, n := range l.numbers[:l.columns()] {
			means = append(means, n.Mean)
		}
		inPrint, ours = append(inPrint, l.printed), append(ours, means)
	}
	return statistics.KendallRows(inPrint, ours)
}

// sidesOf looks at the level, the differences and the order by themselves.
func sidesOf(lines []line) Methods {
	m := Methods{Spread: Spread{Low: math.NaN(), High: math.NaN()}}
	m.Tau, m.P = orders(lines)
	if m.P <= alpha {
		m.Order = Reproduced
	}
	if len(lines) == 0 || lines[0].numbers[0].Count {
		return m
	}
	for _, l := range lines {
		if v := judge(l.mean()); v != Inconclusive {
			m.Lines++
			if v == Match {
				m.Levels++
			}
		}
	}
	m.Spread = spreadOf(lines)
	switch {
	case m.Low > alpha:
		m.Differences = Contradicted
	case m.High < 0.5:
		m.Differences = NotContradicted
	}
	honest := distuv.Binomial{N: float64(m.Lines), P: statistics.Confidence}
	coin := distuv.Binomial{N: float64(m.Lines), P: 0.5}
	switch levels := float64(m.Levels); {
	case m.Lines < 2:
	case honest.CDF(levels) <= alpha:
		m.Level = NotReproduced
	case coin.Survival(levels-1) <= alpha:
		m.Level = Reproduced
	}
	return m
}

// A Calibration tells what the rules make of a rerun that is one: of each of our repetitions
// in the place of print, without rounding, judged by the others.
type Calibration struct {
	// Share is how many in 100 match of the numbers left to chance, without averages: 95 is
	// right. Low and High are its 95% interval: that of [statistics.Proportion], or where it is
	// wider that of [statistics.Bootstrap] over the lines, which share their draws within.
	Share, Low, High float64
	// Repetitions are how many stood in the place of print, and Compared is in how many of
	// these tables the comparison of methods was found to be so.
	Repetitions int
	Compared    map[Finding]int
}

// calibrate puts each repetition in the place of print, of all tables.
func calibrate(tables ...[]line) Calibration {
	c := Calibration{Compared: map[Finding]int{}}
	matches := share{whole: 100}
	for t, lines := range tables {
		matches.add(len(lines))
		for _, as := range reprinted(lines) {
			c.Repetitions++
			c.Compared[methodsOf(as).Comparison]++
			for i, l := range as {
				for column := range l.columns() {
					if l.numbers[column].drawn() {
						matches.count(t, i, l.matches(column, column))
					}
				}
			}
		}
	}
	all, match := matches.total()
	c.Share = 100 * float64(match) / float64(all)
	low, high := statistics.Proportion(match, all)
	c.Low, c.High = 100*low, 100*high
	if low, high := statistics.Bootstrap(matches.sizes, matches.of); low < high {
		c.Low, c.High = min(c.Low, low), max(c.High, high)
	}
	return c
}

// off tells that chance does not explain that the share is another than it should be.
func (c Calibration) off() bool {
	return c.Low > 100*statistics.Confidence || c.High < 100*statistics.Confidence
}

// everything is each of n things once, by their numbers.
func everything(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
