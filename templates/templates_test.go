package templates

import (
	"bytes"
	"context"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Code hosts parse Markdown before formulas: no formula may contain markup.
func TestFormulasAreNoMarkup(t *testing.T) {
	for _, name := range Names() {
		source, err := texts.ReadFile(name + ".md")
		assert.NilError(t, err)
		source = regexp.MustCompile(`{{[^}]*}}`).ReplaceAll(source, nil)
		var b bytes.Buffer
		assert.NilError(t, goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert(source, &b))
		shown := html.UnescapeString(b.String())
		for _, formula := range regexp.MustCompile(`\$\$[^$]+\$\$|\$[^$]+\$`).FindAllString(string(source), -1) {
			assert.Check(t, is.Contains(shown, formula),
				"%s: %s is shown otherwise; put a blank before its _, or a macro in place of a sign", name, formula)
		}
	}
}

// A text that runs or writes without end is stopped at its line, and so is one when the run ends.
func TestBounds(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\n{{range 1000000000}}a{{end}}", `text.md:2:8: executing "text.md" at <pass>: error calling pass: more than ` +
			`100000 passes through loops: let them run less often`},
		{"{{range 1000}}{{range 1000}}{{range 1000}}{{end}}{{end}}{{end}}", "text.md:1:36: "},
		{"{{range 99}}{{end}}{{if true}}\n{{with 1}}{{range 1000000}}{{end}}{{end}}{{end}}", "text.md:2:18: "},
		{`{{define "a"}}` + strings.Repeat("b", 1<<20) + `{{template "a"}}{{end}}` + "\n" + `{{template "a"}}`,
			"the text has more than 16 MiB: let loops write less"},
		{`{{$x := "\\"}}{{range 50}}{{$x = js $x}}{{end}}`, "a text of more than 1 MiB: let it grow less"},
		{`{{$x := "ab"}}{{range 50}}{{$x = printf "%s%s" $x $x}}{{end}}`, "a text of more than 1 MiB: let it grow less"},
		{`{{$x := "ab"}}{{range 50}}{{$x = print $x $x}}{{end}}`, "a text of more than 1 MiB: let it grow less"},
		{`{{printf "%1000000d" 1}}`, `"%1000000d": the width of a number has at most three digits`},
		{"{{pass}}", `function "pass" not defined`},
	} {
		_, err := Fill(t.Context(), "text.md", c.text, nil)
		assert.Check(t, err != nil && strings.HasPrefix(err.Error(), "text.md:") &&
			strings.Contains(err.Error(), c.want), "%.80s: got %v, want %s", c.text, err, c.want)
	}
	text, err := Fill(t.Context(), "text.md", `{{range 3}}{{.}} {{else}}no{{end}}{{printf "%.1f|%s" 2.0 "x"}}`, nil)
	want := "0 1 2 2.0|x"
	assert.NilError(t, err)
	assert.Equal(t, text, want, "%q, %v", text, err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Fill(ended, "text.md", "a", nil)
	assert.Equal(t, err, context.Canceled, "after the end of the run")
}
