package standin

import (
	"math/rand/v2"
)

// phishing draws web sites judged by 30 rules, each of which finds a site
// legitimate (1), phishing (-1) or, for eight of the rules, suspicious (0). A
// rule weighs the evidence: whether the site is honest, how well its owner looks
// after it, and chance. Some rules hardly look at the first of these, which is
// what makes a site hard to judge.
func phishing(r *rand.Rand) *collection {
	const sites, phishing, rules = 800, 354, 30
	// threeValued are the rules that may say suspicious, counted from 0.
	threeValued := map[int]bool{1: true, 6: true, 7: true, 13: true, 14: true, 15: true, 25: true, 28: true}
	type rule struct{ honesty, care, style, bias float64 }
	judges := make([]rule, rules)
	for i := range judges {
		judges[i] = rule{
			honesty: between(r, 0, .3),
			care:    .5 * r.NormFloat64(),
			style:   .5 * r.NormFloat64(),
			bias:    .2 + .7*r.NormFloat64(),
		}
	}
	// Two of the rules, about the certificate and the anchors, settle most cases.
	judges[7].honesty, judges[7].bias = 1.1, .2
	judges[13].honesty, judges[13].bias = .8, 0

	c := newCollection(sites, rules)
	for i := range sites {
		class, honesty := 0, -1.
		if i >= phishing {
			class, honesty = 1, 1
		}
		care, style := r.NormFloat64(), r.NormFloat64()
		verdicts := make([]float64, rules)
		for j, judge := range judges {
			evidence := judge.bias + judge.honesty*honesty + judge.care*care + judge.style*style + .8*r.NormFloat64()
			switch {
			case threeValued[j] && evidence > -.4 && evidence < .4:
				verdicts[j] = 0
			case evidence > 0:
				verdicts[j] = 1
			default:
				verdicts[j] = -1
			}
		}
		c.add(class, verdicts)
	}
	return c
}
