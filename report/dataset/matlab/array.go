package matlab

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Class is the class of an array in MATLAB, numbered as in the file.
type Class uint8

// The classes that are read.
const (
	Char   Class = 4
	Double Class = 6
	Single Class = 7
	Int8   Class = 8
	Uint8  Class = 9
	Int16  Class = 10
	Uint16 Class = 11
	Int32  Class = 12
	Uint32 Class = 13
	Int64  Class = 14
	Uint64 Class = 15
)

// classOpaque is the class of objects of MATLAB's newer object system, whose
// elements follow no published order.
const classOpaque Class = 17

// String is the name that MATLAB gives the class.
func (c Class) String() string {
	switch c {
	case Char:
		return "char"
	case Double:
		return "double"
	case Single:
		return "single"
	case Int8:
		return "int8"
	case Uint8:
		return "uint8"
	case Int16:
		return "int16"
	case Uint16:
		return "uint16"
	case Int32:
		return "int32"
	case Uint32:
		return "uint32"
	case Int64:
		return "int64"
	case Uint64:
		return "uint64"
	}
	return fmt.Sprintf("class %d", uint8(c))
}

// unreadKind names the classes that are not read, "" for the others.
func (c Class) unreadKind() string {
	switch c {
	case 1:
		return "cell array"
	case 2:
		return "structure"
	case 3, classOpaque:
		return "object"
	case 5:
		return "sparse array"
	case 16:
		return "function handle"
	}
	return ""
}

// An Array is one variable: numbers, logical values (0 and 1, class uint8) or
// text (character codes).
type Array struct {
	Name  string
	Class Class
	Dims  []int // at least two

	// Values are in column-major order: the first index runs fastest.
	Values []float64
}

// Size writes the dimensions as MATLAB does, such as "256x1100x10".
func (a Array) Size() string {
	parts := make([]string, len(a.Dims))
	for i, d := range a.Dims {
		parts[i] = strconv.Itoa(d)
	}
	return strings.Join(parts, "x")
}

// Text returns the text of a character array, a line for each of its rows.
func (a Array) Text() string {
	rows := a.Dims[0]
	if rows == 0 {
		return ""
	}
	lines := make([]string, rows)
	for row := range lines {
		var units []uint16
		var line strings.Builder
		for i := row; i < len(a.Values); i += rows {
			// Codes beyond 16 bits are whole characters; the others may be
			// halves of a surrogate pair and are decoded together.
			if code := rune(a.Values[i]); code > 0xffff {
				line.WriteString(string(utf16.Decode(units)))
				line.WriteRune(code)
				units = units[:0]
			} else {
				units = append(units, uint16(code))
			}
		}
		line.WriteString(string(utf16.Decode(units)))
		lines[row] = line.String()
	}
	return strings.Join(lines, "\n")
}

// flagComplex marks, in the flags of an array, that imaginary parts follow.
const flagComplex = 0x0800

// decodeMatrix decodes the elements of an array: flags, dimensions, name, real
// part. The second result is set instead of the first for a kind that is not
// read.
func decodeMatrix(data []byte, order binary.ByteOrder) (Array, *Unread, error) {
	inside := cursor{data: data, order: order}
	kind, flags, err := inside.next()
	if err != nil {
		return Array{}, nil, fmt.Errorf("flags: %w", err)
	}
	if kind != elementUint32 || len(flags) != 8 {
		return Array{}, nil, fmt.Errorf("flags: element type %d of %d bytes, want type %d of 8", kind, len(flags), elementUint32)
	}
	word := order.Uint32(flags)
	a := Array{Class: Class(word & 0xff)}
	if a.Class == classOpaque {
		return Array{}, &Unread{Kind: a.Class.unreadKind()}, nil
	}
	var count int
	if a.Dims, count, err = decodeDims(&inside); err != nil {
		return Array{}, nil, fmt.Errorf("dimensions: %w", err)
	}
	kind, name, err := inside.next()
	if err != nil {
		return Array{}, nil, fmt.Errorf("name: %w", err)
	}
	if kind.width() != 1 {
		return Array{}, nil, fmt.Errorf("name: element type %d, want bytes", kind)
	}
	a.Name = string(name)

	switch unread := a.Class.unreadKind(); {
	case unread != "":
		return Array{}, &Unread{Name: a.Name, Kind: unread}, nil
	case word&flagComplex != 0:
		return Array{}, &Unread{Name: a.Name, Kind: "complex array"}, nil
	case a.Class < Char || a.Class > Uint64:
		return Array{}, nil, fmt.Errorf("%q: unknown class %d", a.Name, uint8(a.Class))
	}
	kind, numbers, err := inside.next()
	if err == nil {
		a.Values, err = decodeNumbers(kind, numbers, order, count)
	}
	if err != nil {
		return Array{}, nil, fmt.Errorf("%q, %s %s: %w", a.Name, a.Size(), a.Class, err)
	}
	return a, nil, nil
}

// decodeDims reads the dimensions and their product.
func decodeDims(c *cursor) (dims []int, count int, err error) {
	kind, data, err := c.next()
	if err != nil {
		return nil, 0, err
	}
	if kind != elementInt32 || len(data)%4 != 0 {
		return nil, 0, fmt.Errorf("element type %d of %d bytes, want 32-bit integers (type %d)", kind, len(data), elementInt32)
	}
	if len(data) < 8 {
		return nil, 0, errors.New("fewer than two")
	}
	count = 1
	for ; len(data) > 0; data = data[4:] {
		d := int(int32(c.order.Uint32(data)))
		if d < 0 {
			return nil, 0, fmt.Errorf("dimension %d is negative: %d", len(dims)+1, d)
		}
		// Every value takes at least one byte, so no more values than bytes
		// can be there.
		if d > 0 && count > MaxElementBytes/d {
			return nil, 0, fmt.Errorf("dimension %d is %d, which makes the array larger than %d values", len(dims)+1, d, MaxElementBytes)
		}
		dims, count = append(dims, d), count*d
	}
	return dims, count, nil
}
