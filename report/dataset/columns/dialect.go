package columns

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpca/report/dataset/internal/delimited"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// A Dialect is how a table of text is written, as a study says it. What is empty is to be found by [Guess], and else
// usual: commas, decimal points, no line but rows and, where no field of the first row is a number, a header.
type Dialect struct {
	Encoding  string `yaml:"encoding" doc:"Encoding of a text; UTF-8 unless given." example:"windows-1252"`
	Separator string `yaml:"separator" doc:"Sign between fields, or its word, such as bar; or none." example:"bar"`
	Decimal   string `yaml:"decimal" doc:"Sign before decimals." words:"comma point" default:"point" example:"comma"`
	Thousands string `yaml:"thousands" doc:"Sign between thousands." words:"comma point blank apostrophe none" example:"comma"`
	Quote     string `yaml:"quote" doc:"Sign around fields." words:"double single none" default:"double" example:"single"`
	Comment   string `yaml:"comment" doc:"Begin of lines to leave out." default:"none" example:"\"#\""`
	Skip      *int   `yaml:"skip" doc:"Lines before the table." default:"0" example:"2"`
	Footer    *int   `yaml:"footer" doc:"Rows after the table." default:"0" example:"1"`
	Header    *bool  `yaml:"header" doc:"Whether the first line names the columns." example:"true"`
	Units     *bool  `yaml:"units" doc:"Whether the line after the header has units." default:"false" example:"true"`
	NA        list   `yaml:"na" doc:"Fields for a missing value beside the usual ones." example:"[-999]"`

	Missing []string `yaml:"-"` // all fields of a missing value
}

type list = strictyaml.List[string]

// A Flag is a key of a dialect with its usage as a flag.
type Flag struct{ Name, Usage string }

// Flags are all keys.
var Flags = []Flag{
	{"encoding", "`encoding` of a text, such as latin1"},
	{"separator", "`sign` between fields: comma, semicolon, tab, blanks, bar, another, or none"},
	{"decimal", "`sign` before decimals: point or comma"},
	{"thousands", "`sign` between thousands: comma, point, blank, apostrophe or none"},
	{"quote", "`sign` around fields: double, single or none"},
	{"comment", "`begin` of lines to leave out, or none"},
	{"skip", "`number` of lines before the table, or none"},
	{"footer", "`number` of rows after the table, or none"},
	{"header", "`line` that names the columns, by number, or none"},
	{"units", "yes if the line after the header has `units`, or none"},
	{"na", "`code` for a missing value, beside the usual ones; or none, also of these"},
}

const none = "none"

// signs are those that have a name.
var signs = map[string]string{"comma": ",", "semicolon": ";", "tab": "\t", "blanks": " ", "bar": "|", "point": ".",
	"blank": " ", "apostrophe": "'", "double": `"`, "single": "'", none: ""}

// allowed are the words of keys that have some.
var allowed = map[string][]string{"decimal": {"point", "comma"}, "quote": {"double", "single", none},
	"thousands": {"comma", "point", "blank", "apostrophe", none},
	"separator": {"comma", "semicolon", "tab", "blanks", "bar", none}}

// wordOf is the word of a key for a sign, or the sign itself.
func wordOf(key, sign string) string {
	word, _ := words.First(allowed[key], func(word string) bool { return signs[word] == sign && sign != "" })
	return cmp.Or(word, sign)
}

// yes are the words of flags that are true or false.
var yes = map[string]bool{"true": true, "yes": true, "false": false, "no": false, none: false}

// Set sets a key as a flag says it.
func (d *Dialect) Set(key, value string) error {
	number, err := strconv.Atoi(strings.Replace(value, none, "0", 1))
	is, clear := yes[value]
	switch to := d.keys()[key].(type) {
	case *list:
		*to = append(*to, value)
	case *string:
		value = cmp.Or(map[string]string{"encoding none": "utf-8", "decimal none": "point"}[key+" "+value], value)
		word, of := wordOf(key, value), allowed[key]
		if of != nil && !slices.Contains(of, word) && (key != "separator" || utf8.RuneCountInString(value) != 1) {
			return fmt.Errorf("must be %s", words.List(of, "or"))
		}
		*to = word
	case **int:
		if err != nil || number < 0 {
			return errors.New("must be a number of lines, or none")
		}
		*to = &number
	case **bool:
		if *to = &is; clear {
			return nil
		}
		if number--; key == "units" || err != nil || number < 0 {
			return errors.New("must be yes or none, or the line of the header")
		}
		is, d.Skip = true, &number
	}
	return nil
}

// keys are where the values of keys are.
func (d *Dialect) keys() map[string]any {
	return map[string]any{"encoding": &d.Encoding, "separator": &d.Separator, "decimal": &d.Decimal,
		"thousands": &d.Thousands, "quote": &d.Quote, "comment": &d.Comment, "skip": &d.Skip, "footer": &d.Footer,
		"header": &d.Header, "units": &d.Units, "na": &d.NA}
}

// Kept is the dialect without what is usual.
func (d Dialect) Kept() Dialect {
	d.Missing = nil
	if d.Skip != nil && *d.Skip == 0 && (d.Comment == "" || d.Comment == none) {
		d.Skip = nil
	}
	if d.Footer != nil && *d.Footer == 0 {
		d.Footer = nil
	}
	d.Comment, d.Thousands = strings.TrimPrefix(d.Comment, none), strings.TrimPrefix(d.Thousands, none)
	d.Decimal = strings.TrimPrefix(d.Decimal, "point")
	return d
}

// Meanings are the keys and values that say what a field means, in this file and in others like it.
func (d Dialect) Meanings() (all []string) {
	for _, pair := range [][2]string{{"decimal", d.Decimal}, {"thousands", d.Thousands}} {
		if pair[1] != "" {
			all = append(all, pair[0]+" "+pair[1])
		}
	}
	return append(all, words.Each(d.NA, func(code string) string { return "na " + code })...)
}

// Sign separates fields, 0 for none.
func (d Dialect) Sign() delimited.Separator {
	sign, named := signs[cmp.Or(d.Separator, "comma")]
	if !named {
		sign = d.Separator
	}
	return delimited.Separator([]rune(sign + "\x00")[0])
}

func (d Dialect) form() delimited.Form {
	form := delimited.Form{Quote: signs[cmp.Or(d.Quote, "double")], Encoding: d.Encoding, Separator: d.Sign(),
		Comment: strings.TrimPrefix(d.Comment, none)}
	if d.Skip != nil {
		form.First = *d.Skip + 1
	}
	return form
}

// Open opens a table of text.
func (d Dialect) Open(r io.Reader) (Source, error) {
	rows := d.form().Rows(r)
	next := func() (int, []string, error) {
		line, row, err := rows()
		return line, slices.Clone(row), err
	}
	line, row, err := next()
	if err == io.EOF {
		err = ErrNoRows
	}
	if err != nil {
		return Source{}, err
	}
	source, first, units, at := Source{Named: d.headed(row), Line: line}, row, []string(nil), line
	if source.Named {
		at, row, err = next()
		if d.Units != nil && *d.Units && err == nil {
			source.Line, units = at, row
			at, row, err = next()
		}
		if err == nil {
			first = d.headings(first, row)
		}
	}
	source.Columns = make([]Column, len(first))
	for i, name := range distinctNames(first) {
		if i < len(units) {
			source.Columns[i].Unit = strings.Trim(strings.TrimSpace(units[i]), "[]()")
		}
		if !source.Named {
			continue
		}
		if name != strings.TrimSpace(first[i]) {
			source.apart = append(source.apart, name)
		}
		if source.Columns[i].Name = name; !utf8.ValidString(name) {
			return Source{}, fmt.Errorf("line %d: column %d: %w", line, i+1, errUTF8)
		}
	}
	source.Rows = func() (int, []string, error) {
		if held := row; held != nil || err != nil {
			row = nil
			return at, held, err
		}
		return rows()
	}
	return source, nil
}

// headings are those of the columns of a row. Where there is one less, the first column has the names of rows, as R's
// write.table writes them, unless rows end with a separator. A sign of a comment may go before the names.
func (d Dialect) headings(first, row []string) []string {
	bare := strings.TrimSpace(strings.TrimLeft(first[0], "#%"))
	if len(first) == len(row)+1 && bare == "" {
		return first[1:]
	}
	names, values := full(first), full(row)
	trails := values < len(row)
	// Some columns have no name. Numbers that name rows begin with 0 or 1.
	unnamed := len(first) == len(row) && d.isNumber(row[0]) && row[0] != "0" && row[0] != "1"
	if values > names+1 || unnamed && values > names {
		names = min(len(first), values)
	}
	if trails || len(row) == names {
		first = first[:names]
	}
	if values == len(first)+1 {
		return append([]string{""}, first...)
	}
	if bare != "" {
		first[0] = bare
	}
	return first
}

// full is the number of fields without empty ones at the end, where separators stand.
func full(fields []string) int {
	n := len(fields)
	for n > 1 && strings.TrimSpace(fields[n-1]) == "" {
		n--
	}
	return n
}

// distinctNames trims names, and tells those that are alike apart as pandas and R do: x, x.1.
func distinctNames(names []string) []string {
	names = words.Each(names, strings.TrimSpace)
	known, next := make(map[string]bool, len(names)), map[string]int{}
	for _, name := range names {
		known[name] = true
	}
	seen := make(map[string]bool, len(names))
	for i, name := range names {
		for seen[names[i]] && name != "" {
			next[name]++
			if made := fmt.Sprintf("%s.%d", name, next[name]); !known[made] {
				names[i] = made
			}
		}
		seen[names[i]] = true
	}
	return names
}

// headed reports whether a first row names the columns.
func (d Dialect) headed(first []string) bool {
	if d.Header != nil {
		return *d.Header
	}
	return !slices.ContainsFunc(first, d.isNumber)
}

func (d Dialect) isNumber(field string) bool {
	field = strings.TrimSpace(field)
	if d.Decimal != "comma" && isNumber(field) {
		return true // finite or not
	}
	_, _, ok := d.number(field)
	return ok
}

// A form is how the numbers of a column are written. One column has one.
type form uint8

const (
	plain form = iota + 1
	percent
)

// number reads a finite number, of percent without its sign.
func (d *Dialect) number(field string) (value float64, as form, ok bool) {
	value, err := strconv.ParseFloat(field, 64)
	if err != nil || d.Decimal == "comma" {
		as = plain
		if bare, is := strings.CutSuffix(field, "%"); is {
			field, as = strings.TrimRight(bare, " \u00a0\u202f"), percent
		}
		if field, ok = d.pointed(field); !ok {
			return 0, as, false
		}
		value, err = strconv.ParseFloat(field, 64)
		return value, as, err == nil && finite(value)
	}
	return value, plain, finite(value)
}

func finite(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }

// alike writes the signs of numbers in one way: minus signs and hyphens, blanks that do not break, apostrophes.
var alike = strings.NewReplacer("\u2212", "-", "\u2010", "-", "\u2011", "-", "\u2012", "-", "\u2013", "-",
	"\u2014", "-", "\ufe63", "-", "\uff0d", "-", "\u00a0", " ", "\u202f", " ", "\u2009", " ",
	"\u2007", " ", "\u2019", "'")

// pointed writes a number as Go does, with strict groups of thousands, and Fortran's exponents D with an E.
func (d *Dialect) pointed(field string) (string, bool) {
	if field == "" || len(field) > longestNumber {
		return "", false
	}
	if !strings.ContainsAny(field[:1], "+-.,0123456789") && field[0] < utf8.RuneSelf {
		return "", false // most words
	}
	field = alike.Replace(field)
	mantissa, exponent := field, ""
	if at := strings.IndexAny(field, "eEdD"); at >= 0 {
		mantissa, exponent = field[:at], "e"+field[at+1:]
		if strings.ContainsAny(field[at:at+1], "dD") && !strings.ContainsAny(mantissa, ".,") &&
			!strings.HasPrefix(exponent, "e+") && !strings.HasPrefix(exponent, "e-") {
			return "", false // such as a seat 12D3
		}
	}
	decimal := cmp.Or(signs[d.Decimal], ".")
	whole, decimals, fraction := strings.Cut(mantissa, decimal)
	if !fraction && decimal == "," && d.Thousands != "point" {
		// A point may be meant as a decimal one unless three digits follow, as those of thousands.
		if whole, decimals, fraction = strings.Cut(mantissa, "."); len(decimals) == 3 {
			return "", false
		}
	}
	if fraction {
		decimals = "." + decimals
	}
	whole, ok := ungrouped(whole, signs[d.Thousands])
	return whole + decimals + exponent, ok
}

// ungrouped is a whole number without the signs between groups of three digits, of which the first may have fewer.
func ungrouped(whole, sign string) (string, bool) {
	if sign == "" || !strings.Contains(whole, sign) {
		return whole, true
	}
	first, rest, _ := strings.Cut(strings.TrimLeft(whole, "+-"), sign)
	for group := range strings.SplitSeq(rest, sign) {
		if len(group) != 3 {
			return "", false
		}
	}
	return strings.ReplaceAll(whole, sign, ""), 1 <= len(first) && len(first) <= 3 && first[0] != '0'
}

// longestNumber is the most bytes of a number.
const longestNumber = 400
