// Bench compares this program with peers that compute the same cells: NumPy, scikit-learn, and R's rrcov and
// kernlab. It installs nothing: a missing peer is named with the reason and left out.
//
//	go run ./cmd/bench --data ~/data --peers ~/scripts > bench.md
//
// Program and peers run in turn, each in its own process, which reads the data, fits the components of each
// class, and classifies the test samples. The output has the medians of the times, the accuracies, and the
// objectives Σ f(|wᵀx|) of the training samples, since an iteration that stops early is fast and finds less.
// Peers time their fits themselves; those of this program are timed around the solver.
//
// The NumPy programs come from a folder, and have the functions that peers/numpy_programs.py calls. The other
// peers are scripts beside it, called as
//
//	ACTION FOLDER COMPONENTS SIGMA REPETITIONS METHODS [OPTION ...]
//
// where FOLDER holds train-0.npy … of each class, test.npy, and labels.npy, SIGMA is 0 in input space, and
// METHODS are separated by commas. The actions:
//
//	version  prints a line with versions, or fails if the peer is missing
//	run      prints JSON, a line for each cell {"noise", "level", "method", "mean"}, and one {"fit_seconds"};
//	         writes METHOD.npy into the current folder: the projections of the training samples on the
//	         components, class after class
//
// Without the real data it uses generated data, and the output says so.
//
// The suite robust compares fits alone, of generated samples, with those of rrcov, in processor time.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path"
	"runtime"

	"gpca/report/words"
)

func names() []string {
	return append(words.Each(suites, func(s suite) string { return s.Name }), robustSuite)
}

type options struct {
	data, peers, program, python, rscript, suites string
	rounds, repetitions                           int
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop)
	var o options
	f := flag.NewFlagSet("bench", flag.ExitOnError)
	f.StringVar(&o.data, "data", "", "`folder` of the real data; else as the program finds it")
	f.StringVar(&o.peers, "peers", ".", "`folder` of numpy_reference.py and numpy_expert.py")
	f.StringVar(&o.program, "report", "", "`program` to measure; built from this source unless given")
	f.StringVar(&o.python, "python", "python3", "`interpreter` that has NumPy and scikit-learn")
	f.StringVar(&o.rscript, "rscript", "Rscript", "`interpreter` that has rrcov and kernlab")
	f.StringVar(&o.suites, "suite", "*", "`glob` of the suites to run: "+fmt.Sprint(names()))
	f.IntVar(&o.rounds, "rounds", 3, "`times` that each peer runs")
	f.IntVar(&o.repetitions, "repetitions", 3, "`draws` of each noise")
	f.Parse(os.Args[1:]) // exits on an error
	if f.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "bench: unexpected %q: it takes flags only\n", f.Args())
		os.Exit(1)
	}
	if err := run(ctx, o, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// run measures the suites and writes Markdown to w, and its progress to log.
func run(ctx context.Context, o options, w, log io.Writer) error {
	if o.rounds < 1 || o.repetitions < 1 {
		return fmt.Errorf("%d rounds of %d repetitions: give at least 1 of each", o.rounds, o.repetitions)
	}
	folder, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	b := &bench{options: o, folder: folder, log: log}
	if err := b.prepare(ctx); err != nil {
		return err
	}
	fmt.Fprintf(w, "# Against peers\n\n%s, %d processors, %s, %s.\n", machine(), runtime.NumCPU(), runtime.Version(),
		b.version)
	ran := false
	for _, s := range suites {
		if ok, err := path.Match(o.suites, s.Name); err != nil {
			return fmt.Errorf("--suite %s: %w", o.suites, err)
		} else if !ok {
			continue
		}
		ran = true
		r, err := b.measure(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		r.write(w)
	}
	if ok, _ := path.Match(o.suites, robustSuite); ok { // the pattern is valid, as suites have been matched
		ran = true
		if err := b.compareRobust(ctx, w); err != nil {
			return fmt.Errorf("%s: %w", robustSuite, err)
		}
	}
	if !ran {
		return fmt.Errorf("--suite %s: no such suite: there are %v", o.suites, names())
	}
	return nil
}
