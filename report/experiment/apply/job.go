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

// told is how many columns are kept for a row: each one of a table of fewRows, else for outliers.
const told, fewRows = 3, 5000

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

// fitCells is an error where it panics, as the runner catches no panic of another goroutine.
func (a *analysis) fitCells() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	a.cellwise, a.deviations, err = robust.FitCells(a.ctx, a.cells, a.workers)
	return err
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
	if a.Robust != Usual {
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

// weigh sets, for each row, its scores and the columns with the largest shares of its distance, and the sum of shares
// over the outliers. The distance is the one that is larger over its cut-off. Of its square, x'Mx with M = I − WᵀW or,
// for a score distance, WᵀΛ⁻¹W, a column has the share of the square of its entry in M^½x: these add up to all of it
// (C. F. Alcala, S. J. Qin, "Reconstruction-based contribution for process monitoring", Automatica 45, 2009).
func (a *analysis) weigh() {
	m, width := a.Model, len(a.Model.Centre)
	inverse := words.Each(m.Eigenvalues, func(v float64) float64 { return 1 / max(v, math.SmallestNonzeroFloat64) })
	a.Weights, a.Scores = make([]float64, width), vectors(mat.NewDense(len(a.rows), len(inverse), nil))
	x, shares := mat.NewVecDense(width, nil), make([]float64, width)
	var projected mat.VecDense
	for i := range a.rows {
		r := a.Row(i)
		for j, v := range a.samples.RawRowView(i) {
			x.SetVec(j, v-m.Centre[j])
		}
		unit := 1.0
		if mat.Norm(x, math.Inf(1)) > robust.LargestScale { // squares would overflow, and shares have no unit
			unit = 0x1p600
			x.ScaleVec(1/unit, x)
		}
		scores := mat.NewVecDense(len(inverse), nil)
		scores.MulVec(a.fit.Loadings, x)
		for c, v := range scores.RawVector().Data {
			a.Scores[i][c] = finite(v * unit)
		}
		if robust.Excess(r.Score, m.ScoreCutOff) < robust.Excess(r.Orthogonal, m.OrthogonalCutOff) {
			projected.MulVec(a.fit.Loadings.T(), scores)
			projected.SubVec(x, &projected)
		} else {
			for c, v := range inverse {
				scores.SetVec(c, math.Sqrt(v)*scores.AtVec(c))
			}
			projected.MulVec(a.fit.Loadings.T(), scores)
		}
		sum := 0.0
		for j := range shares {
			shares[j] = projected.AtVec(j) * projected.AtVec(j)
			sum += shares[j]
		}
		if !(sum > 0 && sum <= math.MaxFloat64) {
			continue
		}
		if r.Outlying() {
			for j, share := range shares {
				a.Weights[j] += share / sum
			}
		}
		if !r.Outlying() && len(a.rows) > fewRows {
			continue
		}
		a.Many = append(a.Many, manyOf(i, shares)...)
		for range min(told, width) {
			j := slices.Index(shares, slices.Max(shares))
			share := math.Round(1000*shares[j]/sum) / 1000
			t := &a.Told
			t.Row, t.Column = append(t.Row, i), append(t.Column, j)
			t.Share, t.Imputed = append(t.Share, share), append(t.Imputed, mark(math.IsNaN(a.cells.At(i, j))))
			shares[j] = 0
		}
	}
}

// Artifacts of pictures, and how many are kept of each.
const (
	pixels            = "pixels"
	componentPictures = "component-pictures"
	outlyingPictures  = "outlying-pictures"
	usualPictures     = "usual-pictures"

	pictured = 8
)

func (a *analysis) keepPictures() error {
	size := a.set.Image
	if size.Width == 0 || size.Width*size.Height != len(a.Model.Centre) {
		return nil
	}
	all := a.result.Artifacts
	all[pixels] = experiment.Array{Shape: []int{2}, Data: []float64{float64(size.Width), float64(size.Height)}}
	all[componentPictures] = experiment.Matrix(a.fit.Loadings.Slice(0, min(a.K(), pictured), 0, len(a.Model.Centre)))
	picture := func(rows []Row) experiment.Array {
		return experiment.Matrix(trial.RowsOf(a.cells, words.Each(rows[:min(len(rows), pictured)], Row.place)))
	}
	every := farthest(words.Each(trial.Every(len(a.rows)), a.Row))
	all[outlyingPictures] = picture(a.Far())
	slices.Reverse(every)
	all[usualPictures] = picture(every)
	return nil
}

// mostBeside is the number of cells up to which these are fitted beside rows: more take too much memory at once.
const mostBeside = 8 << 20

// mostColumns is the number of columns among which outlying cells are looked for, since the time grows with its square.
// Those that weigh most in the distances of outliers come first.
const mostColumns = 1000

// deviate finds the outlying cells, and keeps the residuals of the farthest rows.
func (a *analysis) deviate() error {
	_, width := a.cells.Dims()
	columns, some := trial.Every(width), a.cells
	if a.Searched = width; width > mostColumns && a.judged == nil {
		a.Searched = mostColumns
		slices.SortStableFunc(columns, func(i, j int) int { return cmp.Compare(a.Weights[j], a.Weights[i]) })
		columns = columns[:mostColumns]
		slices.Sort(columns)
		some = mat.NewDense(len(a.rows), mostColumns, nil)
		for to, from := range columns {
			some.SetCol(to, mat.Col(nil, from, a.cells))
		}
	}
	residuals, expected, unit, err := a.expect(some)
	if err != nil {
		return err
	}
	far, limit := words.Each(a.Far(), Row.place), robust.CellCutOff()
	// The sum of the residuals of these rows, and whether a column has a scale to judge by.
	size, judged := make([]float64, len(columns)), make([]bool, len(columns))
	for i := range a.rows {
		isFar := slices.Contains(far, i)
		for j, r := range residuals.RawRowView(i) {
			if judged[j] = judged[j] || !math.IsNaN(r); math.Abs(r) > limit {
				c := &a.Cells
				c.Row, c.Column = append(c.Row, i), append(c.Column, columns[j])
				c.Value, c.Residual = append(c.Value, some.At(i, j)), append(c.Residual, finite(r))
				c.Expected, c.Unit = append(c.Expected, finite(expected(i, j))), append(c.Unit, unit(j))
			}
			if isFar && !math.IsNaN(r) {
				size[j] += math.Abs(r)
			}
		}
	}
	shown := slices.DeleteFunc(trial.Every(len(columns)), func(j int) bool { return !judged[j] })
	slices.SortStableFunc(shown, func(i, j int) int { return cmp.Compare(size[j], size[i]) })
	shown = shown[:min(len(shown), mappedColumns)]
	slices.Sort(shown)
	a.Mapped = words.Each(shown, func(j int) int { return columns[j] })
	for _, i := range far {
		for _, j := range shown {
			if v := residuals.At(i, j); !math.IsNaN(v) {
				m := &a.Map
				m.Row, m.Column = append(m.Row, i), append(m.Column, columns[j])
				m.Residual = append(m.Residual, finite(math.Round(1e4*v)/1e4))
			}
		}
	}
	return nil
}

// expect returns the residuals of cells, what is expected in a cell, and the unit of the residuals of a column: by the
// cells beside it or, of a method that takes missing cells, by the components, once outlying cells of the row, which
// draw its scores towards themselves, are imputed.
func (a *analysis) expect(cells *mat.Dense) (
	residuals *mat.Dense, expected func(i, j int) float64, unit func(j int) float64, err error,
) {
	if a.judged == nil {
		c, d := a.cellwise, a.deviations
		if c == nil {
			if c, d, err = robust.FitCells(a.ctx, cells, a.workers); err != nil {
				return nil, nil, nil, err
			}
		}
		unit = func(j int) float64 { return c.Scale[j] * c.Spread[j] }
		return d.Residuals, func(i, j int) float64 { return cells.At(i, j) - d.Residuals.At(i, j)*unit(j) }, unit, nil
	}
	m := &a.Model
	full := subspace.Scaling(m.Scale).Divide(a.judged.Imputed(robust.ImputeAll))
	fitted := solver.Product(solver.Shifted(full, -1, m.Centre), a.fit.Loadings.T(), a.fit.Loadings)
	expected = func(i, j int) float64 { return (fitted.At(i, j) + m.Centre[j]) * m.Scale[j] }
	unit = func(j int) float64 { return m.Scale[j] * m.CellSpread[j] }
	residuals = &mat.Dense{}
	residuals.Apply(func(i, j int, v float64) float64 {
		if unit(j) == 0 { // nothing to judge by
			return math.NaN()
		}
		return (v - expected(i, j)) / unit(j)
	}, cells)
	return residuals, expected, unit, nil
}
