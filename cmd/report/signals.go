package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gpca/report/runner"
)

// interruptible ends with the first signal to end; the next one kills. A terminal that
// hangs up is one, unless nohup has the program ignore it. Who reads the progress may go,
// and the work goes on: a write that cannot be done is an error where it is done, and not
// the end of the process.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	notify(make(chan os.Signal, 1), writeSignals...)
	ctx, stop := signal.NotifyContext(ctx, ends...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// What the context ends has patience to end in order, and farewell to say so after that: an
// interrupt ends the program within a second, whatever is in hand. Nothing is torn by that:
// files take their place whole, and results are stored line by line, see package store.
const (
	patience = 700 * time.Millisecond
	farewell = 100 * time.Millisecond
)

// notify relays signals, none for none: for package signal that means all.
func notify(c chan<- os.Signal, signals ...os.Signal) {
	if len(signals) > 0 {
		signal.Notify(c, signals...)
	}
}

// grace is how long units in hand may take after a stop. Slurm, asked for a signal 90 s
// before its limit, leaves a minute for what follows.
const grace = 30 * time.Second

// stoppable returns a channel that is closed when no more work shall begin, for a signal
// or since the time is nearly over, and a context that ends when work in hand has had its
// grace. End ends both.
func (p *program) stoppable(ctx context.Context) (stoppable context.Context, stopped <-chan struct{}, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop, wait := make(chan struct{}), grace
	var over <-chan time.Time
	if limit := p.options.timeLimit; limit > 0 {
		wait = min(wait, limit/10)
		over = time.After(time.Until(p.began.Add(limit - wait)))
	}
	go func() {
		select {
		case <-p.stop:
		case <-over:
		case <-ctx.Done():
			return
		}
		close(stop)
		select {
		case <-time.After(wait):
			cancel(runner.ErrStopped)
		case <-ctx.Done():
		}
	}()
	return ctx, stop, func() { cancel(nil) }
}
