package table

import (
	_ "embed"
	"slices"
	"strings"
)

// The marks after numbers.
const (
	// LeadingMark marks the leading group: the numbers not shown to be worse than the best, which is bold.
	LeadingMark = "•"
	// UnsettledMark marks a number with iterations that did not converge.
	UnsettledMark = "†"
	// OptimiserMark marks a number that the last bits of sums move further than other draws do.
	OptimiserMark = "‡"
	// SensitiveMark marks numbers that lie closer together than the settings of the
	// optimiser move one of them.
	SensitiveMark = "≈"
)

const thinSpace = "\u2009"

// legend has a line for each mark or style of cells, with its meaning.
//
//go:embed legend.txt
var legend string

func marked(mark string) func(Cell) bool {
	return func(c Cell) bool { return strings.Contains(c.Mark, mark) }
}

// Legend explains the marks that the tables contain. Notes of a table do not repeat it.
func Legend(tables []*Table) (all []Note) {
	styles := map[string]func(Cell) bool{
		"±": Cell.interval, "bold": func(c Cell) bool { return c.Bold },
		LeadingMark: func(c Cell) bool { return c.Leading }, missingText: Cell.missing,
	}
	for line := range strings.Lines(legend) {
		mark, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		has, style := styles[mark]
		if !style {
			has = marked(mark)
		}
		if slices.ContainsFunc(tables, func(t *Table) bool { return t.has(has) }) {
			all = append(all, Note{mark, text})
		}
	}
	return all
}
