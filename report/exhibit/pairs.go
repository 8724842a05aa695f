package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpca/report/dataset"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/solver/typo"
)

// Pairs is the kind of a table that tells how far apart two methods are that ought to be
// one, such as two definitions of a function: how many of their numbers are equal, how far
// apart the others lie, and which of the two is nearer to what is in print for the first.
var Pairs = Kind{"pairs", "tells how far apart two methods are that ought to be one", made[pairsTable]}

type pairsTable struct {
	declared
	labelledGrids

	Parts   strictyaml.List[strictyaml.Node] `yaml:"parts" doc:"Parts of experiments over which each pair is compared." example:"[{label: clean, experiment: usps, levels: 0}]" required:"yes"`
	Pairs   strictyaml.List[pair]            `yaml:"pairs" doc:"Pairs of methods, a row each in every part." example:"[{first: p=1, second: p=2}]" required:"yes"`
	Printed map[string]string                `yaml:"printed" doc:"Numbers of the tables in print that the parts are held against, by label." example:"{clean: \"2.2\"}"`
	Layout  layout                           `yaml:",inline"`
}

var _ Table = (*pairsTable)(nil)

// A pair are two methods.
type pair struct {
	First  string `yaml:"first" doc:"Method whose numbers may be in print." example:"p=1" required:"yes"`
	Second string `yaml:"second" doc:"Method that it is held against." example:"p=2" required:"yes"`
}

// Describe says what the entries of parts are.
func (pairsTable) Describe() map[string]strictyaml.Shape { return describeParts() }

func (t *pairsTable) resolve() (err error) {
	if t.labelledGrids, err = t.gridsOf(t.Parts); err != nil {
		return err
	}
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

// Build makes the table.
func (t *pairsTable) Build(src Source) *table.Table {
	built := t.table(src, t.Data(), "Pair", "difference between two methods, in the unit of each experiment",
		*t.Layout.Decimals)
	built.Columns = []string{"numbers", "equal", "mean difference", "mean |d|", "largest |d|"}
	built.Notes = []string{
		"numbers: one for each level or data set and each draw, which both methods see; equal: to nine digits",
		"mean difference: the first method less the second",
	}
	compares := len(t.Printed) > 0 && src.Printed().At != nil && Origin(src, t.Data()) == string(dataset.Real)
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

// fromPrint is how far values lie from those in print for a method, on average.
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

// between are the cells of a row: how far the numbers of two methods lie apart.
func between(first, second []Value) []table.Cell {
	if state := max(worst(first), worst(second)); state != table.Filled {
		return slices.Repeat([]table.Cell{restsOn(state)}, 5)
	}
	var count, equal, sum, absolute, largest float64
	for i, v := range first {
		for k, x := range v.Draws {
			d := x - second[i].Draws[k]
			if math.Abs(d) <= 1e-9*math.Abs(x) { // sums in another order differ in the last bits
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
