package strictyaml

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gpca/report/words"
)

const (
	Text   = "text"
	Number = "number"
	Whole  = "whole number"
	Bool   = "true or false"
)

// A Shape describes the values that a file may have at a place. The zero Shape is any value.
type Shape struct {
	// Doc describes the value. Default is the value if none is written, Example is one, both as YAML.
	Doc, Default, Example string
	// Required means that the value may not be missing. Least and Most are the ends of a
	// number; empty for none.
	Required    bool
	Least, Most string
	// Scalar is Text, Number, Whole or Bool, or empty if no scalar is allowed.
	Scalar string
	// Words are the allowed texts. Open allows others too.
	Words []string
	Open  bool
	// Meanings say what words mean that do not say it themselves, as "orthogonal: …".
	Meanings []string
	// Keys are those of a mapping. One means exactly one of them, or all of Together. Others is the shape under
	// further keys; nil allows none.
	Keys     []Key
	One      bool
	Together []string
	Others   *Shape
	// Kinds have keys beside Keys. The key "kind" of a mapping names one; else it is the first.
	Kinds []Key
	// Like is the key that names another mapping, which gives the missing keys.
	Like string
	// List allows a list of such values, Many requires one.
	List, Many bool
}

// A Key is the name of a key of a mapping, or of a kind, with its shape.
type Key struct {
	Name string
	Shape
}

// A describer adds to the types and tags of its keys: words, and the shape of a [Node].
type describer interface{ Describe() map[string]Shape }

// Describe returns the shape of a value. The tags doc, default, example, words (separated by blanks), required, least
// and most of a field become fields of its Shape. An asterisk before a word makes it the default, and that of a bool
// is false.
func Describe(doc string, of any) Shape {
	more, _ := of.(describer)
	s := describeType(reflect.TypeOf(of), more)
	s.Doc = doc
	return s
}

var scalars = map[reflect.Kind]string{reflect.String: Text, reflect.Float64: Number, reflect.Int: Whole,
	reflect.Uint64: Whole, reflect.Bool: Bool}

// describeType returns the shape of a type. More replaces the describer of its zero value unless nil.
func describeType(t reflect.Type, more describer) Shape {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return Shape{Scalar: Text}
	}
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
	case reflect.Struct:
		return describeStruct(t, more)
	}
	return Shape{Scalar: scalars[t.Kind()]}
}

func describeStruct(t reflect.Type, more describer) (s Shape) {
	if t == reflect.TypeFor[Node]() {
		return s
	}
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
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case options == "inline":
			s.Keys = append(s.Keys, inlined(describeType(f.Type, nil).Keys, said)...)
		case name != "" && name != "-":
			key := Key{name, describeType(f.Type, nil)}
			key.refine(said[name])
			key.Doc, key.Example, key.Required = f.Tag.Get("doc"), f.Tag.Get("example"), f.Tag.Get("required") != ""
			key.Least, key.Most = f.Tag.Get("least"), f.Tag.Get("most")
			words, usual := wordsOf(f.Tag)
			if f.Type.Kind() == reflect.Bool {
				usual = "false"
			}
			key.Default = cmp.Or(f.Tag.Get("default"), key.Default, usual)
			key.Words = append(key.Words, words...)
			s.Keys = append(s.Keys, key)
		}
	}
	return s
}

// inlined are the keys of an inlined struct. The struct around it may say the shape of its nodes.
func inlined(keys []Key, said map[string]Shape) []Key {
	for i, k := range keys {
		if by, ok := said[k.Name]; ok && k.Scalar == "" && k.Keys == nil && k.Others == nil {
			by.Doc, by.Example = k.Doc, k.Example
			keys[i].refine(by)
		}
	}
	return keys
}

// refine adds what another shape says. One with a form of its own replaces s.
func (s *Shape) refine(by Shape) {
	s.Meanings = by.Meanings
	if by.Scalar != "" || by.Keys != nil || by.Others != nil || by.Kinds != nil {
		by.List, by.Many = s.List, s.Many
		*s = by
		return
	}
	s.Default, s.Words, s.Open = by.Default, by.Words, by.Open
}

// WithKinds returns the shape with kinds. The first is the default unless a kind is required.
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

// Numbered returns the shape of a word that may have a number: "published" or {folds: 10}. The words of
// together have a number each: {train: 3000, test: 2000}.
func Numbered(bare, numbered []string, together ...string) Shape {
	whole := func(name string) Key { return Key{name, Shape{Scalar: Whole}} }
	return Shape{Scalar: Text, Words: bare, One: true, Together: together,
		Keys: words.Each(slices.Concat(numbered, together), whole)}
}

// Key returns the shape of a key of the mapping, or of a kind, and whether there is one.
func (s Shape) Key(name string) (Shape, bool) {
	k, ok := words.First(slices.Concat(s.Keys, s.Kinds), func(k Key) bool { return k.Name == name })
	return k.Shape, ok
}

// Type describes the allowed values, such as "whole number or a list".
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

// Explain writes the keys of a mapping as YAML. Each has an example, under a comment with its description, type
// and default. Dash precedes the first key, such as "  - " in a list. Off precedes every example: "#" makes
// comments of them.
func (s Shape) Explain(dash, off string) string {
	e := &explainer{off: off}
	e.mapping(s, dash)
	return e.String()
}

const explainWidth = 92

type explainer struct {
	strings.Builder
	off string
}

// mapping explains keys after an indent, the first after the dash of a list.
func (e *explainer) mapping(s Shape, dash string) {
	indent := strings.Repeat(" ", len(dash))
	lead := dash
	keys := func(keys []Key) {
		for _, k := range keys {
			e.key(k, lead)
			lead = indent
		}
	}
	keys(s.Keys)
	var said []Key
	for _, kind := range s.Kinds {
		fmt.Fprintln(e)
		mark := strings.TrimSuffix(lead, "- ") + "# "
		e.comment(mark, fmt.Sprintf("kind: %s %s.", kind.Name, kind.Doc))
		var fresh []Key
		var known []string
		for _, k := range kind.Keys {
			if slices.ContainsFunc(said, func(o Key) bool { return o.Name == k.Name && o.Doc == k.Doc }) {
				known = append(known, k.Name)
			} else {
				fresh = append(fresh, k)
			}
		}
		if known != nil {
			e.comment(mark, "As above: "+words.Enumerate(known)+".")
		}
		fmt.Fprintln(e)
		keys(fresh)
		said = append(said, fresh...)
	}
}

func (e *explainer) key(k Key, lead string) {
	indent := strings.TrimSuffix(lead, "- ")
	line := indent + e.off + lead[len(indent):] + k.Name + ":"
	if k.IsBlock() {
		fmt.Fprintln(e)
		e.comment(indent+"# ", k.about())
		fmt.Fprintln(e, line)
		e.mapping(k.Shape, indent+"  - ")
		return
	}
	e.comment(indent+"# ", k.about())
	for _, meaning := range k.Meanings {
		e.comment(indent+"#   ", meaning)
	}
	fmt.Fprintln(e, line, k.Example)
	if !k.One {
		for _, inner := range k.Keys {
			fmt.Fprintf(e, "%s  # %s: %s\n", indent, inner.Name, inner.Example)
			e.comment(indent+"  #   ", inner.about())
		}
	}
}

// IsBlock reports whether the key has no example, since its mappings are explained key by key.
func (k Key) IsBlock() bool { return k.Example == "" && (k.Keys != nil || k.Kinds != nil) }

func (k Key) about() string {
	facts := []string{cmp.Or(k.Type(), "any value")}
	if k.Required {
		facts = append(facts, "required")
	}
	if k.Least != "" {
		facts = append(facts, "at least "+k.Least)
	}
	if k.Most != "" {
		facts = append(facts, "at most "+k.Most)
	}
	if k.Default != "" {
		facts = append(facts, "default "+k.Default)
	}
	return fmt.Sprintf("%s (%s)", k.Doc, strings.Join(facts, "; "))
}

func (e *explainer) comment(mark, text string) {
	line := mark
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > explainWidth {
			fmt.Fprintln(e, strings.TrimRight(line, " "))
			line = mark
		}
		line += word + " "
	}
	fmt.Fprintln(e, strings.TrimRight(line, " "))
}

// Narrow returns the shape with only the keys and kinds of a name and their parents, and whether there are any.
func (s Shape) Narrow(name string) (Shape, bool) {
	filter := func(keys []Key) []Key {
		var kept []Key
		for _, k := range keys {
			if k.Name == name {
				kept = append(kept, k)
			} else if inner, ok := k.Narrow(name); ok {
				kept = append(kept, Key{k.Name, inner})
			}
		}
		return kept
	}
	s.Keys, s.Kinds = filter(s.Keys), filter(s.Kinds)
	return s, s.Keys != nil || s.Kinds != nil
}

// Names lists the names that Narrow finds, each once.
func (s Shape) Names() []string {
	var names []string
	for _, k := range slices.Concat(s.Keys, s.Kinds) {
		names = append(append(names, k.Name), k.Names()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
