package report

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/store"
	"gpca/report/study"
)

// tiny is a study of three small sets, on their stand-ins a matter of
// milliseconds, with one of every kind of table and figure.
const tiny = `name: tiny
title: Small sets
source: "A. Author, On Small Sets, 2020"
seed: 7
repetitions: {real: 3, stand-in: 2}
labels: {p=2: L2}
experiments:
  - name: rates
    data: [iris, balance, liver]
    protocol: cross-validation
    folds: 3
    metric: accuracy
    components: 1
    axis: Data set
  - name: spoilt
    data: [iris]
    protocol: contamination
    metric: reconstruction-error
    components: 1
    levels: [0, 5]
    axis: "#images"
tables:
  - {number: "1", caption: Rates, experiment: rates, columns: [p=1, p=2], average: true, decimals: 2}
  - {number: "2", caption: Wins, kind: winning-count, of: ["1"], rows: [p=1], columns: [p=2]}
  - {number: "3", caption: Errors, experiment: spoilt, columns: [{best-of: "1"}, "f'=u/(1+u)"], average: true, decimals: 3, chart: true}
  - {number: "10", caption: Iris, kind: by-method, experiment: rates, data: [iris], rows: [p=1, a=1], decimals: 1, heading: Rate}
figures:
  - {number: "1", caption: Functions, kind: functions, curves: [p=1, p=2], from: 0, to: 2}
  - {number: "2", caption: Sweep, kind: sweep, experiment: rates, data: iris, family: a, values: [1, 2], references: [p=2]}
  - {number: "3", caption: Network, kind: network}
`

func parse(t *testing.T, source string) *study.Study {
	t.Helper()
	s, err := study.Parse("tiny.yaml", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// plan is the plan of a selection of the tiny study on stand-ins.
func plan(t *testing.T, selection Selection) *Plan {
	t.Helper()
	p, err := NewPlan(t.Context(), parse(t, tiny), NewData(nil), nil, selection, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func names(p *Plan) []string {
	var n []string
	for _, c := range p.Cells {
		n = append(n, c.String())
	}
	return n
}

func TestPlanOfEverything(t *testing.T) {
	p := plan(t, Selection{})
	if want := []string{"1", "2", "3", "10"}; !slices.Equal(p.Tables, want) {
		t.Errorf("tables %v, want %v", p.Tables, want)
	}
	if want := []string{"1", "2", "3"}; !slices.Equal(p.Figures, want) {
		t.Errorf("figures %v, want %v", p.Figures, want)
	}
	want := []string{
		"iris p=1", "iris p=2", "balance p=1", "balance p=2", "liver p=1", "liver p=2",
		"iris f'=u/(1+u) 0 dummy images", "iris f'=u/(1+u) 5 dummy images",
		"iris p=1 0 dummy images", "iris p=2 0 dummy images", "iris p=1 5 dummy images", "iris p=2 5 dummy images",
		"iris a=1", "iris a=2",
	}
	if got := names(p); !slices.Equal(got, want) {
		t.Errorf("cells\n%q, want\n%q", got, want)
	}
	if want := []string{"iris", "balance", "liver"}; !slices.Equal(p.Datasets(), want) {
		t.Errorf("data sets %v, want %v", p.Datasets(), want)
	}
	if p.Cells[0].Repetitions != 2 || p.Cells[0].Origin != dataset.StandIn || p.Origin("iris") != dataset.StandIn {
		t.Errorf("cell %+v, want a stand-in's", p.Cells[0])
	}
}

func TestSelection(t *testing.T) {
	for _, c := range []struct {
		name            string
		selection       Selection
		tables, figures []string
		cells           []string
	}{
		{"a table", Selection{Tables: []string{"2"}}, []string{"2"}, nil,
			[]string{"iris p=1", "iris p=2", "balance p=1", "balance p=2", "liver p=1", "liver p=2"}},
		{"tables by a glob, in the order of the study", Selection{Tables: []string{"1*", "2"}}, []string{"1", "2", "10"}, nil,
			[]string{"iris p=1", "iris p=2", "balance p=1", "balance p=2", "liver p=1", "liver p=2", "iris a=1"}},
		{"a figure", Selection{Figures: []string{"2"}}, nil, []string{"2"}, []string{"iris p=2", "iris a=1", "iris a=2"}},
		{"a table and a figure", Selection{Tables: []string{"10"}, Figures: []string{"?"}}, []string{"10"}, []string{"1", "2", "3"},
			[]string{"iris p=1", "iris a=1", "iris p=2", "iris a=2"}},
		{"a data set", Selection{Tables: []string{"1"}, Datasets: []string{"[bl]*"}}, []string{"1"}, nil,
			[]string{"balance p=1", "balance p=2", "liver p=1", "liver p=2"}},
		{"methods", Selection{Tables: []string{"3"}, Methods: []string{"f'*"}}, []string{"3"}, nil,
			[]string{"iris f'=u/(1+u) 0 dummy images", "iris f'=u/(1+u) 5 dummy images"}},
		{"a method by its name", Selection{Methods: []string{"f'=u/(1+u)"}}, []string{"1", "2", "3", "10"}, []string{"1", "2", "3"},
			[]string{"iris f'=u/(1+u) 0 dummy images", "iris f'=u/(1+u) 5 dummy images"}},
		{"all methods", Selection{Tables: []string{"10"}, Methods: []string{"*"}}, []string{"10"}, nil, []string{"iris p=1", "iris a=1"}},
	} {
		p := plan(t, c.selection)
		if !slices.Equal(p.Tables, c.tables) || !slices.Equal(p.Figures, c.figures) {
			t.Errorf("%s: tables %v and figures %v, want %v and %v", c.name, p.Tables, p.Figures, c.tables, c.figures)
		}
		if got := names(p); !slices.Equal(got, c.cells) {
			t.Errorf("%s: cells\n%q, want\n%q", c.name, got, c.cells)
		}
	}
}

func TestSelectionOfNothing(t *testing.T) {
	for want, selection := range map[string]Selection{
		`unknown table "11": did you mean`:                                 {Tables: []string{"1", "11"}},
		`unknown figure "9": did you mean`:                                 {Figures: []string{"9"}},
		`unknown data set "balanse": did you mean balance?`:                {Datasets: []string{"balanse"}},
		`unknown data set "usps": valid are iris, balance, liver`:          {Datasets: []string{"usps"}},
		`unknown method "p=3": did you mean p=1 or p=2?`:                   {Methods: []string{"p=3"}},
		`table "[" is not a valid pattern`:                                 {Tables: []string{"["}},
		`unknown data set "iris": nothing that is selected has one`:        {Figures: []string{"1"}, Datasets: []string{"iris"}},
		`unknown method "a=1": did you mean p=1?`:                          {Tables: []string{"1"}, Methods: []string{"a=1"}},
		`unknown table "1,2": valid are 1, 2, 3, 10`:                       {Tables: []string{"1,2"}},
		`unknown method "*tanh": valid are p=1, p=2, f'=u/(1+u), a=1, a=2`: {Methods: []string{"*tanh"}},
		`unknown method "f'=u/(2+u)": did you mean f'=u/(1+u)?`:            {Methods: []string{"f'=u/(2+u)"}},
	} {
		_, err := NewPlan(t.Context(), parse(t, tiny), NewData(nil), nil, selection, 0)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: error %v, want one that begins with %q", selection, err, want)
		}
	}
}

// Where the data is not there but results on the real set are, those are shown.
func TestPlanForStoredResults(t *testing.T) {
	s := parse(t, tiny)
	e, err := dataset.Find("iris")
	if err != nil {
		t.Fatal(err)
	}
	results := memory(t)
	c := grid.Cell{Data: "iris", Origin: dataset.Real, Digest: e.Digest(), Repetitions: 1}
	if err := results.Put(grid.Result{Key: c.Key(), Cell: c, Values: []float64{1}}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		results *store.Store
		want    map[string]dataset.Origin
	}{
		{results, map[string]dataset.Origin{"iris": dataset.Real, "balance": dataset.StandIn}},
		{nil, map[string]dataset.Origin{"iris": dataset.StandIn, "balance": dataset.StandIn}},
	} {
		p, err := NewPlan(t.Context(), s, NewData(nil), test.results, Selection{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		for data, origin := range test.want {
			if got := p.Origin(data); got != origin {
				t.Errorf("with the store %v, %s is %s, want %s", test.results != nil, data, got, origin)
			}
		}
	}
}

// memory is an empty store that results can be put into.
func memory(t *testing.T) *store.Store {
	t.Helper()
	s, _, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Append("cells"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// answer puts made-up results for some cells of a plan: the value of repetition
// r of cell i is 60+i+r.
func answer(t *testing.T, p *Plan, results *store.Store, which func(i int) bool) {
	t.Helper()
	for i, c := range p.Cells {
		if !which(i) {
			continue
		}
		r := grid.Result{Key: c.Key(), Cell: c, Ends: grid.Ends{Converged: 6, MostIterations: 10 + i}}
		for repetition := range c.Repetitions {
			r.Values = append(r.Values, float64(60+i+repetition))
		}
		if err := results.Put(r); err != nil {
			t.Fatal(err)
		}
	}
}

func fail(t *testing.T, c grid.Cell, results *store.Store, reason string) {
	t.Helper()
	if err := results.Put(grid.Result{Key: c.Key(), Cell: c, Failure: reason}); err != nil {
		t.Fatal(err)
	}
}

func TestPending(t *testing.T) {
	p := plan(t, Selection{})
	results := memory(t)
	answer(t, p, results, func(i int) bool { return i < 4 })
	fail(t, p.Cells[4], results, "no number")
	if got, want := Count(p, results), (Summary{Done: 4, Failed: 1, Missing: 9}); got != want {
		t.Errorf("count %+v, want %+v", got, want)
	}
	for _, c := range []struct {
		options RunOptions
		want    []grid.Cell
	}{
		{RunOptions{}, p.Cells[5:]},
		{RunOptions{RetryFailed: true}, p.Cells[4:]},
		{RunOptions{Force: true}, p.Cells},
	} {
		if got := Pending(p, results, c.options); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %d cells pending, want %d", c.options, len(got), len(c.want))
		}
		// The shards share out what is pending, whatever is done already: which
		// shard a cell is in does not depend on that.
		const shards = 3
		var all []string
		for i := 1; i <= shards; i++ {
			o := c.options
			o.Shard, o.Shards = i, shards
			for _, cell := range Pending(p, results, o) {
				all = append(all, cell.Key())
				if !slices.Contains(grid.Shard(p.Cells, i, shards), cell) {
					t.Errorf("%s is pending in shard %d, which is not its own", cell, i)
				}
			}
		}
		var want []string
		for _, cell := range c.want {
			want = append(want, cell.Key())
		}
		slices.Sort(all)
		slices.Sort(want)
		if !slices.Equal(all, want) {
			t.Errorf("%+v: %d cells pending in shards, want %d", c.options, len(all), len(want))
		}
	}
}

func ExampleNewPlan() {
	s, err := study.Parse("tiny.yaml", []byte(tiny))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := NewPlan(context.Background(), s, NewData(nil), nil, Selection{Tables: []string{"1"}, Datasets: []string{"i*"}}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range p.Cells {
		fmt.Println(c, "on a", c.Origin)
	}
	// Output:
	// iris p=1 on a stand-in
	// iris p=2 on a stand-in
}
