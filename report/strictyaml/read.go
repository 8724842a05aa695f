package strictyaml

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"gpca/report/words"
)

// Limits of a file: ten times as much as the longest study of the program.
const (
	mostBytes  = 1 << 19
	mostValues = 100_000 // with keys, and with aliases expanded
	deepest    = 64
)

// A value is a list, a mapping or a scalar, with aliases and merges replaced by what they stand for.
type value struct {
	kind    ast.NodeType
	syntax  ast.Node     // as it is written
	at      *token.Token // where it begins: for a block mapping, at its first key
	entries []Node       // of a list
	pairs   []Pair       // of a mapping
	// size counts the values in it and itself, with each alias as often as it stands; depth is that of their nesting.
	size, depth int
}

// A reader makes values of a tree of syntax. It refuses aliases that multiply them, and characters that are not
// printable.
type reader struct {
	file    string
	anchors map[string]*value
	merged  int // values
	fault   error
}

func (r *reader) fail(at Node, format string, arguments ...any) {
	if r.fault == nil {
		r.fault = at.Fault(format, arguments...)
	}
}

func (r *reader) read(n ast.Node) Node {
	if n == nil {
		return Node{r.file, &value{kind: ast.NullType}}
	}
	v := &value{kind: n.Type(), syntax: n, at: n.GetToken(), size: 1}
	made := Node{r.file, v}
	switch n := n.(type) {
	case *ast.AnchorNode:
		made = r.read(n.Value)
		r.anchors[n.Name.GetToken().Value] = made.value
		return made
	case *ast.AliasNode:
		name := n.Value.GetToken().Value
		if known := r.anchors[name]; known != nil {
			return Node{r.file, known}
		}
		r.fail(made, "the alias *%s has no anchor &%s above it", name, name)
	case *ast.TagNode:
		// The decoder ignores tags, or panics over them.
		r.fail(made, "tags are not used here: put text that begins with an exclamation mark in quotes")
	case *ast.SequenceNode:
		v.entries = words.Each(n.Values, r.read)
		v.contain(v.entries, n.IsFlowStyle)
	case *ast.MappingValueNode:
		r.mapping(v, []*ast.MappingValueNode{n}, false)
	case *ast.MappingNode:
		r.mapping(v, n.Values, n.IsFlowStyle)
	case *ast.StringNode:
		if words.Printable(n.Value) != n.Value {
			r.fail(made, "%q has a character that is obeyed instead of shown: leave it out", words.Clip(n.Value, 100))
		}
	}
	if v.depth > deepest {
		r.fail(made, "nested more than %d deep, with what aliases stand for", deepest)
	}
	r.limit(made, v.size)
	return made
}

func (r *reader) limit(at Node, values int) {
	if values > mostValues {
		r.fail(at, "the file has more than %d values, with each alias as often as it stands", mostValues)
	}
}

// mapping reads the pairs of a mapping. Its own keys take precedence over merged ones.
func (r *reader) mapping(v *value, written []*ast.MappingValueNode, flow bool) {
	v.kind = ast.MappingType
	var sources []Node
	for _, p := range written {
		key, of := r.read(p.Key), r.read(p.Value)
		if !p.Key.IsMergeKey() {
			v.pairs = append(v.pairs, Pair{key, of})
			continue
		}
		for _, source := range of.Entries() {
			if !source.IsMapping() {
				r.fail(key, "<< merges mappings, and this is none")
			}
			sources = append(sources, source)
		}
	}
	for _, source := range sources {
		if r.merged += len(v.pairs) + len(source.Pairs()); r.merged > mostValues {
			r.limit(source, r.merged)
			return
		}
		v.pairs = Node{r.file, v}.Over(source).Pairs()
	}
	var parts []Node
	for _, p := range v.pairs {
		parts = append(parts, p.Key, p.Value)
	}
	v.contain(parts, flow)
}

// contain makes a value of its parts. Where it is no flow, it begins at the first.
func (v *value) contain(parts []Node, flow bool) {
	for i, part := range parts {
		if i == 0 && !flow {
			v.at = part.value.at
		}
		v.size += part.value.size
		v.depth = max(v.depth, part.value.depth+1)
	}
}
