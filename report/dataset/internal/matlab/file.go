// Package matlab reads the numbers and words in MATLAB files (extension .mat), written by versions 4 to 7.
//
// The MathWorks describe the formats in "MAT-File Format". Level 5 has a header of 128 bytes and a sequence of
// elements, each a tag (type and length) with its data. An array is an element made of elements. Level 4 has arrays
// of two dimensions, each with a header of 20 bytes.
//
// Real and logical arrays of any number of dimensions are read, full or sparse, text and cell arrays of words, also
// inside of structures and cell arrays. Objects and complex arrays are listed by name as not read. Version 7.3 (HDF5)
// is an error.
//
// No length in a file is trusted: memory grows with the bytes that are there, up to a limit, and every
// size is checked before it is used.
package matlab

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"gpca/report/dataset/internal/numbers"
	"gpca/report/dataset/unpack"
)

// headerBytes is the length of the header: 116 bytes of text, 8 of a subsystem offset, 2 of the
// version and 2 of the byte order.
const headerBytes = 128

type file struct {
	order  binary.ByteOrder
	length int64
	room   int64 // bytes of memory that the values of an array may take
}

// Read lists the arrays of a file, in its order, by their headers. Errors give the offset, also in the data of a
// compressed element.
func Read(r io.Reader) (arrays []numbers.Named, err error) {
	head, r, err := unpack.Peek(r, headerBytes)
	if err != nil {
		return nil, err
	}
	if order := level4(head); order != nil {
		return readLevel4(r, order)
	}
	order, err := checkHeader(head)
	if err != nil {
		return nil, err
	}
	data, err := unpack.All(r, unpack.MaxBytes)
	if err != nil {
		return nil, err
	}
	length := int64(len(data))
	file := &file{order: order, length: length, room: unpack.Room(r) - length}
	for c := (cursor{data: data, offset: headerBytes, order: order}); c.offset < len(data); {
		offset := c.offset
		kind, content := c.next()
		if c.err != nil {
			return nil, c.err
		}
		if kind == elementCompressed {
			c.offset = offset + tagBytes + len(content) // compressed elements have no padding
		}
		held, err := file.arrays(offset, kind, content)
		if err != nil {
			return nil, fmt.Errorf("offset %d: %w", offset, err)
		}
		arrays = append(arrays, held...)
	}
	// MATLAB keeps the content of objects in an array without a name.
	return slices.DeleteFunc(arrays, func(a numbers.Named) bool { return a.Name == "" && a.Unread == "" }), nil
}

func checkHeader(data []byte) (binary.ByteOrder, error) {
	if bytes.HasPrefix(data, []byte("MATLAB 7.3")) || bytes.HasPrefix(data, []byte("\x89HDF\r\n")) {
		return nil, errors.New("MATLAB 7.3 file (HDF5), which is not read: save it again with save -v7")
	}
	if len(data) < headerBytes {
		return nil, fmt.Errorf("truncated: file ends after %d of %d header bytes", len(data), headerBytes)
	}
	// The writer stores the letters MI as one 16-bit number.
	var order binary.ByteOrder
	switch mark := string(data[126:headerBytes]); mark {
	case "IM":
		order = binary.LittleEndian
	case "MI":
		order = binary.BigEndian
	default:
		return nil, fmt.Errorf("not a MATLAB file of level 4 or 5: byte-order mark at offset 126 is %q, want "+
			"\"IM\" or \"MI\"", mark)
	}
	if version := order.Uint16(data[124:]); version != 0x0100 {
		return nil, fmt.Errorf("offset 124: format version 0x%04x, want 0x0100", version)
	}
	return order, nil
}

// inflatedHeader is more than the header of an array takes, with its name.
const inflatedHeader = 64 << 10

func (f *file) arrays(offset int, kind elementType, data []byte) (held []numbers.Named, err error) {
	inside, rest := cursor{data: data, order: f.order}, io.Reader(nil)
	if kind == elementCompressed {
		if inside, rest, err = f.inflate(data); err != nil {
			return nil, err
		}
		inside.part = "inflated data: "
		kind, begin, _ := inside.tag()
		if kind != elementMatrix {
			inside.fail("element type %d, want an array (%d)", kind, elementMatrix)
		}
		if inside.err != nil {
			return nil, inside.err
		}
		inside.data = inside.data[begin:]
	} else if kind != elementMatrix {
		return nil, fmt.Errorf("element type %d, want an array (%d) or compressed data (%d)",
			kind, elementMatrix, elementCompressed)
	}
	if held, err = f.decode(inside, "", 0); err != nil {
		return nil, fmt.Errorf("array: %w", err)
	}
	for i, a := range held {
		if a.Read == nil {
			continue
		}
		held[i].Read = func() (numbers.Array, error) {
			read, err := a.Read()
			if err == nil && rest != nil { // to its checksum
				_, err = io.Copy(io.Discard, rest)
			}
			if err != nil {
				err = fmt.Errorf("offset %d: array: %w", offset, err)
			}
			return read, err
		}
	}
	return held, nil
}

// inflate returns the begin of a compressed element, and all that follows.
func (f *file) inflate(data []byte) (begin cursor, rest io.Reader, err error) {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return begin, nil, fmt.Errorf("compressed element: %w", err)
	}
	rest = unpack.Bounded(z, &f.length)
	head, err := unpack.All(io.LimitReader(rest, inflatedHeader), inflatedHeader)
	if err != nil {
		return begin, nil, fmt.Errorf("compressed element, inflated: %w", err)
	}
	return cursor{data: head, order: f.order, more: rest}, rest, nil
}
