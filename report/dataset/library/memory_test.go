package library

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/dataset/npy"
	"gpca/report/dataset/unpack"
)

// header is a .npy file of bytes without its numbers.
func header(shape string) string {
	dictionary := fmt.Sprintf("{'descr': '|u1', 'fortran_order': True, 'shape': (%s), }\n", shape)
	return string(binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(dictionary)))) + dictionary
}

// Files that take more than they may are refused by their names, and before they are read where their headers tell:
// here these promise more than follows, or the file is long and holds nothing.
func TestMemory(t *testing.T) {
	const mebibyte = 1 << 20
	const long = 3 << 30 // of a sparse file
	table := strings.Repeat("1,2,3\n", 30_000)
	var archive, pixels bytes.Buffer
	z := zip.NewWriter(&archive)
	w, err := z.Create("x.npy")
	if err == nil {
		_, err = w.Write([]byte(header("1000, 1000")))
	}
	err = errors.Join(err, z.Close(), png.Encode(&pixels, image.NewGray(image.Rect(0, 0, 400, 400))))
	assert.NilError(t, err)
	var words strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&words, "1,word%d\n", i)
	}
	matrix := fmt.Sprintf("%-124s\x00\x01IM", "MATLAB 5.0") // an array 400x400
	for _, n := range []uint32{14, 48 + 160_000, 6, 8, 9, 0, 5, 8, 400, 400, 1<<16 | 1, 'x', 2, 160_000} {
		matrix += string(binary.LittleEndian.AppendUint32(nil, n))
	}
	matrix += strings.Repeat("\x00", 160_000)
	for _, c := range []struct {
		FileSet
		content string
		length  int64 // of a sparse file
		bytes   float64
	}{
		{FileSet{File: "x.npy", Class: none}, header("1000, 1000"), 0, 8e6},
		{FileSet{File: "long.npy", Class: none}, header("3000, 1000000"), long, 24e9},
		{FileSet{File: "x.npz", Class: none}, archive.String(), 0, 8e6},
		{FileSet{File: "long.npz", Class: none}, "", long, long},
		{FileSet{File: "x.idx", Class: none}, "\x00\x00\x08\x02\x00\x00\x10\x00\x00\x00\x10\x00", 0, 8 << 24},
		{FileSet{File: "x.mat", Class: none}, matrix, 0, 400 * 400 * 8},
		{FileSet{File: "long.mat", Class: none}, matrix[:128], long, long},
		{FileSet{File: "x.csv", Class: none}, table, 0, 1 << 20},
		{FileSet{File: "packed.csv.gz", Class: none}, gzipped(t, table), 0, 1 << 20},
		{FileSet{File: "words.csv", Class: last}, words.String(), 0, 1 << 20},
		{FileSet{File: "x.arff", Class: none},
			"@relation r\n@attribute a real\n@attribute b real\n@attribute c real\n@data\n" + table, 0, 1 << 20},
		{FileSet{File: "x.svm"}, "1 1000000:1\n", 0, 16e6},
		{FileSet{File: "faces", Format: images, Class: none}, pixels.String(), 0, 400 * 400 * 8},
	} {
		c.Name, c.Folder, c.Memory = "own", t.TempDir(), mebibyte
		path := filepath.Join(c.Folder, c.File)
		if c.Format == images {
			err = os.Mkdir(path, 0o755)
			path = filepath.Join(path, "a.png")
		}
		if err = errors.Join(err, os.WriteFile(path, []byte(c.content), 0o644)); err == nil && c.length > 0 {
			err = os.Truncate(path, c.length)
		}
		assert.NilError(t, err)
		_, err := (&loader{FileSet: c.FileSet, ctx: t.Context()}).open()
		refused, ok := errors.AsType[unpack.TooLarge](err)
		if !ok || float64(refused.Bytes) < c.bytes || refused.Bytes > 2*int64(c.bytes) {
			t.Errorf("%s: %v, want %.0f bytes or more", c.File, err, c.bytes)
			continue
		}
		for _, want := range []string{
			filepath.Join(c.Folder, c.File), "and may take 1 MiB", "allow more with --memory",
		} {
			assert.Check(t, is.Contains(err.Error(), want), "%s: got %v", c.File, err)
		}
		wishes := Wishes{Memory: mebibyte}
		found, err := Inspect(t.Context(), filepath.Join(c.Folder, c.File), wishes)
		if err == nil {
			_, err = found.Open(t.Context(), true)
		}
		if _, ok := errors.AsType[unpack.TooLarge](err); !ok && c.File != "words.csv" && c.Format == "" { // words and large images are no features
			t.Errorf("%s inspected: %v", c.File, err)
		}
	}
}

// A training and a test part are copied into one set.
func TestMemoryOfParts(t *testing.T) {
	folder := t.TempDir()
	a := npy.Array{Shape: []int{100, 100}, Values: make([]float64, 100*100)}
	for _, name := range []string{"a.npy", "b.npy"} {
		assert.NilError(t, npy.WriteFile(filepath.Join(folder, name), a))
	}
	f := FileSet{Name: "own", Folder: folder, File: "a.npy", Class: none, Test: Test{File: "b.npy"}}
	for memory, enough := range map[int64]bool{150_000: false, 250_000: false, 350_000: true, 0: true} {
		f.Memory = memory
		set, err := (&loader{FileSet: f, ctx: t.Context()}).open()
		_, ok := errors.AsType[unpack.TooLarge](err)
		assert.Check(t, ok != enough && (!enough || (err == nil && set.Origin == dataset.Real)),
			"%d bytes: %v", memory, err)
	}
}
