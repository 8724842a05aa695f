package runner

import (
	"cmp"
	"context"
	"slices"

	"gpca/report/experiment"
	"gpca/report/words"
)

// Divide assigns cells to n machines so that they end at about the same time. It also returns the longest
// indivisible piece, a lower bound of the time. The longest piece is assigned first, to the machine that
// would finish it first (R. L. Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17,
// 1969).
//
// A piece is a job, or, if that is longer than the mean of the machines, its cells of one test draw. Each
// machine with a part of a job trains anew, so what a piece adds to a machine counts twice.
//
// The division ignores stored results, so that machines find it independently.
func (r *Runner) Divide(ctx context.Context, cells []experiment.Cell, n int) (
	parts [][]experiment.Cell, longest Planned, err error,
) {
	jobs, err := r.Plan(ctx, cells)
	if err != nil {
		return nil, longest, err
	}
	total := 0.0
	for _, j := range jobs {
		total += j.Cost.Seconds
	}
	var pieces []Planned
	for _, j := range jobs {
		if j.Cost.Seconds > longest.Cost.Seconds {
			longest = slices.MaxFunc(append(r.byDraws(j), longest), bySeconds)
		}
		if j.Cost.Seconds*float64(n) > total {
			pieces = append(pieces, r.byDraws(j)...)
		} else {
			pieces = append(pieces, j)
		}
	}
	slices.SortStableFunc(pieces, func(a, b Planned) int { return bySeconds(b, a) })
	type machine struct {
		seconds float64
		has     map[string]Planned // by training
	}
	machines := make([]machine, n)
	of := map[string]int{}
	for _, p := range pieces {
		training := r.training(p.Cells[0])
		var best int
		var least, seconds float64
		var joined Planned
		for i, m := range machines {
			with, has := p, m.has[training]
			if has.Cells != nil {
				with = r.planned(slices.Concat(has.Cells, p.Cells), p.Data)
			}
			added := with.Cost.Seconds - has.Cost.Seconds
			if all := m.seconds + 2*added; i == 0 || all < least {
				best, least, seconds, joined = i, all, added, with
			}
		}
		m := &machines[best]
		if m.has == nil {
			m.has = map[string]Planned{}
		}
		m.has[training] = joined
		m.seconds += seconds
		for _, c := range p.Cells {
			of[c.Key()] = best
		}
	}
	parts = make([][]experiment.Cell, n)
	for _, c := range cells {
		at := of[c.Key()]
		parts[at] = append(parts[at], c)
	}
	return parts, longest, nil
}

func bySeconds(a, b Planned) int { return cmp.Compare(a.Cost.Seconds, b.Cost.Seconds) }

func (r *Runner) byDraws(j Planned) []Planned {
	return words.Each(words.Grouped(j.Cells, r.Kinds(j.Cells[0].Kind).Draws), func(of []experiment.Cell) Planned {
		return r.planned(of, j.Data)
	})
}
