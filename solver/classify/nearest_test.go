package classify_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver/classify"
)

func TestNearestAgainstSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const training, tested, features, classes = 300, 700, 7, 4
	x, labels := mat.NewDense(training, features, nil), make([]int, training)
	x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
	for i := range labels {
		labels[i] = r.IntN(classes)
	}
	y := mat.NewDense(tested, features, nil)
	y.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, y)
	for _, k := range []int{1, 3, 10, training} {
		n, err := classify.NewNearest(x, labels, k)
		assert.NilError(t, err)
		predicted, err := n.Predict(y)
		assert.NilError(t, err)
		for i, class := range predicted {
			order := make([]int, training)
			for j := range order {
				order[j] = j
			}
			distance := func(j int) float64 {
				sum := 0.0
				for f := range features {
					d := y.At(i, f) - x.At(j, f)
					sum += d * d
				}
				return sum
			}
			slices.SortStableFunc(order, func(a, b int) int {
				if distance(a) < distance(b) {
					return -1
				}
				return 1
			})
			votes := make([]int, classes)
			for _, j := range order[:k] {
				votes[labels[j]]++
			}
			want := labels[order[0]]
			for _, j := range order[:k] {
				if votes[labels[j]] > votes[want] {
					want = labels[j]
				}
			}
			assert.Equal(t, class, want, "k = %d, sample %d: class", k, i)
		}
	}
}

func TestNearestOfTrainingSamples(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{0, 0, 3, 4, 3, 4, -1, 7})
	n, err := classify.NewNearest(x, []int{2, 1, 0, 3}, 1)
	assert.NilError(t, err)
	predicted, err := n.Predict(x)
	assert.NilError(t, err)
	// The second and the third are equal: the first of them counts.
	assert.Assert(t, is.DeepEqual(predicted, []int{2, 1, 1, 3}), "classes")
}

func TestNearestFaults(t *testing.T) {
	x := mat.NewDense(3, 2, nil)
	for _, test := range []struct {
		labels []int
		k      int
		want   string
	}{
		{[]int{0, 1}, 1, "classify: 3 training samples and 2 labels"},
		{[]int{0, 1, 1}, 0, "classify: 0 nearest neighbours of 3 training samples: want 1 to 3"},
		{[]int{0, 1, 1}, 4, "classify: 4 nearest neighbours of 3 training samples: want 1 to 3"},
	} {
		_, err := classify.NewNearest(x, test.labels, test.k)
		assert.Check(t, is.Error(err, test.want))
	}
	n, err := classify.NewNearest(x, []int{0, 1, 2}, 1)
	assert.NilError(t, err)
	_, err = n.Predict(mat.NewDense(1, 3, nil))
	assert.Error(t, err, "classify: samples of 3 features, trained on 2")
}
