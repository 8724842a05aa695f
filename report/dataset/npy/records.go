package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gpca/report/dataset/columns"
	"gpca/report/dataset/internal/delimited"
	"gpca/report/dataset/internal/numbers"
	"gpca/report/dataset/unpack"
)

// widest is the most bytes of a word and of a record.
const widest = delimited.MaxRow

// A kind is a type of one value: of a number, or of a word or a gap with its letter.
type kind struct {
	numbers.Type
	letter byte
	order  binary.ByteOrder
}

// gap is the letter of bytes between fields.
const gap = 'V'

// kindOf finds the kind of a type that a header names, or why it is not read.
func kindOf(mark, code string) (k kind, unread, remedy string) {
	k = kind{Type: types[code], order: binary.LittleEndian}
	if mark == ">" {
		k.order = binary.BigEndian
	}
	letter := (code + " ")[0]
	width, err := strconv.Atoi(code[min(1, len(code)):])
	switch refused, known := refusals[letter]; {
	case k.Bytes > 0:
		return k, "", ""
	case strings.IndexByte("USa", letter) >= 0 && err == nil && 0 <= width && width <= widest/4:
		if k.letter, k.Bytes = letter, width; letter == 'U' {
			k.Bytes *= 4
		}
		return k, "", ""
	case known:
		return k, refused[0], refused[1]
	}
	return k, fmt.Sprintf("array of type %q", mark+code), "save it again after astype(float)"
}

// text writes a value as a table of text has it: a word is UTF-8 with zero bytes at its end, or has 32 bits a letter.
func (k kind) text(data []byte) string {
	switch k.letter {
	case 0:
		return k.Text(data, k.order)
	case 'U':
		var text strings.Builder
		for ; len(data) >= 4; data = data[4:] {
			text.WriteRune(rune(k.order.Uint32(data)))
		}
		return strings.TrimRight(text.String(), "\x00")
	}
	return string(bytes.TrimRight(data, "\x00"))
}

func (k kind) words(r io.Reader, shape []int) (words []string, err error) {
	count := numbers.Entries(shape)
	if len(shape) == 0 {
		count = 1
	}
	size := count * float64(k.Bytes)
	if err := unpack.Fit(r, int64(min(size+48*count, math.MaxInt64/2))); err != nil { // with their letters
		return nil, err
	}
	if size > unpack.MaxBytes || count > unpack.MaxBytes/16 {
		return nil, fmt.Errorf("%.0f words, which are too many", count)
	}
	data, err := unpack.All(r, unpack.MaxBytes)
	if err == nil && len(data) != int(size) {
		err = fmt.Errorf("%.0f words of %d bytes each are promised, and %d bytes follow", count, k.Bytes, len(data))
	}
	if err != nil {
		return nil, err
	}
	for i := range int(count) {
		words = append(words, k.text(data[i*k.Bytes:][:k.Bytes]))
	}
	return words, nil
}

// A field is a column of a structured array, or a gap before one.
type field struct {
	name string
	kind
}

// oneField is a field of a header: name, type and, for several numbers, their shape.
var oneField = regexp.MustCompile(`^\s*,?\s*\(('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*,\s*` +
	`'([<>|=]?)(\w+)(?:\[\w+\])?'\s*(?:,\s*\(([\d\s,]*)\)\s*)?\)`)

// fieldsOf parses the list of fields of a header. Of a field of several numbers each becomes one.
func fieldsOf(list string) (fields []field, err error) {
	for rest := list; strings.Trim(rest, " ,") != ""; {
		found := oneField.FindStringSubmatch(rest)
		if found == nil {
			return nil, fmt.Errorf("field %q is a structure itself, or has a title, which is not read: save fields of "+
				"one level", rest[:min(len(rest), 60)])
		}
		rest = rest[len(found[0]):]
		f, err := fieldOf(found[1][1:len(found[1])-1], found[2], found[3])
		if err != nil {
			return nil, err
		}
		each := 1
		for size := range strings.FieldsFuncSeq(found[4], func(r rune) bool { return r == ',' || r == ' ' }) {
			d, err := strconv.Atoi(size)
			if err != nil || d < 1 || each > delimited.MaxColumns/d {
				return nil, fmt.Errorf("field %s: shape (%s)", f.name, found[4])
			}
			each *= d
		}
		name := f.name
		for i := range each {
			if found[4] != "" {
				f.name = fmt.Sprintf("%s[%d]", name, i)
			}
			fields = append(fields, f)
		}
	}
	return fields, nil
}

// fieldOf is the field of a name and a type. One without a name may be a gap between fields.
func fieldOf(name, mark, code string) (field, error) {
	k, unread, remedy := kindOf(mark, code)
	if unread == "" {
		return field{name, k}, nil
	}
	var err error
	if k.Bytes, err = strconv.Atoi(code[1:]); name != "" || err != nil || code[0] != 'V' || k.Bytes > widest {
		return field{}, fmt.Errorf("field %s has the type %q, which is not read: %s", name, mark+code, remedy)
	}
	k.letter = gap
	return field{name, k}, nil
}

// Structured reports whether a .npy file begins like this and holds records of fields.
func Structured(head []byte) bool {
	return bytes.HasPrefix(head, []byte(magic)) && fieldEntry.Match(head)
}

// fieldsIn are the fields of the header of a structured array, with the number of its records and their bytes.
func fieldsIn(header string) (fields []field, count, size int, err error) {
	list := fieldEntry.FindStringSubmatch(header)
	if list == nil {
		return nil, 0, 0, errors.New("no structured array, which has fields: give format: npy")
	}
	shape, err := shapeOf(header)
	if err == nil && len(shape) != 1 {
		err = fmt.Errorf("structured array of %d dimensions, want 1: save it after ravel()", len(shape))
	}
	if err == nil {
		fields, err = fieldsOf(list[1])
	}
	for _, f := range fields {
		size += f.Bytes
	}
	if err == nil && (size == 0 || size > widest || len(fields) > delimited.MaxColumns) {
		err = fmt.Errorf("records of %d bytes, want 1 to %d", size, widest)
	}
	return fields, append(shape, 0)[0], size, err
}

// Records opens a structured array as a table: the fields are its columns. A line is a record, from 1.
func Records(r io.Reader) (source columns.Source, err error) {
	header, err := readHeader(r)
	if err != nil {
		return source, err
	}
	fields, count, size, err := fieldsIn(header)
	if err != nil {
		return source, err
	}
	for _, f := range fields {
		if f.letter != gap {
			source.Columns = append(source.Columns, columns.Column{Name: f.name})
		}
	}
	source.Named, source.Line = true, 1
	record, at := make([]byte, size), 0
	source.Rows = func() (int, []string, error) {
		n, err := io.ReadFull(r, record)
		if err == io.EOF && at == count || err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return 0, nil, err
		}
		if err != nil || at == count {
			return 0, nil, fmt.Errorf("%d records of %d bytes each are promised, and %d bytes follow the first %d",
				count, size, n, at)
		}
		at++
		return at, rowOf(fields, record), nil
	}
	return source, nil
}

func rowOf(fields []field, record []byte) (row []string) {
	for _, f := range fields {
		if f.letter != gap {
			row = append(row, f.text(record[:f.Bytes]))
		}
		record = record[f.Bytes:]
	}
	return row
}
