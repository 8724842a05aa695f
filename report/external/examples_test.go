package external_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report"
	"gpca/report/dataset/toy"
	"gpca/report/external"
	"gpca/report/plan"
	"gpca/solver"
	"gpca/solver/objective"
)

// having is the first program that can run some code: a virtual environment of Python may lack the system's modules.
func having(t *testing.T, program, code string) string {
	t.Helper()
	flag := map[string]string{"python3": "-c", "Rscript": "-e"}[program]
	for _, name := range []string{program, "/usr/bin/" + program} {
		if exec.Command(name, flag, code).Run() == nil {
			return name
		}
	}
	t.Skipf("%s -%s %q fails: install what it needs, python3-sklearn, r-base-core or r-cran-rrcov under Debian", program, flag, code)
	return ""
}

func example(t *testing.T, program, script, more string) *external.Command {
	t.Helper()
	return sound(t, "examples", fmt.Sprintf("{name: m, version: 1, command: [%q, %s]%s}", program, script, more))
}

func cloud(rows, features int) *mat.Dense {
	r := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(rows, features, nil)
	x.Apply(func(_, j int, _ float64) float64 { return float64(j) + 10/float64(1+j)*r.NormFloat64() }, x)
	return x
}

// The PCA of scikit-learn, and that of the scripts to begin with, equal p=2 up to signs and rounding, under either
// layout.
func TestPCA(t *testing.T) {
	long(t)
	for _, c := range []struct{ program, module, script string }{
		{"python3", "import sklearn.decomposition", "pca.py"}, {"python3", "import numpy", "method.py"}, {"Rscript", "1", "method.R"},
	} {
		t.Run(c.script, func(t *testing.T) {
			program := having(t, c.program, c.module)
			for _, more := range []string{"", ", layout: 2"} {
				command := example(t, program, c.script, more)
				defer command.Close()
				equalsP2(t, command)
			}
		})
	}
}

func equalsP2(t *testing.T, command *external.Command) {
	t.Helper()
	p2, err := objective.Power(2)
	assert.NilError(t, err)
	for _, shape := range [][2]int{{50, 6}, {5, 20}} {
		x := cloud(shape[0], shape[1])
		mean, components, err := command.Components(t.Context(), external.Request{Components: 4, Centre: true}, x)
		assert.NilError(t, err)
		centred, want := solver.Centre(x)
		fits, err := solver.GPCA(t.Context(), centred, []objective.Function{p2}, solver.Settings{Components: 4})
		assert.NilError(t, err)
		for j := range want {
			assert.Check(t, math.Abs(mean[j]-want[j]) <= 1e-12,
				"mean of feature %d is %g, want %g", j, mean[j], want[j])
		}
		var products mat.Dense
		products.Mul(components, fits[0].Loadings.T())
		for i := range 4 {
			off := math.Abs(math.Abs(products.At(i, i)) - 1)
			assert.Check(t, off <= 1e-10, "%v: component %d is off by %g", shape, i, off)
		}
	}
}

// Only a kernel separates two rings.
func TestScikitLearnKernelPCA(t *testing.T) {
	command := example(t, having(t, "python3", "import sklearn.decomposition"), "kernelpca.py", ", answers: predictions")
	set := toy.Draw("rings")
	got, err := command.Predictions(t.Context(), external.Request{Components: 8, Centre: true, Kernel: "gaussian(sigma=0.5)"}, set.Samples, set.Labels, set.Samples)
	assert.NilError(t, err)
	assert.Assert(t, is.DeepEqual(got, set.Labels), "classes %v, error %v, want %v", got, err, set.Labels)
}

// Twenty of a hundred samples are outliers along the last feature: ROBPCA finds the first, along which
// the others lie.
func TestROBPCA(t *testing.T) {
	long(t)
	program := having(t, "Rscript", "library(rrcov)")
	x := cloud(100, 8)
	for i := range 20 {
		x.Set(i, 7, 1000+float64(i))
	}
	mean, components, err := example(t, program, "robpca.R", "").Components(t.Context(), external.Request{Components: 2, Centre: true, Seed: 1}, x)
	assert.NilError(t, err)
	if first := math.Abs(components.At(0, 0)); first < 0.95 || math.Abs(mean[7]-7) > 2 {
		t.Errorf("first component %v, centre %v", components.RawRowView(0), mean)
	}
}

// The manual shows the example in Python, and a study that is sound.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("../../cmd/report/manual/methods.md")
	assert.NilError(t, err)
	script, err := os.ReadFile("examples/method.py")
	assert.NilError(t, err)
	_, section, _ := strings.Cut(string(text), "```python\n")
	shown, section, _ := strings.Cut(section, "```\n")
	code := script[bytes.Index(script, []byte("import")):]
	assert.Equal(t, shown, string(code), "the manual shows\n%sof\n%s", shown, code)
	_, section, _ = strings.Cut(section, "```yaml\n")
	study, _, _ := strings.Cut(section, "```\n")
	folder := t.TempDir()
	for name, content := range map[string][]byte{"method.py": script, "study.yaml": []byte(study)} {
		assert.NilError(t, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
	_, err = report.OpenStudy(filepath.Join(folder, "study.yaml"))
	assert.NilError(t, err)
}

// The study of the examples is valid without their programs.
func TestExampleStudy(t *testing.T) {
	s, err := report.OpenStudy("examples/study.yaml")
	assert.NilError(t, err)
	p, err := plan.New(t.Context(), s, report.OpenLibrary(s, nil, nil), plan.Selection{}, 0)
	assert.NilError(t, err)
	assert.Equal(t, len(p.Cells), 28, "%d cells", len(p.Cells))
}
