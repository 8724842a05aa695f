package matlab

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"gpca/report/dataset/numbers"
)

// tagBytes is the length of a tag: type and length, 32 bits each. A small element packs both, and its
// data, into 8 bytes.
const tagBytes = 8

type elementType uint32

const (
	elementInt32      elementType = 5
	elementUint32     elementType = 6
	elementMatrix     elementType = 14
	elementCompressed elementType = 15
	elementUTF8       elementType = 16
	elementUTF16      elementType = 17
)

// numberTypes are the types of numbers and of the bytes of a name.
var numberTypes = map[elementType]numbers.Type{
	1:             numbers.Of[int8](),
	2:             numbers.Of[uint8](),
	3:             numbers.Of[int16](),
	4:             numbers.Of[uint16](),
	elementInt32:  numbers.Of[int32](),
	elementUint32: numbers.Of[uint32](),
	7:             numbers.Of[float32](),
	9:             numbers.Of[float64](),
	12:            numbers.Of[int64](),
	13:            numbers.Of[uint64](),
	elementUTF8:   numbers.Of[uint8](),
}

type cursor struct {
	data   []byte
	offset int
	order  binary.ByteOrder
	more   io.Reader // what follows the data and is not in memory, or nil
}

// tag reads the tag of the next element: where its content begins, and how long that is said to be.
func (c *cursor) tag() (kind elementType, begin, size int, err error) {
	rest := c.data[c.offset:]
	if len(rest) < tagBytes {
		return 0, 0, 0, fmt.Errorf("offset %d: %d bytes left, a tag has %d", c.offset, len(rest), tagBytes)
	}
	first := c.order.Uint32(rest)
	kind, begin, size = elementType(first), c.offset+tagBytes, int(c.order.Uint32(rest[4:]))
	if small := int(first >> 16); small > 4 {
		err = fmt.Errorf("offset %d: small element of %d bytes, at most 4 fit", c.offset, small)
	} else if small != 0 {
		kind, begin, size = elementType(first&0xffff), c.offset+4, small
	}
	if left := len(c.data) - begin; err == nil && size > left && c.more == nil {
		err = fmt.Errorf("offset %d: element of %d bytes, %d are left", c.offset, size, left)
	}
	return kind, begin, size, err
}

// next returns the next element and skips its padding to a multiple of 8 bytes.
func (c *cursor) next() (elementType, []byte, error) {
	kind, begin, size, err := c.tag()
	if err != nil {
		return 0, nil, err
	}
	if size > len(c.data)-begin {
		return 0, nil, fmt.Errorf("offset %d: element of %d bytes, which are too many", c.offset, size)
	}
	// Some writers omit the padding of the last element.
	c.offset = min(c.offset+(begin-c.offset+size+7)/8*8, len(c.data))
	return kind, c.data[begin : begin+size], nil
}

// values returns the next element, the last of an array, to be read from memory and on.
func (c *cursor) values() (elementType, io.Reader, error) {
	kind, begin, size, err := c.tag()
	if err != nil {
		return 0, nil, err
	}
	content := io.Reader(bytes.NewReader(c.data[begin:]))
	if c.more != nil {
		content = io.MultiReader(content, c.more)
	}
	return kind, io.LimitReader(content, int64(size)), nil
}
