// Package numbers turns the numbers of file formats, binary or in text, into float64.
package numbers

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

// An Array is a block of numbers.
type Array struct {
	Shape []int // empty for a single number
	// Values has the product of the shape as its length; the last index runs fastest.
	Values []float64
}

// A Type is a type of binary numbers.
type Type struct {
	Bytes int // of one number

	append func(dst []float64, count int, r io.Reader, order binary.ByteOrder) ([]float64, error)
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
	follow := 0
	counted := unpack.ReaderFunc(func(p []byte) (int, error) {
		n, err := r.Read(p)
		follow += n
		return n, err
	})
	values, err := t.append(before, count, counted, order)
	if err == nil {
		_, err = io.Copy(io.Discard, io.LimitReader(counted, unpack.MaxBytes))
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return Array{}, err
	case follow != count*t.Bytes:
		return Array{}, fmt.Errorf("%s of %s each are promised, and %s follow", words.Count(count, "value"),
			words.Count(t.Bytes, "byte"), words.Count(follow, "byte"))
	}
	return Array{Shape: shape, Values: values[len(before):]}, nil
}

// Every integer up to maxExact is exact in float64.
const maxExact = 1 << 53

// Of returns the Type of T.
func Of[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64 | float32 | float64]() Type {
	size := binary.Size(T(0))
	whole := T(1)/2 == 0
	return Type{size, func(dst []float64, count int, r io.Reader, order binary.ByteOrder) ([]float64, error) {
		// In parts: a whole file beside its values would double the memory. That for all is taken once a share of
		// the values has arrived, as the count may be false.
		const share = 32
		decoded := make([]T, min(count, 1<<12))
		data := make([]byte, size*len(decoded))
		for at := 0; at < count; at += len(decoded) {
			decoded = decoded[:min(len(decoded), count-at)]
			part := data[:size*len(decoded)]
			if _, err := io.ReadFull(r, part); err != nil {
				return nil, err
			}
			if _, err := binary.Decode(part, order, decoded); err != nil {
				return nil, err
			}
			if len(dst) < (count-at)/share {
				dst = slices.Grow(dst, len(decoded))
			} else {
				dst = slices.Grow(dst, count-at)
			}
			for i, n := range decoded {
				v := float64(n)
				// A value at the limit may have been rounded to it.
				if whole && (math.Abs(v) > maxExact || math.Abs(v) == maxExact && T(v) != n) {
					return nil, fmt.Errorf("value %d is %v, beyond the integers that float64 holds", at+i, n)
				}
				dst = append(dst, v)
			}
		}
		return dst, nil
	}}
}

// RowMajor reorders values from first index fastest to last index fastest. Their number must be
// the product of the shape.
func RowMajor(values []float64, shape []int) []float64 {
	strides, total := make([]int, len(shape)), 1
	for k := len(shape) - 1; k >= 0; k-- {
		strides[k], total = total, total*shape[k]
	}
	ordered, index, at := make([]float64, len(values)), make([]int, len(shape)), 0
	for _, v := range values {
		ordered[at] = v
		for k, d := range shape {
			index[k]++
			at += strides[k]
			if index[k] < d {
				break
			}
			index[k], at = 0, at-d*strides[k]
		}
	}
	return ordered
}

// Parse parses a finite number in text.
func Parse(text string) (value float64, ok bool) {
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil && !math.IsInf(value, 0) && !math.IsNaN(value)
}
