package classify

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/kindtest"
	"gpca/report/experiment/reconstruct"
	"gpca/report/internal/faults"
)

// blobs are three well separated classes of ten samples in five dimensions; seven of each are for training.
func blobs() *dataset.Set {
	r := rand.New(rand.NewPCG(1, 2))
	set := &dataset.Set{Name: "blobs", Title: "Blobs", Digest: "d", Classes: []string{"a", "b", "c"}, Samples: mat.NewDense(30, 5, nil), Split: &dataset.Split{}}
	for i := range 30 {
		class := i % 3
		set.Labels = append(set.Labels, class)
		for j := range 5 {
			v := r.NormFloat64()
			if j == class {
				v += 8
			}
			set.Samples.Set(i, j, v)
		}
		if i < 21 {
			set.Split.Train = append(set.Split.Train, i)
		} else {
			set.Split.Test = append(set.Split.Test, i)
		}
	}
	return set
}

// compute decodes an experiment and computes the cells of its methods, which must not fail.
func compute(t *testing.T, kind experiment.Kind, yaml string, set *dataset.Set, points ...experiment.Point) []experiment.Result {
	t.Helper()
	results := computeAll(t, kind, yaml, set, points...)
	for _, r := range results {
		assert.Equal(t, r.Failure, "", r.Cell)
	}
	return results
}

// computeAll also returns cells that failed.
func computeAll(t *testing.T, kind experiment.Kind, yaml string, set *dataset.Set, points ...experiment.Point) []experiment.Result {
	t.Helper()
	e, err := kindtest.Decode(kind, yaml)
	assert.NilError(t, err)
	on := experiment.Subject{Data: set.Describe(), Seed: 3, Repetitions: 2}
	var cells []experiment.Cell
	for _, p := range points {
		cells = append(cells, kindtest.Cell(t, e, p, on))
	}
	return kindtest.Run(t, kind, set, cells...)
}

func point(method string) experiment.Point { return experiment.Point{experiment.Method: method} }

// Classification by reconstruction error from components of each class agrees with package reconstruct.
func TestReconstructionIsThatOfReconstruct(t *testing.T) {
	const common = "data: blobs\ncomponents: 2\n"
	for _, split := range []string{"published", "{folds: 3}", "{per-class: 4}"} {
		for _, kernel := range []string{
			"none", "{function: gaussian, sigma: 5}",
			"none\nscale: mad\ncentre: median", "none\ncontamination: orthogonal\ngamma: 30\nlevels: 0.3",
		} {
			yaml := common + "split: " + split + "\nkernel: " + kernel + "\n"
			ours := compute(t, Kind, yaml, blobs(), point("p=1"), point("p=2"), point("tanh"))
			theirs := compute(t, reconstruct.Kind, yaml, blobs(), point("p=1"), point("p=2"), point("tanh"))
			for i, r := range ours {
				for measure, values := range r.Values {
					for k, v := range values {
						w := theirs[i].Values[measure][k]
						assert.Check(t, is.Equal(v, w), "split %s, kernel %s, %s: %s", split, kernel, r.Cell, measure)
					}
				}
				assert.Check(t, is.Equal(r.Ends, theirs[i].Ends),
					"split %s, kernel %s, %s: iterations end %+v, in reconstruct %+v", split, kernel, r.Cell, r.Ends,
					theirs[i].Ends)
			}
		}
	}
}

// Outliers are orthogonal to the components that a cell takes, also where these are features of all classes or where
// the samples are classified as they are; robust components are features as well.
func TestContaminatedFeatures(t *testing.T) {
	const yaml = "data: blobs\nsplit: published\ncomponents: [1, 2]\nfeatures: [raw, shared]\nclassifier: nearest\n" +
		"scale: sd\ncontamination: orthogonal\nlevels: 0.3\n"
	at := func(features, components, method string) experiment.Point {
		return point(method).With("features", features).With("components", components)
	}
	all := computeAll(t, Kind, yaml, blobs(), at("raw", "1", "p=2"), at("raw", "2", "p=2"), at("raw", "2", "robpca"),
		at("shared", "2", "robpca"), at("shared", "2", "p=2"))
	for _, r := range all {
		assert.Check(t, r.Failure == "" && len(r.Values["accuracy"]) == 2,
			"%s: %v, failure %q", r.Cell, r.Values, r.Failure)
	}
	assert.Check(t, all[0].Key != all[1].Key && all[1].Key == all[2].Key,
		"samples as they are have the outliers of other components, or depend on the method")
}

func TestDecodeFaults(t *testing.T) {
	faults.Check(t, "faults.txt", func(_ *testing.T, block string) error {
		_, err := kindtest.Decode(Kind, block)
		return err
	})
}

// Components that all classes share are not said to be those of each.
func TestProtocolOfSharedFeatures(t *testing.T) {
	for features, want := range map[string]bool{"per-class": true, "shared": false, "[shared, per-class]": true, "raw": false} {
		e, err := kindtest.Decode(Kind, "data: a\nsplit: published\ncomponents: 2\nclassifier: nearest\nfeatures: "+features)
		assert.NilError(t, err)
		text := e.Protocol(strings.Clone)
		assert.Check(t, is.Equal(strings.Contains(text, "for each class"), want), "features %s: %s", features, text)
	}
}
