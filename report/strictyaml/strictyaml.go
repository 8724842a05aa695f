// Package strictyaml reads YAML files that people write, and refuses what a lenient reader accepts: unknown and
// repeated keys, empty entries, half a component, a table number 2.10 that becomes 2.1, a second document.
// Every error begins with file, line and column.
//
// A file becomes a tree of nodes, which the parts of the program decode into their types. Those types give the
// [Shape] of the file, from which its explanation and its JSON Schema are written.
package strictyaml

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"gpca/report/words"
)

// A Node is a value in a file. The zero Node stands for a missing value.
type Node struct {
	file  string
	value *value
}

// Parse reads a file with one document, and resolves its anchors and aliases.
func Parse(file string, source []byte) (n Node, err error) {
	// The YAML library panics on some sources (github.com/goccy/go-yaml, issues 479, 540, 718).
	defer func() {
		if p := recover(); p != nil {
			err = faultAt(file, nil, "cannot be read as YAML: %v", p)
		}
	}()
	if at := firstInvalid(source); at != nil {
		return Node{}, faultAt(file, at, "byte 0x%s is not UTF-8: save the file as UTF-8", at.Value)
	}
	if len(source) > mostBytes {
		return Node{}, faultAt(file, nil, "the file has %d bytes, more than %d: divide the study, and name its parts "+
			"as appendices", len(source), mostBytes)
	}
	tokens := lexer.Tokenize(string(bytes.TrimPrefix(source, []byte("\ufeff"))))
	if at := tooDeep(tokens); at != nil {
		return Node{}, faultAt(file, at, "nested more than %d deep", deepest)
	}
	tree, err := parser.Parse(tokens, 0)
	if err != nil {
		return Node{}, syntaxError(file, err)
	}
	if len(tree.Docs) == 0 || tree.Docs[0].Body == nil {
		return Node{}, faultAt(file, nil, "the file is empty")
	}
	r := reader{anchors: map[string]*value{}, file: file}
	if len(tree.Docs) > 1 {
		return Node{}, r.read(tree.Docs[1].Body).Fault("a second document begins here: a file holds one")
	}
	n = r.read(tree.Docs[0].Body)
	return n, r.fault
}

// tooDeep returns the first token that is nested too deep, or nil. The parser takes 100 KB for each level.
func tooDeep(tokens token.Tokens) *token.Token {
	brackets, dashes := 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			brackets--
		case token.SequenceEntryType, token.MappingKeyType:
			dashes++
			if brackets+dashes > deepest {
				return t
			}
			continue
		}
		if dashes = 0; brackets > deepest {
			return t
		}
	}
	return nil
}

// firstInvalid returns the first byte that is not UTF-8, or nil.
func firstInvalid(source []byte) *token.Token {
	for at, r := range string(source) {
		if r == utf8.RuneError && !bytes.HasPrefix(source[at:], []byte("\ufffd")) {
			before := source[:at]
			column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
			return &token.Token{Value: fmt.Sprintf("%02X", source[at]),
				Position: &token.Position{Line: 1 + bytes.Count(before, []byte("\n")), Column: column}}
		}
	}
	return nil
}

func (n Node) IsZero() bool { return n.value == nil }

// Fault returns an error at the place of the node.
func (n Node) Fault(format string, arguments ...any) error {
	return fmt.Errorf("%s: %w", n.Place(), fmt.Errorf(format, arguments...))
}

// Place is where the node stands: file, line and column. A missing value stands at the start of the file.
func (n Node) Place() string {
	line, column := 1, 1
	if n.value != nil && n.value.at != nil && n.value.at.Position != nil {
		line, column = n.value.at.Position.Line, n.value.at.Position.Column
	}
	return fmt.Sprintf("%s:%d:%d", n.file, line, column)
}

// faultAt returns an error at a token of a file, or at the start of the file for nil.
func faultAt(file string, t *token.Token, format string, arguments ...any) error {
	return Node{file, &value{at: t}}.Fault(format, arguments...)
}

func (n Node) File() string { return n.file }

// Entries returns the entries of a list. A single value is a list of one.
func (n Node) Entries() []Node {
	switch {
	case n.value == nil:
		return nil
	case n.value.kind == ast.SequenceType:
		return n.value.entries
	}
	return []Node{n}
}

// A Pair is a key of a mapping with its value.
type Pair struct {
	Key   Node
	Value Node
}

func (p Pair) Name() string { return p.Key.Text() }

// Pairs returns the keys and values of a mapping in the order of the file.
func (n Node) Pairs() []Pair {
	if n.value == nil {
		return nil
	}
	return n.value.pairs
}

// Field returns the value of a key, or the zero Node.
func (n Node) Field(name string) Node {
	if p, ok := words.First(n.Pairs(), func(p Pair) bool { return p.Name() == name }); ok {
		return p.Value
	}
	return Node{file: n.file}
}

// At returns the value of a key, or the mapping if it lacks the key, as the place of a fault.
func (n Node) At(name string) Node {
	if f := n.Field(name); !f.IsZero() {
		return f
	}
	return n
}

// Index returns entry i of a list, or the list if it has no such entry.
func (n Node) Index(i int) Node {
	if entries := n.Entries(); i < len(entries) {
		return entries[i]
	}
	return n
}

// CheckEach checks the entries of a list, which a node is, and says at which one a fault is.
func CheckEach[T any](list Node, entries []T, check func(T) error) error {
	for i, e := range entries {
		if err := check(e); err != nil {
			return list.Index(i).Fault("%w", err)
		}
	}
	return nil
}

// Without returns a mapping without some of its keys.
func (n Node) Without(names ...string) Node {
	return n.filter(func(key string) bool { return !slices.Contains(names, key) })
}

// Only returns a mapping with only some of its keys.
func (n Node) Only(names ...string) Node {
	return n.filter(func(key string) bool { return slices.Contains(names, key) })
}

// Over returns a mapping with its own keys and those of other that it lacks.
func (n Node) Over(other Node) Node {
	merged := n.filter(func(string) bool { return true })
	if n.IsMapping() {
		lacking := other.filter(func(key string) bool { return n.Field(key).IsZero() })
		merged.value.pairs = append(merged.value.pairs, lacking.Pairs()...)
	}
	return merged
}

// Complete returns a mapping with the defaults of a shape for keys that are missing or empty.
func (n Node) Complete(s Shape) Node {
	var defaults strings.Builder
	var empty []string
	for _, k := range s.Keys {
		given := n.Field(k.Name)
		if k.Default != "" && (given.isNull() || len(given.Entries()) == 0) {
			fmt.Fprintf(&defaults, "%s: %s\n", k.Name, k.Default)
			empty = append(empty, k.Name)
		}
	}
	if empty == nil {
		return n
	}
	filled, err := Parse(n.file, []byte(defaults.String()))
	if err != nil {
		panic(fmt.Sprintf("strictyaml: a default is no YAML: %v", err)) // a bug in a tag
	}
	return n.Without(empty...).Over(filled)
}

// filter returns a new mapping with some keys. Its faults are reported where the old one begins.
func (n Node) filter(keep func(key string) bool) Node {
	if !n.IsMapping() {
		return n
	}
	kept := *n.value
	kept.pairs = slices.DeleteFunc(slices.Clone(kept.pairs), func(p Pair) bool { return !keep(p.Name()) })
	return Node{n.file, &kept}
}

// Text returns a scalar as it is written.
func (n Node) Text() string {
	switch {
	case n.value == nil || n.value.syntax == nil:
		return ""
	case n.value.kind == ast.StringType:
		return n.value.syntax.(*ast.StringNode).Value
	}
	return n.value.syntax.GetToken().Value
}

// Word returns a word with its parameter: folds(10) for the mapping {folds: 10} and for the text folds(10),
// published for published, train(3) test(2) for {train: 3, test: 2}.
func (n Node) Word() string {
	return cmp.Or(strings.Join(words.Each(n.Pairs(),
		func(p Pair) string { return p.Name() + "(" + p.Value.Text() + ")" }), " "), n.Text())
}

func (n Node) IsMapping() bool { return n.value != nil && n.value.kind == ast.MappingType }

func syntaxError(file string, err error) error {
	e, ok := errors.AsType[yaml.Error](err)
	if !ok {
		return faultAt(file, nil, "%w", err)
	}
	message := strings.TrimSpace(e.GetMessage())
	if strings.HasPrefix(message, "found character '\t'") {
		message = "a tab stands here: indent with blanks"
	} else if strings.Contains(message, "not allowed in this context") {
		message = "this does not fit in here: indent it like the lines around it, and put text with a colon in quotes"
	}
	return faultAt(file, e.GetToken(), "%s", message)
}
