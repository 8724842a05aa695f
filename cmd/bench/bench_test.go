package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/dataset"
	"gpca/solver/objective"
)

// long begins a test that takes half a second of a processor or more, which -short leaves out.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
}

func TestSuitesAreStudies(t *testing.T) {
	long(t)
	for _, s := range suites {
		b := &bench{options: options{repetitions: 2, data: t.TempDir()}, folder: t.TempDir()}
		o, err := b.own(t.Context(), s)
		assert.NilError(t, err)
		got := len(o.classes)
		assert.Check(t, is.Equal(got, 10), "%s has %d classes", s.Name, got)
	}
}

// The kernel PCA of scikit-learn and of kernlab agree with the solver, and classify two distant clouds without
// error.
func TestPeersAgree(t *testing.T) {
	long(t)
	b := &bench{options: options{python: "python3", rscript: "Rscript", repetitions: 1}, folder: t.TempDir()}
	assert.NilError(t, os.CopyFS(b.folder, scripts))
	set := &dataset.Set{Samples: mat.NewDense(160, 3, nil), Classes: []string{"near", "far"}, Split: &dataset.Split{}}
	for i := range 160 {
		set.Labels = append(set.Labels, i%2)
		for j := range 3 {
			set.Samples.Set(i, j, float64(5*(i%2))+math.Sin(float64(7*i+3*i*j)))
		}
		if i < 120 {
			set.Split.Train = append(set.Split.Train, i)
		} else {
			set.Split.Test = append(set.Split.Test, i)
		}
	}
	kernelPCA := suite{Name: "clouds", Sigma: 2, Methods: []string{"p=2"}}
	p2, _ := objective.Parse("p=2")
	own := &own{bench: b, suite: kernelPCA, set: set, functions: []objective.Function{p2}, classes: classes(set)}
	folder, err := own.write(b.folder)
	assert.NilError(t, err)
	want, err := own.objectives(t.Context())
	assert.NilError(t, err)
	for _, s := range suites {
		if s.Sigma == 0 || s.Noises != nil {
			continue
		}
		for _, p := range s.Peers {
			t.Run(p.Name, func(t *testing.T) {
				x := &script{bench: b, suite: kernelPCA, peer: p, data: folder}
				if _, err := x.versions(t.Context()); err != nil {
					t.Skip(err)
				}
				r, err := x.run(t.Context())
				assert.NilError(t, err)
				got := r.means[cell{Noise: "none", Method: "p=2"}]
				assert.Equal(t, got, 100.0, "%g%% right", got)
				if got := r.objectives["p=2"]; math.Abs(got-want["p=2"]) > 1e-6*want["p=2"] {
					t.Errorf("objective %.12g, the solver's is %.12g", got, want["p=2"])
				}
				assert.Check(t, r.fits >= 0 && r.fits < r.wall, "fits took %g of %g seconds", r.fits, r.wall)
			})
		}
	}
}

func TestWrite(t *testing.T) {
	clean, noisy := cell{"none", 0, "p=1"}, cell{"gaussian", 50, "p=1"}
	ours := func(wall float64) measurement {
		return measurement{wall, 2 * wall, wall / 4, map[cell]float64{clean: 95, noisy: 90}, map[string]float64{"p=1": 400}}
	}
	theirs := measurement{12, 13, math.NaN(), map[cell]float64{clean: 94.5, noisy: 90.25}, map[string]float64{"p=1": 399}}
	c := &comparison{
		suite: suite{Title: "Digits", Methods: []string{"p=1"}}, origin: dataset.StandIn, missing: []string{"kpca (no package)"},
		contenders: []*contender{{name: "this program", runs: []measurement{ours(2), ours(9), ours(3)}}, {name: "peer", versions: "Peer 1.2", runs: []measurement{theirs}}},
	}
	var out strings.Builder
	c.write(&out)
	golden.Assert(t, out.String(), "comparison.md")
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ out, want string }{
		{"", `line 1: "": unexpected end of JSON input: a peer prints JSON objects, one a line`},
		{`{"fit_seconds": 1}`, "no cell: a peer prints a line with noise, level, method and mean for each"},
		{"{\"mean\": 1}\nnan", `line 2: "nan": invalid character 'a' in literal null (expecting 'u'): a peer prints JSON objects, one a line`},
	} {
		_, _, err := parse([]byte(c.out))
		assert.Check(t, is.Error(err, c.want), "%q", c.out)
	}
	_, _, err := call(exec.Command("sh", "-c", "echo first >&2; echo last >&2; exit 3"))
	assert.Error(t, err, "sh: exit status 3: last")
	absent := filepath.Join(t.TempDir(), "report")
	for _, o := range []options{{}, {rounds: 1, repetitions: 1, program: absent}} {
		assert.Check(t, run(t.Context(), o, nil, nil) != nil, "%+v: no error", o)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"noise": "s&p", "level": 0.5, "method": "p=1", "mean": 90, "reps": 3}` + "\n" + `{"fit_seconds": 1}`))
	f.Fuzz(func(t *testing.T, out []byte) {
		_, means, err := parse(out)
		assert.Equal(t, err == nil, len(means) > 0, "%d cells, error %v", len(means), err)
	})
}
