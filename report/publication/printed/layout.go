package printed

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpca/report/words"
	"gpca/solver/typo"
)

// A Layout says how to read a file with one table as it is printed: CSV, Markdown or LaTeX by the ending of its name.
// The first column names the rows, further columns of words too; the rows above the first rule of LaTeX or Markdown
// name the columns, in CSV the first row, and all that follow without a number. A number may have a mark of bold, as in
// Markdown or LaTeX, a unit, an exponent, and a spread after ±. What is no number becomes a [Gap].
type Layout struct {
	File   string `yaml:"file"`
	Number string `yaml:"number"`
	Title  string `yaml:"title"`
	Axis   string `yaml:"axis"`
	Metric string `yaml:"metric"`
	// Metrics are those of single rows or columns of the file.
	Metrics []Measured `yaml:"metrics"`
	// Methods says where methods stand, in columns by default; nothing rests on it where that is unknown.
	Methods string `yaml:"methods" words:"columns rows unknown"`
	// Omit are rows and columns of the file that hold no results.
	Omit []string `yaml:"omit"`
}

// Measured are rows or columns with a metric of their own.
type Measured struct {
	Metric string   `yaml:"metric" required:"yes" example:"time"`
	Of     []string `yaml:"of" required:"yes" example:"[Time]"`
}

// Read reads the table in the form of [Read].
func (l Layout) Read(content []byte, source, file string, metrics []Metric) (Table, error) {
	g, err := openGrid(file, content)
	if err != nil {
		return Table{}, err
	}
	return l.read(g, source, file, metrics)
}

func (l Layout) read(g *grid, source, file string, metrics []Metric) (Table, error) {
	t := Table{Source: source, Number: l.Number, Title: l.Title, Axis: l.Axis, Unturned: l.Methods == "unknown",
		file: file, at: map[[2]string]int{}, lines: map[string]Line{}, across: map[string]Line{}}
	var err error
	if t.Metric, err = declared(metrics, l.Metric); err != nil {
		return Table{}, fmt.Errorf("%s: %w", file, err)
	}
	own := map[string]Metric{}
	for _, m := range l.Metrics {
		metric, err := declared(metrics, m.Metric)
		if err != nil {
			return Table{}, fmt.Errorf("%s: %w", file, err)
		}
		for _, label := range m.Of {
			own[label] = metric
		}
	}
	if err := g.knows(append(slices.Sorted(maps.Keys(own)), l.Omit...)); err != nil {
		return Table{}, fmt.Errorf("%s: %w", file, err)
	}
	for _, c := range g.columns {
		if l.holds(c) {
			t.Columns, t.across[c.text] = append(t.Columns, c.text), c.Line
		}
	}
	for i, r := range g.rows {
		if !l.holds(r) {
			continue
		}
		t.Rows, t.lines[r.text] = append(t.Rows, r.text), r.Line
		for j, c := range g.columns {
			if l.holds(c) {
				t.put(g.cells[i][j], r, c, own, g.lines[i])
			}
		}
	}
	if len(t.numbers) == 0 {
		return Table{}, fmt.Errorf("%s%w", file, g.noNumbers())
	}
	if l.Methods == "rows" {
		t = t.Turned()
	}
	return t, nil
}

// knows returns an error for a name that no row or column has.
func (g *grid) knows(names []string) error {
	labels := words.Each(slices.Concat(g.columns, g.rows), func(of label) string { return of.text })
	known := map[string]bool{}
	for _, name := range labels {
		known[name] = true
	}
	name, unknown := words.First(names, func(name string) bool { return !known[name] })
	if !unknown {
		return nil
	}
	return fmt.Errorf("there is no row or column %q, which omit or metrics name: %s", name,
		typo.DidYouMean(name, labels))
}

// holds reports whether a row or column of the file belongs to the table.
func (l Layout) holds(of label) bool { return !of.isWords && !slices.Contains(l.Omit, of.text) }

func (t *Table) put(c cell, row, column label, own map[string]Metric, line int) {
	p := Place{Table: t.Name(), Row: row.text, Column: column.text}
	if c.digits == "" {
		if c.why != "" {
			t.Gaps = append(t.Gaps, Gap{p, c.text, c.why, c.fault, line})
		}
		return
	}
	n := Number{Place: p, Bold: c.bold, Unit: c.unit, Spread: c.spread, Metric: t.Metric, line: line}
	n.Estimate, _ = Parse(c.digits) // which the cell was tried with
	for _, l := range []label{row, column} {
		if m, ok := own[l.text]; ok {
			n.Metric = m
		}
		if l.better != "" {
			n.Metric = Metric{Name: string(l.Kind), Better: Better(strings.TrimSuffix(l.better, "none"))}
		}
	}
	t.at[[2]string{p.Row, p.Column}] = len(t.numbers)
	t.numbers = append(t.numbers, n)
}
