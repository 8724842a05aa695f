package apply

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/robust"
)

// told is how many columns are kept for a row: each one of a table of fewRows, else for outliers.
const told, fewRows = 3, 5000

// weigh sets, for each row, its scores and the columns with the largest shares of its distance, and the sum of shares
// over the outliers. The distance is the one that is larger over its cut-off. Of its square, x'Mx with M = I − WᵀW or,
// for a score distance, WᵀΛ⁻¹W, a column has the share of the square of its entry in M^½x: these add up to all of it
// (C. F. Alcala, S. J. Qin, "Reconstruction-based contribution for process monitoring", Automatica 45, 2009).
func (a *analysis) weigh() {
	m, width := a.Model, len(a.Model.Centre)
	inverse := words.Each(m.Eigenvalues, func(v float64) float64 { return 1 / max(v, 1e-200) }) // for squares, too
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

// fitCells is an error where it panics, as the runner catches no panic of another goroutine.
func (a *analysis) fitCells() (err error) {
	defer words.Caught(&err)
	a.cellwise, a.deviations, err = robust.FitCells(a.ctx, a.cells, a.workers)
	return err
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
