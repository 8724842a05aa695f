package printed

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gpca/report/words"
)

// columns are those of a file. The last, 0 or 1, may be missing, since not every source records marks.
const columns = "table,title,axis,metric,row,column,value,bold"

// Read reads tables in the form of the package comment, of the given metrics. Tables, rows and columns keep the order in
// which they first appear. The source becomes [Table.Source]. Every error begins with the file and the line.
func Read(r io.Reader, source, file string, metrics []Metric) ([]Table, error) {
	records := csv.NewReader(r)
	names, err := records.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, csvError(file, err)
	}
	first := strings.TrimPrefix(strings.Join(names, ","), "\ufeff") // spreadsheets begin a file with a byte order mark
	if first != columns && first != strings.TrimSuffix(columns, ",bold") {
		return nil, fmt.Errorf("%s:1: the first line is %q, must be %s, where bold may be missing", file, words.Clip(first, 100), columns)
	}
	names = strings.Split(first, ",")

	var tables []Table
	for {
		record, err := records.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, csvError(file, err)
		}
		line, _ := records.FieldPos(0)
		fields := map[string]string{}
		for i, name := range names {
			fields[name] = strings.TrimSpace(record[i])
		}
		t := Table{Source: source, file: file, transcribed: true}
		if tables, err = t.add(tables, metrics, line, fields); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
	if len(tables) == 0 {
		return nil, fmt.Errorf("%s:1: no table follows the header", file)
	}
	for i := range tables {
		tables[i].describe()
	}
	return tables, nil
}

// describe says what rows and columns are. In a table with averages, a column without one is a setting, such as the
// kernel width in Table 3.5.
func (t *Table) describe() {
	t.lines, t.across = map[string]Line{}, map[string]Line{}
	for _, row := range t.Rows {
		t.lines[row] = Line{Name: row, Kind: map[bool]Kind{true: Mean}[IsAverage(row)]}
	}
	average, ok := t.Average()
	for _, column := range t.Columns {
		_, printed := t.At(average, column)
		t.across[column] = Line{Name: column, Kind: map[bool]Kind{true: setting}[ok && !printed]}
	}
	if len(t.Body()) == 0 {
		t.lines[average] = Line{Name: average, Alone: true}
	}
}

// csvError begins the error of a malformed line with its place.
func csvError(file string, err error) error {
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%s:%d: %w", file, parse.Line, parse.Err)
	}
	return fmt.Errorf("%s: %w", file, err)
}

// declared finds the metric of a name.
func declared(metrics []Metric, name string) (Metric, error) {
	m, ok := words.First(metrics, func(m Metric) bool { return m.Name == name })
	if !ok {
		return m, fmt.Errorf("metric %q is not declared; the publication declares %v, so that it is clear which "+
			"number of a row is best", name, metrics)
	}
	return m, nil
}

// Declare adds a metric to others unless it is there, by another name where one of them has its own.
func Declare(all []Metric, m Metric) (more []Metric, name string) {
	name = m.Name
	for n := 2; !slices.Contains(all, m); n++ {
		if !slices.ContainsFunc(all, func(o Metric) bool { return o.Name == m.Name }) {
			return append(all, m), m.Name
		}
		m.Name = fmt.Sprint(name, "-", n)
	}
	return all, m.Name
}

// add adds the number of a line to its table. A new table begins as t.
func (t Table) add(tables []Table, metrics []Metric, line int, fields map[string]string) ([]Table, error) {
	for _, name := range []string{"table", "row", "column"} {
		if fields[name] == "" {
			return nil, fmt.Errorf("the field %q is empty", name)
		}
	}
	t.Number, t.Title, t.Axis = fields["table"], fields["title"], fields["axis"]
	var err error
	if t.Metric, err = declared(metrics, fields["metric"]); err != nil {
		return nil, err
	}
	n := slices.IndexFunc(tables, func(other Table) bool { return other.Number == t.Number })
	if n < 0 {
		n = len(tables)
		t.at = map[[2]string]int{}
		tables = append(tables, t)
	}
	table := &tables[n]
	if table.Title != t.Title || table.Axis != t.Axis || table.Metric != t.Metric {
		return nil, fmt.Errorf("table %s has another title, axis or metric here than on its first line", t.Number)
	}

	number := Number{Metric: t.Metric, line: line}
	number.Place = Place{Table: t.Name(), Row: fields["row"], Column: fields["column"]}
	if _, twice := table.At(number.Row, number.Column); twice {
		return nil, fmt.Errorf("table %s, row %q, column %q stands twice", t.Number, number.Row, number.Column)
	}
	if number.Estimate, err = Parse(fields["value"]); err != nil {
		return nil, fmt.Errorf("table %s, row %q, column %q: %w", t.Number, number.Row, number.Column, err)
	}
	mark, marked := fields["bold"]
	if number.Bold = mark == "1"; marked && !number.Bold && mark != "0" {
		return nil, fmt.Errorf("table %s, row %q, column %q: bold is %q, not 0 or 1",
			t.Number, number.Row, number.Column, mark)
	}
	table.Rows = words.AppendNew(table.Rows, number.Row)
	table.Columns = words.AppendNew(table.Columns, number.Column)
	table.at[[2]string{number.Row, number.Column}] = len(table.numbers)
	table.numbers = append(table.numbers, number)
	return tables, nil
}
