package classify

import (
	"math"

	"gpca/solver/internal/vector"
)

// A dual is the dual problem of two classes, with β = yα:
//
//	min ½ Σ β_i β_k x_iᵀx_k − Σ y_i β_i  over  Σ β_i = 0 and 0 ≤ y_i β_i ≤ C
//
// It is solved by sequential minimal optimisation of two β at a time, chosen by the second derivative (R.-E. Fan,
// P.-H. Chen, C.-J. Lin, "Working set selection using second order information for training support vector
// machines", JMLR 6, 2005).
type dual struct {
	rows      []int // of the training samples
	gram      vector.Matrix
	sign      []float64 // y
	beta      []float64
	low, high []float64 // bounds of β
	slope     []float64 // Σ_k β_k x_iᵀx_k − y_i
}

func (d *dual) start() {
	n := len(d.sign)
	d.beta, d.low, d.high, d.slope = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	vector.Axpy(-1, d.sign, d.slope)
}

// A limit ends a descent, as in LIBSVM: by a tolerance for the violation of optimality or after some steps.
type limit struct {
	tolerance float64
	steps     int
}

func usualLimit() limit { return limit{1e-3, 1e6} }

// solve continues at a cost no smaller than before. It reports whether it came within the tolerance.
func (d *dual) solve(cost float64, until limit) bool {
	for i, y := range d.sign {
		d.low[i], d.high[i] = min(0, y*cost), max(0, y*cost)
	}
	return d.descend(&until)
}

// descend takes steps until none is left. After some it continues with the few samples that may still move.
func (d *dual) descend(until *limit) bool {
	for {
		for range len(d.beta)/8 + 50 {
			if until.steps--; until.steps < 0 {
				return false
			}
			if !d.step(until.tolerance) {
				return true
			}
		}
		if moving := d.moving(); 2*len(moving) < len(d.beta) {
			d.descendAlone(moving, until)
		}
	}
}

func (d *dual) step(tolerance float64) bool {
	i, least, most := d.ends()
	if !(most-least > tolerance) {
		return false
	}
	j, best, row, square := -1, 0.0, d.gram.Row(i), d.gram.Row(i)[i]
	for k, slope := range d.slope {
		if gap := slope - least; gap > 0 && d.beta[k] > d.low[k] {
			distance := square + d.gram.Data[k*d.gram.Stride+k] - 2*row[k]
			if gain := gap * gap / max(distance, 1e-12*square); gain > best {
				j, best = k, gain
			}
		}
	}
	other := d.gram.Row(j)
	distance := max(square+other[j]-2*row[j], 1e-12*square)
	move := min((d.slope[j]-least)/distance, d.high[i]-d.beta[i], d.beta[j]-d.low[j])
	d.beta[i] += move
	d.beta[j] -= move
	vector.Axpy(move, row, d.slope)
	vector.Axpy(-move, other, d.slope)
	return true
}

// ends returns the least slope of a β that can grow, that of sample i, and the largest of one that can shrink. At
// the solution the least is not less than the largest.
func (d *dual) ends() (i int, least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for k, slope := range d.slope {
		if slope < least && d.beta[k] < d.high[k] {
			i, least = k, slope
		}
		if slope > most && d.beta[k] > d.low[k] {
			most = slope
		}
	}
	return i, least, most
}

// moving returns the samples that violate optimality together with one of the ends.
func (d *dual) moving() []int {
	_, least, most := d.ends()
	var all []int
	for k, slope := range d.slope {
		if d.beta[k] < d.high[k] && slope < most || d.beta[k] > d.low[k] && slope > least {
			all = append(all, k)
		}
	}
	return all
}

func (d *dual) descendAlone(moving []int, until *limit) {
	part := &dual{gram: gather(d.gram, moving)}
	for _, k := range moving {
		part.beta, part.slope = append(part.beta, d.beta[k]), append(part.slope, d.slope[k])
		part.low, part.high = append(part.low, d.low[k]), append(part.high, d.high[k])
	}
	part.descend(until)
	for at, k := range moving {
		if move := part.beta[at] - d.beta[k]; move != 0 {
			vector.Axpy(move, d.gram.Row(k), d.slope)
			d.beta[k] = part.beta[at]
		}
	}
}

// offset is b.
func (d *dual) offset() float64 {
	_, least, most := d.ends()
	return -(least + most) / 2
}

func (d *dual) spread(weights []float64) {
	for k, row := range d.rows {
		weights[row] = d.beta[k]
	}
}

func gather(m vector.Matrix, places []int) vector.Matrix {
	g := vector.NewMatrix(len(places), len(places))
	for i, row := range places {
		from, to := m.Row(row), g.Row(i)
		for k, column := range places {
			to[k] = from[column]
		}
	}
	return g
}
