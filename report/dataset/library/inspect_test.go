package library

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/dataset/npy"
	"gpca/report/internal/faults"
	"gpca/report/words"
)

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		assert.NilError(t, os.WriteFile(path, []byte(content), 0o644))
	}
	return folder
}

func picture(t *testing.T, width, height int, grey uint8) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetGray(x, y, color.Gray{Y: grey})
		}
	}
	var b bytes.Buffer
	assert.NilError(t, png.Encode(&b, img))
	return b.String()
}

func numpy(t *testing.T, shape []int, values ...float64) string {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, npy.Write(&b, npy.Array{Shape: shape, Values: values}))
	return b.String()
}

func TestInspect(t *testing.T) {
	nine := numpy(t, []int{6, 1, 2}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6)
	labels := numpy(t, []int{6}, 0, 1, 0, 1, 0, 1)
	rows := func(header string, row ...string) string { return header + strings.Join(row, "\n") + "\n" }
	for _, c := range []struct {
		name    string
		files   map[string]string
		look    string
		want    FileSet
		samples int
		classes []string
	}{
		{"class by name", map[string]string{"My data.csv": rows("Species,a,b\n", "x,1,2", "x,2,1", "y,3,4", "y,4,2",
			"x,0,1", "y,3,3")}, "My data.csv",
			FileSet{Name: "my-data", Class: "Species"}, 6, []string{"x", "y"}},
		{"last column, number of the row, text, constant and missing values",
			map[string]string{"a.data": rows("", "1;p;5;0;u", "2;q;NA;0;v", "3;r;7;0;u", "4;s;8;0;v", "5;t;1;0;u",
				"6;w;2;0;v")}, "a.data",
			FileSet{Name: "a", Format: "semicolons", Class: "5", ID: "1", Omit: []string{"2", "4"},
				Missing: "drop"}, 5, []string{"u", "v"}},
		{"whole numbers, which may be classes or not", map[string]string{"a.txt": rows("", "1.5 2 0", "1 3 1", "4 1 0", "2 2 1", "5 1 0",
			"6 2.5 1")}, "a.txt",
			FileSet{Name: "a", Format: "blanks", Class: "none"}, 6, nil},
		{"words in the first column", map[string]string{"a.tsv": rows("", "x\t1\t2.5", "x\t2\t1.5", "y\t3\t0.5",
			"y\t4\t3.5", "y\t5\t4.5", "x\t6\t5.5")}, "a.tsv",
			FileSet{Name: "a", Class: "1"}, 6, []string{"x", "y"}},
		{"words before numbers", map[string]string{"a.csv": rows("", "x,1,0", "x,2,1", "y,3,0", "y,4,1", "y,5,0",
			"x,6,1")}, "a.csv", FileSet{Name: "a", Class: "1"}, 6, []string{"x", "y"}},
		{"numbers in the first column", map[string]string{"a.csv": rows("", "1,1.5", "2,2.5", "1,3.5", "2,4.5", "1,5.5",
			"2,6.5")}, "a.csv", FileSet{Name: "a", Class: "none"}, 6, nil},
		{"square images", map[string]string{"a.csv": rows("", strings.Repeat("0,", 64)+"x",
			strings.Repeat("7,", 64)+"y", strings.Repeat("0,", 64)+"x", strings.Repeat("255,", 64)+"y",
			strings.Repeat("0,", 64)+"x", strings.Repeat("0,", 64)+"y")}, "a.csv",
			FileSet{Name: "a", Class: "65", Image: dataset.ImageSize{Width: 8, Height: 8}}, 6, []string{"x", "y"}},
		{"no class", map[string]string{"a.csv": rows("u,v\n", "1.5,2.5", "2,3", "4,5.5")}, "a.csv",
			FileSet{Name: "a", Class: "none"}, 3, nil},
		{"other separator than the ending's, and a test file", map[string]string{
			"train.csv": rows("u;class\n", "1.5;x", "2;y", "3;x", "4;y", "5;x", "6;y"), "test.csv": rows("u;class\n",
				"9;y")}, "train.csv",
			FileSet{Name: "train", Format: "semicolons", Class: "class", Test: Test{File: "test.csv"}}, 7, []string{"x",
				"y"}},
		{"pair of arrays", map[string]string{"X.npy": nine, "y.npy": labels}, "X.npy",
			FileSet{Name: "x", Labels: "y.npy"}, 6, []string{"0", "1"}},
		{"regression target under a name of classes", map[string]string{"a.csv": rows("u,target\n", "1,25", "2,31",
			"4,75", "5,46", "7,28", "9,14")}, "a.csv", FileSet{Name: "a", Class: "none"}, 6, nil},
		{"array and a regression target", map[string]string{"X.npy": nine,
			"y.npy": numpy(t, []int{6}, 25, 31, 75, 46, 28, 14)}, "X.npy", FileSet{Name: "x", Class: "none"}, 6, nil},
		{"archive with a regression target", map[string]string{"a.npz": archive(t, []string{"data", "target"},
			npy.Array{Shape: []int{6, 2}, Values: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6}},
			npy.Array{Shape: []int{6}, Values: []float64{0.5, 31, 75, 46, 28, 14}})}, "a.npz",
			FileSet{Name: "a", Class: "none", Array: "data"}, 6, nil},
		{"array alone", map[string]string{"X.npy": nine}, "X.npy", FileSet{Name: "x", Class: "none"}, 6, nil},
		{"folders of images", map[string]string{"faces/ann/1.png": picture(t, 3, 2, 9),
			"faces/bob/1.png": picture(t, 3, 2, 7), "faces/README": "no image"}, "faces",
			FileSet{Name: "faces", Format: "images", Class: "folder"}, 2, []string{"ann", "bob"}},
		{"images of two sizes, in no folders", map[string]string{
			"faces/s01.happy.png": picture(t, 128, 64, 9), "faces/s01.sad.png": picture(t, 100, 50, 7),
			"faces/s02.happy.png": picture(t, 128, 64, 9), "faces/s02.sad.png": picture(t, 128, 64, 7)}, "faces",
			FileSet{Name: "faces", Format: "images", Class: "none",
				Image: dataset.ImageSize{Width: 64, Height: 32}}, 4, nil},
	} {
		folder := write(t, c.files)
		found, err := Inspect(t.Context(), filepath.Join(folder, c.look), Wishes{})
		var set *dataset.Set
		if err == nil {
			set, err = found.Open(t.Context(), true)
		}
		got := found.FileSet
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		c.want.File, c.want.Folder = c.look, folder
		assert.Check(t, reflect.DeepEqual(got, c.want), "%s:\n got %+v\nwant %+v", c.name, got, c.want)
		if d := set.Describe(); d.Samples != c.samples || !slices.Equal(d.Classes, c.classes) {
			t.Errorf("%s: %d samples of classes %q", c.name, d.Samples, d.Classes)
		}
	}
}

// What is guessed of a table, or left out, is said with its line.
func TestInspectFacts(t *testing.T) {
	faults.Answers(t, "facts.txt", func(t *testing.T, quoted string) string {
		found, _ := inspectQuoted(t, quoted)
		return strings.Join(told(found.Facts), "\n")
	})
}

// inspectQuoted is what is found in a table that is given in quotes.
func inspectQuoted(t *testing.T, quoted string) (*Inspected, *dataset.Set) {
	t.Helper()
	file, err := strconv.Unquote(quoted)
	assert.NilError(t, err, quoted)
	found, err := Inspect(t.Context(), filepath.Join(write(t, map[string]string{"a.csv": file}), "a.csv"), Wishes{})
	assert.NilError(t, err, quoted)
	set, err := found.Open(t.Context(), true)
	assert.NilError(t, err, quoted)
	return found, set
}

// told is what is said of a table; a star marks what changes the answer.
func told(facts []columns.Fact) []string {
	return words.Each(facts, func(f columns.Fact) string {
		return map[bool]string{true: "* ", false: ""}[f.Changes()] + f.String()
	})
}

// Tables of strangers that were once misread without a word are read rightly, or what is in doubt changes the answer's
// warnings.
func TestDoubtsAreSaid(t *testing.T) {
	faults.Answers(t, "doubts.txt", func(t *testing.T, quoted string) string {
		found, set := inspectQuoted(t, quoted)
		row := func(at int) string {
			text := strings.Trim(fmt.Sprint(mat.Row(nil, at, set.Samples)), "[]")
			if set.IDs != nil {
				text = set.IDs[at] + " " + text
			}
			return text
		}
		rows, _ := set.Samples.Dims()
		read := fmt.Sprintf("columns %s: from %s to %s", strings.Join(set.About.Columns, " "), row(0), row(rows-1))
		return strings.Join(append(told(found.Facts), read), "\n")
	})
}

func TestInspectFaults(t *testing.T) {
	var said strings.Builder
	for _, c := range []struct{ name, content string }{
		{"a.bin", "\x00\x01"},
		{"a.txt", ""},
		{"a.xlsx", "PK\x03\x04\x00"},
		{"a.ods", "PK\x03\x04\x00"},
		{"a.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"},
		{"a.parquet", "PAR1"},
		{"a.csv", "PAR1\x15\x00"},
		{"a.rds", gzipped(t, "X\n\x00\x00\x00\x03")},
		{"a", gzipped(t, "X\n\x00\x00\x00\x03")},
		{"a.json", "[1, 2]"},
		{"a.dta", "<stata_dta>"},
		{"a.csv", "a,b\n1.5,2\n" + strings.Repeat("1,2\n", 1<<15) + "l\xe4nge,2\n"},
		{"a.csv", "a,b\nx,y\nz,y\n"},
		{"a.txt", "one\ntwo words\nthree\nfour words here\nfive\n"},
		{"a.npy", "no array"},
	} {
		path := filepath.Join(write(t, map[string]string{c.name: c.content}), c.name)
		found, err := Inspect(t.Context(), path, Wishes{})
		if err == nil {
			_, err = found.Open(t.Context(), true)
		}
		assert.Check(t, err != nil, c.name)
		fmt.Fprintf(&said, "%s: %s\n", c.name, strings.ReplaceAll(fmt.Sprint(err), path, "FILE"))
	}
	golden.Assert(t, said.String(), "inspect_faults.txt")
}
