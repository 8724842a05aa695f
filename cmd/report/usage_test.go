package main

import (
	"testing"
)

func TestOneLine(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"out: a: full", "out: a: full"},
		{"out: a: full\nstore: closed", "out: a: full; store: closed"},
		{"a cell failed: iris: panic: index\ngoroutine 7 [running]:\nmain.main()", "a cell failed: iris: panic: index"},
	} {
		if got := oneLine(textError(test.text)); got != test.want {
			t.Errorf("%q becomes %q, want %q", test.text, got, test.want)
		}
	}
}

type textError string

func (e textError) Error() string { return string(e) }
