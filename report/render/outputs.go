package render

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
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

// An Output is a file of a report.
type Output struct {
	Path    string // under the output folder, with slashes
	Exhibit string // "table 2.1" or "figure 2.4" whose file it is, empty where it shows several
	Source  string // path of the file that it is a copy of, if it is one
	// Inputs are what it is made of, apart from the program; nil for an output that is always drawn.
	Inputs []byte
	Write  func(io.Writer) error
}

// tableFile is the path of a table's files without extension.
func tableFile(t *table.Table) string { return "tables/table-" + t.Number }

// outputs are the files that are always drawn: those of the exhibits, those that hold them against print, the
// documents, and the results, from which all can be drawn again.
func outputs(e evidence, x exhibits, d *document.Document, v figures.Venue) []Output {
	var all []Output
	of := "" // exhibit
	add := func(path string, write func(io.Writer) error) {
		all = append(all, Output{Path: path, Exhibit: of, Write: write})
	}
	var tables []*table.Table
	for _, s := range x.all {
		of = s.exhibit
		if t := s.table; t != nil {
			if of != "" {
				tables = append(tables, t)
			}
			add(tableFile(t)+".md", t.WriteMarkdown)
			add(tableFile(t)+".tex", t.WriteLaTeX)
			add(tableFile(t)+"-tabular.tex", t.WriteTabular)
			add(tableFile(t)+".csv", t.WriteCSV)
			continue
		}
		file, f := s.figure.File, s.figure.Figure
		add(file+".svg", func(w io.Writer) error { return figures.WriteSVG(w, f, v) })
		add(file+".csv", func(w io.Writer) error { return figures.WriteCSV(w, f) })
		if v.Bare {
			caption := append([]string{s.figure.Caption}, figures.Notes(f)...)
			add(file+".txt", bytesOf([]byte(strings.Join(caption, "\n")+"\n")))
		}
	}
	of = ""
	if len(tables) > 0 {
		add("tables/macros.tex", func(w io.Writer) error { return table.WriteMacros(w, tables) })
	}
	for _, f := range e.exported() {
		add(f.Name, f.Write)
	}
	if len(e.comparisons) > 0 {
		add("compare.md", each(e.comparisons, func(c Comparison, w io.Writer) error { return c.WriteMarkdown(w) }))
		add("compare.csv", func(w io.Writer) error {
			held := func(c Comparison) *compare.Comparison { return c.Comparison }
			return compare.WriteCSV(w, words.Each(e.comparisons, held)...)
		})
	}
	if audited := audited(e.comparisons); len(audited) > 0 {
		add("audit.md", each(audited, func(c Comparison, w io.Writer) error {
			return c.Audit.WriteMarkdown(w, c.Support)
		}))
	}
	for _, b := range d.Blocks {
		f, _ := b.(document.FigureBlock)
		again := func(o Output) bool { return o.Path == f.File }
		if picture, ok := f.Figure.(figures.Picture); ok && !slices.ContainsFunc(all, again) {
			add(f.File, bytesOf(picture.File))
			all[len(all)-1].Source = f.Source
		}
	}
	for name, part := range documents(d) {
		add(name+".md", func(w io.Writer) error { return document.WriteMarkdown(w, part) })
	}
	add("report.html", func(w io.Writer) error { return document.WriteHTML(w, d) })
	add(SummaryFile, func(w io.Writer) error { return writeSummary(w, e, d) })
	add(ResultsFile, func(w io.Writer) error { return writeResults(w, e) })
	if rows := arrayRows(e); len(rows) > 1 {
		add(arraysFile, func(w io.Writer) error { return writeSealed(w, rows) })
	}
	return all
}

// bytesOf writes what is there.
func bytesOf(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// documents are the report and, if it has one, its supplement, by their names.
func documents(d *document.Document) iter.Seq2[string, *document.Document] {
	return func(yield func(string, *document.Document) bool) {
		report, supplement := d.Parts()
		if yield("report", report) && supplement != nil {
			yield("supplement", supplement)
		}
	}
}

// slow are the outputs that take long, PDF and PNG. They show what the other outputs show, which are drawn by now: a
// figure what its SVG and its CSV show, of which only the SVG rounds numbers, and a document what all show. The inputs
// are not known where one of these is not there.
func slow(
	x exhibits, d *document.Document, v figures.Venue, created time.Time, drawn []File, complete bool,
) (all []Output) {
	look, err := json.Marshal([]any{v, d.Venue, created.Unix()})
	if err != nil {
		drawn, complete = nil, false
	}
	sums, everything := map[string]string{}, slices.Clone(look)
	for _, f := range drawn {
		sums[f.Path] = f.SHA256
		everything = append(everything, f.SHA256...)
	}
	if !complete {
		everything = nil
	}
	for _, s := range x.all {
		if s.table != nil {
			continue
		}
		file, f := s.figure.File, s.figure.Figure
		var inputs []byte
		if svg, csv := sums[file+".svg"], sums[file+".csv"]; svg != "" && csv != "" {
			inputs = fmt.Appendf(nil, "%s%s%s", look, svg, csv)
		}
		pdf := func(w io.Writer) error { return figures.WritePDF(w, f, v, created) }
		png := func(w io.Writer) error { return figures.WritePNG(w, f, v) }
		all = append(all, Output{file + ".pdf", s.exhibit, "", inputs, pdf}, Output{file + ".png", s.exhibit, "", inputs, png})
	}
	for name, part := range documents(d) {
		all = append(all, Output{name + ".pdf", "", "", everything, func(w io.Writer) error {
			return document.WritePDF(w, part, created)
		}})
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
	for _, q := range e.shown {
		x, ok := q.Experiment.Experiment.(experiment.Exporter)
		if !ok || !q.isDone() || !e.plan.Drawn(q.Query) || slices.Contains(seen, q.result.Key) {
			continue
		}
		seen = append(seen, q.result.Key)
		for _, f := range x.Files(q.result) {
			if n := len(seen); n > 1 {
				f.Name = fmt.Sprintf("result-%d/%s", n, f.Name)
			}
			all = append(all, f)
		}
	}
	return all
}

// each writes a file of all comparisons, in which publication follows publication.
func each(all []Comparison, write func(Comparison, io.Writer) error) func(io.Writer) error {
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
