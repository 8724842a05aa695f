package exhibit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

type statements = strictyaml.List[statement]

// A statement is a claim of the text about the table.
type statement struct {
	Text    string `yaml:"text" doc:"What the text says." example:"Whitening alone is not sufficient." required:"yes"`
	Columns names  `yaml:"columns" doc:"Columns that are better, by value or label." example:"separated" required:"yes"`
	Over    names  `yaml:"over" doc:"Columns that they are better than." example:"whitened" required:"yes"`
	Rows    names  `yaml:"rows" doc:"Rows; all unless named." example:"\"three-signals, log-cosh\""`
}

func (t *projection) checkClaim(s statement, at strictyaml.Node) error {
	if len(t.Across) == 0 {
		return at.Fault("the columns are measures, and those do not compare")
	}
	columns := words.Each(t.columns, func(c layout.Column) string { return c.Key })
	for _, part := range []struct {
		key, what    string
		named, known []string
	}{{"columns", "column", s.Columns, columns}, {"over", "column", s.Over, columns},
		{"rows", "row", s.Rows, t.Rows()}} {
		for i, name := range part.named {
			if !slices.Contains(part.known, name) {
				return at.At(part.key).Index(i).Fault("the table has no %s %q; it has %s", part.what, name,
					strings.Join(part.known, "; "))
			}
		}
	}
	return nil
}

func (t *projection) judge(f *fill.Filled, s statement) string {
	named := func(title string) string {
		return strings.ReplaceAll(title, "/", "∕") // a slash separates a table from a column
	}
	n := claimed{map[[2]string]Value{}, f.Decimals, !t.Measured.LowerIsBetter}
	c := claim.Claim{Rule: "beats", Contest: claim.Contest{Table: t.head.Number}}
	for i, r := range f.Rows {
		row, _ := f.RowTitle(r)
		if len(s.Rows) == 0 || slices.Contains(s.Rows, r.Key) {
			c.Rows.Labels = append(c.Rows.Labels, row)
		}
		for _, column := range f.Columns {
			if column.Places != nil {
				n.values[[2]string{row, named(f.ColumnTitle(column.Column))}] = column.Places[i].Value
			}
		}
	}
	among := func(names []string) []string {
		return words.Each(slices.DeleteFunc(slices.Clone(f.Columns),
			func(c fill.Column) bool { return !slices.Contains(names, c.Key) }),
			func(c fill.Column) string { return named(f.ColumnTitle(c.Column)) })
	}
	c.Columns, c.Over = among(s.Columns), among(s.Over)
	answer := c.Evaluate(n)
	verdict := map[claim.Outcome]string{claim.Holds: "It holds", claim.Fails: "It does not hold",
		claim.Undecided: "It is undecided"}[answer.Outcome]
	if why := answer.Why(2); why != "" {
		verdict += ": " + why
	}
	return fmt.Sprintf("The text says: “%s” %s.", s.Text, verdict)
}

// claimed gives claims the numbers of the table by the titles of rows and columns.
type claimed struct {
	values         map[[2]string]Value
	decimals       int
	higherIsBetter bool
}

func (n claimed) Value(_, row, column string) statistics.Estimate {
	v := n.values[[2]string{row, column}]
	return statistics.Estimate{State: v.State, Draws: v.Draws, Text: table.Number(v.Mean(), n.decimals)}
}

func (claimed) Rows(string) []string { return nil }

func (n claimed) HigherIsBetter(string) bool { return n.higherIsBetter }

// heldAgainstPrint counts the numbers in print that our draws confirm.
func (t *projection) heldAgainstPrint(f *fill.Filled) (note []string) {
	at := f.Printed.At
	if t.Printed == "" || at == nil || len(t.parts) > 0 || !f.AllReal(t.data) {
		return nil
	}
	inPrint, within := 0, 0
	for i, r := range f.Rows {
		for _, c := range f.Columns {
			if c.Places == nil {
				continue
			}
			ours := c.Places[i]
			if printed, ok := at(t.Printed, "", r.Values[0].Number, c.Key); ok && ours.Filled() {
				inPrint++
				if math.Abs(ours.Mean()-printed) <= statistics.Prediction(ours.Draws, 1)+roundedInPrint {
					within++
				}
			}
		}
	}
	if inPrint == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of the %d numbers of Table %s in %s, single draws, lie in the %g%% prediction "+
		"interval of one more draw of ours.", within, inPrint, t.Printed, f.Printed.Source,
		100*statistics.Confidence)}
}

// roundedInPrint is the largest rounding error of a printed number.
const roundedInPrint = 0.005
