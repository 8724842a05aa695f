package arff

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
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
	faults.Answers(t, "files.txt", func(t *testing.T, quoted string) string {
		file, err := strconv.Unquote(quoted)
		assert.NilError(t, err)
		got, err := read(file)
		assert.NilError(t, err, quoted)
		found, err := json.Marshal(got.Columns)
		assert.NilError(t, err)
		return fmt.Sprintf("%s\n%v", found, got.Values)
	})
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
