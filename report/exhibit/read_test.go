package exhibit_test

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/exhibit"
	"gpca/report/table"
)

// Exhibits are read by the keys of their rows, also in rows of the experiment that a table leaves out.
func TestRead(t *testing.T) {
	b := builder(t, book{
		"digits usps 10 p=1": values(80, 84), "digits usps 0 a=2": values(60), "digits usps 10 a=2": values(70), "digits usps 20 a=2": values(80),
		"flowers iris 0 p=1": values(90), "flowers iris 0 p=2": values(91), "flowers balance 0 p=1": values(60),
		"sizes usps 0 p=1 2": values(1), "sizes usps 10 p=1 2": values(2), "sizes usps 20 p=1 2": values(3),
	}, "balance")
	whole, err := exhibit.Whole("digits", b.study)
	assert.NilError(t, err)
	read := func(number string) exhibit.Reader { return b.study.Table(number).(exhibit.Reader) }
	drawn := func(number string) exhibit.Reader { return b.study.Figure(number).(exhibit.Reader) }
	for _, c := range []struct {
		reader      exhibit.Reader
		row, column string
		title       string
		mean        float64
		reason      string
	}{
		{read("1"), "10.0", "p=1", "10", 82, ""},
		{read("1"), "20", "tanh", "twenty", 0, "not computed yet"},
		{read("1"), "30", "p=1", "30", 0, `the study has no level "30" here`},
		{read("1"), "ten", "p=1", "ten", 0, `the study has no level "ten" here`},
		{read("7"), "30", "p=1", "30", 0, `the study has no row "30" here`},
		{read("7"), "p=2", "", "p = 2", 91, ""},
		{read("7"), "L2-norm", "", "L2-norm", 0, `the study has no row "L2-norm" here: valid are p=1, p=2`},
		{read("3"), "BALANCE", "p=1", "BALANCE", 60, ""},
		{read("3"), "yale", "p=1", "yale", 0, `the study has no data set "yale" here`},
		{read("3"), "balanse", "p=1", "balanse", 0, `the study has no data set "balanse" here: did you mean balance?`},
		{drawn("3"), "2", "", "2", 70, ""},
		{drawn("3"), "3", "", "3", 0, `the study has no row "3" here`},
		{drawn("7"), "2", "p=1", "2", 2, ""},
		{whole, "10", "p=1", "10", 82, ""},
		{whole, "10", "median", "10", 0, `unknown method "median"`},
	} {
		v := c.reader.Read(b, c.row, c.column)
		assert.Check(t, is.Equal(c.reader.RowTitle(c.row), c.title), "row %s is headed", c.row)
		switch {
		case c.reason == "" && (v.State != table.Filled || v.Mean() != c.mean):
			t.Errorf("row %s, column %s: %+v, want %g", c.row, c.column, v, c.mean)
		case c.reason != "" && (v.State != table.Missing || len(v.Reason) < len(c.reason) || v.Reason[:len(c.reason)] != c.reason):
			t.Errorf("row %s, column %s: %+v, want it missing since %s", c.row, c.column, v, c.reason)
		}
	}
	assert.Check(t, read("3").Read(b, "balance", "p=1").Generated && !read("3").Read(b, "iris", "p=1").Generated,
		"a value does not say whether its data is generated")
	for _, c := range []struct {
		reader exhibit.Reader
		corner string
		rows   []string
	}{
		{read("1"), "Noise level (σ)", []string{"0", "10", "20"}}, {read("3"), "Data set", []string{"iris", "balance", "car"}},
		{read("7"), "f", []string{"p=1", "p=2"}}, {read("4"), "", []string{"p=1", "p=2"}}, {drawn("3"), "a", []string{"1", "2", "4"}},
		{drawn("8"), "Noise level (σ)", []string{"10", "20"}},
	} {
		assert.Check(t, slices.Equal(c.reader.Rows(), c.rows) && c.reader.Corner() == c.corner,
			"rows %q under %q, want %q under %q", c.reader.Rows(), c.reader.Corner(), c.rows, c.corner)
	}
}

// The count lies between those of a contest in doubt won and lost.
func TestCountInDoubt(t *testing.T) {
	b := builder(t, book{
		"flowers iris 0 p=1": values(90, 90, 90.1), "flowers iris 0 p=2": values(80, 80, 80.1), // won
		"flowers balance 0 p=1": values(70, 60), "flowers balance 0 p=2": values(60, 69), // in doubt
		"flowers car 0 p=1": values(50), "flowers car 0 p=2": values(50), // equal, and not random
	})
	r := b.study.Table("4").(exhibit.Reader)
	v := r.Read(b, "p=1", "p=2")
	assert.Check(t, v.Count && v.Mean() == -2 && v.Low == -2 && v.High == 0, "count %+v, want −2 between −2 and 0", v)
	v = r.Read(b, "p=1", "median")
	assert.Equal(t, v.State, table.Missing, "count of a method that is none: %+v", v)
	m := r.Measure()
	assert.Check(t, m.Name == "winning-count" && !m.LowerIsBetter, "measure %+v", m)
}
