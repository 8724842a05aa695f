package table

import (
	"slices"
	"strings"
)

// The marks after numbers.
const (
	// LeadingMark marks the leading group: the numbers not shown to be worse than the best, which is bold.
	LeadingMark = "•"
	// UnsettledMark marks a number with iterations that did not converge.
	UnsettledMark = "†"
	// OptimiserMark marks a number that another order of the training samples moves further
	// than other draws do.
	OptimiserMark = "‡"
	// SensitiveMark marks numbers that lie closer together than the settings of the
	// optimiser move one of them.
	SensitiveMark = "≈"
)

const thinSpace = "\u2009"

// A sign is a mark or a style of cells with its meaning.
type sign struct {
	Note
	on func(Cell) bool
}

func signs() []sign {
	marked := func(mark string) func(Cell) bool {
		return func(c Cell) bool { return strings.Contains(c.Mark, mark) }
	}
	return []sign{
		{Note{"±", "Half the width of the 95% interval (Student's t) of the mean over repetitions. Within a " +
			"repetition all methods see the same noise, folds or division, so differences between methods are more " +
			"certain than their intervals suggest. A number without ± is not random. With ± 0 all draws were equal."}, Cell.interval},
		{Note{"bold", "The best number of its row as printed, ties included."}, func(c Cell) bool { return c.Bold }},
		{Note{LeadingMark, "In the leading group of its row, or of its column where the methods stand down the page: " +
			"not significantly worse than another method, by paired t tests over shared draws at the level " +
			"0.05/(k\u00a0−\u00a01) for k methods (multiple comparisons with the best; J. C. Hsu, 1996). The best " +
			"method is left out in at most 1 of 40 rows. If all methods are equally good, at most 1 of 20 rows names " +
			"a winner. Rows are not corrected for each other. A row without the mark is not random, or has no " +
			"significant difference: the note under the table gives the power."}, func(c Cell) bool { return c.Leading }},
		{Note{UnsettledMark, "Some of the iterations behind the number did not converge. The note under the table " +
			"counts them in the worst cell."}, marked(UnsettledMark)},
		{Note{OptimiserMark, "The order of the training samples moves the number more than the draws do. Its " +
			"interval has both, and it decides no claim."}, marked(OptimiserMark)},
		{Note{SensitiveMark, "The difference from the best of its row is smaller than the range of one of the two " +
			"over other settings of the optimiser (start, tolerance, iteration limit): their order is no evidence."},
			marked(SensitiveMark)},
		{Note{missingText, "Not computed yet."}, func(c Cell) bool { return c.State == Missing }},
	}
}

// Legend explains the marks that the tables contain. Notes of a table do not repeat it.
func Legend(tables []*Table) []Note {
	var legend []Note
	for _, s := range signs() {
		if slices.ContainsFunc(tables, func(t *Table) bool {
			return slices.ContainsFunc(t.Rows, func(r Row) bool { return slices.ContainsFunc(r.Cells, s.on) })
		}) {
			legend = append(legend, s.Note)
		}
	}
	return legend
}
