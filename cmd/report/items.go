package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	drawing "gpca/figures"
	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/formula"
	"gpca/report/method"
	"gpca/report/noise"
	"gpca/report/plan"
	"gpca/report/study"
	"gpca/report/words"
	"gpca/solver/score"
)

// studies lists those that come with the program, and the chosen one when it is
// none of them.
func (i *inventory) studies() ([]item, error) {
	var all []*study.Study
	for _, name := range study.Embedded() {
		s, err := report.OpenStudy(name)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	if !slices.ContainsFunc(all, func(s *study.Study) bool { return s.Name == i.study.Name }) {
		all = append(all, i.study)
	}
	var items []item
	for _, s := range all {
		next := item{
			{"name", "NAME", s.Name}, {"title", "", s.Title}, {"source", "", s.Source},
			{"tables", "TABLES", len(s.AllTables())}, {"figures", "FIGURES", len(s.AllFigures())},
			{"", "TITLE", s.Title}, {"", "APPENDICES", strings.Join(s.AppendixNames(), ", ")},
		}
		if len(s.Appendices) > 0 {
			next = append(next, field{"appendices", "", s.AppendixNames()})
		}
		items = append(items, next)
	}
	return items, nil
}

// tables lists the tables with their sizes, which are those of tables built
// from no results.
func (i *inventory) tables() ([]item, error) {
	var items []item
	for _, t := range i.study.AllTables() {
		head := t.Head()
		if !i.needs(head.Number, func(p *plan.Plan) []string { return p.Tables }) {
			continue
		}
		built := t.Build(empty{})
		rows, columns := len(built.Rows), len(built.Columns)
		items = append(items, item{
			{"number", "NUMBER", head.Number}, {"", "SIZE", fmt.Sprintf("%d × %d", rows, columns)},
			{"caption", "CAPTION", head.Caption}, {"rows", "", rows}, {"columns", "", columns},
		})
	}
	return items, nil
}

// empty is a source without any result, for tables of which only the size is of interest.
type empty struct{}

func (empty) Result(exhibit.Query) (experiment.Result, bool) { return experiment.Result{}, false }
func (empty) Origin(string) dataset.Origin                   { return dataset.StandIn }
func (empty) Title(data string) string                       { return data }
func (empty) Printed() exhibit.Printed                       { return exhibit.Printed{} }

func (i *inventory) figures() ([]item, error) {
	var items []item
	for _, f := range i.study.AllFigures() {
		head := f.Head()
		if i.needs(head.Number, func(p *plan.Plan) []string { return p.Figures }) {
			items = append(items, item{
				{"number", "NUMBER", head.Number}, {"", "KIND", head.Kind},
				{"caption", "CAPTION", head.Caption}, {"kind", "", head.Kind},
			})
		}
	}
	return items, nil
}

func (i *inventory) datasets() ([]item, error) {
	var items []item
	for _, name := range i.sets.Names() {
		if !i.needs(name, (*plan.Plan).Datasets) {
			continue
		}
		d, err := i.sets.Describe(context.Background(), name)
		if err != nil {
			return nil, err
		}
		next := item{{"name", "NAME", name}, {"title", "", d.Title}, {"origin", "DATA", d.Origin}}
		if d.Folder != "" {
			next = append(next, field{"folder", "", d.Folder})
		}
		if len(d.Files) > 0 {
			next = append(next, field{"files", "", d.Files})
		}
		var classes any = none
		if len(d.Classes) > 0 {
			classes = len(d.Classes)
		}
		items = append(items, append(next, item{
			{"", "SAMPLES × FEATURES", fmt.Sprintf("%d × %d", d.Samples, d.Features)},
			{"samples", "", d.Samples}, {"features", "", d.Features}, {"classes", "", len(d.Classes)},
			{"", "CLASSES", classes}, {"", "FOLDER", d.Folder}, {"", "FILES", words.Some(d.Files, 2)},
			{"source", "SOURCE", d.URL}, {"citation", "", d.Citation},
		}...))
	}
	return items, nil
}

// methods lists the scores with a name, the families, and what the study
// defines; with a selection the methods that it needs.
func (i *inventory) methods() ([]item, error) {
	if i.plan != nil {
		return methodsOf(i.plan)
	}
	var items []item
	for _, s := range score.Named() {
		items = append(items, scoreItem(s.Name(), s, ""))
	}
	for _, m := range i.study.Methods {
		next, err := methodItem(m, m.Centring)
		if err != nil {
			return nil, err
		}
		items = append(items, next)
	}
	for _, f := range score.Families() {
		items = append(items, newMethodItem(f.Pattern, f.Formula, "depends", f.Source, ""))
	}
	return items, nil
}

// methodsOf lists the methods of a plan under the names that its study and --method have
// for them, once for each way in which their training samples are centred.
func methodsOf(p *plan.Plan) ([]item, error) {
	centring := map[string]string{} // by key of a cell
	for _, c := range p.Cells {
		centring[c.Key()] = valueOf(c, "centring")
	}
	var items []item
	for _, q := range p.Asked() {
		key, ok := p.Key(q)
		if !ok || q.Method.Name == "" {
			continue
		}
		next, err := methodItem(q.Method, centring[key])
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(items, func(i item) bool { return slices.Equal(i, next) }) {
			items = append(items, next)
		}
	}
	return items, nil
}

// valueOf is a part of a cell's key, empty where its kind has no such part.
func valueOf(c experiment.Cell, field string) string {
	for _, f := range c.SpecFields() {
		if f.Name == field {
			return f.Value
		}
	}
	return ""
}

// valuesOf lists a part of the keys of a plan's cells.
func valuesOf(field string) func(*plan.Plan) []string {
	return func(p *plan.Plan) []string {
		var values []string
		for _, c := range p.Cells {
			// The kernel gaussian(sigma=2) goes by the name that study files use.
			name, _, _ := strings.Cut(valueOf(c, field), "(")
			values = append(values, name)
		}
		return values
	}
}

// methodItem lists a method whose training samples are centred in some way.
func methodItem(m method.Method, centring string) (item, error) {
	if m.Command != nil {
		source := strings.TrimSuffix("the study's own program, "+m.Command.Release, ", ")
		return newMethodItem(m.Name, m.Command.Words, "does not apply", source, centring), nil
	}
	if m.Choose != nil {
		formula := m.Choose.Family + " chosen by " + m.Choose.Rule()
		if m.Score != nil {
			formula = m.Score.Name() + ", " + formula
		}
		return newMethodItem(m.Name, formula, "depends", "training data alone", centring), nil
	}
	s, err := m.Function()
	if err != nil {
		return nil, err
	}
	return scoreItem(m.Name, s, centring), nil
}

func scoreItem(name string, s score.Score, centring string) item {
	return newMethodItem(name, formula.Plain(s.Formula()), theorem1(s.Properties()), s.Source(), centring)
}

func newMethodItem(name, formula, theorem1, source, centring string) item {
	if centring == method.None {
		formula += ", uncentred"
	}
	return item{
		{"name", "NAME", name}, {"formula", "FORMULA", formula},
		{"theorem_1", "THEOREM 1", theorem1}, {"source", "SOURCE", source},
	}
}

// theorem1 says where Theorem 1 of the thesis covers the ascent with a score.
func theorem1(p score.Properties) string {
	text := "no"
	switch {
	case p.NonDecreasing:
		text = "covers it"
	case p.RisesUpTo > 0:
		text = fmt.Sprintf("up to u = %.3g", p.RisesUpTo)
	}
	if p.Sampled {
		text += " (sampled)"
	}
	return text
}

func (i *inventory) noises() ([]item, error) {
	var items []item
	add := func(name, level, definition string) {
		if i.needs(name, valuesOf("noise")) {
			items = append(items, item{
				{"name", "NAME", name}, {"level", "LEVEL", level}, {"definition", "DEFINITION", definition},
			})
		}
	}
	for _, n := range noise.Catalogue() {
		add(n.Name, n.LevelLabel, formula.Plain(n.Definition))
	}
	add(noise.DummyImagesName, "number of images",
		"Images of random black and white pixels are added to the training samples (N. Kwak, IEEE PAMI 30, 2008).")
	return items, nil
}

// kernels lists what the kernel of an experiment may be, with the keys that a
// study file has for their parameters.
func (i *inventory) kernels() ([]item, error) {
	var items []item
	for _, k := range [][3]string{
		{"gaussian", "exp(−‖x−y‖²/σ²)", "sigma, or sigmas for each data set"},
		{"polynomial", "(factor·xᵀy + offset)^degree", "degree, factor, offset"},
		{"linear", "xᵀy", ""},
	} {
		if i.needs(k[0], valuesOf("kernel")) {
			items = append(items, item{
				{"name", "NAME", k[0]}, {"formula", "FORMULA", k[1]}, {"parameters", "PARAMETERS", k[2]},
			})
		}
	}
	return items, nil
}

// venues lists what figures can be drawn for.
func (i *inventory) venues() ([]item, error) {
	var items []item
	for _, v := range drawing.Venues() {
		mm := func(l vg.Length) float64 { return math.Round(10*float64(l/vg.Millimeter)) / 10 }
		items = append(items, item{
			{"name", "NAME", v.Name}, {"columns", "COLUMNS", v.Columns}, {"column_mm", "COLUMN MM", mm(v.Column)},
			{"page_mm", "PAGE MM", mm(v.Page)}, {"type", "TYPE", v.Type.Name},
			{"size", "SIZE PT", float64(v.Label)}, {"grid", "GRID", v.Grid},
		})
	}
	return items, nil
}
