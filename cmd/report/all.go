package main

import (
	"errors"

	"github.com/spf13/cobra"

	"gpca/report/runner"
)

// allCommand is the bare command: run what is missing, render all.
func (p *program) allCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Run the benchmarks of generalized PCA and write the report",
		Long: `Report runs the benchmark grid of the thesis "Generalized Principal Component
Analysis Theory", or of a study of your own, and leaves figures, tables and
documents in a folder. It computes what is missing and draws everything; an
interrupted run goes on where it stopped. Data sets that are not there are
replaced by generated stand-ins.

Exit codes are 0 for fine, 1 for an error or an interrupt, 2 when cells failed,
3 when a check did not hold.
The environment may set REPORT_DATA, a folder with data; REPORT_CPU, the multiply
kernels to use; SOURCE_DATE_EPOCH, the date inside the documents.`,
		Example: `  report                            everything, into ./out
  report --table '2.*' -o chapter2  the tables of chapter 2
  report --dataset usps -n          what that would compute
  report --study mine.yaml          a study of your own`,
		Args: onlyVerbs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.options.dryRun {
				return p.status(cmd)
			}
			s, err := p.open(cmd, toCompute)
			if err != nil {
				return err
			}
			computed := s.compute(cmd.Context())
			if computed != nil && !errors.Is(computed, runner.ErrFailedCell) {
				return computed
			}
			// A report shows failed cells, also the one that ended the run.
			if err := s.draw(cmd.Context()); err != nil {
				return err
			}
			return computed
		},
	}
	cmd.Flags().SortFlags = false
	p.cellFlags(cmd)
	p.runFlags(cmd)
	p.dryRunFlag(cmd)
	p.progressFlags(cmd)
	return cmd
}
