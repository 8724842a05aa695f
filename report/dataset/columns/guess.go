package columns

import (
	"cmp"
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
	Dialect
}

// Roles say what the columns of a table are for, by their names: those that have no other role are features.
type Roles struct {
	Class, ID string // as in a study file
	Omit      []string
	Missing   bool // some row has no value of a feature or the class
	Side      int  // of the square image that each row is, 0 for none
}

// A Fact is what was guessed of a table, or left out.
type Fact struct {
	Kind    string   // read, doubt, lines, id, class, target, omitted, dropped, data or suspect
	Columns []string // that it is about
	Rows    []int    // lines that it is about, from 1
	Why     string
}

// String is in one line, whatever the names of columns have.
func (f Fact) String() string {
	text := f.Kind + ": " + strings.Join(append(slices.Clone(f.Columns), f.Why), ", ")
	switch f.Kind {
	case "omitted":
		text = f.Kind + " " + words.Some(f.Columns, 500) + ": " + f.Why
	case "dropped":
		text = f.Kind + " " + f.Why
	case "read":
		text = "read as: " + f.Why
	case "lines", "units":
		text = "line " + words.Some(words.Each(f.Rows, strconv.Itoa), 60) + ": " + f.Why
		if len(f.Rows) > 1 {
			text = "lines" + text[len("line"):]
		}
	}
	return words.OneLine(text)
}

// asked is why a column has the role that a flag gives it.
const asked = "as --%s says"

// OfLines reports whether a fact is on the lines of a file, and not on what its columns are for.
func (f Fact) OfLines() bool {
	return slices.Contains([]string{"read", "lines", "units", "doubt"}, f.Kind)
}

// Changes reports whether a fact may change what is found in the table, and was not asked for.
func (f Fact) Changes() bool {
	return !slices.Contains([]string{"read", "units", "id", "class"}, f.Kind) && f.Why != fmt.Sprintf(asked, "omit")
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
// name, else a column of words. Columns of text, of row numbers, mostly empty and constant ones are left out, and rows
// with an empty cell. A first column without a name, or the first one left out that differs in each row, names the rows.
// All columns must be Any or Nominal. The facts follow those that are known before.
func (t *Table) Guess(w Wishes, known []Fact) (Roles, []Fact, error) {
	g := &guess{Table: t, facts: known}
	g.look()
	if t.left != nil && t.Footer == nil {
		n := len(t.left)
		t.Footer = &n
		g.facts = append(g.facts, Fact{"lines", nil, t.left, "left out after the table (if they are rows: --footer none)"})
	}
	var roles Roles
	unasked := 0 // columns that are left out
	omit := func(why string, columns ...int) {
		roles.Omit = append(roles.Omit, words.Each(columns, g.Name)...)
		if g.say("omitted", columns, "%s", why); why != fmt.Sprintf(asked, "omit") {
			unasked += len(columns)
		}
	}
	taken, err := g.taken(w)
	if err != nil {
		return roles, g.facts, err
	}
	for at := range g.Columns {
		switch taken[at] {
		case "id":
			roles.ID = g.Name(at)
			g.sayID(at)
		case "omit":
			omit(fmt.Sprintf(asked, "omit"), at)
		}
	}
	class, why, err := g.class(w.Class, taken)
	if err != nil {
		return roles, g.facts, err
	}
	if roles.Class = none; class >= 0 {
		roles.Class = g.Name(class)
	}
	g.facts = append(g.facts, Fact{Kind: "class", Columns: []string{roles.Class}, Why: why})
	var features, constant []int
	grey := true
	for at, c := range g.columns {
		if at == class || taken[at] != "" {
			continue
		}
		if reason := g.unfit(at); reason != "" {
			if roles.ID == "" && w.ID != none && g.namesRows(at) {
				roles.ID = g.Name(at)
				g.sayID(at)
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
	g.sayRead(roles)
	if len(features) == 0 {
		return roles, g.facts, fmt.Errorf("%w: %s", ErrNoFeature, words.Some(words.Each(g.facts, Fact.String), 200))
	}
	for _, at := range features {
		g.suspect(at)
		if n := g.fewWholes(at); w.Class+roles.Class == none && n > 1 && (at == 0 || at == len(g.columns)-1) {
			g.say("target", []int{at}, "a feature, as its %d different whole numbers may be no classes (if they are: "+
				"--class %s)", n, g.Name(at))
		} else if name := strings.ToLower(g.Name(at)); IsClassName(name) && (name != "y" || !slices.Contains(g.Names(), "x")) {
			g.say("target", []int{at}, "a feature though its name is of a class or target (to leave it out: --omit %s)", g.Name(at))
		}
	}
	if unasked > 0 {
		g.say("data", nil, "%d of %s of the file are features", len(features), words.Count(len(g.Columns), "column"))
	}
	if class >= 0 {
		features = append(features, class)
	}
	roles.Missing = g.drop(features)
	return roles, g.facts, nil
}

// taken are the columns that the wishes give a role, id or omit. One of them may name several columns between commas.
func (g *guess) taken(w Wishes) (map[int]string, error) {
	taken := map[int]string{}
	take := func(role, name string) error {
		if name == "" || name == none {
			return nil
		}
		at, err := g.Find(name)
		if err == nil && taken[at] == "" {
			taken[at] = role
		}
		return err
	}
	if err := take("id", w.ID); err != nil {
		return nil, fmt.Errorf("--id: %w", err)
	}
	for _, names := range w.Omit {
		parts := strings.Split(names, ",")
		if _, err := g.Find(names); err == nil {
			parts = []string{names}
		}
		for _, name := range parts {
			if err := take("omit", name); err != nil {
				return nil, fmt.Errorf("--omit: %w", err)
			}
		}
	}
	return taken, nil
}

func (g *guess) sayID(at int) {
	why := "which names the rows"
	if g.heads(at) {
		why = "the first and only column without a name, " + why
	}
	if words := g.columns[at].words; !g.distinct(at) && len(words) > 0 {
		why += fmt.Sprintf(", some alike: %d names of %d rows", len(words), len(g.Lines))
	}
	g.say("id", []int{at}, "%s", why)
}

// sayRead says in one line how the file is written, before all else, where that is not the usual way.
func (g *guess) sayRead(roles Roles) {
	d, said := g.Dialect, []string(nil)
	add := func(is bool, format string, of ...any) {
		if is {
			said = append(said, fmt.Sprintf(format, of...))
		}
	}
	plural := map[string]string{"tab": "tabs", "semicolon": "semicolons", "bar": "bars", none: "one column"}
	add(d.Encoding != "", "%s", d.Encoding)
	add(d.Separator != "" && d.Separator != "comma", "%s", cmp.Or(plural[d.Separator], d.Separator))
	add(d.Decimal == "comma", "decimal commas")
	add(d.Thousands != "" && d.Thousands != none, "thousands parted by a sign (%s)", d.Thousands)
	add(d.Quote == "single", "single quotes")
	add(slices.ContainsFunc(g.found, func(f found) bool { return f.as == percent }), "percent")
	add(g.apart != nil, "columns of one name told apart as %s", words.Some(g.apart, 60))
	header := g.Line
	if d.Units != nil && *d.Units {
		header--
	}
	add(g.Named && (header > 1 || d.Header != nil || said != nil), "header in line %d", header)
	add(!g.Named, "no header")
	add(header < g.Line, "units in line %d", g.Line)
	if at, err := g.Find(roles.ID); err == nil && said != nil {
		add(true, "names of rows in column %d", at+1)
	}
	if said != nil {
		g.facts = slices.Insert(g.facts, 0, Fact{Kind: "read", Why: strings.Join(said, ", ")})
	}
}

// suspect says of a column whose least or largest number is far from the others, and one of those that stand for
// missing values in many files, how often.
func (g *guess) suspect(at int) {
	c := &g.columns[at]
	for _, code := range []float64{c.least, c.most} {
		if !slices.Contains(codes, math.Abs(code)) {
			continue
		}
		low, high, count := math.Inf(1), math.Inf(-1), 0
		for row := range g.Lines {
			switch v := g.number(row, at); {
			case v == code:
				count++
			case !math.IsNaN(v):
				low, high = min(low, v), max(high, v)
			}
		}
		if gap := max(low-code, code-high); 2*count < c.numbers && gap > high-low && gap > 10 {
			g.say("suspect", []int{at}, "%v stands %s: a code for missing? (if it is: --na %[1]v)", code,
				words.Count(count, "time"))
		}
	}
}

// codes are numbers, or their opposites, that stand for missing values.
var codes = []float64{99, 999, 9999, 99999, 999999, 999.25, 32767, 32768, 1e20, 1e30, 1e35, 1e36}

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
	word := slices.IndexFunc(c.values, math.IsNaN)
	switch {
	case g.heads(at):
		return "it has no name"
	case g.Named && name == "":
		return "the header gives it no name"
	case c.empty == len(g.Lines):
		return "it is empty"
	case word >= 0 && strings.ContainsAny(c.words[word], currencies) && g.undressed(c.words[word]):
		return g.where(at, c.words[word]) + " has a sign of currency: write its numbers in one currency, without the sign, " +
			"to keep it"
	case word >= 0 && g.numeral(c.words[word]):
		return g.where(at, c.words[word]) + ": write all its numbers alike, with or without signs, to keep it"
	case word >= 0 && c.numbers > 0:
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
		(g.Columns[at].Name != "" || !g.Named) && (g.allNumbers(words) || !slices.ContainsFunc(words, g.numeral))
}

// rowNames are usual names of a column of words that names the rows.
var rowNames = append([]string{"name", "names", "sample", "samples", "subject", "label", "labels"}, idNames...)

const currencies = "$€£¥₽₹"

var dress = strings.NewReplacer("%", "", "$", "", "€", "", "£", "", "¥", "", "₽", "", "₹", "", ",", "", "'", "", " ", "",
	"(", "", ")", "")

// undressed reports whether a word becomes a number without signs of percent or currency, and separators of thousands.
func (g *guess) undressed(word string) bool {
	bare := dress.Replace(word)
	return bare != word && g.isNumber(bare)
}

func (g *guess) numeral(word string) bool { return g.isNumber(word) || g.undressed(word) }

func (g *guess) allNumbers(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !g.isNumber(w) })
}

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
		named := g.Named && taken[at] == "" && IsClassName(g.Columns[at].Name)
		if named && len(c.words) > 1 && !ManyNumbers(c.words, len(g.Lines)) {
			return at, "by its name (if it is none: --class none)", nil
		}
	}
	for at := len(g.columns) - 1; at >= 0; at-- {
		c := &g.columns[at]
		few := len(c.words) > 1 && len(c.words) <= g.mostClasses()
		if taken[at] == "" && !g.heads(at) && c.numbers == 0 && few && !slices.ContainsFunc(c.words, g.numeral) {
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
