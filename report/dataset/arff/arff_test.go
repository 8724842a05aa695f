package arff

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func ExampleRead() {
	relation, err := Read(strings.NewReader(`% weather, by hand
@relation 'the weather'
@attribute outlook {sunny, 'partly cloudy', rain}
@attribute temperature real
@data
sunny, 21.5
'partly cloudy', 17
`))
	fmt.Println(relation.Name, relation.Values, err)

	_, err = Read(strings.NewReader(`@relation r
@attribute outlook {sunny, rain}
@data
sunny
snow
`))
	fmt.Println(err)
	// Output:
	// the weather [0 21.5 1 17] <nil>
	// line 5: attribute "outlook": value "snow" is not one of sunny, rain
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       Relation
	}{
		{"carriage returns, no final newline",
			"@relation r\r\n\r\n@attribute a  {-1,1}\r\n@attribute Result {1,0,-1}\t \r\n@data\r\n-1,1\r\n1,-1",
			Relation{"r", []Attribute{{"a", []string{"-1", "1"}}, {"Result", []string{"1", "0", "-1"}}}, []float64{0, 0, 1, 2}}},
		{"case, tabs, comments",
			"\ufeff% c\n@RELATION r\n@Attribute\ta\tNUMERIC\n@attribute b INTEGER\n@DATA\n% c\n\n1\t-2e3\n 3 , 4 % c\n",
			Relation{"r", []Attribute{{Name: "a"}, {Name: "b"}}, []float64{1, -2000, 3, 4}}},
		{"quotes",
			"@relation \"it's\"\n@attribute 'a \\'b\\' %' {'x, y',\"}\",''}\n@attribute '{q}' real\n@data\n'x, y',1\n\"}\" 2\n'',3\n",
			Relation{"it's", []Attribute{{"a 'b' %", []string{"x, y", "}", ""}}, {Name: "{q}"}}, []float64{0, 1, 1, 2, 2, 3}}},
		{"quoted question mark", "@relation r\n@attribute a {'?',b}\n@data\n'?'\nb\n",
			Relation{"r", []Attribute{{"a", []string{"?", "b"}}}, []float64{0, 1}}},
		{"no blank before brace", "@relation r\n@attribute a{b,c}% end\n@data\nc\n",
			Relation{"r", []Attribute{{"a", []string{"b", "c"}}}, []float64{1}}},
	} {
		got, err := Read(strings.NewReader(c.file))
		if err != nil || !reflect.DeepEqual(*got, c.want) {
			t.Errorf("%s:\n got %v, %v\nwant %v", c.name, got, err, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	const header = "@relation r\n@attribute a numeric\n@attribute b {x,y}\n"
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", "truncated: file ends after 0 lines without @data"},
		{"cut header", header, "truncated: file ends after 3 lines without @data"},
		{"no rows", header + "@data\n\n", "file ends after 5 lines without a row of data"},
		{"other format", "5.1,3.5\n", `line 1: "5.1,3.5", want @relation, @attribute, @data or a comment`},
		{"no attributes", "@relation r\n@data\n1\n", "line 2: @data before any @attribute"},
		{"unknown value", header + "@data\n1,x\n2,z\n", `line 6: attribute "b": value "z" is not one of x, y`},
		{"case of a value", header + "@data\n1,X\n", `line 5: attribute "b": value "X" is not one of x, y`},
		{"number", header + "@data\none,x\n", `line 5: attribute "a": value "one" is not a finite number`},
		{"infinite", header + "@data\ninf,x\n", `line 5: attribute "a": value "inf" is not a finite number`},
		{"few values", header + "@data\n1\n", "line 5: 1 values, want 2"},
		{"many values", header + "@data\n1,x,3\n", `line 5: "3" follows the 2 values`},
		{"empty value", header + "@data\n1,,x\n", `line 5: attribute "b": empty`},
		{"missing value", header + "@data\n1,?\n", `line 5: attribute "b": missing value, which is not read: remove the row or fill it in`},
		{"sparse", header + "@data\n{0 1, 1 x}\n", "line 5: sparse row, which is not read: write every value out"},
		{"quote", header + "@data\n1,'x\n", `line 5: attribute "b": quote without an end`},
		{"type", "@relation r\n@attribute s string\n", `line 2: attribute "s" has type "string", which is not read: want numeric, real, integer or {values}`},
		{"no type", "@attribute s\n", `line 1: attribute "s" has no type`},
		{"no name", "@attribute\n", "line 1: attribute name: empty"},
		{"brace begins the type", "@attribute {q} real\n", "line 1: attribute name: empty"},
		{"no relation name", "@relation\n", "line 1: relation name: empty"},
		{"brace", "@attribute s {a,b\n", `line 1: attribute "s": list of values without a closing brace`},
		{"behind brace", "@attribute s {a} real\n", `line 1: attribute "s": "real" follows the list of values`},
		{"empty in list", "@attribute s {a,,b}\n", `line 1: attribute "s": value 2: empty`},
		{"empty list", "@attribute s {}\n", `line 1: attribute "s": value 1: empty`},
		{"value twice", "@attribute s {a,b,a}\n", `line 1: attribute "s": value "a" is listed twice`},
		{"attribute twice", header + "@attribute a real\n", `line 4: attribute "a" is declared twice`},
	} {
		_, err := Read(strings.NewReader(c.file))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}

	broken := errors.New("disk on fire")
	if _, err := Read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("@relation r\n@attribute a numeric\n@attribute b {x,'y z'}\n@data\n1,x\n2 'y z' % c\n")
	f.Add("@RELATION 'a\\'b'\r\n@attribute \"c\" {\"}\",','}\r\n@data\r\n\"}\"\r\n")
	f.Add("@attribute a real\n@data\n{0 1}\n")
	f.Add("@attribute a real\n@data\n?\n")
	f.Fuzz(func(t *testing.T, file string) {
		relation, err := Read(strings.NewReader(file))
		if err != nil {
			return
		}
		width := len(relation.Attributes)
		if width == 0 || len(relation.Values) == 0 || len(relation.Values)%width != 0 {
			t.Fatalf("%d values for %d attributes", len(relation.Values), width)
		}
		for row := range slices.Chunk(relation.Values, width) {
			for j, v := range row {
				if values := relation.Attributes[j].Values; values != nil && (v < 0 || int(v) >= len(values) || v != float64(int(v))) {
					t.Fatalf("value %g of an attribute with %d values", v, len(values))
				}
			}
		}
	})
}
