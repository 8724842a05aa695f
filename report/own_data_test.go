package report

import (
	"archive/zip"
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/dataset"
	"gpca/report/dataset/library"
	"gpca/report/dataset/npy"
	"gpca/report/plan"
)

// valuesOn are the values of all cells of a study on the data of a library, by name.
func valuesOn(t *testing.T, source string, data *library.Library) map[string]map[string][]float64 {
	t.Helper()
	p, err := plan.New(t.Context(), parse(t, source), data, plan.Selection{}, 0)
	assert.NilError(t, err)
	results, _, err := OpenStore(t.TempDir())
	assert.NilError(t, err)
	assert.NilError(t, Run(t.Context(), p, results, RunOptions{Workers: 2}))
	all := map[string]map[string][]float64{}
	for _, c := range p.Cells {
		r, ok := results.Get(c.Key())
		assert.Assert(t, ok && r.Failure == "", "%s: %s", c, r.Failure)
		all[c.String()] = r.Values
	}
	return all
}

// sameCells checks that a set in files of a study's own, under the name of a set of the catalogue
// and so with the same draws, give the cells of that set, bit for bit.
func sameCells(t *testing.T, source string, folders []string, own library.FileSet) {
	t.Helper()
	catalogue := library.Catalogue(folders, nil)
	want := valuesOn(t, source, library.New(catalogue))
	assert.Assert(t, is.DeepEqual(valuesOn(t, source, library.New(library.Files(folders, []library.FileSet{own}))),
		want), "from files")
}

// archived saves a set as an archive of its samples, labels and the part that each sample
// belongs to.
func archived(t *testing.T, set *dataset.Set) library.FileSet {
	t.Helper()
	rows, columns := set.Samples.Dims()
	labels, parts := make([]float64, rows), make([]float64, rows)
	for i, l := range set.Labels {
		labels[i] = float64(l)
	}
	f := library.FileSet{Name: set.Name, File: "own.npz", Array: "X", Class: "y", Image: set.Image}
	if set.Split != nil {
		for _, row := range set.Split.Test {
			parts[row] = 1
		}
		f.Test = library.Test{Column: "part", Is: "1"}
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, array := range map[string]npy.Array{
		"X": {Shape: []int{rows, columns}, Values: set.Samples.RawMatrix().Data}, "y": {Shape: []int{rows}, Values: labels}, "part": {Shape: []int{rows}, Values: parts},
	} {
		w, err := z.Create(name + ".npy")
		if err == nil {
			err = npy.Write(w, array)
		}
		assert.NilError(t, err)
	}
	assert.NilError(t, z.Close())
	f.Folder = t.TempDir()
	write(t, f.Folder, f.File, b.String())
	return f
}

// openSet opens a set of the catalogue, its stand-in where the folders have none.
func openSet(t *testing.T, name string, folders []string) *dataset.Set {
	t.Helper()
	set, err := library.New(library.Catalogue(folders, nil)).Open(context.Background(), name)
	assert.NilError(t, err)
	return set
}

//go:embed testdata/own_data_own_iris.yaml
var ownIris string

// A generated set that is saved in files gives the cells of the generated set.
func TestOwnDataLikeStandIn(t *testing.T) {
	iris := openSet(t, "iris", nil)
	content := "species,a,b,c,d\n"
	for i, l := range iris.Labels {
		row := fmt.Sprint(iris.Samples.RawRowView(i))
		content += iris.Classes[l] + "," + strings.ReplaceAll(strings.Trim(row, "[]"), " ", ",") + "\n"
	}
	folder := t.TempDir()
	write(t, folder, "iris.csv", content)
	sameCells(t, ownIris, nil, library.FileSet{Name: "iris", Folder: folder, File: "iris.csv", Class: "species"})
	sameCells(t, ownIris, nil, archived(t, iris))
}

// The optical digits as CSV files, and USPS saved as .npz, give the cells of the
// catalogue's sets.
func TestOwnDataLikeCatalogue(t *testing.T) {
	long(t)
	folder := os.Getenv("REPORT_DATA")
	if folder == "" {
		t.Skip("REPORT_DATA is not set: needs the published data sets")
	}
	sameCells(t, string(golden.Get(t, "own_data_like_catalogue.yaml")), []string{folder}, library.FileSet{
		Name: "optdigits", Folder: filepath.Join(folder, "uci"), Format: "csv", Class: "last", Image: dataset.ImageSize{Width: 8, Height: 8},
		File: "optdigits.tra", Test: library.Test{File: "optdigits.tes"},
	})
	sameCells(t, string(golden.Get(t, "own_data_like_catalogue_2.yaml")), []string{folder}, archived(t, openSet(t, "usps", []string{folder})))
}
