package ica

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
)

var mixing = mat.NewDense(3, 3, []float64{1, 1, 1, 0.5, 2, 1, 1.5, 1, 2})

// recordedSources are those of testdata/fastica.py.
func recordedSources() *mat.Dense {
	s := mat.NewDense(1000, 3, nil)
	for t := range 1000 {
		square := -1.0
		if t%90 < 45 {
			square = 1
		}
		s.SetRow(t, []float64{math.Sin(2 * math.Pi * float64(t) / 71), 2*(float64(t%113)/113) - 1, square})
	}
	return s
}

// threeSignals are a sine, a square and a sawtooth of unit variance, at 50 steps a second.
func threeSignals(steps int) *mat.Dense {
	s := mat.NewDense(steps, 3, nil)
	for i := range steps {
		t := float64(i) / 50
		s.SetRow(i, []float64{math.Sqrt2 * math.Sin(2*t), math.Copysign(1, math.Sin(3*t)), math.Sqrt(3) * (2*math.Mod(t, 1) - 1)})
	}
	return s
}

func mixed(sources, by *mat.Dense) *mat.Dense {
	x := solver.Product(sources, by.T())
	return x
}

func normals(r *rand.Rand, size int) *mat.Dense {
	m := mat.NewDense(size, size, nil)
	m.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, m)
	return m
}

// From the same start the unmixing matrix is that of scikit-learn, up to sign and order of rows.
func TestSameAsScikitLearn(t *testing.T) {
	source, err := os.ReadFile("testdata/fastica.json")
	assert.NilError(t, err)
	var recorded struct {
		Cases []struct {
			Fun, Algorithm string
			Iterations     int
			Unmixing       [][]float64
		}
	}
	assert.NilError(t, json.Unmarshal(source, &recorded))
	assert.Equal(t, len(recorded.Cases), 8)
	x := mixed(recordedSources(), mixing)
	for _, c := range recorded.Cases {
		s := Settings{
			Contrast: map[string]Contrast{"logcosh": LogCosh, "exp": Gaussian}[c.Fun], Deflation: c.Algorithm == "deflation",
			Tolerance: 1e-14, MaxIterations: c.Iterations,
			Start: mat.NewDense(3, 3, []float64{0.9, -0.2, 0.3, 0.1, 0.7, -0.6, -0.4, 0.5, 0.8}),
		}
		got, err := Fit(context.Background(), x, s)
		assert.NilError(t, err)
		unmixing := got.Unmixing()
		for i, row := range c.Unmixing {
			want := mat.NewVecDense(3, row)
			nearest := math.Inf(1)
			for j := range 3 {
				for _, sign := range []float64{-1, 1} {
					var d mat.VecDense
					d.AddScaledVec(want, sign, unmixing.RowView(j))
					nearest = min(nearest, mat.Norm(&d, math.Inf(1)))
				}
			}
			assert.Check(t, nearest <= 1e-6, "%s, %s, %d iterations: row %d differs by %.2g from scikit-learn's", c.Fun,
				c.Algorithm, c.Iterations, i+1, nearest)
		}
	}
}

func settings(contrast Contrast, deflation bool, start *mat.Dense) Settings {
	return Settings{Contrast: contrast, Deflation: deflation, Tolerance: 1e-6, MaxIterations: 1000, Start: start}
}

func TestRandomMixingMatrices(t *testing.T) {
	sources := threeSignals(4000)
	for _, c := range []struct {
		name string
		Settings
	}{
		{"log cosh, symmetric", settings(LogCosh, false, nil)},
		{"Gaussian, symmetric", settings(Gaussian, false, nil)},
		{"log cosh, deflation", settings(LogCosh, true, nil)},
		{"Gaussian, deflation", settings(Gaussian, true, nil)},
	} {
		r := rand.New(rand.NewPCG(1, 2))
		for i := range 50 {
			by := normals(r, 3)
			c.Start = normals(r, 3)
			s, err := Fit(context.Background(), mixed(sources, by), c.Settings)
			assert.NilError(t, err)
			p := solver.Product(s.Unmixing(), by)
			d := Amari(p)
			assert.Check(t, d < 0.05, "%s, matrix %d: Amari distance %.3f, %+v", c.name, i+1, d, s.Components)
		}
	}
}

// Whitened mixtures and sources have the identity as covariance, and the rotation has orthonormal rows.
func TestInvariants(t *testing.T) {
	x := mixed(threeSignals(500), mixing)
	for _, deflation := range []bool{false, true} {
		s, err := Fit(context.Background(), x, settings(LogCosh, deflation, normals(rand.New(rand.NewPCG(3, 4)), 3)))
		assert.NilError(t, err)
		centred, _ := solver.Centre(x)
		for name, of := range map[string]*mat.Dense{"whitened": s.Whitening, "sources": s.Unmixing()} {
			z := solver.Product(centred, of.T())
			var covariance mat.SymDense
			stat.CovarianceMatrix(&covariance, z, nil)
			covariance.ScaleSym(499.0/500, &covariance)
			assert.Check(t, mat.EqualApprox(&covariance, mat.NewDiagDense(3, []float64{1, 1, 1}), 1e-10),
				"deflation %v: covariance of %s is\n%v", deflation, name, mat.Formatted(&covariance))
		}
		gram := solver.Product(s.Rotation, s.Rotation.T())
		assert.Check(t, mat.EqualApprox(gram, mat.NewDiagDense(3, []float64{1, 1, 1}), 1e-12),
			"deflation %v: rows are not orthonormal:\n%v", deflation, mat.Formatted(gram))
	}
}

func TestFaults(t *testing.T) {
	eye := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	flat := mat.NewDense(2, 2, []float64{1, 0, 0, 0})
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name     string
		mixtures *mat.Dense
		start    *mat.Dense
		ctx      context.Context
		want     string
	}{
		{"the same mixture twice", mat.NewDense(3, 2, []float64{1, 1, 2, 2, 4, 4}), eye, context.Background(), "depend on each other linearly"},
		{"constant mixtures", mat.NewDense(3, 2, nil), eye, context.Background(), "depend on each other linearly"},
		{"not a number", mat.NewDense(3, 2, []float64{1, 1, 2, math.NaN(), 4, 4}), eye, context.Background(), "must be finite"},
		{"flat start", mat.NewDense(4, 2, []float64{1, 1, 2, 3, 4, 1, 0, 0}), flat, context.Background(), "start from others"},
		{"canceled", mat.NewDense(4, 2, []float64{1, 1, 2, 3, 4, 1, 0, 0}), eye, canceled, context.Canceled.Error()},
	} {
		for _, deflation := range []bool{false, true} {
			_, err := Fit(c.ctx, c.mixtures, settings(LogCosh, deflation, c.start))
			assert.Check(t, is.ErrorContains(err, c.want), "%s, deflation %v", c.name, deflation)
		}
	}
	_, err := Fit(canceled, threeSignals(500), settings(LogCosh, false, mat.DenseCopyOf(mixing)))
	assert.ErrorIs(t, err, context.Canceled, "error %v is not that of the context", err)
}

func TestIterationLimit(t *testing.T) {
	s, err := Fit(context.Background(), mixed(threeSignals(500), mixing), Settings{Contrast: LogCosh, MaxIterations: 1, Start: mat.DenseCopyOf(mixing)})
	assert.NilError(t, err)
	c := s.Components[0]
	assert.Check(t, c.End == solver.Stopped && c.Iterations == 1, "ended as %+v, want one iteration and stopped", c)
}
