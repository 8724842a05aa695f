package exhibit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Variants is the kind of a table of several variants of an experiment: other values of its axes, another
// experiment, another measure. It has a row for each variant.
//
// The variants have the same levels, or as many data sets. With methods as columns, every level or data set
// is a block with a row for each variant, or all are averaged. With a single method, the columns are the
// levels or data sets.
//
// If the table names one in print, the printed numbers stand above those of the variants, and a column
// gives the average distance of each variant from them, except on generated data.
var Variants = Kind{"variants",
	"has a row for each of several ways to carry out an experiment, such as numbers of components", made[variantsTable]}

type variantsTable struct {
	declared
	labelledGrids // the variants

	Part    part   `yaml:",inline"`
	Written nodes  `yaml:"variants" doc:"Rows: labels and values of axes." example:"[{label: two, components: 2}]" required:"yes"`
	Columns names  `yaml:"columns" doc:"Methods, a column each." example:"[p=1, p=2]"`
	Method  string `yaml:"method" doc:"The one method; levels or data sets are the columns then." example:"p=2"`
	Layout  layout `yaml:",inline"`
	Average bool   `yaml:"average" doc:"Averages levels or data sets." default:"false" example:"true"`
	Printed string `yaml:"printed" doc:"Table in print that the variants are held against." example:"\"2.5\""`
	Settled bool   `yaml:"settled" doc:"Adds a column: components that settled." default:"false" example:"true"`
	Range   bool   `yaml:"range" doc:"Adds a row: the range over the variants." default:"false" example:"true"`

	shown []string // the methods
}

var (
	_ Table  = (*variantsTable)(nil)
	_ Reader = (*variantsTable)(nil)
	_ Varied = (*variantsTable)(nil)
)

type variantHead struct {
	Label      string `yaml:"label" doc:"Heading; {components} is the value of that axis." example:"\"{components}\"" required:"yes"`
	Experiment string `yaml:"experiment" doc:"Another experiment than the table's." example:"usps"`
	Measure    string `yaml:"measure" doc:"Another measure than the table's." example:"misclassification"`
	RealOnly   bool   `yaml:"real-only" doc:"Leaves the row out on generated data." default:"false" example:"true"`
}

func (variantsTable) Describe() map[string]strictyaml.Shape {
	return describeEntries(variantHead{}, "variants")
}

func (t *variantsTable) resolve() (err error) {
	block, number := t.block, t.head.Number
	if len(t.Written) == 0 {
		return block.Fault("table %s has no variants", number)
	}
	for _, n := range t.Written {
		if err := t.addRows(n); err != nil {
			return err
		}
	}
	first := t.labelledGrids[0]
	switch {
	case (t.Method == "") == (len(t.Columns) == 0):
		return block.Fault("table %s needs either columns, which are methods, or a method", number)
	case t.Method != "" && t.Average:
		return block.At("average").Fault("table %s: average has no use for a method, whose levels are columns", number)
	case first.realOnly:
		return block.At("variants").Index(0).Fault("table %s: its first row must not be real-only, or it has none "+
			"on generated data", number)
	case t.Range && t.Method == "" && !t.Average && len(first.grid.rows) > 1:
		return block.At("range").Fault("table %s: range is for one row a variant: average its levels or data sets, "+
			"select one, or name a method", number)
	}
	for _, v := range t.labelledGrids {
		if t.Method == "" {
			t.shown, err = t.methods(t.Columns, "columns", v.grid.Experiment)
		} else {
			t.shown, err = []string{t.Method}, t.methodOf(t.Method, v.grid.Experiment, block.At("method"))
		}
		if err != nil {
			return err
		}
	}
	if t.Printed != "" {
		if err := t.scope.InPrint(t.Printed); err != nil {
			return block.At("printed").Fault("%w", err)
		}
	}
	return t.setDigits(&t.Layout, first.grid.measure)
}

// addRows reads an entry of variants. Several values of an axis are as many rows.
func (t *variantsTable) addRows(n strictyaml.Node) error {
	var written variantHead
	e, err := t.scope.Experiment(cmp.Or(n.Field("experiment").Text(), t.Part.Experiment))
	if err != nil {
		return n.At("experiment").Fault("%w", err)
	}
	points, err := decodeEntry(n, &written, e, "label", "experiment", "measure", "real-only")
	if err != nil {
		return err
	}
	if strings.TrimSpace(written.Label) == "" {
		return n.Fault("a variant needs a label")
	}
	p, block := t.Part, t.block
	if written.Measure != "" {
		p.Measure, block = written.Measure, n
	}
	for _, p.fixed = range points {
		g, err := p.of(e, t.scope, block)
		if err != nil {
			return err
		}
		if len(t.labelledGrids) > 0 {
			first := t.labelledGrids[0].grid
			_, ownLevel := p.fixed[experiment.Level]
			switch {
			case len(first.rows) != len(g.rows) || first.byLevel != g.byLevel ||
				!ownLevel && g.byLevel && !slices.Equal(first.Rows(), g.Rows()):
				return n.Fault("variants have different levels or numbers of data sets")
			case first.measure.LowerIsBetter != g.measure.LowerIsBetter:
				return n.Fault("variants measure %s and %s", first.measure.Title, g.measure.Title)
			}
		}
		label := inWords(written.Label, e, g.fixed)
		if _, twice := t.part(label); twice {
			return n.At("label").Fault("variant %s stands twice", label)
		}
		t.labelledGrids = append(t.labelledGrids, labelledGrid{label, g, written.RealOnly})
	}
	return nil
}

func inWords(label string, e *experiment.Named, p experiment.Point) string {
	p = e.Complete(p)
	for _, axis := range e.Axes() {
		v, err := axis.Find(p[axis.Name])
		if err != nil {
			continue
		}
		bare := v.Text
		if !math.IsNaN(v.Number) {
			bare = words.Thousands(v.Number)
		}
		label = strings.NewReplacer("{"+axis.Name+"}", v.Phrase, "{"+axis.Name+".value}", bare).Replace(label)
	}
	return label
}

func (t *variantsTable) Measure() experiment.Measure { return t.labelledGrids[0].grid.measure }

func (t *variantsTable) Corner() string { return cmp.Or(t.Layout.Corner, "Variant") }

// Read is the average of a variant for a method, or the number of the only method at a level or data set.
func (t *variantsTable) Read(src Source, row, column string) Value {
	v, ok := t.part(row)
	switch {
	case !ok:
		return Absent("the study has no variant %q here", row)
	case t.Method != "":
		return v.grid.Read(src, column, t.Method)
	}
	return Average(v.column(src, column))
}

// Variant is a variant by its label, level by level or data set by data set.
func (t *variantsTable) Variant(label string) (Reader, bool) {
	v, ok := t.part(label)
	return v.grid, ok
}

// Build begins each block with the numbers in print if they are wanted and the data is real.
func (t *variantsTable) Build(src Source) *table.Table {
	variants := slices.DeleteFunc(slices.Clone(t.labelledGrids),
		func(v labelledGrid) bool { return v.realOnly && !allReal(src, v.grid.Data()) })
	metric := func(v labelledGrid) string { return v.grid.measure.Title }
	metrics := words.AppendNew(nil, words.Each(variants, metric)...)
	built := t.table(src, t.Data(), t.Corner(), strings.Join(metrics, " or "), *t.Layout.Decimals)
	first := t.labelledGrids[0].grid
	headings := words.Each(first.rows, func(r row) string { return first.heading(src, r) })
	var places []int
	for i := range first.rows {
		places = append(places, i)
	}
	blocks := [][]int{places} // places that share a row: all if they are averaged or columns
	built.Columns = words.Each(t.shown, t.scope.Label)
	switch {
	case t.Method != "":
		built.Columns = headings
	case !t.Average:
		blocks = slices.Collect(slices.Chunk(places, 1))
	}
	standings := words.Each(blocks, func(block []int) []standing { return t.standings(src, variants, block) })
	compares := slices.ContainsFunc(standings, func(rows []standing) bool {
		return slices.ContainsFunc(rows[0].all(), func(b beside) bool { return !math.IsNaN(b.printed) })
	})
	ratios := compares && first.measure.Ratio
	if compares {
		built.Columns = append(built.Columns, "Mean difference from print")
	}
	if ratios {
		built.Columns = append(built.Columns, "Least ratio to print", "Largest ratio to print")
	}
	if t.Settled {
		built.Columns = append(built.Columns, "Settled components in percent")
	}
	add := func(row table.Row) {
		for len(row.Cells) < len(built.Columns) {
			row.Cells = append(row.Cells, table.Cell{State: table.Blank})
		}
		built.Rows = append(built.Rows, row)
	}
	var marked unsettled
	columns := make([][]Value, len(standings[0][0].cells))
	for i, rows := range standings {
		prefix := ""
		if len(blocks) > 1 {
			prefix = headings[blocks[i][0]] + ", "
		}
		if printed := words.Each(rows[0].cells, inPrint); slices.ContainsFunc(printed,
			func(c table.Cell) bool { return c.State == table.Filled }) {
			// A rule sets off the summary and the next block.
			add(table.Row{Heading: prefix + "in print", Summary: true, Cells: printed})
		}
		// The nearest variants as printed are bold, except in a block of one.
		differences := words.Each(rows, func(s standing) table.Cell { d := apart(s.all()); return d.cell(d.mean()) })
		if len(rows) > 1 {
			bold(differences, built.Decimals, true)
		}
		for k, s := range rows {
			row := table.Row{Heading: prefix + s.label}
			for j, cell := range s.cells {
				values := ours(cell)
				v := Average(values)
				c := v.cell()
				marked.mark(&c, values...)
				row.Cells, columns[j] = append(row.Cells, c), append(columns[j], v)
			}
			d := apart(s.all())
			if compares {
				row.Cells = append(row.Cells, differences[k])
			}
			if ratios {
				row.Cells = append(row.Cells, d.cell(d.least), d.cell(d.largest))
			}
			if t.Settled {
				row.Cells = append(row.Cells, settledCell(ours(s.all())))
			}
			add(row)
		}
	}
	if t.Range {
		add(table.Row{Heading: "Range over the variants", Summary: true, Cells: words.Each(columns, rangeCell)})
	}
	built.Notes = append(t.nearestToPrint(src, built, standings), marked.note()...)
	return built
}

// A standing holds the numbers of a variant beside those in print, by column.
type standing struct {
	label string
	cells [][]beside // several numbers for an average
}

func (s standing) all() []beside { return slices.Concat(s.cells...) }

// standings are the variants at some places, which are the columns of a single method.
func (t *variantsTable) standings(src Source, variants labelledGrids, block []int) (rows []standing) {
	for _, v := range variants {
		s := standing{label: v.label}
		for _, m := range t.shown {
			var cell []beside
			for _, at := range block {
				cell = append(cell, beside{v.grid.at(src, v.grid.rows[at], m), t.inPrint(src, variants, at, m)})
			}
			s.cells = append(s.cells, cell)
		}
		if t.Method != "" {
			s.cells = slices.Collect(slices.Chunk(s.cells[0], 1))
		}
		rows = append(rows, s)
	}
	return rows
}

// inPrint is the number in print at a place, NaN for none or if data of any variant is generated.
func (t *variantsTable) inPrint(src Source, variants labelledGrids, at int, method string) float64 {
	data := words.Each(variants, func(v labelledGrid) string { return v.grid.rows[at].data })
	printed, r := src.Printed(), t.labelledGrids[0].grid.rows[at]
	if t.Printed != "" && printed.At != nil && allReal(src, data) {
		if number, ok := printed.At(t.Printed, r.data, r.level.Number, method); ok {
			return number
		}
	}
	return math.NaN()
}

func settledCell(values []Value) table.Cell {
	var ends experiment.Ends
	for _, v := range values {
		ends.Merge(v.Ends)
	}
	switch state := worst(values...); {
	case state != table.Filled:
		return restsOn(state)
	case ends.Total() == 0:
		return table.Cell{State: table.Blank}
	}
	return table.Cell{Value: settledShare(ends), Decimals: 1, DecimalsSet: true}
}
