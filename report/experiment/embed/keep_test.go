package embed

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
	"gpca/report/dataset/toy"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/kindtest"
	"gpca/report/method"
)

// Components equal those of scikit-learn, recorded by testdata/kernelpca.py, up to sign.
func TestKernelPCAAgainstScikitLearn(t *testing.T) {
	var recorded struct {
		Samples [][]float64
		Cases   []struct {
			Kernel      string
			Coordinates [][]float64
		}
	}
	source, err := os.ReadFile("testdata/kernelpca.json")
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(source, &recorded))
	set := &dataset.Set{Name: "drawn", Samples: mat.NewDense(20, 3, slices.Concat(recorded.Samples...))}
	for _, c := range recorded.Cases {
		z := mapped(t, "data: drawn\ncomponents: 3\nkernel: "+c.Kernel, set).Artifacts[coordinates]
		for j := range 3 {
			sign := math.Copysign(1, z.Data[j]*c.Coordinates[0][j])
			for i := range 20 {
				if got, want := sign*z.Data[3*i+j], c.Coordinates[i][j]; math.Abs(got-want) > 1e-8 {
					t.Errorf("kernel %s, sample %d, component %d: %.10f, want %.10f", c.Kernel, i, j, got, want)
				}
			}
		}
	}
}

// All components restore samples, fewer do not. Pictures of components are their loadings, up to a constant and
// the grey of white.
func TestImagesAreKept(t *testing.T) {
	set, err := standin.Generate("optdigits-test")
	assert.NilError(t, err)
	all := mapped(t, "data: d\ncomponents: 64\nkeep: images", set).Artifacts
	originals, back := all[originals], all[reconstructions]
	if !slices.Equal(originals.Shape, []int{4, 64}) || !slices.Equal(back.Shape, originals.Shape) || !slices.Equal(all[pixels].Data, []float64{8, 8}) {
		t.Fatalf("shapes %v and %v, pixels %v", originals.Shape, back.Shape, all[pixels].Data)
	}
	for i, v := range originals.Data {
		assert.Assert(t, math.Abs(back.Data[i]-v) <= 1e-9, "value %d comes back as %g for %g", i, back.Data[i], v)
	}
	one := mapped(t, "data: d\ncomponents: 1\nkeep: images", set).Artifacts
	assert.Check(t, !slices.Equal(one[reconstructions].Data, originals.Data), "one component gives all back")
	pictures := all[components]
	assert.Assert(t, is.DeepEqual(pictures.Shape, []int{8, 64}), "pictures of shape")
	var pc stat.PC
	assert.Assert(t, pc.PrincipalComponents(set.Samples, nil), "gonum finds no principal components")
	var loadings mat.Dense
	pc.VectorsTo(&loadings)
	for a := range 8 {
		picture, want := pictures.Data[64*a:][:64], mat.Col(nil, a, &loadings)
		r := stat.Correlation(picture, want, nil)
		assert.Check(t, math.Abs(r) >= 1-1e-9, "picture %d has a correlation of %g with the loadings", a+1, r)
	}
	if kernel := mapped(t, "data: d\nkernel: {function: gaussian, sigma: 30}\nkeep: images", set).Artifacts; len(kernel[components].Data) != 2*64 || kernel[reconstructions].Data != nil {
		t.Error("a kernel has no pictures, or has reconstructions")
	}
}

func TestFeaturesAreKept(t *testing.T) {
	set := toy.Draw("moons")
	r := mapped(t, "data: moons\nkeep: features", set)
	got := r.Artifacts[features]
	assert.Assert(t, is.DeepEqual(got.Data, set.Samples.RawMatrix().Data), "features are not the samples")
	plain := mapped(t, "data: moons", set)
	assert.Check(t, len(plain.Artifacts) == 2 && plain.Key != r.Key,
		"%d artifacts where nothing more is kept", len(plain.Artifacts))
}

func TestKeepFaults(t *testing.T) {
	_, err := kindtest.Decode(Kind, "data: moons\nkeep: [features, image]")
	assert.Error(t, err, `test.yaml:2:18: keep is "image": did you mean images?`)
	e, err := kindtest.Decode(Kind, "data: moons\nkeep: images")
	assert.NilError(t, err)
	on := experiment.Subject{Data: toy.Draw("moons").Describe(), Repetitions: 1}
	_, err = e.Cell(experiment.Point{}, method.Method{}, on)
	assert.Error(t, err, "test.yaml:2:7: data set moons has no pixels: keep images of a data set of images")
}
