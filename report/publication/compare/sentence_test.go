package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/claim"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
)

// A sentence counts once for all of its claims. Those without a printed table or figure are counted apart.
func TestSentencesCountOnce(t *testing.T) {
	const (
		holds = ", rule: beats, table: '1', columns: [p=2], over: [p=1], rows: ['20']}"
		fails = ", rule: beats, table: '1', columns: [p=1], over: [p=2], rows: ['20']}"
		close = ", rule: beats, table: '3', columns: [p=2], over: [p=1], rows: [Balance]}"
		open  = ", rule: beats, table: '1', columns: [tanh], over: [p=1], rows: ['20']}"
		alone = ", rule: value, table: T.1, columns: [rate], rows: ['a=30'], value: '95', within: '0.5', source: Table 1}"
	)
	var said strings.Builder
	for _, c := range []struct {
		name   string
		claims []string // text and rule
	}{
		{"both hold", []string{"A" + holds, "A" + holds}},
		{"one fails", []string{"A" + holds, "A" + close, "A" + fails, "A" + open}},
		{"one is undecided", []string{"A" + close, "A" + holds}},
		{"one is open", []string{"A" + holds, "A" + open}},
		{"one is undecided, one open", []string{"A" + close, "A" + open}},
		{"two sentences", []string{"A" + holds, "B" + fails}},
		{"one without a table", []string{"A" + holds, "B" + alone, "B" + alone}},
	} {
		o := inPrint(t)
		var source strings.Builder
		for i, text := range c.claims {
			source.WriteString("- {id: c" + string(rune('a'+i)) + ", place: Section 1, text: " + text + "\n")
		}
		var err error
		o.Claims, err = claim.Read("claims.yaml", []byte(source.String()))
		assert.NilError(t, err)
		s := tiny("car")
		s.readers["T.1"] = s.readers["5"]
		of, err := compare.Compare(s, o)
		assert.NilError(t, err)
		headline := of.Facts().Conclusions()
		at := slices.IndexFunc(headline, func(l string) bool { return strings.HasPrefix(l, "Claims: ") })
		fmt.Fprintf(&said, "%s: %s\n", c.name, headline[at])
	}
	golden.Assert(t, said.String(), "sentences.txt")
}

func TestForcedSentences(t *testing.T) {
	for column, want := range map[string]string{"p=1": "1 holds by the reproduced numbers (1 of them could not " +
		"have come out otherwise)", "p=2": "1 holds by the reproduced numbers, 0 fail"} {
		o := inPrint(t)
		o.Links.Forced = []audit.Forced{{Cells: audit.Cells{Tables: []string{"3"}, Columns: []string{column}}, Why: "it is so"}}
		o.Claims = slices.DeleteFunc(o.Claims, func(c claim.Claim) bool { return c.ID != "level" }) // about p=1
		of, err := compare.Compare(tiny("car"), o)
		assert.NilError(t, err)
		assert.Check(t, is.Contains(of.Facts().Conclusions()[2], want), "%s is forced", column)
	}
}
