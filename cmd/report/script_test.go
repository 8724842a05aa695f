package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report"
	"gpca/report/experiment"
	"gpca/report/plan"
)

// What users meet, told once: the scripts of testdata/script run the program as a process of its own, in a folder that
// holds the files of the script and the studies of testdata. What they print stands in the scripts, and -update renews
// it. Beside the commands of testscript there are those of [commands]; FILLED is a folder with the report of tiny.yaml.
func TestScripts(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the scripts need sh and GNU's cp, grep and sed")
	}
	root, err := filepath.Abs("../..")
	assert.NilError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: golden.FlagUpdate(),
		Cmds:          commands,
		Condition: func(name string) (bool, error) {
			if name != "validator" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return os.Getenv("RO_CRATE") != "", nil // of crates, in the modules of node
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, ".cache"))
			e.Setenv("REPORT_DATA", "")
			e.Setenv("ROOT", root)
			e.Setenv("NODE_PATH", os.Getenv("RO_CRATE"))
			folder, err := filled()
			e.Setenv("FILLED", filepath.Join(folder, "out"))
			return errors.Join(err, copyStudies(e.WorkDir))
		},
	})
}

// copyStudies puts the studies of testdata and files of samples into a folder.
func copyStudies(folder string) error {
	var faults []error
	for _, name := range []string{"tiny.yaml", "failing.yaml", "again.yaml", "trees.yaml", "trees.csv"} {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		faults = append(faults, err, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
	return errors.Join(faults...)
}

// shared is the folder of what tests share, which none of them may change.
var shared string

// filled returns a folder with tiny.yaml and, in out, its report, which is computed once. It may be copied, since a
// report names its study by the way from its folder.
var filled = sync.OnceValues(func() (string, error) {
	folder := filepath.Join(shared, "filled")
	if err := errors.Join(os.Mkdir(folder, 0o700), copyStudies(folder)); err != nil {
		return "", err
	}
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	c := exec.Command(program, "--study", "tiny.yaml")
	c.Dir, c.Env = folder, append(os.Environ(), asProgram+"=1", "REPORT_DATA=", "XDG_CACHE_HOME="+folder)
	if said, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, said)
	}
	return folder, nil
})

// whole is the report in the folder of [filled].
func whole(t *testing.T) string {
	t.Helper()
	folder, err := filled()
	assert.NilError(t, err)
	return filepath.Join(folder, "out")
}

// commands are those of scripts: "exits CODE COMMAND..." wants an exit code; "console FILE" runs the lines of a file
// that begin with $, and prints them with what they print and exit with; "changed FOLDER FOLDER" prints which files
// are not the same, the store as one and the manifest aside; "printed FOLDER SHIFT" stores results as if they were on
// the real Letter data, which are those in print moved by SHIFT; "rerun FOLDER" stores what confirms a misprint.
var commands = map[string]func(*testscript.TestScript, bool, []string){
	"exits": func(ts *testscript.TestScript, _ bool, args []string) {
		if code := exitCode(ts, args[1:]); strconv.Itoa(code) != args[0] {
			ts.Fatalf("exit code %d, want %s", code, args[0])
		}
	},
	"console": func(ts *testscript.TestScript, _ bool, args []string) {
		var all strings.Builder
		for line := range strings.Lines(ts.ReadFile(args[0])) {
			if !strings.HasPrefix(line, "$ ") {
				continue
			}
			code := exitCode(ts, strings.Fields(line[2:]))
			all.WriteString(line + ts.ReadFile("stdout") + ts.ReadFile("stderr"))
			if code != 0 {
				fmt.Fprintf(&all, "exit %d\n", code)
			}
		}
		linked, err := exec.LookPath("report")
		ts.Check(err)
		program, err := os.Executable()
		ts.Check(err)
		plain := strings.NewReplacer(ts.Getenv("WORK"), "$WORK", linked, "/bin/report", program, "/bin/report")
		fmt.Fprint(ts.Stdout(), plain.Replace(all.String()))
	},
	"changed": func(ts *testscript.TestScript, _ bool, args []string) {
		before, err := files(ts.MkAbs(args[0]))
		ts.Check(err)
		after, err := files(ts.MkAbs(args[1]))
		ts.Check(err)
		fmt.Fprintln(ts.Stdout(), changedFiles(before, after))
	},
	"printed": func(ts *testscript.TestScript, _ bool, args []string) {
		shift, err := strconv.ParseFloat(args[1], 64)
		ts.Check(err)
		ts.Check(storeLetter(ts.MkAbs(args[0]), shift))
	},
	"rerun": func(ts *testscript.TestScript, _ bool, args []string) {
		ts.Check(storeReal(ts.MkAbs(args[0]), "3.1", "0", map[string][]float64{"p=1.5": {96.4125}}))
	},
}

// exitCode runs a command of a script, and keeps what it prints.
func exitCode(ts *testscript.TestScript, command []string) int {
	err := ts.Exec(command[0], command[1:]...)
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		ts.Fatalf("%v", err)
	}
	if err != nil {
		return ended.ExitCode()
	}
	return 0
}

// snapshot is [files] for a test.
func snapshot(t *testing.T, folder string) map[string]string {
	t.Helper()
	all, err := files(folder)
	assert.NilError(t, err)
	return all
}

// files is every file under a folder by its path, those of the store as one.
func files(folder string) (map[string]string, error) {
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		if name = filepath.ToSlash(name); strings.HasPrefix(name, "cells/") {
			name = "cells"
		}
		all[name] += string(content)
		return err
	})
	return all, err
}

// storeReal leaves results in a folder as if they were on real data: those of a table of
// the thesis in its row of a level, by method.
func storeReal(out, table, level string, values map[string][]float64) error {
	s, err := report.OpenStudy("thesis")
	if err != nil {
		return err
	}
	library := report.OpenLibrary(s, nil, func(string) bool { return true })
	p, err := plan.New(context.Background(), s, library, plan.Selection{Tables: []string{table}}, 0)
	if err != nil {
		return err
	}
	results, _, err := report.OpenStore(out)
	if err != nil {
		return err
	}
	faults := []error{results.Append("cells")}
	for _, q := range p.Asked() {
		key, ok := p.Key(q)
		at := slices.IndexFunc(p.Cells, func(c experiment.Cell) bool { return c.Key() == key })
		v := values[q.Method.Name]
		if !ok || v == nil || level != "" && q.Point[experiment.Level] != level {
			continue
		}
		m, err := experiment.MeasureOf(q.Experiment, q.Measure)
		r := experiment.Result{Key: key, Cell: p.Cells[at], Values: map[string][]float64{m.Name: v}}
		faults = append(faults, err, results.Put(r))
	}
	return errors.Join(append(faults, results.Close())...)
}

// storeLetter leaves what Table 2.13 shows of the real Letter data: the printed 61.84,
// 61.83, 61.40 and 61.80 moved by shift.
func storeLetter(out string, shift float64) error {
	values := map[string][]float64{}
	for method, printed := range map[string]float64{"a=30": 61.84, "a=90": 61.83, "p=1": 61.4, "p=2": 61.8} {
		v := printed + shift
		values[method] = []float64{v, v + 0.1, v - 0.1, v, v}
	}
	return storeReal(out, "2.13", "", values)
}
