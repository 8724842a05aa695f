package standin

import (
	"math/rand/v2"
)

// olivetti draws 40 persons ten times each, 64 x 64 pixels, cropped to the face
// as the Olivetti faces are. The head turns more than in the Yale faces, the
// light less; half the persons wear glasses now and then. A person is a class.
func olivetti(r *rand.Rand) *collection {
	const size, persons, images = 64, 40, 10
	c := newCollection(persons*images, size*size)
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
	return c
}
