package strictyaml_test

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/strictyaml"
	"gpca/report/words"
)

// A quoted text is read as it was, in a block, in brackets and in braces, and what needs no quotes has none.
func FuzzQuote(f *testing.F) {
	for _, text := range []string{
		"x, y", "x]", "[x", "{a", "a}", "a: b", "a:", ":", "a #b", "#a", "- a", "-", "?", "? a", "a\nb", "a\n",
		"a\rb", " a", "a ", "\ta", "a\tb", "@a", "`a", "%a", "!a", "&a", "*a", "|", "> ", "'a'", `"a"`, "a'b",
		`a"b`, `a\b`, "", "---", "...", "--- a", "<=50K", ">50K", "<<", "=", "~", "null", "true", "no", "1",
		"1e3", "0x1F", "1_000", ".5", ".inf", ".nan", "2024-01-01", "1:30", "12e03", "0b1", "0o7", "1.", "01",
		"1/2", "../1", "/a", ".../a", "日本", "é", "\u0085", "\u2028", "\ufeff", "\x01", "\x7f", "\U0001F600",
		"\u00a0", "min(u, 1)", "a, b.py", `"`, `""`, "`a`", `\"a\"`, `"a\n"`, `'"'`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := words.Printable(strings.ToValidUTF8(text, "?")) // others are refused
		q := strictyaml.Quote(want)
		block, err := strictyaml.Marshal(map[string][]string{"names": {want, "last"}})
		assert.NilError(t, err)
		for _, source := range []string{"names:\n  - " + q + "\n  - last\n", "names: [" + q + ", last]\n", string(block)} {
			if s, err := decode(source); err != nil || !slices.Equal(s.Names, []string{want, "last"}) {
				t.Errorf("%q is read as %q (%v) in\n%s", want, s.Names, err, source)
			}
		}
		for _, source := range []string{"name: " + q + " # a comment\ntitle: b\n", "{name: " + q + ", title: b}\n"} {
			if s, err := decode(source); err != nil || s.Name != want || s.Inline.Title != "b" {
				t.Errorf("%q is read as %q and %q (%v) in\n%s", want, s.Name, s.Inline.Title, err, source)
			}
		}
	})
}

func TestQuoteOnlyWhatNeedsIt(t *testing.T) {
	for _, text := range []string{
		"tanh", "p=1", "robpca alpha=0.5", "../mine.py", "f(u) + 1", "日本", "my-data", "3-3sech",
	} {
		assert.Check(t, is.Equal(strictyaml.Quote(text), text), "is quoted as")
	}
}
