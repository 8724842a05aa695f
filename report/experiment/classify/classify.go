// Package classify is the kind of experiment that classifies samples by their features: the samples themselves,
// or their coordinates on components. Components are fitted to all training samples or to those of each class,
// in input space or in a kernel space. Classifiers are entries of a list.
package classify

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/experiment/internal/option"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Kind is this kind of experiment. One training serves all functions, classifiers and tests.
var Kind = experiment.NewKind[Experiment](experiment.About[spec]{
	Name: "classify", Version: 2, Draws: trial.Draws, Job: newJob,
	Does: "gives samples a class by features of them: the samples as they are, or their coordinates on components",
	Free: func(s *spec) {
		s.Conditions.Free()
		s.Classifier, s.Score, s.Divisor = "", "", ""
		if s.Extracted > 0 { // each cell takes the first of those extracted
			s.Components = 0
		}
	},
})

const (
	// perClass: coordinates on the components of every class, side by side.
	perClass = "per-class"
	// shared: coordinates on components of all training samples.
	shared = "shared"
	// raw: the samples themselves, the same for all methods.
	raw = "raw"
)

var features = []experiment.Value{
	experiment.Called(perClass, "components of each class"),
	experiment.Called(shared, "components of all samples"),
	experiment.Called(raw, "samples as they are"),
}

// none keeps components at length 1.
const none = "none"

// divisors set the squared length of components to 1, l or l − 1, for l training samples.
var divisors = []experiment.Value{
	experiment.Word(none, "length 1"),
	experiment.Word("l", "covariance divided by l"),
	experiment.Word("l-1", "covariance divided by l − 1"),
}

// Experiment classifies samples.
type Experiment struct {
	trial.Design     `yaml:",inline"`
	subspace.Fitting `yaml:",inline"`

	Classifier strictyaml.List[strictyaml.Node] `yaml:"classifier" doc:"What learns classes." example:"{nearest: 5}"`

	Features strictyaml.List[string] `yaml:"features" doc:"What is classified by." example:"raw"`
	Divisor  strictyaml.List[string] `yaml:"divisor" doc:"Divisor of the covariance." example:"l-1"`

	Nested bool   `yaml:"nested" doc:"Fits once, and takes the first components." example:"true"`
	First  string `yaml:"measure" doc:"Measure that tables show." example:"misclassification"`

	classifiers []classifier
}

// Describe lists features, classifiers and measures.
func (e Experiment) Describe() map[string]strictyaml.Shape {
	var bare, numbered []string
	for _, c := range classifiers(0) {
		if bare = append(bare, c.key); c.number > 0 {
			numbered = append(numbered, c.key)
		}
	}
	classifier := strictyaml.Numbered(bare, numbered)
	classifier.Default = bare[0]
	shapes := e.options().Shapes()
	shapes["classifier"] = classifier
	shapes["measure"] = strictyaml.Shape{Words: []string{trial.Accuracy, trial.Misclassification}}
	return shapes
}

// options declares what is classified by, and the length of components; e has the values.
func (e *Experiment) options() option.All[spec] {
	length1 := none
	return option.All[spec]{
		option.Of(&e.Features, option.Option[spec, string]{Key: "features", Title: "Features", Default: perClass,
			Words: experiment.Texts(features), Value: option.Entry(features),
			In: func(s *spec) *string { return &s.Features }}),
		option.Of(&e.Divisor, option.Option[spec, string]{Key: "divisor", Title: "Divisor", Default: none,
			Words: experiment.Texts(divisors), Value: option.Entry(divisors),
			In: func(s *spec) *string { return &s.Divisor }, Unset: &length1}),
	}
}

func (e *Experiment) Resolve(block strictyaml.Node, scope experiment.Scope) error {
	if e.Contaminates() {
		return block.At("split").Fault("contamination measures reconstruction, and this experiment classifies")
	}
	if err := e.options().Check(block); err != nil {
		return err
	}
	if len(e.Components) == 0 && !slices.ContainsFunc(e.Features, func(f string) bool { return f != raw }) {
		e.Components = strictyaml.List[int]{1} // unused, as nothing is extracted
	}
	if err := words.InTurn(func() error { return e.Fitting.Resolve(block, e.Data, scope) },
		func() error { return e.decodeClassifiers(block) }); err != nil {
		return err
	}
	classifier := experiment.NewAxis("classifier", "Classifier", e.classifiers, func(c classifier) experiment.Value {
		return experiment.Shortly(c.text(), c.phrase)
	})
	own := e.options().Axes()
	e.VarySeveral(own[0], classifier, own[1])
	e.Vary(e.FitAxes()...)
	return e.Measure(e.Rates(e.rules()), e.First)
}

func (e *Experiment) decodeClassifiers(block strictyaml.Node) error {
	for i, n := range e.Classifier {
		at := block.At("classifier").Index(i)
		c, err := parse(n.Word())
		if err != nil {
			return at.Fault("%w", err)
		}
		if c.reconstructs && e.Nested {
			return at.Fault("classifier %s takes all components that are extracted: it cannot be nested", c.key)
		}
		if err := c.check(e.Features[0]); err != nil && len(e.Features) == 1 {
			return at.Fault("%w", err)
		}
		e.classifiers = append(e.classifiers, c)
	}
	return nil
}

func (e *Experiment) rules() string {
	return strings.Join(words.Each(e.classifiers, func(c classifier) string { return c.rule }), ", or ")
}

type spec struct {
	trial.Conditions
	subspace.Spec
	Features   string `json:"features"`
	Classifier string `json:"classifier"`
	// Extracted is the number of components fitted, of which the cell takes the first; 0 if it takes all.
	Extracted int `json:"extracted,omitempty"`
	// Divisor is empty for length 1.
	Divisor string `json:"divisor,omitempty"`
}

func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	extracted := experiment.Item(e.Axes(), p, "components", e.Components)
	if e.Nested {
		extracted = slices.Max(e.Components)
	}
	tested, random := e.Conditions(p, extracted)
	if err := e.Design.Feasible(tested, on.Data, false); err != nil {
		return experiment.Cell{}, err
	}
	c := experiment.Item(e.Axes(), p, "classifier", e.classifiers)
	s := spec{Conditions: tested, Classifier: c.text()}
	e.options().Set(&s, e.Axes(), p)
	if err := c.check(s.Features); err != nil {
		return experiment.Cell{}, e.Block.At("classifier").Fault("%w", err)
	}
	name := on.Data.Name + " " + s.Features
	if s.Features != raw {
		var err error
		samples, of := trial.Trained(tested, on.Data, s.Features == shared)
		if s.Spec, err = e.Spec(p, m, samples, of, on.Data); err != nil {
			return experiment.Cell{}, err
		}
		if e.Nested {
			s.Extracted = extracted
			name += fmt.Sprintf(" %d of %d", s.Components, s.Extracted)
		}
		name += s.Spec.Name() + s.SettingsName()
	} else if s.Scale = e.ScaleAt(p); s.Scale != "" {
		name += " by " + s.Scale
	}
	name += " " + s.Classifier
	if s.Features == raw {
		s.Divisor = ""
	}
	if s.Divisor != "" {
		name += " by " + s.Divisor
	}
	return experiment.NewCell(Kind, m, on, random, s, name+tested.Name())
}

func (e *Experiment) Protocol(title func(string) string) string {
	components, kernels := e.Fitting.Protocol(e.Data)
	split, noisy := e.Design.Protocol(strings.Join(words.Each(e.Data, title), ", "), components)
	if !slices.Contains(e.Features, perClass) {
		split = strings.Replace(split, " for each class", " of all classes together", 1)
	}
	phrases := words.Each(e.options()[0].Axis().Values, func(v experiment.Value) string { return v.Phrase })
	return fmt.Sprintf("%s%s. Features: %s. A sample gets %s.%s",
		split, kernels, strings.Join(phrases, ", or "), e.rules(), noisy)
}
