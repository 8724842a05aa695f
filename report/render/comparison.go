package render

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/plan"
	"gpca/report/publication"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/study"
	"gpca/report/table"
	"gpca/report/words"
)

// A Comparison holds a part of a report against the publication that the part repeats.
type Comparison struct {
	Part *study.Study
	*compare.Comparison
	audit *audit.Report
}

// Compare holds the plan's tables against those of the publications that the parts of its
// study repeat. There are none for a study that repeats none, and none of a part of which
// no table is selected.
func Compare(p *plan.Plan, results plan.Results) ([]Comparison, error) {
	var all []Comparison
	for _, part := range p.Study.Parts() {
		if part.Repeats == "" {
			continue
		}
		text, err := publication.Find(part.Repeats)
		if err != nil {
			return nil, err
		}
		c := Comparison{Part: part}
		if c.audit, err = text.Audit(); err != nil {
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
func (r rerun) Selected(number string) bool {
	return slices.Contains(r.plan.Tables, number) && r.part.Table(number) != nil
}
func (r rerun) SelectedFigure(number string) bool { return slices.Contains(r.plan.Figures, number) }
func (r rerun) All() bool                         { return r.plan.Whole() && !r.part.Reduced() }

func (r rerun) Reader(name string) (exhibit.Reader, bool) {
	var found any
	if number, isFigure := strings.CutPrefix(name, "figure "); isFigure {
		found = r.part.Figure(number)
	} else {
		found = r.part.Table(name)
	}
	if number, variant, ok := strings.Cut(name, ": "); ok {
		if all, ok := r.part.Table(number).(exhibit.Varied); ok {
			return all.Variant(variant)
		}
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
func (r *renderer) comparisonOf(part *study.Study) *Comparison {
	i := slices.IndexFunc(r.comparisons, func(c Comparison) bool { return c.Part == part })
	if i < 0 {
		return nil
	}
	return &r.comparisons[i]
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

// inPrint are the numbers in print behind those of a table, nil where none is judged.
func (r *renderer) inPrint(t *table.Table) [][]document.InPrint {
	for _, c := range r.comparisons {
		for _, k := range c.Contrasts {
			if k.Name() == t.Number && k.Refused == "" {
				return k.Behind(t)
			}
		}
	}
	return nil
}

// compare adds the files of the comparisons to the report: one of each kind, in which
// publication follows publication.
func (r *renderer) compare() error {
	if len(r.comparisons) == 0 {
		return nil
	}
	each := func(write func(Comparison, io.Writer) error) func(io.Writer) error {
		return func(w io.Writer) (err error) {
			for i, c := range r.comparisons {
				if i > 0 {
					_, err = io.WriteString(w, "\n")
				}
				if err = cmp.Or(err, write(c, w)); err != nil {
					return err
				}
			}
			return nil
		}
	}
	r.add("compare.md", each(func(c Comparison, w io.Writer) error { return c.WriteMarkdown(w) }))
	r.add("compare.csv", func(w io.Writer) error {
		held := func(c Comparison) *compare.Comparison { return c.Comparison }
		return compare.WriteCSV(w, words.Each(r.comparisons, held)...)
	})
	r.add("audit.md", each(func(c Comparison, w io.Writer) error { return c.audit.WriteMarkdownWith(w, c.Support) }))
	for _, c := range r.comparisons {
		if c.Part.Reduced() {
			continue
		}
		for _, t := range c.Tables() {
			r.addTable(t)
		}
		for _, f := range c.Figures() {
			if err := r.draw(difference, "", string(dataset.Real), f); err != nil {
				return err
			}
		}
	}
	return nil
}

// findings are those of the first comparison, for the title page: of what the report
// appends, chapters say the same.
func (r *renderer) findings() []string {
	if len(r.comparisons) == 0 {
		return nil
	}
	return r.comparisons[0].Conclusions()
}

// withComparison puts the comparison of a part behind the chapters of the part, before the
// appendices of its text: a chapter of its own, or, where the part is reduced, a section.
func (r *renderer) withComparison(part *study.Study, blocks []document.Block) []document.Block {
	c := r.comparisonOf(part)
	switch {
	case c == nil:
		return blocks
	case part.Reduced():
		return append(blocks, c.Section()...)
	}
	drawn := map[string]document.FigureBlock{}
	for _, d := range r.drawings {
		if d.role == difference {
			drawn[d.Number] = d.FigureBlock
		}
	}
	at := slices.IndexFunc(blocks, func(b document.Block) bool {
		h, ok := b.(document.Heading)
		return ok && h.Level == 1 && strings.HasPrefix(h.Number, strings.TrimSpace(appendix))
	})
	if at < 0 {
		at = len(blocks)
	}
	chapter := c.Chapter(drawn)
	if real, ok := r.real(part); ok {
		chapter = append(chapter, c.Beside(real)...)
	}
	return slices.Insert(blocks, at, chapter...)
}
