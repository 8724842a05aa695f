// Package numbers turns the binary numbers of file formats into float64.
package numbers

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

// An Array is a block of numbers, or of words.
type Array struct {
	Name  string // where Find found it
	Shape []int  // empty for a single number
	// Values has the product of the shape as its length; the last index runs fastest.
	Values []float64
	Words  []string // in place of values
}

// A Named array is one of several in a file.
type Named struct {
	Name   string
	Unread string // the kind of one that is not read, such as "complex array", else empty
	Remedy string // for one that is not read
	Shape  []int  // as its header says
	Words  bool   // whether it holds words
	Read   func() (Array, error)
}

// String is the name of an array with its size and what is special about it, such as "X (40x4)".
func (a Named) String() string {
	about := []string{a.Unread, Size(a.Shape)}
	if a.Words {
		about[0] = "words"
	}
	about = slices.DeleteFunc(about, func(text string) bool { return text == "" })
	return strings.TrimSpace(fmt.Sprintf("%s (%s)", a.Name, strings.Join(about, ", ")))
}

// Refused is the error of an array that is not read.
func (a Named) Refused() error {
	if a.Unread == "" {
		return nil
	}
	name := "the array"
	if a.Name != "" {
		name = fmt.Sprintf("array %q", a.Name)
	}
	return fmt.Errorf("%s is not read (%s): %s", name, a.Unread, cmp.Or(a.Remedy, "save it as a full real array"))
}

// Entries is how many values an array of a shape has, which a header may say wrongly; none of a single number.
func Entries(shape []int) float64 {
	count := float64(min(len(shape), 1))
	for _, d := range shape {
		count *= float64(max(d, 0))
	}
	return count
}

// Matrix reports whether an array is more than a number, a row or a column.
func (a Named) Matrix() bool {
	return len(slices.DeleteFunc(slices.Clone(a.Shape), func(d int) bool { return d < 2 })) > 1
}

// Size writes a shape as MATLAB does, such as "256x1100x10".
func Size(shape []int) string { return strings.Join(words.Each(shape, strconv.Itoa), "x") }

// List lists arrays with their sizes.
func List(held []Named) string { return words.Some(words.Each(held, Named.String), 30) }

// Find reads the array of a name. The error for a missing one lists what the file holds.
func Find(held []Named, name string) (Array, error) {
	found, ok := words.First(held, func(a Named) bool { return a.Name == name })
	if !ok {
		return Array{}, fmt.Errorf("no array %q: the file holds %s", name, cmp.Or(List(held), "none"))
	}
	if err := found.Refused(); err != nil {
		return Array{}, err
	}
	a, err := found.Read()
	if err != nil && name != "" {
		err = fmt.Errorf("array %q: %w", name, err)
	}
	a.Name = name
	return a, err
}

// A Type is a type of binary numbers.
type Type struct {
	Bytes int // of one number

	append func(dst []float64, count int, r io.Reader, order binary.ByteOrder) (values []float64, bytes int, err error)
	// Text writes one number with all its digits, empty for NaN.
	Text func(data []byte, order binary.ByteOrder) string
}

// Read reads an array that takes all of r. Its values are appended to before, so that several arrays can share
// memory; the array holds its own values only. An integer beyond the exact range of float64 is an error.
func (t Type) Read(shape []int, r io.Reader, order binary.ByteOrder, before []float64) (Array, error) {
	count := 1
	for i, d := range shape {
		if d < 0 || d > 0 && count > unpack.MaxBytes/d {
			return Array{}, fmt.Errorf("dimension %d is %d, which is negative or makes more than %d values", i+1, d,
				unpack.MaxBytes)
		}
		count *= d
	}
	if err := unpack.Fit(r, 8*int64(count)); err != nil {
		return Array{}, err
	}
	values, follow, err := t.append(before, count, io.LimitReader(r, unpack.MaxBytes), order)
	switch {
	case err != nil:
		return Array{}, err
	case follow != count*t.Bytes:
		return Array{}, fmt.Errorf("%s of %s each are promised, and %s follow", words.Count(count, "value"),
			words.Count(t.Bytes, "byte"), words.Count(follow, "byte"))
	}
	return Array{Shape: shape, Values: values[len(before):]}, nil
}

// Every integer up to maxExact is exact in float64.
const maxExact = 1 << 53

type real interface {
	int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64 | float32 | float64
}

// Of returns the Type of T.
func Of[T real]() Type {
	size := binary.Size(T(0))
	large := T(1)/2 == 0 && size == 8 // integers
	return Type{size, func(dst []float64, count int, r io.Reader, order binary.ByteOrder) ([]float64, int, error) {
		// In parts: a whole file beside its values would double the memory. That for all is taken once a share of
		// the values has arrived, as the count may be false.
		const share = 32
		decoded := make([]T, 1<<12)
		part := make([]byte, size*len(decoded))
		for bytes := 0; ; {
			read, err := io.ReadFull(r, part)
			at := bytes / size
			if bytes += read; bytes > count*size {
				read = 0 // only to say how many follow
			}
			decoded = decoded[:read/size]
			if _, err := binary.Decode(part[:read], order, decoded); err != nil {
				return nil, 0, err
			}
			if all := len(dst) + count - at; all > cap(dst) && len(dst) >= (count-at)/share {
				dst = append(make([]float64, 0, all), dst...) // slices.Grow would clear it
			}
			dst = slices.Grow(dst, len(decoded))
			to := dst[len(dst):][:len(decoded)]
			dst = dst[:len(dst)+len(decoded)]
			for i, n := range decoded {
				v := float64(n)
				// A value at the limit may have been rounded to it.
				if large && (math.Abs(v) > maxExact || math.Abs(v) == maxExact && T(v) != n) {
					return nil, 0, fmt.Errorf("value %d is %v, beyond the integers that float64 holds: save "+
						"codes as words, or measurements as doubles", at+i, n)
				}
				to[i] = v
			}
			switch err {
			case nil:
			case io.EOF, io.ErrUnexpectedEOF:
				return dst, bytes, nil
			default:
				return nil, 0, fmt.Errorf("after %d bytes: %w", bytes, err)
			}
		}
	}, text[T]}
}

func text[T real](data []byte, order binary.ByteOrder) string {
	var v T
	if _, err := binary.Decode(data, order, &v); err == nil && T(1)/2 == 0 {
		return fmt.Sprint(v) // an integer
	}
	return textOf(float64(v))
}

// Half is the Type of numbers of half precision, binary16 of IEEE 754.
func Half() Type {
	t := Of[uint16]()
	bits := t.append
	t.Text = func(data []byte, order binary.ByteOrder) string { return textOf(ofHalf(order.Uint16(data))) }
	t.append = func(dst []float64, count int, r io.Reader, order binary.ByteOrder) ([]float64, int, error) {
		values, read, err := bits(dst, count, r, order)
		for i := len(dst); i < len(values); i++ {
			values[i] = ofHalf(uint16(values[i]))
		}
		return values, read, err
	}
	return t
}

func textOf(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// ofHalf is the number that bits of half precision mean.
func ofHalf(bits uint16) float64 {
	fraction, exponent := float64(bits&0x3ff), int(bits>>10&0x1f)
	value := math.Ldexp(fraction, -24)
	switch {
	case exponent == 0x1f && fraction != 0:
		return math.NaN()
	case exponent == 0x1f:
		value = math.Inf(1)
	case exponent > 0:
		value = math.Ldexp(fraction+0x400, exponent-25)
	}
	return math.Copysign(value, 0.5-float64(bits>>15))
}

// TakeColumn takes a column out of rows of a width, in place.
func TakeColumn(values []float64, width, at int) (rest, column []float64) {
	rest = values[:0]
	for row := range slices.Chunk(values, width) {
		column = append(column, row[at])
		rest = append(append(rest, row[:at]...), row[at+1:]...)
	}
	return rest, column
}

// RowMajor reorders values from first index fastest to last index fastest, in place. Their number must be the product
// of the shape.
func RowMajor(values []float64, shape []int) []float64 {
	const copied = 4 << 20 // 32 MiB, which take a third of the time from a copy
	if len(values) > copied {
		return cycle(values, shape)
	}
	for at, v := range slices.Clone(values) {
		values[place(at, len(values), shape)] = v
	}
	return values
}

// place is where the value of so many goes that is now at from.
func place(from, stride int, shape []int) (to int) {
	for _, d := range shape {
		stride /= d
		to += from % d * stride
		from /= d
	}
	return to
}

// cycle is RowMajor without a copy.
func cycle(values []float64, shape []int) []float64 {
	moved := make([]uint64, len(values)/64+1) // a bit for each value
	for first, v := range values {
		if moved[first/64]>>(first%64)&1 != 0 {
			continue
		}
		for at := place(first, len(values), shape); ; at = place(at, len(values), shape) { // each pushes the next out
			v, values[at] = values[at], v
			moved[at/64] |= 1 << (at % 64)
			if at == first {
				break
			}
		}
	}
	return values
}
