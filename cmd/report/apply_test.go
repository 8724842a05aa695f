package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/table"
)

// Of clean skewed rows robpca flags many. By robpca skew it is few, and as many by its saved model.
func TestApplySkewed(t *testing.T) {
	long(t)
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(3, 4))
	lines := "a,b,c\n"
	for range 200 {
		u, v := r.NormFloat64(), r.NormFloat64()/2
		lines += fmt.Sprintf("%.4f,%.4f,%.4f\n", math.Exp(u), math.Exp(v), math.Exp(u+v)+r.NormFloat64()/9)
	}
	assert.NilError(t, os.WriteFile("my.csv", []byte(lines), 0o600))
	flags := func(args ...string) string {
		o := execute(t, nil, append([]string{"apply", "my.csv"}, args...)...)
		assert.Assert(t, o.code == 0, "exit code %d\n%s", o.code, o.stderr)
		return read(t, args[len(args)-1], "distances.csv")
	}
	count := func(distances string) int { return strings.Count(distances, ",true,") }
	usual := flags("--components", "2", "--out", "usual")
	fitted := flags("--components", "2", "--method", "robpca skew", "--out", "fitted")
	few, many := count(fitted), count(usual)
	assert.Check(t, few <= many/2, "robpca flags %d of 200 clean rows, and robpca skew %d", many, few)
	judged := flags("--model", "fitted/model.json", "--out", "judged")
	assert.Equal(t, judged, fitted, "the saved model judges otherwise:\n%s\nand the fit\n%s", judged, fitted)
}

// A machine that has nothing but the program: no home, no folder for temporary files, another language and time zone.
func TestApplyOnABareMachine(t *testing.T) {
	draw := func(out string) map[string]string {
		execute(t, nil, "apply", "../../report/dataset/library/testdata/foreign/train.csv", "--out", out).expect(t, exitFine, 1, 0, 0)
		return snapshot(t, out)
	}
	usual := draw(t.TempDir())
	out := t.TempDir()
	for name, value := range map[string]string{"HOME": "", "XDG_CACHE_HOME": "", "TMPDIR": "/nowhere", "PATH": "", "TZ": "Asia/Kathmandu",
		"LC_ALL": "tr_TR.UTF-8"} {
		t.Setenv(name, value)
	}
	if got := changedFiles(usual, draw(out)); got != "apply.yaml cells" { // which name their folder, and their writer
		t.Errorf("on a bare machine there differ %s", got)
	}
}

// The outlier map in the README is that of the data of Hawkins, Bradu and Kass, whose rows 1 to 14 are outlying.
func TestApplyDrawsTheMapOfTheReadme(t *testing.T) {
	long(t)
	source, err := os.ReadFile("../../solver/robust/testdata/hbk.csv")
	assert.NilError(t, err)
	kept, err := filepath.Abs("../../out/reference/robust/figures/outlier-map.svg")
	assert.NilError(t, err)
	t.Chdir(t.TempDir())
	assert.NilError(t, os.WriteFile("hbk.csv", source, 0o600))
	want := "\n14 of 75 rows are far out: 14 (13 × the cut-off), "
	o := execute(t, nil, "apply", "hbk.csv")
	assert.Check(t, is.Contains(o.stdout, want), "exit code %d, answer %q\n%s", o.code, o.stdout, o.stderr)
	drawn := read(t, "hbk-out", "figures", "fig-1.svg")
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(kept, []byte(drawn), 0o644))
	}
	if want, err := os.ReadFile(kept); err != nil || string(want) != drawn {
		t.Errorf("%s is another map (%v): go test ./cmd/report -run %s -update", kept, err, t.Name())
	}
}

// Whatever classes, methods and scripts are called, the study is drafted, and all of the report is written.
func TestApplyOfHostileNames(t *testing.T) {
	long(t)
	t.Chdir(t.TempDir())
	for i, classes := range [][]string{
		{"日本", "é", "Привет", "x, y", "x]", "{x", "- a", "a: b", "#", "? k"},
		{"<=50K", ">50K", "a b", "a_b", "a-b", "row 2", "2", "50%", `"q" 'r'`, `\input`},
	} {
		var b strings.Builder
		w := csv.NewWriter(&b)
		rows := [][]string{{"a, b", "? c", "d: e", "f]", "class"}}
		r := rand.New(rand.NewPCG(5, 6))
		for k := range 10 * len(classes) {
			var row []string
			for range 4 {
				row = append(row, fmt.Sprintf("%.4f", r.NormFloat64()))
			}
			rows = append(rows, append(row, classes[k%len(classes)]))
		}
		assert.NilError(t, w.WriteAll(rows))
		name := fmt.Sprintf("x, %d].csv", i)
		assert.NilError(t, os.WriteFile(name, []byte(b.String()), 0o600))
		out := fmt.Sprint("out-", i)
		execute(t, nil, "apply", name, "--class", "class", "--omit", "a, b", "--method", "min(u, 1)", "--out", out).
			expect(t, exitFine, 11, 0, 0)
		var m struct{ Files []struct{ Path string } }
		err := json.Unmarshal([]byte(read(t, out, "manifest.json")), &m)
		assert.Check(t, err == nil && len(m.Files) >= 40, "the report has %d files (%v)", len(m.Files), err)
		for _, f := range m.Files {
			info, err := os.Stat(filepath.Join(out, f.Path))
			assert.Check(t, err == nil && info.Size() != 0, "%s is not written (%v)", f.Path, err)
		}
		macros := read(t, out, "tables", "macros.tex")
		for _, class := range classes {
			assert.Check(t, is.Contains(read(t, out, "tables", "table-3.csv"), strings.ReplaceAll(class, `"`, `""`)),
				"table 3 lacks class %q", class)
			key := table.MacroKey(class)
			if !strings.Contains(macros, "{3/"+key+"/") && !strings.Contains(macros, " stands for "+class+",") {
				t.Errorf("class %q has no macro and no note", class)
			}
		}
		execute(t, nil, "init", "--data", name, "--methods", `"f'=min(u, 1)",p=2`, out+".yaml").expectCode(t, exitFine)
		o := execute(t, nil, "status", "--study", out+".yaml", "--out", "none")
		assert.Check(t, is.Equal(o.code, exitFine), "the study cannot be planned: %s", o.stderr)
	}
	for _, script := range []string{"a, b].py", "{a: b}#.py"} {
		assert.NilError(t, os.WriteFile(script, []byte("import sys; sys.exit('not yet')"), 0o600))
		o := execute(t, nil, "apply", "x, 0].csv", "--method", script, "--out", "mine-out", "--force")
		assert.Check(t, strings.Contains(o.stderr, "nothing is found: command python3 ") &&
			strings.Contains(o.stderr, script), "%s: %s", script, o.stderr)
	}
}
