package words_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/words"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{words.Enumerate(nil), ""},
		{words.Enumerate([]string{"a"}), "a"},
		{words.Enumerate([]string{"a", "b"}), "a and b"},
		{words.List([]string{"a", "b", "c"}, "or"), "a, b or c"},
		{words.Enumerate(words.Each([]int{1, 2}, strconv.Itoa)), "1 and 2"},
		{words.Enumerate(words.AppendNew([]string{"a"}, "b", "a", "b")), "a and b"},
		{fmt.Sprint(words.Grouped([]int{5, 2, 3, 4}, func(n int) bool { return n%2 == 0 })), "[[5 3] [2 4]]"},
		{words.Some(nil, 2), ""},
		{words.Some([]string{"a", "b"}, 2), "a, b"},
		{words.Some([]string{"a", "b", "c", "d"}, 2), "a, b and 2 more"},
		{words.Capitalise("émission"), "Émission"},
		{words.Capitalise(""), ""},
		{words.Count(1, "component"), "1 component"},
		{words.Count(2000, "iteration"), "2,000 iterations"},
		{words.Thousands(999), "999"},
		{words.Thousands(1234567.25), "1,234,567.25"},
		{words.Thousands(-1000), "−1,000"},
		{words.Thousands(math.Inf(-1)), "−∞"},
		{words.Thousands(0.5), "0.5"},
		{words.Quote("a"), "“a”"},
		{words.Printable("a\n\tσ"), "a\n\tσ"},
		{words.Printable("σ\x1b[31m\r\u009b\u202e"), `σ\x1b[31m\r\u009b\u202e`},
		{words.Clip("σσσσ", 4), "σσσσ"},
		{words.Clip("abcdefgh", 4), "ab … (4 characters left out) … gh"},
	} {
		assert.Check(t, is.Equal(c.got, c.want))
	}
}
