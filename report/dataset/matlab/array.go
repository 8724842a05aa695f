package matlab

import (
	"errors"
	"fmt"

	"gpca/report/dataset/numbers"
	"gpca/report/dataset/unpack"
)

// classOpaque is the class of MATLAB's newer objects, whose elements follow no published order.
const classOpaque = 17

// classes are the classes that are read, with MATLAB's names.
var (
	classes = map[uint32]string{
		6: "double", 7: "single",
		8: "int8", 9: "uint8", 10: "int16", 11: "uint16", 12: "int32", 13: "uint32", 14: "int64", 15: "uint64",
	}
	unreadClasses = map[uint32]string{
		1: "cell array", 2: "structure", 3: "object", 4: "text", 5: "sparse array",
		16: "function handle", classOpaque: "object",
	}
)

const flagComplex = 0x0800

// decodeMatrix decodes the header of an array. Its values may take so much memory.
func decodeMatrix(inside cursor, room int64) (a numbers.Named, err error) {
	kind, flags, err := inside.next()
	if err == nil && (kind != elementUint32 || len(flags) != 8) {
		err = fmt.Errorf("element type %d of %d bytes, want type %d of 8", kind, len(flags), elementUint32)
	}
	if err != nil {
		return a, fmt.Errorf("flags: %w", err)
	}
	word := inside.order.Uint32(flags)
	class := word & 0xff
	a.Unread = unreadClasses[class]
	if class == classOpaque {
		return a, nil
	}
	if a.Shape, err = decodeDims(&inside); err != nil {
		return a, fmt.Errorf("dimensions: %w", err)
	}
	kind, name, err := inside.next()
	if err == nil && numberTypes[kind].Bytes != 1 {
		err = fmt.Errorf("element type %d, want bytes", kind)
	}
	if err != nil {
		return a, fmt.Errorf("name: %w", err)
	}
	a.Name = string(name)

	switch {
	case a.Unread != "":
		return a, nil
	case word&flagComplex != 0:
		a.Unread = "complex array"
		return a, nil
	case classes[class] == "":
		return a, fmt.Errorf("%q: unknown class %d", a.Name, class)
	}
	kind, content, err := inside.values()
	// Writers store small integers as bytes, so the type of the numbers may be narrower than the class of the array.
	of, ok := numberTypes[kind]
	if err == nil && !ok {
		err = fmt.Errorf("values of element type %d, which holds no numbers", kind)
	}
	named := func(err error) error {
		if err != nil {
			err = fmt.Errorf("%q, %s %s: %w", a.Name, numbers.Size(a.Shape), classes[class], err)
		}
		return err
	}
	a.Read = func() (numbers.Array, error) {
		read, err := of.Read(a.Shape, unpack.Within(content, room), inside.order, nil)
		if err != nil {
			return read, named(err)
		}
		numbers.RowMajor(read.Values, a.Shape)
		return read, nil
	}
	return a, named(err)
}

func decodeDims(c *cursor) (dims []int, err error) {
	kind, data, err := c.next()
	switch {
	case err != nil:
		return nil, err
	case kind != elementInt32 || len(data)%4 != 0:
		return nil, fmt.Errorf("element type %d of %d bytes, want 32-bit integers (type %d)",
			kind, len(data), elementInt32)
	case len(data) < 8:
		return nil, errors.New("fewer than two")
	}
	for ; len(data) > 0; data = data[4:] {
		dims = append(dims, int(int32(c.order.Uint32(data))))
	}
	return dims, nil
}
