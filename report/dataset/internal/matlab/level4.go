package matlab

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"gpca/report/dataset/internal/numbers"
	"gpca/report/dataset/unpack"
)

// A header4 begins each array of level 4.
type header4 struct {
	Type          uint32 // digits MOPT: order of bytes, 0, type of the numbers, and 0, 1 or 2 for full, text or sparse
	Rows, Columns uint32
	Complex, Name uint32 // Name is the length of the name, which ends with a zero byte
}

const headerBytes4 = 20

var types4 = []numbers.Type{numbers.Of[float64](), numbers.Of[float32](), numbers.Of[int32](), numbers.Of[int16](),
	numbers.Of[uint16](), numbers.Of[uint8]()}

// ok reports whether a header is one, which the file must tell by nothing else.
func (h header4) ok(order binary.ByteOrder) bool {
	byOrder := map[binary.ByteOrder]uint32{binary.LittleEndian: 0, binary.BigEndian: 1}
	return h.Type/1000 == byOrder[order] && h.Type/100%10 == 0 && int(h.Type/10%10) < len(types4) && h.Type%10 < 3 &&
		h.Complex < 2 && h.Name > 1 && h.Name < 1<<10
}

// level4 is the order of bytes of a file of level 4, nil for others.
func level4(head []byte) binary.ByteOrder {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		var h header4
		if _, err := binary.Decode(head, order, &h); err == nil && h.ok(order) {
			return order
		}
	}
	return nil
}

// readLevel4 lists the arrays of a file of level 4.
func readLevel4(r io.Reader, order binary.ByteOrder) (arrays []numbers.Named, err error) {
	data, err := unpack.All(r, unpack.MaxBytes)
	if err != nil {
		return nil, err
	}
	f := &file{order: order, room: unpack.Room(r) - int64(len(data))}
	for offset := 0; offset < len(data); {
		var h header4
		rest := data[offset:]
		if _, err := binary.Decode(rest, order, &h); err != nil || !h.ok(order) {
			return nil, fmt.Errorf("offset %d: no array of level 4 begins here, though some came before: save the "+
				"file again with save -v7", offset)
		}
		of, parts := types4[h.Type/10%10], float64(1+h.Complex)
		size := float64(of.Bytes) * float64(h.Rows) * float64(h.Columns)
		if left := float64(len(rest) - headerBytes4 - int(h.Name)); parts*size > left {
			return nil, fmt.Errorf("offset %d: array of %dx%d takes %.0f bytes, %.0f are left", offset, h.Rows,
				h.Columns, parts*size, max(left, 0))
		}
		content := rest[headerBytes4+int(h.Name):][:int(size)]
		name := strings.TrimRight(string(rest[headerBytes4:][:h.Name]), "\x00")
		a := numbers.Named{Name: name, Shape: []int{int(h.Rows), int(h.Columns)}}
		a.Read = func() (numbers.Array, error) { return f.dense(of, a.Shape, bytes.NewReader(content)) }
		switch kind := h.Type % 10; {
		case h.Complex == 1 || kind == 2 && h.Columns == 4:
			a.Unread, a.Remedy = complexArray(name)
		case kind == 1 && size > 0:
			err = text4(&a)
		case kind == 2:
			err = f.sparse4(&a)
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", name, err)
		}
		arrays = append(arrays, a)
		offset += headerBytes4 + int(h.Name) + int(parts*size)
	}
	return arrays, nil
}

// text4 makes words of the numbers of letters.
func text4(a *numbers.Named) error {
	codes, err := a.Read()
	words := make([]string, a.Shape[0])
	for i, code := range codes.Values { // row by row
		words[i/a.Shape[1]] += string(rune(code))
	}
	for i := range words {
		words[i] = strings.TrimRight(words[i], " \x00")
	}
	a.Shape = a.Shape[:1]
	*a = ofWords(*a, words)
	return err
}

// sparse4 reads a list of row, column and value, whose last line has the size.
func (f *file) sparse4(a *numbers.Named) error {
	listed, err := a.Read()
	entries := len(listed.Values)/3 - 1
	if err == nil && (a.Shape[1] != 3 || entries < 0) {
		err = fmt.Errorf("sparse array of %s, want 3 columns", numbers.Size(a.Shape))
	}
	if err != nil {
		return err
	}
	a.Shape = []int{int(listed.Values[3*entries]), int(listed.Values[3*entries+1])}
	a.Read = func() (numbers.Array, error) {
		return f.full(a.Shape, entries, func(i int) (int, int, float64) {
			entry := listed.Values[3*i:]
			return int(entry[0]) - 1, int(entry[1]) - 1, entry[2]
		})
	}
	return nil
}
