package study

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gpca/report/dataset/library"
	"gpca/report/exhibit"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// An Appendix names a study whose tables, figures and text are appended to those of another: all, unless
// some tables or figures are named.
type Appendix struct {
	Study   string `yaml:"study" doc:"Name or file of the study." example:"paper" required:"yes"`
	Tables  names  `yaml:"tables" doc:"Tables that are taken over, * for any characters." example:"[I, V]"`
	Figures names  `yaml:"figures" doc:"Figures that are taken over." example:"[\"1\"]"`
	Text    string `yaml:"text" doc:"Text in place of the study's own." example:"paper-in-brief"`
}

// MayBeScalar lets an appendix be written as the name of a study.
func (Appendix) MayBeScalar() {}

func (a Appendix) reduce(s *Study) (err error) {
	if len(a.Tables)+len(a.Figures) > 0 {
		s.reduced = true
		if s.Tables, err = pick("table", s.Tables, a.Tables); err != nil {
			return err
		}
		if s.Figures, err = pick("figure", s.Figures, a.Figures); err != nil {
			return err
		}
	}
	if a.Text != "" {
		s.Text = a.Text
	}
	return nil
}

func pick[E exhibit.Exhibit](what string, all []E, patterns []string) ([]E, error) {
	if len(patterns) == 0 {
		return nil, nil
	}
	kept, err := Select(what, patterns, words.Each(all, func(e E) string { return e.Head().Number }))
	return slices.DeleteFunc(slices.Clone(all), func(e E) bool { return !slices.Contains(kept, e.Head().Number) }), err
}

// attachAll attaches the appendices of a study, which is s itself or one attached to it, and theirs in
// turn. File is that of the study that names them.
func (s *Study) attachAll(file string, named *Study) error {
	for i, a := range named.Appendices {
		at := named.root.At("appendices").Index(i)
		path, folder, source, err := read(a.Study, beside(file, a.Study))
		var part *Study
		var root strictyaml.Node
		if err == nil {
			root, err = strictyaml.Parse(path, source)
		}
		if err == nil {
			part, err = decode(root, s.kinds)
		}
		if err == nil {
			part.Folder, part.appendedTo = folder, named
			err = cmp.Or(a.reduce(part), s.attach(part))
		}
		if err != nil {
			// A list that is indented wrongly is a text of many lines.
			return at.Fault("appendix %s: %w", words.Clip(strings.Join(strings.Fields(a.Study), " "), 100), err)
		}
		if err := s.attachAll(path, part); err != nil {
			return err
		}
	}
	return nil
}

// attach makes a study part of the report on another. Its tables and figures still refer to its own
// experiments. A cell that both studies need is computed once.
func (s *Study) attach(a *Study) error {
	if a.Seed != s.Seed {
		return fmt.Errorf("its seed is %d and that of study %s is %d: studies of one report share their draws, give "+
			"them one seed", a.Seed, s.Name, s.Seed)
	}
	for _, p := range s.Parts() {
		if p.Name == a.Name {
			return fmt.Errorf("study %s is part of this one already", a.Name)
		}
		twice := cmp.Or(common("table ", a.Tables, p.Tables), common("figure ", a.Figures, p.Figures))
		if twice != "" {
			return fmt.Errorf("%s stands in study %s too: a number stands once in a report", twice, p.Name)
		}
		for _, f := range a.Files {
			if slices.ContainsFunc(p.Files, func(o library.FileSet) bool {
				o.Place = f.Place
				return o.Name == f.Name && !reflect.DeepEqual(o, f)
			}) {
				return fmt.Errorf("data set %s of study %s is another one in study %s: rename one of them", f.Name,
					a.Name, p.Name)
			}
		}
		for _, m := range a.Methods {
			if o, err := p.Method(m.Name); err == nil && !o.Equal(m) {
				return fmt.Errorf("method %s of study %s is another one in study %s: rename one of them", m.Name,
					a.Name, p.Name)
			}
		}
	}
	a.whole = s
	s.appendices = append(s.appendices, a)
	return nil
}

// common is the first number that two lists share, after a noun; empty for none.
func common[E exhibit.Exhibit](noun string, list, others []E) string {
	for _, e := range list {
		if number := e.Head().Number; indexOf(others, number) >= 0 {
			return noun + number
		}
	}
	return ""
}

// AppendixNames are the names by which the study appends others.
func (h Head) AppendixNames() []string {
	return words.Each(h.Appendices, func(a Appendix) string { return a.Study })
}
