// Package npy reads .npy files of NumPy and .npz archives of them, and writes .npy files.
//
// The module numpy.lib.format of NumPy describes the format; versions 1.0 to 3.0 are read and 1.0
// is written. Real numbers, truth values (0 and 1) and words are read, in either order, and structured
// arrays as tables. Complex numbers, dates and pickled objects are errors: nothing in a file is executed.
package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"

	"gpca/report/dataset/internal/numbers"
	"gpca/report/dataset/unpack"
)

// Array is the content of a file.
type Array = numbers.Array

const magic = "\x93NUMPY"

var types = map[string]numbers.Type{
	"b1": numbers.Of[uint8](),
	"i1": numbers.Of[int8](), "i2": numbers.Of[int16](), "i4": numbers.Of[int32](), "i8": numbers.Of[int64](),
	"u1": numbers.Of[uint8](), "u2": numbers.Of[uint16](), "u4": numbers.Of[uint32](), "u8": numbers.Of[uint64](),
	"f2": numbers.Half(), "f4": numbers.Of[float32](), "f8": numbers.Of[float64](),
}

// refusals are the types that are not read, by their letter, with a remedy.
var refusals = map[byte][2]string{
	'O': {"array of objects", "save it again after astype(float), or of names after astype(str)"},
	'c': {"complex array", "save numpy.abs of it, or its real and imaginary parts side by side"},
	'M': {"array of dates", "save it again after astype(str)"},
	'm': {"array of time spans", "save it again after astype('int64')"},
}

// The entries of the header, a Python dictionary.
var (
	descrEntry = regexp.MustCompile(`'descr'\s*:\s*'([<>|=]?)([^']*)'`)
	fieldEntry = regexp.MustCompile(`'descr'\s*:\s*\[(.*)\]\s*,`)
	orderEntry = regexp.MustCompile(`'fortran_order'\s*:\s*(True|False)`)
	shapeEntry = regexp.MustCompile(`'shape'\s*:\s*\(([\d\s,]*)\)`)
)

// Read reads a .npy file, to the end of r.
func Read(r io.Reader) (Array, error) {
	a, err := Open(r)
	if err == nil {
		err = a.Refused()
	}
	if err == nil && a.Words {
		err = errors.New("an array of words, want numbers")
	}
	if err != nil {
		return Array{}, err
	}
	return a.Read()
}

// Open reads the header of a .npy file. The array is read, once, to the end of r.
func Open(r io.Reader) (a numbers.Named, err error) {
	header, err := readHeader(r)
	if err != nil {
		return a, err
	}
	descr, order := descrEntry.FindStringSubmatch(header), orderEntry.FindStringSubmatch(header)
	if order == nil || !strings.Contains(header, "'descr'") {
		return a, lacks(header)
	}
	if a.Shape, err = shapeOf(header); err != nil {
		return a, err
	}
	if descr == nil {
		a.Unread, a.Remedy = "structured array", "give a .npy file of it alone, in a study with format: records"
		return a, nil
	}
	var of kind
	of, a.Unread, a.Remedy = kindOf(descr[1], descr[2])
	a.Words = of.letter != 0
	a.Read = func() (read Array, err error) {
		if a.Words {
			read.Shape = a.Shape
			read.Words, err = of.words(r, a.Shape)
		} else {
			read, err = of.Read(a.Shape, r, of.order, nil)
		}
		if err != nil {
			return read, fmt.Errorf("shape %s: %w", shapeEntry.FindString(header)[9:], err)
		}
		if order[1] == "True" {
			numbers.RowMajor(read.Values, read.Shape)
		}
		return read, nil
	}
	return a, nil
}

func lacks(header string) error {
	return fmt.Errorf("header %q lacks one of descr, fortran_order, shape", header)
}

func shapeOf(header string) (shape []int, err error) {
	found := shapeEntry.FindStringSubmatch(header)
	if found == nil {
		return nil, lacks(header)
	}
	for field := range strings.SplitSeq(found[1], ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		d, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("shape (%s): %w", found[1], err)
		}
		shape = append(shape, d)
	}
	return shape, nil
}

func readHeader(r io.Reader) (string, error) {
	some := func(n int64) ([]byte, error) { return unpack.All(io.LimitReader(r, n), n) }
	// Version 1 gives the length in two bytes, later ones in four.
	const shortest = len(magic) + 4
	start, err := some(int64(shortest))
	if err != nil {
		return "", err
	}
	rest, ok := bytes.CutPrefix(start, []byte(magic))
	switch {
	case !ok:
		return "", fmt.Errorf("not a .npy file: starts with %q", start[:min(6, len(start))])
	case len(start) < shortest:
		return "", fmt.Errorf("truncated: file ends after %d bytes, in the header", len(start))
	}
	length := int64(binary.LittleEndian.Uint16(rest[2:]))
	switch version := rest[0]; version {
	case 1:
	case 2, 3:
		high, err := some(2)
		if err != nil {
			return "", err
		}
		length += int64(binary.LittleEndian.Uint16(append(high, 0, 0))) << 16
	default:
		return "", fmt.Errorf("version %d of the format, want 1 to 3", version)
	}
	header, err := some(length)
	if err == nil && int64(len(header)) < length {
		err = fmt.Errorf("truncated: header promises %d bytes, %d are left", length, len(header))
	}
	return string(header), err
}

// WriteFile writes an array into a file, see [Write].
func WriteFile(path string, a Array) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(Write(f, a), f.Close())
}

// Write writes an array as a .npy file of float64. The shape must fit the values.
func Write(w io.Writer, a Array) error {
	count := 1
	shape := ""
	for _, d := range a.Shape {
		count *= d
		shape += strconv.Itoa(d) + ","
	}
	if count != len(a.Values) {
		return fmt.Errorf("shape (%s) of %d values", shape, len(a.Values))
	}
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }", shape)
	// The numbers begin at a multiple of 64 bytes, after a newline.
	const before = len(magic) + 4
	header += strings.Repeat(" ", 63-(before+len(header))%64) + "\n"
	file := append([]byte(magic), 1, 0)
	file = binary.LittleEndian.AppendUint16(file, uint16(len(header)))
	file, err := binary.Append(append(file, header...), binary.LittleEndian, a.Values)
	if err == nil {
		_, err = w.Write(file)
	}
	return err
}
