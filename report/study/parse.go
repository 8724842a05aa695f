package study

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"gpca/report/suggest"
)

//go:embed *.yaml
var embedded embed.FS

// Embedded returns the names of the studies that come with the program.
func Embedded() []string {
	entries, _ := embedded.ReadDir(".") // the embedded folder is always there
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	return names
}

// Open returns an embedded study by its name, or reads the file that name
// leads to.
func Open(name string) (*Study, error) {
	if slices.Contains(Embedded(), name) {
		source, err := embedded.ReadFile(name + ".yaml")
		if err != nil {
			return nil, fmt.Errorf("study %s: %w", name, err)
		}
		return Parse(name+".yaml", source)
	}
	source, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) && path.Ext(name) == "" {
		return nil, fmt.Errorf("no study %q: it is neither a file nor one of the studies that come with the program: %s", name, suggest.DidYouMean(name, Embedded()))
	}
	if err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	return Parse(name, source)
}

// Parse decodes and checks a study, together with its appendices, those among
// them that are files beside file. File names the study in errors, which say line
// and cause.
func Parse(file string, source []byte) (*Study, error) {
	s, tree, err := parseAlone(file, source)
	if err != nil {
		return nil, err
	}
	if err := s.attach(file, tree); err != nil {
		return nil, err
	}
	return s, nil
}

// parseAlone leaves the appendices of a study out.
func parseAlone(file string, source []byte) (s *Study, tree *ast.File, err error) {
	// The YAML library panics on some sources (github.com/goccy/go-yaml, issues
	// 479, 540 and 718, and on a tag in place of a list, which checkShape
	// refuses); a faulty study must not take the program with it.
	defer func() {
		if p := recover(); p != nil {
			s, tree, err = nil, nil, fmt.Errorf("%s: cannot be read as YAML: %v", file, p)
		}
	}()
	tree, err = parser.ParseBytes(source, 0)
	if err != nil {
		return nil, nil, decodeError(file, err)
	}
	if err := checkShape(file, tree); err != nil {
		return nil, nil, err
	}
	s = new(Study)
	if err := yaml.NewDecoder(bytes.NewReader(source), yaml.Strict()).Decode(s); err != nil {
		return nil, nil, decodeError(file, err)
	}
	s.inherit()
	if err := s.validate(file, tree); err != nil {
		return nil, nil, err
	}
	return s, tree, nil
}

// inherit fills in what experiments take from others. What they take is a copy:
// no two experiments share a slice, a map or a kernel.
func (s *Study) inherit() {
	for i := range s.Experiments {
		e := &s.Experiments[i]
		from := slices.IndexFunc(s.Experiments[:i], func(o Experiment) bool { return o.Name == e.Like })
		if e.Like == "" || from < 0 {
			continue // validate reports a name that leads nowhere
		}
		to, given := reflect.ValueOf(e).Elem(), reflect.ValueOf(s.Experiments[from].clone())
		for field := range to.NumField() {
			if name := to.Type().Field(field).Name; name != "Name" && name != "Like" && name != "RealOnly" && to.Field(field).IsZero() {
				to.Field(field).Set(given.Field(field))
			}
		}
	}
}

// clone returns an experiment that shares nothing with e.
func (e Experiment) clone() Experiment {
	e.Data, e.Levels = slices.Clone(e.Data), slices.Clone(e.Levels)
	e.LevelLabels = maps.Clone(e.LevelLabels)
	e.Variations = e.Variations.clone()
	if e.Kernel != nil {
		k := *e.Kernel
		k.Sigmas = maps.Clone(k.Sigmas)
		e.Kernel = &k
	}
	return e
}

// decodeError turns the decoder's multi-line message, which speaks of Go's
// types, into one line for people.
func decodeError(file string, err error) error {
	e, ok := errors.AsType[yaml.Error](err)
	if !ok {
		return fmt.Errorf("%s: %w", file, err)
	}
	line := 1
	if t := e.GetToken(); t != nil && t.Position != nil {
		line = t.Position.Line
	}
	message := strings.TrimSpace(e.GetMessage())
	if mismatch, ok := errors.AsType[*yaml.TypeError](err); ok {
		message = fmt.Sprintf("%s is wanted here, not %s", describe(mismatch.DstType), describe(mismatch.SrcType))
	} else if overflow, ok := errors.AsType[*yaml.OverflowError](err); ok {
		message = fmt.Sprintf("%s is out of range for %s", overflow.SrcNum, describe(overflow.DstType))
	}
	return fmt.Errorf("%s:%d: %s", file, line, message)
}

// describe words a type of Go for the writer of a YAML file.
func describe(t reflect.Type) string {
	if t == nil {
		return "nothing"
	}
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number from 0 up"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "a mapping"
	default:
		return t.String()
	}
}
