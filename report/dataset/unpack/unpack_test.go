package unpack

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func pack(t testing.TB, content string) []byte {
	t.Helper()
	var buffer bytes.Buffer
	w := gzip.NewWriter(&buffer)
	_, err := io.WriteString(w, content)
	assert.NilError(t, err)
	assert.NilError(t, w.Close())
	return buffer.Bytes()
}

func TestReader(t *testing.T) {
	for _, c := range []struct {
		name, want string
		stream     []byte
	}{
		{"plain", "1,2,3\n", []byte("1,2,3\n")},
		{"gzipped", "1,2,3\n", pack(t, "1,2,3\n")},
		{"two members", "1,2,3\n", append(pack(t, "1,2"), pack(t, ",3\n")...)},
		{"empty", "", nil},
		{"one byte", "\x1f", []byte{0x1f}},
		{"gzipped nothing", "", pack(t, "")},
	} {
		r, err := Reader(bytes.NewReader(c.stream))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, err := io.ReadAll(r)
		assert.Check(t, err == nil && string(got) == c.want, "%s: read %q and %v, want %q", c.name, got, err, c.want)
	}
}

func TestDamage(t *testing.T) {
	whole := pack(t, "some content that is long enough to be cut")
	_, err := Reader(bytes.NewReader(whole[:5]))
	assert.Check(t, err != nil, "a cut header was accepted")

	r, err := Reader(bytes.NewReader(whole[:len(whole)-12]))
	assert.NilError(t, err)
	_, err = io.ReadAll(r)
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF, "cut stream")

	changed := bytes.Clone(whole)
	changed[len(changed)-8] ^= 1 // a bit of the checksum
	r, err = Reader(bytes.NewReader(changed))
	assert.NilError(t, err)
	_, err = io.ReadAll(r)
	assert.ErrorIs(t, err, gzip.ErrChecksum, "changed checksum")
}

func TestAll(t *testing.T) {
	data, err := All(bytes.NewReader([]byte("1234")), 4)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "1234", "got %q", data)
	_, err = All(bytes.NewReader([]byte("12345")), 4)
	assert.Error(t, err, "longer than the limit of 4 bytes", "beyond the limit")
}

// Small files that unpack to huge ones, and devices, are refused.
func TestBounds(t *testing.T) {
	bomb := pack(t, strings.Repeat("\x00", int(Most(0))+1))
	r, err := Reader(bytes.NewReader(bomb))
	assert.NilError(t, err)
	n, err := io.Copy(io.Discard, r)
	want := fmt.Sprintf("%d bytes unpack to more than %d: unpack the file yourself if they are what you expect",
		len(bomb), Most(0))
	assert.Check(t, err != nil && err.Error() == want && n <= Most(0), "%d bytes and %v, want %s", n, err, want)
	none := func(io.Reader) (int, error) { return 0, nil }
	_, _, err = ReadFile(t.Context(), os.DevNull, math.MaxInt64, none)
	assert.ErrorContains(t, err, "not a regular file", "a device")
}

// Reading ends with the context, within a file and after what its reader took.
func TestReadingEnds(t *testing.T) {
	for _, read := range []func(io.Reader) (int64, error){
		func(r io.Reader) (int64, error) { return io.Copy(io.Discard, r) },
		func(io.Reader) (int64, error) { return 0, nil },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		_, _, err := ReadFile(ctx, "testdata/squares.Z", math.MaxInt64, func(r io.Reader) (int64, error) {
			cancel()
			return read(r)
		})
		assert.Check(t, is.ErrorIs(err, context.Canceled))
	}
}

// The file is by "compress -b 10" (ncompress 4.2.4.6), with codes of two widths and a cleared table.
func TestCompress(t *testing.T) {
	packed, err := os.ReadFile("testdata/squares.Z")
	assert.NilError(t, err)
	var want strings.Builder
	for i := range 2500 {
		fmt.Fprintln(&want, i*i)
	}
	want.WriteString(strings.Repeat("ab", 4000))
	for i := range 9000 {
		want.WriteByte(byte('a' + i*i%23))
		want.WriteByte(byte('A' + i*7%26))
	}
	r, err := Reader(bytes.NewReader(packed))
	assert.NilError(t, err)
	got, err := io.ReadAll(r)
	assert.NilError(t, err)
	assert.Equal(t, string(got), want.String(), "%d bytes and %v, want %d", len(got), err, want.Len())
}

// What is unpacked or read whole keeps to its bound, and a file of known length is refused before it is read.
func TestRoom(t *testing.T) {
	packed, err := os.ReadFile("testdata/squares.Z")
	assert.NilError(t, err)
	_, err = Reader(Within(bytes.NewReader(packed), 30_000))
	assert.Check(t, isTooLarge(err), "compress: %v", err)
	for _, r := range []io.Reader{
		Within(strings.NewReader("12345"), 4), bounded{iotest.ErrReader(io.ErrClosedPipe), 4, 5},
	} {
		_, err := All(r, 100)
		assert.Check(t, isTooLarge(err), err)
	}
	data, err := All(bounded{strings.NewReader("1234"), 4, 4}, 100)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "1234", "%q", data)
}

func isTooLarge(err error) bool {
	_, ok := errors.AsType[TooLarge](err)
	return ok
}

func FuzzCompress(f *testing.F) {
	f.Add([]byte("\x1f\x9d\x90abc"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		r, err := Reader(bytes.NewReader(append([]byte("\x1f\x9d"), stream...)))
		if err != nil {
			return
		}
		_, err = io.Copy(io.Discard, io.LimitReader(r, 1<<20))
		assert.Check(t, err == nil || errors.Is(err, errCompress), err)
	})
}
