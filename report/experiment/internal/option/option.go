// Package option declares an option of experiments once. Its default and words in the help, its axis, its check, its
// field in the spec of a cell, and how a cell of another value is called follow from the declaration. By hand remain
// the field that a study's block is decoded into, and the field of the spec.
package option

import (
	"fmt"
	"math"
	"slices"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// An Option has values of type T. A spec of type S has a field for it.
type Option[S any, T comparable] struct {
	Key    string // in study files
	Title  string // of its axis
	Plural string // counts the values, as in "9 starts"; empty for what is no setting of the optimiser

	// Default is the value where a study names none; with Required there is no default.
	Default  T
	Required bool
	// Words are the valid values of a text, with others if Open. Meanings explain them, in the help.
	Words, Meanings []string
	Open            bool
	Value           func(T) experiment.Value // on its axis
	Check           func(T) error            // of a value that Words do not exclude; nil accepts all

	// In is where a spec has the value; nil for nowhere. Where the value is Unset, the field keeps its zero, so that
	// keys of cells do not change by an option that was added later.
	In    func(*S) *T
	Unset *T
	// Named is what a value other than the default adds to the name of a cell; nil for nothing.
	Named func(T) string
}

// A Bound option has the values that a block gives.
type Bound[S any] interface {
	Key() string
	Axis() experiment.Axis
	Shape() strictyaml.Shape
	// Check returns an error for a value that is not valid, with its place in the block.
	Check(block strictyaml.Node) error
	// Set sets the field of a spec to the value at a point.
	Set(s *S, axes []experiment.Axis, p experiment.Point)
	// Name is what the value of a spec adds to the name of its cell.
	Name(s *S) string
	Plural() string
}

// Of binds an option to the values of a block.
func Of[S any, T comparable](values *strictyaml.List[T], o Option[S, T]) Bound[S] {
	return bound[S, T]{o, values}
}

type bound[S any, T comparable] struct {
	of     Option[S, T]
	values *strictyaml.List[T]
}

func (b bound[S, T]) Key() string    { return b.of.Key }
func (b bound[S, T]) Plural() string { return b.of.Plural }
func (b bound[S, T]) Axis() experiment.Axis {
	return experiment.NewAxis(b.of.Key, b.of.Title, *b.values, b.of.Value)
}

func (b bound[S, T]) Shape() strictyaml.Shape {
	s := strictyaml.Shape{Words: b.of.Words, Open: b.of.Open, Meanings: b.of.Meanings}
	if !b.of.Required {
		s.Default = fmt.Sprint(b.of.Default)
	}
	return s
}

func (b bound[S, T]) Check(block strictyaml.Node) error {
	return strictyaml.CheckEach(block.At(b.of.Key), *b.values, b.check)
}

func (b bound[S, T]) check(v T) error {
	if text := fmt.Sprint(v); len(b.of.Words) > 0 && !b.of.Open && !slices.Contains(b.of.Words, text) {
		return fmt.Errorf("unknown %s %q: %s", b.of.Key, text, typo.DidYouMean(text, b.of.Words))
	}
	if b.of.Check == nil {
		return nil
	}
	return b.of.Check(v)
}

func (b bound[S, T]) Set(s *S, axes []experiment.Axis, p experiment.Point) {
	if b.of.In == nil {
		return
	}
	if v := experiment.Item(axes, p, b.of.Key, *b.values); b.of.Unset == nil || v != *b.of.Unset {
		*b.of.In(s) = v
	}
}

func (b bound[S, T]) Name(s *S) string {
	if b.of.In == nil || b.of.Named == nil {
		return ""
	}
	if v := *b.of.In(s); v != b.of.Default {
		return b.of.Named(v)
	}
	return ""
}

// All are the options of a kind of experiment.
type All[S any] []Bound[S]

// Shapes describe the options by their keys, for the help.
func (all All[S]) Shapes() map[string]strictyaml.Shape {
	shapes := map[string]strictyaml.Shape{}
	for _, b := range all {
		shapes[b.Key()] = b.Shape()
	}
	return shapes
}

func (all All[S]) Check(block strictyaml.Node) error {
	return words.Try(all, func(b Bound[S]) error { return b.Check(block) })
}

// Axes are those of all options, also of those that have one value.
func (all All[S]) Axes() []experiment.Axis { return words.Each(all, Bound[S].Axis) }

// Set sets the fields of a spec to the values at a point.
func (all All[S]) Set(s *S, axes []experiment.Axis, p experiment.Point) {
	for _, b := range all {
		b.Set(s, axes, p)
	}
}

// Name is what the values of a spec add to the name of its cell.
func (all All[S]) Name(s *S) (name string) {
	for _, b := range all {
		name += b.Name(s)
	}
	return name
}

// Varied counts the values of those options on axes that are settings: "9 starts and 7 iteration limits".
func (all All[S]) Varied(axes []experiment.Axis) string {
	var parts []string
	for _, a := range axes {
		if b, ok := words.First(all, func(b Bound[S]) bool { return b.Key() == a.Name }); ok && b.Plural() != "" {
			parts = append(parts, fmt.Sprintf("%d %s", len(a.Values), b.Plural()))
		}
	}
	return words.List(parts, "and")
}

// Number is the value of a number on an axis; for the noun see [experiment.Number].
func Number[T int | float64](noun string) func(T) experiment.Value {
	return func(v T) experiment.Value { return experiment.Number(float64(v), noun) }
}

// Entry is the value on an axis of the entry of a list that a text names.
func Entry[E experiment.Entry](list []E) func(string) experiment.Value {
	return func(text string) experiment.Value {
		e, err := experiment.Find("", text, list)
		if err != nil {
			return experiment.Word(text, text)
		}
		return e.Value()
	}
}

// Positive checks a number under a key.
func Positive[T int | float64](key string) func(T) error {
	return func(v T) error {
		if v > 0 && !math.IsInf(float64(v), 1) {
			return nil
		}
		return fmt.Errorf("%s is %v, must be positive", key, v)
	}
}
