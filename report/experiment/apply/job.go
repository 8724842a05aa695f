package apply

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

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
	return w.InOne("outliers", cost, func(ctx context.Context, set *dataset.Set, results []experiment.Result) error {
		for i := range results {
			results[i].Artifacts = map[string]experiment.Array{}
			a := &analysis{ctx: ctx, spec: s, seed: w.Cells[0].Seed, set: set, result: &results[i]}
			if err := a.run(); ctx.Err() != nil {
				return ctx.Err()
			} else if err != nil {
				results[i].Fail(err)
			}
		}
		return nil
	}), nil
}

// An analysis is one of a table.
type analysis struct {
	ctx context.Context
	spec
	seed   uint64
	set    *dataset.Set
	result *experiment.Result

	rows    []int      // of the set
	cells   *mat.Dense // in the units of the data, with missing ones
	samples *mat.Dense // scaled, without
	fit     *robust.Fit
	Findings
}

func (a *analysis) run() error {
	if err := words.InTurn(a.prepare, a.judge, a.compare, a.deviate, a.keepPictures); err != nil {
		return err
	}
	kept := experiment.Array{Shape: []int{len(a.Rows), 3 + a.K()}}
	for _, r := range a.Rows {
		kept.Data = append(append(kept.Data, float64(r.Class), r.Score, r.Orthogonal), r.Scores...)
	}
	if a.set.IDs != nil || a.Class != "" {
		kept.Names = words.Each(a.Rows, func(r Row) string { return r.ID })
	}
	record, err := json.Marshal(a.Findings)
	all := a.result.Artifacts
	all[rowsOf], all[recorded] = kept, experiment.Array{Shape: []int{0}, Names: []string{string(record)}}
	return err
}

// prepare selects rows and columns, fills in missing cells and scales.
func (a *analysis) prepare() error {
	total, width := a.set.Samples.Dims()
	a.rows, a.cells = trial.Every(total), a.set.Samples
	if a.Class != "" {
		of := slices.Index(a.set.Classes, a.Class)
		a.rows = slices.DeleteFunc(a.rows, func(i int) bool { return a.set.Labels[i] != of })
		a.cells = trial.RowsOf(a.set.Samples, a.rows)
	}
	a.Model = Model{Data: a.set.Title, Rows: len(a.rows), Columns: namesOf(a.set.About.Columns, width),
		Method: cmp.Or(a.Robust, a.Score, a.Words)}
	if a.Chosen = a.Components == 0; a.Saved != nil {
		a.Model, a.Judged, a.Chosen = *a.Saved, true, false
		var err error
		if a.cells, err = a.Saved.selected(a.cells, a.set.About.Columns); err != nil {
			return err
		}
		_, width = a.cells.Dims()
	}
	units := contamination.UnitsOf(a.cells)
	if a.Judged {
		a.Units = a.Model.otherUnits(units, len(a.rows))
	} else {
		a.Model.Medians, a.Model.Spreads = units.Centre, units.Spread
	}
	for i, at := range a.rows {
		for j, v := range a.cells.RawRowView(i) {
			if math.IsNaN(v) {
				a.Missing++
			}
			if math.Abs(v) > robust.LargestScale && !a.Judged && a.Scale == "" {
				return fmt.Errorf("row %s has %g in column %s, and a fit takes numbers up to %g: correct it, or leave "+
					"the column out", a.idOf(at), v, a.Model.Columns[j], robust.LargestScale)
			}
		}
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
	if !a.Judged {
		scaling, err := a.Scaling(a.samples, trial.Every(len(a.rows)))
		if err != nil {
			return err
		}
		if a.Model.Scale = scaling; scaling == nil {
			a.Model.Scale = slices.Repeat([]float64{1}, width)
			return nil
		}
	}
	a.samples = subspace.Scaling(a.Model.Scale).Divide(a.samples)
	return nil
}

// fitted returns the fit of a spec to the samples.
func (a *analysis) fitted(s subspace.Spec) (*robust.Fit, *subspace.Fit, error) {
	training, err := subspace.NewTraining(s, a.seed, []string{s.Score})
	if err != nil {
		return nil, nil, err
	}
	f, err := training.Fit(a.ctx, a.samples)
	if err != nil {
		return nil, nil, err
	}
	d, err := f.Distances(0, a.samples, s)
	return d, f, err
}

// flags says which rows a fit flags.
func (a *analysis) flags(f *robust.Fit) []bool {
	score, orthogonal := f.Distances(a.samples)
	far, away := f.CutOffs(orthogonal)
	flags := make([]bool, len(score))
	for i := range flags {
		flags[i] = score[i] > far || orthogonal[i] > away
	}
	return flags
}

// judge fits, unless there is a model, and measures the distances of rows.
func (a *analysis) judge() error {
	if a.Judged {
		a.fit = a.Model.fit()
	} else if err := a.choose(); err != nil {
		return err
	}
	m := &a.Model
	score, orthogonal := a.fit.Distances(a.samples)
	if !a.Judged {
		m.ScoreCutOff, m.OrthogonalCutOff = a.fit.CutOffs(orthogonal)
	}
	if a.set.Labels != nil {
		a.Classes = a.set.Classes
	}
	a.Rows = make([]Row, len(a.rows))
	flagged := 0
	for i, at := range a.rows {
		r := &a.Rows[i]
		*r = a.row(at, finite(score[i]), finite(orthogonal[i]))
		r.At, r.ID = i, a.idOf(at)
		if a.Classes != nil {
			r.Class = a.set.Labels[at]
		}
		if r.Outlying() {
			flagged++
		}
	}
	a.result.Values = map[string][]float64{rows: {float64(len(a.rows))}, outliers: {float64(flagged)},
		components: {float64(a.K())}}
	a.weigh()
	return nil
}

// idOf is the name of a row of the set, or else its number.
func (a *analysis) idOf(row int) string {
	if ids := a.set.IDs; ids != nil && ids[row] != "" {
		return words.Printable(ids[row])
	}
	return strconv.Itoa(row + 1)
}

// finite is a number that JSON can hold: what is infinite becomes the largest.
func finite(v float64) float64 { return min(max(v, -math.MaxFloat64), math.MaxFloat64) }

// choose fits the method, to as many components as ROBPCA has where that is not given and the method has no rule.
func (a *analysis) choose() error {
	s := a.spec.Spec
	var rule []float64
	if s.Components == 0 && s.Robust == "" {
		by := subspace.Spec{Robust: "robpca", Centring: s.Centring, Start: string(solver.LargestSample)}
		f, how, err := a.fitted(by)
		if err != nil {
			return err
		}
		s.Components, rule = len(f.Eigenvalues), how.Spectrum
	}
	f, how, err := a.fitted(s)
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
	m.Components = vectors(f.Loadings)
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
	if a.Judged {
		return nil
	}
	s := a.spec.Spec
	s.Robust, s.Score, s.Choice, s.Key, s.Command, s.Centre = "", "p=2", "", subspace.Spec{}.Key, nil, ""
	s.Components = a.K()
	c, _, err := a.fitted(s)
	if err != nil {
		return err
	}
	a.Classical = &Classical{a.flags(c), vectors(c.Loadings), c.Eigenvalues, totalOf(a.samples, true)}
	cosine := math.Abs(mat.Dot(a.fit.Loadings.RowView(0), c.Loadings.RowView(0)))
	a.result.Values[turn] = []float64{math.Acos(min(cosine, 1)) * 180 / math.Pi}
	a.result.Values[classical] = []float64{a.differ(a.Classical.Flags, func(Row) bool { return false })}
	if a.Robust != "robpca" {
		return nil
	}
	s = a.spec.Spec
	s.Robust, s.Components = "robpca alpha=0.5", a.K()
	if c, _, err = a.fitted(s); err == nil {
		a.result.Values[changed] = []float64{a.differ(a.flags(c), Row.Outlying)}
	}
	return err
}

// differ counts the rows whose flag is another one than given.
func (a *analysis) differ(flags []bool, than func(Row) bool) (n float64) {
	for i, r := range a.Rows {
		if flags[i] != than(r) {
			n++
		}
	}
	return n
}

// weigh sets, for each row, its scores and the columns that weigh most in its distance, and the sum of weights over the
// outliers. The distance is the one that is larger over its cut-off. The weight of a column is by how much the square
// of the distance falls where its cell becomes what suits the others best: (Mx)_j²/M_jj with M = I − WᵀW, or WᵀΛ⁻¹W for
// a score distance (C. F. Alcala, S. J. Qin, "Reconstruction-based contribution for process monitoring", Automatica
// 45, 2009). Weights of a row are divided by their sum.
func (a *analysis) weigh() {
	m, width := a.Model, len(a.Model.Centre)
	inverse := words.Each(m.Eigenvalues, func(v float64) float64 { return 1 / max(v, math.SmallestNonzeroFloat64) })
	along, away := make([]float64, width), make([]float64, width) // diagonals of both M
	for j := range width {
		away[j] = 1
		for c, component := range m.Components {
			square := component[j] * component[j]
			along[j], away[j] = along[j]+inverse[c]*square, away[j]-square
		}
	}
	a.Weights, a.Told = make([]float64, width), map[int][]Share{}
	x, shares := mat.NewVecDense(width, nil), make([]float64, width)
	var projected mat.VecDense
	for i := range a.Rows {
		r := &a.Rows[i]
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
		r.Scores = words.Each(scores.RawVector().Data, func(v float64) float64 { return finite(v * unit) })
		diagonal := along
		if robust.Excess(r.Score, m.ScoreCutOff) < robust.Excess(r.Orthogonal, m.OrthogonalCutOff) {
			diagonal = away
			projected.MulVec(a.fit.Loadings.T(), scores)
			projected.SubVec(x, &projected)
		} else {
			for c, v := range inverse {
				scores.SetVec(c, v*scores.AtVec(c))
			}
			projected.MulVec(a.fit.Loadings.T(), scores)
		}
		sum := 0.0
		for j := range shares {
			const rounding = 1e-9
			if shares[j] = 0; diagonal[j] > rounding {
				shares[j] = projected.AtVec(j) * projected.AtVec(j) / diagonal[j]
			}
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
		for range min(told, width) {
			j := slices.Index(shares, slices.Max(shares))
			share := math.Round(1000*shares[j]/sum) / 1000
			r.Columns = append(r.Columns, Share{m.Columns[j], share, math.IsNaN(a.cells.At(i, j))})
			shares[j] = 0
		}
		if r.Outlying() || len(a.Rows) <= fewRows {
			a.Told[i] = r.Columns
		}
	}
}

// farthest are the rows in the order of their excess, the largest first, and how many of them are outliers.
func (a *analysis) farthest() (order []int, outlying int) {
	order = trial.Every(len(a.Rows))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a.Rows[j].Excess, a.Rows[i].Excess) })
	return order, len(a.Outliers())
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
	a.Pictured = true
	all := a.result.Artifacts
	all[pixels] = experiment.Array{Shape: []int{2}, Data: []float64{float64(size.Width), float64(size.Height)}}
	all[componentPictures] = experiment.Matrix(a.fit.Loadings.Slice(0, min(a.K(), pictured), 0, len(a.Model.Centre)))
	order, flagged := a.farthest()
	all[outlyingPictures] = experiment.Matrix(trial.RowsOf(a.cells, order[:max(1, min(flagged, pictured))]))
	slices.Reverse(order)
	all[usualPictures] = experiment.Matrix(trial.RowsOf(a.cells, order[:min(len(order), pictured)]))
	return nil
}

const (
	// mostColumns is the number of columns among which outlying cells are looked for, since the time grows with its
	// square. Those that weigh most in the distances of outliers come first.
	mostColumns = 1000
	// mappedRows and mappedColumns are how much of the cells a map can show.
	mappedRows, mappedColumns = 25, 24
)

// deviate finds the outlying cells, and keeps the residuals of the farthest rows.
func (a *analysis) deviate() error {
	_, width := a.cells.Dims()
	columns, some := trial.Every(width), a.cells
	if a.Searched = min(width, mostColumns); width > mostColumns {
		slices.SortStableFunc(columns, func(i, j int) int { return cmp.Compare(a.Weights[j], a.Weights[i]) })
		columns = columns[:mostColumns]
		slices.Sort(columns)
		some = mat.NewDense(len(a.rows), mostColumns, nil)
		for to, from := range columns {
			some.SetCol(to, mat.Col(nil, from, a.cells))
		}
	}
	residuals, err := robust.CellResiduals(a.ctx, some)
	if err != nil {
		return err
	}
	order, flagged := a.farthest()
	order, limit := order[:min(mappedRows, max(1, flagged))], robust.CellCutOff()
	// The sum of the residuals of these rows, and whether a column has a scale to judge by.
	size, judged := make([]float64, len(columns)), make([]bool, len(columns))
	for i := range a.rows {
		far := slices.Contains(order, i)
		for j, r := range residuals.RawRowView(i) {
			if judged[j] = judged[j] || !math.IsNaN(r); math.Abs(r) > limit {
				a.Cells = append(a.Cells, Cell{i, a.Model.Columns[columns[j]], some.At(i, j), finite(r)})
			}
			if far && !math.IsNaN(r) {
				size[j] += math.Abs(r)
			}
		}
	}
	shown := slices.DeleteFunc(trial.Every(len(columns)), func(j int) bool { return !judged[j] })
	slices.SortStableFunc(shown, func(i, j int) int { return cmp.Compare(size[j], size[i]) })
	shown = shown[:min(len(shown), mappedColumns)]
	slices.Sort(shown)
	a.Map.Columns = words.Each(shown, func(j int) string { return a.Model.Columns[columns[j]] })
	for _, i := range order {
		a.Map.Rows = append(a.Map.Rows, a.Rows[i].ID)
		a.Map.Residuals = append(a.Map.Residuals, words.Each(shown, func(j int) float64 {
			if v := residuals.At(i, j); !math.IsNaN(v) {
				return finite(math.Round(1e4*v) / 1e4)
			}
			return absent
		}))
	}
	return nil
}
