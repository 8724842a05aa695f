package strictyaml

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"gpca/report/words"
)

// The scalars that a value may be.
const (
	Text   = "text"
	Number = "number"
	Whole  = "whole number"
	Bool   = "true or false"
)

// A Shape says what a value in a file may be; the zero Shape is any value.
type Shape struct {
	// Doc says what it is. Default is what is meant where none is written, Example one, as YAML.
	Doc, Default, Example string
	// Required tells that the value must be there.
	Required bool
	// Scalar is Text, Number, Whole or Bool, empty where no scalar may stand.
	Scalar string
	// Words are those that a text may be; with Open, others may stand too.
	Words []string
	Open  bool
	// Keys are those of a mapping; One tells that it has one of them alone, or all of
	// Together. Others is what stands under further keys; nil for none.
	Keys     []Key
	One      bool
	Together []string
	Others   *Shape
	// Kinds are mappings of which the key "kind" names one, with keys beside Keys; or the first.
	Kinds []Key
	// Like is the key of a mapping that takes missing keys over from another one.
	Like string
	// List tells that several such values may stand in a list, Many that they must.
	List, Many bool
}

// A Key is a key of a mapping, or the name of a kind, with what stands under it.
type Key struct {
	Name string
	Shape
}

// A describer says of keys what types and tags do not: words, and the shape of a [Node].
type describer interface{ Describe() map[string]Shape }

// Describe says what is decoded into a value. The tags doc, default, example, words (separated
// by blanks) and required of a field become fields of its Shape.
func Describe(doc string, of any) Shape {
	more, _ := of.(describer)
	s := describeType(reflect.TypeOf(of), more)
	s.Doc = doc
	return s
}

// describeType describes a type. More is what a value of it says, nil for the zero value.
func describeType(t reflect.Type, more describer) Shape {
	switch t.Kind() {
	case reflect.Pointer:
		return describeType(t.Elem(), more)
	case reflect.Slice:
		s := describeType(t.Elem(), nil)
		s.List, s.Many = true, !isList(t)
		return s
	case reflect.Map:
		of := describeType(t.Elem(), nil)
		return Shape{Others: &of}
	case reflect.String:
		return Shape{Scalar: Text}
	case reflect.Float64:
		return Shape{Scalar: Number}
	case reflect.Int, reflect.Uint64:
		return Shape{Scalar: Whole}
	case reflect.Bool:
		return Shape{Scalar: Bool}
	}
	if t == reflect.TypeFor[Node]() || t.Kind() != reflect.Struct {
		return Shape{}
	}
	var s Shape
	if reflect.PointerTo(t).Implements(reflect.TypeFor[scalarStruct]()) {
		s.Scalar = describeType(t.Field(0).Type, nil).Scalar
	}
	if more == nil {
		more, _ = reflect.Zero(t).Interface().(describer)
	}
	var said map[string]Shape
	if more != nil {
		said = more.Describe()
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if options == "inline" {
			s.Keys = append(s.Keys, describeType(f.Type, nil).Keys...)
		}
		if name == "" || name == "-" {
			continue
		}
		key := Key{name, describeType(f.Type, nil)}
		key.refine(said[name])
		key.Doc, key.Example, key.Required = f.Tag.Get("doc"), f.Tag.Get("example"), f.Tag.Get("required") != ""
		key.Default = cmp.Or(f.Tag.Get("default"), key.Default)
		key.Words = append(key.Words, strings.Fields(f.Tag.Get("words"))...)
		s.Keys = append(s.Keys, key)
	}
	return s
}

// refine adds what another shape says, which replaces what a value may be.
func (s *Shape) refine(by Shape) {
	if by.Scalar != "" || by.Keys != nil || by.Others != nil || by.Kinds != nil {
		by.List, by.Many = s.List, s.Many
		*s = by
		return
	}
	s.Default, s.Words, s.Open = by.Default, by.Words, by.Open
}

// WithKinds returns the shape with kinds, the first of which is meant unless one is required.
func (s Shape) WithKinds(kinds []Key, required bool) Shape {
	s.Kinds = kinds
	for i := range s.Keys {
		if k := &s.Keys[i]; k.Name == "kind" {
			k.Words = append(k.Words, words.Each(kinds, func(kind Key) string { return kind.Name })...)
			k.Example = kinds[0].Name
			if k.Required = required; !required {
				k.Default = kinds[0].Name
			}
		}
	}
	return s
}

// Numbered is the shape of a word that may take a number: "published" or {folds: 10}. Words
// that stand together have a number each: {train: 3000, test: 2000}.
func Numbered(bare, numbered []string, together ...string) Shape {
	s := Shape{Scalar: Text, Words: bare, One: true, Together: together}
	for _, name := range slices.Concat(numbered, together) {
		s.Keys = append(s.Keys, Key{name, Shape{Scalar: Whole}})
	}
	return s
}

// Key is the shape of a key of the mapping, or of a kind; false when there is none.
func (s Shape) Key(name string) (Shape, bool) {
	for _, k := range slices.Concat(s.Keys, s.Kinds) {
		if k.Name == name {
			return k.Shape, true
		}
	}
	return Shape{}, false
}

// Type words what may stand: "whole number or a list".
func (s Shape) Type() string {
	var forms []string
	switch {
	case len(s.Words) > 0:
		forms = append(forms, s.Words...)
		if s.Open {
			forms = append(forms, "another text")
		}
	case s.Scalar != "":
		forms = append(forms, s.Scalar)
	}
	switch {
	case s.One:
		var together []string
		for _, k := range s.Keys {
			if form := k.Name + ": " + k.Scalar; slices.Contains(s.Together, k.Name) {
				together = append(together, form)
			} else {
				forms = append(forms, "{"+form+"}")
			}
		}
		if together != nil {
			forms = append(forms, "{"+strings.Join(together, ", ")+"}")
		}
	case s.Others != nil && len(s.Keys) == 0:
		forms = append(forms, "mapping to "+cmp.Or(s.Others.Type(), "values"))
	case len(s.Keys)+len(s.Kinds) > 0:
		forms = append(forms, "mapping")
	}
	switch {
	case s.Many:
		return "list of " + words.List(forms, "or")
	case s.List && len(forms) > 0:
		forms = append(forms, "a list")
	}
	return words.List(forms, "or")
}
