package library

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/words"
)

// inspected opens a file as apply does.
func inspected(t *testing.T, path string, wishes Wishes) (*Inspected, *dataset.Set, error) {
	t.Helper()
	found, err := Inspect(t.Context(), path, wishes)
	if err != nil {
		return found, nil, err
	}
	set, err := found.Open(t.Context(), false)
	return found, set, err
}

// The same table of 40 rows, as strangers had it: after matio #82, MAT.jl #16 and #171, ndarray-npy #72.
func TestStrangers(t *testing.T) {
	for file, want := range map[string]string{
		"mat-sparse.mat": "X y", "mat-struct.mat": "data.X data.y", "mat-v4.mat": "X y", "npy-f16.npy": " none",
		"npz-names.npz": "data labels", "arff-sparse-quoted.arff": " cls", "svm-zero.libsvm": " ",
	} {
		found, set, err := inspected(t, filepath.Join("testdata", file), Wishes{})
		if err != nil {
			t.Error(err)
			continue
		}
		got := found.Array + " " + found.Class
		assert.Check(t, is.Equal(got, want), "%s: got array and class", file)
		first := mat.Row(nil, 0, set.Samples)
		near := func(a, b float64) bool { return a-b < 0.02 && b-a < 0.02 } // half precision
		rows, _ := set.Samples.Dims()
		assert.Check(t, slices.EqualFunc(first, []float64{16.627, 17.155, 33.802, 37.786}, near) && rows == 40 &&
			len(first) == 4, "%s: %d rows, the first %v", file, rows, first)
		// A study reads what apply reads.
		again, err := open(t, found.FileSet)
		assert.Check(t, err == nil && again.Digest == set.Digest, "%s: as a study %v", file, err)
	}
}

// In a file of several arrays none is analysed while another that may be the samples is passed over in silence.
func TestSeveralArrays(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	folder := python(t, string(golden.Get(t, "strangers_several_arrays.py")))
	for _, c := range []struct {
		file, array string
		want        string
	}{
		{"all.npz", "", "8x3 array X class y id ids columns [a b c]; left out target (8): X (8x3) is read"},
		{"same.npz", "", "8x3 array X class none id  columns []; left out ids (words, 8): X (8x3) is read"},
		{"two.npz", "", `FILE: 2 arrays may be the samples, X (8x3), Z (8x2): choose one, as by --array "X"`},
		{"two.npz", "Z", "8x2 array Z class y id  columns []; left out X (8x3): Z (8x2) is read"},
		{"two.npz", "y", "FILE: array y (8) has no samples: give one of numbers, of two dimensions or more"},
		{"two.npz", "U", `FILE: no array "U": the file holds X (8x3), Z (8x2), y (8)`},
		{"complex.npz", "", `FILE: array "X" is not read (complex array): save numpy.abs of it, or its real and imaginary ` +
			"parts side by side"},
		{"both.npz", "", `FILE: 2 arrays may be the samples, X (complex array, 8x3), Z (8x3): choose one, as by --array "Z"`},
		{"both.npz", "Z", "8x3 array Z class none id  columns []; left out X (complex array, 8x3; save numpy.abs of it, or its " +
			"real and imaginary parts side by side): Z (8x3) is read"},
		{"objects.npz", "", `FILE: array "X" is not read (array of objects): save it again after astype(float), or of names ` +
			"after astype(str)"},
		{"dates.npz", "", "8x3 array X class none id  columns []; left out t (array of dates, 8; save it again after astype(str)), k (8), as shape (8,): " +
			"value 0 is 1152921504606846976, beyond the integers that float64 holds: save codes as words, or measurements as " +
			"doubles: X (8x3) is read"},
		{"bytes.npz", "", "8x3 array X class b id  columns []; left out lab (words, 8): X (8x3) is read"},
		{"cells.mat", "", "8x3 array X class none id ids columns [a b c]"},
		{"letters.mat", "", "8x3 array X class none id ids columns [a b c]"},
		{"deep.mat", "", "8x3 array a.b.X class a.b.y id  columns []"},
		{"list.mat", "", `FILE: 2 arrays may be the samples, s(1).X (8x3), s(2).X (8x3): choose one, as by --array "s(1).X"`},
		{"complex.mat", "", `FILE: array "X" is not read (complex array): save abs(X), or its real and imaginary parts side by side`},
		{"four.mat", "", "8x3 array X class y id  columns []; left out s (1x1): X (8x3) is read"},
		{"mean.mat", "", "8x3 array X class y id  columns []; left out mu (1x3): X (8x3) is read"},
		{"turned.mat", "", "8x3 array X class y id  columns []"},
		{"deep3.mat", "", "2x24 array  class none id  columns []; doubt: an array of 3 indices is read as 2 samples (if it " +
			"has others: save a matrix with one sample in each row)"},
		{"records.npy", "", "8x3 array  class kind id id columns [u v w]"},
	} {
		path := filepath.Join(folder, c.file)
		found, set, err := inspected(t, path, Wishes{Array: c.array})
		got := fmt.Sprint(err)
		if err == nil {
			rows, width := set.Samples.Dims()
			got = fmt.Sprintf("%dx%d array %s class %s id %s columns %v", rows, width, found.Array, found.Class, found.ID,
				set.Describe().Columns)
			for _, fact := range found.Facts {
				if fact.Changes() && fact.Kind != "target" {
					got += "; " + fact.String()
				}
			}
			if c.file != "two.npz" && c.file != "deep3.mat" && (set.Samples.At(0, 0) != 0.5 || set.Samples.At(2, 1) != 15.5) {
				t.Errorf("%s: got %v", c.file, mat.Formatted(set.Samples))
			}
		}
		assert.Check(t, is.Equal(got, strings.ReplaceAll(c.want, "FILE", path)), c.file)
	}
}

// python runs a script of NumPy, SciPy and openpyxl in a folder, and skips the test where one is not there.
func python(t *testing.T, script string) string {
	t.Helper()
	folder := t.TempDir()
	for _, program := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(program, "-c", "import numpy, scipy, openpyxl").Run() != nil {
			continue
		}
		run := exec.Command(program, "-c", script)
		run.Dir = folder
		out, err := run.CombinedOutput()
		assert.NilError(t, err, "%v: %s", err, out)
		return folder
	}
	t.Skip("no Python with NumPy, SciPy and openpyxl")
	return ""
}

// Workbooks of openpyxl become the tables that CSV files would.
func TestWorkbooks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	folder := python(t, string(golden.Get(t, "strangers_workbooks.py")))
	for _, c := range []struct {
		file, sheet string
		want        string
	}{
		{"plain.xlsx", "", "8 of [u v] class none id "},
		{"named.xlsx", "", "8 of [u v] class kind id name"},
		{"dates.xlsx", "", "8 of [u v] class none id day"},
		{"formula.xlsx", "", "FILE: sheet Data: cell B3 holds a formula without a stored value: open the workbook in a " +
			"spreadsheet, and save it again"},
		{"merged.xlsx", "", "FILE: sheet Data: cells A1:B1 are merged: unmerge them, fill in each, and delete titles above the " +
			"header"},
		{"head.xlsx", "", "FILE: sheet Data: cell B1 of the header is empty: name the column or delete it, and delete rows above " +
			"the header"},
		{"error.xlsx", "", "7 of [u v] class none id ; left out #N/A in B3: 1 cell with an error in place of a value, which is " +
			"missing"},
		{"sheets.xlsx", "", `8 of [u v] class none id ; left out "Other": sheet "Data", the first, is read: --sheet NAME for ` +
			"another"},
		{"sheets.xlsx", "Data", "8 of [u v] class none id "},
		{"sheets.xlsx", "Daten", `FILE: no sheet "Daten": the workbook has Data, Other`},
	} {
		path := filepath.Join(folder, c.file)
		found, set, err := inspected(t, path, Wishes{Sheet: c.sheet})
		got := fmt.Sprint(err)
		if err == nil {
			rows, _ := set.Samples.Dims()
			got = fmt.Sprintf("%d of %v class %s id %s", rows, set.Describe().Columns, found.Class, found.ID)
			for _, fact := range found.Facts {
				if fact.Kind == columns.LeftOut {
					got += "; " + fact.String()
				}
			}
			assert.Check(t, rows != 8 || (set.Samples.At(2, 0) == 4.5 && set.Samples.At(2, 1) == 1.25),
				"%s: got %v", c.file, mat.Formatted(set.Samples))
		}
		assert.Check(t, is.Equal(got, strings.ReplaceAll(c.want, "FILE", path)), c.file)
	}
}

// What a sparse or a weighted file means is said; indices from 0 in one of two files are those of both.
func TestSparseFiles(t *testing.T) {
	folder := write(t, map[string]string{
		"train.libsvm": "a 0:1 1:2.5\nb 1:3\na 2:4\nb 0:5 2:1\n", "test.libsvm": "a 1:7 2:8\nb 1:9\n",
		"w.arff": "@relation r\n@attribute 'my a' real\n@attribute c {x,'y z'}\n@data\n{0 1.5}, {2}\n{0 2, 1 'y z'}\n" +
			"{0 4}\n{1 'y z'}\n",
		"gap.arff": "@relation r\n@attribute a real\n@attribute c {x,y}\n@data\n1.5,x\n2,?\n4,y\n",
	})
	found, set, err := inspected(t, filepath.Join(folder, "w.arff"), Wishes{})
	if facts := strings.Join(words.Each(found.Facts, columns.Fact.String), "; "); err != nil || facts !=
		"left out weights of rows: each row counts once; the first weight is {2} in line 5; class: c, the last column of text "+
			"(if it is none: --class none)" {
		t.Errorf("got %s, %v", facts, err)
	} else if notes := set.About.Notes; len(notes) != 1 || !strings.HasPrefix(notes[0], "left out weights of rows") {
		t.Errorf("got notes %q", notes)
	}
	set, err = open(t, FileSet{Name: "s", File: "train.libsvm", Test: Test{File: "test.libsvm"}, Folder: folder})
	want := mat.NewDense(6, 3, []float64{1, 2.5, 0, 0, 3, 0, 0, 0, 4, 5, 0, 1, 0, 7, 8, 0, 9, 0})
	if err != nil || !mat.Equal(set.Samples, want) || set.About.Notes[0] != "indices: they count from 0, as one is 0" {
		t.Errorf("got %v, %v", set, err)
	}
	set, err = open(t, FileSet{Name: "s", File: "test.libsvm", Test: Test{File: "train.libsvm"}, Folder: folder})
	if want := mat.NewDense(2, 3, []float64{0, 7, 8, 0, 9, 0}); err != nil || !mat.Equal(set.Samples.Slice(0, 2, 0, 3), want) {
		t.Errorf("the other way: got %v, %v", set, err)
	}
	// A median fills no class.
	gap, err := Inspect(t.Context(), filepath.Join(folder, "gap.arff"), Wishes{})
	if err == nil {
		gap.Missing = "keep"
		_, err = gap.Open(t.Context(), false)
	}
	const left = "left out line 6: column 2 (c): 1 sample without a class, which no median fills: class none keeps them"
	assert.NilError(t, err)
	assert.Equal(t, gap.Facts[len(gap.Facts)-1].String(), left, "got %v, %v", gap.Facts, err)
}

// A file of another kind under a study's format is told by its first bytes.
func TestForeignContent(t *testing.T) {
	folder := write(t, map[string]string{"a.csv": "ARROW1\x00\x00"})
	_, err := open(t, FileSet{Name: "s", File: "a.csv", Class: "none", Folder: folder})
	want := "data set s: " + filepath.Join(folder, "a.csv") + ": a file of another kind (Feather or Arrow), which is not " +
		`read: save it as CSV, as in Python pandas.read_feather("a.csv").to_csv("a.csv", index=False)`
	assert.Error(t, err, want)
}
