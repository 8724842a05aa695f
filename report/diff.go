package report

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"

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
	P float64 `json:"-"`
	// Key lists the parts of the key in which the cells differ.
	Key []experiment.Difference `json:"key,omitempty"`
}

// A DiffSide is one side of a line: the mean of a measure, NaN for none, or a failure.
type DiffSide struct {
	Mean    float64 `json:"-"`
	Failure string  `json:"failure,omitempty"`
}

// MarshalJSON leaves a mean out that is none.
func (s DiffSide) MarshalJSON() ([]byte, error) {
	type plain DiffSide
	return json.Marshal(struct {
		Mean *float64 `json:"mean,omitempty"`
		plain
	}{number(s.Mean), plain(s)})
}

// MarshalJSON leaves a p-value out that is none.
func (l DiffLine) MarshalJSON() ([]byte, error) {
	type plain DiffLine
	return json.Marshal(struct {
		plain
		P *float64 `json:"p,omitempty"`
	}{plain(l), number(l.P)})
}

// number is nil for what JSON has no number for.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// NewDiff compares the results of two stores. Cells of the same key belong together, then
// those of the same name that differ in the fewest parts of their keys.
func NewDiff(first, second *store.Store) Diff {
	d := Diff{Lines: []DiffLine{}}
	pairs := match(first.Results(), second.Results())
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.cell().Data, b.cell().Data), cmp.Compare(a.cell().Name, b.cell().Name))
	})
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
	}
	for i, p := range statistics.Holm(words.Each(d.Lines, func(l DiffLine) float64 { return l.P })) {
		d.Lines[i].P = p
	}
	return d
}

// A pair is what two stores have of one cell, nil for nothing.
type pair struct{ first, second *experiment.Result }

func match(first, second []experiment.Result) []pair {
	type name struct{ kind, data, name string }
	of := func(c experiment.Cell) name { return name{c.Kind, c.Data, c.Name} }
	left := map[string]experiment.Result{} // of second, by key
	for _, r := range second {
		left[r.Key] = r
	}
	take := func(key string) *experiment.Result {
		r := left[key]
		delete(left, key)
		return &r
	}
	var pairs []pair
	var alone []experiment.Result
	for _, r := range first {
		if _, same := left[r.Key]; same {
			pairs = append(pairs, pair{&r, take(r.Key)})
		} else {
			alone = append(alone, r)
		}
	}
	candidates := map[name][]experiment.Cell{}
	for _, key := range slices.Sorted(maps.Keys(left)) {
		c := left[key].Cell
		candidates[of(c)] = append(candidates[of(c)], c)
	}
	for _, r := range alone {
		n := of(r.Cell)
		near, found := nearest(candidates[n], r.Cell)
		if !found {
			pairs = append(pairs, pair{first: &r})
			continue
		}
		key := near.Key()
		pairs = append(pairs, pair{&r, take(key)})
		candidates[n] = slices.DeleteFunc(candidates[n], func(c experiment.Cell) bool { return c.Key() == key })
	}
	for _, key := range slices.Sorted(maps.Keys(left)) {
		pairs = append(pairs, pair{second: take(key)})
	}
	return pairs
}

// cell is the pair's, of the first store that has it.
func (p pair) cell() experiment.Cell { return cmp.Or(p.first, p.second).Cell }

// same reports whether the results are equal to the last bit, however they came about.
func (p pair) same() bool {
	return p.first.Failure == p.second.Failure && reflect.DeepEqual(p.first.Values, p.second.Values) &&
		reflect.DeepEqual(p.first.Artifacts, p.second.Artifacts)
}

// line is that of a pair that is not the same.
func (p pair) line() DiffLine {
	line := DiffLine{Cell: p.cell().String(), P: math.NaN()}
	if p.first == nil || p.second == nil || p.first.Failure != "" || p.second.Failure != "" {
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
		line.P = statistics.PairedT(a[:n], b[:n])
	}
	return line
}

func side(r *experiment.Result, values []float64) *DiffSide {
	if r == nil {
		return nil
	}
	mean := statistics.Mean(values)
	return &DiffSide{mean, r.Failure}
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
