package solver_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/objective"
)

func random(rows, columns int, r *rand.Rand) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	for i := range rows {
		for j := range columns {
			m.Set(i, j, r.NormFloat64())
		}
	}
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
	for j := range columns {
		for i := range rows {
			x.Set(i, j, deviation*x.At(i, j)*math.Pow(2, -float64(j)))
		}
	}
	var rotated mat.Dense
	rotated.Mul(x, rotation(columns, r))
	centred, _ := solver.Centre(&rotated)
	return centred
}

func functions(tb testing.TB, names ...string) []objective.Function {
	tb.Helper()
	list := make([]objective.Function, len(names))
	for i, name := range names {
		s, err := objective.Parse(name)
		if err != nil {
			tb.Fatal(err)
		}
		list[i] = s
	}
	return list
}

func fit(tb testing.TB, x *mat.Dense, list []objective.Function, settings solver.Settings) []solver.Fit {
	tb.Helper()
	fits, err := solver.GPCA(tb.Context(), x, list, settings)
	if err != nil {
		tb.Fatal(err)
	}
	return fits
}

// differ returns why the rows of two matrices differ, apart from their signs, by more than tolerance, or "".
func differ(got, want *mat.Dense, tolerance float64) string {
	if got.IsEmpty() && want.IsEmpty() {
		return ""
	}
	gotRows, gotColumns := got.Dims()
	rows, columns := want.Dims()
	if gotRows != rows || gotColumns != columns {
		return fmt.Sprintf("%d×%d, want %d×%d", gotRows, gotColumns, rows, columns)
	}
	for i := range rows {
		same, opposite := 0.0, 0.0
		for j, v := range want.RawRowView(i) {
			same = math.Max(same, math.Abs(got.At(i, j)-v))
			opposite = math.Max(opposite, math.Abs(got.At(i, j)+v))
		}
		if d := min(same, opposite); !(d <= tolerance) {
			return fmt.Sprintf("row %d differs by %.1e, more than %.0e", i, d, tolerance)
		}
	}
	return ""
}

func identical(x, y *mat.Dense) bool {
	if x.IsEmpty() || y.IsEmpty() {
		return x.IsEmpty() && y.IsEmpty()
	}
	rows, columns := x.Dims()
	if r, c := y.Dims(); r != rows || c != columns {
		return false
	}
	for i := range rows {
		for j, v := range x.RawRowView(i) {
			if math.Float64bits(v) != math.Float64bits(y.At(i, j)) {
				return false
			}
		}
	}
	return true
}

func ends(components []solver.Component) []solver.End {
	var list []solver.End
	for _, c := range components {
		list = append(list, c.End)
	}
	return list
}
