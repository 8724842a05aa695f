package unpack

import (
	"bytes"
	"errors"
	"io"
)

var errCompress = errors.New("damaged: not what the program compress writes")

// decompress reads a stream of the Unix program compress, as old files of the UCI repository are: LZW codes that
// grow from 9 bits, low bits first, in groups of eight. A group stays unfinished where the width changes, which
// compress/lzw cannot read.
func decompress(in io.Reader) (io.Reader, error) {
	packed, err := All(in, MaxBytes)
	if err != nil {
		return nil, err
	}
	const header = 3
	if len(packed) < header || packed[2]&0x1f < 10 || packed[2]&0x1f > 16 {
		return nil, errCompress
	}
	length, z := int64(len(packed)), lzw{packed: packed[header:], most: int(packed[2] & 0x1f), width: 9}
	clears := packed[2]&0x80 != 0
	first := clearing // code without a string
	if clears {
		first++
	}
	z.codes = make([]part, first)
	for z.bit+z.width <= 8*len(z.packed) && int64(len(z.out)) <= Most(length) { // more is an error of the caller
		if err := Fit(in, length+2*int64(len(z.out))); err != nil { // what grows is copied
			return nil, err
		}
		if code := z.next(); code == clearing && clears {
			z.widen(9)
			z.codes, z.last = z.codes[:first], part{}
		} else if !z.add(code) {
			return nil, errCompress
		}
	}
	return bytes.NewReader(z.out), nil
}

const clearing = 256

// A part of the output is the string of a code: an earlier string and the byte that followed.
type part struct{ from, to int }

type lzw struct {
	packed           []byte
	bit, width, most int
	codes            []part
	last             part
	out              []byte
}

func (z *lzw) next() (code int) {
	for i := range z.width {
		code |= int(z.packed[(z.bit+i)/8]>>((z.bit+i)%8)&1) << i
	}
	z.bit += z.width
	return code
}

// widen skips the rest of a group of codes.
func (z *lzw) widen(to int) {
	z.packed = z.packed[min(len(z.packed), (z.bit+8*z.width-1)/(8*z.width)*z.width):]
	z.bit, z.width = 0, to
}

// add appends the string of a code, and reports whether there is one.
func (z *lzw) add(code int) bool {
	if z.last.to > 0 && len(z.codes) < 1<<z.most {
		z.codes = append(z.codes, part{z.last.from, z.last.to + 1})
	}
	begin := len(z.out)
	switch {
	case code < clearing:
		z.out = append(z.out, byte(code))
	case code >= len(z.codes) || z.last.to == 0:
		return false
	default: // the string may reach into itself
		for i := z.codes[code].from; i < z.codes[code].to; i++ {
			z.out = append(z.out, z.out[i])
		}
	}
	if z.last = (part{begin, len(z.out)}); len(z.codes) == 1<<z.width && z.width < z.most {
		z.widen(z.width + 1)
	}
	return true
}
