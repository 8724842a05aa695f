// Package idx reads IDX files, the format of MNIST.
//
// An IDX file is one array of numbers: two zero bytes, one byte for the type of the numbers, one for the
// count of dimensions, each dimension as a 32-bit integer, and then the numbers, big-endian, the last
// index running fastest (Y. LeCun, C. Cortes, C. Burges, beside the MNIST database). It has no checksum,
// so a file that is shorter or longer than its header says is an error.
package idx

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

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
	return kind.Read(shape, bytes.NewReader(data[4+4*len(shape):]), binary.BigEndian, before)
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
	for offset := 4; offset < end; offset += 4 {
		shape = append(shape, int(binary.BigEndian.Uint32(data[offset:])))
	}
	return shape, kind, nil
}
