package compare

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"gpca/report/publication/audit/claim"
	"gpca/report/publication/printed"
	"gpca/report/study"
)

// A Claim is a statement of the publication with what the numbers say about it.
type Claim struct {
	claim.Claim
	// Printed is the verdict by the printed numbers, empty when no audit was given.
	Printed string
	// Reproduced is the verdict by ours. It is undecided where the draws leave it
	// open.
	Reproduced claim.Answer
	// Missing says why there are no numbers of ours to decide by, empty when there
	// are.
	Missing string
}

// claims puts the claims to the reproduced numbers.
func (r reproduced) claims(o Options) []Claim {
	printed := map[string]string{}
	if o.Audit != nil {
		for _, a := range o.Audit.Claims {
			printed[a.Claim.ID] = a.Printed.Outcome.String()
		}
	}
	tables := tablesByName(o)
	var claims []Claim
	for _, c := range o.Claims {
		s := &claimSource{reproduced: r, tables: tables}
		judged := Claim{Claim: c, Printed: printed[c.ID], Reproduced: c.Evaluate(s)}
		// A claim may be decided in spite of a gap; where it is not, the gap is
		// the reason.
		if c.Rule == "peak" && s.missing != "" {
			// The rule passes over gaps, and what is missing may be the peak.
			judged.Reproduced = claim.Answer{}
		}
		if judged.Reproduced.Outcome == claim.Undecided {
			judged.Missing = s.missing
		}
		claims = append(claims, judged)
	}
	return claims
}

// A claimSource answers for the printed tables with our numbers.
type claimSource struct {
	reproduced
	tables map[string]printed.Table
	// missing is the first number that was asked for and is not there.
	missing string
}

var _ claim.Numbers = (*claimSource)(nil)

// Value returns our number for a cell: with its draws, so that methods are
// compared within each; without chance, to half a unit of the last printed digit,
// since a smaller difference is none that the publication could have spoken of.
func (s *claimSource) Value(table, row, column string) (claim.Quantity, bool) {
	n := s.number(table, row, column)
	if n.missing == "" && n.random && len(n.values) < 2 {
		n = absent("a single draw has no interval")
	}
	if n.missing != "" {
		if s.missing == "" {
			s.missing = fmt.Sprintf("%s, row %s, %s: %s", titleOf(table), row, column, n.missing)
		}
		return claim.Quantity{}, false
	}
	e := claim.Quantity{Value: new(big.Rat).SetFloat64(n.mean), Text: formatNumber(n.mean, s.decimals(table))}
	if e.Value == nil {
		return claim.Quantity{}, false
	}
	margin, _ := MarginOf(s.metric(table)).of(n.mean)
	e.Margin = new(big.Rat).SetFloat64(margin)
	half := n.halfWidth
	switch {
	case n.count:
		// Symmetric about the count, so wide enough for both ends, which are
		// counts it may be.
		if half = max(n.high-n.mean, n.mean-n.low); half > 0 {
			e.Text += " ± " + formatHalfWidth(half, 0)
			half += 0.5
		}
	case n.random:
		e.Draws = n.values
		if half > 0 {
			e.Text += " ± " + formatHalfWidth(half, s.decimals(table))
		}
	case n.unsettled:
		// Its digits depend on where iterations were stopped; see [Verdict].
		half = margin
	default:
		e.Draws, half = n.values, math.Pow(10, -float64(s.decimals(table)))/2
	}
	if half > 0 {
		e.HalfWidth = new(big.Rat).SetFloat64(half)
	}
	if n.unsettled {
		e.Text += "†"
	}
	return e, true
}

// decimals is how many digits a table prints after the point; a figure is read
// to two, like the tables of its numbers.
func (s *claimSource) decimals(table string) int {
	t, ok := s.tables[table]
	if !ok {
		return 2
	}
	most := 0
	for _, column := range t.Results() {
		for _, row := range t.Rows {
			if c, ok := t.Cell(row, column); ok {
				most = max(most, c.Value.Places())
			}
		}
	}
	return most
}

// metric is what a table prints or a sweep draws.
func (s *claimSource) metric(table string) printed.Metric {
	if f := s.sweep(table); f != nil {
		m, _ := metricOf(s.study.Experiment(f.Experiment))
		return m
	}
	return s.tables[table].Metric
}

func (s *claimSource) number(table, row, column string) number {
	if f := s.sweep(table); f != nil {
		value, err := strconv.ParseFloat(row, 64)
		i := slices.Index(f.Values, value)
		if err != nil || i < 0 {
			return absent("the study has no such value")
		}
		e := s.study.Experiment(f.Experiment)
		return average(s.over(e, []string{f.Data}, e.Levels, f.SweepMethod(i)))
	}
	t, ok := s.tables[table]
	if !ok {
		return absent("no such table was given")
	}
	if row == claim.Average {
		if row, ok = t.Average(); !ok {
			return absent("the table has no averages")
		}
	}
	return s.at(t, row, column)
}

// sweep is the figure of a name such as "figure 2.4", nil for a table's.
func (s *claimSource) sweep(name string) *study.Figure {
	number, ok := strings.CutPrefix(name, "figure ")
	if !ok {
		return nil
	}
	if f := s.study.Figure(number); f != nil && f.Kind == study.Sweep {
		return f
	}
	return nil
}

// Rows returns the rows of a table, or the values of a sweep.
func (s *claimSource) Rows(table string) []string {
	if f := s.sweep(table); f != nil {
		var rows []string
		for _, v := range f.Values {
			rows = append(rows, strconv.FormatFloat(v, 'g', -1, 64))
		}
		return rows
	}
	return s.tables[table].Body()
}

// HigherIsBetter says in which direction the numbers get better.
func (s *claimSource) HigherIsBetter(table string) bool {
	if f := s.sweep(table); f != nil {
		return !s.study.Experiment(f.Experiment).LowerIsBetter()
	}
	return s.tables[table].Metric.Better() != printed.Smaller
}

// titleOf names a table as readers know it.
func titleOf(table string) string {
	if number, ok := strings.CutPrefix(table, "figure "); ok {
		return "Figure " + number
	}
	if source, number, ok := strings.Cut(table, " "); ok {
		return "Table " + number + " of the " + source
	}
	return "Table " + table
}
