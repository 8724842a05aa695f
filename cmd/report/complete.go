package main

import (
	"context"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/exhibit"
	"gpca/report/plan"
	"gpca/report/words"
)

// complete registers what the shell offers for a flag, of the study that the flags before
// it choose.
func (p *program) complete(cmd *cobra.Command, flag string, names func(*plan.Plan) []string) {
	must(cmd.RegisterFlagCompletionFunc(flag, func(
		*cobra.Command, []string, string,
	) ([]cobra.Completion, cobra.ShellCompDirective) {
		const none = cobra.ShellCompDirectiveNoFileComp
		s, err := report.OpenStudy(p.options.study)
		if err != nil {
			return nil, none
		}
		made, err := plan.New(context.Background(), s, report.OpenLibrary(s, nil, nil), plan.Selection{}, 0)
		if err != nil {
			return nil, none
		}
		return words.AppendNew(nil, names(made)...), none
	}))
}

func methods(p *plan.Plan) []string {
	return words.Each(p.Asked(), func(q exhibit.Query) string { return q.Method.Name })
}

func offersKeys(cmd *cobra.Command) {
	cmd.ValidArgsFunction = func(
		_ *cobra.Command, args []string, _ string,
	) (names []cobra.Completion, _ cobra.ShellCompDirective) {
		if len(args) == 0 {
			names = report.DescribeStudy().Names()
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

func offersNothing(cmd *cobra.Command) { cmd.ValidArgsFunction = cobra.NoFileCompletions }
