package libsvm

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"

	"gpca/report/dataset/unpack"
	"gpca/report/internal/faults"
)

func TestOpen(t *testing.T) {
	source, err := Open(strings.NewReader("+1 1:0.5 3:-2  # first\n\n# nothing\r\n-1\n+1 2:1e3\r\n"))
	assert.NilError(t, err)
	assert.Assert(t, len(source.Columns) == 4 && source.Columns[3].Name == "index 3", "got %v", source.Columns)
	for _, want := range []struct {
		line int
		row  []string
	}{{1, []string{"+1", "0.5", "0", "-2"}}, {4, []string{"-1", "0", "0", "0"}}, {5, []string{"+1", "0", "1e3", "0"}}} {
		if line, row, err := source.Rows(); err != nil || line != want.line || !slices.Equal(row, want.row) {
			t.Errorf("got line %d, %v, %v, want %v", line, row, err, want)
		}
	}
	_, _, err = source.Rows()
	assert.Equal(t, err, io.EOF, "got %v at the end", err)
}

func TestErrors(t *testing.T) {
	open := func(file string) error {
		_, err := Open(unpack.Within(strings.NewReader(file), 1e9))
		return err
	}
	faults.Check(t, "faults.txt", func(_ *testing.T, file string) error { return open(file + "\n") })
	assert.Error(t, open("1 1:2\n\x00"),
		"line 2: a zero byte, which no text has: save the file as UTF-8, or give the format that it has")
	assert.Error(t, open(strings.Repeat("1 1048576:1\n", 99)), "line 60: 60 samples of 1048576 features: it takes 961 MiB "+
		"of memory or more, and may take 954 MiB: allow more with --memory, or give fewer samples or features")
	broken := errors.New("disk on fire")
	_, err := Open(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)
}

func FuzzOpen(f *testing.F) {
	f.Add("+1 1:0.5 3:-2 # c\n-1\n")
	f.Add("a 2:1\r\n\r\nb 1:x")
	f.Fuzz(func(t *testing.T, file string) {
		source, err := Open(strings.NewReader(file))
		if err != nil {
			return
		}
		for before := 0; ; {
			line, row, err := source.Rows()
			if err == io.EOF {
				return
			}
			assert.NilError(t, err)
			assert.Assert(t, len(row) == len(source.Columns) && line > before &&
				(!slices.Contains(row, "") || strings.Contains(file, ":")), "line %d after %d: %q", line, before, row)
			before = line
		}
	})
}
