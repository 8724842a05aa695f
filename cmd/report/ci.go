package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"gpca/report/junit"
)

// writeJUnit writes the file of --junit, if there is to be one.
func (p *program) writeJUnit(name string, suites []junit.Suite) error {
	if p.options.junit == "" {
		return nil
	}
	var b bytes.Buffer
	err := junit.Write(&b, name, suites)
	if err == nil {
		err = os.WriteFile(p.options.junit, b.Bytes(), 0o644)
	}
	if err != nil {
		return fmt.Errorf("--junit: %w", err)
	}
	return nil
}

// annotate shows a message beside a line of a file, from 1, 0 for none, where GitHub runs
// the program. Standard error is read for it as well as standard output, which is for the
// answer. What has a meaning is escaped:
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
func (p *program) annotate(level, file string, line int, title, text string) {
	if p.getenv("GITHUB_ACTIONS") != "true" {
		return
	}
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	at := ""
	if line > 0 {
		at = fmt.Sprintf("file=%s,line=%d,", property.Replace(file), line)
	}
	fmt.Fprintf(p.stderr, "::%s %stitle=%s::%s\n", level, at, property.Replace(title), data.Replace(text))
}
