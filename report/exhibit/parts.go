package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/typo"
)

type labelledGrid struct {
	label string
	*grid
	realOnly bool // the part is left out if its data is generated
}

type labelledGrids []labelledGrid

func (gs labelledGrids) Rows() []string {
	return words.Each(gs, func(g labelledGrid) string { return g.label })
}

func (labelledGrids) RowTitle(label string) string { return label }

func (gs labelledGrids) part(label string) (labelledGrid, bool) {
	if i := slices.Index(gs.Rows(), label); i >= 0 {
		return gs[i], true
	}
	return labelledGrid{}, false
}

func (gs labelledGrids) Data() []string {
	return dataOf(gs, func(g labelledGrid) []string { return g.grid.Data() })
}

// ByPart is embedded in tables that list parts of experiments.
type ByPart struct {
	declared
	labelledGrids
	Parts nodes `yaml:"parts" doc:"Parts of experiments." example:"[{experiment: usps, levels: 0}]" required:"yes"`
}

type labelledPart struct {
	Label string `yaml:"label" doc:"Heading of the part; its experiment unless given." example:"clean"`
	Part  part   `yaml:",inline"`
}

// Describe describes the entries of parts.
func (ByPart) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"parts": strictyaml.Describe("", labelledPart{})}
}

func (t *ByPart) locate() error {
	if len(t.Parts) == 0 {
		return t.block.Fault("table %s has no parts of experiments", t.head.Number)
	}
	for _, n := range t.Parts {
		var written labelledPart
		if err := n.Decode(&written); err != nil {
			return err
		}
		g, err := written.Part.grid(t.scope, n)
		if err != nil {
			return err
		}
		label := cmp.Or(written.Label, written.Part.Experiment)
		if slices.Contains(t.Rows(), label) {
			return n.Fault("part %s stands twice: give each a label", label)
		}
		t.labelledGrids = append(t.labelledGrids, labelledGrid{label: label, grid: g})
	}
	return nil
}

// Convergence is the kind of a table of how many iterations settled, by part of an experiment and method.
// It counts the iterations behind cells of other exhibits and computes nothing itself.
var Convergence = Kind{"convergence", "says how many of the iterations behind other exhibits settled",
	made[convergenceTable]}

type convergenceTable struct {
	ByPart  `yaml:",inline"`
	Columns names `yaml:"columns" doc:"Methods, a column each." example:"[p=1, tanh]" required:"yes"`
}

var (
	_ Table  = (*convergenceTable)(nil)
	_ Reader = (*convergenceTable)(nil)
)

func (t *convergenceTable) resolve() (err error) {
	if len(t.Columns) == 0 {
		return t.block.Fault("table %s has no columns (methods)", t.head.Number)
	}
	t.Columns, err = t.methods(t.Columns, "columns", nil)
	return err
}

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

func (g labelledGrid) settled(src Source, method string) (Value, experiment.Ends) {
	v := Average(g.column(incidental{src}, method))
	if v.filled() && v.Ends.Total() == 0 {
		return Absent("nothing was iterated"), v.Ends
	}
	share := Value{State: v.State, Reason: v.Reason, Generated: v.Generated}
	if v.filled() {
		share.Draws = []float64{settledShare(v.Ends)}
	}
	return share, v.Ends
}

func settledShare(e experiment.Ends) float64 {
	return 100 * float64(e.Total()-e.Unsettled()) / float64(e.Total())
}

func (t *convergenceTable) Measure() experiment.Measure {
	return experiment.Measure{Name: "settled", Title: "settled components in percent", Decimals: 2}
}

func (t *convergenceTable) Corner() string { return "Experiment" }

func (t *convergenceTable) Read(src Source, row, column string) Value {
	g, ok := t.part(row)
	if !ok {
		return Absent("the study has no row %q in this table", row)
	}
	v, _ := g.settled(src, column)
	return v
}

// Pairs is the kind of a table that compares two methods that ought to be the same: how many of their
// numbers are equal, how far apart the others are, and which is nearer to print.
var Pairs = Kind{"pairs", "tells how far apart two methods are that ought to be one", made[pairsTable]}

type pairsTable struct {
	ByPart  `yaml:",inline"`
	Pairs   pairs             `yaml:"pairs" doc:"Pairs of methods." example:"{first: p=1, second: p=2}" required:"yes"`
	Printed map[string]string `yaml:"printed" doc:"Tables in print of parts, by label." example:"{clean: \"2.2\"}"`
	Layout  layout            `yaml:",inline"`
}

var _ Table = (*pairsTable)(nil)

type pairs = strictyaml.List[pair]

type pair struct {
	First  string `yaml:"first" doc:"Method whose numbers may be in print." example:"p=1" required:"yes"`
	Second string `yaml:"second" doc:"Method that it is held against." example:"p=2" required:"yes"`
}

func (t *pairsTable) resolve() (err error) {
	if len(t.Pairs) == 0 {
		return t.block.Fault("table %s has no pairs of methods", t.head.Number)
	}
	for i, pair := range t.Pairs {
		at := t.block.At("pairs").Index(i)
		if pair.First == pair.Second {
			return at.Fault("table %s: a pair is two methods, first and second", t.head.Number)
		}
		for _, g := range t.labelledGrids {
			if err := cmp.Or(t.methodOf(pair.First, g.Experiment, at.At("first")),
				t.methodOf(pair.Second, g.Experiment, at.At("second"))); err != nil {
				return err
			}
		}
	}
	for label, number := range t.Printed {
		err := t.scope.InPrint(number)
		if err == nil && !slices.Contains(t.Rows(), label) {
			err = fmt.Errorf("table %s has no part %q: %s", t.head.Number, label, typo.DidYouMean(label, t.Rows()))
		}
		if err != nil {
			return t.block.At("printed").At(label).Fault("%w", err)
		}
	}
	return t.setDigits(&t.Layout, t.labelledGrids[0].measure)
}

func (t *pairsTable) Build(src Source) *table.Table {
	built := t.table(src, t.Data(), "Pair", "difference between two methods, in the unit of each experiment",
		*t.Layout.Decimals)
	built.Columns = []string{"numbers", "equal", "mean difference", "mean |d|", "largest |d|"}
	built.Notes = []string{
		"numbers: one for each level or data set and each draw, which both methods see; equal: to nine digits",
		"mean difference: the first method less the second",
	}
	compares := len(t.Printed) > 0 && src.Printed().At != nil && allReal(src, t.Data())
	if compares {
		built.Columns = append(built.Columns, "first from print", "second from print")
		built.Notes = append(built.Notes,
			"from print: mean absolute difference from the numbers in print for the first method")
	}
	for _, g := range t.labelledGrids {
		for _, pair := range t.Pairs {
			first, second := g.column(src, pair.First), g.column(src, pair.Second)
			row := table.Row{Heading: g.label + ": " + t.scope.Label(pair.First) + " and " + t.scope.Label(pair.Second),
				Cells: between(first, second)}
			if compares {
				row.Cells = append(row.Cells, t.fromPrint(src, g, first, pair.First),
					t.fromPrint(src, g, second, pair.First))
			}
			built.Rows = append(built.Rows, row)
		}
	}
	return built
}

// fromPrint is the average distance of values from those in print for a method.
func (t *pairsTable) fromPrint(src Source, g labelledGrid, values []Value, method string) table.Cell {
	var held []beside
	for i, r := range g.rows {
		if number, ok := src.Printed().At(t.Printed[g.label], r.data, r.level.Number, method); ok {
			held = append(held, beside{values[i], number})
		}
	}
	d := apart(held)
	return d.cell(d.mean())
}

func between(first, second []Value) []table.Cell {
	if state := max(worst(first...), worst(second...)); state != table.Filled {
		return slices.Repeat([]table.Cell{restsOn(state)}, 5)
	}
	var count, equal, sum, absolute, largest float64
	for i, v := range first {
		for k, x := range v.Draws {
			d := x - second[i].Draws[k]
			if math.Abs(d) <= 1e-9*math.Abs(x) { // the order of summation changes the last bits
				equal++
			}
			count, sum, absolute, largest = count+1, sum+d, absolute+math.Abs(d), max(largest, math.Abs(d))
		}
	}
	return []table.Cell{
		{Value: count, DecimalsSet: true}, {Value: equal, DecimalsSet: true},
		{Value: sum / count}, {Value: absolute / count}, {Value: largest},
	}
}
