package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/method"
	"gpca/report/study"
	"gpca/report/words"
	"gpca/solver/score"
)

// An ownScore is an expression that a study uses as a score, with figures of f′ and f.
type ownScore struct {
	method.Family
	Figures []document.FigureBlock // f′ alone where its integral is infinite
	part    *study.Study
}

// ownScores are those of the studies of a report. A study and its appendix mean the same by a name.
func ownScores(s *study.Study) ([]ownScore, error) {
	var all []ownScore
	for _, part := range s.Parts() {
		for _, f := range part.Families {
			if slices.ContainsFunc(all, func(o ownScore) bool { return o.Name == f.Name }) {
				continue
			}
			drawn, err := drawScores(part, f, fmt.Sprintf("F%d", len(all)+1))
			if err != nil {
				return nil, fmt.Errorf("study %s, method %s: %w", part.Name, f.Name, err)
			}
			all = append(all, ownScore{f, drawn, part})
		}
	}
	return all, nil
}

// Label is its printed name.
func (o ownScore) Label() string { return o.part.Label(o.Name) }

// Formula is the expression on a line.
func (o ownScore) Formula() string { return strings.Join(strings.Fields(o.Expression), " ") }

// mostCurves is how many members of a family a figure can show apart.
const mostCurves = 8

// drawScores draws f′ and f of the members of a family, f′ alone where there is no f.
func drawScores(part *study.Study, f method.Family, number string) ([]document.FigureBlock, error) {
	names, caption := f.Members(), part.Label(f.Name)
	if all := names; len(all) > mostCurves {
		names, caption = nil, fmt.Sprintf("%s, %d of %d members", caption, mostCurves, len(all))
		for i := range mostCurves {
			names = append(names, all[i*(len(all)-1)/(mostCurves-1)])
		}
	}
	to, integrable := 0.0, true
	for _, m := range f.Methods {
		_, ok := score.Objective(m.Score)
		to, integrable = max(to, reach(m.Score)), integrable && ok
	}
	var drawn []document.FigureBlock
	for _, figure := range []struct{ plot, of, letter string }{
		{exhibit.Derivative, "f′ of ", "a"}, {exhibit.Objective, "f of ", "b"},
	} {
		if figure.plot == exhibit.Objective && !integrable {
			continue
		}
		plot, err := exhibit.PlotFunctions(part, names, figure.plot, "u", 0, to)
		if err != nil {
			return nil, err
		}
		plot.Half = true
		n := number + figure.letter
		drawn = append(drawn, document.FigureBlock{
			Number: n, File: "figures/score-" + n, Caption: figure.of + caption, Figure: plot,
		})
	}
	return drawn, nil
}

// Verdicts say what theory has to say of the members of a family, each sentence once.
func (o ownScore) Verdicts() []entry {
	said := func(m method.Method) string {
		p := m.Score.Properties()
		text := p.Theorem1()
		for _, w := range p.Warnings() {
			if w != text {
				text += " " + w
			}
		}
		return text
	}
	groups := words.Grouped(o.Methods, said)
	return words.Each(groups, func(alike []method.Method) entry {
		about := strings.Join(words.Each(alike, func(m method.Method) string { return o.part.Label(m.Name) }), "; ")
		if len(groups) == 1 && len(o.Methods) > 1 {
			about = "All of them"
		}
		return entry{about, said(alike[0])}
	})
}

// reach is how far u must go to show the shape of f′: well beyond where it first crosses
// half of its largest value, and 4 where that says nothing. It is 1, 2 or 5 times a power
// of 10.
func reach(s score.Score) float64 {
	const usual, beyond, perDecade, first, last = 4.0, 12, 40, -9, 4
	at := func(i int) float64 { return math.Pow(10, first+float64(i)/perDecade) }
	size := func(i int) float64 { return math.Abs(s.Derivative(at(i))) }
	places, largest := (last-first)*perDecade+1, 0.0
	for i := range places {
		largest = max(largest, size(i))
	}
	to := usual
	for i := range places {
		if (size(i) < largest/2) != (size(0) < largest/2) {
			// One that grows without end, as u does, crosses it far out.
			if s.Properties().Bounded || at(i) < 1000 {
				to = beyond * at(i)
			}
			break
		}
	}
	unit := math.Pow(10, math.Floor(math.Log10(to)))
	for _, step := range []float64{1, 2, 5} {
		if to <= step*unit {
			return step * unit
		}
	}
	return 10 * unit
}
