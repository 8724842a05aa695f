package report

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gpca/report/audit"
	"gpca/report/audit/claim"
	"gpca/report/compare"
	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/grid"
	"gpca/report/published"
	"gpca/report/store"
	"gpca/report/study"
)

// printedIn are the numbers of the publication that a study repeats, or that its
// tables of variants name, none for another study: one that repeats a publication
// goes by its name.
func printedIn(s *study.Study) (exhibit.Printed, error) {
	repeats := s.Name == published.SourceThesis
	refers := slices.ContainsFunc(s.Tables, func(t study.Table) bool { return t.Printed != "" })
	if !repeats && !refers {
		return exhibit.Printed{}, nil
	}
	thesis, err := published.Thesis()
	if err != nil {
		return exhibit.Printed{}, err
	}
	printed := exhibit.Printed{Source: "the thesis", At: func(table, data string, level float64, method string) (float64, bool) {
		return inPrint(thesis, table, func(row string) bool {
			v, err := strconv.ParseFloat(row, 64)
			return strings.EqualFold(row, data) || err == nil && v == level
		}, method)
	}}
	if repeats {
		printed.Value = func(table string, level float64, method string) (float64, bool) {
			return printed.At(table, "", level, method)
		}
	}
	return printed, nil
}

// inPrint is the number that a table prints for a method in the first row that is
// wanted.
func inPrint(tables []published.Table, number string, wanted func(row string) bool, method string) (float64, bool) {
	i := slices.IndexFunc(tables, func(t published.Table) bool { return t.Number == number })
	if i < 0 {
		return 0, false
	}
	body := tables[i].Body()
	row := slices.IndexFunc(body, wanted)
	if row < 0 {
		return 0, false
	}
	c, ok := tables[i].Cell(body[row], method)
	if !ok {
		return 0, false
	}
	return c.Value.Float64(), true
}

// Compare holds the plan's tables against those of the publication that the
// study repeats. It is nil for a study that repeats none: one that does goes by
// the publication's name.
func Compare(p *Plan, results *store.Store) (*compare.Comparison, error) {
	if p.Study.Name != published.SourceThesis {
		return nil, nil
	}
	thesis, err := published.Thesis()
	if err != nil {
		return nil, err
	}
	paper, err := published.Paper()
	if err != nil {
		return nil, err
	}
	known, err := audit.Thesis()
	if err != nil {
		return nil, err
	}
	o := compare.Options{
		Study: p.Study, Origin: p.Origin, Links: known.Links,
		Result: func(n study.Need) (grid.Result, bool) {
			c, ok := p.Cell(n)
			if !ok {
				return grid.Result{}, false
			}
			return results.Get(c.Key())
		},
	}
	for _, t := range thesis {
		if slices.Contains(p.Tables, t.Number) {
			o.Tables = append(o.Tables, t)
		} else {
			o.Context = append(o.Context, t)
		}
	}
	o.Context = append(o.Context, paper...)
	o.Claims = claimsAbout(known.Claims, p)
	if o.Audit, err = auditOfThesis(); err != nil {
		return nil, err
	}
	return compare.Compare(o)
}

// auditOfThesis audits the tables in print, which never change, once a process:
// it takes a second, and a plan is rehearsed before it is rendered.
var auditOfThesis = sync.OnceValues(audit.RunThesis)

// claimsAbout keeps the claims that speak of a table or figure of the plan; all
// claims for a whole study.
func claimsAbout(claims []claim.Claim, p *Plan) []claim.Claim {
	if len(p.Tables) == len(p.Study.Tables) {
		return claims
	}
	return slices.DeleteFunc(slices.Clone(claims), func(c claim.Claim) bool {
		return !slices.ContainsFunc(c.Tables(), func(name string) bool {
			number, isFigure := strings.CutPrefix(name, "figure ")
			return isFigure && slices.Contains(p.Figures, number) || !isFigure && slices.Contains(p.Tables, name)
		})
	})
}

// comparisonChapter is the number of the chapter behind those of the thesis's
// text that have results.
const comparisonChapter = "4"

// differencePrefix opens the numbers of the heat maps of the comparison.
const differencePrefix = "D"

// compare adds the comparison's files to the report.
func (r *renderer) compare() error {
	c, err := Compare(r.plan, r.results)
	if err != nil || c == nil {
		return err
	}
	r.comparison = c
	r.add("compare.md", c.WriteMarkdown)
	r.add("compare.csv", c.WriteCSV)
	a, err := auditOfThesis()
	if err != nil {
		return err
	}
	r.add("audit.md", func(w io.Writer) error { return a.WriteMarkdownWith(w, c.Support) })
	if !c.Judged() {
		return nil
	}
	summary := c.SummaryTable(comparisonChapter + ".1")
	base := "tables/table-" + summary.Number
	r.add(base+".md", summary.WriteMarkdown)
	r.add(base+".tex", summary.WriteLaTeX)
	r.add(base+".csv", summary.WriteCSV)
	for _, f := range c.Figures() {
		r.draw(drawing{
			number: f.Number, caption: f.Caption, origin: string(dataset.Real),
			file: "figures/difference-" + strings.TrimPrefix(f.Number, differencePrefix), figure: f.Heatmap,
		})
	}
	return nil
}

// findings are those of the comparison, for the title page. As with its chapter, a
// report of a part of the study does without them where nothing is compared.
func (r *renderer) findings(whole bool) []string {
	if r.comparison == nil || !whole && !r.comparison.Judged() {
		return nil
	}
	var lines []string
	for _, f := range r.comparison.Findings() {
		lines = append(lines, f.Name+": "+f.Sentence)
	}
	return lines
}

// withComparison puts the chapter of the comparison before the appendices.
// Without anything to compare it is the sentence that says so, which a report
// of a part of the study does without.
func (r *renderer) withComparison(blocks []document.Block, figures map[string]document.FigureBlock, whole bool) []document.Block {
	if r.comparison == nil || !whole && !r.comparison.Judged() {
		return blocks
	}
	at := slices.IndexFunc(blocks, func(b document.Block) bool {
		h, ok := b.(document.Heading)
		return ok && h.Level == 1 && strings.HasPrefix(h.Number, "Appendix")
	})
	if at < 0 {
		at = len(blocks)
	}
	return slices.Insert(blocks, at, r.comparison.Chapter(comparisonChapter, figures)...)
}

// WriteComparison writes compare.md and compare.csv alone.
func WriteComparison(ctx context.Context, c *compare.Comparison, out string) error {
	r := &renderer{options: RenderOptions{Out: out}}
	r.add("compare.md", c.WriteMarkdown)
	r.add("compare.csv", c.WriteCSV)
	return r.write(ctx)
}

// WriteAudit writes audit.md alone, with what a comparison says of each correction;
// nil says nothing.
func WriteAudit(ctx context.Context, a *audit.Report, c *compare.Comparison, out string) error {
	r := &renderer{options: RenderOptions{Out: out}}
	if c == nil {
		r.add("audit.md", a.WriteMarkdown)
	} else {
		r.add("audit.md", func(w io.Writer) error { return a.WriteMarkdownWith(w, c.Support) })
	}
	return r.write(ctx)
}
