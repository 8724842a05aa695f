package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"gpca/report/dataset"
	"gpca/report/noise"
	"gpca/report/suggest"
	"gpca/solver/score"
)

// A checker collects the first fault of a study, with the line it stands in.
type checker struct {
	study *Study
	file  string
	tree  *ast.File
	fault error
}

func (s *Study) validate(file string, source []byte) error {
	tree, err := parser.ParseBytes(source, 0)
	if err != nil {
		return decodeError(file, err)
	}
	c := &checker{study: s, file: file, tree: tree}
	c.head()
	for i := range s.Methods {
		c.method(i)
	}
	seen := map[string]bool{}
	for i := range s.Experiments {
		c.unique(seen, "experiment "+s.Experiments[i].Name, "$.experiments[%d].name", i)
		c.experiment(i)
	}
	for i := range s.Tables {
		c.unique(seen, "table "+s.Tables[i].Number, "$.tables[%d].number", i)
		c.table(i)
	}
	for i := range s.Figures {
		c.unique(seen, "figure "+s.Figures[i].Number, "$.figures[%d].number", i)
		c.figure(i)
	}
	return c.fault
}

// fail records a fault at the place that path, with the indices put in, leads
// to. A place that the source does not spell out, such as one merged in from an
// anchor, is replaced by what holds it.
func (c *checker) fail(path string, indices []any, format string, args ...any) {
	if c.fault != nil {
		return
	}
	path = fmt.Sprintf(path, indices...)
	c.fault = fmt.Errorf("%s:%d: %s", c.file, c.line(path), fmt.Sprintf(format, args...))
}

func (c *checker) line(path string) int {
	for path != "$" && path != "" {
		if p, err := yaml.PathString(path); err == nil {
			if node, err := p.FilterFile(c.tree); err == nil && node != nil && node.GetToken() != nil {
				return node.GetToken().Position.Line
			}
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return 1
}

func (c *checker) unique(seen map[string]bool, name, path string, index int) {
	if seen[name] {
		c.fail(path, []any{index}, "%s stands twice", name)
	}
	seen[name] = true
}

func (c *checker) head() {
	s := c.study
	if s.Name == "" {
		c.fail("$.name", nil, "the study has no name")
	}
	if s.Repetitions.Real < 1 || s.Repetitions.StandIn < 1 {
		c.fail("$.repetitions", nil, "repetitions must be at least 1, for real data and for stand-in")
	}
	if len(s.Tables)+len(s.Figures) == 0 {
		c.fail("$.tables", nil, "the study shows neither a table nor a figure")
	}
}

func (c *checker) method(i int) {
	m, at := c.study.Methods[i], []any{i}
	switch {
	case m.Name == "":
		c.fail("$.methods[%d]", at, "a method needs a name")
	case (m.Score == "") == (m.Expression == ""):
		c.fail("$.methods[%d]", at, "method %s needs either a score or an expression", m.Name)
	case m.Centring != "" && m.Centring != "mean" && m.Centring != "none":
		c.fail("$.methods[%d].centring", at, "centring is %q, must be mean or none", m.Centring)
	}
	if _, err := m.Function(); err != nil && c.fault == nil {
		c.fail("$.methods[%d]", at, "method %s: %v", m.Name, err)
	}
}

// Function returns the method's score.
func (m Method) Function() (score.Score, error) {
	if m.Expression != "" {
		return score.Expression(m.Expression)
	}
	return score.Parse(m.Score)
}

func (c *checker) knownMethod(name, path string, at ...any) {
	if _, err := c.study.Method(name).Function(); err != nil {
		c.fail(path, at, "%v", err)
	}
}

func (c *checker) experiment(i int) {
	e, at := &c.study.Experiments[i], []any{i}
	if e.Name == "" {
		c.fail("$.experiments[%d]", at, "an experiment needs a name")
	}
	if e.Like != "" && !slices.ContainsFunc(c.study.Experiments[:i], func(o Experiment) bool { return o.Name == e.Like }) {
		c.fail("$.experiments[%d].like", at, "experiment %s is like %q, which is no experiment above it", e.Name, e.Like)
	}
	if len(e.Data) == 0 {
		c.fail("$.experiments[%d].data", at, "experiment %s names no data set", e.Name)
	}
	for j, d := range e.Data {
		if _, err := dataset.Find(d); err != nil {
			c.fail("$.experiments[%d].data[%d]", []any{i, j}, "%v", err)
		}
	}
	if e.Components < 1 {
		c.fail("$.experiments[%d].components", at, "experiment %s extracts %d components, at least 1 is needed", e.Name, e.Components)
	}
	metrics := []string{Accuracy, Misclassification}
	switch e.Protocol {
	case Split:
		n, err := noise.Find(e.Noise)
		if err != nil {
			c.fail("$.experiments[%d].noise", at, "%v", err)
			break
		}
		for j, l := range e.Levels {
			if err := n.Validate(l); err != nil {
				c.fail("$.experiments[%d].levels[%d]", []any{i, j}, "%v", err)
			}
		}
	case CrossValidation:
		if e.Folds < 2 {
			c.fail("$.experiments[%d].folds", at, "experiment %s has %d folds, cross-validation needs at least 2", e.Name, e.Folds)
		}
	case Contamination:
		metrics = []string{ReconstructionError}
		for j, l := range e.Levels {
			if l < 0 || l != float64(int(l)) {
				c.fail("$.experiments[%d].levels[%d]", []any{i, j}, "level %g is not a number of images", l)
			}
		}
	default:
		protocols := []string{Split, CrossValidation, Contamination}
		c.fail("$.experiments[%d].protocol", at, "unknown protocol %q: %s", e.Protocol, suggest.DidYouMean(e.Protocol, protocols))
	}
	if e.Protocol != CrossValidation && len(e.Levels) == 0 {
		c.fail("$.experiments[%d].levels", at, "experiment %s has no levels", e.Name)
	}
	if e.Protocol != CrossValidation && len(e.Data) > 1 {
		c.fail("$.experiments[%d].data", at, "experiment %s: protocol %s takes one data set", e.Name, e.Protocol)
	}
	if !slices.Contains(metrics, e.Metric) {
		c.fail("$.experiments[%d].metric", at, "metric %q does not fit protocol %s: %s", e.Metric, e.Protocol, suggest.DidYouMean(e.Metric, metrics))
	}
	c.kernel(i)
}

func (c *checker) kernel(i int) {
	e := &c.study.Experiments[i]
	if e.Kernel == nil {
		return
	}
	for _, d := range e.Data {
		if _, err := e.Kernel.FunctionFor(d); err != nil {
			c.fail("$.experiments[%d].kernel", []any{i}, "experiment %s, data set %s: %v", e.Name, d, err)
		}
	}
}

func (c *checker) table(i int) {
	t, at := &c.study.Tables[i], []any{i}
	if t.Number == "" {
		c.fail("$.tables[%d]", at, "a table needs a number")
	}
	switch t.Kind {
	case Grid, ByMethod:
		c.tableExperiment(i)
	case WinningCount:
		if len(t.Of) == 0 || len(t.Rows) == 0 {
			c.fail("$.tables[%d]", at, "table %s counts wins: it needs of (tables) and rows (methods)", t.Number)
		}
		for j, of := range t.Of {
			if o := c.study.Table(of); o == nil || o.Kind != Grid {
				c.fail("$.tables[%d].of[%d]", []any{i, j}, "table %s counts over table %s, which is not a grid of this study", t.Number, of)
			}
		}
	default:
		c.fail("$.tables[%d].kind", at, "unknown kind %q: %s", t.Kind, suggest.DidYouMean(t.Kind, []string{WinningCount, ByMethod}))
	}
	for j, r := range t.Rows {
		c.knownMethod(r, "$.tables[%d].rows[%d]", i, j)
	}
	if len(t.Columns) == 0 && t.Kind != ByMethod {
		c.fail("$.tables[%d].columns", at, "table %s has no columns", t.Number)
	}
	for j, column := range t.Columns {
		c.column(i, j, column)
	}
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
}

func (c *checker) column(i, j int, column Column) {
	const path = "$.tables[%d].columns[%d]"
	at := []any{i, j}
	switch {
	case column.Method != "":
		c.knownMethod(column.Method, path, at...)
	case column.BestOf != "":
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
	case column.Parameter != "kernel-sigma":
		c.fail(path, at, "a column is a method, best-of a table, or parameter: kernel-sigma")
	}
}

// methods are the methods that the columns name outright.
func (t *Table) methods() []string {
	var names []string
	for _, column := range t.Columns {
		if column.Method != "" {
			names = append(names, column.Method)
		}
	}
	return names
}

func (c *checker) figure(i int) {
	f, at := &c.study.Figures[i], []any{i}
	if f.Number == "" {
		c.fail("$.figures[%d]", at, "a figure needs a number")
	}
	switch f.Kind {
	case Network:
	case Functions:
		if !(f.From < f.To) || len(f.Curves) == 0 {
			c.fail("$.figures[%d]", at, "figure %s needs curves, and a range from less than to", f.Number)
		}
		for j, m := range f.Curves {
			c.knownMethod(m, "$.figures[%d].curves[%d]", i, j)
		}
		for j, m := range f.Compare {
			c.knownMethod(m, "$.figures[%d].compare[%d]", i, j)
		}
		if f.Plot != "" && f.Plot != "objective" && f.Plot != "derivative" {
			c.fail("$.figures[%d].plot", at, "plot is %q, must be derivative or objective", f.Plot)
		}
	case Sweep:
		e := c.study.Experiment(f.Experiment)
		if e == nil || !slices.Contains(e.Data, f.Data) {
			c.fail("$.figures[%d]", at, "figure %s: no experiment %q with data set %q", f.Number, f.Experiment, f.Data)
		}
		if len(f.Values) == 0 {
			c.fail("$.figures[%d].values", at, "figure %s sweeps over no values", f.Number)
		}
		for j := range f.Values {
			c.knownMethod(f.SweepMethod(j), "$.figures[%d].values[%d]", i, j)
		}
		for j, m := range f.References {
			c.knownMethod(m, "$.figures[%d].references[%d]", i, j)
		}
	default:
		c.fail("$.figures[%d].kind", at, "unknown kind %q: %s", f.Kind, suggest.DidYouMean(f.Kind, []string{Functions, Sweep, Network}))
	}
}

// SweepMethod is the method at value i of a sweep.
func (f *Figure) SweepMethod(i int) string {
	return f.Family + "=" + strconv.FormatFloat(f.Values[i], 'g', -1, 64)
}
