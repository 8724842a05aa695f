package render

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/plan"
	"gpca/report/words"
	"gpca/solver/score"
)

// account is the chapter that says what was done: on which data, by which protocol, with
// which methods, and which parameters they chose. A section without content is left out.
func (r *renderer) account(ctx context.Context) ([]document.Block, error) {
	data, err := r.dataSection(ctx)
	if err != nil {
		return nil, err
	}
	scores, err := r.ownScores(3)
	if err != nil {
		return nil, err
	}
	blocks := []document.Block{document.Heading{Level: 1, Text: "Data, protocol and methods"}}
	for _, section := range []struct {
		title  string
		blocks []document.Block
	}{
		{"Data", data}, {"Protocol", r.protocolSection()}, {"Methods", r.methodSection()},
		{"Own scores", scores}, {"Chosen parameters", r.choiceSection()},
	} {
		if len(section.blocks) > 0 {
			blocks = append(append(blocks, document.Heading{Level: 2, Text: section.title}), section.blocks...)
		}
	}
	if len(blocks) == 1 {
		return nil, nil
	}
	return blocks, nil
}

// paragraph is running text, with formulas between dollar signs.
func paragraph(text string) document.Block {
	return document.Paragraph{Spans: document.Text(text)}
}

// entry is what a list says of a thing.
func entry(name, text string) []document.Block {
	spans := append([]document.Span{{Text: name, Strong: true}}, document.Text(": "+text)...)
	return []document.Block{document.Paragraph{Spans: spans}}
}

// dataSection says of each data set what it holds and which one it is.
func (r *renderer) dataSection(ctx context.Context) ([]document.Block, error) {
	var list document.List
	for _, name := range r.plan.Datasets() {
		d, err := r.plan.Library.Describe(ctx, name)
		if err != nil {
			return nil, err
		}
		facts := []string{shape(d) + "."}
		if d.Train > 0 {
			facts = append(facts, fmt.Sprintf("%s to train on and %s to test.", words.Count(d.Train, "sample"),
				words.Thousands(d.Test)))
		}
		switch {
		case d.Origin == dataset.StandIn:
			facts = append(facts, "A stand-in, generated in its place.")
		case d.Origin != dataset.Real:
			facts = append(facts, words.Capitalise(string(d.Origin))+".")
		case len(d.Files) > 0:
			facts = append(facts, "Real, "+files(d.Files)+".")
		}
		for _, more := range append([]string{d.Citation}, d.Notes...) {
			if more != "" {
				facts = append(facts, strings.TrimSuffix(more, ".")+".")
			}
		}
		if d.URL != "" {
			facts = append(facts, d.URL)
		}
		// No line can be broken in a digest: with other words, it would part their lines badly.
		digest := document.Paragraph{Spans: []document.Span{{Text: "Digest "}, {Text: d.Digest, Code: true}}}
		list.Items = append(list.Items, append(entry(d.Title, strings.Join(facts, " ")), digest))
	}
	if len(list.Items) == 0 {
		return nil, nil
	}
	return []document.Block{list, paragraph("A digest is the SHA-256 of the files and of how they were read, or of " +
		"what was generated. It is part of what a result is stored under: on other data, all is computed again.")}, nil
}

// fewClasses is how many classes are listed by name.
const fewClasses = 12

// shape words how many samples, features and classes a data set has.
func shape(d dataset.Description) string {
	text := words.Count(d.Samples, "sample") + " of " + words.Count(d.Features, "feature")
	if d.Image.Width > 0 {
		text += fmt.Sprintf(", images of %d × %d pixels", d.Image.Width, d.Image.Height)
	}
	switch classes := len(d.Classes); {
	case classes == 0:
		text += ", without classes"
	case classes > fewClasses:
		text += fmt.Sprintf(", %d classes of %d to %s", classes, slices.Min(d.ClassCounts),
			words.Count(slices.Max(d.ClassCounts), "sample"))
	default:
		each := slices.Clone(d.Classes)
		for i, n := range d.ClassCounts {
			each[i] += fmt.Sprintf(" (%s)", words.Thousands(n))
		}
		text += fmt.Sprintf(", %d classes: %s", classes, words.Enumerate(each))
	}
	return text
}

// files names the files of a data set, wherever they lie.
func files(paths []string) string {
	if len(paths) > 2 {
		return fmt.Sprintf("from %d files", len(paths))
	}
	return "from " + words.Enumerate(words.Each(paths, filepath.Base))
}

// shown are the queries of the plan that its selection keeps.
func (r *renderer) shown(yield func(exhibit.Query, string) bool) {
	for _, q := range r.plan.Asked() {
		if key, ok := r.plan.Key(q); ok && !yield(q, key) {
			return
		}
	}
}

// protocolSection says of each experiment how its cells are computed, and what is
// measured.
func (r *renderer) protocolSection() []document.Block {
	var experiments []*experiment.Named
	repetitions := map[*experiment.Named][]string{}
	cells := map[string]experiment.Cell{}
	for _, c := range r.plan.Cells {
		cells[c.Key()] = c
	}
	for q, key := range r.shown {
		e := q.Experiment
		experiments = words.AppendNew(experiments, e)
		if c := cells[key]; c.Random {
			repetitions[e] = words.AppendNew(repetitions[e], words.Count(c.Repetitions, "repetition"))
		}
	}
	if len(experiments) == 0 {
		return nil
	}
	var list, measures, settings document.List
	for _, e := range experiments {
		text := words.Capitalise(e.Protocol(r.plan.Title))
		if n := repetitions[e]; len(n) > 0 {
			text += fmt.Sprintf(" Numbers that chance has a part in are means of %s.", words.Enumerate(n))
		}
		list.Items = append(list.Items, entry(e.Name, text))
	}
	for _, alike := range words.Grouped(experiments, (*experiment.Named).Settings) {
		names := words.Each(alike, func(e *experiment.Named) string { return e.Name })
		settings.Items = append(settings.Items, entry(strings.Join(names, ", "), alike[0].Settings()))
	}
	for _, alike := range words.Grouped(r.plan.Shown, func(s plan.Shown) string { return s.Measure.Definition }) {
		m := alike[0].Measure
		measures.Items = append(measures.Items, entry(words.Capitalise(m.Title), m.Definition+"."))
	}
	chance := "Nothing is left to chance."
	if len(repetitions) > 0 {
		chance = fmt.Sprintf("All random draws follow from the seed %d. In a repetition, all methods see the same "+
			"samples and the same noise.", r.plan.Study.Seed)
	}
	most := 0
	for _, s := range r.plan.Shown {
		result, _ := r.results.Get(s.Key)
		most = max(most, len(result.Refits[s.Measure.Name]))
	}
	if most > 0 {
		chance += fmt.Sprintf(" Where one fit serves all repetitions and iterations of it do not converge, further "+
			"fits to the same samples in other orders, up to %d, are tested on the same draws. "+
			"The number is that of the first fit. The variance in its interval is that over draws and the mean "+
			"square by which other orders differ from it, with degrees of freedom by Welch and Satterthwaite.", most)
	}
	blocks := []document.Block{list, paragraph(chance), measures}
	if len(settings.Items) == 1 {
		return append(blocks, paragraph(experiments[0].Settings()))
	}
	return append(blocks, paragraph("The fits:"), settings)
}

// methodSection defines each method but the study’s own scores.
func (r *renderer) methodSection() []document.Block {
	var list document.List
	defined := map[string]bool{}
	for q := range r.shown {
		m := q.Method
		if m.Name == "" || defined[m.Name] {
			continue
		}
		defined[m.Name] = true
		if m.Family != nil && m.Choose == nil {
			continue // the section on own scores has it
		}
		label := r.plan.Study.Label(m.Name)
		if label != method.Label(m.Name) {
			label += ", " + m.Name
		}
		list.Items = append(list.Items, entry(label, m.Words()+"."))
	}
	if len(defined) == 0 {
		return nil
	}
	return []document.Block{
		paragraph("A score is given by $f'(u)$, the weight that a sample gets whose projection on a component has " +
			"the size $u$. " +
			`A component is a unit vector $w$ that maximises $\sum f(\lvert w^\top x\rvert)$ over training samples ` +
			`$x$: every sample is weighted by $f'$ of its projection, with the projection’s sign, ` +
			"the weighted sum, normalised, is the next $w$, and so on. For $f(u) = u^2$ this is an eigenproblem, and " +
			"solved as one. Further components are found on what the earlier ones leave of the samples."),
		list,
		paragraph(fmt.Sprintf("Here the thesis is %s, whose equations are meant where no other source is named, and "+
			"the paper is %s.", score.Thesis, score.Paper)),
	}
}

// choiceSection says what methods that choose a parameter came to on the training sets.
func (r *renderer) choiceSection() []document.Block {
	var list document.List
	said := map[string]bool{}
	for q, key := range r.shown {
		result, ok := r.results.Get(key)
		if !ok || len(result.Chosen) == 0 || q.Method.Choose == nil {
			continue
		}
		where := []string{r.plan.Title(q.Point[experiment.Data])}
		for _, a := range q.Experiment.Axes() {
			choosesAlike := a.Name == experiment.Level && result.Shared
			if len(a.Values) < 2 || a.Name == experiment.Data || choosesAlike {
				continue
			}
			if v, err := a.Find(q.Point[a.Name]); err == nil {
				title := map[string]string{experiment.Level: a.Title}[a.Name]
				where = append(where, strings.TrimSpace(title+" "+v.Phrase))
			}
		}
		text := strings.Join(where, ", ") + ": " + tally(words.Each(result.Chosen, q.Method.Choose.Called))
		if name := r.plan.Study.Label(q.Method.Name); !said[name+text] {
			said[name+text] = true
			list.Items = append(list.Items, entry(name, text+"."))
		}
	}
	if len(list.Items) == 0 {
		return nil
	}
	return []document.Block{list}
}

// tally counts choices, the commonest first.
func tally(chosen []string) string {
	groups := words.Grouped(chosen, strings.Clone)
	slices.SortFunc(groups, func(a, b []string) int { return cmp.Or(len(b)-len(a), strings.Compare(a[0], b[0])) })
	parts := words.Each(groups, func(alike []string) string { return fmt.Sprintf("%s in %d", alike[0], len(alike)) })
	return fmt.Sprintf("%s of %s", words.Enumerate(parts), words.Count(len(chosen), "training set"))
}
