package exhibit

import (
	"fmt"
	"strings"

	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// settled counts the iterations behind the numbers of a row that settled: behind all of them, or for each of
// some methods. It computes nothing itself.
type settled struct {
	underived `yaml:"-"`
	Methods   names `yaml:"settled" doc:"Methods: shares of iterations that settled." example:"[p=1, tanh]"`
}

func (s *settled) check() (err error) {
	s.Methods, err = s.t.methodsAt(s.Methods, s.at.At("settled"), nil)
	return err
}

func (s *settled) measure() experiment.Measure {
	if len(s.Methods) == 0 {
		return experiment.Measure{}
	}
	return experiment.Measure{Name: "settled", Title: "settled components in percent", Decimals: 2}
}

func (s *settled) columns(src Source, rows []line) derived {
	if len(s.Methods) == 0 {
		d := headed("Settled components in percent")
		for _, r := range rows {
			var values []Value
			for _, c := range s.t.columns {
				_, behind := s.t.cell(src, r, c)
				values = append(values, behind...)
			}
			c, _ := share(values)
			c.Decimals, c.DecimalsSet = 1, c.State == table.Filled
			d.add(c)
		}
		return d
	}
	d := headed(words.Each(s.Methods, s.t.scope.Label)...)
	d.corner, d.metric = "Experiment", s.measure().Title
	var unsettled []string
	for _, r := range rows {
		var cells []table.Cell
		for _, m := range s.Methods {
			c, ends := share(s.t.under(incidental{src}, r, m))
			if c.State == table.Missing {
				c.State = table.Blank
			}
			if ends.Unsettled() > 0 {
				unsettled = append(unsettled, fmt.Sprintf("%s, %s: %d of %d (%s)", r.name, s.t.scope.Label(m),
					ends.Unsettled(), ends.Total(), ends.Ways()))
			}
			cells = append(cells, c)
		}
		d.add(cells...)
	}
	if len(unsettled) > 0 {
		d.notes = []string{"Not settled: " + strings.Join(unsettled, "; ") + "."}
	}
	d.notes = append(d.notes, "An empty cell: no other table or figure has the method there.")
	return d
}

// share is the share of the iterations behind values that settled, blank if nothing was iterated.
func share(values []Value) (table.Cell, experiment.Ends) {
	switch v := Average(values); {
	case !v.filled():
		return table.Cell{State: v.State, Reason: v.Reason}, v.Ends
	case v.Ends.Total() == 0:
		return table.Cell{State: table.Blank, Reason: "nothing was iterated"}, v.Ends
	default:
		return table.Cell{Value: 100 * float64(v.Ends.Total()-v.Ends.Unsettled()) / float64(v.Ends.Total())}, v.Ends
	}
}

func (s *settled) read(src Source, r line, method string) (Value, bool) {
	if len(s.Methods) == 0 {
		return Value{}, false
	}
	c, _ := share(s.t.under(incidental{src}, r, method))
	if c.State != table.Filled {
		return unfilled(c.State, "%s", c.Reason), true
	}
	return Value{Estimate: statistics.Estimate{Draws: []float64{c.Value}}}, true
}
