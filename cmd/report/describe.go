package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/solver/typo"
)

// helpStudy answers "report help study".
func (p *program) helpStudy(cmd *cobra.Command, args []string) error {
	shape, page := report.DescribeStudy(), text("manual/study.md")+"\n## The keys\n\n"
	if len(args) > 0 {
		narrow, found := shape.Narrow(args[0])
		if !found {
			return usage(cmd, fmt.Errorf("a study has no %q: %s", args[0], typo.DidYouMean(args[0], shape.Names())))
		}
		shape, page = narrow, ""
	}
	_, err := fmt.Fprint(p.stdout, page+shape.Explain("", ""))
	return err
}

func (p *program) schema(*cobra.Command, []string) error {
	return p.answerJSON(report.DescribeStudy().Schema("Study"))
}
