package classify

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Constants of several classes are not penalised, and so are determined only up to a shift of all.
func TestLogisticAgainstScikitLearn(t *testing.T) {
	var recorded struct {
		Cases []struct {
			C         float64
			Samples   [][]float64
			Labels    []int
			Weights   [][]float64
			Predicted []int
		}
	}
	source, err := os.ReadFile("testdata/logistic.json")
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(source, &recorded))
	for n, c := range recorded.Cases {
		samples := mat.NewDense(len(c.Samples), len(c.Samples[0]), slices.Concat(c.Samples...))
		l, err := NewLogistic(samples, c.Labels, c.C)
		assert.NilError(t, err, "case %d", n)
		functions, width := l.weights.Dims()
		assert.Assert(t, functions == len(c.Weights) && width == len(c.Weights[0]), "%d×%d weights", functions, width)
		for k := range functions {
			for j := range width {
				got, want := l.weights.At(k, j), c.Weights[k][j]
				if j == width-1 && functions > 1 {
					got, want = got-l.weights.At(0, j), want-c.Weights[0][j]
				}
				assert.Check(t, math.Abs(got-want) <= 1e-6*max(1, math.Abs(want)),
					"case %d: weight %d of function %d is %.9g, want %.9g", n, j, k, got, want)
			}
		}
		predicted, err := l.Predict(samples)
		assert.NilError(t, err)
		assert.Check(t, is.DeepEqual(predicted, c.Predicted), "case %d: classes", n)
	}
}

func TestLogisticGradient(t *testing.T) {
	samples := mat.NewDense(4, 2, []float64{1, 2, -1, 0.5, 0, 3, 2, -1})
	for _, classes := range [][]int{{3, 8}, {1, 2, 5}} {
		l := &Logistic{classes: classes}
		at := []int{0, 1, len(classes) - 1, 0}
		functions := len(classes)
		if functions == 2 {
			functions = 1
		}
		x := make([]float64, 3*functions)
		for i := range x {
			x[i] = math.Sin(float64(i + 1))
		}
		gradient := make([]float64, len(x))
		l.loss(x, gradient, samples, at, 0.7)
		for i := range x {
			const h = 1e-6
			moved := slices.Clone(x)
			moved[i] += h
			above := l.loss(moved, nil, samples, at, 0.7)
			moved[i] -= 2 * h
			slope := (above - l.loss(moved, nil, samples, at, 0.7)) / (2 * h)
			assert.Check(t, math.Abs(slope-gradient[i]) <= 1e-8,
				"%d classes: derivative %d is %g, by differences %g", len(classes), i, gradient[i], slope)
		}
	}
}

func TestLogisticFaults(t *testing.T) {
	two := mat.NewDense(2, 1, []float64{1, 2})
	for _, test := range []struct {
		samples *mat.Dense
		labels  []int
		c       float64
		want    string
	}{
		{two, []int{0}, 1, "2 training samples and 1 labels"},
		{two, []int{4, 4}, 1, "training samples of 1 class: logistic regression needs 2 or more"},
		{two, []int{0, 1}, 0, "C = 0, must be positive"},
		{mat.NewDense(2, 1, []float64{1, math.NaN()}), []int{0, 1}, 1, "classify: training sample 2 is not finite"},
	} {
		_, err := NewLogistic(test.samples, test.labels, test.c)
		assert.Check(t, is.ErrorContains(err, test.want))
	}
	l, err := NewLogistic(two, []int{0, 1}, 1)
	assert.NilError(t, err)
	_, err = l.Predict(mat.NewDense(1, 2, nil))
	assert.Error(t, err, "classify: samples of 2 features, trained on 1")
}
