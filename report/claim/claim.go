package claim

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Numbers provides the numbers that claims are evaluated on. Tables are named "2.4", those of the
// paper "paper III".
type Numbers interface {
	// Value returns the number of a cell, in the state missing if there is none.
	Value(table, row, column string) statistics.Estimate
	// Rows returns the labels of the table's rows, without that of averages.
	Rows(table string) []string
	// HigherIsBetter says in which direction the table's metric improves.
	HigherIsBetter(table string) bool
}

// A Grounded source knows the data sets behind the rows of its tables.
type Grounded interface {
	// On names the data set of a row; empty for several, or if it is unknown.
	On(table, row string) string
}

// Average names the row of averages in claims.
const Average = "Average"

// A Claim is one statement of a publication about its tables.
type Claim struct {
	ID    string `yaml:"id"`
	Place string `yaml:"place"` // section and paragraph
	Text  string `yaml:"text"`  // paraphrased
	// Reading says how ambiguous words became the rule.
	Reading string `yaml:"reading"`
	Rule    string `yaml:"rule"` // the fields below are its arguments

	Contest  `yaml:",inline"`
	Take     string    `yaml:"take" words:"every best"`  // the columns that must win; every one by default
	Combine  string    `yaml:"combine" words:"mean sum"` // over the rows; by default every row counts
	AtLeast  string    `yaml:"at-least"`                 // share of rows, for rule "share"
	Sign     string    `yaml:"sign" words:"positive negative"`
	Value    string    `yaml:"value"`
	Between  []string  `yaml:"between"`  // two numbers
	Contests []Contest `yaml:"contests"` // several tables for rule "share"
	Than     *Contest  `yaml:"than"`     // the lead to exceed for rule "margin"
	// Within is the margin for rules "equal" and "value", below the smallest difference that the text calls one; Source
	// says where. By default it is that of the numbers.
	Within string `yaml:"within"`
	Source string `yaml:"source"`
	// Unit says what an average over several data sets is evidence about: data sets in general, or these under other
	// draws.
	Unit string `yaml:"unit" words:"sets draws"`

	// Readings are alternative readings of the claim, with the fields that differ; see the package comment.
	Readings []Claim           `yaml:"readings"`
	Instead  map[string]string `yaml:"instead"` // of a reading: tables that replace the claim's
}

// A Contest sets columns of a table against others.
type Contest struct {
	Table string `yaml:"table"` // of columns without a table of their own
	// Columns are the methods of the claim, compared with those of Over. A column of another table is
	// "2.7/a=1", a single cell "2.7/0.5/a=1".
	Columns []string `yaml:"columns"`
	Over    []string `yaml:"over"`
	Rows    Rows     `yaml:"rows"` // by default the claim's, and its the row of averages
}

// Rows names rows by a list of labels, or by the word "every".
type Rows struct {
	Every  bool
	Labels []string
}

// DecodeNode reads a list of labels or the word "every".
func (r *Rows) DecodeNode(n strictyaml.Node) error {
	if r.Every = n.Text() == "every"; r.Every {
		return nil
	}
	return n.Decode(&r.Labels)
}

func (c Claim) contests() []Contest {
	if len(c.Contests) > 0 {
		return slices.Clone(c.Contests)
	}
	return []Contest{c.Contest}
}

// compared are the contests, with the lead to exceed.
func (c Claim) compared() []Contest {
	if c.Than != nil {
		return append(c.contests(), *c.Than)
	}
	return c.contests()
}

func (c Claim) replaced() Claim {
	table := func(name string) string { return cmp.Or(c.Instead[name], name) }
	contest := func(k Contest) Contest {
		k.Table, k.Columns, k.Over = table(k.Table), slices.Clone(k.Columns), slices.Clone(k.Over)
		for _, columns := range [][]string{k.Columns, k.Over} {
			for i, column := range columns {
				if name, rest, named := strings.Cut(column, "/"); named {
					columns[i] = table(name) + "/" + rest
				}
			}
		}
		return k
	}
	c.Contest = contest(c.Contest)
	c.Contests = words.Each(c.Contests, contest)
	if c.Than != nil {
		than := contest(*c.Than)
		c.Than = &than
	}
	return c
}

// Tables returns the tables of the claim in the order of first mention, without those of its readings.
func (c Claim) Tables() []string {
	var tables []string
	for _, contest := range append([]Contest{c.Contest}, c.compared()...) {
		tables = words.AppendNew(tables, contest.Table)
		for _, r := range references(contest.Table, slices.Concat(contest.Columns, contest.Over)) {
			tables = words.AppendNew(tables, r.table)
		}
	}
	return slices.DeleteFunc(tables, func(name string) bool { return name == "" })
}

// A Named is a column of a table that a claim names, and the rows of it.
type Named struct {
	Table, Column string
	Rows          []string // the row of averages where neither is given
	Every         bool
}

// Named lists the columns that the claim names.
func (c Claim) Named() (all []Named) {
	for _, contest := range c.compared() {
		rows := c.Rows
		if contest.Rows.given() {
			rows = contest.Rows
		}
		for _, r := range references(contest.Table, slices.Concat(contest.Columns, contest.Over)) {
			n := Named{r.table, r.column, rows.Labels, rows.Every}
			if r.row != "" {
				n.Rows, n.Every = []string{r.row}, false
			}
			all = append(all, n)
		}
	}
	return all
}

// Evaluate evaluates the claim on the numbers of a source. Numbers with a half-width differ if their intervals are
// disjoint. The texts of package compare say as "claims rule" how means over draws, averages over data sets and shares
// of the same samples are compared. The error probability is at most 0.05 for each claim.
func (c Claim) Evaluate(s Numbers) Answer {
	_, _, answer := c.evaluate(s)
	return answer
}

// evaluate returns also what decides at other levels, and what the answer were if chance left all open in which it has
// a part.
func (c Claim) evaluate(s Numbers) (at func(level float64) Answer, certain, answer Answer) {
	rule, ok := rules()[c.Rule]
	if !ok {
		answer = missing("rule %q is not known", c.Rule)
		return nil, answer, answer
	}
	// The first round counts the comparisons, the second decides.
	r := &referee{Numbers: s, known: map[reference]statistics.Estimate{}, level: usualLevel}
	certain = rule.evaluate(c, r)
	if answer = certain; r.correct() {
		answer = rule.evaluate(c, r)
	}
	return func(level float64) Answer { return rule.evaluate(c, r.again(level)) }, certain, answer
}

// usualLevel is the level of a single claim.
const usualLevel = 1 - statistics.Confidence

// Decide is Evaluate and returns the p-value of the claim: the least level at which it is decided so, 1 for
// an undecided claim, and 0 for a claim without chance.
func (c Claim) Decide(s Numbers) (answer Answer, p float64) {
	at, certain, answer := c.evaluate(s)
	switch {
	case answer.Outcome == Undecided:
		return answer, 1
	case certain.Outcome == answer.Outcome: // chance has no part in it
		return answer, 0
	}
	// A decision at a level holds at each higher one.
	low, high := math.Log(1e-9), math.Log(usualLevel)
	for range 30 {
		middle := (low + high) / 2
		if at(math.Exp(middle)).Outcome == answer.Outcome {
			high = middle
		} else {
			low = middle
		}
	}
	return answer, math.Exp(high)
}

// A reference is a column of a table, or its cell in a row.
type reference struct{ table, row, column string }

func references(table string, columns []string) []reference {
	all := make([]reference, len(columns))
	for i, column := range columns {
		all[i] = reference{table: table, column: column}
		if t, c, named := strings.Cut(column, "/"); named {
			all[i] = reference{table: t, column: c}
			if row, c, cell := strings.Cut(c, "/"); cell {
				all[i].row, all[i].column = row, c
			}
		}
	}
	return all
}

func (r Rows) given() bool { return r.Every || len(r.Labels) > 0 }

func (r Rows) of(s Numbers, table string) []string {
	switch {
	case r.Every:
		return s.Rows(table)
	case len(r.Labels) > 0:
		return r.Labels
	default:
		return []string{Average}
	}
}

// TitleOf names a table or figure for readers: "Table 2.4", "Table III of the paper", "Figure 2.4" for the
// name "figure 2.4", "Experiment uci" for "experiment uci", "Table O.16, σ 7000" for the variant "O.16: σ 7000".
func TitleOf(name string) string {
	if number, variant, ok := strings.Cut(name, ": "); ok {
		return "Table " + number + ", " + variant
	}
	if number, ok := strings.CutPrefix(name, "figure "); ok {
		return "Figure " + number
	}
	if experiment, ok := strings.CutPrefix(name, "experiment "); ok {
		return "Experiment " + experiment
	}
	if source, number, ok := strings.Cut(name, " "); ok {
		return "Table " + number + " of the " + source
	}
	return "Table " + name
}
