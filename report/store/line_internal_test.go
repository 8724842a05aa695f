package store

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/experiment"
)

// A panic in the goroutine that decodes is a damaged line, not the end of the program.
func TestPanicIsDamage(t *testing.T) {
	r := &record{text: []byte("{}")}
	r.result.Cell = experiment.Cell{Spec: json.RawMessage("{")} // without a key
	s := &Store{records: map[string]*record{"": r}}
	s.decode([]*record{r})
	damage := s.Check()
	_, ok := s.Get("")
	assert.Assert(t, len(damage) == 1 && !ok)
	assert.ErrorContains(t, damage[0].Err, "panic: experiment: cell ")
}

// Of a line that is too long the text is not kept, and the next one is read.
func TestReadLine(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("short\n"+strings.Repeat("long ", 20)+"\nlast"), 16)
	for _, want := range []struct {
		text   string
		length int64
		fault  error
		err    error
	}{{"short\n", 6, nil, nil}, {"", 101, errLong, nil}, {"last", 4, nil, io.EOF}} {
		text, length, fault, err := readLine(r, 40)
		assert.Check(t, string(text) == want.text && length == want.length && fault == want.fault && err == want.err,
			"%q of %d bytes, %v, %v, want %v", text, length, fault, err, want)
	}
}
