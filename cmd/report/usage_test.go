package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"
)

// Wrong usage is an error in one line, which says what was meant, and makes no output folder. The commands of
// testdata/usage.txt run in this process, each of its own taking longer than they do; below them stands what they print.
func TestUsage(t *testing.T) {
	recorded, err := filepath.Abs(filepath.Join("testdata", "usage.txt"))
	assert.NilError(t, err)
	folder := t.TempDir()
	assert.NilError(t, copyStudies(folder))
	t.Chdir(folder)
	study := []byte(read(t, "tiny.yaml"))
	assert.NilError(t, errors.Join(os.Mkdir("samples", 0o700), os.Mkdir("publication", 0o700)))
	for path, content := range map[string][]byte{"samples/tiny.yaml": study, "file": nil, "publication/publication.yaml": nil} {
		assert.NilError(t, os.WriteFile(path, content, 0o600))
	}
	var said strings.Builder
	for line := range strings.Lines(read(t, recorded)) {
		command, shown := strings.CutPrefix(line, "$ ")
		if !shown {
			continue
		}
		args, environment := strings.Fields(command), map[string]string{}
		if args[0] == "env" {
			name, value, _ := strings.Cut(args[1], "=")
			args, environment[name] = args[2:], value
		}
		o := execute(t, environment, args[1:]...)
		said.WriteString(line + o.stdout + o.stderr)
		if o.code != exitFine {
			fmt.Fprintf(&said, "exit %d\n", o.code)
		}
	}
	golden.Assert(t, said.String(), recorded)
	_, err = os.Stat("out")
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestOneLine(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"out: a: full", "out: a: full"},
		{"out: a: full\nstore: closed", "out: a: full; store: closed"},
		{"a cell failed: iris: panic: index\ngoroutine 7 [running]:\nmain.main()", "a cell failed: iris: panic: index"},
	} {
		assert.Check(t, is.Equal(oneLine(textError(test.text)), test.want), "%q becomes", test.text)
	}
}

type textError string

func (e textError) Error() string { return string(e) }
