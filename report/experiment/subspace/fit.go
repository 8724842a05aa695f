package subspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/external"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/kernel"
	"gpca/solver/objective"
	"gpca/solver/robust"
)

// A Training says how samples are trained on, and by which functions, in one fit.
type Training struct {
	Kernel   kernel.Function // nil in input space
	Centre   bool
	Settings solver.Settings
	Names    []string // of the functions
	// centre finds the centre of samples in place of the method; nil for that of the method.
	centre    func(context.Context, *mat.Dense) ([]float64, error)
	Functions []objective.Function
	// Robust finds components instead; nil for none.
	Robust *robust.Method
	// Command is the program that does; nil for none.
	Command *external.Command
	Request external.Request

	keeper experiment.Keeper // nil for none
	name   string            // of what is kept
	first  *firstFits        // that refits repeat; nil for none
	class  int               // the index of a fit in Classes
}

// Keeping returns the training that keeps components under a name, which identifies all but the function.
func (t Training) Keeping(k experiment.Keeper, name string) Training {
	t.keeper, t.name = k, name
	return t
}

// NewTraining returns the training of a Spec by functions; empty names are left out. The seed is for a program.
func NewTraining(s Spec, seed uint64, scores []string) (Training, error) {
	t := Training{Centre: s.Centring != "none"}
	if s.Words != "" {
		t.Command = cmp.Or(s.Command, &external.Command{})
		t.Request = external.Request{Components: s.Components, Centre: t.Centre, Kernel: s.Kernel, Seed: seed}
	}
	start, err := solver.ParseStart(s.Start)
	if err == nil && s.Robust != "" {
		var r robust.Method
		r, err = robust.Parse(s.Robust)
		t.Robust, t.Request.Seed = &r, seed
	}
	if err == nil && s.Centre != "" {
		var c centre
		c, err = experiment.Find("centre", s.Centre, centres())
		t.centre = c.of
	}
	if err == nil && s.Kernel != "" && s.Kernel != ChosenKernel {
		t.Kernel, err = kernel.Parse(s.Kernel)
	}
	if err != nil {
		return t, err
	}
	t.Settings = solver.Settings{
		Components: s.Components, Tolerance: s.Tolerance, MaxIterations: s.MaxIterations, Patience: s.Patience,
		Start: start, Update: s.Update,
	}
	return t.With(scores...)
}

// Prepare returns the training of cells by their functions, and the work of it on a data set.
func Prepare(first Spec, cells []experiment.Cell, scores []string, d dataset.Description) (Training, Load, error) {
	first.Command = cells[0].Command
	t, err := NewTraining(first, cells[0].Seed, scores)
	return t, NewLoad(first, d, false).By(t.Names...), err
}

// At returns the index of a function, -1 if missing; 0 for robust PCA and for a program.
func (t Training) At(name string) int {
	if t.Command != nil || t.Robust != nil {
		return 0
	}
	return slices.Index(t.Names, name)
}

// Of returns the training for a repetition, which a program is given; -1 for one fit of all.
func (t Training) Of(repetition int) Training {
	t.Request.Repetition = max(repetition, 0)
	return t
}

// With returns the training with those functions added that it lacks.
func (t Training) With(names ...string) (Training, error) {
	for _, name := range names {
		if name == "" || t.At(name) >= 0 {
			continue
		}
		s, err := objective.Parse(name)
		if err != nil {
			return t, err
		}
		// Clip, as other goroutines read the same array.
		t.Names = append(slices.Clip(t.Names), name)
		t.Functions = append(slices.Clip(t.Functions), s)
	}
	return t, nil
}

func (t Training) Without() Training {
	t.Names, t.Functions = nil, nil
	return t
}

// A Fit has the components of every function on a training set.
type Fit struct {
	Mean     []float64      // in input space
	Matrix   *kernel.Matrix // in feature space; its values are released
	Loadings []*mat.Dense   // or coefficients, a matrix for each function
	// squaredLengths are those of coefficients in feature space, without those that the first fit has.
	squaredLengths map[*mat.Dense][]float64
	// Eigenvalues are variances of the scores that robust PCA found, nil for other methods.
	Eigenvalues []float64
	// Spectrum and Total are those of robust PCA, nil and 0 for other methods.
	Spectrum []float64
	Total    float64
	// Flagged are outlying cells of the samples, for robust PCA that finds some.
	Flagged []robust.Cell
	// Skew is that of robpca skew, nil for other methods.
	Skew *robust.Skew
	// Components say how iterations ended, by function and component.
	Components [][]solver.Component
	Failures   []error
}

// Fit extracts the components of samples and does not modify these.
func (t Training) Fit(ctx context.Context, samples *mat.Dense) (*Fit, error) {
	return t.fit(ctx, solver.RowsOf(samples, nil))
}

func (t Training) fit(ctx context.Context, samples solver.Rows) (*Fit, error) {
	if t.Command != nil || t.Robust != nil {
		return t.fitOtherwise(ctx, samples.Dense())
	}
	f := &Fit{
		Loadings:   make([]*mat.Dense, len(t.Functions)),
		Components: make([][]solver.Component, len(t.Functions)),
		Failures:   make([]error, len(t.Functions)),
	}
	var missing []int
	var functions []objective.Function
	for i, s := range t.Functions {
		var k solver.Found
		if first, same := t.first.of(t.class, s); same {
			f.Loadings[i], f.Components[i] = first.Loadings, first.Components
		} else if t.keeper != nil && t.keeper.Recall(t.name+" "+t.Names[i], &k) {
			f.Loadings[i], f.Components[i] = k.Loadings, k.Components
		} else {
			missing, functions = append(missing, i), append(functions, s)
		}
	}
	if t.first != nil && len(missing) == 0 {
		return f, nil // a refit has the matrix and the mean of the first fit
	}
	settings := t.Settings
	settings.First = func(s objective.Function) *solver.Found { first, _ := t.first.of(t.class, s); return first }
	began := time.Now()
	found := func(i int, k solver.Found, err error) {
		at := missing[i]
		f.Loadings[at], f.Components[at], f.Failures[at] = k.Loadings, k.Components, err
		if t.keeper != nil && err == nil {
			t.keeper.Keep(t.name+" "+t.Names[at], time.Since(began), k)
		}
	}
	if t.Kernel != nil {
		return f, t.fitKernel(ctx, f, samples.Dense(), functions, settings, found)
	}
	samples, err := t.centred(ctx, f, samples)
	if err != nil || len(missing) == 0 {
		return f, err
	}
	fits, err := samples.GPCA(ctx, functions, settings)
	for i, r := range fits {
		found(i, solver.Found{Loadings: r.Loadings, Components: r.Components}, r.Err)
	}
	return f, err
}

func (t Training) fitKernel(ctx context.Context, f *Fit, samples *mat.Dense, functions []objective.Function,
	settings solver.Settings, found func(i int, k solver.Found, err error)) (err error) {
	if f.Matrix, err = kernel.NewMatrix(t.Kernel, samples, t.Centre, t.Settings.Workers); err != nil {
		return err
	}
	defer f.Matrix.Release()
	if len(functions) > 0 {
		fits, err := solver.KernelGPCA(ctx, f.Matrix, functions, settings)
		if err != nil {
			return err
		}
		for i, r := range fits {
			found(i, solver.Found{Loadings: r.Coefficients, Components: r.Components}, r.Err)
		}
	}
	f.squaredLengths = make(map[*mat.Dense][]float64, len(f.Loadings))
	for i, b := range f.Loadings {
		if _, same := t.first.of(t.class, t.Functions[i]); !same {
			f.squaredLengths[b] = f.Matrix.SquaredLengths(b)
		}
	}
	return nil
}

// centred returns samples less their centre, which becomes that of the fit.
func (t Training) centred(ctx context.Context, f *Fit, samples solver.Rows) (_ solver.Rows, err error) {
	if err := samples.Check(); err != nil { // before centring spreads a value too large over all samples
		return samples, err
	}
	switch {
	case t.centre != nil:
		x := samples.Dense()
		if f.Mean, err = t.centre(ctx, x); err != nil {
			return samples, err
		}
		samples = solver.RowsOf(solver.Shifted(x, -1, f.Mean), nil)
	case t.Centre:
		samples, f.Mean = samples.Centre()
	default:
		f.Mean = make([]float64, samples.Features())
	}
	return samples, nil
}

// fitOtherwise fits by robust PCA or runs a program. Its failure is that of the function.
func (t Training) fitOtherwise(ctx context.Context, samples *mat.Dense) (*Fit, error) {
	f, err := &Fit{Loadings: make([]*mat.Dense, 1), Components: make([][]solver.Component, 1)}, error(nil)
	if t.Robust != nil {
		err = t.fitRobust(ctx, samples, f)
	} else {
		f.Mean, f.Loadings[0], err = t.Command.Components(ctx, t.Request, samples)
	}
	if err == nil && t.centre != nil {
		f.Mean, err = t.centre(ctx, samples)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		_, columns := samples.Dims()
		f.Mean, f.Loadings[0] = make([]float64, columns), &mat.Dense{}
	}
	f.Failures = []error{err}
	return f, nil
}

func (t Training) fitRobust(ctx context.Context, samples *mat.Dense, into *Fit) error {
	f, err := t.Robust.Fit(ctx, samples,
		robust.Settings{Components: t.Settings.Components, Seed: t.Request.Seed, Workers: t.Settings.Workers})
	if err != nil {
		return err
	}
	end := solver.Component{End: solver.Stopped, Iterations: f.Iterations}
	if f.Converged {
		end.End = solver.Converged
	}
	into.Mean, into.Loadings[0], into.Eigenvalues = f.Centre, f.Loadings, f.Eigenvalues
	into.Spectrum, into.Total, into.Skew, into.Flagged = f.Spectrum, f.Total, f.Skew, f.Flagged
	into.Components[0] = slices.Repeat([]solver.Component{end}, len(f.Eigenvalues))
	return nil
}

// Distances describes the fit of a function to its samples so that distances from it can be measured: by the variances
// that robust PCA found or, for p=2 about the mean, by classical ones. The error is that of the fit, or of samples
// without components.
func (f *Fit) Distances(score int, samples *mat.Dense, s Spec) (*robust.Fit, error) {
	if err := f.Failures[score]; err != nil {
		return nil, err
	}
	if f.Loadings[score].IsEmpty() {
		return nil, errors.New("the samples are all the same: there are no components")
	}
	d := robust.Describe(samples, f.Mean, f.Loadings[score], s.Score == "p=2" && s.Centre == "")
	if f.Eigenvalues != nil {
		d.Eigenvalues, d.Skew = f.Eigenvalues, f.Skew
	}
	return d, nil
}

// Ends counts how the first components of a function ended.
func (f *Fit) Ends(score, most int) experiment.Ends {
	var e experiment.Ends
	e.Add(f.Components[score][:min(most, len(f.Components[score]))])
	return e
}

// Classes are the fits of all classes of a training set.
type Classes struct {
	Labels []int // the class of each fit; empty classes have none
	Names  []string
	Fits   []*Fit
}

// FitEach fits every group of rows that is not empty. Names are those of classes, nil for one group of all
// samples. What is kept is identified by its rows, too.
func (t Training) FitEach(
	ctx context.Context, x trial.Executor, l Load, samples *mat.Dense, groups [][]int, names []string,
) (Classes, error) {
	all, most := Classes{Names: names}, 0
	for group, rows := range groups {
		if len(rows) > 0 {
			all.Labels, most = append(all.Labels, group), max(most, len(rows))
		}
	}
	all.Fits = make([]*Fit, len(all.Labels))
	l.Scores, l.properties = t.Names, words.Each(t.Functions, objective.Function.Properties)
	return all, x.Each(ctx, len(all.Labels), l.One(float64(most)), func(i int) (err error) {
		rows, t := groups[all.Labels[i]], t
		if t.keeper != nil {
			t.name += fmt.Sprintf(" %v", rows)
		}
		t.class = i
		t.Settings.Workers = max(1, x.Workers()/len(all.Labels))
		if all.Fits[i], err = t.fit(ctx, solver.RowsOf(samples, rows)); err != nil && names != nil {
			return fmt.Errorf("class %s: %w", names[all.Labels[i]], err)
		}
		return err
	})
}

// Models returns the subspaces of the chosen functions for every class, side by side.
func (c Classes) Models(chosen []int) []classify.Model {
	return words.Each(c.Fits, func(f *Fit) classify.Model {
		loadings := words.Each(chosen, func(score int) *mat.Dense { return f.Loadings[score] })
		if f.Matrix != nil {
			lengths := words.Each(loadings, func(b *mat.Dense) []float64 { return f.squaredLengths[b] })
			return classify.NewKernel(f.Matrix, loadings, lengths)
		}
		return classify.NewLinear(f.Mean, loadings)
	})
}

// Ends merges the ends of a function over the classes.
func (c Classes) Ends(score, most int) experiment.Ends {
	var e experiment.Ends
	for _, f := range c.Fits {
		e.Merge(f.Ends(score, most))
	}
	return e
}

// Failure returns the first failure of a function, with its class if classes have names.
func (c Classes) Failure(score int) error {
	for i, f := range c.Fits {
		switch err := f.Failures[score]; {
		case err == nil:
		case c.Names == nil:
			return err
		default:
			return fmt.Errorf("class %s: %w", c.Names[c.Labels[i]], err)
		}
	}
	return nil
}
