package toy

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
)

// A widely copied tutorial has 2,000 steps in 8 seconds of three signals.
const stepsPerSecond = 250

func threeSignals(steps int, rate float64) func(*rand.Rand) *dataset.Set {
	return func(*rand.Rand) *dataset.Set {
		s := mat.NewDense(steps, 3, nil)
		for i := range steps {
			t := float64(i) / rate
			s.SetRow(i, []float64{math.Sin(2 * t), math.Copysign(1, math.Sin(3*t)), 2*math.Mod(t, 1) - 1})
		}
		return &dataset.Set{Samples: s}
	}
}

func independent(draw func(*rand.Rand) float64) func(*rand.Rand) *dataset.Set {
	return func(r *rand.Rand) *dataset.Set {
		s := mat.NewDense(2000, 2, nil)
		s.Apply(func(_, _ int, _ float64) float64 { return draw(r) }, s)
		return &dataset.Set{Samples: s}
	}
}

func uniform(r *rand.Rand) float64 { return math.Sqrt(3) * (2*r.Float64() - 1) }

func voiceAndSiren(r *rand.Rand) *dataset.Set {
	const rate, seconds = 8000, 4
	s := mat.NewDense(rate*seconds, 2, nil)
	// Adding 0 turns minus zero into zero.
	rounded := func(v float64) float64 { return math.Round(v*math.MaxInt16)/math.MaxInt16 + 0 }
	phase := 0.0
	for i, v := range speech(r, rate, rate*seconds) {
		// Up and down between 700 and 1,500 Hz, twice in three seconds.
		phase += 2 * math.Pi * (1100 + 400*math.Sin(2*math.Pi*float64(i)/rate/1.5)) / rate
		s.SetRow(i, []float64{rounded(0.9 * v), rounded(0.6 * math.Sin(phase))})
	}
	return &dataset.Set{Samples: s}
}

// speech draws vowel-like sounds: pulses of the glottis, about 120 a second, through resonances at
// the formants, in syllables with pauses. The largest amplitude is 1.
func speech(r *rand.Rand, rate float64, steps int) []float64 {
	// The first three formants of a, i, u, e and o in Hz.
	vowels := [][]float64{{730, 1090, 2440}, {270, 2290, 3010}, {300, 870, 2240}, {530, 1840, 2480}, {570, 840, 2410}}
	out := make([]float64, steps)
	for at := 0; at < steps; {
		length := int(rate * (0.12 + 0.18*r.Float64()))
		vowel, pitch := vowels[r.IntN(len(vowels))], 100+40*r.Float64()
		syllable, next := make([]float64, length), 0.0
		for i := range syllable {
			if float64(i) >= next {
				syllable[i] = 1
				next += rate / (pitch * (1 + 0.02*r.NormFloat64()))
			}
			syllable[i] += 0.01 * r.NormFloat64() // breath
		}
		for _, formant := range vowel {
			resonate(syllable, formant/rate, 80/rate)
		}
		for i, v := range syllable[:min(length, steps-at)] {
			out[at+i] = v * math.Sin(math.Pi*float64(i)/float64(length))
		}
		at += length
		if r.Float64() < 0.35 {
			at += int(rate * (0.05 + 0.25*r.Float64()))
		}
	}
	largest := floats.Norm(out, math.Inf(1))
	for i := range out {
		out[i] /= largest
	}
	return out
}

func resonate(signal []float64, frequency, bandwidth float64) {
	radius := math.Exp(-math.Pi * bandwidth)
	first, second := 0.0, 0.0
	for i, v := range signal {
		v += 2*radius*math.Cos(2*math.Pi*frequency)*first - radius*radius*second
		signal[i], first, second = v, v, first
	}
}

type shape struct {
	x, y, width, height float64
	round               bool
	grey                float64
	wave, slope         float64 // of the stripes on it
}

// twoImages draws two heaps of shapes with stripes, the same in every size.
func twoImages(seed uint64, size int) func(*rand.Rand) *dataset.Set {
	return func(*rand.Rand) *dataset.Set {
		r := rand.New(rand.NewPCG(seed, 0)) // one for all sizes
		s := mat.NewDense(2, size*size, nil)
		for image := range 2 {
			var shapes []shape
			for range 40 {
				shapes = append(shapes, shape{
					r.Float64(), r.Float64(), 0.05 + 0.25*r.Float64(), 0.05 + 0.25*r.Float64(), r.IntN(2) == 0,
					r.Float64(), 10 + 60*r.Float64(), r.NormFloat64(),
				})
			}
			for i := range size * size {
				x, y := (float64(i%size)+0.5)/float64(size), (float64(i/size)+0.5)/float64(size)
				s.Set(image, i, math.Round(255*grey(shapes, x, y)))
			}
		}
		return &dataset.Set{Samples: s, Image: dataset.ImageSize{Width: size, Height: size}}
	}
}

// grey is the grey value, from 0 to 1, of the uppermost shape at a point, or of the background.
func grey(shapes []shape, x, y float64) float64 {
	for _, s := range shapes {
		dx, dy := (x-s.x)/s.width, (y-s.y)/s.height
		if s.round && dx*dx+dy*dy < 1 || !s.round && max(math.Abs(dx), math.Abs(dy)) < 1 {
			return 0.85*s.grey + 0.15*(0.5+0.5*math.Sin(s.wave*(x+s.slope*y)))
		}
	}
	return 0.5 * (1 - y)
}
