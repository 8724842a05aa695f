package ascent

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/kindtest"
	"gpca/report/experiment/lesson"
	"gpca/report/internal/faults"
	"gpca/report/method"
	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// climbed computes all cells of an experiment on a set, by method and update.
func climbed(t *testing.T, yaml string, set *dataset.Set) map[[2]string]experiment.Result {
	t.Helper()
	e, err := kindtest.Decode(Kind, yaml)
	assert.NilError(t, err)
	on := experiment.Subject{Data: set.Describe(), Repetitions: 1}
	var cells []experiment.Cell
	var at [][2]string
	for _, m := range e.Axes()[2].Values {
		for _, u := range e.Axes()[3].Values {
			p := experiment.Point{experiment.Method: m.Text, "update": u.Text}
			cells, at = append(cells, kindtest.Cell(t, e, p, on)), append(at, [2]string{m.Text, u.Text})
		}
	}
	results := map[[2]string]experiment.Result{}
	for i, r := range kindtest.Run(t, Kind, set, cells...) {
		assert.Check(t, is.Equal(r.Failure, ""), r.Cell)
		results[at[i]] = r
	}
	return results
}

func open(t *testing.T, name string) *dataset.Set {
	t.Helper()
	set, err := standin.Generate(name)
	assert.NilError(t, err)
	return set
}

const convexOnes = "p=1, p=1.5, p=2, tanh, 3-3sech, 2tanh2, 4sigmoid-2, a=1, a=100"

// Theorem 1: if f is convex, no step falls, from any start, with and without a kernel. Another function, for
// which steps fall, shows that the count works.
func TestConvexClimbs(t *testing.T) {
	for _, space := range []string{"sigma: 0", "sigma: 2500"} {
		for at, r := range climbed(t, "data: usps\nsamples: 400\nclass: \"8\"\nstarts: 4\nsteps: 200\nmethod: ["+convexOnes+", 1-cos]\n"+space, open(t, "usps")) {
			fell := r.Values[falls][0]
			if convex := at[0] != "1-cos"; convex && fell != 0 || !convex && space == "sigma: 0" && fell == 0 {
				t.Errorf("%s, %s: %g of %g steps fall", space, at[0], fell, r.Values[steps][0])
			}
			path := r.Artifacts[objectiveValue].Data
			if last := path[len(path)-1]; last != r.Values[objectiveValue][0] || at[0] != "1-cos" && last < slices.Max(path)*(1-1e-12) {
				t.Errorf("%s, %s: the path ends at %g, the objective is %g", space, at[0], last, r.Values[objectiveValue][0])
			}
		}
	}
}

// The ascent ends where the solver's does if all updates have one end, and a linear kernel is input space.
func TestEndsOfTheSolver(t *testing.T) {
	set := open(t, "liver")
	results := climbed(t, "data: liver\nmethod: [p=1, p=1.5, p=2, tanh, a=0.5]\nupdate: [parallel, serial, printed]\nstarts: 3", set)
	x, _ := solver.Centre(lesson.Divide(set, 0).Train)
	var functions []objective.Function
	for _, name := range []string{"p=1", "p=1.5", "p=2", "tanh", "a=0.5"} {
		s, err := objective.Parse(name)
		assert.NilError(t, err)
		functions = append(functions, s)
	}
	fits, err := solver.GPCA(t.Context(), x, functions, solver.Settings{Components: 1})
	assert.NilError(t, err)
	for _, f := range fits {
		got, want := results[[2]string{f.Function.Name(), "parallel"}].Values, f.Components[0].Objective
		assert.Check(t, math.Abs(got[objectiveValue][0]-want) <= 1e-9*want,
			"%s: objective %g, the solver's is %g", f.Function.Name(), got[objectiveValue][0], want)
		assert.Check(t, got[angleParallel][0] <= same && got[settled][0] == 100 && got[ends][0] == 1,
			"%s: %v", f.Function.Name(), got)
		// If f′ is a power, the scale of c does not change the direction: (3.8) equals Algorithm 3.
		printed := results[[2]string{f.Function.Name(), "printed"}].Values
		if power := strings.HasPrefix(f.Function.Name(), "p="); power && printed[angleParallel][0] > same {
			t.Errorf("%s: Algorithm 3 as printed ends %g degrees away", f.Function.Name(), printed[angleParallel][0])
		}
		if serial := results[[2]string{f.Function.Name(), "serial"}].Values; serial[angleParallel][0] > same || serial[work][0] == got[work][0] {
			t.Errorf("%s: serial %v", f.Function.Name(), serial)
		}
	}
	if v := results[[2]string{"p=2", "parallel"}].Values; v[angleL2][0] > same || v[angleL1][0] < same {
		t.Errorf("the power iteration ends %g degrees from the eigenvector", v[angleL2][0])
	}
}

// No serial update of a Hopfield network raises the energy, and all settle.
func TestSerialEnergy(t *testing.T) {
	r := climbed(t, "data: usps\nsamples: 300\nmethod: p=1\nupdate: serial\nsigma: 2500", open(t, "usps"))[[2]string{"p=1", "serial"}]
	energy := r.Artifacts[energy].Data[1:] // the start is no state of signs
	for i := range energy[1:] {
		assert.Check(t, energy[i+1] <= energy[i]+1e-9,
			"sweep %d raises the energy from %g to %g", i+1, energy[i], energy[i+1])
	}
	assert.Check(t, r.Values[settled][0] == 100 && r.Values[period][0] == 0, r.Values)
}

// A joint ascent moves a up to the largest projection or, by whole steps, beyond it, and so ends at L2.
func TestJointAscent(t *testing.T) {
	for at, r := range climbed(t, "data: iris\nmethod: [a=0.1, a=1]\nupdate: [joint, joint-mean]\nsteps: 3000", open(t, "iris")) {
		a, most := r.Values[endOfA][0], r.Values[largestProjection][0]
		if beyond := at[1] == "joint" && a > most || at[1] == "joint-mean" && math.Abs(a-most) < 1e-3*most; !beyond || r.Values[angleL2][0] > 0.01 || r.Values[falls][0] != 0 {
			t.Errorf("%v: a ends at %g, the largest projection at %g, %v", at, a, most, r.Values)
		}
		path := r.Artifacts[endOfA].Data
		assert.Check(t, slices.IsSorted(path) && path[len(path)-1] == a, "%v: a passes %g", at, path)
	}
}

// A state that comes back is a cycle, and not an end.
func TestCycle(t *testing.T) {
	n := &network{k: mat.NewDense(2, 2, []float64{4, 1, 1, 1}), weights: []float64{1, 1}, norms: []float64{4, 1}}
	f, err := objective.Power(1.5)
	assert.NilError(t, err)
	swap := update{next: func(m *climb) { m.c[0], m.c[1] = m.c[1], m.c[0] }}
	m, err := n.from(t.Context(), 0, f, swap, 100)
	assert.NilError(t, err)
	assert.Check(t, m.period == 2 && !m.settled, "a swap has period %d", m.period)
	_, err = newNetwork(t.Context(), &kernel.Matrix{Values: mat.NewDense(1, 1, nil), Weights: []float64{3}})
	assert.Check(t, err != nil, "samples that do not vary are climbed")
}

func TestFaults(t *testing.T) {
	faults.Check(t, "faults.txt", func(_ *testing.T, block string) error {
		_, err := kindtest.Decode(Kind, block)
		return err
	})
	for _, test := range []struct{ data, yaml, want string }{
		{"iris", "data: iris\nmethod: p=1\nclass: [Iris-setosa, \"8\"]", `test.yaml:3:22: data set iris has no class "8"`},
		{"letter", "data: letter\nmethod: p=1", "test.yaml:1:7: data set letter has"},
	} {
		e, err := kindtest.Decode(Kind, test.yaml)
		assert.NilError(t, err)
		d := open(t, test.data).Describe()
		if test.data == "letter" {
			d.Samples = 20000
		}
		class := e.Axes()[1].Values[len(e.Axes()[1].Values)-1].Text
		_, err = e.Cell((&experiment.Named{Experiment: e}).Complete(experiment.Point{"class": class}), method.Method{}, experiment.Subject{Data: d, Repetitions: 1})
		assert.Check(t, err != nil && strings.HasPrefix(err.Error(), test.want),
			"%q: error %v, want %q", test.yaml, err, test.want)
	}
}
