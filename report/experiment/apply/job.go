package apply

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"gpca/report/contamination"
	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/robust"
)

func newJob(w experiment.Work[spec]) (experiment.Job, error) {
	s := w.Specs[0]
	s.Command = w.Cells[0].Command
	n, p := float64(w.Data.Samples), float64(w.Data.Features)
	cost := subspace.NewLoad(s.Spec, w.Data, false).By(s.Score).Fit(n)
	columns := min(p, mostColumns)
	cost.Seconds += 2e-8*n*columns*columns + 1e-7*n*p
	cost.Bytes += int64(3 * 8 * n * p)
	workers := 1
	describe := func(ctx context.Context, set *dataset.Set, results []experiment.Result) error {
		for i := range results {
			results[i].Artifacts, results[i].Known = map[string]experiment.Array{}, new(experiment.Known)
			a := &analysis{ctx: ctx, spec: s, seed: w.Cells[0].Seed, set: set, result: &results[i],
				workers: workers}
			if err := a.run(); ctx.Err() != nil {
				return ctx.Err()
			} else if err != nil {
				results[i].Fail(err)
			}
		}
		return nil
	}
	return job{w.InOne("outliers", cost, describe), &workers}, nil
}

// A job learns on how many processors it runs.
type job struct {
	experiment.Job
	workers *int
}

func (j job) Run(ctx context.Context, env experiment.Env) error {
	*j.workers = env.Workers()
	return j.Job.Run(ctx, env)
}

// An analysis is one of a table.
type analysis struct {
	ctx context.Context
	spec
	seed    uint64
	workers int
	set     *dataset.Set
	result  *experiment.Result

	rows    []int      // of the set
	cells   *mat.Dense // in the units of the data, with missing ones
	samples *mat.Dense // scaled, without
	fit     *robust.Fit
	judged  *robust.Judgement // by a method that takes missing cells, else nil
	// Cells are fitted beside, where that needs no fit of the rows.
	cellwise   *robust.Cells
	deviations *robust.Deviations
	Findings
}

func (a *analysis) run() error {
	if err := a.prepare(); err != nil {
		return err
	}
	var beside errgroup.Group // fits, of which a part is for one processor
	if n, width := a.cells.Dims(); a.judged == nil && width <= mostColumns && n*width <= mostBeside {
		beside.Go(a.fitCells)
	}
	fits := words.InTurn(a.judge, a.compare)
	if err := cmp.Or(fits, beside.Wait()); err != nil {
		return err
	}
	if err := words.InTurn(a.deviate, a.keepPictures); err != nil {
		return err
	}
	if a.set.IDs != nil || a.spec.Class != "" {
		a.IDs = words.Each(a.rows, a.set.RowName)
	}
	return a.put(a.result.Artifacts)
}

// prepare selects rows and columns, fills in missing cells and scales.
func (a *analysis) prepare() error {
	if err := a.take(); err != nil {
		return err
	}
	if by, takes := a.takesGaps(); takes {
		return a.mend(by)
	}
	a.samples = a.cells
	if a.Missing > 0 {
		a.samples = &mat.Dense{}
		a.samples.Apply(func(_, j int, v float64) float64 {
			if math.IsNaN(v) {
				return a.Model.Medians[j]
			}
			return v
		}, a.cells)
	}
	if a.Saved == nil {
		scaling, err := a.Scaling(a.samples, trial.Every(len(a.rows)))
		if err != nil {
			return err
		}
		if a.Model.Scale = scaling; scaling == nil {
			a.Model.Scale = slices.Repeat([]float64{1}, len(a.Model.Columns))
			return nil
		}
	}
	a.samples = subspace.Scaling(a.Model.Scale).Divide(a.samples)
	return nil
}

// take selects rows and columns, and checks and counts cells.
func (a *analysis) take() (err error) {
	total, width := a.set.Samples.Dims()
	a.rows, a.cells, a.Changed = trial.Every(total), a.set.Samples, -1
	if a.spec.Class != "" {
		of := slices.Index(a.set.Classes, a.spec.Class)
		a.rows = slices.DeleteFunc(a.rows, func(i int) bool { return a.set.Labels[i] != of })
		a.cells = trial.RowsOf(a.set.Samples, a.rows)
	}
	about := a.set.About
	if a.Asked = a.Components; a.Saved != nil {
		a.Model, a.Asked = *a.Saved, len(a.Saved.Eigenvalues)
		if a.cells, err = a.Saved.selected(a.cells, about.Columns); err != nil {
			return err
		}
	}
	units := contamination.UnitsOf(a.cells)
	if a.Saved != nil {
		a.Units = append(a.Model.renamed(about.Columns, about.Units), a.Model.otherUnits(units, len(a.rows))...)
	} else {
		a.Model = Model{Data: a.set.Title, Rows: len(a.rows), Columns: namesOf(about.Columns, width),
			Method: cmp.Or(a.Robust, a.spec.Score, a.Words), Dialect: about.Dialect,
			Units: words.Each(about.Units, words.Printable), Medians: units.Centre, Spreads: units.Spread}
	}
	empty := slices.Repeat([]bool{a.Saved == nil}, len(a.Model.Columns))
	for i, at := range a.rows {
		for j, v := range a.cells.RawRowView(i) {
			if math.IsNaN(v) {
				a.Missing++
				continue
			}
			if empty[j] = false; math.Abs(v) > robust.LargestScale && a.Saved == nil && a.Scale == "" {
				return fmt.Errorf("row %s has %g in column %s, and a fit takes numbers up to %g: correct it, or leave "+
					"the column out", a.set.RowName(at), v, a.Model.Columns[j], robust.LargestScale)
			}
		}
	}
	if j := slices.Index(empty, true); j >= 0 {
		return fmt.Errorf("column %s has no value: leave it out", a.Model.Columns[j])
	}
	return nil
}

// takesGaps reports whether the method, or that of the saved model, takes missing cells.
func (a *analysis) takesGaps() (robust.Method, bool) {
	by, err := robust.Parse(a.Robust)
	return by, err == nil && by.Gaps || a.Saved != nil && a.Saved.Cells != nil
}

// mend judges rows with missing and outlying cells, by a fit or a model, and fills in the missing ones.
func (a *analysis) mend(by robust.Method) (err error) {
	m, fit := &a.Model, (*robust.MacroPCA)(nil)
	switch {
	case a.Saved != nil:
		fit = m.macro()
		a.judged, err = fit.Judge(a.ctx, a.cells, a.workers)
	case a.Scale != "":
		return fmt.Errorf("%s divides columns by a scale of its own: leave out scale %s", by, a.Scale)
	default:
		fit, a.judged, err = robust.FitMacroPCA(a.ctx, a.cells, robust.MacroSettings{Alpha: by.Alpha(),
			Components: a.spec.Components, Workers: a.workers})
	}
	if err != nil {
		return err
	}
	if a.fit = fit.Fit; a.Saved == nil {
		m.Scale, m.Centre, m.Components, m.Eigenvalues = fit.Scale, fit.Centre, vectors(fit.Loadings), fit.Eigenvalues
		m.Spectrum, m.Total, m.ScoreCutOff, m.OrthogonalCutOff = fit.Spectrum, fit.Total, fit.ScoreCutOff,
			fit.OrthogonalCutOff
		m.Cells, m.CellSpread = fit.Cells, fit.Spread
		end := solver.Component{End: solver.Stopped, Iterations: fit.Iterations}
		if fit.Converged {
			end.End = solver.Converged
		}
		a.result.Ends.Add([]solver.Component{end})
	}
	filled := a.judged.Imputed(robust.ImputeGaps)
	if a.samples = subspace.Scaling(m.Scale).Divide(filled); a.Missing > 0 {
		a.Filled = vectors(wholeAsBefore(a.cells, filled))
	}
	return nil
}

// fitted returns the fit of a spec to samples.
func (a *analysis) fitted(s subspace.Spec, samples *mat.Dense) (*robust.Fit, *subspace.Fit, error) {
	training, err := subspace.NewTraining(s, a.seed, []string{s.Score})
	if err != nil {
		return nil, nil, err
	}
	training.Settings.Workers = a.workers
	f, err := training.Fit(a.ctx, samples)
	if err != nil {
		return nil, nil, err
	}
	d, err := f.Distances(0, samples, s)
	return d, f, err
}

// mark is 1 for what is so, else 0.
func mark(is bool) int {
	if is {
		return 1
	}
	return 0
}

// round makes orthogonal distances 0 that are below the rounding of the table, where components fit most rows exactly.
func (a *analysis) round(orthogonal []float64) {
	const exact, digits, rowsRead = 1e-4, 12, 500
	if k := len(a.Model.Eigenvalues); robust.Median(orthogonal) > exact*math.Sqrt(a.Model.Eigenvalues[k-1]) {
		return
	}
	square := 0.0
	for j, scale := range a.Model.Scale {
		unit, places := 1.0, 0
		for i := range min(len(a.rows), rowsRead) {
			isNone := func(v float64) bool { return math.IsNaN(v) || math.Abs(v-math.Round(v)) <= 1e-9*math.Abs(v) }
			for places < digits && !isNone(a.cells.At(i, j)/unit) {
				places++
				unit = math.Pow10(-places)
			}
		}
		if places < digits {
			square += unit * unit / 4 / scale / scale
		}
	}
	for i, d := range orthogonal {
		if d <= math.Sqrt(square) {
			orthogonal[i] = 0
		}
	}
}

// judge fits, unless there is a model, and measures the distances of rows.
func (a *analysis) judge() error {
	if a.Saved != nil {
		a.fit = a.Model.fit()
	} else if a.judged == nil {
		if err := a.choose(); err != nil {
			return err
		}
	}
	m := &a.Model
	score, orthogonal := a.fit.Distances(a.samples)
	if a.judged != nil {
		score, orthogonal = a.judged.Score, a.judged.Orthogonal
	}
	if a.Saved == nil {
		if a.judged == nil {
			a.round(orthogonal)
		}
		var err error
		if m.Null, err = a.nullOf(a.spec.Spec, a.fit, score, orthogonal); err != nil {
			return err
		}
		if a.judged == nil || a.CutOff != "" { // MacroPCA has cut-offs of its own
			m.ScoreCutOff, m.OrthogonalCutOff = m.Null.cutOffs(len(m.Eigenvalues))
		}
	} else if err := m.cutAt(a.CutOff); err != nil {
		return err
	}
	a.Score, a.Orthogonal = words.Each(score, finite), words.Each(orthogonal, finite)
	a.Findings.Class = make([]int, len(a.rows))
	if a.set.Labels != nil {
		a.Classes = words.Each(a.set.Classes, words.Printable)
		a.Findings.Class = words.Each(a.rows, func(at int) int { return a.set.Labels[at] })
	}
	n := a.count(Row.Outlying)
	a.result.Values = map[string][]float64{rows: {float64(len(a.rows))}, outliers: {float64(n)},
		components: {float64(a.K())}}
	a.weigh()
	return nil
}

// finite is a number that artifacts can hold: what is infinite becomes the largest.
func finite(v float64) float64 { return min(max(v, -math.MaxFloat64), math.MaxFloat64) }

// choose fits the method, to as many components as ROBPCA has where that is not given and the method has no rule.
func (a *analysis) choose() error {
	s := a.spec.Spec
	var rule []float64
	if s.Components == 0 && s.Robust == "" {
		by := subspace.Spec{Robust: Usual, Centring: s.Centring, Start: string(solver.LargestSample)}
		f, how, err := a.fitted(by, a.samples)
		if err != nil {
			return err
		}
		s.Components, rule = len(f.Eigenvalues), how.Spectrum
	}
	f, how, err := a.fitted(s, a.samples)
	if err != nil {
		return err
	}
	if at, equal := a.equal(); equal > 0 { // a fit without a dimension, that all others are infinitely far from
		f.Centre, f.Skew, how.Total = slices.Clone(a.samples.RawRowView(at)), nil, 0
		clear(f.Eigenvalues)
		clear(how.Spectrum)
	}
	a.fit, a.result.Ends = f, how.Ends(0, len(f.Eigenvalues))
	m := &a.Model
	m.Centre, m.Eigenvalues, m.Spectrum, m.Total = f.Centre, f.Eigenvalues, how.Spectrum, how.Total
	if m.Spectrum == nil { // of a score or program: of its own components, then of the rule
		m.Spectrum = append(slices.Clone(f.Eigenvalues), rule[min(len(f.Eigenvalues), len(rule)):]...)
		m.Total = totalOf(a.samples, f.Classical)
	}
	m.Components, m.Skew = vectors(f.Loadings), f.Skew
	return nil
}

func vectors(m *mat.Dense) (all [][]float64) {
	rows, _ := m.Dims()
	for i := range rows {
		all = append(all, m.RawRowView(i))
	}
	return all
}

// totalOf is the sum of the variances of columns, robust ones unless classical.
func totalOf(samples *mat.Dense, classical bool) (total float64) {
	_, width := samples.Dims()
	spread := contamination.Spread
	if classical {
		spread = contamination.Deviation
	}
	for j := range width {
		s := spread(mat.Col(nil, j, samples))
		total += s * s
	}
	return total
}

// compare fits classical PCA to as many components, and ROBPCA with its other usual alpha.
func (a *analysis) compare() error {
	if a.Saved != nil {
		return nil
	}
	s := a.spec.Spec
	s.Robust, s.Score, s.Choice, s.Key, s.Command, s.Centre = "", "p=2", "", subspace.Spec{}.Key, nil, ""
	s.Components = a.K()
	c, _, err := a.fitted(s, a.samples)
	if err != nil {
		return err
	}
	_, _, _, flags := a.another(c)
	a.Classical = &Classical{flags, vectors(c.Loadings), c.Eigenvalues, totalOf(a.samples, true)}
	a.result.Values[turn] = []float64{a.Turn()}
	a.result.Values[classical] = []float64{float64(len(flags))}
	if a.Robust != Usual || a.Model.Null.Equal > 0 { // which leave out all others in any case
		return nil
	}
	s = a.spec.Spec
	s.Robust, s.Components = half, a.K()
	if c, _, err = a.fitted(s, a.samples); err != nil {
		return err
	}
	u, score, orthogonal, flags := a.another(c)
	a.Changed = 0
	for i := range a.rows {
		if _, flag := slices.BinarySearch(flags, i); flag != a.Row(i).Outlying() {
			a.Changed++
		}
	}
	a.result.Values[changed] = []float64{a.Changed}
	if a.Chosen() && a.Measured() { // many outliers can have components of their own
		s.Components = 0
		if c, _, err = a.fitted(s, a.samples); err != nil {
			return err
		}
		u, score, orthogonal, flags = a.another(c)
		s.Components = len(c.Eigenvalues)
	}
	if !isMany(len(flags), len(a.rows)) {
		return nil
	}
	u.Tables = a.Model.Null.Tables
	err = a.measure(s, c, u, score, orthogonal)
	if err == nil {
		far, _ := u.farOut(score, orthogonal)
		a.Half = len(far)
	}
	return err
}

// another is the theory of another fit, with its distances, and the rows beyond its cut-offs.
func (a *analysis) another(f *robust.Fit) (u *Null, score, orthogonal []float64, flagged []int) {
	score, orthogonal = f.Distances(a.samples)
	a.round(orthogonal)
	if u = theory(f, orthogonal); a.CutOff != calibrated {
		u.CutOff = a.CutOff
	}
	far, off := u.cutOffs(len(f.Eigenvalues))
	for i := range score {
		if score[i] > far || orthogonal[i] > off {
			flagged = append(flagged, i)
		}
	}
	return u, score, orthogonal, flagged
}
