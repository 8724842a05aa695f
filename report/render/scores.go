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

// ownScores is a section on the expressions that the studies of a report use as scores:
// each under a heading of a level, with its formula, figures of f′ and f, settings, and
// what theory says of it. It is empty without any.
func (r *renderer) ownScores(level int) ([]document.Block, error) {
	var names []string
	var blocks []document.Block
	domain := ""
	for _, part := range r.plan.Study.Parts() {
		for _, f := range part.Families {
			if slices.Contains(names, f.Name) {
				continue // a study and its appendix mean the same by a name
			}
			names, domain = append(names, f.Name), f.Methods[0].Score.Properties().Domain
			own, err := r.ownScore(level, part, f, fmt.Sprintf("F%d", len(names)))
			if err != nil {
				return nil, fmt.Errorf("study %s, method %s: %w", part.Name, f.Name, err)
			}
			blocks = append(blocks, own...)
		}
	}
	if len(blocks) == 0 {
		return nil, nil
	}
	return append([]document.Block{paragraph("A score of the study’s own is written as $f'$, the derivative of the " +
		"function $f$ whose sum over the projections of the samples is maximised. " +
		`Theorem 1 of S. Battaglino, Generalized Principal Component Analysis Theory (Politecnico di Torino, 2019), ` +
		`says that no step of the ascent leads down where $f(\lvert u\rvert)$ is convex, ` +
		"that is, where $f'$ is nowhere negative and nowhere falls. It is about input space: in the feature space of " +
		"a kernel nothing of the kind is proved. " +
		"Whether it covers a score is measured on $f'$ itself, for " + domain +
		". $f$ is the integral of $f'$ from 0, by quadrature.")}, blocks...), nil
}

// ownScore is what the section says of one expression.
func (r *renderer) ownScore(level int, part *study.Study, f method.Family, figures string) ([]document.Block, error) {
	text := "."
	for i, p := range f.Parameters {
		values := words.Each(p.Values, number)
		text = strings.TrimSuffix(text, ".") + []string{" with ", ", "}[min(i, 1)] + p.Name + " = " +
			words.List(values, "or") + "."
	}
	text += map[string]string{
		method.Mean: " The training samples are centred.", method.None: " The training samples are not centred.",
		"": " The training samples are centred as the experiment says.",
	}[f.Centring]
	drawn, err := r.drawScores(part, f, figures)
	if len(drawn) == 1 {
		text += " f is not drawn: f′ grows so fast towards 0 that its integral is infinite, or next to it."
	}
	blocks := []document.Block{
		document.Heading{Level: level, Text: part.Label(f.Name)},
		document.Paragraph{Spans: []document.Span{
			{Text: "f′(u) = " + strings.Join(strings.Fields(f.Expression), " "), Code: true}, {Text: text},
		}},
	}
	return append(append(blocks, drawn...), verdicts(part, f)), err
}

// mostCurves is how many members of a family a figure can show apart.
const mostCurves = 8

// drawScores draws f′ and f of the members of a family, f′ alone where there is no f.
func (r *renderer) drawScores(part *study.Study, f method.Family, number string) ([]document.Block, error) {
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
	var blocks []document.Block
	for _, figure := range []struct{ plot, of, letter string }{
		{exhibit.Derivative, "f′ of ", "a"}, {exhibit.Objective, "f of ", "b"},
	} {
		if figure.plot == exhibit.Objective && !integrable {
			continue
		}
		plot, err := exhibit.PlotFunctions(part, names, figure.plot, 0, to)
		if err != nil {
			return nil, err
		}
		plot.Half = true
		n := number + figure.letter
		drawn := document.FigureBlock{Number: n, File: "figures/score-" + n, Caption: figure.of + caption, Figure: plot}
		if err := r.draw(ofNoTable, "", "", drawn); err != nil {
			return nil, err
		}
		blocks = append(blocks, drawn)
	}
	return blocks, nil
}

// verdicts say what theory has to say of the members of a family, each sentence once.
func verdicts(part *study.Study, f method.Family) document.List {
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
	var list document.List
	groups := words.Grouped(f.Methods, said)
	for _, alike := range groups {
		about := strings.Join(words.Each(alike, func(m method.Method) string { return part.Label(m.Name) }), "; ")
		if len(groups) == 1 && len(f.Methods) > 1 {
			about = "All of them"
		}
		list.Items = append(list.Items, entry(about, said(alike[0])))
	}
	return list
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
