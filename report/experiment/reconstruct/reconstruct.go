// Package reconstruct is the usual kind of experiment: it fits a subspace to the samples of each class
// and reconstructs test samples from it. A test sample gets the class of least squared reconstruction error
// (equation B.1). With images of noise among the training samples, the reconstruction error of the original
// samples is measured instead (Appendix B).
package reconstruct

import (
	_ "embed" // for the measures
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Kind is this kind of experiment.
var Kind = experiment.NewKind[Experiment](experiment.About[spec]{
	Name: "reconstruct", Version: 1, Free: free, Draws: trial.Draws,
	Does: "fits a subspace to each class; a sample gets the class that reconstructs it best",
	Job:  newJob,
})

// Experiment reconstructs samples.
type Experiment struct {
	trial.Design     `yaml:",inline"`
	subspace.Fitting `yaml:",inline"`

	Measured strictyaml.List[string] `yaml:"measure" doc:"First the one that tables show." example:"[accuracy, angle]"`

	factor   float64 // of errors that are shown
	geometry bool
}

func (Experiment) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{
		"measure": {Words: append([]string{trial.Accuracy, trial.Misclassification, meanError, meanSquaredError,
			rootMeanSquare}, geometric...)},
	}
}

func (e *Experiment) Resolve(block strictyaml.Node, scope experiment.Scope) error {
	if e.Contaminates() {
		if err := e.takeFactor(block); err != nil {
			return err
		}
	}
	if err := e.Fitting.Resolve(block, e.Data, scope); err != nil {
		return err
	}
	e.Vary(e.FitAxes()...)
	measures := e.Rates("the class whose components reconstruct with the least squared error")
	if e.Contaminates() {
		measures = errors(e.factor)
	}
	if e.geometry = slices.ContainsFunc(e.Measured, isGeometric); e.geometry {
		if e.Contaminates() {
			return block.At("measure").Fault("split contamination measures errors of its own: take another split, or "+
				"leave out %s", words.List(e.Measured, "and"))
		}
		if err := e.InInputSpace(); err != nil { // where there are residuals and angles
			return err
		}
		measures = append(measures, experiment.ReadMeasures(geometryMeasures)...)
	}
	return e.Measure(measures, e.Measured...)
}

// takeFactor takes the factor of errors from the key scale: among images of random pixels, columns are not scaled.
func (e *Experiment) takeFactor(block strictyaml.Node) (err error) {
	e.factor = 1
	if !block.Field("scale").IsZero() {
		e.factor, err = strconv.ParseFloat(strings.Join(e.Scale, ", "), 64)
	}
	if err != nil || !(e.factor > 0) || e.factor > 1e300 {
		return block.At("scale").Fault("scale is %s, must be positive: with split contamination it is the factor of "+
			"errors that are shown", strings.Join(e.Scale, ", "))
	}
	e.Scale = strictyaml.List[string]{subspace.NoScale}
	return nil
}

const (
	meanError        = "reconstruction-error"
	meanSquaredError = "squared-reconstruction-error"
	rootMeanSquare   = "root-mean-square-error"
)

//go:embed errors.yaml
var errorMeasures string

// errors are measures whose definitions name their factor.
func errors(scale float64) []experiment.Measure {
	all := experiment.ReadMeasures(errorMeasures)
	for i := range all {
		m := &all[i]
		m.Scale, m.Definition = scale, fmt.Sprintf(m.Definition, scale)
		if scale != 1 {
			m.Title += fmt.Sprintf(" × %g", scale)
		}
	}
	return all
}

type spec struct {
	trial.Conditions
	subspace.Spec
	// Geometry: residuals and angles are measured, too.
	Geometry bool `json:"geometry,omitempty"`
}

func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	tested, random := e.Conditions(p, experiment.Item(e.Axes(), p, "components", e.Components))
	if err := e.Design.Feasible(tested, on.Data, e.geometry && isGeometric(e.Measured[0])); err != nil {
		return experiment.Cell{}, err
	}
	samples, of := trial.Trained(tested, on.Data, false)
	fit, err := e.Spec(p, m, samples, of, on.Data)
	if err != nil {
		return experiment.Cell{}, err
	}
	name := on.Data.Name + fit.Name() + tested.Name() + fit.SettingsName()
	return experiment.NewCell(Kind, m, on, random, spec{tested, fit, e.geometry}, name)
}

// Check refuses a choice of kernel under contamination, and methods that can neither be fitted nor predict.
func (e *Experiment) Check(m method.Method) error {
	if m.Choose != nil && m.Choose.OfKernel() && e.Contaminates() {
		return fmt.Errorf("method %s cannot choose a kernel here: "+
			"reconstruction errors in different feature spaces do not compare", m.Name)
	}
	if m.Command != nil && m.Command.Predicts() && !e.Contaminates() && !e.geometry {
		return nil
	}
	return e.CheckMethod(m)
}

func (e *Experiment) Protocol(title func(string) string) string {
	titles := words.Each(e.Data, title)
	components, kernels := e.Fitting.Protocol(e.Data)
	split, noisy := e.Design.Protocol(strings.Join(titles, ", "), components)
	text := split + kernels + "." + noisy
	if varied := e.Varied(); varied != "" {
		text += " Under " + varied + "."
	}
	return text
}
