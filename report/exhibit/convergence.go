package exhibit

import (
	"fmt"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Convergence is the kind of a table that says how many iterations settled, a row for
// each part of an experiment and a column for each method. It counts those behind the
// cells of other exhibits and asks for no more: a method that none of them shows there
// has no number.
var Convergence = Kind{"convergence", "says how many of the iterations behind other exhibits settled",
	made[convergenceTable]}

type convergenceTable struct {
	declared
	labelledGrids

	Parts   strictyaml.List[strictyaml.Node] `yaml:"parts" doc:"Parts of experiments, a row each." example:"[{label: clean, experiment: usps, levels: 0}]" required:"yes"`
	Columns strictyaml.List[string]          `yaml:"columns" doc:"Methods, a column each." example:"[p=1, tanh]" required:"yes"`
}

var (
	_ Table  = (*convergenceTable)(nil)
	_ Reader = (*convergenceTable)(nil)
)

// Describe says what the entries of parts are.
func (convergenceTable) Describe() map[string]strictyaml.Shape { return describeParts() }

func (t *convergenceTable) resolve() (err error) {
	if t.labelledGrids, err = t.gridsOf(t.Parts); err != nil {
		return err
	}
	if len(t.Columns) == 0 {
		return t.block.Fault("table %s has no columns (methods)", t.head.Number)
	}
	t.Columns, err = t.methods(t.Columns, "columns", nil)
	return err
}

// Build makes the table.
func (t *convergenceTable) Build(src Source) *table.Table {
	built := t.table(src, t.Data(), t.Corner(), t.Measure().Title, t.Measure().Decimals)
	built.Columns = words.Each(t.Columns, t.scope.Label)
	var unsettled []string
	for _, g := range t.labelledGrids {
		row := table.Row{Heading: g.label}
		for _, method := range t.Columns {
			v, ends := g.settled(src, method)
			c := v.cell()
			c.Repetitions = 0
			if c.State == table.Missing {
				c.State = table.Blank
			}
			if ends.Unsettled() > 0 {
				unsettled = append(unsettled, fmt.Sprintf("%s, %s: %d of %d (%s)", g.label, t.scope.Label(method),
					ends.Unsettled(), ends.Total(), ends.Ways()))
			}
			row.Cells = append(row.Cells, c)
		}
		built.Rows = append(built.Rows, row)
	}
	if len(unsettled) > 0 {
		built.Notes = []string{"Not settled: " + strings.Join(unsettled, "; ") + "."}
	}
	built.Notes = append(built.Notes, "An empty cell: no other table or figure has the method there.")
	return built
}

// settled is the share of components whose iterations settled, in percent.
func (g labelledGrid) settled(src Source, method string) (Value, experiment.Ends) {
	v := Average(g.column(incidental{src}, method))
	if v.State == table.Filled && v.Ends.Total() == 0 {
		return Absent("nothing was iterated"), v.Ends
	}
	share := Value{State: v.State, Reason: v.Reason, Generated: v.Generated}
	if v.State == table.Filled {
		share.Draws = []float64{settledShare(v.Ends)}
	}
	return share, v.Ends
}

// settledShare is how many iterations settled, in percent.
func settledShare(e experiment.Ends) float64 {
	return 100 * float64(e.Total()-e.Unsettled()) / float64(e.Total())
}

// Measure says what the numbers are.
func (t *convergenceTable) Measure() experiment.Measure {
	return experiment.Measure{Name: "settled", Title: "settled components in percent", Decimals: 2}
}

// Corner heads the parts.
func (t *convergenceTable) Corner() string { return "Experiment" }

// Read is the share of a method in the part of a label.
func (t *convergenceTable) Read(src Source, row, column string) Value {
	g, ok := t.part(row)
	if !ok {
		return Absent("the study has no row %q in this table", row)
	}
	v, _ := g.settled(src, column)
	return v
}
