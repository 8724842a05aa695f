package columns

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/dataset/internal/delimited"
)

func read(r io.Reader, s delimited.Separator, columns []Column, missing ...string) (*Table, error) {
	return Read(Source{Columns: columns, Rows: s.Rows(r)}, Dialect{Missing: missing}, nil)
}

func ExampleRead() {
	columns := []Column{
		{Name: "length"},
		{Name: "width"},
		{Name: "class", Kind: Nominal, Words: []string{"setosa", "virginica"}},
	}
	read := func(file string) (*Table, error) {
		rows := delimited.Comma.Rows(strings.NewReader(file))
		return Read(Source{Columns: columns, Rows: rows}, Dialect{}, nil)
	}
	table, err := read("5.5,2,virginica\n4.5,3,setosa\n")
	fmt.Println(len(table.Lines), table.Values, err)

	_, err = read("5.5,2,virginica\n4.5,3,sesota\n")
	fmt.Println(err)
	// Output:
	// 2 [5.5 2 1 4.5 3 0] <nil>
	// line 2: column 3 (class): "sesota" is not one of setosa, virginica
}

func TestRead(t *testing.T) {
	class := Column{Name: "class", Kind: Nominal}
	for _, c := range []struct {
		name, file string
		separator  delimited.Separator
		columns    []Column
		want       []float64
		words      []string // of the class, where there is one
	}{
		{"class first", "R,1,2\nL,3,4\nB,5,6\n", delimited.Comma,
			[]Column{{Kind: Nominal, Words: []string{"L", "B", "R"}}, {}, {}},
			[]float64{2, 1, 2, 0, 3, 4, 1, 5, 6}, []string{"L", "B", "R"}},
		{"words in order of appearance", "1,z\n2,a\n3,m\n4,a\n", delimited.Comma, []Column{{}, class},
			[]float64{1, 0, 2, 1, 3, 2, 4, 1}, []string{"z", "a", "m"}},
		{"tabs", "1\tz\n2\t\"a\tb\"\n", delimited.Tab, []Column{{}, class}, []float64{1, 0, 2, 1}, []string{"z", "a\tb"}},
		{"blanks", "  ADT1  0.5\t-1e2  MIT \r\nX 1 2 CYT", delimited.Blanks, []Column{{Kind: Ignored}, {}, {}, class},
			[]float64{0.5, -100, 0, 1, 2, 1}, []string{"MIT", "CYT"}},
		{"numbers", "1 2\n3 4\n", delimited.Blanks, make([]Column, 2), []float64{1, 2, 3, 4}, nil},
		{"empty lines, no final newline", "\n1,2\n\n\n3,4", delimited.Comma, make([]Column, 2), []float64{1, 2, 3, 4}, nil},
		{"blanks around commas, carriage returns", "1 , 2\r\n 3,4\r\n", delimited.Comma, make([]Column, 2),
			[]float64{1, 2, 3, 4}, nil},
		{"quotes", "\"1\",\"a,b\"\n2,c\n", delimited.Comma, []Column{{}, class}, []float64{1, 0, 2, 1}, []string{"a,b", "c"}},
		{"byte-order mark", "\ufeff1,2\n", delimited.Comma, make([]Column, 2), []float64{1, 2}, nil},
	} {
		before := slices.Clone(c.columns)
		table, err := read(strings.NewReader(c.file), c.separator, c.columns)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		assert.Check(t, is.DeepEqual(table.Values, c.want), c.name)
		for _, column := range table.Columns {
			assert.Check(t, column.Kind != Nominal || slices.Equal(column.Words, c.words),
				"%s: words %q, want %q", c.name, column.Words, c.words)
		}
		assert.Check(t, is.DeepEqual(c.columns, before), "%s: the caller's columns were changed", c.name)
	}
}

func TestErrors(t *testing.T) {
	columns := []Column{{Name: "a"}, {Kind: Ignored}, {Name: "class", Kind: Nominal, Words: []string{"x", "y"}}}
	var said strings.Builder
	for _, c := range []struct {
		name, file string
		separator  delimited.Separator
		columns    []Column
	}{
		{"empty", "", delimited.Comma, columns},
		{"only blanks", " \n\t\n", delimited.Blanks, columns},
		{"few fields", "1,2,x\n\n1,2\n", delimited.Comma, columns},
		{"many fields", "1 2 x 4\n", delimited.Blanks, columns},
		{"wrong separator", "1 2 x\n", delimited.Comma, columns},
		{"number", "1,2,x\none,2,x\n", delimited.Comma, columns},
		{"missing number", "?,2,x\n", delimited.Comma, columns},
		{"infinite number", "1e999\n", delimited.Blanks, make([]Column, 1)},
		{"word", "1,2,z\n", delimited.Comma, columns},
		{"empty word", "1,\n", delimited.Comma, []Column{{}, {Kind: Nominal}}},
		{"quote", "1,2,x\n1,\"2,x\n", delimited.Comma, columns},
		{"nothing to read", "1\n", delimited.Comma, []Column{{Kind: Ignored}}},
	} {
		_, err := read(strings.NewReader(c.file), c.separator, c.columns)
		assert.Check(t, err != nil, c.name)
		fmt.Fprintf(&said, "%s: %v\n", c.name, err)
	}
	golden.Assert(t, said.String(), "errors.txt")

	// A field is shown as it stands.
	_, err := Read(Source{Columns: make([]Column, 1), Rows: delimited.Tab.Rows(strings.NewReader("1,5\n1,5,2\n"))},
		Dialect{Decimal: "comma"}, nil)
	assert.Error(t, err, `line 2: column 1: "1,5,2" is not a finite number`)

	broken := errors.New("disk on fire")
	for _, s := range []delimited.Separator{delimited.Comma, delimited.Blanks} {
		_, err := read(iotest.ErrReader(broken), s, make([]Column, 1))
		assert.Check(t, is.ErrorIs(err, broken), "%q", s)
	}
}

// endless repeats a text and counts what was read of it.
type endless struct {
	text  string
	taken int
}

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.text[(e.taken+i)%len(e.text)]
	}
	e.taken += len(p)
	return len(p), nil
}

// A bad row, or a byte that no text has, ends the reading.
func TestFaultsAreFoundWhereTheyStand(t *testing.T) {
	for _, c := range []struct {
		head, rest, want string
	}{
		{"1\t2\n", "x\t2\n", `line 2: column 1: "x" is not a finite number`},
		{"1\t2\n3\t4\n", "\x00", "line 3: a zero byte, which no text has: save the file as UTF-8, or give the format " +
			"that it has"},
		{"", "\x00", "line 1: a zero byte, which no text has: save the file as UTF-8, or give the format that it has"},
		{"\ufeff1\t2\n3\t", "\x00", "line 2: a zero byte, which no text has: save the file as UTF-8, or give the " +
			"format that it has"},
	} {
		for _, s := range []delimited.Separator{delimited.Tab, delimited.Blanks} {
			rest := &endless{text: c.rest}
			_, err := read(io.MultiReader(strings.NewReader(c.head), rest), s, make([]Column, 2))
			assert.Check(t, err != nil && err.Error() == c.want && rest.taken <= 1<<20,
				"%q, %d bytes read: got %v, want %s", s, rest.taken, err, c.want)
		}
	}
}

// Looking up one of many valid numbers must be fast.
func TestManyWords(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	var words []string
	const many = 1 << 20 // squared, hours
	for i := range many {
		words = append(words, strconv.Itoa(i))
	}
	file := strings.Repeat(words[many-1]+"\n", many)
	table, err := read(strings.NewReader(file), delimited.Comma, []Column{{Kind: Number, Words: words}})
	assert.NilError(t, err)
	assert.Assert(t, len(table.Lines) == many && table.Values[many-1] == many-1)
}

func TestMissing(t *testing.T) {
	marks := []string{"", "?"}
	columns := []Column{{}, {Kind: Nominal}, {Kind: Number, Words: []string{"0", "1"}}}
	table, err := read(strings.NewReader("1,x,0\n?,,1\n,?,?\n"), delimited.Comma, columns, marks...)
	assert.NilError(t, err)
	nan := math.NaN()
	same := func(a, b float64) bool { return a == b || a != a && b != b }
	want := []float64{1, 0, 0, nan, nan, 1, nan, nan, nan}
	assert.Check(t, slices.EqualFunc(table.Values, want, same) && slices.Equal(table.Lines, []int{1, 2, 3}),
		"got %v of lines %v, want %v", table.Values, table.Lines, want)
	_, err = read(strings.NewReader("1,x,2\n"), delimited.Comma, columns, marks...)
	assert.Error(t, err, `line 1: column 3: "2" is not one of 0, 1`)
}

func TestOpen(t *testing.T) {
	yes, no := true, false
	opened := func(file string, header *bool) (*Table, error) {
		d := Dialect{Header: header}
		source, err := d.Open(strings.NewReader(file))
		if err != nil {
			return nil, err
		}
		return Read(source, d, nil)
	}
	for _, c := range []struct {
		file   string
		header *bool
		name   string
		lines  []int
		values []float64
	}{
		{"\na, b\n1,2\n3,4\n", nil, "b", []int{3, 4}, []float64{1, 2, 3, 4}},
		{"1,2\n3,4\n", nil, "", []int{1, 2}, []float64{1, 2, 3, 4}},
		{"1,2\n3,4\n", &yes, "2", []int{2}, []float64{3, 4}},
		{"1,2\n", &no, "", []int{1}, []float64{1, 2}},
	} {
		table, err := opened(c.file, c.header)
		assert.Check(t, err == nil && slices.Equal(table.Lines, c.lines) && table.Columns[1].Name == c.name &&
			slices.Equal(table.Values, c.values), "%q: got %+v, %v", c.file, table, err)
	}
	for _, c := range []struct {
		file, want string
		cause      error
	}{
		{"a,b\n", "file holds no rows", ErrNoRows},
		{"", "file holds no rows", ErrNoRows},
		{"a,b\n1,x\n", `line 2: column 2 (b): "x" is not a finite number`, ErrNumber},
		{"a,b\n1,2\n3\n", "line 3: 1 fields, want 2", ErrFields},
	} {
		if _, err := opened(c.file, nil); err == nil || err.Error() != c.want || !errors.Is(err, c.cause) {
			t.Errorf("%q: got %v, want %s", c.file, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("1,skip,x,b\n2.5,skip,y,a\n", true)
	f.Add("1 skip x b\n2.5\tskip  y a\r\n", false)
	f.Add("\"1\",\"\n\",x,\"b\"\"\"\n", true)
	columns := []Column{{}, {Kind: Ignored}, {Kind: Nominal, Words: []string{"x", "y"}}, {Kind: Nominal}}
	f.Fuzz(func(t *testing.T, file string, comma bool) {
		separator := delimited.Blanks
		if comma {
			separator = delimited.Comma
		}
		table, err := read(strings.NewReader(file), separator, columns)
		if err != nil {
			return
		}
		assert.Assert(t, len(table.Lines) != 0 && len(table.Values) == 3*len(table.Lines),
			"%d values in %d rows of 3", len(table.Values), len(table.Lines))
		for row := range slices.Chunk(table.Values, 3) {
			for j, v := range row {
				words := table.Columns[table.Kept[j]].Words
				assert.Assert(t, words == nil || (v >= 0 && int(v) < len(words)), "code %g of %d words", v, len(words))
			}
		}
		found := table.Columns[3].Words
		assert.Equal(t, len(slices.Compact(slices.Sorted(slices.Values(found)))), len(found),
			"words found are not distinct: %q", found)
	})
}
