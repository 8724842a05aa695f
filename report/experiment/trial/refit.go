package trial

import (
	"context"
	"fmt"
	"slices"

	"gpca/report/experiment"
	"gpca/report/noise"
	"gpca/report/statistics"
	"gpca/report/words"
)

// ordered returns a part with its training samples in the order of the cells. A refit, counted from 1, has
// another order. Order and refit seed a random permutation; refit 1 of order 0 differs from order 1.
func (j *Job) ordered(p Part, refit int) Part {
	c, order := j.Cells[0], j.Conditions[0].Order
	if order == 0 && refit == 0 {
		return p
	}
	draw := noise.Draw{Seed: c.Seed, Dataset: c.Data, Noise: "training order", Level: float64(order), Repetition: refit}
	p.Train = slices.Clone(p.Train)
	draw.Rand().Shuffle(len(p.Train), func(a, b int) { p.Train[a], p.Train[b] = p.Train[b], p.Train[a] })
	return p
}

// hold keeps results that did not settle and need refits, and returns the others.
func (t *test) hold(results []experiment.Result) (others []experiment.Result) {
	for i, r := range results {
		if r.Failure == "" && r.Ends.Unsettled() > 0 && r.Cell.Refits > 0 {
			t.held = append(t.held, i)
		} else {
			others = append(others, r)
		}
	}
	return others
}

// again returns the test for one refit of those held cells that need it.
func (t *test) again(refit int) *test {
	a := newTest(t.setting, 1, t.values)
	a.first = t
	for _, i := range t.held {
		if r := t.results[i]; r.Cell.Refits >= refit {
			a.held = append(a.held, i)
			a.join(t.cells[i], r.Cell, r.Key)
		}
	}
	return a
}

// keep adds the means of a refit to the first fit, and records which fits its order changed.
func (t *test) keep(moved map[string]bool) {
	for at, i := range t.held {
		r, a := &t.first.results[i], t.results[at]
		if r.Refits == nil {
			r.Refits = map[string][]float64{}
		}
		changed := a.Ends != r.Ends
		for measure, values := range a.Values {
			changed = changed || !slices.Equal(values, r.Values[measure])
			r.Refits[measure] = append(r.Refits[measure], statistics.Mean(values))
		}
		if changed {
			moved[fitOf(r.Cell)] = true
		}
	}
}

// spare ends the refits of fits that another order has not changed.
func (t *test) spare(moved map[string]bool) {
	for _, i := range t.held {
		if r := &t.results[i]; !moved[fitOf(r.Cell)] {
			r.Refits, r.Cell.Refits = nil, 0
		}
	}
}

// fitOf names the fit that cells of a job share under different draws.
func fitOf(c experiment.Cell) string {
	return fmt.Sprint(slices.DeleteFunc(c.SpecFields(), func(f experiment.Field) bool {
		return f.Name == "noise" || f.Name == "level" || f.Name == "rated"
	}))
}

// refit measures the optimiser's share in the uncertainty of held results. If iterations wander, cycle or stop
// at their limit, their ends depend on the last bits of sums, and so on the order of training samples. Each
// refit takes another order and is tested on the same draws. Only a fit that all repetitions share needs it:
// others vary anyway. Refits run one by one, as a fit in feature space holds its training samples.
func (j *Job) refit(ctx context.Context, env experiment.Env, part Part, tests []*test, first Fitted) error {
	moved := map[string]bool{}
	for refit := 1; ; refit++ {
		var again []*test
		var cells []int
		for _, t := range tests {
			if a := t.again(refit); len(a.cells) > 0 {
				again, cells = append(again, a), append(cells, a.cells...)
			}
		}
		if len(again) == 0 {
			break
		}
		fitted, err := j.Learner.Fit(ctx, env, j.ordered(part, refit), cells, first)
		if err == nil {
			err = j.testDraws(ctx, env, part, again, fitted, func(*test, []experiment.Result) error { return nil })
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			break // the results so far stand without it
		}
		for _, t := range again {
			t.keep(moved)
		}
		for _, t := range again {
			t.first.spare(moved)
		}
	}
	for _, t := range tests {
		held := words.Each(t.held, func(i int) experiment.Result { return t.results[i] })
		if err := emit(env, held); err != nil {
			return err
		}
	}
	return nil
}
