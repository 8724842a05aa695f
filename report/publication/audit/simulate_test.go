package audit_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/words"
)

// layout returns the tables of thesis and paper for their rows and columns, with the one label on which they
// disagree settled, so that the tables can be without error.
func layout(t testing.TB) []printed.Table {
	t.Helper()
	var tables []printed.Table
	for _, source := range []string{"", "paper"} {
		text, err := os.ReadFile("../" + cmp.Or(source, "thesis") + "/printed/tables.csv")
		assert.NilError(t, err)
		text = bytes.ReplaceAll(text, []byte(",103,"), []byte(",105,"))
		read, err := printed.Read(bytes.NewReader(text), source, source+".csv", metrics)
		assert.NilError(t, err)
		tables = append(tables, read...)
	}
	return tables
}

// A truth gives every result of an experiment an exact value.
type truth struct {
	random  *rand.Rand
	values  map[string]float64
	offsets map[string]float64 // of methods without noise
	growths map[string]growth  // of methods with it
	rows    map[string]float64 // what a draw of the noise does to all methods
	origins map[string]family
}

type growth struct{ size, bend float64 }

// A family is the course of an experiment: start, change and middle of the difficulty, spread between methods,
// and roughness between neighbouring levels.
type family struct{ start, change, middle, spread, rough float64 }

// draw returns the value of key, drawn at first use.
func draw[V any](values map[string]V, key string, random func() V) V {
	v, known := values[key]
	if !known {
		v = random()
		values[key] = v
	}
	return v
}

// family draws the course of an experiment. Experiments that share a row start from the same.
func (t *truth) family(experiment, origin string, better printed.Better) family {
	r := t.random
	f := draw(t.origins, origin, func() family {
		if better == printed.Smaller {
			return family{start: 1 + 4*r.Float64(), spread: 0.02 + 0.2*r.Float64(), rough: 0.002 + 0.02*r.Float64()}
		}
		return family{start: 80 + 17*r.Float64(), spread: 0.2 + 0.8*r.Float64(), rough: 0.005 + 0.05*r.Float64()}
	})
	own := draw(t.origins, "course of "+experiment, func() family {
		if better == printed.Smaller {
			return family{change: 0.5 + 6*r.Float64(), middle: 0.2 + 0.7*r.Float64()}
		}
		return family{change: -5 - 40*r.Float64(), middle: 0.5 + 0.4*r.Float64()}
	})
	f.change, f.middle = own.change, own.middle
	return f
}

func (t *truth) value(experiment, origin, row, column string, x float64, better printed.Better) float64 {
	rowOrigin := experiment
	if x == 0 {
		rowOrigin = origin
	}
	return draw(t.values, rowOrigin+"/"+row+"/"+column, func() float64 {
		r, f := t.random, t.family(experiment, origin, better)
		offset := draw(t.offsets, origin+"/"+column, func() float64 { return f.spread * r.NormFloat64() / 4 })
		g := draw(t.growths, experiment+"/"+column, func() growth { return growth{f.spread * r.NormFloat64(), 1 + 2*r.Float64()} })
		common := draw(t.rows, rowOrigin+"/"+row, func() float64 { return f.rough * r.NormFloat64() * x })
		sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-8*(x-f.middle))) }
		// Numbers are rougher with heavier noise, threefold at the end.
		return f.start + offset + f.change*(sigmoid(x)-sigmoid(0)) + g.size*math.Pow(x, g.bend) +
			common + f.rough*(1+2*x)*r.NormFloat64()
	})
}

// A press prints tables of a layout. Numbers are in hundredths, winning counts and settings as they are.
type press struct {
	layout  []printed.Table
	numbers map[printed.Place]int
}

// simulate fills the layout without errors: all tables print the same exact values, averages are exact before
// rounding, and marks and counts follow the printed digits.
func simulate(t testing.TB, layout []printed.Table, o audit.Options, seed uint64) []printed.Table {
	t.Helper()
	p := press{layout, map[printed.Place]int{}}
	sim := &truth{
		rand.New(rand.NewPCG(seed, 4)), map[string]float64{}, map[string]float64{},
		map[string]growth{}, map[string]float64{}, map[string]family{},
	}
	for _, e := range o.Links.Experiments {
		p.experiment(e, o.Links, sim)
	}
	for _, cells := range o.Links.SameCells {
		p.numbers[place(cells[0])] = p.numbers[place(cells[1])]
	}
	for _, of := range o.Links.Counts {
		for _, c := range p.table(of.Table).Numbers() {
			p.numbers[c.Place] = p.record(of, c.Column, c.Row)
		}
	}
	var tables []printed.Table
	sources := words.AppendNew(nil, words.Each(layout, func(x printed.Table) string { return x.Source })...)
	for _, source := range sources {
		read, err := printed.Read(p.csv(source), source, source+".csv", metrics)
		assert.NilError(t, err)
		tables = append(tables, read...)
	}
	return tables
}

func (p press) table(name string) printed.Table {
	i := slices.IndexFunc(p.layout, func(x printed.Table) bool { return x.Name() == name })
	return p.layout[i]
}

func (p press) experiment(e audit.Reprints, l audit.Links, sim *truth) {
	first := p.table(e.Tables[0])
	origin := e.Name
	for _, same := range l.SameRows {
		if slices.Contains(same.Experiments, e.Name) {
			origin = same.Experiments[0]
		}
	}
	for _, name := range e.Tables {
		x := p.table(name)
		average, _ := x.Average()
		for _, column := range x.Results() {
			means := column
			for _, c := range l.Columns {
				if c.Name == column && (c.Table == x.Source || c.Table == x.Name()) {
					means = c.Means
				}
			}
			sum := 0.0
			for _, row := range x.Body() {
				level := max(float64(slices.Index(first.Body(), row)), 0) / float64(len(first.Body())-1)
				v := sim.value(e.Name, origin, row, means, level, first.Metric.Better)
				sum += v
				p.numbers[printed.Place{Table: name, Row: row, Column: column}] = int(math.Round(100 * v))
			}
			p.numbers[printed.Place{Table: name, Row: average, Column: column}] = int(math.Round(100 * sum / float64(len(x.Body()))))
		}
	}
}

func (p press) record(of audit.CountOf, column, against string) int {
	look := func(row, column string) int {
		for _, name := range of.From {
			if n, ok := p.numbers[printed.Place{Table: name, Row: row, Column: column}]; ok {
				return n
			}
		}
		return 0
	}
	n := 0
	for _, row := range p.table(of.From[0]).Body() {
		n += cmp.Compare(look(row, column), look(row, against))
	}
	if p.table(of.From[0]).Metric.Better == printed.Smaller {
		n = -n
	}
	return n
}

func (p press) csv(source string) io.Reader {
	var b bytes.Buffer
	b.WriteString("table,title,axis,metric,row,column,value,bold\n")
	for _, x := range p.layout {
		if x.Source != source {
			continue
		}
		for _, c := range x.Numbers() {
			n, simulated := p.numbers[c.Place]
			text := c.Text
			if simulated && x.Metric.Counts() {
				text = strconv.Itoa(n)
			} else if simulated {
				text = fmt.Sprintf("%d.%02d", n/100, n%100)
			}
			bold := 0
			if simulated && x.UsesBold() && p.isBest(x, c.Place) {
				bold = 1
			}
			fmt.Fprintf(&b, "%s,%s,%s,%s,%s,%s,%s,%d\n", x.Number, x.Title, x.Axis, x.Metric, c.Row, c.Column, text, bold)
		}
	}
	return &b
}

func (p press) isBest(x printed.Table, at printed.Place) bool {
	for _, column := range x.Results() {
		other, ok := p.numbers[printed.Place{Table: at.Table, Row: at.Row, Column: column}]
		if ok && other != p.numbers[at] && other > p.numbers[at] == (x.Metric.Better == printed.Larger) {
			return false
		}
	}
	return true
}

func TestErrorFreeTablesGiveNoFinding(t *testing.T) {
	long(t)
	t.Parallel()
	o := options(t)
	o.Claims = nil // a simulation has no text
	rows := layout(t)
	for seed := range uint64(max(60, *plantedTables)) {
		r, err := audit.Run(simulate(t, rows, o, seed), o)
		assert.NilError(t, err)
		for _, f := range r.Findings {
			t.Errorf("seed %d: %s: %v: printed %s, expected %s: %s", seed, f.Check, f.Place, f.Printed, f.Expected, f.Message)
		}
		for _, tally := range r.Tallies {
			unsaid := []audit.Check{audit.Claim, audit.Granular, audit.Repeated, audit.Digits}
			assert.Assert(t, tally.Examined != 0 || slices.Contains(unsaid, tally.Check),
				"%s examined nothing", tally.Check)
		}
	}
}
