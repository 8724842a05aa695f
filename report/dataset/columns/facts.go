package columns

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpca/report/words"
)

// A Fact is what was guessed of a table, or left out.
type Fact struct {
	Kind    string   // read, doubt, lines, id, class, target, omitted, dropped, data or suspect
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
	return !slices.Contains([]string{"read", "units", "id", "class", "columns", "indices"}, f.Kind) &&
		f.Why != fmt.Sprintf(asked, "omit")
}

func (g *guess) say(kind string, columns []int, format string, of ...any) {
	g.facts = append(g.facts, Fact{Kind: kind, Columns: words.Each(columns, g.Name), Why: fmt.Sprintf(format, of...)})
}

func (g *guess) sayFooter(lines []int, why string) {
	g.facts = append(g.facts, Fact{"lines", nil, lines, why + " (if they are rows: --footer none)"})
}

// nameRows lets a column name the rows.
func (g *guess) nameRows(at int) {
	g.roles.ID = g.Name(at)
	why := "which names the rows"
	names := g.columns[at].words
	switch n := count(words.Each(names, alike.Replace), measured.MatchString); {
	case g.heads(at) && (g.columns[at].fractions > 0 || names != nil && 2*len(names) < len(g.Lines)):
		g.say("suspect", []int{at}, "names the rows, and may be a feature or class (if it is: give it a name)")
	case n > 0 && n == len(names) && !g.heads(at) && !isIDName(g.Name(at)):
		g.say("suspect", []int{at}, "names the rows, though %s may be a number (if it is: write all as numbers)",
			g.where(at, names[0]))
	}
	last := g.Word(len(g.Lines)-1, at)
	sums := func(name string) bool {
		return ofFooters.MatchString(name) || name == last && mayFollow.MatchString(name)
	}
	if sum, found := words.First(names, sums); found {
		g.say("suspect", []int{at}, "%s may sum up other rows (if it does: delete the line)", g.where(at, sum))
	}
	if g.heads(at) {
		why = "the first and only column without a name, " + why
	}
	if !g.distinct(at) && len(names) > 0 {
		why += fmt.Sprintf(", some alike: %d names of %d rows", len(names), len(g.Lines))
	}
	g.say("id", []int{at}, "%s", why)
}

// sayRead says in one line how the file is written, before all else, where that is not the usual way.
func (g *guess) sayRead() {
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
	add(g.Named && d.Separator != "" && (header > 1 || d.Header != nil || said != nil), "header in line %d", header)
	add(!g.Named, "no header")
	add(header < g.Line, "units in line %d", g.Line)
	if at, err := g.Find(g.roles.ID); err == nil && said != nil {
		add(true, "names of rows in column %d", at+1)
	}
	if said != nil {
		g.facts = slices.Insert(g.facts, 0, Fact{Kind: "read", Why: strings.Join(said, ", ")})
	}
}

// maybeClass says that a feature may be a class or a target.
func (g *guess) maybeClass(at int, w Wishes) {
	name := g.Name(at)
	lower, n := strings.ToLower(name), g.fewWholes(at)
	switch {
	case w.Class == "" && g.roles.Class == none && n > 1 && (at == 0 || at == len(g.columns)-1):
		g.say("target", []int{at}, "a feature, as its %d different whole numbers may be no classes (if they are: "+
			"--class %s)", n, name)
	case IsClassName(lower) && (lower != "y" || !slices.Contains(g.Names(), "x")):
		g.say("target", []int{at}, "a feature though its name is of a class or target (to leave it out: --omit %s)",
			name)
	}
}

// suspect says what else the numbers of a column may be.
func (g *guess) suspect(at int) {
	if f := g.found[at].pointed; f != "" {
		g.say("doubt", nil, "%q in column %s has a point where others have decimal commas, and is read as a decimal "+
			"one (if it has none: --omit %[2]s)", f, g.Name(at))
	}
	if f := g.found[at].padded; f != "" {
		g.say("suspect", []int{at}, "a feature, though %q begins as codes do (if it is one: --omit %s)", f, g.Name(at))
	}
	if g.grouped(at) {
		g.say("doubt", nil, "points in column %s may be of thousands, as whole numbers stand beside three decimals "+
			"(if they are: --decimal comma --thousands point)", g.Name(at))
	}
	if g.orders(at) {
		g.say("suspect", []int{at}, "a feature, though its whole numbers may number rows or say when (if they do: "+
			"--id %s, or --omit %[1]s)", g.Name(at))
	}
	g.sayCodes(at)
}

// sayCodes says how often numbers that stand for missing values in many files stand in a column.
func (g *guess) sayCodes(at int) {
	c, counts, low, high := &g.columns[at], map[float64]int{}, math.Inf(1), math.Inf(-1)
	if max(c.most, -c.least) < 999 && !c.mayBeCode(c.least) && !c.mayBeCode(c.most) {
		return
	}
	for row := range g.Lines {
		if v := g.number(row, at); c.mayBeCode(v) {
			counts[v]++
		} else if !math.IsNaN(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	for _, code := range slices.Sorted(maps.Keys(counts)) {
		gap := max(low-code, code-high)
		if 2*counts[code] < c.numbers && (gap < 0 || gap > high-low && gap > 10) {
			g.say("suspect", []int{at}, "%v stands %s: a code for missing? (if it is: --na %[1]v)", code,
				words.Count(counts[code], "time"))
		}
	}
}

// grouped reports whether a column has numbers of three decimals and whole ones of three digits, as numbers with a
// point of thousands that is read as a decimal one.
func (g *guess) grouped(at int) bool {
	c, three, whole := &g.columns[at], 0, map[float64]bool{}
	if c.fractions == 0 || c.fractions == c.numbers || g.Decimal == "comma" || g.Thousands != "" || c.most >= 1000 {
		return false
	}
	for row := range g.Lines {
		switch v := math.Abs(g.number(row, at)); {
		case v != math.Trunc(v) && v < 1, math.Abs(v*1000-math.Round(v*1000)) > 1e-6:
			return false
		case math.Abs(v*100-math.Round(v*100)) > 1e-6:
			three++
		case v == math.Trunc(v) && v >= 100:
			whole[v] = true
		}
	}
	return len(whole) > 1 && 5*three >= 4*c.fractions
}

// mayBeCode reports whether a number is a code, and the least or largest one of a column, or one of three digits among
// numbers that have fractions or lie far apart.
func (c *content) mayBeCode(v float64) bool {
	apart := 10*c.fractions >= 9*c.numbers || c.most-c.least > 1000*float64(c.numbers)
	return (v == c.least || v == c.most || apart && math.Abs(v) >= 999) &&
		(slices.Contains(codes, v) || slices.Contains(codes, -v))
}

// codes are numbers, or opposites of positive ones, that stand for missing values.
var codes = []float64{-1, -9, 99, 99.9, 999, 999.9, 9999, 99999, 999999, 999.25, 32767, 32768, 1e20, 1e30, 1e35, 1e36}

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
	case word >= 0:
		return g.where(at, c.words[word]) + g.remedy(c.words[word], c.numbers)
	case 2*c.empty > len(g.Lines):
		return fmt.Sprintf("it is empty in %d of %s", c.empty, words.Count(len(g.Lines), "row"))
	case g.distinct(at) && isIDName(name), at == 0 && len(g.Lines) > 2 && g.numbersRows(at):
		return "it numbers the rows"
	}
	return ""
}

// remedy is how a column with a word among some numbers may be kept.
func (g *guess) remedy(word string, numbers int) string {
	switch {
	case strings.ContainsAny(word, currencies) && g.undressed(word):
		return " has a sign of currency: write its numbers in one currency, without the sign, to keep it"
	case g.numeral(word):
		return ": write all its numbers alike, with or without signs, to keep it"
	case numbers > 0:
		return ": correct it, or give it to --na if it means missing, to keep the column"
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

// orders reports whether a column has whole numbers that rise or fall from row to row, or a name of such.
func (g *guess) orders(at int) bool {
	c, before, named := &g.columns[at], math.NaN(), ofRows.MatchString(g.Columns[at].Name)
	if c.fractions > 0 || c.numbers < max(5, len(g.Lines)) || c.most-c.least < 2 {
		return false
	}
	for row := range g.Lines {
		v := g.number(row, at)
		if (v-before)*(c.most+c.least-2*g.number(0, at)) <= 0 && !named {
			return false
		}
		before = v
	}
	return true
}

// ofRows finds names of columns that number rows or say when.
var ofRows = regexp.MustCompile(`(?i:^(.*[_ .-])?(id|no|nr|date|timestamp|year|month|day|barcode|phone|zip)\.?$)|` +
	`[a-z]ID$`)

// measured finds a number with a sign or a unit, and no date or number of a row with zeros before it; after decimals
// may be anything.
var measured = regexp.MustCompile(`^[-+<>~(]*(0x[\da-fA-F]+|(([1-9]\d*|0)([.,]\d+)?|[.,]\d+)( \S+|[kM)]|[-+/]\d*)?)$|` +
	`^[^\pL\d]*\d+[.,]\d+[^\d.,:/].*$`)

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
