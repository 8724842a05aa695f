package typo

import (
	"fmt"
	"slices"
	"testing"
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
		if got := Nearest(c.name, valid); !slices.Equal(got, c.want) {
			t.Errorf("Nearest(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNearestIsShort(t *testing.T) {
	if got := Nearest("p=1", []string{"p=0", "p=2", "p=3", "p=4", "p=5"}); len(got) != limit {
		t.Errorf("got %d suggestions, want %d", len(got), limit)
	}
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
		if got := distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := distance([]rune(c.b), []rune(c.a)); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d: not symmetric", c.b, c.a, got, c.want)
		}
	}
}
