package audit_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
)

// Bold in a line is no error where the line's own words say that its numbers improve the other way, nor where one of
// two equal numbers of a block has it. A cell outside a row of HTML begins one, as in browsers.
func TestMarksThatAreNoErrors(t *testing.T) {
	const outside = "<table><tr><th>Set</th><th>A</th><th>B</th><th>C</th></tr>\n<tr><td>Clean</td><td>80.1</td><td>81.2</td><td><b>82.3</b></td></tr>\n" +
		"<tr><td>Sketch</td><td>50.1</td><td>51.2</td><td><b>52.3</b></td></tr>\n<tr><td>Art</td><td>60.1</td><td>61.2</td><td><b>62.3</b></td></tr>\n"
	for _, c := range []struct {
		name, more, methods string
		errors, numbers     int
	}{
		{"the other way", outside + "<tr><td>Corrupted (error rate)</td><td>40.1</td><td>39.2</td><td><b>38.3</b></td></tr></table>", "columns", 0, 12},
		{"a slip", outside + "<tr><td>Corrupted</td><td>40.1</td><td>39.2</td><td><b>38.3</b></td></tr></table>", "columns", 1, 12},
		{"cells outside of rows", outside[:7] + outside[11:] + "<td colspan=\"3\">more:</td></tr><td>Photo</td><td>70.1</td><td>71.2</td><td><b>72.3</b></td></table>", "columns", 0, 12},
		{"one of two equal numbers", "<table><tr><td>Set</td><td>Model</td><td>First</td><td>Second</td><td>Third</td><td>Fourth</td></tr>" +
			"<tr><td rowspan=2>Flickr</td><td>L</td><td><b>65.1</b></td><td><b>87.2</b></td><td><b>92.1</b></td><td>90.8</td></tr>" +
			"<tr><td>H</td><td>61.2</td><td>85.1</td><td>91.4</td><td><b>90.8</b></td></tr>" +
			"<tr><td rowspan=2>COCO</td><td>L</td><td>36.5</td><td>61.1</td><td>71.2</td><td>56.3</td></tr>" +
			"<tr><td>H</td><td><b>49.4</b></td><td><b>73.4</b></td><td><b>81.5</b></td><td><b>65.9</b></td></tr></table>", "rows", 0, 16},
		{"the best of each column of a block", "<table><tr><th>Set</th><th>Method</th><th>Plain</th><th>More</th></tr>" +
			"<tr><td rowspan=3>Cells</td><td>B</td><td><b>91.3</b></td><td>91.9</td></tr><tr><td>M</td><td>89.8</td><td>90.9</td></tr>" +
			"<tr><td>N</td><td>85.3</td><td><b>93.5</b></td></tr><tr><td rowspan=3>Genes</td><td>B</td><td><b>69.1</b></td><td>64.7</td></tr>" +
			"<tr><td>M</td><td>61.5</td><td>67.2</td></tr><tr><td>N</td><td>65.4</td><td><b>70.0</b></td></tr></table>", "columns", 0, 12},
		{"most lines without bold", outside + "<tr><td>Photo</td><td><b>70.1</b></td><td>71.2</td><td>69.3</td></tr>" +
			"<tr><td>Real</td><td>70.1</td><td>71.2</td><td>69.3</td></tr><tr><td>Quick</td><td>70.1</td><td>71.2</td><td>69.3</td></tr>" +
			"<tr><td>Info</td><td>70.1</td><td>71.2</td><td>69.3</td></tr></table>", "columns", 0, 21},
	} {
		table, r := auditOf(t, "a.html", c.more, c.methods)
		if r.Errors() != c.errors || len(table.Numbers()) != c.numbers {
			t.Errorf("%s: %d errors, %d numbers, want %d and %d: %+v", c.name, r.Errors(), len(table.Numbers()), c.errors, c.numbers, r.Findings)
		}
	}
}

// auditOf audits the one table of a file, which measures accuracies.
func auditOf(t *testing.T, file, text, methods string) (printed.Table, *audit.Report) {
	t.Helper()
	metrics := []printed.Metric{{Name: "accuracy", Unit: "percent", Better: printed.Larger}}
	table, err := printed.Layout{Number: "1", Metric: "accuracy", Methods: methods}.Read([]byte(text), "", file, metrics)
	assert.NilError(t, err)
	r, err := audit.Run([]printed.Table{table}, audit.Options{})
	assert.NilError(t, err)
	return table, r
}
