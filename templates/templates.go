// Package templates holds the text of the reports.
//
// A text is Markdown with the directives of package report/document, ::table[2.1]
// and ::figure[2.4], and with actions of text/template, which insert facts about the
// run. So no number of a run is typed into a sentence.
package templates

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"strings"
	"text/template"
)

//go:embed *.md
var texts embed.FS

// Names lists the texts.
func Names() []string {
	entries, _ := texts.ReadDir(".") // the embedded folder is always there
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".md"))
	}
	return names
}

// Text returns the text of that name with the facts put in.
func Text(name string, facts any) (string, error) {
	source, err := texts.ReadFile(name + ".md")
	if err != nil {
		return "", fmt.Errorf("no text %q for the report: %w", name, err)
	}
	return Fill(name+".md", string(source), facts)
}

// Fill puts the facts into a text. Name is that of the text in errors, which begin with
// it and the line.
func Fill(name, source string, facts any) (string, error) {
	t, err := template.New(name).Option("missingkey=error").Parse(source)
	if err != nil {
		return "", fault(err)
	}
	var b bounded
	if err := t.Execute(&b, facts); errors.Is(err, errLong) {
		return "", fmt.Errorf("%s: %w", name, err)
	} else if err != nil {
		return "", fault(err)
	}
	return b.text.String(), nil
}

// MaxBytes is how long a text may be: a book has about as much.
const MaxBytes = 1 << 20

var errLong = fmt.Errorf("the text, with all that is filled in, has more than %d bytes: shorten it, or part the study",
	MaxBytes)

// A bounded text is not longer than MaxBytes. A template may say in a line to go on for ever.
type bounded struct{ text bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	if b.text.Len()+len(p) > MaxBytes {
		return 0, errLong
	}
	return b.text.Write(p)
}

// fault words an error of text/template, whose place comes after the name of the package.
func fault(err error) error {
	return fmt.Errorf("%s: what stands between {{ and }} is filled in, as package text/template does it", strings.TrimPrefix(err.Error(), "template: "))
}
