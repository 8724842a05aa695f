package solver_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// naive is the thesis literally: one function at a time, plain loops, explicit deflation.
type naive struct {
	function      objective.Function
	tolerance     float64
	maxIterations int
}

func (n naive) weight(u float64) float64 {
	switch {
	case u > 0:
		return n.function.Derivative(u)
	case u < 0:
		return -n.function.Derivative(-u)
	}
	return 0
}

// gpca is Algorithms 1 and 2. It returns one component a row, and the iterations of each.
func (n naive) gpca(samples *mat.Dense, components int) (*mat.Dense, []int) {
	x := mat.DenseCopyOf(samples)
	rows, columns := x.Dims()
	loadings := mat.NewDense(components, columns, nil)
	iterations := make([]int, components)
	for c := range components {
		norms := make([]float64, rows)
		for i := range rows {
			norms[i] = floats.Norm(x.RawRowView(i), 2)
		}
		w := slices.Clone(x.RawRowView(floats.MaxIdx(norms)))
		floats.Scale(1/floats.Norm(w, 2), w)
		for t := range n.maxIterations {
			gradient := make([]float64, columns)
			for i := range rows {
				floats.AddScaled(gradient, n.weight(floats.Dot(w, x.RawRowView(i))), x.RawRowView(i))
			}
			floats.Scale(1/floats.Norm(gradient, 2), gradient)
			step := floats.Distance(gradient, w, 2)
			w = gradient
			iterations[c] = t + 1
			if step < n.tolerance {
				break
			}
		}
		loadings.SetRow(c, w)
		for i := range rows {
			floats.AddScaled(x.RawRowView(i), -floats.Dot(w, x.RawRowView(i)), w)
		}
	}
	return loadings, iterations
}

// kernelGPCA is Algorithms 3 and 4, with equation 3.8 for the normalisation.
func (n naive) kernelGPCA(kernel *mat.Dense, components int) (alphas, projections *mat.Dense) {
	k := mat.DenseCopyOf(kernel)
	size, _ := k.Dims()
	alphas, projections = mat.NewDense(components, size, nil), mat.NewDense(components, size, nil)
	for p := range components {
		first := floats.MaxIdx(diagonal(k))
		c := make([]float64, size)
		for j := range size {
			c[j] = n.weight(k.At(first, j) / math.Sqrt(k.At(first, first)))
		}
		product := func() ([]float64, float64) {
			kc := make([]float64, size)
			for i := range size {
				kc[i] = floats.Dot(k.RawRowView(i), c)
			}
			return kc, math.Sqrt(floats.Dot(c, kc))
		}
		for range n.maxIterations {
			kc, length := product()
			next := make([]float64, size)
			for j := range size {
				next[j] = n.weight(kc[j] / length)
			}
			step := floats.Distance(next, c, 2)
			c = next
			if step < n.tolerance*floats.Norm(c, 2) {
				break
			}
		}
		kc, length := product()
		for j := range size {
			alphas.Set(p, j, c[j]/length)
			projections.Set(p, j, kc[j]/length)
		}
		for i := range size {
			floats.AddScaled(k.RawRowView(i), -projections.At(p, i), projections.RawRowView(p))
		}
	}
	return alphas, projections
}

func diagonal(m *mat.Dense) []float64 {
	size, _ := m.Dims()
	values := make([]float64, size)
	for i := range values {
		values[i] = m.At(i, i)
	}
	return values
}

// squaredError is equations C.4 and C.5 for one sample, centred by C.6 and C.7, from the uncentred kernel matrix
// of the training samples and the sample's kernel values with itself and with them.
func squaredError(k *mat.Dense, self float64, values []float64, alphas, projections *mat.Dense) float64 {
	n := float64(len(values))
	mean, total := floats.Sum(values)/n, mat.Sum(k)/(n*n)
	centred := make([]float64, len(values))
	for q, v := range values {
		centred[q] = v - mean - floats.Sum(k.RawRowView(q))/n + total
	}
	e := self - 2*mean + total
	components, _ := alphas.Dims()
	for i := range components {
		z := floats.Dot(centred, alphas.RawRowView(i))
		e -= z * z
		floats.AddScaled(centred, -z, projections.RawRowView(i))
	}
	return e
}

// Every named function, as far as it can be compared: p = 0.5 is singular at 0 and chaotic, so only its first steps
// are. On data of a larger scale the same holds for q = 2 to 4.
var comparisons = []struct {
	name          string
	scale         float64
	maxIterations int
	include       func(objective.Function) bool
}{
	{"all, first steps", 0.3, 3, func(objective.Function) bool { return true }},
	{"all but p=0.5, to the end", 0.3, 1000, func(s objective.Function) bool { return s.Name() != "p=0.5" }},
	{"non-decreasing, large", 5, 1000, func(s objective.Function) bool { return s.Properties().NonDecreasing }},
}

func TestBatchAgreesWithNaiveGPCA(t *testing.T) {
	const components = 4
	for _, c := range comparisons {
		t.Run(c.name, func(t *testing.T) {
			x := separated(40, 6, c.scale, 1)
			list := slices.DeleteFunc(objective.Named(), func(s objective.Function) bool { return !c.include(s) })
			fits := fit(t, x, list, solver.Settings{Components: components, MaxIterations: c.maxIterations})
			for i, s := range list {
				if s.Exact() {
					continue // see TestExactIsWhatTheIterationReaches
				}
				want, iterations := naive{s, solver.DefaultTolerance, c.maxIterations}.gpca(x, components)
				assert.Check(t, alike(fits[i].Loadings, want, 1e-9), s.Name())
				for j, component := range fits[i].Components {
					if component.End == solver.Converged {
						assert.Check(t, is.Equal(component.Iterations, iterations[j]), "%s: component %d", s.Name(), j)
					}
				}
			}
		})
	}
}

func TestBatchAgreesWithNaiveKernelGPCA(t *testing.T) {
	const components = 4
	for _, c := range comparisons {
		t.Run(c.name, func(t *testing.T) {
			x := separated(30, 6, c.scale, 2)
			// With a wide kernel, feature space is input space on a smaller scale.
			k := kernelMatrix(t, kernel.Gaussian{Sigma: 2 * c.scale}, x, true)
			list := slices.DeleteFunc(objective.Named(), func(s objective.Function) bool { return !c.include(s) })
			fits := kernelFit(t, k, list, solver.Settings{Components: components, MaxIterations: c.maxIterations})
			for i, s := range list {
				if s.Exact() {
					continue
				}
				alphas, projections := naive{s, solver.DefaultTolerance, c.maxIterations}.kernelGPCA(k.Values, components)
				assert.Check(t, alike(fits[i].Alphas, alphas, 1e-9), "%s: alphas of %v", s.Name(), fits[i].Components)
				assert.Check(t, alike(fits[i].Projections, projections, 1e-9), s.Name())
			}
		})
	}
}

// The chain of deflations of equation C.5 gives the squared errors of the folded coefficients.
func TestCoefficientsAgreeWithChainOfDeflations(t *testing.T) {
	x, y := separated(30, 5, 1, 3), separated(20, 5, 2, 4)
	function := kernel.Gaussian{Sigma: 1.5}
	k := kernelMatrix(t, function, x, true)
	uncentred := kernelMatrix(t, function, x, false)
	list := functions(t, "p=1", "p=2", "tanh", "q=2")
	fits := kernelFit(t, k, list, solver.Settings{Components: 6})
	var coefficients []*mat.Dense
	squares := make([][]float64, len(fits))
	for i, f := range fits {
		coefficients = append(coefficients, f.Coefficients)
		squares[i] = make([]float64, 20)
	}
	classify.NewKernel(k, coefficients, nil).SquaredErrors(squares, y)
	for m, f := range fits {
		for i := range 20 {
			values := make([]float64, 30)
			for j := range values {
				d := floats.Distance(y.RawRowView(i), x.RawRowView(j), 2)
				values[j] = math.Exp(-d * d / (1.5 * 1.5))
			}
			want := squaredError(uncentred.Values, 1, values, f.Alphas, f.Projections)
			assert.Check(t, math.Abs(squares[m][i]-want) <= 1e-12,
				"%s: sample %d: squared error %.15g, want %.15g", f.Function.Name(), i, squares[m][i], want)
		}
	}
}

// The paper (Algorithm 1) starts from c = e_j, the thesis (3.11) from f′(K e_j / √K_jj): one step later on the
// same path.
func TestThePaperStartsOneStepBeforeTheThesis(t *testing.T) {
	x := separated(30, 6, 1, 2)
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 2}, x, true)
	size, _ := k.Values.Dims()
	largest := floats.MaxIdx(diagonal(k.Values))
	list := functions(t, "p=1", "p=1.5", "q=2", "q=3", "f'=1 - sech(u)", "f'=u <= 1 ? 2*u : 1")
	fits := kernelFit(t, k, list, solver.Settings{Components: 1})
	for i, s := range list {
		n := naive{function: s}
		c := mat.NewVecDense(size, nil)
		c.SetVec(largest, 1)
		var kc mat.VecDense
		for range solver.DefaultMaxIterations + 1 {
			kc.MulVec(k.Values, c)
			kc.ScaleVec(1/math.Sqrt(mat.Dot(c, &kc)), &kc)
			for j := range size {
				c.SetVec(j, n.weight(kc.AtVec(j)))
			}
		}
		for j := range size {
			assert.Assert(t, math.Abs(kc.AtVec(j)-fits[i].Projections.At(0, j)) <= 1e-9,
				"%s: projection %d", s.Name(), j)
		}
	}
}
