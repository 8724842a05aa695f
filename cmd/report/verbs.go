package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report/runner"
	"gpca/report/version"
)

// verb completes a command: it has the help in the file of its name, the flags that are added
// to it, in their order, and takes no arguments unless it says which.
func verb(cmd *cobra.Command, flags ...func(*cobra.Command)) *cobra.Command {
	short, rest, _ := strings.Cut(strings.TrimSpace(text("verbs/"+cmd.Name()+".txt")), "\n\n")
	long, examples, _ := strings.Cut("\n\n"+rest, "\n\nExamples:\n")
	cmd.Short, cmd.Long, cmd.Example = short, strings.TrimSpace(long), examples
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
		Use:  "report",
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
		Use:  "run",
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
		Use:  "render",
		RunE: p.on(toDraw, func(ctx context.Context, s *session, _ []string) error { return s.draw(ctx) }),
	}, p.cellFlags, p.drawFlags, func(cmd *cobra.Command) {
		cmd.Flags().StringVar(&p.options.from, "from", "", "`file` results.csv to draw from, in place of stored cells")
		must(cmd.MarkFlagFilename("from", "csv"))
	}, p.writeFlags, p.progressFlags)
}

func (p *program) versionCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use: "version",
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
	help := verb(&cobra.Command{
		Use:  "help [verb | page]",
		Args: cobra.ArbitraryArgs,
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
	})
	help.AddCommand(append(p.manualCommands(), p.helpStudyCommand())...)
	return help
}
