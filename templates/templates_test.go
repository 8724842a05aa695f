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

// Code hosts parse Markdown before formulas: no formula may contain markup.
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
