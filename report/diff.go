package report

import (
	"cmp"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/store"
	"gpca/report/words"
)

// A Diff holds the cells of two stores against each other.
type Diff struct {
	// Same counts the cells with equal results, Differ those with others, OnlyFirst and
	// OnlySecond those that one store has.
	Same       int `json:"same"`
	Differ     int `json:"differ"`
	OnlyFirst  int `json:"only_first"`
	OnlySecond int `json:"only_second"`
	// Lines are the cells that are not the same, by data set and name.
	Lines []DiffLine `json:"cells"`
}

// A DiffLine is a cell that is not the same in two stores.
type DiffLine struct {
	Cell string `json:"cell"`
	// Measure is the first that differs, by name, or the first artifact; empty where one
	// side failed or is not there.
	Measure string `json:"measure,omitempty"`
	// First and Second are what the stores have, nil for nothing.
	First  *DiffSide `json:"first,omitempty"`
	Second *DiffSide `json:"second,omitempty"`
	// P is the p-value of a paired t test, with Holm's correction over all lines; NaN where
	// the two do not share their draws, or have fewer than two.
	P Number `json:"p,omitzero"`
	// Key lists the parts of the key in which the cells differ.
	Key []experiment.Difference `json:"key,omitempty"`
}

// A DiffSide is one side of a line: the mean of a measure, NaN for none, or a failure.
type DiffSide struct {
	Mean    Number `json:"mean,omitzero"`
	Failure string `json:"failure,omitempty"`
}

// A Number is left out of JSON, by the tag omitzero, where it is none.
type Number float64

// IsZero reports whether JSON cannot have the number.
func (n Number) IsZero() bool { return math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) }

// NewDiff compares the results of two stores. Cells of the same key belong together, then
// those of the same name that differ in the fewest parts of their keys.
func NewDiff(first, second *store.Store) Diff {
	d := Diff{Lines: []DiffLine{}}
	pairs := match(first.Results(), second.Results())
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.cell().Data, b.cell().Data), cmp.Compare(a.cell().Name, b.cell().Name))
	})
	var cells []experiment.Cell
	for _, p := range pairs {
		switch {
		case p.second == nil:
			d.OnlyFirst++
		case p.first == nil:
			d.OnlySecond++
		case p.same():
			d.Same++
			continue
		default:
			d.Differ++
		}
		d.Lines = append(d.Lines, p.line())
		cells = append(cells, p.cell())
	}
	tellApart(d.Lines, cells)
	for i, p := range statistics.Holm(words.Each(d.Lines, func(l DiffLine) float64 { return float64(l.P) })) {
		d.Lines[i].P = Number(p)
	}
	return d
}

// tellApart adds to a name that lines of several cells have what these differ by. They stand next to each other.
func tellApart(lines []DiffLine, cells []experiment.Cell) {
	for from, to := 0, 0; from < len(cells); from = to {
		var fields [][]experiment.Field
		for ; to < len(cells) && cells[to].Data == cells[from].Data && cells[to].Name == cells[from].Name; to++ {
			fields = append(fields, cells[to].SpecFields())
		}
		for i, own := range fields {
			var parts []string
			for _, f := range own {
				if slices.ContainsFunc(fields, func(o []experiment.Field) bool { return !slices.Contains(o, f) }) {
					parts = append(parts, f.Name+" "+f.Value)
				}
			}
			if parts != nil {
				lines[from+i].Cell += " (" + strings.Join(parts, ", ") + ")"
			}
		}
	}
}

// A pair is what two stores have of one cell, nil for nothing.
type pair struct{ first, second *experiment.Result }

func match(first, second []experiment.Result) []pair {
	left := map[string]*experiment.Result{} // of second, by key
	for i, r := range second {
		left[r.Key] = &second[i]
	}
	take := func(key string) *experiment.Result {
		r := left[key]
		delete(left, key)
		return r
	}
	var pairs []pair
	for i, r := range first {
		pairs = append(pairs, pair{&first[i], take(r.Key)})
	}
	for i, r := range first {
		if pairs[i].second != nil {
			continue
		}
		var alike []experiment.Cell
		for _, s := range second {
			c := s.Cell
			if left[s.Key] != nil && c.Kind == r.Cell.Kind && c.Data == r.Cell.Data && c.Name == r.Cell.Name {
				alike = append(alike, c)
			}
		}
		if near, found := nearest(alike, r.Cell); found {
			pairs[i].second = take(near.Key())
		}
	}
	for _, r := range second {
		if alone := take(r.Key); alone != nil {
			pairs = append(pairs, pair{second: alone})
		}
	}
	return pairs
}

// cell is the pair's, of the first store that has it.
func (p pair) cell() experiment.Cell { return cmp.Or(p.first, p.second).Cell }

// same reports whether the results are equal to the last bit, however they came about.
func (p pair) same() bool {
	return p.first.Failure == p.second.Failure && p.first.Inapplicable == p.second.Inapplicable &&
		reflect.DeepEqual(p.first.Values, p.second.Values) && reflect.DeepEqual(p.first.Artifacts, p.second.Artifacts)
}

func (p pair) line() DiffLine {
	line := DiffLine{Cell: p.cell().String(), P: Number(math.NaN())}
	without := func(r *experiment.Result) bool { return r == nil || r.Failure+r.Inapplicable != "" }
	if without(p.first) || without(p.second) {
		line.First, line.Second = side(p.first, nil), side(p.second, nil)
		return line
	}
	line.Key = experiment.Differences(p.first.Cell, p.second.Cell)
	differs := map[string]bool{}
	for _, r := range []*experiment.Result{p.first, p.second} {
		for name := range r.Values {
			differs[name] = !slices.Equal(p.first.Values[name], p.second.Values[name])
		}
		for name := range r.Artifacts {
			differs[name] = !reflect.DeepEqual(p.first.Artifacts[name], p.second.Artifacts[name])
		}
	}
	maps.DeleteFunc(differs, func(_ string, differs bool) bool { return !differs })
	line.Measure = slices.Sorted(maps.Keys(differs))[0]
	a, b := p.first.Values[line.Measure], p.second.Values[line.Measure]
	line.First, line.Second = side(p.first, a), side(p.second, b)
	if n := min(len(a), len(b)); p.sharesDraws() {
		line.P = Number(statistics.PairedT(a[:n], b[:n]))
	}
	return line
}

func side(r *experiment.Result, values []float64) *DiffSide {
	if r == nil {
		return nil
	}
	return &DiffSide{Number(statistics.Mean(values)), r.Failure + r.Inapplicable}
}

// sharesDraws reports whether the cells were tested on the same random draws, as far as
// both have them: those of one seed, data set, noise and level are the same however many
// follow.
func (p pair) sharesDraws() bool {
	a, b := p.first.Cell, p.second.Cell
	k := computer(a.Kind)
	a.Repetitions = b.Repetitions
	return k != nil && a.Random && b.Random && a.Seed == b.Seed && a.Digest == b.Digest && k.Draws(a) == k.Draws(b)
}
