// Package apply is the kind of experiment that describes one table by robust PCA: which rows are outliers, which
// columns and cells make them so, and what the components are without them. Classical PCA of the same table stands
// beside it. What is found is kept as artifacts, which [Findings] reads.
package apply

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// Kind is this kind of experiment.
var Kind = experiment.NewKind[Experiment](experiment.About[spec]{
	Name: "apply", Version: 3, Does: "finds the outlying rows of a table, and what makes them so", Job: newJob,
})

// Experiment describes tables.
type Experiment struct {
	experiment.Grid  `yaml:",inline"`
	subspace.Fitting `yaml:",inline"`

	Class strictyaml.List[string] `yaml:"class" doc:"Classes to describe, or all." default:"all" example:"[all, oak]"`
	Model string                  `yaml:"model" doc:"Saved model beside the study." example:"model.json"`

	CutOff string `yaml:"cut-off" doc:"Share of regular rows within cut-offs, or calibrated." example:"0.99"`
	Chance string `yaml:"chance" doc:"How far regular rows lie." words:"theory measured" default:"theory" example:"measured"`

	model *Model
}

// everyClass is the class of all rows.
const everyClass = "all"

// Resolve checks a block and sets up axes and measures.
func (e *Experiment) Resolve(block strictyaml.Node, scope experiment.Scope) error {
	e.Choosable = true
	if len(e.Components) == 0 {
		e.Components = strictyaml.List[int]{0}
	}
	if err := e.Fitting.Resolve(block, e.Data, scope); err != nil {
		return err
	}
	if err := e.InInputSpace(); err != nil {
		return err
	}
	if err := checkCutOff(e.CutOff); err != nil {
		return block.At("cut-off").Fault("%w", err)
	}
	if e.Model != "" {
		source, err := scope.Beside(e.Model)
		if err == nil {
			e.model, err = ReadModel(source)
		}
		if err != nil {
			return block.At("model").Fault("model %s: %w", e.Model, err)
		}
	}
	e.VarySeveral(experiment.NewAxis("class", "Class", e.Class, func(c string) experiment.Value {
		return experiment.Word(c, "class "+c)
	}))
	if e.model == nil {
		e.Vary(e.FitAxes()...)
	}
	return nil
}

// Names of the measures.
const (
	rows       = "rows"
	outliers   = "outliers"
	classical  = "classical"
	components = "components"
	turn       = "turn"
	changed    = "changed"
)

// Measures count rows, and say how far the components turn.
func (*Experiment) Measures() []experiment.Measure {
	const beyond = "score or orthogonal distance is beyond its cut-off, that of 97.5% of regular rows if these are " +
		"normal"
	measures := []experiment.Measure{
		{Name: outliers, Title: "outliers", Definition: "rows whose " + beyond},
		{Name: rows, Title: "rows", Definition: "rows of the table"},
		{Name: classical, Title: "outliers of classical PCA", Definition: "rows whose " + beyond + ", by as many " +
			"components of classical PCA"},
		{Name: components, Title: "components", Definition: "number of components"},
		{Name: turn, Title: "turn of the first component in degrees", Points: "degrees", Range: [2]float64{0, 90},
			Decimals: 1, Definition: "angle between the first component and that of classical PCA"},
		{Name: changed, Title: "flags that change", Definition: "rows that are outliers either with the alpha of the " +
			"method or with alpha 0.5, for robpca"},
	}
	for i := range measures {
		measures[i].Descriptive = true
	}
	return measures
}

type spec struct {
	subspace.Spec
	Class string `json:"class,omitempty"` // empty for all rows
	// Saved is the model that judges the rows in place of a fit.
	Saved *Model `json:"model,omitempty"`
	// CutOff and Chance are those of the experiment, empty for 0.975 and by theory.
	CutOff string `json:"cut_off,omitempty"`
	Chance string `json:"chance,omitempty"`
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	s := spec{Class: experiment.Item(e.Axes(), p, "class", e.Class), Saved: e.model, CutOff: e.CutOff}
	samples := on.Data.Samples
	name := fmt.Sprintf("%s described", on.Data.Name)
	if s.Class == everyClass {
		s.Class = ""
	} else {
		if _, err := typo.Find("class", s.Class, on.Data.Classes, func(c string) string { return c }); err != nil {
			return experiment.Cell{}, e.Block.At("class").Fault("data set %s: %w", on.Data.Name, err)
		}
		samples = on.Data.ClassCounts[slices.Index(on.Data.Classes, s.Class)]
		name += ", class " + s.Class
	}
	if s.CutOff != "" {
		name += ", cut-off " + s.CutOff
	}
	if s.Saved != nil {
		name += " by a saved model"
		return experiment.NewCell(Kind, m, on, false, s, name)
	}
	if e.Chance == "measured" {
		s.Chance = e.Chance
	}
	fit, err := e.Spec(p, m, samples, "data set "+on.Data.Name, on.Data)
	if err != nil {
		return experiment.Cell{}, err
	}
	s.Spec = fit
	return experiment.NewCell(Kind, m, on, false, s, name+fit.Name()+fit.SettingsName())
}

// Protocol says how cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	titles := strings.Join(words.Each(e.Data, title), ", ")
	if e.model != nil {
		return fmt.Sprintf("Rows of %s are judged by a saved model of %s, with its centre, components and cut-offs.",
			titles, e.model.Data)
	}
	number, _ := e.Fitting.Protocol(e.Data)
	if e.Components[0] == 0 {
		number = "As many components as the rule of ROBPCA chooses"
	}
	return fmt.Sprintf("%s of all rows of %s. The distances of rows from the centre and components, and their cut-offs, "+
		"are those of M. Hubert, P. J. Rousseeuw, K. Vanden Branden, Technometrics 47, 2005; outlying cells are found "+
		"by Detecting Deviating Cells (P. J. Rousseeuw, W. Van den Bossche, Technometrics 60, 2018). Missing cells are "+
		"replaced by the median of their column, and by macropca by what its components expect.", number, titles)
}

// Drawings are pictures of components and of outlying rows, where rows are images.
func (*Experiment) Drawings() []experiment.Drawing {
	rows := experiment.GreyOf(outlyingPictures)
	return []experiment.Drawing{
		{Artifact: componentPictures, Form: experiment.Pictures, Size: pixels, Grey: experiment.GreyAbout0},
		{Artifact: outlyingPictures, Form: experiment.Pictures, Size: pixels, Grey: rows},
		{Artifact: usualPictures, Form: experiment.Pictures, Size: pixels, Grey: rows},
	}
}

// Answer says which rows are outliers, why, and what to look at next.
func (*Experiment) Answer(r experiment.Result) string {
	f, err := Read(r)
	if err != nil {
		return ""
	}
	answer := f.unbroken() + "."
	if reasons := f.reasons(); len(f.FarOut()) > 0 && reasons != "" {
		answer += " The rows beyond a cut-off stand out by " + reasons + ": the table of outlying rows says why each " +
			"does, and the map of cells which values to check first."
	}
	if wide := sentence("wide", f); wide != "" { // groups and distances are then those of one column
		answer += " Beware: " + wide + "."
	}
	return answer
}

// Outcome is what the text of a report can say about a result.
func (*Experiment) Outcome(r experiment.Result) (any, error) { return Read(r) }
