package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"gpca/report"
)

func (p *program) versionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Say which program this is and which processor features it uses",
		Example: `  report version --json             for programs`,
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			v := report.ReadVersion()
			if p.options.json {
				return p.answerJSON(v)
			}
			commit := v.Commit
			switch {
			case commit == "":
				commit = "not recorded"
			case v.Dirty:
				commit += ", modified"
			}
			return p.answerTable([][]string{
				{"version", v.Number},
				{"commit", commit},
				{"go", v.Go + " " + runtime.GOOS + "/" + runtime.GOARCH},
				{"processor", v.Processor},
			}, "")
		},
	}
	p.answerFlags(cmd)
	return cmd
}
