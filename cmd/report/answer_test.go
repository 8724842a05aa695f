package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/golden"

	"gpca/report"
	"gpca/report/contamination"
	"gpca/report/dataset"
	"gpca/report/dataset/toy"
	"gpca/report/noise"
	"gpca/report/render"
	"gpca/report/study"
	"gpca/solver/objective"
	"gpca/solver/robust"
)

// The answers in full, as a user sees them; on a study that does not change with
// the thesis's.
func TestGolden(t *testing.T) {
	for _, test := range []struct{ name, line string }{
		{"help", "--help"},
		{"help-run", "help run"},
		{"help-render", "render -h"},
		{"help-status", "status --help"},
		{"help-submit", "submit --help"},
		{"help-submit-slurm", "submit slurm --help"},
		{"help-list", "list --help"},
		{"help-compare", "compare --help"},
		{"help-audit", "audit --help"},
		{"help-verify", "verify --help"},
		{"help-why", "why --help"},
		{"help-version", "version --help"},
		{"help-init", "init --help"},
		{"help-schema", "help schema"},
		{"help-help", "help --help"},
		{"help-study", "help study --help"},
		{"list", "list tables figures methods noises kernels"},
		{"list-tables", "list tables"},
		{"list-json", "list tables kernels --json"},
		{"status", "status -j 1"},
		{"status-one", "status -j 1 --table 1.2"},
		{"status-shards", "status -j 1 --shards 3"},
		{"submit-slurm", "submit slurm --study " + tiny + " --shards 3 -j 2 --table 1.* --data testdata -- --partition=long"},
		{"submit-kubernetes", "submit kubernetes --study " + tiny + " --shards 3 -j 2 --image registry/report:1 --claim grids"},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := strings.Fields(test.line)
			if args[0] == "list" || args[0] == "status" && args[1] != "--help" {
				args = append(args, "--study", tiny)
			}
			o := execute(t, nil, args...)
			if o.code != exitFine {
				t.Fatalf("exit code %d:\n%s", o.code, o.stderr)
			}
			program, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			golden.Assert(t, strings.ReplaceAll(o.stdout, program, "/bin/report"), test.name+".golden")
		})
	}
}

// A list without a selection holds all that the packages know.
func TestListIsComplete(t *testing.T) {
	o := execute(t, nil, "list", "--json")
	var listed map[string][]struct{ Name, Number string }
	if err := json.Unmarshal([]byte(o.stdout), &listed); err != nil {
		t.Fatal(err)
	}
	all, err := report.OpenStudy("all")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"studies": study.Embedded(), "datasets": dataset.Names(), "kernels": {"gaussian", "polynomial", "linear"}}
	for _, table := range all.AllTables() {
		want["tables"] = append(want["tables"], table.Head().Number)
	}
	for _, figure := range all.AllFigures() {
		want["figures"] = append(want["figures"], figure.Head().Number)
	}
	for _, s := range objective.Named() {
		want["methods"] = append(want["methods"], s.Name())
	}
	for _, m := range all.Methods {
		want["methods"] = append(want["methods"], m.Name)
	}
	want["methods"] = append(want["methods"], robust.Methods()...)
	for _, f := range objective.Families() {
		want["methods"] = append(want["methods"], f.Pattern)
	}
	for _, n := range noise.Catalogue() {
		want["noises"] = append(want["noises"], n.Name)
	}
	want["noises"] = append(want["noises"], noise.DummyImagesName)
	for _, k := range contamination.Catalogue() {
		want["noises"] = append(want["noises"], k.Name)
	}
	want["datasets"] = append(want["datasets"], toy.Names()...)
	for _, v := range all.Figured().Venues {
		want["venues"] = append(want["venues"], v.Name)
	}
	for _, section := range sectionNames() {
		var got []string
		for _, i := range listed[section] {
			got = append(got, i.Name+i.Number)
		}
		if !slices.Equal(got, want[section]) {
			t.Errorf("%s: %q, want %q", section, got, want[section])
		}
	}
}

// A data set that is not there is listed with what a run takes in its place, and with the
// files that it is looked for in.
func TestListMissingData(t *testing.T) {
	o := execute(t, nil, "list", "datasets", "--json")
	var listed struct {
		Datasets []struct {
			Name, Origin, Folder, Source string
			Samples                      int
			Files                        []string
		}
	}
	if err := json.Unmarshal([]byte(o.stdout), &listed); err != nil {
		t.Fatal(err)
	}
	for _, d := range listed.Datasets {
		switch d.Name {
		case "usps":
			if d.Origin != "stand-in" || d.Samples == 11000 || !slices.Equal(d.Files, []string{"usps/usps_all.mat"}) || d.Folder != "" || d.Source == "" {
				t.Errorf("%+v", d)
			}
		case "mnist":
			if len(d.Files) != 4 {
				t.Errorf("%d files of MNIST, want 4", len(d.Files))
			}
		case "rings":
			if d.Origin != "generated" || len(d.Files) > 0 {
				t.Errorf("%+v", d)
			}
		}
	}
}

func TestListRealData(t *testing.T) {
	folder := os.Getenv("REPORT_DATA")
	if folder == "" {
		t.Skip("REPORT_DATA is not set: no real data to list")
	}
	o := execute(t, map[string]string{"REPORT_DATA": folder}, "list", "datasets", "--json")
	var listed struct {
		Datasets []struct {
			Name, Origin, Folder string
			Samples              int
			Files                []string
		}
	}
	if err := json.Unmarshal([]byte(o.stdout), &listed); err != nil {
		t.Fatal(err)
	}
	for _, d := range listed.Datasets {
		if d.Name == "usps" && (d.Origin != "real" || d.Folder != filepath.Clean(folder) || d.Samples != 11000 || len(d.Files) != 1) {
			t.Errorf("%+v, want real data in %s", d, folder)
		}
	}
}

func TestStatusJSON(t *testing.T) {
	var status report.Status
	o := execute(t, nil, "status", "--study", tiny, "--json")
	if err := json.Unmarshal([]byte(o.stdout), &status); err != nil {
		t.Fatal(err)
	}
	if want := (render.Count{Missing: 6}); status.Cells != want || len(status.Datasets) != 2 {
		t.Errorf("status %+v, want %+v on two data sets", status, want)
	}
}

func TestVersion(t *testing.T) {
	var version struct{ Version, Go, Processor string }
	o := execute(t, nil, "version", "--json")
	if err := json.Unmarshal([]byte(o.stdout), &version); err != nil {
		t.Fatal(err)
	}
	if version.Version == "" || !strings.HasPrefix(version.Go, "go") || version.Processor == "" {
		t.Errorf("version %+v lacks something", version)
	}
}

// What shells are offered. They print standard error, so it must be empty but
// for cobra's note on how to complete, which they filter.
func TestCompletion(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"--table", "1.1"},
		{"--figure", "1.1"},
		{"--dataset", "balance"},
		{"--method", "mine"},
		{"--study", "thesis"},
	} {
		o := execute(t, nil, "__complete", "run", "--study", tiny, test.line, "")
		if o.code != exitFine || !slices.Contains(strings.Split(o.stdout, "\n"), test.want) {
			t.Errorf("%s is completed by (exit code %d)\n%swant %q among it", test.line, o.code, o.stdout, test.want)
		}
		if strings.Contains(o.stderr, "exit") {
			t.Errorf("%s: a last line is printed for a shell: %s", test.line, o.stderr)
		}
	}
	if o := execute(t, nil, "completion", "bash"); o.code != exitFine || o.stderr != "" {
		t.Errorf("completion bash: exit code %d, standard error %q", o.code, o.stderr)
	}
}

func TestTimeText(t *testing.T) {
	for _, test := range []struct {
		seconds float64
		want    string
	}{{0, "-"}, {0.2, "< 1 s"}, {1.4, "1 s"}, {99, "99 s"}, {120, "2 min"}, {5400, "90 min"}, {7200, "2 h"}, {360000, "100 h"}} {
		if got := timeText(test.seconds); got != test.want {
			t.Errorf("%g s is %q, want %q", test.seconds, got, test.want)
		}
	}
}

func TestMemoryText(t *testing.T) {
	for _, test := range []struct {
		bytes int64
		want  string
	}{{0, "-"}, {1, "1 MiB"}, {3 << 20, "3 MiB"}, {2 << 30, "2.0 GiB"}, {10 << 30, "10.0 GiB"}} {
		if got := memoryText(test.bytes); got != test.want {
			t.Errorf("%d bytes is %q, want %q", test.bytes, got, test.want)
		}
	}
}
