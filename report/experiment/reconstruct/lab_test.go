package reconstruct_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/kindtest"
	"gpca/report/experiment/reconstruct"
	"gpca/report/method"
	"gpca/report/runner"
	"gpca/report/strictyaml"
)

// failing is a function that a study may name, as it is valid up to u = 10⁴, but that yields no number for
// projections such as those of shifted.
const failing = "f'=sqrt(20000 - u)"

// methods are those of the tests of choices, as in a study file.
//
//go:embed testdata/lab_methods.yaml
var methods string

// A scope knows the methods above too.
type scope struct{ kindtest.Scope }

func (scope) Method(name string) (method.Method, error) {
	all, err := decoded()
	if err != nil {
		return method.Method{}, err
	}
	if i := slices.IndexFunc(all, func(m method.Method) bool { return m.Name == name }); i >= 0 {
		return all[i], nil
	}
	return method.Parse(name)
}

// decoded are the methods above and the commands, whose digests take a while: the program is this one.
var decoded = sync.OnceValues(func() (all []method.Method, err error) {
	file, err := strictyaml.Parse("methods.yaml", []byte(methods+commands()))
	for _, n := range file.Entries() {
		if err == nil {
			var m method.Method
			m, err = method.Decode(n, nil)
			all = append(all, m)
		}
	}
	return all, err
})

func decode(block string) (experiment.Experiment, error) {
	return kindtest.DecodeIn(scope{}, reconstruct.Kind, block)
}

// long begins a test that takes half a second of a processor or more, which -short leaves out.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
}

// cellsOf returns the cells of an experiment on a set, in the order of its axes, methods innermost.
func cellsOf(t *testing.T, d dataset.Description, repetitions int, block string, methods ...string) []experiment.Cell {
	t.Helper()
	e, err := decode(fmt.Sprintf("{data: %s, %s}", d.Name, block))
	assert.NilError(t, err)
	points := []experiment.Point{{experiment.Data: d.Name}}
	for _, a := range e.Axes() {
		var more []experiment.Point
		for _, p := range points {
			for _, v := range a.Values {
				more = append(more, p.With(a.Name, v.Text))
			}
			if a.Open {
				more = append(more, p)
			}
		}
		points = more
	}
	var cells []experiment.Cell
	for _, p := range points {
		for _, name := range methods {
			m, err := scope{}.Method(name)
			if err == nil {
				err = e.Check(m)
			}
			assert.NilError(t, err)
			c, err := e.Cell(p.With(experiment.Method, name), m, experiment.Subject{Data: roomy(d), Seed: 3, Repetitions: repetitions, Refits: refits})
			assert.NilError(t, err)
			cells = append(cells, c)
		}
	}
	return cells
}

// roomy is a description that suits every cell; runs find what cannot be computed.
func roomy(d dataset.Description) dataset.Description {
	d.Samples, d.Train, d.Test, d.Features, d.ClassCounts = 1e6, 1e6, 1e6, 1e6, nil
	d.Classes, d.Image = []string{"a", "b"}, dataset.ImageSize{Width: 1000, Height: 1000}
	return d
}

// refits is how often an unsettled fit is repeated.
const refits = 2

// results keeps the results of a run by key.
type results struct{ kindtest.Results }

// get returns the result of a cell, which must not have failed.
func (r *results) get(t *testing.T, c experiment.Cell) experiment.Result {
	t.Helper()
	result, ok := r.ByKey[c.Key()]
	assert.Assert(t, ok && result.Failure == "", "%s: result %v, failure %q", c, ok, result.Failure)
	return result
}

// failure returns the failure of a cell, which must have no values.
func (r *results) failure(t *testing.T, c experiment.Cell) string {
	t.Helper()
	result := r.ByKey[c.Key()]
	assert.Check(t, result.Values == nil, "%s has values %v", c, result.Values)
	return result.Failure
}

// bytes returns all results as JSON in the order of their keys, without times.
func (r *results) bytes(t *testing.T) string {
	t.Helper()
	var list []experiment.Result
	for _, key := range slices.Sorted(maps.Keys(r.ByKey)) {
		result := r.ByKey[key]
		result.Seconds = 0
		list = append(list, result)
	}
	b, err := json.MarshalIndent(list, "", " ")
	assert.NilError(t, err)
	return string(b)
}

// onSet returns a runner on one set.
func onSet(set *dataset.Set, r *results, workers int) *runner.Runner {
	return kindtest.Runner(reconstruct.Kind, set, &r.Results, workers)
}

// run computes cells on a set with a number of workers; all must have results.
func run(t *testing.T, set *dataset.Set, cells []experiment.Cell, workers int) *results {
	t.Helper()
	r := &results{}
	assert.NilError(t, onSet(set, r, workers).Run(t.Context(), cells))
	for _, c := range cells {
		_, ok := r.ByKey[c.Key()]
		assert.Check(t, ok, "no result for %s", c)
	}
	return r
}

// split makes the first two thirds of a set training samples.
func split(set *dataset.Set) *dataset.Set {
	rows, _ := set.Samples.Dims()
	set.Split = &dataset.Split{}
	for i := range rows {
		if i < rows*2/3 {
			set.Split.Train = append(set.Split.Train, i)
		} else {
			set.Split.Test = append(set.Split.Test, i)
		}
	}
	return set
}

// patterns returns 6 × 6 images in two classes close to two planes: bright columns and bright rows, of varying
// brightness. Difficulty is the standard deviation around the planes.
func patterns(samples int, difficulty float64) *dataset.Set {
	const side = 6
	r := rand.New(rand.NewPCG(1, 2))
	values := mat.NewDense(samples, side*side, nil)
	set := &dataset.Set{
		Name: "patterns", Title: "Patterns", Origin: dataset.StandIn, Digest: "patterns",
		Samples: values, Classes: []string{"columns", "rows"},
	}
	for i := range samples {
		class := i % 2
		set.Labels = append(set.Labels, class)
		first, second := 40+80*r.Float64(), 40+80*r.Float64()
		for y := range side {
			for x := range side {
				along := x
				if class == 1 {
					along = y
				}
				v := 20 + first*float64(along%2) + second*float64(along/3) + difficulty*r.NormFloat64()
				values.Set(i, y*side+x, math.Round(min(max(v, 0), 255)))
			}
		}
	}
	return split(set)
}

// shifted is patterns with one class so bright that failing fails on it.
func shifted(samples int) *dataset.Set {
	set := patterns(samples, 10)
	for i, class := range set.Labels {
		if class == 1 {
			row := set.Samples.RawRowView(i)
			for j := range row {
				row[j] *= 1000
			}
		}
	}
	return set
}

// unlabelled is patterns without classes.
func unlabelled(samples int, difficulty float64) *dataset.Set {
	set := patterns(samples, difficulty)
	set.Labels, set.Classes, set.Split = nil, nil, nil
	return set
}

// directions returns samples of two classes along two directions each: one of the class, by about 1 in every
// sample, and one common to both, by 2.5 in three samples of ten. The sum of magnitudes is larger along the
// first, which L1 and a small a find; the sum of squares is larger along the second, which L2 and a large a
// find, and which does not separate classes. So a small a is best.
func directions(samples int) *dataset.Set {
	const features = 6
	r := rand.New(rand.NewPCG(5, 6))
	set := &dataset.Set{
		Name: "directions", Title: "Directions", Origin: dataset.StandIn, Digest: "directions",
		Samples: mat.NewDense(samples, features, nil), Classes: []string{"left", "right"},
	}
	for i := range samples {
		class := i % 2
		set.Labels = append(set.Labels, class)
		row := set.Samples.RawRowView(i)
		row[1+class] += float64(1-2*(i/2%2)) * (0.9 + 0.2*r.Float64())
		if i/4%10 < 3 { // of either sign, whatever that along the other direction
			row[0] += 2.5 * float64(1-2*(i/40%2))
		}
		for k := range row {
			row[k] += 0.02 * r.NormFloat64()
		}
	}
	return split(set)
}

// rings returns samples of two classes on concentric circles of radius 1 and 3. Neither a line separates them,
// nor a kernel so wide that it is nearly linear, nor one so narrow that all samples are equally distant; one as
// wide as the gap does.
func rings(samples int) *dataset.Set {
	r := rand.New(rand.NewPCG(7, 8))
	set := directions(samples)
	set.Name, set.Digest, set.Samples = "rings", "rings", mat.NewDense(samples, 2, nil)
	for i, class := range set.Labels {
		angle, radius := 2*math.Pi*r.Float64(), float64(1+2*class)+0.05*r.NormFloat64()
		set.Samples.SetRow(i, []float64{radius * math.Cos(angle), radius * math.Sin(angle)})
	}
	return set
}

// Blocks of most tests; noise and levels follow.
const (
	published     = "split: published, components: 2"
	crossed       = "split: {folds: 5}, components: 2"
	contaminated  = "split: contamination, components: 2"
	gaussian300   = ", kernel: {function: gaussian, sigma: 300}"
	withGaussians = ", noise: gaussian, levels: "
)

// everything is a grid with all splits, a kernel and a failing function, on a set so difficult that results
// differ.
func everything(t *testing.T) (cells []experiment.Cell, set *dataset.Set) {
	t.Helper()
	set = patterns(60, 80)
	for _, block := range []string{
		published + withGaussians + "[0, 50]", published + withGaussians + "[0, 50]" + gaussian300,
		crossed, crossed + withGaussians + "[50]", "split: {per-class: 9}, components: 2", contaminated + ", levels: [0, 50]",
	} {
		cells = append(cells, cellsOf(t, set.Describe(), 3, block, "p=0.5", "p=1", "p=2", "tanh", failing)...)
	}
	return cells, set
}

func contains(t *testing.T, what, text, want string) {
	t.Helper()
	assert.Check(t, is.Contains(text, want), "%s: %q, want %q in it", what, text, want)
}
