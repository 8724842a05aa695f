// Package render draws the tables, figures and documents of a plan from stored results
// and computes nothing. The same results give the same bytes; only the manifest knows
// times. Among the files are results.csv and arrays.csv, from which an [Export] draws the
// report again.
package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/folder"
	"gpca/report/plan"
	"gpca/report/table"
	"gpca/report/version"
	"gpca/report/words"
)

// Options steer a rendering.
type Options struct {
	Out     string // output folder
	Program version.Version
	// Created is the date inside the documents, the only thing in them that is not a
	// result.
	Created time.Time
	Venue   string // that the folder of figures is for, see [FindVenue]
	// Now and Exit go into the manifest.
	Now  time.Time
	Exit int
	// Only are the paths of the files to draw, none for all.
	Only []string
}

// DefaultCreated is the date inside the documents where none is asked for: the
// thesis's month.
func DefaultCreated() time.Time { return time.Date(2019, time.December, 1, 0, 0, 0, 0, time.UTC) }

// Render draws a plan into the output folder, which is the study's own. Cells without a
// result are drawn as missing. All files are made in memory before the first is written:
// an error leaves the last report as it was.
//
// A selection does not take the place of a report of more: see [Manifest.fit]. What was
// drawn from the same selection and is not any more is removed, anything when all is drawn;
// edited are the paths of files that stay because they were changed since.
func Render(ctx context.Context, p *plan.Plan, results plan.Results, options Options) (edited []string, err error) {
	m, err := ReadManifest(options.Out)
	if errors.Is(err, fs.ErrNotExist) {
		m, err = NewManifest(options.Out, p.Study), nil
	}
	var exhibits []string
	if err == nil && len(options.Only) == 0 {
		p, exhibits, err = m.fit(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	build := buildOf()
	inputs := inputsOf(build, p, results, options)
	if len(options.Only)+len(exhibits) == 0 && m.stands(options.Out, inputs) {
		return nil, nil
	}
	again := func(d Drawing) bool { return p.Selection.IsZero() || d.Selection.Equal(p.Selection) }
	files, err := draw(ctx, p, results, options, func(o output) bool {
		beside := func(chosen []string, name string) bool { return len(chosen) > 0 && !slices.Contains(chosen, name) }
		if beside(options.Only, o.path) || beside(exhibits, o.exhibit) {
			return false
		}
		old, listed := m.find(o.path)
		return o.exhibit != "" || listed == nil || again(old)
	}, func(path string, like File) *Listed {
		old, _ := m.find(path)
		before := m.standing(options.Out, like.Path)
		if build == "" || old.Build != build || old.Venue != options.Venue || !old.Created.Equal(options.Created) ||
			before == nil || *before != list(like) {
			return nil
		}
		return m.standing(options.Out, path)
	})
	if err != nil || len(files) == 0 {
		return nil, err
	}
	if err := Write(options.Out, files); err != nil {
		return nil, err
	}
	now := Drawing{
		Selection: p.Selection, Repetitions: p.Repetitions, Data: p.Origins(),
		Created: options.Created.UTC(), Venue: options.Venue, Inputs: inputs, Build: build,
		Version: options.Program, Finished: options.Now.UTC(), Exit: options.Exit,
		Cells: CountCells(p.Cells, results), Files: words.Each(files, list),
	}
	m.StudyFile = folder.Relative(options.Out, p.Study.File())
	over := m.add(now, func(d Drawing) bool { return len(options.Only)+len(exhibits) == 0 && again(d) })
	edited, err = Remove(options.Out, over)
	return edited, errors.Join(err, m.Write(options.Out))
}

// A File is an output.
type File struct {
	Path    string // under the output folder, with slashes
	Content []byte

	stands *Listed // where it is in the folder already; there is no content then
}

// Draw makes the outputs of some paths, all but the manifest for none, with figures for a
// venue.
func Draw(
	ctx context.Context, p *plan.Plan, results plan.Results, created time.Time, venue string, paths ...string,
) ([]File, error) {
	wanted := func(o output) bool { return len(paths) == 0 || slices.Contains(paths, o.path) }
	return draw(ctx, p, results, Options{Created: created, Venue: venue}, wanted, nil)
}

// draw makes the outputs that are wanted, on all processors. One that is like another waits for
// it, and is not made where stands, unless nil, finds it in the folder, as far as the other is
// the same.
func draw(
	ctx context.Context, p *plan.Plan, results plan.Results, options Options,
	wanted func(output) bool, stands func(path string, like File) *Listed,
) ([]File, error) {
	r, err := build(ctx, p, results, options)
	if err != nil {
		return nil, err
	}
	outputs := slices.DeleteFunc(r.outputs, func(o output) bool { return !wanted(o) })
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	made := map[string]func() (File, error){}
	for _, o := range outputs {
		made[o.path] = sync.OnceValues(func() (File, error) {
			if like := made[o.like]; like != nil && stands != nil {
				same, err := like()
				if err != nil {
					return same, err
				}
				if listed := stands(o.path, same); listed != nil {
					return File{Path: o.path, stands: listed}, nil
				}
			}
			return o.file(ctx)
		})
	}
	files := make([]File, len(outputs))
	for i, o := range slices.Backward(outputs) { // the documents, which take longest, first
		g.Go(func() (err error) {
			files[i], err = made[o.path]()
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return files, nil
}

// file makes the output.
func (o output) file(ctx context.Context) (File, error) {
	var b bytes.Buffer
	err := ctx.Err()
	if err == nil {
		err = o.write(&b)
	}
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", o.path, err)
	}
	return File{Path: o.path, Content: defuse(path.Ext(o.path), b.Bytes())}, nil
}

// Text makes the outputs that are text: tables, lists and the Markdown of the report,
// which takes a moment where the drawings take long.
func Text(ctx context.Context, p *plan.Plan, results plan.Results) ([]File, error) {
	return draw(ctx, p, results, Options{Created: DefaultCreated()}, func(o output) bool {
		text := slices.Contains([]string{".md", ".tex", ".csv"}, path.Ext(o.path))
		return text && !strings.HasPrefix(o.path, "figures/")
	}, nil)
}

// Write writes files into the output folder, each in one step, and makes them safe from a
// power cut before it returns. Where one may not be written, none is.
func Write(out string, files []File) error {
	written := map[string]bool{} // folders
	for _, f := range files {
		if err := folder.Check(out, path.Dir(f.Path)); err != nil {
			return fmt.Errorf("render: %w", err)
		}
	}
	for _, f := range files {
		if f.stands != nil {
			continue
		}
		written[path.Dir(f.Path)] = true
		if err := folder.Replace(out, f.Path, f.Content); err != nil {
			return fmt.Errorf("render: %w", err)
		}
	}
	for name := range written {
		if err := folder.Sync(filepath.Join(out, filepath.FromSlash(name))); err != nil {
			return fmt.Errorf("render: %w", err)
		}
	}
	return nil
}

// A role says what of a table a figure draws.
type role int

const (
	ofNoTable  role = iota
	chartOf         // its numbers
	difference      // how they differ from print
)

// A drawing is a figure with the number and caption it stands under.
type drawing struct {
	role  role
	table string // its number
	document.FigureBlock
}

// An output is a file to be written.
type output struct {
	path    string
	exhibit string // that it is of, "table 2.1" or "figure 2.4", empty when it shows several
	like    string // path of an output that has all that this one shows; empty for none
	write   func(io.Writer) error
}

// The names of exhibits begin with these words.
const (
	aTable  = "table "
	aFigure = "figure "
)

// A renderer is a report in the making.
type renderer struct {
	plan    *plan.Plan
	results plan.Results
	created time.Time
	venue   figures.Venue

	tables   []*table.Table
	drawings []drawing
	outputs  []output
	exhibit  string // of the outputs to be added

	// comparisons are those of the parts of the study that repeat a publication.
	comparisons []Comparison
}

// build makes all exhibits and lists the files that show them.
func build(ctx context.Context, p *plan.Plan, results plan.Results, options Options) (*renderer, error) {
	v, err := FindVenue(options.Venue)
	if err != nil {
		return nil, err
	}
	r := &renderer{plan: p, results: results, created: options.Created, venue: v}
	if r.comparisons, err = Compare(p, results); err != nil {
		return nil, err
	}
	parts := p.Study.Parts()
	sources := make([]exhibit.Source, len(parts))
	for i, part := range parts {
		if sources[i], err = p.Source(results, part); err != nil {
			return nil, err
		}
		if c := r.comparisonOf(part); c != nil {
			sources[i] = judged{sources[i], c}
		}
	}
	for i, part := range parts {
		for _, t := range part.Tables {
			if slices.Contains(p.Tables, t.Head().Number) {
				if err := r.buildTable(t, sources[i]); err != nil {
					return nil, err
				}
			}
		}
	}
	for i, part := range parts {
		for _, f := range part.Figures {
			if slices.Contains(p.Figures, f.Head().Number) {
				if err := r.buildFigure(f, sources[i]); err != nil {
					return nil, fmt.Errorf("study %s: %w", part.Name, err)
				}
			}
		}
	}
	r.exhibit = ""
	if len(r.tables) > 0 {
		r.add("tables/macros.tex", func(w io.Writer) error { return table.WriteMacros(w, r.tables) })
	}
	if err := r.compare(); err != nil {
		return nil, err
	}
	d, err := r.document(ctx)
	if err != nil {
		return nil, err
	}
	r.add(reportFile, func(w io.Writer) error { return document.WriteMarkdown(w, d) })
	r.add("report.html", func(w io.Writer) error { return document.WriteHTML(w, d) })
	r.add("report.pdf", func(w io.Writer) error { return document.WritePDF(w, d, r.created) })
	r.add(SummaryFile, func(w io.Writer) error { return r.writeSummary(w, d, CountCells(p.Cells, results)) })
	r.add(ResultsFile, r.writeResults)
	if rows := r.arrayRows(); len(rows) > 1 {
		r.add(arraysFile, func(w io.Writer) error { return writeSealed(w, rows) })
	}
	return r, nil
}

// buildTable makes a table, and its chart if it has one.
func (r *renderer) buildTable(t exhibit.Table, src exhibit.Source) error {
	number := t.Head().Number
	r.exhibit = aTable + number
	built := t.Build(src)
	r.tables = append(r.tables, built)
	r.addTable(built)
	c, ok := t.(exhibit.Charted)
	if !ok {
		return nil
	}
	chart, ok := c.Chart(src)
	if !ok {
		return nil
	}
	return r.draw(chartOf, number, built.Origin, document.FigureBlock{
		Number: "C" + number, File: "figures/chart-" + number, Figure: chart,
		Caption: "Table " + number + " as a chart: " + t.Head().Caption,
	})
}

// buildFigure makes a figure.
func (r *renderer) buildFigure(f exhibit.Figure, src exhibit.Source) error {
	number := f.Head().Number
	r.exhibit = aFigure + number
	built, err := f.Build(src)
	if err != nil {
		return err
	}
	origin := ""
	if data := f.Data(); len(data) > 0 {
		origin = exhibit.Origin(src, data)
	}
	return r.draw(ofNoTable, "", origin, document.FigureBlock{
		Number: number, File: "figures/fig-" + number, Caption: f.Head().Caption, Figure: built,
	})
}

func (r *renderer) add(path string, write func(io.Writer) error) {
	r.outputs = append(r.outputs, output{path, r.exhibit, "", write})
}

// tableFile is the path of a table's files without extension.
func tableFile(t *table.Table) string { return "tables/table-" + t.Number }

// addTable adds the files of a table.
func (r *renderer) addTable(t *table.Table) {
	base := tableFile(t)
	r.add(base+".md", t.WriteMarkdown)
	r.add(base+".tex", t.WriteLaTeX)
	r.add(base+"-tabular.tex", t.WriteTabular)
	r.add(base+".csv", t.WriteCSV)
}

// draw adds a figure and its files. Two figures under one number are an error.
func (r *renderer) draw(why role, table, origin string, f document.FigureBlock) error {
	for _, other := range r.drawings {
		if other.Number == f.Number {
			return fmt.Errorf("figure %s: %s has that number already: give one of them another", f.Number, other.File)
		}
	}
	if origin == string(dataset.StandIn) || origin == string(dataset.Generated) {
		f.Caption += " (generated data)"
	}
	r.drawings = append(r.drawings, drawing{why, table, f})
	svg := f.File + ".svg"
	r.outputs = append(r.outputs,
		output{f.File + ".pdf", r.exhibit, svg, func(w io.Writer) error {
			return figures.WritePDF(w, f.Figure, r.venue, r.created)
		}},
		output{svg, r.exhibit, "", func(w io.Writer) error { return figures.WriteSVG(w, f.Figure, r.venue) }},
		output{f.File + ".png", r.exhibit, svg, func(w io.Writer) error {
			return figures.WritePNG(w, f.Figure, r.venue)
		}},
		output{f.File + ".csv", r.exhibit, "", func(w io.Writer) error { return figures.WriteCSV(w, f.Figure) }},
	)
	return nil
}
