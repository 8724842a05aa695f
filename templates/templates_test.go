package templates

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// What a template goes on to write ends at a length, and says which text that is.
func TestFillEnds(t *testing.T) {
	const want = "own.md: the text, with all that is filled in, has more than 1048576 bytes: shorten it, or part the study"
	for _, source := range []string{strings.Repeat("a", MaxBytes+1), "{{range 1000000000}}a{{end}}"} {
		if _, err := Fill("own.md", source, nil); err == nil || err.Error() != want {
			t.Errorf("%.30q: got %v, want %s", source, err, want)
		}
	}
	if text, err := Fill("own.md", strings.Repeat("a", MaxBytes), nil); err != nil || len(text) != MaxBytes {
		t.Error(err)
	}
}

// Code hosts read the Markdown before they look for formulas: nothing in one may be markup.
func TestFormulasAreNoMarkup(t *testing.T) {
	for _, name := range Names() {
		source, err := texts.ReadFile(name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		source = regexp.MustCompile(`{{[^}]*}}`).ReplaceAll(source, nil)
		var b bytes.Buffer
		if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert(source, &b); err != nil {
			t.Fatal(err)
		}
		shown := html.UnescapeString(b.String())
		for _, formula := range regexp.MustCompile(`\$\$[^$]+\$\$|\$[^$]+\$`).FindAllString(string(source), -1) {
			if !strings.Contains(shown, formula) {
				t.Errorf("%s: %s is shown otherwise; put a blank before its _, or a macro in place of a sign", name, formula)
			}
		}
	}
}
