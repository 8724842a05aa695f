package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpca/report"
	"gpca/report/folder"
	"gpca/report/input"
	"gpca/report/progress"
	"gpca/report/render"
	"gpca/report/runner"
	"gpca/report/study"
	"gpca/report/version"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/typo"
)

// The exit codes. With 2 the Go runtime ends a program that crashes.
const (
	exitFine    = 0
	exitError   = 1
	exitCheck   = 3 // a check did not hold
	exitStopped = 4 // SIGUSR2 or --time-limit, with cells left to compute
	exitFailed  = 5 // cells failed
)

var errCheck = errors.New("the check does not hold")

// run is the program: it executes the command line in args and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, getenv func(string) string) int {
	p := &program{
		stdout: &printable{Writer: stdout}, stderr: stderr, getenv: getenv, began: time.Now(),
		stop: make(chan os.Signal, 1),
	}
	p.options.KeepFrom, p.options.Version = 10*time.Millisecond, version.Read().String()
	notify(p.stop, stopSignals...)
	defer signal.Stop(p.stop)
	p.display = progress.New(stderr, progress.Options{})
	root := p.command()
	// Cobra takes nil for the arguments of the process.
	root.SetArgs(append([]string{}, args...))
	var once sync.Once
	ended := make(chan int, 1)
	end := func(err error) { once.Do(func() { ended <- p.end(err) }) }
	go func() { end(root.ExecuteContext(ctx)) }()
	select {
	case code := <-ended:
		return code
	case <-ctx.Done():
	}
	defer time.AfterFunc(patience, func() { end(ctx.Err()) }).Stop()
	select {
	case code := <-ended:
		return code
	case <-time.After(patience + farewell): // nobody reads what it says
		return exitError
	}
}

// printable is standard output: it passes on what a terminal shows. It keeps its first error, since not all that is
// printed is looked after, such as the help of Cobra.
type printable struct {
	io.Writer
	mutex sync.Mutex
	err   error
}

func (w *printable) Write(text []byte) (int, error) {
	_, err := io.WriteString(w.Writer, words.Printable(string(text)))
	if err == nil {
		return len(text), nil
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.err = cmp.Or(w.err, fmt.Errorf("standard output: %w", err))
	return 0, w.err
}

// fault is the first error.
func (w *printable) fault() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.err
}

// A program is one execution of the command line.
type program struct {
	stdout      *printable
	stderr      io.Writer
	getenv      func(string) string
	began       time.Time
	stop        chan os.Signal // asks for an end before the end
	options     options
	application report.Application // of apply
	shared      *pflag.FlagSet     // of which verbs have copies
	display     *progress.Display

	mutex sync.Mutex   // of what follows and the display: end may come before the verb has ended
	held  *folder.Lock // on the output folder, nil for none
	// session is what the command is about, nil when it is not about cells.
	session *session
	// judged says that failed cells are the command's failure: it was to
	// compute or to draw them, not just to list them.
	judged bool
}

// begin takes the flags and the environment that are common to all verbs.
func (p *program) begin(cmd *cobra.Command) error {
	o := &p.options
	display := progress.Options{
		// A dumb terminal, such as an editor's, cannot draw over a line.
		Bar:  progress.IsTerminal(p.stderr) && p.getenv("TERM") != "dumb",
		JSON: o.json,
	}
	switch {
	case o.quiet && o.verbose:
		return usage(cmd, errors.New("--quiet and --verbose exclude each other"))
	case o.quiet && cmd.Name() == "apply": // what is left out changes the answer
		display.Level = slog.LevelWarn
	case o.quiet:
		display.Level = slog.LevelError
	case o.verbose:
		display.Level = slog.LevelDebug
	}
	if err := o.check(); err != nil {
		return usage(cmd, err)
	}
	p.publish(func() { p.display = progress.New(p.stderr, display) })
	if err := solver.SelectProcessor(p.getenv("REPORT_CPU")); err != nil {
		return fmt.Errorf("REPORT_CPU: %w", err)
	}
	return nil
}

// publish changes what end looks at.
func (p *program) publish(change func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	change()
}

// end prints the error, if any, and what became of the cells, if the command was about
// any, and returns the exit code. What works on all the same after an interrupt stores no
// more: the process may end while it writes.
func (p *program) end(err error) int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.display.End()
	if p.session != nil {
		err = errors.Join(err, p.session.results.Close())
	}
	if err := p.held.Release(); err != nil {
		p.display.Log().Warn(err.Error())
	}
	err = cmp.Or(err, p.stdout.fault())
	if err != nil {
		p.display.Log().Error(oneLine(err))
	}
	if p.session == nil {
		return p.code(err, render.Count{})
	}
	cells := p.session.count()
	code, files := p.code(err, cells), ""
	if code == exitFailed && err == nil {
		p.display.Log().Error(p.session.firstFailure())
	}
	facts := []slog.Attr{
		slog.Int("done", cells.Done), slog.Int("failed", cells.Failed), slog.Int("missing", cells.Missing),
		slog.Int("exit", code),
	}
	if undrawn, some := errors.AsType[render.Undrawn](err); some {
		files = fmt.Sprintf(", %s not drawn", words.Count(len(undrawn), "output"))
		facts = append(facts, slog.Int("undrawn", len(undrawn)))
	}
	done := strconv.Itoa(cells.Done)
	if p.application.File != "" { // the user knows no cells
		done = words.Count(cells.Done, "description")
	}
	p.display.Say(fmt.Sprintf("report: %s done, %d failed, %d missing%s; exit %d",
		done, cells.Failed, cells.Missing, files, code), facts...)
	return code
}

func (p *program) code(err error, cells render.Count) int {
	switch {
	case errors.Is(err, errCheck):
		return exitCheck
	case errors.Is(err, runner.ErrFailedCell):
		return exitFailed
	case errors.Is(err, runner.ErrStopped):
		return exitStopped
	case err != nil:
		return exitError
	case p.judged && cells.Failed > 0:
		return exitFailed
	}
	return exitFine
}

// longestError is how many characters of an error are shown: one that quotes a file could be
// as long as that.
const longestError = 2000

func oneLine(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted; what is computed is kept, and the same command goes on from there"
	}
	// The failure of a cell that panicked ends in a stack, which the store
	// keeps; joined errors come on a line each.
	text, _, _ := strings.Cut(err.Error(), "\ngoroutine ")
	return words.Clip(strings.ReplaceAll(strings.TrimSpace(text), "\n", "; "), longestError)
}

// usage is an error in how the command was called, with a hint where to read
// how to call it.
func usage(cmd *cobra.Command, err error) error {
	return fmt.Errorf("%w (see %s --help)", err, cmd.CommandPath())
}

// flagError words what is wrong with a flag, in the words of this program.
func flagError(cmd *cobra.Command, err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		cause := invalid.Unwrap()
		if invalid.GetFlag().Value.Type() == "duration" {
			cause = errors.New("must be a time, such as 55m or 1h30m")
		} else if _, ok := errors.AsType[*strconv.NumError](cause); ok {
			needs := map[string]string{"int": "a whole number", "bool": "true or false"}
			cause = errors.New("must be " + needs[invalid.GetFlag().Value.Type()])
		}
		return usage(cmd, fmt.Errorf("--%s is %q, %w", invalid.GetFlag().Name, invalid.GetValue(), cause))
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		what, _ := pflag.UnquoteUsage(bare.GetFlag())
		return usage(cmd, fmt.Errorf("--%s needs its %s behind it", bare.GetFlag().Name, what))
	}
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok || unknown.GetSpecifiedShortnames() != "" {
		return usage(cmd, err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	name := "--" + unknown.GetSpecifiedName()
	if len(typo.Nearest(name, names)) == 0 {
		return usage(cmd, fmt.Errorf("unknown flag %s", name))
	}
	return usage(cmd, fmt.Errorf("unknown flag %s: %s", name, typo.DidYouMean(name, names)))
}

func verbsOf(cmd *cobra.Command) []string {
	return words.Each(words.Those(cmd.Commands(), (*cobra.Command).IsAvailableCommand), (*cobra.Command).Name)
}

// onlyVerbs refuses what stands in the place of a verb and is none.
func onlyVerbs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	verbs := verbsOf(cmd)
	meant := typo.DidYouMean(args[0], verbs)
	if len(typo.Nearest(args[0], verbs)) == 0 {
		meant = cmp.Or(withFlag(cmd, args[0]), meant)
	}
	return usage(cmd, fmt.Errorf("unknown verb %q: %s", args[0], meant))
}

// withFlag is the question for the command in which an argument has its place, empty for none.
func withFlag(cmd *cobra.Command, arg string) string {
	own := slices.Contains(study.Embedded(), arg)
	info, err := os.Stat(arg)
	if err != nil && !own {
		if near := input.Near(arg); filepath.Ext(arg) != "" || strings.HasPrefix(near, arg+".") {
			arg = cmp.Or(near, arg)
		}
	}
	word, ending := quoteShell(arg), strings.ToLower(filepath.Ext(arg))
	switch has := cmd.Flags().Lookup; {
	case own, ending == ".yaml", ending == ".yml":
		if has("study") != nil {
			return fmt.Sprintf("did you mean %s --study %s?", cmd.CommandPath(), word)
		}
	case err == nil && info.IsDir() && cmd.HasParent():
		if has("out") != nil {
			return fmt.Sprintf("did you mean %s --out %s?", cmd.CommandPath(), word)
		}
	case cmd.Name() == "apply":
	case err == nil, ending != "":
		return fmt.Sprintf("did you mean report apply %s, or report init --data %[1]s for a study of it?", word)
	}
	return ""
}

// atMost refuses arguments after so many.
func atMost(most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= most {
			return nil
		}
		takes := []string{"no arguments, but got %q", "one argument, but got %q too"}[most]
		meant := withFlag(cmd, args[most])
		if meant != "" {
			meant = ": " + meant
		}
		return usage(cmd, fmt.Errorf("%s takes "+takes+"%s", cmd.Name(), args[most], meant))
	}
}
