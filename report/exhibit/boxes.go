package exhibit

import (
	"fmt"
	"math"

	"gpca/figures"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/table"
	"gpca/report/words"
)

// Boxes is the kind of a figure that shows the draws behind the numbers of methods as box plots.
var Boxes = figureKind[boxesFigure]("boxes", "draws box plots of the draws of methods, by level or data set")

type boxesFigure struct {
	Shown `yaml:",inline"`

	Methods names `yaml:"methods" doc:"Methods, a box each." example:"[p=1, p=2]" required:"yes"`
}

func (f *boxesFigure) resolve() (err error) {
	f.Methods, err = f.CheckMethods(f.Methods, f.block.At("methods"))
	return err
}

func (f *boxesFigure) Lines() []string { return f.Methods }

// Build draws the methods side by side at each level or data set. Where there is one, the methods stand there instead.
func (f *boxesFigure) Build(src Source) (figures.Figure, error) {
	chart := figures.Chart{YLabel: f.Measured.Heading(), Categories: words.Each(f.Methods, f.scope.Label)}
	single := len(f.Spots) == 1
	if !single {
		chart.Categories = words.Each(f.Spots, func(s layout.Spot) string {
			title, _ := s.Title().Text(src.Title, f.scope.Label)
			return title
		})
		if axis, ok := f.Experiment.Axis(experiment.Level); ok && f.ByLevel {
			chart.XLabel = axis.Title
		}
	}
	draws := 0
	for i, method := range f.Methods {
		s := figures.Series{Name: f.scope.Label(method), X: from(0, len(f.Spots)), Style: figures.Boxes,
			Look: f.scope.Look(method)}
		if single {
			s.Name, s.X = "", []float64{float64(i)}
		}
		for _, v := range fill.Along(src, f.Grid, method) {
			median, text := math.NaN(), ""
			if !v.Known() {
				v.Draws = nil
			} else {
				five := figures.FiveNumbers(v.Draws)
				number := func(v float64) string { return table.Number(v, f.Measured.Decimals) }
				median, text = five[2], fmt.Sprintf("median %s\nhinges %s and %s\n%s", number(five[2]), number(five[1]),
					number(five[3]), words.Count(len(v.Draws), "draw"))
			}
			draws = max(draws, len(v.Draws))
			s.Y, s.Draws, s.Texts = append(s.Y, median), append(s.Draws, v.Draws), append(s.Texts, text)
		}
		chart.Series = append(chart.Series, s)
	}
	chart.Notes = append([]string{fmt.Sprintf("Boxes of %s each: median, hinges, whiskers to the farthest draw within "+
		"1.5 lengths of the box; rings are draws beyond", words.Count(draws, "draw"))}, originNote(src, f.Data())...)
	return orPlaceholder(chart), nil
}
