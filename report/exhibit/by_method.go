package exhibit

import (
	"cmp"
	"strings"

	"gpca/report/strictyaml"
	"gpca/report/table"
)

// ByMethod is the kind of a table with a row for each method and one column: the
// average over the levels or data sets.
var ByMethod = Kind{"by-method", "has a row for each method and one column, the average over levels or data sets", func() decoder { return &byMethodTable{} }}

type byMethodTable struct {
	declared
	*grid

	Part    part                    `yaml:",inline"`
	Layout  layout                  `yaml:",inline"`
	Methods strictyaml.List[string] `yaml:"rows" doc:"Methods, a row each." example:"[p=1, p=2]" required:"yes"`
	Heading string                  `yaml:"heading" doc:"Heading of the column; the measure unless given." example:"Average"`
}

var (
	_ Table  = (*byMethodTable)(nil)
	_ Reader = (*byMethodTable)(nil)
)

func (t *byMethodTable) resolve() (err error) {
	t.grid, t.Methods, err = t.methodRows(t.Part, t.Methods, &t.Layout)
	return err
}

// methodRows resolves what tables with a row for each method share.
func (d declared) methodRows(p part, rows []string, l *layout) (g *grid, methods []string, err error) {
	if g, err = p.grid(d.scope, d.block); err != nil {
		return nil, nil, err
	}
	if len(rows) == 0 {
		return nil, nil, d.block.Fault("table %s has no rows (methods)", d.head.Number)
	}
	if methods, err = d.methods(rows, "rows", g.Experiment); err != nil {
		return nil, nil, err
	}
	return g, methods, d.setDigits(l, g.measure)
}

// Build makes the table.
func (t *byMethodTable) Build(src Source) *table.Table {
	built := t.table(src, t.Data(), t.Layout.Corner, t.measure.Title, *t.Layout.Decimals)
	built.Columns = []string{cmp.Or(t.Heading, axisTitle(t.measure))}
	var cells []table.Cell
	var results []Value
	var marked unsettled
	for _, method := range t.Methods {
		column := t.column(src, method)
		v := Average(column)
		c := v.cell()
		marked.mark(&c, column...)
		results, cells = append(results, v), append(cells, c)
	}
	bold(cells, built.Decimals, t.measure.LowerIsBetter)
	groups := leadingGroups([][]table.Cell{cells}, [][]Value{results}, t.measure, built.Decimals, "column")
	for i, method := range t.Methods {
		built.Rows = append(built.Rows, table.Row{Heading: t.scope.Label(method), Cells: cells[i : i+1]})
	}
	built.Notes = append(groups, marked.note()...)
	return built
}

// Corner heads the methods.
func (t *byMethodTable) Corner() string { return t.Layout.Corner }

// Rows are the methods.
func (t *byMethodTable) Rows() []string { return t.Methods }

// RowTitle is the label of a method.
func (t *byMethodTable) RowTitle(row string) string {
	if m, ok := t.methodOf(row); ok {
		return t.scope.Label(m)
	}
	return row
}

// Read is the average of the method of a row.
func (t *byMethodTable) Read(src Source, row, _ string) Value {
	m, ok := t.methodOf(row)
	if !ok {
		return Absent("the study has no row %q in this table", row)
	}
	return Average(t.column(src, m))
}

// methodOf is the method of a row that a publication may label by the parameter alone, "30"
// for a=30, or by a name, "L1-norm" for p=1.
func (t *byMethodTable) methodOf(row string) (string, bool) {
	norm, isNorm := strings.CutSuffix(row, "-norm")
	for _, m := range t.Methods {
		_, parameter, _ := strings.Cut(m, "=")
		if m == row || parameter == row && !strings.HasPrefix(m, "p=") || isNorm && m == "p="+strings.TrimPrefix(norm, "L") {
			return m, true
		}
	}
	return "", false
}
