package reconstruct_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset/npy"
	"gpca/report/experiment"
	"gpca/report/external"
	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/objective"
)

// commands are methods whose program is this test's: "PROGRAM play PART FOLDER".
func commands() string {
	text := ""
	for _, part := range []string{"pca", "fails", "fails once", "predict", "predict nothing"} {
		more := ""
		if strings.HasPrefix(part, "predict") {
			more = ", answers: predictions"
		}
		text += fmt.Sprintf("- {name: program %s, version: 1, command: [%q, play, %s]%s}\n", part, os.Args[0], part, more)
	}
	return text
}

func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "play" {
		if err := play(os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		return
	}
	os.Exit(m.Run())
}

// play is a user's program: PCA as p=2 computes it, and the classes that it predicts.
func play(part, folder string) error {
	if err := os.Chdir(folder); err != nil {
		return err
	}
	text, err := os.ReadFile("request.json")
	if err != nil {
		return err
	}
	var r external.Request
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	train, err := load("train")
	if err != nil {
		return err
	}
	switch part {
	case "fails once":
		if part = "pca"; r.Repetition == 1 {
			part = "fails"
		}
	}
	switch part {
	case "fails":
		return errors.New("no matter how")
	case "predict nothing":
		return nil
	case "pca":
		mean, components, err := pca(train, r)
		if err != nil {
			return err
		}
		rows, columns := components.Dims()
		return errors.Join(save("mean", []int{len(mean)}, mean), save("components", []int{rows, columns}, components.RawMatrix().Data))
	}
	labels, err := load("labels")
	if err != nil {
		return err
	}
	test, err := load("test")
	if err != nil {
		return err
	}
	classes := slices.Compact(slices.Sorted(slices.Values(labels.RawMatrix().Data)))
	var models []classify.Model
	for _, class := range classes {
		var of []float64
		for i := range r.Samples {
			if labels.At(i, 0) == class {
				of = append(of, train.RawRowView(i)...)
			}
		}
		mean, components, err := pca(mat.NewDense(len(of)/r.Features, r.Features, of), r)
		if err != nil {
			return err
		}
		models = append(models, classify.NewLinear(mean, []*mat.Dense{components}))
	}
	predicted, err := classify.ByReconstruction(context.Background(), models, test)
	if err != nil {
		return err
	}
	values := make([]float64, len(predicted[0]))
	for i, at := range predicted[0] {
		values[i] = classes[at]
	}
	return save("predictions", []int{len(values)}, values)
}

func pca(samples *mat.Dense, r external.Request) ([]float64, *mat.Dense, error) {
	p2, err := objective.Power(2)
	if err != nil {
		return nil, nil, err
	}
	mean := make([]float64, r.Features)
	if r.Centre {
		samples, mean = solver.Centre(samples)
	}
	fits, err := solver.GPCA(context.Background(), samples, []objective.Function{p2}, solver.Settings{Components: r.Components})
	if err != nil {
		return nil, nil, err
	}
	return mean, fits[0].Loadings, nil
}

func load(name string) (*mat.Dense, error) {
	f, err := os.Open(name + ".npy")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	a, err := npy.Read(f)
	if err != nil {
		return nil, err
	}
	return mat.NewDense(a.Shape[0], len(a.Values)/a.Shape[0], a.Values), nil
}

func save(name string, shape []int, values []float64) error {
	f, err := os.Create(name + ".npy")
	if err != nil {
		return err
	}
	return errors.Join(npy.Write(f, npy.Array{Shape: shape, Values: values}), f.Close())
}

// A program that computes p=2 has its values to the last bit, and one that predicts by it the same rates.
func TestProgramIsAMethod(t *testing.T) {
	long(t)
	set := patterns(60, 80)
	for block, methods := range map[string][]string{
		published + withGaussians + "[0, 50]":           {"p=2", "program pca", "program predict"},
		crossed + withGaussians + "[50]":                {"p=2", "program pca", "program predict"},
		"split: {per-class: 9}, components: 2":          {"p=2", "program pca", "program predict"},
		published + ", centring: none":                  {"p=2", "program pca", "program predict"},
		published + ", start: random-1, tolerance: 0.1": {"p=2", "program pca"},
		contaminated + ", levels: [0, 50]":              {"p=2", "program pca"},
	} {
		cells := cellsOf(t, set.Describe(), 2, block, methods...)
		r := run(t, set, cells, 2)
		for i, c := range cells {
			p2 := r.get(t, cells[i-i%len(methods)])
			got := r.get(t, c)
			for measure, want := range p2.Values {
				assert.Check(t, is.DeepEqual(got.Values[measure], want), "%s: %s", c, measure)
			}
			assert.Check(t, i%len(methods) == 0 || got.Ends.Total() == 0,
				"%s: components that ended as %+v", c, got.Ends)
		}
	}
}

// A program that fails, or needs more memory than there is, fails its own cells alone, with the reason.
func TestProgramFails(t *testing.T) {
	set := patterns(60, 20)
	methods := []string{"p=1", "program fails", "program predict nothing", "program pca"}
	for block, place := range map[string]string{published: "", crossed: "repetition 1, fold 1: "} {
		cells := cellsOf(t, set.Describe(), 1, block, methods...)
		r := run(t, set, cells, 2)
		r.get(t, cells[0])
		r.get(t, cells[3])
		contains(t, "a program that fails", r.failure(t, cells[1]), "class columns: command "+os.Args[0]+" play fails: exit status 3; its last words: no matter how")
		assert.Check(t, is.Equal(r.ByKey[cells[1].Key()].Log, "no matter how\n"))
		contains(t, "a program without predictions", r.failure(t, cells[2]), place+"command "+os.Args[0]+` play "predict nothing": it ended without writing predictions.npy into the folder`)
		r = &results{}
		small := onSet(set, r, 2)
		small.Memory = 1 << 29
		assert.NilError(t, small.Run(t.Context(), cells))
		r.get(t, cells[0])
		for _, c := range cells[2:] {
			contains(t, "in half a GiB", r.failure(t, c), "MiB of memory and may take 511 MiB: allow more with --memory")
		}
	}
	for block, method := range map[string]string{
		published + gaussian300:         "program pca",
		contaminated + ", levels: [50]": "program predict",
	} {
		e, err := decode("{data: patterns, " + block + "}")
		assert.NilError(t, err)
		m, err := scope{}.Method(method)
		assert.NilError(t, err)
		err = e.Check(m)
		assert.Check(t, err != nil && strings.HasPrefix(err.Error(), "method "+method+" "), "%s: error %v", block, err)
	}
}

// A program that fails in one draw fails its cell, which keeps the values of the other draws.
func TestProgramFailsOnce(t *testing.T) {
	long(t)
	set := patterns(60, 80)
	cells := cellsOf(t, set.Describe(), 3, crossed, "program pca", "program fails once")
	r := run(t, set, cells, 2)
	contains(t, "a program that fails once", r.ByKey[cells[1].Key()].Failure, "failed in 1 of 3 draws, first in repetition 2: class columns: command "+os.Args[0]+` play "fails once": exit status 3`)
	whole, rest := r.get(t, cells[0]).Values["accuracy"], r.ByKey[cells[1].Key()].Values["accuracy"]
	assert.Assert(t, is.DeepEqual(rest, []float64{whole[0], whole[2]}),
		"values %v, want the first and the last of %v", rest, whole)
}

// The key of a cell has all that its program is given. Cells of one program are trained together, apart from
// those of functions; a stored one can be planned, but not run.
func TestProgramCells(t *testing.T) {
	set := patterns(60, 20)
	cells := cellsOf(t, set.Describe(), 2, published+withGaussians+"[0, 50], start: [largest-sample, random-1]", "p=1", "program pca", "program predict")
	assert.Check(t, cells[1].Key() == cells[4].Key() && cells[0].Key() != cells[3].Key(),
		"the start of an iteration is in the key of a program")
	plan, err := onSet(set, &results{}, 1).Plan(t.Context(), cells)
	assert.NilError(t, err)
	assert.Equal(t, len(plan), 4, "%d jobs, want one for each of two starts and two programs", len(plan))
	text, err := json.Marshal(cells[1])
	assert.NilError(t, err)
	var stored experiment.Cell
	assert.NilError(t, json.Unmarshal(text, &stored))
	assert.Equal(t, stored.Key(), cells[1].Key(), "a stored cell has another key")
	plan, err = onSet(set, &results{}, 1).Plan(t.Context(), []experiment.Cell{stored})
	if err != nil || plan[0].Fault != nil || plan[0].Cost.Seconds == 0 || math.IsNaN(plan[0].Cost.Seconds) {
		t.Errorf("plan of a stored cell: %+v, error %v", plan, err)
	}
	r := run(t, set, []experiment.Cell{stored}, 1)
	contains(t, "a stored cell", r.failure(t, stored), "the study does not have it any more")
}
