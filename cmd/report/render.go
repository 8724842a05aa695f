package main

import "github.com/spf13/cobra"

func (p *program) renderCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "render",
		Short: "Draw the report from stored results",
		Long: `Render draws tables, figures and documents from what is stored and computes
nothing. Cells that are missing are drawn as missing.`,
		Example: `  report render                     everything
  report render --figure 2.4        one figure`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := p.open(cmd, toDraw)
			if err != nil {
				return err
			}
			return s.draw(cmd.Context())
		},
	}
	cmd.Flags().SortFlags = false
	p.cellFlags(cmd)
	p.progressFlags(cmd)
	return cmd
}
