package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/folder"
	"gpca/report/input"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/runner"
	"gpca/report/store"
	"gpca/report/study"
	"gpca/report/version"
	"gpca/report/words"
)

// A session is a study on its data, with what is stored of it.
type session struct {
	program *program
	results *store.Store
	plan    *plan.Plan
	created time.Time // date inside the documents
}

// bound lets each data set of a study's own files take the memory of the command line.
func (p *program) bound(s *study.Study) {
	for _, part := range s.Parts() {
		for i := range part.Files {
			part.Files[i].Memory = p.options.Memory
		}
	}
}

// purpose says what a session is opened for.
type purpose int

const (
	toLook    purpose = iota // writes nothing
	toCompute                // on the data that is here
	toDraw                   // what is stored, on whichever data it was computed
)

// on is a verb that does something in a session.
func (p *program) on(
	why purpose, do func(ctx context.Context, s *session, args []string) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		s, err := p.open(cmd, why)
		if err != nil {
			return err
		}
		return do(cmd.Context(), s, args)
	}
}

// open makes the session of a verb. What can be wrong about the command line is
// found here, before anything is computed.
func (p *program) open(cmd *cobra.Command, why purpose) (*session, error) {
	o := &p.options
	if err := boundMemory(os.ReadFile); err != nil {
		return nil, err
	}
	created, err := sourceDate(p.getenv("SOURCE_DATE_EPOCH"))
	if err != nil {
		return nil, err
	}
	s, err := p.find(cmd, why)
	if err != nil {
		return nil, err
	}
	s.created = created
	p.publish(func() { p.session, p.judged = s, why != toLook })
	if why == toLook {
		if err := report.Owned(o.out, s.plan.Study); err != nil {
			p.display.Log().Warn(err.Error() + ": name that study with --study, or another folder with --out")
		}
		return s, nil
	}
	if why == toCompute {
		for _, w := range s.plan.Warnings() {
			p.display.Log().Warn(w.Error())
		}
		if err := report.DataGone(o.out, s.plan); !o.Force && err != nil {
			return nil, err
		}
	}
	return s, p.own(cmd, s)
}

// find finds the study of a verb, its data and what is stored of it.
func (p *program) find(cmd *cobra.Command, why purpose) (*session, error) {
	o := &p.options
	folders, err := p.findData()
	if err != nil {
		return nil, err
	}
	var export *render.Export
	if o.from != "" {
		if export, err = render.OpenExport(o.from); err != nil {
			if near := input.Near(o.from); errors.Is(err, fs.ErrNotExist) && near != "" {
				err = fmt.Errorf("--from: there is no %s: did you mean %s?", o.from, near)
			}
			return nil, err
		}
		if !cmd.Flags().Changed("study") {
			o.study = export.Study
		}
	}
	chosen := o.drafted.Study
	if chosen == nil {
		if chosen, err = report.OpenStudy(o.study, o.papers...); err != nil {
			return nil, err
		}
	}
	p.bound(chosen)
	if _, err := chosen.Figured().Find(o.venue); err != nil {
		return nil, usage(cmd, fmt.Errorf("--for: %w", err))
	}
	if why != toLook {
		// First, since what another program stores until then counts too. A folder that is
		// not there yet is made last.
		if err := p.lock(cmd); errors.Is(err, errInUse) {
			return nil, err
		}
	}
	switch {
	case export != nil:
		return p.loadExport(cmd.Context(), chosen, export)
	case why == toDraw:
		return p.loadDrawn(cmd.Context(), chosen, folders)
	}
	return p.load(cmd.Context(), chosen, folders, false)
}

// own makes the output folder the session's. This comes last, so that a mistyped name does not leave a folder behind.
func (p *program) own(cmd *cobra.Command, s *session) error {
	made := p.held == nil
	if err := p.claim(cmd, s.plan.Study); err != nil {
		return err
	}
	if made && p.options.from == "" { // another program may have made it first, and stored results
		results, err := p.results(p.options.out)
		if err != nil {
			return err
		}
		p.publish(func() { s.results = results })
	}
	if p.isShard(cmd) {
		return nil
	}
	return s.results.Compact()
}

// errInUse is the error of a folder in which another program works.
var errInUse = errors.New("wait for it with --wait, or name another folder with --out")

// lock keeps others from working in the output folder until the program ends. Shards run
// side by side, each once.
func (p *program) lock(cmd *cobra.Command) error {
	if p.held != nil {
		return nil
	}
	o := &p.options
	shard := ""
	if p.isShard(cmd) {
		shard = fmt.Sprintf("%d/%d", o.Shard, o.Shards)
	}
	lock, err := folder.Take(cmd.Context(), o.out, cmd.CommandPath(), shard, o.wait, func(h *folder.Held) {
		p.display.Say("waiting: " + h.Error())
	})
	if held, ok := errors.AsType[*folder.Held](err); ok {
		return fmt.Errorf("out: %w: %w", held, errInUse)
	}
	p.publish(func() { p.held = lock })
	return report.OutFault(o.out, err)
}

// isShard reports whether the verb leaves all but its own file of cells alone.
func (p *program) isShard(cmd *cobra.Command) bool {
	return p.options.Shards > 0 && cmd.Name() == "run"
}

func (p *program) claim(cmd *cobra.Command, s *study.Study) error {
	err := report.CheckOut(p.options.out)
	if err == nil {
		err = p.lock(cmd)
	}
	if err == nil && !p.isShard(cmd) {
		err = folder.Sweep(p.options.out)
	}
	if err != nil {
		return err
	}
	taken, edited, err := report.Claim(p.options.out, s, p.options.Force)
	if taken {
		p.options.Force = false // it has done what it was for
		p.display.Log().Warn("the folder belonged to another study, whose report is removed; its cells are kept",
			slog.String("folder", p.options.out))
	}
	p.tellEdited(edited)
	return err
}

// tellEdited names the files that nothing draws any more and that stay all the same.
func (p *program) tellEdited(paths []string) {
	for _, path := range paths {
		p.display.Log().Warn("not drawn any more, and left because it was edited", slog.String("file", path))
	}
}

// results are those stored under an output folder, with a warning for each line that
// could not be read.
func (p *program) results(out string) (*store.Store, error) {
	results, warnings, err := report.OpenStore(out)
	for _, w := range warnings {
		p.display.Log().Warn(w.Error())
	}
	return results, err
}

// load makes a session of what is stored under the output folder. Drawn says that a data set
// which is not here counts as real when there are results on the real one.
func (p *program) load(ctx context.Context, chosen *study.Study, folders []string, drawn bool) (*session, error) {
	results, err := p.results(p.options.out)
	if err != nil {
		return nil, err
	}
	real := func(data string) bool { return drawn && results.Has(data, dataset.Real) }
	s := &session{program: p, results: results}
	data := report.OpenLibrary(chosen, folders, real)
	if read := &p.options.drafted.Set; *read != nil {
		data.Loaded(*read)
		*read = nil // the library lets go of it when it has been used
	}
	s.plan, err = plan.New(ctx, chosen, data, p.options.selection, p.options.repetitions)
	return s, err
}

// loadDrawn makes a session of what is stored and drawn. A folder without cells, into which a
// report with results was drawn, has those of its results.csv: they are not to be overwritten
// with nothing.
func (p *program) loadDrawn(ctx context.Context, chosen *study.Study, folders []string) (*session, error) {
	o := &p.options
	s, err := p.load(ctx, chosen, folders, true)
	m, fault := render.ReadManifest(o.out)
	if err != nil || fault != nil || s.results.Len() > 0 || m.Cells.Done == 0 || m.Check(o.out, chosen) != nil {
		return s, err // whether the folder is the study's, Claim says
	}
	o.from = filepath.Join(o.out, render.ResultsFile)
	export, err := render.OpenExport(o.from)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	p.display.Log().Info("no cells are stored here: the results are those of " + o.from)
	return p.loadExport(ctx, chosen, export)
}

// loadExport makes a session of a results.csv, which says by itself which data is real.
func (p *program) loadExport(ctx context.Context, chosen *study.Study, export *render.Export) (*session, error) {
	if chosen.Name != export.Study {
		return nil, fmt.Errorf("%s is of study %s, not of %s: name its study with --study", p.options.from,
			export.Study, chosen.Name)
	}
	made, results, err := export.Plan(ctx, chosen, report.OpenLibrary(chosen, nil, export.IsReal), p.options.selection)
	if err == nil && results.Len() == 0 {
		err = fmt.Errorf("%s has no cell of study %s as this version of the program computes them: draw it with the "+
			"version that wrote it, which the manifest.json beside it names", p.options.from, export.Study)
	}
	return &session{program: p, plan: made, results: results}, err
}

// findData returns the folders where data may be. A folder that the user named and that is
// not there is an error: its data sets would be replaced by stand-ins without a word.
func (p *program) findData() ([]string, error) {
	if folder := p.options.data; folder != "" {
		if err := isFolder(folder); err != nil {
			return nil, fmt.Errorf("--data: %w", err)
		}
	}
	if folder := p.getenv("REPORT_DATA"); folder != "" {
		if err := isFolder(folder); err != nil {
			p.display.Log().Warn("REPORT_DATA: " + err.Error())
		}
	}
	return dataset.Directories(p.options.data, p.getenv), nil
}

func isFolder(path string) error {
	info, err := os.Stat(path)
	if os.IsNotExist(err) {
		return fmt.Errorf("there is no folder %s", path)
	}
	if err == nil && !info.IsDir() {
		return fmt.Errorf("%s is not a folder", path)
	}
	return err
}

// sourceDate reads SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/),
// a fixed date when it is not set.
func sourceDate(value string) (time.Time, error) {
	if value == "" {
		return render.DefaultCreated(), nil
	}
	seconds, err := strconv.ParseInt(value, 10, 64)
	const year9999 = 253402300799 // its last second: a manifest and a PDF have four digits for the year
	if err != nil || seconds < 0 || seconds > year9999 {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is %q, must be a number of seconds since 1970, at most %d",
			value, year9999)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

func (s *session) count() render.Count { return render.CountCells(s.plan.Cells, s.results) }

// firstFailure says which cells failed, by the first of them.
func (s *session) firstFailure() string {
	for _, c := range s.plan.Cells {
		if r, ok := s.results.Get(c.Key()); ok && r.Failure != "" {
			return fmt.Sprintf("failed: %s: %s (report why CELL has more)", c, oneLine(errors.New(r.Failure)))
		}
	}
	return ""
}

func (s *session) compute(ctx context.Context) error {
	display := s.program.display
	defer display.End()
	defer s.program.collect()()
	options := s.program.options.RunOptions
	options.Started = func(cells int) {
		s.tellData(cells)
		display.Start(cells)
	}
	options.Progress = display.Event
	ctx, stop, end := s.program.stoppable(ctx)
	defer end()
	options.Stop = stop
	err := report.Run(ctx, s.plan, s.results, options)
	if err != nil && context.Cause(ctx) == runner.ErrStopped {
		err = runner.ErrStopped
	}
	return err
}

func (s *session) tellData(cells int) {
	log := s.program.display.Log()
	if cells == 0 {
		message := "nothing to compute"
		if s.count().Failed > 0 {
			message += "; --retry-failed computes failed cells again"
		}
		log.Info(message)
		return
	}
	attributes := []any{slog.Int("cells", cells), slog.Int("jobs", s.program.options.Workers)}
	for _, origin := range []dataset.Origin{dataset.Real, dataset.StandIn, dataset.Generated} {
		names := words.Those(s.plan.Datasets(), func(name string) bool { return s.plan.Origin(name) == origin })
		if len(names) > 0 {
			attributes = append(attributes, slog.String(string(origin), strings.Join(names, " ")))
		}
	}
	log.Info("computing", attributes...)
	isStandIn := func(name string) bool { return s.plan.Origin(name) == dataset.StandIn }
	if slices.ContainsFunc(s.plan.Datasets(), isStandIn) {
		log.Info("stand-ins are generated: report fetch gets the real data, --data says where it is")
	}
}

func (p *program) draw(ctx context.Context, s *session, _ []string) error {
	cells := s.count()
	p.display.Log().Info("drawing", slog.Int("tables", len(s.plan.Tables)), slog.Int("figures", len(s.plan.Figures)),
		slog.Int("missing", cells.Missing))
	err := s.render(ctx)
	if err != nil && !errors.As(err, new(render.Undrawn)) {
		return err
	}
	written := []any{slog.String("folder", p.options.out)}
	if s.plan.Whole() && p.application.File == "" { // apply says it at its end
		written = append(written, slog.String("read", filepath.Join(p.options.out, "report.pdf")))
	}
	p.display.Log().Info("report written", written...)
	return errors.Join(err, s.checkText(ctx))
}

// preview draws the report again and again while cells are computed, until end. A report without gaps stays until the
// run is over: half a new one is no gain.
func (s *session) preview(ctx context.Context) (end func()) {
	m, err := render.ReadManifest(s.program.options.out)
	after := s.program.options.preview
	if after <= 0 || err == nil && m.Cells.Done > 0 && m.Cells.Missing == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var drawing sync.WaitGroup
	drawing.Go(func() {
		for ; ; after *= 2 {
			select {
			case <-ctx.Done():
				return
			case <-time.After(after):
			}
			soFar := *s
			soFar.results = store.Of(s.results.Results())
			err, log := soFar.render(ctx), s.program.display.Log()
			switch {
			case ctx.Err() != nil:
				return
			case err != nil && !errors.As(err, new(render.Undrawn)):
				log.Warn("nothing is drawn before the end: " + err.Error())
				return
			}
			log.Info("report drawn so far", slog.String("folder", s.program.options.out))
		}
	})
	return func() {
		cancel()
		drawing.Wait()
	}
}

// checkText reads the text of the study, and warns of exhibits that it does not place.
func (s *session) checkText(ctx context.Context) error {
	unplaced, err := render.Unplaced(ctx, s.plan, s.results)
	if len(unplaced) > 0 {
		s.program.display.Log().Warn("the text does not place " + words.List(unplaced, "or") +
			", which the report lacks: give each a line such as ::table[1]")
	}
	return err
}

// render writes the outputs of some paths, all for none.
func (s *session) render(ctx context.Context, paths ...string) error {
	p := s.program
	edited, err := render.Render(ctx, s.plan, s.results, render.Options{
		Out: p.options.out, Program: version.Read(), Only: paths,
		Created: s.created, Venue: p.options.venue, Now: time.Now(), Exit: p.code(nil, s.count()),
	})
	p.tellEdited(edited)
	return err
}
