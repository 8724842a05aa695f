package library

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/internal/faults"
)

func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	assert.NilError(t, os.WriteFile(path, []byte(content), 0o644))
	return path
}

func open(t *testing.T, f FileSet) (*dataset.Set, error) {
	t.Helper()
	return Files(nil, []FileSet{f}).find(0).Open(t.Context())
}

func TestFiles(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		name, file, content string
		set                 FileSet
		samples             []float64
		labels              []int
		classes             []string
	}{
		{"class last, words as they appear", "a.csv", "1,2,z\n3,4,a\n5,6,z\n", FileSet{Class: "last"},
			[]float64{1, 2, 3, 4, 5, 6}, []int{0, 1, 0}, []string{"z", "a"}},
		{"header, class by name", "a.CSV", "\ufeffspecies, width\nz,1\na,2\n", FileSet{Class: "species"},
			[]float64{1, 2}, []int{0, 1}, []string{"z", "a"}},
		{"header, class by number", "a.csv", "length,class,width\n1,z,2\n3,a,4\n", FileSet{Class: "2"},
			[]float64{1, 2, 3, 4}, []int{0, 1}, []string{"z", "a"}},
		{"classes in numerical order", "a.tsv", "1\t10\n2\t9\n3\t-1.5\n", FileSet{Class: "2"},
			[]float64{1, 2, 3}, []int{2, 1, 0}, []string{"-1.5", "9", "10"}},
		{"classes that only names keep apart", "a.csv", "1,9007199254740993\n2,9007199254740992\n3,9007199254740993\n",
			FileSet{Class: "last"}, []float64{1, 2, 3}, []int{0, 1, 0}, []string{"9007199254740993", "9007199254740992"}},
		{"no classes", "a.tsv", "1\t2\n3\t4\n", FileSet{Class: "none"}, []float64{1, 2, 3, 4}, nil, nil},
		{"header of numbers", "a.csv", "1,2,1\n5,6,x\n7,8,y\n", FileSet{Class: "last", Dialect: columns.Dialect{Header: &yes}},
			[]float64{5, 6, 7, 8}, []int{0, 1}, []string{"x", "y"}},
		{"name before number", "a.csv", "x,3,2\n5,a,6\n7,b,8\n", FileSet{Class: "3", Dialect: columns.Dialect{Header: &yes}},
			[]float64{5, 6, 7, 8}, []int{0, 1}, []string{"a", "b"}},
		{"no header", "a.dat", "1,x\n2,y\n", FileSet{Class: "last", Format: "csv", Dialect: columns.Dialect{Header: &no}},
			[]float64{1, 2}, []int{0, 1}, []string{"x", "y"}},
	} {
		f := c.set
		f.Name, f.File = "own", file(t, c.file, c.content)
		set, err := open(t, f)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		assert.Check(t, slices.Equal(set.Samples.RawMatrix().Data, c.samples) && slices.Equal(set.Labels, c.labels) &&
			slices.Equal(set.Classes, c.classes), "%s: samples %v, labels %v of %q", c.name,
			set.Samples.RawMatrix().Data, set.Labels, set.Classes)
		assert.Check(t, set.Name == "own" && set.Title == "own" && set.Origin == dataset.Real && set.Split == nil,
			"%s: got %+v", c.name, set)
	}
}

// A class of many fractions is a regression target, which is neither a class nor a feature.
func TestFilesWithoutClasses(t *testing.T) {
	var table strings.Builder
	var targets []float64
	for i := range 12 {
		targets = append(targets, float64(i)/4)
		fmt.Fprintf(&table, "%d,%v\n", i, targets[i])
	}
	targets[3] = math.NaN()
	zeros := numpy(t, []int{12, 1}, make([]float64, 12)...)
	for _, c := range []struct {
		name, file, content string
		set                 FileSet
		samples             int
		noted               bool
	}{
		{"table", "a.csv", table.String(), FileSet{Class: "last"}, 12, true},
		{"table with few test samples", "a.csv", table.String(),
			FileSet{Class: "last", Test: Test{File: file(t, "test.csv", "1,0.25\n")}}, 13, true},
		{"array", "a.npy", zeros,
			FileSet{Labels: file(t, "y.npy", numpy(t, []int{12}, targets...))}, 12, true},
		{"array that says nothing of classes", "a.npy", zeros, FileSet{}, 12, false},
	} {
		f := c.set
		f.Name, f.File = "own", file(t, c.file, c.content)
		set, err := open(t, f)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		rows, columns := set.Samples.Dims()
		assert.Check(t, rows == c.samples && columns == 1 && set.Classes == nil && set.Labels == nil &&
			(len(set.About.Notes) > 0) == c.noted, "%s: %d×%d samples of classes %q, labels %v, notes %q", c.name, rows,
			columns, set.Classes, set.Labels, set.About.Notes)
	}
}

// Outliers are classes, and no part of the digest.
func TestFilesWithOutliers(t *testing.T) {
	f := FileSet{Name: "own", File: file(t, "a.csv", "1,n\n2,o\n3,n\n4,p\n"), Class: "last"}
	before, err := open(t, f)
	assert.NilError(t, err)
	f.Outliers = []string{"o", "p"}
	set, err := open(t, f)
	assert.NilError(t, err)
	if d := set.Describe(); !slices.Equal(d.Outliers, f.Outliers) || d.Digest != before.Digest {
		t.Errorf("described as %+v, without outliers the digest is %s", d, before.Digest)
	}
	for _, c := range []struct {
		class, want string
		outliers    []string
	}{
		{"last", f.File + `: outliers: no class is called "x": the set has n, o and p`, []string{"x"}},
		{"last", f.File + ": outliers: class o stands twice: name it once", []string{"o", "o"}},
		{"last", f.File + ": outliers names every class: leave one out, whose samples are regular",
			[]string{"n", "o", "p"}},
		{"none", "outliers names classes, and the set has none: say by class or labels where they are, or leave " +
			"outliers out", []string{"o"}},
	} {
		f.Class, f.Outliers = c.class, c.outliers
		_, err := open(t, f)
		assert.Check(t, is.Error(err, "data set own: "+c.want), "got  %v\nwant data set own: %s", err, c.want)
	}
}

func TestFilesWithSplit(t *testing.T) {
	// The test file has the classes in another order, and no header.
	train, test := file(t, "train.csv", "a,b,class\n1,2,y\n3,4,x\n"), file(t, "test.csv", "5,6,x\n7,8,y\n9,10,x\n")
	f := FileSet{Name: "own", Title: "Own data", File: train, Test: Test{File: test}, Class: "class"}
	l := New(Files(nil, []FileSet{f}))
	d, err := l.Describe(t.Context(), "own")
	assert.NilError(t, err)
	assert.Check(t, d.Title == "Own data" && d.Origin == dataset.Real && d.Folder == filepath.Dir(train) &&
		d.Train == 2 && d.Test == 3 && d.Samples == 5 && d.Features == 2 && slices.Equal(d.ClassCounts, []int{2, 3}),
		"described as %+v", d)
	set, err := l.Open(t.Context(), "own")
	assert.NilError(t, err)
	assert.Check(t, slices.Equal(set.Labels, []int{0, 1, 1, 0, 1}) && slices.Equal(set.Split.Test, []int{2, 3, 4}) &&
		slices.Equal(set.Files, []string{train, test}), "labels %v, test part %v, files %v", set.Labels, set.Split.Test,
		set.Files)
	assert.Equal(t, set.Samples.At(4, 1), 10.0, "last value")
}

// The digest depends on the bytes and on how they are read, and on nothing else.
func TestFilesDigest(t *testing.T) {
	const content = "1,1,2\n2,2,1\n"
	f := FileSet{Name: "own", File: file(t, "a.csv", content), Class: "last"}
	digest := func(f FileSet) string {
		set, err := open(t, f)
		assert.NilError(t, err)
		return set.Digest
	}
	got := digest(f)
	same := f
	same.Name, same.Title, same.Class, same.File = "other", "Other", "3", file(t, "b.csv", content)
	assert.Equal(t, digest(same), got, "the same content under another name has another digest")
	for _, change := range []func(*FileSet){
		func(f *FileSet) { f.Class = "1" },
		func(f *FileSet) { f.Class = "none" },
		func(f *FileSet) { f.Test.File = f.File },
		func(f *FileSet) { f.Train = 1; f.Class = "none" },
		func(f *FileSet) { f.Omit = []string{"1"} },
		func(f *FileSet) { f.Image = dataset.ImageSize{Width: 1, Height: 2} },
		func(f *FileSet) { f.File = file(t, "a.csv", content+"3,3,1\n") },
		func(f *FileSet) { f.File = file(t, "a.csv", "\n"+content) },
	} {
		other := f
		change(&other)
		assert.Check(t, digest(other) != got, "%+v has the same digest", other)
	}
}

func TestFilesPacked(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	fmt.Fprint(w, "1,x\n2,y\n")
	w.Close()
	set, err := open(t, FileSet{Name: "own", File: file(t, "a.csv.gz", b.String()), Class: "last"})
	assert.NilError(t, err)
	assert.Equal(t, len(set.Labels), 2)
}

// Each error has file, line, column, cause and remedy.
func TestFilesFaults(t *testing.T) {
	// An input is a set, and its file; some have a file of test samples.
	faults.Check(t, "file_faults.txt", func(t *testing.T, input string) error {
		set, content, _ := strings.Cut(input+"\n", "\n")
		content, test, tested := strings.Cut(content, "-- test --\n")
		f := setOf(t, set)
		f.File = file(t, "a.csv", content)
		if tested {
			f.Test.File = file(t, "test.csv", test)
		}
		_, err := open(t, f)
		assert.Assert(t, err != nil, input)
		return errors.New(strings.ReplaceAll(strings.ReplaceAll(err.Error(), f.File, "FILE"), cmp.Or(f.Test.File, "TEST"), "TEST"))
	})
}

func TestFilesAreMissing(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	assert.NilError(t, err)
	f := FileSet{Name: "own", File: "data/a.csv", Class: "last"}
	_, err = open(t, f)
	want := "data set own: data/a.csv: file does not exist: tried " + filepath.Join(here, "data", "a.csv") +
		": correct the path, put it there, or give its folder with --data"
	assert.Check(t, err != nil && err.Error() == want && errors.Is(err, fs.ErrNotExist), "got  %v\nwant %s", err, want)
	for want, f := range map[string]FileSet{
		"data set own: a.dat: the ending tells no format: give one of csv, semicolons, tsv, xlsx, blanks, arff, libsvm, " +
			"npy, records, npz, idx, matlab, images": {Name: "own", File: "a.dat", Class: "last"},
		"data set own: no file: give its path":      {Name: "own", Class: "last"},
		"a data set of files has no name: give one": {File: "a.csv", Class: "last"},
	} {
		assert.Check(t, is.Error(f.Validate(), want))
	}
}

// The optical digits as a study's own files equal those of the catalogue.
func TestFilesLikeCatalogue(t *testing.T) {
	folder := os.Getenv("REPORT_DATA")
	if folder == "" {
		t.Skip("REPORT_DATA is not set: needs the published optical digits")
	}
	e, err := dataset.Find("optdigits")
	assert.NilError(t, err)
	want, err := e.Open(t.Context(), folder)
	assert.NilError(t, err)
	got, err := open(t, FileSet{
		Name: "own", Format: "csv", Class: "last", Image: want.Image,
		File: filepath.Join(folder, "uci", "optdigits.tra"),
		Test: Test{File: filepath.Join(folder, "uci", "optdigits.tes")},
	})
	assert.NilError(t, err)
	assert.Check(t, mat.Equal(got.Samples, want.Samples) && slices.Equal(got.Labels, want.Labels) &&
		slices.Equal(got.Classes, want.Classes) && got.Image == want.Image,
		"other samples, labels, classes or images than those of the catalogue")
	assert.Check(t, slices.Equal(got.Split.Train, want.Split.Train) && slices.Equal(got.Split.Test, want.Split.Test),
		"another split than that of the catalogue")
}
