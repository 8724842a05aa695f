package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	drawing "gpca/figures"
	"gpca/report"
	"gpca/report/bundle"
	"gpca/report/dataset/columns"
	"gpca/report/dataset/library"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/study"
	"gpca/report/words"
)

// options are the values of all flags. Each verb has the flags that make a
// difference to it, in the same words and with the same meaning everywhere.
type options struct {
	study, out, data string
	from             string   // the results.csv to draw, empty for stored cells
	papers           []string // folders of publications
	selection        plan.Selection
	repetitions      int

	drafted report.Applied // with a study that a verb made, in place of the one of a name

	report.RunOptions // Force is also for verbs that write and do not compute

	machines             int // to divide among, 0 for none
	dryRun, wait, strict bool
	against              string // folder of the report to hold this one against
	summary, suspicious  bool
	wish                 report.Wish // of init
	language             string      // of a method to write
	forge                string      // for whose CI init writes
	paper                string      // of init
	said                 bundle.Said
	yes                  bool     // of fetch
	mirrors              []string // of fetch
	timeLimit, preview   time.Duration
	junit, venue         string
	quiet, verbose, json bool
}

// Flags that verbs have together, in the order of their help.
const (
	ofCells = "study papers data table figure dataset method out repetitions"
	ofRuns  = "jobs memory shard time-limit fail-fast retry-failed force wait"
	telling = "quiet verbose json"
)

// flags are the flags that mean the same to every verb that has them.
func (p *program) flags() *pflag.FlagSet {
	f, o := pflag.NewFlagSet("", pflag.ContinueOnError), &p.options
	s := &o.selection
	f.StringVar(&o.study, "study", "all", "`name` of a study that comes with the program, or the file of one")
	f.StringArrayVar(&o.papers, "papers", nil, "`folder` of publications that a study may repeat, a folder each")
	f.StringVar(&o.data, "data", "", "`folder` with data, before $REPORT_DATA, ./data and the user's cache")
	f.StringArrayVar(&s.Tables, "table", nil, "only the table of this `number`; * and ? match, commas part several")
	f.StringArrayVar(&s.Figures, "figure", nil, "only the figure of this `number`, likewise")
	f.StringArrayVar(&s.Datasets, "dataset", nil, "only the data set of this `name`, likewise")
	f.StringArrayVar(&s.Methods, "method", nil, "only the method of this `name`, likewise")
	f.StringVarP(&o.out, "out", "o", "out", "`folder` for results and report")
	f.IntVar(&o.repetitions, "repetitions", 0, "`number` of random draws behind a cell, 0 for the study's")
	f.IntVarP(&o.Workers, "jobs", "j", runtime.GOMAXPROCS(0), "`number` of processors to use")
	f.Lookup("jobs").DefValue = "all"
	o.Memory = halfOfMachine()
	f.Func("memory", "`size` of the memory that data and work may take, such as 8GiB",
		func(text string) (err error) {
			o.Memory, err = words.ParseBytes(text)
			return err
		})
	f.Lookup("memory").DefValue = "half the machine's"
	f.Func("shard", "compute only part `i/n` of the cells, 1/n to n/n; auto or auto/n for the part that a scheduler "+
		"names", p.setShard)
	f.DurationVar(&o.timeLimit, "time-limit", 0, "stop in order before this `time` is over, such as 55m, 0 for never")
	f.BoolVar(&o.FailFast, "fail-fast", false, "end at the first cell that fails")
	f.BoolVar(&o.RetryFailed, "retry-failed", false, "compute failed cells again")
	f.BoolVar(&o.Force, "force", false, "compute all cells again, or take over the folder of another study")
	f.BoolVar(&o.wait, "wait", false, "wait for another program that works in the folder")
	f.StringVar(&o.venue, "for", "",
		"`venue` whose widths and type the figures get, such as ieee, or ieee:2 for all as wide as the page")
	f.DurationVar(&o.preview, "preview", time.Minute,
		"`time` after which the report is drawn as far as it is, and again when twice as much is over; 0 for never")
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "only print what would be computed, as status does")
	f.StringVar(&o.from, "from", "", "`file` results.csv to draw from, in place of stored cells")
	f.IntVar(&o.machines, "shards", 0, "show the parts of so many `machines`")
	f.StringVar(&o.junit, "junit", "", "`file` to write as JUnit XML, for a CI server")
	f.BoolVar(&o.summary, "summary", false, "write summary.md of DIR2, with the differences behind its verdict")
	f.BoolVar(&o.suspicious, "suspicious", false, "let --check count suspicious findings too, not errors alone")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print only errors, what is waited for, and the last line")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "report every cell")
	f.BoolVar(&o.json, "json", false, "write JSON, one object a line on standard error")
	must(errors.Join(cobra.MarkFlagDirname(f, "data"), cobra.MarkFlagDirname(f, "papers"),
		cobra.MarkFlagDirname(f, "out"), cobra.MarkFlagFilename(f, "from", "csv"),
		cobra.MarkFlagFilename(f, "junit", "xml")))
	return f
}

// has gives a verb flags by their names.
func (p *program) has(names ...string) func(*cobra.Command) {
	return func(cmd *cobra.Command) {
		for name := range strings.FieldsSeq(strings.Join(names, " ")) {
			f := *p.shared.Lookup(name)
			cmd.Flags().AddFlag(&f)
			if offers := p.offers(name); offers != nil {
				must(cmd.RegisterFlagCompletionFunc(name, offers))
			}
		}
	}
}

// means says in the words of a verb what one of its flags means.
func means(name, usage string) func(*cobra.Command) {
	return func(cmd *cobra.Command) { cmd.Flags().Lookup(name).Usage = usage }
}

// checkFlag makes a finding the command's failure.
func (p *program) checkFlag(finding string) func(*cobra.Command) {
	return func(cmd *cobra.Command) {
		cmd.Flags().BoolVar(&p.options.strict, "check", false, "exit with code 3 if "+finding)
	}
}

func (p *program) againstFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.options.against, "check", "",
		"only hold the report against that in `folder`: exit with code 3 if anything differs or a cell is missing")
	must(cmd.MarkFlagDirname("check"))
}

func (p *program) fetchFlags(cmd *cobra.Command) {
	f, o := cmd.Flags(), &p.options
	f.BoolVarP(&o.yes, "yes", "y", false, "download without asking")
	f.StringArrayVar(&o.mirrors, "from", nil, "`URL` of a folder, with / at its end, or of a ZIP archive to take the "+
		"files from instead of the publisher")
}

func (p *program) draftFlags(cmd *cobra.Command) {
	f, o := cmd.Flags(), &p.options
	f.StringVar(&o.data, "data", "", "`file` or folder with data of your own")
	tableFlags(f, &o.wish.Columns)
	f.StringSliceVar(&o.wish.Methods, "methods", nil, "`methods` to compare, parted by commas")
	f.StringVar(&o.language, "method", "", "write a method of your own, too, in `python` or r")
	f.BoolVar(&o.wish.Full, "full", false, "explain every key that a study may have")
	f.StringVar(&o.paper, "paper", "", "`folder` of a publication to write, from tables .csv, .md, .html or .tex")
	f.StringVar(&o.forge, "ci", "", "write what the CI of `github` or gitlab runs for a study that is there")
	f.BoolVar(&o.Force, "force", false, "overwrite the study if it is there")
}

// tableFlags say what a table is, where the program would guess it.
func tableFlags(f *pflag.FlagSet, w *library.Wishes) {
	f.StringVar(&w.Class, "class", "", "`column` of the class, by name or number, or none; guessed unless given")
	f.StringVar(&w.ID, "id", "", "`column` with the names of rows, or none; guessed unless given")
	f.StringArrayVar(&w.Omit, "omit", nil, "`columns` to leave out, by name or number, parted by commas; or none")
	f.StringVar(&w.Array, "array", "", "`name` of the array of samples in a file of several")
	f.StringVar(&w.Sheet, "sheet", "", "`name` or number of a sheet of a workbook; the first unless given")
	for _, flag := range columns.Flags {
		f.Func(flag.Name, flag.Usage, func(value string) error { return w.Dialect.Set(flag.Name, value) })
	}
}

// check refuses values that no verb can work with.
func (o *options) check() error {
	switch {
	case o.Workers < 1:
		return fmt.Errorf("--jobs is %d, must be at least 1", o.Workers)
	case o.timeLimit < 0:
		return fmt.Errorf("--time-limit is %s, must be positive, or 0 for none", o.timeLimit)
	case o.machines < 0 || o.machines > mostShards:
		return fmt.Errorf("--shards is %d, must be from 1 to %d", o.machines, mostShards)
	case o.repetitions < 0 || o.repetitions > experiment.MostRepetitions:
		return fmt.Errorf("--repetitions is %d, must be from 1 to %d, or 0 for the study's", o.repetitions,
			experiment.MostRepetitions)
	case o.out == "":
		return errors.New("--out names no folder")
	}
	return nil
}

// must is for errors that only a mistake in this package causes, such as a flag misspelt.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// offers is what the shell offers for a flag, nil for files.
func (p *program) offers(flag string) cobra.CompletionFunc {
	const none = cobra.ShellCompDirectiveNoFileComp
	switch flag {
	case "study":
		return cobra.FixedCompletions(study.Embedded(), cobra.ShellCompDirectiveDefault) // or a file
	}
	names, selects := map[string]func(*plan.Plan) []string{
		"table":   func(p *plan.Plan) []string { return p.Tables },
		"figure":  func(p *plan.Plan) []string { return p.Figures },
		"dataset": (*plan.Plan).Datasets,
		"for": func(p *plan.Plan) []string {
			return words.Each(p.Study.Figured().Venues, func(v drawing.Venue) string { return v.Name })
		},
		"method": func(p *plan.Plan) []string {
			return words.Each(p.Asked(), func(q exhibit.Query) string { return q.Method.Name })
		},
	}[flag]
	if !selects {
		return nil
	}
	return func(*cobra.Command, []string, string) (all []cobra.Completion, _ cobra.ShellCompDirective) {
		// Of the study that the flags before it choose.
		if s, err := report.OpenStudy(p.options.study, p.options.papers...); err == nil {
			made, err := plan.New(context.Background(), s, report.OpenLibrary(s, nil, nil), plan.Selection{}, 0)
			if err == nil {
				all = words.AppendNew(all, names(made)...)
			}
		}
		return all, none
	}
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
