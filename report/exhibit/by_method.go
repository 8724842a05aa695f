package exhibit

import (
	"cmp"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
)

// ByMethod is the kind of a table with a row for each method and one column: the
// average over the levels or data sets.
type ByMethod struct{}

// Name is what a study file calls the kind.
func (ByMethod) Name() string { return "by-method" }

type byMethodTable struct {
	declared
	grid *grid

	Part        part                    `yaml:",inline"`
	Methods     strictyaml.List[string] `yaml:"rows"`
	CornerTitle string                  `yaml:"corner"`
	// Heading is that of the column; the measure when empty.
	Heading  string `yaml:"heading"`
	Decimals *int   `yaml:"decimals"`
}

var (
	_ Table  = (*byMethodTable)(nil)
	_ Reader = (*byMethodTable)(nil)
)

// Decode reads a table.
func (ByMethod) Decode(block strictyaml.Node, head Head, scope Scope) (Exhibit, error) {
	t := &byMethodTable{}
	var err error
	if t.declared, err = decode(block, head, scope, t); err != nil {
		return nil, err
	}
	if t.grid, err = t.Part.grid(t.declared); err != nil {
		return nil, err
	}
	if len(t.Methods) == 0 {
		return nil, block.Fault("table %s has no rows (methods)", head.Number)
	}
	if err := t.methods(t.Methods, "rows", t.grid.Experiment); err != nil {
		return nil, err
	}
	digits, err := t.digits(t.Decimals, t.grid.Measure)
	t.Decimals = &digits
	return t, err
}

// Data lists the data sets averaged over.
func (t *byMethodTable) Data() []string { return t.grid.data() }

// Build makes the table.
func (t *byMethodTable) Build(src Source) *table.Table {
	g := t.grid
	built := &table.Table{
		Number: t.head.Number, Caption: t.head.Caption, Corner: t.CornerTitle, Decimals: *t.Decimals,
		Origin: Origin(src, g.data()), Metric: g.Measure.Title,
		Columns: []string{cmp.Or(t.Heading, axisTitle(g.Measure))},
	}
	var cells []table.Cell
	var results []Value
	var ends []experiment.Ends
	for _, method := range t.Methods {
		column := g.column(src, method)
		v := average(column)
		results = append(results, v)
		c := v.cell()
		for _, one := range column {
			if one.Ends.Unsettled() > 0 {
				c.Mark = unsettledMark
				ends = append(ends, one.Ends)
			}
		}
		cells = append(cells, c)
	}
	bold(cells, *t.Decimals, g.Measure.LowerIsBetter)
	groups := leadingGroups([][]table.Cell{cells}, [][]Value{results}, g.Measure.LowerIsBetter, "column")
	for i, method := range t.Methods {
		built.Rows = append(built.Rows, table.Row{Heading: t.scope.Label(method), Cells: cells[i : i+1]})
	}
	built.Notes = append(built.Notes, groups...)
	built.Notes = append(built.Notes, unsettledNote(ends)...)
	return built
}

// Measure, Corner, Rows, RowTitle, ColumnTitle and Read make the table a Reader.
func (t *byMethodTable) Measure() experiment.Measure { return t.grid.Measure }

// Corner heads the methods.
func (t *byMethodTable) Corner() string { return t.CornerTitle }

// Rows are the methods.
func (t *byMethodTable) Rows() []string { return t.Methods }

// RowTitle is the label of a method.
func (t *byMethodTable) RowTitle(row string) string {
	if m, ok := t.find(row); ok {
		return t.scope.Label(m)
	}
	return row
}

// ColumnTitle is that of the publication: a method's label where it is one.
func (t *byMethodTable) ColumnTitle(column string) string { return t.scope.Label(column) }

// Read is the average of the method of a row.
func (t *byMethodTable) Read(src Source, row, _ string) Value {
	m, ok := t.find(row)
	if !ok {
		return Absent("the study has no row %q in this table", row)
	}
	return average(t.grid.column(src, m))
}

// find is the method of a row that a publication may label by the parameter alone, "30"
// for a=30, or by a name, "L1-norm" for p=1.
func (t *byMethodTable) find(row string) (string, bool) {
	norm, isNorm := strings.CutSuffix(row, "-norm")
	for _, m := range t.Methods {
		_, parameter, _ := strings.Cut(m, "=")
		if m == row || parameter == row && !strings.HasPrefix(m, "p=") || isNorm && m == "p="+strings.TrimPrefix(norm, "L") {
			return m, true
		}
	}
	return "", false
}
