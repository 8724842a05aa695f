// Package idx reads IDX files, the format in which MNIST is published.
//
// An IDX file is one array of numbers: two zero bytes, one byte for the type of
// the numbers, one for the count of dimensions, each dimension as a big-endian
// 32-bit integer, and then the numbers, big-endian, the last index running
// fastest. It was described by Y. LeCun, C. Cortes and C. Burges beside the MNIST
// database. The published files are gzipped; package unpack takes that off.
//
// The format has no checksum, so all a reader can do is hold the header against
// the length: a file shorter or longer than its header promises is an error, not
// an array with fewer samples.
package idx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"gpca/report/dataset/numbers"
	"gpca/report/dataset/unpack"
)

// MaxBytes is the most data that Read accepts, 4 GiB: eighty times the images of
// MNIST. A header that promises more is taken for damaged.
const MaxBytes = 1 << 32

// Type is the type of the numbers as the third byte of a file names it.
type Type byte

// The types of the format.
const (
	Uint8   Type = 0x08
	Int8    Type = 0x09
	Int16   Type = 0x0B
	Int32   Type = 0x0C
	Float32 Type = 0x0D
	Float64 Type = 0x0E
)

var types = map[Type]numbers.Type{
	Uint8:   numbers.Of[uint8](),
	Int8:    numbers.Of[int8](),
	Int16:   numbers.Of[int16](),
	Int32:   numbers.Of[int32](),
	Float32: numbers.Of[float32](),
	Float64: numbers.Of[float64](),
}

// size is the number of bytes of one number, 0 for a type that does not exist.
func (t Type) size() int64 { return int64(types[t].Bytes) }

// An Array is the content of one file. It keeps the numbers as they were stored,
// an eighth of the memory of float64 for images, until AppendTo is called.
type Array struct {
	Type Type
	Dims []int // such as 60000, 28, 28

	data []byte
}

// Read reads one array, to the end of r. Errors give the position in the
// (unpacked) file and the cause.
func Read(r io.Reader) (*Array, error) {
	data, err := unpack.All(r, MaxBytes)
	if err != nil {
		return nil, err
	}
	if len(data) < 4 {
		return nil, fmt.Errorf("truncated: file ends after %d of 4 header bytes", len(data))
	}
	if data[0] != 0 || data[1] != 0 {
		return nil, fmt.Errorf("not an IDX file: starts with bytes %02x %02x, want 00 00", data[0], data[1])
	}
	a := &Array{Type: Type(data[2])}
	if a.Type.size() == 0 {
		return nil, fmt.Errorf("offset 2: unknown number type 0x%02x", data[2])
	}
	count := int(data[3])
	if count == 0 {
		return nil, errors.New("offset 3: no dimensions")
	}
	header := 4 + 4*count
	if len(data) < header {
		return nil, fmt.Errorf("truncated: file ends after %d of %d header bytes", len(data), header)
	}
	values := int64(1)
	for offset := 4; offset < header; offset += 4 {
		d := int64(binary.BigEndian.Uint32(data[offset:]))
		if d != 0 && values > MaxBytes/a.Type.size()/d {
			return nil, fmt.Errorf("offset %d: dimension %d is %d, which makes the array larger than %d bytes",
				offset, offset/4, d, int64(MaxBytes))
		}
		values *= d
		a.Dims = append(a.Dims, int(d))
	}
	// Three dimensions are images by the convention of the format.
	unit := "values"
	if count == 3 {
		unit = "pixels"
	}
	a.data = data[header:]
	promised, got := values*a.Type.size(), int64(len(a.data))
	if got < promised {
		return nil, fmt.Errorf("truncated: header promises %d %s, file ends after %d", values, unit, got/a.Type.size())
	}
	if got > promised {
		return nil, fmt.Errorf("header promises %d %s, %d more bytes follow them", values, unit, got-promised)
	}
	return a, nil
}

// Len is the number of values, the product of the dimensions.
func (a *Array) Len() int { return len(a.data) / int(a.Type.size()) }

// AppendTo appends the values to dst, the last index running fastest, and returns the
// extended slice, so that the arrays of several files can be read into one block of memory.
func (a *Array) AppendTo(dst []float64) []float64 {
	// Float64 holds every number of these types.
	dst, _ = types[a.Type].Append(slices.Grow(dst, a.Len()), a.data, binary.BigEndian)
	return dst
}
