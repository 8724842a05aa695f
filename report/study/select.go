package study

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"gpca/solver/typo"
)

// Select returns the valid names that patterns select, in their order; all without a pattern.
// A pattern that selects nothing is an error that suggests the nearest names.
func Select(what string, patterns, valid []string) ([]string, error) {
	if len(patterns) == 0 {
		return valid, nil
	}
	selected := map[string]bool{}
	for _, p := range separate(patterns, valid) {
		found := false
		for _, v := range valid {
			match, err := matches(p, v)
			if err != nil {
				return nil, fmt.Errorf("%s %q is not a valid pattern: %w", what, p, err)
			}
			if match {
				selected[v], found = true, true
			}
		}
		switch {
		case len(valid) == 0:
			return nil, fmt.Errorf("unknown %s %q: nothing that is selected has one", what, p)
		case !found:
			return nil, fmt.Errorf("unknown %s %q: %s", what, p, typo.DidYouMean(p, valid))
		}
	}
	return slices.DeleteFunc(slices.Clone(valid), func(v string) bool { return !selected[v] }), nil
}

func separate(patterns, valid []string) []string {
	var all []string
	for _, p := range patterns {
		if slices.ContainsFunc(valid, func(v string) bool { match, _ := matches(p, v); return match }) {
			all = append(all, p)
			continue
		}
		for part := range strings.SplitSeq(p, ",") {
			all = append(all, strings.TrimSpace(part))
		}
	}
	return all
}

// matches reports whether a pattern equals the name or matches it as a glob. Slashes are letters.
func matches(pattern, name string) (bool, error) {
	if pattern == name {
		return true, nil
	}
	letter := func(s string) string { return strings.ReplaceAll(s, "/", "\x00") }
	return path.Match(letter(pattern), letter(name))
}
