package standin

import (
	"math/rand/v2"
)

// yeast draws proteins that are scored for where in the cell they belong: eight
// scores from 0 to 1, ten sites of very unequal size (P. Horton, K. Nakai, ISMB 4,
// 1996). Which score tells which site follows from what the scores are: mcg and
// gvh look for a signal sequence, which secreted and membrane proteins have; alm
// for parts that span a membrane; mit for the address of the mitochondria; nuc
// for that of the nucleus; erl and pox are found in one site each. Most sites
// overlap, the two largest almost entirely.
func yeast(r *rand.Rand) *collection {
	type site struct {
		name                    string
		proteins                int
		mcg, gvh, alm, mit, nuc float64
	}
	sites := []site{
		{"CYT", 184, .48, .47, .53, .23, .25},
		{"NUC", 173, .45, .46, .53, .23, .34},
		{"MIT", 99, .53, .53, .52, .40, .25},
		{"ME3", 66, .43, .46, .37, .22, .28},
		{"ME2", 21, .70, .60, .44, .30, .25},
		{"ME1", 18, .80, .78, .38, .30, .24},
		{"EXC", 14, .75, .70, .48, .22, .24},
		{"VAC", 12, .55, .55, .45, .20, .26},
		{"POX", 8, .50, .50, .52, .25, .25},
		{"ERL", 5, .78, .68, .52, .22, .25},
	}
	c := newCollection(600, 8)
	for class, s := range sites {
		for range s.proteins {
			length := r.NormFloat64() // long proteins score higher on both signal scores
			erl, pox := .5, 0.
			if s.name == "ERL" {
				erl = 1
			}
			if s.name == "POX" && r.IntN(4) > 0 || r.IntN(100) == 0 {
				pox = .83
			}
			nuc := .22 // the score when nothing is found
			if r.IntN(3) > 0 {
				nuc = s.nuc + .09*r.NormFloat64()
			}
			sample := []float64{
				s.mcg + .08*length + .08*r.NormFloat64(),
				s.gvh + .07*length + .07*r.NormFloat64(),
				s.alm + .06*r.NormFloat64(),
				s.mit + .11*r.NormFloat64(),
				erl,
				pox,
				.5 + .06*r.NormFloat64(), // vac tells little of any site
				nuc,
			}
			for i, v := range sample {
				sample[i] = min(max(v, 0), 1)
			}
			c.add(class, decimals(2, sample...))
		}
	}
	return c
}
