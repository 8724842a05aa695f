package solver_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/objective"
)

func random(rows, columns int, r *rand.Rand) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	m.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, m)
	return m
}

func rotation(size int, r *rand.Rand) *mat.Dense {
	var qr mat.QR
	qr.Factorize(random(size, size, r))
	var q mat.Dense
	qr.QTo(&q)
	return &q
}

// separated returns centred samples whose standard deviations along rotated axes halve from one axis to the next,
// from deviation on: no function has two directions that are nearly as good.
func separated(rows, columns int, deviation float64, seed uint64) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := random(rows, columns, r)
	x.Apply(func(_, j int, v float64) float64 { return deviation * v * math.Pow(2, -float64(j)) }, x)
	rotated := solver.Product(x, rotation(columns, r))
	centred, _ := solver.Centre(rotated)
	return centred
}

func functions(tb testing.TB, names ...string) []objective.Function {
	tb.Helper()
	list := make([]objective.Function, len(names))
	for i, name := range names {
		var err error
		list[i], err = objective.Parse(name)
		assert.NilError(tb, err)
	}
	return list
}

func fit(tb testing.TB, x *mat.Dense, list []objective.Function, settings solver.Settings) []solver.Fit {
	tb.Helper()
	fits, err := solver.GPCA(tb.Context(), x, list, settings)
	assert.NilError(tb, err)
	return fits
}

// alike compares the rows of two matrices apart from their signs.
func alike(got, want *mat.Dense, tolerance float64) is.Comparison {
	return func() is.Result {
		gotRows, gotColumns := got.Dims()
		rows, columns := want.Dims()
		if gotRows != rows || gotColumns != columns {
			return is.ResultFailure(fmt.Sprintf("%d×%d, want %d×%d", gotRows, gotColumns, rows, columns))
		}
		for i := range rows {
			same, opposite := 0.0, 0.0
			for j, v := range want.RawRowView(i) {
				same, opposite = math.Max(same, math.Abs(got.At(i, j)-v)), math.Max(opposite, math.Abs(got.At(i, j)+v))
			}
			if d := min(same, opposite); !(d <= tolerance) {
				return is.ResultFailure(fmt.Sprintf("row %d differs by %.1e, more than %.0e", i, d, tolerance))
			}
		}
		return is.ResultSuccess
	}
}

// identical compares the bits of two matrices that are no views.
func identical(x, y *mat.Dense) bool {
	same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
	rows, columns := x.Dims()
	r, c := y.Dims()
	return r == rows && c == columns && slices.EqualFunc(x.RawMatrix().Data, y.RawMatrix().Data, same)
}

func ends(components []solver.Component) []solver.End {
	var list []solver.End
	for _, c := range components {
		list = append(list, c.End)
	}
	return list
}
