package compare

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/statistics"
	"gpca/report/words"
)

// A Finding says whether a side of a table was reproduced; see [Methods].
type Finding int

// The findings.
const (
	Undecided Finding = iota
	Reproduced
	NotReproduced
	// NotContradicted is weaker than Reproduced: it may be by chance.
	NotContradicted
	Contradicted
)

// String returns the finding as words.
func (f Finding) String() string {
	return [...]string{"undecided", "reproduced", "not reproduced", "not contradicted", "contradicted"}[f]
}

// Methods says whether a table reproduces the printed comparison of its methods, apart from its level, which
// depends on the rows and not on the methods.
//
//   - The level: the printed means of the lines over the methods are judged by the rule of [Verdict]. It is not
//     reproduced when no more match than in the worst 5 of 100 honest tables, of whose lines 95% match. Otherwise
//     it is reproduced when more match than by a fair coin in 95 of 100 tables (the exact binomial test).
//   - The differences between every two methods of a line, ours draw by draw, so that the common effect of the
//     draws cancels. 5 in 100 may fall outside our interval. They are contradicted when the interval of the share
//     that does, by [statistics.Bootstrap] over the lines, lies above that, and not contradicted when it does not
//     and lies below one half. The few lines of a table cannot show that they are reproduced.
//   - The order is reproduced when at most 5% of the permutations of the methods reach Kendall's τ between print
//     and ours, averaged over the lines. It is not reproduced when more do, though each of our repetitions, in
//     place of print, has an order that is reproduced. Without that the draws determine no order.
//   - The comparison is contradicted when the differences are, or the order is not reproduced. It is not
//     contradicted when the differences are not, and the order is reproduced.
//
// All else is undecided, also a side with too few lines or no draws.
type Methods struct {
	// Lines is the number of lines judged by level, Levels the number of matches.
	Lines, Levels int
	Spread
	// Tau is averaged over the lines that have an order in print and ours; P is the share of permutations that
	// reach it.
	Tau, P float64

	Level, Differences, Order, Comparison Finding
}

// A Spread counts the differences between every two methods of a line: all Pairs, and those Outside our interval.
// Low and High are the 95% interval of their share, NaN with a single line.
type Spread struct {
	Pairs, Outside int
	Low, High      float64
}

// Share returns the share of differences outside.
func (s Spread) Share() float64 { return float64(s.Outside) / float64(s.Pairs) }

// Many reports whether more differences are outside than by chance.
func (s Spread) Many() bool { return s.Low > alpha }

func spreadOf(tables ...[]line) (s Spread) {
	shares := share{whole: 1}
	for t, lines := range tables {
		shares.add(len(lines))
		for i, l := range lines {
			for a := range l.columns() {
				for b := range a {
					inPrint, n := l.difference(a, b)
					// Else only those that match would count.
					if v := judge(inPrint, n); v != Inconclusive && !n.undetermined() {
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

// A share counts, by table and line, things and those with a property.
type share struct {
	whole    float64 // that shares are of: 1 or 100
	sizes    []int
	all, has [][]float64
}

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

// ordered reports whether each of our repetitions orders the methods as the others do.
func ordered(lines []line) bool {
	repetitions := reprinted(lines)
	for _, as := range repetitions {
		if _, p := orders(as); !(p <= alpha) {
			return false
		}
	}
	return len(repetitions) > 0
}

// reprinted puts each of our repetitions in the place of print; none with too few of them or nothing drawn.
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

func orders(lines []line) (tau, p float64) {
	var inPrint, ours [][]float64
	for _, l := range lines {
		inPrint = append(inPrint, words.Each(l.printed, statistics.Estimate.Mean))
		ours = append(ours, words.Each(l.numbers[:l.columns()], func(n Number) float64 { return n.Mean() }))
	}
	return statistics.KendallRows(inPrint, ours)
}

// sidesOf judges the level, the differences and the order.
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

// A Calibration is the outcome of the rules when each of our repetitions, unrounded, is judged in the place of
// print by the others.
type Calibration struct {
	// Share is the percentage of random numbers, without averages, that match; it should be 95. Low and High are its
	// 95% interval: that of [statistics.Proportion], or the wider one of [statistics.Bootstrap] over the lines.
	Share, Low, High float64
	// Repetitions counts all repetitions of all tables, Compared those by the finding on the comparison of methods.
	Repetitions int
	Compared    map[Finding]int
}

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

// off reports whether chance does not explain how far the share is from 95.
func (c Calibration) off() bool {
	return c.Low > 100*statistics.Confidence || c.High < 100*statistics.Confidence
}
