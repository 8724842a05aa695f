package trial

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/report/noise"
	"gpca/report/statistics"
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

// fits are the first fit and its refits, with the cells that each is for.
type fits struct {
	all   []Fitted
	cells [][]int
}

// refit measures the optimiser's share in the uncertainty of results. If iterations wander, cycle or stop at their
// limit, their ends depend on the last bits of sums, and so on the order of training samples. Each refit takes
// another order and is tested on the same draws. Only a fit that all repetitions share needs it: others vary anyway.
//
// One refit settles the share where it finds the components of the first fit again, as it does if iterations stop on
// a steady path: no error of a sample then moves by more than rounding, far less than any draw moves it. Other shares
// need all refits. In the reference run they are larger than those of the draws, and few refits cannot say by how
// much: with 5, Student's t is 2.6; with 2, it is 4.3.
//
// Refits run one by one, as a fit in feature space holds its training samples until it is expressed by those of the
// first.
func (j *Job) refit(ctx context.Context, env experiment.Env, part Part, first Fitted) (fits, error) {
	f := fits{[]Fitted{first}, [][]int{Every(len(j.Cells))}}
	left := slices.DeleteFunc(Every(len(j.Cells)), func(cell int) bool {
		o := first.Outcome(cell)
		return o.Failure != nil || o.Ends.Unsettled() == 0
	})
	for refit := 1; ; refit++ {
		left = slices.DeleteFunc(left, func(cell int) bool { return j.Cells[cell].Refits < refit })
		if len(left) == 0 {
			return f, nil
		}
		again, err := j.Learner.Fit(ctx, env, j.ordered(part, refit), left, first)
		if err != nil {
			return f, ctx.Err() // the fits so far stand without it
		}
		if refit == 1 {
			left = slices.DeleteFunc(left, func(cell int) bool { return again.Outcome(cell).Same })
		}
		sound := slices.DeleteFunc(slices.Clone(left), func(cell int) bool { return again.Outcome(cell).Failure != nil })
		if len(sound) > 0 {
			f.all, f.cells = append(f.all, again), append(f.cells, sound)
		}
	}
}

// of returns the fits for the cells of a test, and adds the cells of refits to it, behind those of the first fit.
func (f fits) of(t *test) (some fits) {
	first := len(t.cells)
	var outcomes []Outcome
	for i, cells := range f.cells {
		var own []int
		for _, cell := range cells {
			at := slices.Index(t.cells[:first], cell)
			if at < 0 {
				continue
			}
			own, outcomes = append(own, cell), append(outcomes, f.all[i].Outcome(cell))
			if i > 0 {
				t.refitted = append(t.refitted, at)
				t.join(cell, t.results[at].Cell, t.results[at].Key)
			}
		}
		if len(own) > 0 {
			some.all, some.cells = append(some.all, f.all[i]), append(some.cells, own)
		}
	}
	t.fitted(allTasks, outcomes)
	return some
}

// A Sharer is a Fitted that can test the cells of several fits, of which it is the first, together. It returns nil
// if they share nothing.
type Sharer interface {
	Together(fits []Fitted, cells [][]int) Tester
}

// tester tests the cells of all fits in one pass over samples.
func (f fits) tester() Tester {
	if s, ok := f.all[0].(Sharer); ok && len(f.all) > 1 {
		if t := s.Together(f.all, f.cells); t != nil {
			return t
		}
	}
	var testers []Tester
	for i, of := range f.all {
		testers = append(testers, of.Tester(f.cells[i]))
	}
	return func(ctx context.Context, samples *mat.Dense, rows []int) (sums [][]float64, err error) {
		for _, test := range testers {
			some, err := test(ctx, samples, rows)
			if err != nil {
				return nil, err
			}
			sums = append(sums, some...)
		}
		return sums, nil
	}
}

// merged adds the means of refits to the results of the first fit, which it returns.
func (t *test) merged() []experiment.Result {
	own := t.results[:len(t.results)-len(t.refitted)]
	for i, of := range t.refitted {
		r, again := &own[of], t.results[len(own)+i]
		if r.Failure != "" || r.Inapplicable != "" || again.Failure != "" {
			continue
		}
		if r.Refits == nil {
			r.Refits = map[string][]float64{}
		}
		for measure, values := range again.Values {
			r.Refits[measure] = append(r.Refits[measure], statistics.Mean(values))
		}
	}
	return own
}
