// Package idx reads IDX files, the format of MNIST.
//
// An IDX file is one array of numbers: two zero bytes, one byte for the type of the numbers, one for the
// count of dimensions, each dimension as a 32-bit integer, and then the numbers, big-endian, the last
// index running fastest (Y. LeCun, C. Cortes, C. Burges, beside the MNIST database). It has no checksum,
// so a file of another length than promised is an error.
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

var types = map[byte]numbers.Type{
	0x08: numbers.Of[uint8](),
	0x09: numbers.Of[int8](),
	0x0B: numbers.Of[int16](),
	0x0C: numbers.Of[int32](),
	0x0D: numbers.Of[float32](),
	0x0E: numbers.Of[float64](),
}

// Read reads one array, to the end of r. Its values are appended to before, so that several files can
// share memory; the array holds its own values only. Errors give the position in the unpacked file.
func Read(r io.Reader, before []float64) (a numbers.Array, err error) {
	data, err := unpack.All(r, unpack.MaxBytes)
	if err != nil {
		return a, err
	}
	shape, kind, err := header(data)
	if err != nil {
		return a, err
	}
	count := 1
	for _, d := range shape {
		count *= d
	}
	// By the convention of the format, three dimensions are images.
	unit := "values"
	if len(shape) == 3 {
		unit = "pixels"
	}
	data = data[4+4*len(shape):]
	switch promised := count * kind.Bytes; {
	case len(data) < promised:
		err = fmt.Errorf("truncated: header promises %d %s, file ends after %d", count, unit, len(data)/kind.Bytes)
	case len(data) > promised:
		err = fmt.Errorf("header promises %d %s, %d more bytes follow them", count, unit, len(data)-promised)
	}
	if err != nil {
		return a, err
	}
	values, err := kind.Append(slices.Grow(before, count), data, binary.BigEndian)
	return numbers.Array{Shape: shape, Values: values[len(before):]}, err
}

func header(data []byte) (shape []int, kind numbers.Type, err error) {
	if len(data) < 4 {
		return nil, kind, fmt.Errorf("truncated: file ends after %d of 4 header bytes", len(data))
	}
	kind = types[data[2]]
	end := 4 + 4*int(data[3])
	switch {
	case data[0] != 0 || data[1] != 0:
		err = fmt.Errorf("not an IDX file: starts with bytes %02x %02x, want 00 00", data[0], data[1])
	case kind.Bytes == 0:
		err = fmt.Errorf("offset 2: unknown number type 0x%02x", data[2])
	case data[3] == 0:
		err = errors.New("offset 3: no dimensions")
	case len(data) < end:
		err = fmt.Errorf("truncated: file ends after %d of %d header bytes", len(data), end)
	}
	if err != nil {
		return nil, kind, err
	}
	size := kind.Bytes
	for offset := 4; offset < end; offset += 4 {
		d := int(binary.BigEndian.Uint32(data[offset:]))
		if d != 0 && size > unpack.MaxBytes/d {
			return nil, kind, fmt.Errorf("offset %d: dimension %d is %d, which makes the array larger than %d bytes",
				offset, offset/4, d, unpack.MaxBytes)
		}
		shape, size = append(shape, d), size*d
	}
	return shape, kind, nil
}
