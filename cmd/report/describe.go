package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/solver/typo"
)

// helpStudyCommand is "report help study".
func (p *program) helpStudyCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "study [name]",
		Short: "Studies, and the keys of a study file",
		Long: `Study prints the manual's page on studies and explains every key of a study file, with
its type, its default and an example, or the keys of a name alone: a section such as
tables, a kind such as reconstruct, a key such as split.`,
		Example: `  report help study                 every key
  report help study sweep           those of a kind of figures`,
		Args: atMost(1),
		ValidArgsFunction: func(
			_ *cobra.Command, args []string, _ string,
		) (names []cobra.Completion, _ cobra.ShellCompDirective) {
			if len(args) == 0 {
				names = report.DescribeStudy().Names()
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			shape, text := report.DescribeStudy(), page("study")+"\n## The keys\n\n"
			if len(args) > 0 {
				narrow, found := shape.Narrow(args[0])
				if !found {
					return usage(cmd, fmt.Errorf("a study has no %q: %s", args[0],
						typo.DidYouMean(args[0], shape.Names())))
				}
				shape, text = narrow, ""
			}
			_, err := fmt.Fprint(p.stdout, text+shape.Explain("", ""))
			return err
		},
	})
}

func (p *program) schemaCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of study files",
		Long: `Schema prints what a study file may hold as JSON Schema, draft 2020-12, by which
editors complete and check a study as it is typed. An editor with the YAML language
server takes it from the first line of the study:

  # yaml-language-server: $schema=study.schema.json`,
		Example: `  report schema > study.schema.json`,
		RunE: func(*cobra.Command, []string) error {
			return p.answerJSON(report.DescribeStudy().Schema("Study"))
		},
	})
}
