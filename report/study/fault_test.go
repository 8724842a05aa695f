package study_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/dataset"
	"gpca/report/dataset/toy"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/experiment/ascent"
	"gpca/report/experiment/classify"
	"gpca/report/experiment/embed"
	"gpca/report/experiment/lesson"
	"gpca/report/experiment/reconstruct"
	"gpca/report/experiment/separate"
	"gpca/report/internal/faults"
	"gpca/report/study"
)

var kinds = study.Kinds{
	Experiments: []experiment.Kind{reconstruct.Kind, classify.Kind, embed.Kind, separate.Kind, ascent.Kind, lesson.Specimens},
	Tables:      exhibit.Kinds{exhibit.Projection},
	Figures:     exhibit.Kinds{exhibit.Functions, exhibit.Sweep, exhibit.Network, exhibit.Ranges, exhibit.Gains, exhibit.Scatter, exhibit.Pictures, exhibit.Curves, exhibit.Signals, exhibit.Path},
	Data:        append(dataset.Names(), toy.Names()...),
}

// tiny is the smallest study with one of everything. The faulty studies differ from it in
// one or two places.
//
//go:embed testdata/tiny.yaml
var tiny string

func TestFaults(t *testing.T) {
	for _, of := range []string{"frame", "table", "figure"} {
		checkFaults(t, tiny, of+"_faults.txt")
	}
	for change, want := range map[string]string{
		tiny + " ⇒ ": "tiny.yaml:1:1: the file is empty",
		tiny[strings.Index(tiny, "tables:"):] + " ⇒ tables: []": "the study shows neither a table nor a figure",
		"levels: [0, 10] ⇒ levels: [" + counted(150) + "]\n    order: [" + counted(150) + "]": "the grid has 22500 cells or more, " +
			"at most 20000 are allowed: give its axes fewer values (experiment digits)",
	} {
		_, err := study.Parse("tiny.yaml", []byte(faults.Change(t, tiny, change)), kinds)
		checkError(t, err, want)
	}
}

// checkFaults holds the errors of changes of a sound study against a file.
func checkFaults(t *testing.T, sound, name string) {
	t.Helper()
	_, err := study.Parse("tiny.yaml", []byte(sound), kinds)
	assert.NilError(t, err)
	faults.Check(t, name, func(t *testing.T, change string) error {
		_, err := study.Parse("tiny.yaml", []byte(faults.Change(t, sound, change)), kinds)
		return err
	})
}

// counted lists the numbers below n.
func counted(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(i)
	}
	return strings.Join(list, ", ")
}
