package study

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"gpca/report/suggest"
)

// A shapeChecker holds a syntax tree against the types that it is going to be
// decoded into, and collects the first thing that the decoder would pass over
// in silence: a table number 2.10 that it takes for 2.1, half a component that
// it rounds off, an empty entry, a second document. Unknown fields are reported
// here too, since here the known ones can be suggested.
type shapeChecker struct {
	file  string
	fault error
}

func checkShape(file string, tree *ast.File) error {
	c := &shapeChecker{file: file}
	if len(tree.Docs) == 0 || tree.Docs[0].Body == nil {
		return fmt.Errorf("%s:1: the file is empty", file)
	}
	c.node(tree.Docs[0].Body, reflect.TypeFor[Study]())
	if len(tree.Docs) > 1 {
		start := tree.Docs[1].Start
		if start == nil && tree.Docs[1].Body != nil {
			start = tree.Docs[1].Body.GetToken()
		}
		c.fail(start, "a second document: a study is one")
	}
	return c.fault
}

func (c *shapeChecker) fail(at *token.Token, format string, args ...any) {
	if c.fault != nil {
		return
	}
	line := 1
	if at != nil && at.Position != nil {
		line = at.Position.Line
	}
	c.fault = fmt.Errorf("%s:%d: %s", c.file, line, fmt.Sprintf(format, args...))
}

// node checks what is to become a value of type t. Where the kinds differ it
// leaves the complaint to the decoder.
func (c *shapeChecker) node(n ast.Node, t reflect.Type) {
	switch n := n.(type) {
	case *ast.AnchorNode:
		c.node(n.Value, t)
		return
	case *ast.TagNode:
		// The decoder does nothing with tags, or panics over them.
		c.fail(n.Start, "a study has no tags: put text that begins with an exclamation mark in quotes")
		return
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
	case *ast.MappingValueNode:
		c.entry(n, t)
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		c.node(n, t.Elem())
	case reflect.String:
		c.text(n)
	case reflect.Struct: // a column may be the bare name of a method
		if t == reflect.TypeFor[Column]() {
			c.text(n)
		}
	case reflect.Int, reflect.Uint64:
		c.whole(n)
	}
}

// entry checks one key of a mapping with its value.
func (c *shapeChecker) entry(n *ast.MappingValueNode, t reflect.Type) {
	if n.Key.IsMergeKey() {
		return // what it merges is checked where it stands
	}
	switch t.Kind() {
	case reflect.Pointer:
		c.entry(n, t.Elem())
	case reflect.Map:
		c.node(n.Value, t.Elem())
	case reflect.Struct:
		key := n.Key.GetToken().Value
		var known []string
		for i := range t.NumField() {
			name := t.Field(i).Tag.Get("yaml")
			if name == "" {
				continue // Column.Method, which has no key
			}
			if name == key {
				c.node(n.Value, t.Field(i).Type)
				return
			}
			known = append(known, name)
		}
		c.fail(n.Key.GetToken(), "unknown field %q: %s", key, suggest.DidYouMean(key, known))
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

// whole refuses a number with a fraction.
func (c *shapeChecker) whole(n ast.Node) {
	var value float64
	switch n := n.(type) {
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
	}
}
