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
	if err := os.WriteFile("my.csv", []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	flags := func(args ...string) string {
		o := execute(t, nil, append([]string{"apply", "my.csv"}, args...)...)
		if o.code != 0 {
			t.Fatalf("exit code %d\n%s", o.code, o.stderr)
		}
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

// A table of correlated columns with one outlier, whose rows have names, is described; its model judges some of the
// rows as before.
func TestApply(t *testing.T) {
	long(t)
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(3, 4))
	lines := []string{"name,a,b,c,kind"}
	for i := range 40 {
		u, v := r.NormFloat64(), r.NormFloat64()
		a, b, c := u+r.NormFloat64()/9, v+r.NormFloat64()/9, u+v+r.NormFloat64()/9
		if i == 6 {
			c += 12
		}
		lines = append(lines, fmt.Sprintf("=s%02d,%.4f,%.4f,%.4f,%s", i, a, b, c, []string{"x", "y"}[i%2]))
	}
	save := func(name string, lines ...string) {
		if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	save("my.csv", lines...)
	o := execute(t, nil, "apply", "my.csv", "--components", "2", "--class", "kind")
	wanted := "40 rows, columns as they are, since no column varies 10 times as much as another (--scale mad divides " +
		"them); 2 components as --components says\n" +
		"1 of 40 rows is far out: =s06 (40 × the cut-off); 6 more lie beyond a cut-off, where chance alone puts " +
		"about 4\nmy-out/report.pdf\n"
	if o.code != 0 || o.stdout != wanted || !strings.Contains(o.stderr, "id: name, which names the rows") {
		t.Errorf("exit code %d, answer %q\n%s", o.code, o.stdout, o.stderr)
	}
	text := read(t, "my-out", "report.md")
	for _, want := range []string{"=s06 ", "c (", "Table 3:** Each class by itself", "Figure 6:** Cells"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	if o := execute(t, nil, "verify", "--out", "my-out"); o.code != 0 {
		t.Errorf("verify: exit code %d\n%s%s", o.code, o.stdout, o.stderr)
	}
	save("mine.py", "import sys; sys.exit('not yet')")
	execute(t, nil, "apply", "my.csv", "--class", "kind", "--method", "mine.py", "--out", "mine-out")
	mine := "name: mine.py\n    command:\n      - python3\n      - ../mine.py\n"
	if text := read(t, "mine-out", "apply.yaml"); !strings.Contains(text, mine) {
		t.Errorf("a script is no method of the study:\n%s", text)
	}
	distances := read(t, "my-out", "distances.csv")
	if !strings.HasPrefix(distances, "id,score_distance,orthogonal_distance,") ||
		!strings.Contains(distances, "\n'=s06,") {
		t.Errorf("distances.csv is\n%s", distances)
	}
	save("new.csv", lines[0], lines[7], lines[20])
	if o = execute(t, nil, "apply", "new.csv", "--model", "my-out/model.json", "--id", "name"); o.code != 0 {
		t.Fatalf("exit code %d\n%s", o.code, o.stderr)
	}
	for _, row := range strings.Split(strings.TrimSpace(read(t, "new-out", "distances.csv")), "\n")[1:] {
		if !strings.Contains(distances, "\n"+row+"\n") {
			t.Errorf("row %q is not as before", row)
		}
	}
	save("other.csv", "name,a,b,d", "x,1,2,3", "y,2,1,4")
	save("gaps.csv", "a,b", "1,2", "2,", "3,1", "5,4", "4,3")
	for args, want := range map[string]string{
		"apply other.csv --model my-out/model.json": `the model has a column "c" and the table has none of that name`,
		"apply my.csv --method robpc":               "did you mean robpca or robpca skew?; or an expression of u",
		"apply my.csv --method robpca,grid":         "mcd, detmcd, tyler, r1, fms, macropca",
		"apply my.csv --components some":            `--components is "some": give a number from 1, or auto`,
		"apply my.csv --scale wide":                 `unknown scale "wide"`,
		"apply gaps.csv --method robpca":            "--missing impute to replace them by the median",
		"apply gaps.csv --missing keep":             `--missing is "keep", must be drop or impute`,
		"apply":                                     "apply needs a file",
		"apply my.csv --out new-out":                "belongs to study",
	} {
		if o := execute(t, nil, strings.Fields(args)...); o.code != 1 || !strings.Contains(o.stderr, want) {
			t.Errorf("%s: exit code %d, %q, want %q", args, o.code, o.stderr, want)
		}
	}
	if o := execute(t, nil, "apply", "gaps.csv"); o.code != 0 || !strings.Contains(o.stderr, "method: macropca, as") {
		t.Errorf("exit code %d\n%s", o.code, o.stderr)
	}
	if o := execute(t, nil, "apply", "gaps.csv", "--out", "filled", "--missing", "impute", "--method", "u/(1+u)"); o.code != 0 {
		t.Errorf("exit code %d\n%s", o.code, o.stderr)
	}
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
	source, err := os.ReadFile("../../solver/robust/testdata/hbk.csv")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Abs("../../out/reference/robust/figures/outlier-map.svg")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hbk.csv", source, 0o600); err != nil {
		t.Fatal(err)
	}
	want := "\n14 of 75 rows are far out: 14 (13 × the cut-off), "
	if o := execute(t, nil, "apply", "hbk.csv"); !strings.Contains(o.stdout, want) {
		t.Errorf("exit code %d, answer %q\n%s", o.code, o.stdout, o.stderr)
	}
	drawn := read(t, "hbk-out", "figures", "fig-1.svg")
	if golden.FlagUpdate() {
		if err := os.WriteFile(kept, []byte(drawn), 0o644); err != nil {
			t.Fatal(err)
		}
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
		if err := w.WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("x, %d].csv", i)
		if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
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
		if err := os.WriteFile(script, []byte("import sys; sys.exit('not yet')"), 0o600); err != nil {
			t.Fatal(err)
		}
		o := execute(t, nil, "apply", "x, 0].csv", "--method", script, "--out", "mine-out", "--force")
		if !strings.Contains(o.stderr, "nothing is found: command python3 ") || !strings.Contains(o.stderr, script) {
			t.Errorf("%s: %s", script, o.stderr)
		}
	}
}

// What cannot be drawn or written is named, and stops nothing else: files, tests for CI and answers.
func TestFailedOutputs(t *testing.T) {
	long(t)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("my.csv", []byte(leaves(30)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, blocked := range []string{"my-out/report.md/x", "my-out/tables/macros.tex/x"} {
		if err := os.MkdirAll(blocked, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // also where nothing has changed
		o := execute(t, nil, "apply", "my.csv")
		last := o.lines()[len(o.lines())-1]
		if o.code != exitError || !strings.Contains(last, "0 failed, 0 missing, 2 outputs not drawn; exit 1") ||
			!strings.Contains(o.stderr, "report.md is not written: ") || !strings.Contains(o.stdout, "of 30 rows") {
			t.Errorf("exit code %d, says %q\n%s", o.code, o.stdout, o.stderr)
		}
	}
	for _, file := range []string{"report.pdf", "report.html", "results.csv", "distances.csv", "tables/table-1.tex"} {
		if len(read(t, "my-out", file)) == 0 {
			t.Errorf("%s is empty", file)
		}
	}
	if m := read(t, "my-out", "manifest.json"); strings.Contains(m, "macros.tex") || !strings.Contains(m, `"exit": 1`) {
		t.Errorf("the manifest is\n%s", m)
	}
	o := execute(t, nil, "verify", "--out", "my-out", "--junit", "no/such/folder.xml")
	if o.code != exitError || !strings.Contains(o.stdout, "as in the manifest") ||
		!strings.Contains(o.stderr, "--junit: ") {
		t.Errorf("verify: exit code %d, says %q\n%s", o.code, o.stdout, o.stderr)
	}
	for _, blocked := range []string{"my-out/report.md", "my-out/tables/macros.tex"} {
		if err := os.RemoveAll(blocked); err != nil {
			t.Fatal(err)
		}
	}
	execute(t, nil, "apply", "my.csv").expect(t, exitFine, 3, 0, 0)
	if o := execute(t, nil, "verify", "--out", "my-out"); o.code != exitFine {
		t.Errorf("verify: exit code %d\n%s", o.code, o.stdout)
	}
}

// New rows may be written in another way than those of the model, which fills in what they lack and knows its units.
func TestApplyModelOfAnotherDialect(t *testing.T) {
	long(t)
	foreign, err := filepath.Abs("../../report/dataset/library/testdata/foreign")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	apply := func(args ...string) outcome {
		t.Helper()
		o := execute(t, nil, append([]string{"apply", "--quiet"}, args...)...)
		if o.code != 0 {
			t.Fatalf("%q: exit code %d\n%s", args, o.code, o.stderr)
		}
		return o
	}
	apply(filepath.Join(foreign, "train.csv"))
	before := strings.Split(read(t, "train-out", "distances.csv"), "\n")
	apply(filepath.Join(foreign, "new-semicolon.csv"), "--model", "train-out/model.json")
	if got := read(t, "new-semicolon-out", "distances.csv"); got != strings.Join(before[:7], "\n")+"\n" {
		t.Errorf("other distances:\n%s", got)
	}
	o := apply(filepath.Join(foreign, "new-one-missing.csv"), "--model", "train-out/model.json")
	if !strings.HasPrefix(o.stdout, "1 of 1 row is far out: 1 (") {
		t.Errorf("a row with a gap: %q", o.stdout)
	}
	apply(filepath.Join(foreign, "units-row.csv"))
	units := strings.Replace(read(t, foreign, "units-row.csv"), "mm,mm", "cm,mm", 1)
	if err := os.WriteFile("new.csv", []byte(units), 0o600); err != nil {
		t.Fatal(err)
	}
	o = apply("new.csv", "--model", "units-row-out/model.json")
	if !strings.Contains(o.stderr, `len is in "cm", and in "mm" in the model`) {
		t.Errorf("other units are not said:\n%s", o.stderr)
	}
	if o = apply(filepath.Join(foreign, "footer.csv")); !strings.Contains(o.stderr, "lines 42, 43: left out after the table") {
		t.Errorf("what is left out is not said under --quiet:\n%s", o.stderr)
	}
}
