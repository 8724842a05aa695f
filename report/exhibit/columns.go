package exhibit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// A column of a grid is a method, the best of another table's methods, or a parameter.
type column struct {
	Method    string                  `yaml:"-"`
	BestOf    string                  `yaml:"best-of" doc:"Number of another table: the method with the best average there." example:"\"1\""`
	Among     strictyaml.List[string] `yaml:"among" doc:"Methods of which the best is taken; all of the other table's unless named." example:"[p=1, p=2]"`
	Parameter string                  `yaml:"parameter" doc:"A parameter in place of a method: the width of the kernel on each data set." words:"kernel-sigma" example:"kernel-sigma"`

	at strictyaml.Node
}

// kernelSigma is the parameter that a column may show.
const kernelSigma = "kernel-sigma"

// MayBeScalar lets a column be written as the bare name of a method.
func (column) MayBeScalar() {}

// UnmarshalYAML reads the bare name of a method, or a mapping.
func (c *column) UnmarshalYAML(node ast.Node) error {
	if err := yaml.NodeToValue(node, &c.Method); err == nil {
		return nil
	}
	type mapping column // decoded by its keys
	return yaml.NodeToValue(node, (*mapping)(c), yaml.Strict())
}

func (c column) text() string {
	return cmp.Or(c.Method, c.Parameter, strings.TrimSpace("best of "+c.BestOf+" "+strings.Join(c.Among, ", ")))
}

// members are the columns that one stands for: one for each member where its method is the
// name of a family.
func (d declared) members(c column) []column {
	var all []column
	var among []string
	for _, name := range c.Among {
		among = append(among, d.scope.Members(name)...)
	}
	c.Among = among
	for _, c.Method = range d.scope.Members(c.Method) {
		all = append(all, c)
	}
	return all
}

// checkColumn refuses a column that cannot be shown of a grid.
func (d declared) checkColumn(c column, g *grid) error {
	switch {
	case c.Method != "":
		return d.methodOf(c.Method, g.Experiment, c.at)
	case c.BestOf != "" && c.Parameter != "":
		return c.at.Fault("a column is either best-of a table or a parameter")
	case c.BestOf != "": // checked once all tables are read
	case c.Parameter != kernelSigma:
		return c.at.Fault("a column is a method, best-of a table, or parameter: %s", kernelSigma)
	case sigmaOn(g, g.rows[0]) == 0:
		return c.at.Fault("parameter %s: experiment %s has no Gaussian kernel", kernelSigma, g.Experiment.Name)
	}
	return nil
}

// sigmaOn is the width of the kernel behind a row, 0 without a Gaussian one.
func sigmaOn(g *grid, r row) float64 {
	e, ok := g.Experiment.Experiment.(interface {
		KernelAt(experiment.Point) subspace.Kernel
	})
	if !ok {
		return 0
	}
	if k := e.KernelAt(g.Experiment.Complete(g.point(r))); k.Function == "gaussian" {
		return k.SigmaOn(r.data)
	}
	return 0
}

// bestOf is the grid table that a best-of column refers to, with its candidates.
func (d declared) bestOf(c column) (of *projection, candidates []string, err error) {
	of, ok := d.scope.Table(c.BestOf).(*projection)
	if ok {
		for _, c := range of.columns {
			if c.Method != "" {
				candidates = append(candidates, c.Method)
			}
		}
	}
	if len(candidates) == 0 {
		return nil, nil, fmt.Errorf("best of table %s, which is not a grid of this study with columns of methods",
			c.BestOf)
	}
	for _, m := range c.Among {
		if !slices.Contains(candidates, m) {
			return nil, nil, fmt.Errorf("table %s has no column %s", c.BestOf, m)
		}
	}
	if len(c.Among) > 0 {
		candidates = c.Among
	}
	return of, candidates, nil
}

// winner is the candidate of a best-of column with the best average over the
// table that the column refers to. Among equal ones the first wins. While that
// cannot be said, the state says whether results are missing or failed.
func (d declared) winner(src Source, c column) (method string, state table.State) {
	of, candidates, err := d.bestOf(c)
	if err != nil {
		return "", table.Failed // Check has refused it
	}
	method, best := bestOfAll(candidates, func(m string) Value { return Average(of.column(src, m)) }, of.measure)
	return method, best.State
}

// bestOfAll returns the method with the best mean; among equal ones the first.
func bestOfAll(methods []string, of func(string) Value, m experiment.Measure) (best string, v Value) {
	values := words.Each(methods, of)
	if state := worst(values); state != table.Filled {
		return "", Value{State: state, Reason: "the best of cells of which one is " + state.String()}
	}
	for i, candidate := range values {
		if best == "" || better(m, candidate.Mean(), v.Mean()) {
			best, v = methods[i], candidate
		}
	}
	return best, v
}

// exactly is a cell that prints a number with all its digits.
func exactly(v float64) table.Cell {
	_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return table.Cell{Value: v, Decimals: len(decimals), DecimalsSet: true}
}
