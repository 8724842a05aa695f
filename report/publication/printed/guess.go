package printed

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"gpca/report/words"
)

// A Guess is what a file with one table seems to hold, with what speaks for it.
type Guess struct {
	Layout
	Metric  Metric
	Columns []string // with results
	Said    []string
}

var (
	tableNumber = regexp.MustCompile(`(?i)\btable\s+([\w.]+?)[.:]?(?:\s+(.*))?$`)
	fileNumber  = regexp.MustCompile(`\d+(?:\.\d+)*`)
	notResults  = regexp.MustCompile(`(?i)^(?:#.*|n|p|d|no\.?.*|.*(?:samples?|instances|features?|dimensions?|` +
		`attributes|classes|outliers?).*)$`)
)

// A metricWord tells a metric by the words of a title or file.
type metricWord struct {
	words *regexp.Regexp
	Metric
	inPercent string // measure of a study where numbers go up to 100
}

// metricWords are tried in order.
var metricWords = []metricWord{
	{regexp.MustCompile(`(?i)reconstruct`), Metric{Name: "error", Better: Smaller, Measure: "reconstruction-error"}, ""},
	{regexp.MustCompile(`(?i)error|misclass|loss|rmse`), Metric{Name: "error", Better: Smaller}, "misclassification"},
	{regexp.MustCompile(`(?i)\bauc|roc`), Metric{Name: "auc", Better: Larger, Measure: "auc"}, ""},
	{regexp.MustCompile(`(?i)precision`), Metric{Name: "precision", Better: Larger, Measure: "precision-at-n"}, ""},
	{regexp.MustCompile(`(?i)accura|correct`), Metric{Name: "accuracy", Better: Larger}, "accuracy"},
	{regexp.MustCompile(``), Metric{Name: "accuracy", Better: Larger}, "accuracy"},
}

// Guesses guesses how a file is to be read. The number is used where the file names none.
func Guesses(file, number string, content []byte) (Guess, error) {
	g, err := openGrid(file, content)
	if err != nil {
		return Guess{}, err
	}
	base := strings.TrimSuffix(path.Base(file), path.Ext(file))
	u := Guess{Layout: Layout{File: path.Base(file), Number: cmp.Or(fileNumber.FindString(base), number), Title: g.title}}
	if m := tableNumber.FindStringSubmatch(g.title); m != nil {
		u.Number, u.Title = m[1], m[2]
	}
	u.Title, u.Axis = cmp.Or(u.Title, base), "dataset"
	u.say("table %s of %s: %s, %s", u.Number, u.File, words.Count(len(g.body), "row"),
		words.Count(len(g.columns), "column"))
	u.omit(g)
	across, err := u.read(file, content, "columns")
	if err != nil {
		return Guess{}, fmt.Errorf("%w: %s", err, strings.Join(u.Said, "; "))
	}
	down, err := u.read(file, content, "rows")
	if err != nil {
		return Guess{}, err
	}
	t := u.turn(across, down)
	u.Columns = t.Results()
	if !slices.ContainsFunc(t.Body(), func(row string) bool { return !isNumber(row) }) {
		u.Axis = cmp.Or(g.axis, "level")
	}
	u.measure(t)
	return u, nil
}

func (u *Guess) say(format string, arguments ...any) {
	u.Said = append(u.Said, fmt.Sprintf(format, arguments...))
}

// column lists the digits of a column.
func (g *grid) column(j int) (digits []string) {
	for _, r := range g.body {
		if text, _ := number(r.cells[j]); text != "" {
			digits = append(digits, text)
		}
	}
	return digits
}

func whole(digits string) bool { return Places(digits) == 0 }

// omit takes columns without results for such by their names, by words in them, or by whole numbers among decimals.
func (u *Guess) omit(g *grid) {
	decimals := 0
	for j := range g.columns {
		if digits := g.column(j); !slices.ContainsFunc(digits, whole) {
			decimals++
		}
	}
	for j, name := range g.columns {
		digits := g.column(j)
		isText := slices.ContainsFunc(digits, func(d string) bool { return !isNumber(d) })
		isWhole := 2*decimals > len(g.columns) && !slices.ContainsFunc(digits, func(d string) bool { return !whole(d) })
		if isText || isWhole || notResults.MatchString(name) {
			u.Omit = append(u.Omit, name)
		}
	}
	if len(u.Omit) > 0 {
		u.say("no results, by name, words or whole numbers: %s", words.Enumerate(u.Omit))
	}
}

// read reads the table with methods in columns or rows, of a metric that is not known yet.
func (u *Guess) read(file string, content []byte, methods string) (Table, error) {
	l := u.Layout
	l.Methods, l.Metric = methods, "unknown"
	return l.Read(content, "", file, []Metric{{Name: l.Metric}})
}

// marked counts rows with one number in bold, and among them those in which it is the largest, and the smallest.
func marked(t Table) (one, largest, smallest int) {
	for _, row := range t.Rows {
		line := slices.DeleteFunc(t.Numbers(), func(n Number) bool { return n.Row != row })
		bold := slices.DeleteFunc(slices.Clone(line), func(n Number) bool { return !n.Bold })
		if len(bold) != 1 {
			continue
		}
		one++
		if !slices.ContainsFunc(line, func(n Number) bool { return n.Centre > bold[0].Centre }) {
			largest++
		}
		if !slices.ContainsFunc(line, func(n Number) bool { return n.Centre < bold[0].Centre }) {
			smallest++
		}
	}
	return one, largest, smallest
}

// turn finds where methods stand: averages are over data sets, and the best method of a data set is in bold.
func (u *Guess) turn(across, down Table) Table {
	share := func(t Table) float64 {
		one, _, _ := marked(t)
		return float64(one) / float64(len(t.Rows))
	}
	byRow, byColumn := share(across), share(down)
	inRow, overRows := across.Average()
	inColumn, overColumns := down.Average()
	why := "by default"
	switch {
	case overRows != overColumns:
		u.Methods, why = map[bool]string{true: "rows"}[overColumns], "since the average is over the others"
	case byRow != byColumn:
		u.Methods, why = map[bool]string{true: "rows"}[byColumn > byRow], "since one of them is in bold in each line"
	}
	u.say("methods stand in %s, %s", cmp.Or(u.Methods, "columns"), why)
	if overRows != overColumns {
		u.say("averages: %s", inRow+inColumn)
	}
	if u.Methods == "rows" {
		return down
	}
	return across
}

// measure finds the metric by words, range, bold cells and digits.
func (u *Guess) measure(t Table) {
	numbers := t.Numbers()
	text := u.Title + " " + u.File
	kind := metricWords[slices.IndexFunc(metricWords, func(m metricWord) bool { return m.words.MatchString(text) })]
	u.Metric = kind.Metric
	most := slices.MaxFunc(numbers, func(a, b Number) int { return cmp.Compare(a.Centre, b.Centre) }).Centre
	if most > 1 && most <= 100 {
		u.Metric.Unit, u.Metric.Measure = "percent", cmp.Or(kind.inPercent, u.Metric.Measure)
	}
	why := "by its words"
	if one, largest, smallest := marked(t); one > 0 && largest != smallest {
		better, lines := Larger, largest
		if smallest > largest {
			better, lines = Smaller, smallest
		}
		// A few cells in bold may be misprints, where the words are plain.
		if better == u.Metric.Better || kind.words.String() == "" || one >= 3 {
			u.Metric.Better = better
			why = fmt.Sprintf("bold marks the %s in %d of %d lines",
				map[Better]string{Larger: "largest", Smaller: "smallest"}[better], lines, one)
		}
	}
	places := words.Grouped(numbers, Number.Places)
	usual := slices.MaxFunc(places, func(a, b []Number) int { return len(a) - len(b) })
	u.Metric.Decimals = usual[0].Places()
	u.Layout.Metric = u.Metric.Name
	u.say("metric %s: numbers up to %g%s, %s ones are better (%s)", u.Metric.Name, most,
		map[bool]string{true: ", in percent"}[u.Metric.Unit == "percent"], u.Metric.Better, why)
	u.say("%d of %d numbers have %s", len(usual), len(numbers), words.Count(u.Metric.Decimals, "decimal"))
}
