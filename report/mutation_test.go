package report

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/plan"
	"gpca/report/study"
)

// values are what a mutation puts in place of a value: other types, numbers out of range,
// and what YAML has beside them.
var values = []string{
	"", "~", "null", "true", "word", "two words", "0", "-1", "1.5", "1e300", "-1e-300", "99999999999999999999", ".nan", "-.inf", "0x1F", "1_000",
	"2019-12-01", "[]", "{}", "[[]]", "[1, 2]", "[1, 1]", "[word, 3]", "[~]", "{word: 3}", "{real: 1}", "{best-of: S.1}", "*nowhere", "*functions", "&functions",
	"&again [1]", "!tag x", "!!binary x", "|", ">", "\"", "'", "[", "{", "\t", "- x", "? x", ": x", "%", "@", "é", "\x00", "\xff", "p=1", "usps", "\"2.1\"", "thesis",
}

var (
	keyOf   = regexp.MustCompile(`[a-z-]+:`)
	valueOf = regexp.MustCompile(`: *[^,{}\[\]]+|[0-9.]+|[a-z0-9=-]+`)
)

// mutations change a study in one place, at random.
var mutations = []struct {
	name   string
	mutate func(r *rand.Rand, lines []string, at int) []string
}{
	{"delete a line", func(_ *rand.Rand, lines []string, at int) []string { return slices.Delete(lines, at, at+1) }},
	{"repeat lines", func(r *rand.Rand, lines []string, at int) []string {
		return slices.Insert(lines, at, slices.Clone(lines[at:min(at+1+r.IntN(12), len(lines))])...)
	}},
	{"swap two lines", func(r *rand.Rand, lines []string, at int) []string {
		other := r.IntN(len(lines))
		lines[at], lines[other] = lines[other], lines[at]
		return lines
	}},
	{"indent", func(r *rand.Rand, lines []string, at int) []string {
		lines[at] = strings.Repeat(" ", 1+r.IntN(5)) + lines[at]
		return lines
	}},
	{"outdent", func(r *rand.Rand, lines []string, at int) []string {
		lines[at] = strings.TrimPrefix(lines[at], strings.Repeat(" ", 1+r.IntN(4)))
		return lines
	}},
	{"mistype a key", func(r *rand.Rand, lines []string, at int) []string {
		return replace(r, lines, at, keyOf, func(key string) string {
			letter := r.IntN(len(key) - 1)
			return key[:letter] + string(rune('a'+r.IntN(26))) + key[letter+1:]
		})
	}},
	{"change a value", func(r *rand.Rand, lines []string, at int) []string {
		return replace(r, lines, at, valueOf, func(old string) string {
			before := old[:len(old)-len(strings.TrimLeft(old, ": "))]
			return before + values[r.IntN(len(values))]
		})
	}},
	{"change a character", func(r *rand.Rand, lines []string, at int) []string {
		if n := len(lines[at]); n > 0 {
			c := r.IntN(n)
			lines[at] = lines[at][:c] + string(rune(' '+r.IntN(95))) + lines[at][c+1:]
		}
		return lines
	}},
}

// replace replaces one of the matches in a line, at random.
func replace(r *rand.Rand, lines []string, at int, what *regexp.Regexp, by func(string) string) []string {
	if found := what.FindAllStringIndex(lines[at], -1); len(found) > 0 {
		f := found[r.IntN(len(found))]
		lines[at] = lines[at][:f[0]] + by(lines[at][f[0]:f[1]]) + lines[at][f[1]:]
	}
	return lines
}

var mutants = flag.Int("mutants", 96, "how many mutations of the studies that come with the program TestMutations tries")

// Whatever befalls a study, it is planned, or refused in one line that names the place.
func TestMutations(t *testing.T) {
	long(t)
	var sources []string
	for _, name := range study.Embedded() {
		source, err := os.ReadFile("study/" + name + ".yaml")
		assert.NilError(t, err)
		sources = append(sources, string(source))
	}
	const seed = 1
	place := regexp.MustCompile(`^[a-z-]+\.yaml:\d+:\d+: .+$`)
	library := OpenLibrary(parse(t, tiny), nil, nil) // which describes each set once
	planned := 0
	for i := range *mutants {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		m := mutations[i%len(mutations)]
		lines := strings.Split(sources[i/len(mutations)%len(sources)], "\n")
		at := r.IntN(len(lines))
		mutant := strings.Join(m.mutate(r, slices.Clone(lines), at), "\n")
		s, err := study.Parse("mutant.yaml", []byte(mutant), kinds())
		if err == nil {
			_, err = plan.New(t.Context(), s, library, plan.Selection{}, 0)
		}
		if err == nil {
			planned++
			continue
		}
		if text := fmt.Sprint(err); !place.MatchString(text) {
			t.Errorf("mutation %d, %s at line %d (%q): error %q, want one line that begins with a place", i, m.name, at+1, lines[at], text)
		}
	}
	t.Logf("%d mutants were planned, the others refused", planned)
}
