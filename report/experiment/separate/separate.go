// Package separate is the kind of experiment that mixes signals and separates them again by
// FastICA. The signals of every stage, from the sources to what was separated, are
// artifacts; how near a stage comes to the sources, whatever their order and signs, is
// measured.
//
// Of a data set of images each sample is a source, else each feature.
package separate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/ica"
	"gpca/solver/typo"
)

// Kind is the kind of these experiments.
type Kind struct{}

// Name is what a study file calls the kind.
func (Kind) Name() string { return "separate" }

// Version is raised with every change that changes results.
func (Kind) Version() int { return 1 }

// Block says what a study file may say of an experiment of the kind.
func (Kind) Block() strictyaml.Shape {
	return strictyaml.Describe("mixes signals and separates them again by FastICA", Experiment{})
}

// A choice is a value of an axis, with its words for tables and sentences.
type choice struct{ name, phrase string }

// The stages of the signals. The first is meant where none is named.
const (
	separated = "separated"
	whitened  = "whitened"
	mixtures  = "mixtures"
	sources   = "sources"
)

// What an experiment may vary beside its data and mixing matrices.
var (
	stages         = []choice{{separated, "separated"}, {whitened, "whitened"}, {mixtures, "mixtures"}, {sources, "sources"}}
	contrasts      = []choice{{"log-cosh", "log cosh"}, {"gaussian", "Gaussian"}}
	decorrelations = []choice{{"symmetric", "symmetric decorrelation"}, {"deflation", "deflation"}}
)

// Experiment is an experiment of the kind.
type Experiment struct {
	Data          strictyaml.List[string] `yaml:"data" doc:"Data sets whose signals are mixed, each under its name: features, or, of a set of images, samples. Several are an axis of the grid." example:"three-signals" required:"yes"`
	Mixing        strictyaml.List[string] `yaml:"mixing" doc:"Mixing matrices, square, of the first signals of the data: rows are parted by semicolons, and all is divided by a number after a slash. The word random draws one for each repetition, of all signals. Several are an axis." example:"[1 2 0; 3 1 1; 0 0 1 / 4, random]" required:"yes"`
	Contrast      strictyaml.List[string] `yaml:"contrast" doc:"Contrast functions G of FastICA: log cosh u, or −exp(−u²/2), called Gaussian. Several are an axis." default:"log-cosh" example:"[log-cosh, gaussian]"`
	Decorrelation strictyaml.List[string] `yaml:"decorrelation" doc:"How the sources are kept apart: all at once, or one after the other. Several are an axis." default:"symmetric" example:"[symmetric, deflation]"`
	Tolerance     float64                 `yaml:"tolerance" doc:"The iteration ends when no row w of the rotation has turned so far that 1 − |wᵀw′| exceeds this." default:"1e-6" example:"1e-4"`
	Iterations    int                     `yaml:"iterations" doc:"Most iterations." default:"1000" example:"200"`
	Measure       string                  `yaml:"measure" doc:"Measure that is meant where a table names none." default:"sir" words:"sir amari" example:"amari"`

	block    strictyaml.Node
	axes     []experiment.Axis
	measures []experiment.Measure
}

// Describe lists the words that there are.
func (Experiment) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"contrast": {Words: names(contrasts)}, "decorrelation": {Words: names(decorrelations)}}
}

func names(of []choice) []string { return words.Each(of, func(c choice) string { return c.name }) }

// Decode reads an experiment from its block in a study file.
func (Kind) Decode(block strictyaml.Node, scope experiment.Scope) (experiment.Experiment, error) {
	e := &Experiment{block: block}
	if err := block.Decode(e); err != nil {
		return nil, err
	}
	data, err := experiment.DataAxis(block, e.Data, scope)
	if err != nil {
		return nil, err
	}
	mixing := experiment.Axis{Name: "mixing", Title: "Mixing matrix"}
	for i, text := range e.Mixing {
		if _, err := parseMixing(text); err != nil {
			return nil, block.At("mixing").Index(i).Fault("%w", err)
		}
		v := experiment.Word(text, "mixed by "+bracketed(text))
		v.Label = words.Capitalise(bracketed(text))
		mixing.Values = append(mixing.Values, v)
	}
	if len(e.Mixing) == 0 {
		return nil, block.Fault("mixing is missing: give a matrix, as in 1 2; 3 1, or random")
	}
	e.axes = []experiment.Axis{data, mixing}
	for _, a := range []struct {
		name, title string
		values      []string
		known       []choice
	}{
		{"contrast", "Contrast", orUsual(e.Contrast, contrasts[0].name), contrasts},
		{"decorrelation", "Decorrelation", orUsual(e.Decorrelation, decorrelations[0].name), decorrelations},
		{"stage", "Stage", names(stages), stages},
	} {
		axis := experiment.Axis{Name: a.name, Title: a.title}
		for i, name := range a.values {
			c, err := typo.Find(a.name, name, a.known, func(c choice) string { return c.name })
			if err != nil {
				return nil, block.At(a.name).Index(i).Fault("%w", err)
			}
			v := experiment.Word(name, c.phrase)
			v.Label = words.Capitalise(c.phrase)
			axis.Values = append(axis.Values, v)
		}
		e.axes = append(e.axes, axis)
	}
	for _, a := range e.axes {
		for i, v := range a.Values {
			if slices.ContainsFunc(a.Values[:i], func(o experiment.Value) bool { return o.Text == v.Text }) {
				return nil, block.At(a.Name).Index(i).Fault("%s %s stands twice", a.Name, v.Text)
			}
		}
	}
	if e.Tolerance < 0 || e.Tolerance >= 1 {
		return nil, block.At("tolerance").Fault("tolerance is %g: give a small number above 0", e.Tolerance)
	}
	if e.Iterations < 0 {
		return nil, block.At("iterations").Fault("%d iterations: give at least 1", e.Iterations)
	}
	if e.measures, err = experiment.FirstMeasure(measures(), e.Measure); err != nil {
		return nil, block.At("measure").Fault("%w", err)
	}
	return e, nil
}

// orUsual is the list, or, for an empty one, that of the usual value.
func orUsual(list []string, usual string) []string {
	if len(list) == 0 {
		return []string{usual}
	}
	return list
}

// bracketed is a mixing matrix as sentences and tables show it.
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

// Axes are what the experiment varies.
func (e *Experiment) Axes() []experiment.Axis { return e.axes }

// The names of the measures.
const (
	sir   = "sir"
	amari = "amari"
)

func measures() []experiment.Measure {
	return []experiment.Measure{
		{
			Name: sir, Title: "signal-to-interference ratio in dB", Points: "dB", Decimals: 1,
			Definition: "10 log10(ρ²/(1 − ρ²)) of the source for which it is least, with the correlation ρ of a source and the signal that stands for it; signals are matched to sources such that the sum of ρ² is largest",
		},
		{
			Name: amari, Title: "Amari distance",
			Range: [2]float64{0, 1}, LowerIsBetter: true, Ratio: true, Decimals: 3,
			Definition: "distance of the product P of the unmixing and the mixing matrix, for sources of variance 1, from a matrix that only permutes and scales: the sums of |P| over its rows and columns, each over its largest entry and less 1, together over 2k(k − 1) for k sources; 0 is perfect, 1 the worst",
		},
	}
}

// Measures are how near a stage comes to the sources.
func (e *Experiment) Measures() []experiment.Measure { return e.measures }

// spec is the part of a cell's key that the kind adds.
type spec struct {
	Mixing        string  `json:"mixing"`
	Contrast      string  `json:"contrast"`
	Decorrelation string  `json:"decorrelation"`
	Tolerance     float64 `json:"tolerance"`
	Iterations    int     `json:"iterations"`
	Stage         string  `json:"stage"`
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	s := spec{
		Mixing: p["mixing"], Contrast: p["contrast"], Decorrelation: p["decorrelation"], Stage: p["stage"],
		Tolerance: cmp.Or(e.Tolerance, ica.DefaultTolerance), Iterations: cmp.Or(e.Iterations, ica.DefaultMaxIterations),
	}
	// The start is drawn, and the matrix may be.
	drawn := s.Stage == separated || s.Mixing == random && s.Stage != sources
	name := fmt.Sprintf("%s mixed by %s, %s, %s, %s", on.Data.Name, bracketed(s.Mixing), s.Contrast, s.Decorrelation, s.Stage)
	return experiment.NewCell(Kind{}, m, on, drawn, s, name)
}

// Check refuses methods, of which the experiment has none.
func (*Experiment) Check(m method.Method) error {
	return fmt.Errorf("method %s is for components: experiments of kind %s have contrasts instead", m.Name, Kind{}.Name())
}

// mostSources bounds the signals that are separated, which are matched in all their orders.
const mostSources = 16

// Feasible returns an error for data that has too few or too many signals.
func (e *Experiment) Feasible(c experiment.Cell, d dataset.Description) error {
	var s spec
	if err := c.Decode(&s); err != nil {
		return err
	}
	at := e.block.At("mixing").Index(slices.Index(e.Mixing, s.Mixing))
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
			return at.Fault("the matrix mixes %d signals and data set %s has %d: give a matrix of fewer rows", wanted, d.Name, signals)
		}
		signals = wanted
	}
	switch {
	case signals > mostSources:
		return at.Fault("data set %s has %d signals: give a matrix of at most %d rows, which mixes the first of them", d.Name, signals, mostSources)
	case steps <= signals:
		return at.Fault("data set %s has %d values of each of %d signals: more values than signals are needed", d.Name, steps, signals)
	}
	return nil
}

// Setting is none.
func (*Experiment) Setting() string { return "" }

// Settings say how the iteration runs.
func (e *Experiment) Settings() string {
	return fmt.Sprintf("FastICA starts from a random rotation, another one for each repetition, and ends when no row w of the rotation has turned so far that 1 − |wᵀw′| exceeds %g, after %s at most.",
		cmp.Or(e.Tolerance, ica.DefaultTolerance), words.Count(float64(cmp.Or(e.Iterations, ica.DefaultMaxIterations)), "iteration"))
}

// Protocol says how the cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	titles := words.Each(e.Data, title)
	phrases := func(axis int) string {
		return strings.Join(words.Each(e.axes[axis].Values, func(v experiment.Value) string { return v.Phrase }), " or ")
	}
	return fmt.Sprintf("signals of %s, mixed by %s, are centred, whitened and separated by FastICA with the contrast %s and %s.",
		strings.Join(titles, ", "), words.List(words.Each(e.Mixing, bracketed), "or"), phrases(2), phrases(3))
}

// Training names what a cell rests on: all but the stage that it shows.
func (Kind) Training(c experiment.Cell) string {
	return experiment.TrainingOf(c, func(s *spec) { s.Stage = "" })
}

// Draws is the same for all stages of a separation.
func (Kind) Draws(experiment.Cell) string { return "" }
