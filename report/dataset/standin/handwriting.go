package standin

import (
	"math"
	"math/rand/v2"
)

// A hand is the variation between writers, in standard deviations unless noted, and in heights of the
// character.
type hand struct {
	slant    float64 // of the shear, in widths per height
	lean     float64 // mean of the shear: most people slant to the right
	turn     float64 // of the rotation, in radians
	breadth  float64 // of the logarithm of the width
	wobble   float64 // of the displacement of a point of the shape
	thinnest float64 // radius of the finest pen
	thickest float64 // radius of the broadest pen
}

func (h hand) write(g glyph, r *rand.Rand) ink {
	shear := h.lean + h.slant*r.NormFloat64()
	sin, cos := math.Sincos(h.turn * r.NormFloat64())
	breadth := math.Exp(h.breadth * r.NormFloat64())
	warp := newWarp(h.wobble, r)
	written := ink{radius: h.thinnest * math.Pow(h.thickest/h.thinnest, r.Float64())}
	for _, s := range g {
		moved := make(stroke, len(s))
		for i, p := range s {
			p = warp.move(p)
			x, y := breadth*p.x-shear*p.y, p.y
			moved[i] = point{cos*x - sin*y, sin*x + cos*y}
		}
		written.polylines = append(written.polylines, moved.flatten())
	}
	return written
}

// A warp displaces the plane smoothly, by a few waves of random direction and phase, so that
// strokes that meet still meet.
type warp [4]wave

type wave struct {
	along point   // cycles per unit each way, times 2π
	phase float64 // in radians
	shift point   // displacement at the crest
}

func newWarp(size float64, r *rand.Rand) warp {
	var w warp
	for i := range w {
		sin, cos := math.Sincos(between(r, 0, 2*math.Pi))
		frequency := between(r, 0.3, 1.3) * 2 * math.Pi
		w[i] = wave{
			along: point{frequency * cos, frequency * sin},
			phase: between(r, 0, 2*math.Pi),
			// A sine has a mean square of 1/2.
			shift: point{
				size * math.Sqrt(2./float64(len(w))) * r.NormFloat64(),
				size * math.Sqrt(2./float64(len(w))) * r.NormFloat64(),
			},
		}
	}
	return w
}

func (w warp) move(p point) point {
	moved := p
	for _, v := range w {
		s := math.Sin(v.along.x*p.x + v.along.y*p.y + v.phase)
		moved.x += v.shift.x * s
		moved.y += v.shift.y * s
	}
	return moved
}
