package study

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/choice"
	"gpca/report/dataset"
	"gpca/report/suggest"
	"gpca/solver/kernel"
	"gpca/solver/score"
)

// KernelSigma is the family of Gaussian kernels in a Choice, and the parameter of
// a Column that shows their width.
const KernelSigma = "kernel-sigma"

// A Choice says from which values a method chooses its parameter, and how; see
// package choice. It sees training samples alone. Where an experiment has
// training and test samples, it is made once on the training samples; where it
// cross-validates, anew within the training samples of every fold.
type Choice struct {
	// Family is that of a score, such as "a", or KernelSigma.
	Family string `yaml:"family"`
	// By is choice.CrossValidation (default) or choice.L1OrL2.
	By string `yaml:"by"`
	// Values are the candidates, in increasing order; with L1OrL2, Small and Large
	// are. Those of KernelSigma are multiples of the experiment's sigma.
	Values []float64 `yaml:"values"`
	Small  []float64 `yaml:"small"`
	Large  []float64 `yaml:"large"`
	// Folds divide the training samples; 5 when 0.
	Folds int `yaml:"folds"`
	// Samples is, for a data set, the largest number of training samples of a
	// class that take part in the choice; all of a set that is not named.
	Samples map[string]int `yaml:"samples"`
}

// defaultFolds is the number of folds of a Choice that gives none, one of the two
// that are customary (T. Hastie, R. Tibshirani, J. Friedman, The Elements of
// Statistical Learning, 2nd edition, 2009, Section 7.10); the other, 10, costs
// twice as much.
const defaultFolds = 5

func (c *Choice) ofKernel() bool { return c.Family == KernelSigma }

// ChoiceFor is the choice that the method makes on a data set, with the kernel of
// the experiment, nil in input space.
func (m Method) ChoiceFor(data string, k *Kernel) (choice.Choice, error) {
	name := func(v float64) (string, error) {
		s, err := score.Parse(m.Choose.Family + "=" + strconv.FormatFloat(v, 'g', -1, 64))
		if err != nil {
			return "", err
		}
		return s.Name(), nil
	}
	if m.Choose.ofKernel() {
		if k == nil || k.Function != "gaussian" {
			return choice.Choice{}, fmt.Errorf("method %s chooses the width of a Gaussian kernel, which the experiment does not have", m.Name)
		}
		name = func(v float64) (string, error) {
			f := kernel.Gaussian{Sigma: v * k.SigmaFor(data)}
			return f.String(), kernel.Validate(f)
		}
	}
	c := choice.Choice{By: m.Choose.By, Folds: m.Choose.Folds, Samples: m.Choose.Samples[data]}
	if c.By == "" {
		c.By = choice.CrossValidation
	}
	if c.Folds == 0 {
		c.Folds = defaultFolds
	}
	for _, side := range []struct {
		values []float64
		names  *[]string
	}{{m.Choose.Values, &c.Candidates}, {m.Choose.Small, &c.Small}, {m.Choose.Large, &c.Large}} {
		for _, v := range side.values {
			n, err := name(v)
			if err != nil {
				return c, fmt.Errorf("method %s: %w", m.Name, err)
			}
			*side.names = append(*side.names, n)
		}
	}
	if err := c.Validate(); err != nil {
		return c, fmt.Errorf("method %s: %w", m.Name, err)
	}
	return c, nil
}

// choice checks a method that chooses its parameter.
func (c *checker) choice(i int) {
	m, at := c.study.Methods[i], []any{i}
	ways := []string{choice.CrossValidation, choice.L1OrL2}
	families := []string{"p", "a", "q", "g", KernelSigma}
	switch {
	case m.Name == "":
		c.fail("$.methods[%d]", at, "a method needs a name")
	case !slices.Contains(families, m.Choose.Family):
		c.fail("$.methods[%d].choose.family", at, "method %s chooses from the unknown family %q: %s", m.Name, m.Choose.Family, suggest.DidYouMean(m.Choose.Family, families))
	case !m.Choose.ofKernel() && (m.Score != "" || m.Expression != ""):
		c.fail("$.methods[%d]", at, "method %s chooses %s of its score and must not have another score", m.Name, m.Choose.Family)
	case m.Choose.ofKernel() && (m.Score == "") == (m.Expression == ""):
		c.fail("$.methods[%d]", at, "method %s chooses the width of the kernel: it needs either a score or an expression to go with it", m.Name)
	case m.Choose.By != "" && !slices.Contains(ways, m.Choose.By):
		c.fail("$.methods[%d].choose.by", at, "method %s chooses by %q: %s", m.Name, m.Choose.By, suggest.DidYouMean(m.Choose.By, ways))
	case m.Choose.By == choice.L1OrL2 && m.Choose.ofKernel():
		c.fail("$.methods[%d].choose.by", at, "method %s: %s chooses among scores, not kernels", m.Name, choice.L1OrL2)
	case m.Choose.Folds != 0 && m.Choose.Folds < 2:
		c.fail("$.methods[%d].choose.folds", at, "method %s chooses with %d folds, at least 2 are needed", m.Name, m.Choose.Folds)
	}
	if m.Choose.ofKernel() {
		if _, err := m.Function(); err != nil {
			c.fail("$.methods[%d]", at, "method %s: %v", m.Name, err)
		}
	}
	c.centring(i)
	c.candidates(i)
	for _, data := range slices.Sorted(maps.Keys(m.Choose.Samples)) {
		if _, err := dataset.Find(data); err != nil {
			c.fail("$.methods[%d].choose.samples", at, "%v", err)
		}
		if n := m.Choose.Samples[data]; n < 1 {
			c.fail("$.methods[%d].choose.samples", at, "method %s chooses on %d samples of a class of %s, at least 1 is needed", m.Name, n, data)
		}
	}
	if c.fault != nil {
		return
	}
	// What is left is common to all: too few candidates, or those of another way.
	if _, err := m.ChoiceFor("", &Kernel{Function: "gaussian", Sigma: 1}); err != nil {
		c.fail("$.methods[%d].choose", at, "%v", err)
	}
}

// candidates refuses lists of values that do not increase: the order says which of
// equally good candidates is taken.
func (c *checker) candidates(i int) {
	m := c.study.Methods[i]
	for _, list := range []struct {
		key    string
		values []float64
		after  float64
	}{
		{"values", m.Choose.Values, 0},
		{"small", m.Choose.Small, 0},
		{"large", m.Choose.Large, slices.Max(append([]float64{0}, m.Choose.Small...))},
	} {
		last := list.after
		for j, v := range list.values {
			if !(v > last) || math.IsInf(v, 0) {
				c.fail("$.methods[%d].choose."+list.key+"[%d]", []any{i, j}, "method %s: value %g: values must be positive and increase, small ones before large", m.Name, v)
			}
			last = v
		}
	}
}

// choosable refuses methods that choose the width of a kernel where there is none
// to choose, or nothing to choose it by.
func (c *checker) choosable(i int) {
	t := &c.study.Tables[i]
	methods := slices.Concat(t.methods(), t.Rows, []string{t.Chosen})
	for _, name := range append([]string{t.Experiment}, t.Experiments...) {
		e := c.study.Experiment(name)
		if e == nil {
			continue
		}
		for _, method := range methods {
			m := c.study.Method(method)
			if m.Choose == nil || !m.Choose.ofKernel() {
				continue
			}
			if e.Kernel == nil || e.Kernel.Function != "gaussian" {
				c.fail("$.tables[%d]", []any{i}, "table %s: method %s chooses the width of a Gaussian kernel, which experiment %s does not have", t.Number, method, e.Name)
			}
			if e.Protocol == Contamination {
				c.fail("$.tables[%d]", []any{i}, "table %s: method %s cannot choose a kernel in experiment %s: reconstruction errors in different feature spaces do not compare", t.Number, method, e.Name)
			}
		}
	}
}

func (c *checker) chosenParameter(i int) {
	t, at := &c.study.Tables[i], []any{i}
	if len(t.Experiments) == 0 || len(t.methods()) == 0 || t.Chosen == "" {
		c.fail("$.tables[%d]", at, "table %s needs experiments, chosen (a method that chooses its parameter), and columns (methods that do not)", t.Number)
		return
	}
	if t.Experiment != "" || len(t.Rows)+len(t.Of)+len(t.Levels)+len(t.Data) > 0 || t.Average {
		c.fail("$.tables[%d]", at, "table %s is %s: its rows are the data sets of its experiments, over all levels", t.Number, ChosenParameter)
	}
	for j, name := range t.Experiments {
		if c.study.Experiment(name) == nil {
			var names []string
			for _, e := range c.study.Experiments {
				names = append(names, e.Name)
			}
			c.fail("$.tables[%d].experiments[%d]", []any{i, j}, "table %s: unknown experiment %q: %s", t.Number, name, suggest.DidYouMean(name, names))
		}
	}
	c.once("$.tables[%d].experiments", i, "experiment", t.Experiments)
	if c.study.Method(t.Chosen).Choose == nil {
		c.fail("$.tables[%d].chosen", at, "table %s: %q is not a method that chooses its parameter: define it under methods, with choose", t.Number, t.Chosen)
	}
	if !slices.Contains(t.methods(), t.Against) {
		c.fail("$.tables[%d].against", at, "table %s: against is %q, want one of its columns: %s", t.Number, t.Against, strings.Join(t.methods(), ", "))
	}
	for j, column := range t.Columns {
		if column.Method == "" || c.study.Method(column.Method).Choose != nil {
			c.fail("$.tables[%d].columns[%d]", []any{i, j}, "table %s: a column must be a method with a fixed parameter", t.Number)
		}
	}
	for j, method := range t.Hindsight {
		c.knownMethod(method, "$.tables[%d].hindsight[%d]", i, j)
		if c.study.Method(method).Choose != nil {
			c.fail("$.tables[%d].hindsight[%d]", []any{i, j}, "table %s: hindsight is among methods with a fixed parameter", t.Number)
		}
	}
	c.once("$.tables[%d].hindsight", i, "method", t.Hindsight)
}

func (c *checker) gains(i int) {
	f, at := &c.study.Figures[i], []any{i}
	if len(f.Of) == 0 {
		c.fail("$.figures[%d]", at, "figure %s needs of, the tables of kind %s that it draws", f.Number, ChosenParameter)
	}
	for j, number := range f.Of {
		if t := c.study.Table(number); t == nil || t.Kind != ChosenParameter {
			c.fail("$.figures[%d].of[%d]", []any{i, j}, "figure %s draws table %s, which is not one of kind %s of this study", f.Number, number, ChosenParameter)
		}
	}
	c.once("$.figures[%d].of", i, "table", f.Of)
}
