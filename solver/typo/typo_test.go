package typo

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func ExampleNearest() {
	valid := []string{"usps", "mnist", "yale", "ionosphere"}
	fmt.Println(Nearest("mnits", valid))
	fmt.Println(Nearest("iono", valid))
	// Output:
	// [mnist]
	// [ionosphere]
}

func TestNearest(t *testing.T) {
	valid := []string{"usps", "mnist", "yale", "iris", "car", "car-indicator", "letter", "Gaussian"}
	for _, c := range []struct {
		name string
		want []string
	}{
		{"usps", []string{"usps"}},
		{"psus", nil},                             // two edits in four letters
		{"irsi", []string{"iris"}},                // a swap is one edit
		{"caar", []string{"car"}},                 // insertion
		{"leter", []string{"letter"}},             // deletion
		{"gausian", []string{"Gaussian"}},         // case is ignored
		{"car", []string{"car", "car-indicator"}}, // exact before contained
		{"indicator", []string{"car-indicator"}},
		{"", nil},
		{"r", nil}, // one letter is contained in everything
		{"zebra", nil},
	} {
		assert.Check(t, is.DeepEqual(Nearest(c.name, valid), c.want), "Nearest(%q)", c.name)
	}
}

func TestNearestIsShort(t *testing.T) {
	got := Nearest("p=1", []string{"p=0", "p=2", "p=3", "p=4", "p=5"})
	assert.Equal(t, len(got), limit, "got %d suggestions, want %d", len(got), limit)
}

// The distances are counted by hand; "ca" to "abc" is the textbook case in which the restricted distance (3)
// differs from the unrestricted one (2).
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"kitten", "sitting", 3},
		{"ab", "ba", 1},
		{"ca", "abc", 3},
		{"naïve", "naive", 1},
	} {
		assert.Check(t, is.Equal(distance([]rune(c.a), []rune(c.b)), c.want), "distance(%q, %q)", c.a, c.b)
		got := distance([]rune(c.b), []rune(c.a))
		assert.Check(t, is.Equal(got, c.want), "distance(%q, %q) = %d, want %d: not symmetric", c.b, c.a, got, c.want)
	}
}
