package strictyaml_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/internal/faults"
	"gpca/report/strictyaml"
)

type shape struct {
	Inline inline                           `yaml:",inline"`
	Name   string                           `yaml:"name"`
	Count  int                              `yaml:"count"`
	Seed   uint64                           `yaml:"seed"`
	Ratio  *float64                         `yaml:"ratio"`
	On     bool                             `yaml:"on"`
	Names  strictyaml.List[string]          `yaml:"names"`
	Plain  []float64                        `yaml:"plain"`
	Counts map[string]int                   `yaml:"counts"`
	Parts  strictyaml.List[part]            `yaml:"parts"`
	Later  strictyaml.Node                  `yaml:"later"`
	Each   map[string]strictyaml.Node       `yaml:"each"`
	Nodes  strictyaml.List[strictyaml.Node] `yaml:"nodes"`
	Way    string                           `yaml:"way" words:"left right" former:"side" example:"left"`
	Depth  float64                          `yaml:"depth" least:"1"`
	Needy  strictyaml.List[needy]           `yaml:"needy"`
	Ways   strictyaml.List[string]          `yaml:"ways" words:"left right"`
}

type inline struct {
	Title string `yaml:"title"`
}

type part struct {
	Label string `yaml:"label"`
}

type needy struct {
	Names strictyaml.List[string] `yaml:"names" example:"[a, b]" required:"yes"`
}

func decode(source string) (shape, error) {
	var s shape
	n, err := strictyaml.Parse("f.yaml", []byte(source))
	if err == nil {
		err = n.Decode(&s)
	}
	return s, err
}

func TestDecode(t *testing.T) {
	half := 0.5
	for source, want := range map[string]shape{
		"name: a\ntitle: b": {Name: "a", Inline: inline{"b"}},
		"{count: 3, seed: 18446744073709551615, ratio: 0.5, on: true}": {Count: 3, Seed: 1<<64 - 1, Ratio: &half, On: true},
		"\ufeffname: a":                        {Name: "a"},
		"names: one":                           {Names: []string{"one"}},
		"names: [one, two]":                    {Names: []string{"one", "two"}},
		"names: []":                            {Names: []string{}},
		"parts: {label: a}":                    {Parts: []part{{"a"}}},
		"parts:\n  - label: a\n  - {label: b}": {Parts: []part{{"a"}, {"b"}}},
		"plain: [1, 2e3]":                      {Plain: []float64{1, 2000}},
		"counts: {a: 1, b: 2}":                 {Counts: map[string]int{"a": 1, "b": 2}},
		"name: \"2.10\"":                       {Name: "2.10"},
		"name: 2.1":                            {Name: "2.1"},
		// Anchors and merges: own keys count before merged ones, wherever they stand.
		"counts: &c {a: 1}\nname: &n x\ntitle: *n":                         {Counts: map[string]int{"a": 1}, Name: "x", Inline: inline{"x"}},
		"parts: [&p {label: a}, *p]":                                       {Parts: []part{{"a"}, {"a"}}},
		"later: &l {name: x, count: 1}\n<<: *l\ncount: 2":                  {Name: "x", Count: 2},
		"each: {k: &l {a: 1, b: 1}}\ncounts: {<<: *l, a: 2}":               {Counts: map[string]int{"a": 2, "b": 1}},
		"each: {k: &l {a: 1}, m: &m {a: 3, b: 4}}\ncounts: {<<: [*l, *m]}": {Counts: map[string]int{"a": 1, "b": 4}},
	} {
		got, err := decode(source)
		got.Later, got.Each = strictyaml.Node{}, nil
		assert.Check(t, err == nil && reflect.DeepEqual(got, want), "%q is %+v, %v, want %+v", source, got, err, want)
	}
}

// Each fault is one line that begins with its place.
func TestFaults(t *testing.T) {
	faults.Check(t, "faults.txt", func(_ *testing.T, source string) error {
		_, err := decode(source)
		return err
	})
}

// These do not fit into a file of faults. § marks the place.
func TestFaultsOfBytes(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"§", "the file is empty"},
		{"# nothing\n", "the file is empty"},
		{"names:\n  - a\n  - §\n", "an empty entry in a list"},
		{"name: a§\xe9", "byte 0xE9 is not UTF-8: save the file as UTF-8"},
		{"name: a\n§\tcount: 1", "a tab stands here: indent with blanks"},
		{"later: " + strings.Repeat("[", 80) + strings.Repeat("]", 80), "nested more than 64 deep"},
		{"later: " + strings.Repeat("[", 64) + "§[", "nested more than 64 deep"},
		{"later:\n" + strings.Repeat("- ", 64) + "§- x", "nested more than 64 deep"},
		{multiplied(40, 1), "nested more than 64 deep, with what aliases stand for"},
		{multiplied(9, 9), "the file has more than 100000 values, with each alias as often as it stands"},
		{strings.Repeat("#", 1<<19) + "\n", "the file has 524289 bytes, more than 524288"},
	} {
		before, after, marked := strings.Cut(c.source, "§")
		_, err := decode(before + after)
		place := "f.yaml:"
		if marked {
			place = placeOf(before)
		}
		assert.Check(t, err != nil && strings.HasPrefix(err.Error(), place) && strings.Contains(err.Error(), c.want) &&
			!strings.Contains(err.Error(), "\n"), "%q: error %v, want %q at %s", c.source, err, c.want, place)
	}
}

// multiplied has lists of aliases of the list before.
func multiplied(lists, times int) string {
	var b strings.Builder
	b.WriteString("counts:\n  l0: &l0 [[1]]\n")
	for i := range lists {
		fmt.Fprintf(&b, "  l%d: &l%d [[%s]]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*l%d, ", i), times), ", "))
	}
	return b.String()
}

func placeOf(before string) string {
	return fmt.Sprintf("f.yaml:%d:%d: ", 1+strings.Count(before, "\n"), len(before)-strings.LastIndex(before, "\n"))
}

func TestNode(t *testing.T) {
	root, err := strictyaml.Parse("f.yaml", []byte("later:\n  b: [x, 2.50]\n  a: {c: d}\nname: n\n"))
	assert.NilError(t, err)
	later := root.Field("later")
	names := func(n strictyaml.Node) (names []string) {
		for _, p := range n.Pairs() {
			names = append(names, p.Name())
		}
		return names
	}
	for what, ok := range map[string]bool{
		"keys in the order of the file": slices.Equal(names(later), []string{"b", "a"}),
		"without":                       slices.Equal(names(later.Without("b")), []string{"a"}),
		"only":                          slices.Equal(names(later.Only("b", "z")), []string{"b"}),
		"over":                          slices.Equal(names(later.Only("b").Over(later)), []string{"b", "a"}),
		"over takes no key that is set": root.Over(later).Field("name").Text() == "n" && len(names(root)) == 2,
		"an absent field is zero":       root.Field("absent").IsZero() && !later.IsZero(),
		"a scalar has no keys":          len(root.Field("name").Pairs()) == 0 && !root.Field("name").IsMapping() && later.IsMapping(),
		"text keeps its digits":         later.Field("b").Index(1).Text() == "2.50",
		"a single value is a list":      len(root.Field("name").Entries()) == 1 && len(root.Field("absent").Entries()) == 0,
		"file":                          later.File() == "f.yaml",
	} {
		assert.Check(t, ok, what)
	}
	for want, n := range map[string]strictyaml.Node{
		"f.yaml:1:1: x":  root,
		"f.yaml:2:3: x":  later,
		"f.yaml:2:6: x":  later.At("b"),
		"f.yaml:2:10: x": later.At("b").Index(1),
		"f.yaml:3:6: x":  later.At("a"),
		"f.yaml:3:3: x":  later.Pairs()[1].Key,
		"f.yaml:4:7: x":  root.At("name").Index(5),
	} {
		assert.Check(t, is.Equal(n.Fault("x").Error(), want), "fault at")
	}
	// A fault of a mapping, or of a missing key, is reported where the mapping begins.
	for _, n := range []strictyaml.Node{later.At("absent"), later.Without("b"), later.Only("a"), later.Without("a", "b")} {
		got := n.Fault("x").Error()
		assert.Check(t, is.Equal(got, "f.yaml:2:3: x"), "fault at %q, want that of the mapping", got)
	}
	// A node that was decoded as a value knows its file.
	s, err := decode("nodes: [a, {b: c}]")
	assert.NilError(t, err)
	assert.Equal(t, len(s.Nodes), 2, "%d nodes", len(s.Nodes))
	assert.Equal(t, s.Nodes[1].Field("b").Fault("x").Error(), "f.yaml:1:16: x", "fault at")
}
