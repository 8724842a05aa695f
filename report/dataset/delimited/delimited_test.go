package delimited

import (
	"errors"
	"strings"
	"testing"
)

func TestLongRows(t *testing.T) {
	long := "1\n2\n" + strings.Repeat("3", 2*MaxRow)
	read := func(file string, s Separator) (err error) {
		for rows := s.Rows(strings.NewReader(file)); err == nil; _, _, err = rows() {
		}
		return err
	}
	for _, s := range []Separator{Comma, Blanks} {
		if err := read(long, s); !errors.Is(err, errLong) ||
			!strings.HasPrefix(err.Error(), "line 3: ") {
			t.Errorf("%q: got %.200v", s, err)
		}
	}
	err := read("1\n\"2"+strings.Repeat("\n,", MaxRow), Comma)
	if !errors.Is(err, errLong) || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Errorf("an open quote: got %.200v", err)
	}
	err = read(strings.Repeat(",", MaxColumns), Comma)
	if want := "line 1: 1048577 columns, at most 1048576 are read"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
