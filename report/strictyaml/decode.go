package strictyaml

import (
	"cmp"
	"encoding"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"gpca/report/words"
	"gpca/solver/typo"
)

// A List is a list that may be written as a single value: "data: usps".
type List[T any] []T

func (List[T]) single() bool { return true }

func isList(t reflect.Type) bool {
	l, ok := reflect.Zero(t).Interface().(interface{ single() bool })
	return ok && l.single()
}

// A scalarStruct is a struct that may be written as a scalar, of the type of its first field. Decode then calls
// MayBeScalar.
type scalarStruct interface{ MayBeScalar() }

type nodeDecoder interface{ DecodeNode(n Node) error }

// Read reads a file into a pointer. The node is for further faults.
func Read(file string, source []byte, into any) (root Node, err error) {
	if root, err = Parse(file, source); err == nil {
		err = root.Decode(into)
	}
	return root, err
}

// Own reads a file that comes with the program.
func Own[T any](file string, source []byte) (of T) {
	if _, err := Read(file, source, &of); err != nil {
		panic(err) // a mistake in the file, which tests find
	}
	return of
}

// Decode decodes the node into a pointer. It refuses unknown keys, and suggests the nearest known one. By the tags of
// fields that [Describe] lists it refuses a mapping without a required key, words that are not listed, and numbers
// below the least or above the largest. It refuses numbers that would change. An empty value changes nothing.
func (n Node) Decode(into any) error {
	if n.IsZero() {
		return nil
	}
	return n.decode(reflect.ValueOf(into).Elem())
}

// DecodeHead decodes the keys that a struct has, and returns the mapping without them. If one is missing, a key that is
// its name with a typing error is the fault.
func (n Node) DecodeHead(into any) (rest Node, err error) {
	keys := Keys(into)
	rest, err = n.Without(keys...), n.Only(keys...).Decode(into)
	for _, p := range rest.Pairs() {
		near := typo.Nearest(p.Name(), keys)
		if err != nil && near != nil && n.Field(near[0]).IsZero() {
			return rest, p.Key.Fault("unknown field %q: did you mean %s?", p.Name(), near[0])
		}
	}
	return rest, err
}

// Keys are those that a struct, given by its pointer, is decoded from.
func Keys(of any) []string {
	return words.Each(fieldsOf(reflect.ValueOf(of).Elem()), func(f field) string { return f.name })
}

func (n Node) decode(into reflect.Value) error {
	t := into.Type()
	if t == reflect.TypeFor[Node]() {
		into.Set(reflect.ValueOf(n))
		return nil
	}
	if n.isNull() {
		return nil
	}
	if d, ok := into.Addr().Interface().(nodeDecoder); ok {
		return d.DecodeNode(n)
	}
	if u, ok := into.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if err := u.UnmarshalText([]byte(n.Text())); err != nil {
			return n.Fault("%w", err)
		}
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(t.Elem()))
		return n.decode(into.Elem())
	case reflect.Slice:
		return n.decodeList(into)
	case reflect.Array:
		list := reflect.New(reflect.SliceOf(t.Elem()))
		err := n.decodeList(list.Elem())
		reflect.Copy(into, list.Elem())
		return err
	case reflect.Map:
		return n.decodeMap(into)
	case reflect.Struct:
		return n.decodeStruct(into)
	}
	return n.decodeScalar(into)
}

func (n Node) isNull() bool { return n.value != nil && n.value.kind == ast.NullType }

func (n Node) decodeList(into reflect.Value) error {
	if n.value.kind != ast.SequenceType && !isList(into.Type()) {
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
	if !n.IsMapping() {
		if s, ok := into.Addr().Interface().(scalarStruct); ok {
			err := n.decode(into.Field(0))
			s.MayBeScalar()
			return err
		}
		return n.mismatch(into)
	}
	known := fieldsOf(into)
	for _, p := range n.Pairs() {
		f, ok := words.First(known, func(f field) bool { return f.name == p.Name() })
		if !ok {
			// A key's former name is not read, since its value is written in another way.
			if f, ok = words.First(known, func(f field) bool { return f.tag.Get("former") == p.Name() }); ok {
				return p.Key.Fault("%s is now %s: %s", p.Name(), f.name, f.tag.Get("example"))
			}
			names := words.Each(known, func(f field) string { return f.name })
			return p.Key.Fault("unknown field %q: %s", p.Name(), typo.DidYouMean(p.Name(), names))
		}
		if err := cmp.Or(f.checkWords(p.Value), p.Value.decode(f.value), f.checkBounds(p.Value)); err != nil {
			return err
		}
	}
	for _, f := range known {
		written := func(entry Node) bool { return entry.IsMapping() || strings.TrimSpace(entry.Text()) != "" }
		if f.tag.Get("required") != "" && !slices.ContainsFunc(n.Field(f.name).Entries(), written) {
			return n.Fault("%s is missing, as in %[1]s: %s", f.name, f.tag.Get("example"))
		}
	}
	return nil
}

type field struct {
	name  string
	tag   reflect.StructTag
	value reflect.Value
}

// wordsOf are the words of a field, and the one that is its default.
func wordsOf(tag reflect.StructTag) (all []string, usual string) {
	for _, word := range strings.Fields(tag.Get("words")) {
		name, first := strings.CutPrefix(word, "*")
		if all = append(all, name); first {
			usual = name
		}
	}
	return all, usual
}

func (f field) checkWords(n Node) error {
	allowed, _ := wordsOf(f.tag)
	for _, entry := range n.Entries() {
		text := entry.Text()
		if len(allowed) > 0 && text != "" && !slices.Contains(allowed, text) {
			return entry.Fault("%s is %q: %s", f.name, text, typo.DidYouMean(text, allowed))
		}
	}
	return nil
}

// checkBounds checks numbers, which have been decoded, against a least and a largest finite one.
func (f field) checkBounds(n Node) error {
	least, err := strconv.ParseFloat(f.tag.Get("least"), 64)
	if err != nil {
		return nil
	}
	for _, entry := range n.Entries() {
		var v float64
		if err := entry.Decode(&v); err == nil && (!(v >= least) || math.IsInf(v, 0)) {
			return entry.Fault("%s is %s, must be at least %g", f.name, entry.Text(), least)
		}
		if most, err := strconv.ParseFloat(f.tag.Get("most"), 64); err == nil && v > most {
			return entry.Fault("%s is %s, must be at most %g", f.name, entry.Text(), most)
		}
	}
	return nil
}

// fieldsOf includes the keys of inlined structs.
func fieldsOf(v reflect.Value) []field {
	var fields []field
	for f, value := range v.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if options == "inline" {
			fields = append(fields, fieldsOf(value)...)
		} else if name != "" && name != "-" {
			fields = append(fields, field{name, f.Tag, value})
		}
	}
	return fields
}

// decodeScalar refuses a number that would change as text or as a number, and one with a fraction where a whole
// one is wanted.
func (n Node) decodeScalar(into reflect.Value) error {
	scalar, ok := n.value.syntax.(ast.ScalarNode)
	if !ok {
		return n.mismatch(into)
	}
	value, written := scalar.GetValue(), scalar.GetToken().Value
	read := fmt.Sprint(value)
	number, err := strconv.ParseFloat(strings.TrimSpace(read), 64) // the parser reads 1e-10 as text
	switch kind := into.Kind(); {
	case kind == reflect.String:
		if (n.value.kind == ast.IntegerType || n.value.kind == ast.FloatType) && read != written {
			return n.Fault("%s would be read as the number %s: put it in quotes", written, read)
		}
		if block, ok := scalar.(*ast.LiteralNode); ok { // after | or >
			read = cmp.Or(block.Value.Value, read)
		}
		into.SetString(read)
	case kind == reflect.Bool && scalar.Type() == ast.BoolType:
		into.SetBool(value.(bool))
	case kind == reflect.Bool || err != nil:
		return n.mismatch(into)
	case kind == reflect.Float64:
		into.SetFloat(number)
	default:
		return n.decodeWhole(into, written, read, number)
	}
	return nil
}

func (n Node) decodeWhole(into reflect.Value, written, read string, number float64) error {
	whole := n.value.kind == ast.IntegerType
	switch {
	case whole && strings.TrimPrefix(written, "+") != read:
		return n.Fault("%s would be read as %s: write it so", written, read)
	case number != math.Trunc(number) || math.IsInf(number, 0):
		return n.Fault("%s is not a whole number", written)
	case !whole && math.Abs(number) > 1<<53: // where float64 skips integers
		return n.Fault("%s is out of range for a whole number", written)
	case !whole:
		read = strconv.FormatFloat(number, 'f', -1, 64)
	}
	if _, err := fmt.Sscan(read, into.Addr().Interface()); err != nil {
		return n.Fault("%s is out of range for %s", written, describe(into.Type()))
	}
	return nil
}

func (n Node) mismatch(into reflect.Value) error {
	got := cmp.Or(map[ast.NodeType]string{
		ast.SequenceType: "a list", ast.MappingType: "a mapping", ast.StringType: "text", ast.LiteralType: "text",
		ast.IntegerType: "a number", ast.FloatType: "a number", ast.BoolType: "true or false",
	}[n.value.kind], n.value.kind.YAMLName())
	return n.Fault("%s is wanted here, not %s", describe(into.Type()), got)
}

func describe(t reflect.Type) string {
	return cmp.Or(map[reflect.Kind]string{
		reflect.String: "text", reflect.Bool: "true or false", reflect.Float64: "a number",
		reflect.Int: "a whole number", reflect.Int64: "a whole number", reflect.Uint64: "a whole number from 0 up",
		reflect.Slice: "a list", reflect.Map: "a mapping", reflect.Struct: "a mapping",
	}[t.Kind()], t.String())
}
