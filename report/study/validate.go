package study

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"gpca/report/dataset"
	"gpca/report/noise"
	"gpca/report/suggest"
	"gpca/solver/score"
)

// A checker collects the first fault of a study, with the line it stands in. It
// refuses what would fail or mean nothing later, when hours of computing may be
// lost with it.
type checker struct {
	study *Study
	file  string
	tree  *ast.File
	fault error

	// What a study names again and again is looked up once.
	datasets map[string]error
	printed  []string // numbers of the tables in print
}

// knownDataset is the error of a name that is no data set's.
func (c *checker) knownDataset(name string) error {
	err, known := c.datasets[name]
	if !known {
		_, err = dataset.Find(name)
		c.datasets[name] = err
	}
	return err
}

func (s *Study) validate(file string, tree *ast.File) error {
	c := &checker{study: s, file: file, tree: tree, datasets: map[string]error{}}
	c.head()
	seen := map[string]bool{}
	for i := range s.Methods {
		c.unique(seen, "method "+s.Methods[i].Name, "$.methods[%d].name", i)
		c.method(i)
	}
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
	c.labels()
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

// once refuses a list in which a name stands twice; path leads to the list.
func (c *checker) once(path string, index int, what string, names []string) {
	for j, name := range names {
		if slices.Contains(names[:j], name) {
			c.fail(path+"[%d]", []any{index, j}, "%s %s stands twice", what, name)
		}
	}
}

func texts(numbers []float64) []string {
	var t []string
	for _, n := range numbers {
		t = append(t, fmt.Sprint(n))
	}
	return t
}

func (c *checker) head() {
	s := c.study
	if s.Name == "" {
		c.fail("$.name", nil, "the study has no name")
	}
	if s.Repetitions.Real < 1 || s.Repetitions.StandIn < 1 {
		c.fail("$.repetitions", nil, "repetitions must be at least 1, for real data and for stand-in")
	}
	if len(s.Tables)+len(s.Figures)+len(s.Appendices) == 0 {
		c.fail("$.tables", nil, "the study shows neither a table nor a figure")
	}
}

func (c *checker) method(i int) {
	m, at := c.study.Methods[i], []any{i}
	switch {
	case m.Name == "":
		c.fail("$.methods[%d]", at, "a method needs a name")
	case m.Choose != nil:
		c.choice(i)
		return
	case (m.Score == "") == (m.Expression == ""):
		c.fail("$.methods[%d]", at, "method %s needs either a score or an expression", m.Name)
	}
	c.centring(i)
	if _, err := m.Function(); err != nil {
		given := "$.methods[%d].score"
		if m.Expression != "" {
			given = "$.methods[%d].expression"
		}
		c.fail(given, at, "method %s: %v", m.Name, err)
	}
}

func (c *checker) centring(i int) {
	if m := c.study.Methods[i]; m.Centring != "" && m.Centring != "mean" && m.Centring != "none" {
		c.fail("$.methods[%d].centring", []any{i}, "centring is %q, must be mean or none", m.Centring)
	}
}

// Function returns the method's score. A method that chooses the parameter of its
// score has none.
func (m Method) Function() (score.Score, error) {
	if m.Choose != nil && !m.Choose.ofKernel() {
		return nil, fmt.Errorf("method %s has no one function: it chooses %s", m.Name, m.Choose.Family)
	}
	if m.Expression != "" {
		return score.Expression(m.Expression)
	}
	return score.Parse(m.Score)
}

func (c *checker) knownMethod(name, path string, at ...any) {
	if c.study.Method(name).Choose != nil {
		return // checked where it is defined
	}
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
		if err := c.knownDataset(d); err != nil {
			c.fail("$.experiments[%d].data[%d]", []any{i, j}, "%v", err)
		}
	}
	c.once("$.experiments[%d].data", i, "data set", e.Data)
	if e.Components < 1 {
		c.fail("$.experiments[%d].components", at, "experiment %s extracts %d components, at least 1 is needed", e.Name, e.Components)
	}
	if !(e.Scale >= 0) || math.IsInf(e.Scale, 0) {
		c.fail("$.experiments[%d].scale", at, "scale is %g, must be positive", e.Scale)
	}
	if !(e.Tolerance >= 0) || math.IsInf(e.Tolerance, 0) {
		c.fail("$.experiments[%d].tolerance", at, "tolerance is %g, must be positive", e.Tolerance)
	}
	if e.MaxIterations < 0 {
		c.fail("$.experiments[%d].max-iterations", at, "max-iterations is %d, must be positive", e.MaxIterations)
	}
	if e.Patience < 0 {
		c.fail("$.experiments[%d].patience", at, "patience is %d, must be positive", e.Patience)
	}
	if e.Centring != "" && e.Centring != "mean" && e.Centring != "none" {
		c.fail("$.experiments[%d].centring", at, "centring is %q, must be mean or none", e.Centring)
	}
	if r := e.Repetitions; r != (Repetitions{}) && (r.Real < 1 || r.StandIn < 1) {
		c.fail("$.experiments[%d].repetitions", at, "repetitions must be at least 1, for real data and for stand-in")
	}
	c.optimiser(i)
	c.protocol(i)
	c.kernel(i)
}

func (c *checker) protocol(i int) {
	e, at := &c.study.Experiments[i], []any{i}
	metrics := []string{Accuracy, Misclassification}
	switch e.Protocol {
	case Split:
		n, err := noise.Find(e.Noise)
		if err != nil {
			c.fail("$.experiments[%d].noise", at, "%v", err)
			return
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
		if len(e.Levels) > 0 {
			c.fail("$.experiments[%d].levels", at, "experiment %s has levels, which cross-validation has no use for", e.Name)
		}
	case Contamination:
		metrics = []string{ReconstructionError, SquaredReconstructionError, RootMeanSquareError}
		for j, l := range e.Levels {
			if !(l >= 0 && l <= mostImages) || l != math.Trunc(l) {
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
	c.once("$.experiments[%d].levels", i, "level", texts(e.Levels))
	if !slices.Contains(metrics, e.Metric) {
		c.fail("$.experiments[%d].metric", at, "metric %q does not fit protocol %s: %s", e.Metric, e.Protocol, suggest.DidYouMean(e.Metric, metrics))
	}
}

// mostImages bounds the dummy images of an experiment: more than any data set
// has samples, and few enough for their number to be one.
const mostImages = 1e6

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
	for _, d := range slices.Sorted(maps.Keys(e.Kernel.Sigmas)) {
		if err := c.knownDataset(d); err != nil {
			c.fail("$.experiments[%d].kernel.sigmas", []any{i}, "%v", err)
		}
	}
}

// labels refuses a label that nothing is going to print.
func (c *checker) labels() {
	for _, name := range slices.Sorted(maps.Keys(c.study.Labels)) {
		family := slices.ContainsFunc(c.study.Figures, func(f Figure) bool { return f.Kind == Sweep && f.Family == name })
		if _, err := c.study.Method(name).Function(); err != nil && !family && c.study.Method(name).Choose == nil {
			c.fail("$.labels", nil, "label of %q, which is neither a method nor the family of a sweep: %v", name, err)
		}
	}
}
