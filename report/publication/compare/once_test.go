package compare_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/exhibit"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
)

// A result that is printed in two tables in the same digits counts once, where it is printed first and has a verdict;
// in other digits it is another number. The other place names the first.
func TestNumbersCountOnce(t *testing.T) {
	tables, err := printed.Read(strings.NewReader("table,title,axis,metric,row,column,value\n"+
		"1,D,sigma,accuracy_pct,10,p=1,95.00\n1,D,sigma,accuracy_pct,10,p=2,90.00\n1,D,sigma,accuracy_pct,20,p=1,80.00\n"+
		"1,D,sigma,accuracy_pct,20,p=2,81.00\n1,D,sigma,accuracy_pct,30,p=1,70.00\n1,D,sigma,accuracy_pct,30,p=2,71.00\n"+
		"2,E,sigma,accuracy_pct,10,p=1,95.00\n2,E,sigma,accuracy_pct,10,tanh,92.00\n2,E,sigma,accuracy_pct,20,p=1,80.10\n"+
		"2,E,sigma,accuracy_pct,20,tanh,83.00\n2,E,sigma,accuracy_pct,30,p=1,70.00\n2,E,sigma,accuracy_pct,30,tanh,73.00\n"), "", "t.csv", metrics)
	assert.NilError(t, err)
	values := map[string]exhibit.Value{}
	for _, at := range []string{"10 p=1", "10 p=2", "10 tanh", "20 p=1", "20 p=2", "20 tanh", "30 p=2", "30 tanh"} {
		values[at] = drawn(50, 50.1, 49.9)
	}
	own := reader{measure: split, data: []string{"usps"}, values: values}
	other := own
	other.values = map[string]exhibit.Value{"30 p=1": drawn(50, 50.1, 49.9)}
	for at, v := range values {
		other.values[at] = v
	}
	links := audit.Links{Experiments: []audit.Reprints{{Name: "digits", Tables: []string{"1", "2"}}}}
	c, err := compare.Compare(study{readers: map[string]reader{"1": own, "2": other}}, compare.Options{Metrics: metrics, Title: "the thesis", Tables: tables, Links: links})
	assert.NilError(t, err)
	// Of the twelve, 95.00 is printed again, and the first 70.00 is not computed.
	n := c.Facts().Total
	assert.Check(t, n.Numbers == 12 && n.Judged() == 10 && n.Repeated == 1 && n.Unjudged == 1, "%+v", n)
	if c.Null.Numbers != 9 { // the other number of a row without one cannot be compared with other methods
		t.Errorf("%d numbers are in the null", c.Null.Numbers)
	}
	said := c.Contrasts[1].Differing()
	if !slices.ContainsFunc(said, func(l string) bool {
		return strings.HasSuffix(l, "95.00 printed, 50.00 ± 0.25 reproduced; counted in Table 1, 10, p=1")
	}) {
		t.Errorf("the second place does not name the first: %q", said)
	}
	var csv bytes.Buffer
	assert.NilError(t, compare.WriteCSV(&csv, c.Facts()))
	for _, want := range []string{"\n1,10,p=1,95.00,", "1/10/p=1\n2,10,tanh,", "2/30/p=1\n2,30,tanh,"} {
		assert.Check(t, is.Contains(csv.String(), want))
	}
}
