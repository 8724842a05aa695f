// Package matlab reads the numbers in MATLAB 5 files (extension .mat), written by versions 5 to 7.
//
// The MathWorks describe the format in "MAT-File Format": a header of 128 bytes and a sequence of
// elements, each a tag (type and length) with its data. An array is an element made of elements.
//
// Real and logical arrays of any number of dimensions are read. Text, cell arrays, structures, objects,
// sparse and complex arrays are listed by name as not read. Version 7.3 (HDF5) is an error.
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
	"strings"

	"gpca/report/dataset/unpack"
)

// headerBytes is the length of the header: 116 bytes of text, 8 of a subsystem offset, 2 of the
// version and 2 of the byte order.
const headerBytes = 128

// A File is the content of one MATLAB 5 file.
type File struct {
	Arrays []Array // in the order of the file

	left int64 // bytes that compressed elements may still inflate to
}

// Array returns the array of a name. The error for a missing one lists what the file holds.
func (f *File) Array(name string) (Array, error) {
	var held []string
	for _, a := range f.Arrays {
		switch {
		case a.Name == name && a.Unread != "":
			return Array{}, fmt.Errorf("variable %q is a %s, which is not read: save it as a full real array",
				name, a.Unread)
		case a.Name == name:
			return a, nil
		case a.Unread != "":
			held = append(held, fmt.Sprintf("%s (%s)", a.Name, a.Unread))
		default:
			held = append(held, fmt.Sprintf("%s (%s %s)", a.Name, a.Size(), a.Class))
		}
	}
	if len(held) == 0 {
		return Array{}, fmt.Errorf("no variable %q: the file holds none", name)
	}
	return Array{}, fmt.Errorf("no variable %q: the file holds %s", name, strings.Join(held, ", "))
}

// Read reads a whole file. Errors give the offset, also in the data of a compressed element.
func Read(r io.Reader) (*File, error) {
	data, err := unpack.All(r, unpack.MaxBytes)
	if err != nil {
		return nil, err
	}
	order, err := checkHeader(data)
	if err != nil {
		return nil, err
	}
	file := &File{left: unpack.Most(int64(len(data)))}
	for c := (cursor{data: data, offset: headerBytes, order: order}); c.offset < len(data); {
		offset := c.offset
		kind, content, err := c.next()
		if err != nil {
			return nil, err
		}
		if kind == elementCompressed {
			c.offset = offset + tagBytes + len(content) // compressed elements have no padding
		}
		if err := file.add(kind, content, order); err != nil {
			return nil, fmt.Errorf("offset %d: %w", offset, err)
		}
	}
	return file, nil
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
		return nil, fmt.Errorf("not a MATLAB 5 file: byte-order mark at offset 126 is %q, want \"IM\" or \"MI\"", mark)
	}
	if version := order.Uint16(data[124:]); version != 0x0100 {
		return nil, fmt.Errorf("offset 124: format version 0x%04x, want 0x0100", version)
	}
	return order, nil
}

func (f *File) add(kind elementType, data []byte, order binary.ByteOrder) error {
	switch kind {
	case elementMatrix:
	case elementCompressed:
		z, err := zlib.NewReader(bytes.NewReader(data))
		if err != nil {
			return fmt.Errorf("compressed element: %w", err)
		}
		inflated, err := unpack.All(z, min(f.left, unpack.MaxBytes))
		if err != nil {
			return fmt.Errorf("compressed element, inflated: %w", err)
		}
		f.left -= int64(len(inflated))
		inside := cursor{data: inflated, order: order}
		if kind, data, err = inside.next(); err == nil && kind != elementMatrix {
			err = fmt.Errorf("element type %d, want an array (%d)", kind, elementMatrix)
		}
		if err != nil {
			return fmt.Errorf("inflated data: %w", err)
		}
	default:
		return fmt.Errorf("element type %d, want an array (%d) or compressed data (%d)",
			kind, elementMatrix, elementCompressed)
	}
	array, err := decodeMatrix(data, order)
	if err != nil {
		return fmt.Errorf("array: %w", err)
	}
	f.Arrays = append(f.Arrays, array)
	return nil
}
