package derive

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// settled counts the iterations behind the numbers of a row that settled: behind all of them, or for each of
// some methods. It computes nothing itself.
type settled struct {
	Methods names `yaml:"settled" doc:"Methods: shares of iterations that converged." example:"[p=1, tanh]"`
}

func (s *settled) Check(l *layout.Layout, at strictyaml.Node) (err error) {
	s.Methods, err = (&layout.Grid{Study: l.Grid.Study}).CheckMethods(s.Methods, at.At("settled"))
	l.RowByRow = l.RowByRow || len(s.Methods) == 0
	return err
}

// need is the number of a method, of which only the iterations count.
func (s *settled) need(method string) layout.Need {
	n := layout.Further(method)
	n.Key, n.Optional = "settled "+method, true
	return n
}

func (s *settled) Needs() []layout.Need { return words.Each(s.Methods, s.need) }

func (s *settled) Measure(*layout.Layout) experiment.Measure {
	if len(s.Methods) == 0 {
		return experiment.Measure{}
	}
	return experiment.Measure{Name: "settled", Title: "converged components in percent", Decimals: 2}
}

func (s *settled) Columns(f *fill.Filled) Columns {
	if len(s.Methods) == 0 {
		d := headed("Converged components in percent")
		for i := range f.Rows {
			behind := words.Each(f.Columns, func(c fill.Column) []fill.Value { return c.Place(i).Behind })
			c := share(slices.Concat(behind...)).Bare()
			c.Decimals, c.DecimalsSet = 1, c.State == table.Filled
			d.add(c)
		}
		return d
	}
	var open []string
	d := byMethod(f, s.Methods, func(i int, m string) fill.Value {
		v := share(f.Needed[s.need(m).Key][i].Behind)
		if v.State == table.Missing {
			v.State = table.Blank
		}
		if n := v.Ends.Unsettled(); n > 0 {
			open = append(open, fmt.Sprintf("%s, %s: %d of %d (%s)", f.Rows[i].Key, f.Label(m), n, v.Ends.Total(),
				v.Ends.Ways()))
		}
		return v
	})
	d.Corner, d.Metric = "Experiment", s.Measure(f.Layout).Title
	if len(open) > 0 {
		d.Notes = []string{"Did not converge: " + strings.Join(open, "; ") + "."}
	}
	d.Notes = append(d.Notes, "Empty: no other table or figure computes the method there.")
	return d
}

// share is the share of the iterations behind values that settled, blank if nothing was iterated.
func share(values []fill.Value) fill.Value {
	v := fill.Average(values)
	switch total := v.Ends.Total(); {
	case v.Known() && total == 0:
		v.State, v.Reason = table.Blank, "nothing was iterated"
	case v.Known():
		share := 100 * float64(total-v.Ends.Unsettled()) / float64(total)
		v.Estimate = statistics.Estimate{Draws: []float64{share}}
	}
	return v
}

func (s *settled) Read(_ *layout.Layout, method string, of func(layout.Need) fill.Place) (v fill.Value, ok bool) {
	if len(s.Methods) == 0 {
		return v, false
	}
	return fill.Value{Estimate: share(of(s.need(method)).Behind).Estimate}, true
}
