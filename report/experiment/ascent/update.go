package ascent

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"gpca/report/experiment"
	"gpca/report/words"
	"gpca/solver/objective"
)

type update struct {
	name         string
	title, words string
	// moves: the threshold of the Skeleton moves, too.
	moves bool
	// next replaces the state c of a climb.
	next func(*climb)
}

// updates are all updates, the default first.
var updates = []update{
	{name: "parallel", title: "parallel (3.8)", words: `$c \leftarrow f'(Kc/\sqrt{c^\top Kc})$, all entries at once, ` +
		"which without a kernel is Algorithm 1", next: func(m *climb) {
		m.function.Apply(m.c, m.projections)
	}},
	{name: "printed", title: "as Algorithm 3 prints it",
		words: `$c \leftarrow f'(Kc/\lVert Kc\rVert)$`, next: func(m *climb) {
			length := 0.0
			for i, v := range m.image {
				length += m.weights[i] * v * v
			}
			m.function.Apply(m.c, scaled(m.image, 1/math.Sqrt(length)))
		}},
	{name: "serial", title: "serial", words: "the same as parallel, but an entry after the other, each with those " +
		"before it renewed", next: func(m *climb) {
		one := make([]float64, 1)
		for i, w := range m.weights {
			one[0] = m.image[i] / math.Sqrt(m.energy)
			m.function.Apply(one, one)
			change := w * (one[0] - m.c[i])
			if change == 0 {
				continue
			}
			m.c[i] += change / w
			m.energy += change * (2*m.image[i] + change*m.k.At(i, i))
			for j, v := range m.k.RawRowView(i) {
				m.image[j] += change * v
			}
			m.work += float64(len(m.c))
		}
	}},
	{name: "joint", title: "w and a (2.8)", words: "the Skeleton's $a$ moves with $w$, up its derivative of (2.8), " +
		"by a whole step", moves: true, next: func(m *climb) {
		m.move(1)
	}},
	{name: "joint-mean", title: "w and a, in small steps", words: "the same by that step over the number of " +
		"samples", moves: true, next: func(m *climb) {
		m.move(1 / floats.Sum(m.weights))
	}},
}

func (u update) Value() experiment.Value { return experiment.Called(u.name, u.title) }

// threshold returns a of the Skeleton, false for another function.
func threshold(f objective.Function) (a float64, ok bool) {
	a = f.Derivative(math.MaxFloat64)
	s, err := objective.Skeleton(a)
	return a, err == nil && s.Name() == f.Name()
}

// move takes a step in a, by rate × Σ (|u| − a) over the projections beyond a, and one in w.
func (m *climb) move(rate float64) {
	m.function.Apply(m.c, m.projections)
	rise := 0.0
	for i, u := range m.projections {
		rise += m.weights[i] * max(0, math.Abs(u)-m.a)
	}
	m.a += rate * rise
	m.function, _ = objective.Skeleton(m.a) // no error: a is positive and grows
}

func scaled(v []float64, by float64) []float64 {
	return words.Each(v, func(x float64) float64 { return by * x })
}
