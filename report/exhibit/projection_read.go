package exhibit

import (
	"cmp"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/words"
)

// Corner heads the rows.
func (t *projection) Corner() string {
	if t.columns[0].averages() {
		return t.Layout.Corner
	}
	return cmp.Or(t.Layout.Corner, strings.Join(words.Each(t.Along, func(name string) string {
		a, _ := t.Experiment.Axis(name)
		return a.Title
	}), ", "))
}

// Rows are the values of the axes of the rows.
func (t *projection) Rows() []string {
	return words.Each(t.lines, func(r line) string { return r.name })
}

// find is the row of a label. A number may be written differently; a method may be named by
// its parameter alone, "30" for a=30, or "L1-norm"; a level or data set that the table leaves
// out counts where the experiment has it.
func (t *projection) find(label string) (line, bool) {
	if len(t.Along) == 1 && !t.columns[0].averages() {
		axis, _ := t.Experiment.Axis(t.Along[0])
		if v, ok := found(axis, label); ok {
			return line{}.along(axis.Name, v), true
		}
	}
	norm, isNorm := strings.CutSuffix(label, "-norm")
	i := slices.IndexFunc(t.lines, func(r line) bool {
		_, parameter, _ := strings.Cut(r.name, "=")
		return r.name == label || t.columns[0].averages() && (parameter == label && !strings.HasPrefix(r.name, "p=") ||
			isNorm && r.name == "p="+strings.TrimPrefix(norm, "L"))
	})
	if i < 0 {
		return line{}, false
	}
	return t.lines[i], true
}

// RowTitle is the label of a value or a method, of several axes the row itself.
func (t *projection) RowTitle(label string) string {
	r, ok := t.find(label)
	switch {
	case !ok || len(r.values) != 1 || r.axes[0] == experiment.Data:
		return label
	case r.axes[0] == experiment.Method:
		return t.scope.Label(r.values[0].Text)
	}
	return r.values[0].Label
}

// ColumnTitle is the label of a value, a method or a measure.
func (t *projection) ColumnTitle(column string) string {
	for _, c := range t.columns {
		if c.name == column && c.heading != "" && !c.averages() {
			return c.heading
		}
		if c.name == column && c.Method == "" && c.BestOf == "" && len(c.values) == 1 {
			return c.values[0].Label
		}
	}
	return t.scope.Label(column)
}

// Read is the value in a row and a column, which may be a method that is not shown.
func (t *projection) Read(src Source, row, column string) Value {
	r, ok := t.find(row)
	if !ok && len(t.Along) == 1 && slices.Contains([]string{experiment.Data, experiment.Level}, t.Along[0]) {
		return absentOn(t.Along[0], row)
	}
	if !ok {
		return Absent("the study has no row %q in this table", row)
	}
	for _, c := range t.columns {
		if c.averages() || c.name == column && c.BestOf == "" {
			return t.value(src, r, c)
		}
	}
	if axis, _ := t.Experiment.Axis(experiment.Method); axis.Open && t.Method == "" {
		return t.value(src, r, line{measure: t.measure}.of(column))
	}
	return Absent("the study has no column %q in this table", column)
}
