// Package exhibit builds the tables and figures that a study declares from the
// results that are there.
//
// An exhibit is of a kind: a file of this package and a line in the list of kinds. It
// decodes its block of a study file, and builds itself from a [Source], which it asks
// for the results of points of experiments. What has to be computed for it follows
// from what it asks a source that has no results yet.
//
// Everything derived is derived here: averages, winning counts, the best column of
// another table. Nothing is typed in and nothing is rounded. The numbers of a
// publication stand apart from ours: as points in charts, in rows, columns and notes of
// their own. Generated data has nothing to say about them, and stands without them. What is
// missing or failed stays visible: an average over a missing cell is missing, a count over a
// failed one has failed.
package exhibit

import (
	"cmp"
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
	// Name is what a study file calls the kind.
	Name string
	// about says, after the name, what an exhibit of the kind shows.
	about string
	make  func() decoder
}

// made makes an exhibit of a type.
func made[T any, P interface {
	*T
	decoder
}]() decoder {
	return P(new(T))
}

// Decode reads an exhibit from its block in a study file, less the keys of the head. A
// fault is an error with file, line and column.
func (k Kind) Decode(block strictyaml.Node, head Head, scope Scope) (Exhibit, error) {
	into := k.make()
	into.declare(declared{head, block, titler{scope}})
	if err := block.Decode(into); err != nil {
		return nil, err
	}
	for _, key := range strictyaml.Describe("", into).Keys {
		for _, word := range block.Field(key.Name).Entries() {
			if text := word.Text(); len(key.Words) > 0 && text != "" && !slices.Contains(key.Words, text) {
				return nil, word.Fault("%s is %q, must be %s", key.Name, text, words.List(key.Words, "or"))
			}
		}
	}
	if err := into.resolve(); err != nil {
		return nil, err
	}
	return into, nil
}

// A Head is what all exhibits have.
type Head struct {
	Number  string `yaml:"number" doc:"Number of the table or figure, part of its file's name: letters, digits, points and hyphens." example:"\"2.1\"" required:"yes"`
	Caption string `yaml:"caption" doc:"What stands above it, with its number." example:"My scores on USPS" required:"yes"`
	Kind    string `yaml:"kind" doc:"Kind of the table or figure, which says what further keys there are."`
}

// A Scope is the study that an exhibit is part of.
type Scope interface {
	// Experiment returns an experiment of the study. The error of an unknown name
	// suggests others.
	Experiment(name string) (*experiment.Named, error)
	// Table returns a table by its number, nil when there is none: one of the study, or
	// of a study of the same report.
	Table(number string) Table
	// Method returns what stands behind the name of a method.
	Method(name string) (method.Method, error)
	// Members are the methods that a name in a list stands for: the members of a family of
	// the study, else the one of that name.
	Members(name string) []string
	// Family returns a family of scores.
	Family(name string) (method.Family, error)
	// Label is the printed name of a method.
	Label(method string) string
	// InPrint returns an error for the number of a table that is not in print.
	InPrint(number string) error
}

// An Exhibit is a table or a figure.
type Exhibit interface {
	Head() Head
	// Check refuses what the exhibit says of other exhibits, once all are read.
	Check() error
}

// A Table is an exhibit of rows and columns.
type Table interface {
	Exhibit
	Build(Source) *table.Table
	// Data lists the data sets behind the table, each once.
	Data() []string
}

// A Charted table can also be drawn as a chart.
type Charted interface {
	Table
	// Chart returns the chart, false when none is wanted.
	Chart(Source) (figures.Figure, bool)
}

// A Figure is an exhibit that is drawn.
type Figure interface {
	Exhibit
	// Build draws the figure. It returns an error for what cannot be drawn as declared.
	Build(Source) (figures.Figure, error)
	// Data lists the data sets behind the figure, each once; none for a figure without
	// data.
	Data() []string
}

// A Source answers for the results of experiments.
type Source interface {
	// Result returns the stored result for a query, false when there is none.
	Result(Query) (experiment.Result, bool)
	// Origin says on which data a study's cells are computed.
	Origin(data string) dataset.Origin
	// Title is the name of a data set for people.
	Title(data string) string
	// Printed are the numbers of the publication that the study repeats.
	Printed() Printed
}

// A Query asks for a measure of the cell at a point of an experiment.
type Query struct {
	Experiment *experiment.Named
	Point      experiment.Point // complete
	Method     method.Method    // that of the point; zero for an experiment without methods
	Measure    string           // empty for the first
	// Optional tells that the exhibit does without the result where nothing else asks for
	// it: it does not make the cell one of the plan.
	Optional bool
	// Drawn tells that artifacts of the result are drawn, not numbers of it alone.
	Drawn bool
}

// incidental asks a source for what an exhibit can do without.
type incidental struct{ Source }

func (s incidental) Result(q Query) (experiment.Result, bool) {
	q.Optional = true
	return s.Source.Result(q)
}

// Printed looks up numbers in print. The zero value has none.
type Printed struct {
	// Source is the publication as a note names it: "the thesis".
	Source string
	// Value returns the number that the table of a number prints for a method at a
	// level, in the unit of the table; false where it prints none.
	Value func(table string, level float64, method string) (float64, bool)
	// Verdict says behind such a number whether ours agrees with it, ": match"; empty for
	// a number that is not judged, nil where none is.
	Verdict func(table string, level float64, method string) string
	// At is the same for a table that names a table in print itself; level is 0 where
	// the rows in print are data sets.
	At func(table, data string, level float64, method string) (float64, bool)
}

// Kinds finds kinds by their names.
type Kinds []Kind

// former are names that kinds had: a study that has them is read as before.
var former = map[string]string{"grid": "table", "cross": "table", "by-method": "table"}

// Find returns the kind of a name. The error of an unknown one suggests others.
func (k Kinds) Find(name string) (Kind, error) {
	name = cmp.Or(former[name], name)
	return typo.Find("kind", name, k, func(k Kind) string { return k.Name })
}

// Blocks are the names of the kinds, with what a study file may say of each.
func (k Kinds) Blocks() []strictyaml.Key {
	var blocks []strictyaml.Key
	for _, kind := range k {
		blocks = append(blocks, strictyaml.Key{Name: kind.Name, Shape: strictyaml.Describe(kind.about, kind.make())})
	}
	return blocks
}

// declared is what the exhibits of this package share: the head, the block for faults,
// and the scope.
type declared struct {
	head  Head
	block strictyaml.Node
	titler
}

func (d declared) Head() Head   { return d.head }
func (d declared) Check() error { return nil }

func (declared) resolve() error { return nil }

// A titler has the titles of a [Reader] whose rows are labels and whose columns are methods.
type titler struct{ scope Scope }

func (titler) RowTitle(row string) string         { return row }
func (t titler) ColumnTitle(method string) string { return t.scope.Label(method) }

func (d *declared) declare(as declared) { *d = as }

// A decoder is an exhibit that is being read.
type decoder interface {
	Exhibit
	declare(declared)
	// resolve checks what the block says and finds what it names.
	resolve() error
}

// A layout is what tables share of their blocks beside a part.
type layout struct {
	Corner   string `yaml:"corner" doc:"Heading of the first column." example:"Noise level"`
	Decimals *int   `yaml:"decimals" doc:"Digits after the point, from 0 to 15; those of the measure unless given." example:"2"`
}

// mostDecimals is how many digits after the point a table can print.
const mostDecimals = 15

// setDigits sets how many digits a table prints.
func (d declared) setDigits(l *layout, m experiment.Measure) error {
	if l.Decimals == nil {
		l.Decimals = &m.Decimals
	}
	if *l.Decimals < 0 || *l.Decimals > mostDecimals {
		return d.block.At("decimals").Fault("table %s has %d decimals, want 0 to %d", d.head.Number, *l.Decimals,
			mostDecimals)
	}
	return nil
}

// table is the exhibit as a table that has no columns yet.
func (d declared) table(src Source, data []string, corner, metric string, decimals int) *table.Table {
	return &table.Table{
		Number: d.head.Number, Caption: d.head.Caption, Corner: corner, Decimals: decimals, Origin: Origin(src, data),
		Metric: metric,
	}
}

// methodOf refuses a name that is no method, or none that an experiment can use; nil
// stands for no experiment.
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

// oneMethod refuses the method of an exhibit that shows one, where its experiment has any.
// Methods that the experiment lists itself are an axis like others.
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

// methods are those that the names of a list stand for. It refuses names that are no
// methods of an experiment, or stand twice.
func (d declared) methods(names []string, key string, e *experiment.Named) ([]string, error) {
	var all []string
	for i, written := range names {
		at := d.block.At(key).Index(i)
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

// Origin names the data of several sets: one word when they agree.
func Origin(src Source, data []string) string {
	var origins []dataset.Origin
	titles := map[dataset.Origin][]string{}
	for _, o := range []dataset.Origin{dataset.Real, dataset.StandIn, dataset.Generated} {
		for _, d := range data {
			if src.Origin(d) == o {
				titles[o] = append(titles[o], src.Title(d))
			}
		}
		if len(titles[o]) > 0 {
			origins = append(origins, o)
		}
	}
	if len(origins) < 2 {
		return string(append(origins, dataset.Real)[0])
	}
	parts := words.Each(origins,
		func(o dataset.Origin) string { return fmt.Sprintf("%s: %s", o, strings.Join(titles[o], ", ")) })
	return strings.Join(parts, "; ")
}

// dataNote labels a figure whose data is not all real.
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

// dataOf lists the data sets behind the parts of an exhibit, each once.
func dataOf[T any](parts []T, of func(T) []string) (data []string) {
	for _, p := range parts {
		data = words.AppendNew(data, of(p)...)
	}
	return data
}
