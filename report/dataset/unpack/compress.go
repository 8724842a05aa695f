package unpack

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// A decompressor reads a stream of the Unix program compress, as old files of the UCI repository
// are: LZW codes that grow from 9 bits, low bits first, in groups of eight. A group stays
// unfinished where the width changes, which compress/lzw cannot read.
type decompressor struct {
	in    *bufio.Reader
	most  int  // bits of a code, at most
	block bool // code 256 clears the table

	width  int
	group  []byte // the rest of eight codes of one width
	bit    int    // next bit in the group
	next   int    // first code without a string
	last   int    // previous code, −1 for none
	first  byte   // first byte of its string
	prefix [1 << 16]uint16
	suffix [1 << 16]byte
	out    []byte // unread bytes, the last one first
}

var errCompress = errors.New("damaged: not what the program compress writes")

const firstCode = 257

func newDecompressor(in *bufio.Reader) (*decompressor, error) {
	var header [3]byte
	if _, err := io.ReadFull(in, header[:]); err != nil {
		return nil, errCompress
	}
	d := &decompressor{
		in: in, most: int(header[2] & 0x1f), block: header[2]&0x80 != 0, width: 9, next: firstCode, last: -1,
	}
	if !d.block {
		d.next--
	}
	if d.most < 10 || d.most > 16 {
		return nil, errCompress
	}
	return d, nil
}

func (d *decompressor) Read(p []byte) (int, error) {
	for len(d.out) == 0 {
		if err := d.decode(); err != nil {
			return 0, err
		}
	}
	n := 0
	for ; n < len(p) && len(d.out) > 0; n++ {
		p[n] = d.out[len(d.out)-1]
		d.out = d.out[:len(d.out)-1]
	}
	return n, nil
}

// decode appends the string of the next code, reversed, to out.
func (d *decompressor) decode() error {
	if d.next == 1<<d.width && d.width < d.most {
		d.width, d.group = d.width+1, nil
	}
	code, err := d.code()
	switch {
	case err != nil:
		return err
	case code == 256 && d.block:
		d.width, d.group, d.next, d.last = 9, nil, firstCode, -1
		return nil
	case code > d.next || code >= 256 && d.last < 0:
		return errCompress
	}
	at := code
	if code == d.next { // the previous string and its own first byte
		d.out, at = append(d.out, d.first), d.last
	}
	for at >= 256 {
		d.out, at = append(d.out, d.suffix[at]), int(d.prefix[at])
	}
	d.first = byte(at)
	d.out = append(d.out, d.first)
	if d.last >= 0 && d.next < 1<<d.most {
		d.prefix[d.next], d.suffix[d.next] = uint16(d.last), d.first
		d.next++
	}
	d.last = code
	return nil
}

// code reads a code. The error is io.EOF after the last.
func (d *decompressor) code() (int, error) {
	if d.bit+d.width > 8*len(d.group) || d.group == nil {
		d.group, d.bit = make([]byte, d.width), 0
		n, err := io.ReadFull(d.in, d.group)
		if d.group = d.group[:n]; 8*n < d.width {
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
			return 0, err
		}
	}
	var window [4]byte // holds any code, wherever it begins in the first byte
	copy(window[:], d.group[d.bit/8:])
	code := binary.LittleEndian.Uint32(window[:]) >> (d.bit % 8) & (1<<d.width - 1)
	d.bit += d.width
	return int(code), nil
}
