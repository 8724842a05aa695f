package layout

import (
	"cmp"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// ColumnKeys are the keys of a table's block that say what its columns are: methods, values of an axis, or combinations
// of values with a label. By default they are the measures or, if the rows are methods, the average over the spots.
type ColumnKeys struct {
	Written  nodes  `yaml:"columns" doc:"Methods, an axis, or mappings." example:"[p=1, p=2]"`
	Heading  string `yaml:"heading" doc:"Heading of the one column of averages." example:"Average"`
	Measures names  `yaml:"measures" doc:"Measures that are columns; all unless named." example:"[sir, amari]"`
}

// An Entered column is a method, the best of another table's methods, or a parameter.
type Entered struct {
	Method    string `yaml:"-"`
	BestOf    string `yaml:"best-of" doc:"Another table: its method with the best average." example:"\"1\""`
	Among     names  `yaml:"among" doc:"Methods of which the best is taken; all unless named." example:"[p=1, p=2]"`
	InPrint   string `yaml:"in-print" doc:"Its method in print, which is shown; a note names ours." example:"tanh"`
	Parameter string `yaml:"parameter" doc:"The kernel width of a row." words:"kernel-sigma" example:"kernel-sigma"`
	Label     string `yaml:"label" doc:"Heading of the column." example:"plain"`
}

const kernelSigma = "kernel-sigma"

// MayBeScalar lets a column be written as the bare name of a method.
func (Entered) MayBeScalar() {}

// lay makes the columns. Those that are derived from others are no part of the layout.
func (c ColumnKeys) lay(l *Layout, values Selection, derived bool) error {
	if len(c.Written) > 0 && len(c.Measures) > 0 {
		return l.Block.At("measures").Fault("a table with columns has one measure: name it by measure")
	}
	if len(c.Written) == 0 && len(c.Measures) == 0 {
		if err := c.layDefault(l, derived); err != nil {
			return err
		}
	}
	for i, name := range c.Measures {
		m, err := experiment.MeasureOf(l.Grid.Experiment, name)
		if err != nil {
			return l.Block.At("measures").Index(i).Fault("experiment %s: %w", l.Grid.Experiment.Name, err)
		}
		l.layMeasure(m)
	}
	for _, n := range c.Written {
		if err := c.layEntry(l, n, values); err != nil {
			return err
		}
	}
	for i, column := range l.Columns {
		if slices.ContainsFunc(l.Columns[:i], func(o Column) bool { return o.Key == column.Key }) {
			return column.At.Fault("column %s stands twice", column.Key)
		}
	}
	return nil
}

// layDefault makes the columns of a table that names none.
func (c ColumnKeys) layDefault(l *Layout, derived bool) error {
	labelled := l.Rows[0].Grid != nil
	switch {
	case labelled && l.Method() != "" && l.Pool == PoolLevels && len(l.Grid.Data()) > 1:
		return l.Block.At("pool").Fault("each row is of one data set, and a method makes a column of each: leave out " +
			"pool, or name the method under columns")
	case labelled && l.Method() != "":
		for i, label := range l.Grid.Labels() {
			l.Columns = append(l.Columns, Column{Key: label, Title: l.Grid.Spots[i].Title(), Nth: i + 1,
				Measure: l.Grid.Measured, At: l.Block})
		}
	case labelled && (!derived || l.InPrint != ""):
		return l.Block.Fault("the table needs either columns, which are methods, or a method")
	case derived:
	case l.ByMethod():
		l.Columns = []Column{{Title: Fixed(cmp.Or(c.Heading, l.Grid.Measured.Heading())), Measure: l.Grid.Measured}}
	default:
		for _, m := range l.Grid.Experiment.Measures() {
			l.layMeasure(m)
		}
	}
	return nil
}

func (l *Layout) layMeasure(m experiment.Measure) {
	l.Measures = true
	l.Columns = append(l.Columns, Column{Key: m.Name, Title: Fixed(m.Heading()), Measure: m})
}

// layEntry makes columns of an axis, of values of axes with a label, of methods, or of an entry with other keys.
func (c ColumnKeys) layEntry(l *Layout, n strictyaml.Node, values Selection) error {
	base := Column{Measure: l.Grid.Measured, At: n}
	if slices.ContainsFunc(n.Pairs(), func(key strictyaml.Pair) bool {
		_, ok := l.Grid.Experiment.Axis(key.Name())
		return ok || key.Name() == "label"
	}) {
		return l.layLabelled(n, base)
	}
	if axis, ok := l.Grid.Experiment.Axis(n.Text()); ok && !n.IsMapping() && !axis.Open {
		if len(c.Written) > 1 {
			return n.Fault("columns run along one axis, or are mappings with a label")
		}
		return l.layAlong(axis.Name, base, values)
	}
	var written Entered
	if err := n.Decode(&written); err != nil {
		return err
	}
	written.Among = slices.Concat(words.Each(written.Among, l.Grid.Study.Members)...)
	for _, method := range l.Grid.Study.Members(written.Method) {
		member := written
		member.Method = method
		if err := member.check(l.Grid, n); err != nil {
			return err
		}
		l.Columns = append(l.Columns, member.column(base))
	}
	return nil
}

func (l *Layout) layAlong(name string, base Column, values Selection) error {
	if slices.Contains(l.Rows[0].Axes, name) {
		return base.At.Fault("the rows run along %s: the columns run along another axis", name)
	}
	axis, err := l.axis(name, values, base.At)
	for _, v := range axis.Values {
		c := base
		c.Key, c.Point, c.Axes = v.Text, experiment.Point{name: v.Text}, []string{name}
		c.Title = Title{Pieces: []Piece{pieceOf(name, v)}}
		l.Columns = append(l.Columns, c)
	}
	return err
}

func (l *Layout) layLabelled(n strictyaml.Node, c Column) error {
	var written struct {
		Label string `yaml:"label"`
	}
	points, err := Entry(n, &written, l.Grid.Experiment)
	switch {
	case err != nil:
		return err
	case strings.TrimSpace(written.Label) == "":
		return n.Fault("a column needs a label")
	case len(points) > 1:
		return n.Fault("column %s has several values of an axis: give one", written.Label)
	}
	for axis := range points[0] {
		if slices.Contains(l.Rows[0].Axes, axis) {
			return n.At(axis).Fault("the rows run along %s: columns have no value of it", axis)
		}
	}
	c.Key, c.Title, c.Point, c.At = written.Label, Fixed(written.Label), points[0], n.At("label")
	l.Columns = append(l.Columns, c)
	return nil
}

func (e Entered) check(g *Grid, at strictyaml.Node) error {
	switch {
	case e.InPrint != "" && e.BestOf == "":
		return at.At("in-print").Fault("in-print is for the best-of a table")
	case e.Method != "":
		return g.CheckMethod(e.Method, at)
	case e.BestOf != "" && e.Parameter != "":
		return at.Fault("a column is either best-of a table or a parameter")
	case e.InPrint != "":
		return g.CheckMethod(e.InPrint, at.At("in-print"))
	case e.BestOf != "": // Link checks it once all tables are read
	case e.Parameter != kernelSigma:
		return at.Fault("a column is a method, best-of a table, or parameter: %s", kernelSigma)
	case g.SigmaOn(g.Spots[0]) == 0:
		return at.Fault("parameter %s: experiment %s has no Gaussian kernel", kernelSigma, g.Experiment.Name)
	}
	return nil
}

func (e Entered) column(c Column) Column {
	switch {
	case e.Method != "":
		return c.Of(e.Method)
	case e.Parameter != "":
		c.Key, c.Title, c.Sigma = e.Parameter, Fixed("σ"), true
		return c
	}
	c.Best = &Best{Table: e.BestOf, Among: e.Among, InPrint: e.InPrint}
	if e.InPrint != "" {
		return c.Of(e.InPrint)
	}
	c.Key = "best of " + e.BestOf
	if len(e.Among) > 0 {
		c.Key += " among " + strings.Join(e.Among, ", ")
	}
	c.Title = Fixed(c.Key)
	return c
}
