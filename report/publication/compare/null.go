package compare

import (
	"math"
	"slices"

	"gpca/report/statistics"
)

// A Null says how many numbers of a table would match if each were held against another
// method than its own. A count of matches says something of the methods by what it exceeds
// that: where methods differ by less than the margins, any of them matches.
type Null struct {
	// Numbers are those of the table's lines, without averages. Own is how many match.
	Numbers, Own int
	// Best is how many match when the numbers of one method stand in every column, of the
	// method for which most do. All methods of the experiment are tried, also those that
	// another table shows.
	Best   int
	Method string
	// Baseline is how many match when the numbers of the method stand in every column that the
	// text holds its own against; 0 where the table has no such numbers.
	Baseline int
	// Others is how many match when another method's numbers stand in every column, on
	// average over the other columns, or over all cyclic shifts of the columns.
	Others float64
	// P is the share of all permutations of the columns that match at least Own times; NaN
	// for several tables.
	P float64
	// Low and High are the 95% interval of Own − Best by [statistics.Bootstrap] over the
	// lines: draws of noise and data sets are independent from line to line, and shared
	// within one. The best method is chosen anew each time, which leans to a smaller
	// excess. NaN where there is but one line.
	Low, High float64
}

// Excess is how many more numbers match than with one method in every column.
func (n Null) Excess() int { return n.Own - n.Best }

// hits are the matches of a line.
type hits struct {
	own    int
	single []int // by the method whose numbers stand in every column
}

// nullOf counts the matches of tables. The best method is that of each table, the baseline
// one of all.
func nullOf(baseline string, tables ...Contrast) Null {
	n := Null{P: math.NaN()}
	counted, sizes := make([][]hits, len(tables)), make([]int, len(tables))
	for t, table := range tables {
		sizes[t] = len(table.lines)
		if sizes[t] == 0 {
			continue
		}
		columns := table.lines[0].columns()
		assigned := make([][]float64, columns) // matches by column and the method put there
		for i := range assigned {
			assigned[i] = make([]float64, columns)
		}
		for _, l := range table.lines {
			h := hits{single: make([]int, len(l.numbers))}
			for column := range columns {
				for method := range l.numbers {
					if !l.matches(column, method) {
						continue
					}
					h.single[method]++
					if method < columns {
						assigned[column][method]++
					}
					if method == column {
						h.own++
					} else if method < columns {
						n.Others += 1 / float64(columns-1)
					}
				}
			}
			counted[t] = append(counted[t], h)
		}
		own, single := totals(counted[t], everything(sizes)[t])
		best := slices.Max(single)
		n.Numbers, n.Own, n.Best = n.Numbers+columns*sizes[t], n.Own+own, n.Best+best
		if i := slices.Index(table.methods, baseline); i >= 0 {
			n.Baseline += single[i]
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

// totals counts the own matches of some lines, given by their numbers, and those with each
// method in every column.
func totals(counted []hits, lines []int) (own int, single []int) {
	single = make([]int, len(counted[0].single))
	for _, i := range lines {
		own += counted[i].own
		for m, v := range counted[i].single {
			single[m] += v
		}
	}
	return own, single
}
