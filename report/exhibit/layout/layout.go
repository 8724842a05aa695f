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

// A Layout is a table before it is filled.
type Layout struct {
	Number  string // of the table
	Grid    *Grid  // of rows without their own
	Data    []string
	Rows    []Row
	Columns []Column
	// Needs are the numbers that derived columns rest on, a group for each derivation.
	Needs [][]Need
	// Measures: the columns are measures, else each row has that of its grid.
	Measures bool
	// Point has what all places share, such as the one method.
	Point experiment.Point
	// Decimals are the digits after the point, InPrint the table in print that the table is held against.
	Decimals int
	InPrint  string
	// Blocked: each spot has a block of all labelled rows. Pooled: each row averages over all of its spots.
	Blocked, Pooled bool
	Heading         string // of the one column of averages

	Block strictyaml.Node // in the study file
	// RowByRow: places are asked for in the order of the rows.
	RowByRow bool
}

// A Need is a number of each row that is not shown: that of the column that Of returns for the row.
type Need struct {
	Key string
	Of  func(Row) Column
	// Optional needs are not computed for the table.
	Optional bool
}

// Further is the need of a method's numbers.
func Further(method string) Need {
	return Need{Key: method, Of: func(Row) Column { return Column{}.Of(method) }}
}

// A Row is a line of places.
type Row struct {
	Key   string // in claims and publications
	Title Title
	Point experiment.Point
	// Axes and Values say what the row is, where it is a value on axes.
	Axes   []string
	Values []experiment.Value
	// Spots are averaged over; nil for the one that Point and the grid of the table name.
	Spots    []Spot
	RealOnly bool // left out on generated data

	Grid    *Grid // of a labelled row; else nil
	First   int   // the first of its spots in the grid, for a labelled row
	Pair    Pair  // of methods that the row compares
	Printed string
	At      strictyaml.Node
}

// A Pair is two methods that a row compares; zero for none.
type Pair struct{ First, Second string }

// A Column is a number of each row.
type Column struct {
	Key     string
	Title   Title
	Point   experiment.Point
	Axes    []string
	Measure experiment.Measure
	Nth     int   // the level or data set of each row, counted from 1; else 0
	Sigma   bool  // the kernel width of a row, in place of a number
	Best    *Best // the best of another table
	At      strictyaml.Node
}

// A Best is the method with the best average of another table.
type Best struct {
	Table   string
	Among   []string // methods; all unless named
	InPrint string   // the method in print, which is shown in its place
	Text    string
	Of      *Layout // the table, once all are read
}

// Candidates are the methods of which the best is taken.
func (b *Best) Candidates() []string {
	if len(b.Among) > 0 {
		return b.Among
	}
	return b.Of.Methods()
}

// ShowsWinner reports whether the column shows the winner, whatever it is.
func (c Column) ShowsWinner() bool { return c.Best != nil && c.Best.InPrint == "" }

// Method is the method of the column, empty for none.
func (c Column) Method() string { return c.Point[experiment.Method] }

// Of is the column with a method.
func (c Column) Of(method string) Column {
	c.Key = strings.TrimPrefix(c.Key+", "+method, ", ")
	c.Title.Pieces = append([]Piece{{Method: method}}, c.Title.Pieces...)
	c.Axes, c.Point = append(slices.Clone(c.Axes), experiment.Method), c.Point.With(experiment.Method, method)
	return c
}

// Averages reports whether the column averages over the axes that the rows do not name.
func (c Column) Averages() bool { return c.Key == "" && len(c.Title.Pieces) > 0 }

// A Title is a heading of pieces between commas. The names of data sets are those of a source.
type Title struct {
	Pieces []Piece
	TeX    bool // whether it has a form in TeX
}

// A Piece is a text, a data set or a method.
type Piece struct{ Label, TeX, Data, Method string }

// Fixed is a title of one text.
func Fixed(text string) Title { return Title{Pieces: []Piece{{Label: text}}} }

// Text is the title in Unicode and in TeX, if it has such a form.
func (t Title) Text(data, method func(name string) string) (text, tex string) {
	var texts, formulas []string
	for _, p := range t.Pieces {
		label := p.Label
		switch {
		case p.Data != "":
			label = data(p.Data)
		case p.Method != "":
			label = method(p.Method)
		}
		texts, formulas = append(texts, label), append(formulas, cmp.Or(p.TeX, label))
	}
	if text = strings.Join(texts, ", "); t.TeX {
		tex = strings.Join(formulas, ", ")
	}
	return text, tex
}

// GridOf is the grid of a row.
func (l *Layout) GridOf(r Row) *Grid { return cmp.Or(r.Grid, l.Grid) }

// MeasureOf is the measure of a row.
func (l *Layout) MeasureOf(r Row) experiment.Measure { return l.GridOf(r).Measured }

// Methods are the methods of the columns.
func (l *Layout) Methods() []string {
	if axis, _ := l.Grid.Experiment.Axis(experiment.Method); !axis.Open {
		return nil
	}
	all := words.Each(l.Columns, func(c Column) string {
		if c.ShowsWinner() {
			return ""
		}
		return c.Method()
	})
	return slices.DeleteFunc(all, func(m string) bool { return m == "" })
}

// ByMethod reports whether the rows are methods.
func (l *Layout) ByMethod() bool {
	return len(l.Rows) > 0 && l.Rows[0].Grid == nil && l.Rows[0].Spots != nil
}

// Points are those of which a place is the average.
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

// Queries are those of which a place is the average.
func (l *Layout) Queries(r Row, c Column) ([]Query, error) {
	points, err := l.Points(r, c)
	if err != nil {
		return nil, err
	}
	m := l.MeasureOf(r)
	if l.Measures {
		m = c.Measure
	}
	var all []Query
	for _, p := range points {
		q, err := l.GridOf(r).Query(p, m)
		if err != nil {
			return nil, err
		}
		all = append(all, q)
	}
	return all, nil
}
