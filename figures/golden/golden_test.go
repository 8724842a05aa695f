package golden

import "testing"

func TestDifference(t *testing.T) {
	for _, tc := range []struct{ got, want, difference string }{
		{"a\nb\nc", "a\nx\nc", "line 2:\n got b\nwant x"},
		{"a\nb", "a", "2 lines, want 1"},
	} {
		if d := difference(tc.got, tc.want); d != tc.difference {
			t.Errorf("difference of %q and %q is %q, want %q", tc.got, tc.want, d, tc.difference)
		}
	}
}

func TestEqual(t *testing.T) {
	Compare(t, "same.txt", "the same\n")
	Compare(t, "same.txt", []byte("the same\n"))
}
