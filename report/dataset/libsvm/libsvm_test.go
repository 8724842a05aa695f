package libsvm

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset/unpack"
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
	for _, c := range []struct{ name, file, want string }{
		{"no class", "1 1:2\n2:3 3:4\n", `line 2: "2:3" is not one class, which every line begins with: give each ` +
			`sample one`},
		{"several classes", "1,3 1:2\n", `line 1: "1,3" is not one class, which every line begins with: give each ` +
			`sample one`},
		{"no index", "1 5\n", `line 1: entry 1: "5" is not index:value`},
		{"index of text", "1 1:2 a:3\n", `line 1: entry 2: index "a" is not a whole number from 0 to 1048576`},
		{"large index", "1 1048577:2\n", `line 1: entry 1: index "1048577" is not a whole number from 0 to 1048576`},
		{"falling indices", "1 3:2 2:1\n", "line 1: entry 2: index 2 follows 3: indices rise along a line"},
		{"index twice", "1 3:2 3:1\n", "line 1: entry 2: index 3 follows 3: indices rise along a line"},
		{"zeros", "1 1:2\n\x00", "line 2: a zero byte, which no text has: save the file as UTF-8, or give the format " +
			"that it has"},
		{"query", "1 qid:7 1:2\n", "line 1: entry 1: \"qid:7\" is a query id, which is not read: leave it out in each line"},
		{"too many values", strings.Repeat("1 1048576:1\n", 99),
			"line 60: 60 samples of 1048576 features: it takes 961 MiB of memory or more, and may take 954 MiB: " +
				"allow more with --memory, or give fewer samples or features"},
	} {
		_, err := Open(unpack.Within(strings.NewReader(c.file), 1e9))
		assert.Check(t, is.Error(err, c.want), c.name)
	}
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
