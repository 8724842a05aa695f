// Package separate is the kind of experiment that mixes signals and separates them by FastICA. The signals of
// every stage, from sources to separated signals, are artifacts. It measures how close a stage is to the
// sources, up to order and sign. Sources are the samples of a data set of images, else the features.
package separate

import (
	_ "embed" // for the measures
	"fmt"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/option"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Kind is this kind of experiment. The stages of a separation are computed together.
var Kind = experiment.NewKind[Experiment](experiment.About[spec]{
	Name: "separate", Version: 1, Does: "mixes signals and separates them again by FastICA",
	Free: func(s *spec) { s.Stage = "" }, Job: job,
})

func choice(text, phrase string) experiment.Value {
	v := experiment.Word(text, phrase)
	v.Label = words.Capitalise(phrase)
	return v
}

// Stages of the signals, the default first.
const (
	separated = "separated"
	whitened  = "whitened"
	mixtures  = "mixtures"
	sources   = "sources"
)

const deflation = "deflation"

var (
	stages = words.Each([]string{separated, whitened, mixtures, sources},
		func(name string) experiment.Value { return choice(name, name) })
	contrasts      = []experiment.Value{choice("log-cosh", "log cosh"), choice("gaussian", "Gaussian")}
	decorrelations = []experiment.Value{choice("symmetric", "symmetric decorrelation"), choice(deflation, deflation)}
)

type names = strictyaml.List[string]

// Experiment separates signals.
type Experiment struct {
	experiment.Grid `yaml:",inline"`

	Mixing        names `yaml:"mixing" doc:"Matrix, or random." example:"1 2; 3 1 / 4" required:"yes"`
	Contrast      names `yaml:"contrast" doc:"Function G." example:"gaussian"`
	Decorrelation names `yaml:"decorrelation" doc:"All sources at once, or in turn." example:"deflation"`

	Tolerance  float64 `yaml:"tolerance" doc:"Least turn of a row, as 1 − |wᵀw′|." default:"1e-6" example:"1e-4"`
	Iterations int     `yaml:"iterations" doc:"Most iterations." least:"1" default:"1000" example:"200"`
	First      string  `yaml:"measure" doc:"Measure that tables show." words:"*sir amari" example:"amari"`

	experiment.Methodless `yaml:"-"`
}

// Describe lists contrasts and decorrelations.
func (Experiment) Describe() map[string]strictyaml.Shape {
	shapes := new(Experiment).options().Shapes()
	delete(shapes, "stage") // which tables name, and no block
	return shapes
}

// options declares what a separation varies; e has the values. All stages are computed.
func (e *Experiment) options() option.All[spec] {
	every := names(experiment.Texts(stages))
	of := func(
		values *names, key string, known []experiment.Value, in func(*spec) *string,
	) option.Bound[spec] {
		return option.Of(values, option.Option[spec, string]{Key: key, Title: words.Capitalise(key),
			Default: known[0].Text, Words: experiment.Texts(known), Value: option.Entry(known), In: in})
	}
	return option.All[spec]{
		option.Of(&e.Mixing, option.Option[spec, string]{Key: "mixing", Title: "Mixing matrix", Required: true,
			In: func(s *spec) *string { return &s.Mixing },
			Value: func(text string) experiment.Value {
				v := choice(text, bracketed(text))
				v.Phrase = "mixed by " + v.Phrase
				return v
			},
			Check: func(text string) error { _, err := parseMixing(text); return err }}),
		of(&e.Contrast, "contrast", contrasts, func(s *spec) *string { return &s.Contrast }),
		of(&e.Decorrelation, "decorrelation", decorrelations, func(s *spec) *string { return &s.Decorrelation }),
		of(&every, "stage", stages, func(s *spec) *string { return &s.Stage }),
	}
}

func (e *Experiment) Resolve(block strictyaml.Node, _ experiment.Scope) error {
	if err := e.options().Check(block); err != nil {
		return err
	}
	e.Vary(e.options().Axes()...)
	if !(e.Tolerance > 0 && e.Tolerance < 1) {
		return block.At("tolerance").Fault("tolerance is %g: give a small number above 0", e.Tolerance)
	}
	return e.Measure(experiment.ReadMeasures(measures), e.First)
}

func bracketed(text string) string {
	if text == random {
		return "a random matrix"
	}
	entries, over, divided := strings.Cut(text, "/")
	text = "(" + strings.TrimSpace(entries) + ")"
	if divided {
		text += "/" + strings.TrimSpace(over)
	}
	return text
}

const (
	sir   = "sir"
	amari = "amari"
)

// measures say how close a stage is to the sources.
//
//go:embed measures.yaml
var measures string

type spec struct {
	Mixing        string  `json:"mixing"`
	Contrast      string  `json:"contrast"`
	Decorrelation string  `json:"decorrelation"`
	Tolerance     float64 `json:"tolerance"`
	Iterations    int     `json:"iterations"`
	Stage         string  `json:"stage"`
}

func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	s := spec{Tolerance: e.Tolerance, Iterations: e.Iterations}
	e.options().Set(&s, e.Axes(), p)
	if err := e.feasible(s, on.Data); err != nil {
		return experiment.Cell{}, err
	}
	// The start is random, and the matrix may be.
	drawn := s.Stage == separated || s.Mixing == random && s.Stage != sources
	name := fmt.Sprintf("%s mixed by %s, %s, %s, %s", on.Data.Name, bracketed(s.Mixing), s.Contrast, s.Decorrelation,
		s.Stage)
	return experiment.NewCell(Kind, m, on, drawn, s, name)
}

// mostSources bounds the number of signals, which are matched in all orders.
const mostSources = 16

func (e *Experiment) feasible(s spec, d dataset.Description) error {
	at := e.Block.At("mixing").Index(slices.Index(e.Mixing, s.Mixing))
	signals, steps := d.Features, d.Samples
	if d.Image.Width > 0 {
		signals, steps = steps, signals
	}
	mixing, err := parseMixing(s.Mixing)
	if err != nil {
		return at.Fault("%w", err)
	}
	if mixing != nil {
		wanted, _ := mixing.Dims()
		if wanted > signals {
			return at.Fault("the matrix mixes %d signals and data set %s has %d: give a matrix of fewer rows",
				wanted, d.Name, signals)
		}
		signals = wanted
	}
	switch {
	case signals > mostSources:
		return at.Fault("data set %s has %d signals: give a matrix of at most %d rows, which mixes the first of them",
			d.Name, signals, mostSources)
	case steps <= signals:
		return at.Fault("data set %s has %d values of each of %d signals: more values than signals are needed",
			d.Name, steps, signals)
	}
	return nil
}

// Settings say how the iteration runs.
func (e *Experiment) Settings() string {
	return fmt.Sprintf("FastICA starts from a random rotation, another one for each repetition, "+
		"and ends when no row w of the rotation has turned so far that 1 − |wᵀw′| exceeds %g, after %s at most.",
		e.Tolerance, words.Count(float64(e.Iterations), "iteration"))
}

func (e *Experiment) Protocol(title func(string) string) string {
	titles := words.Each(e.Data, title)
	phrases := func(axis int) string {
		return strings.Join(words.Each(e.Axes()[axis].Values, func(v experiment.Value) string { return v.Phrase }),
			" or ")
	}
	return fmt.Sprintf("signals of %s, mixed by %s, are centred, whitened and separated by FastICA "+
		"with the contrast %s and %s.", strings.Join(titles, ", "), words.List(words.Each(e.Mixing, bracketed),
		"or"), phrases(2), phrases(3))
}
