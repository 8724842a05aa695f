package standin

import (
	"math/rand/v2"
)

// yale draws 15 persons in the 11 conditions of the Yale faces, in the order of
// their file names, 100 pixels wide and 80 high. As in the study there are no
// classes: the set is for reconstruction.
func yale(r *rand.Rand) *collection {
	const width, height, persons = 100, 80, 15
	conditions := []struct {
		name  string
		apply func(*scene)
	}{
		{"centerlight", func(s *scene) { s.ambient, s.diffuse = .2, .75 }},
		{"glasses", func(s *scene) { s.glasses = true }},
		{"happy", func(s *scene) { s.smile, s.teeth = 1, .05 }},
		{"leftlight", func(s *scene) { s.light, s.ambient, s.diffuse, s.shadow = -1, .15, 1.1, true }},
		{"noglasses", func(*scene) {}},
		{"normal", func(*scene) {}},
		{"rightlight", func(s *scene) { s.light, s.ambient, s.diffuse, s.shadow = 1, .1, .85, true }},
		{"sad", func(s *scene) { s.smile = -1 }},
		{"sleepy", func(s *scene) { s.left, s.right = 1, 1 }},
		{"surprised", func(s *scene) { s.open, s.raise = 1, 1 }},
		{"wink", func(s *scene) { s.right, s.smile = 1, .3 }},
	}
	c := newCollection(persons*len(conditions), width*height)
	for range persons {
		p := newPerson(r)
		x, y, size := between(r, 44, 56), between(r, 36, 40), between(r, 25, 30)
		for _, condition := range conditions {
			s := scene{
				ambient:   .3,
				diffuse:   .72,
				wall:      1.05,
				yaw:       .04 * r.NormFloat64(),
				nod:       .025 * r.NormFloat64(),
				tilt:      .03 * r.NormFloat64(),
				x:         x + 1.6*r.NormFloat64(),
				y:         y + r.NormFloat64(),
				size:      size * (1 + .02*r.NormFloat64()),
				roughness: newTexture(r),
			}
			condition.apply(&s)
			c.add(0, exposed(render(&p, &s, width, height), .012, r))
		}
	}
	return c
}

// exposed returns a rendered image as a camera delivers it: with grain of the
// given standard deviation and in whole grey values.
func exposed(image []float64, grain float64, r *rand.Rand) []float64 {
	for i := range image {
		image[i] += grain * r.NormFloat64()
	}
	return greys(image)
}
