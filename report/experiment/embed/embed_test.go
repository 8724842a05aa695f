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
	if err != nil {
		t.Fatal(err)
	}
	r := mappedBy(t, m, yaml, set)
	if r.Failure != "" {
		t.Fatal(r.Failure)
	}
	return r
}

func mappedBy(t *testing.T, m method.Method, yaml string, set *dataset.Set) experiment.Result {
	t.Helper()
	e, err := kindtest.Decode(Kind, yaml)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Check(m); err != nil {
		t.Fatal(err)
	}
	p := (&experiment.Named{Experiment: e}).Complete(experiment.Point{experiment.Method: m.Name})
	c, err := e.Cell(p, m, experiment.Subject{Data: set.Describe(), Repetitions: 1})
	if err != nil {
		t.Fatal(err)
	}
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
		if err := npy.Write(&b, npy.Array{Shape: shape, Values: values}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	save("mean.npy", []int{2}, 1, 2)
	save("components.npy", []int{2, 2}, 0, 1, -1, 0)
	if err := os.WriteFile(filepath.Join(folder, "answer.sh"), []byte(`cp "$(dirname "$0")"/*.npy "$1" || echo sorry`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	block, err := strictyaml.Parse(filepath.Join(folder, "study.yaml"), []byte("{name: given, command: ["+sh+", answer.sh]}"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := method.Decode(block, nil)
	if err != nil {
		t.Fatal(err)
	}
	set := toy.Draw("rings")
	r := mappedBy(t, m, "data: rings", set)
	if r.Failure != "" {
		t.Fatal(r.Failure)
	}
	z := r.Artifacts[coordinates].Data
	for i := range set.Labels {
		x, y := set.Samples.At(i, 0), set.Samples.At(i, 1)
		if z[2*i] != y-2 || z[2*i+1] != 1-x {
			t.Fatalf("sample %d at %g, %g has the coordinates %g", i, x, y, z[2*i:2*i+2])
		}
	}
	if err := os.Remove(filepath.Join(folder, "mean.npy")); err != nil {
		t.Fatal(err)
	}
	if r = mappedBy(t, m, "data: rings", set); !strings.HasSuffix(r.Failure, "it ended without writing mean.npy into the folder: file does not exist") || r.Values != nil {
		t.Errorf("failure %q, values %v", r.Failure, r.Values)
	}
}

// The coordinates are gonum's principal components up to sign; the explained variance is that of the first.
func TestPrincipalComponent(t *testing.T) {
	set := toy.Draw("rings")
	set.Samples.Apply(func(_, j int, v float64) float64 { return v * float64(1+j) }, set.Samples) // an ellipse
	var pc stat.PC
	if !pc.PrincipalComponents(set.Samples, nil) {
		t.Fatal("gonum finds no principal components")
	}
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
		if math.Abs(got-sign*want) > 1e-9 {
			t.Fatalf("sample %d: coordinate %g, want %g", i, got, sign*want)
		}
	}
	if got, want := r.Values[explained][0], 100*variances[0]/(variances[0]+variances[1]); math.Abs(got-want) > 1e-9 {
		t.Errorf("explained variance %g, want %g", got, want)
	}
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
		if apart := high[0] < low[1] || high[1] < low[0]; apart != test.apart {
			t.Errorf("kernel %s: the rings are apart on the first component: %t, want %t", test.kernel, apart, test.apart)
		}
	}
}

func TestDecodeFaults(t *testing.T) {
	for _, test := range []struct{ yaml, want string }{
		{"components: 2", "test.yaml:1:1: data is missing, as in data: iris"},
		{"data: rings\nsplit: published", `test.yaml:2:1: unknown field "split": valid are data, components, kernel, centring, centre, scale, start, tolerance, max-iterations, patience, keep`},
	} {
		if _, err := kindtest.Decode(Kind, test.yaml); err == nil || err.Error() != test.want {
			t.Errorf("%q: error %q, want %q", test.yaml, err, test.want)
		}
	}
}
