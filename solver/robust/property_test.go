package robust_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

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

// forEach runs a test for every method, and for every shape that it can take.
func forEach(t *testing.T, test func(t *testing.T, m robust.Method, samples *mat.Dense)) {
	for _, name := range append(robust.Methods(), "robpca alpha=0.5") {
		m, err := robust.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for shape, samples := range shapes() {
			t.Run(name+" "+shape, func(t *testing.T) {
				if _, err := m.Fit(t.Context(), samples, robust.Settings{}); errors.Is(err, robust.ErrNotApplicable) {
					return
				}
				test(t, m, samples)
			})
		}
	}
}

func TestFitsAreOrthonormalAndOrdered(t *testing.T) {
	forEach(t, func(t *testing.T, m robust.Method, samples *mat.Dense) {
		before := mat.DenseCopyOf(samples)
		for components := range 4 {
			f, err := m.Fit(t.Context(), samples, robust.Settings{Components: components})
			if err != nil {
				t.Fatal(err)
			}
			rows, _ := f.Loadings.Dims()
			if rows != len(f.Eigenvalues) || rows == 0 || components > 0 && rows > components {
				t.Fatalf("%d components and %d eigenvalues for %d", rows, len(f.Eigenvalues), components)
			}
			products := solver.Product(f.Loadings, f.Loadings.T())
			for i := range rows {
				for j := range rows {
					want := 0.0
					if i == j {
						want = 1
					}
					if !(math.Abs(products.At(i, j)-want) <= 1e-12) {
						t.Errorf("loadings %d and %d have the product %g", i, j, products.At(i, j))
					}
				}
				loading := f.Loadings.RawRowView(i)
				if slices.Max(loading) < -slices.Min(loading) {
					t.Errorf("loading %d has a largest value below 0", i)
				}
			}
			// The order of spherical is that on the sphere.
			descending := func(a, b float64) int { return int(math.Copysign(1, b-a)) }
			if m.Name() != "spherical" && !slices.IsSortedFunc(f.Eigenvalues, descending) {
				t.Errorf("eigenvalues %g are not in descending order", f.Eigenvalues)
			}
		}
		if !mat.Equal(before, samples) {
			t.Error("samples are modified")
		}
	})
}

// byFeatures are the methods that search along features or judge each by itself.
var byFeatures = []string{"grid", "detmcd", "macropca"}

// With X → c XQ + 1mᵀ, the centre, components and distances follow. Draws are of samples by their number, and so
// are the same.
func TestFitsAreEquivariant(t *testing.T) {
	forEach(t, func(t *testing.T, m robust.Method, samples *mat.Dense) {
		n, features := samples.Dims()
		const factor = 3
		q, shift := rotation(features, generator(9)), normal(1, features, generator(10))
		if slices.Contains(byFeatures, m.Name()) { // these change places
			q.Zero()
			for i, j := range generator(9).Perm(features) {
				q.Set(i, j, 1)
			}
		}
		turned := solver.Product(samples, q)
		for i := range n {
			for j := range features {
				turned.Set(i, j, factor*turned.At(i, j)+10*shift.At(0, j))
			}
		}
		s := robust.Settings{Components: 1, Seed: 5}
		f, err := m.Fit(t.Context(), samples, s)
		if err != nil {
			t.Fatal(err)
		}
		g, err := m.Fit(t.Context(), turned, s)
		if err != nil {
			t.Fatal(err)
		}
		sameUpToSign(t, "loading", g.Loadings.RawRowView(0), solver.Product(f.Loadings, q).RawRowView(0), 1e-7)
		centre := solver.Product(mat.NewDense(1, features, f.Centre), q).RawRowView(0)
		for j := range centre {
			centre[j] = factor*centre[j] + 10*shift.At(0, j)
		}
		near(t, "centre", g.Centre, centre, 1e-7)
		score, orthogonal := f.Distances(samples)
		turnedScore, turnedOrthogonal := g.Distances(turned)
		near(t, "score distance", turnedScore, score, 1e-7)
		for i := range orthogonal {
			orthogonal[i] *= factor
		}
		near(t, "orthogonal distance", turnedOrthogonal, orthogonal, 1e-7)
	})
}

func TestFitsDoNotDependOnWorkersAndProcessor(t *testing.T) {
	defer func() {
		if err := solver.SelectProcessor(""); err != nil {
			t.Error(err)
		}
	}()
	forEach(t, func(t *testing.T, m robust.Method, samples *mat.Dense) {
		var first *robust.Fit
		for _, processor := range []string{"", "avx2", "generic"} {
			if solver.SelectProcessor(processor) != nil {
				continue // not of this machine
			}
			for _, workers := range []int{1, 3} {
				f, err := m.Fit(t.Context(), samples, robust.Settings{Components: 2, Seed: 1, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				if first == nil {
					first = f
				}
				if !mat.Equal(f.Loadings, first.Loadings) || !slices.Equal(f.Centre, first.Centre) ||
					!slices.Equal(f.Eigenvalues, first.Eigenvalues) {
					t.Errorf("%q with %d workers gives other values", processor, workers)
				}
			}
		}
	})
}

// Of 100 samples, 65 lie on a plane: robpca with alpha 0.5 and mcd find it exactly, as the MCD has determinant 0 there
// (Rousseeuw and Van Driessen 1999, section 3.4), and the others are the outliers.
func TestExactFit(t *testing.T) {
	r := generator(4)
	samples := normal(100, 5, r)
	for i := 35; i < 100; i++ {
		for j := 2; j < 5; j++ {
			samples.Set(i, j, 0)
		}
	}
	q := rotation(5, r)
	samples = solver.Product(samples, q)
	for _, name := range []string{"mcd", "robpca alpha=0.5"} {
		f := fit(t, name, samples, robust.Settings{Components: 2})
		plane := mat.DenseCopyOf(q.Slice(0, 2, 0, 5))
		if a := angle(f.Loadings, plane); !(a <= 1e-5) {
			t.Errorf("%s: the angle to the plane is %g degrees", name, a)
		}
		_, orthogonal := f.Distances(samples)
		for i, d := range orthogonal {
			if on := i >= 35; on != (d < 1e-9) {
				t.Errorf("%s: sample %d is %g from the plane", name, i+1, d)
			}
		}
	}
}

func TestFitEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	forEach(t, func(t *testing.T, m robust.Method, samples *mat.Dense) {
		if _, err := m.Fit(ctx, samples, robust.Settings{}); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}

func TestFitRefusesSamples(t *testing.T) {
	equal := mat.NewDense(3, 2, []float64{1, 2, 1, 2, 1, 2})
	for _, name := range robust.Methods() {
		m, err := robust.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for what, samples := range map[string]*mat.Dense{
			"all 3 samples are equal": equal, "no samples": {},
			"must be finite": mat.NewDense(2, 1, []float64{1, math.NaN()}),
		} {
			if what == "must be finite" && m.Gaps {
				continue
			}
			if _, err := m.Fit(t.Context(), samples, robust.Settings{}); err == nil ||
				!containsText(err, what) {
				t.Errorf("%s: %v, want an error that says %q", name, err, what)
			}
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
