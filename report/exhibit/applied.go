package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"gpca/figures"
	"gpca/report/exhibit/fill"
	"gpca/report/experiment/apply"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/robust"
)

// The kinds of figures of one table that is described by robust PCA.
var (
	OutlierMap = described("outlier-map", "draws the orthogonal distances of rows against their score distances, with "+
		"cut-offs", outlierMap)
	ScorePlot = described("scores", "draws the scores of rows on two components, with an ellipse", scorePlot)
	Biplot    = described("biplot", "draws scores, and loadings as arrows", biplot)
	Loadings  = described("loadings", "draws loadings by column, classical beside robust", loadings)
	Variance  = described("variances", "draws shares of the variance by component, and where the rule stops", variances)
	CellMap   = described("cell-map", "draws the residuals of the cells of outlying rows", cellMap)
)

func described(name, about string, draw func(*apply.Findings) figures.Figure) Kind {
	return Kind{name, about + "; for experiments of kind apply", func() decoder { return &describedFigure{draw: draw} }}
}

// A describedFigure shows what one result of kind apply found.
type describedFigure struct {
	Kept `yaml:",inline"`

	Method string `yaml:"method" doc:"Method whose findings are shown." example:"robpca"`

	draw func(*apply.Findings) figures.Figure
}

func (f *describedFigure) resolve() error { return f.describes(f.Method) }

// describes checks that the experiment is of kind apply, and the method.
func (f *Kept) describes(method string) error {
	if _, ok := f.Experiment.Experiment.(*apply.Experiment); !ok {
		return f.block.At("experiment").Fault("experiment %s does not describe a table: name one of kind apply",
			f.Experiment.Name)
	}
	return cmp.Or(f.CheckOne(method, f.block), f.show(nil, f.block))
}

// findings reads the result of the one point. Where there is none, instead is drawn in place of the figure.
func (f *Kept) findings(src Source, method string) (*apply.Findings, figures.Figure, error) {
	results, instead, err := f.results(src, method, "distances")
	if instead != nil || err != nil {
		return nil, instead, err
	}
	found, err := apply.Read(results[0])
	return found, nil, err
}

func (f *describedFigure) Build(src Source) (figures.Figure, error) {
	found, instead, err := f.findings(src, f.Method)
	if instead != nil || err != nil {
		return instead, err
	}
	drawn := f.draw(found)
	if chart, ok := drawn.(figures.Chart); ok {
		chart.Notes = append(chart.Notes, originNote(src, f.Data())...)
		drawn = chart
	}
	return drawn, nil
}

// mostLabelled is how many rows or columns have their names beside them.
const mostLabelled = 12

// A cloud has the rows of a table as points.
type cloud struct {
	*apply.Findings
	x, y []float64
}

func cloudOf(found *apply.Findings, place func(apply.Row) (x, y float64)) cloud {
	c := cloud{Findings: found}
	for i := range found.Len() {
		x, y := place(found.Row(i))
		c.x, c.y = append(c.x, x), append(c.y, y)
	}
	return c
}

// mostPoints is how many rows are drawn one by one. Of more, those that would hide each other are drawn once.
const mostPoints, gridSide = 1000, 80

// series has the rows by type, or by class. A type has one look in all figures.
func (c cloud) series(byClass bool) (all []figures.Series, notes []string) {
	names := words.Each(robust.Types(), func(t robust.Type) string { return string(t) })
	if byClass {
		names = c.Classes
	}
	across, up := onGrid(c.x), onGrid(c.y)
	taken := map[[3]int]bool{}
	drawn := 0
	for group, name := range names {
		s := figures.Series{Name: name, Style: figures.Markers}
		count := 0
		for i := range c.Len() {
			r := c.Row(i)
			if byClass && c.Class[i] != group || !byClass && string(r.Type) != name {
				continue
			}
			count++
			if c.Len() > mostPoints {
				cell := [3]int{group, across(c.x[i]), up(c.y[i])}
				if taken[cell] {
					continue
				}
				taken[cell] = true
			}
			s.X, s.Y, s.Texts = append(s.X, c.x[i]), append(s.Y, c.y[i]), append(s.Texts, tellDistances(r))
		}
		s.Name = fmt.Sprintf("%s (%d)", name, count)
		if drawn += len(s.X); count > 0 {
			s.Look = 1 + group
			all = append(all, s)
		}
	}
	if drawn < c.Len() {
		notes = []string{fmt.Sprintf("Of %d rows, those that lie on each other are drawn once: %d points", c.Len(),
			drawn)}
	}
	return all, notes
}

// onGrid divides the range of values into gridSide parts.
func onGrid(values []float64) func(float64) int {
	low, high := slices.Min(values), slices.Max(values)
	return func(v float64) int { return int(gridSide * (v - low) / max(high-low, math.SmallestNonzeroFloat64)) }
}

// labels name the farthest outliers.
func (c cloud) labels() []figures.Mark {
	outliers := c.Outliers()
	return words.Each(outliers[:min(len(outliers), mostLabelled)], func(r apply.Row) figures.Mark {
		return figures.Mark{X: c.x[r.At], Y: c.y[r.At], Label: short(r.ID()), Plain: true}
	})
}

// short is a name as long as a figure has room for.
func short(name string) string {
	const most = 18
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

func digits(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

func tellDistances(r apply.Row) string {
	return fmt.Sprintf("%s\nscore distance %s\northogonal distance %s\nmost by %s", r.ID(), digits(r.Score),
		digits(r.Orthogonal), cmp.Or(r.Reasons(3), "no column"))
}

func outlierMap(found *apply.Findings) figures.Figure {
	m := found.Model
	c := cloudOf(found, func(r apply.Row) (x, y float64) { return r.Score, r.Orthogonal })
	chart := figures.Chart{XLabel: "Score distance", YLabel: "Orthogonal distance"}
	cut := figures.Series{Name: found.CutOffs(), Style: figures.Lines, Look: figures.Faint}
	if found.Spanned() {
		c = cloudOf(found, func(r apply.Row) (x, y float64) { return float64(r.At + 1), r.Score })
		chart.XLabel, chart.YLabel = "Row", "Score distance"
		cut.X, cut.Y = []float64{1, float64(found.Len())}, []float64{m.ScoreCutOff, m.ScoreCutOff}
		chart.Notes = []string{"The components span all rows: orthogonal distances are 0"}
	} else {
		right, top := max(1.1*m.ScoreCutOff, slices.Max(c.x)), max(1.1*m.OrthogonalCutOff, slices.Max(c.y))
		cut.X = []float64{m.ScoreCutOff, m.ScoreCutOff, math.NaN(), 0, right}
		cut.Y = []float64{0, top, math.NaN(), m.OrthogonalCutOff, m.OrthogonalCutOff}
	}
	series, notes := c.series(false)
	chart.Series, chart.Marks, chart.Notes = append(series, cut), c.labels(), append(chart.Notes, notes...)
	return chart
}

// scorePlane has the scores on the first two components; of one component, against the row.
func scorePlane(found *apply.Findings) (c cloud, chart figures.Chart) {
	if found.K() == 1 {
		c = cloudOf(found, func(r apply.Row) (x, y float64) { return float64(r.At + 1), found.Scores[r.At][0] })
		return c, figures.Chart{XLabel: "Row", YLabel: "PC1"}
	}
	c = cloudOf(found, func(r apply.Row) (x, y float64) { return found.Scores[r.At][0], found.Scores[r.At][1] })
	return c, figures.Chart{Shape: 0.75, XLabel: "PC1", YLabel: "PC2"}
}

func scorePlot(found *apply.Findings) figures.Figure {
	c, chart := scorePlane(found)
	chart.Series, chart.Notes = c.series(len(found.Classes) > 0)
	chart.Marks = c.labels()
	if found.K() > 1 {
		chart.Series = append(chart.Series, c.ellipse())
	}
	return chart
}

// ellipse holds 97.5% of regular scores, if these are normal, by their mean and covariance.
func (c cloud) ellipse() figures.Series {
	s := figures.Series{Name: "97.5% of regular rows", Style: figures.Lines, Look: figures.Faint}
	var n, mx, my, xx, xy, yy float64
	each := func(visit func(x, y float64)) {
		for i := range c.Len() {
			if r := c.Row(i); !r.Outlying() {
				visit(c.x[r.At], c.y[r.At])
			}
		}
	}
	each(func(x, y float64) { n, mx, my = n+1, mx+x, my+y })
	if n < 3 {
		return s
	}
	mx, my = mx/n, my/n
	each(func(x, y float64) {
		xx, xy, yy = xx+(x-mx)*(x-mx)/(n-1), xy+(x-mx)*(y-my)/(n-1), yy+(y-my)*(y-my)/(n-1)
	})
	radius := math.Sqrt(-2 * math.Log(0.025)) // the quantile of χ²(2)
	a := math.Sqrt(xx)
	if a == 0 {
		return s
	}
	b := math.Sqrt(max(yy-xy*xy/xx, 0)) // the Cholesky factor of the covariance is (a, 0; xy/a, b)
	const steps = 120
	for i := range steps + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		s.X, s.Y = append(s.X, mx+radius*a*cos), append(s.Y, my+radius*(xy/a*cos+b*sin))
	}
	return s
}

func biplot(found *apply.Findings) figures.Figure {
	c, chart := scorePlane(found)
	chart.Series, chart.Notes = c.series(false)
	if found.K() == 1 {
		chart.Notes = append(chart.Notes, "A biplot needs two components")
		return chart
	}
	at := func(j int) (x, y float64) { return found.Model.Components[0][j], found.Model.Components[1][j] }
	order := statistics.Indices(len(found.Model.Columns))
	length := func(j int) float64 { return math.Hypot(at(j)) }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(length(j), length(i)) })
	reach := 0.0
	for i := range c.Len() {
		if r := c.Row(i); !r.Outlying() {
			reach = max(reach, math.Hypot(c.x[r.At], c.y[r.At]))
		}
	}
	by := cmp.Or(reach, 1) / max(length(order[0]), math.SmallestNonzeroFloat64)
	by, _ = strconv.ParseFloat(strconv.FormatFloat(by, 'g', 2, 64), 64)
	const look = 6 // the next solid one, whose colour no type of rows has
	arrows := figures.Series{Name: "columns", Style: figures.Lines, Look: look}
	for _, j := range order[:min(len(order), 2*mostLabelled)] {
		x, y := at(j)
		arrows.X, arrows.Y = append(arrows.X, 0, by*x, math.NaN()), append(arrows.Y, 0, by*y, math.NaN())
	}
	const apart = 0.1 // of the longest arrow: nearer ends have one label
	for _, j := range order {
		x, y := at(j)
		crowded := slices.ContainsFunc(chart.Marks, func(m figures.Mark) bool {
			return math.Hypot(m.X-by*x, m.Y-by*y) < apart*by*length(order[0])
		})
		if !crowded && len(chart.Marks) < mostLabelled {
			chart.Marks = append(chart.Marks,
				figures.Mark{X: by * x, Y: by * y, Label: short(found.Model.Label(j)), Plain: true})
		}
	}
	note := fmt.Sprintf("Scaling: rows by their scores, columns by their loadings times %g (form biplot)", by)
	if len(arrows.X) < 3*len(order) {
		note += fmt.Sprintf("; the %d longest of %d arrows", len(arrows.X)/3, len(order))
	}
	chart.Series, chart.Notes = append(chart.Series, arrows), append([]string{note}, chart.Notes...)
	return chart
}

// mostNamedColumns is how many columns have their names along an axis.
const mostNamedColumns = 30

func loadings(found *apply.Findings) figures.Figure {
	chart := figures.Chart{XLabel: "Column", YLabel: "Loading"}
	style, first := figures.Lines, 1
	if len(found.Model.Columns) <= mostNamedColumns {
		chart.Categories, chart.XLabel = words.Each(statistics.Indices(len(found.Model.Columns)),
			func(j int) string { return short(found.Model.Label(j)) }), ""
		style, first = figures.Markers, 0
	}
	add := func(name string, component []float64, sign float64, look int) {
		chart.Series = append(chart.Series, figures.Series{Name: name, Style: style, Look: look,
			X: from(first, len(component)), Y: words.Each(component, func(v float64) float64 { return sign * v })})
	}
	for j, component := range found.Model.Components[:min(found.K(), 2)] {
		add(fmt.Sprintf("PC%d", j+1), component, 1, 2*j+1)
		if c := found.Classical; c != nil && j < len(c.Components) {
			sign := math.Copysign(1, floats.Dot(component, c.Components[j]))
			add(fmt.Sprintf("PC%d, classical", j+1), c.Components[j], sign, 2*j+2)
		}
	}
	return chart
}

func variances(found *apply.Findings) figures.Figure {
	chart := figures.Chart{XLabel: "Component", YLabel: "Share of the variance in percent"}
	add := func(name string, values []float64, total float64) {
		chart.Series = append(chart.Series, figures.Series{Name: name, X: from(1, len(values)),
			Y: words.Each(values, func(v float64) float64 { return 100 * v / total })})
	}
	add(found.Model.Method, found.Model.Spectrum, found.Model.Total)
	if c := found.Classical; c != nil {
		add("classical", c.Eigenvalues, c.Total)
	}
	if k := found.K(); k <= len(found.Model.Spectrum) {
		chart.Marks = []figures.Mark{{X: float64(k), Y: chart.Series[0].Y[k-1], Label: words.Count(k, "component")}}
	}
	if found.Chosen() {
		chart.Notes = []string{"Ring: the rule of ROBPCA stops here"}
	}
	return chart
}

func cellMap(found *apply.Findings) figures.Figure {
	if len(found.Mapped) == 0 {
		return figures.Placeholder{Text: "No column has a robust scale, so that its cells could be judged."}
	}
	far := found.Far()
	// A cell within its cut-off has a colour of the palest third.
	return figures.Heatmap{Reach: 3 * robust.CellCutOff(),
		Rows:    words.Each(far, func(r apply.Row) string { return short(r.ID()) }),
		Columns: words.Each(found.Mapped, func(j int) string { return short(found.Model.Label(j)) }),
		Values:  found.Heat(far), Decimals: 1, ValueLabel: "Standardised residual", YLabel: "Row"}
}

// Listing is the kind of a table that lists what was found on one table of data. It is no projection: its rows are rows
// or components of one result.
var Listing = Kind{"listing", "lists outlying rows, or the importance of components; for experiments of kind apply",
	func() decoder { return new(listing) }}

type listing struct {
	Kept `yaml:",inline"`

	Method string `yaml:"method" doc:"Method whose findings are listed." example:"robpca"`
	Of     string `yaml:"of" doc:"What is listed." words:"*outliers importance" example:"importance"`
	Most   int    `yaml:"most" doc:"Most rows that are listed." least:"1" default:"30" example:"100"`
}

func (t *listing) resolve() error { return t.describes(t.Method) }

func (t *listing) Build(src Source) *table.Table {
	built := t.table(fill.OriginOf(src, t.Data()), 3)
	found, instead, err := t.findings(src, t.Method)
	none := table.Cell{State: table.Missing}
	switch {
	case err != nil:
		none = table.Cell{State: table.Failed, Reason: err.Error()}
	case instead != nil:
	case t.Of == "importance":
		importance(built, found)
		return built
	default:
		t.outliers(built, found)
		return built
	}
	built.Columns, built.Rows = []string{"Result"}, []table.Row{{Heading: "none", Cells: []table.Cell{none}}}
	return built
}

func (t *listing) outliers(built *table.Table, found *apply.Findings) {
	built.Corner, built.Metric = "Row", "distances, in the unit of the scaled columns"
	built.Columns = []string{"Type", "Score distance", "Orthogonal distance", "Over cut-off", "Column that weighs most"}
	all := found.Outliers()
	for _, r := range all[:min(len(all), t.Most)] {
		share := 0.0
		if all := r.Columns(); len(all) > 0 {
			share = all[0].Share
		}
		built.Rows = append(built.Rows, table.Row{Heading: r.ID(), Cells: []table.Cell{
			{Value: float64(slices.Index(robust.Types(), r.Type)), Text: string(r.Type)}, endless(r.Score),
			endless(r.Orthogonal), endless(r.Excess), {Value: share, Text: r.Reasons(1)}}})
	}
	if len(all) > t.Most {
		note := fmt.Sprintf("The %d farthest of %d outlying rows; distances.csv has all", t.Most, len(all))
		built.Notes = []string{note}
	}
	if len(all) == 0 {
		built.Rows = []table.Row{{Heading: "none", Cells: slices.Repeat([]table.Cell{{State: table.Blank}}, 5)}}
	}
	built.Notes = append(built.Notes, fmt.Sprintf("Cut-offs: score distance %s, orthogonal distance %s",
		digits(found.Model.ScoreCutOff), digits(found.Model.OrthogonalCutOff)))
}

// endless is a distance that may be infinite, as from rows that are fitted exactly.
func endless(distance float64) table.Cell {
	c := table.Cell{Value: distance}
	if distance > robust.LargestScale {
		c.Text = "∞"
	}
	return c
}

func importance(built *table.Table, found *apply.Findings) {
	built.Corner, built.Metric = "Component", "standard deviations, and shares of the variance in percent"
	built.Columns = []string{"Standard deviation", "Share", "Cumulative"}
	if found.Classical != nil {
		built.Columns = append(built.Columns, "Classical standard deviation", "Classical share", "Classical cumulative")
	}
	sum, other := 0.0, 0.0
	for j, v := range found.Model.Eigenvalues {
		sum += found.Proportion(j)
		cells := []table.Cell{{Value: math.Sqrt(v)}, {Value: 100 * found.Proportion(j)}, {Value: 100 * sum}}
		if c := found.Classical; c != nil && j < len(c.Eigenvalues) {
			other += c.Eigenvalues[j] / c.Total
			cells = append(cells, []table.Cell{{Value: math.Sqrt(c.Eigenvalues[j])},
				{Value: 100 * c.Eigenvalues[j] / c.Total}, {Value: 100 * other}}...)
		}
		cells = append(cells, slices.Repeat([]table.Cell{{State: table.Blank}}, len(built.Columns)-len(cells))...)
		built.Rows = append(built.Rows, table.Row{Heading: fmt.Sprintf("PC%d", j+1), Cells: cells})
	}
	built.Notes = []string{fmt.Sprintf("Total variance: %s, of the covariance by which components are counted",
		digits(found.Model.Total))}
}
