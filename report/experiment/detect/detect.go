// Package detect is the kind of experiment that finds outliers among samples. A method is fitted to all samples, or
// to those that a split trains on, the outliers among them, without their labels. The distance of each sample from the
// fit then says how outlying it is. Outliers are planted among clean samples (package contamination), or are classes of
// the data. What is measured is how well distances rank the outliers first, and what the usual cut-offs flag.
package detect

import (
	"cmp"
	_ "embed" // for the measures
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/contamination"
	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/option"
	"gpca/report/experiment/subspace"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Kind is this kind of experiment. One fit serves all scores and distances.
var Kind = experiment.NewKind[Experiment](experiment.About[spec]{
	Name: "detect", Version: 1, Does: "fits samples and outliers together, and finds the outliers by their distance",
	Free: func(s *spec) { s.Score, s.Distance = "", "" }, Job: newJob,
})

// Experiment finds outliers.
type Experiment struct {
	experiment.Grid       `yaml:",inline"`
	subspace.Fitting      `yaml:",inline"`
	contamination.Options `yaml:",inline"`

	Levels   strictyaml.List[float64] `yaml:"levels" doc:"Shares of outliers to plant." example:"[0.05, 0.1]"`
	Distance strictyaml.List[string]  `yaml:"distance" doc:"Distance that ranks samples." example:"orthogonal"`

	Test  float64 `yaml:"test" doc:"Share of samples to rate and not to fit." default:"0" example:"0.4"`
	Split files   `yaml:"split" former:"divisions" doc:"Rated samples." example:"{files: rated.csv}"`

	Outliers strictyaml.List[string] `yaml:"outliers" doc:"Classes that are outliers." example:"[b]"`

	divisions divisions
	First     string `yaml:"measure" doc:"Measure that tables show." example:"found"`
}

// Describe lists contaminations, distances and measures.
func (Experiment) Describe() map[string]strictyaml.Shape {
	named := words.Each(experiment.ReadMeasures(measures), func(m experiment.Measure) string { return m.Name })
	return map[string]strictyaml.Shape{
		"distance": new(Experiment).distance().Shape(),
		"measure":  {Words: named, Default: auc},
	}
}

// distance declares the option of that name; e has its values. The distance of a method replaces it.
func (e *Experiment) distance() option.Bound[spec] {
	return option.Of(&e.Distance, option.Option[spec, string]{Key: "distance", Title: "Distance",
		Default: distances[0].Text, Words: experiment.Texts(distances), Value: option.Entry(distances),
		In: func(s *spec) *string { return &s.Distance }})
}

func (e *Experiment) Resolve(block strictyaml.Node, scope experiment.Scope) error {
	err := words.InTurn(
		func() error { return e.Fitting.Resolve(block, e.Data, scope) },
		e.InInputSpace,
		func() error {
			if e.Test >= 0 && e.Test < 1 {
				return nil
			}
			return block.At("test").Fault("test is %g, must be a share of the samples from 0 up to less than 1", e.Test)
		},
		func() error { return e.resolveOutliers(block) },
		func() error { return e.readDivisions(block, scope) },
		func() error { return e.distance().Check(block) })
	if err != nil {
		return err
	}
	e.VarySeveral(experiment.Numbers("gamma", "γ", "", e.Gamma), e.distance().Axis())
	e.Vary(e.FitAxes()...)
	return e.Measure(experiment.ReadMeasures(measures), e.First)
}

func (e *Experiment) resolveOutliers(block strictyaml.Node) error {
	if err := e.Options.Resolve(block); err != nil {
		return err
	}
	levels := block.Field("levels")
	switch {
	case e.Planted == nil && !levels.IsZero():
		return levels.Fault("levels is for outliers that are planted: name them by contamination, or leave it out")
	case e.Planted == nil:
		return nil
	case !e.Planted.Detectable():
		return block.At("contamination").Fault("contamination %s makes no sample an outlier among regular ones: name "+
			"another", e.Planted.Name)
	case len(e.Levels) == 0:
		return block.Fault("levels, the shares of outliers that are planted, is missing")
	}
	for i, l := range e.Levels {
		at := block.At("levels").Index(i)
		if err := e.Planted.Validate(l); err != nil {
			return at.Fault("%w", err)
		}
		if l == 0 {
			return at.Fault("level 0 plants no outlier that could be found: leave it out")
		}
	}
	e.Vary(experiment.Numbers(experiment.Level, words.Capitalise(e.Planted.LevelLabel), "", e.Levels))
	return nil
}

// Names of the measures.
const (
	auc         = "auc"
	precision   = "precision-at-n"
	found       = "found"
	falseAlarms = "false-alarms"

	cellsFound     = "cells-found"
	cellsPrecision = "cells-precision"
)

//go:embed measures.yaml
var measures string

type spec struct {
	subspace.Spec
	Distance string `json:"distance"`
	// Outliers are classes of the data, nil where outliers are planted.
	Outliers      []string `json:"outliers,omitempty"`
	Contamination string   `json:"contamination,omitempty"`
	Level         float64  `json:"level,omitempty"`
	Gamma         float64  `json:"gamma,omitempty"`
	Test          float64  `json:"test,omitempty"`
	// Divisions are the samples to rate in each repetition, see [divisions.of]; nil where they are drawn.
	Divisions []string `json:"divisions,omitempty"`
	// Taken are the samples that take part, as by [numbers]; all if empty.
	Taken string `json:"taken,omitempty"`
}

func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	d := on.Data
	if len(e.Outliers) > 0 {
		d.Outliers = e.Outliers
	}
	s := spec{Test: e.Test, Taken: e.divisions.taken}
	e.distance().Set(&s, e.Axes(), p)
	s.Distance = cmp.Or(m.Distance, s.Distance)
	if err := e.suits(d); err != nil {
		return experiment.Cell{}, err
	}
	var err error
	if s.Divisions, err = e.divisions.of(d, on.Repetitions); err != nil {
		return experiment.Cell{}, e.Block.At("split").Fault("%s%w", e.Split.Rated, err)
	}
	name := ", outliers " + words.List(d.Outliers, "and")
	if e.Planted == nil {
		s.Outliers = d.Outliers
	} else {
		s.Contamination, s.Level = e.Planted.Name, experiment.Item(e.Axes(), p, experiment.Level, e.Levels)
		name = fmt.Sprintf(" %s %g", s.Contamination, s.Level)
		if e.Planted.Shifts {
			s.Gamma = experiment.Item(e.Axes(), p, "gamma", e.Gamma)
			name += fmt.Sprintf(" at γ = %g", s.Gamma)
		}
	}
	fit, err := e.Spec(p, m, s.fitted(d.Samples), "data set "+d.Name, d)
	if err != nil {
		return experiment.Cell{}, err
	}
	s.Spec = fit
	name = fmt.Sprintf("%s%s%s, %s, %s distance%s", d.Name, fit.Name(), name,
		words.Count(float64(fit.Components), "component"), s.Distance, fit.SettingsName())
	if m.Command != nil && m.Command.Rates() { // by a distance of its own
		s.Distance = ""
	}
	random := s.Outliers == nil || s.Test > 0 || s.Divisions != nil
	return experiment.NewCell(Kind, m, on, random, s, name)
}

// suits returns an error for data without outliers to find, or to plant.
func (e *Experiment) suits(d dataset.Description) error {
	switch {
	case slices.ContainsFunc(e.Outliers, func(c string) bool { return !slices.Contains(d.Classes, c) }):
		return e.Block.At("outliers").Fault("data set %s has the classes %s, of which some are outliers", d.Name,
			strings.Join(d.Classes, ", "))
	case e.Planted == nil && len(d.Outliers) == 0:
		return e.Block.At("data").Fault("data set %s has no outliers to find: name their classes in its entry under "+
			"data, as in outliers: [other], or plant some by contamination", d.Name)
	case e.Planted != nil && len(d.Outliers) > 0:
		return e.Block.At("contamination").Fault("data set %s has outliers of its own, which would count as regular: "+
			"leave out contamination, or the outliers of the data", d.Name)
	}
	return e.Options.Suits(d, e.Block)
}

// rated returns how many of n samples are rated and not fitted; 0 if all are both.
func (s spec) rated(n int) int {
	if len(s.Divisions) > 0 {
		return len(unpack(s.Divisions[0], n))
	}
	return int(math.Round(s.Test * float64(n)))
}

// fitted returns how many samples of a data set of n are fitted.
func (s spec) fitted(n int) int {
	if s.Taken != "" {
		taken, _ := numbers(s.Taken)
		n = len(taken)
	}
	return n - s.rated(n)
}

// Check returns an error for a method that has no use here. A program may answer distances.
func (e *Experiment) Check(m method.Method) error {
	if m.Command != nil && m.Command.Rates() {
		return nil
	}
	if _, err := experiment.Find("distance", cmp.Or(m.Distance, combined), distances); err != nil {
		return fmt.Errorf("method %s: %w", m.Name, err)
	}
	return e.Fitting.Check(m)
}

// Setting names what is planted, empty for nothing.
func (e *Experiment) Setting() string {
	if e.Planted == nil {
		return ""
	}
	return e.Planted.Title
}

func (e *Experiment) Protocol(title func(string) string) string {
	number, _ := e.Fitting.Protocol(e.Data)
	titles, fitted, rated := strings.Join(words.Each(e.Data, title), ", "), "all samples", "The same samples"
	if e.Test > 0 {
		fitted, rated = fmt.Sprintf("a random %g%% of the samples", 100*(1-e.Test)), "The other samples"
	}
	if e.Split.Rated != "" {
		fitted, rated = "those samples of "+e.Split.Rated+" that it does not say to rate", "The others"
	}
	outliers := "Outliers are classes of the data."
	if e.Planted != nil {
		outliers = "Outliers are planted among all samples, whatever their class. " + e.Planted.Definition
	}
	if e.Planted != nil && e.Planted.Shifts {
		distances := words.Each(e.Gamma, func(g float64) string { return fmt.Sprint(g) })
		outliers += fmt.Sprintf(" $\\gamma$ is %s.", words.List(distances, "or"))
	}
	return fmt.Sprintf("%s of %s of %s, outliers among them. %s %s are rated by their %s distance from the centre and "+
		"components (M. Hubert, P. J. Rousseeuw, K. Vanden Branden, Technometrics 47, 2005). The combined distance is "+
		"the larger of score and orthogonal distance, each divided by its cut-off.", number, fitted, titles, outliers,
		rated, words.List(e.Distance, "or"))
}
