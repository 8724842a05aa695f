package grid

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/kernel"
	"gpca/solver/score"
)

// training says how samples are trained on. Cells that agree in it, and in
// their data, share fits.
type training struct {
	kernel   kernel.Function // nil in input space
	centre   bool
	settings solver.Settings
	names    []string // of the scores
	scores   []score.Score
}

// at is the place of a score among those of the training, which must have it.
func (t training) at(name string) int { return slices.Index(t.names, name) }

// of returns the training with the scores of some cells alone.
func (t training) of(cells []Cell) training {
	all := t
	t.names, t.scores = nil, nil
	for i, name := range all.names {
		if slices.ContainsFunc(cells, func(c Cell) bool { return c.Score == name }) {
			t.names, t.scores = append(t.names, name), append(t.scores, all.scores[i])
		}
	}
	return t
}

// with returns the training with a score more, unless it is there already.
func (t training) with(name string) (training, error) {
	if t.at(name) >= 0 {
		return t, nil
	}
	s, err := score.Parse(name)
	if err != nil {
		return t, err
	}
	// Appending must not write into what other tasks read.
	t.names = append(slices.Clip(t.names), name)
	t.scores = append(slices.Clip(t.scores), s)
	return t, nil
}

// A fitted is a training set with the components of every score.
type fitted struct {
	mean     []float64      // in input space
	matrix   *kernel.Matrix // in feature space
	loadings []*mat.Dense   // or coefficients, one matrix for each score
	ends     []Ends
	failures []error
}

// fit extracts the components of the samples, which it does not modify.
func (t training) fit(ctx context.Context, samples *mat.Dense) (*fitted, error) {
	f := &fitted{
		loadings: make([]*mat.Dense, len(t.scores)),
		ends:     make([]Ends, len(t.scores)),
		failures: make([]error, len(t.scores)),
	}
	if t.kernel != nil {
		var err error
		if f.matrix, err = kernel.NewMatrix(t.kernel, samples, t.centre, t.settings.Workers); err != nil {
			return nil, err
		}
		fits, err := solver.KernelGPCA(ctx, f.matrix, t.scores, t.settings)
		if err != nil {
			return nil, err
		}
		for i, r := range fits {
			f.loadings[i], f.failures[i] = r.Coefficients, r.Err
			f.ends[i].add(r.Components)
		}
		f.matrix.Values = nil // the iteration is over; new samples are projected without it
		return f, nil
	}

	if t.centre {
		samples, f.mean = solver.Centre(samples)
	} else {
		_, columns := samples.Dims()
		f.mean = make([]float64, columns)
	}
	fits, err := solver.GPCA(ctx, samples, t.scores, t.settings)
	if err != nil {
		return nil, err
	}
	for i, r := range fits {
		f.loadings[i], f.failures[i] = r.Loadings, r.Err
		f.ends[i].add(r.Components)
	}
	return f, nil
}

// model returns the class's subspaces for the chosen scores.
func (f *fitted) model(chosen []int) classify.Model {
	loadings := make([]*mat.Dense, len(chosen))
	for i, m := range chosen {
		loadings[i] = f.loadings[m]
	}
	if f.matrix != nil {
		return classify.NewKernel(f.matrix, loadings)
	}
	return classify.NewLinear(f.mean, loadings)
}

// classFits are the fits of all classes of a training set.
type classFits struct {
	classes []int // the class of each fit; classes without samples have none
	fits    []*fitted
}

func (c classFits) models(chosen []int) []classify.Model {
	models := make([]classify.Model, len(c.fits))
	for i, f := range c.fits {
		models[i] = f.model(chosen)
	}
	return models
}

// ends sums the ends of one score over the classes.
func (c classFits) ends(method int) Ends {
	var e Ends
	for _, f := range c.fits {
		e.merge(f.ends[method])
	}
	return e
}

// failure is the first failure of one score, with the class it happened in
// where classes have names.
func (c classFits) failure(method int, names []string) error {
	for i, f := range c.fits {
		switch err := f.failures[method]; {
		case err == nil:
		case names == nil:
			return err
		default:
			return fmt.Errorf("class %s: %w", names[c.classes[i]], err)
		}
	}
	return nil
}

// rowsOf returns the given rows of m as a matrix of their own.
func rowsOf(m *mat.Dense, rows []int) *mat.Dense {
	_, columns := m.Dims()
	d := mat.NewDense(len(rows), columns, nil)
	for to, from := range rows {
		copy(d.RawRowView(to), m.RawRowView(from))
	}
	return d
}

// byClass divides rows by their labels.
func byClass(rows, labels []int, classes int) [][]int {
	divided := make([][]int, classes)
	for _, r := range rows {
		divided[labels[r]] = append(divided[labels[r]], r)
	}
	return divided
}
