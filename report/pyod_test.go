package report

import (
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/experiment"
	"gpca/report/plan"
)

// PyOD's benchmark comes out to the digit by its own 20 divisions, each area rounded to four decimals as there; with
// the 10 that its text says, it does not. MCD starts at random there. With scikit-learn 1.2.1, and for Optical digits
// by the file of samples in PyOD's repository.
func TestPyODRepeatsToTheDigit(t *testing.T) {
	long(t)
	folder := os.Getenv("REPORT_DATA")
	if folder == "" {
		t.Skip("REPORT_DATA is not set: there is no real Ionosphere")
	}
	methods := []string{"pca", "knn", "ocsvm"}
	if exec.Command("python3", "-c", "import sklearn").Run() != nil {
		methods = methods[:2]
	}
	s, err := OpenStudy("pyod")
	assert.NilError(t, err)
	results, _, err := OpenStore(t.TempDir())
	assert.NilError(t, err)
	var cells []experiment.Cell
	for _, selected := range []plan.Selection{
		{Datasets: []string{"ionosphere"}, Methods: methods},
		{Datasets: []string{"optdigits"}, Methods: methods[:1]}, // the others take minutes
	} {
		p, err := plan.New(t.Context(), s, OpenLibrary(s, []string{folder}, nil), selected, 0)
		assert.NilError(t, err)
		assert.NilError(t, Run(t.Context(), p, results, RunOptions{Workers: 2}))
		cells = append(cells, p.Cells...)
	}
	want := map[string][2]float64{ // by data set and a word of the spec
		`ionosphere "eigenvectors"`: {0.80563, 0.7962}, `ionosphere "neighbour"`: {0.935015, 0.92674},
		"ionosphere OneClassSVM": {0.85966, 0.84192}, `optdigits "eigenvectors"`: {0.504425, 0.50856},
	}
	for _, c := range cells {
		method := ""
		for words := range want {
			set, word, _ := strings.Cut(words, " ")
			if strings.HasPrefix(c.Name, set) && strings.Contains(string(c.Spec), word) {
				method = words
			}
		}
		r, _ := results.Get(c.Key())
		if r.Failure != "" {
			t.Errorf("%s: %s", c.Name, r.Failure)
			continue
		}
		for i, n := range []int{20, 10} {
			if got := roundedMean(r, n); math.Abs(got-want[method][i]) > 1e-9 {
				t.Errorf("%s: the mean of %d divisions is %.6f, want %.6f", method, n, got, want[method][i])
			}
		}
	}
	assert.Check(t, len(cells) == 1+len(methods), "%d cells for %q", len(cells), methods)
}

func roundedMean(r experiment.Result, first int) float64 {
	sum := 0.0
	for _, v := range r.Values["auc"][:first] {
		sum += math.Round(1e4*v) / 1e4
	}
	return sum / float64(first)
}
