package report

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/store"
	"gpca/report/words"
	"gpca/solver/typo"
)

// The states of a cell.
const (
	Stored  = "stored"
	Failed  = "failed"
	Missing = "missing"
)

// A Reason says why a run would compute a cell, or why not.
type Reason struct {
	Cell  experiment.Cell
	Key   string
	State string
	// Result is what is stored; of a missing cell, what is stored of the nearest
	// cell, and its zero value when there is none of the data set.
	Result experiment.Result
	// Differences are the parts of the key in which a missing cell is not the
	// nearest stored one.
	Differences []experiment.Difference
}

// MarshalJSON returns the reason with the cells by their names and keys.
func (r Reason) MarshalJSON() ([]byte, error) {
	answer := map[string]any{"cell": r.Cell.String(), "key": r.Key, "state": r.State}
	switch {
	case r.Nearest():
		answer["nearest"] = map[string]any{
			"cell": r.Result.Cell.String(), "key": r.Result.Key, "differences": r.Differences,
		}
	case r.State != Missing:
		answer["version"], answer["computed"] = r.Result.Program, r.Result.Computed
		if r.State == Failed {
			answer["failure"], answer["log"] = r.Result.Failure, r.Result.Log
		}
	}
	return json.Marshal(answer)
}

// Nearest reports whether there is a cell to compare a missing one with.
func (r Reason) Nearest() bool { return r.State == Missing && r.Result.Key != "" }

// Same reports whether the nearest cell answers the same question and was merely
// computed in another way: it has the same name.
func (r Reason) Same() bool { return r.Nearest() && r.Result.Cell.Name == r.Cell.Name }

// Why looks at the cells of a plan that the selector names: the name of a cell
// or a part of it, as [experiment.Cell.String] has it, in any case, or the first four
// or more digits of a key. An empty selector names all.
//
// The nearest stored cell is the one of the same data set that differs in the fewest
// parts of its key. One of the same name counts as nearer than any other: a cell whose
// repetitions or data have changed is still the same cell.
func Why(p *plan.Plan, results *store.Store, selector string) ([]Reason, error) {
	cells, err := selected(p.Cells, selector)
	if err != nil {
		return nil, err
	}
	stored := map[string][]experiment.Cell{} // those with a good result, by data set
	for _, r := range results.Results() {
		if r.Failure == "" {
			stored[r.Cell.Data] = append(stored[r.Cell.Data], r.Cell)
		}
	}
	reasons := make([]Reason, 0, len(cells))
	for _, c := range cells {
		r := Reason{Cell: c, Key: c.Key(), State: Missing}
		result, ok := results.Get(r.Key)
		switch {
		case ok && result.Failure != "":
			r.State, r.Result = Failed, result
		case ok:
			r.State, r.Result = Stored, result
		default:
			if near, ok := nearest(stored[c.Data], c); ok {
				r.Result, _ = results.Get(near.Key())
				r.Differences = experiment.Differences(near, c)
			}
		}
		reasons = append(reasons, r)
	}
	return reasons, nil
}

// nearest is the nearest of the cells to one; false when there are none. Of cells as
// near it is the one whose numbers are nearer, then the first.
func nearest(cells []experiment.Cell, to experiment.Cell) (best experiment.Cell, ok bool) {
	var least [3]float64 // another name, parts, their numbers
	for _, c := range cells {
		differences := experiment.Differences(c, to)
		d := [3]float64{0, float64(len(differences))}
		if c.Name != to.Name {
			d[0] = 1
		}
		for _, f := range differences {
			before, err := strconv.ParseFloat(f.Old, 64)
			after, fault := strconv.ParseFloat(f.New, 64)
			if err == nil && fault == nil {
				d[2] += math.Abs(before - after)
			}
		}
		if !ok || slices.Compare(d[:], least[:]) < 0 {
			best, least, ok = c, d, true
		}
	}
	return best, ok
}

// selected are the cells that a selector names: the one of exactly that name, or
// else all that have it in their name or their key.
func selected(cells []experiment.Cell, selector string) ([]experiment.Cell, error) {
	if selector == "" {
		return cells, nil
	}
	wanted := strings.ToLower(strings.Join(strings.Fields(selector), " "))
	var exact, part []experiment.Cell
	var names []string
	for _, c := range cells {
		name := strings.ToLower(c.String())
		names = words.AppendNew(names, c.String())
		switch {
		case name == wanted:
			exact = append(exact, c)
		case strings.Contains(name, wanted), len(wanted) >= 4 && strings.HasPrefix(c.Key(), wanted):
			part = append(part, c)
		}
	}
	switch {
	case len(exact) > 0:
		return exact, nil
	case len(part) > 0:
		return part, nil
	case len(typo.Nearest(selector, names)) > 0:
		return nil, fmt.Errorf("no cell is called %q: %s", selector, typo.DidYouMean(selector, names))
	case len(names) == 0:
		return nil, fmt.Errorf("no cell is called %q: nothing that is selected has cells", selector)
	}
	return nil, fmt.Errorf("no cell is called %q: one of the %d is %q", selector, len(names), names[0])
}
