package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"gpca/report/runner"
	"gpca/report/version"
)

// verb completes a command: it has the flags that are added to it, in their order, and
// takes no arguments unless it says which.
func verb(cmd *cobra.Command, flags ...func(*cobra.Command)) *cobra.Command {
	cmd.Flags().SortFlags = false
	if cmd.Args == nil {
		cmd.Args = atMost(0)
	}
	for _, add := range flags {
		add(cmd)
	}
	return cmd
}

// allCommand is the bare command: run what is missing, render all.
func (p *program) allCommand() *cobra.Command {
	var reference string
	return verb(&cobra.Command{
		Use:   "report",
		Short: "Run the benchmarks of generalized PCA and write the report",
		Long: `Report runs the benchmark grid of the thesis "Generalized Principal Component
Analysis Theory" and of four texts around it, or of a study of your own, and leaves
figures, tables and documents in a folder. It computes what is missing and draws everything; an
interrupted run continues where it stopped. Data sets that are not found are
replaced by generated stand-ins.

Exit codes: 0 success, 1 an error or an interrupt, 2 a crash, 3 a check failed, 4
stopped before the end by SIGUSR2 or --time-limit: the same command goes on, 5 cells
failed.
Environment: REPORT_DATA is a folder with data, REPORT_CPU selects the multiply
kernels, SOURCE_DATE_EPOCH is the date inside the documents.`,
		Example: `  report                            everything, into ./out
  report --table '2.*' -o chapter2  the tables of chapter 2
  report --dataset usps -n          what that would compute
  report init                       a study of your own to begin with
  report --study mine.yaml          run it`,
		Args: onlyVerbs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.options.strict = reference != ""; p.options.strict {
				return p.diff(reference, p.options.out, false)
			}
			return p.compute(cmd, true)
		},
	}, p.cellFlags, p.runFlags, p.drawFlags, p.dryRunFlag, func(cmd *cobra.Command) {
		cmd.Flags().StringVar(&reference, "check", "",
			"only hold the report against that in `folder`, as diff --check does")
		must(cmd.MarkFlagDirname("check"))
	}, p.progressFlags)
}

func (p *program) runCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "run",
		Short: "Compute the cells that are missing",
		Long: `Run computes the cells that are not stored yet and draws nothing. Each result is
stored as soon as it is computed. With --shard, several machines compute a part
each; copy their folders of cells into one folder and render.`,
		Example: `  report run -j 4                   on four processors
  report run --shard 2/8            the second of eight parts
  report run --retry-failed         failed cells once more
  report run -n                     what is left to compute`,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.compute(cmd, false) },
	}, p.cellFlags, p.runFlags, p.dryRunFlag, p.progressFlags)
}

// compute computes what is missing and then, unless that was all, draws the report.
func (p *program) compute(cmd *cobra.Command, draw bool) error {
	if p.options.dryRun {
		return p.on(toLook, p.status)(cmd, nil)
	}
	return p.on(toCompute, func(ctx context.Context, s *session, _ []string) error {
		err := s.compute(ctx)
		// A report shows failed cells, also the one that ended the run.
		if draw && (err == nil || errors.Is(err, runner.ErrFailedCell)) {
			err = cmp.Or(s.draw(ctx), err)
		}
		return err
	})(cmd, nil)
}

func (p *program) renderCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "render",
		Short: "Draw the report from stored results",
		Long: `Render draws tables, figures and documents from what is stored and computes nothing.
A selection of tables and figures draws these alone, where a report of more is. What the
study does not show any more is removed, unless it was edited.

With --for, figures are for a venue: "report list venues" has their widths. A figure
takes one column of two where its legend and names fit. To have one otherwise, draw it by
its number afterwards, as in the last example.

With --from, the report is drawn from a results.csv and the arrays.csv beside it, without
cells and data, to the same bytes, but for pictures of real samples, which these files do
not have.`,
		Example: `  report render                     everything
  report render --from out/reference/results.csv -o real
  report render --figure 2.4        one figure
  report render --for ieee          figures as wide as a column or a page of IEEE
  report render --for ieee:2 --figure 2.4`,
		RunE: p.on(toDraw, func(ctx context.Context, s *session, _ []string) error { return s.draw(ctx) }),
	}, p.cellFlags, p.drawFlags, func(cmd *cobra.Command) {
		cmd.Flags().StringVar(&p.options.from, "from", "", "`file` results.csv to draw from, in place of stored cells")
		must(cmd.MarkFlagFilename("from", "csv"))
	}, p.writeFlags, p.progressFlags)
}

func (p *program) versionCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:     "version",
		Short:   "Print the version and the processor features in use",
		Example: `  report version --json             for programs`,
		RunE: func(*cobra.Command, []string) error {
			v := version.Read()
			commit := v.Commit
			switch {
			case commit == "":
				commit = "not recorded"
			case v.Dirty:
				commit += ", modified"
			}
			return p.answer(v, [][]string{
				{"version", v.Number},
				{"commit", commit},
				{"go", v.Go + " " + runtime.GOOS + "/" + v.Architecture},
				{"processor", v.Processor},
			})
		},
	}, p.answerFlags)
}

// helpCommand is "report help VERB". Cobra's own prints the general help for a
// verb that is none, as if nothing were wrong.
func (p *program) helpCommand() *cobra.Command {
	help := &cobra.Command{
		Use:   "help [verb | page]",
		Short: "Explain a verb and its flags, or print a page of the manual",
		Example: `  report help run                   a verb
  report help data                  a page of the manual
  report help study                 that on studies, and every key of a study file`,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 && !about.HasAvailableSubCommands() {
				return usage(cmd, fmt.Errorf("there is no %q under %s", rest[0], about.CommandPath()))
			}
			if err := onlyVerbs(about, rest); err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
	help.AddCommand(append(p.manualCommands(), p.helpStudyCommand())...)
	return help
}
