package matlab

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"gpca/report/dataset/internal/numbers"
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

// A cursor reads the elements of an array in turn. After its first fault it has none.
type cursor struct {
	data   []byte
	offset int
	order  binary.ByteOrder
	more   io.Reader // what follows the data and is not in memory, or nil
	part   string    // that a fault begins with, such as "flags: "
	err    error
}

func (c *cursor) fail(format string, of ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(c.part+format, of...)
	}
}

// tag reads the tag of the next element: where its content begins, and how long that is said to be.
func (c *cursor) tag() (kind elementType, begin, size int) {
	rest := c.data[c.offset:]
	if len(rest) < tagBytes {
		c.fail("offset %d: %d bytes left, a tag has %d", c.offset, len(rest), tagBytes)
		return 0, 0, 0
	}
	first := c.order.Uint32(rest)
	kind, begin, size = elementType(first), c.offset+tagBytes, int(c.order.Uint32(rest[4:]))
	if small := int(first >> 16); small > 4 {
		c.fail("offset %d: small element of %d bytes, at most 4 fit", c.offset, small)
	} else if small != 0 {
		kind, begin, size = elementType(first&0xffff), c.offset+4, small
	}
	if left := len(c.data) - begin; size > left && c.more == nil {
		c.fail("offset %d: element of %d bytes, %d are left", c.offset, size, left)
	}
	return kind, begin, size
}

// next returns the next element and skips its padding to a multiple of 8 bytes.
func (c *cursor) next() (elementType, []byte) {
	kind, begin, size := c.tag()
	if size > len(c.data)-begin {
		c.fail("offset %d: element of %d bytes, which are too many", c.offset, size)
	}
	if c.err != nil {
		return 0, nil
	}
	// Some writers omit the padding of the last element.
	c.offset = min(c.offset+(begin-c.offset+size+7)/8*8, len(c.data))
	return kind, c.data[begin : begin+size]
}

// values returns the next element, the last of an array, to be read from memory and on.
func (c *cursor) values() (elementType, io.Reader) {
	kind, begin, size := c.tag()
	content := io.Reader(bytes.NewReader(c.data[begin:]))
	if c.more != nil {
		content = io.MultiReader(content, c.more)
	}
	return kind, io.LimitReader(content, int64(size))
}

// numbers reads the next element as numbers.
func (c *cursor) numbers() []float64 {
	kind, data := c.next()
	of, ok := numberTypes[kind]
	if !ok {
		c.fail("element type %d, which holds no numbers", kind)
		return nil
	}
	a, err := of.Read([]int{len(data) / of.Bytes}, bytes.NewReader(data), c.order, nil)
	if err != nil {
		c.fail("%w", err)
	}
	return a.Values
}

// dims reads the dimensions of an array.
func (c *cursor) dims() (dims []int) {
	kind, data := c.next()
	switch {
	case kind != elementInt32 || len(data)%4 != 0:
		c.fail("element type %d of %d bytes, want 32-bit integers (type %d)", kind, len(data), elementInt32)
	case len(data) < 8:
		c.fail("fewer than two")
	}
	for ; len(data) >= 4; data = data[4:] {
		dims = append(dims, int(int32(c.order.Uint32(data))))
	}
	return dims
}
