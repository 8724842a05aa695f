package compare

import (
	"math"
	"slices"

	"gpca/report/statistics"
	"gpca/report/words"
)

// A Null counts the matches of a table with methods exchanged. Where methods differ by less than the margins any
// of them matches, so that only the excess over these counts says something about methods.
type Null struct {
	// Own is the number of matches among the Numbers of the lines that count.
	Numbers, Own int
	// Best is the number of matches with one Method in every column, of the experiment the one for which most match.
	Best   int
	Method string
	// Baseline is the number of matches with the baseline in every column; NaN where a table has not all of its
	// numbers.
	Baseline float64
	// Others is the number of matches on average over all cyclic shifts of the columns.
	Others float64
	// P is the share of all permutations of the columns that match at least Own times; NaN for several tables.
	P float64
	// Low and High are the 95% interval of Own − Best by [statistics.Bootstrap] over the lines, which are
	// independent. The best method is chosen anew each time, which tends to a smaller excess. NaN with a single
	// line.
	Low, High float64
}

// Excess returns how many more numbers match than with one method in every column.
func (n Null) Excess() int { return n.Own - n.Best }

// A Yardstick says what the excess of a [Null] would be in print that is faithful: each of our repetitions takes the
// place of print, and the others judge it, and the methods of the null, as they judge print. Numbers in which all
// repetitions are equal would always match, so print keeps its place there.
type Yardstick struct {
	// Replaced and Kept numbers add up to those of the null; of the latter, KeptMatch match.
	Replaced, Kept, KeptMatch int
	// Runs has our repetitions; none where there are fewer than 3.
	Runs []Run
}

// A Run has the matches with a repetition in the place of print: its own, and those of one method in every column.
type Run struct{ Own, Best int }

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

// nullOf counts the matches of tables. The best method is chosen for each table, the baseline for all.
func nullOf(baseline string, tables ...Contrast) Null {
	n := Null{P: math.NaN()}
	counted, sizes := make([][][]int, len(tables)), make([]int, len(tables))
	for t, table := range tables {
		if sizes[t] = len(table.lines); sizes[t] == 0 {
			continue
		}
		columns := table.lines[0].columns()
		assigned := make([][]float64, columns) // matches by column and method
		for i := range assigned {
			assigned[i] = make([]float64, len(table.methods))
		}
		counted[t] = matchesOf(table.lines, func(i, column, method int) bool {
			matches := table.lines[i].matches(column, method)
			if matches {
				assigned[column][method]++
				if method != column && method < columns {
					n.Others += 1 / float64(columns-1)
				}
			}
			return matches
		})
		own, single := totals(counted[t], statistics.Indices(sizes[t]))
		best := slices.Max(single)
		n.Own, n.Best = n.Own+own, n.Best+best
		for _, l := range table.lines {
			n.Numbers += l.counted()
		}
		if i := slices.Index(table.methods, baseline); i >= 0 {
			n.Baseline += float64(single[i])
		} else {
			n.Baseline = math.NaN()
		}
		if len(tables) == 1 {
			n.Method = table.methods[slices.Index(single, best)]
			n.P = statistics.Permuted(columns, func(permutation []int) float64 {
				sum := 0.0
				for column, method := range permutation {
					sum += assigned[column][method]
				}
				return sum
			})
		}
	}
	n.Low, n.High = statistics.Bootstrap(sizes, func(drawn [][]int) float64 {
		excess := 0
		for t, lines := range drawn {
			if len(lines) > 0 {
				own, single := totals(counted[t], lines)
				excess += own - slices.Max(single)
			}
		}
		return float64(excess)
	})
	return n
}

// matchesOf counts, by line, the columns that match with each method in every column, and last with their own, of
// those that count.
func matchesOf(lines []line, match func(line, column, method int) bool) [][]int {
	counted := make([][]int, len(lines))
	for i, l := range lines {
		methods := len(l.numbers)
		counted[i] = make([]int, methods+1)
		for column := range l.columns() {
			for method := range methods {
				if l.counts[column] && match(i, column, method) {
					counted[i][method]++
					if method == column {
						counted[i][methods]++
					}
				}
			}
		}
	}
	return counted
}

// totals counts the matches of the given lines, with their own methods and with each method in every column.
func totals(counted [][]int, lines []int) (own int, single []int) {
	sum := make([]int, len(counted[0]))
	for _, i := range lines {
		for m, v := range counted[i] {
			sum[m] += v
		}
	}
	last := len(sum) - 1
	return sum[last], sum[:last]
}
