package document

import (
	"reflect"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/table"
)

// A text quotes numbers as its tables print them, by headings or by the keys of LaTeX.
func TestValues(t *testing.T) {
	rates := &table.Table{Number: "1", Decimals: 1, Columns: []string{"L1 (p = 1)", "mine", "p = 2"}, Rows: []table.Row{
		{Heading: "0", Cells: []table.Cell{{State: table.Filled, Value: 95.25}, {State: table.Filled, Value: -3.04}, {State: table.Filled, Value: 94}}},
		{Heading: "salt, 20%", Cells: []table.Cell{{State: table.Filled, Value: 90}, {State: table.Missing}, {State: table.Missing}}},
	}}
	numbered := Numbered{Tables: map[string]*table.Table{"1": rates}}
	for source, want := range map[string]string{
		"It is ::value[1 0 L1 (p = 1)] percent.":      "It is 95.2 percent.",
		"::value[1 0 L1 (p=1)]":                       "95.2",
		"::value[1 0 mine]":                           "−3.0",
		"**::value[1 salt-20 L1-p-1]**":               "90.0",
		"`::value[1 0 mine]` is ::value[1 0 mine]":    "::value[1 0 mine] is −3.0",
		"```algorithm 1 A\nat ::value[1 0 mine]\n```": "at −3.0",
		"- ::value[1 0 mine]\n  ```\n  a\n  ```\n":    "−3.0",
		"::value[1 salt, 20% mine] yet":               "missing yet",
	} {
		blocks, err := Parse("t.md", source, numbered)
		assert.NilError(t, err, source)
		got := ""
		for _, span := range spansOf(blocks...) {
			got += span.Text
		}
		assert.Check(t, is.Equal(got, want), source)
	}
	code := "```\n::value[1 0 mine]\n```"
	blocks, err := Parse("t.md", code, numbered)
	if want := []Block{Written{Code{"::value[1 0 mine]"}, code}}; err != nil || !reflect.DeepEqual(blocks, want) {
		t.Errorf("code becomes %v, %v", blocks, err)
	}
	for source, want := range map[string]string{
		"\n::value[2 0 mine]":   `t.md:2: there is no table "2"`,
		"::value[1 0 theirs]\n": `t.md:1: table 1 has no number "0 theirs": name a row of 0 and salt-20, and a column of L1-p-1, mine and p-2`,
	} {
		_, err := Parse("t.md", source, numbered)
		assert.Check(t, is.ErrorContains(err, want), "%q", source)
	}
}
