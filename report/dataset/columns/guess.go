package columns

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/words"
)

// Wishes are what a user says of the columns of a table.
type Wishes struct {
	Class string   // as in a study file, empty to guess
	ID    string   // the column that names the rows, if one does
	Omit  []string // columns that are no features
}

// Roles say what the columns of a table are for, by their names: those that have no other role are features.
type Roles struct {
	Class, ID string // as in a study file
	Omit      []string
	Comma     bool // numbers have a decimal comma
	Missing   bool // some row has no value of a feature or the class
	Side      int  // of the square image that each row is, 0 for none
}

// A Fact is what was guessed of a table, or left out.
type Fact struct {
	Kind    string   // header, decimal, id, class, omitted or dropped
	Columns []string // that it is about
	Rows    []int    // lines that it is about, from 1
	Why     string
}

// LeftOut is the kind of a fact on what of a file is not read, such as an array, or not used.
const LeftOut = "left out"

// String is in one line, whatever the names of columns have.
func (f Fact) String() string {
	text := f.Kind + ": " + strings.Join(append(slices.Clone(f.Columns), f.Why), ", ")
	switch f.Kind {
	case "omitted", LeftOut:
		text = f.Kind + " " + words.Some(f.Columns, 500) + ": " + f.Why
	case "dropped":
		text = f.Kind + " " + f.Why
	}
	return words.OneLine(text)
}

var classNames = []string{"class", "label", "labels", "target", "y", "species", "diagnosis", "category"}

// IsClassName reports whether columns and arrays of classes often have a name.
func IsClassName(name string) bool { return slices.Contains(classNames, strings.ToLower(name)) }

var idNames = []string{"id", "no", "nr", "index", "row", "key"}

func isIDName(name string) bool { return slices.Contains(idNames, strings.ToLower(name)) }

// Undecided returns a source of columns that may be for anything. It keeps the texts of those whose numbers are likely
// classes or names of rows.
func (s Source) Undecided(w Wishes) Source {
	class, noClass := s.ClassColumn(w.Class)
	id, noID := s.Find(w.ID)
	s.Columns = slices.Clone(s.Columns)
	for at, c := range s.Columns {
		s.Columns[at] = Column{Name: c.Name, Kind: Any}
		if c.Words != nil || s.Named && (IsClassName(c.Name) || isIDName(c.Name)) || noClass == nil && at == class ||
			noID == nil && at == id {
			s.Columns[at].Kind = Nominal
		}
	}
	return s
}

// ClassColumn is the column of the class as a study calls it, −1 for none.
func (s Source) ClassColumn(class string) (int, error) {
	switch class {
	case "none":
		return -1, nil
	case "first":
		return 0, nil
	case "last":
		return len(s.Columns) - 1, nil
	}
	at, err := s.Find(class)
	if err != nil {
		return 0, fmt.Errorf("class: %w", err)
	}
	return at, nil
}

// Find returns a column by its name, or its number from 1.
func (s Source) Find(name string) (int, error) {
	found := -1
	for i, c := range s.Columns {
		if !s.Named || c.Name != name {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("columns %d and %d are both called %q: rename one of them", found+1, i+1, name)
		}
		found = i
	}
	if found >= 0 {
		return found, nil
	}
	number, err := strconv.Atoi(name)
	switch {
	case err == nil && 1 <= number && number <= len(s.Columns):
		return number - 1, nil
	case err == nil:
		return 0, fmt.Errorf("there is no column %d: the file has %d columns", number, len(s.Columns))
	case !s.Named:
		return 0, fmt.Errorf("no header that could name the column %q: give the number of the column, or header: true",
			name)
	}
	return 0, fmt.Errorf("no column is called %q: the header has %s", name, strings.Join(s.Names(), ", "))
}

// Names are those of the columns.
func (s Source) Names() []string {
	return words.Each(s.Columns, func(c Column) string { return c.Name })
}

// Name is the name of a column, its number where no name tells it from others.
func (s Source) Name(at int) string {
	name := s.Columns[at].Name
	same := func(c Column) bool { return c.Name == name }
	if !s.Named || name == "" || slices.IndexFunc(s.Columns, same) != at {
		return strconv.Itoa(at + 1)
	}
	return name
}

// A guess is what the columns of a table are found to hold.
type guess struct {
	*Table
	columns []content
	facts   []Fact
}

// A content is what a column holds.
type content struct {
	words                     []string  // with decimal points; no plain numbers in an Any column
	values                    []float64 // of the words, NaN for no number
	comma                     bool      // numbers have decimal commas
	empty, numbers, fractions int       // rows
	least, most               float64
}

func (g *guess) look() {
	g.columns = make([]content, len(g.Columns))
	for at := range g.columns {
		c := &g.columns[at]
		pointed := words.Each(g.Columns[at].Words, withPoint)
		if c.words = g.Columns[at].Words; slices.ContainsFunc(c.words, hasComma) && allNumbers(pointed) {
			c.comma, c.words = true, pointed
		}
		c.values = words.Each(c.words, func(word string) float64 {
			if v, err := strconv.ParseFloat(word, 64); err == nil {
				return v
			}
			return math.NaN()
		})
		c.least, c.most = math.Inf(1), math.Inf(-1)
		for row := range g.Lines {
			switch v := g.number(row, at); {
			case !math.IsNaN(v):
				if c.numbers++; v != math.Trunc(v) {
					c.fractions++
				}
				c.least, c.most = min(c.least, v), max(c.most, v)
			case g.code(row, at) < 0:
				c.empty++
			}
		}
	}
}

// number is that of a row in a column, NaN for none.
func (g *guess) number(row, at int) float64 {
	if code := g.code(row, at); code >= 0 {
		return g.columns[at].values[code]
	}
	return g.Values[row*len(g.Columns)+at]
}

// ErrNoFeature is the error of a table in which each column is found to be something else. Its roles are known.
var ErrNoFeature = errors.New("no column of numbers is left")

// Guess says what the columns of a table are for, where the wishes leave it open: the class is a column of a usual
// name, else a column of words or the last or first of few whole numbers. Columns of text, of row numbers, mostly empty
// and constant ones are left out, and rows with an empty cell. The first one left out that differs in each row names
// the rows. All columns must be Any or Nominal. The facts follow those that are known before.
func (t *Table) Guess(w Wishes, known []Fact) (Roles, []Fact, error) {
	g := &guess{Table: t, facts: known}
	g.look()
	var roles Roles
	for at, c := range g.columns {
		if first := slices.IndexFunc(t.Columns[at].Words, hasComma); c.comma && !roles.Comma {
			roles.Comma = true
			g.say("decimal", nil, "comma, as in %s", g.where(at, t.Columns[at].Words[first]))
		}
	}
	omit := func(why string, columns ...int) {
		roles.Omit = append(roles.Omit, words.Each(columns, g.Name)...)
		g.say("omitted", columns, "%s", why)
	}
	asked := map[int]bool{}
	for _, name := range append(slices.Clone(w.Omit), w.ID) {
		if name == "" {
			continue
		}
		at, err := t.Find(name)
		if err != nil {
			return roles, g.facts, err
		}
		if name == w.ID {
			roles.ID = g.Name(at)
			g.say("id", []int{at}, "which names the rows")
		} else if !asked[at] {
			omit("as --omit says", at)
		}
		asked[at] = true
	}
	class, why, err := g.class(w.Class, asked)
	if err != nil {
		return roles, g.facts, err
	}
	if roles.Class = "none"; class >= 0 {
		roles.Class = g.Name(class)
	}
	g.facts = append(g.facts, Fact{Kind: "class", Columns: []string{roles.Class}, Why: why})
	var features, constant []int
	grey := true
	for at, c := range g.columns {
		if at == class || asked[at] {
			continue
		}
		if reason := g.unfit(at); reason != "" {
			if roles.ID == "" && g.namesRows(at) {
				roles.ID = g.Name(at)
				g.say("id", []int{at}, "which names the rows")
			} else {
				omit(reason, at)
			}
			continue
		}
		if c.least == c.most {
			constant = append(constant, at)
		}
		features = append(features, at)
		grey = grey && c.fractions == 0 && c.least >= 0 && c.most <= 255
	}
	// A square number of whole numbers below 256 is an image.
	if side := int(math.Sqrt(float64(len(features)))); grey && side >= leastSide && side*side == len(features) {
		roles.Side = side
	} else if constant != nil {
		omit("the same value in every row", constant...)
		features = slices.DeleteFunc(features, func(at int) bool { return slices.Contains(constant, at) })
	}
	if len(features) == 0 {
		return roles, g.facts, fmt.Errorf("%w: %s", ErrNoFeature, words.Some(words.Each(g.facts, Fact.String), 200))
	}
	if class >= 0 {
		features = append(features, class)
	}
	roles.Missing = g.drop(features)
	return roles, g.facts, nil
}

func (g *guess) say(kind string, columns []int, format string, of ...any) {
	g.facts = append(g.facts, Fact{Kind: kind, Columns: words.Each(columns, g.Name), Why: fmt.Sprintf(format, of...)})
}

// where quotes a word of a column with its first line.
func (g *guess) where(at int, word string) string {
	row := 0
	for g.code(row, at) != g.found[at].codes[word] {
		row++
	}
	return fmt.Sprintf("%q in line %d", words.Clip(word, 30), g.Lines[row])
}

// unfit says why a column is no feature, empty if it may be one.
func (g *guess) unfit(at int) string {
	c, name := &g.columns[at], g.Columns[at].Name
	word := slices.IndexFunc(c.words, func(w string) bool { return !isNumber(w) })
	switch {
	case g.Named && name == "":
		return "the header gives it no name"
	case c.empty == len(g.Lines):
		return "it is empty"
	case word >= 0 && slices.ContainsFunc(c.words, undressed):
		return g.where(at, c.words[word]) + ": write its numbers without signs and separators to keep it"
	case word >= 0 && (c.numbers > 0 || slices.ContainsFunc(c.words, isNumber)):
		return g.where(at, c.words[word]) + ": correct it, or empty the field, to keep the column"
	case word >= 0:
		return g.where(at, c.words[word])
	case 2*c.empty > len(g.Lines):
		return fmt.Sprintf("it is empty in %d of %s", c.empty, words.Count(len(g.Lines), "row"))
	case g.distinct(at) && isIDName(name), at == 0 && len(g.Lines) > 2 && g.numbersRows(at):
		return "it numbers the rows"
	}
	return ""
}

// distinct reports whether a column has another word, or number of the row, in each row.
func (g *guess) distinct(at int) bool {
	c := &g.columns[at]
	if g.Columns[at].Kind == Nominal || c.numbers == 0 {
		return len(c.words) == len(g.Lines)
	}
	return g.numbersRows(at)
}

// namesRows reports whether a column that is no feature has a name for each row, or its number.
func (g *guess) namesRows(at int) bool {
	words := g.columns[at].words
	return g.distinct(at) && len(g.Lines) > 1 && (g.Columns[at].Name != "" || !g.Named) &&
		(allNumbers(words) || !slices.ContainsFunc(words, numeral))
}

var dress = strings.NewReplacer("%", "", "$", "", "€", "", "£", "", ",", "", "'", "", " ", "")

// undressed reports whether a word becomes a number without signs of percent or currency, and separators of thousands.
func undressed(word string) bool {
	bare := dress.Replace(word)
	return bare != word && isNumber(bare)
}

func numeral(word string) bool { return isNumber(word) || undressed(word) }

// numbersRows reports whether a column has the numbers of all rows, from 0 or 1.
func (g *guess) numbersRows(at int) bool {
	c, rows := &g.columns[at], len(g.Lines)
	if c.numbers < rows || c.fractions > 0 || c.least > 1 || c.most-c.least != float64(rows-1) {
		return false
	}
	seen := make([]bool, rows)
	for row := range rows {
		of := int(g.number(row, at) - c.least)
		if seen[of] {
			return false
		}
		seen[of] = true
	}
	return true
}

// drop finds rows without a value in some columns.
func (g *guess) drop(columns []int) bool {
	columns = slices.DeleteFunc(slices.Clone(columns), func(at int) bool { return g.columns[at].empty == 0 })
	if len(columns) == 0 {
		return false
	}
	var lines []int
	for row, line := range g.Lines {
		empty := func(at int) bool { return g.code(row, at) < 0 && math.IsNaN(g.number(row, at)) }
		if slices.ContainsFunc(columns, empty) {
			lines = append(lines, line)
		}
	}
	emptiest := slices.MaxFunc(columns, func(a, b int) int { return g.columns[a].empty - g.columns[b].empty })
	g.facts = append(g.facts, Fact{"dropped", []string{g.Name(emptiest)}, lines,
		fmt.Sprintf("%d of %s with an empty cell, most of them in %s: lines %s", len(lines),
			words.Count(len(g.Lines), "row"), g.Name(emptiest), words.Some(words.Each(lines, strconv.Itoa), 60))})
	return true
}

// class is the column of the class, −1 for none, and why: the one that is asked for, else a guess: by its name, then
// the last column of text, then the last or first one of few whole numbers. A column of numbers that are no classes,
// such as a regression target or the third of x, y and z, is a feature whatever its name. Columns that are asked for
// otherwise are none.
func (g *guess) class(asked string, not map[int]bool) (at int, why string, err error) {
	if asked != "" {
		at, err = g.ClassColumn(asked)
		return at, "as --class says", err
	}
	for at, c := range g.columns {
		named := g.Named && !not[at] && IsClassName(g.Columns[at].Name)
		if named && len(c.words) > 1 && !ManyNumbers(c.words, len(g.Lines)) {
			return at, "by its name", nil
		}
	}
	end, most := len(g.columns)-1, min(mostClasses(len(g.Lines)), 100)
	few := func(n int) bool { return n >= 2 && n <= most }
	for at := end; at >= 0; at-- {
		c := &g.columns[at]
		if !not[at] && c.numbers == 0 && few(len(c.words)) && !slices.ContainsFunc(c.words, numeral) {
			return at, "the last column of text", nil
		}
	}
	for _, at := range []int{end, 0} {
		if n := g.fewWholes(at, most); few(n) && !not[at] {
			return at, fmt.Sprintf("of %d different whole numbers (if it is a feature: --class none)", n), nil
		}
	}
	return -1, "as no column looks like one", nil
}

// fewWholes is how many different whole numbers a column has, in a row unless they are two and each in three rows or
// more; 0 if it has others or more than so many.
func (g *guess) fewWholes(at, most int) int {
	c := &g.columns[at]
	if c.comma || c.fractions > 0 || c.empty+c.numbers < len(g.Lines) || max(c.most, -c.least) >= exact {
		return 0
	}
	count := map[float64]int{}
	for row := range g.Lines {
		if v := g.number(row, at); !math.IsNaN(v) {
			if count[v]++; len(count) > most {
				return 0
			}
		}
	}
	for _, n := range count {
		if n < 3 || len(count) != 2 && c.most-c.least != float64(len(count)-1) {
			return 0
		}
	}
	return len(count)
}

const leastSide = 8

// mostClasses is the largest number of classes that so many samples are likely to have.
func mostClasses(samples int) int { return max(2, samples/3) }

// ManyNumbers reports whether different words are more likely numbers than the names of classes.
func ManyNumbers(different []string, samples int) bool {
	return allNumbers(different) && (len(different) > mostClasses(samples) || Quantities(different))
}

// fewestQuantities is the least number of different values of a regression target. Fewer may be odd names of classes.
const fewestQuantities = 11

// Quantities reports whether different words are the numbers of a regression target: many, most of them no whole
// numbers.
func Quantities(different []string) bool {
	fractions := 0
	for _, word := range different {
		v, ok := NumberOf(word)
		if !ok {
			return false
		}
		if v != math.Trunc(v) {
			fractions++
		}
	}
	return len(different) >= fewestQuantities && 2*fractions > len(different)
}

// exact is the first whole number that two words may mean: 2^53 and 2^53 + 1 are one float64.
const exact = 1 << 53

// NumberOf is a word that is a number. Those that float64 does not hold exactly are names.
func NumberOf(word string) (float64, bool) {
	v, err := strconv.ParseFloat(word, 64)
	return v, err == nil && math.Abs(v) < exact
}

func allNumbers(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !isNumber(w) })
}
