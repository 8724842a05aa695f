package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report"
)

// What is written without data, in full: it runs, and so does the study with every key
// explained, in which every key stands.
func TestInit(t *testing.T) {
	long(t)
	folder := t.TempDir()
	small, full := filepath.Join(folder, "mine.yaml"), filepath.Join(folder, "full.yaml")
	o := execute(t, nil, "init", small)
	o.expectCode(t, exitFine)
	if want := small + " is written, on iris: 150 samples, 4 features, 3 classes\n  components: 2, by the rule of ROBPCA in each class (components in the study)\nnext: report --study " + small + "\n"; o.stdout != want {
		t.Errorf("says\n%swant\n%s", o.stdout, want)
	}
	golden.Assert(t, strings.ReplaceAll(read(t, small), folder+"/", ""), "init.golden")
	execute(t, nil, "--study", small, "--out", filepath.Join(folder, "out"), "--repetitions", "1").expect(t, exitFine, 91, 0, 0)

	execute(t, nil, "init", "--full", full).expectCode(t, exitFine)
	text := read(t, full)
	for _, name := range report.DescribeStudy().Names() {
		if !strings.Contains(text, name) {
			t.Errorf("the full study does not speak of %s", name)
		}
	}
	// The cells are those of the small study.
	execute(t, nil, "--study", full, "--out", filepath.Join(folder, "out"), "--repetitions", "1", "-n").expect(t, exitFine, 91, 0, 0)

	before := read(t, small)
	if o := execute(t, nil, "init", "--full", small); o.code != exitError || read(t, small) != before {
		t.Errorf("exit code %d, want %d and the file as it was", o.code, exitError)
	}
	execute(t, nil, "init", "--full", "--force", small).expectCode(t, exitFine)
	if read(t, small) == before {
		t.Error("--force did not write the file")
	}
}

// What is there and is no study stays, also under --force.
func TestInitLeavesOtherFiles(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{
		"my.csv": "a,b\n1,2\n", "table": "1 2\n", "ci.yaml": "on: push\njobs:\n  experiments: 1\n",
		"method.py": "print('mine')\n",
	} {
		file := filepath.Join(folder, name)
		assert.NilError(t, os.WriteFile(file, []byte(content), 0o600))
		args := []string{"init", "--force", file}
		if name == "method.py" {
			args = []string{"init", "--force", "--method", "python", filepath.Join(folder, "mine.yaml")}
		}
		if o := execute(t, nil, args...); o.code != exitError || read(t, file) != content {
			t.Errorf("%s is overwritten: exit code %d\n%s", name, o.code, o.stderr)
		}
	}
}

// A script of the user's own is written as it is tested in package external, and the study compares it.
func TestInitMethod(t *testing.T) {
	long(t)
	for language, script := range map[string]string{"python": "method.py", "r": "method.R"} {
		folder := t.TempDir()
		file := filepath.Join(folder, "mine.yaml")
		for range 2 { // the second time the script is there
			execute(t, nil, "init", "--method", language, "--force", file).expectCode(t, exitFine)
		}
		if want := read(t, "../../report/external/examples/"+script); read(t, filepath.Join(folder, script)) != want {
			t.Errorf("%s is not the tested one", script)
		}
		if text := read(t, file); !strings.Contains(text, script+"], layout: 2}") || !strings.Contains(text, "grid, mine]}") {
			t.Errorf("the study does not compare the method:\n%s", text)
		}
		execute(t, nil, "--study", file, "--out", filepath.Join(folder, "out"), "-n").expect(t, exitFine, 0, 0, 104)
	}
	if o := execute(t, nil, "init", "--method", "ruby", filepath.Join(t.TempDir(), "mine.yaml")); o.code != exitError {
		t.Errorf("exit code %d for another language", o.code)
	}
}

// Whatever lies in a file, the study on it can be planned.
func TestInitData(t *testing.T) {
	long(t)
	table := "a,b,class\n" + strings.Repeat("1,2,x\n2,3,y\n3,5,x\n4,4,y\n", 2)
	for _, test := range []struct{ name, content, want string }{
		{"classes.csv", table, "measure: [angle, residual-median, accuracy]"},
		{"none.csv", "a,b,c\n" + strings.Repeat("1.5,2,3.1\n2.5,3,1.7\n3.25,5,9.2\n4.75,4,5.3\n", 9), "measure: [angle, residual-median]\n"},
		{"iris.csv", table, "data: my-iris"},
		{"gaps.csv", table + "5,,x\n", "grid, macropca]"},
		{"full.csv", table, "alpha=0.5, grid]"},
		{"2019.csv", table, "{stratified: 25}"},
		{"train.csv", table, "split: published"},
		{"null.csv", strings.NewReplacer("x", "no", "y", "yes").Replace(table), `data: "null"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			file, study := filepath.Join(folder, test.name), filepath.Join(folder, "studies", "mine.yaml")
			assert.NilError(t, os.Mkdir(filepath.Dir(study), 0o755))
			for _, path := range []string{file, filepath.Join(folder, "test.csv")} {
				assert.NilError(t, os.WriteFile(path, []byte(test.content), 0o600))
			}
			execute(t, nil, "init", "--data", file, study).expectCode(t, exitFine)
			text := read(t, study)
			if !strings.Contains(text, test.want) || !strings.Contains(text, "file: ../"+test.name) {
				t.Errorf("the study lacks %q or the path of the file:\n%s", test.want, text)
			}
			if o := execute(t, nil, "status", "--study", study, "--out", filepath.Join(folder, "out")); o.code != exitFine {
				t.Errorf("the study cannot be planned: %s", o.stderr)
			}
		})
	}
	file := filepath.Join(t.TempDir(), "one.csv")
	assert.NilError(t, os.WriteFile(file, []byte("a,class\n1.5,x\n2,y\n3,x\n4,y\n"), 0o600))
	o := execute(t, nil, "init", "--data", file, filepath.Join(t.TempDir(), "mine.yaml"))
	if want := file + ": 1 feature and 1 sample of class x to train on, and outliers beside a component need 2 and 3: leave small classes out, or give --class none"; o.code != exitError || !strings.Contains(o.stderr, want) {
		t.Errorf("says %q, want %q", o.stderr, want)
	}
}

// What a user says of the columns and of the methods replaces the guesses, and the study says it.
func TestInitWishes(t *testing.T) {
	folder := t.TempDir()
	file, study := filepath.Join(folder, "a.csv"), filepath.Join(folder, "mine.yaml")
	table := "key,a,b,c,kind,group\n"
	for i := range 40 {
		table += fmt.Sprintf("s%d,%d,%d,%d,k%d,%d\n", i, i*i%17, i*i%23, 90*i*i%1301, i%3, i%2)
	}
	assert.NilError(t, os.WriteFile(file, []byte(table), 0o600))
	o := execute(t, nil, "init", "--data", file, "--class", "group", "--id", "key", "--omit", "a,kind", "--methods",
		"p=2,robpca alpha=0.6", study)
	o.expectCode(t, exitFine)
	text := read(t, study)
	for _, want := range []string{"class: group, as --class says", "id: key, which names the rows",
		"omitted a: as --omit says", "omitted kind: as --omit says", "scale: mad, since c varies 48 times as much as b"} {
		if !strings.Contains(o.stdout, "\n  "+want) || !strings.Contains(text, "\n# "+want) {
			t.Errorf("the answer or the study lacks %q:\n%s\n%s", want, o.stdout, text)
		}
	}
	if !strings.Contains(text, "columns: {breaks: &methods [p=2, robpca alpha=0.6]}\n") || strings.Contains(text, "fair") {
		t.Errorf("the study has other methods:\n%s", text)
	}
	if o := execute(t, nil, "status", "--study", study, "--out", filepath.Join(folder, "out")); o.code != exitFine {
		t.Errorf("the study cannot be planned: %s", o.stderr)
	}
	for _, test := range [][3]string{
		{"--class", "spcies", `class: no column is called "spcies": the header has key, a, b, c, kind, group`},
		{"--omit", "a,d", `no column is called "d"`},
		{"--methods", "p=2,robcpa", "did you mean robpca"},
	} {
		o := execute(t, nil, "init", "--force", "--data", file, test[0], test[1], study)
		if o.code != exitError || !strings.Contains(o.stderr, test[2]) {
			t.Errorf("%s %s: says %q, want %q", test[0], test[1], o.stderr, test[2])
		}
	}
}

// Rows that are outliers as they are, are named and no part of the truth. The report says first what to use.
func TestInitNamesOutliers(t *testing.T) {
	long(t)
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(6, 1))
	table := "a,b,c,d\n"
	for i := range 80 {
		u, v, away := 5*r.NormFloat64(), 3*r.NormFloat64(), 0.0
		if i < 12 {
			away = 40
		}
		table += fmt.Sprintf("%.3f,%.3f,%.3f,%.3f\n", u+r.NormFloat64()/2, v+r.NormFloat64()/2, u+v+r.NormFloat64()/2,
			u-v+away+r.NormFloat64()/2)
	}
	assert.NilError(t, os.WriteFile("a.csv", []byte(table), 0o600))
	o := execute(t, nil, "init", "--data", "a.csv", "--methods", "p=2,robpca,robpca alpha=0.5")
	o.expectCode(t, exitFine)
	// The same as apply names, in its order, by as many components.
	applied := execute(t, nil, "apply", "a.csv")
	applied.expect(t, exitFine, 1, 0, 0)
	_, far, _ := strings.Cut(applied.stdout, "12 of 80 rows are far out: ")
	far, _, _ = strings.Cut(far, ";")
	want := "\n  outlying: 12 of 80 rows of your table are far out, and no part of the truth: " +
		regexp.MustCompile(` \([^)]*\)`).ReplaceAllString(far, "") + "; see report apply\n"
	if !strings.Contains(applied.stdout, "; 2 components by the rule of ROBPCA") ||
		!strings.Contains(o.stdout, "\n  components: 2, with 100% of the variance, by the rule of ROBPCA (") ||
		!strings.Contains(o.stdout, want) || !strings.Contains(read(t, "mine.yaml"), "outlying: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] #") {
		t.Errorf("the answer is\n%s\nwant %s\nand the study\n%s", o.stdout, want, read(t, "mine.yaml"))
	}
	execute(t, nil, "--study", "mine.yaml", "--repetitions", "2").expect(t, exitFine, 39, 0, 0)
	_, said, _ := strings.Cut(read(t, "out", "report.md"), "\n\n- ")
	if front, _, _ := strings.Cut(said, "\n## Contents"); !strings.Contains(front, "\n![Figure C2: ") {
		t.Errorf("the first page has no chart:\n%s", front)
	}
	if first, _, _ := strings.Cut(said, "\n"); !strings.HasPrefix(first, "Use robpca") || !strings.Contains(first, "; p = 2 loses it from ") {
		t.Errorf("the report says first %q", first)
	}
}
