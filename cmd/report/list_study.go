package main

import (
	"fmt"
	"strconv"
	"strings"

	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/grid"
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
		s, err := study.Open(name)
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
	return studyItem{s.Name, s.Title, s.Source, len(s.Tables), len(s.Figures), s.Appendices}
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
	b := exhibit.Builder{
		Study:  i.study,
		Result: func(study.Need) (grid.Result, bool) { return grid.Result{}, false },
		Origin: func(string) dataset.Origin { return dataset.StandIn },
		Title:  report.Title,
	}
	var items []item
	for n := range i.study.Tables {
		t := &i.study.Tables[n]
		if !i.has(t.Number, func(p *report.Plan) []string { return p.Tables }) {
			continue
		}
		built := b.Table(t)
		items = append(items, tableItem{t.Number, t.Caption, len(built.Rows), len(built.Columns)})
	}
	return items, nil
}

type figureItem struct {
	Number  string `json:"number"`
	Caption string `json:"caption"`
	Kind    string `json:"kind"`
}

func (figureItem) heading() []string { return []string{"NUMBER", "KIND", "CAPTION"} }
func (i figureItem) row() []string   { return []string{i.Number, i.Kind, i.Caption} }

func (i *inventory) figures() ([]item, error) {
	var items []item
	for _, f := range i.study.Figures {
		if i.has(f.Number, func(p *report.Plan) []string { return p.Figures }) {
			items = append(items, figureItem{f.Number, f.Caption, f.Kind})
		}
	}
	return items, nil
}

type datasetItem struct {
	Name     string         `json:"name"`
	Title    string         `json:"title"`
	Origin   dataset.Origin `json:"origin"`
	Folder   string         `json:"folder,omitempty"`
	Samples  int            `json:"samples"` // of the real set
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
	for _, e := range dataset.Catalogue() {
		if !i.has(e.Name, (*report.Plan).Datasets) {
			continue
		}
		origin, folder := i.origin(e.Name)
		items = append(items, datasetItem{
			Name: e.Name, Title: e.Title, Origin: origin, Folder: folder,
			Samples: e.Samples, Features: e.Features, Classes: len(e.ClassNames),
			Source: e.URL, Citation: e.Citation,
		})
	}
	return items, nil
}
