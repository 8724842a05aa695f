package wav

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/golden"
)

// A stereo sound of three times is 44 bytes of header and 12 of samples, and comes back as
// it was but for rounding to 16 bits.
func TestWriteAndRead(t *testing.T) {
	s := &Sound{Rate: 8000, Channels: 2, Samples: []float64{0, 1, -1, 0.5, -0.25, 1e-6}}
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	golden.AssertBytes(t, b.Bytes(), "stereo.wav")
	got, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got.Rate != 8000 || got.Channels != 2 ||
		!slices.EqualFunc(got.Samples, s.Samples, func(a, b float64) bool { return math.Abs(a-b) <= 0.5/full }) {
		t.Errorf("read %+v, want %+v", got, s)
	}
}

// header is that of a mono file, with bytes of its chunk fmt replaced.
func header(at int, with ...byte) string {
	h := []byte("RIFF\x00\x00\x00\x00WAVEfmt " +
		"\x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00")
	copy(h[at:], with)
	return string(h)
}

// Chunks that are not known are passed over, at an odd length with the byte that fills it up;
// an extensible format says what it is further on.
func TestReadOtherChunks(t *testing.T) {
	extended := "RIFF\x00\x00\x00\x00WAVEfmt " +
		"\x28\x00\x00\x00\xfe\xff\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00" +
		"\x16\x00\x10\x00\x04\x00\x00\x00\x01\x00" + strings.Repeat("\x00", 14)
	for _, begin := range []string{header(0) + "LIST\x03\x00\x00\x00abc\x00", extended} {
		got, err := Read(strings.NewReader(begin + "data\x02\x00\x00\x00\xff\x7f"))
		if err != nil {
			t.Fatal(err)
		}
		if got.Rate != 8000 || got.Channels != 1 || !slices.Equal(got.Samples, []float64{1}) {
			t.Errorf("read %+v, want one sample of 1", got)
		}
	}
}

func TestReadFaults(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"empty": {"", "offset 0: no WAV file: it does not begin with RIFF, a length and WAVE"},
		"another format": {"RIFF\x00\x00\x00\x00AVI LIST",
			"offset 0: no WAV file: it does not begin with RIFF, a length and WAVE"},
		"no data": {header(0), "offset 36: the file ends without a chunk data: copy it again"},
		"data first": {"RIFF\x00\x00\x00\x00WAVEdata\x00\x00\x00\x00",
			"offset 12: the samples come before the chunk fmt, which says what they are: save the file again"},
		"truncated": {header(0) + "data\x04\x00\x00\x00\x01\x02",
			`offset 36: chunk "data" has 4 bytes and the file ends after 2 of them: copy the file again`},
		"half a sample": {header(0) + "data\x01\x00\x00\x00\x01",
			"offset 36: 1 bytes of samples are no whole number for 1 channels of 2 bytes: copy the file again"},
		"short format": {"RIFF\x00\x00\x00\x00WAVEfmt \x02\x00\x00\x00\x01\x00",
			"offset 12: chunk fmt has 2 bytes, want at least 16: copy the file again"},
		"floating point": {header(20, 3), "offset 12: samples of kind 3 with 16 bits, want 16-bit PCM (kind 1): save " +
			"the file as that"},
		"24 bits": {header(34, 24), "offset 12: samples of kind 1 with 24 bits, want 16-bit PCM (kind 1): " +
			"save the file as that"},
		"no channel":      {header(22, 0), "offset 12: 0 channels of 8000 samples a second: save the file again"},
		"silence forever": {header(24, 0, 0), "offset 12: 1 channels of 0 samples a second: save the file again"},
	} {
		if _, err := Read(strings.NewReader(c.file)); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
}

// broken is a writer that fails.
type broken struct{ error }

func (b broken) Write([]byte) (int, error) { return 0, b.error }

func TestWriteFaults(t *testing.T) {
	for want, s := range map[string]*Sound{
		"sample 2 is 1.5: scale the sound to amplitudes from −1 to 1": {Rate: 1, Channels: 1,
			Samples: []float64{0, 1.5}},
		"sample 1 is NaN: scale the sound to amplitudes from −1 to 1": {Rate: 1, Channels: 1,
			Samples: []float64{math.NaN()}},
		"3 samples for 2 channels of 1 a second are no sound": {Rate: 1, Channels: 2,
			Samples: []float64{0, 0, 0}},
		"0 samples for 0 channels of 1 a second are no sound": {Rate: 1},
	} {
		var b bytes.Buffer
		if err := Write(&b, s); err == nil || err.Error() != want || b.Len() > 0 {
			t.Errorf("error %v after %d bytes, want %s", err, b.Len(), want)
		}
	}
	full := broken{errors.New("disk full")}
	if err := Write(full, &Sound{Rate: 1, Channels: 1}); !errors.Is(err, full.error) {
		t.Errorf("error %v, want that of the writer", err)
	}
}

// Whatever is read is an error or a sound that is written and read again as it is.
func FuzzRead(f *testing.F) {
	f.Add([]byte(header(0) + "data\x02\x00\x00\x00\xff\x7f"))
	f.Add([]byte(header(22, 2) + "junk\x01\x00\x00\x00a\x00data\x04\x00\x00\x00\x01\x02\x03\x04"))
	f.Fuzz(func(t *testing.T, file []byte) {
		s, err := Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		for i, v := range s.Samples {
			s.Samples[i] = max(-1, v) // of −32768
		}
		var b bytes.Buffer
		if err := Write(&b, s); err != nil {
			if s.Channels > math.MaxUint16/2 {
				return
			}
			t.Fatal(err)
		}
		again, err := Read(&b)
		if err != nil || again.Rate != s.Rate || again.Channels != s.Channels ||
			!slices.Equal(again.Samples, s.Samples) {
			t.Errorf("%+v comes back as %+v, %v", s, again, err)
		}
	})
}
