package study

import (
	"slices"

	"gpca/report/published"
	"gpca/report/suggest"
)

// A Variant is one way to carry out the experiment of a Variants table.
//
// The variants of a table have the same levels, or as many data sets, but may
// differ in anything else: the encoding of the data, the number of components, the
// folds, the measure. With methods as columns, every level or data set is a block
// of rows, one for each variant, or they are averaged. With a single method, the
// levels or data sets are the columns.
//
// With the number of a table in print, its numbers stand above those of the
// variants, and a column says how far each variant is from them on average: for
// data as published alone, since a stand-in has nothing to say about print.
type Variant struct {
	Label      string `yaml:"label"`
	Experiment string `yaml:"experiment"`
}

func (n *needs) variants(t *Table) {
	for _, v := range t.Variants {
		e := n.study.Experiment(v.Experiment)
		n.add(e, t.DataOf(e), t.LevelsOf(e), t.MethodsOf())
	}
}

// MethodsOf are the methods that the table names: those of its columns, or the one
// behind all numbers of a Variants table.
func (t *Table) MethodsOf() []string {
	if t.Method != "" {
		return []string{t.Method}
	}
	return t.methods()
}

// PlacesOf counts the levels or data sets that the table shows of an experiment.
func (t *Table) PlacesOf(e *Experiment) int {
	return len(t.DataOf(e)) * max(len(t.LevelsOf(e)), 1)
}

func (c *checker) variants(i int) {
	t, at := &c.study.Tables[i], []any{i}
	switch {
	case len(t.Variants) == 0:
		c.fail("$.tables[%d]", at, "table %s has no variants", t.Number)
		return
	case t.Experiment != "" || len(t.Of) > 0 || len(t.Rows) > 0:
		c.fail("$.tables[%d]", at, "table %s: its rows are variants; experiment, of and rows are for other kinds", t.Number)
	case (t.Method == "") == (len(t.Columns) == 0):
		c.fail("$.tables[%d]", at, "table %s needs either columns, which are methods, or a method", t.Number)
	case t.Method != "" && t.Average:
		c.fail("$.tables[%d].average", at, "table %s: average has no use for a method, whose levels are columns", t.Number)
	}
	if t.Method != "" {
		c.knownMethod(t.Method, "$.tables[%d].method", i)
	}
	for j, column := range t.Columns {
		if column.Method == "" {
			c.fail("$.tables[%d].columns[%d]", []any{i, j}, "table %s compares variants: its columns must be methods", t.Number)
		}
	}
	for j := range t.Variants {
		c.variant(i, j)
	}
	if e := c.study.Experiment(t.Variants[0].Experiment); e != nil && e.RealOnly {
		c.fail("$.tables[%d].variants[0]", at, "table %s: its first row must not be real-only, or it has none on generated data", t.Number)
	}
	if t.Range && c.fault == nil && t.Method == "" && !t.Average && t.PlacesOf(c.study.Experiment(t.Variants[0].Experiment)) > 1 {
		c.fail("$.tables[%d].range", at, "table %s: range is for one row a variant: average its levels or data sets, select one, or name a method", t.Number)
	}
	c.printedTable(i)
}

func (c *checker) variant(i, j int) {
	t, at := &c.study.Tables[i], []any{i, j}
	v := t.Variants[j]
	e := c.study.Experiment(v.Experiment)
	if v.Label == "" {
		c.fail("$.tables[%d].variants[%d]", at, "a variant needs a label")
	}
	if slices.ContainsFunc(t.Variants[:j], func(o Variant) bool { return o.Label == v.Label }) {
		c.fail("$.tables[%d].variants[%d].label", at, "variant %s stands twice", v.Label)
	}
	if e == nil {
		var names []string
		for _, e := range c.study.Experiments {
			names = append(names, e.Name)
		}
		c.fail("$.tables[%d].variants[%d].experiment", at, "table %s: unknown experiment %q: %s", t.Number, v.Experiment, suggest.DidYouMean(v.Experiment, names))
		return
	}
	for _, l := range t.Levels {
		if !slices.Contains(e.Levels, l) {
			c.fail("$.tables[%d].variants[%d].experiment", at, "experiment %s has no level %g", e.Name, l)
		}
	}
	for _, d := range t.Data {
		if !slices.Contains(e.Data, d) {
			c.fail("$.tables[%d].variants[%d].experiment", at, "experiment %s has no data set %s", e.Name, d)
		}
	}
	first := c.study.Experiment(t.Variants[0].Experiment)
	if first == nil {
		return
	}
	if !slices.Equal(t.LevelsOf(first), t.LevelsOf(e)) || t.PlacesOf(first) != t.PlacesOf(e) {
		c.fail("$.tables[%d].variants[%d].experiment", at, "experiments %s and %s have different levels or numbers of data sets", first.Name, e.Name)
	}
	if first.LowerIsBetter() != e.LowerIsBetter() {
		c.fail("$.tables[%d].variants[%d].experiment", at, "experiments %s and %s measure %s and %s", first.Name, e.Name, first.Metric, e.Metric)
	}
}

// printedTable refuses the number of a table that is not in print.
func (c *checker) printedTable(i int) {
	t := &c.study.Tables[i]
	if t.Printed == "" {
		return
	}
	if c.printed == nil {
		tables, err := published.Thesis()
		if err != nil {
			c.fail("$.tables[%d].printed", []any{i}, "%v", err)
			return
		}
		for _, p := range tables {
			c.printed = append(c.printed, p.Number)
		}
	}
	if !slices.Contains(c.printed, t.Printed) {
		c.fail("$.tables[%d].printed", []any{i}, "the thesis prints no table %q: %s", t.Printed, suggest.DidYouMean(t.Printed, c.printed))
	}
}
