package compare

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/claim"
	"gpca/report/document"
)

// mostMargins is how many margins the colours of a difference tell apart, in every table.
const mostMargins = 3

// Figures returns heat maps of the differences, ours less printed, of every table with a verdict: "D2.1" for
// Table 2.1. Their colours show how many margins a difference is, in one scale for all. A number without a verdict is
// crossed out.
func (c *Comparison) Figures() []document.FigureBlock {
	var all []document.FigureBlock
	for _, t := range c.Contrasts {
		if t.Refused != "" {
			continue
		}
		h := figures.Heatmap{
			YLabel: t.Corner, Rows: t.RowTitles, Decimals: t.Decimals(), Values: make([][]float64, len(t.Rows)),
			ValueLabel: "reproduced − printed", Shades: make([][]float64, len(t.Rows)), Reach: mostMargins,
			ShadeLabel: "reproduced − printed, in margins",
		}
		for j, column := range t.Columns {
			if !slices.Contains(t.Results(), column) {
				continue
			}
			h.Columns = append(h.Columns, t.ColumnTitles[j])
			for i, cells := range t.Cells {
				v, by := math.NaN(), math.NaN()
				if cells[j].Verdict != None {
					v = rounded(cells[j].Difference, h.Decimals)
					by = cells[j].inMargins()
				}
				h.Values[i], h.Shades[i] = append(h.Values[i], v), append(h.Shades[i], by)
			}
		}
		all = append(all, document.FigureBlock{
			Number: "D" + t.Number, File: "figures/difference-" + t.Number, Figure: h,
			Caption: claim.TitleOf(t.Number) + ", reproduced less printed: " + t.Caption,
		})
	}
	return all
}

// inMargins is a difference in units of the largest that matches; 0 for none of either.
func (c Reproduction) inMargins() float64 {
	if c.Difference == 0 {
		return 0
	}
	return c.Difference / c.within(c.InPrint)
}

// rounded rounds v as it is printed. What rounds to zero has the colour of zero.
func rounded(v float64, decimals int) float64 {
	unit := math.Pow(10, float64(decimals))
	return math.Round(v*unit)/unit + 0 // −0 + 0 is 0
}

// WriteMarkdown writes the whole comparison: conclusions, rule, summary, claims, and every table cell by cell.
func (f *Facts) WriteMarkdown(w io.Writer) error {
	var tables strings.Builder
	for _, t := range f.tables("S") {
		if err := t.WriteMarkdown(&tables); err != nil {
			return err
		}
		tables.WriteString("\n")
	}
	text := written("compare.md", map[string]any{"Of": f, "Tables": tables.String()})
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("comparison: %w", err)
	}
	return nil
}

// Heading is the title of the table with its caption.
func (t Contrast) Heading() string { return claim.TitleOf(t.Number) + ", " + t.Caption }
