package render

import (
	"io"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"
	canvas "gonum.org/v1/plot/vg/draw"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures"
	"gpca/report/document"
	"gpca/report/table"
)

type countedFigure struct{ drawn *int }

func (countedFigure) Size(figures.Venue) (width, height vg.Length) { return 100, 100 }
func (f countedFigure) Draw(canvas.Canvas, figures.Venue) error    { *f.drawn++; return nil }
func (countedFigure) Records() [][]string                          { return [][]string{{"x"}, {"1"}} }

// The page and the folder of figures share a drawing, unless figures are for another venue.
func TestFiguresAreDrawnOnce(t *testing.T) {
	for forVenue, want := range map[bool]int{false: 1, true: 2} {
		drawn, look := 0, figures.Report()
		x := exhibits{look: look, Numbered: document.Numbered{
			Tables: map[string]*table.Table{}, Figures: map[string]document.FigureBlock{},
		}}
		assert.NilError(t, x.draw("", document.FigureBlock{Number: "1", File: "figures/fig-1", Figure: countedFigure{&drawn}}))
		d := &document.Document{Title: "One figure", Blocks: []document.Block{x.Figures["1"]}}
		for _, o := range outputs(evidence{}, x, d, look, forVenue, time.Time{}) {
			if slices.Contains([]string{"figures/fig-1.svg", "report.html"}, o.Path) {
				assert.NilError(t, o.Write(io.Discard))
			}
		}
		assert.Equal(t, drawn, want)
	}
}

// Sentences name methods as tables do, whatever a study calls them; words stay words.
func TestNamesAreTypeset(t *testing.T) {
	labels := map[string]string{
		"2tanh2": "2tanh²", "2tanh": "2 tanh", "3-3sech": "3 − 3sech", "p=1": "L1 (p = 1)", "mean": "Mean of all", "a": "Skeleton",
	}
	for text, want := range map[string]string{
		"Table 3.1, sigma 60, p=0.5: 94.20":         "Table 3.1, σ\u00a060, p\u00a0=\u00a00.5: 94.20",
		"With a=2 a mean behaves like 2tanh2 (here": "With a\u00a0=\u00a02 a mean behaves like 2tanh² (here",
		"row p=1: 3-3sech 95.64, a=1.":              "row p\u00a0=\u00a01: 3 − 3sech 95.64, a\u00a0=\u00a01.",
		"$x=y$ and 12tanh2":                         "$x=y$ and 12tanh2",
	} {
		assert.Check(t, is.Equal(typeset(text, labels), want), "%q is typeset as", text)
	}
}
