package audit

import (
	"math"
	"math/big"
	"slices"

	"gpca/report/publication/printed"
)

// mendByInsertion looks for a row with which all averages of the table come out right
// and which is not printed, where half of them are far off. What it holds in each column follows from the average. That
// must agree with another printing of the row, or else, where rows are levels, lie
// between the two rows of one place; a last level that is missing shows only in
// another printing.
func (b *book) mendByInsertion(t printed.Table) []Correction {
	implied := map[string]entryRange{}
	wrong := 0
	for _, column := range t.Results() {
		m, ok := b.mean(t, column)
		if !ok {
			return nil
		}
		if m.isFarOff() {
			wrong++
		}
		implied[column] = m.hidden()
	}
	if wrong < 2 || 2*wrong < len(implied) {
		return nil
	}
	insert := func(row string, distance float64) Correction {
		c := Correction{Slip: RowMissing, distance: distance}
		for _, column := range t.Results() {
			c.Edits = append(c.Edits, Edit{printed.Place{Table: t.Name(), Row: row, Column: column}, "no row", implied[column].middle.String()})
		}
		return c
	}
	var all []Correction
	for _, e := range b.links.Experiments {
		if !slices.Contains(e.Tables, t.Name()) {
			continue
		}
		for _, other := range e.present(b) {
			for _, row := range other.Body() {
				if !slices.Contains(t.Rows, row) && b.fitsPrinting(t, other, row, implied) {
					all = append(all, insert(row, 0))
				}
			}
		}
	}
	if p, ok := b.newPanel(t); ok && len(all) == 0 {
		for i := range len(p.rows) - 1 {
			if distance, ok := p.fitsBetween(i, implied); ok {
				all = append(all, insert("between "+p.rows[i]+" and "+p.rows[i+1], distance))
			}
		}
	}
	return all
}

// An entryRange is what an entry must be for an average to come out.
type entryRange struct {
	low, high *big.Rat
	middle    printed.Decimal
}

// hidden bounds an entry that is not printed and that the average was formed with.
func (m columnMean) hidden() entryRange {
	n := int64(len(m.entries))
	centre := new(big.Rat).Mul(big.NewRat(n+1, 1), m.average.Value.Rat())
	centre.Sub(centre, new(big.Rat).Mul(big.NewRat(n, 1), m.mean))
	reach := new(big.Rat).Mul(big.NewRat(n+1, 1), m.slack)
	return entryRange{
		new(big.Rat).Sub(centre, reach), new(big.Rat).Add(centre, reach),
		printed.Round(centre, m.average.Value.Places()),
	}
}

// fitsPrinting reports whether another table prints, in the columns that both have,
// what a missing row must hold.
func (b *book) fitsPrinting(t, other printed.Table, row string, implied map[string]entryRange) bool {
	shared := 0
	for _, column := range t.Results() {
		for _, name := range other.Results() {
			c, ok := other.At(row, name)
			if !ok || b.links.Means(other, name) != b.links.Means(t, column) {
				continue
			}
			if !within(c.Value.Rat(), implied[column].low, implied[column].high) {
				return false
			}
			shared++
		}
	}
	return shared > 0
}

// fitsBetween reports whether a row below row i could hold the implied entries: each lies
// between those of the two rows, with a quarter of their difference to spare. The
// distance is how far they lie from the middle, relative to it.
func (p panel) fitsBetween(i int, implied map[string]entryRange) (distance float64, ok bool) {
	for j, column := range p.columns {
		above, below := p.values[i][j], p.values[i+1][j]
		room := math.Abs(above-below)/4 + 5*p.unit
		low, _ := implied[column].low.Float64()
		high, _ := implied[column].high.Float64()
		if math.IsNaN(above+below) || high < min(above, below)-room || low > max(above, below)+room {
			return 0, false
		}
		distance += math.Abs((low+high)/2-(above+below)/2) / room
	}
	return distance, true
}
