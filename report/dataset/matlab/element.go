package matlab

import (
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"
)

// tagBytes is the length of a tag: type and length, 32 bits each. A small
// element packs both into the first half and its data into the second.
const tagBytes = 8

// elementType is the type of the data of an element, the mi… constants of the
// format's description.
type elementType uint32

const (
	elementInt8       elementType = 1
	elementUint8      elementType = 2
	elementInt16      elementType = 3
	elementUint16     elementType = 4
	elementInt32      elementType = 5
	elementUint32     elementType = 6
	elementSingle     elementType = 7
	elementDouble     elementType = 9
	elementInt64      elementType = 12
	elementUint64     elementType = 13
	elementMatrix     elementType = 14
	elementCompressed elementType = 15
	elementUTF8       elementType = 16
	elementUTF16      elementType = 17
	elementUTF32      elementType = 18
)

// width is the number of bytes of one number, 0 for a type that holds none.
func (t elementType) width() int {
	switch t {
	case elementInt8, elementUint8, elementUTF8:
		return 1
	case elementInt16, elementUint16, elementUTF16:
		return 2
	case elementInt32, elementUint32, elementSingle, elementUTF32:
		return 4
	case elementDouble, elementInt64, elementUint64:
		return 8
	}
	return 0
}

// A cursor walks over the elements inside an element.
type cursor struct {
	data   []byte
	offset int
	order  binary.ByteOrder
}

// next returns the next element and moves behind its padding: the elements
// inside an array start at multiples of 8 bytes.
func (c *cursor) next() (elementType, []byte, error) {
	rest := c.data[c.offset:]
	if len(rest) < tagBytes {
		return 0, nil, fmt.Errorf("offset %d: %d bytes left, a tag has %d", c.offset, len(rest), tagBytes)
	}
	first := c.order.Uint32(rest)
	if small := int(first >> 16); small != 0 {
		if small > 4 {
			return 0, nil, fmt.Errorf("offset %d: small element of %d bytes, at most 4 fit", c.offset, small)
		}
		c.offset += tagBytes
		return elementType(first & 0xffff), rest[4 : 4+small], nil
	}
	size := int64(c.order.Uint32(rest[4:]))
	if size > int64(len(rest)-tagBytes) {
		return 0, nil, fmt.Errorf("offset %d: element of %d bytes, %d are left", c.offset, size, len(rest)-tagBytes)
	}
	end := tagBytes + int(size)
	// Some writers leave out the padding of the last element.
	c.offset += min((end+7)/8*8, len(rest))
	return elementType(first), rest[tagBytes:end], nil
}

// decodeNumbers converts the data of an element to count float64 values. The
// type in the file may be narrower than the class of the array: writers store a
// double array of small integers as bytes.
func decodeNumbers(kind elementType, data []byte, order binary.ByteOrder, count int) ([]float64, error) {
	width := kind.width()
	if width == 0 {
		return nil, fmt.Errorf("values of element type %d, which holds no numbers", kind)
	}
	if kind == elementUTF8 {
		return decodeUTF8(data, count)
	}
	if len(data) != count*width {
		return nil, fmt.Errorf("%d bytes for %d values of %d bytes", len(data), count, width)
	}
	values := make([]float64, count)
	for i := range values {
		word := data[i*width : (i+1)*width]
		switch kind {
		case elementInt8:
			values[i] = float64(int8(word[0]))
		case elementUint8:
			values[i] = float64(word[0])
		case elementInt16:
			values[i] = float64(int16(order.Uint16(word)))
		case elementUint16, elementUTF16:
			values[i] = float64(order.Uint16(word))
		case elementInt32:
			values[i] = float64(int32(order.Uint32(word)))
		case elementUint32, elementUTF32:
			values[i] = float64(order.Uint32(word))
		case elementSingle:
			values[i] = float64(math.Float32frombits(order.Uint32(word)))
		case elementDouble:
			values[i] = math.Float64frombits(order.Uint64(word))
		case elementInt64:
			n := int64(order.Uint64(word))
			if n > maxExact || n < -maxExact {
				return nil, fmt.Errorf("value %d is %d, beyond the integers that float64 holds", i, n)
			}
			values[i] = float64(n)
		case elementUint64:
			n := order.Uint64(word)
			if n > maxExact {
				return nil, fmt.Errorf("value %d is %d, beyond the integers that float64 holds", i, n)
			}
			values[i] = float64(n)
		}
	}
	return values, nil
}

// maxExact is the largest integer up to which float64 holds all.
const maxExact = 1 << 53

// decodeUTF8 gives the code points of text, of which there must be count.
func decodeUTF8(data []byte, count int) ([]float64, error) {
	if n := utf8.RuneCount(data); n != count {
		return nil, fmt.Errorf("%d characters for %d values", n, count)
	}
	values := make([]float64, 0, count)
	for _, r := range string(data) {
		values = append(values, float64(r))
	}
	return values, nil
}
