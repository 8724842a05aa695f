package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/study"
)

// orNone keeps a column from being empty.
func orNone(text string) string {
	if text == "" {
		return none
	}
	return text
}

type studyItem struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Source  string `json:"source"`
	Tables  int    `json:"tables"`
	Figures int    `json:"figures"`
	// Appendices are the studies whose tables and figures are among those counted.
	Appendices []string `json:"appendices,omitempty"`
}

func (studyItem) heading() []string {
	return []string{"NAME", "TABLES", "FIGURES", "TITLE", "APPENDICES"}
}

func (i studyItem) row() []string {
	return []string{i.Name, strconv.Itoa(i.Tables), strconv.Itoa(i.Figures), i.Title, orNone(strings.Join(i.Appendices, ", "))}
}

// studies lists those that come with the program, and the chosen one when it is
// none of them.
func (i *inventory) studies() ([]item, error) {
	chosen := i.study
	var items []item
	for _, name := range study.Embedded() {
		s, err := report.OpenStudy(name)
		if err != nil {
			return nil, err
		}
		if s.Name == i.study.Name {
			chosen = nil
		}
		items = append(items, newStudyItem(s))
	}
	if chosen != nil {
		items = append(items, newStudyItem(chosen))
	}
	return items, nil
}

func newStudyItem(s *study.Study) studyItem {
	return studyItem{s.Name, s.Title, s.Source, len(s.AllTables()), len(s.AllFigures()), s.Appendices}
}

type tableItem struct {
	Number  string `json:"number"`
	Caption string `json:"caption"`
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
}

func (tableItem) heading() []string { return []string{"NUMBER", "SIZE", "CAPTION"} }
func (i tableItem) row() []string {
	return []string{i.Number, fmt.Sprintf("%d × %d", i.Rows, i.Columns), i.Caption}
}

// tables lists the tables with their sizes, which are those of tables built
// from no results.
func (i *inventory) tables() ([]item, error) {
	var items []item
	for _, t := range i.study.AllTables() {
		head := t.Head()
		if !i.has(head.Number, func(p *plan.Plan) []string { return p.Tables }) {
			continue
		}
		built := t.Build(empty{})
		items = append(items, tableItem{head.Number, head.Caption, len(built.Rows), len(built.Columns)})
	}
	return items, nil
}

// empty is a source without any result, for tables of which only the size is of
// interest.
type empty struct{}

func (empty) Result(exhibit.Query) (experiment.Result, bool) { return experiment.Result{}, false }
func (empty) Origin(string) dataset.Origin                   { return dataset.StandIn }
func (empty) Title(data string) string                       { return data }
func (empty) Printed() exhibit.Printed                       { return exhibit.Printed{} }

type figureItem struct {
	Number  string `json:"number"`
	Caption string `json:"caption"`
	Kind    string `json:"kind"`
}

func (figureItem) heading() []string { return []string{"NUMBER", "KIND", "CAPTION"} }
func (i figureItem) row() []string   { return []string{i.Number, i.Kind, i.Caption} }

func (i *inventory) figures() ([]item, error) {
	var items []item
	for _, f := range i.study.AllFigures() {
		head := f.Head()
		if i.has(head.Number, func(p *plan.Plan) []string { return p.Figures }) {
			items = append(items, figureItem{head.Number, head.Caption, head.Kind})
		}
	}
	return items, nil
}

type datasetItem struct {
	Name     string         `json:"name"`
	Title    string         `json:"title"`
	Origin   dataset.Origin `json:"origin"`
	Folder   string         `json:"folder,omitempty"`
	Samples  int            `json:"samples"`
	Features int            `json:"features"`
	Classes  int            `json:"classes"`
	Source   string         `json:"source"`
	Citation string         `json:"citation"`
}

func (datasetItem) heading() []string {
	return []string{"NAME", "DATA", "SAMPLES × FEATURES", "CLASSES", "FOLDER", "SOURCE"}
}

func (i datasetItem) row() []string {
	classes := none
	if i.Classes > 0 {
		classes = strconv.Itoa(i.Classes)
	}
	return []string{i.Name, string(i.Origin), fmt.Sprintf("%d × %d", i.Samples, i.Features), classes, orNone(i.Folder), orNone(i.Source)}
}

func (i *inventory) datasets() ([]item, error) {
	var items []item
	for _, name := range i.library.Names() {
		if !i.has(name, (*plan.Plan).Datasets) {
			continue
		}
		d, err := i.library.Describe(context.Background(), name)
		if err != nil {
			return nil, err
		}
		items = append(items, datasetItem{
			Name: name, Title: d.Title, Origin: d.Origin, Folder: d.Folder,
			Samples: d.Samples, Features: d.Features, Classes: len(d.Classes),
			Source: d.URL, Citation: d.Citation,
		})
	}
	return items, nil
}
