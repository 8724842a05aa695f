package matlab

import (
	"bytes"
	"compress/zlib"
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
	"unicode/utf16"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/dataset/internal/numbers"
	"gpca/report/dataset/unpack"
)

// The test files are built from the description of the format and share no code with the reader.

type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

var littleEndian, bigEndian byteOrder = binary.LittleEndian, binary.BigEndian

func header(order byteOrder) []byte {
	b := []byte(fmt.Sprintf("%-116s", "MATLAB 5.0 MAT-file, built by a test"))
	b = append(b, make([]byte, 8)...)
	b = order.AppendUint16(b, 0x0100)
	return order.AppendUint16(b, 'M'<<8|'I')
}

func element(order byteOrder, kind uint32, data any) []byte {
	body, err := binary.Append(nil, order, data)
	if err != nil {
		panic(err)
	}
	b := order.AppendUint32(nil, kind)
	b = order.AppendUint32(b, uint32(len(body)))
	b = append(b, body...)
	return append(b, make([]byte, (8-len(body)%8)%8)...)
}

func small(order byteOrder, kind uint32, data []byte) []byte {
	b := order.AppendUint32(nil, uint32(len(data))<<16|kind)
	b = append(b, data...)
	return append(b, make([]byte, 4-len(data))...)
}

func matrix(order byteOrder, class uint32, dims []int32, name string, parts ...[]byte) []byte {
	body := element(order, 6, []uint32{class, 0})
	body = append(body, element(order, 5, dims)...)
	if len(name) > 0 && len(name) <= 4 {
		body = append(body, small(order, 1, []byte(name))...)
	} else {
		body = append(body, element(order, 1, []byte(name))...)
	}
	for _, p := range parts {
		body = append(body, p...)
	}
	return element(order, 14, body)
}

func compressed(order byteOrder, inner []byte) []byte {
	var buffer bytes.Buffer
	w := zlib.NewWriter(&buffer)
	w.Write(inner)
	w.Close()
	b := order.AppendUint32(nil, 15)
	b = order.AppendUint32(b, uint32(buffer.Len()))
	return append(b, buffer.Bytes()...)
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func ExampleRead() {
	order := littleEndian
	held, err := Read(bytes.NewReader(join(header(order),
		compressed(order, matrix(order, 9, []int32{2, 3}, "data", element(order, 2, []uint8{1, 2, 3, 4, 5, 6}))))))
	if err != nil {
		fmt.Println(err)
		return
	}
	data, err := numbers.Find(held, "data")
	fmt.Println(data.Shape, data.Values, err)

	_, err = numbers.Find(held, "label")
	fmt.Println(err)
	// Output:
	// [2 3] [1 3 5 2 4 6] <nil>
	// no array "label": the file holds data (2x3)
}

func TestClassesAndOrders(t *testing.T) {
	for _, order := range []byteOrder{littleEndian, bigEndian} {
		for _, c := range []struct {
			class, kind uint32
			data        any
			want        []float64
			name        string
		}{
			{6, 9, []float64{1.5, -2, math.Pi, math.Inf(1)}, []float64{1.5, -2, math.Pi, math.Inf(1)}, "double"},
			{6, 2, []uint8{0, 1, 128, 255}, []float64{0, 1, 128, 255}, "double"}, // stored narrow
			{6, 4, []uint16{0, 1, 2, 65535}, []float64{0, 1, 2, 65535}, "double"},
			{7, 7, []float32{0.5, -0.25, 3, 4}, []float64{0.5, -0.25, 3, 4}, "single"},
			{8, 1, []int8{-128, 127, 0, 1}, []float64{-128, 127, 0, 1}, "int8"},
			{9, 2, []uint8{9, 8, 7, 6}, []float64{9, 8, 7, 6}, "uint8"},
			{10, 3, []int16{-32768, 32767, 0, 1}, []float64{-32768, 32767, 0, 1}, "int16"},
			{11, 4, []uint16{65535, 0, 0, 1}, []float64{65535, 0, 0, 1}, "uint16"},
			{12, 5, []int32{math.MinInt32, math.MaxInt32, 0, 1}, []float64{math.MinInt32, math.MaxInt32, 0, 1},
				"int32"},
			{13, 6, []uint32{math.MaxUint32, 0, 0, 1}, []float64{math.MaxUint32, 0, 0, 1}, "uint32"},
			{14, 12, []int64{-1 << 53, 1 << 53, 0, 1}, []float64{-1 << 53, 1 << 53, 0, 1}, "int64"},
			{15, 13, []uint64{1 << 53, 0, 0, 1}, []float64{1 << 53, 0, 0, 1}, "uint64"},
		} {
			plain := matrix(order, c.class, []int32{2, 2}, "some_name", element(order, c.kind, c.data))
			for kind, body := range map[string][]byte{"plain": plain, "compressed": compressed(order, plain)} {
				held, err := Read(iotest.OneByteReader(bytes.NewReader(join(header(order), body))))
				if err != nil {
					t.Errorf("%v, %s %s: %v", order, kind, c.name, err)
					continue
				}
				a, err := numbers.Find(held, "some_name")
				want := []float64{c.want[0], c.want[2], c.want[1], c.want[3]} // row by row
				assert.Check(t, err == nil && slices.Equal(a.Values, want) && slices.Equal(a.Shape, []int{2, 2}),
					"%v, %s %s: got %v %v, %v", order, kind, c.name, a.Shape, a.Values, err)
			}
		}
	}
}

func letters(order byteOrder, name string, rows int, of string) []byte {
	units := utf16.Encode([]rune(of))
	return matrix(order, 4, []int32{int32(rows), int32(len(units) / rows)}, name, element(order, 4, units))
}

func structure(order byteOrder, dims []int32, name string, fields string, values ...[]byte) []byte {
	return matrix(order, 2, dims, name, append([][]byte{small(order, 5, order.AppendUint32(nil, 8)),
		element(order, 1, []byte(fields))}, values...)...)
}

// What is not plain numbers: an array that is not read must not hide those behind it, nor seem missing.
func TestKinds(t *testing.T) {
	for _, order := range []byteOrder{littleEndian, bigEndian} {
		one, two := element(order, 9, []float64{1}), element(order, 9, []float64{1, 2})
		inner := structure(order, []int32{1, 1}, "", "X\x00\x00\x00\x00\x00\x00\x00", matrix(order, 6, []int32{1, 2}, "", two))
		parts := [][]byte{
			matrix(order, 1, []int32{1, 1}, "empty", element(order, 14, []byte{})),
			matrix(order, 1, []int32{2, 1}, "names", letters(order, "", 1, "aé"), letters(order, "", 1, "𝔸 z")),
			matrix(order, 1, []int32{1, 2}, "c", matrix(order, 6, []int32{1, 1}, "", one),
				matrix(order, 6, []int32{2, 2}, "", element(order, 2, []uint8{1, 2, 3, 4}))),
			structure(order, []int32{1, 1}, "data", "X\x00\x00\x00\x00\x00\x00\x00in\x00\x00\x00\x00\x00\x00",
				matrix(order, 7, []int32{2, 1}, "", element(order, 7, []float32{1, 2})), inner),
			structure(order, []int32{1, 2}, "s", "X\x00\x00\x00\x00\x00\x00\x00", matrix(order, 6, []int32{1, 1}, "", one),
				matrix(order, 6|0x0800, []int32{1, 1}, "", one, one)),
			letters(order, "t", 2, "abcd  "),
			matrix(order, 4, []int32{1, 3}, "utf8", element(order, 16, []byte("σ𝔸z"))),
			matrix(order, 5, []int32{2, 3}, "thin", element(order, 5, []int32{1, 0}), element(order, 5, []int32{0, 1, 1, 2}),
				element(order, 2, []uint8{5, 7})),
			matrix(order, 6|0x0800, []int32{1, 1}, "z", one, one),
			matrix(order, 16, []int32{1, 1}, "f"),
			element(order, 14, join(element(order, 6, []uint32{17, 0}), element(order, 1, []byte("table")))),
			matrix(order, 9, []int32{1, 1}, "", element(order, 2, []uint8{1})), // content of objects
			matrix(order, 6, []int32{1, 1}, "x", one),
		}
		for _, packed := range []bool{false, true} {
			file := header(order)
			for _, part := range parts {
				if packed {
					part = compressed(order, part)
				}
				file = append(file, part...)
			}
			held, err := Read(bytes.NewReader(file))
			assert.NilError(t, err)
			var got []string
			for _, a := range held {
				line := a.String()
				if a.Unread == "" {
					read, err := numbers.Find(held, a.Name)
					line += fmt.Sprint(" ", read.Values, read.Words, err)
				}
				got = append(got, line)
			}
			want := []string{"empty (words, 1x1) [] [] <nil>", "names (words, 2x1) [] [aé 𝔸 z] <nil>", "c{1} (1x1) [1] [] <nil>",
				"c{2} (2x2) [1 3 2 4] [] <nil>", "data.X (2x1) [1 2] [] <nil>", "data.in.X (1x2) [1 2] [] <nil>",
				"s(1).X (1x1) [1] [] <nil>", "s(2).X (complex array, 1x1)", "t (words, 2) [] [ac bd] <nil>",
				"utf8 (words, 1) [] [σ𝔸z] <nil>", "thin (2x3) [0 0 7 5 0 0] [] <nil>", "z (complex array, 1x1)",
				"f (function handle, 1x1)", "table (object)", "x (1x1) [1] [] <nil>"}
			for i := range want {
				if i >= len(got) || got[i] != want[i] {
					t.Errorf("%v, packed %t:\n got %q\nwant %q", order, packed, got, want)
					break
				}
			}
			_, err = numbers.Find(held, "z")
			assert.Check(t, is.Error(err,
				`array "z" is not read (complex array): save abs(z), or its real and imaginary parts side by side`))
		}
	}
}

func level4Array(order byteOrder, kind, rows, columns uint32, name string, data any) []byte {
	if order == bigEndian {
		kind += 1000
	}
	var b []byte
	for _, v := range []uint32{kind, rows, columns, 0, uint32(len(name) + 1)} {
		b = order.AppendUint32(b, v)
	}
	b, _ = binary.Append(append(append(b, name...), 0), order, data)
	return b
}

func TestLevel4(t *testing.T) {
	for _, order := range []byteOrder{littleEndian, bigEndian} {
		file := join(level4Array(order, 0, 2, 3, "X", []float64{1, 2, 3, 4, 5, 6}),
			level4Array(order, 10, 1, 2, "single", []float32{0.5, -1}), level4Array(order, 50, 1, 2, "bytes", []uint8{1, 255}),
			level4Array(order, 1, 2, 2, "t", []float64{'a', 'c', 'b', ' '}),
			level4Array(order, 2, 3, 3, "thin", []float64{1, 2, 2, 1, 3, 3, 5, 7, 0}))
		arrays, err := readAll(bytes.NewReader(file))
		want := []numbers.Array{{Shape: []int{2, 3}, Values: []float64{1, 3, 5, 2, 4, 6}},
			{Shape: []int{1, 2}, Values: []float64{0.5, -1}}, {Shape: []int{1, 2}, Values: []float64{1, 255}},
			{Shape: []int{2}, Words: []string{"ab", "c"}}, {Shape: []int{2, 3}, Values: []float64{5, 0, 0, 0, 0, 7}}}
		assert.Check(t, err == nil && reflect.DeepEqual(arrays, want), "%v: got %v, %v", order, arrays, err)
		for name, c := range map[string]struct {
			file []byte
			want string
		}{
			"cut": {file[:60], "offset 0: array of 2x3 takes 48 bytes, 38 are left"},
			"behind": {append(bytes.Clone(file[:70]), "something else that is long"...), "offset 70: no array of level 4 begins here, though some came " +
				"before: save the file again with save -v7"},
			"nowhere": {level4Array(order, 2, 2, 3, "thin", []float64{3, 2, 1, 3, 5, 0}),
				"entry 1 lies nowhere: row 3, column 1"},
		} {
			_, err := readAll(bytes.NewReader(c.file))
			assert.Check(t, is.Error(err, c.want), name)
		}
	}
}

func TestErrors(t *testing.T) {
	order := littleEndian
	h := header(order)
	good := matrix(order, 9, []int32{1, 4}, "data", element(order, 2, []uint8{1, 2, 3, 4}))
	badZlib := compressed(order, good)
	badZlib[len(badZlib)-1] ^= 1
	version := bytes.Clone(h)
	version[125] = 2
	var said strings.Builder
	for _, c := range []struct {
		name string
		file []byte
	}{
		{"empty", nil},
		{"cut header", h[:100]},
		{"other format", bytes.Repeat([]byte{'x'}, 200)},
		{"7.3", []byte(fmt.Sprintf("%-128s", "MATLAB 7.3 MAT-file"))},
		{"version", version},
		{"cut tag", join(h, good[:5])},
		{"cut array", join(h, good[:30])},
		{"cut second array", join(h, good, good[:30])},
		{"element type", join(h, element(order, 9, []float64{1}))},
		{"huge element", join(h, []byte{14, 0, 0, 0, 255, 255, 255, 255})},
		{"not zlib", join(h, []byte{15, 0, 0, 0, 2, 0, 0, 0, 1, 2})},
		{"checksum", join(h, badZlib)},
		{"compressed number", join(h, compressed(order, element(order, 9, []float64{1})))},
		{"empty array", join(h, element(order, 14, []uint8{}))},
		{"flags", join(h, element(order, 14, element(order, 5, []int32{9, 0})))},
		{"one dimension", join(h, matrix(order, 9, []int32{4}, "data"))},
		{"negative dimension", join(h, matrix(order, 9, []int32{4, -1}, "data", small(order, 2, []byte{1})))},
		{"huge dimensions", join(h, matrix(order, 9, []int32{1 << 20, 1 << 20}, "data", small(order, 2, []byte{1})))},
		{"no values", join(h, matrix(order, 9, []int32{1, 4}, "data"))},
		{"few values", join(h, matrix(order, 9, []int32{1, 5}, "data", small(order, 2, []byte{1, 2, 3, 4})))},
		{"class", join(h, matrix(order, 99, []int32{1, 1}, "data"))},
		{"value type", join(h, matrix(order, 6, []int32{1, 1}, "data", element(order, 8, []uint8{1})))},
		{"small element", join(h, element(order, 14, []byte{6, 0, 5, 0, 1, 2, 3, 4}))},
		{"inner length", join(h, element(order, 14, []byte{6, 0, 0, 0, 9, 0, 0, 0}))},
		{"large integer", join(h, matrix(order, 15, []int32{1, 1}, "data", element(order, 13, []uint64{1<<53 + 1})))},
	} {
		_, err := readAll(bytes.NewReader(c.file))
		assert.Check(t, err != nil, c.name)
		fmt.Fprintf(&said, "%s: %v\n", c.name, err)
	}
	golden.Assert(t, said.String(), "errors.txt")
}

// What an array takes is known before it is inflated, and no array inflates to more than packed data do.
func TestInflated(t *testing.T) {
	order := littleEndian
	bomb := func(dims ...int32) []byte {
		size := uint32(dims[0] * dims[1])
		head := matrix(order, 9, dims, "data")[tagBytes:]
		inner := order.AppendUint32(order.AppendUint32(nil, 14), uint32(len(head))+tagBytes+size)
		inner = append(inner, head...)
		return join(header(order), compressed(order, join(inner, order.AppendUint32(nil, 2), order.AppendUint32(nil, size),
			make([]byte, unpack.Most(0)))))
	}
	for _, c := range []struct {
		dims []int32
		want string
	}{
		{[]int32{1000, 100000}, `offset 128: array: "data", 1000x100000 uint8: ` +
			"it takes 763 MiB of memory or more, and may take 100 MiB: allow more with --memory, or give fewer samples or features"},
		{[]int32{1, 64}, "unpack to more than 67108864: unpack the file yourself if they are what you expect"},
	} {
		packed := bomb(c.dims...)
		held, err := Read(unpack.Within(bytes.NewReader(packed), 100<<20))
		assert.NilError(t, err)
		_, err = numbers.Find(held, "data")
		assert.Check(t, is.ErrorContains(err, c.want), c.dims)
	}
}

// readAll reads the arrays of a file with their values.
func readAll(r io.Reader) (arrays []numbers.Array, err error) {
	held, err := Read(r)
	for _, a := range held {
		if err != nil || a.Unread != "" {
			continue
		}
		var read numbers.Array
		read, err = a.Read()
		arrays = append(arrays, read)
	}
	return arrays, err
}

func TestReadingFails(t *testing.T) {
	broken := errors.New("disk on fire")
	whole := join(header(littleEndian), matrix(littleEndian, 9, []int32{1, 1}, "x", small(littleEndian, 2, []byte{1})))
	for _, n := range []int{0, 128, 132, 150, len(whole)} {
		_, err := Read(io.MultiReader(bytes.NewReader(whole[:n]), iotest.ErrReader(broken)))
		assert.Check(t, is.ErrorIs(err, broken), "fault after %d bytes", n)
	}
}

func TestMissingVariable(t *testing.T) {
	held, err := Read(bytes.NewReader(header(bigEndian)))
	assert.NilError(t, err)
	_, err = numbers.Find(held, "x")
	assert.ErrorContains(t, err, "the file holds none")
}

func FuzzRead(f *testing.F) {
	for _, order := range []byteOrder{littleEndian, bigEndian} {
		a := matrix(order, 6, []int32{2, 2}, "array", element(order, 9, []float64{1, 2, 3, 4}))
		f.Add(join(header(order), a))
		f.Add(join(header(order), compressed(order, a), a))
		f.Add(join(header(order), structure(order, []int32{1, 1}, "s", "X\x00\x00\x00\x00\x00\x00\x00", a)))
		f.Add(join(header(order), matrix(order, 1, []int32{1, 2}, "c", letters(order, "", 1, "ab"), a)))
		f.Add(join(header(order), matrix(order, 5, []int32{2, 2}, "thin", element(order, 5, []int32{1}),
			element(order, 5, []int32{0, 1, 1}), element(order, 9, []float64{7}))))
		f.Add(level4Array(order, 0, 2, 1, "X", []float64{1, 2}))
		f.Add(level4Array(order, 2, 2, 3, "X", []float64{1, 2, 1, 3, 5, 0}))
		f.Add(join(header(order), matrix(order, 4, []int32{1, 3}, "s", element(order, 16, []byte("σ𝔸z")))))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		arrays, err := readAll(unpack.Within(bytes.NewReader(data), 64<<20))
		if err != nil {
			return
		}
		for _, a := range arrays {
			product := 1
			for _, d := range a.Shape {
				product *= d
			}
			assert.Check(t, a.Words != nil || len(a.Values) == product,
				"%d values for dimensions %v", len(a.Values), a.Shape)
		}
	})
}
