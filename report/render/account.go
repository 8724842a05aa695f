package render

import (
	"cmp"
	"context"
	_ "embed" // for the account
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/formula"
	"gpca/report/method"
	"gpca/report/plan"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/score"
)

//go:embed account.tmpl
var accountSource string

var accountText = words.Texts(accountSource, template.FuncMap{
	"md":   func(text string) string { return table.EscapeMarkdown(words.Printable(text)) },
	"text": markdown, "capitalise": words.Capitalise, "count": words.Count[int],
	"thousands": words.Thousands[int], "list": words.List, "least": slices.Min[[]int], "most": slices.Max[[]int],
	"numbers": func(values []float64) []string { return words.Each(values, number) },
	"full":    func(sentence string) string { return strings.TrimSuffix(sentence, ".") + "." },
	"files": func(paths []string) string {
		if len(paths) > 2 {
			return fmt.Sprintf("%d files", len(paths))
		}
		return words.Enumerate(words.Each(paths, filepath.Base))
	},
})

// markdown is a text in Markdown, in which formulas stay as they are.
func markdown(text string) string {
	var b strings.Builder
	for _, part := range formula.Split(strings.Join(strings.Fields(words.Printable(text)), " ")) {
		if part.Formula == nil {
			part.Text = table.EscapeMarkdown(part.Text)
		}
		b.WriteString(part.Text)
	}
	return b.String()
}

// An entry is what a list says of a thing.
type entry struct{ Name, Text string }

// account is the chapter that says what was done: on which data, by which protocol, with
// which methods, and which parameters they chose. A section without content is left out.
func account(ctx context.Context, e evidence, x exhibits) ([]document.Block, error) {
	facts := struct {
		Data                                              []dataset.Description
		Seed                                              uint64
		Random, HasMethods                                bool
		Refits                                            int
		Experiments, Measures, Settings, Methods, Choices []entry
		Thesis, Paper, Domain                             string
		Scores                                            []ownScore
	}{Seed: e.plan.Study.Seed, Thesis: score.Thesis, Paper: score.Paper, Scores: x.scores, Choices: choices(e)}
	for _, name := range e.plan.Datasets() {
		d, err := e.plan.Library.Describe(ctx, name)
		if err != nil {
			return nil, err
		}
		d.Notes = slices.DeleteFunc(slices.Clone(d.Notes), func(note string) bool { return note == "" })
		facts.Data = append(facts.Data, d)
	}
	var experiments []*experiment.Named
	repetitions := map[*experiment.Named][]string{}
	defined := map[string]bool{}
	cells := map[string]experiment.Cell{}
	for _, c := range e.plan.Cells {
		cells[c.Key()] = c
	}
	for q, key := range e.shown {
		experiments = words.AppendNew(experiments, q.Experiment)
		if c := cells[key]; c.Random {
			facts.Random = true
			n := words.Count(c.Repetitions, "repetition")
			repetitions[q.Experiment] = words.AppendNew(repetitions[q.Experiment], n)
		}
		m := q.Method
		if m.Name == "" || defined[m.Name] {
			continue
		}
		defined[m.Name], facts.HasMethods = true, true
		if m.Family != nil && m.Choose == nil {
			continue // the section on own scores has it
		}
		label := e.plan.Study.Label(m.Name)
		if label != method.Label(m.Name) {
			label += ", " + m.Name
		}
		facts.Methods = append(facts.Methods, entry{label, m.Words() + "."})
	}
	for _, of := range experiments {
		text := words.Capitalise(of.Protocol(e.plan.Title))
		if n := repetitions[of]; len(n) > 0 {
			text += fmt.Sprintf(" Random numbers are means of %s.", words.Enumerate(n))
		}
		facts.Experiments = append(facts.Experiments, entry{of.Name, text})
	}
	for _, alike := range words.Grouped(experiments, (*experiment.Named).Settings) {
		names := words.Each(alike, func(e *experiment.Named) string { return e.Name })
		facts.Settings = append(facts.Settings, entry{strings.Join(names, ", "), alike[0].Settings()})
	}
	for _, alike := range words.Grouped(e.plan.Shown, func(s plan.Shown) string { return s.Measure.Definition }) {
		m := alike[0].Measure
		facts.Measures = append(facts.Measures, entry{words.Capitalise(m.Title), m.Definition + "."})
	}
	for _, s := range e.plan.Shown {
		result, _ := e.results.Get(s.Key)
		facts.Refits = max(facts.Refits, len(result.Refits[s.Measure.Name]))
	}
	for _, s := range x.scores {
		facts.Domain = s.Methods[0].Score.Properties().Domain
	}
	if len(facts.Data)+len(experiments)+len(facts.Scores) == 0 {
		return nil, nil
	}
	return document.Parse("account of what was done", accountText("", facts), x.Numbered)
}

// shown are the queries of the plan that its selection keeps, with the keys of their cells.
func (e evidence) shown(yield func(q exhibit.Query, key string) bool) {
	for _, q := range e.plan.Asked() {
		if key, ok := e.plan.Key(q); ok && !yield(q, key) {
			return
		}
	}
}

// choices say what methods that choose a parameter came to on the training sets.
func choices(e evidence) []entry {
	var all []entry
	for q, key := range e.shown {
		result, ok := e.results.Get(key)
		if !ok || len(result.Chosen) == 0 || q.Method.Choose == nil {
			continue
		}
		where := []string{e.plan.Title(q.Point[experiment.Data])}
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
		text := strings.Join(where, ", ") + ": " + tally(words.Each(result.Chosen, q.Method.Choose.Called)) + "."
		all = words.AppendNew(all, entry{e.plan.Study.Label(q.Method.Name), text})
	}
	return all
}

// tally counts choices, the commonest first.
func tally(chosen []string) string {
	groups := words.Grouped(chosen, strings.Clone)
	slices.SortFunc(groups, func(a, b []string) int { return cmp.Or(len(b)-len(a), strings.Compare(a[0], b[0])) })
	parts := words.Each(groups, func(alike []string) string { return fmt.Sprintf("%s in %d", alike[0], len(alike)) })
	return fmt.Sprintf("%s of %s", words.Enumerate(parts), words.Count(len(chosen), "training set"))
}
