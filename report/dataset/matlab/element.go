package matlab

import (
	"encoding/binary"
	"fmt"

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
)

// numberTypes are the types of numbers and of the bytes of a name (UTF-8, 16).
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
	16:            numbers.Of[uint8](),
}

type cursor struct {
	data   []byte
	offset int
	order  binary.ByteOrder
}

// next returns the next element and skips its padding to a multiple of 8 bytes.
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
	// Some writers omit the padding of the last element.
	c.offset += min((end+7)/8*8, len(rest))
	return elementType(first), rest[tagBytes:end], nil
}
