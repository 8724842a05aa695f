package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpca/report/suggest"
	"gpca/solver"
)

// Sensitivity is the kind of a table that has a row for each method and, for each
// setting of the optimiser that its experiment varies, the range over the values
// of that setting; and of the figure that draws such a table.
const Sensitivity = "sensitivity"

// Variations are values of the optimiser's settings to repeat an experiment with.
// One setting is changed at a time and the others stay as the experiment has
// them: so a difference has one cause. The experiment's own value may be among
// them.
type Variations struct {
	Start         []string  `yaml:"start"`
	Tolerance     []float64 `yaml:"tolerance"`
	MaxIterations []int     `yaml:"max-iterations"`
}

// A Variation is a change to the settings of an experiment: what is not zero takes
// the place of the experiment's own.
type Variation struct {
	Start         string
	Tolerance     float64
	MaxIterations int
}

// A VariedSetting is one setting with the values that an experiment tries of it
// beside its own.
type VariedSetting struct {
	// Name of one and Names of several values, for headings: "start", "starts".
	Name, Names string
	Variations  []Variation
}

// Varied lists the settings that an experiment varies. Values that are the
// experiment's own are left out, and so is a setting without others.
func (e *Experiment) Varied() []VariedSetting {
	starts := VariedSetting{Name: "start", Names: "starts"}
	for _, name := range e.Variations.Start {
		if startOf(name) != startOf(e.Start) {
			starts.Variations = append(starts.Variations, Variation{Start: name})
		}
	}
	tolerances := VariedSetting{Name: "tolerance", Names: "tolerances"}
	for _, tolerance := range e.Variations.Tolerance {
		if tolerance != cmp.Or(e.Tolerance, solver.DefaultTolerance) {
			tolerances.Variations = append(tolerances.Variations, Variation{Tolerance: tolerance})
		}
	}
	limits := VariedSetting{Name: "iteration limit", Names: "iteration limits"}
	for _, limit := range e.Variations.MaxIterations {
		if limit != cmp.Or(e.MaxIterations, solver.DefaultMaxIterations) {
			limits.Variations = append(limits.Variations, Variation{MaxIterations: limit})
		}
	}
	return slices.DeleteFunc([]VariedSetting{starts, tolerances, limits}, func(s VariedSetting) bool { return len(s.Variations) == 0 })
}

// startOf returns the start of a name, the thesis's for none. A name that is
// unknown has been refused by then.
func startOf(name string) solver.Start {
	if name == "" {
		return solver.LargestSample
	}
	s, err := solver.ParseStart(name)
	if err != nil {
		return solver.Start(name)
	}
	return s
}

// StartOf is the start of the experiment's iterations under a variation.
func (e *Experiment) StartOf(v Variation) solver.Start { return startOf(cmp.Or(v.Start, e.Start)) }

func (v Variations) clone() Variations {
	return Variations{slices.Clone(v.Start), slices.Clone(v.Tolerance), slices.Clone(v.MaxIterations)}
}

// sensitivityTable asks for the numbers of a sensitivity table: each method under
// the experiment's own settings and under every other.
func (n *needs) sensitivityTable(t *Table) {
	e := n.study.Experiment(t.Experiment)
	data, levels := t.DataOf(e), t.LevelsOf(e)
	n.add(e, data, levels, t.Rows)
	for _, setting := range e.Varied() {
		for _, v := range setting.Variations {
			n.addVaried(e, data, levels, t.Rows, v)
		}
	}
}

// optimiser checks the settings of an experiment's iterations and what they vary
// over.
func (c *checker) optimiser(i int) {
	e, at := &c.study.Experiments[i], []any{i}
	if _, err := solver.ParseStart(cmp.Or(e.Start, solver.LargestSample.String())); err != nil {
		c.fail("$.experiments[%d].start", at, "%v", err)
	}
	for j, name := range e.Variations.Start {
		if _, err := solver.ParseStart(name); err != nil {
			c.fail("$.experiments[%d].variations.start[%d]", []any{i, j}, "%v", err)
		}
	}
	for j, tolerance := range e.Variations.Tolerance {
		if !(tolerance > 0) || math.IsInf(tolerance, 0) {
			c.fail("$.experiments[%d].variations.tolerance[%d]", []any{i, j}, "tolerance is %g, must be positive", tolerance)
		}
	}
	for j, limit := range e.Variations.MaxIterations {
		if limit < 1 {
			c.fail("$.experiments[%d].variations.max-iterations[%d]", []any{i, j}, "max-iterations is %d, must be positive", limit)
		}
	}
	c.once("$.experiments[%d].variations.start", i, "start", e.Variations.Start)
	c.once("$.experiments[%d].variations.tolerance", i, "tolerance", texts(e.Variations.Tolerance))
	var limits []string
	for _, l := range e.Variations.MaxIterations {
		limits = append(limits, fmt.Sprint(l))
	}
	c.once("$.experiments[%d].variations.max-iterations", i, "iteration limit", limits)
}

// sensitivityKind checks a table of kind Sensitivity.
func (c *checker) sensitivityKind(i int) {
	t, at := &c.study.Tables[i], []any{i}
	c.tableExperiment(i)
	if len(t.Rows) == 0 {
		c.fail("$.tables[%d].rows", at, "table %s has no rows (methods)", t.Number)
	}
	if len(t.Columns) > 0 {
		c.fail("$.tables[%d].columns", at, "table %s is %s and takes no columns", t.Number, Sensitivity)
	}
	e := c.study.Experiment(t.Experiment)
	if e == nil {
		return
	}
	if len(e.Varied()) == 0 {
		c.fail("$.tables[%d].experiment", at, "table %s shows what the settings of the optimiser matter, but experiment %s has no variations of them", t.Number, e.Name)
	}
	if !slices.ContainsFunc(e.Variations.Start, func(name string) bool { return startOf(name) == solver.BestSample }) {
		return
	}
	for j, name := range t.Rows {
		if f, err := c.study.Method(name).Function(); err == nil {
			if _, closed := f.Primitive(1); !closed {
				c.fail("$.tables[%d].rows[%d]", []any{i, j}, "method %s: start %s needs a closed form of f, which it has not", name, solver.BestSample)
			}
		}
	}
}

// sensitivityOf checks which table a grid's rows are held against. One that is
// not there may stand in a study that this one is part of.
func (c *checker) sensitivityOf(i int) {
	t, at := &c.study.Tables[i], []any{i}
	if t.Sensitivity == "" {
		return
	}
	if t.Kind != Grid {
		c.fail("$.tables[%d].sensitivity", at, "table %s: only the rows of a grid are held against a table of kind %s", t.Number, Sensitivity)
	}
	if of := c.study.Table(t.Sensitivity); of != nil && of.Kind != Sensitivity {
		c.fail("$.tables[%d].sensitivity", at, "table %s is held against table %s, which is not of kind %s", t.Number, t.Sensitivity, Sensitivity)
	}
}

// ranges checks a figure of kind Sensitivity.
func (c *checker) ranges(i int) {
	f := &c.study.Figures[i]
	if of := c.study.Table(f.Table); of == nil || of.Kind != Sensitivity {
		var numbers []string
		for _, t := range c.study.Tables {
			if t.Kind == Sensitivity {
				numbers = append(numbers, t.Number)
			}
		}
		hint := "the study has none"
		if len(numbers) > 0 {
			hint = suggest.DidYouMean(f.Table, numbers)
		}
		c.fail("$.figures[%d].table", []any{i}, "figure %s draws a table of kind %s, which %q is not: %s", f.Number, Sensitivity, f.Table, hint)
	}
}
