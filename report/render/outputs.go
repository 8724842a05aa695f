package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gpca/figures"
	"gpca/report/document"
	"gpca/report/experiment"
	"gpca/report/publication/compare"
	"gpca/report/table"
	"gpca/report/words"
)

// SummaryFile is the report in short, for the page of a CI run, which takes 1 MiB of
// Markdown at most.
const SummaryFile = "summary.md"

// An output is a file to be written.
type output struct {
	path    string
	exhibit string // that it is of, "table 2.1" or "figure 2.4", empty when it shows several
	// facts are all that the file shows; nil for what is made in less time than they are compared.
	facts any
	write func(io.Writer) error
}

// tableFile is the path of a table's files without extension.
func tableFile(t *table.Table) string { return "tables/table-" + t.Number }

// outputs are the files of a report: those of its exhibits, those that hold it against print,
// the documents, and what all can be drawn from again.
func outputs(e evidence, x exhibits, d *document.Document, v figures.Venue, created time.Time) []output {
	var all []output
	add := func(path string, facts any, write func(io.Writer) error) {
		all = append(all, output{path: path, facts: facts, write: write})
	}
	var tables []*table.Table
	for _, s := range x.all {
		if s.table != nil {
			if s.exhibit != "" {
				tables = append(tables, s.table)
			}
			all = append(all, filesOfTable(s)...)
		} else {
			all = append(all, filesOfFigure(s, v, created)...)
		}
	}
	if len(tables) > 0 {
		add("tables/macros.tex", nil, func(w io.Writer) error { return table.WriteMacros(w, tables) })
	}
	for _, f := range e.exported() {
		add(f.Name, nil, f.Write)
	}
	if len(e.comparisons) > 0 {
		told := words.Each(e.comparisons, func(c Comparison) *compare.Facts { return c.Facts() })
		add("compare.md", nil, each(told, (*compare.Facts).WriteMarkdown))
		add("compare.csv", nil, func(w io.Writer) error { return compare.WriteCSV(w, told...) })
	}
	if audited := audited(e.comparisons); len(audited) > 0 {
		add("audit.md", nil, each(audited, func(c Comparison, w io.Writer) error {
			return c.Audit.WriteMarkdown(w, c.Support)
		}))
	}
	for _, b := range d.Blocks {
		f, _ := b.(document.FigureBlock)
		again := func(o output) bool { return o.path == f.File }
		if picture, ok := f.Figure.(figures.Picture); ok && !slices.ContainsFunc(all, again) {
			add(f.File, nil, func(w io.Writer) error {
				_, err := w.Write(picture.File)
				return err
			})
		}
	}
	report, supplement := d.Parts()
	files := func(name string, d *document.Document) {
		add(name+".md", nil, func(w io.Writer) error { return document.WriteMarkdown(w, d) })
		add(name+".pdf", []any{d, created.Unix()}, func(w io.Writer) error { return document.WritePDF(w, d, created) })
	}
	files("report", report)
	if supplement != nil {
		files("supplement", supplement)
	}
	add("report.html", d, func(w io.Writer) error { return document.WriteHTML(w, d) })
	add(SummaryFile, nil, func(w io.Writer) error { return writeSummary(w, e, d) })
	add(ResultsFile, nil, func(w io.Writer) error { return writeResults(w, e) })
	if rows := arrayRows(e); len(rows) > 1 {
		add(arraysFile, nil, func(w io.Writer) error { return writeSealed(w, rows) })
	}
	return all
}

// audited are the comparisons with numbers in print; the others are with claims alone.
func audited(all []Comparison) []Comparison {
	return slices.DeleteFunc(slices.Clone(all), func(c Comparison) bool { return c.Audit == nil })
}

// exported are the files of single results that figures draw, those after the first in folders.
func (e evidence) exported() (all []experiment.File) {
	var seen []string
	for q, key := range e.shown {
		x, ok := q.Experiment.Experiment.(experiment.Exporter)
		r, found := e.results.Get(key)
		if !ok || !found || !e.plan.Drawn(q) || r.Failure+r.Inapplicable != "" || slices.Contains(seen, key) {
			continue
		}
		seen = append(seen, key)
		for _, f := range x.Files(r) {
			if n := len(seen); n > 1 {
				f.Name = fmt.Sprintf("result-%d/%s", n, f.Name)
			}
			all = append(all, f)
		}
	}
	return all
}

// each writes a file of all comparisons, in which publication follows publication.
func each[T any](all []T, write func(T, io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) (err error) {
		for i, c := range all {
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

func filesOfTable(s shown) []output {
	t := s.table
	return []output{
		{tableFile(t) + ".md", s.exhibit, nil, t.WriteMarkdown},
		{tableFile(t) + ".tex", s.exhibit, nil, t.WriteLaTeX},
		{tableFile(t) + "-tabular.tex", s.exhibit, nil, t.WriteTabular},
		{tableFile(t) + ".csv", s.exhibit, nil, t.WriteCSV},
	}
}

func filesOfFigure(s shown, v figures.Venue, created time.Time) []output {
	file, f := s.figure.File, s.figure.Figure
	facts := []any{f, v, created.Unix()}
	files := []output{
		{file + ".pdf", s.exhibit, facts, func(w io.Writer) error { return figures.WritePDF(w, f, v, created) }},
		{file + ".svg", s.exhibit, facts, func(w io.Writer) error { return figures.WriteSVG(w, f, v) }},
		{file + ".png", s.exhibit, facts, func(w io.Writer) error { return figures.WritePNG(w, f, v) }},
		{file + ".csv", s.exhibit, nil, func(w io.Writer) error { return figures.WriteCSV(w, f) }},
	}
	if v.Bare {
		caption := append([]string{s.figure.Caption}, figures.Notes(f)...)
		files = append(files, output{file + ".txt", s.exhibit, nil, func(w io.Writer) error {
			_, err := fmt.Fprintln(w, strings.Join(caption, "\n"))
			return err
		}})
	}
	return files
}
