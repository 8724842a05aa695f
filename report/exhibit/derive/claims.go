package derive

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

// A Statement is a claim of the text about the table.
type Statement struct {
	Text    string `yaml:"text" doc:"What the text says." example:"Whitening alone is not sufficient." required:"yes"`
	Columns names  `yaml:"columns" doc:"Columns that are better, by value or label." example:"separated" required:"yes"`
	Over    names  `yaml:"over" doc:"Columns that they are better than." example:"whitened" required:"yes"`
	Rows    names  `yaml:"rows" doc:"Rows; all unless named." example:"\"three-signals, log-cosh\""`
}

// check refuses rows and columns that the table does not have.
func (s Statement) check(l *layout.Layout, at strictyaml.Node) error {
	if !l.Compares() {
		return at.Fault("the columns are measures, and those do not compare")
	}
	columns := words.Each(l.Columns, func(c layout.Column) string { return c.Key })
	for _, list := range []struct {
		key, what    string
		named, known []string
	}{{"columns", "column", s.Columns, columns}, {"over", "column", s.Over, columns},
		{"rows", "row", s.Rows, l.Keys()}} {
		for i, name := range list.named {
			if !slices.Contains(list.known, name) {
				return at.At(list.key).Index(i).Fault("the table has no %s %q; it has %s", list.what, name,
					strings.Join(list.known, "; "))
			}
		}
	}
	return nil
}

// judge says whether the numbers of the table bear the statement out.
func (s Statement) judge(f *fill.Filled) string {
	n := claimed{map[[2]string]fill.Value{}, f.Decimals, !f.Grid.Measured.LowerIsBetter}
	c := claim.Claim{Rule: "beats", Contest: claim.Contest{Table: f.Number}}
	for i, r := range f.Rows {
		row, _ := f.RowTitle(r)
		if len(s.Rows) == 0 || slices.Contains(s.Rows, r.Key) {
			c.Rows.Labels = append(c.Rows.Labels, row)
		}
		for _, column := range f.Columns {
			n.values[[2]string{row, titleInClaim(f, column)}] = column.Place(i).Value
		}
	}
	for j, column := range f.Layout.Columns { // whose keys do not depend on results
		title := titleInClaim(f, f.Columns[j])
		if slices.Contains(s.Columns, column.Key) {
			c.Columns = append(c.Columns, title)
		}
		if slices.Contains(s.Over, column.Key) {
			c.Over = append(c.Over, title)
		}
	}
	answer := c.Evaluate(n)
	verdict := map[claim.Outcome]string{claim.Holds: "It holds", claim.Fails: "It does not hold",
		claim.Undecided: "It is undecided"}[answer.Outcome]
	if why := answer.Why(2); why != "" {
		verdict += ": " + why
	}
	return fmt.Sprintf("The text says: “%s” %s.", s.Text, verdict)
}

// titleInClaim is the title of a column without the slash, which separates a table from a column in claims.
func titleInClaim(f *fill.Filled, c fill.Column) string {
	return strings.ReplaceAll(f.ColumnTitle(c.Column), "/", "∕")
}

// claimed gives claims the numbers of the table by the titles of rows and columns.
type claimed struct {
	values         map[[2]string]fill.Value
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
func heldAgainstPrint(f *fill.Filled) (note []string) {
	if f.InPrint == "" || f.Printed.At == nil || f.Labelled() || !f.AllReal(f.Data) {
		return nil
	}
	inPrint, within := 0, 0
	for i, r := range f.Rows {
		for _, c := range f.Columns {
			ours := c.Place(i)
			if printed, ok := f.Printed.At(f.InPrint, "", r.Values[0].Number, c.Key); ok && ours.Known() {
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
		"interval of one more draw of ours.", within, inPrint, f.InPrint, f.Printed.Source, 100*statistics.Confidence)}
}

// roundedInPrint is the largest rounding error of a printed number.
const roundedInPrint = 0.005
