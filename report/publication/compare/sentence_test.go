package compare_test

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
	for _, c := range []struct {
		name   string
		claims []string // text and rule
		want   string
	}{
		{"both hold", []string{"A" + holds, "A" + holds}, "Of 1 statement of the text about its tables and figures " +
			"1 holds by the reproduced numbers, 0 fail and 0 are undecided."},
		{"one fails", []string{"A" + holds, "A" + close, "A" + fails, "A" + open}, "about its tables and figures 0 " +
			"hold by the reproduced numbers, 1 fails and 0 are undecided."},
		{"one is undecided", []string{"A" + close, "A" + holds}, "figures 0 hold by the reproduced numbers, 0 fail " +
			"and 1 is undecided."},
		{"one is open", []string{"A" + holds, "A" + open}, "figures 0 hold by the reproduced numbers, 0 fail, 0 " +
			"are undecided and 1 is open for want of numbers."},
		{"one is undecided, one open", []string{"A" + close, "A" + open}, "figures 0 hold by the reproduced " +
			"numbers, 0 fail and 1 is undecided."},
		{"two sentences", []string{"A" + holds, "B" + fails}, "Of 2 statements of the text about its tables and " +
			"figures 1 holds by the reproduced numbers, 1 fails and 0 are undecided."},
		{"one without a table", []string{"A" + holds, "B" + alone, "B" + alone},
			"Of 1 statement of the text about its tables and figures 1 holds by the reproduced numbers, 0 fail and " +
				"0 are undecided. " +
				"Of 1 statement without a table or figure in print 1 holds by the reproduced numbers, 0 fail and 0 " +
				"are undecided."},
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
		claims := func(l string) bool { return strings.HasPrefix(l, "Claims: ") && strings.HasSuffix(l, c.want) }
		assert.Check(t, slices.ContainsFunc(headline, claims), "%s: %q, want %q", c.name, headline, c.want)
	}
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
