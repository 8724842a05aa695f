// Package layout says what stands in the rows and columns of a table, and which results each number averages. It
// knows no results.
package layout

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// A Layout is a table before it is filled. It is final once all tables are linked.
type Layout struct {
	Number  string // of the table
	Corner  string // heading of the rows, if the study gives one
	Grid    *Grid  // of rows without a grid of their own
	Data    []string
	Rows    []Row
	Columns []Column
	// Needs are the numbers that derived columns rest on, a group for each derivation.
	Needs [][]Need
	// Measures says that the columns are measures. Else each row has the measure of its grid.
	Measures bool
	// Point has the values of axes that all numbers share, such as the one method.
	Point experiment.Point
	// Decimals are the digits after the point.
	Decimals int
	// InPrint is the table in print that this one is held against; empty for none.
	InPrint string
	// Pool is what labelled rows average over; see [RowKeys]. Blocked says that each spot has a block of all of them.
	Pool    string
	Blocked bool
	Heading string // of the one column of averages
	// RowByRow says that numbers are asked for in the order of the rows, else in that of the columns.
	RowByRow bool
	Block    strictyaml.Node // in the study file
}

// A Need is a number of each row that is not shown: that of the column which Of returns for the row.
type Need struct {
	Key string
	Of  func(Row) Column
	// Optional needs are not computed for the table.
	Optional bool
}

func Further(method string) Need {
	return Need{Key: method, Of: func(Row) Column { return Column{}.Of(method) }}
}

// A Row has a number in each column.
type Row struct {
	Key   string // in claims and publications
	Title Title
	Point experiment.Point
	// Axes and Values are what the row stands for, if it stands for values of axes.
	Axes   []string
	Values []experiment.Value
	// Spots are averaged. Without them, Point and the grid of the table name the one spot.
	Spots    []Spot
	RealOnly bool // left out on generated data

	Grid    *Grid // of a labelled row; else nil
	First   int   // which spot of the grid is the first of a labelled row
	Pair    Pair  // of methods that the row compares
	Printed string
	At      strictyaml.Node
}

// Along is the row at a value of one more axis.
func (r Row) Along(axis string, v experiment.Value) Row {
	r.Key = strings.TrimPrefix(r.Key+", "+v.Text, ", ")
	r.Axes, r.Values = append(slices.Clone(r.Axes), axis), append(slices.Clone(r.Values), v)
	r.Point = r.Point.With(axis, v.Text)
	r.Title = Title{append(slices.Clone(r.Title.Pieces), pieceOf(axis, v)), true}
	return r
}

// A Pair is two methods that ought to be the same. The zero Pair is none.
type Pair struct {
	First  string `yaml:"first" doc:"Method whose numbers may be in print." example:"p=1" required:"yes"`
	Second string `yaml:"second" doc:"Method that it is held against." example:"p=2" required:"yes"`
}

// A Column has a number in each row.
type Column struct {
	Key     string
	Title   Title
	Point   experiment.Point
	Axes    []string
	Measure experiment.Measure
	Nth     int   // which spot of each row, counted from 1; 0 for a column that is no spot
	Sigma   bool  // the column shows the kernel width of a row
	Best    *Best // the column shows the best method of another table
	At      strictyaml.Node
}

// A Best is the method with the best average of another table.
type Best struct {
	Table   string
	Among   []string // methods; all unless named
	InPrint string   // the best method in print, which is shown in place of ours
	Of      *Layout  // the table, which Link finds
}

// Candidates are the methods of which the best is taken.
func (b *Best) Candidates() []string {
	if len(b.Among) > 0 {
		return b.Among
	}
	return b.Of.Methods()
}

// ShowsWinner reports whether the column shows the best method, whichever it is.
func (c Column) ShowsWinner() bool { return c.Best != nil && c.Best.InPrint == "" }

// Method is the method of the column, empty for none.
func (c Column) Method() string { return c.Point[experiment.Method] }

func (c Column) Of(method string) Column {
	c.Key = strings.TrimPrefix(c.Key+", "+method, ", ")
	c.Title = c.Title.after(Piece{Method: method})
	c.Axes, c.Point = append(slices.Clone(c.Axes), experiment.Method), c.Point.With(experiment.Method, method)
	return c
}

// Averages reports whether this is the one column of a table, which averages over the axes that the rows do not name.
func (c Column) Averages() bool { return c.Key == "" && len(c.Title.Pieces) > 0 }

// A Selection names values by axis.
type Selection = map[string]names

// axis is an axis with those of its values that rows or columns run along.
func (l *Layout) axis(name string, values Selection, at strictyaml.Node) (experiment.Axis, error) {
	axis, err := closed(l.Grid.Experiment, name, at)
	if err != nil {
		return axis, err
	}
	spots := name == experiment.Data || name == experiment.Level
	_, fixed := l.Grid.Fixed[name]
	if fixed && !(spots && l.Block.Field("rows").IsZero()) {
		return axis, l.Block.At("at").At(name).Fault("the table runs along %s: at must not fix it", name)
	}
	wanted := []string(values[name])
	if spots && len(wanted) == 0 {
		wanted = l.Grid.shown(name)
	}
	axis.Values, err = l.Grid.Values(name, wanted, l.Block.At("values").At(name))
	return axis, err
}

// Link finds the tables of which columns show the best method.
func (l *Layout) Link(table func(number string) *Layout) error {
	for _, c := range l.Columns {
		if c.Best == nil {
			continue
		}
		of := table(c.Best.Table)
		if of == nil || len(of.Methods()) == 0 {
			return c.At.Fault("best-of names table %s, which is no table of this study with columns of methods",
				c.Best.Table)
		}
		for _, m := range c.Best.Among {
			if !slices.Contains(of.Methods(), m) {
				return c.At.Fault("table %s has no column %s", c.Best.Table, m)
			}
		}
		c.Best.Of = of
	}
	return nil
}

// Whole lays out all spots of a grid, a row each. A reader names the methods.
func Whole(g *Grid) *Layout {
	return &Layout{Grid: g, Rows: words.Each(g.Spots, func(s Spot) Row {
		if g.ByLevel {
			return Row{}.Along(experiment.Level, s.Level)
		}
		return Row{}.Along(experiment.Data, experiment.Word(s.Data, s.Data))
	})}
}

// Keys are those of the rows, each once.
func (l *Layout) Keys() []string {
	return words.AppendNew(nil, words.Each(l.Rows, func(r Row) string { return r.Key })...)
}

// Row returns the row of a key. A labelled row is that over all of its spots. Numbers may have another form, and names
// of data sets capitals. Publications name levels and data sets that the table leaves out: the row of one is returned
// if the experiment has it.
func (l *Layout) Row(key string) (row Row, ok bool) {
	first := l.Rows[0]
	row, ok = words.First(l.Rows, func(r Row) bool { return r.Key == key })
	if ok && row.Grid != nil {
		row.Spots, row.First = row.Grid.Spots, 0
	}
	if ok || len(first.Axes) != 1 || l.ByMethod() {
		return row, ok
	}
	if first.Spots != nil { // the experiment does not say over which spots another row averages
		axis := experiment.Axis{Values: words.Each(l.Rows, func(r Row) experiment.Value { return r.Values[0] })}
		v, err := axis.Find(key)
		row, _ := words.First(l.Rows, func(r Row) bool { return r.Key == v.Text })
		return row, err == nil
	}
	axis, _ := l.Grid.Experiment.Axis(first.Axes[0])
	for _, v := range axis.Values {
		if axis.Name == experiment.Data && strings.EqualFold(v.Text, key) {
			return Row{}.Along(axis.Name, v), true
		}
	}
	v, err := axis.Find(key)
	return Row{}.Along(axis.Name, v), err == nil
}

func (l *Layout) GridOf(r Row) *Grid { return cmp.Or(r.Grid, l.Grid) }

func (l *Layout) MeasureOf(r Row) experiment.Measure { return l.GridOf(r).Measured }

// Method is the one method of the table, empty for none.
func (l *Layout) Method() string { return l.Point[experiment.Method] }

func (l *Layout) Methods() (all []string) {
	if axis, _ := l.Grid.Experiment.Axis(experiment.Method); !axis.Open {
		return nil
	}
	for _, c := range l.Columns {
		if m := c.Method(); m != "" && !c.ShowsWinner() {
			all = append(all, m)
		}
	}
	return all
}

// Labelled reports whether the rows have labels and grids of their own.
func (l *Layout) Labelled() bool { return l.Rows[0].Grid != nil }

// ByMethod reports whether the rows are methods, each averaged over all spots.
func (l *Layout) ByMethod() bool {
	first := l.Rows[0]
	return first.Spots != nil && slices.Equal(first.Axes, []string{experiment.Method})
}

// Compares reports whether the columns were named, so that they compare: they are neither measures nor what a table
// shows by default.
func (l *Layout) Compares() bool {
	return len(l.Columns) > 0 && !l.Measures && l.Columns[0].Nth == 0 && !l.Columns[0].Averages()
}

// Curved reports whether the columns are curves along the axis of the rows.
func (l *Layout) Curved() bool {
	return len(l.Rows[0].Axes) == 1 && l.Compares() && l.Rows[0].Axes[0] != experiment.Data
}

// Points are those of which a number is the average.
func (l *Layout) Points(r Row, c Column) ([]experiment.Point, error) {
	p := experiment.Point{}
	maps.Copy(p, r.Point)
	maps.Copy(p, c.Point)
	maps.Copy(p, l.Point)
	g, spots := l.GridOf(r), r.Spots
	if c.Nth > 0 {
		spots = g.Spots[c.Nth-1 : c.Nth]
	}
	if spots == nil {
		p, err := g.Place(p)
		return []experiment.Point{p}, err
	}
	return words.Each(spots, func(s Spot) experiment.Point {
		place := g.Point(s)
		maps.Copy(place, p)
		return g.Experiment.Complete(place)
	}), nil
}

// On names the data set of each result behind a number.
func (l *Layout) On(r Row, c Column) []string {
	points, _ := l.Points(r, c)
	return words.Each(points, func(p experiment.Point) string { return p[experiment.Data] })
}

// Queries are those of which a number is the average.
func (l *Layout) Queries(r Row, c Column) (all []Query, err error) {
	points, err := l.Points(r, c)
	if err != nil {
		return nil, err
	}
	m := l.MeasureOf(r)
	if l.Measures {
		m = c.Measure
	}
	for _, p := range points {
		q, err := l.GridOf(r).Query(p, m)
		if err != nil {
			return nil, err
		}
		all = append(all, q)
	}
	return all, nil
}
