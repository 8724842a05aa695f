package audit

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"gpca/report/audit/claim"
	"gpca/report/audit/internal/strictyaml"
	"gpca/report/published"
)

//go:embed links.yaml
var thesisLinks []byte

// Links says which cells of different tables are the same thing printed again.
// Tables are named as by [published.Table.Name]; tables that are not there are
// passed over, so that the links of thesis and paper serve for the thesis alone.
type Links struct {
	// Experiments are sets of tables of one experiment: where they share a row
	// and a column, they share the cell.
	Experiments []Experiment `yaml:"experiments"`
	// Columns translates names of columns.
	Columns []ColumnName `yaml:"columns"`
	// SameRows are rows that several experiments share.
	SameRows []SameRow `yaml:"same-rows"`
	// SameCells are cells, written table/row/column, that are the same though
	// their rows or columns are called differently.
	SameCells [][]string `yaml:"same-cells"`
	// Counts are the tables of winning counts.
	Counts []CountOf `yaml:"counts"`
	// Shares are percentages printed with the labels of rows.
	Shares []Share `yaml:"shares"`
}

// An Experiment is a set of tables of one experiment.
type Experiment struct {
	Name   string   `yaml:"name"`
	Tables []string `yaml:"tables"`
}

// A ColumnName says what a source calls a column; Table is the source, or a
// table of it.
type ColumnName struct {
	Table string `yaml:"table"`
	Name  string `yaml:"name"`
	Means string `yaml:"means"`
}

// A SameRow is a row that several experiments share.
type SameRow struct {
	Row         string   `yaml:"row"`
	Experiments []string `yaml:"experiments"`
}

// CountOf says which tables a table of winning counts counts. The method of a
// row or column is looked up in them in order; data sets are the rows of the
// first.
type CountOf struct {
	Table string   `yaml:"table"`
	From  []string `yaml:"from"`
}

// A Share gives, by label, the percentage that is printed beside a number, Of
// being the whole.
type Share struct {
	Tables  []string       `yaml:"tables"`
	Of      int            `yaml:"of"`
	Percent map[string]int `yaml:"percent"`
}

// Options say what the tables under audit have to agree with besides
// themselves. The zero value checks each table on its own.
type Options struct {
	Links  Links
	Claims []claim.Claim
}

// Thesis returns the options for the tables of the thesis, with or without those
// of the paper.
func Thesis() (Options, error) {
	links, err := ReadLinks(bytes.NewReader(thesisLinks), "links.yaml")
	if err != nil {
		return Options{}, err
	}
	claims, err := claim.Published()
	if err != nil {
		return Options{}, err
	}
	return Options{Links: links, Claims: claims}, nil
}

// RunThesis audits the tables of the thesis and of its paper.
func RunThesis() (*Report, error) {
	thesis, err := published.Thesis()
	if err != nil {
		return nil, err
	}
	paper, err := published.Paper()
	if err != nil {
		return nil, err
	}
	known, err := Thesis()
	if err != nil {
		return nil, err
	}
	return Run(slices.Concat(thesis, paper), known)
}

// ReadLinks reads links from YAML. Unknown fields are errors with their line.
func ReadLinks(r io.Reader, file string) (Links, error) {
	var l Links
	if err := strictyaml.Decode(r, file, &l); err != nil {
		return Links{}, err
	}
	for _, cells := range l.SameCells {
		if len(cells) < 2 {
			return Links{}, fmt.Errorf("%s: same cells are %q; it takes two to be the same", file, cells)
		}
		for _, cell := range cells {
			if _, ok := placeOf(cell); !ok {
				return Links{}, fmt.Errorf("%s: same cell %q is not written table/row/column", file, cell)
			}
		}
	}
	for _, s := range l.Shares {
		if s.Of <= 0 {
			return Links{}, fmt.Errorf("%s: shares are of %d, not of a positive number", file, s.Of)
		}
	}
	return l, nil
}

// means translates a column of a table into the name it has elsewhere.
func (l Links) means(t published.Table, column string) string {
	for _, c := range l.Columns {
		if c.Name == column && (c.Table == t.Name() || c.Table == t.Source) {
			return c.Means
		}
	}
	return column
}

// A class is a set of places that print one result.
type class []published.Place

// classes lists the results that are printed more than once, in the order in
// which they are first printed.
func (l Links) classes(b *book) []class {
	var names []string
	members := map[string]class{}
	classOf := map[published.Place]string{}
	add := func(name string, p published.Place) {
		if _, printed := b.cell(p); !printed || classOf[p] != "" {
			return
		}
		if members[name] == nil {
			names = append(names, name)
		}
		members[name] = append(members[name], p)
		classOf[p] = name
	}
	for _, e := range l.Experiments {
		for _, t := range e.present(b) {
			rows := e.rows(b, t)
			for i, row := range t.Rows {
				for _, column := range t.Results() {
					name := strings.Join([]string{l.origin(e.Name, rows[i]), rows[i], l.means(t, column)}, "/")
					add(name, published.Place{Table: t.Name(), Row: row, Column: column})
				}
			}
		}
	}
	for i, cells := range l.SameCells {
		name := fmt.Sprintf("same cells %d", i)
		var places []published.Place
		for _, cell := range cells {
			p, ok := placeOf(cell)
			if !ok {
				continue
			}
			places = append(places, p)
			if known := classOf[p]; known != "" {
				name = known
			}
		}
		for _, p := range places {
			add(name, p)
		}
	}
	var repeated []class
	for _, name := range names {
		if len(members[name]) > 1 {
			repeated = append(repeated, members[name])
		}
	}
	return repeated
}

// placeOf reads a cell written table/row/column.
func placeOf(cell string) (published.Place, bool) {
	part := strings.Split(cell, "/")
	if len(part) != 3 {
		return published.Place{}, false
	}
	return published.Place{Table: part[0], Row: part[1], Column: part[2]}, true
}

// origin is the experiment that a row is counted with.
func (l Links) origin(experiment, row string) string {
	for _, s := range l.SameRows {
		if s.Row == row && slices.Contains(s.Experiments, experiment) {
			return s.Experiments[0]
		}
	}
	return experiment
}

// present returns the tables of the experiment that are under audit.
func (e Experiment) present(b *book) []published.Table {
	var tables []published.Table
	for _, name := range e.Tables {
		if t, ok := b.table(name); ok {
			tables = append(tables, t)
		}
	}
	return tables
}

// rows returns the names under which the rows of a table are known in the
// experiment: its own labels, but for a row that stands where the experiment's
// first table has another label and neither label occurs in the other table.
// Averages are the same only if they are over the same rows.
func (e Experiment) rows(b *book, t published.Table) []string {
	first := e.present(b)[0]
	names := slices.Clone(t.Rows)
	for i, row := range t.Rows {
		if relabelled(first, t, i) {
			names[i] = first.Rows[i]
		} else if published.IsAverage(row) {
			continue
		}
	}
	for i, row := range t.Rows {
		if published.IsAverage(row) {
			names[i] = "average of " + strings.Join(slices.Delete(slices.Clone(names), i, i+1), " ")
		}
	}
	return names
}

// relabelled reports whether row i of both tables is the same under two labels.
func relabelled(first, t published.Table, i int) bool {
	return len(first.Rows) == len(t.Rows) && first.Rows[i] != t.Rows[i] &&
		!slices.Contains(t.Rows, first.Rows[i]) && !slices.Contains(first.Rows, t.Rows[i])
}
