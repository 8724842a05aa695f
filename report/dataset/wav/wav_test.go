package wav

import (
	"bytes"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// A stereo sound of three times is 44 bytes of header and 12 of samples.
func TestRead(t *testing.T) {
	file, err := os.Open("testdata/stereo.wav")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{0, 1, -1, 0.5, -0.25, 0}
	if !slices.Equal(got.Shape, []int{3, 2}) ||
		!slices.EqualFunc(got.Values, want, func(a, b float64) bool { return math.Abs(a-b) <= 0.5/math.MaxInt16 }) {
		t.Errorf("read %+v, want %v", got, want)
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
		if !slices.Equal(got.Shape, []int{1, 1}) || !slices.Equal(got.Values, []float64{1}) {
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
		"no channel": {header(22, 0), "offset 12: no channel: save the file again"},
	} {
		if _, err := Read(strings.NewReader(c.file)); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
}

// Whatever is read is an error or an array that holds together.
func FuzzRead(f *testing.F) {
	f.Add([]byte(header(0) + "data\x02\x00\x00\x00\xff\x7f"))
	f.Add([]byte(header(22, 2) + "junk\x01\x00\x00\x00a\x00data\x04\x00\x00\x00\x01\x02\x03\x04"))
	f.Fuzz(func(t *testing.T, file []byte) {
		a, err := Read(bytes.NewReader(file))
		if err == nil && (len(a.Shape) != 2 || a.Shape[0]*a.Shape[1] != len(a.Values)) {
			t.Errorf("%d values of shape %v", len(a.Values), a.Shape)
		}
	})
}
