package exhibit_test

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/exhibit"
	"gpca/report/exhibit/fill"
	"gpca/report/experiment"
)

// With a book each number is asked for once, whether a table shows it or a comparison reads it, also in a row or a
// column that the table leaves out. What is in print is that of the source which is drawn, not of the first.
func TestBook(t *testing.T) {
	b := variantsBench(t, func(cell) (experiment.Result, bool) { return values(10, 12), true })
	asked := map[string]int{}
	find := b.find
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		asked[keyOf(q)+q.Measure]++
		return find(q)
	}
	of := b.study.Table("1")
	src := fill.Booked{Source: b, Book: fill.NewBook()}
	for range 2 {
		built := of.Build(src)
		assert.Check(t, is.Equal(len(built.Columns), 3), "columns %q", built.Columns)
		for _, place := range [][2]string{{"centred", "p=1"}, {"raw", "p=2"}, {"raw", "tanh"}} {
			assert.Check(t, is.Equal(of.(exhibit.Reader).Read(src, place[0], place[1]).Mean(), 11.0), "%q", place)
		}
	}
	for key, n := range asked {
		if n > 2 { // once in its block, and once in the average over the data sets
			t.Errorf("asked %d times for %s", n, key)
		}
	}
	b.printed = exhibit.Printed{}
	built := of.Build(src)
	assert.Equal(t, len(built.Columns), 2, "without print: columns %q", built.Columns)
}
