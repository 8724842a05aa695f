package solver_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/kernel"
)

// TestHardData checks the table of the package documentation. "-" is for what a row leaves open, a number for
// that of components, "same" for the components of the sound samples, anything else for the words of an error.
func TestHardData(t *testing.T) {
	sound := separated(12, 4, 1, 1)
	scaled := func(by float64) *mat.Dense {
		var x mat.Dense
		x.Scale(by, sound)
		return &x
	}
	with := func(v float64) *mat.Dense {
		x := mat.DenseCopyOf(sound)
		x.Set(2, 1, v)
		return x
	}
	var twice, tripled mat.Dense
	twice.Stack(sound, sound)
	tripled.Stack(&twice, sound)
	linear := kernel.Linear{}
	// None depends on the scale of the samples.
	list := functions(t, "p=2", "p=1", "p=0.5")
	settings := solver.Settings{Components: 20}
	want := fit(t, sound, list, settings)
	for _, c := range []struct {
		name           string
		samples        *mat.Dense
		kernel         kernel.Function
		input, feature string
	}{
		{"sound", sound, linear, "same", "4"},
		{"NaN", with(math.NaN()), linear, "sample 0, feature 1 is NaN", "sample 2, feature 1 is NaN"},
		{"Inf", with(math.Inf(1)), linear, "feature 1 is", "sample 2, feature 1 is +Inf"},
		{"constant", mat.NewDense(2, 2, []float64{5, 3, 5, 3}), linear, "0", "0"},
		{"one", mat.NewDense(1, 3, []float64{1, 2, 3}), kernel.Gaussian{Sigma: 1}, "0", "0"},
		{"three samples of four features", mat.DenseCopyOf(sound.Slice(0, 3, 0, 4)), linear, "2", "2"},
		{"tripled", &tripled, linear, "same", "4"},
		{"scale 1e-300", scaled(1e-300), linear, "scale samples to more than 1e-100", "scale samples to more than 1e-150"},
		{"scale 1e300", scaled(1e300), linear, "at most 1e+100", "scale the samples down"},
		{"scale 1e-90", scaled(1e-90), linear, "same", "-"},
		{"scale 1e90", scaled(1e90), linear, "same", "at most 1e+100"},
		{"narrow", sound, kernel.Gaussian{Sigma: 1e-300}, "-", "11"},
		{"narrow, tripled", &tripled, kernel.Gaussian{Sigma: 1e-300}, "-", "11"},
		{"wide", sound, kernel.Gaussian{Sigma: 1e300}, "-", "0"},
		{"overflow", sound, kernel.Polynomial{Degree: 10000, Scale: 1, Offset: 5}, "-", "polynomial(degree=10000,scale=1,offset=5) is +Inf"},
		{"underflow", sound, kernel.Polynomial{Degree: 40, Scale: 1e-200}, "-", "0"},
	} {
		centred, _ := solver.Centre(c.samples)
		fits, err := solver.GPCA(t.Context(), centred, list, settings)
		for i := range list {
			var loadings *mat.Dense
			if err == nil {
				loadings = fits[i].Loadings
			}
			if got := outcome(loadings, err); c.input == "same" {
				assert.NilError(t, err, c.name)
				assert.Check(t, alike(loadings, want[i].Loadings, 1e-7), "%s, %s", c.name, list[i].Name())
			} else if c.input != "-" {
				assert.Check(t, is.Contains(got, c.input), "%s, %s", c.name, list[i].Name())
			}
		}
		var inFeatures []solver.KernelFit
		k, err := kernel.NewMatrix(c.kernel, c.samples, true, 1)
		if err == nil {
			inFeatures, err = solver.KernelGPCA(t.Context(), k, list, settings)
		}
		for i := range list {
			var coefficients *mat.Dense
			if err == nil {
				coefficients = inFeatures[i].Coefficients
			}
			if c.feature != "-" {
				assert.Check(t, is.Contains(outcome(coefficients, err), c.feature), "%s, %s", c.name, list[i].Name())
			}
		}
	}
}

func outcome(components *mat.Dense, err error) string {
	if err != nil {
		return err.Error()
	}
	rows := 0
	if !components.IsEmpty() {
		rows, _ = components.Dims()
	}
	for i := range rows {
		if !(mat.Norm(components.RowView(i), 2) > 0) {
			return fmt.Sprintf("component %d is %v", i, components.RawRowView(i))
		}
	}
	return fmt.Sprint(rows)
}

// A class of one sample is that sample; what cannot be compared is an error.
func TestHardClasses(t *testing.T) {
	var linear, kernels []classify.Model
	for _, sample := range []*mat.Dense{mat.NewDense(1, 2, []float64{0, 0}), mat.NewDense(1, 2, []float64{4, 0})} {
		centred, mean := solver.Centre(sample)
		list := functions(t, "p=1")
		linear = append(linear, classify.NewLinear(mean, []*mat.Dense{fit(t, centred, list, solver.Settings{Components: 1})[0].Loadings}))
		k := kernelMatrix(t, kernel.Gaussian{Sigma: 2}, sample, true)
		fits := kernelFit(t, k, list, solver.Settings{Components: 1})
		kernels = append(kernels, classify.NewKernel(k, []*mat.Dense{fits[0].Coefficients}, nil))
	}
	for _, models := range [][]classify.Model{linear, kernels} {
		classes, err := classify.ByReconstruction(t.Context(), models, mat.NewDense(3, 2, []float64{1, 5, 3, 1, 1e-300, -1e-300}))
		assert.Check(t, err == nil && fmt.Sprint(classes) == "[[0 1 0]]", "classes %v, %v", classes, err)
		_, err = classify.ByReconstruction(t.Context(), models, mat.NewDense(1, 2, []float64{math.NaN(), 0}))
		assert.Check(t, is.ErrorContains(err, "sample 0"), "NaN")
	}
}
