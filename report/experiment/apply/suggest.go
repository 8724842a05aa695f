package apply

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"gonum.org/v1/gonum/mat"

	"gpca/report/contamination"
	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/statistics"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/robust"
)

// Usual is the method where none is named, half the one that takes more outlying rows.
const Usual, half = "robpca", "robpca alpha=0.5"

// Describe describes rows of a set by the usual method, as report apply does, and returns which of them are far out.
// Where more may be outlying than it withstands, these are by the other, unless those are more than half.
func Describe(ctx context.Context, set *dataset.Set, rows []int, scale string) (f *Findings, far []int, err error) {
	if scale == subspace.NoScale {
		scale = ""
	}
	part := &dataset.Set{Samples: trial.RowsOf(set.Samples, rows), About: set.About}
	for _, method := range []string{Usual, half} {
		a := &analysis{ctx: ctx, set: part, seed: 1, workers: runtime.NumCPU(), spec: spec{Spec: subspace.Spec{
			Robust: method, Scale: scale, Start: string(solver.LargestSample)}, Chance: Chance(set.Samples.Dims())},
			result: &experiment.Result{}}
		if err := words.InTurn(a.prepare, a.judge, a.compare); err != nil {
			return nil, nil, err
		}
		if a.call(); f == nil || !a.OfFew() {
			f = &a.Findings
		}
		if !f.Doubted() {
			break
		}
	}
	return f, words.Each(f.FarOut(), func(r Row) int { return rows[r.At] }), nil
}

// mostOfFits bounds the time of twenty fits: rows × columns × the smaller of both.
const mostMeasured, mostOfFits = 2_000, 100_000_000

func ofFit(rows, columns int) int { return rows * columns * min(rows, columns) }

// Chance is how the chance of a table is found unless asked: measured where twenty more fits take little time.
func Chance(rows, columns int) string {
	if rows <= mostMeasured && ofFit(rows, columns) <= mostOfFits {
		return "measured"
	}
	return ""
}

// Soon are the rows that can be described in seconds: all, or else a thousand.
func Soon(rows []int, columns int) []int {
	if ofFit(len(rows), columns) <= mostOfFits/2 {
		return rows
	}
	return words.Each(everySo(len(rows), 1000), func(i int) int { return rows[i] })
}

// SuggestScale returns the scale that suits a set, and why: mad where the spreads of columns differ more than ten
// times, unless these are pixels or points of a spectrum, which have one unit. A spectrum has at least twenty columns,
// of which neighbours spread nearly alike.
func SuggestScale(set *dataset.Set) (scale, why string) {
	const wide, points, alike = 10, 20, 1.25
	spreads := contamination.UnitsOf(someOf(set.Samples)).Spread
	low, high, steps := 0, 0, []float64(nil)
	for j, s := range spreads {
		if s > 0 && (s < spreads[low] || spreads[low] == 0) {
			low = j
		}
		if s > spreads[high] {
			high = j
		}
		if j > 0 && s > 0 && spreads[j-1] > 0 {
			steps = append(steps, math.Abs(math.Log(s/spreads[j-1])))
		}
	}
	names, times := namesOf(set.About.Columns, len(spreads)), spreads[high]/spreads[low]
	differ := fmt.Sprintf("%s varies %s times as much as %s", names[high], words.Thousands(math.Round(times)),
		names[low])
	switch {
	case set.Image.Width > 0:
		return subspace.NoScale, "since pixels have one unit"
	case !(times > wide):
		return subspace.NoScale, fmt.Sprintf("since no column varies %d times as much as another", wide)
	case len(spreads) >= points && len(steps) > 0 && robust.Median(steps) < math.Log(alike):
		return subspace.NoScale, "since neighbouring columns vary alike, as in a spectrum, though " + differ
	}
	return "mad", "since " + differ + WithoutMAD(set)
}

// WithoutMAD says which columns have no MAD to be divided by; empty if all have one.
func WithoutMAD(set *dataset.Set) string {
	some := someOf(set.Samples)
	rows, width := some.Dims()
	var without []string
	for j, name := range namesOf(set.About.Columns, width) {
		column := contamination.Present(some, statistics.Indices(rows), j)
		if len(column) > 0 && robust.MAD(column) == 0 && contamination.Deviation(column) > 0 {
			without = append(without, name)
		}
	}
	if len(without) == 0 {
		return ""
	}
	return fmt.Sprintf("; Qn or the standard deviation for %s whose MAD is 0, as half of the values are equal: %s",
		words.Count(len(without), "column"), words.Some(without, told))
}

// someOf are at most about 10,000 of the rows, which are enough to know spreads.
func someOf(samples *mat.Dense) *mat.Dense {
	rows, _ := samples.Dims()
	return trial.RowsOf(samples, everySo(rows, 10_000))
}

// everySo are at most about so many of the rows, evenly.
func everySo(rows, most int) (some []int) {
	for i := 0; i < rows; i += 1 + rows/most {
		some = append(some, i)
	}
	return some
}
