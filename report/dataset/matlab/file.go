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

	"gpca/report/dataset/numbers"
	"gpca/report/dataset/unpack"
)

// headerBytes is the length of the header: 116 bytes of text, 8 of a subsystem offset, 2 of the
// version and 2 of the byte order.
const headerBytes = 128

// A File is the content of one MATLAB 5 file.
type File struct {
	Arrays []Array // in the order of the file, without values

	order  binary.ByteOrder
	length int64 // of the file
	room   int64 // bytes of memory that the values of an array may take
}

// Array reads the array of a name. The error for a missing one lists what the file holds.
func (f *File) Array(name string) (Array, error) {
	var held []string
	for _, a := range f.Arrays {
		switch {
		case a.Name == name && a.Unread != "":
			return Array{}, fmt.Errorf("variable %q is a %s, which is not read: save it as a full real array",
				name, a.Unread)
		case a.Name == name:
			read, err := a.read()
			a.Values = read.Values
			return a, err
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

// Read reads a whole file, and of its arrays the headers. Errors give the offset, also in the data of a compressed
// element.
func Read(r io.Reader) (*File, error) {
	head, r, err := unpack.Peek(r, headerBytes)
	if err != nil {
		return nil, err
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
	file := &File{order: order, length: length, room: unpack.Room(r) - length}
	for c := (cursor{data: data, offset: headerBytes, order: order}); c.offset < len(data); {
		offset := c.offset
		kind, content, err := c.next()
		if err != nil {
			return nil, err
		}
		if kind == elementCompressed {
			c.offset = offset + tagBytes + len(content) // compressed elements have no padding
		}
		if err := file.add(offset, kind, content); err != nil {
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

// inflatedHeader is more than the header of an array takes, with its name.
const inflatedHeader = 64 << 10

func (f *File) add(offset int, kind elementType, data []byte) error {
	inside, rest := cursor{data: data, order: f.order}, io.Reader(nil)
	if kind == elementCompressed {
		var err error
		if inside, rest, err = f.inflate(data); err != nil {
			return err
		}
		if kind, inside.offset, _, err = inside.tag(); err != nil {
			return fmt.Errorf("inflated data: %w", err)
		}
		if kind != elementMatrix {
			return fmt.Errorf("inflated data: element type %d, want an array (%d)", kind, elementMatrix)
		}
		inside.data, inside.offset = inside.data[inside.offset:], 0
	} else if kind != elementMatrix {
		return fmt.Errorf("element type %d, want an array (%d) or compressed data (%d)",
			kind, elementMatrix, elementCompressed)
	}
	array, err := decodeMatrix(inside, f.room)
	if err != nil {
		return fmt.Errorf("array: %w", err)
	}
	if read := array.read; read != nil {
		array.read = func() (numbers.Array, error) {
			a, err := read()
			if err == nil && rest != nil { // to its checksum
				_, err = io.Copy(io.Discard, rest)
			}
			if err != nil {
				err = fmt.Errorf("offset %d: array: %w", offset, err)
			}
			return a, err
		}
	}
	f.Arrays = append(f.Arrays, array)
	return nil
}

// inflate returns the begin of a compressed element, and all that follows.
func (f *File) inflate(data []byte) (begin cursor, rest io.Reader, err error) {
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
