package main

import (
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/render"
	"gpca/report/store"
	"gpca/report/version"
)

func (p *program) verifyCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "verify",
		Short: "Check every output against the manifest and against a new drawing",
		Long: `Verify checks every output against its SHA-256 in manifest.json, draws all outputs
again from the stored results and compares the bytes. It prints each file that is
missing, altered, drawn differently or not in the manifest, or a single line if
there is none. It computes and writes nothing.

The selection, the repetitions, the origin of the data and the date inside the
documents are taken from the manifest; no data is needed. The exit code is 3 if a
file is not as it should be.`,
		Example: `  report verify --out out
  report verify --json              for programs`,
		RunE: p.verify,
	}, p.studyFlag, func(cmd *cobra.Command) { p.outFlag(cmd, "with results and report") }, p.answerFlags)
}

// verify answers verify.
func (p *program) verify(cmd *cobra.Command, _ []string) error {
	o := &p.options
	m, err := render.ReadManifest(o.out)
	if err != nil {
		return err
	}
	chosen, err := report.OpenStudy(o.study)
	if err != nil {
		return err
	}
	if chosen.Name != m.Study {
		return fmt.Errorf("%s holds the report of study %s, not of %s: name it, or its file, with --study", o.out, m.Study, chosen.Name)
	}
	// No data is looked for: what is real is what the manifest says. Stand-ins are all
	// that is opened.
	real := func(_ *store.Store, data string) bool { return m.Data[data] == dataset.Real }
	s, err := p.load(cmd.Context(), chosen, nil, real, m.Selection, m.Repetitions)
	if err != nil {
		return err
	}
	p.session = s
	v, err := report.Verify(cmd.Context(), o.out, s.plan, s.results, m)
	if err != nil {
		return err
	}
	rows := [][]string{{"FILE", "FAULT", "WHERE"}}
	for _, d := range v.Discrepancies {
		rows = append(rows, []string{d.Path, string(d.Fault), orNone(d.Where)})
	}
	found := len(v.Discrepancies)
	if found == 0 {
		rows = [][]string{{fmt.Sprintf("%d files, each as in the manifest and the same when drawn again", v.Files)}}
	}
	if err := p.answer(v, rows); err != nil || found == 0 {
		return err
	}
	if then, now := m.Version.String(), version.Read().String(); then != now {
		p.display.Log().Warn("another version drew the report", slog.String("then", then), slog.String("now", now))
	}
	return fmt.Errorf("%w: %d of %d files are not as they should be", errCheck, found, v.Files)
}
