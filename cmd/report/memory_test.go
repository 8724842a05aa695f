package main

import (
	"errors"
	"testing"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]size{"8GiB": 8 << 30, "1.5GiB": 3 << 29, "800MiB": 800 << 20, "2 TiB": 2 << 40, "64KiB": 64 << 10} {
		var s size
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%q is %d bytes, error %v; want %d", text, s, err, want)
		}
		var again size
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%q does not survive as %q", text, s.String())
		}
	}
	for _, text := range []string{"", "8", "GiB", "-1GiB", "0MiB", "8gib", "8GB", "NaNGiB", "infGiB", "1e30GiB"} {
		var s size
		if err := s.Set(text); err == nil {
			t.Errorf("%q was taken for %d bytes", text, s)
		}
	}
}

func TestContainerLimit(t *testing.T) {
	for text, want := range map[string]uint64{"8589934592\n": 8 << 30, "max\n": 0, "": 0} {
		limit, ok := containerLimit(func(string) ([]byte, error) { return []byte(text), nil })
		if ok != (want > 0) || ok && limit != want {
			t.Errorf("%q is a limit of %d, %t", text, limit, ok)
		}
	}
	if _, ok := containerLimit(func(string) ([]byte, error) { return nil, errors.New("no such file") }); ok {
		t.Error("a limit out of nothing")
	}
	if halfOfMachine() < 64<<20 {
		t.Errorf("this machine has %d bytes", 2*halfOfMachine())
	}
}
