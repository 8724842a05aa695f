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
	const clearing, header = 256, 3
	if len(packed) < header || packed[2]&0x1f < 10 || packed[2]&0x1f > 16 {
		return nil, errCompress
	}
	most, clears, length := int(packed[2]&0x1f), packed[2]&0x80 != 0, int64(len(packed))
	first := clearing // code without a string
	if clears {
		first++
	}
	// The string of a code is a part of the output: an earlier string and the byte that followed.
	type part struct{ from, to int }
	var out []byte
	packed, codes, last := packed[header:], make([]part, first), part{}
	width, bit := 9, 0
	widen := func(to int) { // and skip the rest of the group
		packed, bit = packed[min(len(packed), (bit+8*width-1)/(8*width)*width):], 0
		width = to
	}
	for bit+width <= 8*len(packed) && int64(len(out)) <= Most(length) { // more is an error of the caller
		if err := Fit(in, length+2*int64(len(out))); err != nil { // what grows is copied
			return nil, err
		}
		code := 0
		for i := range width {
			code |= int(packed[(bit+i)/8]>>((bit+i)%8)&1) << i
		}
		bit += width
		if code == clearing && clears {
			widen(9)
			codes, last = codes[:first], part{}
			continue
		}
		if last.to > 0 && len(codes) < 1<<most {
			codes = append(codes, part{last.from, last.to + 1})
		}
		begin := len(out)
		switch {
		case code < 256:
			out = append(out, byte(code))
		case code >= len(codes) || last.to == 0:
			return nil, errCompress
		default: // the string may reach into itself
			for i := codes[code].from; i < codes[code].to; i++ {
				out = append(out, out[i])
			}
		}
		if last = (part{begin, len(out)}); len(codes) == 1<<width && width < most {
			widen(width + 1)
		}
	}
	return bytes.NewReader(out), nil
}
