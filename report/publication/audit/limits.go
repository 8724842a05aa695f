package audit

import (
	"fmt"
	"math/big"

	"gpca/report/publication/printed"
)

// checkRange finds values that the metric of the table cannot have.
func (b *book) checkRange(t printed.Table, counts []CountOf) []Finding {
	low, high := t.Metric.Range()
	for _, of := range counts {
		if first, ok := b.table(firstOf(of.From)); ok && of.Table == t.Name() {
			high = big.NewRat(int64(len(first.Body())), 1)
			low = new(big.Rat).Neg(high)
		}
	}
	var findings []Finding
	for _, column := range t.Results() {
		for _, row := range t.Rows {
			c, ok := t.Cell(row, column)
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
	return findings
}

func firstOf(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

func (b *book) mendRange(f Finding) []Correction {
	t, ok := b.table(f.Table)
	if !ok {
		return nil
	}
	c, ok := b.cell(f.Place)
	if !ok {
		return nil
	}
	low, high := t.Metric.Range()
	if low == nil {
		return nil
	}
	if high == nil {
		high = new(big.Rat).Abs(c.Value.Rat())
	}
	return misprints(c, low, high)
}
