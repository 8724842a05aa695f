package compare

import (
	"slices"

	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/publication/printed"
	"gpca/report/table"
)

// Beside says what the real data gave, for the chapter of a comparison whose data is
// generated: what came out of the comparison on the real data, and averages of both and of
// print. A column in every table would set numbers side by side that only look alike.
func (c *Comparison) Beside(real *Comparison) []document.Block {
	if !c.Generated() || c.silent() {
		return nil
	}
	section, number := c.with.Chapter+".1", c.with.Chapter+".1"
	if c.Judged() { // in part, by sections and tables of its own
		section, number = c.with.Chapter+".3", c.with.Chapter+".4"
	}
	blocks := []document.Block{
		document.Heading{Level: 2, Number: section, Text: "What the real data gave"},
		paragraph("The program carries the results of a run on the real data. This is what came out of it:"),
		list(real.Conclusions()),
	}
	if t := c.averages(real, number); len(t.Rows) > 0 {
		blocks = append(blocks, document.TableBlock{Table: t})
	}
	return blocks
}

// averages are those of L2, or what the text holds its methods against, and of the other
// method that is ahead in print, over the rows of each table.
func (c *Comparison) averages(real *Comparison, number string) *table.Table {
	built := &table.Table{
		Number: number, Caption: "Generated data, the real data, and print", Corner: "Table and method",
		Columns: []string{"generated", "real", "in print"}, Metric: "averages over the rows of a table", Decimals: 2, Origin: "stand-in",
		Notes: []string{
			"of each table that prints averages the method that the others are held against, and the one of them " +
				"that is ahead in print",
			"in print: the average as it is printed, whatever the rows above it say",
		},
	}
	for _, t := range c.Contrasts {
		own, ok := c.rerun.reader(t.Table)
		base := slices.IndexFunc(t.Columns, func(name string) bool { return c.rerun.links.Means(t.Table, name) == c.rerun.links.Baseline })
		if !ok || !t.Generated || base < 0 {
			continue
		}
		ahead := -1
		for j := range t.Columns {
			if a, ok := t.inPrint(j); ok && j != base {
				if b, known := t.inPrint(ahead); !known || a != b && (a < b) == own.Measure().LowerIsBetter {
					ahead = j
				}
			}
		}
		for _, j := range []int{base, ahead} {
			inPrint, ok := t.inPrint(j)
			if !ok {
				continue
			}
			row := table.Row{Heading: t.Number + ", " + t.ColumnTitles[j]}
			for _, r := range []rerun{c.rerun, real.rerun} {
				row.Cells = append(row.Cells, r.mean(t.Table, t.Columns[j]))
			}
			built.Rows = append(built.Rows, table.Row{Heading: row.Heading, Cells: append(row.Cells, decimal(inPrint, 2))})
		}
	}
	return built
}

// inPrint is the average that print has of a column, false for one without.
func (t Contrast) inPrint(column int) (average float64, ok bool) {
	row, ok := t.Average()
	if !ok || column < 0 {
		return 0, false
	}
	n, ok := t.At(row, t.Columns[column])
	return n.Value.Float64(), ok
}

// mean is ours over the rows of a column, on whatever data.
func (r rerun) mean(t printed.Table, column string) table.Cell {
	var values []exhibit.Value
	if own, ok := r.reader(t); ok {
		for _, row := range t.Body() {
			values = append(values, own.Read(r.study.Source(), row, r.links.Means(t, column)))
		}
	}
	v := exhibit.Average(values)
	if len(values) == 0 || v.State != table.Filled {
		return table.Cell{State: table.Blank}
	}
	mean, _ := v.Sample().Interval()
	return decimal(mean, 2)
}
