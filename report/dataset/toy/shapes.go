package toy

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
)

func rings(r *rand.Rand) *dataset.Set {
	return shapes(r, 200, 0.05, []string{"outer ring", "inner ring"}, func(class, _ int) (x, y float64) {
		radius := []float64{1, 0.3}[class]
		angle := 2 * math.Pi * r.Float64()
		return radius * math.Cos(angle), radius * math.Sin(angle)
	})
}

func spiral(r *rand.Rand) *dataset.Set {
	const each, turns = 60, 1.5
	classes := []string{"inner third", "middle third", "outer third"}
	return shapes(r, each, 0.03, classes, func(class, i int) (x, y float64) {
		at := turns * (float64(class*each+i) + r.Float64()) / (3 * each) // in turns
		radius, angle := at+0.5, 2*math.Pi*at
		return radius * math.Cos(angle), radius * math.Sin(angle)
	})
}

// blobs, moons and circles follow the definitions of scikit-learn, not its random numbers.
func blobs(r *rand.Rand) *dataset.Set {
	classes := []string{"blob near the origin", "blob far from it"}
	return shapes(r, 200, 1, classes, func(class, _ int) (x, y float64) {
		return []float64{2, 7}[class], []float64{2, 6}[class]
	})
}

func moons(r *rand.Rand) *dataset.Set {
	const each = 200
	return shapes(r, each, 0.05, []string{"upper moon", "lower moon"}, func(class, i int) (x, y float64) {
		along := float64(i) / each
		sin, cos := math.Sincos(math.Pi * along * each / (each - 1))
		if class == 0 {
			return cos, sin
		}
		return 1 - cos, 0.5 - sin
	})
}

func circles(r *rand.Rand) *dataset.Set {
	const each = 1000
	return shapes(r, each, 0.05, []string{"outer circle", "inner circle"}, func(class, i int) (x, y float64) {
		along := float64(i) / each
		sin, cos := math.Sincos(2 * math.Pi * along)
		radius := []float64{1, 0.5}[class]
		return radius * cos, radius * sin
	})
}

// shapes draws each samples of every class: points of a shape with normal noise.
func shapes(r *rand.Rand, each int, deviation float64, classes []string,
	at func(class, i int) (x, y float64),
) *dataset.Set {
	set := &dataset.Set{Samples: mat.NewDense(each*len(classes), 2, nil), Classes: classes}
	for row := range each * len(classes) {
		class := row / each
		x, y := at(class, row%each)
		set.Samples.SetRow(row, []float64{x + deviation*r.NormFloat64(), y + deviation*r.NormFloat64()})
		set.Labels = append(set.Labels, class)
	}
	return set
}
