package report

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"time"

	"github.com/google/renameio/v2/maybe"
	"golang.org/x/sync/errgroup"

	"gpca/figures"
	"gpca/report/compare"
	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/grid"
	"gpca/report/store"
	"gpca/report/study"
	"gpca/report/table"
)

// RenderOptions steer Render.
type RenderOptions struct {
	Out     string // output folder
	Data    *Data
	Version Version
	// Created is the date inside the documents: SOURCE_DATE_EPOCH, or zero for
	// a fixed one. It is the only thing in them that is not a result.
	Created time.Time
	// Now and Exit go into the manifest.
	Now  time.Time
	Exit int
}

// Render draws all tables, figures and documents of a plan from stored results
// and computes nothing. Cells without a result are drawn as missing. The same
// results give the same bytes; only manifest.json knows times.
func Render(ctx context.Context, p *Plan, results *store.Store, options RenderOptions) error {
	if options.Created.IsZero() {
		options.Created = defaultCreated()
	}
	r := newRenderer(p, results, options)
	// The selection of data sets and methods narrows what is computed; what it
	// leaves out shows as missing.
	if err := r.build(ctx); err != nil {
		return err
	}
	if err := r.write(ctx); err != nil {
		return err
	}
	return r.manifest()
}

// defaultCreated is the date inside the documents where none is asked for: the
// thesis's month.
func defaultCreated() time.Time { return time.Date(2019, time.December, 1, 0, 0, 0, 0, time.UTC) }

// Title is the name of a data set for people.
func Title(data string) string {
	if e, err := dataset.Find(data); err == nil {
		return e.Title
	}
	return data
}

type renderer struct {
	plan    *Plan
	results *store.Store
	options RenderOptions
	builder exhibit.Builder

	tables  []*table.Table
	figures []drawing
	outputs []output

	// comparison is nil for a study that repeats no publication.
	comparison *compare.Comparison
}

// A drawing is a figure with the number and caption it stands under.
type drawing struct {
	number, caption, origin string
	file                    string // path under the output folder without extension
	figure                  figures.Figure
}

// An output is a file to be written.
type output struct {
	path  string // under the output folder, with slashes
	write func(io.Writer) error

	content []byte
}

func newRenderer(p *Plan, results *store.Store, options RenderOptions) *renderer {
	r := &renderer{plan: p, results: results, options: options}
	r.builder = exhibit.Builder{
		Study:  p.Study,
		Result: r.result,
		Origin: p.Origin,
		Title:  Title,
	}
	return r
}

// rehearse makes the tables, the text and the lists of a report without any
// result, and writes them to nowhere. It leaves out the drawings, which take
// long and depend on nothing that a study file says and that has not been
// checked.
func rehearse(ctx context.Context, p *Plan, data *Data) error {
	r := newRenderer(p, new(store.Store), RenderOptions{Data: data})
	if err := r.build(ctx); err != nil {
		return err
	}
	for _, o := range r.outputs {
		switch path.Ext(o.path) {
		case ".md", ".tex", ".csv":
			if err := o.write(io.Discard); err != nil {
				return fmt.Errorf("%s: %w", o.path, err)
			}
		}
	}
	return nil
}

func (r *renderer) result(n study.Need) (grid.Result, bool) {
	c, ok := r.plan.Cell(n)
	if !ok {
		return grid.Result{}, false
	}
	return r.results.Get(c.Key())
}

// build makes all exhibits and lists the files that show them.
func (r *renderer) build(ctx context.Context) error {
	s := r.plan.Study
	var err error
	if r.builder.Printed, err = printedIn(s); err != nil {
		return err
	}
	for _, number := range r.plan.Tables {
		t := s.Table(number)
		built := r.builder.Table(t)
		r.tables = append(r.tables, built)
		base := "tables/table-" + number
		r.add(base+".md", built.WriteMarkdown)
		r.add(base+".tex", built.WriteLaTeX)
		r.add(base+".csv", built.WriteCSV)
		if t.Chart {
			r.draw(drawing{
				number: "C" + number, caption: "Table " + number + " as a chart: " + t.Caption, origin: built.Origin,
				file: "figures/chart-" + number, figure: r.builder.Chart(t),
			})
		}
	}
	if len(r.tables) > 0 {
		r.add("tables/macros.tex", func(w io.Writer) error { return table.WriteMacros(w, r.tables) })
	}
	for _, number := range r.plan.Figures {
		f := s.Figure(number)
		built, err := r.builder.Figure(f)
		if err != nil {
			return fmt.Errorf("study %s: %w", s.Name, err)
		}
		r.draw(drawing{
			number: number, caption: f.Caption, origin: r.builder.FigureOrigin(f),
			file: "figures/fig-" + number, figure: built,
		})
	}
	if err := r.compare(); err != nil {
		return err
	}
	d, err := r.document(ctx)
	if err != nil {
		return err
	}
	r.add("report.md", func(w io.Writer) error { return document.WriteMarkdown(w, d) })
	r.add("report.html", func(w io.Writer) error { return document.WriteHTML(w, d) })
	r.add("report.pdf", func(w io.Writer) error { return document.WritePDF(w, d, r.options.Created) })
	r.add("results.csv", r.writeResults)
	return nil
}

func (r *renderer) add(path string, write func(io.Writer) error) {
	r.outputs = append(r.outputs, output{path: path, write: write})
}

func (r *renderer) draw(d drawing) {
	if d.origin == string(dataset.StandIn) {
		d.caption += " (generated data)"
	}
	r.figures = append(r.figures, d)
	r.add(d.file+".pdf", func(w io.Writer) error { return figures.WritePDF(w, d.figure, r.options.Created) })
	r.add(d.file+".svg", func(w io.Writer) error { return figures.WriteSVG(w, d.figure) })
	r.add(d.file+".png", func(w io.Writer) error { return figures.WritePNG(w, d.figure) })
	r.add(d.file+".csv", func(w io.Writer) error { return figures.WriteCSV(w, d.figure) })
}

// write makes all files in memory before the first is written: an error leaves
// the last report as it was.
func (r *renderer) write(ctx context.Context) error {
	if err := r.produce(ctx); err != nil {
		return err
	}
	for _, o := range r.outputs {
		if err := r.save(o); err != nil {
			return err
		}
	}
	return nil
}

// produce makes all files in memory, on all processors.
func (r *renderer) produce(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range r.outputs {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			o := &r.outputs[i]
			var b bytes.Buffer
			if err := o.write(&b); err != nil {
				return fmt.Errorf("%s: %w", o.path, err)
			}
			o.content = b.Bytes()
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	return nil
}

// save replaces a file in one step.
func (r *renderer) save(o output) error {
	path := filepath.Join(r.options.Out, filepath.FromSlash(o.path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	if err := maybe.WriteFile(path, o.content, 0o644); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	return nil
}
