package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/plot/vg"

	drawing "gpca/figures"
	"gpca/report"
	"gpca/report/contamination"
	"gpca/report/dataset/library"
	"gpca/report/exhibit"
	"gpca/report/formula"
	"gpca/report/method"
	"gpca/report/noise"
	"gpca/report/study"
	"gpca/report/words"
	"gpca/solver/objective"
	"gpca/solver/robust"
	"gpca/solver/typo"
)

type section struct {
	name  string
	items func(*inventory) ([]item, error)
}

var sections = []section{
	{"studies", (*inventory).studies},
	{"tables", (*inventory).tables},
	{"figures", (*inventory).figures},
	{"datasets", (*inventory).datasets},
	{"methods", (*inventory).methods},
	{"noises", (*inventory).noises},
	{"kernels", (*inventory).kernels},
	{"venues", (*inventory).venues},
}

func sectionNames() []string { return words.Each(sections, func(s section) string { return s.name }) }

type item []field

// A field is in the JSON object under its key, and in a column for people. One without a
// key or a heading is not there.
type field struct {
	key, heading string
	value        any
}

func onlySections(cmd *cobra.Command, args []string) error {
	for _, a := range args {
		if !slices.Contains(sectionNames(), a) {
			return usage(cmd, fmt.Errorf("there is no list of %q: %s", a, typo.DidYouMean(a, sectionNames())))
		}
	}
	return nil
}

// list answers list: it prints the named sections, all for none, each under its name when
// it is not alone.
func (p *program) list(_ *cobra.Command, names []string) error {
	folders, err := p.findData()
	if err != nil {
		return err
	}
	s, err := report.OpenStudy(p.options.study, p.options.papers...)
	if err != nil {
		return err
	}
	p.bound(s)
	inventory := &inventory{s, report.OpenLibrary(s, folders, nil)}
	objects := map[string][]map[string]any{}
	for _, s := range sections {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		items, err := s.items(inventory)
		if err != nil {
			return err
		}
		if len(objects) > 0 && !p.options.json {
			fmt.Fprintln(p.stdout)
		}
		objects[s.name] = append([]map[string]any{}, words.Each(items, item.object)...) // without items, not null
		if p.options.json {
			continue
		}
		indent := ""
		if len(names) != 1 {
			fmt.Fprintln(p.stdout, s.name)
			indent = "  "
		}
		if err := p.answerTable(tabulate(items), indent); err != nil {
			return err
		}
	}
	if p.options.json {
		return p.answerJSON(objects)
	}
	return nil
}

func (i item) object() map[string]any {
	all := map[string]any{}
	for _, f := range i {
		if f.key != "" {
			all[f.key] = f.value
		}
	}
	return all
}

// tabulate makes a row of each item, under the headings.
func tabulate(items []item) [][]string {
	rows := make([][]string, 1+len(items))
	rows[0] = []string{"none"}
	for i, item := range items {
		rows[0] = nil
		for _, f := range item {
			if f.heading != "" {
				rows[0] = append(rows[0], f.heading)
				rows[i+1] = append(rows[i+1], cmp.Or(fmt.Sprint(f.value), none))
			}
		}
	}
	return rows
}

// An inventory is what the items are taken from.
type inventory struct {
	study *study.Study
	sets  *library.Library
}

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
	return words.Each(all, func(s *study.Study) item {
		return item{
			{"name", "NAME", s.Name}, {"source", "", s.Source},
			{"tables", "TABLES", len(s.AllTables())}, {"figures", "FIGURES", len(s.AllFigures())},
			{"title", "TITLE", s.Title},
			{"appendices", "", s.AppendixNames()}, {"", "APPENDICES", strings.Join(s.AppendixNames(), ", ")},
		}
	}), nil
}

func (i *inventory) tables() ([]item, error) {
	return words.Each(i.study.AllTables(), func(t exhibit.Table) item {
		return item{{"number", "NUMBER", t.Head().Number}, {"caption", "CAPTION", t.Head().Caption}}
	}), nil
}

func (i *inventory) figures() ([]item, error) {
	return words.Each(i.study.AllFigures(), func(f exhibit.Figure) item {
		h := f.Head()
		return item{{"number", "NUMBER", h.Number}, {"kind", "KIND", h.Kind}, {"caption", "CAPTION", h.Caption}}
	}), nil
}

func (i *inventory) datasets() ([]item, error) {
	var items []item
	for _, name := range i.sets.Names() {
		d, err := i.sets.Describe(context.Background(), name)
		if err != nil {
			return nil, err
		}
		var classes any = none
		if len(d.Classes) > 0 {
			classes = len(d.Classes)
		}
		items = append(items, item{
			{"name", "NAME", name}, {"title", "", d.Title}, {"origin", "DATA", d.Origin},
			{"", "SAMPLES × FEATURES", fmt.Sprintf("%d × %d", d.Samples, d.Features)},
			{"samples", "", d.Samples}, {"features", "", d.Features},
			{"classes", "", len(d.Classes)}, {"", "CLASSES", classes},
			{"folder", "FOLDER", d.Folder}, {"files", "", d.Files}, {"", "FILES", words.Some(d.Files, 2)},
			{"source", "SOURCE", d.URL}, {"citation", "", d.Citation},
		})
	}
	return items, nil
}

// methods lists the functions with a name, what the study defines, and the families.
func (i *inventory) methods() ([]item, error) {
	named := words.Each(objective.Named(), func(s objective.Function) item { return scoreItem(s.Name(), s, "") })
	items := append(named, words.Each(i.study.Methods, methodOfStudy)...)
	for _, name := range robust.Methods() {
		m, err := robust.Parse(name)
		if err != nil {
			return nil, err
		}
		items = append(items, methodItem(name, "robust PCA", "does not apply", m.Source, ""))
	}
	return append(items, words.Each(objective.Families(), func(f objective.Family) item {
		return methodItem(f.Pattern, f.Formula, "depends", f.Source, "")
	})...), nil
}

func methodOfStudy(m method.Method) item {
	switch {
	case m.Command != nil:
		source := strings.TrimSuffix("the study's own program, "+m.Command.Release, ", ")
		return methodItem(m.Name, m.Command.Words, "does not apply", source, m.Centring)
	case m.Choose != nil:
		formula := m.Choose.Family + " chosen by " + m.Choose.By
		if m.Objective != nil {
			formula = m.Objective.Name() + ", " + formula
		}
		return methodItem(m.Name, formula, "depends", "training data alone", m.Centring)
	}
	return scoreItem(m.Name, m.Objective, m.Centring)
}

func scoreItem(name string, s objective.Function, centring string) item {
	return methodItem(name, formula.Plain(s.Formula()), theorem1(s.Properties()), s.Source(), centring)
}

func methodItem(name, formula, theorem1, source, centring string) item {
	if centring == method.None {
		formula += ", uncentred"
	}
	return item{
		{"name", "NAME", name}, {"formula", "FORMULA", formula},
		{"theorem_1", "THEOREM 1", theorem1}, {"source", "SOURCE", source},
	}
}

// theorem1 says where Theorem 1 of Battaglino 2019 covers the ascent with a function.
func theorem1(p objective.Properties) string {
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
	add := func(name, level, definition string) item {
		return item{{"name", "NAME", name}, {"level", "LEVEL", level}, {"definition", "DEFINITION", definition}}
	}
	items := words.Each(noise.Catalogue(), func(n *noise.Noise) item {
		return add(n.Name, n.LevelLabel, formula.Plain(n.Definition))
	})
	items = append(items, add(noise.DummyImagesName, "number of images",
		"Images of random black and white pixels are added to the training samples (N. Kwak, IEEE PAMI 30, 2008)."))
	return append(items, words.Each(contamination.Catalogue(), func(k *contamination.Kind) item {
		return add(k.Name, k.LevelLabel, formula.Plain(k.Definition))
	})...), nil
}

// kernels lists what the kernel of an experiment may be, with the keys that a
// study file has for their parameters.
func (i *inventory) kernels() ([]item, error) {
	return words.Each([][3]string{
		{"gaussian", "exp(−‖x−y‖²/σ²)", "sigma, or sigmas for each data set"},
		{"polynomial", "(factor·xᵀy + offset)^degree", "degree, factor, offset"},
		{"linear", "xᵀy", ""},
	}, func(k [3]string) item {
		return item{{"name", "NAME", k[0]}, {"formula", "FORMULA", k[1]}, {"parameters", "PARAMETERS", k[2]}}
	}), nil
}

func (i *inventory) venues() ([]item, error) {
	mm := func(l vg.Length) float64 { return math.Round(10*float64(l/vg.Millimeter)) / 10 }
	return words.Each(i.study.Figured().Venues, func(v drawing.Venue) item {
		return item{
			{"name", "NAME", v.Name}, {"columns", "COLUMNS", v.Columns}, {"column_mm", "COLUMN MM", mm(v.Column)},
			{"page_mm", "PAGE MM", mm(v.Page)}, {"type", "TYPE", v.Type},
			{"size", "SIZE PT", v.Size}, {"grid", "GRID", v.Grid == nil || *v.Grid},
		}
	}), nil
}
