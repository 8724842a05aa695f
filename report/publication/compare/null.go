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

// nullOf counts the matches of tables with lines. The best method is chosen for each table, the baseline for all.
func nullOf(baseline string, tables ...Contrast) Null {
	n := Null{P: math.NaN()}
	counted, sizes := make([][][]int, len(tables)), make([]int, len(tables))
	for t, table := range tables {
		sizes[t] = len(table.lines)
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
			n.Numbers += len(words.Those(l.counts, func(counts bool) bool { return counts }))
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
			own, single := totals(counted[t], lines)
			excess += own - slices.Max(single)
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
