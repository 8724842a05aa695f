package compare

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/statistics"
	"gpca/report/words"
)

// A Decision says whether a side of a table was reproduced; see [Methods].
type Decision int

const (
	Undecided Decision = iota
	Reproduced
	NotReproduced
	// NotContradicted is weaker than Reproduced: it may be by chance.
	NotContradicted
	Contradicted
	// CannotBeTold is of a table with too few columns for any order of its methods to be more than chance.
	CannotBeTold
)

func (d Decision) String() string {
	return [...]string{"undecided", "reproduced", "not reproduced", "not contradicted", "contradicted",
		"cannot be told"}[d]
}

// Methods says whether a table reproduces the printed comparison of its methods, apart from its level, which depends on
// the rows and not on the methods. The rule for the comparison stands in texts.tmpl as "methods rule". Besides:
//
//   - The level: the printed means of the lines over the methods are judged by the rule of [Verdict]. It is not
//     reproduced when no more match than in the worst 5 of 100 honest tables, of whose lines 95% match. Otherwise
//     it is reproduced when more match than by a fair coin in 95 of 100 tables (the exact binomial test).
//   - The differences are ours draw by draw, so that the common effect of the draws cancels. The interval of the share
//     outside is by [statistics.Bootstrap] over the lines, which are too few to show that differences are reproduced.
//   - The order is of a table that is tested, see [statistics.Attainable]. The draws determine it when each of our
//     repetitions, in place of print, has an order that is reproduced.
//
// All else is undecided, also a side with too few lines or no draws.
type Methods struct {
	// Lines is the number of lines judged by level, Levels the number of matches.
	Lines, Levels int
	Spread
	// Tau is averaged over the lines that have an order in print and ours; P is the share of permutations that
	// reach it, and Corrected that for all tables that are tested; NaN of a table that is not.
	Tau, P, Corrected float64

	Level, Differences, Order, Comparison Decision
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
	outside := make(share, len(tables))
	for t, lines := range tables {
		outside[t] = make([][2]float64, len(lines))
		for i, l := range lines {
			for a := range l.columns() {
				for b := range a {
					inPrint, n := l.difference(a, b)
					// Else only those that match would count.
					if v := judge(inPrint, n); v != Inconclusive && !n.undetermined() {
						outside.count(t, i, v == Differs)
					}
				}
			}
		}
	}
	s.Pairs, s.Outside, s.Low, s.High = outside.total()
	return s
}

// A share counts, by table and line, things and those of them with a property.
type share [][][2]float64

func (s share) count(table, line int, has bool) {
	s[table][line][0]++
	if has {
		s[table][line][1]++
	}
}

// total counts in all lines, with the 95% interval of the share by [statistics.Bootstrap] over these.
func (s share) total() (all, has int, low, high float64) {
	in := func(drawn [][]int) (all, has float64) {
		for t, lines := range drawn {
			for _, i := range lines {
				all, has = all+s[t][i][0], has+s[t][i][1]
			}
		}
		return all, has
	}
	sizes := words.Each(s, func(lines [][2]float64) int { return len(lines) })
	of, with := in(words.Each(sizes, statistics.Indices))
	low, high = statistics.Bootstrap(sizes, func(drawn [][]int) float64 {
		all, has := in(drawn)
		return has / all
	})
	return int(of), int(with), low, high
}

const alpha = 1 - statistics.Confidence

// judgeMethods decides on the orders of all tables at once, and calibrates each. It returns the calibration of all.
func (c *Comparison) judgeMethods() Calibration {
	var of []*Contrast
	var p, least []float64
	for i := range c.Contrasts {
		if t := &c.Contrasts[i]; len(t.lines) > 0 {
			of, p = append(of, t), append(p, t.Methods.P)
			least = append(least, statistics.LeastPermuted(t.lines[0].columns()))
		}
	}
	tested := statistics.Attainable(least, alpha)
	times := 0.0
	for i := range p {
		if !tested[i] || math.IsNaN(p[i]) {
			p[i] = math.NaN()
			continue
		}
		times++
	}
	var all share
	for i, corrected := range statistics.Holm(p) {
		t, times := of[i], times
		if !tested[i] {
			times = math.NaN()
		}
		t.Methods.conclude(corrected, times, t.lines)
		var covered share
		t.Calibration, covered = calibrate(times, t.lines)
		all = append(all, covered...)
	}
	return all.calibration()
}

// methodsOf judges a table whose order is corrected for a number of tests, NaN for one that is not tested.
func methodsOf(lines []line, times float64) Methods {
	m := sidesOf(lines)
	m.conclude(min(1, m.P*times), times, lines)
	return m
}

// conclude decides on the order, by its p corrected for a number of tests, and on the comparison.
func (m *Methods) conclude(corrected, times float64, lines []line) {
	m.Corrected = corrected
	switch {
	case math.IsNaN(m.P):
	case math.IsNaN(times):
		m.Order = CannotBeTold
	case corrected <= alpha:
		m.Order = Reproduced
	case ordered(lines, times):
		m.Order = NotReproduced
	}
	switch {
	case m.Differences == Contradicted || m.Order == NotReproduced:
		m.Comparison = Contradicted
	case m.Differences == NotContradicted && m.Order == Reproduced:
		m.Comparison = NotContradicted
	case m.Differences == NotContradicted && m.Order == CannotBeTold:
		m.Comparison = CannotBeTold
	}
}

// ordered reports whether each of our repetitions orders the methods as the others do.
func ordered(lines []line, times float64) bool {
	repetitions := reprinted(lines)
	for _, as := range repetitions {
		if _, p := orders(as); !(p*times <= alpha) {
			return false
		}
	}
	return len(repetitions) > 0
}

// fewestRepetitions are needed to put one in the place of print and judge it by the others.
const fewestRepetitions = 3

// reprinted puts each of our repetitions in the place of print; none with too few of them or nothing drawn.
func reprinted(lines []line) [][]line {
	draws := repetitionsOf(lines)
	if draws < fewestRepetitions {
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

// repetitionsOf is how many repetitions all numbers have that are drawn.
func repetitionsOf(lines []line) (draws int) {
	for _, l := range lines {
		for _, n := range l.numbers {
			if k := len(n.Draws); n.drawn() && (draws == 0 || k < draws) {
				draws = k
			}
		}
	}
	return draws
}

func orders(lines []line) (tau, p float64) {
	var inPrint, ours [][]float64
	for _, l := range lines {
		inPrint = append(inPrint, words.Each(l.printed, statistics.Estimate.Mean))
		ours = append(ours, words.Each(l.numbers[:l.columns()], func(n Number) float64 { return n.Mean() }))
	}
	return statistics.KendallRows(inPrint, ours)
}

// sidesOf judges the level and the differences.
func sidesOf(lines []line) Methods {
	m := Methods{Spread: Spread{Low: math.NaN(), High: math.NaN()}, Corrected: math.NaN()}
	if m.Tau, m.P = orders(lines); len(lines) == 0 {
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
	// Repetitions counts all repetitions of all tables, Compared those by the decision on the comparison of methods.
	Repetitions int
	Compared    map[Decision]int
}

// calibrate also returns what its share is of.
func calibrate(times float64, tables ...[]line) (Calibration, share) {
	compared, repetitions, covered := map[Decision]int{}, 0, make(share, len(tables))
	for t, lines := range tables {
		covered[t] = make([][2]float64, len(lines))
		for _, as := range reprinted(lines) {
			repetitions++
			compared[methodsOf(as, times).Comparison]++
			for i, l := range as {
				for column := range l.columns() {
					if l.numbers[column].drawn() {
						covered.count(t, i, l.matches(column, column))
					}
				}
			}
		}
	}
	c := covered.calibration()
	c.Repetitions, c.Compared = repetitions, compared
	return c, covered
}

func (s share) calibration() (c Calibration) {
	all, match, low, high := s.total()
	c.Share = 100 * float64(match) / float64(all)
	c.Low, c.High = statistics.Proportion(match, all)
	if low < high {
		c.Low, c.High = min(c.Low, low), max(c.High, high)
	}
	c.Low, c.High = 100*c.Low, 100*c.High
	return c
}

// off reports whether chance does not explain how far the share is from 95.
func (c Calibration) off() bool {
	return c.Low > 100*statistics.Confidence || c.High < 100*statistics.Confidence
}
