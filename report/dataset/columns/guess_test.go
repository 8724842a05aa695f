package columns

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset/internal/delimited"
	"gpca/report/words"
)

// A table that was read before its columns had kinds is the one that is read with them, or has the same error.
func TestAssign(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	fields := []string{"1", "2.50", "007", "-3", "1e2", "1,5", "0,25", "1,500", "u", "v", "", "?", "inf", "1e999", "1 %", "2%", "−3", "1.2D+1"}
	for range 3000 {
		var file strings.Builder
		width, comma := 1+random.IntN(4), random.IntN(2) == 0
		pool := slices.Clone(fields)
		random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		pool = pool[:1+random.IntN(5)]
		for range 1 + random.IntN(6) {
			for at := range width {
				fmt.Fprintf(&file, "%s;", pool[random.IntN(len(pool))])
				if at == width-1 {
					fmt.Fprintln(&file, "0")
				}
			}
		}
		kinds, source := make([]Column, width+1), func(columns []Column) Source {
			return Source{Columns: columns, Rows: delimited.Semicolon.Rows(strings.NewReader(file.String()))}
		}
		for at := range kinds {
			kinds[at].Kind = []Kind{Number, Number, Nominal, Ignored}[random.IntN(4)]
			if kinds[at].Kind != Ignored && random.IntN(5) == 0 {
				marks := func(word string) bool { return word == "" || word == "?" } // are missing before kinds are known
				kinds[at].Words = append(slices.DeleteFunc(slices.Clone(pool), marks), "w")[:1]
			}
		}
		kinds[width] = Column{Kind: Number}
		dialect := Dialect{Missing: []string{"", "?"}}
		if comma {
			dialect.Decimal = "comma"
		}
		want, fault := Read(source(kinds), dialect, nil)
		undecided := source(kinds).Undecided(Wishes{})
		for at, c := range kinds {
			if c.Kind == Nominal { // as those whose texts are of use
				undecided.Columns[at].Kind = Nominal
			}
		}
		got, err := Read(undecided, dialect, nil)
		assert.NilError(t, err)
		err = got.Assign(kinds)
		assert.Equal(t, fmt.Sprint(err), fmt.Sprint(fault), "%s%+v\n got %v\nwant %v", file.String(), kinds, err, fault)
		if fault != nil {
			continue
		}
		for _, at := range want.Kept {
			for row := range want.Lines {
				assert.Equal(t, got.Word(row, at), want.Word(row, at),
					"%s%+v\nrow %d, column %d", file.String(), kinds, row, at)
			}
		}
	}
}

// Of many numbers no texts are kept, but those of row numbers that are written in another way.
func TestTexts(t *testing.T) {
	table, err := read(strings.NewReader("1 1.50 u\n002 2 v\n3 ? u\n04 7 u\n"), delimited.Blanks,
		[]Column{{Kind: Any}, {Kind: Any}, {Kind: Any}}, "?")
	assert.NilError(t, err)
	assert.DeepEqual(t, table.Columns,
		[]Column{{Kind: Any, Words: []string{"002", "04"}}, {Kind: Any}, {Kind: Any, Words: []string{"u", "v"}}})
	for row, want := range []string{"1 1.5 u", "002 2 v", "3  u", "04 7 u"} {
		assert.Check(t, is.Equal(fmt.Sprintf("%s %s %s", table.Word(row, 0), table.Word(row, 1), table.Word(row, 2)),
			want), "row %d", row)
	}
}

// A fact names its columns and lines as values.
func TestFacts(t *testing.T) {
	file := "id;a;b;c;2019\n7;1,5;x;3;1\n8;;y;3;2\n9;2,5;5%;3;4\n"
	d, facts, all, err := Guess(strings.NewReader(file), Dialect{Missing: []string{""}})
	assert.NilError(t, err)
	assert.Assert(t, d.Separator == "semicolon" && d.Header != nil && *d.Header, "%+v", d)
	source, err := d.Open(all)
	assert.NilError(t, err)
	table, err := Read(source.Undecided(Wishes{}), d, nil)
	assert.NilError(t, err)
	roles, facts, err := table.Guess(Wishes{}, facts)
	if want := (Roles{Class: "none", ID: "id", Omit: []string{"b", "c"}, Missing: true}); err != nil ||
		!reflect.DeepEqual(roles, want) {
		t.Errorf("%+v, %v, want %+v", roles, err, want)
	}
	want := []Fact{
		{"read", nil, nil, "semicolons, decimal commas, percent, header in line 1, names of rows in column 1"},
		{"lines", nil, []int{1}, "names of the columns, as they are words above numbers (if it is a row: --header none)"},
		{"class", []string{"none"}, nil, "as no column looks like one"},
		{"id", []string{"id"}, nil, "which names the rows"},
		{"omitted", []string{"b"}, nil, `"x" in line 2: correct it, or give it to --na if it means missing, to keep the column`},
		{"omitted", []string{"c"}, nil, "the same value in every row"},
		{"data", nil, nil, "2 of 5 columns of the file are features"},
		{"dropped", []string{"a"}, []int{3}, "1 of 3 rows with an empty cell, most of them in a: lines 3"},
	}
	assert.Check(t, slices.EqualFunc(facts, want, func(a, b Fact) bool { return reflect.DeepEqual(a, b) }),
		"got  %q\nwant %q", facts, want)
}

// The begin of a file is as long as its first rows are, and all of it is read afterwards.
func TestLongHead(t *testing.T) {
	wide := strings.Repeat("1,", 1<<17)
	file := "a" + strings.Repeat(",7", 1<<17) + "\n" + wide + "2\n" + wide + "3\n" + wide + "4\n"
	d, facts, all, err := Guess(strings.NewReader(file), Dialect{})
	assert.NilError(t, err)
	assert.Assert(t, d.Separator == "comma" && len(facts) == 0, "%+v, %v", d, facts)
	source, err := d.Open(all)
	assert.NilError(t, err)
	_, err = Read(source.Undecided(Wishes{}), d, nil)
	assert.NilError(t, err)
}

// A last row of sums or means is no sample: it is left out where numbers tell and it has no name, and else said.
func TestSums(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	var rows [][]float64
	for range 30 {
		rows = append(rows, []float64{math.Round(1e3*r.NormFloat64()) / 100, math.Round(1e3*r.Float64()) / 100})
	}
	of := func(share, decimals float64) string {
		return strings.Join(words.Each([]int{0, 1}, func(at int) string {
			sum := 0.0
			for _, row := range rows {
				sum += row[at]
			}
			return strconv.FormatFloat(sum*share, 'f', int(decimals), 64)
		}), ",")
	}
	table := func(header, name string, footer ...string) string {
		lines := []string{header}
		for i, row := range rows {
			lines = append(lines, fmt.Sprintf(strings.ReplaceAll(name, "?", strconv.Itoa(i+1))+"%v,%v", row[0], row[1]))
		}
		return strings.Join(append(lines, footer...), "\n") + "\n"
	}
	sums, means := of(1, 2), of(1./30, 2)
	for name, c := range map[string]struct {
		text, fact string
		rows       int
	}{
		"sums":          {table("a,b", "", sums), "line 32: left out, as the sums of the rows above (if they are rows: --footer none)", 30},
		"means":         {table("a,b", "", means), "line 32: left out, as the means of the rows above", 30},
		"both":          {table("a,b", "", sums, means), "lines 32, 33: left out, as the sums and means of the rows above", 30},
		"long means":    {table("id,a,b", "s?,", ","+of(1./30, 9)), "line 32: left out, as the means", 30},
		"R's rbind":     {table(",a,b", "?,", "31,"+means), "line 32: left out, as the means", 30},
		"before source": {table("a,b", "", sums, "Source: lab B"), "line 33: left out after the table", 30},
		"named":         {table("id,a,b", "s?,", "all,"+sums), "suspect: line 32 may have the sums of the rows above (if so: --footer 1)", 31},
		"of one only":   {table("a,b", "", strings.Split(sums, ",")[0]+",3.5"), "", 31},
		"no sums":       {table("a,b", "", "-3.25,4.5"), "", 31},
	} {
		_, _, values, facts, err := readWritten(c.text)
		said := strings.Join(words.Each(facts, Fact.String), "\n")
		assert.Check(t, err == nil && len(values) == 2*c.rows && strings.Contains(said, c.fact) &&
			(c.fact != "" || !strings.Contains(said, "above")) && !strings.Contains(said, "alike"),
			"%s: %d values, %s, %v", name, len(values), said, err)
	}
}
