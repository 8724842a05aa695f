package exhibit

import (
	"cmp"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
)

// Measures is the kind of a table that shows several measures of an experiment without
// methods: a row for each value of an axis, and a column for each measure.
var Measures = Kind{"measures", "has a row for each value of an axis and a column for each measure, of an experiment without methods", func() decoder { return &measuresTable{} }}

type measuresTable struct {
	declared
	experiment *experiment.Named
	along      experiment.Axis
	fixed      experiment.Point
	measures   []experiment.Measure

	Experiment string                     `yaml:"experiment" doc:"Name of the experiment that is shown." example:"equations" required:"yes"`
	Along      string                     `yaml:"along" doc:"Axis of the experiment whose values are the rows." default:"data" example:"identity"`
	At         map[string]strictyaml.Node `yaml:"at" doc:"Values of other axes of the experiment; the first of an axis unless named." example:"{data: iris}"`
	Measures   strictyaml.List[string]    `yaml:"measures" doc:"Measures, a column each; all of the experiment unless named." example:"[difference, holds]"`
	Corner     string                     `yaml:"corner" doc:"Heading of the first column; that of the axis unless given." example:"Noise level"`
}

var _ Table = (*measuresTable)(nil)

func (t *measuresTable) resolve() error {
	var err error
	if t.experiment, err = t.scope.Experiment(t.Experiment); err != nil {
		return t.block.At("experiment").Fault("%w", err)
	}
	along := cmp.Or(t.Along, experiment.Data)
	g := &grid{Experiment: t.experiment, study: t.scope, fixed: experiment.Point{}}
	for _, pair := range t.block.Field("at").Pairs() {
		if pair.Name() == along {
			return pair.Key.Fault("the rows of table %s are along %s: at must not fix it too", t.head.Number, along)
		}
		if err := g.fix(pair); err != nil {
			return err
		}
	}
	t.fixed = g.fixed
	var ok bool
	if t.along, ok = t.experiment.Axis(along); !ok || t.along.Open {
		return t.block.At("along").Fault("experiment %s does not vary %s; it varies %s", t.experiment.Name, along, strings.Join(varied(t.experiment), ", "))
	}
	for i, name := range t.Measures {
		m, err := experiment.MeasureOf(t.experiment, name)
		if err != nil {
			return t.block.At("measures").Index(i).Fault("experiment %s: %w", t.experiment.Name, err)
		}
		t.measures = append(t.measures, m)
	}
	if len(t.measures) == 0 {
		t.measures = t.experiment.Measures()
	}
	return nil
}

// points are those of the rows.
func (t *measuresTable) points() []experiment.Point {
	var points []experiment.Point
	for _, v := range t.along.Values {
		points = append(points, t.experiment.Complete(t.fixed.With(t.along.Name, v.Text)))
	}
	return points
}

// Data lists the data sets behind the table.
func (t *measuresTable) Data() []string {
	var data []string
	for _, p := range t.points() {
		data = appendNew(data, p[experiment.Data])
	}
	return data
}

// Build makes the table.
func (t *measuresTable) Build(src Source) *table.Table {
	built := t.table(src, t.Data(), cmp.Or(t.Corner, t.along.Title), "", 0)
	for _, m := range t.measures {
		built.Columns = append(built.Columns, axisTitle(m))
		built.Notes = append(built.Notes, axisTitle(m)+": "+m.Definition+".")
	}
	for i, p := range t.points() {
		v := t.along.Values[i]
		row := table.Row{Heading: v.Label}
		if t.along.Name == experiment.Data {
			row.Heading = src.Title(v.Text)
		}
		for _, m := range t.measures {
			c := get(src, Query{Experiment: t.experiment, Point: p, Measure: m.Name}).cell()
			c.Decimals, c.DecimalsSet = m.Decimals, true
			if m.Write != nil && c.State == table.Filled {
				c.Text = m.Write(c.Value)
			}
			row.Cells = append(row.Cells, c)
		}
		built.Rows = append(built.Rows, row)
	}
	return built
}
