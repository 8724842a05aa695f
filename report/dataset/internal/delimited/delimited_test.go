package delimited

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"gotest.tools/v3/assert"
)

func TestLongRows(t *testing.T) {
	long := "1\n2\n" + strings.Repeat("3", 2*MaxRow)
	read := func(file string, s Separator) (err error) {
		for rows := s.Rows(strings.NewReader(file)); err == nil; _, _, err = rows() {
		}
		return err
	}
	for _, s := range []Separator{Comma, Blanks} {
		err := read(long, s)
		assert.Check(t, errors.Is(err, errLong) && strings.HasPrefix(err.Error(), "line 3: "), "%q: got %.200v", s, err)
	}
	err := read("1\n\"2"+strings.Repeat("\n,", MaxRow), Comma)
	assert.Check(t, errors.Is(err, errLong) && strings.HasPrefix(err.Error(), "line 2: "),
		"an open quote: got %.200v", err)
	assert.Error(t, read(strings.Repeat(",", MaxColumns), Comma), "line 1: 1048577 columns, at most 1048576 are read")
}

// Quotes stand around fields, and nowhere else.
func TestQuotes(t *testing.T) {
	double, single := `"`, "'"
	for _, c := range []struct {
		form Form
		text string
		want []string // nil for an error
	}{
		{Form{Separator: Comma, Quote: double}, `"a ""b"", c", "d" ,5`, []string{`a "b", c`, "d", "5"}},
		{Form{Separator: Comma, Quote: double}, "\"a\nb\",\n", []string{"a\nb", ""}},
		{Form{Separator: Comma, Quote: double}, `"1"2,3`, nil},
		{Form{Separator: Comma, Quote: double}, `1"2",3`, nil},
		{Form{Separator: Comma, Quote: double}, `"1,3`, nil},
		{Form{Separator: Blanks, Quote: double}, "\"Fiat 128\"\t 32.4   '4'", []string{"Fiat 128", "32.4", "'4'"}},
		{Form{Separator: Blanks, Quote: double}, `"1",26,"A"`, nil},
		{Form{Separator: Blanks, Quote: double}, `1 ""`, []string{"1", ""}},
		{Form{Separator: Comma, Quote: single}, "'a, b',it", []string{"a, b", "it"}},
		{Form{Separator: Comma}, `"a",2`, []string{`"a"`, "2"}},
		{Form{Separator: '¦', Quote: double}, "a¦\"b\"¦c", []string{"a", "b", "c"}},
		{Form{Quote: double}, "a,b", []string{"a,b"}},
		{Form{Separator: Comma, Comment: "//"}, "// a\n//b\n1,2", []string{"1", "2"}},
		{Form{Separator: Comma, Comment: "#", First: 2}, "#1\n#a,b\n1,2", []string{"#a", "b"}},
		{Form{Separator: Comma, Encoding: "latin1"}, "\xe4,2", []string{"ä", "2"}},
		{Form{Separator: Comma}, "\xff\xfea\x00,\x00b\x00", []string{"a", "b"}},
		{Form{Separator: Comma}, "1,2\r3,4\r", []string{"1", "2"}},
	} {
		_, got, err := c.form.Rows(strings.NewReader(c.text))()
		assert.Check(t, (err != nil) == (c.want == nil) && (err != nil || slices.Equal(got, c.want)),
			"%q: got %q, %v, want %q", c.text, got, err, c.want)
	}
}

// The bytes of a text tell its encoding, by where letters stand in words.
func TestEncodingOf(t *testing.T) {
	const windows, mac = "windows-1252", "macintosh"
	for _, c := range []struct{ encoding, text, want, doubt string }{
		{windows, "Länge,Höhe\nMüller,5\n", windows, ""},
		{windows, "name,ÉTÉ\nd’été,1\n", windows, ""},
		{windows, "T (°C),5 µm,±2\n", windows, ""},
		{windows, "a\u00a01\u00a0234 €\n", windows, ""},
		{mac, "Länge,Höhe\nMüller,5\n", mac, "--encoding windows-1252"},
		{mac, "Straße,GRÖSSE\n", mac, "--encoding"},
		{mac, "T (°C)\n1\n", mac, "--encoding"},
		{mac, "prénom\n1\u00a0234\n", mac, "--encoding"},
		{"windows-1251", "длина,ширина\n", windows, "another script"},
		{"koi8-r", "длина,ширина\n", windows, "another script"},
		{"", "M\x81ller,L\x84nge\n", windows, "fit no word so"}, // code page 850 of DOS
		{"", "Länge\n", "", ""},
	} {
		text := c.text
		if known, _ := htmlindex.Get(c.encoding); known != nil {
			var err error
			text, err = known.NewEncoder().String(text)
			assert.NilError(t, err)
		}
		got, doubt := EncodingOf([]byte(text))
		assert.Check(t, got == c.want && (doubt == "") == (c.doubt == "") && strings.Contains(doubt, c.doubt),
			"%s %q: got %q, %q", c.encoding, c.text, got, doubt)
	}
}
