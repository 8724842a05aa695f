package audit

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

// Differences between columns are blind to what happens to a whole row, such as
// two rows in each other's place. That shows in the columns themselves, which
// rise or fall along the levels: a row breaks the trend when the middle column
// sticks out between its neighbouring levels by more than the limit. What is
// usual here is the roughness of the table or the median of such excesses,
// whichever is larger: in a table that is not monotone they are nothing unusual.
const rowsForOrder = 6

func (p panel) checkRows() []Finding {
	if len(p.rows) < rowsForOrder {
		return nil
	}
	var sizes []float64
	excess := make([]float64, len(p.rows))
	for i := 1; i < len(p.rows)-1; i++ {
		var columns []float64
		for j := range p.columns {
			above, v, below := p.values[i-1][j], p.values[i][j], p.values[i+1][j]
			if !math.IsNaN(above + v + below) {
				columns = append(columns, v-min(max(v, min(above, below)), max(above, below)))
			}
		}
		if len(columns) >= 2 {
			excess[i] = agreed(columns)
			sizes = append(sizes, math.Abs(excess[i]))
		}
	}
	_, _, usual := p.deviations()
	usual = max(usual, statistics.Median(sizes))
	var findings []Finding
	for i, e := range excess {
		d := deviation{excess: e, usual: usual}
		if d.ratio(p.unit) <= trendLimit {
			continue
		}
		findings = append(findings, Finding{
			Check: Trend, Severity: Warning,
			Place:    printed.Place{Table: p.table.Name(), Row: p.rows[i]},
			Printed:  "the row",
			Expected: "values between those of the neighbouring rows",
			Message:  fmt.Sprintf("most columns stick out between the neighbouring rows, by %.3g, %.0f times what is usual", math.Abs(e), d.ratio(p.unit)),
		})
	}
	return findings
}

// mendTrend looks for misprints near the value that the trend suggests; for a
// whole row, for another row that has changed places with it.
func (b *book) mendTrend(f Finding) []Correction {
	t := b.table(f.Table)
	if f.Column == "" {
		var all []Correction
		for _, row := range t.Body() {
			if row != f.Row {
				all = append(all, exchangeRows(t, f.Row, row))
			}
		}
		return all
	}
	p, _ := b.newPanel(t)
	c, _ := t.At(f.Row, f.Column)
	i, j := slices.Index(p.rows, f.Row), slices.Index(p.columns, f.Column)
	d, rough := p.deviate(i, j)
	if math.IsNaN(rough) {
		return nil
	}
	// The trend is a rough guide: a correction must take back three quarters of
	// the excess, to within a few units.
	room := math.Abs(d.excess)/4 + 5*p.unit
	low, high := new(big.Rat).SetFloat64(d.expected-room), new(big.Rat).SetFloat64(d.expected+room)
	if low == nil || high == nil {
		return nil
	}
	all := misprints(c, low, high)
	for _, row := range p.rows {
		if other, ok := t.At(row, f.Column); ok && within(other.Value.Rat(), low, high) {
			all = append(all, swap(CellsExchanged, 0, [2]printed.Number{c, other}))
		}
	}
	return all
}
