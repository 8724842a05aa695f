// Package experiment defines experiments: axes whose product is a grid, measures of its cells, and the work that
// computes these. A kind of experiment is a folder under this one, or a file in lesson, and a line in the list of
// kinds. It decodes its block of a study file, describes its protocol and computes its cells. Its measures are a list
// in YAML beside its code.
//
//	study file ──► Kind.Decode ──► Experiment
//	                                  │ Axes, Measures, Words
//	                  a Point ──► Experiment.Cell ──► Cell ──► Kind.Job ──► Result
package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// Limits of the cells of a grid and of the draws of a cell; more are a mistake.
const (
	MostCells       = 20_000
	MostRepetitions = 10_000
)

// A Kind computes one kind of experiment.
type Kind interface {
	// Name is its name in study files.
	Name() string
	// Block describes the block in a study file.
	Block() strictyaml.Shape
	// Decode reads an experiment from its block. Errors have file, line and column.
	Decode(block strictyaml.Node, scope Scope) (Experiment, error)
	Computer
}

// A Scope is what the rest of a study file offers an experiment.
type Scope interface {
	// Method returns a method by name: one that the study defines, or a function.
	Method(name string) (method.Method, error)
	// KnownData returns an error for an unknown data set.
	KnownData(name string) error
	// Beside reads a file beside that of the study.
	Beside(name string) ([]byte, error)
}

// An Experiment is a grid: cells at every point of its axes.
type Experiment interface {
	// Axes returns what varies, in the order of the rows of a table.
	Axes() []Axis
	// Measures returns what each cell measures, the default first.
	Measures() []Measure
	// Cell returns the cell of a point with a value on every axis, or an error with file, line and column.
	Cell(p Point, m method.Method, on Subject) (Cell, error)
	// Check returns an error for a method that the experiment cannot use.
	Check(m method.Method) error
	Words
}

// Words describe an experiment to readers.
type Words interface {
	// Protocol says in a sentence or two how cells are computed. Title names a data set for people.
	Protocol(title func(data string) string) string
	// Settings say in a sentence or two what all fits have in common.
	Settings() string
	// Setting names what is done to the data, such as "Gaussian noise"; empty for nothing.
	Setting() string
}

// A Subject is what a cell is computed on, and how often.
type Subject struct {
	Data dataset.Description
	Seed uint64
	// Repetitions counts random draws, Refits the repeated fits of one that did not settle.
	Repetitions, Refits int
}

// Names of common axes.
const (
	Data   = "data"
	Level  = "level"  // of noise, or of what the kind varies instead
	Method = "method" // open: a table names its methods
)

// An Axis is something that an experiment varies.
type Axis struct {
	// Name is its key in study files.
	Name string
	// Title is its heading in tables and charts.
	Title string
	// Values are distinct, the default first.
	Values []Value
	// Open: a table may ask for unlisted values, such as methods.
	Open bool
}

type Value struct {
	// Text identifies the value on its axis, in points and study files.
	Text string
	// Label is for tables, Phrase for sentences: "30" and "30 components".
	Label, Phrase string
	// TeX is the label with formulas between dollar signs; empty without formulas.
	TeX string
	// Number is NaN for a value that is no number.
	Number float64
	// Short is another text that selects the value in a study file.
	Short string
}

// Number returns a number as a value. A noun, such as "component", makes the phrase.
func Number(v float64, noun string) Value {
	text := strconv.FormatFloat(v, 'g', -1, 64)
	value := Value{Text: text, Label: text, Phrase: text, Number: v}
	if noun != "" {
		value.Phrase = words.Count(v, noun)
	}
	return value
}

func Word(text, phrase string) Value {
	return Value{Text: text, Label: text, Phrase: phrase, Number: math.NaN()}
}

// A Grid has the axes of an experiment, the data sets first, its measures, and its block.
type Grid struct {
	Data strictyaml.List[string] `yaml:"data" doc:"Data sets, by name." example:"iris" required:"yes"`

	Block    strictyaml.Node `yaml:"-"`
	axes     []Axis
	measures []Measure
}

// Resolve does nothing: what Begin leaves is up to the kind.
func (g *Grid) Resolve(strictyaml.Node, Scope) error { return nil }

// Begin makes an axis of the data sets.
func (g *Grid) Begin(block strictyaml.Node, scope Scope) error {
	g.Block = block
	if err := strictyaml.CheckEach(block.At("data"), g.Data, scope.KnownData); err != nil {
		return err
	}
	g.Vary(NewAxis(Data, "Data set", g.Data, func(d string) Value { return Word(d, d) }))
	return nil
}

// Setting is none, unless a kind changes the data.
func (*Grid) Setting() string { return "" }

func (g *Grid) Axes() []Axis { return g.axes }

func (g *Grid) Vary(axes ...Axis) { g.axes = append(g.axes, axes...) }

// VarySeveral adds those axes that have several values.
func (g *Grid) VarySeveral(axes ...Axis) {
	for _, a := range axes {
		if len(a.Values) > 1 {
			g.Vary(a)
		}
	}
}

// Methodless is embedded in experiments without methods.
type Methodless struct{}

// Settings are none: nothing is iterated.
func (Methodless) Settings() string { return "" }

func (Methodless) Check(m method.Method) error {
	if m.Name == "" {
		return nil
	}
	return fmt.Errorf("the experiment has no use for a method, here %s", m.Name)
}

// Called returns a word as a value whose label is its phrase.
func Called(text, phrase string) Value {
	v := Word(text, phrase)
	v.Label = phrase
	return v
}

// Shortly is Called with the phrase as the short text.
func Shortly(text, phrase string) Value {
	v := Called(text, phrase)
	v.Short = phrase
	return v
}

func NewAxis[T any](name, title string, list []T, value func(T) Value) Axis {
	return Axis{Name: name, Title: title, Values: words.Each(list, value)}
}

// Numbers makes an axis of numbers; for noun see [Number].
func Numbers[T int | float64](name, title, noun string, list []T) Axis {
	return NewAxis(name, title, list, func(v T) Value { return Number(float64(v), noun) })
}

// An Entry of a list has a value on an axis.
type Entry interface{ Value() Value }

func (v Value) Value() Value { return v }

// Texts returns the names of entries in study files.
func Texts[T Entry](list []T) []string {
	return words.Each(list, func(v T) string { return v.Value().Text })
}

func Find[T Entry](key, text string, list []T) (T, error) {
	return typo.Find(key, text, list, func(v T) string { return v.Value().Text })
}

// Choose makes an axis of those entries of a list that a block names under a key.
func Choose[T Entry](
	block strictyaml.Node, key, title string, names []string, list []T,
) (chosen []T, a Axis, err error) {
	for i, name := range names {
		v, err := Find(key, name, list)
		if err != nil {
			return nil, a, block.At(key).Index(i).Fault("%w", err)
		}
		chosen = append(chosen, v)
	}
	return chosen, NewAxis(key, title, chosen, T.Value), nil
}

func Methods() Axis { return Axis{Name: Method, Title: "Method", Open: true} }

// Find returns a value by its text, its short text, or another form of its number.
func (a Axis) Find(text string) (Value, error) {
	number, err := strconv.ParseFloat(text, 64)
	for _, v := range a.Values {
		if v.Text == text || v.Short == text && text != "" || err == nil && v.Number == number {
			return v, nil
		}
	}
	if a.Open {
		return Word(text, text), nil
	}
	texts := words.Each(a.Values, func(v Value) string { return v.Text })
	return Value{}, fmt.Errorf("%s has no value %q: %s", a.Name, text, typo.DidYouMean(text, texts))
}

// A Point has the text of a value for every axis of an experiment.
type Point map[string]string

// With returns the point with another value on one axis.
func (p Point) With(axis, value string) Point {
	q := maps.Clone(p)
	if q == nil {
		q = Point{}
	}
	q[axis] = value
	return q
}

// Item returns the item for the value of a point on an axis; the first if axis or value is missing.
func Item[T any](axes []Axis, p Point, name string, list []T) T {
	for _, a := range axes {
		if a.Name == name {
			return list[max(0, slices.IndexFunc(a.Values, func(v Value) bool { return v.Text == p[name] }))]
		}
	}
	return list[0]
}

// String is the canonical form: it differs between different points.
func (p Point) String() string {
	return strings.Join(words.Each(slices.Sorted(maps.Keys(p)),
		func(axis string) string { return axis + "=" + p[axis] }), "; ")
}

// Measure sets the measures. Those that the block names are the first, the first of these the default.
func (g *Grid) Measure(measures []Measure, named ...string) error {
	for i, name := range slices.Backward(named) {
		m, err := findMeasure(measures, name)
		if err != nil {
			return g.Block.At("measure").Index(i).Fault("%w", err)
		}
		others := slices.DeleteFunc(measures, func(o Measure) bool { return o.Name == m.Name })
		measures = append([]Measure{m}, others...)
	}
	g.measures = measures
	return nil
}

func (g *Grid) Measures() []Measure { return g.measures }

// MeasureOf returns a measure of an experiment, the first for no name.
func MeasureOf(e Experiment, name string) (Measure, error) { return findMeasure(e.Measures(), name) }

func findMeasure(measures []Measure, name string) (Measure, error) {
	return typo.Find("measure", cmp.Or(name, measures[0].Name), measures, func(m Measure) string { return m.Name })
}

// A Measure describes a number.
type Measure struct {
	Name string `yaml:"name"` // in study files and results: "accuracy"
	// Title is for people, with the unit: "accuracy in percent".
	Title string `yaml:"title"`
	// Points is the unit of a difference, as "points" of percent; empty for none.
	Points        string `yaml:"points"`
	LowerIsBetter bool   `yaml:"lower-is-better"`
	// Descriptive: no value is better than another, and none is bold.
	Descriptive bool `yaml:"descriptive"`
	// Scale multiplies stored values before they are shown; 0 means 1.
	Scale float64 `yaml:"-"`
	// Favours is the method that has the best value by construction, so that the measure decides nothing and is never
	// bold; empty for none.
	Favours string `yaml:"favours"`
	// Without is why a result may lack the measure; empty where each has it.
	Without string `yaml:"without"`
	// Reference: 0 is the value of what all are compared with, so that no value of its row is bold.
	Reference bool `yaml:"reference"`
	// Ratio: a ratio of two values has a meaning, as that of two errors.
	Ratio bool `yaml:"ratio"`
	// Decimals is the default number of digits after the point.
	Decimals int `yaml:"decimals"`
	// Write, unless nil, formats a value instead of Decimals, such as 1.2e-15 or yes.
	Write      func(v float64) string `yaml:"-"`
	Definition string                 `yaml:"definition"`
	// Range has the least and the largest shown value; zero for any.
	Range [2]float64 `yaml:"range"`
}

// ReadMeasures reads the measures of a kind, which come with the program as a list in YAML.
func ReadMeasures(source string) []Measure {
	return strictyaml.Own[[]Measure]("measures.yaml", []byte(source))
}

// Heading is the measure as the heading of a column or an axis.
func (m Measure) Heading() string { return words.Capitalise(m.Title) }

// Check returns an error for a shown value that is out of range by more than rounding.
func (m Measure) Check(v float64) error {
	least, most := m.Range[0], m.Range[1]
	const slack = 1e-9
	if least < most && (v < least-slack || v > most+slack) {
		return fmt.Errorf("%s is %v, must be from %v to %v", m.Name, v, least, most)
	}
	return nil
}

// Shown scales stored values.
func (m Measure) Shown(values []float64) []float64 {
	if m.Scale == 0 || m.Scale == 1 {
		return values
	}
	return words.Each(values, func(v float64) float64 { return v * m.Scale })
}

// Named is an experiment of a study, with the study's settings for all its cells.
type Named struct {
	Name string
	Experiment
	Seed        uint64
	Repetitions Repetitions
	// Refits is how often an unsettled fit is repeated on real data.
	Refits int
}

// DefaultRefits is used if a study names none. With five, Student's t is within a third of its limit.
const DefaultRefits = 5

// standInRefits is the largest number of refits on generated data.
const standInRefits = 2

func (n *Named) RefitsOn(origin dataset.Origin) int {
	if origin == dataset.Real {
		return n.Refits
	}
	return min(n.Refits, standInRefits)
}

// Repetitions is the number of random draws of a cell, by the origin of its data.
type Repetitions struct {
	Real    int `yaml:"real" doc:"On real data." example:"10" required:"yes" least:"1"`
	StandIn int `yaml:"stand-in" doc:"On generated data." example:"3" required:"yes" least:"1"`
}

// MayBeScalar lets "repetitions: 10" set both.
func (r *Repetitions) MayBeScalar() { r.StandIn = r.Real }

// Valid reports whether both numbers are within limits.
func (r Repetitions) Valid() bool {
	return min(r.Real, r.StandIn) >= 1 && max(r.Real, r.StandIn) <= MostRepetitions
}

func (r Repetitions) On(origin dataset.Origin) int {
	if origin == dataset.Real {
		return r.Real
	}
	return r.StandIn
}

// Complete returns the point with the default on every axis that it lacks.
func (n *Named) Complete(p Point) Point {
	for _, a := range n.Axes() {
		if _, ok := p[a.Name]; !ok && len(a.Values) > 0 {
			p = p.With(a.Name, a.Values[0].Text)
		}
	}
	return p
}

// Axis returns an axis of the experiment, false if there is none of that name.
func (n *Named) Axis(name string) (Axis, bool) {
	axes := n.Axes()
	if i := slices.IndexFunc(axes, func(a Axis) bool { return a.Name == name }); i >= 0 {
		return axes[i], true
	}
	return Axis{}, false
}

// SplitWord splits a word with a number, as in folds(10); the number is 0 if there is none.
func SplitWord(text string) (word string, number int, err error) {
	word, inner, numbered := strings.Cut(text, "(")
	if !numbered {
		return word, 0, nil
	}
	if number, err = strconv.Atoi(strings.TrimSuffix(inner, ")")); err != nil || number < 1 {
		return word, 0, fmt.Errorf("%s wants a whole number from 1 up, as in {%[1]s: 10}", word)
	}
	return word, number, nil
}
