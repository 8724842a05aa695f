package render

import (
	"slices"
	"strings"

	"gpca/report/document"
	"gpca/report/method"
	"gpca/report/study"
	"gpca/report/words"
)

// ownScores is a section on the expressions that the studies of a report use as scores:
// each under a heading of a level, with its formula, settings, and what theory says of it. It
// is empty without any.
func (r *renderer) ownScores(level int) []document.Block {
	var names []string
	var blocks []document.Block
	domain := ""
	for _, part := range r.plan.Study.Parts() {
		for _, f := range part.Families {
			if slices.Contains(names, f.Name) {
				continue // a study and its appendix mean the same by a name
			}
			names, domain = append(names, f.Name), f.Methods[0].Score.Properties().Domain
			blocks = append(blocks, document.Heading{Level: level, Text: part.Label(f.Name)},
				document.Paragraph{Spans: []document.Span{
					{Text: "f′(u) = " + strings.Join(strings.Fields(f.Expression), " "), Code: true},
					{Text: settings(f)},
				}}, verdicts(part, f))
		}
	}
	if len(blocks) == 0 {
		return nil
	}
	return append([]document.Block{paragraph("A score of the study’s own is written as $f'$, the derivative of the " +
		"function $f$ whose sum over the projections of the samples is maximised. " +
		`Theorem 1 of S. Battaglino, Generalized Principal Component Analysis Theory (Politecnico di Torino, 2019), ` +
		`says that no step of the ascent leads down where $f(\lvert u\rvert)$ is convex, ` +
		"that is, where $f'$ is nowhere negative and nowhere falls. It is about input space: in the feature space of " +
		"a kernel nothing of the kind is proved. " +
		"Whether it covers a score is measured on $f'$ itself, for " + domain + ".")}, blocks...)
}

// settings says which parameters a family has, and how training samples are centred.
func settings(f method.Family) string {
	text := "."
	for i, p := range f.Parameters {
		text = strings.TrimSuffix(text, ".") + []string{" with ", ", "}[min(i, 1)] + p.Name + " = " +
			words.List(words.Each(p.Values, number), "or") + "."
	}
	return text + map[string]string{
		method.Mean: " The training samples are centred.", method.None: " The training samples are not centred.",
		"": " The training samples are centred as the experiment says.",
	}[f.Centring]
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
