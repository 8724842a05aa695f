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
	Metric Metric
	Said   []string
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
	{regexp.MustCompile(`(?i)error|misclass|loss|rmse`), Metric{Name: "error", Better: Smaller}, "misclassification"},
	{regexp.MustCompile(`(?i)\bauc|roc`), Metric{Name: "auc", Better: Larger, Measure: "auc"}, ""},
	{regexp.MustCompile(`(?i)precision`), Metric{Name: "precision", Better: Larger, Measure: "precision-at-n"}, ""},
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
	u.turn(g)
	levels := !slices.ContainsFunc(g.body, func(r gridRow) bool { return !isNumber(r.label) && !IsAverage(r.label) })
	if u.Methods == "" && levels {
		u.Axis = cmp.Or(g.axis, "level")
	}
	if len(u.results(g)) == 0 {
		return Guess{}, fmt.Errorf("%s: the table has no results: %s", file, strings.Join(u.Said, "; "))
	}
	u.measure(g)
	return u, nil
}

func (u *Guess) say(format string, arguments ...any) {
	u.Said = append(u.Said, fmt.Sprintf(format, arguments...))
}

// column lists the digits of a column, and which are bold.
func (g *grid) column(j int) (digits []string, bold int) {
	for _, r := range g.body {
		text, marked := number(r.cells[j])
		if text != "" {
			digits = append(digits, text)
		}
		if marked {
			bold++
		}
	}
	return digits, bold
}

func whole(digits string) bool { return Places(digits) == 0 }

// omit takes columns without results for such by their names, by words in them, or by whole numbers among decimals.
func (u *Guess) omit(g *grid) {
	decimals := 0
	for j := range g.columns {
		if digits, _ := g.column(j); !slices.ContainsFunc(digits, whole) {
			decimals++
		}
	}
	for j, name := range g.columns {
		digits, _ := g.column(j)
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

// results are the numbers of a table by lines along which the best is marked: rows, or columns where methods stand in
// rows.
func (u *Guess) results(g *grid) [][]Number {
	n, m := len(g.body), len(g.columns)
	if u.Methods == "rows" {
		n, m = m, n
	}
	lines := make([][]Number, n)
	for i := range n {
		for k := range m {
			row, column := i, k
			if u.Methods == "rows" {
				row, column = k, i
			}
			digits, bold := number(g.body[row].cells[column])
			value, err := Parse(digits)
			if err == nil && !slices.Contains(u.Omit, g.columns[column]) {
				lines[i] = append(lines[i], Number{Estimate: value, Bold: bold})
			}
		}
	}
	return slices.DeleteFunc(lines, func(line []Number) bool { return len(line) == 0 })
}

// marked counts lines with one number in bold, and among them those in which it is the largest, and the smallest.
func marked(lines [][]Number) (one, largest, smallest int) {
	for _, line := range lines {
		i := slices.IndexFunc(line, func(n Number) bool { return n.Bold })
		if i < 0 || slices.ContainsFunc(line[i+1:], func(n Number) bool { return n.Bold }) {
			continue
		}
		one++
		if !slices.ContainsFunc(line, func(n Number) bool { return n.Centre > line[i].Centre }) {
			largest++
		}
		if !slices.ContainsFunc(line, func(n Number) bool { return n.Centre < line[i].Centre }) {
			smallest++
		}
	}
	return one, largest, smallest
}

// turn finds where methods stand: averages are over data sets, and the best method of a data set is in bold.
func (u *Guess) turn(g *grid) {
	labels := words.Each(g.body, func(r gridRow) string { return r.label })
	inRow, inColumn := slices.ContainsFunc(labels, IsAverage), slices.ContainsFunc(g.columns, IsAverage)
	down := *u
	down.Methods = "rows"
	share := func(u *Guess) float64 {
		lines := u.results(g)
		one, _, _ := marked(lines)
		return float64(one) / float64(max(1, len(lines)))
	}
	byRow, byColumn := share(u), share(&down)
	why := "by default"
	switch {
	case inRow != inColumn:
		why = "since the average is over the others"
		if inColumn {
			u.Methods = "rows"
		}
	case byRow != byColumn:
		why = "since one of them is in bold in each line"
		if byColumn > byRow {
			u.Methods = "rows"
		}
	}
	u.say("methods stand in %s, %s", cmp.Or(u.Methods, "columns"), why)
	if inRow != inColumn {
		i := slices.IndexFunc(append(labels, g.columns...), IsAverage)
		u.say("averages: %s", append(labels, g.columns...)[i])
	}
}

// measure finds the metric by words, range, bold cells and digits.
func (u *Guess) measure(g *grid) {
	lines := u.results(g)
	numbers := slices.Concat(lines...)
	text := u.Title + " " + u.File
	kind := metricWords[slices.IndexFunc(metricWords, func(m metricWord) bool { return m.words.MatchString(text) })]
	u.Metric = kind.Metric
	most := slices.MaxFunc(numbers, func(a, b Number) int { return cmp.Compare(a.Centre, b.Centre) }).Centre
	if most > 1 && most <= 100 {
		u.Metric.Unit, u.Metric.Measure = "percent", cmp.Or(kind.inPercent, u.Metric.Measure)
	}
	why := "by its words"
	if one, largest, smallest := marked(lines); one > 0 && largest != smallest {
		u.Metric.Better = Larger
		why = fmt.Sprintf("bold marks the largest in %d of %d lines", largest, one)
		if smallest > largest {
			u.Metric.Better, why = Smaller, fmt.Sprintf("bold marks the smallest in %d of %d lines", smallest, one)
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
