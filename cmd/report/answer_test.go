package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report"
	"gpca/report/contamination"
	"gpca/report/dataset"
	"gpca/report/dataset/toy"
	"gpca/report/noise"
	"gpca/report/study"
	"gpca/solver/objective"
	"gpca/solver/robust"
)

// A list without a selection holds all that the packages know.
func TestListIsComplete(t *testing.T) {
	long(t)
	o := execute(t, nil, "list", "--json")
	var listed map[string][]struct{ Name, Number string }
	assert.NilError(t, json.Unmarshal([]byte(o.stdout), &listed))
	all, err := report.OpenStudy("all")
	assert.NilError(t, err)
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
		assert.Check(t, is.DeepEqual(got, want[section]), section)
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
	assert.NilError(t, json.Unmarshal([]byte(o.stdout), &listed))
	for _, d := range listed.Datasets {
		if d.Name == "usps" && (d.Origin != "real" || d.Folder != filepath.Clean(folder) || d.Samples != 11000 || len(d.Files) != 1) {
			t.Errorf("%+v, want real data in %s", d, folder)
		}
	}
}

func TestTimeText(t *testing.T) {
	for _, test := range []struct {
		seconds float64
		want    string
	}{{0, "-"}, {0.2, "< 1 s"}, {1.4, "1 s"}, {99, "99 s"}, {120, "2 min"}, {5400, "90 min"}, {7200, "2 h"}, {360000, "100 h"}} {
		assert.Check(t, is.Equal(timeText(test.seconds), test.want), "%g s", test.seconds)
	}
}

func TestMemoryText(t *testing.T) {
	for _, test := range []struct {
		bytes int64
		want  string
	}{{0, "-"}, {1, "1 MiB"}, {3 << 20, "3 MiB"}, {2 << 30, "2.0 GiB"}, {10 << 30, "10.0 GiB"}} {
		assert.Check(t, is.Equal(memoryText(test.bytes), test.want), "%d bytes", test.bytes)
	}
}
