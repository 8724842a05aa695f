package study_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpca/report/study"
)

// sensitiveStudy is the tiny study with faces under other settings.
func sensitiveStudy(t *testing.T) *study.Study {
	t.Helper()
	return parse(t, strings.Replace(tiny, sensitiveFrom, sensitive, 1))
}

func TestNeedsOfVariations(t *testing.T) {
	s := sensitiveStudy(t)
	var got []string
	for _, n := range s.Needs(study.Selection{Tables: only("4"), Figures: only()}) {
		got = append(got, fmt.Sprintf("%g %s %s %d", n.Level, n.Method, n.Variation.Start, n.Variation.MaxIterations))
	}
	var want []string // its own settings first, and its own limit once
	for _, changed := range []string{" 0", "best-sample 0", "random-1 0", " 50"} {
		for _, level := range []int{0, 15} {
			for _, method := range []string{"p=1", "p=2"} {
				want = append(want, fmt.Sprintf("%d %s %s", level, method, changed))
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("needs\n%q, want\n%q", got, want)
	}
}

func TestFigureNeedsItsTable(t *testing.T) {
	source := strings.Replace(tiny, sensitiveFrom, sensitive, 1)
	s := parse(t, strings.Replace(source, "caption: Network, kind: network}", `caption: Ranges, kind: sensitivity, table: "4"}`, 1))
	table := s.Needs(study.Selection{Tables: only("4"), Figures: only()})
	if figure := s.Needs(study.Selection{Tables: only(), Figures: only("3")}); len(table) != 16 || !slices.Equal(figure, table) {
		t.Errorf("the figure has %d needs, its table %d, want the same 16", len(figure), len(table))
	}
}

// What is varied is what differs from the experiment's own settings, whether these
// are given or the default.
func TestVaried(t *testing.T) {
	all := study.Variations{
		Start:         []string{"largest-sample", "random-1", "best-sample"},
		Tolerance:     []float64{1e-3, 1e-10},
		MaxIterations: []int{50, 1000},
	}
	for _, c := range []struct {
		own  study.Experiment
		want string
	}{
		{study.Experiment{}, "starts [random-1 best-sample], tolerances [0.001], iteration limits [50]"},
		{study.Experiment{Start: "random-1", Tolerance: 1e-3, MaxIterations: 50}, "starts [largest-sample best-sample], tolerances [1e-10], iteration limits [1000]"},
		{study.Experiment{Start: "largest-sample", Tolerance: 1e-5, MaxIterations: 7}, "starts [random-1 best-sample], tolerances [0.001 1e-10], iteration limits [50 1000]"},
	} {
		e := c.own
		e.Variations = all
		var got []string
		for _, s := range e.Varied() {
			var values []any
			for _, v := range s.Variations {
				switch s.Name {
				case "start":
					values = append(values, v.Start)
				case "tolerance":
					values = append(values, v.Tolerance)
				default:
					values = append(values, v.MaxIterations)
				}
			}
			got = append(got, fmt.Sprint(s.Names, " ", values))
		}
		if joined := strings.Join(got, ", "); joined != c.want {
			t.Errorf("%+v varies %s, want %s", c.own, joined, c.want)
		}
	}
	e := study.Experiment{Variations: study.Variations{Tolerance: []float64{1e-10}}}
	if got := e.Varied(); len(got) != 0 {
		t.Errorf("its own tolerance is varied: %+v", got)
	}
}

// An experiment that is like another has the other's variations, not its slices.
func TestVariationsAreInherited(t *testing.T) {
	source := strings.Replace(tiny, sensitiveFrom, sensitive, 1)
	s := parse(t, strings.Replace(source, "  - name: flowers\n", "  - {name: heads, like: faces}\n  - name: flowers\n", 1))
	faces, heads := s.Experiment("faces"), s.Experiment("heads")
	heads.Variations.Start[0] = "random-9"
	heads.Variations.MaxIterations[0] = 7
	if got := fmt.Sprint(faces.Variations); got != "{[best-sample random-1] [] [1000 50]}" {
		t.Errorf("variations of faces became %s", got)
	}
	if len(heads.Varied()) != 2 {
		t.Errorf("heads inherited %v", heads.Variations)
	}
}

// The study of the thesis's optimiser follows the rule that it states, and leaves
// no method of the thesis's tables on clean USPS out.
func TestSensitivityStudy(t *testing.T) {
	s, err := study.Open("sensitivity")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range s.Experiments {
		random := 0
		for _, name := range e.Variations.Start {
			if strings.HasPrefix(name, "random-") {
				random++
			}
		}
		if random < 5 || len(e.Variations.Start) != 4+random {
			t.Errorf("%s: starts %v, want every kind and at least five random ones", e.Name, e.Variations.Start)
		}
		if e.Variations.Tolerance[0] != 1e-3 || e.Variations.Tolerance[5] != 1e-12 || e.Variations.MaxIterations[0] != 50 || e.Variations.MaxIterations[6] != 5000 {
			t.Errorf("%s: variations %v", e.Name, e.Variations)
		}
	}
	// 1 + 8 + 5 + 6 settings.
	if got := len(s.Needs(study.Selection{})); got != 20*(10+7) {
		t.Errorf("%d needs, want %d", got, 20*17)
	}
	of := thesis(t)
	if s.Seed != of.Seed || s.Repetitions != of.Repetitions {
		t.Errorf("seed %d and repetitions %v, the thesis has %d and %v", s.Seed, s.Repetitions, of.Seed, of.Repetitions)
	}
	for i := range of.Tables {
		grid := &of.Tables[i]
		if grid.Sensitivity == "" {
			continue
		}
		rows := s.Table(grid.Sensitivity).Rows
		for _, column := range grid.Columns {
			if column.Method != "" && !slices.Contains(rows, column.Method) {
				t.Errorf("table %s has no row for %s of table %s", grid.Sensitivity, column.Method, grid.Number)
			}
		}
	}
}
