package publication_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report"
	"gpca/report/claim"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
	"gpca/report/study"
)

// A rerun is the thesis's study with the printed numbers as results, by experiment, row and method in lower case.
type rerun struct {
	*study.Study
	results map[string]float64
}

func (r rerun) Reader(name string) (exhibit.Reader, bool) {
	var e exhibit.Exhibit = r.Table(name)
	if number, isFigure := strings.CutPrefix(name, "figure "); isFigure {
		e = r.Figure(number)
	}
	found, ok := e.(exhibit.Reader)
	return found, ok
}

func (r rerun) Experiment(name string) (exhibit.Reader, bool) {
	whole, err := exhibit.Whole(name, r.Study)
	return whole, err == nil
}

func (r rerun) Caption(number string) string { return r.Table(number).Head().Caption }
func (r rerun) Source() exhibit.Source       { return r }
func (rerun) Selected(string) bool           { return true }
func (rerun) All() bool                      { return true }

func (r rerun) Result(q exhibit.Query) (experiment.Result, bool) {
	row := cmp.Or(q.Point[experiment.Level], q.Point[experiment.Data])
	v, ok := r.results[strings.ToLower(q.Experiment.Name+" "+row+" "+q.Point[experiment.Method])]
	m := q.Experiment.Measures()[0]
	v /= cmp.Or(m.Scale, 1)
	return experiment.Result{Cell: experiment.Cell{Random: true}, Values: map[string][]float64{m.Name: {v, v}}}, ok
}
func (rerun) Title(data string) string     { return data }
func (rerun) Printed() exhibit.Printed     { return exhibit.Printed{} }
func (rerun) Origin(string) dataset.Origin { return dataset.Real }

// With its own numbers as results a text reproduces every number but those printed in two ways. Rows of the
// course reports are settings, which a rerun by data, level and method cannot distinguish.
func TestTextsReproduceThemselves(t *testing.T) {
	for _, name := range []string{"thesis", "paper"} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name == "thesis" {
				t.Skip("takes long: run without -short")
			}
			reproducesItself(t, name)
		})
	}
}

func reproducesItself(t *testing.T, name string) {
	s, err := report.OpenStudy(name)
	assert.NilError(t, err)
	p := find(t, s.Repeats)
	r := rerun{s, map[string]float64{"uci letter a=30": 61.84, "uci letter a=90": 61.83}}
	for _, e := range p.Links.Experiments {
		for _, table := range p.Tables {
			if !slices.Contains(e.Tables, table.Number) {
				continue
			}
			for _, c := range table.Numbers() {
				if key := strings.ToLower(e.Name + " " + c.Row + " " + p.Links.Means(table, c.Column)); r.results[key] == 0 {
					r.results[key] = c.Centre
				}
			}
		}
	}
	c, err := p.Compare(r)
	assert.NilError(t, err)
	if n := c.Facts().Total; n.Unjudged != 0 || len(c.Contrasts) != len(p.Tables) {
		t.Errorf("of %d tables %d are compared, %d of their %d numbers have no verdict", len(p.Tables), len(c.Contrasts), n.Unjudged, n.Numbers)
	}
	for _, table := range c.Contrasts {
		for _, row := range table.Cells {
			for _, cell := range row {
				if summary := printed.IsAverage(cell.Row) || table.Metric.Counts(); cell.Verdict == compare.Differs && !summary {
					t.Errorf("%v: printed %s, found %v", cell.Place, cell.InPrint.Text, cell.Mean())
				}
				assert.Check(t, is.Equal(cell.Reason, ""), cell.Place)
			}
		}
	}
	assert.Equal(t, len(c.Statements), len(p.Claims),
		"%d of %d claims are put to a whole study", len(c.Statements), len(p.Claims))
	for _, s := range c.Statements {
		elsewhere := func(table string) bool {
			return p.InPrint(table) != nil
		}
		assert.Check(t, s.Missing == "" || slices.ContainsFunc(s.Tables(), elsewhere),
			"claim %s has no numbers: %s", s.ID, s.Missing)
		for _, reading := range s.Readings {
			for _, name := range reading.Tables() {
				number, variant, varied := strings.Cut(name, ": ")
				if !varied {
					continue
				}
				_, ok := exhibit.Spots(r.Table(number), variant)
				assert.Check(t, ok, "claim %s: table %s has no variant %q", s.ID, number, variant)
			}
		}
		for _, contest := range append(slices.Clone(s.Contests), claim.Contest{Table: s.Table, Columns: s.Columns, Over: s.Over}) {
			if contest.Table == "" || !elsewhere(contest.Table) || strings.HasPrefix(contest.Table, "paper ") {
				continue
			}
			reader, ok := r.Reader(contest.Table)
			if !ok {
				t.Errorf("claim %s: the study has no table %s that can be read", s.ID, contest.Table)
				continue
			}
			rows := s.Rows.Labels
			if len(rows) == 0 {
				rows = reader.Rows()
			}
			for _, row := range rows {
				for _, column := range slices.Concat(contest.Columns, contest.Over) {
					if v := reader.Read(r, row, column); strings.HasPrefix(v.Reason, "the study has no") || strings.HasPrefix(v.Reason, "unknown") {
						t.Errorf("claim %s: table %s, row %s, column %s: %s", s.ID, contest.Table, row, column, v.Reason)
					}
				}
			}
		}
	}
}
