// Package wav reads the samples in WAV files of 16 bits.
//
// A file is a RIFF container: the letters RIFF, its length, the letters WAVE, and then chunks
// of four letters, a length and as many bytes. The chunk fmt says how many channels there are,
// the chunk data holds the samples, those of all channels at one time side by side. All numbers
// are little-endian (Microsoft and IBM, Multimedia Programming Interface and Data
// Specifications 1.0, 1991).
package wav

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"gpca/report/dataset/numbers"
	"gpca/report/dataset/unpack"
)

// The words for the kind of samples in the chunk fmt.
const (
	pulseCode  = 1
	extensible = 0xFFFE // says further on what the samples are
)

// Read reads a file, to the end of r, as an array of times and channels with amplitudes from
// −1 to 1. Errors give the position in the (unpacked) file, the cause and the remedy.
func Read(r io.Reader) (a numbers.Array, err error) {
	data, err := unpack.All(r, unpack.MaxBytes)
	if err != nil {
		return a, err
	}
	if len(data) < 12 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WAVE" {
		return a, errors.New("offset 0: no WAV file: it does not begin with RIFF, a length and WAVE")
	}
	channels := 0
	for at := 12; at+8 <= len(data); {
		name, begin := string(data[at:at+4]), at+8
		length := int(binary.LittleEndian.Uint32(data[at+4:]))
		if length > len(data)-begin {
			return a, fmt.Errorf("offset %d: chunk %q has %d bytes and the file ends after %d of them: "+
				"copy the file again", at, name, length, len(data)-begin)
		}
		chunk := data[begin : begin+length]
		switch name {
		case "fmt ":
			channels, err = readFormat(chunk)
		case "data":
			if a, err = readSamples(chunk, channels); err == nil {
				return a, nil
			}
		}
		if err != nil {
			return a, fmt.Errorf("offset %d: %w", at, err)
		}
		at = begin + length + length%2 // chunks begin at even places
	}
	return a, fmt.Errorf("offset %d: the file ends without a chunk data: copy it again", len(data))
}

// readFormat reads the channels in the chunk fmt.
func readFormat(chunk []byte) (channels int, err error) {
	var l struct {
		Kind, Channels  uint16
		Rate, ByteRate  uint32
		BlockSize, Bits uint16
	}
	if _, err := binary.Decode(chunk, binary.LittleEndian, &l); err != nil {
		return 0, fmt.Errorf("chunk fmt has %d bytes, want at least %d: copy the file again",
			len(chunk), binary.Size(l))
	}
	if l.Kind == extensible && len(chunk) >= 26 {
		l.Kind = binary.LittleEndian.Uint16(chunk[24:])
	}
	switch {
	case l.Kind != pulseCode || l.Bits != 16:
		return 0, fmt.Errorf("samples of kind %d with %d bits, want 16-bit PCM (kind %d): save the file as that",
			l.Kind, l.Bits, pulseCode)
	case l.Channels == 0:
		return 0, errors.New("no channel: save the file again")
	}
	return int(l.Channels), nil
}

// readSamples reads the chunk data.
func readSamples(chunk []byte, channels int) (a numbers.Array, err error) {
	switch {
	case channels == 0:
		return a, errors.New("the samples come before the chunk fmt, which says what they are: save the file again")
	case len(chunk)%(2*channels) != 0:
		return a, fmt.Errorf("%d bytes of samples are no whole number for %d channels of 2 bytes: copy the file again",
			len(chunk), channels)
	}
	a.Shape = []int{len(chunk) / 2 / channels, channels}
	a.Values, err = numbers.Of[int16]().Append(nil, chunk, binary.LittleEndian)
	for i := range a.Values {
		a.Values[i] /= math.MaxInt16
	}
	return a, err
}
