// Package junit writes the outcome of checks as JUnit XML, which CI servers show as tests.
//
// There is no standard but what servers read: elements testsuites, testsuite and testcase,
// the last with a failure or a skipped inside
// (https://github.com/testmoapp/junitxml, as of 2024).
package junit

import (
	_ "embed"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"gpca/report/words"
)

type Suite struct {
	Name  string
	Cases []Case
}

// A Case is a check. It passed unless it says why it failed, or why it is undecided.
type Case struct {
	Name string
	// File and Line are where it is about, empty and 0 for nowhere.
	File             string
	Line             int
	Failure, Skipped string
}

//go:embed junit.tmpl
var text string

var file = template.Must(template.New("junit").Funcs(template.FuncMap{"attr": attribute, "counts": counts}).Parse(text))

func attribute(name, value string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(value))
	return fmt.Sprintf(` %s="%s"`, name, &b), err
}

func counts(cases []Case) string {
	failures, skipped := 0, 0
	for _, c := range cases {
		if c.Failure != "" {
			failures++
		} else if c.Skipped != "" {
			skipped++
		}
	}
	return fmt.Sprintf(` tests="%d" failures="%d" errors="0" skipped="%d"`, len(cases), failures, skipped)
}

// Write writes suites under a name. The same suites give the same bytes: times are left out.
func Write(w io.Writer, name string, suites []Suite) error {
	all := slices.Concat(words.Each(suites, func(s Suite) []Case { return s.Cases })...)
	err := file.Execute(w, struct {
		Name   string
		Suites []Suite
		All    []Case
	}{name, suites, all})
	if err != nil {
		return fmt.Errorf("junit: %w", err)
	}
	return nil
}
