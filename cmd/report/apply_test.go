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
	if few, many := count(fitted), count(usual); few > many/2 {
		t.Errorf("robpca flags %d of 200 clean rows, and robpca skew %d", many, few)
	}
	if judged := flags("--model", "fitted/model.json", "--out", "judged"); judged != fitted {
		t.Errorf("the saved model judges otherwise:\n%s\nand the fit\n%s", judged, fitted)
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
	if o := execute(t, nil, "apply", "hbk.csv"); !strings.Contains(o.stdout, want) {
		t.Errorf("exit code %d, answer %q\n%s", o.code, o.stdout, o.stderr)
	}
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
		if err := json.Unmarshal([]byte(read(t, out, "manifest.json")), &m); err != nil || len(m.Files) < 40 {
			t.Errorf("the report has %d files (%v)", len(m.Files), err)
		}
		for _, f := range m.Files {
			if info, err := os.Stat(filepath.Join(out, f.Path)); err != nil || info.Size() == 0 {
				t.Errorf("%s is not written (%v)", f.Path, err)
			}
		}
		macros := read(t, out, "tables", "macros.tex")
		for _, class := range classes {
			if !strings.Contains(read(t, out, "tables", "table-3.csv"), strings.ReplaceAll(class, `"`, `""`)) {
				t.Errorf("table 3 lacks class %q", class)
			}
			key := table.MacroKey(class)
			if !strings.Contains(macros, "{3/"+key+"/") && !strings.Contains(macros, " stands for "+class+",") {
				t.Errorf("class %q has no macro and no note", class)
			}
		}
		execute(t, nil, "init", "--data", name, "--methods", `"f'=min(u, 1)",p=2`, out+".yaml").expectCode(t, exitFine)
		if o := execute(t, nil, "status", "--study", out+".yaml", "--out", "none"); o.code != exitFine {
			t.Errorf("the study cannot be planned: %s", o.stderr)
		}
	}
	for _, script := range []string{"a, b.py", "a].py", "{a: b}.py", "#.py"} {
		assert.NilError(t, os.WriteFile(script, []byte("import sys; sys.exit('not yet')"), 0o600))
		o := execute(t, nil, "apply", "x, 0].csv", "--method", script, "--out", "mine-out", "--force")
		if !strings.Contains(o.stderr, "nothing is found: command python3 ") || !strings.Contains(o.stderr, script) {
			t.Errorf("%s: %s", script, o.stderr)
		}
	}
}
