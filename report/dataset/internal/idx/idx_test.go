package idx

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset/internal/numbers"
)

// The types of numbers.
const (
	Uint8   = 0x08
	Int8    = 0x09
	Int16   = 0x0B
	Int32   = 0x0C
	Float32 = 0x0D
	Float64 = 0x0E
)

func file(kind byte, dims []uint32, data any) []byte {
	b := []byte{0, 0, kind, byte(len(dims))}
	for _, d := range dims {
		b = binary.BigEndian.AppendUint32(b, d)
	}
	b, err := binary.Append(b, binary.BigEndian, data)
	if err != nil {
		panic(err)
	}
	return b
}

func ExampleOpen() {
	twoImages := []byte{0, 0, 0x08, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 0, 128, 255, 10, 20, 30}
	for _, file := range [][]byte{twoImages, twoImages[:20]} {
		images, err := Open(bytes.NewReader(file), nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		read, err := images.Read()
		fmt.Println(images.Shape, read.Values, err)
	}
	// Output:
	// [2 1 3] [0 128 255 10 20 30] <nil>
	// [2 1 3] [] 6 values of 1 byte each are promised, and 4 bytes follow
}

func TestTypes(t *testing.T) {
	for _, c := range []struct {
		kind byte
		data any
		want []float64
	}{
		{Uint8, []uint8{0, 127, 255}, []float64{0, 127, 255}},
		{Int8, []int8{0, -128, 127}, []float64{0, -128, 127}},
		{Int16, []int16{1, -32768, 32767}, []float64{1, -32768, 32767}},
		{Int32, []int32{1, -2147483648, 2147483647}, []float64{1, -2147483648, 2147483647}},
		{Float32, []float32{1.5, -0.25, 0}, []float64{1.5, -0.25, 0}},
		{Float64, []float64{1.1, -2.2, 1e300}, []float64{1.1, -2.2, 1e300}},
	} {
		// Short reads must not be taken for the end.
		a, err := read(iotest.OneByteReader(bytes.NewReader(file(c.kind, []uint32{3}, c.data))), nil)
		if err != nil {
			t.Errorf("type 0x%02x: %v", c.kind, err)
			continue
		}
		assert.Check(t, is.DeepEqual(a.Values, c.want), "type 0x%02x", c.kind)
		before := make([]float64, 1, 4)
		a, err = read(bytes.NewReader(file(c.kind, []uint32{3}, c.data)), before)
		assert.Check(t, err == nil && slices.Equal(a.Values, c.want) && &a.Values[0] == &before[:2][1],
			"type 0x%02x behind others: got %v, %v", c.kind, a.Values, err)
	}
}

func TestErrors(t *testing.T) {
	labels := file(Uint8, []uint32{4}, []uint8{1, 2, 3, 4})
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "truncated: file ends after 0 of 4 header bytes"},
		{"cut magic", labels[:3], "truncated: file ends after 3 of 4 header bytes"},
		{"cut dimensions", labels[:6], "truncated: file ends after 6 of 8 header bytes"},
		{"cut data", labels[:11], "4 values of 1 byte each are promised, and 3 bytes follow"},
		{"no data", labels[:8], "4 values of 1 byte each are promised, and 0 bytes follow"},
		{"more data", append(bytes.Clone(labels), 5, 6), "4 values of 1 byte each are promised, and 6 bytes follow"},
		{"other format", []byte("%PDF-1.7"), "not an IDX file: starts with bytes 25 50, want 00 00"},
		{"type", []byte{0, 0, 7, 1, 0, 0, 0, 0}, "offset 2: unknown number type 0x07"},
		{"dimensions", []byte{0, 0, 8, 0}, "offset 3: no dimensions"},
		{"size", file(Float64, []uint32{1 << 20, 1 << 20}, []uint8{}),
			"dimension 2 is 1048576, which is negative or makes more than 4294967296 values"},
		{"half a number", file(Int16, []uint32{2}, []uint8{0, 1, 0}),
			"2 values of 2 bytes each are promised, and 3 bytes follow"},
	} {
		_, err := read(bytes.NewReader(c.file), nil)
		assert.Check(t, is.Error(err, c.want), c.name)
	}
}

func TestReadingFails(t *testing.T) {
	broken := errors.New("disk on fire")
	labels := file(Uint8, []uint32{4}, []uint8{1, 2, 3, 4})
	for _, n := range []int{0, 5, 10, len(labels)} {
		_, err := read(io.MultiReader(bytes.NewReader(labels[:n]), iotest.ErrReader(broken)), nil)
		assert.Check(t, is.ErrorIs(err, broken), "fault after %d bytes", n)
	}
}

func TestZeroDimension(t *testing.T) {
	a, err := read(bytes.NewReader(file(Uint8, []uint32{0, 28, 28}, []uint8{})), nil)
	assert.NilError(t, err)
	assert.Check(t, len(a.Values) == 0 && slices.Equal(a.Shape, []int{0, 28, 28}),
		"got %d values in %v", len(a.Values), a.Shape)
}

func FuzzRead(f *testing.F) {
	f.Add(file(Uint8, []uint32{2, 1, 3}, []uint8{1, 2, 3, 4, 5, 6}))
	f.Add(file(Float64, []uint32{1}, []float64{1.5}))
	f.Add(file(Int16, []uint32{1 << 31, 1 << 31, 0}, []int16{}))
	f.Add([]byte{0, 0, 8, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := read(bytes.NewReader(data), nil)
		if err != nil {
			assert.Check(t, strings.TrimSpace(err.Error()) != "", "an error without a message")
			return
		}
		product := 1
		for _, d := range a.Shape {
			product *= d
		}
		assert.Equal(t, len(a.Values), product, "%d values for dimensions %v", len(a.Values), a.Shape)
		again := 4 + 4*len(a.Shape) + product*types[data[2]].Bytes
		assert.Equal(t, again, len(data), "accepted %d bytes as %d", len(data), again)
	})
}

func read(r io.Reader, before []float64) (numbers.Array, error) {
	a, err := Open(r, before)
	if err != nil {
		return numbers.Array{}, err
	}
	return a.Read()
}
