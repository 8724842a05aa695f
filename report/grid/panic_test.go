package grid

import (
	"errors"
	"strings"
	"testing"

	"gpca/report/dataset"
)

// A panic in a task is an error that says what happened and where, without the
// paths of the machine it happened on; the processor is free again after it.
func TestPanicInATaskIsAnError(t *testing.T) {
	j := newJob(&Runner{Workers: 1}, Group{Cells: make([]Cell, 1)}, &dataset.Set{}, func(Event) {})
	var nothing []int
	for range 3 {
		err := j.on(t.Context(), 1, func() error {
			nothing[4] = 1
			return nil
		})
		if err == nil {
			t.Fatal("no error")
		}
		const want = "panic: runtime error: index out of range [4] with length 0 (in gpca/report/grid.TestPanicInATaskIsAnError.func2, panic_test.go:"
		if !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error %q, want one line that begins with %q", err, want)
		}
	}
}

// Of several errors the one of the lowest number counts, whichever came first.
func TestEachReturnsTheFirstError(t *testing.T) {
	j := newJob(&Runner{Workers: 4}, Group{Cells: make([]Cell, 1)}, &dataset.Set{}, func(Event) {})
	low, high := errors.New("low"), errors.New("high")
	begun := make(chan bool)
	err := j.each(t.Context(), 3, 1, func(i int) error {
		switch i {
		case 1:
			<-begun // so that 2 has failed already
			return low
		case 2:
			defer close(begun)
			return high
		}
		return nil
	})
	if err != low {
		t.Errorf("error %v, want %v", err, low)
	}
}

// Folds are as even as can be and each sample is in one of them.
func TestFolds(t *testing.T) {
	j := newJob(&Runner{}, Group{Cells: []Cell{{Seed: 1}}}, &dataset.Set{Name: "x"}, nil)
	for _, rows := range []int{10, 11, 57, 100} {
		for folds := 2; folds <= 10; folds++ {
			sizes := make([]int, folds)
			for _, f := range j.folds(rows, folds, 0) {
				sizes[f]++
			}
			total := 0
			for _, n := range sizes {
				total += n
				if n < rows/folds || n > (rows+folds-1)/folds {
					t.Errorf("%d samples in folds of %v", rows, sizes)
				}
			}
			if total != rows {
				t.Errorf("%d samples, %d in folds", rows, total)
			}
		}
	}
}
