// Package reconstruct is the kind of experiment of the thesis: a subspace is fitted
// to the samples of each class, and what counts is how well samples are reconstructed
// from it. A test sample gets the class with the least squared error of reconstruction
// (equation B.1); where images of noise are among the training samples, the error of
// the original samples itself is measured (Appendix B).
package reconstruct

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Kind is the kind of these experiments.
type Kind struct {
	// Long is how many seconds of a processor training takes from which on cells that need
	// no iterations are trained for and tested first; 0 stands for two minutes.
	Long float64
}

// Name is what a study file calls the kind.
func (Kind) Name() string { return "reconstruct" }

// Version is raised with every change that changes results.
func (Kind) Version() int { return 1 }

// Experiment is an experiment of the kind.
type Experiment struct {
	Trial   trial.Options    `yaml:",inline"`
	Fit     subspace.Options `yaml:",inline"`
	Measure string           `yaml:"measure" doc:"Measure that is meant where a table names none." example:"misclassification"`
	Scale   float64          `yaml:"scale" doc:"What errors of reconstruction are multiplied by before they are shown." default:"1" example:"0.001"`

	measures []experiment.Measure
}

// Block says what a study file may say of an experiment of the kind.
func (Kind) Block() strictyaml.Shape {
	return strictyaml.Describe("fits a subspace to each class; a sample gets the class that reconstructs it best", Experiment{})
}

// Describe lists the measures.
func (Experiment) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{
		"measure": {Words: []string{trial.Accuracy, trial.Misclassification, meanError, meanSquaredError, rootMeanSquare}},
	}
}

// Decode reads an experiment from its block in a study file.
func (Kind) Decode(block strictyaml.Node, scope experiment.Scope) (experiment.Experiment, error) {
	e := &Experiment{}
	if err := block.Decode(e); err != nil {
		return nil, err
	}
	if err := e.Trial.Check(block, scope); err != nil {
		return nil, err
	}
	if err := e.Fit.Check(block, e.Trial.Data, scope); err != nil {
		return nil, err
	}
	measures := e.Trial.Rates("the class of least squared reconstruction error (equation B.1)")
	if e.Trial.Contaminates() {
		measures = errors(e.Scale)
	} else if e.Scale != 0 {
		return nil, block.At("scale").Fault("scale is for errors of reconstruction, and this experiment measures rates")
	}
	if !(e.Scale >= 0) || e.Scale > 1e300 {
		return nil, block.At("scale").Fault("scale is %g, must be positive", e.Scale)
	}
	var err error
	if e.measures, err = experiment.FirstMeasure(measures, e.Measure); err != nil {
		return nil, block.At("measure").Fault("%w", err)
	}
	return e, nil
}

// The names of the measures.
const (
	meanError        = "reconstruction-error"
	meanSquaredError = "squared-reconstruction-error"
	rootMeanSquare   = "root-mean-square-error"
)

// errors are the measures of reconstruction.
func errors(scale float64) []experiment.Measure {
	times := ""
	if scale != 0 && scale != 1 {
		times = fmt.Sprintf(" × %g", scale)
	}
	scale = cmp.Or(scale, 1)
	define := func(what string) string {
		return fmt.Sprintf("%s, times %g; images of random pixels join the training samples", what, scale)
	}
	return []experiment.Measure{
		{Name: meanError, Title: "mean reconstruction error" + times, LowerIsBetter: true, Scale: scale, Ratio: true,
			Range: [2]float64{0, math.Inf(1)}, Decimals: 2,
			Definition: define("mean over the original images of the norm of what their reconstruction misses")},
		{Name: meanSquaredError, Title: "mean squared reconstruction error" + times, LowerIsBetter: true, Scale: scale, Ratio: true,
			Range: [2]float64{0, math.Inf(1)}, Decimals: 2,
			Definition: define("mean over the original images of the squared norm of what their reconstruction misses")},
		{Name: rootMeanSquare, Title: "root of the mean squared reconstruction error" + times, LowerIsBetter: true, Scale: scale, Ratio: true,
			Range: [2]float64{0, math.Inf(1)}, Decimals: 2,
			Definition: define("root of the mean over the original images of the squared norm of what their reconstruction misses")},
	}
}

// Axes are what the experiment varies.
func (e *Experiment) Axes() []experiment.Axis {
	axes := e.Trial.Axes()
	last := len(axes) - 1 // the methods, innermost
	return append(append(slices.Clone(axes[:last]), e.Fit.Axes()...), axes[last])
}

// Measures are rates, or errors under contamination.
func (e *Experiment) Measures() []experiment.Measure { return e.measures }

// KernelAt is the kernel at a point.
func (e *Experiment) KernelAt(p experiment.Point) subspace.Kernel { return e.Fit.KernelAt(p) }

// spec is the part of a cell's key that the kind adds.
type spec struct {
	trial.Conditions
	subspace.Spec
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	tested, random, err := e.Trial.Conditions(p)
	if err != nil {
		return experiment.Cell{}, err
	}
	fit, err := e.Fit.Spec(p, m, on.Data.Name)
	if err != nil {
		return experiment.Cell{}, err
	}
	name := on.Data.Name + fit.Name() + tested.Name() + fit.SettingsName()
	return experiment.NewCell(Kind{}, m, on, random, spec{tested, fit}, name)
}

// Check refuses a method that the experiment cannot use.
func (e *Experiment) Check(m method.Method) error {
	if m.Choose != nil && m.Choose.OfKernel() && e.Trial.Contaminates() {
		return fmt.Errorf("method %s cannot choose a kernel here: reconstruction errors in different feature spaces do not compare", m.Name)
	}
	if m.Command != nil && m.Command.Predicts() && !e.Trial.Contaminates() {
		return nil
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
	samples, of := trial.Trained(s.Conditions, d, false)
	return e.Fit.Feasible(s.Spec, samples, of, d)
}

// Setting names what is done to the data.
func (e *Experiment) Setting() string { return e.Trial.Setting() }

// Settings say how components are fitted.
func (e *Experiment) Settings() string { return e.Fit.Settings() }

// Protocol says how the cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	titles := words.Each(e.Trial.Data, title)
	components, kernels := e.Fit.Protocol(e.Trial.Data)
	split, noisy := e.Trial.Protocol(strings.Join(titles, ", "), components)
	text := split + kernels + "." + noisy
	if varied := e.Fit.Varied(); varied != "" {
		text += " Under " + varied + "."
	}
	return text
}
