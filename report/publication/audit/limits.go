package audit

import (
	"fmt"
	"math/big"
	"slices"

	"gpca/report/publication/printed"
)

// checkRange finds values that the metric of the table cannot have.
func (b *book) checkRange(t printed.Table) (findings []Finding, examined int) {
	low, high := t.Metric.Range()
	for _, of := range b.links.Counts {
		if of.Table == t.Name() && len(of.From) > 0 && b.has(of.From[0]) {
			sets := len(b.table(of.From[0]).Body())
			if slices.ContainsFunc(of.From, b.lacksRow) {
				sets++
			}
			high = big.NewRat(int64(sets), 1)
			low = new(big.Rat).Neg(high)
		}
	}
	for _, column := range t.Results() {
		for _, row := range t.Rows {
			c, ok := t.At(row, column)
			if !ok {
				continue
			}
			f := Finding{Check: Range, Severity: Error, Place: c.Place, Printed: c.Printed()}
			switch v := c.Value.Rat(); {
			case low != nil && v.Cmp(low) < 0:
				f.Expected = "at least " + low.RatString()
			case high != nil && v.Cmp(high) > 0:
				f.Expected = "at most " + high.RatString()
			default:
				continue
			}
			f.Message = fmt.Sprintf("%s cannot be %s", t.Metric, c.Printed())
			findings = append(findings, f)
		}
	}
	return findings, len(t.Numbers())
}

func (b *book) mendRange(f Finding) []Correction {
	t := b.table(f.Table)
	c, _ := t.At(f.Row, f.Column)
	low, high := t.Metric.Range()
	if low == nil {
		return nil
	}
	if high == nil {
		high = new(big.Rat).Abs(c.Value.Rat())
	}
	return misprints(c, low, high)
}
