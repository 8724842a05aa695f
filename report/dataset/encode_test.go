package dataset

import (
	"io"
	"math"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

func TestEncode(t *testing.T) {
	e := Entry{
		Description: Description{Classes: []string{"no", "yes"}},
		Columns:     []string{"size", "class", "doors"},
		Words:       map[string][]string{"size": {"low", "med", "high"}, "doors": {"two", "more"}},
	}
	for _, c := range []struct {
		encoding Encoding
		numbers  map[string][]float64
		want     []float64
	}{
		{"", nil, []float64{2, 0, 0, 1}},
		{Indicators, nil, []float64{0, 0, 1, 1, 0, 1, 0, 0, 0, 1}},
		{Standardised, nil, []float64{1 / math.Sqrt(2./3), -1, -1 / math.Sqrt(2./3), 1}},
		{"", map[string][]float64{"doors": {2, 5}}, []float64{2, 2, 0, 5}},
	} {
		e.Encoding, e.Numbers = c.encoding, c.numbers
		got := e.Encode(Part{Rows: 2, Features: []float64{2, 0, 0, 1}, Labels: []int{0, 3}})
		assert.Check(t, slices.Equal(got.Features, c.want) && slices.Equal(got.Labels, []int{0, 1}),
			"%q, numbers %v: got %v, want %v, labels %v", c.encoding, c.numbers, got.Features, c.want, got.Labels)
	}
}

// What is made of a set is made once, and again only after an error.
func TestOnce(t *testing.T) {
	var s Set
	calls := 0
	made := func(fail error) (any, error) {
		return s.Once("name", func() (any, error) { calls++; return calls, fail })
	}
	_, err := made(io.EOF)
	assert.Equal(t, err, io.EOF)
	for range 2 {
		v, err := made(nil)
		assert.Check(t, v == 2 && err == nil, "%v, %v", v, err)
	}
}
