// Package npy reads .npy files of NumPy and .npz archives of them, and writes .npy files.
//
// The module numpy.lib.format of NumPy describes the format; versions 1.0 to 3.0 are read and 1.0
// is written. Real numbers and truth values (0 and 1) are read, in either order. Complex numbers,
// half precision, text, structures and pickled objects are errors: nothing in a file is executed.
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

	"gpca/report/dataset/numbers"
	"gpca/report/dataset/unpack"
)

// Array is the content of a file.
type Array = numbers.Array

const magic = "\x93NUMPY"

var types = map[string]numbers.Type{
	"b1": numbers.Of[uint8](),
	"i1": numbers.Of[int8](), "i2": numbers.Of[int16](), "i4": numbers.Of[int32](), "i8": numbers.Of[int64](),
	"u1": numbers.Of[uint8](), "u2": numbers.Of[uint16](), "u4": numbers.Of[uint32](), "u8": numbers.Of[uint64](),
	"f4": numbers.Of[float32](), "f8": numbers.Of[float64](),
}

// The entries of the header, a Python dictionary.
var (
	descrEntry = regexp.MustCompile(`'descr'\s*:\s*'([<>|=]?)([^']*)'`)
	orderEntry = regexp.MustCompile(`'fortran_order'\s*:\s*(True|False)`)
	shapeEntry = regexp.MustCompile(`'shape'\s*:\s*\(([\d\s,]*)\)`)
)

// Read reads a .npy file, to the end of r.
func Read(r io.Reader) (Array, error) {
	a, err := Open(r)
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
	shape := shapeEntry.FindStringSubmatch(header)
	if order == nil || shape == nil || !strings.Contains(header, "'descr'") {
		return a, fmt.Errorf("header %q lacks one of descr, fortran_order, shape", header)
	}
	if descr == nil {
		return a, errors.New("an array of structures, which is not read: save one array of numbers")
	}
	kind, ok := types[descr[2]]
	if !ok {
		return a, fmt.Errorf("numbers of type %q, which is not read: save the array after astype(float)",
			descr[1]+descr[2])
	}
	for field := range strings.SplitSeq(shape[1], ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		d, err := strconv.Atoi(field)
		if err != nil {
			return a, fmt.Errorf("shape (%s): %w", shape[1], err)
		}
		a.Shape = append(a.Shape, d)
	}
	var endian binary.ByteOrder = binary.LittleEndian
	if descr[1] == ">" {
		endian = binary.BigEndian
	}
	a.Read = func() (Array, error) {
		read, err := kind.Read(a.Shape, r, endian, nil)
		if err != nil {
			return read, fmt.Errorf("shape (%s): %w", shape[1], err)
		}
		if order[1] == "True" {
			numbers.RowMajor(read.Values, read.Shape)
		}
		return read, nil
	}
	return a, nil
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
