// Package toy offers data sets that are defined by how they are drawn: small ones, on
// which one sees what a method does.
package toy

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
)

// version belongs to the seeds and digests. Raise it with any change to what is drawn.
const version = "v1"

// toys are the data sets. A new one is a line here and a function that draws it.
var toys = []toy{
	{"rings", "Two rings", "Samples on two circles of radius 1 and 0.3 around the same point, each moved by normal noise of standard deviation 0.05.", rings},
}

// A toy is one data set.
type toy struct {
	name, title, definition string
	draw                    func(r *rand.Rand) *dataset.Set
}

// Names lists the data sets.
func Names() []string {
	var names []string
	for _, t := range toys {
		names = append(names, t.name)
	}
	return names
}

// Draw returns the data set of one of the Names. Values are rounded, which keeps out what
// the last bit of a sine would otherwise change from one architecture to the next.
func Draw(name string) *dataset.Set {
	t := toys[slices.Index(Names(), name)]
	sum := sha256.Sum256([]byte("toy " + version + " " + t.name))
	set := t.draw(rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16]))))
	set.Samples.Apply(func(_, _ int, v float64) float64 { return math.Round(v*1e6) / 1e6 }, set.Samples)
	set.Name, set.Title, set.About.Citation, set.Origin = t.name, t.title, t.definition, dataset.Generated
	set.Digest = dataset.DigestOf("toy", version, t.name)
	return set
}

// rings draws 200 samples of each ring.
func rings(r *rand.Rand) *dataset.Set {
	const each = 200
	set := &dataset.Set{Samples: mat.NewDense(2*each, 2, nil), Classes: []string{"outer ring", "inner ring"}}
	for i := range 2 * each {
		class := i / each
		radius := []float64{1, 0.3}[class]
		angle := 2 * math.Pi * r.Float64()
		set.Samples.SetRow(i, []float64{radius*math.Cos(angle) + 0.05*r.NormFloat64(), radius*math.Sin(angle) + 0.05*r.NormFloat64()})
		set.Labels = append(set.Labels, class)
	}
	return set
}
