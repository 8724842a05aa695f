package dataset

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/words"
)

func write(t testing.TB, directory, path string, content []byte) {
	t.Helper()
	name := filepath.Join(directory, filepath.FromSlash(path))
	assert.NilError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	assert.NilError(t, os.WriteFile(name, content, 0o644))
}

func gzipped(t testing.TB, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(content)
	assert.NilError(t, err)
	assert.NilError(t, w.Close())
	return b.Bytes()
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func find(t testing.TB, name string) Entry {
	t.Helper()
	e, err := Find(name)
	assert.NilError(t, err)
	return e
}

// openFails checks the message behind the name of the set and the directory.
func openFails(t *testing.T, name, directory, want string) error {
	t.Helper()
	_, err := find(t, name).Open(t.Context(), directory)
	prefix := fmt.Sprintf("data set %s in %s: ", name, directory)
	assert.Error(t, err, prefix+want, "%s:\n got %v\nwant %s%s", name, err, prefix, want)
	return err
}

func matlabFile(name string, dims []int32, data []byte) []byte {
	element := func(kind uint32, body []byte) []byte {
		b := binary.LittleEndian.AppendUint32(nil, kind)
		b = append(binary.LittleEndian.AppendUint32(b, uint32(len(body))), body...)
		return append(b, make([]byte, (8-len(body)%8)%8)...)
	}
	var sizes []byte
	for _, d := range dims {
		sizes = binary.LittleEndian.AppendUint32(sizes, uint32(d))
	}
	b := []byte(fmt.Sprintf("%-124s\x00\x01IM", "MATLAB 5.0 MAT-file, built by a test"))
	return append(b, element(14, slices.Concat(
		element(6, []byte{9, 0, 0, 0, 0, 0, 0, 0}), element(5, sizes), element(1, []byte(name)), element(2, data)))...)
}

func TestTruncatedIDX(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	dir := t.TempDir()
	header := []byte{0, 0, 8, 3, 0, 0, 0xea, 0x60, 0, 0, 0, 28, 0, 0, 0, 28}
	cut := gzipped(t, append(header, make([]byte, 1234567)...))
	for _, f := range find(t, "mnist").Files {
		write(t, dir, f.Path, cut)
	}
	openFails(t, "mnist", dir, "mnist/train-images-idx3-ubyte.gz: 47,040,000 values of 1 byte each are promised, and "+
		"1,234,567 bytes follow")

	// The gzip stream itself is cut.
	write(t, dir, "mnist/train-images-idx3-ubyte.gz", cut[:len(cut)-20])
	_, err := find(t, "mnist").Open(t.Context(), dir)
	assert.Check(t, err != nil && strings.Contains(err.Error(), "mnist/train-images-idx3-ubyte.gz: after 1") &&
		errors.Is(err, io.ErrUnexpectedEOF), "cut gzip stream: got %v", err)

	wrong := []byte{0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 7, 7}
	write(t, dir, "mnist/train-images-idx3-ubyte.gz", wrong)
	openFails(t, "mnist", dir, "mnist/train-images-idx3-ubyte.gz: array of [1 1 2] numbers, want [60000 "+
		"28 28]")
}

func TestMATLABOfWrongShape(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "usps/usps_all.mat", matlabFile("data", []int32{256, 11, 9}, make([]byte, 256*11*9)))
	openFails(t, "usps", dir, `usps/usps_all.mat: array "data" is 256x11x9, want 256x1100x10`)

	write(t, dir, "usps/usps_all.mat", matlabFile("fea", []int32{1, 2}, make([]byte, 2)))
	openFails(t, "usps", dir, `usps/usps_all.mat: no array "data": the file holds fea (1x2)`)

	write(t, dir, "olivetti/olivettifaces.mat", matlabFile("faces", []int32{400, 4096}, make([]byte, 400*4096)))
	openFails(t, "olivetti", dir, `olivetti/olivettifaces.mat: array "faces" is 400x4096, want 4096x400`)
}

func TestUnknownARFFClass(t *testing.T) {
	dir := t.TempDir()
	header := "@relation phishing\n@attribute SFH {-1,0,1}\n@attribute Result {-1,1}\n@data\n"
	write(t, dir, "uci/Training_Dataset.arff", []byte(header+"1,1\n0,-1\n-1,2\n"))
	openFails(t, "phishing", dir, `uci/Training_Dataset.arff: line 7: column 2 (class): "2" is not one of -1, 1`)

	write(t, dir, "uci/Training_Dataset.arff", []byte(header+"1,1\n0,-1\n"))
	openFails(t, "phishing", dir, "uci/Training_Dataset.arff: 2 samples of 1 features, want 11055 of 30")

	write(t, dir, "uci/Training_Dataset.arff",
		[]byte("@attribute SFH {-1,x}\n@attribute Result {-1,1}\n@data\n-1,1\nx,1\n"))
	openFails(t, "phishing", dir, `uci/Training_Dataset.arff: line 5: column 1 (SFH): "x" is not a finite number`)

	write(t, dir, "uci/Training_Dataset.arff",
		[]byte("@attribute SFH {-1,1}\n@attribute Result {0,1,-1}\n@data\n-1,0\n"))
	openFails(t, "phishing", dir, `uci/Training_Dataset.arff: line 4: column 2 (class): "0" is not one of -1, 1`)
}

func blankFace(t testing.TB, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Gray{Y: 99}, color.Black})
	assert.NilError(t, gif.Encode(&b, img, nil))
	return b.Bytes()
}

func TestFolderWithout165Faces(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	dir := t.TempDir()
	face := blankFace(t, 320, 243)
	files := find(t, "yale").Files
	for _, f := range files[:164] {
		write(t, dir, f.Path, face)
	}
	err := openFails(t, "yale", dir, "1 of 165 files missing: yalefaces/subject15.wink: file does not exist; "+
		"published at "+find(t, "yale").URL)
	assert.ErrorIs(t, err, fs.ErrNotExist, "does not wrap")

	write(t, dir, files[164].Path, blankFace(t, 100, 80))
	openFails(t, "yale", dir, "yalefaces/subject15.wink: 100x80 pixels, want 320x243")

	// The right number of images of the right size still are not Yale's.
	write(t, dir, files[164].Path, face)
	_, err = find(t, "yale").Open(t.Context(), dir)
	assert.ErrorContains(t, err, "yalefaces/subject01.centerlight: not the published file", "blank faces")
}

func TestMissingFiles(t *testing.T) {
	dir := t.TempDir()
	openFails(t, "mnist", dir, "4 of 4 files missing: mnist/train-images-idx3-ubyte.gz, "+
		"mnist/train-labels-idx1-ubyte.gz, "+
		"mnist/t10k-images-idx3-ubyte.gz and 1 more: file does not exist; published at "+
		"http://yann.lecun.com/exdb/mnist/")
	write(t, dir, "uci/optdigits.tra", []byte("1,2\n"))
	openFails(t, "optdigits", dir, "1 of 2 files missing: uci/optdigits.tes: file does not exist; published at "+find(t,
		"optdigits").URL)
}

// irisLike is a table like Iris with counts samples of each class.
func irisLike(t testing.TB, counts ...int) []byte {
	var b bytes.Buffer
	for class, n := range counts {
		for i := range n {
			fmt.Fprintf(&b, "%d.5,3,1,%d,%s\n", i%7, class, find(t, "iris").Classes[class])
		}
	}
	return b.Bytes()
}

// The checks go from the most telling to the least.
func TestTables(t *testing.T) {
	dir := t.TempDir()
	whole := irisLike(t, 50, 50, 50)
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"class", bytes.Replace(whole, []byte("setosa"), []byte("Setosa"), 1),
			`uci/iris.data: line 1: column 5 (class): "Iris-Setosa" is not one of Iris-setosa, Iris-versicolor, ` +
				`Iris-virginica`},
		{"number", bytes.Replace(whole, []byte("0.5,"), []byte("O.5,"), 1),
			`uci/iris.data: line 1: column 1 (sepal length): "O.5" is not a finite number`},
		{"samples", irisLike(t, 50, 50, 49), "uci/iris.data: 149 samples of 4 features, want 150 of 4"},
		{"classes", irisLike(t, 50, 51, 49), `uci/iris.data: class "Iris-versicolor" has 51 samples, want 50`},
		{"digest", whole, "uci/iris.data: not the published file, though its shape and class counts are right: " +
			"SHA-256 is " + digest(whole) +
			", want 6f608b71a7317216319b4d27b4d9bc84e6abd734eda7872b71a458569e2656c0; get it again from " +
			"https://archive.ics.uci.edu/dataset/53/iris, or, if the data is your own, name it in a study file"},
		{"empty", nil, "uci/iris.data: file holds no rows"},
		{"gzip", gzipped(t, whole)[:30], "uci/iris.data: after 0 bytes: damaged: unexpected EOF"},
	} {
		write(t, dir, "uci/iris.data", c.content)
		openFails(t, "iris", dir, c.want)
	}

	digitRow := strings.Repeat("0 ", 256)
	write(t, dir, "usps/zip.train.gz", []byte("6.0000 "+digitRow+"\n10 "+digitRow+"\n"))
	write(t, dir, "usps/zip.test", []byte("6 "+digitRow+"\n"))
	openFails(t, "usps-zip", dir, "usps/zip.train.gz: label 2 is 10, want 0 to 9")
}

// tiny is a set of three samples that needs no real data.
func tiny(files ...File) Entry {
	digests := words.Each(files, func(f File) string { return f.SHA256 })
	return Entry{
		Description: Description{
			Name: "tiny", Title: "Tiny", URL: "https://example.org", Digest: DigestOf(digests...),
			Samples: 3, Features: 2, Classes: []string{"x", "y"}, ClassCounts: []int{2, 1},
		},
		Files: files, Format: "comma", Columns: []string{"a", "b", "class"},
	}
}

var tinyTable = []byte("1,2,x\n3,4,y\n5,6,x\n")

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "some/tiny.data", tinyTable)
	set, err := tiny(File{Path: "some/tiny.data", SHA256: digest(tinyTable)}).Open(t.Context(), dir)
	assert.NilError(t, err)
	assert.Check(t, set.Name == "tiny" && set.Title == "Tiny" && set.Origin == Real && set.Split == nil, "got %+v", set)
	assert.Assert(t, is.DeepEqual(set.Samples.RawMatrix().Data, []float64{1, 2, 3, 4, 5, 6}), "samples")
	assert.Check(t, slices.Equal(set.Labels, []int{0, 1, 0}) && slices.Equal(set.Classes, []string{"x", "y"}),
		"labels %v of %v", set.Labels, set.Classes)
	assert.DeepEqual(t, set.Files, []string{"some/tiny.data"})
	// printf '1,2,x\n3,4,y\n5,6,x\n' | sha256sum | cut -c1-64 | sha256sum
	assert.Equal(t, set.Digest, "ee76043dfed97fc2af5e7498c544f60dce447d1c65491755e537053bf08df393")
}

// Content is accepted under every described name and packing, with one digest.
func TestOpenPacked(t *testing.T) {
	packed := gzipped(t, tinyTable)
	published := File{Path: "tiny.data.gz", Alternatives: []string{"Tiny Data.csv"}, SHA256: digest(packed),
		Unpacked: digest(tinyTable)}
	plain := File{Path: "tiny.data", SHA256: digest(tinyTable)}
	var stored bytes.Buffer
	w, err := gzip.NewWriterLevel(&stored, gzip.NoCompression)
	assert.NilError(t, err)
	w.Write(tinyTable)
	w.Close()
	for _, c := range []struct {
		name, path string
		content    []byte
		file       File
	}{
		{"as published", "tiny.data.gz", packed, published},
		{"unpacked", "tiny.data", tinyTable, published},
		{"unpacked under its old name", "tiny.data.gz", tinyTable, published},
		{"packed otherwise", "tiny.data.gz", stored.Bytes(), published},
		{"alternative", "Tiny Data.csv", tinyTable, published},
		{"packed alternative", "Tiny Data.csv.gz", packed, published},
		{"plain, packed since", "tiny.data.gz", packed, plain},
	} {
		dir := t.TempDir()
		write(t, dir, c.path, c.content)
		set, err := tiny(c.file).Open(t.Context(), dir)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		assert.Check(t, slices.Equal(set.Files, []string{c.path}) && set.Digest == tiny(c.file).Digest,
			"%s: read %v with digest %s", c.name, set.Files, set.Digest)
	}
}

// A file in another container is accepted for its values, if the entry has their digest.
func TestOpenByValues(t *testing.T) {
	dir := t.TempDir()
	e := tiny(File{Path: "tiny.data", SHA256: digest(tinyTable)})
	write(t, dir, "tiny.data", tinyTable)
	set, err := e.Open(t.Context(), dir)
	assert.NilError(t, err)
	write(t, dir, "tiny.data", bytes.ReplaceAll(tinyTable, []byte("\n"), []byte("\r\n")))
	_, err = e.Open(t.Context(), dir)
	assert.ErrorContains(t, err, "not the published file", "other bytes")
	e.Values = set.ValuesDigest("gpca values")
	again, err := e.Open(t.Context(), dir)
	assert.NilError(t, err)
	assert.Equal(t, again.Digest, set.Digest)
	for _, changed := range []string{"1,2,x\n3,4,y\n5,7,x\n", "1,2,y\n3,4,x\n5,6,x\n"} {
		write(t, dir, "tiny.data", []byte(changed))
		_, err := e.Open(t.Context(), dir)
		assert.Check(t, err != nil, "accepted %q", changed)
	}
}

func TestOpenSplit(t *testing.T) {
	dir := t.TempDir()
	first, second := []byte("1,2,x\n3,4,y\n"), []byte("5,6,x\n")
	write(t, dir, "tiny.train", first)
	write(t, dir, "tiny.test", second)
	e := tiny(File{Path: "tiny.train", SHA256: digest(first)}, File{Path: "tiny.test", SHA256: digest(second)})
	_, err := e.Open(t.Context(), dir)
	assert.ErrorContains(t, err, "want 0 and 0", "a split that the entry does not know")
	e.Train, e.Test = 2, 1
	set, err := e.Open(t.Context(), dir)
	assert.NilError(t, err)
	assert.Check(t, set.Split != nil && slices.Equal(set.Split.Train, []int{0, 1}) &&
		slices.Equal(set.Split.Test, []int{2}), "split %+v", set.Split)
}

func TestOpenIsCancelled(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "tiny.data", tinyTable)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := tiny(File{Path: "tiny.data"}).Open(ctx, dir)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestLocate(t *testing.T) {
	empty, half, whole := t.TempDir(), t.TempDir(), t.TempDir()
	write(t, half, "b.data", nil)
	write(t, whole, "a.data.gz", nil)
	write(t, whole, "b.data", nil)
	// A directory in the place of a file is not the file.
	assert.NilError(t, os.Mkdir(filepath.Join(empty, "a.data"), 0o755))
	e := tiny(File{Path: "a.data"}, File{Path: "b.data"})
	for _, c := range []struct {
		name        string
		directories []string
		want        string
		found       bool
	}{
		{"none", nil, "", false},
		{"not there", []string{empty, filepath.Join(empty, "missing")}, "", false},
		{"in the second", []string{empty, whole}, whole, true},
		{"the whole before the half", []string{half, whole}, whole, true},
		{"half", []string{empty, half}, half, true},
	} {
		if got, found := e.Locate(c.directories); got != c.want || found != c.found {
			t.Errorf("%s: got %q, %t, want %q, %t", c.name, got, found, c.want, c.found)
		}
	}
}

func TestDirectories(t *testing.T) {
	t.Setenv("HOME", "/home/someone")
	t.Setenv("XDG_CACHE_HOME", "/home/someone/.cache")
	cache, err := os.UserCacheDir()
	assert.NilError(t, err)
	cache = filepath.Join(cache, "gpca")
	environment := func(value string) func(string) string {
		return func(name string) string {
			if name == "REPORT_DATA" {
				return value
			}
			return ""
		}
	}
	for _, c := range []struct {
		flag, environment string
		want              []string
	}{
		{"", "", []string{"data", cache}},
		{"here", "there", []string{"here", "there", "data", cache}},
		{"./data/", "data", []string{"data", cache}},
	} {
		assert.Check(t, is.DeepEqual(Directories(c.flag, environment(c.environment)), c.want),
			"flag %q, REPORT_DATA %q", c.flag, c.environment)
	}
}
