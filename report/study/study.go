// Package study says what a study is: which data sets, noises and methods are
// compared, in which tables and figures, under which numbers.
//
// A study is a YAML file. What has to be computed follows from the tables and figures that it
// shows. The thesis is such a file, one of those that are embedded.
//
// The package knows the frame of a study: names, seeds, labels, appendices. Kinds of
// experiments and exhibits decode their own blocks.
package study

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpca/report/dataset/library"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/score"
	"gpca/solver/typo"
)

// Kinds are the kinds that a study file may use.
type Kinds struct {
	Experiments     []experiment.Kind // the first is meant where a study names none
	Tables, Figures exhibit.Kinds     // the first kind of tables is meant where a table names none
	Data            []string          // data sets that every study may use
	// Publications find the numbers in print of a publication.
	Publications func(name string) (Publication, error)
}

// A Publication has tables in print that a study refers to.
type Publication interface {
	// InPrint returns an error for the number of a table that it does not print.
	InPrint(number string) error
}

// A Study is one grid of experiments and the tables and figures drawn from it.
type Study struct {
	Head
	// These are the study's own, without those of its appendices.
	Experiments []*experiment.Named
	Methods     []method.Method
	Families    method.Families // the expressions among the methods
	Tables      []exhibit.Table
	Figures     []exhibit.Figure
	Files       []library.FileSet // data sets
	Folder      string            // of the study's file, empty for a study that comes with the program

	root        strictyaml.Node // of the study's file
	kinds       *Kinds
	publication Publication // that its tables refer to, nil for none
	resolved    map[string]method.Method
	appendices  []*Study
	appendedTo  *Study // that names this one as its appendix, nil for none
	reduced     bool   // to some of its tables and figures, in the report that it is appended to
	whole       *Study // that this one is appended to, itself for others
}

// A Head is what a study says of itself. Refits repeats a fit that did not settle and serves
// all repetitions, with the training samples in another order, to measure what the optimiser
// adds to an interval: at most 2 times on generated data.
type Head struct {
	Name       string                    `yaml:"name" doc:"Its name in messages." example:"mine" required:"yes"`
	Title      string                    `yaml:"title" doc:"Title of the report." example:"Falling scores on USPS"`
	Author     string                    `yaml:"author" doc:"Author, named on the title page." example:"A. Author"`
	Source     string                    `yaml:"source" doc:"What it rests on, as a citation." example:"A. Author, A Paper, 2026"`
	Text       string                    `yaml:"text" doc:"Markdown text, in a file beside it or built in." example:"mine.md"`
	Repeats    string                    `yaml:"repeats" doc:"Publication that its tables are compared with." example:"thesis"`
	Refers     string                    `yaml:"refers" doc:"Publication that variants are held against." example:"thesis"`
	Appendices strictyaml.List[Appendix] `yaml:"appendices" doc:"Studies that follow." example:"[centring, {study: car, tables: O.13}]"`

	Seed        uint64                 `yaml:"seed" doc:"Origin of every random number." default:"0" example:"2019"`
	Repetitions experiment.Repetitions `yaml:"repetitions" doc:"How often chance is repeated." example:"{real: 10, stand-in: 3}" required:"yes"`
	Refits      *uint64                `yaml:"refits" doc:"How often an unsettled fit is repeated." default:"5" example:"0"`
	Labels      map[string]string      `yaml:"labels" doc:"Printed names of methods." example:"{p=1: L1 (p = 1)}"`
}

// File is the path of the study's file, empty for a study that comes with the program.
func (s *Study) File() string {
	if s.Folder == "" {
		return ""
	}
	return s.root.File()
}

// Parts are the studies that a report of this one consists of: the study itself, then
// those that it appends.
func (s *Study) Parts() []*Study { return append([]*Study{s}, s.appendices...) }

// Reduced reports whether the study is appended with a part of its tables and figures.
func (s *Study) Reduced() bool { return s.reduced }

// Belongs reports whether the study is another one, or appended to it or to one of its
// appendices.
func (s *Study) Belongs(to *Study) bool {
	for ; s != nil; s = s.appendedTo {
		if s == to {
			return true
		}
	}
	return false
}

// AllTables are the tables of the study and of its appendices.
func (s *Study) AllTables() []exhibit.Table {
	return slices.Concat(words.Each(s.Parts(), func(p *Study) []exhibit.Table { return p.Tables })...)
}

// AllFigures are the figures of the study and of its appendices.
func (s *Study) AllFigures() []exhibit.Figure {
	return slices.Concat(words.Each(s.Parts(), func(p *Study) []exhibit.Figure { return p.Figures })...)
}

// Label is the printed name of a method.
func (s *Study) Label(name string) string {
	if l, ok := s.Labels[name]; ok {
		return l
	}
	if f, parameters, ok := s.Families.Cut(name); ok && parameters != "" {
		return s.Label(f.Name) + " " + strings.NewReplacer("=", " = ", " ", ", ").Replace(parameters)
	}
	return method.Label(name)
}

// Experiment returns the experiment of a name.
func (s *Study) Experiment(name string) (*experiment.Named, error) {
	return typo.Find("experiment", name, s.Experiments, func(e *experiment.Named) string { return e.Name })
}

// Table returns the table of a number, nil when the report has none.
func (s *Study) Table(number string) exhibit.Table {
	return numbered(s.whole.AllTables(), number)
}

// Figure returns the figure of a number, nil when the report has none.
func (s *Study) Figure(number string) exhibit.Figure {
	return numbered(s.whole.AllFigures(), number)
}

// Method returns what stands behind the name of a method: one that the study defines,
// or a score. A name is parsed once.
func (s *Study) Method(name string) (method.Method, error) {
	if m, ok := s.resolved[name]; ok {
		return m, nil
	}
	m, err := s.Families.Method(name)
	if errors.Is(err, score.ErrUnknown) {
		err = s.unknown(name, err)
	}
	if err != nil {
		return m, err
	}
	s.resolved[name] = m
	return m, nil
}

// Members are the methods that a name stands for where several may stand: those of a
// family that the study defines, else the one of that name.
func (s *Study) Members(name string) []string { return s.Families.Members(name) }

// Family returns a family of scores: one that the study defines, or one of package score.
func (s *Study) Family(name string) (method.Family, error) { return s.Families.Find(name) }

// Warnings say, with file and line, what its writer should know of the study although it
// is sound.
func (s *Study) Warnings() []error {
	return slices.Concat(words.Each(s.Parts(), func(p *Study) []error { return p.Families.Warnings() })...)
}

// unknown is the error for a name that is no score's: it may be meant for one of the
// study's own methods.
func (s *Study) unknown(name string, err error) error {
	own := words.Each(s.Methods, func(m method.Method) string { return m.Name })
	switch {
	case len(typo.Nearest(name, own)) > 0:
		return fmt.Errorf("unknown method %q: %s", name, typo.DidYouMean(name, own))
	case len(own) > 0:
		return fmt.Errorf("%w; methods of the study are %s", err, strings.Join(own, ", "))
	}
	return err
}

// KnownData returns an error for a name that is no data set's.
func (s *Study) KnownData(name string) error {
	known := slices.Concat(s.kinds.Data, words.Each(s.Files, func(f library.FileSet) string { return f.Name }))
	_, err := typo.Find("data set", name, known, strings.Clone)
	return err
}

// Fault returns an error at the place of one of the keys of the study's head.
func (s *Study) Fault(key, format string, arguments ...any) error {
	return s.root.At(key).Fault(format, arguments...)
}

// InPrint returns an error for the number of a table that the publication, which the
// study refers to, does not print.
func (s *Study) InPrint(number string) error {
	if s.publication == nil {
		return fmt.Errorf("table %s: the study refers to no publication: give it repeats or refers", number)
	}
	return s.publication.InPrint(number)
}
