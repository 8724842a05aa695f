package main

import "github.com/spf13/cobra"

func (p *program) runCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Compute the cells that are missing",
		Long: `Run computes the cells that are not stored yet and draws nothing. Each is stored
as soon as it is there. With --shard, several machines compute a part each; copy
their folders of cells into one and render.`,
		Example: `  report run -j 4                   on four processors
  report run --shard 2/8            the second of eight parts
  report run --retry-failed         failed cells once more
  report run -n                     what is left to compute`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.options.dryRun {
				return p.status(cmd)
			}
			s, err := p.open(cmd, toCompute)
			if err != nil {
				return err
			}
			return s.compute(cmd.Context())
		},
	}
	cmd.Flags().SortFlags = false
	p.cellFlags(cmd)
	p.runFlags(cmd)
	p.dryRunFlag(cmd)
	p.progressFlags(cmd)
	return cmd
}
