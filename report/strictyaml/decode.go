package strictyaml

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"gpca/report/words"
	"gpca/solver/typo"
)

// A List is a list in which a single value may stand for itself: "data: usps".
type List[T any] []T

func (List[T]) mayBeSingle() {}

// isList reports whether a type is a [List].
func isList(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Implements(reflect.TypeFor[interface{ mayBeSingle() }]())
}

// A scalarStruct is a struct that may be a bare scalar, of the type of its first field.
// MayBeScalar is called when it was one.
type scalarStruct interface{ MayBeScalar() }

// A nodeDecoder decodes a node of any form.
type nodeDecoder interface{ DecodeNode(n Node) error }

// Decode decodes the node into a pointer. It refuses unknown keys, of which it names the
// nearest known one, and numbers that would be read as others. An empty value changes nothing.
func (n Node) Decode(into any) error {
	if n.node == nil {
		return nil
	}
	return n.decode(reflect.ValueOf(into).Elem())
}

func (n Node) decode(into reflect.Value) error {
	t := into.Type()
	if t == reflect.TypeFor[Node]() {
		into.Set(reflect.ValueOf(n)) // to be decoded later
		return nil
	}
	if n.isNull() {
		return nil
	}
	if d, ok := into.Addr().Interface().(nodeDecoder); ok {
		return d.DecodeNode(n)
	}
	switch t.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(t.Elem()))
		return n.decode(into.Elem())
	case reflect.Slice:
		return n.decodeList(into)
	case reflect.Map:
		return n.decodeMap(into)
	case reflect.Struct:
		return n.decodeStruct(into)
	case reflect.Interface:
		return yaml.NodeToValue(n.node, into.Addr().Interface())
	}
	return n.decodeScalar(into)
}

func (n Node) isNull() bool {
	_, null := n.node.(*ast.NullNode)
	return null
}

func (n Node) decodeList(into reflect.Value) error {
	if _, list := n.node.(*ast.SequenceNode); !list && !isList(into.Type()) {
		return n.mismatch(into)
	}
	entries := n.Entries()
	into.Set(reflect.MakeSlice(into.Type(), len(entries), len(entries)))
	for i, e := range entries {
		if e.isNull() {
			return e.Fault("an empty entry in a list")
		}
		if err := e.decode(into.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (n Node) decodeMap(into reflect.Value) error {
	if !n.IsMapping() {
		return n.mismatch(into)
	}
	t := into.Type()
	into.Set(reflect.MakeMap(t))
	for _, p := range n.Pairs() {
		key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		if t.Key().Kind() == reflect.String {
			key.SetString(p.Name())
		} else if err := p.Key.decode(key); err != nil {
			return err
		}
		if err := p.Value.decode(value); err != nil {
			return err
		}
		into.SetMapIndex(key, value)
	}
	return nil
}

func (n Node) decodeStruct(into reflect.Value) error {
	if _, list := n.node.(*ast.SequenceNode); !n.IsMapping() && !list {
		if s, ok := into.Addr().Interface().(scalarStruct); ok {
			err := n.decode(into.Field(0))
			s.MayBeScalar()
			return err
		}
	}
	if !n.IsMapping() {
		return n.mismatch(into)
	}
	known := fieldsOf(into)
	for _, p := range n.Pairs() {
		i := slices.IndexFunc(known, func(f field) bool { return f.name == p.Name() })
		if i < 0 {
			names := words.Each(known, func(f field) string { return f.name })
			return p.Key.Fault("unknown field %q: %s", p.Name(), typo.DidYouMean(p.Name(), names))
		}
		if err := p.Value.decode(known[i].value); err != nil {
			return err
		}
	}
	return nil
}

// A field is a key of a struct.
type field struct {
	name  string
	value reflect.Value
}

// fieldsOf are the keys of a struct, those of inlined ones too.
func fieldsOf(v reflect.Value) []field {
	var fields []field
	for f, value := range v.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if options == "inline" {
			fields = append(fields, fieldsOf(value)...)
		} else if name != "" && name != "-" {
			fields = append(fields, field{name, value})
		}
	}
	return fields
}

func (n Node) decodeScalar(into reflect.Value) error {
	switch into.Kind() {
	case reflect.String:
		text, ok, err := n.text()
		if ok {
			into.SetString(text)
			return err
		}
	case reflect.Bool:
		if b, ok := n.node.(*ast.BoolNode); ok {
			into.SetBool(b.Value)
			return nil
		}
	case reflect.Float64:
		if v, ok := n.number(); ok {
			into.SetFloat(v)
			return nil
		}
	case reflect.Int, reflect.Int64, reflect.Uint64:
		if v, ok := n.number(); ok {
			return n.decodeWhole(into, v)
		}
	}
	return n.mismatch(into)
}

// text is what is decoded into a string; not a number whose digits would not survive.
func (n Node) text() (text string, ok bool, err error) {
	written := n.node.GetToken().Value
	switch s := n.node.(type) {
	case *ast.StringNode:
		return s.Value, true, nil
	case *ast.LiteralNode:
		return s.Value.Value, true, nil
	case *ast.FloatNode:
		text = fmt.Sprint(s.Value)
	case *ast.IntegerNode:
		text = fmt.Sprint(s.Value)
	case *ast.BoolNode:
		return strconv.FormatBool(s.Value), true, nil
	default:
		return "", false, nil
	}
	if written != text {
		err = n.Fault("%s would be read as the number %s: put it in quotes", written, text)
	}
	return text, true, err
}

// number is the value of a number; 1e-10 is text to the parser.
func (n Node) number() (v float64, ok bool) {
	switch s := n.node.(type) {
	case *ast.IntegerNode:
		v, _ := strconv.ParseFloat(fmt.Sprint(s.Value), 64)
		return v, true
	case *ast.FloatNode:
		return s.Value, true
	case *ast.InfinityNode:
		return s.Value, true
	case *ast.NanNode:
		return math.NaN(), true
	case *ast.StringNode:
		v, err := strconv.ParseFloat(strings.TrimSpace(s.Value), 64)
		return v, err == nil
	}
	return 0, false
}

// decodeWhole refuses a number with a fraction, and one that would be read as another.
func (n Node) decodeWhole(into reflect.Value, v float64) error {
	digits := n.node.GetToken().Value
	if whole, ok := n.node.(*ast.IntegerNode); ok {
		if read := fmt.Sprint(whole.Value); strings.TrimPrefix(digits, "+") != read {
			return n.Fault("%s would be read as %s: write it so", digits, read)
		}
	} else if v != math.Trunc(v) || math.IsInf(v, 0) {
		return n.Fault("%s is not a whole number", digits)
	} else if math.Abs(v) > 1<<53 { // float64 holds none beyond for certain
		return n.Fault("%s is out of range for a whole number", digits)
	} else {
		digits = strconv.FormatInt(int64(v), 10)
	}
	if _, err := fmt.Sscan(digits, into.Addr().Interface()); err != nil {
		return n.Fault("%s is out of range for %s", digits, describe(into.Type()))
	}
	return nil
}

// mismatch says what is wanted in place of a node.
func (n Node) mismatch(into reflect.Value) error {
	got := cmp.Or(map[ast.NodeType]string{
		ast.SequenceType: "a list", ast.MappingType: "a mapping", ast.StringType: "text", ast.LiteralType: "text",
		ast.IntegerType: "a number", ast.FloatType: "a number", ast.BoolType: "true or false",
	}[n.node.Type()], n.node.Type().YAMLName())
	return n.Fault("%s is wanted here, not %s", describe(into.Type()), got)
}

// describe words a type of Go for the writer of a YAML file.
func describe(t reflect.Type) string {
	return cmp.Or(map[reflect.Kind]string{
		reflect.String: "text", reflect.Bool: "true or false", reflect.Float64: "a number",
		reflect.Int: "a whole number", reflect.Int64: "a whole number", reflect.Uint64: "a whole number from 0 up",
		reflect.Slice: "a list", reflect.Map: "a mapping", reflect.Struct: "a mapping",
	}[t.Kind()], t.String())
}
