package imagefolder

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

// decodePGM reads a portable grey map, plain (P2) or raw (P5), as pgm(5) of the Netpbm manual
// defines it. Values are scaled so that white is 255. Of several raw images the first is read.
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
		// Exactly one white space precedes the raw values.
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

var errEnd = errors.New("file ends")

type pgmScanner struct {
	data   []byte
	offset int
}

var pgmNumber = regexp.MustCompile(`^(?:[ \t\n\v\f\r]|#[^\n\r]*)*([0-9]*)`)

func (s *pgmScanner) number() (int, error) {
	at := pgmNumber.FindSubmatchIndex(s.data[s.offset:])
	s.offset += at[2]
	digits := s.data[s.offset:][:at[3]-at[2]]
	switch {
	case s.offset == len(s.data):
		return 0, errEnd
	case len(digits) == 0:
		return 0, fmt.Errorf("%q, want a number", s.data[s.offset])
	}
	n, err := strconv.Atoi(string(digits))
	if err != nil || n > MaxPixels {
		return 0, fmt.Errorf("number larger than %d", MaxPixels)
	}
	s.offset += len(digits)
	return n, nil
}

// raw takes a value of one or two bytes, the most significant first.
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
