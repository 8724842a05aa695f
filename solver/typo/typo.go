// Package typo suggests valid names for a mistyped one: those a few edits away, and those that contain it.
package typo

import (
	"fmt"
	"slices"
	"strings"
)

// limit is the largest number of suggestions.
const limit = 3

// Nearest returns up to three of the valid names near name, nearest first and else in the order of valid. Case is
// ignored. It returns nil if none is near.
func Nearest(name string, valid []string) []string {
	typed := []rune(strings.ToLower(name))
	if len(typed) == 0 {
		return nil
	}
	tolerance := max(1, len(typed)/3)
	var near []string
	distances := map[string]int{}
	for _, v := range valid {
		known := []rune(strings.ToLower(v))
		d := distance(typed, known)
		switch {
		case d <= tolerance:
			near, distances[v] = append(near, v), d
		case len(typed) >= 2 && strings.Contains(string(known), string(typed)):
			near, distances[v] = append(near, v), tolerance+1
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return distances[a] - distances[b] })
	return near[:min(limit, len(near))]
}

// DidYouMean words the suggestions for the end of an error message: "did you mean usps?" or, with none near,
// "valid are usps, mnist, yale".
func DidYouMean(name string, valid []string) string {
	near := Nearest(name, valid)
	switch last := len(near) - 1; last {
	case -1:
		return "valid are " + strings.Join(valid, ", ")
	case 0:
		return "did you mean " + near[0] + "?"
	default:
		return "did you mean " + strings.Join(near[:last], ", ") + " or " + near[last] + "?"
	}
}

// Find returns the entry of a list by its name. The error for an unknown name suggests others.
func Find[T any](what, name string, list []T, nameOf func(T) string) (found T, err error) {
	var names []string
	for _, entry := range list {
		if nameOf(entry) == name {
			return entry, nil
		}
		names = append(names, nameOf(entry))
	}
	return found, fmt.Errorf("unknown %s %q: %s", what, name, DidYouMean(name, names))
}

// distance is the optimal string alignment distance of a and b (the restricted Damerau–Levenshtein distance: no
// substring is edited twice).
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			substitution := last[j-1]
			if a[i-1] != b[j-1] {
				substitution++
			}
			row[j] = min(last[j]+1, row[j-1]+1, substitution)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
