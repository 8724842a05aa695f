// Package render draws the tables, figures and documents of a plan from stored results
// and computes nothing. The same results give the same bytes; only the manifest knows
// times. Among the files are results.csv and arrays.csv, from which an [Export] draws the
// report again.
package render

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
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
	// Created is the date inside the documents, the only thing in them that is not a
	// result.
	Created time.Time
	Venue   string // that the folder of figures is for, see [venue.Looks]
	// Now and Exit go into the manifest.
	Now  time.Time
	Exit int
	// Only are the paths of the files to draw, none for all.
	Only []string
}

// DefaultCreated is the date inside the documents where none is asked for: the
// month of the text that the default study repeats.
func DefaultCreated() time.Time { return time.Date(2019, time.December, 1, 0, 0, 0, 0, time.UTC) }

// Undrawn are the errors of outputs that could not be made or written. All others are.
type Undrawn []error

func (u Undrawn) Error() string   { return errors.Join(u...).Error() }
func (u Undrawn) Unwrap() []error { return u }

// orNil is no error if there are none.
func (u Undrawn) orNil() error {
	if len(u) == 0 {
		return nil
	}
	return u
}

// Render draws a plan into the output folder, which is the study's own. Cells without a
// result are drawn as missing. All files are made in memory before the first is written:
// an error leaves the last report as it was, unless it is [Undrawn].
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
	files, undrawn, err := draw(ctx, p, results, options, func(o output) bool {
		beside := func(chosen []string, name string) bool { return len(chosen) > 0 && !slices.Contains(chosen, name) }
		if beside(options.Only, o.path) || beside(exhibits, o.exhibit) {
			return false
		}
		old, listed := m.find(o.path)
		return o.exhibit != "" || listed == nil || again(old)
	}, func(o output) (inputs string, stands *Listed) {
		if o.facts == nil {
			return "", nil
		}
		inputs = digest(build, o.facts)
		if _, l := m.find(o.path); l != nil && inputs != "" && l.Inputs == inputs {
			stands = m.standing(options.Out, o.path)
		}
		return inputs, stands
	})
	if err != nil || len(files) == 0 {
		return nil, cmp.Or(err, undrawn.orNil())
	}
	written, unwritten, err := write(options.Out, files)
	if err != nil {
		return nil, err
	}
	exit := options.Exit
	if undrawn = append(undrawn, unwritten...); len(undrawn) > 0 {
		inputs, exit = "", exitUndrawn // what is made of the same does not stand: those are missing
	}
	now := Drawing{
		Selection: p.Selection, Repetitions: p.Repetitions, Data: p.Origins(),
		Created: options.Created.UTC(), Venue: options.Venue, Inputs: inputs,
		Version: options.Program, Finished: options.Now.UTC(), Exit: exit,
		Cells: CountCells(p.Cells, results), Files: words.Each(written, list),
	}
	m.StudyFile = folder.Relative(options.Out, p.Study.File())
	over := m.add(now, func(d Drawing) bool { return len(options.Only)+len(exhibits) == 0 && again(d) })
	edited, err = Remove(options.Out, slices.DeleteFunc(over, func(l Listed) bool {
		return slices.ContainsFunc(files, func(f File) bool { return f.Path == l.Path }) // could not be written
	}))
	return edited, errors.Join(undrawn.orNil(), err, m.Write(options.Out))
}

// A File is an output.
type File struct {
	Path    string // under the output folder, with slashes
	Content []byte

	inputs string  // digest of what it is made of, empty where that is not known
	stands *Listed // where it is in the folder already; there is no content then
}

// exitUndrawn is the exit code of a program that has not drawn all outputs.
const exitUndrawn = 1

// Draw makes the outputs of some paths, all but the manifest for none, with figures for a
// venue. Beside the error [Undrawn] are the others.
func Draw(
	ctx context.Context, p *plan.Plan, results plan.Results, created time.Time, venue string, paths ...string,
) ([]File, error) {
	wanted := func(o output) bool { return len(paths) == 0 || slices.Contains(paths, o.path) }
	files, undrawn, err := draw(ctx, p, results, Options{Created: created, Venue: venue}, wanted, nil)
	return files, cmp.Or(err, undrawn.orNil())
}

// draw makes the outputs that are wanted, on all processors. Known, unless nil, is a digest of
// what an output is made of, and where the one that is in the folder is made of the same, that.
func draw(
	ctx context.Context, p *plan.Plan, results plan.Results, options Options,
	wanted func(output) bool, known func(output) (inputs string, stands *Listed),
) ([]File, Undrawn, error) {
	v, err := p.Study.Figured().Find(options.Venue)
	if err != nil {
		return nil, nil, err
	}
	e, x, d, err := compose(ctx, p, results, options.Created)
	if err != nil {
		return nil, nil, err
	}
	all := slices.DeleteFunc(outputs(e, x, d, v, options.Created), func(o output) bool { return !wanted(o) })
	files, faults := make([]File, len(all)), make([]error, len(all))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, o := range slices.Backward(all) { // the documents, which take longest, first
		g.Go(func() error {
			f := &files[i]
			if f.Path = o.path; known != nil {
				f.inputs, f.stands = known(o)
			}
			if f.stands == nil {
				f.Content, faults[i] = o.content(ctx)
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return nil, nil, fmt.Errorf("render: %w", err)
	}
	var drawn []File
	undrawn := x.faulty
	for i, f := range files {
		if faults[i] != nil {
			undrawn = append(undrawn, faults[i])
		} else {
			drawn = append(drawn, f)
		}
	}
	return drawn, undrawn, nil
}

// Results in oneDrawing are read out once, however many exhibits and texts ask.
type oneDrawing struct {
	plan.Results
	known sync.Map // of *experiment.Known by key
}

func (d *oneDrawing) Get(key string) (experiment.Result, bool) {
	r, ok := d.Results.Get(key)
	known, _ := d.known.LoadOrStore(key, new(experiment.Known))
	r.Known = known.(*experiment.Known)
	return r, ok
}

// compose gathers the results, and makes the exhibits and the document of them.
func compose(
	ctx context.Context, p *plan.Plan, results plan.Results, created time.Time,
) (e evidence, x exhibits, d *document.Document, err error) {
	results = &oneDrawing{Results: results}
	e = evidence{p, results, CountCells(p.Cells, results), nil}
	if e.comparisons, err = Compare(p, results); err != nil {
		return e, x, nil, err
	}
	if x, err = build(e); err != nil {
		return e, x, nil, err
	}
	d, err = assemble(ctx, e, x, created)
	return e, x, d, err
}

// Unplaced names the exhibits, as "table 2", that a text of the user's does not place. The error is one of the text.
func Unplaced(ctx context.Context, p *plan.Plan, results plan.Results) ([]string, error) {
	ours := p.Study.Folder == "" || slices.Contains(templates.Names(), p.Study.Text)
	if ours || p.Study.Text == "" || !p.Whole() {
		return nil, nil
	}
	_, x, d, err := compose(ctx, p, results, DefaultCreated())
	if err != nil {
		return nil, err
	}
	placed := func(s shown) bool {
		return slices.ContainsFunc(d.Blocks, func(b document.Block) bool {
			switch b := b.(type) {
			case document.TableBlock:
				return b.Table == s.table
			case document.FigureBlock:
				return s.table == nil && b.Number == s.figure.Number
			}
			return false
		})
	}
	var missing []string
	for _, name := range exhibitsOf(words.Each(p.Study.Tables, func(t exhibit.Table) string { return t.Head().Number }),
		words.Each(p.Study.Figures, func(f exhibit.Figure) string { return f.Head().Number })) {
		if !slices.ContainsFunc(x.all, func(s shown) bool { return s.exhibit == name && placed(s) }) {
			missing = append(missing, name)
		}
	}
	return missing, nil
}

// content makes the output. A panic is an error of this output alone.
func (o output) content(ctx context.Context) (content []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		if err != nil {
			err = fmt.Errorf("%s is not drawn: %w", o.path, err)
		}
	}()
	var b bytes.Buffer
	if err = ctx.Err(); err == nil {
		err = o.write(&b)
	}
	return defuse(path.Ext(o.path), b.Bytes()), err
}

// Text makes the outputs that are text: tables, lists and the Markdown of the report,
// which takes a moment where the drawings take long.
func Text(ctx context.Context, p *plan.Plan, results plan.Results) ([]File, error) {
	files, undrawn, err := draw(ctx, p, results, Options{Created: DefaultCreated()}, func(o output) bool {
		text := slices.Contains([]string{".md", ".tex", ".csv"}, path.Ext(o.path))
		return text && !strings.HasPrefix(o.path, "figures/")
	}, nil)
	return files, cmp.Or(err, undrawn.orNil())
}

// write writes files into the output folder, each in one step, and makes them safe from a
// power cut before it returns. Where a folder is behind a link, none is written.
func write(out string, files []File) (written []File, unwritten Undrawn, err error) {
	for _, f := range files {
		if err := folder.Check(out, path.Dir(f.Path)); err != nil {
			return nil, nil, fmt.Errorf("render: %w", err)
		}
	}
	folders := map[string]bool{}
	for _, f := range files {
		if f.stands == nil {
			if err := folder.Replace(out, f.Path, f.Content); err != nil {
				unwritten = append(unwritten, fmt.Errorf("%s is not written: %w", f.Path, err))
				continue
			}
			folders[path.Dir(f.Path)] = true
		}
		written = append(written, f)
	}
	for name := range folders {
		if err := folder.Sync(filepath.Join(out, filepath.FromSlash(name))); err != nil {
			return nil, nil, fmt.Errorf("render: %w", err)
		}
	}
	return written, unwritten, nil
}
