package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/spf13/cobra"

	"gpca/report"
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
	o := &p.options
	m, err = render.ReadManifest(o.out)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(m.Drawings()) == 0 {
		return m, nil, fmt.Errorf("no report was drawn into %s: report render draws one", o.out)
	}
	if err != nil {
		return m, nil, err
	}
	name := o.study
	if !cmd.Flags().Changed("study") {
		name = cmp.Or(m.Source(o.out), m.Study)
	}
	chosen, err = report.OpenStudy(name, o.papers...)
	if err == nil {
		err = m.Check(o.out, chosen)
	}
	if err != nil {
		return m, nil, fmt.Errorf("%w: name the study, or its file, with --study", err)
	}
	return m, chosen, nil
}

func (p *program) verify(cmd *cobra.Command, _ []string) error {
	o := &p.options
	m, chosen, err := p.drawn(cmd)
	if err != nil {
		return err
	}
	o.selection, o.repetitions = m.Selection, m.Repetitions
	s, err := p.loadDrawn(cmd.Context(), chosen, nil)
	if err != nil { // of a results.csv that is damaged, which shows as altered
		p.display.Log().Warn(err.Error())
		if s, err = p.load(cmd.Context(), chosen, nil, true); err != nil {
			return err
		}
	}
	p.publish(func() { p.session = s })
	v, err := report.Verify(cmd.Context(), o.out, chosen, s.results, m)
	if err != nil {
		return err
	}
	if err := p.writeJUnit("verify", v.Tests()); err != nil {
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
	if err := p.answer(v, rows); err != nil || found == 0 {
		return err
	}
	p.tellBuilds(m.Version, version.Read())
	if then, now := m.Version.String(), version.Read().String(); then != now {
		p.display.Log().Warn("another version drew the report", slog.String("then", then), slog.String("now", now))
	}
	return fmt.Errorf("%w: %d of %d files and stored results are not as they should be", errCheck, found,
		v.Files+s.results.Len())
}

func discrepancyRows(all []report.Discrepancy) [][]string {
	return append([][]string{{"FILE", "FAULT", "WHERE"}}, words.Each(all, func(d report.Discrepancy) []string {
		return row(d.Path, d.Fault, d.Where)
	})...)
}
