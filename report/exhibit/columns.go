package exhibit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// A column is a method, the best of another table's methods, or a parameter.
type column struct {
	Method    string `yaml:"-"`
	BestOf    string `yaml:"best-of" doc:"Another table: its method with the best average." example:"\"1\""`
	Among     names  `yaml:"among" doc:"Methods of which the best is taken; all unless named." example:"[p=1, p=2]"`
	InPrint   string `yaml:"in-print" doc:"Its method in print, which is shown; a note names ours." example:"tanh"`
	Parameter string `yaml:"parameter" doc:"The kernel width of a row." words:"kernel-sigma" example:"kernel-sigma"`

	at strictyaml.Node
}

const kernelSigma = "kernel-sigma"

// MayBeScalar lets a column be written as the bare name of a method.
func (column) MayBeScalar() {}

func (c column) text() string {
	return cmp.Or(c.Method, c.Parameter, strings.TrimSpace("best of "+c.BestOf+" "+strings.Join(c.Among, ", ")))
}

// members expands a column whose method is a family into one column for each member.
func (t *projection) members(c column) (all []column) {
	c.Among = slices.Concat(words.Each(c.Among, t.scope.Members)...)
	for _, c.Method = range t.scope.Members(c.Method) {
		all = append(all, c)
	}
	return all
}

func (t *projection) checkColumn(c column) error {
	switch {
	case c.InPrint != "" && c.BestOf == "":
		return c.at.At("in-print").Fault("in-print is for the best-of a table")
	case c.Method != "":
		return t.methodOf(c.Method, t.Experiment, c.at)
	case c.BestOf != "" && c.Parameter != "":
		return c.at.Fault("a column is either best-of a table or a parameter")
	case c.BestOf != "": // Check checks it once all tables are read
	case c.Parameter != kernelSigma:
		return c.at.Fault("a column is a method, best-of a table, or parameter: %s", kernelSigma)
	case t.sigmaOn(t.rows[0]) == 0:
		return c.at.Fault("parameter %s: experiment %s has no Gaussian kernel", kernelSigma, t.Experiment.Name)
	}
	return nil
}

// sigmaOn is the kernel width of a row, 0 without a Gaussian kernel.
func (g *grid) sigmaOn(r row) float64 {
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

func exactly(v float64) table.Cell {
	_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return table.Cell{Value: v, Decimals: len(decimals), DecimalsSet: true}
}

// noteBest says whether the method that print has as the best of another table is the best here too.
func (t *projection) noteBest(src Source, c column) []string {
	winner, state := t.winner(incidental{src}, c)
	if state != table.Filled {
		return nil
	}
	among := "all its methods"
	if len(c.Among) > 0 {
		among = strings.Join(words.Each(c.Among, t.scope.Label), ", ")
	}
	best := fmt.Sprintf("%s has the best average of Table %s among %s", t.scope.Label(winner), c.BestOf, among)
	if c.InPrint == "" || c.InPrint == winner {
		return []string{best + "."}
	}
	return []string{fmt.Sprintf("%s stands here as in print. By the numbers here, %s.", t.scope.Label(c.InPrint), best)}
}

func (t *projection) bestOf(c column) (of *projection, candidates []string, err error) {
	of, _ = t.scope.Table(c.BestOf).(*projection)
	if of != nil {
		candidates = words.Each(of.columns, func(c line) string { return c.Method })
		candidates = slices.DeleteFunc(candidates, func(m string) bool { return m == "" })
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

// winner is the candidate of a best-of column with the best average over its table, the first of equal
// ones. While it is unknown, the state says whether results are missing or failed.
func (t *projection) winner(src Source, c column) (method string, state table.State) {
	of, candidates, _ := t.bestOf(c) // Check has refused errors
	method, best := bestOfAll(candidates, func(m string) Value { return Average(of.column(src, m)) }, of.measure)
	return method, best.State
}

func bestOfAll(methods []string, of func(string) Value, m experiment.Measure) (best string, v Value) {
	values := words.Each(methods, of)
	if state := worst(values...); state != table.Filled {
		return "", Value{State: state, Reason: "the best of cells of which one is " + state.String()}
	}
	for i, candidate := range values {
		if best == "" || better(m, candidate.Mean(), v.Mean()) {
			best, v = methods[i], candidate
		}
	}
	return best, v
}

// leadsTo reports whether the best-of columns of a table lead to another table.
func (t *projection) leadsTo(to *projection, seen map[*projection]bool) bool {
	if t == to {
		return true
	}
	seen[t] = true
	return slices.ContainsFunc(t.columns, func(c line) bool {
		of, ok := t.scope.Table(c.BestOf).(*projection)
		return ok && !seen[of] && of.leadsTo(to, seen)
	})
}

// columnHeading is the label of a column's method. A winner with another column is marked as the best of
// its table, since headings are unique.
func (t *projection) columnHeading(taken []string, c line) string {
	method := c.point[experiment.Method]
	label := t.scope.Label(method)
	own := func(o line) bool { return o.Method == method }
	if c.BestOf != "" && (slices.ContainsFunc(t.columns, own) || slices.Contains(taken, label)) {
		label += ", " + t.bestOfTitle(c.column)
	}
	return label
}

// bestOfTitle names a best-of column. It lists the candidates if another column refers to the same table.
func (t *projection) bestOfTitle(c column) string {
	text := "best of " + c.BestOf
	twin := func(o line) bool { return o.BestOf == c.BestOf && o.at != c.at }
	if len(c.Among) > 0 && slices.ContainsFunc(t.columns, twin) {
		text += " among " + strings.Join(c.Among, ", ")
	}
	return text
}

// unknown is the column of an unknown winner. It asks for the results of every candidate.
func (t *projection) unknown(src Source, c column, state table.State, rows int) []table.Cell {
	_, candidates, _ := t.bestOf(c)
	for _, m := range candidates {
		t.column(src, m)
	}
	reason := "known once Table " + c.BestOf + " is complete"
	if state == table.Failed {
		reason = "not known: a cell of Table " + c.BestOf + " failed"
	}
	return slices.Repeat([]table.Cell{{State: state, Reason: reason}}, rows)
}
