package robust_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/robust"
)

// shapes are samples of several kinds, some more features than samples and some of lower rank.
func shapes() map[string]*mat.Dense {
	constant := spoiled(40, 6, 4, 3)
	for i := range 40 {
		constant.Set(i, 5, 7)
		constant.Set(i, 4, constant.At(i, 0)-constant.At(i, 1))
	}
	repeated := spoiled(30, 4, 3, 4)
	for i := range 10 {
		repeated.SetRow(i+20, repeated.RawRowView(i+10))
	}
	return map[string]*mat.Dense{
		"tall": spoiled(60, 8, 6, 1), "wide": spoiled(25, 80, 2, 2), "of lower rank": constant, "repeated": repeated,
		"two": spoiled(2, 3, 0, 5), "one feature": mat.NewDense(7, 1, []float64{1, 2, 3, 4, 5, 6, 100}),
	}
}

// applicable says, by the names of method and shape, whether there is such a fit.
var applicable sync.Map

// forEach runs a test for every method, and for every shape that it can take.
func forEach(t *testing.T, test func(t *testing.T, m robust.Method, samples *mat.Dense)) {
	for _, name := range append(robust.Methods(), "robpca alpha=0.5") {
		m, err := robust.Parse(name)
		assert.NilError(t, err)
		for shape, samples := range shapes() {
			t.Run(name+" "+shape, func(t *testing.T) {
				able, known := applicable.Load(name + shape)
				if !known {
					_, err := m.Fit(t.Context(), samples, robust.Settings{})
					able = !errors.Is(err, robust.ErrNotApplicable)
					applicable.Store(name+shape, able)
				}
				if able.(bool) {
					test(t, m, samples)
				}
			})
		}
	}
}

func TestFitsAreOrthonormalAndOrdered(t *testing.T) {
	forEach(t, func(t *testing.T, m robust.Method, samples *mat.Dense) {
		before := mat.DenseCopyOf(samples)
		for components := range 4 {
			f := fitted(t, m, samples, robust.Settings{Components: components})
			rows, _ := f.Loadings.Dims()
			assert.Assert(t, rows == len(f.Eigenvalues) && rows != 0 && (components <= 0 || rows <= components),
				"%d components and %d eigenvalues for %d", rows, len(f.Eigenvalues), components)
			products := solver.Product(f.Loadings, f.Loadings.T())
			unit := mat.NewDiagDense(rows, slices.Repeat([]float64{1}, rows))
			assert.Check(t, mat.EqualApprox(products, unit, 1e-12), "products of loadings %v", products)
			for i := range rows {
				loading := f.Loadings.RawRowView(i)
				assert.Check(t, slices.Max(loading) >= -slices.Min(loading), "loading %d is turned", i)
			}
			// The order of spherical is that on the sphere.
			descending := func(a, b float64) int { return int(math.Copysign(1, b-a)) }
			assert.Check(t, m.Name() == "spherical" || slices.IsSortedFunc(f.Eigenvalues, descending),
				"eigenvalues %g are not in descending order", f.Eigenvalues)
		}
		assert.Check(t, mat.Equal(before, samples), "samples are modified")
	})
}

// byFeatures are the methods that search along features or judge each by itself.
var byFeatures = []string{"grid", "detmcd", "macropca"}

// With X → c XQ + 1mᵀ, the centre, components and distances follow. Draws are of samples by their number, and so
// are the same.
func TestFitsAreEquivariant(t *testing.T) {
	forEach(t, func(t *testing.T, m robust.Method, samples *mat.Dense) {
		_, features := samples.Dims()
		const factor = 3
		q, shift := rotation(features, generator(9)), normal(1, features, generator(10))
		if slices.Contains(byFeatures, m.Name()) { // these change places
			q.Zero()
			for i, j := range generator(9).Perm(features) {
				q.Set(i, j, 1)
			}
		}
		turned := solver.Product(samples, q)
		turned.Apply(func(_, j int, v float64) float64 { return factor*v + 10*shift.At(0, j) }, turned)
		s := robust.Settings{Components: 1, Seed: 5}
		f := fitted(t, m, samples, s)
		g := fitted(t, m, turned, s)
		sameUpToSign(t, "loading", g.Loadings.RawRowView(0), solver.Product(f.Loadings, q).RawRowView(0), 1e-7)
		centre := solver.Product(mat.NewDense(1, features, f.Centre), q).RawRowView(0)
		floats.Scale(factor, centre)
		floats.AddScaled(centre, 10, shift.RawRowView(0))
		near(t, "centre", g.Centre, centre, 1e-7)
		score, orthogonal := f.Distances(samples)
		turnedScore, turnedOrthogonal := g.Distances(turned)
		near(t, "score distance", turnedScore, score, 1e-7)
		floats.Scale(factor, orthogonal)
		near(t, "orthogonal distance", turnedOrthogonal, orthogonal, 1e-7)
	})
}

func TestFitsDoNotDependOnWorkersAndProcessor(t *testing.T) {
	defer func() {
		assert.Check(t, solver.SelectProcessor(""))
	}()
	forEach(t, func(t *testing.T, m robust.Method, samples *mat.Dense) {
		var first *robust.Fit
		for _, processor := range []string{"", "avx2", "generic"} {
			if solver.SelectProcessor(processor) != nil {
				continue // not of this machine
			}
			for _, workers := range map[bool][]int{true: {1, 3}, false: {2}}[processor == ""] {
				f := fitted(t, m, samples, robust.Settings{Components: 2, Seed: 1, Workers: workers})
				if first == nil {
					first = f
				}
				assert.Check(t, mat.Equal(f.Loadings, first.Loadings) && slices.Equal(f.Centre, first.Centre) &&
					slices.Equal(f.Eigenvalues, first.Eigenvalues), "%q with %d workers gives other values", processor,
					workers)
			}
		}
	})
}

// Of 100 samples, 65 lie on a plane: robpca with alpha 0.5 and mcd find it exactly, as the MCD has determinant 0 there
// (Rousseeuw and Van Driessen 1999, section 3.4), and the others are the outliers.
func TestExactFit(t *testing.T) {
	r := generator(4)
	samples := normal(100, 5, r)
	samples.Slice(35, 100, 2, 5).(*mat.Dense).Zero()
	q := rotation(5, r)
	samples = solver.Product(samples, q)
	for _, name := range []string{"mcd", "robpca alpha=0.5"} {
		f := fit(t, name, samples, robust.Settings{Components: 2})
		plane := mat.DenseCopyOf(q.Slice(0, 2, 0, 5))
		a := angle(f.Loadings, plane)
		assert.Check(t, a <= 1e-5, "%s: the angle to the plane is %g degrees", name, a)
		_, orthogonal := f.Distances(samples)
		for i, d := range orthogonal {
			assert.Check(t, is.Equal(i >= 35, d < 1e-9), "%s: sample %d is %g from the plane", name, i+1, d)
		}
	}
}

func TestFitEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	forEach(t, func(t *testing.T, m robust.Method, samples *mat.Dense) {
		_, err := m.Fit(ctx, samples, robust.Settings{})
		assert.Check(t, is.ErrorIs(err, context.Canceled))
	})
}

func TestFitRefusesSamples(t *testing.T) {
	equal := mat.NewDense(3, 2, []float64{1, 2, 1, 2, 1, 2})
	for _, name := range robust.Methods() {
		m, err := robust.Parse(name)
		assert.NilError(t, err)
		for what, samples := range map[string]*mat.Dense{
			"all 3 samples are equal": equal, "no samples": {},
			"must be finite": mat.NewDense(2, 1, []float64{1, math.NaN()}),
		} {
			if what == "must be finite" && m.Gaps {
				continue
			}
			_, err := m.Fit(t.Context(), samples, robust.Settings{})
			assert.Check(t, is.ErrorContains(err, what), name)
		}
	}
}

func ExampleMethod_Fit() {
	// Eleven samples near a line, the last of them far off.
	samples := mat.NewDense(11, 2, nil)
	for i := range 11 {
		samples.SetRow(i, []float64{float64(i), float64(i % 2)})
	}
	samples.SetRow(10, []float64{5, 60})
	m, err := robust.Parse("robpca")
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := m.Fit(context.Background(), samples, robust.Settings{Components: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	score, orthogonal := f.Distances(samples)
	scoreCutOff, orthogonalCutOff := f.CutOffs(orthogonal)
	for i := range score {
		if score[i] > scoreCutOff || orthogonal[i] > orthogonalCutOff {
			fmt.Println("outlier:", samples.RawRowView(i))
		}
	}
	// Output:
	// outlier: [5 60]
}
