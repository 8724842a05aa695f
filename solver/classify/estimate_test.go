package classify

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
	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// digits returns grey images: a stroke whose place depends on the class, noise, and a constant border.
func digits(rows, side, class int, contrast float64, r *rand.Rand) *mat.Dense {
	m := mat.NewDense(rows, side*side, nil)
	for i := range rows {
		image := m.RawRowView(i)
		shift := r.IntN(2)
		for y := 1; y < side-1; y++ {
			for x := 1; x < side-1; x++ {
				v := 60 + 40*r.NormFloat64()
				if (x+shift)%side == (y*class+class)%side {
					v += contrast
				}
				image[y*side+x] = math.Round(min(max(v, 0), 255))
			}
		}
	}
	return m
}

// models returns a linear or a Gaussian model of each class, with a last method without components.
func models(t testing.TB, space string, training []*mat.Dense, scores ...string) []Model {
	t.Helper()
	var functions []objective.Function
	for _, name := range scores {
		f, err := objective.Parse(name)
		assert.NilError(t, err)
		functions = append(functions, f)
	}
	settings := solver.Settings{Components: 5, MaxIterations: 50}
	var all []Model
	for _, samples := range training {
		if space == "input" {
			centred, mean := solver.Centre(samples)
			fits, err := solver.GPCA(t.Context(), centred, functions, settings)
			assert.NilError(t, err)
			var loadings []*mat.Dense
			for _, f := range fits {
				loadings = append(loadings, f.Loadings)
			}
			all = append(all, NewLinear(mean, append(loadings, &mat.Dense{})))
			continue
		}
		k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 400}, samples, space == "feature", 1)
		assert.NilError(t, err)
		fits, err := solver.KernelGPCA(t.Context(), k, functions, settings)
		assert.NilError(t, err)
		var coefficients []*mat.Dense
		var lengths [][]float64
		for _, f := range fits {
			coefficients, lengths = append(coefficients, f.Coefficients), append(lengths, k.SquaredLengths(f.Coefficients))
		}
		all = append(all, NewKernel(k, append(coefficients, &mat.Dense{}), append(lengths, nil)))
	}
	return all
}

func quick(t *testing.T, all []Model) []*subspaces {
	t.Helper()
	s := newScreening(all, all[0].Methods())
	if s == nil {
		t.Skipf("the kernel %s of this processor has no instructions to estimate with", vector.Kernel())
	}
	return s.models
}

var spaces = []string{"input", "feature", "feature, not centred"}

func TestEstimatesAreWithinTheirBounds(t *testing.T) {
	for _, space := range spaces {
		t.Run(space, func(t *testing.T) {
			r := rand.New(rand.NewPCG(21, 1))
			all := models(t, space, []*mat.Dense{digits(70, 9, 1, 80, r), digits(70, 9, 2, 80, r)}, "p=2", "p=1", "tanh")
			samples := digits(120, 9, 1, 80, r)
			for j := range 81 { // the extremes
				samples.Set(0, j, 0)
				samples.Set(1, j, 255)
				samples.Set(2, j, float64(j%2*255))
			}
			worst, widest := 0.0, 0.0
			for _, model := range quick(t, all) {
				methods := model.Methods()
				exactly := table[float64](methods, screenSize)
				model.SquaredErrors(exactly, samples)
				for stage, bound := range model.bounds() {
					low, high := table[float64](methods, screenSize), table[float64](methods, screenSize)
					for m := range methods {
						for i := range high[m] {
							high[m][i] = math.Inf(1)
						}
					}
					block := newImages(samples)
					for i := range block.norms {
						if c := model.centre; c != nil {
							block.products = append(block.products, mat.Dot(mat.NewVecDense(81, c), samples.RowView(i)))
						}
					}
					bound(low, high, block)
					for m := range methods {
						for i := range 120 {
							want, low, high := exactly[m][i], low[m][i], high[m][i]
							assert.Check(t, low <= want && want <= high,
								"sample %d, method %d: %g is not from %g to %g", i, m, want, low, high)
							if stage == len(model.bounds())-1 { // the closest
								worst, widest = max(worst, math.Abs((low+high)/2-want)/want), max(widest, (high-low)/2/want)
							}
						}
					}
				}
			}
			t.Logf("of an error, estimates are off by at most %.2g, and bounds are at most %.2g", worst, widest)
			assert.Check(t, widest <= 0.05, "bounds of %g of an error decide nothing", widest)
		})
	}
}

// The classes are those of float64, for clear and close samples, images and others, and ties.
func TestEstimatesChangeNoClass(t *testing.T) {
	defer func(kernel string) {
		assert.Check(t, vector.Select(kernel))
	}(vector.Kernel())
	for _, space := range spaces {
		for _, contrast := range []float64{120, 30, 2} {
			t.Run(fmt.Sprintf("%s, contrast %g", space, contrast), func(t *testing.T) {
				assert.NilError(t, vector.Select(""))
				r := rand.New(rand.NewPCG(21, 2))
				var training []*mat.Dense
				for class := range 4 {
					training = append(training, digits(60, 9, class, contrast, r))
				}
				all := models(t, space, append(training, training[1]), "p=2", "p=1", "a=3")
				quick(t, all)
				samples := digits(screenSize+200, 9, 1, contrast, r)
				other := mat.DenseCopyOf(samples)
				other.Set(screenSize+7, 3, 0.5) // no pixel: a block that is not estimated
				for _, x := range []*mat.Dense{samples, other} {
					got, err := ByReconstruction(t.Context(), all, x)
					assert.NilError(t, err)
					assert.NilError(t, vector.Select("generic"))
					want, err := ByReconstruction(t.Context(), all, x)
					assert.NilError(t, err)
					assert.NilError(t, vector.Select(""))
					for m := range want {
						assert.Check(t, is.DeepEqual(got[m], want[m]), "method %d: classes", m)
					}
					assert.Check(t, !slices.Contains(got[0], 4) && slices.Contains(got[0], 1),
						"classes %v: class 4 is class 1 over again, and never the first", got[0])
				}
			})
		}
	}
}

// So narrow a kernel separates equal images from all others.
func TestNarrowestKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 4))
	training := []*mat.Dense{digits(20, 9, 1, 80, r), digits(20, 9, 2, 80, r)}
	pca, err := objective.Power(2)
	assert.NilError(t, err)
	for _, sigma := range []float64{1e-30, 1e-10, 1} {
		var all []Model
		for _, samples := range training {
			k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: sigma}, samples, true, 1)
			assert.NilError(t, err)
			fits, err := solver.KernelGPCA(t.Context(), k, []objective.Function{pca}, solver.Settings{Components: 5})
			assert.NilError(t, err)
			all = append(all, NewKernel(k, []*mat.Dense{fits[0].Coefficients},
				[][]float64{k.SquaredLengths(fits[0].Coefficients)}))
		}
		got, err := ByReconstruction(t.Context(), all, training[1])
		assert.NilError(t, err)
		exactly := [2][][]float64{table[float64](1, screenSize), table[float64](1, screenSize)}
		for class, model := range all {
			model.SquaredErrors(exactly[class], training[1])
		}
		for i, class := range got[0] {
			if other := 1 - class; exactly[other][0][i] < exactly[class][0][i] {
				t.Errorf("sigma %g: sample %d is of class %d, but nearer to %d", sigma, i, class, other)
			}
		}
	}
}

func TestClearCasesAreDecidedByEstimates(t *testing.T) {
	for _, space := range spaces {
		t.Run(space, func(t *testing.T) {
			r := rand.New(rand.NewPCG(21, 3))
			var training []*mat.Dense
			for class := range 3 {
				training = append(training, digits(60, 9, class, 150, r))
			}
			all := models(t, space, training, "p=2", "p=1")
			quick(t, all)
			samples := digits(200, 9, 1, 150, r)
			s := newScreening(all, all[0].Methods())
			chosen := make([][]int, all[0].Methods())
			for m := range chosen {
				chosen[m] = make([]int, 200)
			}
			s.screen(newImages(samples), chosen)
			open := 0
			for _, undecided := range s.open[:2] { // the last method has no components
				open += len(undecided)
			}
			t.Logf("%d of 400 open", open)
			assert.Check(t, open <= 20, "%d of 400 decisions are left open", open)
		})
	}
}

// Images, which bounds classify but for a few: four classes, five methods, and 2000 test samples.
func BenchmarkImages(b *testing.B) {
	for _, space := range []string{"input", "feature"} {
		b.Run(space, func(b *testing.B) {
			r := rand.New(rand.NewPCG(21, 5))
			var training []*mat.Dense
			for class := range 4 {
				training = append(training, digits(200, 16, class, 30, r))
			}
			all, samples := models(b, space, training, "p=2", "p=1", "a=3", "tanh", "p=1.5"), digits(2000, 16, 1, 30, r)
			b.ReportAllocs()
			for b.Loop() {
				_, err := ByReconstruction(b.Context(), all, samples)
				assert.NilError(b, err)
			}
		})
	}
}
