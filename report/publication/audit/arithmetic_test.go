package audit_test

import (
	"bytes"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/publication/audit"
)

func TestWhatTheTextReckons(t *testing.T) {
	for says, want := range map[string]string{
		"2,800 = 120 × 14":        "page 3: the left side is 2800, and the right side 1680",
		"2,800 = 200 × 14":        "",
		"60 + 2 · 45 = 150":       "",
		"60 + 2 * 45 = 149":       "page 3: the left side is 150, and the right side 149",
		"0.33 × 3 = 1":            "", // as 0.33 is rounded
		"0.33 × 3 = 1.02":         "page 3: the left side is 0.975 to 1.005, and the right side 1.015 to 1.025",
		"1.5 × 2 = 3.1":           "", // 1.45 to 1.55
		"100 = 0.2 × 200 + 15":    "page 3: the left side is 100, and the right side 45 to 65",
		"1000000 × 1000000 = 1e9": "page 3: the left side is 1000000000000, and the right side 1000000000",
	} {
		links, err := audit.ReadLinks("links.yaml", []byte("equations: [{place: page 3, says: \""+says+"\"}]"))
		assert.NilError(t, err)
		r, err := audit.Run(nil, audit.Options{Links: links})
		assert.NilError(t, err)
		got := ""
		for _, f := range r.Findings {
			got += f.Message
		}
		assert.Check(t, got == want && (want == "" || r.Errors() == 1), "%s: %q, want %q", says, got, want)
		var page bytes.Buffer
		assert.NilError(t, r.WriteMarkdown(&page, alone))
		assert.Check(t, is.Equal(strings.Contains(page.String(), "### What the text reckons"), want != ""),
			"%s: %s", says, page.String())
	}
	for says, want := range map[string]string{
		"2,800 = 120 - 14": "write sums and products of positive numbers",
		"2,800":            "is no equation",
		"3 = 3 × × 1":      "is not a decimal number",
		"-3 = -3":          "is negative",
	} {
		_, err := audit.ReadLinks("links.yaml", []byte("equations: [{place: page 3, says: \""+says+"\"}]"))
		assert.Check(t, err != nil && strings.Contains(err.Error(), want) &&
			strings.HasPrefix(err.Error(), "links.yaml:1:"), "%s: error %v, want %s", says, err, want)
	}
}
