// Package wav reads and writes WAV files of 16-bit samples, the format of audio that every
// recorder and editor has.
//
// A file is a RIFF container: the four letters RIFF, its length, the letters WAVE, and
// then chunks of four letters, a length and as many bytes. The chunk fmt says how many
// channels and samples a second there are, the chunk data holds the samples, those of all
// channels at one time side by side. All numbers are little-endian (Microsoft and IBM,
// Multimedia Programming Interface and Data Specifications 1.0, 1991).
package wav

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"gpca/report/dataset/unpack"
)

// MaxBytes is the most data that Read accepts, 1 GiB: three hours of music.
const MaxBytes = 1 << 30

// full is the largest amplitude that a sample of 16 bits can have; amplitude 1 is that.
const full = math.MaxInt16

// A Sound is audio of one or more channels.
type Sound struct {
	Rate     int // samples a second, of each channel
	Channels int
	// Samples are amplitudes from −1 to 1, those of all channels at one time side by side.
	Samples []float64
}

// The words for the kind of samples in the chunk fmt.
const (
	pulseCode  = 1
	extensible = 0xFFFE // says further on what the samples are
)

// layout is the part of the chunk fmt that all files have.
type layout struct {
	Kind, Channels  uint16
	Rate, ByteRate  uint32
	BlockSize, Bits uint16
}

// Read reads a file of 16-bit samples, to the end of r, which may be gzipped. Errors give
// the position in the (unpacked) file, the cause and the remedy.
func Read(r io.Reader) (*Sound, error) {
	data, err := unpack.All(r, MaxBytes)
	if err != nil {
		return nil, err
	}
	if len(data) < 12 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WAVE" {
		return nil, errors.New("offset 0: no WAV file: it does not begin with RIFF, a length and WAVE")
	}
	var sound *Sound
	for at := 12; at+8 <= len(data); {
		name, begin := string(data[at:at+4]), at+8
		length := int64(binary.LittleEndian.Uint32(data[at+4:]))
		if length > int64(len(data)-begin) {
			return nil, fmt.Errorf("offset %d: chunk %q has %d bytes and the file ends after %d of them: copy the "+
				"file again", at, name, length, len(data)-begin)
		}
		chunk := data[begin : begin+int(length)]
		switch name {
		case "fmt ":
			if sound, err = readFormat(chunk); err != nil {
				return nil, fmt.Errorf("offset %d: %w", at, err)
			}
		case "data":
			if sound == nil {
				return nil, fmt.Errorf("offset %d: the samples come before the chunk fmt, which says what they are: "+
					"save the file again", at)
			}
			if len(chunk)%(2*sound.Channels) != 0 {
				return nil, fmt.Errorf("offset %d: %d bytes of samples are no whole number for %d channels of 2 "+
					"bytes: copy the file again", at, len(chunk), sound.Channels)
			}
			for ; len(chunk) > 0; chunk = chunk[2:] {
				sound.Samples = append(sound.Samples, float64(int16(binary.LittleEndian.Uint16(chunk)))/full)
			}
			return sound, nil
		}
		at = begin + int(length) + int(length)%2 // chunks begin at even places
	}
	return nil, fmt.Errorf("offset %d: the file ends without a chunk data: copy it again", len(data))
}

// readFormat reads the chunk fmt.
func readFormat(chunk []byte) (*Sound, error) {
	var l layout
	if _, err := binary.Decode(chunk, binary.LittleEndian, &l); err != nil {
		return nil, fmt.Errorf("chunk fmt has %d bytes, want at least %d: copy the file again",
			len(chunk), binary.Size(l))
	}
	kind := l.Kind
	if kind == extensible && len(chunk) >= 26 {
		kind = binary.LittleEndian.Uint16(chunk[24:])
	}
	switch {
	case kind != pulseCode || l.Bits != 16:
		return nil, fmt.Errorf("samples of kind %d with %d bits, want 16-bit PCM (kind %d): save the file as that",
			kind, l.Bits, pulseCode)
	case l.Channels == 0 || l.Rate == 0 || l.Rate > math.MaxInt32:
		return nil, fmt.Errorf("%d channels of %d samples a second: save the file again", l.Channels, l.Rate)
	}
	return &Sound{Rate: int(l.Rate), Channels: int(l.Channels)}, nil
}

// Write writes a sound as 16-bit samples. It returns an error, before it writes anything,
// for amplitudes beyond 1, for samples that are no whole number for each channel, and for
// what is too long for the format.
func Write(w io.Writer, s *Sound) error {
	if s.Channels < 1 || s.Channels > math.MaxUint16/2 || s.Rate < 1 ||
		len(s.Samples)%s.Channels != 0 || len(s.Samples) > MaxBytes/2 {
		return fmt.Errorf("%d samples for %d channels of %d a second are no sound", len(s.Samples), s.Channels, s.Rate)
	}
	for i, v := range s.Samples {
		if !(math.Abs(v) <= 1) {
			return fmt.Errorf("sample %d is %v: scale the sound to amplitudes from −1 to 1", i+1, v)
		}
	}
	block := uint16(2 * s.Channels)
	format := layout{pulseCode, uint16(s.Channels), uint32(s.Rate), uint32(s.Rate) * uint32(block), block, 16}
	length := uint32(2 * len(s.Samples))
	var b bytes.Buffer // whose Write never fails
	put := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) }
	put([]byte("RIFF"))
	put(4 + 8 + uint32(binary.Size(format)) + 8 + length)
	put([]byte("WAVEfmt "))
	put(uint32(binary.Size(format)))
	put(format)
	put([]byte("data"))
	put(length)
	for _, v := range s.Samples {
		put(int16(math.Round(v * full)))
	}
	_, err := b.WriteTo(w)
	return err
}
