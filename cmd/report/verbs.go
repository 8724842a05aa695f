package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report/dataset"
	"gpca/report/runner"
	"gpca/report/version"
	"gpca/report/words"
	"gpca/solver/typo"
)

// verb is a command with the function that answers it. It has the help in the file of its name, takes
// no arguments unless more says which, and has the flags of more in their order.
func verb(use string, answer func(*cobra.Command, []string) error, more ...func(*cobra.Command)) *cobra.Command {
	cmd := &cobra.Command{Use: use, RunE: answer, Args: atMost(0)}
	short, rest, _ := strings.Cut(strings.TrimSpace(text("verbs/"+cmd.Name()+".txt")), "\n\n")
	long, examples, _ := strings.Cut("\n\n"+rest, "\n\nExamples:\n")
	cmd.Short, cmd.Long, cmd.Example = short, strings.TrimSpace(long), examples
	cmd.Flags().SortFlags = false
	for _, add := range more {
		add(cmd)
	}
	return cmd
}

// takes says which arguments a verb takes, and what the shell offers for them.
func takes(args cobra.PositionalArgs, offers ...string) func(*cobra.Command) {
	return func(cmd *cobra.Command) { cmd.Args, cmd.ValidArgs = args, offers }
}

func (p *program) command() *cobra.Command {
	p.shared = p.flags()
	takesOver := means("force", "take over the folder of another study")
	answers := means("json", "write JSON")
	root := verb("report", p.all, takes(onlyVerbs), p.has(ofCells, ofRuns, "preview for dry-run"), p.againstFlag,
		p.has(telling))
	root.AddCommand(
		verb("run", p.run, p.has(ofCells, ofRuns, "dry-run", telling)),
		verb("render", p.on(toDraw, p.draw), p.has(ofCells, "for from force wait", telling), takesOver),
		verb("status", p.on(toLook, p.status), p.has(ofCells, ofRuns, "shards json"), answers),
		verb("list ["+strings.Join(sectionNames(), "|")+"]", p.list, takes(onlySections, sectionNames()...),
			p.has("study papers data json"), answers),
		verb("compare", p.on(toDraw, p.compare), p.has(ofCells),
			p.checkFlag("a number differs and no misprint explains it, or nothing is compared"),
			p.has("junit force wait json"), takesOver, answers),
		verb("audit [FOLDER]", p.audit, takes(atMost(1)), p.has("study papers out suspicious"),
			p.checkFlag("an error is found"), p.has("force wait json"),
			means("out", "`folder` for audit.md"), takesOver, answers),
		verb("why [CELL]", p.on(toLook, p.why), takes(cobra.ArbitraryArgs), offersNothing, p.has(ofCells, "json"),
			answers),
		verb("verify", p.verify, p.has("study papers data out junit json"),
			means("out", "`folder` with results and report"), answers),
		verb("bundle", p.bundle, p.has("study papers out"), p.bundleFlags, means("out", "`folder` with the report")),
		verb("diff DIR1 [DIR2]", p.diff, takes(twoFolders), p.checkFlag("anything is not the same"),
			p.has("summary json"), answers),
		p.submitCommand(),
		verb("fetch [name...]", p.fetch, takes(cobra.ArbitraryArgs, dataset.Names()...), p.has("data"), p.fetchFlags,
			p.has(telling), means("data", "`folder` for the data, before $REPORT_DATA and ./data")),
		verb("apply FILE", p.apply, takes(atMost(1)), p.applyFlags, p.has("out jobs memory for force wait", telling),
			means("out", "`folder` for the report; that of the file's name and -out unless given"), takesOver,
			means("quiet", "print only errors, what changes the answer, and the last lines")),
		verb("init [file...]", p.draft, takes(cobra.ArbitraryArgs), p.draftFlags, p.has("memory")),
		verb("schema [compare]", p.schema, takes(atMost(1))),
		verb("version", p.version, p.has("json"), answers),
		verb("man FOLDER", p.man, takes(cobra.ExactArgs(1))),
	)
	// Cobra's own help prints the general help for a verb that is none, as if nothing were wrong.
	help := verb("help [verb | page]", p.help, takes(cobra.ArbitraryArgs))
	help.AddCommand(append(p.manual(), verb("study [name]", p.helpStudy, takes(atMost(1)), offersKeys))...)
	root.SetHelpCommand(help)
	group(root)
	root.Version = version.Read().String()
	root.Flags().Bool("version", false, "print the version")
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	// Errors are printed by end, in one line.
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return p.begin(cmd) }
	return root
}

// verbsFor are the verbs by what one wants to do. Others are listed after them.
var verbsFor = []struct{ purpose, verbs string }{
	{"A table of mine:", "apply init"},
	{"A study, this one or mine:", "run status render list why submit fetch"},
	{"A paper and its numbers:", "audit compare"},
	{"A report, to check and to share:", "verify diff bundle"},
}

// group lists the verbs in the help by what they are for.
func group(root *cobra.Command) {
	for _, g := range verbsFor {
		root.AddGroup(&cobra.Group{ID: g.purpose, Title: g.purpose})
		for _, name := range strings.Fields(g.verbs) {
			cmd, _, err := root.Find([]string{name})
			must(err)
			cmd.GroupID = g.purpose
		}
	}
}

func (p *program) all(cmd *cobra.Command, _ []string) error {
	if against := p.options.against; against != "" {
		p.options.strict = true
		err := p.diff(cmd, []string{against, p.options.out})
		if err == nil || errors.Is(err, errCheck) {
			err = errors.Join(err, p.upToDate(cmd))
		}
		return err
	}
	return p.compute(cmd, true)
}

func (p *program) run(cmd *cobra.Command, _ []string) error { return p.compute(cmd, false) }

// compute computes what is missing and then, unless that was all, draws the report.
func (p *program) compute(cmd *cobra.Command, draw bool) error {
	if p.options.dryRun {
		return p.on(toLook, func(ctx context.Context, s *session, _ []string) error {
			if err := s.checkText(ctx); err != nil {
				return err
			}
			return p.status(ctx, s, nil)
		})(cmd, nil)
	}
	return p.on(toCompute, func(ctx context.Context, s *session, _ []string) error {
		end := func() {}
		if draw {
			end = s.preview(ctx)
		}
		err := s.compute(ctx)
		end()
		// A report shows failed cells, also the one that ended the run.
		if draw && (err == nil || errors.Is(err, runner.ErrFailedCell)) {
			err = cmp.Or(p.draw(ctx, s, nil), err)
		}
		return err
	})(cmd, nil)
}

func (p *program) version(*cobra.Command, []string) error {
	v := version.Read()
	commit := cmp.Or(v.Commit, "not recorded")
	if v.Commit != "" && v.Dirty {
		commit += ", modified"
	}
	return p.answer(v, [][]string{
		{"version", v.Number},
		{"commit", commit},
		{"go", v.Go + " " + runtime.GOOS + "/" + v.Architecture},
		{"processor", v.Processor},
	})
}

func (p *program) help(cmd *cobra.Command, args []string) error {
	about, rest, err := cmd.Root().Find(args)
	if err != nil {
		return err
	}
	if len(rest) > 0 && !about.HasAvailableSubCommands() {
		return usage(cmd, fmt.Errorf("there is no %q under %s", rest[0], about.CommandPath()))
	}
	if err := onlyVerbs(about, rest); err != nil {
		if with := pagesWith(rest[0]); len(with) > 0 && len(typo.Nearest(rest[0], verbsOf(about))) == 0 {
			return fmt.Errorf("no verb or page is called %q, but it is a word of %s: report help %s prints that page",
				rest[0], words.Enumerate(with), with[0])
		}
		pages := words.Each(cmd.Commands(), (*cobra.Command).Name)
		return fmt.Errorf("%w; pages are %s", err, strings.Join(pages, ", "))
	}
	about.InitDefaultHelpFlag()
	return about.Help()
}
