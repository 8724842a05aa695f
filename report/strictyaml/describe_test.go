package strictyaml_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report/internal/faults"
	"gpca/report/strictyaml"
)

type described struct {
	Name   string                           `yaml:"name" doc:"What it is called." example:"a" required:"yes"`
	Kind   string                           `yaml:"kind" doc:"What it is."`
	Like   string                           `yaml:"like" doc:"What it takes the rest from." example:"b"`
	Count  int                              `yaml:"count" doc:"How many there are." default:"3" example:"5"`
	Ratio  *float64                         `yaml:"ratio" doc:"A share." least:"0" default:"1e-3" example:"0.5"`
	On     bool                             `yaml:"on" doc:"Whether it is on." default:"false" example:"true"`
	Words  strictyaml.List[string]          `yaml:"words" doc:"One or more of some, or of others." example:"[red, blue]"`
	Way    string                           `yaml:"way" doc:"One of two." words:"left right" example:"left"`
	Plain  []float64                        `yaml:"plain" doc:"Always a list." example:"[1, 2.5]"`
	Counts map[string]int                   `yaml:"counts" doc:"Numbers by name." example:"{a: 1}"`
	Parts  strictyaml.List[label]           `yaml:"parts" doc:"A text so long that it does not fit into one line of a comment, which is therefore continued on the next." example:"{label: x}"`
	Later  strictyaml.Node                  `yaml:"later" doc:"Anything." example:"[x, {y: 1}]"`
	Split  strictyaml.List[strictyaml.Node] `yaml:"split" doc:"A word, or one with a number." example:"{folds: 10}"`
	Inline titled                           `yaml:",inline"`
	Hidden string                           `yaml:"-"`
}

type titled struct {
	Title string `yaml:"title" doc:"What stands above it." example:"A title"`
}

type label struct {
	Label string `yaml:"label" doc:"A heading." example:"x" required:"yes"`
}

func (label) MayBeScalar() {}

func (described) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{
		"words": {Words: []string{"red", "blue"}, Open: true, Default: "red"},
		"split": strictyaml.Numbered([]string{"whole"}, []string{"folds"}),
	}
}

type extra struct {
	Count int    `yaml:"count" doc:"How much of it." example:"1" required:"yes"`
	More  string `yaml:"more" doc:"Of one kind alone." example:"x"`
}

type further struct {
	More string `yaml:"more" doc:"Of one kind alone." example:"x"`
}

type root struct {
	Blocks strictyaml.List[strictyaml.Node] `yaml:"blocks" doc:"All there is."`
}

func (root) Describe() map[string]strictyaml.Shape {
	block := strictyaml.Describe("", described{}).WithKinds([]strictyaml.Key{
		{Name: "first", Shape: strictyaml.Describe("is the usual one", extra{})},
		{Name: "second", Shape: strictyaml.Describe("is another one", further{})},
	}, false)
	block.Like = "like"
	return map[string]strictyaml.Shape{"blocks": block}
}

func TestExplain(t *testing.T) {
	s := strictyaml.Describe("A file.", root{})
	golden.Assert(t, s.Explain("", ""), "explain.golden")
	blocks, ok := s.Key("blocks")
	assert.Assert(t, ok, "no blocks")
	golden.Assert(t, blocks.Explain("  - ", "#"), "explain-off.golden")
}

func TestSchema(t *testing.T) {
	source, err := json.Marshal(strictyaml.Describe("A file.", root{}).Schema("File"))
	assert.NilError(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	assert.NilError(t, err)
	c := jsonschema.NewCompiler()
	assert.NilError(t, c.AddResource("file.json", document))
	schema := c.MustCompile("file.json")
	faults.Answers(t, "schema.txt", func(t *testing.T, source string) string {
		var value any
		assert.NilError(t, yaml.Unmarshal([]byte(source), &value))
		if schema.Validate(value) != nil {
			return "does not fit"
		}
		return "fits"
	})
}

func TestNarrow(t *testing.T) {
	s := strictyaml.Describe("A file.", root{})
	for name, want := range map[string][]string{
		"second": {"blocks", "more", "second"},
		"more":   {"blocks", "first", "more", "second"},
		"label":  {"blocks", "label", "parts"},
		"none":   nil,
	} {
		narrow, ok := s.Narrow(name)
		if got := narrow.Names(); ok != (want != nil) || !slices.Equal(got, want) {
			t.Errorf("%s leaves %q, %t, want %q", name, got, ok, want)
		}
	}
}

// Missing and empty keys get their defaults; the others keep values and places.
func TestComplete(t *testing.T) {
	type block struct {
		Ways  strictyaml.List[string] `yaml:"ways" default:"[one, two]"`
		Least float64                 `yaml:"least" default:"1e-6"`
		Count int                     `yaml:"count" default:"4"`
		Name  string                  `yaml:"name"`
	}
	for _, test := range []struct {
		yaml string
		want block
	}{
		{"name: a", block{strictyaml.List[string]{"one", "two"}, 1e-6, 4, "a"}},
		{"{name: a, ways: [], least:, count: ~}", block{strictyaml.List[string]{"one", "two"}, 1e-6, 4, "a"}},
		{"{ways: three, least: 0, count: 5}", block{strictyaml.List[string]{"three"}, 0, 5, ""}},
	} {
		n, err := strictyaml.Parse("test.yaml", []byte(test.yaml))
		assert.NilError(t, err)
		var got block
		if err := n.Complete(strictyaml.Describe("", block{})).Decode(&got); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, error %v, want %+v", test.yaml, got, err, test.want)
		}
	}
	n, err := strictyaml.Parse("test.yaml", []byte("name: a\ncount: 1.5"))
	assert.NilError(t, err)
	err = n.Complete(strictyaml.Describe("", block{})).Decode(&block{})
	assert.Error(t, err, "test.yaml:2:8: 1.5 is not a whole number")
}
