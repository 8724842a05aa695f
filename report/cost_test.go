package report

import (
	"slices"
	"testing"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/study"
)

// costOf is the estimate for a part of the thesis's study on real data.
func costOf(t *testing.T, data string, tables, figures, methods []string, repetitions int) float64 {
	t.Helper()
	s, err := study.Open("thesis")
	if err != nil {
		t.Fatal(err)
	}
	e, err := dataset.Find(data)
	if err != nil {
		t.Fatal(err)
	}
	var cells []grid.Cell
	for _, n := range s.Needs(study.Selection{
		Tables:  func(number string) bool { return slices.Contains(tables, number) },
		Figures: func(number string) bool { return slices.Contains(figures, number) },
	}) {
		if n.Data != data || methods != nil && !slices.Contains(methods, n.Method) {
			continue
		}
		c, err := grid.Resolve(s, n, grid.Source{Origin: dataset.Real, Digest: e.Digest()}, repetitions)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	cost := 0.0
	for _, g := range grid.Groups(cells) {
		cost += g.Cost(realSize(e))
	}
	return cost
}

// What status expects is right to a factor of one and a half, on real data: the
// seconds are the processor time of "report run -j 1" with GOMAXPROCS=1 and these
// flags, less the 0.7 s of a run of one small cell, on one of two cores of an AMD
// EPYC of family 25, model 17 (Zen 4), the other of which was busy.
func TestCost(t *testing.T) {
	for _, c := range []struct {
		data            string
		tables, figures []string
		methods         []string // nil for all
		repetitions     int
		seconds         float64
	}{
		{"usps", []string{"2.1"}, nil, nil, 1, 2.8},
		{"usps", []string{"2.1"}, nil, nil, 4, 5.7},
		{"usps", nil, []string{"2.4"}, nil, 1, 23.7},
		{"usps", nil, []string{"2.4"}, nil, 3, 31.0},
		{"usps", []string{"3.1"}, nil, nil, 1, 2.8},
		{"usps", []string{"3.1"}, nil, nil, 4, 7.2},
		{"yale", []string{"2.3"}, nil, nil, 1, 4.3},
		{"yale", []string{"3.3", "3.8"}, nil, nil, 5, 1.7},
		{"mnist", []string{"2.4"}, nil, []string{"p=1", "p=2", "tanh"}, 1, 67},
		{"mnist", []string{"3.4"}, nil, []string{"p=1", "p=2"}, 1, 184},
		{"phishing", []string{"2.5", "2.11"}, nil, nil, 5, 3.4},
		{"phishing", []string{"3.5", "3.10"}, nil, nil, 1, 23.9},
		{"waveform", []string{"2.5", "2.11"}, nil, nil, 2, 0.39},
		{"waveform", []string{"3.5", "3.10"}, nil, nil, 1, 3.0},
		{"letter", nil, []string{"2.5"}, nil, 1, 1.15},
		{"letter", []string{"3.5", "3.10"}, nil, nil, 1, 6.8},
		{"yeast", []string{"2.5", "2.11"}, nil, nil, 15, 1.07},
		{"car", []string{"3.5", "3.10"}, nil, nil, 15, 9.8},
		{"balance", []string{"3.5", "3.10"}, nil, nil, 15, 1.4},
	} {
		got := costOf(t, c.data, c.tables, c.figures, c.methods, c.repetitions)
		t.Logf("%-8s tables %v figures %v repetitions %2d: expected %6.2f s, measured %6.2f s, ratio %.2f", c.data, c.tables, c.figures, c.repetitions, got, c.seconds, got/c.seconds)
		if ratio := got / c.seconds; ratio > 1.5 || ratio < 1/1.5 {
			t.Errorf("%s, tables %v, figures %v, %d repetitions: %.2f s are expected, it took %.2f s", c.data, c.tables, c.figures, c.repetitions, got, c.seconds)
		}
	}
}
