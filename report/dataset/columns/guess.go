package columns

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
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
	Dialect
}

// Roles say what the columns of a table are for, by their names: those that have no other role are features.
type Roles struct {
	Class, ID string // as in a study file
	Omit      []string
	Missing   bool // some row has no value of a feature or the class
	Side      int  // of the square image that each row is, 0 for none
}

var classNames = []string{"class", "label", "labels", "target", "y", "species", "diagnosis", "category"}

// IsClassName reports whether columns and arrays of classes often have a name.
func IsClassName(name string) bool { return slices.Contains(classNames, strings.ToLower(name)) }

var idNames = []string{"id", "no", "nr", "index", "row", "key", "unnamed: 0"}

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
func (s Source) ClassColumn(class string) (at int, err error) {
	at, known := map[string]int{none: -1, "first": 0, "last": len(s.Columns) - 1}[class]
	if !known {
		if at, err = s.Find(class); err != nil {
			err = fmt.Errorf("class: %w", err)
		}
	}
	return at, err
}

// Find returns a column by its name, or its number from 1, which may have a # before it.
func (s Source) Find(name string) (int, error) {
	named := func(c Column) bool { return s.Named && c.Name == name }
	if at := slices.IndexFunc(s.Columns, named); at >= 0 {
		if more := slices.IndexFunc(s.Columns[at+1:], named); more >= 0 {
			return 0, fmt.Errorf("columns %d and %d are both called %q: rename one of them", at+1, at+more+2, name)
		}
		return at, nil
	}
	number, err := strconv.Atoi(strings.TrimPrefix(name, "#"))
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

// Name is the name of a column, its number where no name tells it from others, as #1 where another has that for a name.
func (s Source) Name(at int) string {
	name, number := s.Columns[at].Name, strconv.Itoa(at+1)
	named := func(c Column) bool { return c.Name == name }
	if s.Named && name != "" && slices.IndexFunc(s.Columns, named) == at {
		return name
	}
	if name = number; s.Named && slices.ContainsFunc(s.Columns, named) {
		return "#" + number
	}
	return number
}

// A guess is what the columns of a table are found to hold.
type guess struct {
	*Table
	columns []content
	facts   []Fact
	roles   Roles
}

// A content is what a column holds.
type content struct {
	words                     []string  // no plain numbers in an Any column
	values                    []float64 // of the words, NaN for no number
	empty, numbers, fractions int       // rows
	least, most               float64
}

func (g *guess) look() {
	g.columns = make([]content, len(g.Columns))
	for at := range g.columns {
		c := &g.columns[at]
		c.words = g.Columns[at].Words
		c.values = words.Each(c.words, func(word string) float64 {
			if v, as, ok := g.Table.number(word); ok && (as == g.found[at].as || g.found[at].as == 0) {
				return v
			}
			return math.NaN()
		})
		c.least, c.most = math.Inf(1), math.Inf(-1)
	}
	for row := range g.Lines { // as they lie in memory
		for at := range g.columns {
			c := &g.columns[at]
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
// name, else a column of words. Columns of text, of row numbers, mostly empty and constant ones are left out, and rows
// with an empty cell. A first column without a name, or the first one left out that differs in each row, names the
// rows.
// All columns must be Any or Nominal. The facts follow those that are known before.
func (t *Table) Guess(w Wishes, known []Fact) (Roles, []Fact, error) {
	g := &guess{Table: t, facts: known}
	g.look()
	if t.Footer == nil {
		if t.left != nil {
			g.sayFooter(t.left, "left out after the table")
		}
		if g.leaveSums(); t.left != nil {
			t.Footer = new(len(t.left))
		}
	}
	taken, err := g.taken(w)
	if err != nil {
		return g.roles, g.facts, err
	}
	for at := range g.Columns {
		switch taken[at] {
		case "id":
			g.nameRows(at)
		case "omit":
			g.omit(fmt.Sprintf(asked, "omit"), at)
		}
	}
	class, why, err := g.class(w.Class, taken)
	if err != nil {
		return g.roles, g.facts, err
	}
	if g.roles.Class = none; class >= 0 {
		g.roles.Class = g.Name(class)
		taken[class] = "class"
	}
	g.facts = append(g.facts, Fact{Kind: "class", Columns: []string{g.roles.Class}, Why: why})
	features := g.features(w, taken)
	g.sayRead()
	if len(features) == 0 {
		return g.roles, g.facts, fmt.Errorf("%w: %s", ErrNoFeature, words.Some(words.Each(g.facts, Fact.String), 200))
	}
	for _, at := range features {
		g.suspect(at)
		g.maybeClass(at, w)
	}
	asked := count(slices.Collect(maps.Values(taken)), func(role string) bool { return role == "omit" })
	if len(g.roles.Omit) > asked {
		g.say("data", nil, "%d of %s of the file are features", len(features), words.Count(len(g.Columns), "column"))
	}
	if class >= 0 {
		features = append(features, class)
	}
	g.roles.Missing = g.drop(features)
	return g.roles, g.facts, nil
}

// features are the columns that are not taken, and not left out for what they hold.
func (g *guess) features(w Wishes, taken map[int]string) (features []int) {
	var constant []int
	grey := true
	for at, c := range g.columns {
		if taken[at] != "" {
			continue
		}
		if reason := g.unfit(at); reason != "" {
			if g.roles.ID == "" && w.ID != none && g.namesRows(at) {
				g.nameRows(at)
			} else {
				g.omit(reason, at)
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
		g.roles.Side = side
	} else if constant != nil {
		g.omit("the same value in every row", constant...)
		features = slices.DeleteFunc(features, func(at int) bool { return slices.Contains(constant, at) })
	}
	return features
}

func (g *guess) omit(why string, columns ...int) {
	g.roles.Omit = append(g.roles.Omit, words.Each(columns, g.Name)...)
	g.say("omitted", columns, "%s", why)
}

// taken are the columns that the wishes give a role, id or omit. One of them may name several columns between commas.
func (g *guess) taken(w Wishes) (map[int]string, error) {
	taken := map[int]string{}
	take := func(role string, names ...string) error {
		for _, name := range names {
			at, err := g.Find(name)
			if name == "" || name == none {
				continue
			}
			if err != nil {
				return fmt.Errorf("--%s: %w", role, err)
			}
			taken[at] = cmp.Or(taken[at], role)
		}
		return nil
	}
	if err := take("id", w.ID); err != nil {
		return nil, err
	}
	return taken, words.Try(w.Omit, func(names string) error {
		if _, err := g.Find(names); err == nil {
			return take("omit", names)
		}
		return take("omit", strings.Split(names, ",")...)
	})
}

// heads reports whether a column is the first, and the only one without a name: R and pandas write those of rows so.
func (g *guess) heads(at int) bool {
	return at == 0 && g.Named && len(g.Columns) > 1 && g.Columns[0].Name == "" &&
		!slices.ContainsFunc(g.Columns[1:], func(c Column) bool { return c.Name == "" })
}

// namesRows reports whether a column that is no feature has a name for each row, or its number. A first one may have
// some names twice.
func (g *guess) namesRows(at int) bool {
	c := &g.columns[at]
	words := c.words
	if g.heads(at) {
		return c.empty < len(g.Lines)
	}
	named := at == 0 && 2*len(words) >= len(g.Lines) || slices.Contains(rowNames, strings.ToLower(g.Columns[at].Name))
	return (g.distinct(at) || named && c.numbers == 0 && c.empty == 0) && len(g.Lines) > 1 &&
		(g.Columns[at].Name != "" || !g.Named) &&
		(count(words, g.isNumber) == len(words) || !slices.ContainsFunc(words, g.numeral))
}

// rowNames are usual names of a column of words that names the rows.
var rowNames = append([]string{"name", "names", "sample", "samples", "subject", "label", "labels"}, idNames...)

const currencies = "$€£¥₽₹"

var dress = strings.NewReplacer("%", "", "$", "", "€", "", "£", "", "¥", "", "₽", "", "₹", "", ",", "", "'", "", " ", "",
	"(", "", ")", "")

// undressed reports whether a word becomes a number without signs of percent or currency, and separators of thousands.
func (g *guess) undressed(word string) bool {
	plain := dress.Replace(word)
	return plain != word && (g.isNumber(plain) || g.isNumber(bare(word)))
}

// numeral reports whether a word is a number, or is likely one that is written in another way than others.
func (g *guess) numeral(word string) bool {
	return isNumber(word) || g.isNumber(word) || g.undressed(word)
}

// numbersRows reports whether a column has the numbers of all rows, from 0 or 1.
func (g *guess) numbersRows(at int) bool {
	c, rows := &g.columns[at], len(g.Lines)
	if c.numbers < rows || c.fractions > 0 || c.least > 1 || c.most-c.least != float64(rows-1) {
		return false
	}
	seen := make(map[float64]bool, rows)
	for row := range rows {
		seen[g.number(row, at)] = true
	}
	return len(seen) == rows
}

// class is the column of the class, −1 for none, and why: the one that is asked for, else a guess: by its name, then
// the last column of text. A column of numbers of another name may be a feature as well, and is one; so is a column of
// numbers that are no classes, such as a regression target, whatever its name. Columns that are taken are none.
func (g *guess) class(wish string, taken map[int]string) (at int, why string, err error) {
	if wish != "" {
		if at, err = g.ClassColumn(wish); err != nil {
			err = fmt.Errorf("--%w", err)
		}
		return at, fmt.Sprintf(asked, "class"), err
	}
	for at, c := range g.columns {
		named := taken[at] == "" && IsClassName(g.Columns[at].Name)
		if named && len(c.words) > 1 && !ManyNumbers(c.words, len(g.Lines)) {
			return at, "by its name (if it is none: --class none)", nil
		}
	}
	for at := len(g.columns) - 1; at >= 0; at-- {
		c := &g.columns[at]
		few := len(c.words) > 1 && len(c.words) <= g.mostClasses()
		free := taken[at] == "" && !g.heads(at)
		if free && few && c.numbers == 0 && !slices.ContainsFunc(c.words, g.numeral) {
			return at, "the last column of text (if it is none: --class none)", nil
		}
	}
	return -1, "as no column looks like one", nil
}

// fewWholes is how many different whole numbers a column has, in a row unless they are two and each in three rows or
// more; 0 if it has others or more than so many.
func (g *guess) fewWholes(at int) int {
	c, most := &g.columns[at], g.mostClasses()
	if c.fractions > 0 || c.empty+c.numbers < len(g.Lines) || max(c.most, -c.least) >= exact {
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

func (g *guess) mostClasses() int { return min(mostClasses(len(g.Lines)), 100) }

const leastSide = 8

// mostClasses is the largest number of classes that so many samples are likely to have.
func mostClasses(samples int) int { return max(2, samples/3) }

// ManyNumbers reports whether different words are more likely numbers than the names of classes.
func ManyNumbers(different []string, samples int) bool {
	numbers := !slices.ContainsFunc(different, func(word string) bool { return !isNumber(word) })
	return numbers && (len(different) > mostClasses(samples) || Quantities(different))
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

func isNumber(word string) bool {
	_, err := strconv.ParseFloat(word, 64)
	return err == nil
}
