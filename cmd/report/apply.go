package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report/experiment/apply"
	"gpca/report/folder"
	"gpca/report/render"
	"gpca/report/runner"
	"gpca/report/words"
)

func (p *program) applyFlags(cmd *cobra.Command) {
	f, a := cmd.Flags(), &p.application
	f.StringVar(&a.Method, "method", "",
		"`name` of a method, see report list methods; an expression of u; or a script .py, .R (default robpca, or "+
			"macropca where cells are missing)")
	f.StringVar(&a.Components, "components", "auto", "`number` of components, auto for the rule of ROBPCA")
	f.StringVar(&a.Scale, "scale", "auto", "what columns are divided by: `auto`, none, sd, mad or qn")
	f.StringVar(&a.CutOff, "cut-off", "", "`share` of regular rows within a cut-off, or calibrated; 0.975 unless given")
	tableFlags(f, &a.Wishes)
	f.StringVar(&a.Missing, "missing", "", "what becomes of missing cells: `drop` their rows, or impute medians")
	f.StringVar(&a.Model, "model", "", "`file` model.json of an earlier report, which judges these rows")
	f.StringVar(&a.Font, "font", "", "`file` .ttf, .otf or .ttc for letters that no font of the program has")
	must(errors.Join(cmd.MarkFlagFilename("model", "json"), cmd.MarkFlagFilename("font", "ttf", "otf", "ttc"),
		cmd.RegisterFlagCompletionFunc("missing", cobra.FixedCompletions([]string{"drop", "impute"},
			cobra.ShellCompDirectiveNoFileComp))))
}

// manyCells is the size of a table that takes more memory than all else.
const manyCells = 8 << 20

// apply computes and draws the report of one table.
func (p *program) apply(cmd *cobra.Command, args []string) error {
	o, a := &p.options, &p.application
	if len(args) == 0 {
		return usage(cmd, errors.New("apply needs a file: report apply FILE"))
	}
	if a.Missing != "" && a.Missing != "drop" && a.Missing != "impute" {
		return usage(cmd, fmt.Errorf("--missing is %q, must be drop or impute", a.Missing))
	}
	if a.File = args[0]; !cmd.Flags().Changed("out") {
		base, _, _ := strings.Cut(filepath.Base(filepath.Clean(a.File)), ".")
		o.out = cmp.Or(base, "table") + "-out"
	}
	a.Out, a.Memory = o.out, o.Memory
	end := p.collect()
	drafted, err := a.Draft(cmd.Context())
	end()
	if err != nil {
		return err
	}
	for _, fact := range drafted.Facts {
		level := slog.LevelInfo
		if fact.Changes() {
			level = slog.LevelWarn
		}
		p.display.Log().Log(cmd.Context(), level, fact.String())
	}
	if len(drafted.Set.Samples.RawMatrix().Data) > manyCells { // garbage is collected soon, as numbers take no search
		defer debug.SetGCPercent(debug.SetGCPercent(20))
	}
	o.drafted, drafted.Set = drafted, nil
	return p.on(toCompute, func(ctx context.Context, s *session, _ []string) error {
		if err := folder.Replace(o.out, filepath.Base(drafted.Study.File()), drafted.Source); err != nil {
			return err
		}
		err := s.compute(ctx)
		if err == nil || errors.Is(err, runner.ErrFailedCell) {
			err = cmp.Or(p.draw(ctx, s, nil), err)
		}
		if err == nil || errors.As(err, new(render.Undrawn)) {
			err = errors.Join(p.tellOutliers(s, drafted.Scaled), err)
		}
		return err
	})(cmd, nil)
}

// tellOutliers prints which rows are outliers, and warns of what makes that doubtful.
func (p *program) tellOutliers(s *session, scaled string) error {
	r, ok := s.results.Get(s.plan.Cells[0].Key())
	if !ok || r.Failure+r.Inapplicable != "" {
		return fmt.Errorf("nothing is found: %s", cmp.Or(r.Failure, r.Inapplicable, "the run was cut short"))
	}
	f, err := apply.Read(r)
	if err != nil {
		return err
	}
	if scaled != "" {
		rule := "by the rule of ROBPCA (--components)"
		if !f.Chosen() {
			rule = "as --components says"
		}
		_, err = fmt.Fprintf(p.stdout, "%s, %s; %s %s\n", words.Count(f.Len(), "row"), scaled,
			words.Count(f.K(), "component"), rule)
	}
	for _, text := range f.Warnings() {
		p.display.Log().Warn(text)
	}
	_, fault := fmt.Fprintf(p.stdout, "%s\n%s\n", f.Brief(), filepath.Join(p.options.out, "report.pdf"))
	return cmp.Or(err, fault)
}
