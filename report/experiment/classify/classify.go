// Package classify is the kind of experiment that classifies samples by features of
// them: the samples as they are, or their coordinates on components that are fitted to
// all training samples or to those of each class, in input space or in that of a kernel.
//
// What becomes of the features is a classifier's matter: a file of this package and a
// line in the list of classifiers.
package classify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// classifiers are those that a study file may name, with a number or 0 for none; the
// first is the usual one. A new one is a file and a line here.
var classifiers = []func(number int) classifier{
	reconstruction,
	nearest,
	standardised,
	logistic,
	discriminant,
	oneAgainstOne,
	oneAgainstAll,
	libsvm,
}

// Kind is the kind of these experiments.
type Kind struct{}

// Name is what a study file calls the kind.
func (Kind) Name() string { return "classify" }

// Version is raised with every change that changes results.
func (Kind) Version() int { return 2 }

// The features of samples.
const (
	// perClass are the coordinates on the components of every class, side by side.
	perClass = "per-class"
	// shared are the coordinates on components of all training samples together.
	shared = "shared"
	// raw are the samples as they are. Methods make no difference to them.
	raw = "raw"
)

// divisors say how long components are: 1, or as long as makes the square of their length l
// times that.
var divisors = []string{"none", "l", "l-1"}

// Experiment is an experiment of the kind.
type Experiment struct {
	Trial      trial.Options                    `yaml:",inline"`
	Fit        subspace.Options                 `yaml:",inline"`
	Features   strictyaml.List[string]          `yaml:"features" doc:"What samples are classified by: coordinates on components of each class (per-class), of all classes (shared), or the samples as they are (raw). Several are an axis." default:"per-class" example:"[per-class, raw]"`
	Classifier strictyaml.List[strictyaml.Node] `yaml:"classifier" doc:"What becomes of the features. Several classifiers are an axis." example:"{nearest: 5}"`
	Nested     bool                             `yaml:"nested" doc:"Extracts the largest number of components once, of which the smaller numbers are the first ones, in place of a fit for each number." default:"false" example:"true"`
	Divisor    strictyaml.List[string]          `yaml:"divisor" doc:"What the covariance is divided by whose eigenvalues normalise the components: the number l of training samples, or l-1. With none, components have length 1. Several are an axis." default:"none" example:"[none, l, l-1]"`
	Measure    string                           `yaml:"measure" doc:"Measure that is meant where a table names none." example:"misclassification"`

	block       strictyaml.Node
	classifiers []classifier
	axes        []experiment.Axis
	measures    []experiment.Measure
}

// Block says what a study file may say of an experiment of the kind.
func (Kind) Block() strictyaml.Shape {
	return strictyaml.Describe("gives samples a class by features of them: the samples as they are, or their coordinates on components", Experiment{})
}

// Describe lists features, classifiers and measures.
func (e Experiment) Describe() map[string]strictyaml.Shape {
	var bare, numbered []string
	for _, of := range classifiers {
		c := of(0)
		if bare = append(bare, c.key); c.number > 0 {
			numbered = append(numbered, c.key)
		}
	}
	classifier := strictyaml.Numbered(bare, numbered)
	classifier.Default = bare[0]
	return map[string]strictyaml.Shape{
		"divisor":    {Words: divisors},
		"features":   {Words: []string{perClass, shared, raw}},
		"classifier": classifier,
		"measure":    {Words: []string{trial.Accuracy, trial.Misclassification}},
	}
}

// Decode reads an experiment from its block in a study file.
func (Kind) Decode(block strictyaml.Node, scope experiment.Scope) (experiment.Experiment, error) {
	e := &Experiment{block: block}
	if err := block.Decode(e); err != nil {
		return nil, err
	}
	if err := e.Trial.Check(block, scope); err != nil {
		return nil, err
	}
	if e.Trial.Contaminates() {
		return nil, block.At("split").Fault("contamination measures reconstruction, and this experiment classifies")
	}
	if err := e.decodeFeatures(block); err != nil {
		return nil, err
	}
	if len(e.Fit.Components) == 0 && !slices.ContainsFunc(e.Features, func(f string) bool { return f != raw }) {
		e.Fit.Components = strictyaml.List[int]{1} // no component is extracted
	}
	if err := e.Fit.Check(block, e.Trial.Data, scope); err != nil {
		return nil, err
	}
	if err := e.decodeClassifiers(block); err != nil {
		return nil, err
	}
	if err := e.decodeDivisors(block); err != nil {
		return nil, err
	}
	rules := words.Each(e.classifiers, func(c classifier) string { return c.rule })
	var err error
	if e.measures, err = experiment.FirstMeasure(e.Trial.Rates(strings.Join(rules, ", or ")), e.Measure); err != nil {
		return nil, block.At("measure").Fault("%w", err)
	}
	return e, nil
}

func (e *Experiment) decodeFeatures(block strictyaml.Node) error {
	if len(e.Features) == 0 {
		e.Features = strictyaml.List[string]{perClass}
	}
	axis := experiment.Axis{Name: "features", Title: "Features"}
	for i, f := range e.Features {
		phrase, ok := map[string]string{
			perClass: "components of each class", shared: "components of all samples", raw: "samples as they are",
		}[f]
		if !ok {
			return block.At("features").Index(i).Fault("unknown features %q: %s", f, typo.DidYouMean(f, []string{perClass, shared, raw}))
		}
		v := experiment.Word(f, phrase)
		v.Label = phrase
		axis.Values = append(axis.Values, v)
	}
	e.axes = append(e.axes, axis)
	return nil
}

func (e *Experiment) decodeDivisors(block strictyaml.Node) error {
	if len(e.Divisor) == 0 {
		e.Divisor = divisors[:1]
	}
	axis := experiment.Axis{Name: "divisor", Title: "Divisor"}
	for i, d := range e.Divisor {
		if !slices.Contains(divisors, d) {
			return block.At("divisor").Index(i).Fault("unknown divisor %q: %s", d, typo.DidYouMean(d, divisors))
		}
		v := experiment.Word(d, "length 1")
		if d != divisors[0] {
			v.Phrase = "covariance divided by " + strings.ReplaceAll(d, "-", " − ")
		}
		axis.Values = append(axis.Values, v)
	}
	e.axes = append(e.axes, axis)
	return nil
}

func (e *Experiment) decodeClassifiers(block strictyaml.Node) error {
	if len(e.Classifier) == 0 {
		e.classifiers = []classifier{classifiers[0](0)}
	}
	axis := experiment.Axis{Name: "classifier", Title: "Classifier"}
	for _, n := range e.Classifier {
		c, err := parse(n.Word())
		if err != nil {
			return n.In(block).Fault("%w", err)
		}
		if c.reconstructs && e.Nested {
			return n.In(block).Fault("classifier %s takes all components that are extracted: it cannot be nested", c.key)
		}
		for _, f := range e.Features {
			if err := c.check(f); err != nil && len(e.Features) == 1 {
				return n.In(block).Fault("%w", err)
			}
		}
		e.classifiers = append(e.classifiers, c)
	}
	for _, c := range e.classifiers {
		v := experiment.Word(c.text(), c.phrase)
		v.Label, v.Short = c.phrase, c.phrase
		axis.Values = append(axis.Values, v)
	}
	e.axes = append(e.axes, axis)
	return nil
}

// Axes are what the experiment varies.
func (e *Experiment) Axes() []experiment.Axis {
	axes := e.Trial.Axes()
	last := len(axes) - 1 // the methods, innermost
	all := slices.Clone(axes[:last])
	for _, a := range append(slices.Clone(e.axes), e.Fit.Axes()...) {
		if len(a.Values) > 1 {
			all = append(all, a)
		}
	}
	return append(all, axes[last])
}

// Measures are rates.
func (e *Experiment) Measures() []experiment.Measure { return e.measures }

// KernelAt is the kernel at a point.
func (e *Experiment) KernelAt(p experiment.Point) subspace.Kernel { return e.Fit.KernelAt(p) }

// spec is the part of a cell's key that the kind adds.
type spec struct {
	trial.Conditions
	subspace.Spec
	Features   string `json:"features"`
	Classifier string `json:"classifier"`
	// Extracted is how many components are fitted of which the cell takes the first, 0
	// where it takes all.
	Extracted int `json:"extracted,omitempty"`
	// Divisor is empty for components of length 1.
	Divisor string `json:"divisor,omitempty"`
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	tested, random, err := e.Trial.Conditions(p)
	if err != nil {
		return experiment.Cell{}, err
	}
	features := cmp.Or(p["features"], e.Features[0])
	c := e.classifiers[0]
	for _, o := range e.classifiers {
		if o.text() == p["classifier"] {
			c = o
		}
	}
	if err := c.check(features); err != nil {
		return experiment.Cell{}, e.block.At("classifier").Fault("%w", err)
	}
	var fit subspace.Spec
	if features != raw {
		if fit, err = e.Fit.Spec(p, m, on.Data.Name); err != nil {
			return experiment.Cell{}, err
		}
	}
	name, extracted := on.Data.Name+" "+features, 0
	if e.Nested && features != raw {
		extracted = slices.Max(e.Fit.Components)
		name += fmt.Sprintf(" %d of %d", fit.Components, extracted)
	}
	if features != raw {
		name += fit.Name() + fit.SettingsName()
	}
	name += " " + c.text()
	divisor := cmp.Or(p["divisor"], e.Divisor[0])
	if divisor == divisors[0] || features == raw {
		divisor = ""
	} else {
		name += " by " + divisor
	}
	name += tested.Name()
	return experiment.NewCell(Kind{}, m, on, random, spec{tested, fit, features, c.text(), extracted, divisor}, name)
}

// Check refuses a method that the experiment cannot use.
func (e *Experiment) Check(m method.Method) error {
	if m.Choose != nil {
		return fmt.Errorf("method %s chooses its parameter, which experiments of kind %s do not support", m.Name, Kind{}.Name())
	}
	return e.Fit.CheckMethod(m)
}

// Feasible returns an error for a cell that cannot be computed.
func (e *Experiment) Feasible(c experiment.Cell, d dataset.Description) error {
	var s spec
	if err := c.Decode(&s); err != nil {
		return err
	}
	if err := e.Trial.Feasible(s.Conditions, d); err != nil {
		return err
	}
	samples, of := trial.Trained(s.Conditions, d, s.Features == shared)
	return e.Fit.Feasible(s.Spec, samples, of, d)
}

// Setting names what is done to the data.
func (e *Experiment) Setting() string { return e.Trial.Setting() }

// Settings say how components are fitted.
func (e *Experiment) Settings() string { return e.Fit.Settings() }

// Protocol says how the cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	titles := words.Each(e.Trial.Data, title)
	features := words.Each(e.axes[0].Values, func(v experiment.Value) string { return v.Phrase })
	rules := words.Each(e.classifiers, func(c classifier) string { return c.rule })
	components, kernels := e.Fit.Protocol(e.Trial.Data)
	split, noisy := e.Trial.Protocol(strings.Join(titles, ", "), components)
	return fmt.Sprintf("%s%s. Features: %s. A sample gets %s.%s", split, kernels, strings.Join(features, ", or "), strings.Join(rules, ", or "), noisy)
}
