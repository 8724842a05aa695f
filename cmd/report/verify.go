package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/experiment"
	"gpca/report/render"
	"gpca/report/study"
	"gpca/report/version"
	"gpca/report/words"
)

// tellBuilds says why bytes of two programs may differ that were made of the same results.
func (p *program) tellBuilds(first, second version.Version) {
	if a, b := first.Architecture, second.Architecture; a != b && a != "" && b != "" {
		p.display.Log().Warn("the programs were compiled for or ran on other processors, so that last digits differ: "+
			"draw both with one build on processors alike",
			slog.String("first", a), slog.String("second", b))
	}
}

// drawn returns what was drawn into the output folder, and the study that it is of.
func (p *program) drawn(cmd *cobra.Command) (m render.Manifest, chosen *study.Study, err error) {
	out := p.options.out
	m, chosen, err = p.owner(cmd)
	if err == nil && len(m.Drawings()) == 0 {
		return m, nil, fmt.Errorf("no report was drawn into %s: report render draws one", out)
	}
	if err == nil {
		err = m.Check(out, chosen)
	}
	if err != nil {
		return m, nil, fmt.Errorf("%w: name the study, or its file, with --study", err)
	}
	return m, chosen, nil
}

// owner returns the study that --study names, or else the output folder's own, and the folder's manifest, if any.
func (p *program) owner(cmd *cobra.Command) (m render.Manifest, chosen *study.Study, err error) {
	o := &p.options
	if m, err = render.ReadManifest(o.out); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return m, nil, err
	}
	name := o.study
	if !cmd.Flags().Changed("study") {
		name = cmp.Or(m.Source(o.out), m.Study, name)
	}
	if chosen, err = report.OpenStudy(name, o.papers...); err == nil {
		p.bound(chosen)
	}
	return m, chosen, err
}

// judge makes the session of what was drawn, of all that was to be drawn then unless flags say of what.
func (p *program) judge(
	ctx context.Context, m render.Manifest, chosen *study.Study, folders []string,
) (*session, error) {
	o := &p.options
	if o.selection.IsZero() {
		o.selection = m.Selection
	}
	o.repetitions = cmp.Or(o.repetitions, m.Repetitions)
	s, err := p.loadDrawn(ctx, chosen, folders)
	if err != nil { // of a results.csv that is damaged, which shows as altered
		p.display.Log().Warn(err.Error())
		s, err = p.load(ctx, chosen, folders, true)
	}
	if err == nil {
		p.publish(func() { p.session = s })
	}
	return s, err
}

// upToDate returns an error unless both folders are of one study, and the output folder has its cells as it is now.
func (p *program) upToDate(cmd *cobra.Command) error {
	o := &p.options
	m, chosen, err := p.owner(cmd)
	if err != nil {
		return err
	}
	if err := report.Owned(o.out, chosen); err != nil {
		return fmt.Errorf("%w: %w", errCheck, err)
	}
	kept, err := render.ReadManifest(o.against)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// Its file may be another copy, and a part of a report has no manifest.
	if err == nil && kept.Study != chosen.Name {
		return fmt.Errorf("%w: %s belongs to study %s, not to %s", errCheck, o.against, kept.Study, chosen.Name)
	}
	folders, err := p.findData()
	if err != nil {
		return err
	}
	s, err := p.judge(cmd.Context(), m, chosen, folders)
	if err != nil {
		return err
	}
	missing := words.Each(words.Those(s.plan.Cells, func(c experiment.Cell) bool {
		_, ok := s.results.Get(c.Key())
		return !ok
	}), experiment.Cell.String)
	if missing == nil {
		return nil
	}
	return fmt.Errorf("%w: %s lacks %s of study %s (%s): report run computes them", errCheck, o.out,
		words.Count(len(missing), "cell"), chosen.Name, words.Some(missing, 4))
}

func (p *program) verify(cmd *cobra.Command, _ []string) error {
	o := &p.options
	m, chosen, err := p.drawn(cmd)
	if err != nil {
		return err
	}
	folders, err := p.findData()
	if err != nil {
		return err
	}
	s, err := p.judge(cmd.Context(), m, chosen, folders)
	if err != nil {
		return err
	}
	v, err := report.Verify(cmd.Context(), o.out, chosen, folders, s.results, m)
	if err != nil {
		return err
	}
	rows := discrepancyRows(v.Discrepancies)
	found := len(v.Discrepancies)
	switch {
	case found == 0 && v.Outdated > 0:
		rows = [][]string{{fmt.Sprintf("%d files, each as in the manifest; %d of them are from before "+
			"some cells were computed, and report render draws them with these", v.Files, v.Outdated)}}
	case found == 0:
		rows = [][]string{{fmt.Sprintf("%d files, each as in the manifest and the same when drawn again", v.Files)}}
	}
	err = errors.Join(p.writeJUnit("verify", v.Tests()), p.answer(v, rows))
	if found == 0 {
		return err
	}
	p.tellBuilds(m.Version, version.Read())
	if then, now := m.Version.String(), version.Read().String(); then != now {
		p.display.Log().Warn("another version drew the report", slog.String("then", then), slog.String("now", now))
	}
	return errors.Join(err, fmt.Errorf("%w: %d of %d files and stored results are not as they should be", errCheck,
		found, v.Files+s.results.Len()))
}

func discrepancyRows(all []report.Discrepancy) [][]string {
	return append([][]string{{"FILE", "FAULT", "WHERE"}}, words.Each(all, func(d report.Discrepancy) []string {
		return row(d.Path, d.Fault, d.Where)
	})...)
}
