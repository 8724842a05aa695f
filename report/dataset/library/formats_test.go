package library

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/dataset"
	"gpca/report/dataset/npy"
	"gpca/report/dataset/standin"
	"gpca/report/internal/faults"
	"gpca/report/strictyaml"
)

func gzipped(t *testing.T, content string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(content))
	assert.NilError(t, err)
	assert.NilError(t, w.Close())
	return b.String()
}

func text(set *dataset.Set, separator string) string {
	var b strings.Builder
	rows, _ := set.Samples.Dims()
	for i := range rows {
		for _, v := range set.Samples.RawRowView(i) {
			fmt.Fprint(&b, v, separator)
		}
		fmt.Fprintln(&b, set.Classes[set.Labels[i]])
	}
	return b.String()
}

// sparse writes a set as LIBSVM does.
func sparse(set *dataset.Set) string {
	var b strings.Builder
	rows, _ := set.Samples.Dims()
	for i := range rows {
		fmt.Fprint(&b, set.Classes[set.Labels[i]])
		for j, v := range set.Samples.RawRowView(i) {
			if v != 0 {
				fmt.Fprintf(&b, " %d:%v", j+1, v)
			}
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// relation writes a set in ARFF.
func relation(set *dataset.Set) string {
	var b strings.Builder
	fmt.Fprintln(&b, "@relation own")
	_, columns := set.Samples.Dims()
	for j := range columns {
		fmt.Fprintf(&b, "@attribute x%d numeric\n", j+1)
	}
	fmt.Fprintf(&b, "@attribute class {%s}\n@data\n", strings.Join(set.Classes, ","))
	return b.String() + text(set, ",")
}

func labelled(set *dataset.Set) []float64 {
	var labels []float64
	for _, l := range set.Labels {
		labels = append(labels, float64(l))
	}
	return labels
}

func labelledRows(set *dataset.Set) []float64 {
	var values []float64
	for i, l := range set.Labels {
		values = append(append(values, set.Samples.RawRowView(i)...), float64(l))
	}
	return values
}

func archive(t *testing.T, names []string, arrays ...npy.Array) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, name := range names {
		w, err := z.Create(name + ".npy")
		if err == nil {
			err = npy.Write(w, arrays[i])
		}
		assert.NilError(t, err)
	}
	assert.NilError(t, z.Close())
	return b.String()
}

func arrayOf(set *dataset.Set) npy.Array {
	rows, columns := set.Samples.Dims()
	return npy.Array{Shape: []int{rows, columns}, Values: set.Samples.RawMatrix().Data}
}

func idxFile(values []float64, dims ...int) string {
	b := []byte{0, 0, 8, byte(len(dims))}
	for _, d := range dims {
		b = binary.BigEndian.AppendUint32(b, uint32(d))
	}
	for _, v := range values {
		b = append(b, byte(v))
	}
	return string(b)
}

// matlabVariable is an array of doubles as MATLAB stores it, column by column.
type matlabVariable struct {
	name   string
	dims   []int32
	values []float64
}

func matlabFile(variables ...matlabVariable) string {
	little := binary.LittleEndian
	element := func(kind uint32, data any) []byte {
		body, err := binary.Append(nil, little, data)
		if err != nil {
			panic(err)
		}
		b := little.AppendUint32(little.AppendUint32(nil, kind), uint32(len(body)))
		return append(append(b, body...), make([]byte, (8-len(body)%8)%8)...)
	}
	file := []byte(fmt.Sprintf("%-124s\x00\x01IM", "MATLAB 5.0 MAT-file"))
	for _, v := range variables {
		file = append(file, element(14, slices.Concat(element(6, []uint32{6, 0}), element(5, v.dims),
			element(1, []byte(v.name)), element(9, v.values)))...)
	}
	return string(file)
}

// A set that is written and read again is the same set, in every format.
func TestFormats(t *testing.T) {
	digits, err := standin.Generate("optdigits")
	assert.NilError(t, err)
	rows, columns := digits.Samples.Dims()
	samples, labels := arrayOf(digits), npy.Array{Shape: []int{rows}, Values: labelled(digits)}
	columnwise := mat.DenseCopyOf(digits.Samples.T()).RawMatrix().Data
	var sideBySide []float64 // the images, each column by column
	faces := map[string]string{}
	for i := range rows {
		img := image.NewGray(image.Rect(0, 0, 8, 8))
		row := digits.Samples.RawRowView(i)
		for x := range 8 {
			for y := range 8 {
				sideBySide = append(sideBySide, row[8*y+x])
				img.SetGray(x, y, color.Gray{Y: uint8(row[8*y+x])})
			}
		}
		var b bytes.Buffer
		assert.NilError(t, png.Encode(&b, img))
		faces[fmt.Sprintf("own/%05d-%s.png", i, digits.Classes[digits.Labels[i]])] = b.String()
	}
	size := dataset.ImageSize{Width: 8, Height: 8}
	one := func(name, content string) map[string]string { return map[string]string{name: content} }
	for _, c := range []struct {
		name  string
		files map[string]string
		set   FileSet
	}{
		{"csv", one("own.csv", text(digits, ",")), FileSet{Class: "last", Constant: "keep"}},
		{"csv, packed", one("own.csv.gz", gzipped(t, text(digits, ","))), FileSet{Class: "65", Image: size}},
		{"semicolons", one("own.csv", text(digits, ";")), FileSet{Format: "semicolons", Class: "last", Image: size}},
		{"tsv", one("own.tsv", text(digits, "\t")), FileSet{Class: "last", Image: size}},
		{"blanks", one("own.dat", text(digits, "  ")), FileSet{Format: "blanks", Class: "last", Image: size}},
		{"arff", one("own.arff", relation(digits)), FileSet{Class: "class", Image: size}},
		{"libsvm", one("own.libsvm", sparse(digits)), FileSet{Image: size}},
		{"npy and its labels", map[string]string{"own.npy": numpy(t, samples.Shape, samples.Values...),
			"y.npy": numpy(t, labels.Shape, labels.Values...)}, FileSet{Labels: "y.npy"}},
		{"npy of images, labels of text", map[string]string{"own.npy": numpy(t, []int{rows, 8, 8}, samples.Values...),
			"y.txt": strings.Trim(strings.ReplaceAll(fmt.Sprint(labels.Values), " ", "\n"), "[]")},
			FileSet{Labels: "y.txt"}},
		{"npy, class in a column", one("own.npy", numpy(t, []int{rows, columns + 1}, labelledRows(digits)...)),
			FileSet{Class: "last"}},
		{"npy, samples in columns", map[string]string{"own.npy": numpy(t, []int{columns, rows}, columnwise...),
			"y.npy": numpy(t, labels.Shape, labels.Values...)}, FileSet{Labels: "y.npy"}},
		{"npz", one("own.npz", archive(t, []string{"X", "y"}, samples, labels)), FileSet{Class: "y"}},
		{"npz among others", one("own.npz", archive(t, []string{"more", "y", "X"}, labels, labels, samples)),
			FileSet{Array: "X", Class: "y"}},
		{"idx", map[string]string{"own-images-idx3-ubyte": idxFile(samples.Values, rows, 8, 8),
			"own-labels-idx1-ubyte.gz": gzipped(t, idxFile(labels.Values, rows))},
			FileSet{Labels: "own-labels-idx1-ubyte.gz"}},
		{"matlab, samples in rows", one("own.mat",
			matlabFile(matlabVariable{"fea", []int32{int32(rows), int32(columns)}, columnwise},
				matlabVariable{"gnd", []int32{int32(rows), 1}, labels.Values})),
			FileSet{Array: "fea", Class: "gnd"}},
		{"matlab, samples in columns", one("own.mat",
			matlabFile(matlabVariable{"fea", []int32{int32(columns), int32(rows)}, samples.Values},
				matlabVariable{"gnd", []int32{1, int32(rows)}, labels.Values})),
			FileSet{Class: "gnd"}},
		{"matlab, images side by side", one("own.mat",
			matlabFile(matlabVariable{"fea", []int32{8, 8, int32(rows)}, sideBySide},
				matlabVariable{"gnd", []int32{1, int32(rows)}, labels.Values})),
			FileSet{Class: "gnd"}},
		{"images", faces, FileSet{Format: "images", File: "own", Class: `-(\d)\.png$`}},
	} {
		f := c.set
		f.Name, f.Folder = "own", write(t, c.files)
		for name := range c.files {
			if f.File == "" && strings.HasPrefix(name, "own") && name != f.Labels {
				f.File = name
			}
		}
		got, err := open(t, f)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		assert.Check(t, mat.Equal(got.Samples, digits.Samples), "%s: other samples", c.name)
		assert.Check(t, slices.Equal(got.Labels, digits.Labels) && slices.Equal(got.Classes, digits.Classes),
			"%s: other labels, of %q", c.name, got.Classes)
		assert.Check(t, !strings.Contains(c.name, "image") || got.Image == size,
			"%s: images of %+v", c.name, got.Image)
		wishes := Wishes{}
		if format, _ := f.format(); format.separator != 0 {
			wishes.Class = "last" // whole numbers may be a feature
		}
		found, err := Inspect(t.Context(), filepath.Join(f.Folder, f.File), wishes)
		if err != nil {
			t.Errorf("%s, inspected: %v", c.name, err)
			continue
		}
		set, err := found.Open(t.Context(), true)
		if err != nil {
			t.Errorf("%s, inspected: %v", c.name, err)
			continue
		}
		if n, _ := set.Samples.Dims(); n != rows || c.name != "images" && c.name != "npy, class in a column" && f.Labels != "y.txt" &&
			!slices.Equal(set.Labels, digits.Labels) {
			t.Errorf("%s: inspection finds %d samples of %q, by %+v", c.name, n, set.Classes, found.FileSet)
		}
	}
}

// Of two sparse files, each has as many features as the larger index of both.
func TestSparseTest(t *testing.T) {
	for _, c := range []struct{ train, test string }{{"a 1:1\nb 3:2\n", "b 5:7\n"}, {"a 1:1\nb 5:2\n", "b 3:7\n"}} {
		folder := write(t, map[string]string{"a.libsvm": c.train, "b.libsvm": c.test})
		set, err := open(t, FileSet{Name: "own", Folder: folder, File: "a.libsvm", Test: Test{File: "b.libsvm"}})
		assert.NilError(t, err)
		if rows, columns := set.Samples.Dims(); rows != 3 || columns != 5 || set.Samples.At(0, 0) != 1 ||
			mat.Sum(set.Samples.RowView(2)) != 7 || !slices.Equal(set.Labels, []int{0, 1, 1}) {
			t.Errorf("%+v: got %v of %v", c, set.Samples.RawMatrix().Data, set.Labels)
		}
	}
}

// Test samples by a count, a column, an array, and other arrays of one file.
func TestSplits(t *testing.T) {
	four := npy.Array{Shape: []int{4, 1}, Values: []float64{5, 6, 7, 8}}
	labels := npy.Array{Shape: []int{4}, Values: []float64{0, 1, 0, 1}}
	files := map[string]string{
		"a.csv": "v,set,class\n5,train,x\n6,train,y\n7,test,x\n8,train,y\n",
		"a.npz": archive(t, []string{"X", "y", "part", "X_test", "y_test"}, four, labels,
			npy.Array{Shape: []int{4}, Values: []float64{0, 0, 1, 0}},
			npy.Array{Shape: []int{1, 1}, Values: []float64{9}}, npy.Array{Shape: []int{1}, Values: []float64{1}}),
	}
	folder := write(t, files)
	for _, c := range []struct {
		name        string
		set         FileSet
		train, test []int
	}{
		{"none", FileSet{File: "a.csv", Class: "class", Omit: []string{"set"}}, nil, nil},
		{"count", FileSet{File: "a.csv", Class: "class", Omit: []string{"set"}, Train: 3}, []int{0, 1, 2}, []int{3}},
		{"column", FileSet{File: "a.csv", Class: "class", Test: Test{Column: "set", Is: "test"}}, []int{0, 1, 3},
			[]int{2}},
		{"column by number", FileSet{File: "a.csv", Class: "last", Test: Test{Column: "2", Is: "test"}}, []int{0, 1, 3},
			[]int{2}},
		{"array of marks", FileSet{File: "a.npz", Array: "X", Class: "y", Test: Test{Column: "part", Is: "1"}},
			[]int{0, 1, 3}, []int{2}},
		{"arrays of test samples", FileSet{File: "a.npz", Array: "X", Class: "y",
			Test: Test{Array: "X_test", Class: "y_test"}}, []int{0, 1, 2, 3}, []int{4}},
	} {
		c.set.Name, c.set.Folder = "own", folder
		set, err := open(t, c.set)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if set.Split == nil {
			set.Split = &dataset.Split{}
		}
		assert.Check(t, slices.Equal(set.Split.Train, c.train) && slices.Equal(set.Split.Test, c.test) &&
			set.Samples.At(3, 0) == 8 && set.Samples.RawMatrix().Cols == 1, "%s: split %+v of %v", c.name, set.Split,
			set.Samples.RawMatrix())
	}
}

func TestMissingValues(t *testing.T) {
	const table = "a,b,set,class\n1,?,p,x\n2,3,p,y\n4,5,q,\n6,7,q,x\n8,-9,,y\n9,1,p,x\n"
	folder := write(t, map[string]string{"a.csv": table})
	f := FileSet{Name: "own", Folder: folder, File: "a.csv", Class: "class", Missing: "drop", Omit: []string{"set"}}
	set, err := open(t, f)
	assert.NilError(t, err)
	if want := []float64{2, 3, 6, 7, 8, -9, 9, 1}; !slices.Equal(set.Samples.RawMatrix().Data, want) ||
		!slices.Equal(set.Labels, []int{0, 1, 0, 1}) {
		t.Errorf("got %v of %v, want %v", set.Samples.RawMatrix().Data, set.Labels, want)
	}
	want := []string{"Left out: column 3 (set).", "2 samples with missing values left out."}
	assert.DeepEqual(t, set.About.Notes, want)
	// Errors give the place in the file, whatever was dropped before.
	f.MissingMarks = []string{"?", "-9"}
	f.Test = Test{Column: "set", Is: "q"}
	f.Omit = nil
	if set, err = open(t, f); err != nil || len(set.Labels) != 3 || !slices.Equal(set.Split.Test, []int{1}) {
		t.Errorf("got %v, %v", set, err)
	}
	folder = write(t, map[string]string{"a.npy": numpy(t, []int{3, 2}, 1, 2, nan, 3, 4, 5)})
	without := FileSet{Name: "own", Folder: folder, File: "a.npy", Class: "none", Missing: "drop"}
	got, err := open(t, without)
	assert.NilError(t, err)
	assert.DeepEqual(t, got.Samples.RawMatrix().Data, []float64{1, 2, 4, 5})
}

// Samples have the names that a column has, else, where some were left out, their places in the file.
func TestNamesOfSamples(t *testing.T) {
	folder := write(t, map[string]string{"a.csv": "a,b,name\n1,?,x\n2,3,\n4,5,=z\n"})
	f := FileSet{Name: "own", Folder: folder, File: "a.csv", Class: "none", Missing: "keep", ID: "name"}
	set, err := open(t, f)
	if err != nil || !slices.Equal(set.IDs, []string{"x", "", "=z"}) || !math.IsNaN(set.Samples.At(0, 1)) {
		t.Errorf("got %v, %v, want a missing value kept", set, err)
	}
	assert.Assert(t, is.DeepEqual(set.Describe().Columns, []string{"a", "b"}), "columns")
	f.ID, f.Omit, f.Missing = "", []string{"name"}, "drop"
	set, err = open(t, f)
	assert.NilError(t, err)
	assert.Assert(t, is.DeepEqual(set.IDs, []string{"2", "3"}), "got %v, %v, want rows 2 and 3", set, err)
	f.ID, f.Omit = "b", []string{"b", "name"}
	_, err = open(t, f)
	assert.ErrorContains(t, err, "column 2 (b) is left out or used twice")
}

var nan, infinite = math.NaN(), math.Inf(1)

// Each error of the formats and keys has file, place, cause and remedy.
func TestFormatFaults(t *testing.T) {
	one := func(name, content string) map[string]string { return map[string]string{name: content} }
	csv := func(content string) map[string]string { return one("a.csv", content) }
	nothing := npy.Array{Shape: []int{0}}
	two := numpy(t, []int{2, 2}, 1, 2, 3, 4)
	pair := func(labels string) map[string]string { return map[string]string{"a.npy": two, "y.npy": labels} }
	var said strings.Builder // FOLDER stands for the folder, FILE for the first file
	for _, c := range []struct {
		name  string
		files map[string]string
		set   FileSet
	}{
		{"several missing values", csv("1,?,x\n2,#N/A,\n3,4,y\n"), FileSet{Class: "last"}},
		{"row in neither part", csv("1,p,x\n2,,y\n3,q,y\n"), FileSet{Class: "last", Test: Test{Column: "2", Is: "q"}}},
		{"empty column", csv("a,b,c\n1,,x\n2,,y\n"), FileSet{Class: "c", Missing: "drop"}},
		{"nothing left", csv("1,?,x\n?,2,y\n"), FileSet{Class: "last", Missing: "drop"}},
		{"constant column", csv("a,b,c\n1,5,x\n2,5,y\n"), FileSet{Class: "c"}},
		{"class that is left out", csv("a,b\nx,1\ny,2\n"), FileSet{Class: "a", Omit: []string{"a"}}},
		{"unknown column left out", csv("a,b\nx,1\ny,2\n"), FileSet{Class: "a", Omit: []string{"id"}}},
		{"column left out twice", csv("a,b\nx,1\ny,2\n"), FileSet{Class: "a", Omit: []string{"b", "2"}}},
		{"two columns of one name", csv("a,a,b\n1,2,x\n3,4,y\n"), FileSet{Class: "a.2"}},
		{"no features", csv("a,b\nx,1\ny,2\n"), FileSet{Class: "a", Omit: []string{"b"}}},
		{"train beyond the end", csv("1,x\n2,y\n"), FileSet{Class: "last", Train: 2}},
		{"class without training samples", csv("1,x\n2,x\n3,y\n"), FileSet{Class: "last", Train: 2}},
		{"split column without test samples", csv("a,s,c\n1,p,x\n2,q,y\n"),
			FileSet{Class: "c", Test: Test{Column: "s", Is: "test"}}},
		{"image of another size", csv("1,2,3,x\n2,3,4,y\n"),
			FileSet{Class: "last", Image: dataset.ImageSize{Width: 2, Height: 2}}},
		{"text attribute", one("a.arff", "@relation r\n@attribute s string\n@attribute c "+
			"{x,y}\n@data\nred,x\nblue,y\n"), FileSet{Class: "c"}},
		{"value that is not declared", one("a.arff",
			"@relation r\n@attribute a {0,1}\n@attribute c {x,y}\n@data\n2,x\n0,y\n"), FileSet{Class: "c"}},
		{"entry of text", one("a.libsvm", "1 1:2\n2 1:two\n"), FileSet{}},
		{"fewer labels", pair(numpy(t, []int{3}, 0, 1, 0)), FileSet{Labels: "y.npy"}},
		{"labels that are no whole numbers", pair(numpy(t, []int{2}, 0, 1.5)), FileSet{Labels: "y.npy"}},
		{"labels of two dimensions", pair(two), FileSet{Labels: "y.npy"}},
		{"missing label", pair(numpy(t, []int{2}, 0, nan)), FileSet{Labels: "y.npy"}},
		{"infinite value", one("a.npy", numpy(t, []int{2, 2}, 1, 2, 3, infinite)), FileSet{Class: "none"}},
		{"missing value in an array", one("a.npy", numpy(t, []int{2, 2}, 1, 2, nan, 4)), FileSet{Class: "none"}},
		{"vector of samples", one("a.npy", numpy(t, []int{3}, 1, 2, 3)), FileSet{Class: "none"}},
		{"empty array", one("a.npy", numpy(t, []int{0, 3})), FileSet{Class: "none"}},
		{"class column of an array", one("a.npy", two), FileSet{Class: "3"}},
		{"several arrays", one("a.npz", archive(t, []string{"X", "Z", "y"}, nothing, nothing, nothing)),
			FileSet{Class: "y"}},
		{"unknown array", one("a.npz", archive(t, []string{"X", "y"}, nothing, nothing)),
			FileSet{Array: "x", Class: "y"}},
		{"unknown array of marks", one("a.npz", archive(t, []string{"X", "y"}, nothing, nothing)),
			FileSet{Array: "X", Class: "y", Test: Test{Column: "part", Is: "1"}}},
		{"folder as a file", map[string]string{"a.csv/b": ""}, FileSet{File: "a.csv", Class: "none"}},
		{"unknown class array", one("a.npz", archive(t, []string{"X", "y"}, nothing, nothing)),
			FileSet{Array: "X", Class: "Y"}},
		{"empty folder", map[string]string{"a/.hidden": ""}, FileSet{File: "a", Format: "images"}},
		{"file as a folder", one("a", ""), FileSet{Format: "images"}},
		{"images of differing size", map[string]string{"a/x/1.png": picture(t, 2, 2, 1),
			"a/y/2.png": picture(t, 3, 2, 1)}, FileSet{File: "a", Format: "images"}},
		{"image outside of folders", map[string]string{"a/1.png": picture(t, 2, 2, 1)},
			FileSet{File: "a", Format: "images"}},
		{"image without class", map[string]string{"a/1.png": picture(t, 2, 2, 1)},
			FileSet{File: "a", Format: "images", Class: "^([a-z]+)[.]"}},
		{"pattern without group", map[string]string{"a/1.png": picture(t, 2, 2, 1)},
			FileSet{File: "a", Format: "images", Class: "^[a-z]+"}},
		{"no image", map[string]string{"a/x/1.png": "text"}, FileSet{File: "a", Format: "images"}},
	} {
		f := c.set
		f.Name, f.Folder = "own", write(t, c.files)
		for name := range c.files {
			if f.File == "" && strings.HasPrefix(name, "a") {
				f.File = name
			}
		}
		_, err := open(t, f)
		assert.Check(t, err != nil, c.name)
		places := strings.NewReplacer(filepath.Join(f.Folder, f.File), "FILE", f.Folder, "FOLDER")
		fmt.Fprintf(&said, "%s: %s\n", c.name, places.Replace(fmt.Sprint(err)))
	}
	golden.Assert(t, said.String(), "format_faults.txt")
}

// Faults that are found without the files.
func TestValidate(t *testing.T) {
	faults.Check(t, "set_faults.txt", func(t *testing.T, source string) error {
		return setOf(t, source).Validate()
	})
}

// setOf is a set as a study describes it, whose name, and a file where it has none, are added.
func setOf(t *testing.T, source string) (f FileSet) {
	t.Helper()
	if !strings.Contains(source, "{file: ") {
		source = strings.Replace(source, "{", "{file: a.csv, ", 1)
	}
	n, err := strictyaml.Parse("study.yaml", []byte(strings.Replace(source, "{", "{name: own, ", 1)))
	assert.NilError(t, err)
	assert.NilError(t, n.Decode(&f), source)
	return f
}

// A file lies beside the study, else in one of the folders of data.
func TestFolders(t *testing.T) {
	study := write(t, map[string]string{"a.csv": "1,x\n2,y\n"})
	other := write(t, map[string]string{"a.csv": "8,x\n9,y\n", "sub/b.csv": "5,x\n6,y\n"})
	for file, want := range map[string]float64{"a.csv": 1, "sub/b.csv": 5, filepath.Join(other, "a.csv"): 8} {
		set, err := Files([]string{t.TempDir(), other},
			[]FileSet{{Name: "own", Folder: study, File: file, Class: "last"}}).find(0).Open(t.Context())
		assert.Check(t, err == nil && set.Samples.At(0, 0) == want, "%s: got %v, want %v", file, err, want)
	}
}

// The examples of the manual are valid, and show every format.
func TestManual(t *testing.T) {
	page, err := os.ReadFile("../../../cmd/report/manual/data.md")
	assert.NilError(t, err)
	_, section, _ := strings.Cut(string(page), "## Your own data\n")
	_, block, _ := strings.Cut(section, "```yaml\n")
	block, _, _ = strings.Cut(block, "```")
	root, err := strictyaml.Parse("data.md", []byte(block))
	assert.NilError(t, err)
	var study struct {
		Data []FileSet `yaml:"data"`
	}
	assert.NilError(t, root.Decode(&study))
	shown := map[string]bool{}
	for _, f := range study.Data {
		assert.Check(t, f.Validate())
		format, _ := f.format()
		shown[format.name] = true
	}
	for _, name := range formatNames() {
		assert.Check(t, shown[name] || strings.Contains(block, name), "no example of the format %s", name)
	}
	f := study.Data[3]
	assert.Equal(t, f.Test.File, "a1a.t.libsvm", "the bare path of a test file is read as %+v", f.Test)
}

// Any file, described or guessed, gives a consistent set or an error.
func FuzzOpen(f *testing.F) {
	f.Add("a.csv", "a,b,set,class\n1,?,p,x\n2,3,q,y\n4,5,q,x\n", "class", "3")
	f.Add("a.arff", "@relation r\n@attribute a {0,1}\n@attribute c {x,y}\n@data\n1,x\n0,y\n", "last", "")
	f.Add("a.libsvm", "1 1:2\n2 3:1\n", "", "")
	f.Add("a.txt", "0 1 2\n1 2 3\n", "1", "")
	f.Fuzz(func(t *testing.T, name, content, class, column string) {
		if !slices.Contains([]string{"a.csv", "a.tsv", "a.txt", "a.arff", "a.libsvm"}, name) {
			return
		}
		folder := write(t, map[string]string{name: content})
		s := FileSet{Name: "own", Folder: folder, File: name, Class: class, Missing: "drop"}
		if column != "" {
			s.Test = Test{Column: column, Is: "q"}
		}
		set, err := open(t, s)
		if err != nil {
			var found *Inspected
			if found, err = Inspect(t.Context(), filepath.Join(folder, name), Wishes{}); err == nil {
				set, err = found.Open(t.Context(), true)
			}
		}
		if err != nil {
			return
		}
		rows, columns := set.Samples.Dims()
		assert.Assert(t, rows >= 1 && columns >= 1 && (set.Labels == nil || len(set.Labels) == rows) &&
			(set.Split == nil || len(set.Split.Train)+len(set.Split.Test) == rows),
			"%d x %d samples, %d labels, split %v", rows, columns, len(set.Labels), set.Split)
		for _, l := range set.Labels {
			assert.Assert(t, l >= 0 && l < len(set.Classes), "label %d of %q", l, set.Classes)
		}
		for _, v := range set.Samples.RawMatrix().Data {
			assert.Assert(t, !math.IsNaN(v) && !math.IsInf(v, 0), "value %v", v)
		}
	})
}

// As many classes as samples must not take quadratic time.
func TestManyClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	folder, rows := t.TempDir(), new(strings.Builder)
	const many = 1 << 19 // squared, hours
	for i := range many {
		fmt.Fprintf(rows, "%d,class%d\n", i%7, i)
	}
	assert.NilError(t, os.WriteFile(filepath.Join(folder, "many.csv"), []byte(rows.String()), 0o600))
	set, err := New(Files(nil, []FileSet{{Name: "many", File: "many.csv", Class: "last",
		Folder: folder}})).Open(t.Context(), "many")
	assert.NilError(t, err)
	assert.Equal(t, set.Labels[many-1], many-1)
}
