package render

import (
	_ "embed" // for what the real data gave
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"gpca/report/exhibit"
	"gpca/report/exhibit/fill"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/publication"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/study"
	"gpca/report/words"
)

// evidence is what a report rests on: a plan, its results, and how they compare with print.
type evidence struct {
	plan        *plan.Plan
	results     plan.Results
	cells       Count
	shown       []answered
	comparisons []Comparison // those of the parts of the study that repeat a publication
	book        *fill.Book
}

// answered is a question of the exhibits, with the cell that answers it.
type answered struct {
	exhibit.Query
	cell   experiment.Cell
	result experiment.Result // without a key if the cell is not computed
}

// isDone reports whether the cell is computed, without a failure, by a method that is applicable.
func (a answered) isDone() bool {
	return a.result.Key != "" && a.result.Failure+a.result.Inapplicable == ""
}

// gather finds what a report rests on.
func gather(p *plan.Plan, results plan.Results) (e evidence, err error) {
	e = evidence{plan: p, results: results, cells: CountCells(p.Cells, results), book: fill.NewBook()}
	cells := map[string]experiment.Cell{}
	for _, c := range p.Cells {
		cells[c.Key()] = c
	}
	for _, q := range p.Asked() {
		if key, ok := p.Key(q); ok {
			r, _ := results.Get(key)
			e.shown = append(e.shown, answered{q, cells[key], r})
		}
	}
	e.comparisons, err = compareIn(p, results, e.book)
	return e, err
}

// A Comparison holds a part of a report against the publication that the part repeats.
type Comparison struct {
	Part *study.Study
	*compare.Comparison
	Audit *audit.Report // of what is in print
}

// Compare compares each part of the plan with the publication that the part repeats, or with the claims of the part.
// It leaves out parts with neither, and parts of which no table is selected.
func Compare(p *plan.Plan, results plan.Results) ([]Comparison, error) {
	return compareIn(p, results, fill.NewBook())
}

func compareIn(p *plan.Plan, results plan.Results, book *fill.Book) ([]Comparison, error) {
	var all []Comparison
	for _, part := range p.Study.Parts() {
		if text := part.Judged(); text != nil {
			go text.Audit() // side by side, as they rest on print alone
		}
	}
	for _, part := range p.Study.Parts() {
		text := part.Judged()
		if text == nil {
			continue
		}
		c := Comparison{Part: part}
		var err error
		if c.Audit, err = text.Audit(); err != nil {
			return nil, err
		}
		src := fill.Booked{Source: p.Source(results, part), Book: book}
		if c.Comparison, err = text.Compare(rerun{p, part, src}); err != nil {
			return nil, err
		}
		if len(c.Contrasts) > 0 || c.Part == p.Study {
			all = append(all, c)
		}
	}
	return all, nil
}

// rerun is a part of a plan, as the publication sees it that it repeats.
type rerun struct {
	plan   *plan.Plan
	part   *study.Study
	source exhibit.Source
}

var _ publication.Study = rerun{}

func (r rerun) Source() exhibit.Source     { return r.source }
func (r rerun) Label(method string) string { return r.part.Label(method) }
func (r rerun) Selected(name string) bool {
	if number, isFigure := strings.CutPrefix(name, aFigure); isFigure {
		return slices.Contains(r.plan.Figures, number)
	}
	return slices.Contains(r.plan.Tables, name) && r.part.Table(name) != nil
}
func (r rerun) All() bool { return r.plan.Whole() && !r.part.Reduced() }

// Reader finds what a claim names: "experiment usps", "figure 2.4", "C.1: raw" for a labelled row, or a table.
func (r rerun) Reader(name string) (exhibit.Reader, bool) {
	if experiment, ok := strings.CutPrefix(name, "experiment "); ok {
		return r.Experiment(experiment)
	}
	if number, ok := strings.CutPrefix(name, aFigure); ok {
		reader, ok := r.part.Figure(number).(exhibit.Reader)
		return reader, ok
	}
	if reader, ok := r.part.Table(name).(exhibit.Reader); ok {
		return reader, true
	}
	number, row, _ := strings.Cut(name, ": ")
	return exhibit.Spots(r.part.Table(number), row)
}

func (r rerun) Caption(number string) string {
	if t := r.part.Table(number); t != nil {
		return t.Head().Caption
	}
	return ""
}

func (r rerun) Experiment(name string) (exhibit.Reader, bool) {
	reader, err := exhibit.Whole(name, r.part)
	return reader, err == nil
}

// A failure is a cell that failed, and why.
type failure struct{ Cell, Reason string }

func (e evidence) failures() (all []failure) {
	for _, c := range e.plan.Cells {
		if r, _ := e.results.Get(c.Key()); r.Failure != "" {
			all = append(all, failure{c.String(), words.OneLine(r.Failure)})
		}
	}
	return all
}

// comparisonOf is the comparison of a part, nil if it has none.
func (e evidence) comparisonOf(part *study.Study) *Comparison {
	i := slices.IndexFunc(e.comparisons, func(c Comparison) bool { return c.Part == part })
	if i < 0 {
		return nil
	}
	return &e.comparisons[i]
}

// source is the source of results of a part, with the verdicts on numbers in print.
func (e evidence) source(part *study.Study) exhibit.Source {
	booked := fill.Booked{Source: e.plan.Source(e.results, part), Book: e.book}
	if c := e.comparisonOf(part); c != nil {
		return judged{booked, c}
	}
	return booked
}

// judged adds to a source the verdicts on numbers in print.
type judged struct {
	fill.Booked
	*Comparison
}

func (j judged) Printed() exhibit.Printed {
	p := j.Booked.Printed()
	p.Verdict = func(table string, level float64, method string) string {
		if v := j.Verdict(table, level, method); v != compare.None {
			return ": " + v.String()
		}
		return ""
	}
	return p
}

// referenceFile has the outcome of the reference run, on the real data, for each study of the program. A report on
// generated data quotes it. A test makes it from the results in out/reference.
//
//go:embed reference.json
var referenceFile []byte

// reference is the outcome of each part, by study and part.
var reference = sync.OnceValue(func() (of map[string]map[string]compare.Real) {
	if err := json.Unmarshal(referenceFile, &of); err != nil {
		panic(err) // a test reads it
	}
	return of
})

// real is the outcome of a part on the real data, for a report on generated data. The user's own studies and
// selections have none.
func (e evidence) real(part *study.Study) (of compare.Real, ok bool) {
	generated := func(c Comparison) bool { return c.Facts().Generated }
	if s := e.plan.Study; s.File() == "" && e.plan.Whole() && slices.ContainsFunc(e.comparisons, generated) {
		of, ok = reference()[s.Name][part.Name]
	}
	return of, ok
}
