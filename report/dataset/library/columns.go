package library

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/dataset/delimited"
	"gpca/report/dataset/unpack"
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
		table, err := delimited.ReadColumns(source.Rows, source.Columns, unpack.Room(file))
		return table, withRemedy(err)
	})
	if err == nil {
		s.table, s.columns, s.rows = table, table.Columns, table.Rows()
	}
	return s, err
}

// headed reports whether the first row must name the columns though some names are numbers: it is the only one that
// has words in a column.
func (s survey) headed() bool {
	return !s.named && s.rows > 2 && slices.ContainsFunc(s.columns, func(c delimited.Column) bool {
		return len(c.Words) > 2 && !delimited.IsNumber(c.Words[0]) && allNumbers(c.Words[1:])
	})
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

// count counts the rows with a word in a column, or without a value for none.
func (s survey) count(at int, word string) (count int) {
	for row := range s.rows {
		if s.word(row, at) == word {
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
	f.takeCommas(&s)
	asked := map[int]bool{}
	for _, name := range append(slices.Clone(wishes.Omit), wishes.ID) {
		if name == "" {
			continue
		}
		at, err := s.find(name)
		if err != nil {
			return fmt.Errorf("%s: %w", f.File, err)
		}
		if name == wishes.ID {
			f.ID = s.name(at)
			f.say("id: %s, which names the rows", f.ID)
		} else if !asked[at] {
			f.omit(s.name(at), "as --omit says")
		}
		asked[at], s.columns[at].Words = true, nil // so that it is no class
	}
	class, why, err := s.class(wishes.Class)
	if err != nil {
		return fmt.Errorf("%s: %w", f.File, err)
	}
	if f.Class = none; class >= 0 {
		f.Class = s.name(class)
	}
	f.say("class: %s, %s", f.Class, why)
	var features, constant []int
	grey := true
	for at, c := range s.columns {
		if at == class || asked[at] {
			continue
		}
		if reason := s.unfit(at); reason != "" {
			if f.ID == "" && s.namesRows(at) {
				f.ID = s.name(at)
				f.say("id: %s, which names the rows", f.ID)
			} else {
				f.omit(s.name(at), reason)
			}
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
	} else if constant != nil {
		names := words.Each(constant, s.name)
		f.Omit = append(f.Omit, names...)
		f.say("omitted %s: the same value in every row", words.Some(names, 500))
		features = slices.DeleteFunc(features, func(at int) bool { return slices.Contains(constant, at) })
	}
	if len(features) == 0 {
		return fmt.Errorf("%s: no column of numbers is left: %s", f.File, words.Some(f.Facts, 200))
	}
	if class >= 0 {
		features = append(features, class)
	}
	f.drop(s, features)
	f.Test.File = r.beside(f.File, "train", "test")
	return nil
}

// say adds a fact, in one line whatever the names of columns have.
func (f *Inspected) say(format string, of ...any) {
	f.Facts = append(f.Facts, strings.Join(strings.Fields(fmt.Sprintf(format, of...)), " "))
}

func (f *Inspected) omit(name, reason string) {
	f.Omit = append(f.Omit, name)
	f.say("omitted %s: %s", name, reason)
}

// takeCommas reads numbers with a decimal comma, if the table has some. A comma before three digits may separate
// thousands as well.
func (f *Inspected) takeCommas(s *survey) {
	for at, c := range s.columns {
		first := slices.IndexFunc(c.Words, hasComma)
		if first < 0 || !allNumbers(words.Each(c.Words, delimited.WithPoint)) {
			continue
		}
		if f.Decimal == "" {
			f.Decimal = "comma"
			f.say("decimal: comma, as in %s", s.where(at, c.Words[first]))
		}
		s.columns[at].Words = words.Each(c.Words, delimited.WithPoint)
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
	switch empty := s.count(at, ""); {
	case s.named && c.Name == "":
		return "the header gives it no name"
	case empty == s.rows:
		return "it is empty"
	case word >= 0 && slices.ContainsFunc(c.Words, undressed):
		return s.where(at, c.Words[word]) + ": write its numbers without signs and separators to keep it"
	case word >= 0 && slices.ContainsFunc(c.Words, delimited.IsNumber):
		return s.where(at, c.Words[word]) + ": correct it, or empty the field, to keep the column"
	case word >= 0:
		return s.where(at, c.Words[word])
	case 2*empty > s.rows:
		return fmt.Sprintf("it is empty in %d of %s", empty, words.Count(s.rows, "row"))
	case len(c.Words) == s.rows && slices.Contains(idNames, strings.ToLower(c.Name)),
		at == 0 && s.rows > 2 && numbersRows(c.Words, s.rows):
		return "it numbers the rows"
	}
	return ""
}

// namesRows reports whether a column that is no feature has a name for each row, or its number.
func (s survey) namesRows(at int) bool {
	c := s.columns[at]
	numeral := func(word string) bool { return delimited.IsNumber(word) || undressed(word) }
	return len(c.Words) == s.rows && s.rows > 1 && (c.Name != "" || !s.named) &&
		(allNumbers(c.Words) || !slices.ContainsFunc(c.Words, numeral))
}

var dress = strings.NewReplacer("%", "", "$", "", "€", "", "£", "", ",", "", "'", "", " ", "")

// undressed reports whether a word becomes a number without signs of percent or currency, and separators of thousands.
func undressed(word string) bool {
	bare := dress.Replace(word)
	return bare != word && delimited.IsNumber(bare)
}

// numbersRows reports whether different words are the numbers of all rows, from 0 or 1.
func numbersRows(words []string, rows int) bool {
	values := wholes(words)
	return len(values) == rows && slices.Min(values) <= 1 && slices.Max(values)-slices.Min(values) == float64(rows-1)
}

// drop leaves out rows without a value in some columns.
func (f *Inspected) drop(s survey, columns []int) {
	var lines []string
	for row := range s.rows {
		if slices.ContainsFunc(columns, func(at int) bool { return s.word(row, at) == "" }) {
			lines = append(lines, strconv.Itoa(s.table.Lines[row]))
		}
	}
	if lines == nil {
		return
	}
	f.Missing = "drop"
	emptiest := slices.MaxFunc(columns, func(a, b int) int { return s.count(a, "") - s.count(b, "") })
	f.say("dropped %d of %s with an empty cell, most of them in %s: lines %s", len(lines), words.Count(s.rows, "row"),
		s.name(emptiest), words.Some(lines, 60))
}

// class is the column of the class, -1 for none, and why: the one that is asked for, else a guess: by its name, then
// the last column of text, then the last or first one of few whole numbers. A column of numbers that are no classes,
// such as a regression target or the third of x, y and z, is a feature whatever its name.
func (s survey) class(asked string) (at int, why string, err error) {
	if asked != "" {
		at, err = s.classColumn(asked)
		return at, "as --class says", err
	}
	end, most := len(s.columns)-1, min(mostClasses(s.rows), 100)
	few := func(at int) bool { n := len(s.columns[at].Words); return n >= 2 && n <= most }
	isName := func(word string) bool { return !delimited.IsNumber(word) && !undressed(word) }
	for at, c := range s.columns {
		if s.named && isClassName(c.Name) && len(c.Words) > 1 && !manyNumbers(c.Words, s.rows) {
			return at, "by its name", nil
		}
	}
	for at := end; at >= 0; at-- {
		if few(at) && !slices.ContainsFunc(s.columns[at].Words, func(w string) bool { return !isName(w) }) {
			return at, "the last column of text", nil
		}
	}
	for _, at := range []int{end, 0} {
		isRare := func(word string) bool { return s.count(at, word) < 3 }
		if values := wholes(s.columns[at].Words); few(at) && values != nil &&
			(len(values) == 2 || slices.Max(values)-slices.Min(values) == float64(len(values)-1)) &&
			!slices.ContainsFunc(s.columns[at].Words, isRare) {
			return at, fmt.Sprintf("of %d different whole numbers (if it is a feature: --class none)", len(values)), nil
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
