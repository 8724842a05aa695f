package arff

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset/columns"
	"gpca/report/internal/faults"
)

func read(file string) (*columns.Table, error) {
	source, err := Open(strings.NewReader(file))
	if err != nil {
		return nil, err
	}
	return columns.Read(source, columns.Dialect{}, nil)
}

func ExampleOpen() {
	source, err := Open(strings.NewReader(`% weather, by hand
@relation 'the weather'
@attribute outlook {sunny, 'partly cloudy', rain}
@attribute temperature real
@data
sunny, 21.5
'partly cloudy', 17
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := columns.Read(source, columns.Dialect{}, nil)
	fmt.Println(source.Columns[1].Name, table.Values, table.Lines, err)
	// Output:
	// temperature [0 21.5 1 17] [6 7] <nil>
}

func TestOpen(t *testing.T) {
	nominal := func(name string, words ...string) columns.Column {
		return columns.Column{Name: name, Kind: columns.Nominal, Words: words}
	}
	for _, c := range []struct {
		name, file string
		want       []columns.Column
		values     []float64
	}{
		{"carriage returns, no final newline",
			"@relation r\r\n\r\n@attribute a  {-1,1}\r\n@attribute Result {1,0,-1}\t \r\n@data\r\n-1,1\r\n1,-1",
			[]columns.Column{nominal("a", "-1", "1"), nominal("Result", "1", "0", "-1")}, []float64{0, 0, 1, 2}},
		{"case, tabs, comments",
			"\ufeff% c\n@RELATION r\n@Attribute\ta\tNUMERIC\n@attribute b INTEGER\n@DATA\n% c\n\n1\t-2e3\n 3 , 4 % c\n",
			[]columns.Column{{Name: "a"}, {Name: "b"}}, []float64{1, -2000, 3, 4}},
		{"quotes",
			"@relation \"it's\"\n@attribute 'a \\'b\\' %' {'x, y',\"}\",''}\n@attribute '{q}' real\n@data\n'x, " +
				"y',1\n\"}\" 2\n'',3\n",
			[]columns.Column{nominal("a 'b' %", "x, y", "}", ""), {Name: "{q}"}}, []float64{0, 1, 1, 2, 2, 3}},
		{"question mark as a value", "@relation r\n@attribute a {'?',b}\n@data\n'?'\nb\n",
			[]columns.Column{nominal("a", "?", "b")}, []float64{0, 1}},
		{"no blank before brace", "@relation r\n@attribute a{b,c}% end\n@data\nc\n",
			[]columns.Column{nominal("a", "b", "c")}, []float64{1}},
		{"sparse rows", "@relation r\n@attribute a real\n@attribute 'b c' {x,'y z'}\n@data\n{1 'y z', 0 1.5}\n{ }\n" +
			"{0 2}, {3}\n2,x,{0.5}\n", []columns.Column{{Name: "a"}, nominal("b c", "x", "y z")},
			[]float64{1.5, 1, 0, 0, 2, 0, 2, 0}},
		{"text and dates", "@relation r\n@attribute s string\n@attribute d date 'yyyy-MM-dd'\n@data\n'a " +
			"b',2020-01-01\nc,2020-01-01\n",
			[]columns.Column{nominal("s", "a b", "c"), nominal("d", "2020-01-01")}, []float64{0, 0, 1, 0}},
	} {
		got, err := read(c.file)
		assert.Check(t, err == nil && reflect.DeepEqual(got.Columns, c.want) && slices.Equal(got.Values, c.values),
			"%s:\n got %v, %v\nwant %v %v", c.name, got, err, c.want, c.values)
	}
}

func TestErrors(t *testing.T) {
	faults.Check(t, "faults.txt", func(_ *testing.T, file string) error {
		_, err := read(file + "\n")
		return err
	})
	const header = "@relation r\n@attribute a numeric\n@attribute b {x,y}\n"
	for file, want := range map[string]string{
		"":                   "truncated: file ends after 0 lines without @data",
		header + "@data\n\n": "file holds no rows",
		header + "@data\n1,z\n" + strings.Repeat("\x00", 1<<20): `line 5: column 2 (b): "z" is not one of x, y`,
		header + "@data\n1,x\n\x00": "line 6: a zero byte, which no text has: save the file as UTF-8, or give the format " +
			"that it has",
	} {
		_, err := read(file)
		assert.Check(t, is.Error(err, want))
	}
	broken := errors.New("disk on fire")
	_, err := Open(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)
}

func FuzzRead(f *testing.F) {
	f.Add("@relation r\n@attribute a numeric\n@attribute b {x,'y z'}\n@data\n1,x\n2 'y z' % c\n")
	f.Add("@RELATION 'a\\'b'\r\n@attribute \"c\" {\"}\",','}\r\n@data\r\n\"}\"\r\n")
	f.Add("@attribute a real\n@data\n{0 1}\n")
	f.Add("@attribute a real\n@data\n?\n")
	f.Add("@attribute a real\n@attribute s {x,y}\n@data\n{1 y}, {2}\n{}\n3,x,{0.5} % c\n")
	f.Fuzz(func(t *testing.T, file string) {
		table, err := read(file)
		if err != nil {
			return
		}
		width := len(table.Columns)
		assert.Assert(t, width != 0 && len(table.Values) != 0 && len(table.Values)%width == 0,
			"%d values for %d attributes", len(table.Values), width)
		for row := range slices.Chunk(table.Values, width) {
			for j, v := range row {
				c := table.Columns[j]
				assert.Assert(t, c.Kind != columns.Nominal || (v >= 0 && int(v) < len(c.Words) && v == float64(int(v))),
					"value %g of an attribute with %d values", v, len(c.Words))
			}
		}
	})
}
