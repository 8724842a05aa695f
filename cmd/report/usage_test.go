package main

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

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
