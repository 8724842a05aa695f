package classify

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// A Division says how a problem of several classes is divided into problems of two.
type Division string

const (
	// OneAgainstOne has a problem for every two classes. The winner of each gets a vote.
	OneAgainstOne Division = "one-against-one"
	// OneAgainstAll has a problem for every class against all others. The largest decision value wins.
	OneAgainstAll Division = "one-against-all"
)

// A Machine is a linear support vector machine (C. Cortes, V. Vapnik, "Support-vector networks", Machine Learning
// 20, 1995) as in LIBSVM: for every problem of two classes, y = ±1, the plane of
//
//	min ½‖w‖² + C Σ max(0, 1 − y(wᵀx + b))
//
// on centred samples x. The dual problem is solved: there may be more features than samples.
type Machine struct {
	// Cost is C, for samples scaled to a mean squared length of 1.
	Cost float64
	// Settled counts the problems that were solved, Unsettled those whose solver stopped at its limit.
	Settled, Unsettled int

	classes  []int
	problems []problem
	planes   vector.Matrix // a row for each problem
	offsets  []float64     // b of each
	mean     []float64
	scale    float64
}

// A problem separates one class from another, or from all others if that is -1. Classes are given by index.
type problem struct{ positive, negative int }

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

// winner is the class that the decision values choose, the first of equals.
func winner(problems []problem, decisions []float64, classes int) int {
	points := make([]float64, classes)
	for i, p := range problems {
		switch {
		case p.negative < 0:
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

// Costs determine the cost of a machine.
type Costs struct {
	// Candidates are positive costs for samples scaled to a mean squared length of 1. Of several, the machine
	// takes the one whose cross-validation on the training samples finds most classes, the smallest of equals.
	Candidates []float64
	Folds      int  // of the cross-validation
	Unscaled   bool // the candidates are for samples as they are
}

// NewMachine returns the machine of training samples, one a row, with the classes in labels.
func NewMachine(training *mat.Dense, labels []int, division Division, costs Costs) (*Machine, error) {
	if err := checkLabels(training, labels); err != nil {
		return nil, err
	}
	rows, columns := training.Dims()
	switch {
	case len(costs.Candidates) == 0 || slices.Min(costs.Candidates) <= 0:
		return nil, fmt.Errorf("classify: costs %v, want at least one, and positive ones", costs.Candidates)
	case len(costs.Candidates) > 1 && (costs.Folds < 2 || costs.Folds > rows):
		return nil, fmt.Errorf("classify: cross-validation of %d samples with %d folds: want 2 to %[1]d", rows,
			costs.Folds)
	}
	m := &Machine{mean: make([]float64, columns), scale: 1}
	for i := range rows {
		vector.Axpy(1/float64(rows), training.RawRowView(i), m.mean)
	}
	x := m.scaled(training)
	square := 0.0
	for i := range rows {
		square += vector.Dot(x.Row(i), x.Row(i)) / float64(rows)
	}
	if math.IsNaN(square) || math.IsInf(square, 0) {
		return nil, errNotFinite
	}
	if square > 0 {
		m.scale = 1 / math.Sqrt(square)
		x = m.scaled(training)
	}
	candidates := slices.Sorted(slices.Values(costs.Candidates))
	if costs.Unscaled {
		floats.Scale(square, candidates)
	}
	t := newMachineTraining(x, labels)
	m.classes = t.classes
	m.problems = division.problemsOf(len(m.classes))
	m.Cost = candidates[0]
	if len(candidates) > 1 {
		m.Cost = t.choose(m.problems, candidates, costs.Folds)
	}
	t.train(m, usualLimit())
	return m, nil
}

func (m *Machine) scaled(samples *mat.Dense) vector.Matrix {
	rows, columns := samples.Dims()
	x := vector.NewMatrix(rows, columns)
	for i := range rows {
		floats.Scale(m.scale, floats.SubTo(x.Row(i), samples.RawRowView(i), m.mean))
	}
	return x
}

// Predict returns the class of each sample.
func (m *Machine) Predict(samples *mat.Dense) ([]int, error) {
	if err := checkFeatures(samples, len(m.mean)); err != nil {
		return nil, err
	}
	rows, _ := samples.Dims()
	if len(m.problems) == 0 { // of a single class
		return slices.Repeat(m.classes[:1], rows), nil
	}
	classes := make([]int, rows)
	decisions := vector.NewMatrix(rows, len(m.problems))
	vector.MulTransposed(decisions, m.scaled(samples), m.planes)
	for i := range rows {
		vector.Axpy(1, m.offsets, decisions.Row(i))
		if slices.ContainsFunc(decisions.Row(i), math.IsNaN) {
			return nil, errNotFinite
		}
		classes[i] = m.classes[winner(m.problems, decisions.Row(i), len(m.classes))]
	}
	return classes, nil
}

type machineTraining struct {
	x, gram vector.Matrix
	classes []int
	members [][]int // samples of each class
}

func newMachineTraining(x vector.Matrix, labels []int) *machineTraining {
	t := &machineTraining{x: x, gram: vector.NewMatrix(x.Rows, x.Rows)}
	t.classes, t.members = byClass(labels)
	vector.GramLower(t.gram, x, 1)
	return t
}

// choose returns the cost with which cross-validation finds most classes. Every class is dealt to the folds in
// turn.
func (t *machineTraining) choose(problems []problem, costs []float64, folds int) float64 {
	right := make([]int, len(costs))
	for f := range folds {
		var tested, classes []int
		for c, rows := range t.members {
			for k := f; k < len(rows); k += folds {
				tested, classes = append(tested, rows[k]), append(classes, c)
			}
		}
		duals := t.duals(problems, func(k int) bool { return k%folds != f })
		products := t.gram.Select(tested)
		decisions, offsets := vector.NewMatrix(len(classes), len(problems)), make([]float64, len(problems))
		for at, cost := range costs {
			weights := vector.NewMatrix(len(problems), t.x.Rows)
			for i, d := range duals {
				d.solve(cost, usualLimit()) // from the solution at the smaller cost
				d.spread(weights.Row(i))
				offsets[i] = d.offset()
			}
			vector.MulTransposed(decisions, products, weights)
			for k, class := range classes {
				vector.Axpy(1, offsets, decisions.Row(k))
				if winner(problems, decisions.Row(k), len(t.members)) == class {
					right[at]++
				}
			}
		}
	}
	return costs[slices.Index(right, slices.Max(right))]
}

func (t *machineTraining) train(m *Machine, until limit) {
	weights := vector.NewMatrix(len(m.problems), t.x.Rows)
	m.planes, m.offsets = vector.NewMatrix(len(m.problems), t.x.Cols), make([]float64, len(m.problems))
	for i, d := range t.duals(m.problems, func(int) bool { return true }) {
		if d.solve(m.Cost, until) {
			m.Settled++
		} else {
			m.Unsettled++
		}
		d.spread(weights.Row(i))
		m.offsets[i] = d.offset()
	}
	vector.Mul(m.planes, weights, t.x)
}

// duals are the dual problems on the samples that keep selects by their index within their class.
func (t *machineTraining) duals(problems []problem, keep func(k int) bool) []*dual {
	var all []*dual
	for _, p := range problems {
		d := &dual{}
		for c, rows := range t.members {
			if c != p.positive && p.negative >= 0 && c != p.negative {
				continue
			}
			sign := -1.0
			if c == p.positive {
				sign = 1
			}
			for k, row := range rows {
				if keep(k) {
					d.rows, d.sign = append(d.rows, row), append(d.sign, sign)
				}
			}
		}
		if last := len(all) - 1; last >= 0 && slices.Equal(d.rows, all[last].rows) {
			d.gram = all[last].gram // all have the same samples
		} else {
			d.gram = gather(t.gram, d.rows)
		}
		d.start()
		all = append(all, d)
	}
	return all
}
