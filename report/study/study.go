// Package study reads studies: which data sets, noises and methods are compared, in which
// tables and figures.
//
// A study is a YAML file; some are embedded. The package reads its frame: names,
// seeds, labels, appendices. Kinds of experiments and exhibits decode their own blocks. What has to be
// computed follows from the tables and figures.
package study

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gpca/report/dataset/library"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/input"
	"gpca/report/method"
	"gpca/report/publication"
	"gpca/report/strictyaml"
	"gpca/report/venue"
	"gpca/report/words"
	"gpca/solver/objective"
	"gpca/solver/typo"
)

// Kinds are the kinds that a study file may use.
type Kinds struct {
	Experiments     []experiment.Kind // the first is the default
	Tables, Figures exhibit.Kinds     // the first kind of tables is the default
	Data            []string          // data sets that every study may use
	// Papers are folders of publications, beside those that come with the program.
	Papers []string
}

// A Study consists of experiments and the tables and figures of their results.
type Study struct {
	Head
	// The study's own, without those of its appendices.
	Experiments []*experiment.Named
	Methods     []method.Method
	Families    method.Families // families of functions among the methods
	Tables      []exhibit.Table
	Figures     []exhibit.Figure
	Files       []library.FileSet // data sets
	Folder      string            // of the study's file, empty for an embedded study

	root        strictyaml.Node // of the study's file
	kinds       *Kinds
	publication *publication.Publication // that the tables refer to, nil for none
	claims      *publication.Publication // the claims of a study that repeats none, nil for none
	resolved    map[string]method.Method
	appendices  []*Study
	appendedTo  *Study // the study that this one is an appendix of, nil for none
	reduced     bool   // the report shows only some of its tables and figures
	whole       *Study // the study of the report, this one unless it is appended

	theme *venue.Looks          // of the study, see Figured
	looks func() map[string]int // of the lines of the whole report
}

// A Head holds the general keys of a study. Refits repeats a fit that did not settle and serves all
// repetitions, with other rounding, to add the effect of the optimiser to intervals. Generated data gets at most 2.
type Head struct {
	Name     string `yaml:"name" doc:"Its name in messages." example:"mine" required:"yes"`
	Format   int    `yaml:"format" doc:"Version of the form of study files." default:"1" example:"1"`
	Title    string `yaml:"title" doc:"Title of the report." example:"Falling functions on USPS"`
	Author   string `yaml:"author" doc:"Author, named on the title page." example:"A. Author"`
	Date     string `yaml:"date" doc:"Date on the title page, unless SOURCE_DATE_EPOCH gives one." example:"March 2026"`
	Source   string `yaml:"source" doc:"What it rests on, as a citation." example:"A. Author, A Paper, 2026"`
	Abstract string `yaml:"abstract" doc:"What the first page says." example:"Falling functions, tried on digits."`
	Text     string `yaml:"text" doc:"Markdown text, in a file beside it or built in." example:"mine.md"`

	Repeats string `yaml:"repeats" doc:"Publication in print, by name or path." example:"paper"`
	Print   string `yaml:"print" doc:"Where numbers in print stand, if anywhere." words:"*beside none" example:"none"`
	Claims  string `yaml:"claims" doc:"File of claims about the results, beside it." example:"claims.yaml"`
	Refers  string `yaml:"refers" doc:"Publication that variants are held against." example:"paper"`

	// For archives, which report bundle describes the report for.
	License   string `yaml:"license" doc:"Address of the license." example:"https://spdx.org/licenses/MIT"`
	ORCID     string `yaml:"orcid" doc:"ORCID of the author." example:"0000-0002-1825-0097"`
	Published string `yaml:"published" doc:"Date of publication." example:"2026-03-01"`

	Appendices appendices `yaml:"appendices" doc:"Studies that follow." example:"[centring, {study: car, tables: G.1}]"`

	Seed uint64 `yaml:"seed" doc:"Origin of every random number." default:"0" example:"2019"`

	Repetitions repetitions `yaml:"repetitions" doc:"How many draws." example:"{real: 10, stand-in: 3}" required:"yes"`

	Refits *uint64 `yaml:"refits" doc:"How often an unsettled fit is repeated." default:"5" example:"0"`
	// HalfWidths is "none" or empty.
	HalfWidths string `yaml:"half-widths" doc:"Whether tables print half-widths." words:"none" example:"none"`

	Labels map[string]string `yaml:"labels" doc:"Printed names of methods." example:"{p=1: L1 (p = 1)}"`
}

// File is the path of the study's file, empty for an embedded study.
func (s *Study) File() string {
	if s.Folder == "" {
		return ""
	}
	return s.root.File()
}

// Parts are the study itself and the studies that it appends, the parts of its report.
func (s *Study) Parts() []*Study { return append([]*Study{s}, s.appendices...) }

// Reduced reports whether the report shows only some tables and figures of an appended study.
func (s *Study) Reduced() bool { return s.reduced }

// Belongs reports whether the study is another one, or is appended to it directly or indirectly.
func (s *Study) Belongs(to *Study) bool {
	for ; s != nil; s = s.appendedTo {
		if s == to {
			return true
		}
	}
	return false
}

func (s *Study) AllTables() []exhibit.Table {
	return slices.Concat(words.Each(s.Parts(), func(p *Study) []exhibit.Table { return p.Tables })...)
}

func (s *Study) AllFigures() []exhibit.Figure {
	return slices.Concat(words.Each(s.Parts(), func(p *Study) []exhibit.Figure { return p.Figures })...)
}

func (s *Study) Label(name string) string {
	if l, ok := s.Labels[name]; ok {
		return l
	}
	if f, parameters, ok := s.Families.Cut(name); ok && parameters != "" {
		return s.Label(f.Name) + " " + strings.NewReplacer("=", " = ", " ", ", ").Replace(parameters)
	}
	return method.Label(name)
}

// Look is the look of a method, or of another line, in all figures of the report.
func (s *Study) Look(line string) int { return s.whole.looks()[line] }

func (s *Study) Figured() *venue.Looks { return s.whole.theme }

// lookUp gives the lines of the report looks in the order of its exhibits.
func (s *Study) lookUp() map[string]int { return s.theme.Report.Looks(s.drawn()) }

// drawn are the lines of each exhibit of the report.
func (s *Study) drawn() (drawn [][]string) {
	for _, p := range s.Parts() {
		drawn = append(drawn, words.Each(p.Tables, exhibit.Table.Lines)...)
		drawn = append(drawn, words.Each(p.Figures, exhibit.Figure.Lines)...)
		for _, f := range p.Families {
			drawn = append(drawn, f.Members())
		}
	}
	return drawn
}

func (s *Study) Experiment(name string) (*experiment.Named, error) {
	return typo.Find("experiment", name, s.Experiments, func(e *experiment.Named) string { return e.Name })
}

// Table returns the table of a number, nil if the report has none.
func (s *Study) Table(number string) exhibit.Table {
	return numbered(s, number, func(p *Study) []exhibit.Table { return p.Tables })
}

// Figure returns the figure of a number, nil if the report has none.
func (s *Study) Figure(number string) exhibit.Figure {
	return numbered(s, number, func(p *Study) []exhibit.Figure { return p.Figures })
}

// Method returns the method of a name: one of the study, or a function. It parses each name once.
func (s *Study) Method(name string) (method.Method, error) {
	if m, ok := s.resolved[name]; ok {
		return m, nil
	}
	m, err := s.Families.Method(name)
	if errors.Is(err, objective.ErrUnknown) {
		err = method.Unknown(name, words.Each(s.Methods, func(m method.Method) string { return m.Name })...)
	}
	if err != nil {
		return m, err
	}
	s.resolved[name] = m
	return m, nil
}

// Members are the methods of a family that the study defines, else the one method of that name.
func (s *Study) Members(name string) []string { return s.Families.Members(name) }

// Family returns a family of functions: one that the study defines, or one of package objective.
func (s *Study) Family(name string) (method.Family, error) { return s.Families.Find(name) }

// Warnings are hints to the author of a valid study, with file and line, on methods that are run: see
// [method.Families.Warnings]. The texts of studies that come with the program say what they have to say of theirs.
func (s *Study) Warnings(run map[string]bool) (all []error) {
	for _, p := range s.Parts() {
		if p.File() != "" {
			all = append(all, p.Families.Warnings(run)...)
		}
	}
	return append(all, s.Figured().Warnings()...)
}

// KnownData returns an error for the name of an unknown data set.
func (s *Study) KnownData(name string) error {
	known := slices.Concat(s.kinds.Data, words.Each(s.Files, func(f library.FileSet) string { return f.Name }))
	_, err := typo.Find("data set", name, known, strings.Clone)
	return err
}

// Fault returns an error at a key of the study's head.
func (s *Study) Fault(key, format string, arguments ...any) error {
	return s.root.At(key).Fault(format, arguments...)
}

// Beside reads a file beside that of the study.
func (s *Study) Beside(name string) ([]byte, error) {
	file := s.root.File()
	if _, err := embedded.ReadFile(file); err == nil && filepath.Dir(file) == "." {
		return embedded.ReadFile(name)
	}
	return input.Read(filepath.Join(filepath.Dir(file), name))
}

// Publication is the one that the study repeats or refers to, nil for none.
func (s *Study) Publication() *publication.Publication { return s.publication }

// Judged is the publication that the study is held against, with the study's own claims; nil for none.
func (s *Study) Judged() *publication.Publication {
	if s.Repeats == "" {
		return s.claims
	}
	return s.publication
}

// InPrint returns an error for the number of a table that the study's publication does not print.
func (s *Study) InPrint(number string) error {
	if s.publication == nil {
		return fmt.Errorf("table %s: the study refers to no publication: give it repeats or refers", number)
	}
	return s.publication.InPrint(number)
}
