// Package render draws the tables, figures and documents of a plan from stored results and computes nothing. The same
// results give the same bytes; only the manifest knows times. Among the files are results.csv and arrays.csv, from
// which an [Export] draws the report again.
package render

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
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

	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/folder"
	"gpca/report/plan"
	"gpca/report/version"
	"gpca/report/words"
	"gpca/templates"
)

// Options steer a rendering.
type Options struct {
	Out     string // output folder
	Program version.Version
	// Created is the date inside the documents, the only thing in them that is not a result.
	Created time.Time
	Venue   string // that the folder of figures is for, see [venue.Looks]
	// Now and Exit go into the manifest.
	Now  time.Time
	Exit int
	// Only are the paths of the files to draw, none for all.
	Only []string
}

// DefaultCreated is the date inside documents unless another is asked for: the month of the thesis.
func DefaultCreated() time.Time { return time.Date(2019, time.December, 1, 0, 0, 0, 0, time.UTC) }

// dated is the date inside documents: one that was asked for, or that of the study, such as "March 2026".
func dated(created time.Time, of string) time.Time {
	for _, form := range []string{"January 2006", "2 January 2006", "2006-01-02"} {
		if date, err := time.Parse(form, of); err == nil && created.Equal(DefaultCreated()) {
			return date
		}
	}
	return created
}

// Undrawn are the errors of outputs that could not be drawn or written. All other outputs are there.
type Undrawn []error

func (u Undrawn) Error() string   { return errors.Join(u...).Error() }
func (u Undrawn) Unwrap() []error { return u }

// Render draws a plan into the output folder, which is the study's own. Cells without a result are drawn as missing.
// All files but those that grow with the data are made in memory before the first is written: an error leaves the last
// report as it was, unless it is [Undrawn].
//
// A selection does not replace a report of more, see [Manifest.fit]. Files of the last drawing of the same selection
// are removed if they are not drawn any more; a drawing of everything removes those of all selections. Files that were
// changed since they were drawn stay, and edited are their paths.
func Render(ctx context.Context, p *plan.Plan, results plan.Results, options Options) (edited []string, err error) {
	m, p, exhibits, err := begin(ctx, p, options)
	if err != nil {
		return nil, err
	}
	inputs, all := inputsOf(p, results, options), len(options.Only)+len(exhibits) == 0
	if all && m.stands(options.Out, inputs) {
		return nil, nil
	}
	if !all && inputs != m.Inputs {
		inputs = "" // the rest is drawn next time
	}
	files, err := draw(ctx, p, results, options, func(o Output) bool {
		chosen := all || slices.Contains(options.Only, o.Path) || slices.Contains(exhibits, o.Exhibit)
		return chosen && m.gives(o, p.Selection)
	}, m)
	undrawn, some := errors.AsType[Undrawn](err)
	if err != nil && !some || len(files) == 0 {
		return nil, err
	}
	written, unwritten, err := write(options.Out, files)
	if err != nil {
		return nil, err
	}
	exit := options.Exit
	if undrawn = append(undrawn, unwritten...); len(undrawn) > 0 {
		inputs, exit, err = "", exitUndrawn, undrawn // what is missing is drawn next time
	}
	m.StudyFile = folder.Relative(options.Out, p.Study.File())
	over := m.add(Drawing{
		Selection: p.Selection, Repetitions: p.Repetitions, Data: p.Origins(),
		Created: options.Created.UTC(), Venue: options.Venue, Inputs: inputs,
		Version: options.Program, Finished: options.Now.UTC(), Exit: exit,
		Cells: CountCells(p.Cells, results), Files: written,
	}, func(d Drawing) bool { return all && d.isReplacedBy(p.Selection) })
	edited, fault := Remove(options.Out, slices.DeleteFunc(over, func(l Listed) bool {
		return slices.ContainsFunc(files, func(f File) bool { return f.Path == l.Path }) // could not be written
	}))
	return edited, errors.Join(err, fault, m.Write(options.Out))
}

// gives reports whether a drawing of a selection may replace an output.
func (m Manifest) gives(o Output, by plan.Selection) bool {
	d, l := m.find(o.Path)
	return o.Exhibit != "" || l == nil || d.isReplacedBy(by)
}

// begin reads the manifest of the folder and fits the plan to the report there.
func begin(
	ctx context.Context, p *plan.Plan, options Options,
) (m Manifest, fitted *plan.Plan, exhibits []string, err error) {
	m, err = ReadManifest(options.Out)
	if errors.Is(err, fs.ErrNotExist) {
		m, err = NewManifest(options.Out, p.Study), nil
	}
	if err != nil || len(options.Only) > 0 {
		return m, p, nil, err
	}
	fitted, exhibits, err = m.fit(ctx, p)
	return m, fitted, exhibits, err
}

// A File is an output that is drawn.
type File struct {
	Listed
	Content []byte
	// make makes a file that grows with the data, when it is written. There is no content then.
	make func(io.Writer) error
}

// exitUndrawn is the exit code of a program that has not drawn all outputs.
const exitUndrawn = 1

// Draw makes the outputs of some paths, or all for none, with figures for a venue. With the error [Undrawn] it returns
// the others.
func Draw(
	ctx context.Context, p *plan.Plan, results plan.Results, created time.Time, venue string, paths ...string,
) ([]File, error) {
	wanted := func(o Output) bool { return len(paths) == 0 || slices.Contains(paths, o.Path) }
	return draw(ctx, p, results, Options{Created: created, Venue: venue}, wanted, Manifest{})
}

// draw makes the wanted outputs. It takes a file from the folder if the manifest lists it with the same inputs. With
// the error [Undrawn] it returns the others.
func draw(
	ctx context.Context, p *plan.Plan, results plan.Results, options Options, wanted func(Output) bool, m Manifest,
) (files []File, err error) {
	v, err := p.Study.Figured().Find(options.Venue)
	if err != nil {
		return nil, err
	}
	e, x, d, err := compose(ctx, p, results, options.Created)
	if err != nil {
		return nil, err
	}
	look, err := json.Marshal([]any{buildOf(), v, d.Venue, options.Created.Unix()})
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	created := dated(options.Created, p.Study.Date)
	all := slices.DeleteFunc(outputs(e, x, d, v, options.Venue != "", created), func(o Output) bool { return !wanted(o) })
	made, faults, sums := make([]File, len(all)), make([]error, len(all)), map[string]string{}
	for _, late := range []bool{false, true} {
		var g errgroup.Group
		g.SetLimit(runtime.GOMAXPROCS(0))
		for i, o := range slices.Backward(all) { // the documents, which take longest, first
			if o.isLate() == late {
				g.Go(func() error {
					made[i], faults[i] = o.file(ctx, look, sums, m, options.Out)
					return ctx.Err()
				})
			}
		}
		if err := g.Wait(); err != nil {
			return nil, fmt.Errorf("render: %w", err)
		}
		for i, o := range all {
			sums[o.Path] = made[i].SHA256
		}
	}
	undrawn := x.faulty
	for i, f := range made {
		if faults[i] != nil {
			undrawn = append(undrawn, faults[i])
		} else {
			files = append(files, f)
		}
	}
	if len(undrawn) > 0 {
		return files, undrawn
	}
	return files, nil
}

// Results in oneDrawing are read out once, however many exhibits and texts ask.
type oneDrawing struct {
	plan.Results
	known sync.Map // of *experiment.Known by key
}

func (d *oneDrawing) Get(key string) (experiment.Result, bool) {
	r, ok := d.Results.Get(key)
	if r.Known == nil {
		known, _ := d.known.LoadOrStore(key, new(experiment.Known))
		r.Known = known.(*experiment.Known)
	}
	return r, ok
}

// compose gathers the results, and makes the exhibits and the document of them.
func compose(
	ctx context.Context, p *plan.Plan, results plan.Results, created time.Time,
) (e evidence, x exhibits, d *document.Document, err error) {
	if e, err = gather(p, &oneDrawing{Results: results}); err == nil {
		x, err = build(e)
	}
	if err == nil {
		d, err = assemble(ctx, e, x, created)
	}
	return e, x, d, err
}

// Unplaced are the exhibits, as "table 2", that the text of a user's study does not place. An error is one of the
// text.
func Unplaced(ctx context.Context, p *plan.Plan, results plan.Results) ([]string, error) {
	ours := p.Study.Folder == "" || slices.Contains(templates.Names(), p.Study.Text)
	if ours || p.Study.Text == "" || !p.Whole() {
		return nil, nil
	}
	_, x, d, err := compose(ctx, p, results, DefaultCreated())
	if err != nil {
		return nil, err
	}
	placed := map[string]bool{}
	for _, s := range x.all {
		placed[s.exhibit] = placed[s.exhibit] || slices.ContainsFunc(d.Blocks, func(b document.Block) bool {
			t, isTable := b.(document.TableBlock)
			f, isFigure := b.(document.FigureBlock)
			return isTable && t.Table == s.table || isFigure && s.table == nil && f.Number == s.figure.Number
		})
	}
	all := exhibitsOf(
		words.Each(p.Study.Tables, func(t exhibit.Table) string { return t.Head().Number }),
		words.Each(p.Study.Figures, func(f exhibit.Figure) string { return f.Head().Number }),
	)
	return slices.DeleteFunc(all, func(name string) bool { return placed[name] }), nil
}

// file makes the output, or takes the one in the folder if it has the same inputs.
func (o Output) file(ctx context.Context, look []byte, sums map[string]string, m Manifest, out string) (File, error) {
	inputs := ""
	if o.isLate() && buildOf() != "" {
		inputs = o.digest(slices.Clone(look), sums)
	}
	if _, old := m.find(o.Path); old != nil && old.Inputs == inputs && inputs != "" {
		if content := old.in(out); content != nil {
			return File{Listed: *old, Content: content}, nil
		}
	}
	f := File{Listed: Listed{o.Path, 0, "", inputs, folder.Relative(out, o.Source)}}
	if o.grows() && out != "" {
		f.make = func(w io.Writer) error { return o.draw(context.WithoutCancel(ctx), w) }
		return f, nil
	}
	var b bytes.Buffer
	err := o.draw(ctx, &b)
	f.Content = b.Bytes()
	f.Bytes, f.SHA256 = b.Len(), sum(f.Content)
	return f, err
}

// draw writes the output. A panic is an error of this output alone.
func (o Output) draw(ctx context.Context, w io.Writer) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s is not drawn: %w", o.Path, err)
		}
	}()
	defer words.Caught(&err)
	if err := ctx.Err(); err != nil {
		return err
	}
	return defused(o.Path, w, o.Write)
}

// write writes the file, and lists what it has made.
func (f *File) write(out string) error {
	if f.make == nil {
		return folder.Replace(out, f.Path, f.Content)
	}
	sum := sha256.New()
	err := folder.Stream(out, f.Path, func(w io.Writer) error {
		return f.make(io.MultiWriter(w, sum, (*size)(&f.Bytes)))
	})
	f.SHA256 = fmt.Sprintf("%x", sum.Sum(nil))
	return err
}

// A size counts what is written.
type size int

func (s *size) Write(part []byte) (int, error) {
	*s += size(len(part))
	return len(part), nil
}

// Text makes the outputs that are text, without figures. It takes a moment, drawings take long.
func Text(ctx context.Context, p *plan.Plan, results plan.Results) ([]File, error) {
	return draw(ctx, p, results, Options{Created: DefaultCreated()}, func(o Output) bool {
		text := slices.Contains([]string{".md", ".tex", ".csv"}, path.Ext(o.Path))
		return text && !strings.HasPrefix(o.Path, "figures/")
	}, Manifest{})
}

// write writes files into the output folder, each in one step. They are safe from a power cut when it returns. A file
// that is there already is left alone. If a folder is a link, nothing is written.
func write(out string, files []File) (written []Listed, unwritten Undrawn, err error) {
	for _, f := range files {
		if err := folder.Check(out, path.Dir(f.Path)); err != nil {
			return nil, nil, fmt.Errorf("render: %w", err)
		}
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	faults := make([]error, len(files))
	for i := range slices.Backward(files) { // arrays, which take longest, first
		if f := &files[i]; f.make != nil || f.in(out) == nil {
			g.Go(func() error {
				faults[i] = f.write(out)
				return nil
			})
		}
	}
	_ = g.Wait() // faults has them
	folders := map[string]bool{}
	for i, f := range files {
		if faults[i] != nil {
			unwritten = append(unwritten, fmt.Errorf("%s is not written: %w", f.Path, faults[i]))
			continue
		}
		folders[path.Dir(f.Path)] = true
		written = append(written, f.Listed)
	}
	for name := range folders {
		if err := folder.Sync(filepath.Join(out, filepath.FromSlash(name))); err != nil {
			return nil, nil, fmt.Errorf("render: %w", err)
		}
	}
	return written, unwritten, nil
}
