package main

import (
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/store"
)

func (p *program) verifyCommand() *cobra.Command {
	o := &p.options
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check every output against the manifest, and by drawing it again",
		Long: `Verify holds every output against its SHA-256 in manifest.json, draws all of them
again from the stored results and compares the bytes. It prints each file that is
missing, altered, drawn differently or not in the manifest, or a single line when
there is none. It computes and writes nothing.

What was selected, the repetitions, which data is real and the date inside the
documents are those of the manifest; no data is needed. The exit code is 3 when a file is not as it should be.`,
		Example: `  report verify --out out
  report verify --json              for programs`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.verify(cmd) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.study, "study", "thesis", "`name` of a study that comes with the program, or the file of one")
	complete(cmd, "study", p.completeStudies)
	f.StringVarP(&o.out, "out", "o", "out", "`folder` with results and report")
	must(cmd.MarkFlagDirname("out"))
	p.answerFlags(cmd)
	return cmd
}

// verify answers verify.
func (p *program) verify(cmd *cobra.Command) error {
	o := &p.options
	if o.out == "" {
		return usage(cmd, fmt.Errorf("--out names no folder"))
	}
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
	s := &session{program: p}
	var warnings store.Warnings
	if s.results, warnings, err = report.OpenStore(o.out); err != nil {
		return err
	}
	for _, w := range warnings {
		p.display.Log().Warn(w.Error())
	}
	// No data is looked for: what is real is what the manifest says. Stand-ins are all
	// that is opened.
	real := func(data string) bool { return m.Data[data] == dataset.Real }
	if s.plan, err = plan.New(cmd.Context(), chosen, report.OpenLibrary(chosen, nil, real), m.Selection, m.Repetitions); err != nil {
		return err
	}
	p.session = s
	version := report.ReadVersion()
	found, files, err := report.Verify(cmd.Context(), o.out, s.plan, s.results, m)
	if err != nil {
		return err
	}
	if err := p.answerVerify(found, files); err != nil {
		return err
	}
	if len(found) == 0 {
		return nil
	}
	if then := report.VersionOf(m); then.String() != version.String() {
		p.display.Log().Warn("another version drew the report", slog.String("then", then.String()), slog.String("now", version.String()))
	}
	return fmt.Errorf("%w: %d of %d files are not as they should be", errCheck, len(found), files)
}

// A verification is the answer of verify in JSON.
type verification struct {
	Files         int                  `json:"files"`
	Discrepancies []report.Discrepancy `json:"discrepancies"`
}

func (p *program) answerVerify(found []report.Discrepancy, files int) error {
	if p.options.json {
		return p.answerJSON(verification{files, append([]report.Discrepancy{}, found...)})
	}
	if len(found) == 0 {
		return p.answerTable([][]string{{fmt.Sprintf("%d files, each as in the manifest and the same when drawn again", files)}}, "")
	}
	rows := [][]string{{"FILE", "FAULT", "WHERE"}}
	for _, d := range found {
		where := d.Where
		if where == "" {
			where = none
		}
		rows = append(rows, []string{d.Path, string(d.Fault), where})
	}
	return p.answerTable(rows, "")
}
