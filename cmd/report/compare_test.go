package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpca/report"
	"gpca/report/experiment"
	"gpca/report/plan"
)

// storeReal leaves results in a folder as if they were on real data: those of a table of
// the thesis in its row of a level, by method.
func storeReal(t *testing.T, out, table, level string, values map[string][]float64) {
	t.Helper()
	s, err := report.OpenStudy("thesis")
	if err != nil {
		t.Fatal(err)
	}
	real := func(string) bool { return true }
	p, err := plan.New(t.Context(), s, report.OpenLibrary(s, nil, real), plan.Selection{Tables: []string{table}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	results, _, err := report.OpenStore(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := results.Append("cells"); err != nil {
		t.Fatal(err)
	}
	for _, q := range p.Asked() {
		key, ok := p.Key(q)
		at := slices.IndexFunc(p.Cells, func(c experiment.Cell) bool { return c.Key() == key })
		v := values[q.Method.Name]
		if !ok || v == nil || level != "" && q.Point[experiment.Level] != level {
			continue
		}
		m, err := experiment.MeasureOf(q.Experiment, q.Measure)
		if err != nil {
			t.Fatal(err)
		}
		r := experiment.Result{Key: key, Cell: p.Cells[at], Values: map[string][]float64{m.Name: v}}
		if err := results.Put(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := results.Close(); err != nil {
		t.Fatal(err)
	}
}

// storeLetter leaves what Table 2.13 shows of the real Letter data: the printed 61.84,
// 61.83, 61.40 and 61.80 moved by shift.
func storeLetter(t *testing.T, out string, shift float64) {
	t.Helper()
	values := map[string][]float64{}
	for method, printed := range map[string]float64{"a=30": 61.84, "a=90": 61.83, "p=1": 61.4, "p=2": 61.8} {
		v := printed + shift
		values[method] = []float64{v, v + 0.1, v - 0.1, v, v}
	}
	storeReal(t, out, "2.13", "", values)
}

func TestCompare(t *testing.T) {
	out := t.TempDir()
	storeLetter(t, out, 0.05)
	o := execute(t, nil, "compare", "--table", "2.13", "--out", out, "--check")
	o.expect(t, exitFine, 4, 0, 0)
	if want := "2.13         4         0           0      4       0          0\n"; !strings.Contains(o.stdout, want) {
		t.Errorf("standard output\n%swant a line\n%s", o.stdout, want)
	}
	if want := "  30       61.89 (61.84) =\n"; !strings.Contains(o.stdout, want) {
		t.Errorf("standard output\n%swant a line\n%s", o.stdout, want)
	}
	for _, file := range []string{"compare.md", "compare.csv"} {
		if !strings.Contains(read(t, out, file), "61.84") {
			t.Errorf("%s does not hold the printed number", file)
		}
	}

	storeLetter(t, out, 3)
	tests := filepath.Join(t.TempDir(), "compare.xml")
	o = execute(t, nil, "compare", "--table", "2.13", "--out", out, "--check", "--json", "--junit", tests)
	if o.code != exitCheck || !strings.Contains(o.stderr, "4 numbers differ, 0 of them by a misprint") {
		t.Errorf("exit code %d, standard error %s", o.code, o.stderr)
	}
	if text := read(t, tests); !strings.Contains(text, `2.13, Optimize a: UCI Letter test results" tests="4" failures="4" errors="0" skipped="0"`) || !strings.Contains(text, "61.84 printed, 64.84 ± ") {
		t.Errorf("the tests are %s", text)
	}
	var tables []struct {
		Table  string
		Differ int
	}
	if err := json.Unmarshal([]byte(o.stdout), &tables); err != nil {
		t.Fatal(err)
	}
	if len(tables) != 1 || tables[0].Table != "2.13" || tables[0].Differ != 4 {
		t.Errorf("the answer in JSON is %+v", tables)
	}
}

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

// Without real data nothing is compared, which is said, and is the failure of a check.
func TestCompareGeneratedData(t *testing.T) {
	out := t.TempDir()
	execute(t, nil, "compare", "--table", "2.13", "--out", out).expect(t, exitFine, 0, 0, 4)
	tests := filepath.Join(t.TempDir(), "compare.xml")
	o := execute(t, nil, "compare", "--table", "2.13", "--out", out, "--check", "--junit", tests)
	o.expect(t, exitCheck, 0, 0, 4)
	if text := read(t, tests); !strings.Contains(text, `tests="4" failures="0" errors="0" skipped="4"`) {
		t.Errorf("the tests are %s", text)
	}
	if !strings.Contains(o.stderr, "nothing is compared") || !strings.Contains(read(t, out, "compare.md"), "generated") {
		t.Errorf("nobody says that nothing is compared: %s", o.stderr)
	}
}

// Names that meet nothing in print are named, and are not taken for missing results.
func TestCompareNamesWhatMeetsNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("table1.csv", []byte("Data,L1,L2\nFlowers,72.3,69.3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	execute(t, nil, "init", "--paper", "kwak", "table1.csv").expectCode(t, exitFine)
	const study = "name: again\ntitle: Again\nrepeats: ./kwak\nrepetitions: 1\n" +
		"experiments: [{name: e, data: iris, split: {folds: 2}, components: 1}]\n" +
		"tables: [{number: \"1\", caption: C, experiment: e, rows: [{label: Flowers, data: iris}], columns: [p=1, p=2]}]\n"
	for _, c := range [][3]string{
		{`"1"`, `"3"`, "the study shows no table with the number of a printed one"},
		{"Flowers", "flowers", `Table 1: the study has no row "Flowers" here`},
		{"none", "none", `Table 1: unknown method "L2"`},
	} {
		if err := os.WriteFile("again.yaml", []byte(strings.ReplaceAll(study, c[0], c[1])), 0o600); err != nil {
			t.Fatal(err)
		}
		o := execute(t, nil, "compare", "--study", "again.yaml")
		if !strings.Contains(o.stderr, "nothing is compared: "+c[2]) || !strings.Contains(read(t, "out", "compare.md"), c[2]) {
			t.Errorf("standard error %q, want %q", o.stderr, c[2])
		}
	}
}

func TestCompareNeedsAPublication(t *testing.T) {
	o := execute(t, nil, "compare", "--study", tiny, "--out", t.TempDir())
	if o.code != exitError || !strings.Contains(o.stderr, "study tiny repeats no publication") {
		t.Errorf("exit code %d, standard error %q", o.code, o.stderr)
	}
}

func TestAudit(t *testing.T) {
	long(t)
	out := t.TempDir()
	o := execute(t, nil, "audit", "--out", out, "--check")
	o.expectCode(t, exitCheck)
	if !strings.Contains(o.stdout, "winning count") {
		t.Errorf("standard output %q", o.stdout)
	}
	if text := read(t, out, "audit.md"); !strings.Contains(text, "Table 3.1") || strings.Contains(text, "rerun confirms it") {
		t.Error("audit.md does not name Table 3.1, or speaks of a rerun that is not there")
	}

	// The printed 95.41 should be 96.41; so says the column's average, and so does
	// who computes it again. What is found remains the same.
	rerun := t.TempDir()
	storeReal(t, rerun, "3.1", "0", map[string][]float64{"p=1.5": {96.4125}})
	again := execute(t, nil, "audit", "--out", rerun, "--check")
	if again.stdout != o.stdout {
		t.Errorf("with results, the audit answers\n%swithout\n%s", again.stdout, o.stdout)
	}
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
	if err := json.Unmarshal([]byte(execute(t, nil, "audit", "--out", out, "--json").stdout), &answers); err != nil {
		t.Fatal(err)
	}
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

// A report that was drawn from a results.csv has the results of that, for whoever draws it
// again without cells; where they cannot be read, it is left alone.
// A comparison that is drawn first does not pass for the report.
func TestReportAfterCompare(t *testing.T) {
	out := t.TempDir()
	storeLetter(t, out, 0.05)
	for _, verb := range []string{"compare", "render"} {
		execute(t, nil, "--study", "thesis", "--table", "2.13", verb, "--out", out).expect(t, exitFine, 4, 0, 0)
	}
	if files := snapshot(t, out); files["report.pdf"] == "" {
		t.Errorf("after compare, render draws no report: %v", slices.Sorted(maps.Keys(files)))
	}
}

func TestCompareWithoutCells(t *testing.T) {
	long(t)
	first, out := t.TempDir(), t.TempDir()
	storeLetter(t, first, 0.05)
	thesis := []string{"--study", "thesis", "--table", "2.13"}
	execute(t, nil, append(thesis, "render", "--out", first)...).expect(t, exitFine, 4, 0, 0)
	from := filepath.Join(first, "results.csv")
	execute(t, nil, append(thesis, "render", "--out", out, "--from", from)...).expect(t, exitFine, 4, 0, 0)
	before := snapshot(t, out)
	compare := append(thesis, "compare", "--out", out)
	execute(t, nil, append(compare, "--check")...).expect(t, exitFine, 4, 0, 0)
	execute(t, nil, "audit", "--study", "thesis", "--out", out).expectCode(t, exitFine)
	changed := changedFiles(before, snapshot(t, out))
	if changed != "" || !strings.Contains(before["compare.md"], "4 match") {
		t.Errorf("drawn again, other files are %q", changed)
	}

	before = snapshot(t, out)
	if err := os.WriteFile(filepath.Join(out, "results.csv"), []byte("study,key\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := execute(t, nil, compare...)
	changed = changedFiles(before, snapshot(t, out))
	if o.code != exitError || !strings.Contains(o.stderr, "results.csv:1: no column") || changed != "results.csv" {
		t.Errorf("exit code %d, other files are %q: %s", o.code, changed, o.stderr)
	}
}
