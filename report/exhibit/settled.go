package exhibit

import (
	"fmt"
	"strings"

	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
)

// settled counts the iterations behind the numbers of a row that settled: behind all of them, or for each of
// some methods. It computes nothing itself.
type settled struct {
	underived `yaml:"-"`
	Methods   names `yaml:"settled" doc:"Methods: shares of iterations that converged." example:"[p=1, tanh]"`
}

func (s *settled) check() (err error) {
	s.Methods, err = layout.Methods(s.t.scope, s.Methods, s.at.At("settled"), nil)
	return err
}

func (s *settled) measure() experiment.Measure {
	if len(s.Methods) == 0 {
		return experiment.Measure{}
	}
	return experiment.Measure{Name: "settled", Title: "converged components in percent", Decimals: 2}
}

func (s *settled) columns(src Source, rows []line) derived {
	if len(s.Methods) == 0 {
		d := headed("Converged components in percent")
		for _, r := range rows {
			var values []Value
			for _, c := range s.t.columns {
				_, behind := s.t.cell(src, r, c)
				values = append(values, behind...)
			}
			c := share(values).Bare()
			c.Decimals, c.DecimalsSet = 1, c.State == table.Filled
			d.add(c)
		}
		return d
	}
	var unsettled []string
	d := s.byMethod(rows, s.Methods, func(r line, m string) Value {
		v := share(s.t.under(fill.Incidental{Source: src}, r, m))
		if v.State == table.Missing {
			v.State = table.Blank
		}
		if n := v.Ends.Unsettled(); n > 0 {
			unsettled = append(unsettled, fmt.Sprintf("%s, %s: %d of %d (%s)", r.name, s.t.scope.Label(m), n,
				v.Ends.Total(), v.Ends.Ways()))
		}
		return v
	})
	d.corner, d.metric = "Experiment", s.measure().Title
	if len(unsettled) > 0 {
		d.notes = []string{"Did not converge: " + strings.Join(unsettled, "; ") + "."}
	}
	d.notes = append(d.notes, "Empty: no other table or figure computes the method there.")
	return d
}

// share is the share of the iterations behind values that settled, blank if nothing was iterated.
func share(values []Value) Value {
	v := Average(values)
	switch total := v.Ends.Total(); {
	case v.Filled() && total == 0:
		v.State, v.Reason = table.Blank, "nothing was iterated"
	case v.Filled():
		share := 100 * float64(total-v.Ends.Unsettled()) / float64(total)
		v.Estimate = statistics.Estimate{Draws: []float64{share}}
	}
	return v
}

func (s *settled) read(src Source, r line, method string) (Value, bool) {
	if len(s.Methods) == 0 {
		return Value{}, false
	}
	return Value{Estimate: share(s.t.under(fill.Incidental{Source: src}, r, method)).Estimate}, true
}
