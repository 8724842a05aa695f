package study

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gpca/report/suggest"
)

// number refuses what cannot be the number of a table or figure: it becomes
// part of a file name and the key of a LaTeX macro.
func (c *checker) number(number, path string, at []any) {
	for _, r := range number {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '-':
		default:
			c.fail(path, at, "number %q: only letters, digits, points and hyphens may stand in it", number)
		}
	}
}

// mostDecimals is how many digits after the point a table can print.
const mostDecimals = 15

func (c *checker) table(i int) {
	t, at := &c.study.Tables[i], []any{i}
	switch {
	case t.Number == "":
		c.fail("$.tables[%d]", at, "a table needs a number")
	case strings.TrimSpace(t.Caption) == "":
		c.fail("$.tables[%d]", at, "table %s needs a caption", t.Number)
	case t.Decimals < 0 || t.Decimals > mostDecimals:
		c.fail("$.tables[%d].decimals", at, "table %s has %d decimals, want 0 to %d", t.Number, t.Decimals, mostDecimals)
	}
	c.number(t.Number, "$.tables[%d].number", at)
	for j, r := range t.Rows {
		c.knownMethod(r, "$.tables[%d].rows[%d]", i, j)
	}
	c.once("$.tables[%d].rows", i, "method", t.Rows)
	for j, column := range t.Columns {
		c.column(i, j)
		if slices.ContainsFunc(t.Columns[:j], column.equal) {
			c.fail("$.tables[%d].columns[%d]", []any{i, j}, "column %s stands twice", cmp.Or(column.Method, column.BestOf, column.Parameter))
		}
	}
	switch t.Kind {
	case Grid:
		c.tableExperiment(i)
		if len(t.Columns) == 0 {
			c.fail("$.tables[%d].columns", at, "table %s has no columns", t.Number)
		}
		if len(t.Rows) > 0 {
			c.fail("$.tables[%d].rows", at, "table %s: the rows of a grid are the levels or data sets of its experiment; rows are for %s and %s", t.Number, ByMethod, WinningCount)
		}
	case ByMethod:
		c.tableExperiment(i)
		if len(t.Rows) == 0 {
			c.fail("$.tables[%d].rows", at, "table %s has no rows (methods)", t.Number)
		}
		if len(t.Columns) > 0 {
			c.fail("$.tables[%d].columns", at, "table %s is %s and takes no columns", t.Number, ByMethod)
		}
	case WinningCount:
		c.winningCount(i)
	case Variants:
		c.variants(i)
	case Sensitivity:
		c.sensitivityKind(i)
	case ChosenParameter:
		c.chosenParameter(i)
	default:
		c.fail("$.tables[%d].kind", at, "unknown kind %q: %s", t.Kind, suggest.DidYouMean(t.Kind, []string{WinningCount, ByMethod, Variants, Sensitivity, ChosenParameter}))
	}
	if t.Kind != Variants && (len(t.Variants) > 0 || t.Method != "" || t.Printed != "" || t.Settled || t.Range) {
		c.fail("$.tables[%d]", at, "table %s: variants, method, printed, settled and range are for %s", t.Number, Variants)
	}
	c.sensitivityOf(i)
	c.choosable(i)
	if t.Chart && (t.Kind != Grid || !c.hasLevels(t)) {
		c.fail("$.tables[%d].chart", at, "table %s has no levels to draw a chart over", t.Number)
	}
}

func (c Column) equal(o Column) bool {
	return c.Method == o.Method && c.BestOf == o.BestOf && c.Parameter == o.Parameter && slices.Equal(c.Among, o.Among)
}

func (c *checker) hasLevels(t *Table) bool {
	e := c.study.Experiment(t.Experiment)
	return e != nil && len(t.LevelsOf(e)) > 0
}

func (c *checker) tableExperiment(i int) {
	t := &c.study.Tables[i]
	e := c.study.Experiment(t.Experiment)
	if e == nil {
		var names []string
		for _, e := range c.study.Experiments {
			names = append(names, e.Name)
		}
		c.fail("$.tables[%d].experiment", []any{i}, "table %s: unknown experiment %q: %s", t.Number, t.Experiment, suggest.DidYouMean(t.Experiment, names))
		return
	}
	if e.RealOnly {
		c.fail("$.tables[%d].experiment", []any{i}, "experiment %s is real-only, which is for rows of tables of variants", e.Name)
	}
	for j, l := range t.Levels {
		if !slices.Contains(e.Levels, l) {
			c.fail("$.tables[%d].levels[%d]", []any{i, j}, "experiment %s has no level %g", e.Name, l)
		}
	}
	for j, d := range t.Data {
		if !slices.Contains(e.Data, d) {
			c.fail("$.tables[%d].data[%d]", []any{i, j}, "experiment %s has no data set %s", e.Name, d)
		}
	}
	c.once("$.tables[%d].levels", i, "level", texts(t.Levels))
	c.once("$.tables[%d].data", i, "data set", t.Data)
}

// winningCount checks that the tables counted over agree in what they show: the
// count runs over the rows that they have in common.
func (c *checker) winningCount(i int) {
	t, at := &c.study.Tables[i], []any{i}
	switch {
	case len(t.Of) == 0:
		c.fail("$.tables[%d].of", at, "table %s counts wins: it needs of, the tables to count over", t.Number)
		return
	case len(t.Rows) == 0 || len(t.Columns) == 0:
		c.fail("$.tables[%d]", at, "table %s counts wins: it needs rows and columns, which are methods", t.Number)
	}
	for j, column := range t.Columns {
		if column.Method == "" {
			c.fail("$.tables[%d].columns[%d]", []any{i, j}, "table %s counts wins: its columns must be methods", t.Number)
		}
	}
	first := c.study.Table(t.Of[0])
	for j, of := range t.Of {
		o := c.study.Table(of)
		switch {
		case o == nil || o.Kind != Grid:
			c.fail("$.tables[%d].of[%d]", []any{i, j}, "table %s counts over table %s, which is not a grid of this study", t.Number, of)
		case o.Experiment != first.Experiment || !slices.Equal(o.Levels, first.Levels) || !slices.Equal(o.Data, first.Data):
			c.fail("$.tables[%d].of[%d]", []any{i, j}, "table %s counts over tables %s and %s, which have different rows", t.Number, first.Number, of)
		}
	}
}

func (c *checker) column(i, j int) {
	const path = "$.tables[%d].columns[%d]"
	at := []any{i, j}
	t := &c.study.Tables[i]
	column := t.Columns[j]
	switch {
	case column.Method != "":
		c.knownMethod(column.Method, path, at...)
	case column.BestOf != "" && column.Parameter != "":
		c.fail(path, at, "a column is either best-of a table or a parameter")
	case column.BestOf != "":
		c.bestOf(t, column, path, at)
	case column.Parameter != "kernel-sigma":
		c.fail(path, at, "a column is a method, best-of a table, or parameter: kernel-sigma")
	default:
		if e := c.study.Experiment(t.Experiment); e != nil && (e.Kernel == nil || e.Kernel.Function != "gaussian") {
			c.fail(path, at, "parameter kernel-sigma: experiment %s has no Gaussian kernel", e.Name)
		}
	}
}

func (c *checker) bestOf(t *Table, column Column, path string, at []any) {
	of := c.study.Table(column.BestOf)
	if of == nil || of.Kind != Grid {
		c.fail(path, at, "best of table %s, which is not a grid of this study", column.BestOf)
		return
	}
	for _, m := range column.Among {
		if !slices.Contains(of.methods(), m) {
			c.fail(path, at, "table %s has no column %s", column.BestOf, m)
		}
	}
	if len(of.methods()) == 0 {
		c.fail(path, at, "best of table %s, which has no methods of its own", column.BestOf)
	}
	if c.leadsTo(of, t, map[*Table]bool{}) {
		c.fail(path, at, "best of table %s, which is itself chosen by table %s", column.BestOf, t.Number)
	}
}

// leadsTo reports whether the best-of columns of a table lead to another.
func (c *checker) leadsTo(from, to *Table, seen map[*Table]bool) bool {
	if from == to {
		return true
	}
	seen[from] = true
	for _, column := range from.Columns {
		if of := c.study.Table(column.BestOf); of != nil && !seen[of] && c.leadsTo(of, to, seen) {
			return true
		}
	}
	return false
}

func (c *checker) figure(i int) {
	f, at := &c.study.Figures[i], []any{i}
	switch {
	case f.Number == "":
		c.fail("$.figures[%d]", at, "a figure needs a number")
	case strings.TrimSpace(f.Caption) == "":
		c.fail("$.figures[%d]", at, "figure %s needs a caption", f.Number)
	}
	c.number(f.Number, "$.figures[%d].number", at)
	if table, found := strings.CutPrefix(f.Number, "C"); found {
		if t := c.study.Table(table); t != nil && t.Chart {
			c.fail("$.figures[%d].number", at, "figure %s has the number of the chart of table %s", f.Number, table)
		}
	}
	switch f.Kind {
	case Network:
	case Functions:
		c.functions(i)
	case Sweep:
		c.sweep(i)
	case Sensitivity:
		c.ranges(i)
	case Gains:
		c.gains(i)
	default:
		c.fail("$.figures[%d].kind", at, "unknown kind %q: %s", f.Kind, suggest.DidYouMean(f.Kind, []string{Functions, Sweep, Network, Sensitivity, Gains}))
	}
}

func (c *checker) functions(i int) {
	f, at := &c.study.Figures[i], []any{i}
	if !(f.From < f.To) || math.IsInf(f.To-f.From, 0) || len(f.Curves) == 0 {
		c.fail("$.figures[%d]", at, "figure %s needs curves, and a range from less than to", f.Number)
	}
	if !(f.Highest >= 0) || math.IsInf(f.Highest, 0) {
		c.fail("$.figures[%d].highest", at, "highest is %g, must be positive", f.Highest)
	}
	if f.Plot != "" && f.Plot != "objective" && f.Plot != "derivative" {
		c.fail("$.figures[%d].plot", at, "plot is %q, must be derivative or objective", f.Plot)
	}
	curves := func(path string, names []string) {
		for j, m := range names {
			c.knownMethod(m, path, i, j)
			if c.study.Method(m).Choose != nil {
				c.fail(path, []any{i, j}, "figure %s: method %s chooses its parameter and has no curve of its own", f.Number, m)
			}
			function, err := c.study.Method(m).Function()
			if err != nil || f.Plot != "objective" {
				continue
			}
			if _, closed := function.Primitive(1); !closed {
				c.fail(path, []any{i, j}, "figure %s: score %s has no closed form of f to plot", f.Number, m)
			}
		}
	}
	curves("$.figures[%d].curves[%d]", f.Curves)
	curves("$.figures[%d].compare[%d]", f.Compare)
}

func (c *checker) sweep(i int) {
	f, at := &c.study.Figures[i], []any{i}
	e := c.study.Experiment(f.Experiment)
	if e == nil || !slices.Contains(e.Data, f.Data) {
		c.fail("$.figures[%d]", at, "figure %s: no experiment %q with data set %q", f.Number, f.Experiment, f.Data)
	}
	if e != nil && e.RealOnly {
		c.fail("$.figures[%d].experiment", at, "experiment %s is real-only, which is for rows of tables of variants", e.Name)
	}
	if len(f.Values) == 0 {
		c.fail("$.figures[%d].values", at, "figure %s sweeps over no values", f.Number)
	}
	for j, v := range f.Values {
		c.knownMethod(f.SweepMethod(j), "$.figures[%d].values[%d]", i, j)
		// The axis is logarithmic and the curve is drawn from left to right.
		if !(v > 0) || math.IsInf(v, 0) || j > 0 && v <= f.Values[j-1] {
			c.fail("$.figures[%d].values[%d]", []any{i, j}, "figure %s: value %g: values must be positive and increase", f.Number, v)
		}
	}
	for j, m := range f.References {
		c.knownMethod(m, "$.figures[%d].references[%d]", i, j)
	}
}
