package audit

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/publication/printed"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Links say which cells of different tables print the same result. Tables are named as by [printed.Table.Name].
// Missing tables are skipped, so that the links with a context also serve without it.
type Links struct {
	// Baseline is the method that the text compares its own with, empty for none.
	Baseline string `yaml:"baseline"`
	// Experiments are tables of one experiment, which share the cells of equal rows and columns.
	Experiments []Reprints `yaml:"experiments"`
	// Columns and Rows say which method, or which row of a study's table, a name in print means.
	Columns []Notation `yaml:"columns"`
	Rows    []Notation `yaml:"rows"`
	// SameRows are rows that several experiments share.
	SameRows []SameRow `yaml:"same-rows"`
	// SameCells are equal cells, written table/row/column, with different names of rows or columns.
	SameCells [][]string `yaml:"same-cells"`
	// Counts are the tables of winning counts.
	Counts []CountOf `yaml:"counts"`
	// Shares are percentages printed with row labels.
	Shares []Share `yaml:"shares"`
	// Samples say of how many test samples the numbers are shares.
	Samples []Samples `yaml:"samples"`
	// Repetitions say of how many repetitions, each rounded, the numbers are means.
	Repetitions []Repetitions `yaml:"repetitions"`
	// Forced are results that could not have come out otherwise.
	Forced []Forced `yaml:"forced"`
	// Equations are products and sums that the text gives.
	Equations []Equation `yaml:"equations"`
}

// Reprints are the tables of one experiment.
type Reprints struct {
	Name   string   `yaml:"name"`
	Tables []string `yaml:"tables"`
}

// A Notation is a name in Table, which is a source or a table of it.
type Notation struct {
	Table string `yaml:"table"`
	Name  string `yaml:"name"`
	Means string `yaml:"means"`
}

// A SameRow is a row that several experiments share.
type SameRow struct {
	Row         string   `yaml:"row"`
	Experiments []string `yaml:"experiments"`
}

// CountOf says which tables a table of winning counts counts. The data sets are the rows of the first table; a
// method is looked up in the tables in order.
type CountOf struct {
	Table string   `yaml:"table"`
	From  []string `yaml:"from"`
}

// A Share gives, by label, the percentage printed beside a number of the whole Of.
type Share struct {
	Tables  []string       `yaml:"tables"`
	Of      int            `yaml:"of" required:"yes" least:"1" example:"165"`
	Percent map[string]int `yaml:"percent"`
}

// Samples says what the accuracies of some tables are shares of. The first that covers a number holds.
type Samples struct {
	Cells `yaml:",inline"`
	// Of and Repetitions have bounds, that their product be exact.
	Of int `yaml:"of" required:"yes" least:"1" most:"1048576" example:"150"`
	// Repetitions is how often all samples were tested; 0 where the text does not say.
	Repetitions int `yaml:"repetitions" least:"0" most:"1048576"`
}

// Repetitions says that each number is the mean of as many numbers, which were rounded to Decimals before.
type Repetitions struct {
	Cells    `yaml:",inline"`
	Of       int `yaml:"of" required:"yes" least:"1" most:"1000" example:"10"`
	Decimals int `yaml:"decimals" least:"0" most:"6"`
	// Spread says what stands behind ±: the standard deviation of the numbers, or the standard error of their mean.
	// With it, decimals that are 0 are not known.
	Spread string `yaml:"spread" words:"deviation error"`
}

// Forced says why results follow from the experiment alone, whatever the samples and the method.
type Forced struct {
	Cells `yaml:",inline"`
	Why   string `yaml:"why" required:"yes" example:"no other result is possible"`
}

// Cells are all those of some tables. Rows and Columns narrow the tables unless empty.
type Cells struct {
	Tables  []string `yaml:"tables" required:"yes" example:"[\"1\"]"`
	Rows    []string `yaml:"rows"`
	Columns []string `yaml:"columns"`
}

// Narrowed lists the cells that links are about, with names of rows and columns.
func (l Links) Narrowed() []Cells {
	return slices.Concat(
		words.Each(l.Samples, func(s Samples) Cells { return s.Cells }),
		words.Each(l.Repetitions, func(r Repetitions) Cells { return r.Cells }),
		words.Each(l.Forced, func(f Forced) Cells { return f.Cells }),
		words.Each(slices.Concat(l.SameCells...), func(cell string) Cells {
			part := strings.Split(cell, "/")
			return Cells{part[:1], part[1:2], part[2:]}
		}))
}

// Tables lists the tables whose numbers the links describe; others may be of a text that is not there.
func (l Links) Tables() (all []string) {
	for _, c := range l.Narrowed() {
		all = words.AppendNew(all, c.Tables...)
	}
	for _, c := range l.Counts {
		all = words.AppendNew(all, append(c.From, c.Table)...)
	}
	for _, s := range l.Shares {
		all = words.AppendNew(all, s.Tables...)
	}
	return all
}

func (c Cells) cover(p printed.Place) bool {
	narrow := func(to []string, name string) bool { return len(to) == 0 || slices.Contains(to, name) }
	return slices.Contains(c.Tables, p.Table) && narrow(c.Rows, p.Row) && narrow(c.Columns, p.Column)
}

// ForcedAt returns why the result at a place is forced, empty where it is not.
func (l Links) ForcedAt(p printed.Place) string {
	f, _ := words.First(l.Forced, func(f Forced) bool { return f.cover(p) })
	return f.Why
}

// SamplesOf returns the samples that a number is a share of.
func (l Links) SamplesOf(p printed.Place) (s Samples, ok bool) {
	return words.First(l.Samples, func(s Samples) bool { return s.cover(p) })
}

// DrawsOf returns of how many draws a number is the mean by the text, 0 where it does not say.
func (l Links) DrawsOf(p printed.Place) int {
	if s, ok := l.SamplesOf(p); ok && s.Repetitions > 0 {
		return s.Repetitions
	}
	for _, r := range l.Repetitions {
		if r.cover(p) {
			return r.Of
		}
	}
	return 0
}

// Options are what tables are checked against. The zero value checks each table on its own.
type Options struct {
	Links  Links
	Claims []claim.Claim
}

// ReadLinks reads links from YAML. Errors have file, line and column.
func ReadLinks(file string, source []byte) (Links, error) {
	var l Links
	root, err := strictyaml.Read(file, source, &l)
	if err != nil {
		return Links{}, err
	}
	for i, e := range l.Equations {
		if _, err := e.sides(); err != nil {
			return Links{}, root.Field("equations").Index(i).Fault("%w", err)
		}
	}
	for i, cells := range l.SameCells {
		at := root.Field("same-cells").Index(i)
		if len(cells) < 2 {
			return Links{}, at.Fault("same cells are %q; it takes two to be the same", cells)
		}
		for k, cell := range cells {
			if strings.Count(cell, "/") != 2 {
				return Links{}, at.Index(k).Fault("same cell %q is not written table/row/column", cell)
			}
		}
	}
	return l, nil
}

// Means returns the name of a table's column in other tables.
func (l Links) Means(t printed.Table, column string) string { return meant(l.Columns, t, column) }

// Row returns the key of a table's row in a study.
func (l Links) Row(t printed.Table, row string) string { return meant(l.Rows, t, row) }

func meant(notations []Notation, t printed.Table, name string) string {
	for _, n := range notations {
		if n.Name == name && (n.Table == t.Name() || n.Table == t.Source) {
			return n.Means
		}
	}
	return name
}

// A class is the set of places that print one result.
type class = []printed.Place

// classes lists the results that are printed more than once, in the order of printing.
func (l Links) classes(b *book) []class {
	var all []printed.Place
	classOf := map[printed.Place]string{}
	add := func(name string, p printed.Place) {
		if _, printed := b.table(p.Table).At(p.Row, p.Column); printed && classOf[p] == "" {
			all, classOf[p] = append(all, p), name
		}
	}
	for _, e := range l.Experiments {
		for _, t := range e.present(b) {
			rows := e.rows(b, t)
			for i, row := range t.Rows {
				for _, column := range t.Results() {
					name := strings.Join([]string{l.origin(e.Name, rows[i]), rows[i], l.Means(t, column)}, "/")
					add(name, printed.Place{Table: t.Name(), Row: row, Column: column})
				}
			}
		}
	}
	for i, cells := range l.SameCells {
		name := fmt.Sprintf("same cells %d", i)
		var places []printed.Place
		for _, cell := range cells {
			part := strings.Split(cell, "/")
			p := printed.Place{Table: part[0], Row: part[1], Column: part[2]}
			places = append(places, p)
			if known := classOf[p]; known != "" {
				name = known
			}
		}
		for _, p := range places {
			add(name, p)
		}
	}
	classes := words.Grouped(all, func(p printed.Place) string { return classOf[p] })
	return slices.DeleteFunc(classes, func(c []printed.Place) bool { return len(c) < 2 })
}

// Reprinted returns, for each number of the tables that an earlier place of them prints as well, the first such
// place: the same result in the same digits. Other digits are another number.
func (l Links) Reprinted(tables []printed.Table) (map[printed.Place]printed.Place, error) {
	b, err := newBook(tables, l)
	if err != nil {
		return nil, err
	}
	first := map[printed.Place]printed.Place{}
	for _, c := range l.classes(b) {
		for _, same := range b.printings(c) {
			for _, p := range same.places[1:] {
				first[p] = same.places[0]
			}
		}
	}
	return first, nil
}

// origin is the first experiment that shares the row.
func (l Links) origin(experiment, row string) string {
	for _, s := range l.SameRows {
		if s.Row == row && slices.Contains(s.Experiments, experiment) {
			return s.Experiments[0]
		}
	}
	return experiment
}

func (e Reprints) present(b *book) []printed.Table {
	return words.Each(words.Those(e.Tables, b.has), b.table)
}

// rows returns the names of a table's rows in the experiment: the labels, except for a row that is [relabelled].
// Averages are the same only if they are over the same rows.
func (e Reprints) rows(b *book, t printed.Table) []string {
	first := e.present(b)[0]
	names := slices.Clone(t.Rows)
	for i := range t.Rows {
		if relabelled(first, t, i) {
			names[i] = first.Rows[i]
		}
	}
	for i, row := range t.Rows {
		if t.IsAverage(row) {
			names[i] = "average of " + strings.Join(slices.Delete(slices.Clone(names), i, i+1), " ")
		}
	}
	return names
}

// relabelled reports whether row i has two labels, neither of which the other table has.
func relabelled(first, t printed.Table, i int) bool {
	return len(first.Rows) == len(t.Rows) && first.Rows[i] != t.Rows[i] &&
		!slices.Contains(t.Rows, first.Rows[i]) && !slices.Contains(first.Rows, t.Rows[i])
}
