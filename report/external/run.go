package external

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

// patience is how long the report waits for the program's children to close its output, and for a
// signal that has ended the program to reach the report.
const patience = time.Second

// A process is a started program.
type process struct {
	cmd   *exec.Cmd
	sets  io.WriteCloser // its standard input; nil if it answers once
	said  tail
	used  bool          // it has answered before
	ended chan struct{} // closed once err is there
	err   error
	large atomic.Bool // it took more memory than it may
}

// start starts the program in a folder. It removes the folder at the end, if that is the program's own.
func (c *Command) start(words []string, folder string, own *os.File) (*process, error) {
	p := &process{cmd: exec.Command(words[0], words[1:]...), ended: make(chan struct{})}
	p.cmd.Dir, p.cmd.Env, p.cmd.WaitDelay = folder, environment(folder), patience
	p.cmd.Stdout, p.cmd.Stderr = &p.said, &p.said // one pipe keeps the order of lines
	if own != nil {
		p.sets, _ = p.cmd.StdinPipe() // without a pipe the program reads nothing, and ends without an answer
	}
	started := make(chan error)
	go func() {
		defer close(p.ended)
		if own != nil {
			defer own.Close()
			defer os.RemoveAll(folder)
		}
		runtime.LockOSThread() // the program dies with its thread
		defer runtime.UnlockOSThread()
		confine(p.cmd, c.memory)
		err := p.cmd.Start()
		started <- err
		if err == nil {
			go watch(p.cmd, c.memory, p.ended, func() { p.large.Store(true) })
			p.err = p.cmd.Wait()
			end(p.cmd)
		}
	}()
	err := <-started
	if errors.Is(err, exec.ErrNotFound) {
		err = fmt.Errorf("%s is not on the PATH: install it, or correct the name", c.words[0])
	}
	return p, err
}

// run has the request in a folder answered. A process that has answered before and now fails is replaced by a new
// one, so that no answer depends on the requests before it.
func (c *Command) run(ctx context.Context, folder string) (log string, err error) {
	if why := c.unable.Load(); why != nil {
		return why.log, why.cause
	}
	for {
		p, err := c.process(folder)
		if err != nil {
			return "", err
		}
		if log, err = c.ask(ctx, p, folder); err == nil || !p.used || ctx.Err() != nil {
			log = c.plain(log, p, folder)
			if err != nil && log != "" && p.sets != nil && ctx.Err() == nil {
				c.tried.Do(func() { c.try(ctx, &failure{c.Words, err, log}) })
			}
			return log, err
		}
	}
}

// try starts the program of layout 2 without a training set, after it has failed on one. If it ends in the same words,
// as when an import is missing, it can answer none, and no other set waits for it.
func (c *Command) try(ctx context.Context, failed *failure) {
	const most = 10 * time.Second // for a program that waits on
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	p, err := c.begin()
	if err != nil {
		return
	}
	p.sets.Close()
	log, err := c.ask(ctx, p, p.cmd.Dir)
	same := c.plain(log, p) == failed.log && err != nil && err.Error() == failed.cause.Error()
	if same && p.err != nil && ctx.Err() == nil {
		c.unable.Store(failed)
	}
}

// plain is a log without the names of folders, since a reason must be the same on every machine.
func (c *Command) plain(log string, p *process, folders ...string) string {
	for _, f := range append(folders, p.cmd.Dir) {
		log = strings.ReplaceAll(log, f, ".")
	}
	return strings.ReplaceAll(log, c.folder+"/", "")
}

// process returns one for the request in a folder: under layout 2 one that waits for more, if there is any.
func (c *Command) process(folder string) (*process, error) {
	if c.layout != manySets {
		words, err := c.arguments()
		if err != nil {
			return nil, err
		}
		return c.start(append(words, folder), folder, nil)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if last := len(c.idle) - 1; last >= 0 {
		p := c.idle[last]
		c.idle = c.idle[:last]
		return p, nil
	}
	return c.begin()
}

// begin starts a program that reads its training sets from its standard input.
func (c *Command) begin() (*process, error) {
	words, err := c.arguments()
	if err != nil {
		return nil, err
	}
	own, err := makeFolder()
	if err != nil {
		return nil, err
	}
	return c.start(words, own.Name(), own)
}

// ask waits for the answer to a request. It returns what the program said meanwhile.
func (c *Command) ask(ctx context.Context, p *process, folder string) (log string, err error) {
	limited, cancel := context.WithTimeout(ctx, c.timeLimit)
	defer cancel()
	var answered <-chan struct{}
	if p.sets != nil {
		answered = p.said.await(folder)
		fmt.Fprintln(p.sets, folder) // fails if the program has ended
	}
	select {
	case <-answered:
	case <-p.ended:
	case <-limited.Done():
		end(p.cmd)
		<-p.ended
	}
	select {
	case <-answered: // even if it has ended meanwhile
		c.mutex.Lock()
		defer c.mutex.Unlock()
		p.used, c.idle = true, append(c.idle, p)
		return p.said.String(), nil
	default:
		<-p.ended
	}
	if exit := p.cmd.ProcessState.ExitCode(); exit < 0 || exit > 128 { // a shell adds 128 to a signal
		// A terminal and a scheduler signal the program and the report at once, which is no fault.
		select {
		case <-limited.Done():
		case <-time.After(patience):
		}
	}
	return p.said.String(), c.why(p, limited.Err() != nil)
}

// why says why a program has ended without an answer; nil for one that is asked but once, and did not fail.
func (c *Command) why(p *process, late bool) error {
	switch {
	case p.large.Load():
		return fmt.Errorf("killed, since with what it started it took more than %d MiB of memory: let it take less, "+
			"or raise the method's memory", c.memory>>20)
	case errors.Is(p.err, exec.ErrWaitDelay):
		return errors.New("it ended and left a program behind that held its output open")
	case p.err != nil && late:
		return fmt.Errorf("killed after %s: let it be faster, or raise the method's time-limit", c.timeLimit)
	case p.err == nil && p.sets != nil:
		return errors.New("it ended without an answer: under layout 2 it reads the path of a folder from its " +
			"standard input, and prints that path, in a line by itself, when its answer is there")
	}
	return p.err
}

// Close ends what waits for more training sets.
func (c *Command) Close() {
	if c == nil {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, p := range c.idle {
		end(p.cmd)
		<-p.ended
	}
	c.idle = nil
}

func environment(folder string) []string {
	env := []string{"PWD=" + folder, "TMPDIR=" + folder, "LANG=" + cmp.Or(os.Getenv("LANG"), "C.UTF-8")}
	for _, name := range []string{"PATH", "HOME"} {
		env = append(env, name+"="+os.Getenv(name))
	}
	// OpenMP, OpenBLAS, MKL and Accelerate.
	for _, library := range []string{"OMP_NUM", "OPENBLAS_NUM", "MKL_NUM", "VECLIB_MAXIMUM"} {
		env = append(env, library+"_THREADS=1")
	}
	return env
}

// A tail keeps the end of what a program says, and waits for it to say a line.
type tail struct {
	mutex  sync.Mutex
	text   []byte
	line   string
	spoken chan struct{} // closed after the line; nil if none is awaited
}

const tailBytes = 4 << 10

// await forgets the text. The channel is closed when the program says the line.
func (t *tail) await(line string) <-chan struct{} {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.text, t.line, t.spoken = nil, line, make(chan struct{})
	return t.spoken
}

func (t *tail) Write(b []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.text = append(t.text, b...)
	for line := range bytes.Lines(t.text) {
		if t.spoken != nil && bytes.HasSuffix(line, []byte("\n")) && string(bytes.TrimSpace(line)) == t.line {
			close(t.spoken)
			t.spoken, t.text = nil, bytes.Replace(t.text, line, nil, 1)
			break
		}
	}
	t.text = append(t.text[:0], t.text[max(0, len(t.text)-tailBytes):]...)
	return len(b), nil
}

// String is the text without control characters.
func (t *tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(string(t.text), ""))
}

// lastLines joins the last lines of a log: in Python the name of an error is last, in R it is before.
func lastLines(log string) string {
	const lines, most = 3, 300
	var last []string
	for line := range strings.Lines(log) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			last = append(last, line)
		}
	}
	text := []rune(strings.Join(last[max(0, len(last)-lines):], " / "))
	if len(text) > most {
		return "…" + string(text[len(text)-most:])
	}
	return string(text)
}
