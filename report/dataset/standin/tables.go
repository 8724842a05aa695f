package standin

import (
	"math"
	"math/rand/v2"
)

// iris draws flowers of three species: length and width of sepals, then of petals, in cm. Parts of a
// flower grow together; two species are similar.
func iris(c *collection, r *rand.Rand) {
	const flowers = 50
	species := []struct {
		mean, spread [4]float64 // in cm
		together     float64    // correlation of a part with the size of the flower
	}{
		{[4]float64{5, 3.5, 1.5, .25}, [4]float64{.35, .4, .2, .1}, .7},   // Iris-setosa
		{[4]float64{6, 2.75, 4.25, 1.25}, [4]float64{.5, .3, .5, .2}, .8}, // Iris-versicolor
		{[4]float64{6.5, 3, 5.5, 2}, [4]float64{.6, .3, .55, .25}, .75},   // Iris-virginica
	}
	for class, s := range species {
		for range flowers {
			size := r.NormFloat64()
			flower := make([]float64, len(s.mean))
			for i := range flower {
				own := math.Sqrt(1-sq(s.together)) * r.NormFloat64()
				flower[i] = max(s.mean[i]+s.spread[i]*(s.together*size+own), .1)
			}
			c.add(class, decimals(1, flower...))
		}
	}
}

// balance lists every balance scale with weights 1 to 5 at distances 1 to 5 on both sides, as the
// published set does. It tips to the greater product (R. S. Siegler, Cognitive Psychology 8, 1976).
func balance(c *collection, _ *rand.Rand) {
	const left, balanced, right = 0, 1, 2
	for i := range 5 * 5 * 5 * 5 {
		sample := []float64{float64(i/125 + 1), float64(i/25%5 + 1), float64(i/5%5 + 1), float64(i%5 + 1)}
		class := balanced
		switch l, r := sample[0]*sample[1], sample[2]*sample[3]; {
		case l > r:
			class = left
		case l < r:
			class = right
		}
		c.add(class, sample)
	}
}

// ionosphere draws radar returns: 17 complex values of the autocorrelation, scaled to the first one
// (V. Sigillito et al., Johns Hopkins APL Technical Digest 10, 1989). In a good return it decays
// slowly and turns with the Doppler shift; a bad one is noise, saturated or empty. The first value
// is 1, or 0 without power, and its imaginary part always 0.
func ionosphere(c *collection, r *rand.Rand) {
	const good, bad, pulses = 225, 126, 17
	for i := range good + bad {
		sample := make([]float64, 2*pulses)
		sample[0] = 1
		if i < good {
			decay, turn := between(r, .72, 1), .32*r.NormFloat64()
			disturbed := math.Abs(.28 * r.NormFloat64())
			echo(sample, 1, decay, turn, disturbed, r)
			c.add(0, decimals(5, clipped(-1, 1, sample)...))
			continue
		}
		switch kind := r.Float64(); {
		case kind < .3: // no power at most pulses
			sample[0] = float64(r.IntN(2))
			for k := 2; k < len(sample); k++ {
				if r.IntN(4) == 0 {
					sample[k] = float64(r.IntN(3) - 1)
				}
			}
		case kind < .5: // saturated
			for k := 2; k < len(sample); k++ {
				sample[k] = sign(r.NormFloat64() + .4)
			}
		case kind < .8: // noise
			for k := 2; k < len(sample); k++ {
				sample[k] = .6 * r.NormFloat64()
			}
		default: // a weak echo
			echo(sample, .5, 1, 1.2*r.NormFloat64(), .4, r)
		}
		c.add(1, decimals(5, clipped(-1, 1, sample)...))
	}
}

func echo(sample []float64, strength, decay, turn, disturbed float64, r *rand.Rand) {
	for k := 1; 2*k < len(sample); k++ {
		sin, cos := math.Sincos(turn * float64(k))
		size := strength * math.Pow(decay, float64(k))
		sample[2*k] = size*cos + disturbed*r.NormFloat64()
		sample[2*k+1] = size*sin + disturbed*r.NormFloat64()
	}
}

func clipped(low, high float64, values []float64) []float64 {
	for i, v := range values {
		values[i] = min(max(v, low), high)
	}
	return values
}

// yeast draws proteins with eight scores from 0 to 1 for their site in the cell, at ten sites of
// very unequal size (P. Horton, K. Nakai, ISMB 4, 1996): mcg and gvh score a signal sequence, alm
// parts that span a membrane, mit and nuc the signals of mitochondria and nucleus; erl and pox mark
// one site each. Most sites overlap.
func yeast(c *collection, r *rand.Rand) {
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
			c.add(class, decimals(2, clipped(0, 1, sample)...))
		}
	}
}

// phishing draws web sites judged by 30 rules as legitimate (1), phishing (-1) or, by eight of the
// rules, suspicious (0). A rule weighs the honesty of the site, the care of its owner, and chance.
func phishing(c *collection, r *rand.Rand) {
	const phishing, legitimate, rules = 354, 446, 30
	// threeValued are the rules, from 0, that may say suspicious.
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
	// The rules about the certificate and the anchors settle most cases.
	judges[7].honesty, judges[7].bias = 1.1, .2
	judges[13].honesty, judges[13].bias = .8, 0

	for i := range phishing + legitimate {
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
}

// liver draws blood tests of men: mean corpuscular volume, four enzymes (alkphos, sgpt, sgot, gammagt),
// half-pint equivalents a day. Drinking and a strained liver raise the log-normal levels together; the
// classes differ little.
func liver(c *collection, r *rand.Rand) {
	const first, second = 145, 200
	for i := range first + second {
		class, strained := 0, 0.
		if i >= first {
			class, strained = 1, 1
		}
		strain := (1 + .2*strained) * r.NormFloat64()
		drinks := math.Exp(.8 + .9*r.NormFloat64() + .2*strain)
		habit := math.Log(drinks) - .8
		level := func(median, spread, byStrain, byHabit float64) float64 {
			return math.Round(median * math.Exp(spread*r.NormFloat64()+byStrain*strain+byHabit*habit))
		}
		sample := []float64{
			min(max(math.Round(90+1.2*habit+4*r.NormFloat64()), 65), 105),
			min(level(64+12*strained, .25, .04, 0), 140),
			min(level(28-5*strained, .36, .26, .05), 155),
			min(level(23, .24, .2, .08), 85),
			min(level(27, .5, .38, .25), 300),
			min(math.Round(2*drinks)/2, 20),
		}
		c.add(class, sample)
	}
}

// waveform draws the problem of L. Breiman, J. Friedman, R. Olshen, C. Stone, Classification and
// Regression Trees, 1984, Section 2.6.2. Of three triangular waves over i = 1..21,
//
//	h_1(i) = max(6 - |i - 11|, 0),  h_2(i) = h_1(i - 4),  h_3(i) = h_1(i + 4),
//
// each class mixes two, x_i = u h_a(i) + (1 - u) h_b(i) + ε_i, with u uniform on [0, 1] and ε_i
// standard normal.
func waveform(c *collection, r *rand.Rand) {
	const features, perClass = 21, 200
	peaks := [3][2]float64{{11, 15}, {11, 7}, {15, 7}} // of the two waves of each class
	triangle := func(i int, peak float64) float64 { return max(6-math.Abs(float64(i)-peak), 0) }
	for range perClass {
		for class, p := range peaks {
			u := r.Float64()
			sample := make([]float64, features)
			for i := range sample {
				sample[i] = u*triangle(i+1, p[0]) + (1-u)*triangle(i+1, p[1]) + r.NormFloat64()
			}
			c.add(class, decimals(2, sample...))
		}
	}
}
