package report

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gotest.tools/v3/assert"

	"gpca/report/dataset/library"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/strictyaml"
	"gpca/report/study"
	"gpca/report/words"
)

// A tree is a study file as its decoder sees it, with anchors and merges resolved.
type tree = map[string]any

func readTree(t *testing.T, path string) tree {
	t.Helper()
	source, err := os.ReadFile(path)
	assert.NilError(t, err)
	return decodeTree(t, path, source)
}

func decodeTree(t *testing.T, path string, source []byte) tree {
	t.Helper()
	var read tree
	assert.NilError(t, yaml.Unmarshal(source, &read), path)
	return numbers(read).(tree)
}

// numbers makes numbers of texts such as 1e-10, which YAML 1.2 takes for numbers, and the
// decoder where one is asked for.
func numbers(value any) any {
	switch v := value.(type) {
	case tree:
		for key := range v {
			v[key] = numbers(v[key])
		}
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case string:
		if number, err := strconv.ParseFloat(v, 64); err == nil && strings.Contains(v, "e") {
			return number
		}
	}
	return value
}

// parseTree reads a tree as a study.
func parseTree(t *testing.T, file tree) (*study.Study, error) {
	t.Helper()
	return study.Parse("testdata/tree.yaml", marshal(t, file), kinds())
}

// schema compiles the schema of study files.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	source, err := json.Marshal(DescribeStudy().Schema("Study"))
	assert.NilError(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	assert.NilError(t, err)
	c := jsonschema.NewCompiler()
	assert.NilError(t, c.AddResource("study.json", document))
	compiled, err := c.Compile("study.json")
	assert.NilError(t, err)
	return compiled
}

// visit calls a function for every mapping of a tree, with a path that is one for all
// mappings of a sort, and the keys that it may have.
func visit(s strictyaml.Shape, value any, path string, f func(path string, s strictyaml.Shape, m tree)) {
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			visit(s, v, path, f)
		}
	case tree:
		if len(s.Kinds) > 0 {
			kind := s.Kinds[0]
			for _, k := range s.Kinds {
				if k.Name == value["kind"] {
					kind = k
				}
			}
			s.Keys, path = slices.Concat(s.Keys, kind.Keys), path+" of kind "+kind.Name
		}
		f(path, s, value)
		for _, k := range s.Keys {
			if v, ok := value[k.Name]; ok {
				visit(k.Shape, v, path+"."+k.Name, f)
			}
		}
	}
}

// Every study that comes with the program fits the schema, and the help explains each key
// of it.
func TestStudiesFitTheirDescription(t *testing.T) {
	shape, compiled := DescribeStudy(), schema(t)
	help := shape.Explain("", "")
	files, err := filepath.Glob("study/*.yaml")
	assert.Assert(t, err == nil && len(files) == len(study.Embedded()), "%d study files, %v", len(files), err)
	for _, file := range append(files, "testdata/kinds.yaml", "../cmd/report/testdata/tiny.yaml") {
		read := readTree(t, file)
		assert.Check(t, compiled.Validate(read), "%s does not fit the schema", file)
		visit(shape, read, file, func(path string, s strictyaml.Shape, m tree) {
			for key := range m {
				if _, known := s.Key(key); !known && s.Others == nil {
					t.Errorf("%s: the key %s is not described", path, key)
				} else if known && !s.One && !strings.Contains(help, key+":") {
					t.Errorf("%s: the key %s is not in the help", path, key)
				}
			}
		})
	}
}

// Every key of a study can be set as its example, its default and each of its words say, by
// the decoder and by the schema. The default, written out, changes no cell.
func TestExamplesAndDefaults(t *testing.T) {
	long(t)
	shape, compiled := DescribeStudy(), schema(t)
	file := readTree(t, "testdata/kinds.yaml")
	whole, err := parseTree(t, file)
	assert.NilError(t, err)
	sets := OpenLibrary(whole, nil, nil) // which describes each set once
	cells := cellsOf(t, whole, sets)
	proven, failed := map[string]bool{}, map[string]string{}
	visit(shape, file, "study", func(path string, s strictyaml.Shape, m tree) {
		for _, k := range s.Keys {
			at := path + "." + k.Name
			assert.Check(t, k.Doc != "" || s.One, "%s: no doc", at)
			before := maps.Clone(m)
			try := func(source string) *study.Study {
				what := k.Name + ": " + source + " # " + k.Doc
				if proven[what] {
					return nil
				}
				var value any
				assert.Check(t, yaml.Unmarshal([]byte(source), &value), "%s: %s", at, source)
				m[k.Name] = value
				written := marshal(t, file)
				parsed, err := study.Parse("testdata/tree.yaml", written, kinds())
				if err == nil {
					err = compiled.Validate(decodeTree(t, "tree.yaml", written))
				}
				if err != nil {
					failed[what] = at + ": " + err.Error()
					return nil
				}
				proven[what] = true
				return parsed
			}
			if k.Example != "" {
				try(k.Example)
			} else if !k.IsBlock() && !s.One {
				t.Errorf("%s: no example", at)
			}
			for _, word := range k.Words {
				if k.Name != "kind" || strings.HasSuffix(path, " of kind "+word) { // another kind has other keys
					try(word)
				}
			}
			if _, written := before[k.Name]; !written && k.Default != "" {
				if parsed := try(k.Default); parsed != nil && !slices.Equal(cellsOf(t, parsed, sets), cells) {
					t.Errorf("%s: the default %s is another than that", at, k.Default)
				}
			}
			clear(m)
			maps.Copy(m, before)
		}
	})
	for what, err := range failed {
		assert.Check(t, proven[what], "%s: %s", what, err)
	}
}

func marshal(t *testing.T, file tree) []byte {
	t.Helper()
	source, err := yaml.Marshal(file)
	assert.NilError(t, err)
	return source
}

// cellsOf are the keys of what a study computes.
func cellsOf(t *testing.T, s *study.Study, data *library.Library) []string {
	t.Helper()
	p, err := plan.New(t.Context(), s, data, plan.Selection{}, 0)
	assert.NilError(t, err)
	return words.Each(p.Cells, experiment.Cell.Key)
}

// A key that no part of a study has is refused wherever it stands, and so is a word that
// is none of those of a key.
func TestUnknownKeysAndWords(t *testing.T) {
	long(t)
	shape, compiled := DescribeStudy(), schema(t)
	file := readTree(t, "testdata/kinds.yaml")
	seen := map[string]bool{}
	visit(shape, file, "study", func(path string, s strictyaml.Shape, m tree) {
		if seen[path] || s.Others != nil {
			return
		}
		seen[path] = true
		refuse := func(key string, value any) {
			before := maps.Clone(m)
			if s.One {
				clear(m)
			}
			m[key] = value
			_, err := parseTree(t, file)
			assert.Check(t, err != nil, "%s: the decoder accepts %s: %v", path, key, value)
			assert.Check(t, compiled.Validate(file) != nil, "%s: the schema accepts %s: %v", path, key, value)
			clear(m)
			maps.Copy(m, before)
		}
		refuse("zzz", 1)
		for _, k := range s.Keys {
			if len(k.Words) > 0 && !k.Open {
				refuse(k.Name, "zzz")
			}
		}
	})
	for _, section := range shape.Keys {
		for _, kind := range section.Kinds {
			path := "study." + section.Name + " of kind " + kind.Name
			assert.Check(t, seen[path], "testdata/kinds.yaml has no block of this sort: %s", path)
		}
	}
}
