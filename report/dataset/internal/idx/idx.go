// Package idx reads IDX files, the format of MNIST.
//
// An IDX file is one array of numbers: two zero bytes, one byte for the type of the numbers, one for the
// count of dimensions, each dimension as a 32-bit integer, and then the numbers, big-endian, the last
// index running fastest (Y. LeCun, C. Cortes, C. Burges, beside the MNIST database). It has no checksum,
// so a file that is shorter or longer than its header says is an error.
package idx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"gpca/report/dataset/internal/numbers"
)

var types = map[byte]numbers.Type{
	0x08: numbers.Of[uint8](),
	0x09: numbers.Of[int8](),
	0x0B: numbers.Of[int16](),
	0x0C: numbers.Of[int32](),
	0x0D: numbers.Of[float32](),
	0x0E: numbers.Of[float64](),
}

// Open reads the header. The array is read, once, to the end of r. Its values are appended to before, so that several
// files can share memory; the array holds its own values only. Errors give the position in the unpacked file.
func Open(r io.Reader, before []float64) (numbers.Named, error) {
	shape, kind, err := header(r)
	read := func() (numbers.Array, error) { return kind.Read(shape, r, binary.BigEndian, before) }
	return numbers.Named{Shape: shape, Read: read}, err
}

func header(r io.Reader) (shape []int, kind numbers.Type, err error) {
	data := make([]byte, 4, 4+4*math.MaxUint8)
	n, err := io.ReadFull(r, data)
	kind = types[data[2]]
	switch {
	case err != nil:
		return nil, kind, truncated(n, len(data), err)
	case data[0] != 0 || data[1] != 0:
		err = fmt.Errorf("not an IDX file: starts with bytes %02x %02x, want 00 00", data[0], data[1])
	case kind.Bytes == 0:
		err = fmt.Errorf("offset 2: unknown number type 0x%02x", data[2])
	case data[3] == 0:
		err = errors.New("offset 3: no dimensions")
	}
	if err != nil {
		return nil, kind, err
	}
	data = data[:4+4*int(data[3])]
	if n, err = io.ReadFull(r, data[4:]); err != nil {
		return nil, kind, truncated(4+n, len(data), err)
	}
	for offset := 4; offset < len(data); offset += 4 {
		shape = append(shape, int(binary.BigEndian.Uint32(data[offset:])))
	}
	return shape, kind, nil
}

func truncated(read, header int, err error) error {
	if err != io.EOF && err != io.ErrUnexpectedEOF {
		return fmt.Errorf("after %d bytes: %w", read, err)
	}
	return fmt.Errorf("truncated: file ends after %d of %d header bytes", read, header)
}
