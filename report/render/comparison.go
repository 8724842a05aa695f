package render

import (
	_ "embed" // for what the real data gave
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"gpca/report/exhibit"
	"gpca/report/plan"
	"gpca/report/publication"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/study"
)

// evidence is what a report rests on: a plan, its results, and how they compare with print.
type evidence struct {
	plan        *plan.Plan
	results     plan.Results
	cells       Count
	comparisons []Comparison // those of the parts of the study that repeat a publication
}

// A Comparison holds a part of a report against the publication that the part repeats.
type Comparison struct {
	Part *study.Study
	*compare.Comparison
	Audit *audit.Report // of what is in print
}

// Compare holds the plan's tables against those of the publications that the parts of its
// study repeat, or against its claims alone. There are none for a study without either, and none of a
// part of which no table is selected.
func Compare(p *plan.Plan, results plan.Results) ([]Comparison, error) {
	var all []Comparison
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
		src, err := p.Source(results, part)
		if err != nil {
			return nil, err
		}
		if c.Comparison, err = text.Compare(rerun{p, part, src}); err != nil {
			return nil, err
		}
		if len(c.Contrasts) > 0 || c.Part == p.Study {
			all = append(all, c)
		}
	}
	return all, nil
}

// rerun is a part of a plan as a publication looks at it.
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

func (r rerun) Reader(name string) (exhibit.Reader, bool) {
	var found any
	if number, isFigure := strings.CutPrefix(name, aFigure); isFigure {
		found = r.part.Figure(number)
	} else {
		found = r.part.Table(name)
	}
	if number, variant, ok := strings.Cut(name, ": "); ok {
		if all, ok := r.part.Table(number).(exhibit.Varied); ok {
			return all.Variant(variant)
		}
	}
	if name, ok := strings.CutPrefix(name, "experiment "); ok {
		return r.Experiment(name)
	}
	reader, ok := found.(exhibit.Reader)
	return reader, ok
}

func (r rerun) Caption(number string) string {
	if t := r.part.Table(number); t != nil {
		return t.Head().Caption
	}
	return ""
}

func (r rerun) Experiment(name string) (exhibit.Reader, bool) {
	e, err := r.part.Experiment(name)
	if err != nil {
		return nil, false
	}
	reader, err := exhibit.Whole(e, r.part)
	return reader, err == nil
}

// comparisonOf is the comparison of a part, nil for one that has none.
func (e evidence) comparisonOf(part *study.Study) *Comparison {
	i := slices.IndexFunc(e.comparisons, func(c Comparison) bool { return c.Part == part })
	if i < 0 {
		return nil
	}
	return &e.comparisons[i]
}

// source answers the exhibits of a part, with the verdicts on what is in print.
func (e evidence) source(part *study.Study) (exhibit.Source, error) {
	src, err := e.plan.Source(e.results, part)
	if c := e.comparisonOf(part); c != nil && err == nil {
		return judged{src, c}, nil
	}
	return src, err
}

// judged is a source of results with the verdicts on what is in print.
type judged struct {
	exhibit.Source
	*Comparison
}

func (j judged) Printed() exhibit.Printed {
	p := j.Source.Printed()
	p.Verdict = func(table string, level float64, method string) string {
		if v := j.Verdict(table, level, method); v != compare.None {
			return ": " + v.String()
		}
		return ""
	}
	return p
}

// referenceFile has what the reference run, on the real data, gave of each study that comes
// with the program, so that a report on generated data can say it. A test makes it from the
// results in out/reference.
//
//go:embed reference.json
var referenceFile []byte

// reference is what it gave of a study's part.
var reference = sync.OnceValue(func() (of map[string]map[string]compare.Real) {
	if err := json.Unmarshal(referenceFile, &of); err != nil {
		panic(err) // a test reads it
	}
	return of
})

// real is what the real data gave of a part, where data of the report is generated. There is
// nothing of a study of the user's, or of a selection.
func (e evidence) real(part *study.Study) (of compare.Real, ok bool) {
	generated := func(c Comparison) bool { return c.Facts().Generated }
	if s := e.plan.Study; s.File() == "" && e.plan.Whole() && slices.ContainsFunc(e.comparisons, generated) {
		of, ok = reference()[s.Name][part.Name]
	}
	return of, ok
}
