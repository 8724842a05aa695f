package library

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gpca/report/dataset"
	"gpca/report/dataset/delimited"
	"gpca/report/words"
)

var classNames = []string{"class", "label", "labels", "target", "y", "species", "diagnosis", "category"}

func isClassName(name string) bool { return slices.Contains(classNames, strings.ToLower(name)) }

var idNames = []string{"id", "no", "nr", "index", "row", "key"}

// inspectedBytes is how much of a table is read to guess its columns.
const inspectedBytes = 8 << 20

// A survey is a table of which every column is read as words, to guess what it is for.
type survey struct {
	layout
	table *delimited.Table
	rows  int
}

// survey reads a table; its first row names the columns if header says so.
func (r *loader) survey(header *bool) (survey, error) {
	var s survey
	table, err := load(r, r.File, func(file io.Reader) (*delimited.Table, error) {
		head, err := io.ReadAll(io.LimitReader(file, inspectedBytes))
		if err != nil {
			return nil, err
		}
		whole := bytes.LastIndexByte(head, '\n') + 1
		if len(head) == inspectedBytes && bytes.IndexByte(head[whole:], 0) < 0 { // the reader reports a zero byte
			head = head[:whole]
		}
		source, err := r.format.table(bytes.NewReader(head), header)
		if err != nil {
			return nil, withRemedy(err)
		}
		for i, c := range source.Columns {
			source.Columns[i] = delimited.Column{Name: c.Name, Kind: delimited.Nominal, Missing: r.marks()}
		}
		s.named = source.Named
		table, err := delimited.ReadColumns(source.Rows, source.Columns)
		return table, withRemedy(err)
	})
	if err == nil {
		s.table, s.columns, s.rows = table, table.Columns, table.Rows()
	}
	return s, err
}

// headed reports whether the first row must name the columns though some names are numbers: it is the only one that
// has words in a column, or its numbers are years.
func (s survey) headed() bool {
	if s.named || s.rows < 3 {
		return false
	}
	var years []string
	others := 0
	for at, c := range s.columns {
		first := s.word(0, at)
		year, whole := number(first)
		switch {
		case whole && year == math.Trunc(year) && year >= 1800 && year <= 2100:
			years = words.AppendNew(years, first)
		case delimited.IsNumber(first):
			others++
		case len(c.Words) > 2 && first == c.Words[0] && allNumbers(c.Words[1:]):
			return true
		}
	}
	return others == 0 && len(years) > 1
}

// word is a field, empty where it has no value.
func (s survey) word(row, at int) string {
	if code := s.table.Values[row*len(s.columns)+at]; !math.IsNaN(code) {
		return s.columns[at].Words[int(code)]
	}
	return ""
}

// name is the name of a column in the description, its number where no name tells it from others.
func (s survey) name(at int) string {
	name := s.columns[at].Name
	same := func(c delimited.Column) bool { return c.Name == name }
	if !s.named || name == "" || slices.IndexFunc(s.columns, same) != at {
		return strconv.Itoa(at + 1)
	}
	return name
}

// where quotes a word of a column with its first line.
func (s survey) where(at int, word string) string {
	row := 0
	for row < s.rows-1 && s.word(row, at) != word {
		row++
	}
	return fmt.Sprintf("%q in line %d", words.Clip(word, 30), s.table.Lines[row])
}

// empty counts the rows without a value in a column.
func (s survey) empty(at int) (count int) {
	for row := range s.rows {
		if s.word(row, at) == "" {
			count++
		}
	}
	return count
}

func (r *loader) inspectTable(f *Inspected, wishes Wishes) error {
	s, err := r.survey(nil)
	if err != nil {
		return err
	}
	headed := s.headed()
	if headed || s.named && slices.ContainsFunc(s.columns, func(c delimited.Column) bool { return hasComma(c.Name) }) {
		f.Header = &headed
		if s, err = r.survey(f.Header); err != nil {
			return err
		}
		f.say("header: %t, by the words and numbers of the first rows", headed)
	}
	if marks := s.marks(); marks != nil {
		f.MissingMarks = append(slices.Clone(missingMarks), marks...)
		r.MissingMarks = f.MissingMarks
		if s, err = r.survey(f.Header); err != nil {
			return err
		}
		f.say("missing-marks: %s", words.Enumerate(words.Each(marks, strconv.Quote)))
	}
	f.takeCommas(&s)
	class, why, err := s.class(wishes.Class)
	if err != nil {
		return err
	}
	if f.Class = none; class >= 0 {
		f.Class = s.name(class)
	}
	f.say("class: %s, %s", f.Class, why)
	asked := map[int]string{}
	for _, name := range append([]string{wishes.ID}, wishes.Omit...) {
		at, err := s.find(name)
		switch {
		case name == "":
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", f.File, err)
		case at == class:
			class, f.Class = -1, none
		}
		if asked[at] = "as --omit says"; name == wishes.ID {
			asked[at] = "it names the rows"
		}
	}
	var features, constant []int
	grey := true
	for at, c := range s.columns {
		if at == class {
			continue
		}
		if reason := cmp.Or(asked[at], s.unfit(at)); reason != "" {
			f.omit(s.name(at), reason)
			continue
		}
		if len(c.Words) == 1 {
			constant = append(constant, at)
		}
		features = append(features, at)
		values := wholes(c.Words)
		grey = grey && values != nil && slices.Min(values) >= 0 && slices.Max(values) <= 255
	}
	// A square number of whole numbers below 256 is an image.
	if side := int(math.Sqrt(float64(len(features)))); grey && side >= leastSide && side*side == len(features) {
		f.Image = dataset.ImageSize{Width: side, Height: side}
	} else {
		for _, at := range constant {
			f.omit(s.name(at), s.columns[at].Words[0]+" in every row")
		}
		features = slices.DeleteFunc(features, func(at int) bool { return slices.Contains(constant, at) })
	}
	if len(features) == 0 {
		return fmt.Errorf("%s: no column of numbers is left: %s", f.File, words.Some(f.Facts, 200))
	}
	f.Features = words.Each(features, s.name)
	if class >= 0 {
		features = append(features, class)
	}
	f.drop(s, features)
	f.Test.File = r.beside(f.File, "train", "test")
	return nil
}

func (f *Inspected) say(format string, of ...any) {
	f.Facts = append(f.Facts, fmt.Sprintf(format, of...))
}

func (f *Inspected) omit(name, reason string) {
	f.Omit = append(f.Omit, name)
	f.say("omitted %s: %s", name, reason)
}

// marks are the words of signs alone, such as "-", in columns that have numbers: they stand for missing values.
func (s survey) marks() (marks []string) {
	for _, c := range s.columns {
		if slices.ContainsFunc(c.Words, delimited.IsNumber) {
			marks = words.AppendNew(marks, slices.DeleteFunc(slices.Clone(c.Words), hasLetterOrDigit)...)
		}
	}
	return marks
}

func hasLetterOrDigit(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// takeCommas reads numbers with a decimal comma, if the table has some. A comma before three digits may separate
// thousands as well.
func (f *Inspected) takeCommas(s *survey) {
	for at, c := range s.columns {
		if f.Decimal == "" && slices.ContainsFunc(c.Words, hasComma) && allNumbers(words.Each(c.Words, delimited.WithPoint)) {
			f.Decimal = "comma"
			f.say("decimal: comma, as in %s", s.where(at, c.Words[slices.IndexFunc(c.Words, hasComma)]))
		}
	}
	for at, c := range s.columns {
		if with := words.Each(c.Words, delimited.WithPoint); f.Decimal != "" && allNumbers(with) {
			s.columns[at].Words = with
		}
	}
}

func hasComma(word string) bool {
	whole, decimals, found := strings.Cut(word, ",")
	return found && delimited.IsNumber(whole+"."+decimals) && (len(decimals) != 3 || whole == "0")
}

// unfit says why a column is no feature, empty if it may be one.
func (s survey) unfit(at int) string {
	c := s.columns[at]
	word := slices.IndexFunc(c.Words, func(w string) bool { return !delimited.IsNumber(w) })
	id := s.named && slices.Contains(idNames, strings.ToLower(c.Name)) && len(c.Words) == s.rows
	switch empty := s.empty(at); {
	case s.named && c.Name == "":
		return "the header gives it no name"
	case empty == s.rows:
		return "it is empty"
	case word >= 0 && slices.ContainsFunc(c.Words, undressed):
		return s.where(at, c.Words[word]) + ": write its numbers without signs and separators to keep it"
	case word >= 0 && slices.ContainsFunc(c.Words, delimited.IsNumber):
		return s.where(at, c.Words[word]) + ": correct it, or name it in missing-marks, to keep the column"
	case word >= 0:
		return s.where(at, c.Words[word])
	case 2*empty > s.rows:
		return fmt.Sprintf("it is empty in %d of %s", empty, words.Count(s.rows, "row"))
	case id || at == 0 && s.rows > 2 && numbersRows(c.Words, s.rows):
		return "it numbers the rows"
	}
	return ""
}

// undressed reports whether a word becomes a number without signs of percent or currency, and separators of thousands.
func undressed(word string) bool {
	bare := strings.Map(func(r rune) rune {
		if strings.ContainsRune("%$€£,'’ \u00a0", r) {
			return -1
		}
		return r
	}, word)
	return bare != word && delimited.IsNumber(bare)
}

// numbersRows reports whether different words are the numbers of rows in order, from 0 or 1.
func numbersRows(words []string, rows int) bool {
	values := wholes(words)
	if len(values) != rows || values[0] != 0 && values[0] != 1 {
		return false
	}
	for i, v := range values {
		if v != values[0]+float64(i) {
			return false
		}
	}
	return true
}

// drop leaves out rows without a value in some columns.
func (f *Inspected) drop(s survey, columns []int) {
	var lines []string
	for row := range s.rows {
		gone := func(at int) bool { return s.word(row, at) == "" }
		if slices.ContainsFunc(columns, gone) {
			lines = append(lines, strconv.Itoa(s.table.Lines[row]))
		}
	}
	if lines == nil {
		return
	}
	f.Missing = "drop"
	emptiest := slices.MaxFunc(columns, func(a, b int) int { return s.empty(a) - s.empty(b) })
	f.say("dropped %d of %s with an empty cell, most of them in %s: lines %s", len(lines), words.Count(s.rows, "row"),
		s.name(emptiest), words.Some(lines, 60))
}

// class is the column of the class, -1 for none, and why: the one that is asked for, else a guess: by its name, then
// by words in the last or first column, then in any, then by few whole numbers in the last or first one. A column of
// numbers that are no classes, such as a regression target or the third of x, y and z, is a feature whatever its name.
func (s survey) class(asked string) (at int, why string, err error) {
	if asked != "" {
		if at, err = s.classColumn(asked); err != nil {
			err = fmt.Errorf("line %d: %w", s.table.Lines[0], err)
		}
		return at, "as --class says", err
	}
	named := func(c delimited.Column) bool {
		return s.named && isClassName(c.Name) && len(c.Words) > 1 && !manyNumbers(c.Words, s.rows)
	}
	if at := slices.IndexFunc(s.columns, named); at >= 0 {
		return at, "by its name", nil
	}
	most := min(mostClasses(s.rows), 100)
	few := func(at int) bool { n := len(s.columns[at].Words); return n >= 2 && n <= most }
	end := len(s.columns) - 1
	ends := []int{end, 0}
	for i := range s.columns {
		ends = append(ends, end-i)
	}
	for _, at := range ends {
		if few(at) && !slices.ContainsFunc(s.columns[at].Words, func(w string) bool {
			return delimited.IsNumber(w) || undressed(w)
		}) {
			return at, map[bool]string{true: "the first column", false: "the last column of text"}[at == 0], nil
		}
	}
	for _, at := range ends[:2] {
		values := wholes(s.columns[at].Words)
		if few(at) && values != nil && (len(values) == 2 ||
			slices.Max(values)-slices.Min(values) == float64(len(values)-1)) {
			return at, fmt.Sprintf("the %s column, of %d different whole numbers (if it is a feature: --class none)",
				map[bool]string{true: "first", false: "last"}[at == 0], len(values)), nil
		}
	}
	return -1, "as no column looks like one", nil
}

const leastSide = 8

// mostClasses is the largest number of classes that so many samples are likely to have.
func mostClasses(samples int) int { return max(2, samples/3) }

// manyNumbers reports whether different words are more likely numbers than the names of classes.
func manyNumbers(different []string, samples int) bool {
	return allNumbers(different) && (len(different) > mostClasses(samples) || quantities(different))
}

// distinct lists the different labels that are not missing.
func distinct(labels []string) []string {
	different := slices.Compact(slices.Sorted(slices.Values(labels)))
	return slices.DeleteFunc(different, func(label string) bool { return label == "" })
}

func allNumbers(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !delimited.IsNumber(w) })
}

// wholes are words as whole numbers, nil if one is none.
func wholes(words []string) []float64 {
	var values []float64
	for _, w := range words {
		v, ok := number(w)
		if !ok || v != math.Trunc(v) {
			return nil
		}
		values = append(values, v)
	}
	return values
}
