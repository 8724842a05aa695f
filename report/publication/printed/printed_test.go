package printed_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/internal/faults"
	"gpca/report/publication/printed"
)

// metrics are those of the built-in publications.
var metrics = []printed.Metric{
	{Name: "accuracy_pct", Unit: "percent", Better: printed.Larger, Measure: "accuracy"},
	{Name: "accuracy", Unit: "share", Better: printed.Larger},
	{Name: "misclassification_pct", Unit: "percent", Better: printed.Smaller, Measure: "misclassification"},
	{Name: "misclassification", Unit: "share", Better: printed.Smaller},
	{Name: "reconstruction_error", Better: printed.Smaller, Measure: "reconstruction-error"},
	{Name: "winning_count", Unit: "count", Measure: "winning-count"},
}

func read(publication, source string) ([]printed.Table, error) {
	f, err := os.Open(filepath.Join("..", publication, "printed", "tables.csv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return printed.Read(f, source, f.Name(), metrics)
}

// The tables and cells were counted on the printed pages.
func TestEmbeddedTablesAreComplete(t *testing.T) {
	thesis, err := read("thesis", "")
	assert.NilError(t, err)
	paper, err := read("paper", "paper")
	assert.NilError(t, err)
	for _, c := range []struct {
		name         string
		tables       []printed.Table
		count, cells int
		first, last  string
	}{
		{"thesis", thesis, 24, 1088, "2.1", "3.11"},
		{"paper", paper, 8, 444, "paper I", "paper VIII"},
	} {
		cells := 0
		for _, table := range c.tables {
			cells += len(table.Numbers())
			for _, cell := range table.Numbers() {
				if again, ok := table.At(cell.Row, cell.Column); !ok || again.Text != cell.Text {
					t.Fatalf("%s %v: looked up as %v, %t", c.name, cell.Place, again, ok)
				}
			}
		}
		assert.Check(t, len(c.tables) == c.count && cells == c.cells,
			"%s: %d tables with %d cells, want %d with %d", c.name, len(c.tables), cells, c.count, c.cells)
		if first, last := c.tables[0].Name(), c.tables[len(c.tables)-1].Name(); first != c.first || last != c.last {
			t.Errorf("%s runs from %s to %s, want %s to %s", c.name, first, last, c.first, c.last)
		}
	}
}

// The second column of Table 3.5 holds kernel widths and has no average.
func TestSettingIsNotAResult(t *testing.T) {
	table := find(t, "3.5")
	assert.DeepEqual(t, table.Results(), []string{"p=0.5", "p=1", "p=1.5", "p=2"})
	assert.Equal(t, table.Columns[0], "kernel-sigma", "first column")
	row, ok := table.Average()
	assert.Check(t, ok && row == "Average", "row of averages: %q, %t", row, ok)
	body := table.Body()
	assert.Check(t, len(body) == 9 && body[0] == "Iris" && body[8] == "Car", "body is %v", body)
	_, ok = table.At("Average", "kernel-sigma")
	assert.Check(t, !ok, "a kernel width has an average")
}

func TestAlteredTableLeavesTheOriginal(t *testing.T) {
	table := find(t, "3.1")
	value, err := printed.Parse("96.41")
	assert.NilError(t, err)
	altered, _ := table.At("0", "p=1.5")
	altered.Estimate = value
	unmarked, _ := table.At("0", "p=2")
	unmarked.Bold = false
	corrected := table.With(altered).With(unmarked)
	c, _ := corrected.At("0", "p=1.5")
	assert.Equal(t, c.Text, "96.41", "corrected")
	c, _ = corrected.At("0", "p=2")
	assert.Check(t, !c.Bold, "the mark is still there")
	c, _ = table.At("0", "p=1.5")
	assert.Equal(t, c.Text, "95.41", "the original")
	c, _ = table.At("0", "p=2")
	assert.Check(t, c.Bold, "the original lost its mark")
	unmarked.Row = "no such row"
	assert.Assert(t, is.DeepEqual(table.With(unmarked).Rows, table.Rows), "an unknown cell changed the table")
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text   string
		value  float64
		places int
		half   float64
	}{
		{"95.08", 95.08, 2, 0.005}, {"95.50", 95.5, 2, 0.005}, {"-1", -1, 0, 0.5}, {"−3", -3, 0, 0.5},
		{".5", 0.5, 1, 0.05}, {"1.2e-3", 0.0012, 4, 5e-5}, {"1.2e3", 1200, 0, 50}, {"0.501875", 0.501875, 6, 5e-7},
	} {
		e, err := printed.Parse(c.text)
		assert.NilError(t, err)
		assert.Check(t, e.Mean() == c.value && printed.Places(e.Text) == c.places && e.HalfWidth == c.half &&
			e.Text == c.text, "%s: %+v with %d places", c.text, e, printed.Places(e.Text))
	}
	for _, text := range []string{"", "-", ".", "1.", "e3", "1e", "1e+3", "+1", "1,5", "1.2.3", "9x", "１", "１_0", "1_0", "0x1", "Inf", strings.Repeat("1", 16)} {
		d, err := printed.Parse(text)
		assert.Check(t, err != nil, "%q was read as %v", text, d)
	}
}

const header = "table,title,axis,metric,row,column,value,bold\n"

func TestReadReportsFileAndLine(t *testing.T) {
	read := func(text string) error {
		_, err := printed.Read(strings.NewReader(text), "", "mine.csv", metrics)
		return err
	}
	faults.Check(t, "faults.txt", func(_ *testing.T, text string) error { return read(text + "\n") })
	assert.ErrorContains(t, read(""), `mine.csv:1: the first line is "", must be table,`)
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(header + "1,T,sigma,accuracy_pct,0,a,95.08,1\n1,T,sigma,accuracy_pct,Average,a,95.08,0\n"))
	f.Add([]byte("table,title,axis,metric,row,column,value\nI,\"a, b\",against,winning_count,p=1,q=2,-1\n"))
	f.Add([]byte("\xef\xbb\xbf" + header))
	f.Fuzz(func(t *testing.T, text []byte) {
		tables, err := printed.Read(bytes.NewReader(text), "", "fuzz.csv", metrics)
		if err != nil {
			assert.Check(t, strings.HasPrefix(err.Error(), "fuzz.csv"),
				"the error does not begin with the file: %v", err)
			return
		}
		for _, table := range tables {
			for _, c := range table.Numbers() {
				again, err := printed.Parse(c.Text)
				assert.Check(t, err == nil && again.Mean() == c.Mean(),
					"%v: %q does not read back: %v", c.Place, c.Text, err)
				found, ok := table.At(c.Row, c.Column)
				assert.Check(t, ok && found.Place == c.Place, "%v is not found under its own row and column", c.Place)
			}
		}
	})
}

func ExampleRead() {
	const text = `table,title,axis,metric,row,column,value
4,Faces,images,reconstruction_error,15,p=1,2.07
4,Faces,images,reconstruction_error,15,p=2,2.24
`
	tables, err := printed.Read(strings.NewReader(text), "", "mine.csv", metrics)
	if err != nil {
		fmt.Println(err)
		return
	}
	cell, _ := tables[0].At("15", "p=2")
	fmt.Println(tables[0].Title, cell.Text, "±", cell.HalfWidth)
	// Output: Faces 2.24 ± 0.005
}

func find(t *testing.T, name string) printed.Table {
	t.Helper()
	tables, err := read("thesis", "")
	assert.NilError(t, err)
	i := slices.IndexFunc(tables, func(table printed.Table) bool { return table.Name() == name })
	assert.Assert(t, i >= 0, "no table %s", name)
	return tables[i]
}
