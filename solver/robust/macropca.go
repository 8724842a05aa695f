package robust

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/internal/vector"
)

// The choices of the paper of [FitMacroPCA]: the probability of a regular row to be within a cut-off, and where the
// iterations end, by the largest angle between subspaces, 1 for a right one.
const (
	MacroShare     = 0.99
	macroSteps     = 20
	macroTolerance = 0.005
	macroAlpha     = 0.5
)

// macropca is that of [FitMacroPCA], turned into components of the samples in their own units: eigenvectors of the
// covariance that it finds.
//
// Equivariance: under shifts, scales and permutations of features; not orthogonal. Breakdown: at most 1 − alpha of
// rows, as for robpca; for cells none is known.
var macropca = family{
	name: "macropca", alpha: macroAlpha, Gaps: true, cellwise: fitMacro, Nanoseconds: macropcaTime,
	Source: "M. Hubert, P. J. Rousseeuw, W. Van den Bossche, MacroPCA: an all-in-one PCA method allowing for missing " +
		"values as well as cellwise and rowwise outliers, Technometrics 61, 2019",
}

func fitMacro(ctx context.Context, samples *mat.Dense, alpha float64, s Settings) (*Fit, error) {
	m, j, err := FitMacroPCA(ctx, samples, MacroSettings{Alpha: alpha, Components: s.Components, Workers: s.Workers})
	if err != nil {
		return nil, err
	}
	f := m.unscaled()
	f.Flagged = slices.DeleteFunc(j.Replaced, func(c Cell) bool { return c.Missing })
	return f, nil
}

// MacroSettings steer [FitMacroPCA].
type MacroSettings struct {
	Alpha      float64 // share of rows that decide, from 0.5 to 1; 0 for 0.5
	Components int     // with 0, the first that have 80% of the variance, at most 10
	Unscaled   bool    // leave features as they are, else divide them by the scales of Cells
	Workers    int
}

// MacroPCA is a fit to rows with outlying and missing cells. It says how far further rows are ([MacroPCA.Judge]).
type MacroPCA struct {
	Cells *Cells
	// Scale is what features are divided by.
	Scale []float64
	// Fit is one of the samples divided by Scale.
	*Fit
	ScoreCutOff, OrthogonalCutOff float64
	// Spread is the scale of residuals of each feature.
	Spread []float64
	// Change is that of the last iteration, and Rows the number h of rows that decide.
	Change float64
	Rows   int
}

// A Judgement is what a MacroPCA says of rows. Distances, scores and residuals are those of the rows in which missing
// cells alone are imputed.
type Judgement struct {
	Scores, Residuals *mat.Dense // residuals are standardised, and NaN where a cell is missing or its feature constant
	Score, Orthogonal []float64
	// Replaced are the missing cells and those that [Cells] flag; what is expected there is in units of the samples.
	Replaced []Cell
	// Deviating says how far the cells of a row deviate together, see [Deviations].
	Deviating []float64
	// Mended rows are near the components with their flagged cells imputed or, of further rows, without.
	Mended     []bool
	Iterations int
	Change     float64

	samples *mat.Dense
}

// An Imputation says which cells are replaced by what the components expect.
type Imputation int

// The imputations: of missing cells; of these, and of flagged ones in rows near the components; and of all.
const (
	ImputeGaps Imputation = iota
	ImputeCells
	ImputeAll
)

// Imputed returns the rows with their cells replaced, in the units of the samples.
func (j *Judgement) Imputed(which Imputation) *mat.Dense {
	x := mat.DenseCopyOf(j.samples)
	for _, c := range j.Replaced {
		if c.Missing || which == ImputeAll || which == ImputeCells && j.Mended[c.Row] {
			x.Set(c.Row, c.Feature, c.Expected)
		}
	}
	return x
}

// FitMacroPCA finds components that neither outlying rows nor outlying cells decide, of samples in which missing cells
// are NaN (M. Hubert, P. J. Rousseeuw, W. Van den Bossche, Technometrics 61, 2019). Cells that [FitCells] flags, and
// missing ones, are imputed by the components, which are found anew by the rows that are least outlying then, until
// they stay. A feature of which more than half of the values are equal takes no part. All is deterministic.
//
// The error is that of FitCells, of fewer than two rows or of rows that are all equal, or of the context.
func FitMacroPCA(ctx context.Context, samples *mat.Dense, s MacroSettings) (*MacroPCA, *Judgement, error) {
	f, err := newMacro(ctx, samples, s)
	if err == nil {
		err = f.run(s.Components)
	}
	if err != nil {
		return nil, nil, err
	}
	j, err := f.MacroPCA.describe(&f.problem, f.table, f.mended)
	j.Iterations, j.Change = f.Iterations, f.Change
	return f.MacroPCA, j, err
}

// newMacro begins a fit by its cells.
func newMacro(ctx context.Context, samples *mat.Dense, s MacroSettings) (*macro, error) {
	rows, features := samples.Dims()
	p := problem{ctx: ctx, workers: max(s.Workers, 1)}
	cells, d, err := fitCells(&p, samples, false)
	if err != nil {
		return nil, err
	}
	m := &MacroPCA{Cells: cells, Scale: slices.Repeat([]float64{1}, features)}
	for j, v := range cells.Scale {
		column := slices.DeleteFunc(mat.Col(nil, j, samples), math.IsNaN)
		if len(column) == 0 {
			return nil, fmt.Errorf("feature %d has no value: leave it out", j)
		}
		if err := vector.OneRow(column).CheckScale(smallestScale, LargestScale); err != nil {
			return nil, fmt.Errorf("feature %d: %w", j, err)
		}
		if !s.Unscaled && v > 0 {
			m.Scale[j] = v
		}
	}
	if !slices.ContainsFunc(cells.Scale, func(v float64) bool { return v > 0 }) {
		return nil, fmt.Errorf("all %d samples are equal, or more than half of them in each feature: there is no "+
			"direction to find", rows)
	}
	f := &macro{problem: p, MacroPCA: m, table: m.table(samples, d), alpha: cmp.Or(s.Alpha, macroAlpha)}
	f.x = f.table.x
	return f, nil
}

// A table holds scaled samples, in which cells are replaced in turn.
type table struct {
	samples *mat.Dense
	scale   []float64
	x       vector.Matrix
	cells   []Cell // with scaled expectations
	rows    []float64
}

// table returns samples with all their deviating cells replaced.
func (m *MacroPCA) table(samples *mat.Dense, d *Deviations) *table {
	n, features := samples.Dims()
	t := &table{samples: samples, scale: m.Scale, x: vector.NewMatrix(n, features), cells: d.Replaced, rows: d.Rows}
	for i := range n {
		row := t.x.Row(i)
		for j, v := range samples.RawRowView(i) {
			if row[j] = v / m.Scale[j]; m.Cells.Scale[j] == 0 {
				row[j] = m.Cells.Centre[j] // and stays so
			}
		}
	}
	for i := range t.cells {
		t.cells[i].Expected /= m.Scale[t.cells[i].Feature]
	}
	t.show(nil)
	return t
}

// show replaces missing cells, and the flagged ones of some rows, with nil of all.
func (t *table) show(imputed []bool) {
	for _, c := range t.cells {
		v := c.Expected
		if !c.Missing && imputed != nil && !imputed[c.Row] {
			v = t.samples.At(c.Row, c.Feature) / t.scale[c.Feature]
		}
		t.x.Row(c.Row)[c.Feature] = v
	}
}

// impute replaces all cells by what components expect, and returns the mean of the squared changes.
func (t *table) impute(p *problem, f *Fit) float64 {
	const block = 256 // rows
	loadings := vector.Of(f.Loadings)
	changes := make([]float64, (t.x.Rows+block-1)/block)
	p.parallel(len(changes), func(at int) {
		difference, scores := make([]float64, t.x.Cols), make([]float64, loadings.Rows)
		for k := t.first(at * block); k < t.first((at+1)*block); k++ {
			c := &t.cells[k]
			row := t.x.Row(c.Row)
			if k == 0 || t.cells[k-1].Row != c.Row {
				floats.SubTo(difference, row, f.Centre)
				vector.MulTransposed(vector.OneRow(scores), vector.OneRow(difference), loadings)
			}
			c.Expected = f.Centre[c.Feature]
			for i, s := range scores {
				c.Expected += s * loadings.Row(i)[c.Feature]
			}
			changes[at] += square(c.Expected - row[c.Feature])
			row[c.Feature] = c.Expected
		}
	})
	return floats.Sum(changes) / float64(max(len(t.cells), 1))
}

// first is the place of the first cell from a row on.
func (t *table) first(row int) int {
	at, _ := slices.BinarySearchFunc(t.cells, row, func(c Cell, row int) int { return cmp.Compare(c.Row, row) })
	return at
}

// A macro is the state of a fit.
type macro struct {
	problem
	*MacroPCA
	table    *table
	alpha    float64
	excluded []bool
	mended   []bool
}

// run takes the steps of the paper.
func (f *macro) run(components int) error {
	n, width := f.x.Rows, f.x.Cols
	k := min(cmp.Or(components, chosenMost), n-1, width)
	deciding, err := f.deciding(k, f.exclude())
	if err != nil {
		return err
	}
	f.table.show(nil)
	if f.Fit, err = f.classical(deciding, cmp.Or(components, chosenMost)); err != nil {
		return err
	}
	spectrum, total := f.Spectrum, f.Total
	if components == 0 {
		err = f.run(f.count(spectrum, total))
	} else if err = f.iterate(deciding); err == nil {
		err = f.within(deciding)
	}
	f.Spectrum, f.Total = spectrum, total
	return err
}

// exclude excludes rows that deviate as a whole, and returns how many cells of each are flagged.
func (f *macro) exclude() (flagged []float64) {
	f.excluded, flagged = make([]bool, f.x.Rows), make([]float64, f.x.Rows)
	missing := make([]int, f.x.Rows)
	for _, c := range f.table.cells {
		if c.Missing {
			missing[c.Row]++
		} else {
			flagged[c.Row]++
		}
	}
	for i, v := range f.table.rows {
		f.excluded[i] = math.Abs(v) > CellCutOff() || missing[i] == f.x.Cols
	}
	return flagged
}

// deciding are the h rows that are outmost in no direction through two rows, once cells are imputed in the h rows of
// which the fewest are flagged.
func (f *macro) deciding(k int, flagged []float64) ([]int, error) {
	n := f.x.Rows
	h := subsetSize(f.alpha, n, k)
	calm := f.least(flagged, h)
	f.MacroPCA.Rows = len(calm)
	f.table.show(marks(n, calm))
	seed := 0
	draw := func() int { // the generator of FAST-MCD, from which others have the same directions
		seed = (5761*seed + 999) % 65536
		return int(float64(seed) / 65536 * float64(n))
	}
	outlyingness, err := f.outmost(f.directions(func() (i, j int) {
		i, j = draw(), draw()
		for j == i {
			j = draw()
		}
		return i, j
	}), func(scores []float64) (float64, float64) { return univariateMCD(scores, f.alpha) })
	if err != nil {
		return nil, err
	}
	if chosen := f.least(outlyingness, h); len(chosen) > 1 {
		return chosen, nil
	}
	return nil, errors.New("fewer than two rows are not outlying: there are too few to find components")
}

// least are the rows with the h smallest values, of those that are not excluded, of equal ones the first.
func (f *macro) least(values []float64, h int) []int {
	rows := f.included(upTo(make([]float64, len(values)), 0))
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return rows[:min(h, len(rows))]
}

// included are those of some rows that are not excluded.
func (f *macro) included(rows []int) []int {
	return slices.DeleteFunc(rows, func(i int) bool { return f.excluded[i] })
}

func marks(n int, rows []int) []bool {
	marked := make([]bool, n)
	for _, i := range rows {
		marked[i] = true
	}
	return marked
}

// classical is classical PCA of some rows of the table; components without variance do not count.
func (f *macro) classical(rows []int, most int) (*Fit, error) {
	n, width := len(rows), f.x.Cols
	fit := &Fit{Centre: make([]float64, width)}
	row, parts := make([]float64, width), [][]float64(nil)
	centred := func(i int) []float64 {
		copy(row, f.x.Row(rows[i]))
		for _, part := range parts {
			floats.Sub(row, part)
		}
		return row
	}
	for range 2 { // the second part of the mean is what rounding left
		part := make([]float64, width)
		for i := range rows {
			floats.Add(part, centred(i))
		}
		for j := range part {
			part[j] /= float64(n)
		}
		floats.Add(fit.Centre, part)
		parts = append(parts, part)
	}
	products, x := vector.NewMatrix(min(n, width), min(n, width)), vector.Matrix{}
	wide := n < width
	if wide {
		x = vector.In(&f.memory.turned, n, width)
		for i := range rows {
			copy(x.Row(i), centred(i))
		}
		vector.GramLower(products, x, f.workers)
	} else { // without a copy of the rows
		vector.GramOfRows(products, n, centred, f.workers)
	}
	floats.Scale(1/float64(n-1), products.Data)
	values, vectors, err := solver.Eigenpairs(products, max(most, chosenMost), f.workers)
	if err != nil {
		return nil, err
	}
	fit.Total = mat.Trace(products.Dense())
	for len(fit.Spectrum) < len(values) && values[len(fit.Spectrum)] > rounding*values[0] {
		fit.Spectrum = values[:len(fit.Spectrum)+1]
	}
	if fit.Spectrum == nil {
		return nil, errors.New("the rows that decide are all equal: there is no direction to find")
	}
	vectors.Rows = min(len(fit.Spectrum), most)
	fit.Eigenvalues = fit.Spectrum[:vectors.Rows]
	if wide {
		loadings := vector.NewMatrix(vectors.Rows, width)
		vector.Mul(loadings, vectors, x)
		for c := range loadings.Rows {
			floats.Scale(1/norm(loadings.Row(c)), loadings.Row(c))
		}
		vectors = loadings
	}
	fit.Loadings = vectors.Dense()
	return fit, nil
}

// iterate imputes cells and finds components in turn, until these stay.
func (f *macro) iterate(deciding []int) error {
	count := len(f.Eigenvalues)
	for taken := 1; ; taken++ {
		f.table.impute(&f.problem, f.Fit)
		next, err := f.classical(deciding, count)
		if err = cmp.Or(f.ctx.Err(), err); err != nil {
			return err
		}
		f.Change = largestAngle(f.Loadings, next.Loadings) / (math.Pi / 2)
		f.Fit = next
		f.Iterations, f.Converged = taken, f.Change < macroTolerance
		if f.Converged || taken == macroSteps {
			break
		}
	}
	f.table.impute(&f.problem, f.Fit)
	return nil
}

// largestAngle is that between two subspaces.
func largestAngle(a, b *mat.Dense) float64 {
	rest := mat.DenseCopyOf(b)
	for i := range rest.RawMatrix().Rows {
		vector.Remove(rest.RawRowView(i), vector.Of(a))
	}
	var d mat.SVD
	d.Factorize(rest, mat.SVDNone)
	return math.Asin(min(d.Values(nil)[0], 1))
}

// cutOff returns the orthogonal distances of the rows of the table, and their cut-off.
func (f *macro) cutOff() (distances []float64, limit float64) {
	_, distances = f.Distances(f.x.Dense())
	location, scale := univariateMCD(wilsonHilferty(distances), f.alpha)
	return distances, cutOff(location, scale, MacroShare)
}

// within finds centre and components among the rows near the subspace, in it: by the deterministic MCD along the axes
// that C-steps find.
func (f *macro) within(deciding []int) error {
	n := f.x.Rows
	f.table.show(marks(n, deciding))
	near := f.included(upTo(f.cutOff()))
	f.mended = marks(n, near)
	f.table.show(nil)
	fit, err := f.classical(near, len(f.Eigenvalues))
	if err != nil {
		return err
	}
	k := len(fit.Eigenvalues)
	h := subsetSize(f.alpha, len(near), k)
	p := &problem{ctx: f.ctx, components: k, workers: f.workers}
	p.x = f.turned(fit).Select(near)
	steps := *p // whose memory goes
	axes, err := p.fitOf(steps.concentrate(p.x, fit.inScores(), h, stepsLimit), p.count)
	if err != nil {
		return err
	}
	axes.Centre = make([]float64, k)
	p.x = p.turned(axes)
	e, err := p.deterministicMCD(p.x, float64(h)/float64(len(near)))
	if err != nil {
		return err
	}
	final, err := p.fitOf(e, p.count)
	if err != nil {
		return err
	}
	final.Iterations, final.Converged = f.Iterations, f.Converged
	f.Fit = final.lift(axes).lift(fit)
	f.orient()
	f.table.show(f.mended)
	_, f.OrthogonalCutOff = f.cutOff()
	f.ScoreCutOff = math.Sqrt(chiSquared(len(f.Eigenvalues), MacroShare))
	return f.ctx.Err()
}

// Judge judges further rows of the same features, in which cells may be missing and outlying.
func (m *MacroPCA) Judge(ctx context.Context, samples *mat.Dense, workers int) (*Judgement, error) {
	p := &problem{ctx: ctx, workers: max(workers, 1)}
	d := m.Cells.judge(p, samples, false)
	m.Cells.standardiseRows(d.Rows)
	t := m.table(samples, d)
	taken, change := 0, math.Inf(1)
	for taken < macroSteps && !(change < macroTolerance) && ctx.Err() == nil {
		change = t.impute(p, m.Fit)
		taken++
	}
	j, err := m.describe(p, t, nil)
	j.Iterations, j.Change = taken, change
	return j, err
}

// describe says how rows lie to the fit. Without the scales of residuals, it sets them.
func (m *MacroPCA) describe(p *problem, t *table, mended []bool) (*Judgement, error) {
	t.show(make([]bool, t.x.Rows))
	j := &Judgement{Replaced: t.cells, Deviating: t.rows, Mended: mended, Residuals: t.x.Dense(), samples: t.samples}
	j.Score, j.Orthogonal = m.Distances(j.Residuals)
	loadings := vector.Of(m.Loadings)
	j.Scores = (&problem{x: t.x, workers: p.workers}).turned(m.Fit).Dense()
	for i := range t.x.Rows {
		floats.Sub(t.x.Row(i), m.Centre)
		for c, v := range j.Scores.RawRowView(i) {
			vector.Axpy(-v, loadings.Row(c), t.x.Row(i))
		}
		if mended == nil {
			j.Mended = append(j.Mended, j.Orthogonal[i] <= m.OrthogonalCutOff)
		}
	}
	for i := range t.cells {
		c := &t.cells[i]
		if c.Expected *= m.Scale[c.Feature]; c.Missing {
			t.x.Row(c.Row)[c.Feature] = math.NaN()
		}
	}
	for k := len(m.Spread); k < t.x.Cols; k++ {
		m.Spread = append(m.Spread, scaleAbout0(slices.DeleteFunc(mat.Col(nil, k, j.Residuals), math.IsNaN)))
	}
	for i := range t.x.Rows {
		floats.Div(t.x.Row(i), m.Spread)
	}
	return j, p.ctx.Err()
}

// unscaled returns the fit in the units of the samples: the eigenvectors of its covariance.
func (m *MacroPCA) unscaled() *Fit {
	f := *m.Fit
	f.Centre = slices.Clone(f.Centre)
	for j, v := range m.Scale {
		f.Centre[j] *= v
	}
	var roots, vectors mat.Dense
	roots.Apply(func(c, j int, v float64) float64 { return v * math.Sqrt(f.Eigenvalues[c]) * m.Scale[j] }, f.Loadings)
	var d mat.SVD
	d.Factorize(&roots, mat.SVDThinV)
	d.VTo(&vectors)
	f.Loadings, f.Eigenvalues = mat.DenseCopyOf(vectors.T()), d.Values(nil)
	for c, v := range f.Eigenvalues {
		f.Eigenvalues[c] = square(v)
	}
	f.orient()
	return &f
}
