package plan_test

import (
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/plan"
)

// tiny is a study of two small sets with one of several kinds of table and figure.
//
//go:embed testdata/plan_tiny.yaml
var tiny string

func newPlan(t *testing.T, selection plan.Selection, repetitions int) (*plan.Plan, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "tiny.yaml")
	assert.NilError(t, os.WriteFile(file, []byte(tiny), 0o600))
	s, err := report.OpenStudy(file)
	assert.NilError(t, err)
	return plan.New(t.Context(), s, report.OpenLibrary(s, nil, nil), selection, repetitions)
}

// A selection keeps the exhibits, data sets and methods that it names; exhibits share cells.
func TestSelections(t *testing.T) {
	rates := []string{"iris p=1, 3 folds", "iris p=2, 3 folds", "balance p=1, 3 folds", "balance p=2, 3 folds"}
	errors := []string{"optdigits p=1 0 dummy images", "optdigits f'=u/(1+u) 0 dummy images", "optdigits p=1 5 dummy images", "optdigits f'=u/(1+u) 5 dummy images"}
	for _, c := range []struct {
		selection       plan.Selection
		tables, figures []string
		cells           []string
	}{
		{plan.Selection{}, []string{"1", "2", "3"}, []string{"1"}, slices.Concat(rates, errors)},
		{plan.Selection{Tables: []string{"2"}}, []string{"2"}, nil, rates},
		{plan.Selection{Tables: []string{"[13]"}, Methods: []string{"p=*"}}, []string{"1", "3"}, nil, append(slices.Clone(rates), errors[0], errors[2])},
		{plan.Selection{Tables: []string{"1, 3"}, Methods: []string{"p=1,p=2"}}, []string{"1", "3"}, nil, append(slices.Clone(rates), errors[0], errors[2])},
		{plan.Selection{Methods: []string{"f'=*"}}, []string{"1", "2", "3"}, []string{"1"}, []string{errors[1], errors[3]}},
		{plan.Selection{Tables: []string{"1"}, Datasets: []string{"bal*"}}, []string{"1"}, nil, rates[2:]},
		{plan.Selection{Figures: []string{"1"}}, nil, []string{"1"}, nil},
	} {
		p, err := newPlan(t, c.selection, 0)
		assert.NilError(t, err)
		var cells []string
		for _, cell := range p.Cells {
			cells = append(cells, cell.String())
		}
		slices.Sort(cells)
		if want := slices.Sorted(slices.Values(c.cells)); !slices.Equal(cells, want) || !slices.Equal(p.Tables, c.tables) || !slices.Equal(p.Figures, c.figures) {
			t.Errorf("%+v: tables %v, figures %v, cells\n%q, want %v, %v,\n%q", c.selection, p.Tables, p.Figures, cells, c.tables, c.figures, c.cells)
		}
		whole := len(c.selection.Tables)+len(c.selection.Figures) == 0
		assert.Check(t, is.Equal(p.Whole(), whole), "%+v is the whole study", c.selection)
		for _, q := range p.Asked() {
			key, ok := p.Key(q)
			found := slices.ContainsFunc(p.Cells, func(c experiment.Cell) bool { return c.Key() == key })
			assert.Check(t, is.Equal(found, ok), "%+v: the cell at %s is there", c.selection, q.Point)
		}
	}
}

func TestFaultySelections(t *testing.T) {
	for want, selection := range map[string]plan.Selection{
		`unknown table "4": `:                            {Tables: []string{"4"}},
		`unknown table "5": did you mean 1, 2 or 3?`:     {Tables: []string{"1,5"}},
		`unknown figure "2": `:                           {Figures: []string{"2"}},
		`unknown data set "irs": did you mean iris?`:     {Datasets: []string{"irs"}},
		`unknown method "f'=u/(2+u)": did you mean f'=`:  {Methods: []string{"f'=u/(2+u)"}},
		`unknown method "p=1": nothing that is selected`: {Figures: []string{"1"}, Methods: []string{"p=1"}},
		`table "[" is not a valid pattern: `:             {Tables: []string{"["}},
	} {
		if _, err := newPlan(t, selection, 0); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: error %v, want one that begins with %q", selection, err, want)
		}
	}
}

// Repetitions depend on the origin of the data unless the user gives them, and are 1 without randomness.
func TestRepetitions(t *testing.T) {
	for repetitions, want := range map[int]int{0: 2, 5: 5} {
		p, err := newPlan(t, plan.Selection{}, repetitions)
		assert.NilError(t, err)
		for _, c := range p.Cells {
			want := want
			if strings.HasSuffix(c.Name, " 0 dummy images") {
				want = 1
			}
			assert.Check(t, c.Repetitions == want && c.Seed == 7 && c.Origin == dataset.StandIn &&
				p.Origin(c.Data) == dataset.StandIn, "%d repetitions asked for: cell %+v", repetitions, c)
		}
	}
	_, err := newPlan(t, plan.Selection{}, -1)
	assert.Check(t, err != nil, "-1 repetitions are accepted")
}

// A result that one experiment asks for is also found for another that has the same cell and does not ask for it; a
// cell that no experiment asks for is not found, though it may be stored.
func TestResultsAreShared(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.yaml")
	assert.NilError(t, os.WriteFile(file, golden.Get(t, "plan_results_are_shared.yaml"), 0o600))
	s, err := report.OpenStudy(file)
	assert.NilError(t, err)
	p, err := plan.New(t.Context(), s, report.OpenLibrary(s, nil, nil), plan.Selection{}, 0)
	assert.NilError(t, err)
	src := p.Source(anything{}, s)
	one, other := p.Asked()[0], p.Asked()[1]
	other.Experiment = one.Experiment
	_, ok := src.Result(other)
	assert.Check(t, ok, "%v is not found for experiment %s", other.Point, one.Experiment.Name)
	other.Point = other.Point.With(experiment.Data, "balance")
	_, ok = src.Result(other)
	assert.Check(t, !ok, "%v is found, which nobody asks for", other.Point)
}

// anything has a result of every cell.
type anything struct{}

func (anything) Get(string) (experiment.Result, bool) { return experiment.Result{}, true }
