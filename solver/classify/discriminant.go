package classify

import (
	"errors"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// Discriminant is the linear discriminant: classes are normal, with a mean each and a pooled covariance W, and a
// sample x gets the class of largest density (R. A. Fisher, "The use of multiple measurements in taxonomic
// problems", Annals of Eugenics 7, 1936). All classes are equally frequent, as in MATLAB's classify:
//
//	argmin_c  (x − m_c)ᵀ W⁻¹ (x − m_c)
type Discriminant struct {
	whiten vector.Matrix // gives samples the covariance I
	means  *Nearest      // of the classes, whitened
}

// ErrSingular is the error for samples that do not vary in all directions around the means of their classes.
var ErrSingular = errors.New("classify: the pooled covariance of the training samples is singular: they need more " +
	"samples, or fewer features")

// NewDiscriminant returns the discriminant of training samples, one a row, with the classes in labels.
func NewDiscriminant(training *mat.Dense, labels []int) (*Discriminant, error) {
	if err := checkLabels(training, labels); err != nil {
		return nil, err
	}
	rows, columns := training.Dims()
	classes, members := byClass(labels)
	centred := vector.NewMatrix(columns, rows) // a feature a row
	means := mat.NewDense(len(members), columns, nil)
	for c, list := range members {
		mean := means.RawRowView(c)
		for _, i := range list {
			vector.Axpy(1/float64(len(list)), training.RawRowView(i), mean)
		}
		for _, i := range list {
			for j, v := range training.RawRowView(i) {
				centred.Data[j*centred.Stride+i] = v - mean[j]
			}
		}
	}
	// Features of standard deviation 1 make the scatter well conditioned.
	scales := make([]float64, columns)
	for j := range columns {
		feature := centred.Row(j)
		deviation := math.Sqrt(vector.Dot(feature, feature) / float64(max(rows-len(members), 1)))
		if !(deviation > 0) || math.IsInf(deviation, 0) {
			return nil, ErrSingular
		}
		scales[j] = 1 / deviation
		for i := range feature {
			feature[i] /= deviation
		}
	}
	scatter := vector.NewMatrix(columns, columns)
	vector.GramLower(scatter, centred, 1)
	for i := range scatter.Data {
		scatter.Data[i] /= float64(max(rows-len(members), 1))
	}
	var cholesky mat.Cholesky
	if ok := cholesky.Factorize(mat.NewSymDense(columns, scatter.Data)); !ok || cholesky.Cond() > 1/singular {
		return nil, ErrSingular
	}
	// With W = S⁻¹ LLᵀ S⁻¹ and S the scales, L⁻¹Sx has covariance 1.
	var inverse mat.TriDense
	cholesky.LTo(&inverse)
	if err := inverse.InverseTri(&inverse); err != nil {
		return nil, ErrSingular
	}
	var whiten mat.Dense
	whiten.Apply(func(_, j int, v float64) float64 { return v * scales[j] }, &inverse)
	d := &Discriminant{whiten: vector.Of(&whiten)}
	d.means = newNearest(d.whitened(means), classes, 1)
	return d, nil
}

const singular = 1e-13

func (d *Discriminant) whitened(samples *mat.Dense) vector.Matrix {
	z := vector.NewMatrix(samples.Dims())
	vector.MulTransposed(z, vector.Of(samples), d.whiten)
	return z
}

// Predict returns the class of each sample: that of the nearest mean by the pooled covariance.
func (d *Discriminant) Predict(samples *mat.Dense) ([]int, error) {
	if err := checkFeatures(samples, d.whiten.Cols); err != nil {
		return nil, err
	}
	return d.means.predict(d.whitened(samples))
}

// byClass returns the classes in ascending order, and the samples of each.
func byClass(labels []int) (classes []int, members [][]int) {
	places := map[int][]int{}
	for i, label := range labels {
		places[label] = append(places[label], i)
	}
	classes = slices.Sorted(maps.Keys(places))
	for _, class := range classes {
		members = append(members, places[class])
	}
	return classes, members
}
