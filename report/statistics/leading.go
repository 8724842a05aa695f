package statistics

import "math"

// A Group is the leading group of a row: the method with the best mean and all
// that are not shown to be worse.
type Group struct {
	// Best is the index of the method with the best mean, the first among equal
	// ones; −1 when the row cannot be tested.
	Best int
	// Leading tells for each method whether it belongs to the group. No method
	// does when the row cannot be tested.
	Leading []bool
	// P is the adjusted p-value of each method against the best, NaN where there
	// is none.
	P []float64
}

// LeadingGroups returns the leading group of each row of a table. Rows hold, for
// every method, its values of one repetition after the other; a method without
// values takes no part. Within a row the i-th values of all methods must come
// from the same draw.
//
// A method is left out of its group when it differs from the best one at level
// alpha by [PairedSampleT], after Holm's correction over all pairs of methods in all
// rows. Two choices are conservative:
//
//   - The correction counts all pairs, though only those with the best method are
//     used. The best method is selected by its result: among equally good methods
//     it is the one with the luckiest draws, and a correction for m−1 comparisons
//     would leave out an equally good method in one row of ten instead of twenty.
//   - The correction counts all rows, because a table is read as a whole.
//
// If all methods are equally good, the probability that a table leaves out any of
// them is therefore at most alpha. The price is power: with 5 repetitions and the
// 231 pairs of an 11-row table of seven methods, the first rejection takes a mean
// difference of 6 standard deviations of the differences. Groups are wide, and
// belonging to one says little in favour of a method.
//
// The tests are about the draws. They say what other noise on the same samples
// would show, not what other samples would: repeated cross-validation in
// particular reuses every sample in every repetition (C. Nadeau, Y. Bengio,
// "Inference for the generalization error", Machine Learning 52, 2003).
//
// A row whose methods have one value each is deterministic, and cannot be tested:
// whether two of its rates differ by more than the choice of test samples explains
// is a question for McNemar's test, which needs to know which samples each method
// classified correctly. A row whose methods differ in their numbers of values
// cannot be tested either.
func LeadingGroups(rows [][]Sample, lowerIsBetter bool, alpha float64) []Group {
	groups := make([]Group, len(rows))
	type pair struct{ row, i, j int }
	var pairs []pair
	var p []float64
	for r, methods := range rows {
		groups[r] = newGroup(methods, lowerIsBetter)
		if groups[r].Best < 0 {
			continue
		}
		for i := range methods {
			for j := range i {
				if len(methods[i].Draws) > 0 && len(methods[j].Draws) > 0 {
					pairs = append(pairs, pair{r, i, j})
					p = append(p, PairedSampleT(methods[i], methods[j]))
				}
			}
		}
	}
	for k, adjusted := range Holm(p) {
		g := &groups[pairs[k].row]
		other := pairs[k].i
		switch g.Best {
		case pairs[k].i:
			other = pairs[k].j
		case pairs[k].j:
		default:
			continue
		}
		g.P[other] = adjusted
		// Not "adjusted > alpha": what cannot be tested is not shown to be worse.
		g.Leading[other] = !(adjusted <= alpha)
	}
	return groups
}

// newGroup finds the best of a row; the group is empty but for it.
func newGroup(methods []Sample, lowerIsBetter bool) Group {
	g := Group{Best: -1, Leading: make([]bool, len(methods)), P: make([]float64, len(methods))}
	for i := range g.P {
		g.P[i] = math.NaN()
	}
	repetitions, present, best := 0, 0, 0.0
	for i, s := range methods {
		values := s.Draws
		if len(values) == 0 {
			continue
		}
		if present == 0 {
			repetitions = len(values)
		}
		if present++; len(values) != repetitions || repetitions < 2 {
			g.Best = -1
			return g
		}
		if mean := Mean(values); g.Best < 0 || mean != best && (mean < best) == lowerIsBetter {
			g.Best, best = i, mean
		}
	}
	if present < 2 {
		g.Best = -1
		return g
	}
	g.Leading[g.Best] = true
	return g
}
