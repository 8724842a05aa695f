package exhibit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
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
	case t.SigmaOn(t.Spots[0]) == 0:
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
		for i, label := range t.grid.Labels() {
			t.columns = append(t.columns, layout.Column{Key: label, Title: t.Spots[i].Title(), Nth: i + 1,
				Measure: t.Measured})
		}
	case plain && t.parts != nil && (len(t.derived) == 0 || t.Printed != ""):
		return t.block.Fault("the table needs either columns, which are methods, or a method")
	case plain && len(t.derived) > 0:
	case plain && t.byMethod():
		t.columns = []layout.Column{{Title: layout.Fixed(cmp.Or(t.Heading, derive.AxisTitle(t.Measured))),
			Measure: t.Measured}}
	case plain:
		t.Measures = words.Each(t.Experiment.Measures(), func(m experiment.Measure) string { return m.Name })
	}
	for i, name := range t.Measures {
		m, err := experiment.MeasureOf(t.Experiment, name)
		if err != nil {
			return t.block.At("measures").Index(i).Fault("experiment %s: %w", t.Experiment.Name, err)
		}
		t.columns = append(t.columns, layout.Column{Key: m.Name, Title: layout.Fixed(derive.AxisTitle(m)), Measure: m})
	}
	if err := words.Try(t.Across, t.addColumns); err != nil {
		return err
	}
	for i, c := range t.columns {
		if slices.ContainsFunc(t.columns[:i], func(o layout.Column) bool { return o.Key == c.Key }) {
			return c.At.Fault("column %s stands twice", c.Key)
		}
	}
	return nil
}

// resolveDerived reads the columns that follow from others, and leaves the others to be read.
func (t *projection) resolveDerived() error {
	if t.parts != nil && t.Printed != "" {
		t.derived = append(t.derived, derivation{derive.Kinds[derive.FromPrint].Make(), t.block})
	}
	if len(t.Pairs) > 0 {
		t.derived = append(t.derived, derivation{derive.Kinds[derive.Pairs].Make(), t.block})
	}
	var others nodes
	for _, n := range t.Across {
		i := slices.IndexFunc(derive.Kinds, func(k derive.Kind) bool {
			return k.Name != "" && (n.Text() == k.Name || !n.Field(k.Name).IsZero())
		})
		if i < 0 {
			others = append(others, n)
			continue
		}
		d := derive.Kinds[i].Make()
		if n.IsMapping() {
			if err := n.Decode(d); err != nil {
				return err
			}
		}
		t.derived = append(t.derived, derivation{d, n})
	}
	t.Across = others
	return nil
}

// addColumns reads an axis with a column for each of its values, a method, or a column with keys.
func (t *projection) addColumns(n strictyaml.Node) error {
	base := layout.Column{Measure: t.Measured, At: n}
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
			c := base
			c.Key, c.Point, c.Axes = v.Text, experiment.Point{axis.Name: v.Text}, []string{axis.Name}
			c.Title = layout.Title{Pieces: []layout.Piece{pieceOf(axis.Name, v)}}
			t.columns = append(t.columns, c)
		}
		return err
	}
	var written column
	if err := n.Decode(&written); err != nil {
		return err
	}
	written.at = n
	for _, w := range t.members(written) {
		if err := t.checkColumn(w); err != nil {
			return err
		}
		c := base
		switch {
		case w.Method != "":
			c = c.Of(w.Method)
		case w.Parameter != "":
			c.Key, c.Title, c.Sigma = w.text(), layout.Fixed("σ"), true
		case w.InPrint != "":
			if err := t.methodOf(w.InPrint, t.Experiment, w.at.At("in-print")); err != nil {
				return err
			}
			c = c.Of(w.InPrint)
			c.Best = &layout.Best{Table: w.BestOf, Among: w.Among, InPrint: w.InPrint, Text: w.text()}
		default:
			c.Key, c.Title = w.text(), layout.Fixed(w.text())
			c.Best = &layout.Best{Table: w.BestOf, Among: w.Among, Text: w.text()}
		}
		t.columns = append(t.columns, c)
	}
	return nil
}

func (t *projection) addLabelled(n strictyaml.Node, c layout.Column) error {
	var written column
	points, err := decodeEntry(n, &written, t.Experiment, "label")
	switch {
	case err != nil:
		return err
	case strings.TrimSpace(written.Label) == "":
		return n.Fault("a column needs a label")
	case len(points) > 1:
		return n.Fault("column %s has several values of an axis: give one", written.Label)
	}
	for axis := range points[0] {
		if slices.Contains(t.Along, axis) {
			return n.At(axis).Fault("the rows run along %s: columns have no value of it", axis)
		}
	}
	c.Key, c.Title, c.Point, c.At = written.Label, layout.Fixed(written.Label), points[0], n.At("label")
	t.columns = append(t.columns, c)
	return nil
}

// noteBest says whether the method that print has as the best of another table is the best here too.
func noteBest(f *fill.Filled, c fill.Column) []string {
	b := c.Best
	if b == nil || c.State != table.Filled {
		return nil
	}
	among := "all its methods"
	if len(b.Among) > 0 {
		among = strings.Join(words.Each(b.Among, f.Label), ", ")
	}
	best := fmt.Sprintf("%s has the best average of Table %s among %s", f.Label(c.Winner), b.Table, among)
	if b.InPrint == "" || b.InPrint == c.Winner {
		return []string{best + "."}
	}
	return []string{fmt.Sprintf("Column %s is the printed one. By our numbers, %s.", f.Label(b.InPrint), best)}
}

// resolveBest finds the table of a best method.
func (t *projection) resolveBest(b *layout.Best) error {
	of, _ := t.scope.Table(b.Table).(*projection)
	if of == nil || len(of.laid.Methods()) == 0 {
		return fmt.Errorf("best of table %s, which is not a grid of this study with columns of methods", b.Table)
	}
	b.Of = of.laid
	for _, m := range b.Among {
		if !slices.Contains(of.laid.Methods(), m) {
			return fmt.Errorf("table %s has no column %s", b.Table, m)
		}
	}
	return nil
}

// unknown is the column of an unknown winner.
func unknown(c fill.Column, rows int) []table.Cell {
	reason := "known once Table " + c.Best.Table + " is complete"
	if c.State == table.Failed {
		reason = "not known: a cell of Table " + c.Best.Table + " failed"
	}
	return slices.Repeat([]table.Cell{{State: c.State, Reason: reason}}, rows)
}
