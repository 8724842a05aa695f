package layout

import (
	"slices"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// TableKeys are the keys of a block that lay it out.
type TableKeys struct {
	Part     Part       `yaml:",inline"`
	Method   string     `yaml:"method" doc:"The one method." example:"p=2"`
	Rows     RowKeys    `yaml:",inline"`
	Columns  ColumnKeys `yaml:",inline"`
	Corner   string     `yaml:"corner" doc:"Heading of the first column." example:"Noise level"`
	Decimals *int       `yaml:"decimals" doc:"Digits after the point, 0 to 15; the measure's by default." example:"2"`
	Values   Selection  `yaml:"values" doc:"Values that are shown of an axis." example:"{stage: [whitened, separated]}"`
	Printed  string     `yaml:"printed" doc:"Table in print that the table is held against." example:"V"`
}

// Lay lays a table out. Derived says that it has columns which are derived from others.
func (w TableKeys) Lay(number string, study Study, block strictyaml.Node, derived bool) (*Layout, error) {
	l := &Layout{Number: number, Corner: w.Corner, InPrint: w.Printed, Pool: w.Rows.Pool,
		Heading: w.Columns.Heading, Block: block}
	if w.Method != "" {
		l.Point = experiment.Point{experiment.Method: w.Method}
	}
	whole, err := w.Rows.labelled(l, study)
	switch {
	case err != nil:
	case len(whole) > 0:
		l.Grid = whole[0].Grid
		err = w.Rows.lay(l, whole)
		derived = derived || len(w.Rows.Pairs) > 0 || w.Printed != ""
	default:
		if l.Grid, err = w.Part.Grid(study, block); err == nil {
			err = w.Rows.layAxes(l, w.Values, len(w.Columns.Written) > 0)
		}
	}
	if err != nil {
		return nil, err
	}
	axis, _ := l.Grid.Experiment.Axis(experiment.Method)
	l.RowByRow = !axis.Open || w.Method != "" || len(whole) > 0
	return l, words.InTurn(
		func() error { return w.Rows.relabel(l) },
		func() error { return w.Columns.lay(l, w.Values, derived) },
		l.collectData,
		l.checkValues,
		func() error { return inPrint(study, w.Printed, block) },
		func() error { return l.setDecimals(w.Decimals) })
}

// setDecimals checks the digits after the point. By default they are those of the measure.
func (l *Layout) setDecimals(given *int) error {
	const most = 15
	switch {
	case given != nil && (*given < 0 || *given > most):
		return l.Block.At("decimals").Fault("decimals is %d, must be 0 to %d", *given, most)
	case given != nil:
		l.Decimals = *given
	case len(l.Columns) > 0:
		l.Decimals = l.Columns[0].Measure.Decimals
	}
	return nil
}

// collectData lists the data sets, and checks that each number has one.
func (l *Layout) collectData() error {
	for _, r := range l.Rows {
		for _, c := range l.Columns {
			points, err := l.Points(r, c)
			if err != nil {
				return l.Block.Fault("%w", err)
			}
			for _, p := range points {
				l.Data = words.AppendNew(l.Data, p[experiment.Data])
			}
			if m := c.Method(); m != "" && r.Grid != nil {
				if err := r.Grid.CheckMethod(m, c.At); err != nil {
					return err
				}
			}
		}
		if r.Grid != nil || len(l.Columns) == 0 {
			l.Data = words.AppendNew(l.Data, l.GridOf(r).Data()...)
		}
	}
	return nil
}

// checkValues refuses values of an axis along which neither rows nor columns run.
func (l *Layout) checkValues() error {
	for _, pair := range l.Block.Field("values").Pairs() {
		if axis := pair.Name(); !slices.Contains(l.Rows[0].Axes, axis) &&
			!slices.ContainsFunc(l.Columns, func(c Column) bool { return slices.Contains(c.Axes, axis) }) {
			return pair.Key.Fault("values are for the axes of rows and columns: fix %s by at", axis)
		}
	}
	return nil
}

// CheckMethod refuses a table that needs a method and has none: neither as rows nor as columns nor as the one method.
func (l *Layout) CheckMethod() error {
	if len(l.Columns) == 0 || slices.Contains(slices.Concat(l.Rows[0].Axes, l.Columns[0].Axes), experiment.Method) ||
		slices.ContainsFunc(l.Columns, func(c Column) bool { return c.ShowsWinner() || c.Sigma }) {
		return nil
	}
	return l.Grid.CheckOne(l.Method(), l.Block)
}
