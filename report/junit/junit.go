// Package junit writes the outcome of checks as JUnit XML, which CI servers show as tests.
//
// There is no standard but what servers read: elements testsuites, testsuite and testcase,
// the last with a failure or a skipped inside
// (https://github.com/testmoapp/junitxml, as of 2024).
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
)

// A Suite is a group of checks.
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

type counts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
}

type message struct {
	Text string `xml:"message,attr"`
}

type testCase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Failure *message `xml:"failure"`
	Skipped *message `xml:"skipped"`
}

type testSuite struct {
	Name string `xml:"name,attr"`
	counts
	Cases []testCase `xml:"testcase"`
}

// Write writes suites under a name. The same suites give the same bytes: times are left out.
func Write(w io.Writer, name string, suites []Suite) error {
	all := struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		counts
		Suites []testSuite `xml:"testsuite"`
	}{Name: name}
	for _, s := range suites {
		suite := testSuite{Name: s.Name}
		for _, c := range s.Cases {
			test := testCase{Class: s.Name, Name: c.Name, File: c.File, Line: c.Line}
			suite.Tests++
			switch {
			case c.Failure != "":
				suite.Failures++
				test.Failure = &message{c.Failure}
			case c.Skipped != "":
				suite.counts.Skipped++
				test.Skipped = &message{c.Skipped}
			}
			suite.Cases = append(suite.Cases, test)
		}
		all.Tests += suite.Tests
		all.Failures += suite.Failures
		all.counts.Skipped += suite.counts.Skipped
		all.Suites = append(all.Suites, suite)
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	_, err := io.WriteString(w, xml.Header)
	if err == nil {
		err = e.Encode(all)
	}
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	if err != nil {
		return fmt.Errorf("junit: %w", err)
	}
	return nil
}
