package document

import (
	"reflect"
	"testing"

	"gpca/report/internal/faults"
	"gpca/report/table"
)

// A text quotes numbers as its tables print them, by headings or by the keys of LaTeX.
func TestValues(t *testing.T) {
	rates := &table.Table{Number: "1", Decimals: 1, Columns: []string{"L1 (p = 1)", "mine", "p = 2"}, Rows: []table.Row{
		{Heading: "0", Cells: []table.Cell{{State: table.Filled, Value: 95.25}, {State: table.Filled, Value: -3.04}, {State: table.Filled, Value: 94}}},
		{Heading: "salt, 20%", Cells: []table.Cell{{State: table.Filled, Value: 90}, {State: table.Missing}, {State: table.Missing}}},
	}}
	numbered := Numbered{Tables: map[string]*table.Table{"1": rates}}
	faults.Answers(t, "values.txt", func(t *testing.T, source string) (got string) {
		blocks, err := Parse("t.md", source, numbered)
		if err != nil {
			return err.Error()
		}
		for _, span := range spansOf(blocks...) {
			got += span.Text
		}
		return got
	})
	code := "```\n::value[1 0 mine]\n```"
	blocks, err := Parse("t.md", code, numbered)
	if want := []Block{Written{Code{"::value[1 0 mine]"}, code}}; err != nil || !reflect.DeepEqual(blocks, want) {
		t.Errorf("code becomes %v, %v", blocks, err)
	}
}
