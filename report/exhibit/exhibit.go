// Package exhibit builds the tables and figures of a study from stored results.
//
// An exhibit has a [Kind], which decodes its block of the study file. It builds itself from a [Source],
// which it asks for the results at points of experiments. A run finds out what to compute by building all
// exhibits from a source without results.
//
// Averages, counts and differences are derived here from unrounded numbers. Numbers of a publication are
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
	"gpca/report/dataset"
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

// figureKind is the kind of figures of a type.
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
	Ordinate []float64 `yaml:"ordinate" doc:"Ends of the axis of values of its chart; those of a lower panel may follow." example:"[90, 100]"`
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
	Experiment(name string) (*experiment.Named, error)
	// Table returns a table of the report by its number, nil if there is none.
	Table(number string) Table
	Method(name string) (method.Method, error)
	// Members are the methods of a family of the study, or else the one method of that name.
	Members(name string) []string
	Family(name string) (method.Family, error)
	Label(method string) string
	// Look is how all figures of the report draw a line, in the numbers of [figures.Looks].
	Look(line string) int
	// InPrint returns an error for the number of a table that is not in print.
	InPrint(number string) error
}

// An Exhibit is a table or a figure.
type Exhibit interface {
	Head() Head
	// Check checks the references to other exhibits, once all are read.
	Check() error
	Data() []string
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

// A Lined exhibit draws lines, of methods or of columns, with looks that the study gives them.
type Lined interface{ Lines() []string }

// A Source provides the results of experiments.
type Source interface {
	// Result returns the stored result for a query, false if there is none.
	Result(Query) (experiment.Result, bool)
	// Origin says whether a data set is real, a stand-in or generated.
	Origin(data string) dataset.Origin
	// Title is the printed name of a data set.
	Title(data string) string
	Printed() Printed
}

// A Query asks for a measure of the cell at a point of an experiment.
type Query struct {
	Experiment *experiment.Named
	Point      experiment.Point // complete
	Method     method.Method    // zero for an experiment without methods
	Measure    string           // empty for the first
	// Optional marks a result that is computed only if another exhibit needs it.
	Optional bool
	// Drawn marks a query for artifacts of the result, not only its numbers.
	Drawn bool
}

type incidental struct{ Source }

func (s incidental) Result(q Query) (experiment.Result, bool) {
	q.Optional = true
	return s.Source.Result(q)
}

// Printed looks up numbers in print. The zero value has none.
type Printed struct {
	// Source names the publication in notes: "the paper".
	Source string
	// Value returns the printed number of a method at a level in the unit of the table, false if none.
	Value func(table string, level float64, method string) (float64, bool)
	// Verdict says whether our number agrees with the printed one, as ": match". It is empty for a number
	// that is not judged; Verdict is nil if none is.
	Verdict func(table string, level float64, method string) string
	// At is Value for a table that names a table in print; level is 0 where the printed rows are data sets. The
	// method may be empty for a table of one column, whose rows are levels.
	At func(table, data string, level float64, method string) (float64, bool)
}

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

func (d declared) Head() Head { return d.head }
func (declared) Check() error { return nil }

func (declared) locate() error  { return nil }
func (declared) resolve() error { return nil }

func (d *declared) declare(as declared) { *d = as }

type (
	names     = strictyaml.List[string]
	numbers   = strictyaml.List[float64]
	nodes     = strictyaml.List[strictyaml.Node]
	byAxis    = map[string]strictyaml.Node
	selection = map[string]names
)

type decoder interface {
	Exhibit
	declare(declared)
	// locate finds the part of an experiment that the block names, if any.
	locate() error
	// resolve checks the rest of the block and resolves its names.
	resolve() error
}

type layout struct {
	Corner   string `yaml:"corner" doc:"Heading of the first column." example:"Noise level"`
	Decimals *int   `yaml:"decimals" doc:"Digits after the point, 0 to 15; the measure's by default." example:"2"`
}

func (d declared) setDigits(l *layout, m experiment.Measure) error {
	const most = 15
	if l.Decimals = cmp.Or(l.Decimals, &m.Decimals); *l.Decimals < 0 || *l.Decimals > most {
		return d.block.At("decimals").Fault("decimals is %d, must be 0 to %d", *l.Decimals, most)
	}
	return nil
}

// table returns an empty table with the head of the exhibit.
func (d declared) table(src Source, data []string, corner, metric string, decimals int) *table.Table {
	return &table.Table{Number: d.head.Number, Caption: d.head.Caption, Corner: corner, Decimals: decimals,
		Origin: Origin(src, data), Metric: metric}
}

// methodOf checks the name of a method and, unless e is nil, that the experiment can use it.
func (d declared) methodOf(name string, e *experiment.Named, at strictyaml.Node) error {
	m, err := d.scope.Method(name)
	if err == nil && e != nil {
		err = e.Check(m)
	}
	if err != nil {
		return at.Fault("%w", err)
	}
	return nil
}

// oneMethod checks the method of an exhibit that shows one. None is needed if the experiment lists its own,
// which are an axis.
func (d declared) oneMethod(name string, e *experiment.Named) error {
	axis, _ := e.Axis(experiment.Method)
	switch {
	case name != "":
		return d.methodOf(name, e, d.block.At("method"))
	case axis.Open:
		return d.block.Fault("experiment %s has methods: name one by method", e.Name)
	}
	return nil
}

func (d declared) methods(names []string, key string, e *experiment.Named) ([]string, error) {
	return d.methodsAt(names, d.block.At(key), e)
}

// methodsAt expands families, and checks the methods of a list.
func (d declared) methodsAt(names []string, list strictyaml.Node, e *experiment.Named) ([]string, error) {
	var all []string
	for i, written := range names {
		at := list.Index(i)
		for _, name := range d.scope.Members(written) {
			if err := d.methodOf(name, e, at); err != nil {
				return nil, err
			}
			if slices.Contains(all, name) {
				return nil, at.Fault("method %s stands twice", name)
			}
			all = append(all, name)
		}
	}
	return all, nil
}

// Origin describes the origin of several data sets, by one word if they agree.
func Origin(src Source, data []string) string {
	var origins, parts []string
	for _, o := range []dataset.Origin{dataset.Real, dataset.StandIn, dataset.Generated} {
		of := slices.DeleteFunc(slices.Clone(data), func(d string) bool { return src.Origin(d) != o })
		if len(of) > 0 {
			origins = append(origins, string(o))
			parts = append(parts, string(o)+": "+strings.Join(words.Each(of, src.Title), ", "))
		}
	}
	if len(origins) < 2 {
		return append(origins, string(dataset.Real))[0]
	}
	return strings.Join(parts, "; ")
}

func allReal(src Source, data []string) bool {
	return !slices.ContainsFunc(data, func(d string) bool { return src.Origin(d) != dataset.Real })
}

// dataNote is for data that is not all real.
func dataNote(src Source, data []string) []string {
	switch origin := Origin(src, data); origin {
	case string(dataset.Real):
		return nil
	case string(dataset.Generated):
		return []string{"Data: " + origin}
	default:
		return []string{"Data: " + origin + " (generated)"}
	}
}

func dataOf[T any](parts []T, of func(T) []string) []string {
	return words.AppendNew(nil, slices.Concat(words.Each(parts, of)...)...)
}

// A Reader is an exhibit that can be read by the labels that a publication gives to its rows and columns:
// "0.05" and "tanh", "iris" and "p=1".
type Reader interface {
	Measure() experiment.Measure
	// Corner is the heading of the rows.
	Corner() string
	// Rows are the labels of the rows, without averages.
	Rows() []string
	// RowTitle is a label as the exhibit prints it.
	RowTitle(row string) string
	// Read is the value in a row and a column, missing where the exhibit has none.
	Read(src Source, row, column string) Value
}

// A Sensitive exhibit knows how far other settings of the optimiser move a number, 0 if unknown.
type Sensitive interface {
	Reader
	Reach(src Source, row, column string) float64
}

// A Grounded exhibit knows the data set of a row; empty for several.
type Grounded interface {
	Reader
	On(row string) string
}

// A Varied exhibit shows several variants of an experiment, each readable by itself.
type Varied interface {
	Variant(label string) (r Reader, ok bool)
}
