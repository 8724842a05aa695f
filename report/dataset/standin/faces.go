package standin

import "math/rand/v2"

// yale draws 15 persons in the 11 conditions of the Yale faces, in the order of their file names,
// without classes, in 100 x 80 pixels.
func yale(c *collection, r *rand.Rand) {
	const width, height, persons = 100, 80, 15
	conditions := []func(*scene){
		func(s *scene) { s.ambient, s.diffuse = .2, .75 },                               // centerlight
		func(s *scene) { s.glasses = true },                                             // glasses
		func(s *scene) { s.smile, s.teeth = 1, .05 },                                    // happy
		func(s *scene) { s.light, s.ambient, s.diffuse, s.shadow = -1, .15, 1.1, true }, // leftlight
		func(*scene) {}, // noglasses
		func(*scene) {}, // normal
		func(s *scene) { s.light, s.ambient, s.diffuse, s.shadow = 1, .1, .85, true }, // rightlight
		func(s *scene) { s.smile = -1 },                                               // sad
		func(s *scene) { s.left, s.right = 1, 1 },                                     // sleepy
		func(s *scene) { s.open, s.raise = 1, 1 },                                     // surprised
		func(s *scene) { s.right, s.smile = 1, .3 },                                   // wink
	}
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
			condition(&s)
			c.add(0, exposed(render(&p, &s, width, height), .012, r))
		}
	}
}

// exposed adds grain of a standard deviation and rounds to whole grey values.
func exposed(image []float64, grain float64, r *rand.Rand) []float64 {
	for i := range image {
		image[i] += grain * r.NormFloat64()
	}
	return greys(image)
}

// olivetti draws 40 persons, the classes, ten times each in 64 x 64 pixels. The head turns more
// than in the Yale faces and the light less; half the persons sometimes wear glasses.
func olivetti(c *collection, r *rand.Rand) {
	const size, persons, images = 64, 40, 10
	for class := range persons {
		p := newPerson(r)
		p.tint = 0
		wears := 0.
		if r.IntN(2) == 0 {
			wears = r.Float64()
		}
		wall, light := between(r, .25, .7), between(r, -.4, .4)
		for range images {
			s := scene{
				expression: expression{
					smile:   min(max(.6*r.NormFloat64(), -1), 1),
					raise:   max(.4*r.NormFloat64(), 0),
					glasses: r.Float64() < wears,
				},
				light:     light + .1*r.NormFloat64(),
				ambient:   .3,
				diffuse:   .6,
				wall:      wall,
				yaw:       between(r, -.2, .2),
				nod:       .05 * r.NormFloat64(),
				tilt:      .05 * r.NormFloat64(),
				x:         32 + 1.2*r.NormFloat64(),
				y:         30 + 1.2*r.NormFloat64(),
				size:      35 * (1 + .03*r.NormFloat64()),
				roughness: newTexture(r),
			}
			switch r.IntN(6) {
			case 0:
				s.left, s.right = 1, 1
			case 1:
				s.smile, s.teeth = 1, .045
			}
			c.add(class, exposed(render(&p, &s, size, size), .012, r))
		}
	}
}
