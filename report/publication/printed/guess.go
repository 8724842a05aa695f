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
	// Metrics has that of the table first.
	Metrics []Metric
	Columns []string // with results
	Said    []string
}

var (
	tableNumber = regexp.MustCompile(`(?i)\btable\s+([\w.]+?)[.:]?(?:\s+(.*))?$`)
	fileNumber  = regexp.MustCompile(`\d+(?:\.\d+)*`)
)

// Guesses guesses how a file is to be read. The number is used where the file names none.
func Guesses(file, number string, content []byte) (Guess, error) {
	g, err := openGrid(file, content)
	if err != nil {
		return Guess{}, err
	}
	base := strings.TrimSuffix(path.Base(file), path.Ext(file))
	u := Guess{Layout: Layout{File: path.Base(file), Title: g.title}}
	u.Number = cmp.Or(fileNumber.FindString(base), number)
	if m := tableNumber.FindStringSubmatch(g.title); m != nil {
		u.Number, u.Title = m[1], m[2]
	}
	u.Title, u.Axis = cmp.Or(u.Title, base), "dataset"
	u.say("table %s of %s: %s, %s", u.Number, u.File, words.Count(len(g.rows), "row"),
		words.Count(len(g.columns), "column"))
	u.omit(g)
	u.measures(g)
	l := u.Layout
	l.Methods, l.Metric = "columns", u.Metrics[0].Name
	across, err := l.read(g, "", file, u.Metrics)
	if err != nil {
		return Guess{}, fmt.Errorf("%w: %s", err, strings.Join(u.Said, "; "))
	}
	t := u.turn(g, across, across.Turned())
	u.Columns = t.Results()
	if !slices.ContainsFunc(t.Body(), func(row string) bool { return !isNumber(row) }) {
		u.Axis = cmp.Or(g.axis, "level")
	}
	for _, m := range append(slices.Clone(u.Metrics[1:]), u.Metrics[0]) {
		u.measure(t, m)
	}
	u.Metric = u.Metrics[0].Name
	for _, g := range t.Gaps {
		u.say("%s", g)
	}
	return u, nil
}

func isNumber(label string) bool {
	_, err := Parse(label)
	return err == nil
}

func (u *Guess) say(format string, arguments ...any) {
	u.Said = append(u.Said, fmt.Sprintf(format, arguments...))
}

// omit takes lines without results for such by their names, by words in them, or columns by whole numbers among
// decimals.
func (u *Guess) omit(g *grid) {
	isWhole := func(cells []cell) bool {
		return !slices.ContainsFunc(cells, func(c cell) bool { return Places(c.digits) > 0 })
	}
	wholes := map[int]bool{}
	for j := range g.columns {
		if isWhole(words.Each(g.cells, func(row []cell) cell { return row[j] })) {
			wholes[j] = true
		}
	}
	for j, l := range g.columns {
		counts := l.Kind == "" && wholes[j] && 2*len(wholes) < len(g.columns)
		if l.isWords || counts || theConventions().describes(l, wholes[j]) {
			u.Omit = append(u.Omit, l.text)
		}
	}
	for i, l := range g.rows {
		if theConventions().describes(l, isWhole(g.cells[i])) {
			u.Omit = append(u.Omit, l.text)
		}
	}
	if len(u.Omit) > 0 {
		u.say("no results, by name, words or whole numbers: %s", words.Enumerate(u.Omit))
	}
}

// measures finds the metric of the table by its title and file, and those of lines by their labels. The labels of one
// side name metrics where most do, or arrows stand there; a time is one everywhere.
func (u *Guess) measures(g *grid) {
	kind, ok := theConventions().metricOf(u.Title + " " + u.File)
	if !ok || kind.Aside {
		kind = metricWords{Name: "accuracy", Percent: "accuracy"}
	}
	u.Metrics = []Metric{{Name: cmp.Or(kind.Name, "accuracy"), Better: kind.Better, Measure: kind.Measure}}
	sides := [][]label{g.columns, g.rows}
	shares := words.Each(sides, named)
	most := slices.Max(shares)
	for i, side := range sides {
		u.measuresOf(side, shares[i] == most && most >= 0.5)
	}
}

// measuresOf finds the metrics of the labels of one side, which name them or not.
func (u *Guess) measuresOf(side []label, named bool) {
	several := named && differ(side)
	for _, l := range side {
		m, ok := theConventions().metricOf(l.text)
		switch {
		case slices.Contains(u.Omit, l.text):
		case !ok && several && l.Kind == "": // nobody knows its direction
			u.assign(l.text, u.metricOf(l.text, metricWords{Name: strings.ToLower(l.text), Aside: true}))
		case ok && (m.Aside || named):
			u.assign(l.text, u.metricOf(l.text, m))
		}
	}
}

// differ reports whether labels name metrics of both directions.
func differ(side []label) bool {
	directions := words.Each(side, func(l label) Better {
		m, _ := theConventions().metricOf(l.text)
		return m.Better
	})
	return slices.Contains(directions, Larger) && slices.Contains(directions, Smaller)
}

// assign gives a label a metric.
func (u *Guess) assign(label, metric string) {
	at := slices.IndexFunc(u.Layout.Metrics, func(m Measured) bool { return m.Metric == metric })
	if at < 0 {
		at = len(u.Layout.Metrics)
		u.Layout.Metrics = append(u.Layout.Metrics, Measured{Metric: metric})
	}
	u.Layout.Metrics[at].Of = words.AppendNew(u.Layout.Metrics[at].Of, label)
}

// named is the share of labels that name a metric; more than 1 where arrows say so.
func named(side []label) (share float64) {
	for _, l := range side {
		_, ok := theConventions().metricOf(l.text)
		if strings.ContainsAny(l.text, "↑↓") {
			share++
		}
		if ok {
			share += 1 / float64(len(side))
		}
	}
	return share
}

// metricOf names the metric of a label, by the label's own word where the name says little.
func (u *Guess) metricOf(label string, m metricWords) string {
	name := m.Name
	switch {
	case name == "" && (u.Metrics[0].Better == "" || u.Metrics[0].Better == m.Better): // an arrow alone
		u.Metrics[0].Better = m.Better
		return u.Metrics[0].Name
	case name == "":
		name = strings.ToLower(strings.TrimSpace(aside.ReplaceAllString(label, "")))
	case name == "error" || name == "score":
		name = strings.ToLower(m.Words.part.FindString(label))
	}
	metric := Metric{Name: name, Better: m.Better, Measure: m.Measure}
	if m.Aside {
		metric.Better = ""
	} else if m.Better == "" {
		metric.Better = u.Metrics[0].Better
	}
	if first := &u.Metrics[0]; first.Better == "" && first.Name == metric.Name { // of which nothing is known yet
		*first = metric
	}
	u.Metrics, name = Declare(u.Metrics, metric)
	return name
}

// marked counts groups of a row with numbers in bold, of a metric or of all, and among them those in which they are the
// largest, and the smallest.
func marked(t Table, of string) (groups, largest, smallest int) {
	for _, row := range t.Rows {
		if k := t.About(row).Kind; k == Rank || k == Wins || k == Deviation {
			continue
		}
		for _, group := range t.Groups(row) {
			parts := words.Grouped(group, func(n Number) bool { return n.Bold })
			if of != "" && group[0].Metric.Name != of || len(parts) < 2 {
				continue
			}
			if !group[0].Bold {
				slices.Reverse(parts)
			}
			bold, others := words.Each(parts[0], Number.Mean), words.Each(parts[1], Number.Mean)
			groups++
			if slices.Min(bold) >= slices.Max(others) {
				largest++
			}
			if slices.Max(bold) <= slices.Min(others) {
				smallest++
			}
		}
	}
	return groups, largest, smallest
}

// turn finds where methods stand by what speaks for columns, and for rows.
func (u *Guess) turn(g *grid, across, down Table) Table {
	c := theConventions()
	rows, columns := sumsUp(across), sumsUp(down)
	isLevel := func(l label) bool { return isNumber(l.text) }
	corner := func(p pattern) float64 { return share([]label{{text: g.axis}}, p.names) }
	score, why := 0, map[bool][]string{}
	for _, evidence := range []struct {
		weight        int
		columns, rows float64
		says          string
	}{
		{3 * (len(rows) - len(columns)) / max(1, len(rows), len(columns)), 1, 0, "the average is over the others"},
		{2, lined(across), lined(down), "one of them is in bold in each line"},
		{3, justMetrics(g.rows), justMetrics(g.columns), "the others are metrics"},
		{2, share(g.columns, c.Known.Methods.names) + share(g.rows, c.Known.Sets.names),
			share(g.rows, c.Known.Methods.names) + share(g.columns, c.Known.Sets.names), "their names say so"},
		{1, corner(c.Corners.Sets), corner(c.Corners.Methods), g.axis + " heads the labels"},
		{1, share(g.rows, isLevel), share(g.columns, isLevel), "the others are levels"},
	} {
		if speaks := evidence.weight * compareShares(evidence.columns, evidence.rows); speaks != 0 {
			score += speaks
			why[speaks > 0] = append(why[speaks > 0], evidence.says)
		}
	}
	t := across
	switch {
	case score == 0:
		u.Methods = "unknown"
		u.say("methods: rows or columns? Nothing tells, so that bold is not judged; say it under methods")
	case score < 0:
		t, u.Methods = down, "rows"
	}
	if score != 0 {
		u.say("methods stand in %s, since %s", cmp.Or(u.Methods, "columns"), words.Enumerate(why[score > 0]))
	}
	if all := append(rows, columns...); len(all) > 0 {
		u.say("averages: %s", words.Enumerate(all))
	}
	return t
}

// sumsUp lists the rows that follow from others, as averages do.
func sumsUp(t Table) []string {
	return slices.DeleteFunc(slices.Clone(t.Rows), func(row string) bool {
		kind := t.About(row).Kind
		return kind == "" || kind == Deviation || kind == "other"
	})
}

// compareShares is 1 where a share is larger than another by a fifth, -1 where it is smaller, else 0.
func compareShares(a, b float64) int {
	return (cmp.Compare(a-b, 0.2) + cmp.Compare(a-b, -0.2)) / 2
}

// lined is the share of rows with the one number in bold that is the largest or the smallest.
func lined(t Table) float64 {
	_, largest, smallest := marked(t, "")
	return float64(max(largest, smallest)) / float64(len(t.Rows))
}

func share(labels []label, is func(label) bool) float64 {
	return float64(len(words.Those(labels, is))) / float64(len(labels))
}

// names reports whether a label that holds results is one of those that an expression knows.
func (p pattern) names(l label) bool { return l.Kind == "" && p.whole.MatchString(l.text) }

// justMetrics is the share of labels that name a metric and nothing else.
func justMetrics(labels []label) float64 {
	return share(labels, func(l label) bool {
		m, ok := theConventions().metricOf(l.Name)
		rest := aside.ReplaceAllString(l.Name, "")
		if m.Words.part != nil {
			rest = m.Words.part.ReplaceAllString(rest, "")
		}
		return ok && strings.TrimSpace(rest) == ""
	})
}

// measure completes a metric by range, bold cells and digits.
func (u *Guess) measure(t Table, m Metric) {
	numbers := words.Those(t.Numbers(), func(n Number) bool { return n.Metric.Name == m.Name })
	at := slices.IndexFunc(u.Metrics, func(o Metric) bool { return o.Name == m.Name })
	if len(numbers) == 0 {
		if len(u.Metrics) > 1 {
			u.Metrics = slices.Delete(u.Metrics, at, at+1)
			u.Layout.Metrics = slices.DeleteFunc(u.Layout.Metrics, func(o Measured) bool { return o.Metric == m.Name })
		}
		return
	}
	kind, told := theConventions().metricOf(m.Name)
	if k, ok := theConventions().metricOf(u.Title + " " + u.File); at == 0 && (ok || m.Better == "") {
		kind, told = k, ok
	}
	most := slices.Max(words.Each(numbers, Number.Mean))
	m.measureUpTo(most, kind, told)
	why := u.direct(t, &m)
	places := words.Grouped(numbers, Number.Places)
	usual := slices.MaxFunc(places, func(a, b []Number) int { return len(a) - len(b) })
	if len(usual) == len(numbers) {
		m.Decimals = usual[0].Places()
	}
	u.Metrics[at] = m
	unit := map[string]string{"percent": ", in percent", "share": ", parts of 1"}[m.Unit]
	u.say("metric %s: numbers up to %g%s, %s", m.Name, most, unit, why)
	u.say("%d of %d numbers have %s", len(usual), len(numbers), words.Count(usual[0].Places(), "decimal"))
}

// measureUpTo completes a metric by its largest number: percent, or parts of 1 where words tell what has them.
func (m *Metric) measureUpTo(most float64, kind metricWords, told bool) {
	switch {
	case most > 1 && most <= 100 && !kind.Aside && (!told || kind.Better == Larger || kind.Percent != ""):
		m.Unit, m.Measure = "percent", cmp.Or(kind.Percent, m.Measure)
		if !told {
			m.Measure = "accuracy"
		}
	case told && kind.Percent != "" && m.Better == Larger && most <= 1:
		m.Unit, m.Measure = "share", kind.Percent
	}
}

// direct finds which numbers of a metric are better, and says why. Words and bold cells must agree.
func (u *Guess) direct(t Table, m *Metric) (why string) {
	one, largest, smallest := marked(t, m.Name)
	better, lines := Larger, largest
	if smallest > largest {
		better, lines = Smaller, smallest
	}
	bold := fmt.Sprintf("bold marks the %s in %d of %d lines",
		map[Better]string{Larger: "largest", Smaller: "smallest"}[better], lines, one)
	switch {
	case largest == smallest || 3*lines < 2*one:
		why = "by its words"
	case m.Better == "" || m.Better == better:
		if m.Better == "" && better == Smaller && m.Name == "accuracy" {
			m.Name, m.Measure = "error", ""
		}
		m.Better, why = better, bold
	case one < 3: // a few cells in bold may be misprints, where the words are plain
		why = "by its words"
	default:
		why = bold + ", and its words say " + string(m.Better)
		m.Better = ""
	}
	if m.Better == "" {
		return "larger or smaller ones are better? Bold is not judged; say better under metrics" +
			strings.TrimSuffix(" ("+why+")", " (by its words)")
	}
	return fmt.Sprintf("%s ones are better (%s)", m.Better, why)
}
