package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/solver"
	"gpca/solver/kernel"
)

// signs returns c of the first component of p = 1: α is c/√(cᵀKc).
func signs(alphas *mat.Dense) []float64 {
	_, n := alphas.Dims()
	c := make([]float64, n)
	for j := range c {
		c[j] = math.Copysign(1, alphas.At(0, j))
	}
	return c
}

// energy is cᵀKc, what a Hopfield network climbs.
func energy(k *mat.Dense, c []float64) float64 {
	v := mat.NewVecDense(len(c), c)
	return mat.Inner(v, k, v)
}

// For p = 1 both networks rest where c = sign(Kc); the energy of the serial one never falls.
func TestSerialSignNetworkClimbsToFixedPointOfParallel(t *testing.T) {
	for seed := range uint64(20) {
		x := random(25, 10, rand.New(rand.NewPCG(seed, 7)))
		k := kernelMatrix(t, kernel.Gaussian{Sigma: 3}, x, true)
		before := 0.0
		for sweeps := 1; ; sweeps++ {
			f := kernelFit(t, k, functions(t, "p=1"), solver.Settings{Components: 1, Update: solver.Serial, MaxIterations: sweeps})[0]
			c := signs(f.Alphas)
			e := energy(k.Values, c)
			assert.Check(t, e >= before*(1-1e-14), "seed %d: from %.15g to %.15g in sweep %d", seed, before, e, sweeps)
			before = e
			if f.Components[0].End != solver.Converged {
				assert.Assert(t, sweeps != 50, "seed %d: %+v", seed, f.Components[0])
				continue
			}
			var image mat.VecDense
			image.MulVec(k.Values, mat.NewVecDense(25, c))
			for i, v := range c {
				assert.Check(t, v*image.AtVec(i) >= 0, "seed %d: entry %d becomes %g", seed, i, image.AtVec(i))
			}
			break
		}
	}
}

// Two entries that repel each other alternate when updated in parallel, and separate when updated one after the
// other. K is indefinite, as Theorem 1 holds for kernel matrices.
func TestSerialSignNetworkDoesNotCycle(t *testing.T) {
	k := &kernel.Matrix{Weights: []float64{1, 1, 1, 1}, Total: 4, Values: mat.NewDense(4, 4, []float64{
		5, 4, 0.1, 0.1,
		4, 5, 0.1, 0.1,
		0.1, 0.1, 0.1, -1,
		0.1, 0.1, -1, 0.1,
	})}
	settings := solver.Settings{Components: 1}
	c := kernelFit(t, k, functions(t, "p=1"), settings)[0].Components[0]
	assert.Check(t, c.End == solver.Cycled && c.Period == 2, "parallel: %+v", c)
	settings.Update = solver.Serial
	c = kernelFit(t, k, functions(t, "p=1"), settings)[0].Components[0]
	assert.Equal(t, c.End, solver.Converged, "serial: %+v", c)
}

// Equal samples are one entry of the state, with their weight.
func TestSerialAgreesWithNaive(t *testing.T) {
	const distinct, components, sweeps = 15, 3, 4
	var x mat.Dense
	x.Stack(separated(distinct, 3, 0.5, 9), separated(distinct, 3, 0.5, 9).Slice(2, 5, 0, 3))
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 1}, &x, true)
	for _, s := range functions(t, "p=1", "p=1.5", "tanh", "q=2") {
		n := naive{s, 0, 0}
		deflated := mat.DenseCopyOf(k.Values)
		want := mat.NewDense(components, distinct, nil)
		for p := range components {
			first := floats.MaxIdx(diagonal(deflated))
			c, weighed := make([]float64, distinct), make([]float64, distinct)
			var image mat.VecDense
			product := func() (length float64) {
				floats.MulTo(weighed, c, k.Weights)
				image.MulVec(deflated, mat.NewVecDense(distinct, weighed))
				return math.Sqrt(energy(deflated, weighed))
			}
			for j := range c {
				c[j] = n.weight(deflated.At(first, j) / math.Sqrt(deflated.At(first, first)))
			}
			for range sweeps {
				for i := range c {
					length := product()
					c[i] = n.weight(image.AtVec(i) / length)
				}
			}
			image.ScaleVec(1/product(), &image)
			want.SetRow(p, image.RawVector().Data)
			deflated.RankOne(deflated, -1, &image, &image)
		}
		settings := solver.Settings{Components: components, Update: solver.Serial, MaxIterations: sweeps, Tolerance: 1e-300}
		assert.Check(t, alike(kernelFit(t, k, functions(t, s.Name()), settings)[0].Projections, want, 1e-10), s.Name())
	}
}
