package classify

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// Nearest classifies a sample by its nearest training samples in Euclidean distance (E. Fix, J. L. Hodges,
// "Discriminatory analysis: nonparametric discrimination", USAF School of Aviation Medicine, Report 4, 1951).
type Nearest struct {
	training vector.Matrix
	norms    []float64 // squared, of the training samples
	labels   []int
	k        int
}

// NewNearest returns the classifier by the k nearest training samples, one a row. It keeps training and labels.
func NewNearest(training *mat.Dense, labels []int, k int) (*Nearest, error) {
	if err := checkLabels(training, labels); err != nil {
		return nil, err
	}
	if rows := len(labels); k < 1 || k > rows {
		return nil, fmt.Errorf("classify: %d nearest neighbours of %d training samples: want 1 to %[2]d", k, rows)
	}
	return newNearest(vector.Of(training), labels, k), nil
}

func newNearest(training vector.Matrix, labels []int, k int) *Nearest {
	return &Nearest{training: training, labels: labels, k: k, norms: training.SquaredNorms()}
}

func checkLabels(training *mat.Dense, labels []int) error {
	if rows, _ := training.Dims(); rows != len(labels) {
		return fmt.Errorf("classify: %d training samples and %d labels", rows, len(labels))
	}
	return nil
}

func checkFeatures(samples *mat.Dense, trained int) error {
	if _, columns := samples.Dims(); columns != trained {
		return fmt.Errorf("classify: samples of %d features, trained on %d", columns, trained)
	}
	return nil
}

var errNotFinite = errors.New("classify: a distance to a training sample is not finite")

// Predict returns the class of each sample: that of most of its k nearest training samples, and of equally
// frequent ones that of the nearest. Of samples at the same distance the first is nearer.
func (n *Nearest) Predict(samples *mat.Dense) ([]int, error) {
	if err := checkFeatures(samples, n.training.Cols); err != nil {
		return nil, err
	}
	return n.predict(vector.Of(samples))
}

func (n *Nearest) predict(samples vector.Matrix) ([]int, error) {
	classes := make([]int, samples.Rows)
	products := vector.NewMatrix(min(samples.Rows, blockSize), n.training.Rows)
	for first := 0; first < samples.Rows; first += blockSize {
		count := min(blockSize, samples.Rows-first)
		block := samples.View(first, 0, count, samples.Cols)
		vector.MulTransposed(products.View(0, 0, count, n.training.Rows), block, n.training)
		for i := range count {
			// ‖x − y‖² = ‖x‖² − 2xᵀy + ‖y‖², where ‖x‖² is the same for every y.
			distances := products.Row(i)
			for j, product := range distances {
				distances[j] = n.norms[j] - 2*product
				if distances[j] != distances[j] {
					return nil, errNotFinite
				}
			}
			classes[first+i] = n.vote(distances)
		}
	}
	return classes, nil
}

func (n *Nearest) vote(distances []float64) int {
	nearest := make([]int, 0, n.k+1)
	for j := range distances {
		if len(nearest) == n.k && distances[j] >= distances[nearest[n.k-1]] {
			continue
		}
		at, _ := slices.BinarySearchFunc(nearest, j, func(a, b int) int {
			return cmp.Or(cmp.Compare(distances[a], distances[b]), cmp.Compare(a, b))
		})
		nearest = slices.Insert(nearest, at, j)
		nearest = nearest[:min(len(nearest), n.k)]
	}
	votes := map[int]int{}
	for _, j := range nearest {
		votes[n.labels[j]]++
	}
	best := n.labels[nearest[0]]
	for _, j := range nearest { // by distance: the first of equally frequent classes wins
		if votes[n.labels[j]] > votes[best] {
			best = n.labels[j]
		}
	}
	return best
}
