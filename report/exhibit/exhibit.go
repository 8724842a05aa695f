// Package exhibit builds the tables and figures of a study from stored results.
//
// An exhibit has a [Kind], which decodes its block of the study file. It builds itself from a [Source],
// which it asks for the results at points of experiments. A run finds out what to compute by building all
// exhibits from a source without results.
//
// A table is laid out from its block (package layout), filled once from a source (package fill), and what follows from
// its numbers is derived (package derive). Each of these knows only those before it. Comparisons read exhibits by the
// keys of rows and columns.
//
// Averages, counts and differences are derived from unrounded numbers. Numbers of a publication are
// kept apart from ours and are never shown beside generated data. An average over a missing cell is
// missing, a count over a failed cell has failed.
package exhibit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/typo"
)

// A Kind is a sort of tables or figures.
type Kind struct {
	// Name is that of study files.
	Name  string
	about string
	make  func() decoder
}

func figureKind[T any, P interface {
	*T
	decoder
	Figure
}](name, about string) Kind {
	return Kind{name, about, func() decoder { return P(new(T)) }}
}

// Decode reads an exhibit from its block in a study file, without the keys of the head. Errors have
// file, line and column.
func (k Kind) Decode(block strictyaml.Node, head Head, scope Scope) (Exhibit, error) {
	into := k.make()
	into.declare(declared{head, block, scope})
	if err := block.Complete(strictyaml.Describe("", into)).Decode(into); err != nil {
		return nil, err
	}
	if err := into.locate(); err != nil {
		return nil, err
	}
	return into, into.resolve()
}

// A Head holds what all exhibits have.
type Head struct {
	Number  string `yaml:"number" doc:"Letters, digits, points and hyphens." example:"\"2.1\"" required:"yes"`
	Caption string `yaml:"caption" doc:"What stands above it." example:"My scores on USPS" required:"yes"`
	Kind    string `yaml:"kind" doc:"Kind of table or figure, which has further keys."`

	// Ordinate has two ends for each panel.
	Ordinate []float64 `yaml:"ordinate" doc:"Ends of its axis of values; then of a lower panel." example:"[90, 100]"`
}

// Within gives the drawing of the exhibit the ends that the study asks for.
func (h Head) Within(drawn figures.Figure) (figures.Figure, error) {
	_, placeholder := drawn.(figures.Placeholder)
	if len(h.Ordinate) == 0 || placeholder {
		return drawn, nil
	}
	of, ok := drawn.(interface {
		Within(ends []float64) figures.Figure
	})
	if !ok {
		return nil, errors.New("it has no axis of values: leave out ordinate")
	}
	return of.Within(h.Ordinate), nil
}

// A Scope is the study of an exhibit.
type Scope interface {
	layout.Study
	// Table returns a table of the report by its number, nil if there is none.
	Table(number string) Table
	Family(name string) (method.Family, error)
	// Look is how all figures of the report draw a line, in the numbers of [figures.Looks].
	Look(line string) int
}

// An Exhibit is a table or a figure.
type Exhibit interface {
	Head() Head
	// Check checks the references to other exhibits, once all are read.
	Check() error
	Data() []string
	// Lines are those that it draws, of methods or of columns, with looks that the study gives them.
	Lines() []string
}

// A Table is an exhibit of rows and columns.
type Table interface {
	Exhibit
	Build(Source) *table.Table
}

// A Charted table can also be drawn as a chart.
type Charted interface {
	Table
	// Chart returns the chart, false if none is wanted.
	Chart(Source) (figures.Figure, bool)
}

// A Figure is an exhibit that is drawn.
type Figure interface {
	Exhibit
	// Build returns an error for what cannot be drawn as declared.
	Build(Source) (figures.Figure, error)
}

// What exhibits ask for, and what they get.
type (
	Source  = fill.Source
	Query   = layout.Query
	Printed = fill.Printed
	Value   = fill.Value
)

// Kinds are all kinds of tables, or all of figures.
type Kinds []Kind

// former maps earlier names of kinds, which old studies use, to the present one or to what a study has instead.
var former = map[string]string{
	"grid": "table", "cross": "table", "by-method": "table",
	"variants":      "kind table with rows in place of variants, pool: all in place of average, and a column settled",
	"convergence":   "kind table with its parts as rows, pool: all, and columns: {settled: [methods]}",
	"sensitivity":   "kind table with columns: settings",
	"pairs":         "kind table with its parts as rows, which have the tables that are printed",
	"winning-count": "kind table with the experiment of its tables and columns: {wins: [methods]}",
	"chosen-parameter": "kind table with rows: [{experiment: name}], pool: levels, and chosen, against and hindsight " +
		"as a column",
}

// Find returns the kind of a name, or an error that suggests others.
func (k Kinds) Find(name string) (Kind, error) {
	now := former[name]
	switch {
	case slices.ContainsFunc(k, func(k Kind) bool { return k.Name == name }):
	case strings.Contains(now, " "):
		return Kind{}, fmt.Errorf("kind %s is now %s", name, now)
	default:
		name = cmp.Or(now, name)
	}
	return typo.Find("kind", name, k, func(k Kind) string { return k.Name })
}

// Blocks describes the blocks of the kinds in a study file.
func (k Kinds) Blocks() []strictyaml.Key {
	return words.Each(k, func(kind Kind) strictyaml.Key {
		return strictyaml.Key{Name: kind.Name, Shape: strictyaml.Describe(kind.about, kind.make())}
	})
}

type declared struct {
	head  Head
	block strictyaml.Node
	scope Scope
}

func (d declared) Head() Head    { return d.head }
func (declared) Check() error    { return nil }
func (declared) Lines() []string { return nil }

func (declared) locate() error  { return nil }
func (declared) resolve() error { return nil }

func (d *declared) declare(as declared) { *d = as }

type (
	names   = strictyaml.List[string]
	numbers = strictyaml.List[float64]
	nodes   = strictyaml.List[strictyaml.Node]
)

type decoder interface {
	Exhibit
	declare(declared)
	// locate finds the part of an experiment that the block names, if any.
	locate() error
	// resolve checks the rest of the block and resolves its names.
	resolve() error
}

// table returns an empty table with the head of the exhibit.
func (d declared) table(origin string, decimals int) *table.Table {
	return &table.Table{Number: d.head.Number, Caption: d.head.Caption, Origin: origin, Decimals: decimals}
}

// originNote is for data that is not all real.
func originNote(src Source, data []string) []string { return fill.OriginNote(fill.OriginOf(src, data)) }

// A Reader is an exhibit that can be read by the keys of its rows and columns: "0.05" and "tanh", "iris" and "p=1".
type Reader interface {
	Measure() experiment.Measure
	// Corner is the heading of the rows.
	Corner() string
	// Rows are the keys of the rows, without averages.
	Rows() []string
	// RowTitle is what the exhibit prints for the key of a row.
	RowTitle(row string) string
	// On is the data set of a row, empty for several.
	On(row string) string
	// Read is the value in a row and a column, missing where the exhibit has none.
	Read(src Source, row, column string) Value
}

// A Sensitive exhibit knows how far other settings of the optimiser move a number, 0 if unknown.
type Sensitive interface {
	Reader
	Reach(src Source, row, column string) float64
}
