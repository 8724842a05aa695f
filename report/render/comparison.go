package render

import (
	"io"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/plan"
	"gpca/report/publication"
	"gpca/report/publication/compare"
)

// Compare holds the plan's tables against those of the publication that the study
// repeats. It is nil for a study that repeats none.
func Compare(p *plan.Plan, results plan.Results) (*compare.Comparison, error) {
	if p.Study.Repeats == "" {
		return nil, nil
	}
	text, err := publication.Find(p.Study.Repeats)
	if err != nil {
		return nil, err
	}
	src, err := p.Source(results)
	if err != nil {
		return nil, err
	}
	return text.Compare(rerun{p, src})
}

// rerun is a plan as a publication looks at it.
type rerun struct {
	plan   *plan.Plan
	source exhibit.Source
}

var _ publication.Study = rerun{}

func (r rerun) Source() exhibit.Source            { return r.source }
func (r rerun) Label(method string) string        { return r.plan.Study.Label(method) }
func (r rerun) Selected(number string) bool       { return slices.Contains(r.plan.Tables, number) }
func (r rerun) SelectedFigure(number string) bool { return slices.Contains(r.plan.Figures, number) }
func (r rerun) All() bool                         { return r.plan.Whole() }

func (r rerun) Reader(name string) (exhibit.Reader, bool) {
	var found any
	if number, isFigure := strings.CutPrefix(name, "figure "); isFigure {
		found = r.plan.Study.Figure(number)
	} else {
		found = r.plan.Study.Table(name)
	}
	reader, ok := found.(exhibit.Reader)
	return reader, ok
}

func (r rerun) Caption(number string) string {
	if t := r.plan.Study.Table(number); t != nil {
		return t.Head().Caption
	}
	return ""
}

func (r rerun) Experiment(name string) (exhibit.Reader, bool) {
	e, err := r.plan.Study.Experiment(name)
	if err != nil {
		return nil, false
	}
	reader, err := exhibit.Whole(e, r.plan.Study)
	return reader, err == nil
}

// compare adds the comparison's files to the report.
func (r *renderer) compare() error {
	c, err := Compare(r.plan, r.results)
	if err != nil || c == nil {
		return err
	}
	r.comparison = c
	r.add("compare.md", c.WriteMarkdown)
	r.add("compare.csv", c.WriteCSV)
	text, err := publication.Find(r.plan.Study.Repeats)
	if err != nil {
		return err
	}
	audit, err := text.Audit()
	if err != nil {
		return err
	}
	r.add("audit.md", func(w io.Writer) error { return audit.WriteMarkdownWith(w, c.Support) })
	for _, t := range c.Tables() {
		r.addTable(t)
	}
	for _, f := range c.Figures() {
		figure := document.FigureBlock{Number: "D" + f.Number, File: "figures/difference-" + f.Number, Caption: f.Caption, Figure: f.Heatmap}
		if err := r.draw(difference, f.Number, string(dataset.Real), figure); err != nil {
			return err
		}
	}
	return nil
}

// findings are those of the comparison, for the title page.
func (r *renderer) findings() []string {
	if r.comparison == nil {
		return nil
	}
	return r.comparison.Conclusions()
}

// withComparison puts the chapter of the comparison before the appendices.
func (r *renderer) withComparison(blocks []document.Block) []document.Block {
	if r.comparison == nil {
		return blocks
	}
	drawn := map[string]document.FigureBlock{}
	for _, d := range r.drawings {
		if d.role == difference {
			drawn[d.table] = d.FigureBlock
		}
	}
	at := slices.IndexFunc(blocks, func(b document.Block) bool {
		h, ok := b.(document.Heading)
		return ok && h.Level == 1 && strings.HasPrefix(h.Number, strings.TrimSpace(appendix))
	})
	if at < 0 {
		at = len(blocks)
	}
	return slices.Insert(blocks, at, r.comparison.Chapter(drawn)...)
}
