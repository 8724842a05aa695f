package npy

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gpca/report/dataset/columns"
	"gpca/report/dataset/delimited"
	"gpca/report/dataset/numbers"
	"gpca/report/dataset/unpack"
)

// widest is the most bytes of a word and of a record.
const widest = delimited.MaxRow

// wordsOf is the letter of a type of words, U or S, and the bytes of each; 0 for other types.
func wordsOf(kind string) (letter byte, bytes int, err error) {
	if kind == "" || kind[0] != 'U' && kind[0] != 'S' && kind[0] != 'a' {
		return 0, 0, nil
	}
	if bytes, err = strconv.Atoi(kind[1:]); err != nil || bytes < 0 || bytes > widest/4 {
		return 0, 0, fmt.Errorf("words of type %q", kind)
	}
	if kind[0] == 'U' {
		bytes *= 4
	}
	return kind[0], bytes, nil
}

// word is the text of bytes: UTF-8 with zero bytes at its end, or 32 bits a letter.
func word(letter byte, data []byte, order binary.ByteOrder) string {
	if letter != 'U' {
		return string(bytes.TrimRight(data, "\x00"))
	}
	var text strings.Builder
	for ; len(data) >= 4; data = data[4:] {
		text.WriteRune(rune(order.Uint32(data)))
	}
	return strings.TrimRight(text.String(), "\x00")
}

func readWords(r io.Reader, letter byte, width int, shape []int, order binary.ByteOrder) (words []string, err error) {
	count := numbers.Entries(shape)
	if len(shape) == 0 {
		count = 1
	}
	size := count * float64(width)
	if err := unpack.Fit(r, int64(min(size+48*count, math.MaxInt64/2))); err != nil { // with their letters
		return nil, err
	}
	if size > unpack.MaxBytes || count > unpack.MaxBytes/16 {
		return nil, fmt.Errorf("%.0f words, which are too many", count)
	}
	data, err := unpack.All(r, unpack.MaxBytes)
	if err == nil && len(data) != int(size) {
		err = fmt.Errorf("%.0f words of %d bytes each are promised, and %d bytes follow", count, width, len(data))
	}
	if err != nil {
		return nil, err
	}
	for i := range int(count) {
		words = append(words, word(letter, data[i*width:][:width], order))
	}
	return words, nil
}

// A field is a column of a structured array, or a gap before one.
type field struct {
	name   string
	letter byte
	bytes  int
	order  binary.ByteOrder
}

// text writes a value of a field as a table of text has it.
func (f field) text(data []byte) string {
	if f.letter == 'U' || f.letter == 'S' || f.letter == 'a' {
		return word(f.letter, data, f.order)
	}
	var wide [8]byte
	value := 0.0
	if f.order == binary.BigEndian {
		copy(wide[8-len(data):], data)
	} else {
		copy(wide[:], data)
	}
	switch bits := f.order.Uint64(wide[:]); {
	case f.letter == 'i':
		unused := 64 - 8*len(data)
		return strconv.FormatInt(int64(bits<<unused)>>unused, 10)
	case f.letter != 'f':
		return strconv.FormatUint(bits, 10)
	case len(data) == 2:
		value = numbers.OfHalf(uint16(bits))
	case len(data) == 4:
		value = float64(math.Float32frombits(uint32(bits)))
	default:
		value = math.Float64frombits(bits)
	}
	if math.IsNaN(value) {
		return "" // missing
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
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

// fieldOf is the field of a name and a type. One without a name is a gap between fields.
func fieldOf(name, mark, kind string) (f field, err error) {
	f = field{name: name, order: endianOf(mark)}
	if f.letter, f.bytes, err = wordsOf(kind); err != nil || f.letter != 0 {
		return f, err
	}
	if of, ok := types[kind]; ok {
		f.letter, f.bytes = kind[0], of.Bytes
		return f, nil
	}
	if f.bytes, err = strconv.Atoi(kind[1:]); name != "" || err != nil || kind[0] != 'V' || f.bytes > widest {
		err = fmt.Errorf("field %s has the type %q, which is not read: %s", name, mark+kind,
			cmp.Or(unread[kind[0]][1], "save it again after astype(float)"))
	}
	return f, err
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
		size += f.bytes
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
		if f.letter != 0 {
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
		if f.letter != 0 {
			row = append(row, f.text(record[:f.bytes]))
		}
		record = record[f.bytes:]
	}
	return row
}
