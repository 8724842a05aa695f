package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/study"
	"gpca/report/table"
)

// A variantsTable is a table of variants in the making.
type variantsTable struct {
	Builder
	declared    *study.Table
	experiments []*study.Experiment // one for each variant
	places      [][]place           // the levels or data sets of each
	methods     []string
	built       *table.Table
	ends        []grid.Ends
	// apart are the differences from print.
	apart printedDifferences
}

// variants builds a table whose rows are variants of an experiment.
//
// The rows of a level or data set stand below one of the numbers in print, where
// they are wanted and the data is as published. A variant that asks about
// published data alone has no row where it is generated.
func (b Builder) variants(built *table.Table, t *study.Table) {
	kept := *t
	kept.Variants = slices.DeleteFunc(slices.Clone(t.Variants), func(v study.Variant) bool {
		e := b.Study.Experiment(v.Experiment)
		return e.RealOnly && slices.ContainsFunc(t.DataOf(e), func(d string) bool { return b.Origin(d) != dataset.Real })
	})
	t = &kept
	v := &variantsTable{Builder: b, declared: t, methods: t.MethodsOf(), built: built}
	for _, variant := range t.Variants {
		e := b.Study.Experiment(variant.Experiment)
		v.experiments = append(v.experiments, e)
		v.places = append(v.places, rowsOf(e, t))
	}
	built.Corner = cmp.Or(built.Corner, "Variant")
	built.Metric = v.metric()
	blocks := v.blocks()
	v.columns(blocks)
	for _, of := range blocks {
		v.block(of, len(blocks) > 1)
	}
	if t.Range {
		v.spread()
	}
	if v.apart.any() {
		built.Notes = append(built.Notes, v.apart.notes(v)...)
	}
	built.Notes = append(built.Notes, unsettledNote(v.ends)...)
}

// metric words what the variants measure, which may differ between them.
func (v *variantsTable) metric() string {
	var metrics []string
	for _, e := range v.experiments {
		if m := MetricOf(e); !slices.Contains(metrics, m) {
			metrics = append(metrics, m)
		}
	}
	return strings.Join(metrics, " or ")
}

// blocks divides the places, by their indices, into those that share a row: all,
// where they are averaged or stand side by side.
func (v *variantsTable) blocks() [][]int {
	var all []int
	var each [][]int
	for i := range v.places[0] {
		all, each = append(all, i), append(each, []int{i})
	}
	if v.declared.Average || v.declared.Method != "" {
		return [][]int{all}
	}
	return each
}

// heading names a level or data set.
func (v *variantsTable) heading(at int) string {
	e, p := v.experiments[0], v.places[0][at]
	if byLevel(e, v.declared) {
		return e.LevelLabel(p.level)
	}
	return v.Title(p.data)
}

func (v *variantsTable) columns(blocks [][]int) {
	if v.declared.Method != "" {
		for _, at := range blocks[0] {
			v.built.Columns = append(v.built.Columns, v.heading(at))
		}
	} else {
		for _, m := range v.methods {
			v.built.Columns = append(v.built.Columns, v.Study.Label(m))
		}
	}
	if v.compares() {
		v.built.Columns = append(v.built.Columns, "Mean difference from print")
		if v.experiments[0].MeasuresReconstruction() {
			v.built.Columns = append(v.built.Columns, "Least ratio to print", "Largest ratio to print")
		}
	}
	if v.declared.Settled {
		v.built.Columns = append(v.built.Columns, "Settled components in percent")
	}
}

// compares reports whether any number in print stands beside ours.
func (v *variantsTable) compares() bool {
	for at := range v.places[0] {
		for _, m := range v.methods {
			if _, ok := v.inPrint(at, m); ok {
				return true
			}
		}
	}
	return false
}

// inPrint is the number in print for a place and a method: none where the data of
// any variant is generated.
func (v *variantsTable) inPrint(at int, method string) (float64, bool) {
	if v.declared.Printed == "" || v.Printed.At == nil {
		return 0, false
	}
	for _, places := range v.places {
		if v.Origin(places[at].data) != dataset.Real {
			return 0, false
		}
	}
	first := v.places[0][at]
	return v.Printed.At(v.declared.Printed, first.data, first.level, method)
}

// number is that of a variant.
func (v *variantsTable) number(variant, at int, method string) value {
	p := v.places[variant][at]
	return v.value(study.Need{Experiment: v.experiments[variant], Data: p.data, Level: p.level, Method: method})
}

// entries are the places and methods behind each cell of a row.
func (v *variantsTable) entries(block []int) [][]entry {
	var cells [][]entry
	if v.declared.Method != "" {
		for _, at := range block {
			cells = append(cells, []entry{{at, v.declared.Method}})
		}
		return cells
	}
	for _, m := range v.methods {
		var cell []entry
		for _, at := range block {
			cell = append(cell, entry{at, m})
		}
		cells = append(cells, cell)
	}
	return cells
}

// An entry is a method at a place.
type entry struct {
	at     int
	method string
}

// block adds a row for print and one for each variant.
func (v *variantsTable) block(of []int, several bool) {
	name := func(label string) string {
		if several {
			return v.heading(of[0]) + ", " + label
		}
		return label
	}
	cells := v.entries(of)
	if row, ok := v.printedRow(cells); ok {
		row.Heading = name("in print")
		v.built.Rows = append(v.built.Rows, row)
	}
	first := len(v.built.Rows)
	v.apart.open(len(v.declared.Variants), len(cells))
	for i, variant := range v.declared.Variants {
		row := table.Row{Heading: name(variant.Label)}
		var ends grid.Ends
		state := table.Filled
		for j, entries := range cells {
			var values []value
			for _, e := range entries {
				n := v.number(i, e.at, e.method)
				values = append(values, n)
				ends, state = sum(ends, n.ends), max(state, n.state)
				if p, ok := v.inPrint(e.at, e.method); ok {
					v.apart.add(i, j, n, p)
				}
			}
			row.Cells = append(row.Cells, v.cell(values))
		}
		row.Cells = append(row.Cells, v.further(i, ends, state)...)
		v.built.Rows = append(v.built.Rows, row)
	}
	v.boldNearest(v.built.Rows[first:], len(cells))
}

// cell is the average of the values behind it, with a mark where one of them rests
// on iterations that did not converge.
func (v *variantsTable) cell(values []value) table.Cell {
	c := average(values).cell()
	for _, n := range values {
		if n.ends.Unsettled() > 0 {
			c.Mark = unsettledMark
			v.ends = append(v.ends, n.ends)
		}
	}
	return c
}

// further are the cells behind the numbers: how far from print a variant is, and
// how many of its components settled. State is the worst of its numbers.
func (v *variantsTable) further(variant int, ends grid.Ends, state table.State) []table.Cell {
	var cells []table.Cell
	if v.compares() {
		d := v.apart.last()[variant]
		cells = append(cells, d.cell(d.mean()))
		if v.experiments[0].MeasuresReconstruction() {
			cells = append(cells, d.cell(d.least), d.cell(d.largest))
		}
	}
	if v.declared.Settled {
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
func (v *variantsTable) boldNearest(rows []table.Row, column int) {
	if !v.compares() || len(rows) < 2 {
		return
	}
	cells := make([]table.Cell, len(rows))
	for i, r := range rows {
		cells[i] = r.Cells[column]
	}
	best(cells, v.declared.Decimals, true)
	for i, r := range rows {
		r.Cells[column].Bold = cells[i].Bold
	}
}

// printedRow is the row of the numbers in print, false when there are none.
func (v *variantsTable) printedRow(cells [][]entry) (table.Row, bool) {
	row := table.Row{Summary: true} // sets it apart, and one block from the next
	found := false
	for _, entries := range cells {
		c := table.Cell{State: table.Blank}
		sum, count := 0.0, 0
		for _, e := range entries {
			if p, ok := v.inPrint(e.at, e.method); ok {
				sum, count = sum+p, count+1
			}
		}
		if count == len(entries) {
			found = true
			c = table.Cell{Value: sum / float64(count)}
		}
		row.Cells = append(row.Cells, c)
	}
	for len(row.Cells) < len(v.built.Columns) {
		row.Cells = append(row.Cells, table.Cell{State: table.Blank})
	}
	return row, found
}

// spread adds the row with the largest less the smallest number of the variants.
func (v *variantsTable) spread() {
	row := table.Row{Heading: "Range over the variants", Summary: true}
	shown := len(v.entries(v.blocks()[0]))
	for j := range v.built.Columns {
		c := table.Cell{State: table.Blank}
		if j < shown {
			c = v.rangeOf(j)
		}
		row.Cells = append(row.Cells, c)
	}
	v.built.Rows = append(v.built.Rows, row)
}

func (v *variantsTable) rangeOf(column int) table.Cell {
	low, high, state := math.Inf(1), math.Inf(-1), table.Filled
	for _, r := range v.built.Rows {
		if r.Summary {
			continue // in print
		}
		c := r.Cells[column]
		state = max(state, c.State)
		low, high = min(low, c.Value), max(high, c.Value)
	}
	if state != table.Filled {
		return table.Cell{State: state, Reason: "ranges over a cell that is " + state.String()}
	}
	return table.Cell{Value: high - low}
}

func sum(a, b grid.Ends) grid.Ends {
	return grid.Ends{
		Exact: a.Exact + b.Exact, Converged: a.Converged + b.Converged, Cycled: a.Cycled + b.Cycled,
		Stopped: a.Stopped + b.Stopped, Wandered: a.Wandered + b.Wandered, Vanished: a.Vanished + b.Vanished,
		MostIterations: max(a.MostIterations, b.MostIterations),
	}
}

// variantsData lists the data sets behind a table of variants, each once.
func (b Builder) variantsData(t *study.Table) []string {
	var data []string
	for _, v := range t.Variants {
		for _, d := range t.DataOf(b.Study.Experiment(v.Experiment)) {
			if !slices.Contains(data, d) {
				data = append(data, d)
			}
		}
	}
	return data
}

// rowsAre names what the blocks of the table are.
func (v *variantsTable) rowsAre() string {
	if byLevel(v.experiments[0], v.declared) {
		return "levels"
	}
	return "data sets"
}

func quoted(label string) string { return fmt.Sprintf("“%s”", label) }
