// Package templates holds the text of the reports as Markdown with the directives of package report/document,
// such as ::table[2.1] and ::figure[2.4], and with actions of text/template. These insert facts about the run,
// so that no number of a run is typed into a sentence.
package templates

import (
	"embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed *.md
var texts embed.FS

// Names lists the texts.
func Names() []string {
	entries, _ := texts.ReadDir(".") // embedded: cannot fail
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".md"))
	}
	return names
}

// Text returns the text of that name with the facts filled in.
func Text(name string, facts any) (string, error) {
	source, err := texts.ReadFile(name + ".md")
	if err != nil {
		return "", fmt.Errorf("no text %q for the report: %w", name, err)
	}
	return Fill(name+".md", string(source), facts)
}

// Fill fills the facts into a text. Its errors begin with name and the line.
func Fill(name, source string, facts any) (string, error) {
	t, err := template.New(name).Option("missingkey=error").Parse(source)
	if err != nil {
		return "", fault(err)
	}
	var b strings.Builder
	if err := t.Execute(&b, facts); err != nil {
		return "", fault(err)
	}
	return b.String(), nil
}

// fault returns an error of text/template without the name of that package.
func fault(err error) error {
	return fmt.Errorf("%s: what stands between {{ and }} is filled in, as package text/template does it",
		strings.TrimPrefix(err.Error(), "template: "))
}
