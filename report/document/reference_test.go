package document

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/document/internal/structure"
)

func TestReferences(t *testing.T) {
	anchors := map[string]*structure.Place{"table-2.1": {}, "table-2.4": {}, "table-KC.1": {}, "figure-2.1a": {}, "table-3": {}}
	for _, c := range []struct {
		spans []Span
		want  string // links in brackets
	}{
		{[]Span{{Text: "See Table 2.1."}}, "See [Table 2.1]."},
		{[]Span{{Text: "Tables 2.1 to 2.4, and KC.1 and 9.9"}}, "[Tables 2.1] to [2.4], and [KC.1] and 9.9"},
		{[]Span{{Text: "Table 3, Figure 2.1a; Figure 3 and Tables of it, Table 2.10"}}, "[Table 3], [Figure 2.1a]; Figure 3 and Tables of it, Table 2.10"},
		{[]Span{{Text: "Table 2.1: ", Strong: true}, {Text: "Table 3", Code: true}, {Text: "Table 3", Emphasis: true}}, "Table 2.1: Table 3[Table 3]"},
		{[]Span{{Text: "all of Table\u00a02.4"}}, "all of [Table\u00a02.4]"},
		{[]Span{{Text: ""}, {Text: "Constable 3"}}, "Constable 3"},
	} {
		var got strings.Builder
		for _, s := range withReferences(c.spans, anchors) {
			if s.Link != "" {
				s.Text = "[" + s.Text + "]"
			}
			got.WriteString(s.Text)
		}
		assert.Check(t, is.Equal(got.String(), c.want))
	}
}

// Variables are italic and stay beside their numbers, in all writers; code, words and options stay as they are.
func TestTypeset(t *testing.T) {
	for text, want := range map[string]string{
		"for p = 0.5 and (σ < 3)":        "for |*p*|\u00a0=\u00a00.5 and (|*σ*|\u00a0<\u00a03)",
		"f(u) and f′(x) grow":            "*f*|(|*u*|) and |*f*|′(|*x*|) grow",
		"39 × the cut-off, by -0.3":      "39\u00a0×\u00a0the cut-off, by −0.3",
		"Figure 2.1, a tab = 3, --top 5": "Figure\u00a02.1, a tab = 3, --top 5",
	} {
		var got []string
		for _, s := range typeset([]Span{{Text: text}}) {
			if s.Emphasis {
				s.Text = "*" + s.Text + "*"
			}
			got = append(got, s.Text)
		}
		assert.Check(t, is.Equal(strings.Join(got, "|"), want), "%q is set as", text)
	}
	link := []Span{{Text: "Table\u00a02", Link: "#t"}, {Text: "-3, or "}, {Text: "CVE", Code: true}, {Text: "-2019"}}
	assert.DeepEqual(t, typeset(link), link)
	set := typeset([]Span{{Text: "for p = 1.5, f(u)"}})
	assert.DeepEqual(t, typeset(set), set) // a variable in italics already stands once
	code := (Span{Text: "p = 1", Code: true})
	assert.Check(t, slices.Equal(typeset([]Span{code}), []Span{code}), "code is set as text")
}
