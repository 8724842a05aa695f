package npy

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
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
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, %v, want %v", c.name, got, err, c.want)
		}
	}
	version2 := []byte("\x93NUMPY\x02\x00\x3b\x00\x00\x00{'shape': (1,), 'fortran_order': False, 'descr': '|u1'}   " +
		"\n\x09")
	if got, err := Read(bytes.NewReader(version2)); err != nil || !slices.Equal(got.Values, []float64{9}) {
		t.Errorf("version 2: got %v, %v", got, err)
	}
}

func TestErrors(t *testing.T) {
	good := file("<f8", "False", "(2,)", binary.LittleEndian, []float64{1, 2})
	little := binary.LittleEndian
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, `not a .npy file: starts with ""`},
		{"other format", []byte("1,2,3\n4,5"), `not a .npy file: starts with "1,2,3\n"`},
		{"cut magic", good[:9], "truncated: file ends after 9 bytes, in the header"},
		{"cut header", good[:40], "truncated: header promises 58 bytes, 30 are left"},
		{"cut numbers", good[:len(good)-1], "shape (2,): 2 values of 8 bytes each are promised, and 15 bytes follow"},
		{"more numbers", append(bytes.Clone(good), 0), "shape (2,): 2 values of 8 bytes each are promised, and 17 bytes follow"},
		{"version", []byte("\x93NUMPY\x09\x00\x00\x00\x00\x00"), "version 9 of the format, want 1 to 3"},
		{"half precision", file("<f2", "False", "(1,)", little, []uint16{0}),
			`numbers of type "<f2", which is not read: save the array after astype(float)`},
		{"objects", file("|O", "False", "(1,)", little, []uint16{0}),
			`numbers of type "|O", which is not read: save the array after astype(float)`},
		{"structures", []byte("\x93NUMPY\x01\x00\x40\x00{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': " +
			"(2,), }"),
			"an array of structures, which is not read: save one array of numbers"},
		{"shape", file("<f8", "False", "[2]", little, []float64{1, 2}),
			`header "{'descr': '<f8', 'fortran_order': False, 'shape': [2], }\n" lacks one of descr, fortran_order, ` +
				`shape`},
		{"size", file("<f8", "False", "(99999999, 99999999, 99999999)", little, []float64{}),
			"shape (99999999, 99999999, 99999999): dimension 2 is 99999999, which is negative or makes more than 4294967296 values"},
		{"large number", file("<f8", "False", "(99999999999999999999,)", little, []float64{}),
			`shape (99999999999999999999,): strconv.Atoi: parsing "99999999999999999999": value out of range`},
		{"integer beyond float64", file("<i8", "False", "(1,)", little, []int64{1<<53 + 1}),
			"shape (1,): value 0 is 9007199254740993, beyond the integers that float64 holds"},
	} {
		_, err := Read(bytes.NewReader(c.file))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	broken := errors.New("disk on fire")
	if _, err := Read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// The bytes of numpy.save("a.npy", numpy.array([[1.5, 2], [3, -4]])).
func TestWrite(t *testing.T) {
	a := Array{Shape: []int{2, 2}, Values: []float64{1.5, 2, 3, -4}}
	var b bytes.Buffer
	if err := Write(&b, a); err != nil {
		t.Fatal(err)
	}
	want := "\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2,2,), }"
	want += strings.Repeat(" ", 127-len(want)) + "\n"
	if got := b.String(); !strings.HasPrefix(got, want) || len(got) != 128+32 {
		t.Errorf("got %q", got)
	}
	if got, err := Read(&b); err != nil || !reflect.DeepEqual(got, a) {
		t.Errorf("read back as %v, %v", got, err)
	}
	if err := Write(&b, Array{Shape: []int{3}, Values: a.Values}); err == nil {
		t.Error("four values of shape (3,) were written")
	}
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
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestArchive(t *testing.T) {
	samples, labels := Array{Shape: []int{2, 1}, Values: []float64{5, 6}}, Array{Shape: []int{2}, Values: []float64{0, 1}}
	all, err := ReadArchive(archive(t, []string{"X", "y"}, samples, labels))
	if err != nil || len(all) != 2 {
		t.Fatalf("got %v, %v", all, err)
	}
	for i, want := range []Array{samples, labels} {
		if got, err := all[i].Read(); err != nil || all[i].Name != []string{"X", "y"}[i] || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, %v", all[i].Name, got, err)
		}
	}
	bomb, err := ReadArchive(archive(t, []string{"X"}, Array{Shape: []int{1, 9 << 20}, Values: make([]float64, 9<<20)}))
	if err == nil {
		_, err = bomb[0].Read()
	}
	if err == nil || !strings.Contains(err.Error(), " bytes unpack to more than 67108864: ") {
		t.Errorf("an archive of zeros: got %v", err)
	}
	if _, err := ReadArchive(strings.NewReader("no archive")); err == nil ||
		!strings.HasPrefix(err.Error(), "not a .npz archive: ") {
		t.Errorf("got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file("<f8", "False", "(2, 3)", binary.LittleEndian, []float64{1, 2, 3, 4, 5, 6}))
	f.Add(file("|u1", "True", "(2, 2, 1)", binary.LittleEndian, []uint8{1, 2, 3, 4}))
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
		if product != len(a.Values) {
			t.Fatalf("%d values of shape %v", len(a.Values), a.Shape)
		}
		var b bytes.Buffer
		if err := Write(&b, a); err != nil {
			t.Fatal(err)
		}
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
			_, _ = a.Read() // must not panic
		}
	})
}
