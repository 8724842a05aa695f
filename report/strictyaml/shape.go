package strictyaml

import (
	"fmt"
	"iter"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"gpca/report/words"
	"gpca/solver/typo"
)

// A shapeChecker compares a node with the type that it is going to be decoded into,
// and keeps the first thing that the decoder would pass over in silence. Unknown
// keys are reported here too, since here the known ones can be suggested.
type shapeChecker struct {
	file  string
	fault error
}

func (c *shapeChecker) fail(at *token.Token, format string, arguments ...any) {
	if c.fault == nil {
		c.fault = faultAt(c.file, at, format, arguments...)
	}
}

// scalarStruct is a struct that may be a bare scalar, of the type of its first field.
type scalarStruct interface{ MayBeScalar() }

// node checks what becomes a value of type t. Other kinds are left to the decoder.
func (c *shapeChecker) node(n ast.Node, t reflect.Type) {
	if t == reflect.TypeFor[Node]() {
		return // decoded later
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch n := n.(type) {
	case *ast.SequenceNode:
		if t.Kind() == reflect.Slice {
			for _, entry := range n.Values {
				if _, null := entry.(*ast.NullNode); null {
					c.fail(entry.GetToken(), "an empty entry in a list")
				}
				c.node(entry, t.Elem())
			}
		}
		return
	case *ast.MappingNode:
		for _, entry := range n.Values {
			c.entry(entry, t)
		}
		return
	}
	switch t.Kind() {
	case reflect.Slice: // a single value in place of a list
		if isList(t) {
			c.node(n, t.Elem())
		}
	case reflect.String:
		c.text(n)
	case reflect.Struct:
		if t.Implements(reflect.TypeFor[scalarStruct]()) {
			c.node(n, t.Field(0).Type)
		}
	case reflect.Int, reflect.Uint64:
		c.whole(n)
	}
}

// isList reports whether a type is a [List].
func isList(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && reflect.PointerTo(t).Implements(reflect.TypeFor[yaml.NodeUnmarshaler]())
}

// entry checks one key of a mapping with its value.
func (c *shapeChecker) entry(n *ast.MappingValueNode, t reflect.Type) {
	for t.Kind() == reflect.Pointer || isList(t) {
		t = t.Elem() // a mapping alone in place of a list of them
	}
	switch t.Kind() {
	case reflect.Map:
		c.node(n.Value, t.Elem())
	case reflect.Struct:
		if t == reflect.TypeFor[Node]() {
			return
		}
		var known []string
		for name, field := range fieldsOf(t) {
			if name == keyText(n) {
				c.node(n.Value, field)
				return
			}
			known = append(known, name)
		}
		c.fail(n.Key.GetToken(), "unknown field %q: %s", keyText(n), typo.DidYouMean(keyText(n), known))
	}
}

// fieldsOf are the keys of a struct, embedded ones too, with the types of values.
func fieldsOf(t reflect.Type) iter.Seq2[string, reflect.Type] {
	return func(yield func(string, reflect.Type) bool) {
		for i := range t.NumField() {
			f := t.Field(i)
			name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			if options == "inline" {
				for name, inner := range fieldsOf(f.Type) {
					if !yield(name, inner) {
						return
					}
				}
			} else if name != "" && name != "-" && !yield(name, f.Type) {
				return
			}
		}
	}
}

// text refuses a number whose digits would not survive as text.
func (c *shapeChecker) text(n ast.Node) {
	var decoded string
	switch n := n.(type) {
	case *ast.FloatNode:
		decoded = fmt.Sprint(n.Value)
	case *ast.IntegerNode:
		decoded = fmt.Sprint(n.Value)
	default:
		return
	}
	if written := n.GetToken().Value; written != decoded {
		c.fail(n.GetToken(), "%s would be read as the number %s: put it in quotes", written, decoded)
	}
}

// whole refuses a number with a fraction, and one that would be read as another.
func (c *shapeChecker) whole(n ast.Node) {
	var value float64
	switch n := n.(type) {
	case *ast.IntegerNode:
		if written, read := n.GetToken().Value, fmt.Sprint(n.Value); strings.TrimPrefix(written, "+") != read {
			c.fail(n.GetToken(), "%s would be read as %s: write it so", written, read)
		}
		return
	case *ast.FloatNode:
		value = n.Value
	case *ast.StringNode:
		v, err := strconv.ParseFloat(strings.TrimSpace(n.Value), 64)
		if err != nil {
			return
		}
		value = v
	case *ast.InfinityNode:
		value = n.Value
	default:
		return
	}
	if value != math.Trunc(value) || math.IsInf(value, 0) {
		c.fail(n.GetToken(), "%s is not a whole number", n.GetToken().Value)
	} else if math.Abs(value) > 1<<53 { // float64 holds none beyond for certain
		c.fail(n.GetToken(), "%s is out of range for a whole number", n.GetToken().Value)
	}
}

// What a file may have at most: ten times as much as the longest study of the program.
const (
	mostBytes  = 1 << 19
	mostValues = 100_000 // keys too, with each alias as often as it stands
	deepest    = 64
)

// A resolver replaces aliases and merges, so that parts of a tree can be decoded.
type resolver struct {
	file    string
	anchors map[string]ast.Node
	values  int // counted so far
	fault   error
}

func (r *resolver) add(n ast.Node, values int) {
	if r.values += values; r.values > mostValues {
		r.fail(n, "the file has more than %d values, with each alias as often as it stands", mostValues)
	}
}

// count counts the values below a node, and refuses aliases that multiply them. It refuses
// texts that a terminal or a reader would not see as they are, too.
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

func (r *resolver) resolve(n ast.Node, depth int) ast.Node {
	if depth > deepest {
		return r.fail(n, "nested more than %d deep", deepest)
	}
	switch n := n.(type) {
	case *ast.AnchorNode:
		value := r.resolve(n.Value, depth+1)
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
		// The decoder does nothing with tags, or panics over them.
		return r.fail(n, "tags are not used here: put text that begins with an exclamation mark in quotes")
	case *ast.SequenceNode:
		for i, v := range n.Values {
			n.Values[i] = r.resolve(v, depth+1)
		}
	case *ast.MappingValueNode:
		m := ast.Mapping(n.GetToken(), false, n)
		m.Start = n.Key.GetToken()
		return r.resolve(m, depth)
	case *ast.MappingNode:
		r.mapping(n, depth)
	}
	return n
}

// mapping resolves values; what it merges counts after what it has itself.
func (r *resolver) mapping(n *ast.MappingNode, depth int) {
	var own, merged []*ast.MappingValueNode
	seen := map[string]bool{}
	for _, v := range n.Values {
		if v.Key.IsMergeKey() {
			value := r.resolve(v.Value, depth+1)
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
		if key := keyText(v); seen[key] {
			r.fail(v.Key, "the key %q stands twice", key)
		}
		seen[keyText(v)] = true
		v.Value = r.resolve(v.Value, depth+1)
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
