package study

import (
	"gpca/figures"
	"gpca/report/dataset/library"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/venue"
	"gpca/report/words"
)

type (
	names       = strictyaml.List[string]
	nodes       = strictyaml.List[strictyaml.Node]
	appendices  = strictyaml.List[Appendix]
	repetitions = experiment.Repetitions
)

// content is what a study file holds: the head, and blocks that others decode.
type content struct {
	Head        `yaml:",inline"`
	Data        nodes           `yaml:"data" doc:"Data sets in files beside the study."`
	Methods     nodes           `yaml:"methods" doc:"Methods beside those of report list methods."`
	Experiments nodes           `yaml:"experiments" doc:"Grids, of which what is shown is computed."`
	Tables      nodes           `yaml:"tables" doc:"Tables of the report."`
	Figures     nodes           `yaml:"figures" doc:"Figures of the report."`
	Theme       strictyaml.Node `yaml:"theme" doc:"How all figures look." example:"{legend: right, width: 1.5}"`

	Venues nodes `yaml:"venues" doc:"Your own venues, with keys of the theme." example:"[{name: jmlr, column: 9 cm, page: 6 in}]"`

	kinds *Kinds
}

func (c content) Describe() map[string]strictyaml.Shape {
	kinds := words.Each(c.kinds.Experiments, func(k experiment.Kind) strictyaml.Key {
		return strictyaml.Key{Name: k.Name(), Shape: k.Block()}
	})
	experiments := strictyaml.Describe("", experimentHead{}).WithKinds(kinds, false)
	experiments.Like = "like"
	return map[string]strictyaml.Shape{
		"data":        strictyaml.Describe("", library.FileSet{}),
		"methods":     method.Block(),
		"experiments": experiments,
		"tables":      strictyaml.Describe("", exhibit.Head{}).WithKinds(c.kinds.Tables.Blocks(), false),
		"theme":       strictyaml.Describe("", figures.Theme{}),
		"venues":      strictyaml.Describe("", venue.Venue{}),
		"figures":     strictyaml.Describe("", exhibit.Head{}).WithKinds(c.kinds.Figures.Blocks(), true),
	}
}

// Describe describes a study file.
func (k Kinds) Describe() strictyaml.Shape {
	return strictyaml.Describe("What is computed, and which tables and figures are made of it.", content{kinds: &k})
}
