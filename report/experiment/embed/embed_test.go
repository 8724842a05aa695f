package embed

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/dataset/npy"
	"gpca/report/dataset/toy"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/kindtest"
	"gpca/report/method"
	"gpca/report/strictyaml"
)

// mapped computes the map of a set by p = 2.
func mapped(t *testing.T, yaml string, set *dataset.Set) experiment.Result {
	t.Helper()
	m, err := method.Parse("p=2")
	assert.NilError(t, err)
	r := mappedBy(t, m, yaml, set)
	assert.Equal(t, r.Failure, "")
	return r
}

func mappedBy(t *testing.T, m method.Method, yaml string, set *dataset.Set) experiment.Result {
	t.Helper()
	e, err := kindtest.Decode(Kind, yaml)
	assert.NilError(t, err)
	assert.NilError(t, e.Check(m))
	p := (&experiment.Named{Experiment: e}).Complete(experiment.Point{experiment.Method: m.Name})
	c, err := e.Cell(p, m, experiment.Subject{Data: set.Describe(), Repetitions: 1})
	assert.NilError(t, err)
	assert.Check(t, !c.Random, "a map has no chance in it")
	return kindtest.Run(t, Kind, set, c)[0]
}

// A program of the study may map as well: here, a script with prepared answers.
func TestProgram(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell to run a script: ", err)
	}
	folder := t.TempDir()
	save := func(name string, shape []int, values ...float64) {
		t.Helper()
		var b bytes.Buffer
		assert.NilError(t, npy.Write(&b, npy.Array{Shape: shape, Values: values}))
		assert.NilError(t, os.WriteFile(filepath.Join(folder, name), b.Bytes(), 0o600))
	}
	save("mean.npy", []int{2}, 1, 2)
	save("components.npy", []int{2, 2}, 0, 1, -1, 0)
	assert.NilError(t,
		os.WriteFile(filepath.Join(folder, "answer.sh"), []byte(`cp "$(dirname "$0")"/*.npy "$1" || echo sorry`+"\n"), 0o600))
	block, err := strictyaml.Parse(filepath.Join(folder, "study.yaml"), []byte("{name: given, command: ["+sh+", answer.sh]}"))
	assert.NilError(t, err)
	m, err := method.Decode(block, nil)
	assert.NilError(t, err)
	set := toy.Draw("rings")
	r := mappedBy(t, m, "data: rings", set)
	assert.Equal(t, r.Failure, "")
	z := r.Artifacts[coordinates].Data
	for i := range set.Labels {
		x, y := set.Samples.At(i, 0), set.Samples.At(i, 1)
		assert.Assert(t, z[2*i] == y-2 && z[2*i+1] == 1-x,
			"sample %d at %g, %g has the coordinates %g", i, x, y, z[2*i:2*i+2])
	}
	assert.NilError(t, os.Remove(filepath.Join(folder, "mean.npy")))
	if r = mappedBy(t, m, "data: rings", set); !strings.HasSuffix(r.Failure, "it ended without writing mean.npy into the folder: file does not exist") || r.Values != nil {
		t.Errorf("failure %q, values %v", r.Failure, r.Values)
	}
}

// The coordinates are gonum's principal components up to sign; the explained variance is that of the first.
func TestPrincipalComponent(t *testing.T) {
	set := toy.Draw("rings")
	set.Samples.Apply(func(_, j int, v float64) float64 { return v * float64(1+j) }, set.Samples) // an ellipse
	var pc stat.PC
	assert.Assert(t, pc.PrincipalComponents(set.Samples, nil), "gonum finds no principal components")
	var vectors mat.Dense
	pc.VectorsTo(&vectors)
	variances := pc.VarsTo(nil)
	r := mapped(t, "data: rings\ncomponents: 1", set)
	z := r.Artifacts[coordinates]
	mean := []float64{stat.Mean(mat.Col(nil, 0, set.Samples), nil), stat.Mean(mat.Col(nil, 1, set.Samples), nil)}
	sign := 0.0
	for i, got := range z.Data {
		want := (set.Samples.At(i, 0)-mean[0])*vectors.At(0, 0) + (set.Samples.At(i, 1)-mean[1])*vectors.At(1, 0)
		if sign == 0 {
			sign = math.Copysign(1, got*want)
		}
		assert.Assert(t, math.Abs(got-sign*want) <= 1e-9, "sample %d: coordinate %g, want %g", i, got, sign*want)
	}
	got, want := r.Values[explained][0], 100*variances[0]/(variances[0]+variances[1])
	assert.Check(t, math.Abs(got-want) <= 1e-9, "explained variance %g, want %g", got, want)
}

// No straight line separates the rings, but the first component of a Gaussian kernel does: B. Schölkopf, A.
// Smola, K.-R. Müller, "Nonlinear component analysis as a kernel eigenvalue problem", Neural Computation 10,
// 1998.
func TestKernelTellsRingsApart(t *testing.T) {
	set := toy.Draw("rings")
	for _, test := range []struct {
		kernel string
		apart  bool
	}{{"none", false}, {"{function: gaussian, sigma: 0.5}", true}} {
		r := mapped(t, "data: rings\nkernel: "+test.kernel, set)
		z, of := r.Artifacts[coordinates], r.Artifacts[experiment.ClassesOf]
		low, high := []float64{math.Inf(1), math.Inf(1)}, []float64{math.Inf(-1), math.Inf(-1)}
		for i, class := range of.Data {
			v := z.Data[i*z.Shape[1]]
			low[int(class)], high[int(class)] = min(low[int(class)], v), max(high[int(class)], v)
		}
		apart := high[0] < low[1] || high[1] < low[0]
		assert.Check(t, is.Equal(apart, test.apart),
			"kernel %s: the rings are apart on the first component", test.kernel)
	}
}

func TestDecodeFaults(t *testing.T) {
	for _, test := range []struct{ yaml, want string }{
		{"components: 2", "test.yaml:1:1: data is missing, as in data: iris"},
		{"data: rings\nsplit: published", `test.yaml:2:1: unknown field "split": valid are data, components, kernel, centring, centre, scale, start, tolerance, max-iterations, patience, keep`},
	} {
		_, err := kindtest.Decode(Kind, test.yaml)
		assert.Check(t, is.Error(err, test.want), "%q", test.yaml)
	}
}
