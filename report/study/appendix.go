package study

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"gpca/report/suggest"
	"gpca/solver/score"
)

// attach reads the studies that Appendices names and makes their methods,
// experiments, tables and figures part of this one. What follows then sees one
// study: a cell that two of them need is computed once, and a selection works over
// all. Each stays a study of its own, which runs alone.
func (s *Study) attach(file string, tree *ast.File) error {
	if len(s.Appendices) == 0 {
		return nil
	}
	c := &checker{study: s, file: file, tree: tree}
	own := *s
	s.parts = []*Study{&own}
	s.Labels = maps.Clone(s.Labels)
	for i, name := range s.Appendices {
		a, err := openAppendix(file, name)
		if err == nil {
			err = s.join(a)
		}
		if err != nil {
			c.fail("$.appendices[%d]", []any{i}, "appendix %s: %v", name, err)
		}
	}
	return c.fault
}

// Parts are the studies that a report of this one consists of, as they are on
// their own: the study as it is written, then those that it appends.
func (s *Study) Parts() []*Study {
	if len(s.parts) == 0 {
		return []*Study{s}
	}
	return s.parts
}

// openAppendix returns an embedded study, or that of a file beside the one that
// names it.
func openAppendix(file, name string) (*Study, error) {
	source, err := embedded.ReadFile(name + ".yaml")
	path := name + ".yaml"
	if err != nil {
		if path = name; !filepath.IsAbs(name) {
			path = filepath.Join(filepath.Dir(file), name)
		}
		if source, err = os.ReadFile(path); os.IsNotExist(err) {
			return nil, fmt.Errorf("it is neither a study that comes with the program nor a file beside this one: %s", suggest.DidYouMean(name, Embedded()))
		} else if err != nil {
			return nil, err
		}
	}
	a, _, err := parseAlone(path, source)
	if err == nil && len(a.Appendices) > 0 {
		return nil, fmt.Errorf("it has appendices of its own, %s: name them here instead", strings.Join(a.Appendices, ", "))
	}
	return a, err
}

// join takes over what another study declares. It refuses two different things
// under one name, and what would alter numbers of either.
func (s *Study) join(a *Study) error {
	for _, p := range s.parts {
		if p.Name == a.Name {
			return fmt.Errorf("study %s is part of this one already", a.Name)
		}
	}
	if a.Seed != s.Seed {
		return fmt.Errorf("its seed is %d and that of study %s is %d: studies of one report share their draws, give them one seed", a.Seed, s.Name, s.Seed)
	}
	for _, joining := range []func(*Study) error{s.joinMethods, s.joinLabels, s.joinExperiments, s.joinExhibits} {
		if err := joining(a); err != nil {
			return err
		}
	}
	s.parts = append(s.parts, a)
	return nil
}

func (s *Study) joinMethods(a *Study) error {
	// A method that one study defines under the name of a score means the score
	// itself to another study that does not.
	foreign := func(definer, other *Study) error {
		for _, m := range definer.Methods {
			_, err := score.Parse(m.Name)
			if o := other.Method(m.Name); err == nil && !reflect.DeepEqual(o, m) {
				return fmt.Errorf("method %s of study %s is another one in study %s: rename one of them", m.Name, definer.Name, other.Name)
			}
		}
		return nil
	}
	if err := foreign(a, s); err != nil {
		return err
	}
	if err := foreign(s, a); err != nil {
		return err
	}
	for _, m := range a.Methods {
		i := slices.IndexFunc(s.Methods, func(o Method) bool { return o.Name == m.Name })
		switch {
		case i < 0:
			s.Methods = slices.Concat(s.Methods, []Method{m})
		case !reflect.DeepEqual(s.Methods[i], m):
			return fmt.Errorf("method %s is defined twice, differently", m.Name)
		}
	}
	return nil
}

func (s *Study) joinLabels(a *Study) error {
	for _, name := range slices.Sorted(maps.Keys(a.Labels)) {
		if label, ok := s.Labels[name]; ok && label != a.Labels[name] {
			return fmt.Errorf("method %s is labelled %q here and %q there: one report names it once", name, label, a.Labels[name])
		}
		if s.Labels == nil {
			s.Labels = map[string]string{}
		}
		s.Labels[name] = a.Labels[name]
	}
	return nil
}

// joinExperiments takes over experiments. One that leaves the number of
// repetitions to its study keeps that study's.
func (s *Study) joinExperiments(a *Study) error {
	for _, e := range a.Experiments {
		e = e.clone()
		e.Like = "" // taken from its own study already
		if e.Repetitions == (Repetitions{}) {
			e.Repetitions = a.Repetitions
		}
		if e.Repetitions == s.Repetitions {
			e.Repetitions = Repetitions{}
		}
		known := s.Experiment(e.Name)
		if known == nil {
			s.Experiments = slices.Concat(s.Experiments, []Experiment{e})
			continue
		}
		other := known.clone()
		other.Like = ""
		if !reflect.DeepEqual(other, e) {
			return fmt.Errorf("experiment %s is declared twice, differently: rename one of them", e.Name)
		}
	}
	return nil
}

func (s *Study) joinExhibits(a *Study) error {
	for _, t := range a.Tables {
		if s.Table(t.Number) != nil {
			return fmt.Errorf("table %s stands in study %s too: a number stands once in a report", t.Number, s.Name)
		}
	}
	for _, f := range a.Figures {
		if s.Figure(f.Number) != nil {
			return fmt.Errorf("figure %s stands in study %s too: a number stands once in a report", f.Number, s.Name)
		}
	}
	s.Tables = slices.Concat(s.Tables, a.Tables)
	s.Figures = slices.Concat(s.Figures, a.Figures)
	for _, f := range s.Figures {
		table, _ := strings.CutPrefix(f.Number, "C")
		if t := s.Table(table); table != f.Number && t != nil && t.Chart {
			return fmt.Errorf("figure %s has the number of the chart of table %s", f.Number, table)
		}
	}
	return nil
}
