package strictyaml

import (
	"github.com/goccy/go-yaml/ast"

	"gpca/report/words"
)

// Limits of a file: ten times as much as the longest study of the program.
const (
	mostBytes  = 1 << 19
	mostValues = 100_000 // with keys, and with aliases expanded
	deepest    = 64
)

// A resolver replaces aliases and merges by their values.
type resolver struct {
	file    string
	anchors map[string]ast.Node
	values  int
	fault   error
}

func (r *resolver) add(n ast.Node, values int) {
	if r.values += values; r.values > mostValues {
		r.fail(n, "the file has more than %d values, with each alias as often as it stands", mostValues)
	}
}

// count counts the values below a node. It refuses aliases that multiply them, and characters that are not
// printable.
func (r *resolver) count(n ast.Node, depth int) {
	r.add(n, 1)
	if depth > deepest {
		r.fail(n, "nested more than %d deep, with what aliases stand for", deepest)
	}
	if r.fault != nil {
		return
	}
	switch n := n.(type) {
	case *ast.SequenceNode:
		for _, v := range n.Values {
			r.count(v, depth+1)
		}
	case *ast.MappingNode:
		for _, v := range n.Values {
			r.count(v.Key, depth+1)
			r.count(v.Value, depth+1)
		}
	case *ast.StringNode:
		if words.Printable(n.Value) != n.Value {
			r.fail(n, "%q has a character that is obeyed instead of shown: leave it out", words.Clip(n.Value, 100))
		}
	}
}

func (r *resolver) fail(n ast.Node, format string, arguments ...any) ast.Node {
	if r.fault == nil {
		r.fault = Node{r.file, n}.Fault(format, arguments...)
	}
	return n
}

func (r *resolver) resolve(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.AnchorNode:
		value := r.resolve(n.Value)
		r.anchors[n.Name.GetToken().Value] = value
		return value
	case *ast.AliasNode:
		name := n.Value.GetToken().Value
		value, ok := r.anchors[name]
		if !ok {
			return r.fail(n, "the alias *%s has no anchor &%s above it", name, name)
		}
		return value
	case *ast.TagNode:
		// The decoder ignores tags, or panics over them.
		return r.fail(n, "tags are not used here: put text that begins with an exclamation mark in quotes")
	case *ast.SequenceNode:
		for i, v := range n.Values {
			n.Values[i] = r.resolve(v)
		}
	case *ast.MappingValueNode:
		m := ast.Mapping(n.GetToken(), false, n)
		m.Start = n.Key.GetToken()
		return r.resolve(m)
	case *ast.MappingNode:
		r.mapping(n)
	}
	return n
}

// mapping resolves values. Its own keys take precedence over merged ones.
func (r *resolver) mapping(n *ast.MappingNode) {
	var own, merged []*ast.MappingValueNode
	seen := map[string]bool{}
	for _, v := range n.Values {
		if v.Key.IsMergeKey() {
			value := r.resolve(v.Value)
			for _, source := range (Node{r.file, value}).Entries() {
				if !source.IsMapping() {
					r.fail(v.Key, "<< merges mappings, and this is none")
				}
				if r.add(v.Key, len(source.values())); r.fault != nil {
					return
				}
				merged = append(merged, source.values()...)
			}
			continue
		}
		seen[keyText(v)] = true
		v.Value = r.resolve(v.Value)
		own = append(own, v)
	}
	for _, v := range merged {
		if !seen[keyText(v)] {
			seen[keyText(v)] = true
			own = append(own, v)
		}
	}
	n.Values = own
}

func keyText(v *ast.MappingValueNode) string { return v.Key.GetToken().Value }
