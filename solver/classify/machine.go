package classify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// A Division says which problems of two classes several classes are divided into.
type Division string

const (
	// OneAgainstOne has a problem for every two classes, whose winner gets a vote.
	OneAgainstOne Division = "one-against-one"
	// OneAgainstAll has a problem for every class against all others together. The class
	// with the largest decision value wins.
	OneAgainstAll Division = "one-against-all"
)

// A Machine is a linear support vector machine with hinge loss (C. Cortes, V. Vapnik,
// "Support-vector networks", Machine Learning 20, 1995): for every problem of two classes,
// y = ±1, it has the plane of
//
//	min ½(‖w‖² + b²) + C Σ max(0, 1 − y(wᵀx + b))
//
// on samples that are scaled to a mean squared length of 1 around their mean, so that a
// cost C means the same in every space. Its dual problem is solved by coordinate descent
// (C.-J. Hsieh et al., "A dual coordinate descent method for large-scale linear SVM",
// ICML 2008), on inner products of the samples: there may be more features than samples.
type Machine struct {
	Cost float64

	division Division
	classes  []int
	problems []problem
	planes   vector.Matrix // a row for each problem; the last column is b
	mean     []float64
	scale    float64
}

// A problem separates one class from another, or from all others where that is -1. They go
// by their places among the classes.
type problem struct{ positive, negative int }

// problemsOf divides so many classes.
func (d Division) problemsOf(classes int) []problem {
	var all []problem
	for i := range classes {
		if d == OneAgainstAll {
			all = append(all, problem{i, -1})
			continue
		}
		for j := i + 1; j < classes; j++ {
			all = append(all, problem{i, j})
		}
	}
	return all
}

// winner is the class that the decision values of all problems choose; of equals, the
// first.
func (d Division) winner(problems []problem, decisions []float64, classes int) int {
	points := make([]float64, classes)
	for i, p := range problems {
		switch {
		case d == OneAgainstAll:
			points[p.positive] = decisions[i]
		case decisions[i] >= 0:
			points[p.positive]++
		default:
			points[p.negative]++
		}
	}
	best := 0
	for class, v := range points {
		if v > points[best] {
			best = class
		}
	}
	return best
}

// NewMachine returns the machine of training samples, one a row, of the classes that
// labels give. Of several costs, each positive, it takes the one with which a
// cross-validation on the training samples, with so many folds, finds most of their
// classes, the smallest of equals.
func NewMachine(training *mat.Dense, labels []int, division Division, costs []float64, folds int) (*Machine, error) {
	rows, columns := training.Dims()
	switch {
	case rows != len(labels):
		return nil, fmt.Errorf("classify: %d training samples and %d labels", rows, len(labels))
	case len(costs) == 0 || slices.Min(costs) <= 0:
		return nil, fmt.Errorf("classify: costs %v, want at least one, and positive ones", costs)
	case len(costs) > 1 && (folds < 2 || folds > rows):
		return nil, fmt.Errorf("classify: cross-validation of %d samples with %d folds: want 2 to %[1]d", rows, folds)
	}
	m := &Machine{division: division, mean: make([]float64, columns)}
	for i := range rows {
		vector.Axpy(1/float64(rows), training.RawRowView(i), m.mean)
	}
	m.scale = 1
	x := m.scaled(training)
	square := 0.0
	for i := range rows {
		square += vector.Dot(x.Row(i)[:columns], x.Row(i)[:columns]) / float64(rows)
	}
	if math.IsNaN(square) || math.IsInf(square, 0) {
		return nil, errNotFinite
	}
	if square > 0 {
		m.scale = 1 / math.Sqrt(square)
		x = m.scaled(training)
	}
	t := newMachineTraining(x, labels, division)
	for _, c := range t.members {
		m.classes = append(m.classes, c.class)
	}
	m.problems = division.problemsOf(len(m.classes))
	m.Cost = costs[0]
	if len(costs) > 1 {
		m.Cost = t.choose(m.problems, slices.Sorted(slices.Values(costs)), folds)
	}
	m.planes = t.planes(m.problems, m.Cost, usualLimit())
	return m, nil
}

// scaled are samples around the mean, in the scale of the training, with a 1 behind each
// that b is the coefficient of.
func (m *Machine) scaled(samples *mat.Dense) vector.Matrix {
	rows, columns := samples.Dims()
	x := vector.NewMatrix(rows, columns+1)
	for i := range rows {
		to := x.Row(i)
		for j, v := range samples.RawRowView(i) {
			to[j] = m.scale * (v - m.mean[j])
		}
		to[columns] = 1
	}
	return x
}

// Predict returns the class of each sample.
func (m *Machine) Predict(samples *mat.Dense) ([]int, error) {
	rows, columns := samples.Dims()
	if columns != len(m.mean) {
		return nil, fmt.Errorf("classify: samples of %d features, trained on %d", columns, len(m.mean))
	}
	classes := make([]int, rows)
	if len(m.problems) == 0 { // of a single class
		for i := range classes {
			classes[i] = m.classes[0]
		}
		return classes, nil
	}
	decisions := vector.NewMatrix(rows, len(m.problems))
	vector.MulTransposed(decisions, m.scaled(samples), m.planes)
	for i := range rows {
		if slices.ContainsFunc(decisions.Row(i), math.IsNaN) {
			return nil, errNotFinite
		}
		classes[i] = m.classes[m.division.winner(m.problems, decisions.Row(i), len(m.classes))]
	}
	return classes, nil
}

// A machineTraining is the training samples with their inner products.
type machineTraining struct {
	x, gram  vector.Matrix
	division Division
	members  []members
}

func newMachineTraining(x vector.Matrix, labels []int, division Division) *machineTraining {
	t := &machineTraining{x: x, gram: vector.NewMatrix(x.Rows, x.Rows), division: division, members: membersOf(labels)}
	vector.MulTransposed(t.gram, x, x)
	return t
}

// choose is the cost with which cross-validation finds most classes. Every class is dealt
// to the folds in turn, in its order.
func (t *machineTraining) choose(problems []problem, costs []float64, folds int) float64 {
	fold, class := make([]int, t.x.Rows), make([]int, t.x.Rows)
	for c, m := range t.members {
		for k, row := range m.rows {
			fold[row], class[row] = k%folds, c
		}
	}
	right := make([]int, len(costs))
	for f := range folds {
		duals := make([]*dual, len(problems))
		for i, p := range problems {
			duals[i] = t.dual(p, func(row int) bool { return fold[row] != f })
		}
		for at, cost := range costs {
			for _, d := range duals {
				d.solve(cost, usualLimit()) // from the solution at the smaller cost
			}
			decisions := make([]float64, len(problems))
			for row := range fold {
				if fold[row] != f {
					continue
				}
				for i, d := range duals {
					decisions[i] = d.decision(t.gram.Row(row))
				}
				if t.division.winner(problems, decisions, len(t.members)) == class[row] {
					right[at]++
				}
			}
		}
	}
	return costs[slices.Index(right, slices.Max(right))]
}

// planes are those of the problems at a cost, a row each.
func (t *machineTraining) planes(problems []problem, cost float64, until limit) vector.Matrix {
	planes := vector.NewMatrix(len(problems), t.x.Cols)
	for i, p := range problems {
		d := t.dual(p, func(int) bool { return true })
		d.solve(cost, until)
		for k, row := range d.rows {
			if d.alpha[k] > 0 {
				vector.Axpy(d.alpha[k]*d.sign[k], t.x.Row(row), planes.Row(i))
			}
		}
	}
	return planes
}

// dual is the dual problem of two classes on the samples that are kept.
func (t *machineTraining) dual(p problem, keep func(row int) bool) *dual {
	d := &dual{random: rand.New(rand.NewPCG(1, 2))}
	for c, m := range t.members {
		if c != p.positive && p.negative >= 0 && c != p.negative {
			continue
		}
		sign := -1.0
		if c == p.positive {
			sign = 1
		}
		for _, row := range m.rows {
			if keep(row) {
				d.rows, d.sign = append(d.rows, row), append(d.sign, sign)
			}
		}
	}
	n := len(d.rows)
	d.alpha, d.margin = make([]float64, n), make([]float64, n)
	d.gram = vector.NewMatrix(n, n)
	for i, row := range d.rows {
		from, to := t.gram.Row(row), d.gram.Row(i)
		for k, column := range d.rows {
			to[k] = from[column]
		}
	}
	return d
}

// A dual is min ½ Σ α_i α_k y_i y_k x_iᵀx_k − Σ α_i over 0 ≤ α ≤ C.
type dual struct {
	rows   []int // of the training samples
	sign   []float64
	gram   vector.Matrix
	alpha  []float64
	margin []float64 // Σ_k α_k y_k x_iᵀx_k: the decision value of sample i
	random *rand.Rand
}

// A limit ends a descent: when no gradient is off its optimum by more than the tolerance,
// or after so many sweeps over all samples.
type limit struct {
	tolerance float64
	sweeps    int
}

func usualLimit() limit { return limit{1e-2, 300} }

// solve goes down from where the problem stands, one α after the other in random order.
func (d *dual) solve(cost float64, until limit) {
	order := make([]int, len(d.rows))
	for i := range order {
		order[i] = i
	}
	for range until.sweeps {
		d.random.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
		worst := 0.0
		for _, i := range order {
			gradient, before := d.sign[i]*d.margin[i]-1, d.alpha[i]
			if before == 0 && gradient >= 0 || before == cost && gradient <= 0 {
				continue
			}
			worst = max(worst, math.Abs(gradient))
			products := d.gram.Row(i)
			d.alpha[i] = min(max(before-gradient/products[i], 0), cost)
			if step := d.alpha[i] - before; step != 0 {
				vector.Axpy(step*d.sign[i], products, d.margin)
			}
		}
		if worst < until.tolerance {
			return
		}
	}
}

// decision is the decision value of a sample, by its inner products with all training
// samples.
func (d *dual) decision(products []float64) float64 {
	sum := 0.0
	for k, row := range d.rows {
		if d.alpha[k] > 0 {
			sum += d.alpha[k] * d.sign[k] * products[row]
		}
	}
	return sum
}
