package render

import (
	"cmp"
	"fmt"
	"io"
	"path"
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

// SummaryFile is the report in short, for the page of a CI run, which takes 1 MiB of Markdown at most.
const SummaryFile = "summary.md"

// An Output is a file of a report.
type Output struct {
	Path    string // under the output folder, with slashes
	Exhibit string // "table 2.1" or "figure 2.4" whose file it is, empty where it shows several
	Source  string // path of the file that it is a copy of, if it is one
	// Inputs are the paths of the outputs that show all that it shows but the look of figures and the date; nil for an
	// output that is always drawn.
	Inputs []string
	Write  func(io.Writer) error
}

// tableFile is the path of a table's files without extension.
func tableFile(t *table.Table) string { return "tables/table-" + t.Number }

// outputs are the files of a report: those of its exhibits, those that hold it against print, the documents, and the
// results, from which all can be drawn again. What takes long, PDF and PNG, has inputs: of a figure its SVG, which
// rounds numbers, and its CSV, which does not; of a document all others that do not grow with the data.
func outputs(e evidence, x exhibits, d *document.Document, v figures.Venue, forVenue bool, created time.Time) []Output {
	var all []Output
	var tables []*table.Table
	of := "" // exhibit
	add := func(path string, write func(io.Writer) error, inputs ...string) {
		all = append(all, Output{Path: path, Exhibit: of, Inputs: inputs, Write: write})
	}
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
		f, svg, csv := s.figure.Figure, s.figure.File+".svg", s.figure.File+".csv"
		add(s.figure.File+".pdf", func(w io.Writer) error { return figures.WritePDF(w, f, v, created) }, svg, csv)
		add(svg, func(w io.Writer) error {
			if forVenue {
				return figures.WriteSVG(w, f, v)
			}
			content, err := s.figure.SVG()
			return cmp.Or(err, bytesOf(content)(w))
		})
		add(s.figure.File+".png", func(w io.Writer) error { return figures.WritePNG(w, f, v) }, svg, csv)
		add(csv, func(w io.Writer) error { return figures.WriteCSV(w, f) })
		if v.Bare {
			caption := append([]string{s.figure.Caption}, figures.Notes(f)...)
			add(s.figure.File+".txt", bytesOf([]byte(strings.Join(caption, "\n")+"\n")))
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
		told := words.Each(e.comparisons, func(c Comparison) *compare.Facts { return c.Facts() })
		add("compare.md", each(told, (*compare.Facts).WriteMarkdown))
		add("compare.csv", func(w io.Writer) error { return compare.WriteCSV(w, told...) })
		add("compare.json", func(w io.Writer) error { return compare.WriteJSON(w, told...) })
		add("badge.json", func(w io.Writer) error { return compare.WriteBadge(w, told...) })
		add("badge.svg", func(w io.Writer) error { return compare.WriteBadgeSVG(w, told...) })
	}
	audited := slices.Clone(e.comparisons) // the others are with claims alone
	audited = slices.DeleteFunc(audited, func(c Comparison) bool { return c.Audit == nil })
	if len(audited) > 0 {
		add("audit.md", each(audited, func(c Comparison, w io.Writer) error {
			return c.Audit.WriteMarkdown(w, c.Support)
		}))
	}
	all = append(all, images(d)...)
	add("report.html", func(w io.Writer) error { return document.WriteHTML(w, d) })
	add(SummaryFile, func(w io.Writer) error { return writeSummary(w, e, d) })
	add(ResultsFile, func(w io.Writer) error { return writeResults(w, e) })
	for range e.arrayRows { // where there is one
		add(arraysFile, func(w io.Writer) error {
			return writeSealed(w, []string{"key", "array", "shape", "names", "values"}, e.arrayRows)
		})
		break
	}
	report, supplement := d.Parts()
	names, parts := []string{"report", "supplement"}, []*document.Document{report, supplement}
	if supplement == nil {
		parts = parts[:1]
	} else {
		report.Front = append(slices.Clip(report.Front), "Supplement: rules in full, evidence and appendices are in "+
			"supplement.pdf")
	}
	for i, part := range parts {
		add(names[i]+".md", func(w io.Writer) error { return document.WriteMarkdown(w, part) })
	}
	shown := words.Each(slices.DeleteFunc(slices.Clone(all), func(o Output) bool { return o.isLate() || o.grows() }),
		func(o Output) string { return o.Path })
	for i, part := range parts {
		add(names[i]+".pdf", func(w io.Writer) error { return document.WritePDF(w, part, created) }, shown...)
	}
	return all
}

// images are the images of the user's that a document shows, each once.
func images(d *document.Document) (all []Output) {
	for _, b := range d.Blocks {
		f, _ := b.(document.FigureBlock)
		again := func(o Output) bool { return o.Path == f.File }
		if picture, ok := f.Figure.(figures.Picture); ok && !slices.ContainsFunc(all, again) {
			all = append(all, Output{Path: f.File, Source: f.Source, Write: bytesOf(picture.File)})
		}
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

// isLate reports whether the output is made when its inputs are.
func (o Output) isLate() bool { return o.Inputs != nil }

// grows reports whether the output grows with the data. Documents and exhibits do not.
func (o Output) grows() bool {
	return o.Exhibit == "" && slices.Contains([]string{".csv", ".npz"}, path.Ext(o.Path))
}

// digest is one of all that the output shows, by the digests of its inputs; empty where one of these is not drawn.
func (o Output) digest(look []byte, sums map[string]string) string {
	for _, path := range o.Inputs {
		if sums[path] == "" {
			return ""
		}
		look = append(look, sums[path]...)
	}
	return sum(look)
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
