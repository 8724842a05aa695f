package columns

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpca/report/dataset/delimited"
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

// Set sets a key as a flag says it.
func (d *Dialect) Set(key, value string) error {
	number, err := strconv.Atoi(strings.Replace(value, none, "0", 1))
	is, yes := map[string]bool{"true": true, "yes": true, "false": false, "no": false, none: false}[value], true
	_, clear := map[string]bool{"true": true, "yes": true, "false": true, "no": true, none: true}[value]
	word := wordOf(key, value)
	given, wrong := slices.Contains(allowed[key], word), fmt.Errorf("must be %s", words.List(allowed[key], "or"))
	switch key {
	case "encoding":
		d.Encoding = strings.Replace(value, none, "utf-8", 1)
	case "comment":
		d.Comment = value
	case "na":
		d.NA = append(d.NA, value)
	case "separator":
		if d.Separator = word; !given && utf8.RuneCountInString(value) != 1 {
			return wrong
		}
	case "decimal", "thousands", "quote":
		if key == "decimal" && value == none {
			word, given = "point", true
		}
		if !given {
			return wrong
		}
		*map[string]*string{"decimal": &d.Decimal, "thousands": &d.Thousands, "quote": &d.Quote}[key] = word
	case "skip", "footer":
		if err != nil || number < 0 {
			return errors.New("must be a number of lines, or none")
		}
		*map[string]**int{"skip": &d.Skip, "footer": &d.Footer}[key] = &number
	case "units", "header":
		if number--; !clear && (key == "units" || err != nil || number < 0) {
			return errors.New("must be yes or none, or the line of the header")
		} else if !clear {
			is, d.Skip = yes, &number
		}
		*map[string]**bool{"units": &d.Units, "header": &d.Header}[key] = &is
	}
	return nil
}

// Kept is the dialect without what is usual.
func (d Dialect) Kept() Dialect {
	if d.Missing = nil; d.Skip != nil && *d.Skip == 0 && (d.Comment == "" || d.Comment == none) {
		d.Skip = nil
	}
	if d.Footer != nil && *d.Footer == 0 {
		d.Footer = nil
	}
	for _, text := range []*string{&d.Comment, &d.Thousands} {
		if *text == none {
			*text = ""
		}
	}
	if d.Decimal == "point" {
		d.Decimal = ""
	}
	return d
}

// Given is the first key that is not empty, if there is one.
func (d Dialect) Given() string {
	for field, value := range reflect.ValueOf(d).Fields() {
		if key := field.Tag.Get("yaml"); key != "-" && !value.IsZero() {
			return key
		}
	}
	return ""
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
	for _, r := range sign {
		return delimited.Separator(r)
	}
	return 0
}

func (d Dialect) form() delimited.Form {
	form := delimited.Form{Quote: `"`, Encoding: d.Encoding, Separator: d.Sign()}
	if d.Quote != "" {
		form.Quote = signs[d.Quote]
	}
	if d.Comment != none {
		form.Comment = d.Comment
	}
	if d.Skip != nil {
		form.First = *d.Skip + 1
	}
	return form
}

// Open opens a table of text.
func (d Dialect) Open(r io.Reader) (Source, error) {
	rows := d.form().Rows(r)
	line, first, err := rows()
	if err != nil {
		if err == io.EOF {
			err = ErrNoRows
		}
		return Source{}, err
	}
	source := Source{Named: d.headed(first), Line: line}
	first = slices.Clone(first)
	second := func() (int, []string, error) { return line, first, nil }
	if source.Named {
		second = rows
	}
	at, row, err := second()
	if source.Named && d.Units != nil && *d.Units && err == nil {
		row = slices.Clone(row)
		source.Line = at
		units := row
		at, row, err = rows()
		defer func() {
			for i := range min(len(units), len(source.Columns)) {
				source.Columns[i].Unit = strings.Trim(strings.TrimSpace(units[i]), "[]()")
			}
		}()
	}
	row = slices.Clone(row)
	if source.Named && err == nil {
		first = headings(first, row)
	}
	source.Columns = make([]Column, len(first))
	if source.Named {
		names := distinctNames(first)
		for i, name := range names {
			if name != strings.TrimSpace(first[i]) {
				source.apart = append(source.apart, name)
			}
			if !utf8.ValidString(name) {
				return Source{}, fmt.Errorf("line %d: column %d: %w", line, i+1, errUTF8)
			}
			source.Columns[i].Name = name
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
func headings(first, row []string) []string {
	bare := strings.TrimSpace(strings.TrimLeft(first[0], "#%"))
	if len(first) == len(row)+1 && bare == "" {
		return first[1:]
	}
	names, values := full(first), full(row)
	trails := values < len(row)
	if values > names+1 { // some columns have no name
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
	whole, decimals, fraction := mantissa, "", false
	decimal := cmp.Or(signs[d.Decimal], ".")
	if whole, decimals, fraction = strings.Cut(mantissa, decimal); !fraction && decimal == "," && d.Thousands != "point" {
		// A point may be meant as a decimal one unless three digits follow, as those of thousands.
		if whole, decimals, fraction = strings.Cut(mantissa, "."); len(decimals) == 3 {
			return "", false
		}
	}
	if thousands := signs[d.Thousands]; thousands != "" && strings.Contains(whole, thousands) {
		digits := strings.TrimLeft(whole, "+-")
		for i, group := range strings.Split(digits, thousands) {
			if len(group) != 3 && (i > 0 || len(group) == 0 || len(group) > 3) || i == 0 && group[0] == '0' {
				return "", false
			}
		}
		whole = strings.ReplaceAll(whole, thousands, "")
	}
	if fraction {
		whole += "." + decimals
	}
	return whole + exponent, true
}

// longestNumber is the most bytes of a number.
const longestNumber = 400
