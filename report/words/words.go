// Package words puts numbers and names into lists and sentences. It also has the few functions for slices that
// most packages share, makes text safe to print, reads numbers of bytes, and puts a panic into an error.
package words

import (
	"errors"
	"fmt"
	"math"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"
)

// Caught, deferred, turns a panic into an error with its place, the same on every machine.
func Caught(err *error) {
	p := recover()
	if p == nil {
		return
	}
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	frame, more := frames.Next()
	for more && frame.Function != "runtime.gopanic" {
		frame, more = frames.Next()
	}
	for more && strings.HasPrefix(frame.Function, "runtime.") {
		frame, more = frames.Next()
	}
	*err = fmt.Errorf("panic: %v (in %s, %s:%d)", p, frame.Function, path.Base(frame.File), frame.Line)
}

// List is "a", "a and b" or "a, b and c" with the conjunction "and".
func List(items []string, conjunction string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:last], ", ") + " " + conjunction + " " + items[last]
}

// Enumerate is List with "and".
func Enumerate(items []string) string { return List(items, "and") }

// Texts reads texts that come with the program, by name, in which facts are filled in. In a text, "fill" is the same
// for another.
func Texts(source string, functions template.FuncMap) func(name string, facts any) string {
	var texts *template.Template
	fill := func(name string, facts any) string {
		var b strings.Builder
		if err := texts.ExecuteTemplate(&b, name, facts); err != nil {
			panic(err) // a mistake in a text, which tests find
		}
		return b.String()
	}
	texts = template.Must(template.New("").Funcs(template.FuncMap{"fill": fill}).Funcs(functions).Parse(source))
	return fill
}

// Each applies a function to each item; nil for no items.
func Each[T, R any](items []T, is func(T) R) []R {
	var all []R
	for _, item := range items {
		all = append(all, is(item))
	}
	return all
}

// First is the first item that fulfils a condition, and whether there is one.
func First[T any](items []T, is func(T) bool) (item T, ok bool) {
	if i := slices.IndexFunc(items, is); i >= 0 {
		return items[i], true
	}
	return item, false
}

// Those are the items that fulfil a condition.
func Those[T any](items []T, are func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(items), func(item T) bool { return !are(item) })
}

// Try does something with each item, up to the first error.
func Try[T any](items []T, do func(T) error) error {
	for _, item := range items {
		if err := do(item); err != nil {
			return err
		}
	}
	return nil
}

// InTurn takes steps up to the first error.
func InTurn(steps ...func() error) error {
	return Try(steps, func(step func() error) error { return step() })
}

// AppendNew appends the items that the list does not contain.
func AppendNew[T comparable](list []T, more ...T) []T {
	for _, item := range more {
		if !slices.Contains(list, item) {
			list = append(list, item)
		}
	}
	return list
}

// Grouped groups items by a key, in the order of first appearance.
func Grouped[T any, K comparable](items []T, by func(T) K) [][]T {
	var groups [][]T
	at := map[K]int{}
	for _, item := range items {
		of := by(item)
		i, known := at[of]
		if !known {
			i, groups = len(groups), append(groups, nil)
			at[of] = i
		}
		groups[i] = append(groups[i], item)
	}
	return groups
}

// Some lists the first items and counts the others: "a, b and 7 more".
func Some(items []string, most int) string {
	text := strings.Join(items[:min(most, len(items))], ", ")
	if rest := len(items) - most; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}

// Abridge keeps the first items, and adds one that counts the rest.
func Abridge(items []string, most int, more string) []string {
	if rest := len(items) - most; rest > 0 {
		return append(items[:most:most], fmt.Sprintf(more, rest))
	}
	return items
}

// OneLine puts one blank in place of each run of blanks and line ends.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Plain reports whether a text has printable characters of ASCII alone.
func Plain(text string) bool {
	at := 0
	for at < len(text) && text[at] >= ' ' && text[at] <= '~' {
		at++
	}
	return at == len(text)
}

// Printable escapes the control characters of a text that a terminal would obey: escapes, and marks of text
// direction (Unicode, "Bidirectional Algorithm", section 2). Newlines and tabs stay.
func Printable(text string) string {
	if Plain(text) {
		return text
	}
	obeyed := func(r rune) bool {
		return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
	}
	if strings.IndexFunc(text, obeyed) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if obeyed(r) {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Clip shortens a text to a number of characters by omitting its middle.
func Clip(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	half := most / 2
	left := Count(len(runes)-2*half, "character")
	return fmt.Sprintf("%s … (%s left out) … %s", string(runes[:half]), left, string(runes[len(runes)-half:]))
}

// Capitalise capitalises the first letter.
func Capitalise(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if first == utf8.RuneError {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Count is a number with its noun, in the plural unless it is 1: "1 component", "2,000 iterations".
func Count[N int | int64 | float64](v N, noun string) string {
	if v != 1 {
		noun += "s"
	}
	return Thousands(v) + " " + noun
}

// Thousands separates groups of three digits by commas.
func Thousands[N int | int64 | float64](v N) string {
	text := strings.Replace(strconv.FormatFloat(math.Abs(float64(v)), 'f', -1, 64), "+Inf", "∞", 1)
	whole, _, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	if v < 0 {
		text = "−" + text
	}
	return text
}

// Quote puts a label between quotation marks.
func Quote(label string) string { return fmt.Sprintf("“%s”", label) }

// ParseBytes reads a number of bytes in GiB, MiB or other such units.
func ParseBytes(text string) (int64, error) {
	for unit, bytes := range map[string]float64{"TiB": 1 << 40, "GiB": 1 << 30, "MiB": 1 << 20, "KiB": 1 << 10} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
			if bytes *= v; err == nil && bytes >= 1 && bytes < 1<<62 {
				return int64(bytes), nil
			}
		}
	}
	return 0, errors.New("must be a number of MiB or GiB, such as 8GiB")
}
