package npy

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"
)

func file(descr, order, shape string, endian binary.AppendByteOrder, data any) []byte {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", descr, order, shape)
	b := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), 0)
	b = append(b, header...)
	var err error
	if endian == binary.BigEndian {
		b, err = binary.Append(b, binary.BigEndian, data)
	} else {
		b, err = binary.Append(b, binary.LittleEndian, data)
	}
	if err != nil {
		panic(err)
	}
	return b
}

func TestRead(t *testing.T) {
	little, big := binary.LittleEndian, binary.BigEndian
	six := []float64{1, 2, 3, 4, 5, 6}
	for _, c := range []struct {
		name string
		file []byte
		want Array
	}{
		{"float64", file("<f8", "False", "(2, 3)", little, six), Array{Shape: []int{2, 3}, Values: six}},
		{"float64, big endian", file(">f8", "False", "(6,)", big, six), Array{Shape: []int{6}, Values: six}},
		{"float32", file("<f4", "False", "(2,)", little, []float32{0.5, -2}), Array{Shape: []int{2}, Values: []float64{0.5, -2}}},
		{"uint8", file("|u1", "False", "(1, 2, 1)", little, []uint8{0, 255}), Array{Shape: []int{1, 2, 1}, Values: []float64{0, 255}}},
		{"bool", file("|b1", "False", "(2,)", little, []bool{true, false}), Array{Shape: []int{2}, Values: []float64{1, 0}}},
		{"int64", file("<i8", "False", "()", little, []int64{-7}), Array{Shape: nil, Values: []float64{-7}}},
		{"uint16, big endian", file(">u2", "False", "(2)", big, []uint16{1, 515}), Array{Shape: []int{2}, Values: []float64{1, 515}}},
		// [[1 2 3] [4 5 6]] column by column.
		{"order of Fortran", file("<f8", "True", "(2, 3)", little, []float64{1, 4, 2, 5, 3, 6}),
			Array{Shape: []int{2, 3}, Values: six}},
		// numpy.asfortranarray(numpy.arange(8).reshape(2, 2, 2)).ravel("K")
		{"three dimensions in the order of Fortran",
			file("<i4", "True", "(2, 2, 2)", little, []int32{0, 4, 2, 6, 1, 5, 3, 7}),
			Array{Shape: []int{2, 2, 2}, Values: []float64{0, 1, 2, 3, 4, 5, 6, 7}}},
		{"nothing", file("<f8", "False", "(0, 3)", little, []float64{}), Array{Shape: []int{0, 3}}},
	} {
		got, err := Read(iotest.OneByteReader(bytes.NewReader(c.file)))
		assert.Check(t, err == nil && reflect.DeepEqual(got, c.want),
			"%s: got %v, %v, want %v", c.name, got, err, c.want)
	}
	version2 := []byte("\x93NUMPY\x02\x00\x3b\x00\x00\x00{'shape': (1,), 'fortran_order': False, 'descr': '|u1'}   " +
		"\n\x09")
	got, err := Read(bytes.NewReader(version2))
	assert.NilError(t, err)
	assert.Assert(t, is.DeepEqual(got.Values, []float64{9}), "version 2")
}

func TestErrors(t *testing.T) {
	good := file("<f8", "False", "(2,)", binary.LittleEndian, []float64{1, 2})
	little := binary.LittleEndian
	var said strings.Builder
	for _, c := range []struct {
		name string
		file []byte
	}{
		{"empty", nil},
		{"other format", []byte("1,2,3\n4,5")},
		{"cut magic", good[:9]},
		{"cut header", good[:40]},
		{"cut numbers", good[:len(good)-1]},
		{"more numbers", append(bytes.Clone(good), 0)},
		{"version", []byte("\x93NUMPY\x09\x00\x00\x00\x00\x00")},
		{"objects", file("|O", "False", "(1,)", little, []uint16{0})},
		{"complex numbers", file("<c16", "False", "(1,)", little, []float64{0, 0})},
		{"dates", file("<M8[ns]", "False", "(1,)", little, []int64{0})},
		{"long doubles", file("<f16", "False", "(1,)", little, []int64{0, 0})},
		{"words", file("<U1", "False", "(1,)", little, []uint32{'a'})},
		{"structures", []byte("\x93NUMPY\x01\x00\x40\x00{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': " +
			"(2,), }")},
		{"shape", file("<f8", "False", "[2]", little, []float64{1, 2})},
		{"size", file("<f8", "False", "(99999999, 99999999, 99999999)", little, []float64{})},
		{"large number", file("<f8", "False", "(99999999999999999999,)", little, []float64{})},
		{"integer beyond float64", file("<i8", "False", "(1,)", little, []int64{1<<53 + 1})},
	} {
		_, err := Read(bytes.NewReader(c.file))
		assert.Check(t, err != nil, c.name)
		fmt.Fprintf(&said, "%s: %v\n", c.name, err)
	}
	golden.Assert(t, said.String(), "errors.txt")
	broken := errors.New("disk on fire")
	_, err := Read(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)
}

func TestHalfAndWords(t *testing.T) {
	for endian, mark := range map[binary.AppendByteOrder]string{binary.LittleEndian: "<", binary.BigEndian: ">"} {
		a, err := Read(bytes.NewReader(file(mark+"f2", "True", "(2, 3)", endian, []uint16{0x3e00, 0xc000, 1, 0x7bff, 0x8000, 0xfc00})))
		want := []float64{1.5, math.Ldexp(1, -24), 0, -2, 65504, math.Inf(-1)}
		assert.Check(t, err == nil && slices.Equal(a.Values, want), "got %v, %v, want %v", a, err, want)
		words, err := Open(bytes.NewReader(file(mark+"U2", "False", "(3,)", endian, []uint32{'a', 0, 'é', '𝔸', 0, 0})))
		if err != nil || !words.Words {
			t.Fatal(words, err)
		}
		a, err = words.Read()
		assert.Check(t, err == nil && slices.Equal(a.Words, []string{"a", "é𝔸", ""}), "got %q, %v", a.Words, err)
	}
	letters, err := Open(bytes.NewReader(file("|S2", "False", "(2,)", binary.LittleEndian, []byte("ab\xc3\xa9c"))))
	if err == nil {
		_, err = letters.Read()
	}
	assert.Error(t, err, "shape (2,): 2 words of 2 bytes each are promised, and 5 bytes follow")
}

// structured is a file of records.
func structured(fields, shape string, data any) []byte {
	b := file("PLACE", "False", shape, binary.LittleEndian, data)
	const was = "'PLACE'"
	text := strings.Replace(string(b), was, "["+fields+"]", 1)
	length := binary.LittleEndian.Uint16([]byte(text[8:])) + uint16(len(fields)+2-len(was))
	return []byte(text[:8] + string(binary.LittleEndian.AppendUint16(nil, length)) + text[10:])
}

func TestRecords(t *testing.T) {
	const fields = "('a', '<f8'), ('', '|V2'), ('k l', '>i2'), (\"it's\", '<U1'), ('v', '<f4', (2,)), ('b', '|b1')"
	record := func(a float64, k int16, u rune, v1, v2 float32, b byte) []byte {
		data, _ := binary.Append(nil, binary.LittleEndian, a)
		data = binary.BigEndian.AppendUint16(append(data, 9, 9), uint16(k))
		data = binary.LittleEndian.AppendUint32(data, uint32(u))
		data, _ = binary.Append(data, binary.LittleEndian, []float32{v1, v2})
		return append(data, b)
	}
	both := slices.Concat(record(1.5, -7, 'x', 0.5, 2, 1), record(math.NaN(), 300, 'é', -1, 1e6, 0))
	content := structured(fields, "(2,)", both)
	assert.Check(t, (Structured(content[:64]) || Structured(content)) &&
		!Structured(file("<f8", "False", "(1,)", binary.LittleEndian, 1.0)), "records are not told from an array")
	source, err := Records(bytes.NewReader(content))
	assert.NilError(t, err)
	assert.DeepEqual(t, source.Names(), []string{"a", "k l", "it's", "v[0]", "v[1]", "b"})
	for i, want := range [][]string{{"1.5", "-7", "x", "0.5", "2", "1"}, {"", "300", "é", "-1", "1e+06", "0"}} {
		if line, row, err := source.Rows(); err != nil || line != i+1 || !slices.Equal(row, want) {
			t.Errorf("got %d, %q, %v, want %q", line, row, err, want)
		}
	}
	_, _, err = source.Rows()
	assert.Equal(t, err, io.EOF, "got %v at the end", err)
	for _, c := range []struct {
		file []byte
		want string
	}{
		{structured("('a', '|O')", "(2,)", both), `field a has the type "|O", which is not read: save it again after ` +
			"astype(float), or of names after astype(str)"},
		{structured("('a', '<M8[D]')", "(2,)", both),
			`field a has the type "<M8", which is not read: save it again after astype(str)`},
		{structured("('a', [('b', '<f8')])", "(2,)", both),
			`field "('a', [('b', '<f8')])" is a structure itself, or has a title, which is not read: save fields of one level`},
		{structured(fields, "(2, 1)", both), "structured array of 2 dimensions, want 1: save it after ravel()"},
		{structured(fields, "(2,)", both[:30]), "2 records of 25 bytes each are promised, and 5 bytes follow the first 1"},
		{structured(fields, "(1,)", both), "1 records of 25 bytes each are promised, and 25 bytes follow the first 1"},
		{file("<f8", "False", "(1,)", binary.LittleEndian, 1.0), "no structured array, which has fields: give format: npy"},
	} {
		source, err := Records(bytes.NewReader(c.file))
		for err == nil {
			_, _, err = source.Rows()
		}
		assert.Check(t, is.Equal(err.Error(), c.want), "got %v", err)
	}
}

func FuzzRecords(f *testing.F) {
	f.Add(structured("('a', '<f8'), ('b', '>i2'), ('c', '<U1'), ('', '|V1'), ('d', '|u1', (2,))", "(1,)", make([]byte, 17)))
	f.Fuzz(func(t *testing.T, data []byte) {
		source, err := Records(bytes.NewReader(data))
		for err == nil {
			var row []string
			if _, row, err = source.Rows(); err == nil && len(row) != len(source.Columns) {
				t.Fatalf("%d fields of %d", len(row), len(source.Columns))
			}
		}
	})
}

// The bytes of numpy.save("a.npy", numpy.array([[1.5, 2], [3, -4]])).
func TestWrite(t *testing.T) {
	a := Array{Shape: []int{2, 2}, Values: []float64{1.5, 2, 3, -4}}
	var b bytes.Buffer
	assert.NilError(t, Write(&b, a))
	want := "\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2,2,), }"
	want += strings.Repeat(" ", 127-len(want)) + "\n"
	got := b.String()
	assert.Check(t, strings.HasPrefix(got, want) && len(got) == 128+32, "got %q", got)
	if got, err := Read(&b); err != nil || !reflect.DeepEqual(got, a) {
		t.Errorf("read back as %v, %v", got, err)
	}
	err := Write(&b, Array{Shape: []int{3}, Values: a.Values})
	assert.Check(t, err != nil, "four values of shape (3,) were written")
}

func archive(t testing.TB, names []string, arrays ...Array) *bytes.Buffer {
	t.Helper()
	b := new(bytes.Buffer)
	z := zip.NewWriter(b)
	for i, name := range names {
		w, err := z.Create(name + ".npy")
		if err == nil {
			err = Write(w, arrays[i])
		}
		assert.NilError(t, err)
	}
	assert.NilError(t, z.Close())
	return b
}

func TestArchive(t *testing.T) {
	samples, labels := Array{Shape: []int{2, 1}, Values: []float64{5, 6}}, Array{Shape: []int{2}, Values: []float64{0, 1}}
	all, err := ReadArchive(archive(t, []string{"X", "y"}, samples, labels))
	assert.NilError(t, err)
	assert.Equal(t, len(all), 2, "got %v", all)
	for i, want := range []Array{samples, labels} {
		if got, err := all[i].Read(); err != nil || all[i].Name != []string{"X", "y"}[i] || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, %v", all[i].Name, got, err)
		}
	}
	bomb, err := ReadArchive(archive(t, []string{"X"}, Array{Shape: []int{1, 9 << 20}, Values: make([]float64, 9<<20)}))
	if err == nil {
		_, err = bomb[0].Read()
	}
	assert.ErrorContains(t, err, " bytes unpack to more than 67108864: ", "an archive of zeros")
	_, err = ReadArchive(strings.NewReader("no archive"))
	assert.Check(t, err != nil && strings.HasPrefix(err.Error(), "not a .npz archive: "), "got %v", err)
}

func FuzzRead(f *testing.F) {
	f.Add(file("<f8", "False", "(2, 3)", binary.LittleEndian, []float64{1, 2, 3, 4, 5, 6}))
	f.Add(file("|u1", "True", "(2, 2, 1)", binary.LittleEndian, []uint8{1, 2, 3, 4}))
	f.Add(file("<f2", "True", "(2, 1)", binary.LittleEndian, []uint16{0x3e00, 1}))
	f.Add(file("<i8", "False", "()", binary.LittleEndian, []int64{1}))
	f.Add([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff{'shape': (1,)}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		product := 1
		for _, d := range a.Shape {
			product *= d
		}
		assert.Equal(t, product, len(a.Values), "%d values of shape %v", len(a.Values), a.Shape)
		var b bytes.Buffer
		assert.NilError(t, Write(&b, a))
		again, err := Read(&b)
		if err != nil || !slices.Equal(again.Shape, a.Shape) ||
			!slices.EqualFunc(again.Values, a.Values, func(x, y float64) bool { return x == y || x != x && y != y }) {
			t.Fatalf("%v read back as %v, %v", a, again, err)
		}
	})
}

func FuzzArchive(f *testing.F) {
	f.Add(archive(f, []string{"X"}, Array{Shape: []int{2}, Values: []float64{5, 6}}).Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		all, _ := ReadArchive(bytes.NewReader(data))
		for _, a := range all {
			if a.Unread == "" {
				_, _ = a.Read() // must not panic
			}
		}
	})
}
