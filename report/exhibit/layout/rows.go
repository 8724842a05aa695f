package layout

import (
	"cmp"
	"slices"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// RowKeys are the keys of a table's block that say what its rows are: values of axes, methods, or parts of experiments
// with a label.
type RowKeys struct {
	Written  nodes  `yaml:"rows" doc:"Axes, the last one fastest, methods, or mappings." example:"[mixing]"`
	Pool     string `yaml:"pool" doc:"What labelled rows average over." words:"levels all" example:"all"`
	RealOnly names  `yaml:"real-only" doc:"Rows not shown on generated data." example:"[2]"`

	Labels map[string]string `yaml:"labels" doc:"Headings of rows in place of their own." example:"{p=1: L1-norm}"`

	Pairs strictyaml.List[Pair] `yaml:"pairs" doc:"Pairs of methods, a row each." example:"{first: p=1, second: p=2}"`
}

// What labelled rows average over. By default each spot is a row, or a column of the one method.
const (
	PoolLevels = "levels" // on each data set
	PoolAll    = "all"
)

// A LabelledRow has keys beside values of axes. Several values of an axis are as many rows.
type LabelledRow struct {
	Label    string `yaml:"label" doc:"Heading; {components} is the value of that axis." example:"\"{components}\""`
	RealOnly bool   `yaml:"real-only" doc:"Leaves the row out on generated data." example:"true"`
	Printed  string `yaml:"printed" doc:"Table in print of the first method of a pair." example:"II"`
	Part     Part   `yaml:",inline"`
}

// labelled reads the rows that are mappings, each a row over all spots of its grid. There are none if no row is one.
func (r RowKeys) labelled(l *Layout, study Study) (whole []Row, err error) {
	if !slices.ContainsFunc(r.Written, strictyaml.Node.IsMapping) {
		if len(r.Pairs) > 0 {
			return nil, l.Block.At("pairs").Fault("pairs need labelled rows: give each row a label")
		}
		return nil, nil
	}
	for _, n := range r.Written {
		rows, err := r.entry(n, l.Block, study)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if slices.ContainsFunc(whole, func(o Row) bool { return o.Key == row.Key }) {
				return nil, n.At("label").Fault("row %s stands twice: give each a label", row.Key)
			}
			whole = append(whole, row)
		}
	}
	return whole, nil
}

// entry reads a mapping, whose keys go before those of the block.
func (r RowKeys) entry(n, block strictyaml.Node, study Study) (rows []Row, err error) {
	if !n.IsMapping() {
		return nil, n.Fault("the table has rows with labels and others")
	}
	all := n.Over(block)
	e, err := study.Experiment(all.Field("experiment").Text())
	if err != nil {
		return nil, n.At("experiment").Fault("%w", err)
	}
	var written LabelledRow
	points, err := Entry(n, &written, e)
	if err != nil {
		return nil, err
	}
	var p Part
	if err := all.Only(strictyaml.Keys(&p)...).Decode(&p); err != nil {
		return nil, err
	}
	if err := inPrint(study, written.Printed, n); err != nil {
		return nil, err
	}
	for _, further := range points {
		g, err := p.of(e, study, all, further)
		if err != nil {
			return nil, err
		}
		label := InWords(written.Label, e, g.Point(g.Spots[0]))
		title := cmp.Or(label, e.Name)
		row := Row{Key: title, RealOnly: written.RealOnly, Spots: g.Spots, At: n, Grid: g, Printed: written.Printed}
		if r.Pool == PoolLevels { // the data set is in the title too
			title = cmp.Or(label, e.Setting())
		}
		if title != "" {
			row.Title = Fixed(title)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// inPrint refuses a table that is not in print. No table is none.
func inPrint(study Study, number string, n strictyaml.Node) error {
	if number == "" {
		return nil
	}
	if err := study.InPrint(number); err != nil {
		return n.At("printed").Fault("%w", err)
	}
	return nil
}

// lay makes rows of labelled ones: a block of all of them for each spot, unless the spots are averaged or are columns.
func (r RowKeys) lay(l *Layout, whole []Row) error {
	switch {
	case whole[0].RealOnly:
		return l.Block.At("rows").Index(0).Fault("the first row must not be real-only, or generated data has none")
	case len(r.Pairs) > 0:
		return r.layPairs(l, whole)
	}
	if r.Pool == "" || l.InPrint != "" {
		if err := aligned(whole); err != nil {
			return err
		}
	}
	if r.Pool == PoolLevels {
		return l.layByData(whole)
	}
	if r.Pool != "" || l.Method() != "" || len(whole[0].Spots) == 1 {
		l.Rows = whole
		return nil
	}
	l.Blocked = true
	for i, s := range l.Grid.Spots {
		for _, row := range whole {
			row.First, row.Spots, row.Title = i, row.Spots[i:i+1], row.Title.after(s.Title().Pieces[0])
			l.Rows = append(l.Rows, row)
		}
	}
	return nil
}

// layByData makes a row on each data set of labelled rows. Two rows under one heading could not be told apart.
func (l *Layout) layByData(whole []Row) error {
	for _, row := range whole {
		for _, spots := range words.Grouped(row.Grid.Spots, func(s Spot) string { return s.Data }) {
			of := row
			of.Spots, of.Title = spots, row.Title.after(Piece{Data: spots[0].Data})
			if same, ok := words.First(l.Rows, func(o Row) bool {
				return slices.Equal(o.Title.Pieces, of.Title.Pieces)
			}); ok {
				return row.At.Fault("rows %s and %s have one heading on %s: give each a label", same.Key, row.Key,
					spots[0].Data)
			}
			l.Rows = append(l.Rows, of)
			row.First += len(spots)
		}
	}
	if l.InPrint != "" { // whose numbers stand above all rows of a data set
		slices.SortStableFunc(l.Rows, func(a, b Row) int { return cmp.Compare(a.First, b.First) })
	}
	return nil
}

// aligned refuses a row whose spots do not correspond to those of the first row.
func aligned(rows []Row) error {
	first := rows[0].Grid
	for _, r := range rows {
		ownLevel := r.Grid.Fixed[experiment.Level] != ""
		if len(first.Spots) != len(r.Grid.Spots) || first.ByLevel != r.Grid.ByLevel ||
			!ownLevel && r.Grid.ByLevel && !slices.Equal(first.Labels(), r.Grid.Labels()) {
			return r.At.Fault("rows %s and %s have different levels or numbers of data sets: pool them", rows[0].Key,
				r.Key)
		}
	}
	return nil
}

// layPairs makes a row of each pair in each labelled row.
func (r RowKeys) layPairs(l *Layout, whole []Row) error {
	for i, pair := range r.Pairs {
		at := l.Block.At("pairs").Index(i)
		if pair.First == pair.Second {
			return at.Fault("a pair is two methods, first and second")
		}
		for _, row := range whole {
			if err := cmp.Or(row.Grid.CheckMethod(pair.First, at.At("first")),
				row.Grid.CheckMethod(pair.Second, at.At("second"))); err != nil {
				return err
			}
		}
	}
	for _, row := range whole {
		for _, row.Pair = range r.Pairs {
			l.Rows = append(l.Rows, row)
		}
	}
	return nil
}

// layAxes makes rows that are methods or values of axes. Only a table without columns has methods as rows.
func (r RowKeys) layAxes(l *Layout, values Selection, hasColumns bool) error {
	along := words.Each(r.Written, strictyaml.Node.Text)
	if len(along) == 0 {
		along = l.Grid.along()
	}
	if _, err := l.Grid.Study.Method(l.Grid.Study.Members(along[0])[0]); err == nil && !hasColumns {
		methods, err := l.Grid.CheckMethods(along, l.Block.At("rows"))
		for _, m := range methods {
			v := experiment.Value{Text: m, Label: m}
			l.Rows = append(l.Rows, Row{Spots: l.Grid.Spots}.Along(experiment.Method, v))
		}
		return err
	}
	l.Rows = []Row{{}}
	for i, name := range along {
		axis, err := l.axis(name, values, l.Block.At("rows").Index(i))
		if err != nil {
			return err
		}
		var product []Row
		for _, row := range l.Rows {
			for _, v := range axis.Values {
				product = append(product, row.Along(name, v))
			}
		}
		l.Rows = product
	}
	return r.markRealOnly(l, along[0])
}

func (r RowKeys) markRealOnly(l *Layout, first string) error {
	axis, _ := l.Grid.Experiment.Axis(first)
	for i, text := range r.RealOnly {
		v, err := axis.Find(text)
		if err != nil {
			return l.Block.At("real-only").Index(i).Fault("%w", err)
		}
		for j, row := range l.Rows {
			l.Rows[j].RealOnly = row.RealOnly || row.Values[0].Text == v.Text
		}
	}
	return nil
}

// relabel gives rows the headings that the study has for them.
func (r RowKeys) relabel(l *Layout) error {
	seen := map[string]string{} // the rows by their headings
	for _, pair := range l.Block.Field("labels").Pairs() {
		heading := pair.Value.Text()
		if first, twice := seen[heading]; twice {
			return pair.Value.Fault("rows %s and %s have one heading, %q: give each its own", first, pair.Name(), heading)
		}
		seen[heading] = pair.Name()
		at := slices.IndexFunc(l.Rows, func(row Row) bool { return row.Key == pair.Name() })
		if at < 0 {
			return pair.Key.Fault("the table has no row %s: rows are %s", pair.Name(),
				words.Enumerate(words.Each(l.Rows, func(row Row) string { return row.Key })))
		}
		l.Rows[at].Title = Fixed(heading)
	}
	return nil
}
