package apply

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"gpca/report/words"
	"gpca/solver/robust"
)

// findSkew says how skewed the scores of rows are that are not very far, by the medcouple, whose standard deviation is
// 1.12/√n for normal rows (G. Brys, M. Hubert, A. Struyf, J. Computational and Graphical Statistics 13, 2004). It is
// empty for scores that may be symmetric, and for two groups. Several rows far out make a tail likelier, so that less is
// asked for: of 60 normal tables with moved rows one is called skewed, and of 60 exponential ones 38, not 26.
func (f *Findings) findSkew() string {
	const most, veryFar, several = 1000, 3, 3
	beyond := 3.0
	if len(f.far) >= several {
		beyond = 2.5
	}
	var all []string
	for c, name := range f.numbered() {
		var scores []float64
		for i := 0; i < f.Len(); i += 1 + f.Len()/most {
			if f.Row(i).Excess <= veryFar {
				scores = append(scores, f.Scores[i][c])
			}
		}
		if len(scores) == 0 {
			continue
		}
		if m := robust.Medcouple(scores); math.Abs(m) > beyond*1.12/math.Sqrt(float64(len(scores))) {
			all = append(all, fmt.Sprintf("%s (%.2f)", name, m))
		}
	}
	return words.Enumerate(all)
}

// findGroups finds a component that parts the rows in two groups: the means of both explain most of the
// square of its scores, of normal ones 2/π and of uniform ones 3/4. Outlying rows that are so many are a component of
// their own, and are not called far out.
func (f *Findings) findGroups() string {
	for c, name := range f.numbered() {
		scores := words.Each(f.Scores, func(s []float64) float64 { return s[c] })
		robust.Sort(scores)
		n, mean, sum := len(scores), stat.Mean(scores, nil), 0.0
		most, low := 0.8*float64(n)*stat.MomentAbout(2, scores, mean, nil), 0
		for i, v := range scores[:n-1] {
			sum += v - mean
			if square := sum * sum * (1/float64(i+1) + 1/float64(n-i-1)); square > most {
				most, low = square, i+1
			}
		}
		if small := min(low, n-low); isMany(small, n) && 2*len(f.far) < small {
			return fmt.Sprintf("%s parts the rows in groups of %d and %d", name, n-small, small)
		}
	}
	return ""
}
