package solver_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/internal/peak"
	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
	"gpca/solver/score"
)

// BenchmarkPeak measures the computations in which the solver spends its time, on one
// core, as a share of the peak of the machine.
//
// A rate in GFLOP/s says little by itself, as it depends on the machine, and on a shared
// machine it changes from second to second. Every measurement is therefore accompanied by
// one of multiply-adds in registers, which need no memory: their rate is the peak.
//
// Operations are counted as in the formulas, a multiplication and an addition for each
// term of a sum, however they are computed. A computation that needs fewer, such as the
// classification of images (see package classify), may exceed the peak; one that waits
// for memory stays far below it.
func BenchmarkPeak(b *testing.B) {
	list, err := tasks(b.Context(), sizes{usps: 300, mnist: 6000})
	if err != nil {
		b.Fatal(err)
	}
	for _, t := range list {
		b.Run(t.name+" "+t.shape, func(b *testing.B) {
			operations, most := 0.0, 0.0
			for b.Loop() {
				n, err := t.call()
				if err != nil {
					b.Fatal(err)
				}
				operations += n
			}
			rate := operations / float64(b.Elapsed().Nanoseconds())
			b.ReportMetric(rate, "GFLOP/s")
			if peak.Name() != "" {
				best := testing.Benchmark(func(b *testing.B) {
					most = 0
					for b.Loop() {
						n, _ := multiplyAdds()
						most += n
					}
				})
				b.ReportMetric(100*rate*float64(best.T.Nanoseconds())/most, "%peak")
			}
		})
	}
}

// A task is a computation to measure: call runs it once and returns the number of its
// floating-point operations.
type task struct {
	name, shape string
	call        func() (operations float64, err error)
}

// sizes are the numbers of images in a class of USPS and one of MNIST.
type sizes struct{ usps, mnist int }

func multiplyAdds() (float64, error) { return float64(peak.MultiplyAdds(100_000)), nil }

// Every task does something that can be counted.
func TestTasksCount(t *testing.T) {
	list, err := tasks(t.Context(), sizes{usps: 40, mnist: 200})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, task := range list {
		n, err := task.call()
		if err != nil || !(n > 0) || math.IsInf(n, 0) {
			t.Errorf("%s, %s: %g operations, error %v", task.name, task.shape, n, err)
		}
		if key := task.name + task.shape; seen[key] {
			t.Errorf("%s, %s twice", task.name, task.shape)
		} else {
			seen[key] = true
		}
	}
}

// scoresOf are the functions of the given names.
func scoresOf(names ...string) []score.Score {
	var list []score.Score
	for _, name := range names {
		s, err := score.Parse(name)
		if err != nil {
			panic(err) // a name misspelt in this file
		}
		list = append(list, s)
	}
	return list
}

// tasks lists what is measured: images of USPS have 256 pixels, of MNIST 784. Large
// kernel matrices are of half a class of MNIST, to be measured in less time.
func tasks(ctx context.Context, classes sizes) ([]task, error) {
	norms := scoresOf("p=0.5", "p=1", "p=1.5", "tanh", "3-3sech", "2tanh2", "a=1", "a=2", "a=3", "q=2")
	large, small := pixels(classes.mnist, 784, 0, 1), pixels(classes.usps, 256, 0, 2)
	half := large.Slice(0, classes.mnist/2, 0, 784).(*mat.Dense)
	n, halved := float64(classes.usps), float64(classes.mnist/2)
	centred, _ := solver.Centre(large)
	k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 2500}, small, true, 1)
	if err != nil {
		return nil, err
	}
	smallCentred, _ := solver.Centre(small)
	test, err := linear(ctx, small, pixels(classes.usps, 256, 1, 3))
	if err != nil {
		return nil, err
	}
	kernelTest, err := gaussian(ctx, half, pixels(classes.mnist/2, 784, 1, 5))
	if err != nil {
		return nil, err
	}
	list := []task{{"peak", "registers, " + peak.Name(), multiplyAdds}}
	if peak.Name() == "" {
		list = nil
	}
	for _, columns := range []int{16, 10, 1} {
		list = append(list, pass(centred, columns, nil))
	}
	return append(list,
		pass(centred, 10, norms),
		task{"kernel matrix", fmt.Sprintf("%dx784", classes.mnist/2), func() (float64, error) {
			_, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 5000}, half, true, 1)
			return halved * halved * 784, err
		}},
		product(classes.usps, 2), product(classes.mnist/2, 2),
		task{"fit", fmt.Sprintf("%dx256, scores: 10, components: 10", classes.usps), func() (float64, error) {
			fits, err := solver.GPCA(ctx, smallCentred, norms, solver.Settings{Components: 10})
			operations := 0.0
			for _, f := range fits {
				operations += 4 * n * 256 * steps(f.Components)
			}
			return operations, err
		}},
		task{"kernel fit", fmt.Sprintf("%dx%d, scores: 10, components: 10", classes.usps, classes.usps), func() (float64, error) {
			fits, err := solver.KernelGPCA(ctx, k, norms, solver.Settings{Components: 10})
			operations := 0.0
			for _, f := range fits {
				operations += 2 * n * n * steps(f.Components)
			}
			return operations, err
		}},
		test, kernelTest,
	), nil
}

// pass is the fused pass over all samples; without scores, its two products alone.
func pass(samples *mat.Dense, columns int, scores []score.Score) task {
	raw := samples.RawMatrix()
	x := vector.Matrix{Rows: raw.Rows, Cols: raw.Cols, Stride: raw.Stride, Data: raw.Data}
	w, g := vector.NewMatrix(columns, x.Cols), vector.NewMatrix(columns, x.Cols)
	r := rand.New(rand.NewPCG(3, 0))
	for i := range w.Data {
		w.Data[i] = r.NormFloat64()
	}
	name := "fused pass"
	if scores != nil {
		name = "fused pass with scores"
	}
	all := vector.NewSamples(x)
	var scratch vector.PassScratch
	return task{name, fmt.Sprintf("%dx%d, columns: %d", x.Rows, x.Cols, columns), func() (float64, error) {
		vector.Pass(g, all, w, &scratch, func(_, count int, u vector.Matrix) {
			for i, s := range scores {
				projections := u.Row(i)[:count]
				s.Apply(projections, projections)
			}
		})
		return 4 * float64(x.Rows) * float64(x.Cols) * float64(columns), nil
	}}
}

// product is a step of the network: the kernel matrix times few states.
func product(size, columns int) task {
	k, states, images := vector.NewMatrix(size, size), vector.NewMatrix(columns, size), vector.NewMatrix(columns, size)
	for i := range k.Data {
		k.Data[i] = 1 / float64(1+i/size+i%size) // the Hilbert matrix
	}
	return task{"kernel step", fmt.Sprintf("%dx%d, columns: %d", size, size, columns), func() (float64, error) {
		vector.MulSymmetric(images, states, k)
		return 2 * float64(size) * float64(size) * float64(columns), nil
	}}
}

// linear tests images of the size of USPS on two classes with the components of 10
// methods, 30 each. What the components are makes no difference, so all have those of
// PCA; two classes are the fewest between which there is something to decide.
func linear(ctx context.Context, classes ...*mat.Dense) (task, error) {
	const rows, methods, components = 1000, 10, 30
	_, features := classes[0].Dims()
	var models []classify.Model
	for _, training := range classes {
		centred, mean := solver.Centre(training)
		fits, err := solver.GPCA(ctx, centred, pca(), solver.Settings{Components: components})
		if err != nil {
			return task{}, err
		}
		models = append(models, classify.NewLinear(mean, slices.Repeat([]*mat.Dense{fits[0].Loadings}, methods)))
	}
	name := fmt.Sprintf("%dx%d, directions: %d", rows, features, methods*components)
	return classification("test", models, pixels(rows, features, 1, 4), name, 2*rows*float64(features)*methods*components), nil
}

// gaussian tests images of the size of MNIST on two classes with the components of 7
// methods, 30 each.
func gaussian(ctx context.Context, classes ...*mat.Dense) (task, error) {
	const rows, methods, components = 256, 7, 30
	training, features := classes[0].Dims()
	var models []classify.Model
	for _, images := range classes {
		k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 5000}, images, true, 1)
		if err != nil {
			return task{}, err
		}
		fits, err := solver.KernelGPCA(ctx, k, pca(), solver.Settings{Components: components})
		if err != nil {
			return task{}, err
		}
		k.Release()
		models = append(models, classify.NewKernel(k, slices.Repeat([]*mat.Dense{fits[0].Coefficients}, methods)))
	}
	name := fmt.Sprintf("%dx%d on %d, directions: %d", rows, features, training, methods*components)
	return classification("kernel test", models, pixels(rows, features, 1, 40), name, 2*rows*float64(training)*float64(features+methods*components)), nil
}

// pca is the score of PCA.
func pca() []score.Score { return scoresOf("p=2") }

// classification measures the test of samples, with so many operations for a class.
func classification(name string, models []classify.Model, samples *mat.Dense, shape string, operations float64) task {
	return task{name, shape, func() (float64, error) {
		_, err := classify.ByReconstruction(context.Background(), models, samples)
		return float64(len(models)) * operations, err
	}}
}

func steps(components []solver.Component) float64 {
	n := 0
	for _, c := range components {
		n += c.Iterations
	}
	return float64(n)
}

// pixels returns random grey values of a few strong patterns, as images have: waves
// whose number depends on the class.
func pixels(rows, columns, class int, seed uint64) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	m := mat.NewDense(rows, columns, nil)
	for i := range rows {
		row := m.RawRowView(i)
		height, level := 100*r.NormFloat64(), 128+40*r.NormFloat64()
		for j := range row {
			wave := math.Cos(math.Pi * float64((class+1)*j) / float64(columns))
			row[j] = float64(int(min(max(level+height*wave/2+30*r.NormFloat64(), 0), 255)))
		}
	}
	return m
}
