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
type Variants struct{}

// Name is what a study file calls the kind.
func (Variants) Name() string { return "variants" }

type variantsTable struct {
	declared

	Part part `yaml:",inline"`
	// Rows are the variants; see rowsOf.
	Rows    strictyaml.List[strictyaml.Node] `yaml:"variants"`
	Columns strictyaml.List[column]          `yaml:"columns"`
	// Method is the one behind all numbers where the columns are levels or data sets.
	Method string `yaml:"method"`
	Layout layout `yaml:",inline"`
	// Average averages the levels or data sets.
	Average bool `yaml:"average"`
	// Printed is the number of the table in print that the variants are held against.
	Printed string `yaml:"printed"`
	// Settled adds a column that says how many of the components settled, Range a row
	// with the difference between the largest and the smallest variant.
	Settled bool `yaml:"settled"`
	Range   bool `yaml:"range"`

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

var _ Table = (*variantsTable)(nil)

// Decode reads a table.
func (Variants) Decode(block strictyaml.Node, head Head, scope Scope) (Exhibit, error) {
	return decode(&variantsTable{}, block, head, scope)
}

func (t *variantsTable) resolve() error {
	block, number := t.block, t.head.Number
	if len(t.Rows) == 0 {
		return block.Fault("table %s has no variants", number)
	}
	for _, n := range t.Rows {
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
	if err := t.plain(t.Columns, "compares variants"); err != nil {
		return err
	}
	key := "columns"
	if t.shown = methodNames(t.Columns); t.Method != "" {
		t.shown, key = []string{t.Method}, "method"
	}
	for _, v := range t.variants {
		if err := t.methods(t.shown, key, v.grid.Experiment); err != nil {
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
	var written struct {
		Label      string `yaml:"label"`
		Experiment string `yaml:"experiment"`
		Measure    string `yaml:"measure"`
		RealOnly   bool   `yaml:"real-only"`
	}
	known := []string{"label", "experiment", "measure", "real-only"}
	if err := n.Only(known...).Decode(&written); err != nil {
		return err
	}
	if strings.TrimSpace(written.Label) == "" {
		return n.Fault("a variant needs a label")
	}
	p := t.Part
	p.Measure = cmp.Or(written.Measure, p.Measure)
	e, err := t.scope.Experiment(cmp.Or(written.Experiment, p.Experiment))
	if err != nil {
		return n.At("experiment").Fault("%w", err)
	}
	points := []experiment.Point{{}}
	for _, pair := range n.Without(known...).Pairs() {
		axis, ok := e.Axis(pair.Name())
		if !ok || axis.Open {
			return pair.Key.Fault("experiment %s does not vary %s; it varies %s, and a variant may have %s", e.Name, pair.Name(), words.Enumerate(varied(e)), words.Enumerate(known))
		}
		var product []experiment.Point
		for _, p := range points {
			for _, entry := range pair.Value.Entries() {
				v, err := axis.Find(textOf(entry))
				if err != nil {
					return entry.Fault("experiment %s: %w", e.Name, err)
				}
				product = append(product, p.With(pair.Name(), v.Text))
			}
		}
		points = product
	}
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

// textOf is a value as a study file writes it: the word of a mapping such as
// {folds: 10} with its parameter.
func textOf(n strictyaml.Node) string {
	if pairs := n.Pairs(); len(pairs) == 1 {
		return pairs[0].Name() + "(" + pairs[0].Value.Text() + ")"
	}
	return n.Text()
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
	var data []string
	for _, v := range t.variants {
		data = appendNew(data, v.grid.Data()...)
	}
	return data
}

// A variantsBuild is a table of variants in the making.
type variantsBuild struct {
	*variantsTable
	src      Source
	variants []variant // those that have a row on the data there is
	built    *table.Table
	marked   unsettled
	// apart are the differences of each variant from print, by block.
	apart [][]difference
}

// Build makes the table.
//
// The rows of a level or data set stand below one of the numbers in print, where
// they are wanted and the data is as published. A variant that asks about
// published data alone has no row where it is generated.
func (t *variantsTable) Build(src Source) *table.Table {
	b := &variantsBuild{variantsTable: t, src: src}
	b.variants = slices.DeleteFunc(slices.Clone(t.variants), func(v variant) bool {
		return v.realOnly && slices.ContainsFunc(v.grid.Data(), func(d string) bool { return src.Origin(d) != dataset.Real })
	})
	b.built = t.table(src, t.Data(), cmp.Or(t.Layout.Corner, "Variant"), b.metric(), *t.Layout.Decimals)
	blocks := b.blocks()
	b.columns(blocks)
	for _, of := range blocks {
		b.block(of, len(blocks) > 1)
	}
	if t.Range {
		b.spread()
	}
	b.built.Notes = append(b.nearestToPrint(), b.marked.note()...)
	return b.built
}

func (b *variantsBuild) first() *grid { return b.variants[0].grid }

// metric words what the variants measure, which may differ between them.
func (b *variantsBuild) metric() string {
	var metrics []string
	for _, v := range b.variants {
		metrics = appendNew(metrics, v.grid.measure.Title)
	}
	return strings.Join(metrics, " or ")
}

// blocks divides the places, by their indices, into those that share a row: all,
// where they are averaged or stand side by side.
func (b *variantsBuild) blocks() [][]int {
	var all []int
	var each [][]int
	for i := range b.first().rows {
		all, each = append(all, i), append(each, []int{i})
	}
	if b.Average || b.Method != "" {
		return [][]int{all}
	}
	return each
}

// heading names a level or data set.
func (b *variantsBuild) heading(at int) string {
	return b.first().heading(b.src, b.first().rows[at])
}

func (b *variantsBuild) columns(blocks [][]int) {
	if b.Method != "" {
		for _, at := range blocks[0] {
			b.built.Columns = append(b.built.Columns, b.heading(at))
		}
	} else {
		for _, m := range b.shown {
			b.built.Columns = append(b.built.Columns, b.scope.Label(m))
		}
	}
	if b.compares() {
		b.built.Columns = append(b.built.Columns, "Mean difference from print")
		if b.first().measure.Ratio {
			b.built.Columns = append(b.built.Columns, "Least ratio to print", "Largest ratio to print")
		}
	}
	if b.Settled {
		b.built.Columns = append(b.built.Columns, "Settled components in percent")
	}
}

// compares reports whether any number in print stands beside ours.
func (b *variantsBuild) compares() bool {
	for at := range b.first().rows {
		for _, m := range b.shown {
			if _, ok := b.inPrint(at, m); ok {
				return true
			}
		}
	}
	return false
}

// inPrint is the number in print for a place and a method: none where the data of
// any variant is generated.
func (b *variantsBuild) inPrint(at int, method string) (float64, bool) {
	printed := b.src.Printed()
	if b.Printed == "" || printed.At == nil {
		return 0, false
	}
	for _, v := range b.variants {
		if b.src.Origin(v.grid.rows[at].data) != dataset.Real {
			return 0, false
		}
	}
	r, level := b.first().rows[at], 0.0
	if b.first().byLevel {
		level = r.level.Number
	}
	return printed.At(b.Printed, r.data, level, method)
}

// number is that of a variant.
func (b *variantsBuild) number(variant, at int, method string) Value {
	g := b.variants[variant].grid
	return g.at(b.src, g.rows[at], method)
}

// An entry is a method at a place.
type entry struct {
	at     int
	method string
}

// entries are the places and methods behind each cell of a row.
func (b *variantsBuild) entries(block []int) [][]entry {
	var cells [][]entry
	if b.Method != "" {
		for _, at := range block {
			cells = append(cells, []entry{{at, b.Method}})
		}
		return cells
	}
	for _, m := range b.shown {
		var cell []entry
		for _, at := range block {
			cell = append(cell, entry{at, m})
		}
		cells = append(cells, cell)
	}
	return cells
}

// block adds a row for print and one for each variant.
func (b *variantsBuild) block(of []int, several bool) {
	name := func(label string) string {
		if several {
			return b.heading(of[0]) + ", " + label
		}
		return label
	}
	cells := b.entries(of)
	if row, ok := b.printedRow(cells); ok {
		row.Heading = name("in print")
		b.built.Rows = append(b.built.Rows, row)
	}
	first := len(b.built.Rows)
	apart := make([]difference, len(b.variants))
	b.apart = append(b.apart, apart)
	for i, variant := range b.variants {
		apart[i].columns = slices.Repeat([]float64{math.NaN()}, len(cells))
		row := table.Row{Heading: name(variant.label)}
		var ends experiment.Ends
		state := table.Filled
		for j, entries := range cells {
			var values []Value
			for _, e := range entries {
				n := b.number(i, e.at, e.method)
				values = append(values, n)
				ends.Merge(n.Ends)
				state = max(state, n.State)
				if p, ok := b.inPrint(e.at, e.method); ok {
					apart[i].add(j, n, p)
				}
			}
			c := Average(values).cell()
			b.marked.mark(&c, values...)
			row.Cells = append(row.Cells, c)
		}
		row.Cells = append(row.Cells, b.further(apart[i], ends, state)...)
		b.built.Rows = append(b.built.Rows, row)
	}
	b.boldNearest(b.built.Rows[first:], len(cells))
}

// further are the cells behind the numbers: how far from print a variant is, and
// how many of its components settled. State is the worst of its numbers.
func (b *variantsBuild) further(d difference, ends experiment.Ends, state table.State) []table.Cell {
	var cells []table.Cell
	if b.compares() {
		cells = append(cells, d.cell(d.mean()))
		if b.first().measure.Ratio {
			cells = append(cells, d.cell(d.least), d.cell(d.largest))
		}
	}
	if b.Settled {
		c := table.Cell{State: state, Reason: "rests on a cell that is " + state.String()}
		if state == table.Filled && ends.Total() == 0 {
			c.State = table.Blank
		} else if state == table.Filled {
			c = table.Cell{Value: 100 * float64(ends.Total()-ends.Unsettled()) / float64(ends.Total()), Decimals: 1, DecimalsSet: true}
		}
		cells = append(cells, c)
	}
	return cells
}

// boldNearest makes bold the difference of the variant nearest to print, with
// ties as printed all of them. It leaves alone a block of one variant.
func (b *variantsBuild) boldNearest(rows []table.Row, column int) {
	if !b.compares() || len(rows) < 2 {
		return
	}
	cells := make([]table.Cell, len(rows))
	for i, r := range rows {
		cells[i] = r.Cells[column]
	}
	bold(cells, *b.Layout.Decimals, true)
	for i, r := range rows {
		r.Cells[column].Bold = cells[i].Bold
	}
}

// printedRow is the row of the numbers in print, false when there are none.
func (b *variantsBuild) printedRow(cells [][]entry) (table.Row, bool) {
	row := table.Row{Summary: true} // sets it apart, and one block from the next
	found := false
	for _, entries := range cells {
		c := table.Cell{State: table.Blank}
		sum, count := 0.0, 0
		for _, e := range entries {
			if p, ok := b.inPrint(e.at, e.method); ok {
				sum, count = sum+p, count+1
			}
		}
		if count == len(entries) {
			found = true
			c = table.Cell{Value: sum / float64(count)}
		}
		row.Cells = append(row.Cells, c)
	}
	for len(row.Cells) < len(b.built.Columns) {
		row.Cells = append(row.Cells, table.Cell{State: table.Blank})
	}
	return row, found
}

// spread adds the row with the largest less the smallest number of the variants.
func (b *variantsBuild) spread() {
	row := table.Row{Heading: "Range over the variants", Summary: true}
	shown := len(b.entries(b.blocks()[0]))
	for j := range b.built.Columns {
		c := table.Cell{State: table.Blank}
		if j < shown {
			c = b.rangeOf(j)
		}
		row.Cells = append(row.Cells, c)
	}
	b.built.Rows = append(b.built.Rows, row)
}

func (b *variantsBuild) rangeOf(column int) table.Cell {
	low, high, state := math.Inf(1), math.Inf(-1), table.Filled
	for _, r := range b.built.Rows {
		if r.Summary {
			continue // in print
		}
		c := r.Cells[column]
		state = max(state, c.State)
		low, high = min(low, c.Value), max(high, c.Value)
	}
	return derived(high-low, state)
}

// derived is a cell that is a range over others of a state.
func derived(v float64, state table.State) table.Cell {
	if state != table.Filled {
		return table.Cell{State: state, Reason: "ranges over a cell that is " + state.String()}
	}
	return table.Cell{Value: v}
}
