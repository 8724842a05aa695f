package render

import (
	"cmp"
	"context"
	_ "embed" // for the account
	"fmt"
	"math"
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
	"gpca/report/study"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/objective"
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

// markdown escapes a text for Markdown, but for its formulas.
func markdown(text string) string {
	var b strings.Builder
	for _, part := range formula.Split(words.OneLine(words.Printable(text))) {
		if part.Formula == nil {
			part.Text = table.EscapeMarkdown(part.Text)
		}
		b.WriteString(part.Text)
	}
	return b.String()
}

// An entry is a point of a list: a name and a sentence on it.
type entry struct{ Name, Text string }

// account is the chapter that says what was done: on which data, how, with which methods, and which parameters these
// chose. A section without content is left out.
func account(ctx context.Context, e evidence, x exhibits) ([]document.Block, error) {
	facts := struct {
		Data                                              []dataset.Description
		Seed                                              uint64
		Random, HasMethods                                bool
		Refits, Refitted                                  int
		Experiments, Measures, Settings, Methods, Choices []entry
		Works                                             []string // that the methods cite
		Domain                                            string
		Functions                                         []ownFunction
	}{Seed: e.plan.Study.Seed, Functions: x.functions, Choices: choices(e)}
	for _, name := range e.plan.Datasets() {
		d, err := e.plan.Library.Describe(ctx, name)
		if err != nil {
			return nil, err
		}
		d.Notes = slices.DeleteFunc(slices.Clone(d.Notes), func(note string) bool { return note == "" })
		facts.Data = append(facts.Data, d)
	}
	facts.Experiments, facts.Settings, facts.Random = protocol(e)
	for _, alike := range words.Grouped(e.plan.Shown, func(s plan.Shown) string { return s.Measure.Definition }) {
		m := alike[0].Measure
		facts.Measures = append(facts.Measures, entry{words.Capitalise(m.Title), m.Definition + "."})
	}
	facts.Methods, facts.HasMethods = methods(e)
	for _, work := range objective.Works() {
		cited := func(m entry) bool { return strings.Contains(m.Text, work[0]) }
		if slices.ContainsFunc(facts.Methods, cited) {
			facts.Works = append(facts.Works, work[0]+" is "+work[1]+".")
		}
	}
	for _, n := range refits(e) {
		facts.Refits, facts.Refitted = facts.Refits+n, facts.Refitted+1
	}
	for _, s := range x.functions {
		facts.Domain = s.Methods[0].Objective.Properties().Domain
	}
	if len(facts.Data)+len(facts.Experiments)+len(facts.Functions) == 0 {
		return nil, nil
	}
	return document.Parse("account of what was done", accountText("", facts), x.Numbered)
}

// protocol says what each experiment does. Settings say how its fits are made; experiments with the same settings
// share an entry.
func protocol(e evidence) (all, settings []entry, random bool) {
	for _, alike := range words.Grouped(e.shown, func(q answered) *experiment.Named { return q.Experiment }) {
		of := alike[0].Experiment
		text := words.Capitalise(of.Protocol(e.plan.Title))
		var repetitions []string
		for _, q := range alike {
			if q.cell.Random {
				repetitions = words.AppendNew(repetitions, words.Count(q.cell.Repetitions, "repetition"))
			}
		}
		if len(repetitions) > 0 {
			random = true
			text += fmt.Sprintf(" Random numbers are means of %s.", words.Enumerate(repetitions))
		}
		all = append(all, entry{of.Name, text})
		settings = append(settings, entry{of.Name, of.Settings()})
	}
	alike := words.Grouped(settings, func(s entry) string { return s.Text })
	return all, words.Each(alike, func(of []entry) entry {
		return entry{strings.Join(words.Each(of, func(s entry) string { return s.Name }), ", "), of[0].Text}
	}), random
}

// methods describes the methods, without those of the section on own functions. Some reports whether there is a method
// at all.
func methods(e evidence) (all []entry, some bool) {
	for _, alike := range words.Grouped(e.shown, func(q answered) string { return q.Method.Name }) {
		m := alike[0].Method
		some = some || m.Name != ""
		if m.Name == "" || m.Family != nil && m.Choose == nil {
			continue
		}
		label := e.plan.Study.Label(m.Name)
		if label != method.Label(m.Name) {
			label += ", " + m.Name
		}
		all = append(all, entry{label, m.Words() + "."})
	}
	return all, some
}

// refits counts the further fits of each fit. Cells at other noises and levels share a fit.
func refits(e evidence) map[string]int {
	all := map[string]int{}
	for _, s := range e.plan.Shown {
		result, _ := e.results.Get(s.Key)
		if n := len(result.Refits[s.Measure.Name]); n > 0 {
			fit := slices.DeleteFunc(result.Cell.Fields(), func(f experiment.Field) bool {
				return slices.Contains([]string{"repetitions", "random", "noise", "level", "rated"}, f.Name)
			})
			all[fmt.Sprint(fit)] = n
		}
	}
	return all
}

// choices are the parameters that methods chose on the training sets.
func choices(e evidence) []entry {
	var all []entry
	for _, q := range e.shown {
		if len(q.result.Chosen) == 0 || q.Method.Choose == nil {
			continue
		}
		where := []string{e.plan.Title(q.Point[experiment.Data])}
		for _, a := range q.Experiment.Axes() {
			choosesAlike := a.Name == experiment.Level && q.result.Shared
			if len(a.Values) < 2 || a.Name == experiment.Data || choosesAlike {
				continue
			}
			if v, err := a.Find(q.Point[a.Name]); err == nil {
				title := map[string]string{experiment.Level: a.Title}[a.Name]
				where = append(where, strings.TrimSpace(title+" "+v.Phrase))
			}
		}
		text := strings.Join(where, ", ") + ": " + tally(words.Each(q.result.Chosen, q.Method.Choose.Called)) + "."
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

// An ownFunction is an expression that a study uses as a function, with figures of f′ and f.
type ownFunction struct {
	method.Family
	Figures []document.FigureBlock // f′ alone where its integral is infinite
	part    *study.Study
}

// ownFunctions are the own functions of all studies of a report. A function of an appendix with a name that is known is
// the same function.
func ownFunctions(s *study.Study) ([]ownFunction, error) {
	var all []ownFunction
	for _, part := range s.Parts() {
		for _, f := range part.Families {
			if slices.ContainsFunc(all, func(o ownFunction) bool { return o.Name == f.Name }) {
				continue
			}
			drawn, err := drawFunctions(part, f, fmt.Sprintf("F%d", len(all)+1))
			if err != nil {
				return nil, fmt.Errorf("study %s, method %s: %w", part.Name, f.Name, err)
			}
			all = append(all, ownFunction{f, drawn, part})
		}
	}
	return all, nil
}

// Label is its printed name.
func (o ownFunction) Label() string { return o.part.Label(o.Name) }

// Formula is the expression, on one line.
func (o ownFunction) Formula() string { return words.OneLine(o.Expression) }

// mostCurves is how many members of a family a reader can tell apart in a figure.
const mostCurves = 8

// drawFunctions draws f′ and f of the members of a family. Without an f it draws f′ alone.
func drawFunctions(part *study.Study, f method.Family, number string) ([]document.FigureBlock, error) {
	names, caption := f.Members(), part.Label(f.Name)
	if all := names; len(all) > mostCurves {
		names, caption = nil, fmt.Sprintf("%s, %d of %d members", caption, mostCurves, len(all))
		for i := range mostCurves {
			names = append(names, all[i*(len(all)-1)/(mostCurves-1)])
		}
	}
	to, integrable := 0.0, true
	for _, m := range f.Methods {
		_, ok := objective.Objective(m.Objective)
		to, integrable = max(to, reach(m.Objective)), integrable && ok
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
			Number: n, File: "figures/function-" + n, Caption: figure.of + caption, Figure: plot,
		})
	}
	return drawn, nil
}

// Verdicts are what theory says of the members of a family. Members of which it says the same share an entry.
func (o ownFunction) Verdicts() []entry {
	said := func(m method.Method) string {
		p := m.Objective.Properties()
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

// reach is the largest u in the figure of a function. It is 1, 2 or 5 times a power of 10, well beyond the place where
// f′ first crosses half of its largest value. It is about 4 if there is no such place.
func reach(s objective.Function) float64 {
	const usual, beyond, perDecade, first, last = 4.0, 12, 40, -9, 4
	at := func(i int) float64 { return math.Pow(10, first+float64(i)/perDecade) }
	var sizes []float64
	for i := range (last-first)*perDecade + 1 {
		sizes = append(sizes, math.Abs(s.Derivative(at(i))))
	}
	half, to := slices.Max(sizes)/2, usual
	crossed := slices.IndexFunc(sizes, func(v float64) bool { return (v < half) != (sizes[0] < half) })
	// One that grows without end, as u does, crosses it far out.
	if crossed >= 0 && (s.Properties().Bounded || at(crossed) < 1000) {
		to = beyond * at(crossed)
	}
	unit := math.Pow(10, math.Floor(math.Log10(to)))
	for _, step := range []float64{1, 2, 5} {
		if to <= step*unit {
			return step * unit
		}
	}
	return 10 * unit
}
