package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/method"
	"gpca/report/study"
	"gpca/report/words"
	"gpca/solver/score"
)

// ownScores is a chapter on the expressions that the studies of a report use as scores:
// each with its formula, figures of f′ and f, settings, and what theory says of it. It is
// empty without any, and for a part of a study.
func (r *renderer) ownScores() ([]document.Block, error) {
	if !r.plan.Whole() {
		return nil, nil
	}
	var blocks []document.Block
	var names []string
	domain := ""
	for _, part := range r.plan.Study.Parts() {
		for _, f := range part.Families {
			if slices.Contains(names, f.Name) {
				continue // a study and its appendix mean the same by a name
			}
			names, domain = append(names, f.Name), f.Methods[0].Score.Properties().Domain
			own, err := r.ownScore(part, f, fmt.Sprintf("F%d", len(names)))
			if err != nil {
				return nil, fmt.Errorf("study %s, method %s: %w", part.Name, f.Name, err)
			}
			blocks = append(blocks, own...)
		}
	}
	if len(blocks) == 0 {
		return nil, nil
	}
	return append([]document.Block{
		document.Heading{Level: 1, Text: "Own scores"},
		paragraph("A score of this study's own is written as f′, the derivative of the function f whose sum over the projections of the samples is maximised. " +
			"Theorem 1 of S. Battaglino, Generalized Principal Component Analysis Theory (Politecnico di Torino, 2019), says that no step of the ascent leads down where f(|u|) is convex, " +
			"that is, where f′ is nowhere negative and nowhere falls. It is about input space: in the feature space of a kernel nothing of the kind is proved. " +
			"Whether it covers a score is measured on f′ itself, for " + domain + ". f is the integral of f′ from 0, by quadrature."),
	}, blocks...), nil
}

// mostCurves is how many members of a family a figure can show apart.
const mostCurves = 8

// ownScore is the section on one expression, with its figures.
func (r *renderer) ownScore(part *study.Study, f method.Family, number string) ([]document.Block, error) {
	var settings []string
	for _, p := range f.Parameters {
		var values []string
		for _, v := range p.Values {
			values = append(values, strconv.FormatFloat(v, 'g', -1, 64))
		}
		settings = append(settings, p.Name+" = "+words.List(values, "or"))
	}
	text := "."
	if len(settings) > 0 {
		text = " with " + words.Enumerate(settings) + "."
	}
	text += map[string]string{
		method.Mean: " The training samples are centred.", method.None: " The training samples are not centred.",
		"": " The training samples are centred as the experiment says.",
	}[f.Centring]
	blocks := []document.Block{
		document.Heading{Level: 2, Text: part.Label(f.Name)},
		document.Paragraph{Spans: []document.Span{{Text: "f′(u) = " + strings.Join(strings.Fields(f.Expression), " "), Code: true}, {Text: text}}},
	}

	names := f.Members()
	shown, caption := names, ""
	if len(names) > mostCurves {
		shown, caption = nil, fmt.Sprintf(", %d of %d members", mostCurves, len(names))
		for i := range mostCurves {
			shown = append(shown, names[i*(len(names)-1)/(mostCurves-1)])
		}
	}
	integrable, to := true, 0.0
	var verdicts []string
	of := map[string][]string{} // the members that a verdict is about
	for i, m := range f.Methods {
		_, ok := score.Objective(m.Score)
		integrable, to = integrable && ok, max(to, reach(m.Score))
		p := m.Score.Properties()
		verdict := strings.Join(append([]string{p.Theorem1()}, slices.DeleteFunc(p.Warnings(), func(w string) bool { return w == p.Theorem1() })...), " ")
		if of[verdict] == nil {
			verdicts = append(verdicts, verdict)
		}
		of[verdict] = append(of[verdict], part.Label(names[i]))
	}
	var list document.List
	for _, verdict := range verdicts {
		about := strings.Join(of[verdict], "; ")
		if len(verdicts) == 1 && len(names) > 1 {
			about = "All of them"
		}
		list.Items = append(list.Items, []document.Block{document.Paragraph{Spans: []document.Span{{Text: about, Strong: true}, {Text: ": " + verdict}}}})
	}
	plots := []struct{ plot, what string }{{exhibit.Derivative, "f′ of "}, {exhibit.Objective, "f of "}}
	if !integrable {
		plots = plots[:1]
		blocks = append(blocks, paragraph("f is not drawn: f′ grows so fast towards 0 that a sample next to orthogonal to a component counts more than all others."))
	}
	for i, p := range plots {
		plot, err := exhibit.PlotFunctions(part, shown, p.plot, 0, to)
		if err != nil {
			return nil, err
		}
		plot.Half = true
		n := number + string(rune('a'+i))
		drawn := document.FigureBlock{Number: n, File: "figures/score-" + n, Caption: p.what + part.Label(f.Name) + caption, Figure: plot}
		if err := r.draw(ofScore, "", "", drawn); err != nil {
			return nil, err
		}
		blocks = append(blocks, drawn)
	}
	return append(blocks, list), nil
}

// reach is how far u must go to show the shape of f′: well beyond where it first crosses
// half of its largest value, and 4 where that says nothing. It is 1, 2 or 5 times a power
// of 10.
func reach(s score.Score) float64 {
	const usual, beyond, perDecade, first, last = 4.0, 12, 40, -9, 4
	to := usual
	if s.Properties().Bounded {
		at := func(i int) float64 { return math.Pow(10, first+float64(i)/perDecade) }
		size := func(i int) float64 { return math.Abs(s.Derivative(at(i))) }
		largest := 0.0
		for i := range (last-first)*perDecade + 1 {
			largest = max(largest, size(i))
		}
		for i := range (last-first)*perDecade + 1 {
			if (size(i) < largest/2) != (size(0) < largest/2) {
				to = beyond * at(i)
				break
			}
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

func paragraph(text string) document.Paragraph {
	return document.Paragraph{Spans: []document.Span{{Text: text}}}
}
