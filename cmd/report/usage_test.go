package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpca/report/store"
)

func TestUsage(t *testing.T) {
	paper := t.TempDir()
	file := filepath.Join(paper, "publication.yaml")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		line        string // blank-separated
		environment map[string]string
		want        string // the first line, after "report: "
	}{
		{line: "lsit", want: `unknown verb "lsit": did you mean list? (see report --help)`},
		{line: "help statsu", want: `unknown verb "statsu": did you mean status? (see report --help); pages are apply, changes, ci`},
		{line: "help python", want: `no verb or page is called "python", but it is a word of methods, apply and `},
		{line: "help list foo", want: `there is no "foo" under report list (see report help --help)`},
		{line: "mine.yaml", want: `unknown verb "mine.yaml": did you mean report --study mine.yaml? (see report --help)`},
		{line: "thesis", want: `unknown verb "thesis": did you mean report --study thesis? (see report --help)`},
		{line: "wine.csv", want: `unknown verb "wine.csv": did you mean report apply wine.csv, or report init --data wine.csv for a study of it? (see report --help)`},
		{line: "testdata", want: `unknown verb "testdata": did you mean report apply testdata, or report init --data testdata`},
		{line: "testdata/tinny.yaml", want: `unknown verb "testdata/tinny.yaml": did you mean report --study testdata/tiny.yaml?`},
		{line: "testdata/tiny", want: `unknown verb "testdata/tiny": did you mean report --study testdata/tiny.yaml?`},
		{line: "verify testdata", want: `verify takes no arguments, but got "testdata": did you mean report verify --out testdata?`},
		{line: "run wine.csv", want: `run takes no arguments, but got "wine.csv": did you mean report apply wine.csv, or report init --data wine.csv for a study of it?`},
		{line: "diff testdata testdata/", want: `diff holds testdata against itself: name another folder (see report diff --help)`},
		{line: "render --from testdata/tiny.yml", want: `--from: there is no testdata/tiny.yml: did you mean testdata/tiny.yaml?`},
		{line: "audit " + tiny, want: `audit: testdata/tiny.yaml is a file, and a publication a folder: report init --paper testdata/tiny testdata/tiny.yaml writes it`},
		{line: "init --paper " + tiny + " b.csv", want: `init --paper needs the name of a folder before the tables: did you mean report init --paper testdata/tiny testdata/tiny.yaml b.csv?`},
		{line: "apply testdata/tiyn.yaml", want: `stat testdata/tiyn.yaml: no such file or directory: did you mean testdata/tiny.yaml?`},
		{line: "status mine.yml", want: `status takes no arguments, but got "mine.yml": did you mean report status --study mine.yml? (see report status --help)`},
		{line: "version mine.yml", want: `version takes no arguments, but got "mine.yml" (see report version --help)`},
		{line: "init --force wine.csv", want: `init writes a study to a file .yaml or .yml, and wine.csv is none: did you mean report init --data wine.csv? (see report init --help)`},
		{line: "init --force wine", want: `init writes a study to a file .yaml or .yml: did you mean report init wine.yaml? (see report init --help)`},
		{line: "init --force testdata", want: `init writes a study to a file .yaml or .yml, and testdata is none: did you mean report init --data testdata?`},
		{line: "run foo", want: `run takes no arguments, but got "foo" (see report run --help)`},
		{line: "help study spilt", want: `a study has no "spilt": did you mean split? (see report help study --help)`},
		{line: "help study split noise", want: `study takes one argument, but got "noise" too (see report help study --help)`},
		{line: "init a.yaml b.yaml", want: "init writes one study, not 2: tables of a publication need --paper NAME"},
		{line: "init " + tiny, want: tiny + ` is there already: move it, or overwrite it with --force`},
		{line: "init --method python " + tiny, want: tiny + ` is there already: move it, or overwrite it with --force`},
		{line: "init nowhere/mine.yaml", want: `init: open nowhere/mine.yaml: no such file or directory`},
		{line: "init --data nowhere.csv", want: `stat nowhere.csv: no such file or directory: give the path of a file or folder of data`},
		{line: "schema foo", want: `there is no schema of "foo": there are one of studies, without a name, and compare (see report schema --help)`},
		{line: "list kernel", want: `there is no list of "kernel": did you mean kernels? (see report list --help)`},
		{line: "--tabel 2.1", want: `unknown flag --tabel: did you mean --table? (see report --help)`},
		{line: "status --zzzzz", want: `unknown flag --zzzzz (see report status --help)`},
		{line: "-x", want: `unknown shorthand flag: 'x' in -x (see report --help)`},
		{line: "--out", want: `--out needs its folder behind it (see report --help)`},
		{line: "run -j", want: `--jobs needs its number behind it (see report run --help)`},
		{line: "run -j x", want: `--jobs is "x", must be a whole number (see report run --help)`},
		{line: "run -j 1.5", want: `--jobs is "1.5", must be a whole number (see report run --help)`},
		{line: "run --memory x", want: `--memory is "x", must be a number of MiB or GiB, such as 8GiB (see report run --help)`},
		{line: "run --force=perhaps", want: `--force is "perhaps", must be true or false (see report run --help)`},
		{line: "-q -v", want: `--quiet and --verbose exclude each other (see report --help)`},
		{line: "render --for iee", want: `--for: unknown venue "iee": did you mean ieee? (see report render --help)`},
		{line: "--for ieee:3", want: `--for: venue "ieee:3": a figure takes 1 column or 2: write ieee:1 or ieee:2 (see report --help)`},
		{line: "run --jobs 0", want: `--jobs is 0, must be at least 1 (see report run --help)`},
		{line: "--repetitions -1", want: `--repetitions is -1, must be from 1 to 10000, or 0 for the study's (see report --help)`},
		{line: "--out=", want: `--out names no folder (see report --help)`},
		{line: "run --shard 5/4", want: `--shard is "5/4", must be i/n with i from 1 to n, such as 2/4, or auto; n is at most 10000 (see report run --help)`},
		{line: "run --shard 0/4", want: `--shard is "0/4", must be i/n with i from 1 to n, such as 2/4, or auto; n is at most 10000 (see report run --help)`},
		{line: "run --shard 1", want: `--shard is "1", must be i/n with i from 1 to n, such as 2/4, or auto; n is at most 10000 (see report run --help)`},
		{line: "run --shard auto", want: `--shard is "auto", but no scheduler says which part this is: none of SLURM_ARRAY_TASK_ID, `},
		{line: "run --time-limit 5", want: `--time-limit is "5", must be a time, such as 55m or 1h30m (see report run --help)`},
		{line: "run --time-limit -5m", want: `--time-limit is -5m0s, must be positive, or 0 for none (see report run --help)`},
		{line: "status --shards -1", want: `--shards is -1, must be from 1 to 10000 (see report status --help)`},
		{line: "submit", want: `submit needs the name of a scheduler behind it: slurm or kubernetes (see report submit --help)`},
		{line: "submit slrum", want: `unknown verb "slrum": did you mean slurm? (see report submit --help)`},
		{line: "submit kubernetes -- x", want: `kubernetes takes no arguments, but got "x" (see report submit kubernetes --help)`},
		{line: "--study thesiss", want: `study thesiss: it is neither a file nor one of the studies that come with the program: did you mean thesis?`},
		{line: "--study testdata/tinny.yaml", want: `study testdata/tinny.yaml: it is neither a file nor one of the studies that come with the program: did you mean tiny.yaml?`},
		{line: "--study nowhere.yaml", want: `study nowhere.yaml: it is neither a file nor one of the studies that come with the program: valid are all, `},
		{line: "--study testdata", want: `study testdata: it is a folder: name a file in it, such as testdata/`},
		{line: "compare --study " + paper, want: `study ` + paper + `: it is a publication, which report audit ` + paper + ` checks: a study that `},
		{line: "--study .", want: `study .: it is a folder without study files`},
		{line: "--study " + tiny + " --table 1.3", want: `unknown table "1.3": did you mean 1.1 or 1.2?`},
		{line: "--study " + tiny + " --table 1.1,1.3", want: `unknown table "1.3": did you mean 1.1 or 1.2?`},
		{line: "--study " + tiny + " --method mnie", want: `unknown method "mnie": did you mean mine?`},
		{line: "--study " + tiny + " --figure 9", want: `unknown figure "9": valid are 1.1`},
		{line: "--study " + tiny + " --method tahn", want: `unknown method "tahn": did you mean tanh?`},
		{line: "status --study " + tiny + " --dataset irsi", want: `unknown data set "irsi": did you mean iris?`},
		{line: "status --study " + tiny + " --dataset [", want: `data set "[" is not a valid pattern: syntax error in pattern`},
		{line: "--data nowhere", want: `--data: there is no folder nowhere`},
		{line: "list --data " + file, want: `--data: ` + file + ` is not a folder`},
		{line: "version", environment: map[string]string{"REPORT_CPU": "abacus"}, want: `REPORT_CPU: unknown kernel "abacus"; choose one of `},
		{line: "render", environment: map[string]string{"SOURCE_DATE_EPOCH": "99999999999999"}, want: `SOURCE_DATE_EPOCH is "99999999999999", must be a number of seconds since 1970, at most 253402300799`},
		{line: "render", environment: map[string]string{"SOURCE_DATE_EPOCH": "today"}, want: `SOURCE_DATE_EPOCH is "today", must be a number of seconds since 1970, at most 253402300799`},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Chdir(folderOfTestdata(t))
			o := execute(t, test.environment, strings.Fields(test.line)...)
			o.expectCode(t, exitError)
			if o.stdout != "" {
				t.Errorf("standard output holds %q, want nothing", o.stdout)
			}
			if n := len(o.lines()); n != 1 {
				t.Errorf("%d lines on standard error, want the error alone:\n%s", n, o.stderr)
			}
			if got := o.lines()[0]; !strings.HasPrefix(got, "report: "+test.want) {
				t.Errorf("says\n%s, want\nreport: %s", got, test.want)
			}
			if _, err := os.Stat("out"); err == nil {
				t.Error("wrong usage made an output folder")
			}
		})
	}
}

// folderOfTestdata is an empty folder but for a copy of testdata, so that what a
// command leaves behind by mistake shows.
func folderOfTestdata(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "testdata"), os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestMissingReportDataIsNoError(t *testing.T) {
	o := execute(t, map[string]string{"REPORT_DATA": "nowhere"}, "status", "--study", tiny, "--out", t.TempDir())
	o.expect(t, exitFine, 0, 0, 6)
	if want := "warning: REPORT_DATA: there is no folder nowhere"; o.lines()[0] != want {
		t.Errorf("says %q, want %q", o.lines()[0], want)
	}
}

func TestProcessor(t *testing.T) {
	o := execute(t, map[string]string{"REPORT_CPU": "generic"}, "version")
	if !strings.Contains(o.stdout, "processor  generic\n") {
		t.Errorf("REPORT_CPU=generic, but version says\n%s", o.stdout)
	}
}

func TestOneLine(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"out: a: full", "out: a: full"},
		{"out: a: full\nstore: closed", "out: a: full; store: closed"},
		{"a cell failed: iris: panic: index\ngoroutine 7 [running]:\nmain.main()", "a cell failed: iris: panic: index"},
	} {
		if got := oneLine(textError(test.text)); got != test.want {
			t.Errorf("%q becomes %q, want %q", test.text, got, test.want)
		}
	}
}

type textError string

func (e textError) Error() string { return string(e) }

// Help on a key says what its values mean.
func TestHelpOnValues(t *testing.T) {
	for key, want := range map[string]string{
		"contamination": "bad-leverage: A fraction of the training samples moves by γ",
		"split":         "published: training and test samples as the publisher",
		"start":         "best-sample: the sample whose direction has the largest objective",
	} {
		if o := execute(t, nil, "help", "study", key); !strings.Contains(o.stdout, want) {
			t.Errorf("help study %s lacks %q:\n%s", key, want, o.stdout)
		}
	}
}

// Status counts what a stopped run has kept of cells that are not complete.
func TestStatusOfKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	kept := filepath.Join(folder, "cells", store.KeptFolder)
	if err := os.MkdirAll(kept, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", ".c"} {
		if err := os.WriteFile(filepath.Join(kept, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := execute(t, nil, "status", "--study", "atlas", "--table", "AT.1", "--out", folder)
	if want := "2 pieces of missing cells kept from a stopped run"; o.code != 0 || !strings.Contains(o.stdout, want) {
		t.Errorf("exit code %d, says\n%s%s", o.code, o.stdout, o.stderr)
	}
}
