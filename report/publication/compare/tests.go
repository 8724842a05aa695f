package compare

import (
	"cmp"
	"fmt"

	"gpca/report/claim"
	"gpca/report/junit"
	"gpca/report/words"
)

// Tests returns the numbers, table by table, and the claims as tests for a CI server. A number that differs, also
// by a misprint, or a claim that fails is a failure; what has no clear verdict is skipped.
func (f *Facts) Tests() []junit.Suite {
	text := words.Capitalise(f.Title)
	var suites []junit.Suite
	for _, t := range f.Contrasts {
		suite := junit.Suite{Name: text + ": " + t.Heading()}
		for i, cells := range t.Cells {
			for j, cell := range cells {
				if cell.InPrint.Text == "" {
					continue
				}
				test := junit.Case{Name: t.RowTitles[i] + ", " + t.ColumnTitles[j]}
				test.File, test.Line = t.Line(cell.Place)
				switch cell.Verdict {
				case None:
					test.Skipped = "not judged: " + cmp.Or(cell.Reason, t.Refused)
				case Differs:
					test.Failure = t.difference(i, j)
				case Inconclusive:
					test.Skipped = fmt.Sprintf("inconclusive: %s, printed %s", cell.ours(), cell.InPrint.Text)
				}
				suite.Cases = append(suite.Cases, test)
			}
		}
		suites = append(suites, suite)
	}
	claims := junit.Suite{Name: text + ": claims"}
	for _, k := range f.Statements {
		test := junit.Case{Name: k.ID + ": " + k.Said()}
		if why := k.Verdict() + ": " + cmp.Or(k.Why(), k.Open()); k.Verdict() == claim.Fails.String() {
			test.Failure = why
		} else if k.Verdict() != claim.Holds.String() {
			test.Skipped = why
		}
		claims.Cases = append(claims.Cases, test)
	}
	if len(claims.Cases) > 0 {
		suites = append(suites, claims)
	}
	return suites
}
