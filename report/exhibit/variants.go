package exhibit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Variants is the kind of a table with a row for each of several ways to carry out an
// experiment: other values of its axes, another measure.
//
// The variants of a table have the same levels, or as many data sets, but may differ in
// anything else. With methods as columns, every level or data set is a block of rows,
// one for each variant, or they are averaged. With a single method, the levels or data
// sets are the columns.
//
// With the number of a table in print, its numbers stand above those of the variants,
// and a column says how far each variant is from them on average: for data as published
// alone, since a stand-in has nothing to say about print.
var Variants = Kind{"variants", "has a row for each of several ways to carry out an experiment, such as numbers of components", func() decoder { return &variantsTable{} }}

type variantsTable struct {
	declared

	Part    part                             `yaml:",inline"`
	Written strictyaml.List[strictyaml.Node] `yaml:"variants" doc:"Rows, each with a label and with values of axes of the experiment; of several values, as many rows." example:"[{label: \"{components}\", components: [1, 2]}]" required:"yes"`
	Columns strictyaml.List[string]          `yaml:"columns" doc:"Methods, a column each." example:"[p=1, p=2]"`
	Method  string                           `yaml:"method" doc:"The one method of all numbers; the columns are levels or data sets then." example:"p=2"`
	Layout  layout                           `yaml:",inline"`
	Average bool                             `yaml:"average" doc:"Averages levels or data sets into one row for each variant." default:"false" example:"true"`
	Printed string                           `yaml:"printed" doc:"Number of a table in print that the variants are held against." example:"\"2.5\""`
	Settled bool                             `yaml:"settled" doc:"Adds a column with the share of components whose iterations settled." default:"false" example:"true"`
	Range   bool                             `yaml:"range" doc:"Adds a row with the difference between the largest and the smallest variant." default:"false" example:"true"`

	variants []variant
	shown    []string // the methods
}

// A variant is one row.
type variant struct {
	label string
	grid  *grid
	// realOnly leaves the row out where its data is generated: what takes long and asks
	// about the published data alone.
	realOnly bool
}

var (
	_ Table  = (*variantsTable)(nil)
	_ Reader = (*variantsTable)(nil)
	_ Varied = (*variantsTable)(nil)
)

// A variantHead is what an entry of variants says beside values of axes.
type variantHead struct {
	Label      string `yaml:"label" doc:"Heading of the row. {components} stands for the value of that axis in words, {components.value} for the bare value." example:"\"{components}\"" required:"yes"`
	Experiment string `yaml:"experiment" doc:"Another experiment than the table's." example:"usps"`
	Measure    string `yaml:"measure" doc:"Another measure than the table's." example:"misclassification"`
	RealOnly   bool   `yaml:"real-only" doc:"Leaves the row out on generated data." default:"false" example:"true"`
}

// Describe says what the entries of variants are.
func (variantsTable) Describe() map[string]strictyaml.Shape {
	entry := strictyaml.Describe("", variantHead{})
	entry.Others = &strictyaml.Shape{}
	return map[string]strictyaml.Shape{"variants": entry}
}

func (t *variantsTable) resolve() error {
	block, number := t.block, t.head.Number
	if len(t.Written) == 0 {
		return block.Fault("table %s has no variants", number)
	}
	for _, n := range t.Written {
		if err := t.addRows(n.In(block)); err != nil {
			return err
		}
	}
	first := t.variants[0]
	switch {
	case (t.Method == "") == (len(t.Columns) == 0):
		return block.Fault("table %s needs either columns, which are methods, or a method", number)
	case t.Method != "" && t.Average:
		return block.At("average").Fault("table %s: average has no use for a method, whose levels are columns", number)
	case first.realOnly:
		return block.At("variants").Index(0).Fault("table %s: its first row must not be real-only, or it has none on generated data", number)
	case t.Range && t.Method == "" && !t.Average && len(first.grid.rows) > 1:
		return block.At("range").Fault("table %s: range is for one row a variant: average its levels or data sets, select one, or name a method", number)
	}
	key, names := "columns", []string(t.Columns)
	if t.Method != "" {
		if err := t.methodOf(t.Method, nil, block.At("method")); err != nil {
			return err
		}
		key, names = "method", []string{t.Method}
	}
	for _, v := range t.variants {
		var err error
		if t.shown, err = t.methods(names, key, v.grid.Experiment); err != nil {
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

// addRows reads an entry of variants: a label and values of axes, of which several are
// as many rows. In the label, {components} stands for the value of that axis in words,
// and {components.value} for the bare value.
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
	p := t.Part
	p.Measure = cmp.Or(written.Measure, p.Measure)
	for _, p.fixed = range points {
		g, err := t.variant(n, e, p)
		if err != nil {
			return err
		}
		v := variant{inWords(written.Label, e, g.fixed), g, written.RealOnly}
		if slices.ContainsFunc(t.variants, func(o variant) bool { return o.label == v.label }) {
			return n.At("label").Fault("variant %s stands twice", v.label)
		}
		t.variants = append(t.variants, v)
	}
	return nil
}

// variant is the grid of a row, which must fit the first.
func (t *variantsTable) variant(n strictyaml.Node, e *experiment.Named, p part) (*grid, error) {
	block := t.block
	if n.Field("measure").Text() != "" {
		block = n
	}
	g, err := p.of(e, t.scope, block)
	if err != nil || len(t.variants) == 0 {
		return g, err
	}
	first := t.variants[0].grid
	_, ownLevel := p.fixed[experiment.Level]
	switch {
	case len(first.rows) != len(g.rows) || first.byLevel != g.byLevel || !ownLevel && g.byLevel && !slices.Equal(first.levels(), g.levels()):
		return nil, n.Fault("variants have different levels or numbers of data sets")
	case first.measure.LowerIsBetter != g.measure.LowerIsBetter:
		return nil, n.Fault("variants measure %s and %s", first.measure.Title, g.measure.Title)
	}
	return g, nil
}

// inWords puts the values of a point into a label.
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

// Data lists the data sets behind the table.
func (t *variantsTable) Data() []string {
	return dataOf(t.variants, func(v variant) []string { return v.grid.Data() })
}

// Measure says what the numbers of the first variant are.
func (t *variantsTable) Measure() experiment.Measure { return t.variants[0].grid.measure }

// Corner heads the variants.
func (t *variantsTable) Corner() string { return cmp.Or(t.Layout.Corner, "Variant") }

// Rows are the labels of the variants.
func (t *variantsTable) Rows() []string {
	return words.Each(t.variants, func(v variant) string { return v.label })
}

// RowTitle is the label itself.
func (t *variantsTable) RowTitle(row string) string { return row }

// ColumnTitle is that of a method, or of a level or data set where there is one method.
func (t *variantsTable) ColumnTitle(column string) string {
	if t.Method != "" {
		return t.variants[0].grid.RowTitle(column)
	}
	return t.scope.Label(column)
}

// Read is the average of a variant, by a method, or its number at a level or data set where
// there is one method.
func (t *variantsTable) Read(src Source, row, column string) Value {
	i := slices.Index(t.Rows(), row)
	switch {
	case i < 0:
		return Absent("the study has no variant %q here", row)
	case t.Method != "":
		return t.variants[i].grid.Read(src, column, t.Method)
	}
	return Average(t.variants[i].grid.column(src, column))
}

// Variant is a variant by its label, level by level or data set by data set.
func (t *variantsTable) Variant(label string) (Reader, bool) {
	i := slices.Index(t.Rows(), label)
	if i < 0 {
		return nil, false
	}
	return t.variants[i].grid, true
}

// A variantsBuild is a table of variants in the making.
type variantsBuild struct {
	*variantsTable
	src      Source
	variants []variant // those that have a row on the data there is
	first    *grid     // of the first
	compares bool      // whether any number in print stands beside ours
	built    *table.Table
	marked   unsettled
	columns  [][]Value // the numbers of the variants, by column
	// apart are the differences of each variant from print, by block.
	apart [][]difference
}

// Build makes the table.
//
// The rows of a level or data set stand below one of the numbers in print, where
// they are wanted and the data is as published. A variant that asks about
// published data alone has no row where it is generated.
func (t *variantsTable) Build(src Source) *table.Table {
	b := &variantsBuild{variantsTable: t, src: src, first: t.variants[0].grid}
	var metrics []string
	for _, v := range t.variants {
		if v.realOnly && slices.ContainsFunc(v.grid.Data(), func(d string) bool { return src.Origin(d) != dataset.Real }) {
			continue
		}
		b.variants = append(b.variants, v)
		metrics = words.AppendNew(metrics, v.grid.measure.Title)
	}
	b.built = t.table(src, t.Data(), t.Corner(), strings.Join(metrics, " or "), *t.Layout.Decimals)
	// The places, by their indices, that share a row: all where they are averaged or
	// stand side by side.
	var blocks [][]int
	for i := range b.first.rows {
		blocks = append(blocks, []int{i})
	}
	if t.Average || t.Method != "" {
		blocks = [][]int{slices.Concat(blocks...)}
	}
	b.head(blocks[0])
	for _, of := range blocks {
		b.block(of, len(blocks) > 1)
	}
	if t.Range {
		row := table.Row{Heading: "Range over the variants", Summary: true}
		for _, values := range b.columns {
			row.Cells = append(row.Cells, rangeCell(values))
		}
		b.built.Rows = append(b.built.Rows, b.filledUp(row))
	}
	b.built.Notes = append(b.nearestToPrint(), b.marked.note()...)
	return b.built
}

// heading names a level or data set.
func (b *variantsBuild) heading(at int) string { return b.first.heading(b.src, b.first.rows[at]) }

// head adds the headings of the columns, those of a block of places first.
func (b *variantsBuild) head(block []int) {
	var headings []string
	for _, entries := range b.entries(block) {
		heading := b.scope.Label(entries[0].method)
		if b.Method != "" {
			heading = b.heading(entries[0].at)
		}
		headings = append(headings, heading)
	}
	b.columns = make([][]Value, len(headings))
	for at := range b.first.rows {
		b.compares = b.compares || slices.ContainsFunc(b.shown, func(m string) bool { _, ok := b.inPrint(entry{at, m}); return ok })
	}
	if b.compares {
		headings = append(headings, "Mean difference from print")
		if b.first.measure.Ratio {
			headings = append(headings, "Least ratio to print", "Largest ratio to print")
		}
	}
	if b.Settled {
		headings = append(headings, "Settled components in percent")
	}
	b.built.Columns = headings
}

// An entry is a method at a place.
type entry struct {
	at     int
	method string
}

// entries are the places and methods behind each cell of a row.
func (b *variantsBuild) entries(block []int) [][]entry {
	var cells [][]entry
	for _, m := range b.shown {
		var cell []entry
		for _, at := range block {
			cell = append(cell, entry{at, m})
		}
		cells = append(cells, cell)
	}
	if b.Method != "" { // a cell each
		return slices.Collect(slices.Chunk(cells[0], 1))
	}
	return cells
}

// inPrint is the number in print for an entry: none where the data of any variant is
// generated.
func (b *variantsBuild) inPrint(e entry) (float64, bool) {
	printed := b.src.Printed()
	generated := func(v variant) bool { return b.src.Origin(v.grid.rows[e.at].data) != dataset.Real }
	if b.Printed == "" || printed.At == nil || slices.ContainsFunc(b.variants, generated) {
		return 0, false
	}
	r, level := b.first.rows[e.at], 0.0
	if b.first.byLevel {
		level = r.level.Number
	}
	return printed.At(b.Printed, r.data, level, e.method)
}

// block adds a row for print and one for each variant.
func (b *variantsBuild) block(of []int, several bool) {
	prefix := ""
	if several {
		prefix = b.heading(of[0]) + ", "
	}
	cells := b.entries(of)
	b.addPrinted(prefix+"in print", cells)
	apart := make([]difference, len(b.variants))
	b.apart = append(b.apart, apart)
	rows := make([]table.Row, len(b.variants))
	settled := make([]table.Cell, len(b.variants))
	for i, variant := range b.variants {
		apart[i].columns = slices.Repeat([]float64{math.NaN()}, len(cells))
		rows[i].Heading = prefix + variant.label
		var all []Value
		for j, entries := range cells {
			var values []Value
			for _, e := range entries {
				v := variant.grid.at(b.src, variant.grid.rows[e.at], e.method)
				values = append(values, v)
				if p, ok := b.inPrint(e); ok {
					apart[i].add(j, v, p)
				}
			}
			v := Average(values)
			c := v.cell()
			b.marked.mark(&c, values...)
			rows[i].Cells = append(rows[i].Cells, c)
			b.columns[j] = append(b.columns[j], v)
			all = append(all, values...)
		}
		settled[i] = settledCell(all)
	}
	if b.compares {
		b.addDifferences(rows, apart)
	}
	if b.Settled {
		for i := range rows {
			rows[i].Cells = append(rows[i].Cells, settled[i])
		}
	}
	b.built.Rows = append(b.built.Rows, rows...)
}

// addDifferences adds how far from print each variant is. The nearest is bold, with ties
// as printed all of them; not so in a block of one variant.
func (b *variantsBuild) addDifferences(rows []table.Row, apart []difference) {
	var differences []table.Cell
	for _, d := range apart {
		differences = append(differences, d.cell(d.mean()))
	}
	if len(rows) > 1 {
		bold(differences, b.built.Decimals, true)
	}
	for i, d := range apart {
		rows[i].Cells = append(rows[i].Cells, differences[i])
		if b.first.measure.Ratio {
			rows[i].Cells = append(rows[i].Cells, d.cell(d.least), d.cell(d.largest))
		}
	}
}

// settledCell says how many of the components behind values settled.
func settledCell(values []Value) table.Cell {
	var ends experiment.Ends
	for _, v := range values {
		ends.Merge(v.Ends)
	}
	switch state := worst(values); {
	case state != table.Filled:
		return table.Cell{State: state, Reason: "rests on a cell that is " + state.String()}
	case ends.Total() == 0:
		return table.Cell{State: table.Blank}
	}
	return table.Cell{Value: 100 * float64(ends.Total()-ends.Unsettled()) / float64(ends.Total()), Decimals: 1, DecimalsSet: true}
}

// addPrinted adds the row of the numbers in print, where there are any.
func (b *variantsBuild) addPrinted(heading string, cells [][]entry) {
	row := table.Row{Heading: heading, Summary: true} // sets it apart, and one block from the next
	found := false
	for _, entries := range cells {
		sum, count := 0.0, 0
		for _, e := range entries {
			if p, ok := b.inPrint(e); ok {
				sum, count = sum+p, count+1
			}
		}
		c := table.Cell{State: table.Blank}
		if count == len(entries) {
			found = true
			c = table.Cell{Value: sum / float64(count)}
		}
		row.Cells = append(row.Cells, c)
	}
	if found {
		b.built.Rows = append(b.built.Rows, b.filledUp(row))
	}
}

// filledUp fills a row up with blank cells.
func (b *variantsBuild) filledUp(row table.Row) table.Row {
	for len(row.Cells) < len(b.built.Columns) {
		row.Cells = append(row.Cells, table.Cell{State: table.Blank})
	}
	return row
}
