package imagefolder

import (
	"errors"
	"fmt"
	"strings"
)

// decodePGM reads a portable grey map, plain (P2) or raw (P5), as the page pgm(5) of the Netpbm
// manual defines it. The values are scaled so that white is 255. Of several images in a raw
// file the first is read.
func decodePGM(data []byte) (Image, error) {
	s := pgmScanner{data: data, offset: 2}
	var header [3]int
	for i, field := range []string{"width", "height", "largest value"} {
		var err error
		if header[i], err = s.number(); err != nil {
			return Image{}, fmt.Errorf("pgm: offset %d: %s: %w", s.offset, field, err)
		}
	}
	width, height, white := header[0], header[1], header[2]
	if err := checkSize(width, height); err != nil {
		return Image{}, fmt.Errorf("pgm: %w", err)
	}
	if white < 1 || white > 65535 {
		return Image{}, fmt.Errorf("pgm: offset %d: largest value is %d, want 1 to 65535", s.offset, white)
	}
	next := s.number
	if data[1] == '5' {
		// Exactly one white space stands before the raw values.
		s.offset++
		length := 1 + min(white/256, 1)
		next = func() (int, error) { return s.raw(length) }
	}
	img := Image{Width: width, Height: height}
	for i := range width * height {
		value, err := next()
		if errors.Is(err, errEnd) {
			return Image{}, fmt.Errorf("pgm: truncated: header promises %d pixels, file ends after %d",
				width*height, i)
		}
		if err != nil {
			return Image{}, fmt.Errorf("pgm: offset %d: pixel %d: %w", s.offset, i, err)
		}
		if value > white {
			return Image{}, fmt.Errorf("pgm: offset %d: pixel %d is %d, more than the largest value %d",
				s.offset, i, value, white)
		}
		img.Pixels = append(img.Pixels, float64(value)*255/float64(white))
	}
	return img, nil
}

// errEnd is the end of a file in the middle of a grey map.
var errEnd = errors.New("file ends")

// A pgmScanner takes numbers off the front of a grey map.
type pgmScanner struct {
	data   []byte
	offset int
}

// skip moves to the first byte that is not in a set, or that is in it.
func (s *pgmScanner) skip(set string, in bool) {
	for s.offset < len(s.data) && strings.Contains(set, string(s.data[s.offset:s.offset+1])) == in {
		s.offset++
	}
}

// number takes a decimal number and the white space and comments, from # on, before it.
func (s *pgmScanner) number() (int, error) {
	s.skip(space, true)
	for s.offset < len(s.data) && s.data[s.offset] == '#' {
		s.skip("\n\r", false)
		s.skip(space, true)
	}
	if s.offset == len(s.data) {
		return 0, errEnd
	}
	start, n := s.offset, 0
	for ; s.offset < len(s.data) && '0' <= s.data[s.offset] && s.data[s.offset] <= '9'; s.offset++ {
		if n = 10*n + int(s.data[s.offset]-'0'); n > MaxPixels {
			return 0, fmt.Errorf("number larger than %d", MaxPixels)
		}
	}
	if s.offset == start {
		return 0, fmt.Errorf("%q, want a number", s.data[s.offset])
	}
	return n, nil
}

const space = " \t\n\v\f\r"

// raw takes a value of one byte, or of two with the most significant first.
func (s *pgmScanner) raw(length int) (value int, err error) {
	if s.offset+length > len(s.data) {
		return 0, errEnd
	}
	for _, b := range s.data[s.offset : s.offset+length] {
		value = value<<8 | int(b)
	}
	s.offset += length
	return value, nil
}
