package toy

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
)

// blobs, moons and circles are the sets of these names in scikit-learn, by their
// definitions and not by their random numbers.
func blobs(r *rand.Rand) *dataset.Set {
	return shapes(r, 200, 1, []string{"blob near the origin", "blob far from it"}, func(class int, _ float64) (x, y float64) {
		return []float64{2, 7}[class], []float64{2, 6}[class]
	})
}

func moons(r *rand.Rand) *dataset.Set {
	const each = 200
	return shapes(r, each, 0.05, []string{"upper moon", "lower moon"}, func(class int, along float64) (x, y float64) {
		sin, cos := math.Sincos(math.Pi * along * each / (each - 1)) // to the end of the half circle
		if class == 0 {
			return cos, sin
		}
		return 1 - cos, 0.5 - sin
	})
}

func circles(r *rand.Rand) *dataset.Set {
	return shapes(r, 1000, 0.05, []string{"outer circle", "inner circle"}, func(class int, along float64) (x, y float64) {
		sin, cos := math.Sincos(2 * math.Pi * along)
		radius := []float64{1, 0.5}[class]
		return radius * cos, radius * sin
	})
}

// shapes draws as many samples of each class around the points of a shape, which is asked
// for them by the way along it, from 0 to less than 1.
func shapes(r *rand.Rand, each int, deviation float64, classes []string, shape func(class int, along float64) (x, y float64)) *dataset.Set {
	set := &dataset.Set{Samples: mat.NewDense(each*len(classes), 2, nil), Classes: classes}
	for i := range each * len(classes) {
		class := i / each
		x, y := shape(class, float64(i%each)/float64(each))
		set.Samples.SetRow(i, []float64{x + deviation*r.NormFloat64(), y + deviation*r.NormFloat64()})
		set.Labels = append(set.Labels, class)
	}
	return set
}
