package trial

import (
	"context"
	"math"
	"slices"

	"gpca/report/experiment"
	"gpca/report/noise"
	"gpca/report/statistics"
)

// Ordered returns a part with its training samples in the order of the cells. A refit, counted from 1, has
// another order. Order and refit seed a random permutation; refit 1 of order 0 differs from order 1.
func (j *Job) Ordered(p Part, refit int) Part {
	c, order := j.Cells[0], j.Conditions[0].Order
	if order == 0 && refit == 0 {
		return p
	}
	draw := noise.Draw{Seed: c.Seed, Dataset: c.Data, Noise: "training order", Level: float64(order), Repetition: refit}
	p.Train = slices.Clone(p.Train)
	draw.Rand().Shuffle(len(p.Train), func(a, b int) { p.Train[a], p.Train[b] = p.Train[b], p.Train[a] })
	return p
}

// refit measures the optimiser's share in the uncertainty of results. If iterations wander, cycle or stop at their
// limit, their ends depend on the last bits of sums. Each refit rounds these in another way and is tested on the same
// draws. Only a fit that all repetitions share needs it: others vary anyway. It returns the refits that count.
//
// One refit settles the share where it finds the components of the first fit again, as it does if iterations stop on
// a steady path: no error of a sample then moves by more than rounding, far less than any draw moves it. Other shares
// need all refits. In the reference run they are larger than those of the draws, and few refits cannot say by how
// much: with 5, Student's t is 2.6; with 2, it is 4.3.
func (j *Job) refit(ctx context.Context, env experiment.Env, first Fitted) ([]Fit, error) {
	unsettled := slices.DeleteFunc(statistics.Indices(len(j.Cells)), func(cell int) bool {
		o := first.Outcome(Fit{Cell: cell})
		return o.Failure != nil || o.Ends.Unsettled() == 0
	})
	numbered := func(from, to int) (fits []Fit) {
		for _, cell := range unsettled {
			for number := from; number <= min(j.Cells[cell].Refits, to); number++ {
				fits = append(fits, Fit{cell, number})
			}
		}
		return fits
	}
	var all []Fit
	for _, numbers := range [][2]int{{1, 1}, {2, math.MaxInt}} {
		fits := numbered(numbers[0], numbers[1])
		if len(fits) == 0 {
			break
		}
		if first.Refit(ctx, env, fits) != nil {
			break // the fits so far stand without them
		}
		all = append(all, fits...)
		unsettled = slices.DeleteFunc(unsettled, func(cell int) bool { return first.Outcome(Fit{cell, 1}).Same })
	}
	return slices.DeleteFunc(all, func(f Fit) bool {
		return !slices.Contains(unsettled, f.Cell) || first.Outcome(f).Failure != nil
	}), ctx.Err()
}

// again adds refits of the cells of a test to it, behind the first fits.
func (t *test) again(refits []Fit) {
	for _, r := range refits {
		if at := slices.Index(t.fits, Fit{Cell: r.Cell}); at >= 0 {
			t.refitted = append(t.refitted, at)
			t.join(r, t.results[at].Cell, t.results[at].Key)
		}
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
