package exhibit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/exhibit/fill"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// A column is a method, the best of another table's methods, or a parameter.
type column struct {
	Method    string `yaml:"-"`
	BestOf    string `yaml:"best-of" doc:"Another table: its method with the best average." example:"\"1\""`
	Among     names  `yaml:"among" doc:"Methods of which the best is taken; all unless named." example:"[p=1, p=2]"`
	InPrint   string `yaml:"in-print" doc:"Its method in print, which is shown; a note names ours." example:"tanh"`
	Parameter string `yaml:"parameter" doc:"The kernel width of a row." words:"kernel-sigma" example:"kernel-sigma"`
	Label     string `yaml:"label" doc:"Heading of the column." example:"plain"`

	at strictyaml.Node
}

const kernelSigma = "kernel-sigma"

// MayBeScalar lets a column be written as the bare name of a method.
func (column) MayBeScalar() {}

func (c column) text() string {
	among := ""
	if len(c.Among) > 0 {
		among = " among " + strings.Join(c.Among, ", ")
	}
	return cmp.Or(c.Method, c.Parameter, "best of "+c.BestOf+among)
}

// members expands a column whose method is a family into one column for each member.
func (t *projection) members(c column) (all []column) {
	c.Among = slices.Concat(words.Each(c.Among, t.scope.Members)...)
	for _, c.Method = range t.scope.Members(c.Method) {
		all = append(all, c)
	}
	return all
}

func (t *projection) checkColumn(c column) error {
	switch {
	case c.InPrint != "" && c.BestOf == "":
		return c.at.At("in-print").Fault("in-print is for the best-of a table")
	case c.Method != "":
		return t.methodOf(c.Method, t.Experiment, c.at)
	case c.BestOf != "" && c.Parameter != "":
		return c.at.Fault("a column is either best-of a table or a parameter")
	case c.BestOf != "": // Check checks it once all tables are read
	case c.Parameter != kernelSigma:
		return c.at.Fault("a column is a method, best-of a table, or parameter: %s", kernelSigma)
	case t.sigmaOn(t.rows[0]) == 0:
		return c.at.Fault("parameter %s: experiment %s has no Gaussian kernel", kernelSigma, t.Experiment.Name)
	}
	return nil
}

func (t *projection) resolveColumns() error {
	if len(t.Across) > 0 && len(t.Measures) > 0 {
		return t.block.At("measures").Fault("a table with columns has one measure: name it by measure")
	}
	plain := len(t.Across) == 0 && len(t.Measures) == 0
	switch {
	case t.parts != nil && t.Method != "" && plain:
		for i, label := range t.grid.labels() {
			t.columns = append(t.columns, line{name: label, nth: i + 1, measure: t.measure})
		}
	case plain && t.parts != nil && (len(t.derived) == 0 || t.Printed != ""):
		return t.block.Fault("the table needs either columns, which are methods, or a method")
	case plain && len(t.derived) > 0:
	case plain && t.byMethod():
		t.columns = []line{{heading: cmp.Or(t.Heading, axisTitle(t.measure)), measure: t.measure}}
	case plain:
		t.Measures = words.Each(t.Experiment.Measures(), func(m experiment.Measure) string { return m.Name })
	}
	for i, name := range t.Measures {
		m, err := experiment.MeasureOf(t.Experiment, name)
		if err != nil {
			return t.block.At("measures").Index(i).Fault("experiment %s: %w", t.Experiment.Name, err)
		}
		t.columns = append(t.columns, line{name: m.Name, heading: axisTitle(m), measure: m})
	}
	if err := words.Try(t.Across, t.addColumns); err != nil {
		return err
	}
	for i, c := range t.columns {
		if slices.ContainsFunc(t.columns[:i], func(o line) bool { return o.name == c.name }) {
			return c.at.Fault("column %s stands twice", c.name)
		}
	}
	return nil
}

// resolveDerived reads the columns that follow from others, and leaves the others to be read.
func (t *projection) resolveDerived() error {
	add := func(d derivation, at strictyaml.Node) {
		d.of(t, at)
		t.derived = append(t.derived, d)
	}
	for _, s := range t.statistics {
		if s.implied != nil && s.implied(t) {
			add(s.make(), t.block)
		}
	}
	var others nodes
	for _, n := range t.Across {
		i := slices.IndexFunc(t.statistics, func(s derivationKind) bool {
			return s.name != "" && (n.Text() == s.name || !n.Field(s.name).IsZero())
		})
		if i < 0 {
			others = append(others, n)
			continue
		}
		d := t.statistics[i].make()
		if n.IsMapping() {
			if err := n.Decode(d); err != nil {
				return err
			}
		}
		add(d, n)
	}
	t.Across = others
	return nil
}

// addColumns reads an axis with a column for each of its values, a method, or a column with keys.
func (t *projection) addColumns(n strictyaml.Node) error {
	base := line{measure: t.measure, column: column{at: n}}
	if slices.ContainsFunc(n.Pairs(), func(key strictyaml.Pair) bool {
		_, ok := t.Experiment.Axis(key.Name())
		return ok || key.Name() == "label"
	}) {
		return t.addLabelled(n, base)
	}
	if axis, ok := t.Experiment.Axis(n.Text()); ok && !n.IsMapping() && !axis.Open {
		if len(t.Across) > 1 {
			return n.Fault("columns run along one axis, or are mappings with a label")
		}
		if slices.Contains(t.Along, axis.Name) {
			return n.Fault("the rows run along %s: the columns run along another axis", axis.Name)
		}
		axis, err := t.axisOf(axis.Name, n)
		for _, v := range axis.Values {
			t.columns = append(t.columns, base.along(axis.Name, v))
		}
		return err
	}
	if err := n.Decode(&base.column); err != nil {
		return err
	}
	base.at = n
	for _, c := range t.members(base.column) {
		if err := t.checkColumn(c); err != nil {
			return err
		}
		l := base
		if l.column = c; c.Method != "" {
			l = l.of(c.Method)
		}
		l.name = c.text()
		if c.InPrint != "" {
			if err := t.methodOf(c.InPrint, t.Experiment, c.at.At("in-print")); err != nil {
				return err
			}
			l.best, l.column = c, column{Method: c.InPrint, at: c.at}
			l = l.of(c.InPrint)
			l.name = c.InPrint
		}
		t.columns = append(t.columns, l)
	}
	return nil
}

func (t *projection) addLabelled(n strictyaml.Node, l line) error {
	points, err := decodeEntry(n, &l.column, t.Experiment, "label")
	switch {
	case err != nil:
		return err
	case strings.TrimSpace(l.Label) == "":
		return n.Fault("a column needs a label")
	case len(points) > 1:
		return n.Fault("column %s has several values of an axis: give one", l.Label)
	}
	for axis := range points[0] {
		if slices.Contains(t.Along, axis) {
			return n.At(axis).Fault("the rows run along %s: columns have no value of it", axis)
		}
	}
	l.name, l.heading, l.point, l.at = l.Label, l.Label, points[0], n.At("label")
	t.columns = append(t.columns, l)
	return nil
}

// noteBest says whether the method that print has as the best of another table is the best here too.
func (t *projection) noteBest(src Source, c column) []string {
	winner, state := t.winner(fill.Incidental{Source: src}, c)
	if state != table.Filled {
		return nil
	}
	among := "all its methods"
	if len(c.Among) > 0 {
		among = strings.Join(words.Each(c.Among, t.scope.Label), ", ")
	}
	best := fmt.Sprintf("%s has the best average of Table %s among %s", t.scope.Label(winner), c.BestOf, among)
	if c.InPrint == "" || c.InPrint == winner {
		return []string{best + "."}
	}
	return []string{fmt.Sprintf("Column %s is the printed one. By our numbers, %s.", t.scope.Label(c.InPrint), best)}
}

func (t *projection) bestOf(c column) (of *projection, candidates []string, err error) {
	of, _ = t.scope.Table(c.BestOf).(*projection)
	if of != nil {
		candidates = words.Each(of.columns, func(c line) string { return c.Method })
		candidates = slices.DeleteFunc(candidates, func(m string) bool { return m == "" })
	}
	if len(candidates) == 0 {
		return nil, nil, fmt.Errorf("best of table %s, which is not a grid of this study with columns of methods",
			c.BestOf)
	}
	for _, m := range c.Among {
		if !slices.Contains(candidates, m) {
			return nil, nil, fmt.Errorf("table %s has no column %s", c.BestOf, m)
		}
	}
	if len(c.Among) > 0 {
		candidates = c.Among
	}
	return of, candidates, nil
}

// winner is the candidate of a best-of column with the best average over its table, the first of equal
// ones. While it is unknown, the state says whether results are missing or failed.
func (t *projection) winner(src Source, c column) (method string, state table.State) {
	of, candidates, _ := t.bestOf(c) // Check has refused errors
	method, best := fill.Best(candidates, func(m string) Value { return Average(of.column(src, m)) }, of.measure)
	return method, best.State
}

// unknown is the column of an unknown winner. It asks for the results of every candidate.
func (t *projection) unknown(src Source, c column, state table.State, rows int) []table.Cell {
	_, candidates, _ := t.bestOf(c)
	for _, m := range candidates {
		t.column(src, m)
	}
	reason := "known once Table " + c.BestOf + " is complete"
	if state == table.Failed {
		reason = "not known: a cell of Table " + c.BestOf + " failed"
	}
	return slices.Repeat([]table.Cell{{State: state, Reason: reason}}, rows)
}
