package score

import "math"

// blockSize is the number of values in one step of a program: many, to hide the cost of its calls, but few enough
// for the buffers to stay in the first-level cache.
const blockSize = 256

// A node is an expression or a part of one, evaluated for many u at once. Truth values are 1 and 0. It is
// immutable; buffers belong to the caller.
type node struct {
	// into sets dst[i] to the value at u[i], for at most blockSize values. Spare holds depth blocks.
	into     func(dst, u, spare []float64)
	depth    int
	constant bool
}

// evaluate is into with memory of its own.
func (n node) evaluate(dst, u []float64) { n.into(dst, u, make([]float64, n.depth*blockSize)) }

func (n node) at(u float64) float64 {
	var v [1]float64
	n.evaluate(v[:], []float64{u})
	return v[0]
}

// apply makes f′ odd.
func (n node) apply(dst, u []float64) {
	spare := make([]float64, n.depth*blockSize)
	var magnitudes, results [blockSize]float64
	for len(u) > 0 {
		block := u[:min(blockSize, len(u))]
		for i, x := range block {
			magnitudes[i] = math.Abs(x)
		}
		values := results[:len(block)]
		n.into(values, magnitudes[:len(block)], spare)
		for i, x := range block {
			switch {
			case x > 0:
				dst[i] = values[i]
			case x < 0:
				dst[i] = -values[i]
			default:
				dst[i] = x // 0 or NaN
			}
		}
		u, dst = u[len(block):], dst[len(block):]
	}
}

func constant(v float64) node {
	return node{constant: true, into: func(dst, _, _ []float64) {
		for i := range dst {
			dst[i] = v
		}
	}}
}

func variable() node { return node{into: func(dst, u, _ []float64) { copy(dst, u) }} }

func unary(f func(float64) float64, x node) node {
	return node{depth: x.depth, into: func(dst, u, spare []float64) {
		x.into(dst, u, spare)
		for i, x := range dst {
			dst[i] = f(x)
		}
	}}
}

func binary(combine loop, left, right node) node {
	return node{depth: max(left.depth, 1+right.depth), into: func(dst, u, spare []float64) {
		left.into(dst, u, spare)
		other := spare[:len(dst)]
		right.into(other, u, spare[blockSize:])
		combine(dst, other)
	}}
}

// choice is "condition ? yes : no". Both branches are evaluated.
func choice(condition, yes, no node) node {
	return node{depth: max(yes.depth, 1+no.depth, 2+condition.depth), into: func(dst, u, spare []float64) {
		yes.into(dst, u, spare)
		other, holds := spare[:len(dst)], spare[blockSize:][:len(dst)]
		no.into(other, u, spare[blockSize:])
		condition.into(holds, u, spare[2*blockSize:])
		for i, c := range holds {
			if c == 0 {
				dst[i] = other[i]
			}
		}
	}}
}
