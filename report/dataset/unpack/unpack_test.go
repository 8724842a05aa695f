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
)

func pack(t testing.TB, content string) []byte {
	t.Helper()
	var buffer bytes.Buffer
	w := gzip.NewWriter(&buffer)
	if _, err := io.WriteString(w, content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
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
		if err != nil || string(got) != c.want {
			t.Errorf("%s: read %q and %v, want %q", c.name, got, err, c.want)
		}
	}
}

func TestDamage(t *testing.T) {
	whole := pack(t, "some content that is long enough to be cut")
	if _, err := Reader(bytes.NewReader(whole[:5])); err == nil {
		t.Error("a cut header was accepted")
	}

	r, err := Reader(bytes.NewReader(whole[:len(whole)-12]))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut stream: got %v, want %v", err, io.ErrUnexpectedEOF)
	}

	changed := bytes.Clone(whole)
	changed[len(changed)-8] ^= 1 // a bit of the checksum
	r, err = Reader(bytes.NewReader(changed))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r); !errors.Is(err, gzip.ErrChecksum) {
		t.Errorf("changed checksum: got %v, want %v", err, gzip.ErrChecksum)
	}
}

func TestAll(t *testing.T) {
	if data, err := All(bytes.NewReader([]byte("1234")), 4); err != nil || string(data) != "1234" {
		t.Errorf("got %q, %v", data, err)
	}
	if _, err := All(bytes.NewReader([]byte("12345")), 4); err == nil ||
		err.Error() != "longer than the limit of 4 bytes" {
		t.Errorf("beyond the limit: got %v", err)
	}
}

// Small files that unpack to huge ones, and devices, are refused.
func TestBounds(t *testing.T) {
	bomb := pack(t, strings.Repeat("\x00", int(Most(0))+1))
	r, err := Reader(bytes.NewReader(bomb))
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, r)
	if want := fmt.Sprintf("%d bytes unpack to more than %d: unpack the file yourself if they are what you expect",
		len(bomb), Most(0)); err == nil || err.Error() != want || n > Most(0) {
		t.Errorf("%d bytes and %v, want %s", n, err, want)
	}
	none := func(io.Reader) (int, error) { return 0, nil }
	if _, _, err := ReadFile(t.Context(), os.DevNull, math.MaxInt64, none); err == nil ||
		!strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a device: %v", err)
	}
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
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	}
}

// The file is by "compress -b 10" (ncompress 4.2.4.6), with codes of two widths and a cleared table.
func TestCompress(t *testing.T) {
	packed, err := os.ReadFile("testdata/squares.Z")
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != want.String() {
		t.Errorf("%d bytes and %v, want %d", len(got), err, want.Len())
	}
}

// What is unpacked or read whole keeps to its bound, and a file of known length is refused before it is read.
func TestRoom(t *testing.T) {
	packed, err := os.ReadFile("testdata/squares.Z")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Reader(Within(bytes.NewReader(packed), 30_000)); !isTooLarge(err) {
		t.Errorf("compress: %v", err)
	}
	for _, r := range []io.Reader{
		Within(strings.NewReader("12345"), 4), bounded{iotest.ErrReader(io.ErrClosedPipe), 4, 5},
	} {
		if _, err := All(r, 100); !isTooLarge(err) {
			t.Errorf("%v", err)
		}
	}
	if data, err := All(bounded{strings.NewReader("1234"), 4, 4}, 100); err != nil || string(data) != "1234" {
		t.Errorf("%q, %v", data, err)
	}
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
		if _, err := io.Copy(io.Discard, io.LimitReader(r, 1<<20)); err != nil && !errors.Is(err, errCompress) {
			t.Error(err)
		}
	})
}
