package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// On a terminal, what differs is red, and so is the line of a table that has some.
func TestWhatDiffersIsRed(t *testing.T) {
	for _, c := range []struct {
		rows        [][]string
		lines, want string
	}{
		{[][]string{{"TABLE", "DIFFER"}, {"2.1", " 0"}, {"2.2", "10"}}, "T D\n2.1 0\n2.2 10\n", "T D\n2.1 0\n\x1b[31m2.2 10\x1b[m\n"},
		{[][]string{{"n", "L1", "L2"}, {"0", "1", "2"}}, "n L1 L2\n0 1.5 (1.9) ≠  2.0 (2.0) =\n",
			"n L1 L2\n0 \x1b[31m1.5 (1.9) ≠\x1b[m  2.0 (2.0) =\n"},
	} {
		lines := strings.SplitAfter(c.lines, "\n")
		if redden(lines, c.rows); strings.Join(lines, "") != c.want {
			t.Errorf("%q is painted %q, want %q", c.lines, lines, c.want)
		}
	}
}

func TestAudit(t *testing.T) {
	long(t)
	out := t.TempDir()
	o := execute(t, nil, "audit", "--out", out, "--check")
	o.expectCode(t, exitCheck)
	assert.Check(t, strings.Contains(o.stdout, "winning count"), "standard output %q", o.stdout)
	if text := read(t, out, "audit.md"); !strings.Contains(text, "Table 3.1") || strings.Contains(text, "rerun confirms it") {
		t.Error("audit.md does not name Table 3.1, or speaks of a rerun that is not there")
	}

	// The printed 95.41 should be 96.41; so says the column's average, and so does
	// who computes it again. What is found remains the same.
	rerun := t.TempDir()
	assert.NilError(t, storeReal(rerun, "3.1", "0", map[string][]float64{"p=1.5": {96.4125}}))
	again := execute(t, nil, "audit", "--out", rerun, "--check")
	assert.Check(t, again.stdout == o.stdout, "with results, the audit answers\n%swithout\n%s", again.stdout, o.stdout)
	if text := read(t, rerun, "audit.md"); !strings.Contains(text, "The rerun confirms it: 96.41") {
		t.Error("audit.md does not say that the rerun bears out 96.41")
	}

	// Averages by strict rounding and beyond it, and what may have been meant.
	if !regexp.MustCompile(`(?m)^thesis +average +95 +14 +6$`).MatchString(o.stdout) || !regexp.MustCompile(`(?m)^thesis +average, paper +48 +2 +4$`).MatchString(o.stdout) {
		t.Errorf("the averages are not counted by text:\n%s", o.stdout)
	}
	var answers []struct {
		Findings []struct{ Check, Table, Row, Column, Printed, Severity string }
		Excused  []struct{ Check, Table, Severity string }
		Mistakes []struct {
			Rule, Confidence string
			Edits            []struct{ Table, Row, Column, Printed, Suggested string }
			Findings         []int
		}
	}
	assert.NilError(t, json.Unmarshal([]byte(execute(t, nil, "audit", "--out", out, "--json").stdout), &answers))
	found, answer := false, answers[0]
	for _, m := range answer.Mistakes {
		if e := m.Edits[0]; e.Table == "3.1" && e.Row == "60" && e.Column == "p=0.5" {
			found = e.Printed == "94.20" && e.Suggested == "95.20" && m.Rule == "as printed elsewhere" && m.Confidence == "high" && len(m.Findings) == 3 &&
				answer.Findings[m.Findings[0]].Table == "3.1" && answer.Findings[m.Findings[0]].Check == "average"
		}
	}
	if !found || len(answer.Excused) != 13 || answer.Excused[0].Severity != "excused" {
		t.Errorf("the answer in JSON does not have the mistake of Table 3.1, or 13 excused: %+v", answer)
	}

	o = execute(t, map[string]string{"GITHUB_ACTIONS": "true"}, "audit", "--out", out, "--json")
	if want := "::error file=report/publication/"; !strings.Contains(o.stderr, want) {
		t.Errorf("standard error %q does not have %q", o.stderr, want)
	}
}

// What has a meaning to GitHub does not reach it from a file.
func TestAnnotate(t *testing.T) {
	var b bytes.Buffer
	p := &program{stderr: &b, getenv: func(string) string { return "true" }}
	p.annotate("error", "a,b:c%.csv", 7, "x:y", "5%\r\n::set-env::")
	p.annotate("warning", "a.csv", 0, "", "everywhere")
	if want := "::error file=a%2Cb%3Ac%25.csv,line=7,title=x%3Ay::5%25%0D%0A::set-env::\n::warning title=::everywhere\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
