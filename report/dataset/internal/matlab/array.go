package matlab

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"gpca/report/dataset/internal/numbers"
	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

const (
	classCell   = 1
	classStruct = 2
	classText   = 4
	classSparse = 5
	// classOpaque is the class of MATLAB's newer objects, whose elements follow no published order.
	classOpaque = 17
)

// classes are the classes of numbers, with MATLAB's names.
var (
	classes = map[uint32]string{
		6: "double", 7: "single",
		8: "int8", 9: "uint8", 10: "int16", 11: "uint16", 12: "int32", 13: "uint32", 14: "int64", 15: "uint64",
	}
	unreadClasses = map[uint32]numbers.Named{
		3:           {Unread: "object", Remedy: "save its numbers as a matrix"},
		16:          {Unread: "function handle"},
		classOpaque: {Unread: "object", Remedy: "save its numbers as a matrix, those of a table by table2array"},
	}
)

const flagComplex = 0x0800

// mostDeep is how deep structures and cells may lie in each other, and mostParts how many one of them may list.
const mostDeep, mostParts = 32, 100

// header decodes the flags, the dimensions and the name of an array.
func (c *cursor) header(prefix string) (a numbers.Named, flags uint32) {
	c.part = "flags: "
	kind, bits := c.next()
	if kind != elementUint32 || len(bits) != 8 {
		c.fail("element type %d of %d bytes, want type %d of 8", kind, len(bits), elementUint32)
		return a, 0
	}
	flags = c.order.Uint32(bits)
	a = unreadClasses[flags&0xff]
	if c.part = "dimensions: "; flags&0xff != classOpaque {
		a.Shape = c.dims()
	}
	c.part = "name: "
	kind, name := c.next()
	if numberTypes[kind].Bytes != 1 {
		c.fail("element type %d, want bytes", kind)
	}
	c.part, a.Name = "", prefix+string(name)
	return a, flags
}

// decode decodes the header of an array, or of each that a structure or a cell array holds: "data.X", "c{2}".
func (f *file) decode(inside cursor, prefix string, deep int) ([]numbers.Named, error) {
	a, flags := inside.header(prefix)
	if inside.err != nil {
		return nil, inside.err
	}
	var err error
	class := flags & 0xff
	named := func(err error) error {
		if err != nil {
			err = fmt.Errorf("%q, %s %s: %w", a.Name, numbers.Size(a.Shape), classes[class], err)
		}
		return err
	}
	switch {
	case a.Unread != "":
		return []numbers.Named{a}, nil
	case flags&flagComplex != 0:
		a.Unread, a.Remedy = complexArray(a.Name)
		return []numbers.Named{a}, nil
	case classCell <= class && class <= classSparse:
		err = f.whole(&inside)
	case classes[class] == "":
		return nil, fmt.Errorf("%q: unknown class %d", a.Name, class)
	}
	switch {
	case err != nil:
	case class == classCell:
		return f.cell(&inside, a, deep)
	case class == classStruct:
		return f.structure(&inside, a, deep)
	case class == classText:
		err = text(&inside, &a)
	case class == classSparse:
		f.sparse(&inside, &a)
	default:
		// Writers store small integers as bytes: the type of the numbers may be narrower than the class of the array.
		kind, content := inside.values()
		of, ok := numberTypes[kind]
		if !ok {
			inside.fail("values of element type %d, which holds no numbers", kind)
		}
		err = inside.err
		a.Read = func() (numbers.Array, error) {
			read, err := f.dense(of, a.Shape, content)
			return read, named(err)
		}
	}
	return []numbers.Named{a}, named(err)
}

// dense reads numbers that are stored column by column.
func (f *file) dense(of numbers.Type, shape []int, content io.Reader) (numbers.Array, error) {
	read, err := of.Read(shape, unpack.Within(content, f.room), f.order, nil)
	if err == nil {
		numbers.RowMajor(read.Values, shape)
	}
	return read, err
}

func complexArray(name string) (unread, remedy string) {
	return "complex array", "save abs(" + name + "), or its real and imaginary parts side by side"
}

// whole takes into memory what is left of an array that is not read by its header alone.
func (f *file) whole(inside *cursor) error {
	if inside.more == nil {
		return nil
	}
	rest, err := unpack.All(unpack.Within(inside.more, f.room), unpack.MaxBytes)
	inside.data, inside.more = append(inside.data[:len(inside.data):len(inside.data)], rest...), nil
	f.room -= int64(len(inside.data))
	return err
}

// element decodes the next element of a structure or a cell array.
func (f *file) element(inside *cursor, name string, deep int) ([]numbers.Named, error) {
	kind, content := inside.next()
	if kind != elementMatrix {
		inside.fail("element type %d, want an array (%d)", kind, elementMatrix)
	}
	if inside.err != nil || len(content) == 0 { // an empty array may have no header
		return nil, inside.err
	}
	return f.decode(cursor{data: content, order: inside.order}, name, deep+1)
}

func (f *file) structure(inside *cursor, a numbers.Named, deep int) (held []numbers.Named, err error) {
	_, length := inside.next()
	if len(length) != 4 {
		inside.fail("length of names in %d bytes, want 4", len(length))
	}
	_, names := inside.next()
	if inside.err != nil {
		return nil, fmt.Errorf("%q: fields: %w", a.Name, inside.err)
	}
	each, count := int(inside.order.Uint32(length)), countOf(a.Shape)
	if count > mostParts || deep > mostDeep || each <= 0 {
		a.Unread, a.Remedy = "structure", "save its numbers as a matrix"
		return []numbers.Named{a}, nil
	}
	for i := range count {
		of := a.Name
		if count > 1 {
			of = fmt.Sprintf("%s(%d)", a.Name, i+1)
		}
		for at := 0; at+each <= len(names); at += each {
			inner, err := f.element(inside, of+"."+string(bytes.TrimRight(names[at:at+each], "\x00")), deep)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", a.Name, err)
			}
			held = append(held, inner...)
		}
	}
	return held, nil
}

// cell decodes a cell array. One of words becomes an array of words.
func (f *file) cell(inside *cursor, a numbers.Named, deep int) (held []numbers.Named, err error) {
	a.Unread, a.Remedy = "cell array", "save its numbers as a matrix, by cell2mat"
	if deep > mostDeep {
		return []numbers.Named{a}, nil
	}
	var names []string
	count, word, matrix := countOf(a.Shape), true, false
	for i := 0; i < count; i++ {
		inner, err := f.element(inside, fmt.Sprintf("%s{%d}", a.Name, i+1), deep)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", a.Name, err)
		}
		name := ""
		for _, e := range inner {
			matrix = matrix || e.Matrix()
			if word = word && e.Words && countOf(e.Shape) < 2; word {
				read, _ := e.Read() // that of text is there
				name = append(read.Words, "")[0]
			}
		}
		names, held = append(names, name), append(held, inner...)
		if len(held) > mostParts && !word {
			return []numbers.Named{a}, nil
		}
	}
	switch {
	case count > 0 && word:
		return []numbers.Named{ofWords(a, names)}, nil
	case matrix:
		return held, nil
	}
	return []numbers.Named{a}, nil
}

func ofWords(a numbers.Named, names []string) numbers.Named {
	a.Unread, a.Remedy, a.Words = "", "", true
	a.Read = func() (numbers.Array, error) { return numbers.Array{Shape: a.Shape, Words: names}, nil }
	return a
}

// text reads a matrix of letters: each row is a word.
func text(inside *cursor, a *numbers.Named) error {
	rows, all := a.Shape[0], countOf(a.Shape)
	if a.Shape = []int{rows}; all == 0 {
		*a = ofWords(*a, make([]string, max(0, min(rows, 1))))
		return nil
	}
	letters := inside.letters(all)
	if len(letters) < all {
		inside.fail("%d letters, want %d", len(letters), all)
		return inside.err
	}
	*a = ofWords(*a, wordsOf(letters[:all], rows))
	return nil
}

// letters reads the next element as letters, or units of UTF-16, as MATLAB counts them: so many are wanted.
func (c *cursor) letters(want int) (letters []rune) {
	switch kind, data := c.next(); kind {
	case 1, 2, elementUTF8:
		letters = []rune(string(data))
		if len(letters) == want {
			return letters
		}
		return words.Each(utf16.Encode(letters), func(unit uint16) rune { return rune(unit) })
	case 4, elementUTF16:
		for ; len(data) > 1; data = data[2:] {
			letters = append(letters, rune(c.order.Uint16(data)))
		}
	default:
		c.fail("letters of element type %d, want bytes, UTF-8 or UTF-16", kind)
	}
	return letters
}

// wordsOf are the rows of a matrix of letters, stored column by column.
func wordsOf(letters []rune, rows int) (all []string) {
	for row := range rows {
		var word []uint16
		for at := row; at < len(letters); at += rows {
			if letters[at] > math.MaxUint16 {
				word = utf16.AppendRune(word, letters[at])
			} else {
				word = append(word, uint16(letters[at])) // which may be half of a letter
			}
		}
		all = append(all, strings.TrimRight(string(utf16.Decode(word)), " \x00"))
	}
	return all
}

func countOf(shape []int) int { return int(min(numbers.Entries(shape), unpack.MaxBytes)) }

// sparse reads an array that lists what is not 0, column by column: their rows, where columns begin, their values.
func (f *file) sparse(inside *cursor, a *numbers.Named) {
	a.Read = func() (read numbers.Array, err error) {
		at := *inside
		rows, begins, values := at.numbers(), at.numbers(), at.numbers()
		if len(begins) != a.Shape[1]+1 || len(rows) < len(values) {
			at.fail("%d columns begin, want %d, and %d entries have %d rows", len(begins)-1, a.Shape[1], len(values),
				len(rows))
		}
		if err = at.err; err == nil {
			column := 0
			read, err = f.full(a.Shape, min(len(values), int(begins[a.Shape[1]])), func(i int) (int, int, float64) {
				for column < a.Shape[1] && int(begins[column+1]) <= i {
					column++
				}
				return int(rows[i]), column, values[i]
			})
		}
		if err != nil {
			err = fmt.Errorf("%q, sparse: %w", a.Name, err)
		}
		return read, err
	}
}

// full makes a full matrix of entries in order.
func (f *file) full(
	shape []int, entries int, entry func(i int) (row, column int, value float64),
) (numbers.Array, error) {
	count := numbers.Entries(shape)
	if len(shape) != 2 || slices.Min(shape) < 0 || 8*count > unpack.MaxBytes {
		return numbers.Array{}, fmt.Errorf("size %s, want two dimensions that fit", numbers.Size(shape))
	}
	if err := unpack.Fit(unpack.Within(nil, f.room), 8*int64(count)); err != nil {
		return numbers.Array{}, err
	}
	values := make([]float64, int(count))
	for i := range entries {
		row, column, value := entry(i)
		if row < 0 || row >= shape[0] || column < 0 || column >= shape[1] {
			return numbers.Array{}, fmt.Errorf("entry %d lies nowhere: row %d, column %d", i+1, row+1, column+1)
		}
		values[row*shape[1]+column] += value
	}
	return numbers.Array{Shape: shape, Values: values}, nil
}
