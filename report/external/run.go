package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
	"unicode"
)

// patience is how long the report waits for the program's children to close its output, and for a
// signal that has ended the program to reach the report.
const patience = time.Second

func (c *Command) run(ctx context.Context, folder string) (log string, err error) {
	arguments, err := c.arguments()
	if err != nil {
		return "", err
	}
	limited, cancel := context.WithTimeout(ctx, c.timeLimit)
	defer cancel()
	said := &tail{}
	cmd := exec.CommandContext(limited, arguments[0], append(arguments[1:], folder)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = folder, environment(folder), patience
	cmd.Stdout, cmd.Stderr = said, said // one pipe keeps the order of lines
	runtime.LockOSThread()              // the program dies with its thread
	defer runtime.UnlockOSThread()
	confine(cmd, c.memory)
	err = cmd.Start()
	if errors.Is(err, exec.ErrNotFound) {
		return "", fmt.Errorf("%s is not on the PATH: install it, or correct the name", c.words[0])
	}
	if err != nil {
		return "", err
	}
	err = cmd.Wait()
	end(cmd)
	if exit := cmd.ProcessState.ExitCode(); exit < 0 || exit > 128 { // a shell adds 128 to a signal
		// A terminal and a scheduler signal the program and the report at once, which is no fault.
		select {
		case <-limited.Done():
		case <-time.After(patience):
		}
	}
	switch {
	case errors.Is(err, exec.ErrWaitDelay):
		err = errors.New("it ended and left a program behind that held its output open")
	case err != nil && limited.Err() != nil:
		err = fmt.Errorf("killed after %s: let it be faster, or raise the method's time-limit", c.timeLimit)
	}
	// A reason must be the same on every machine.
	return strings.NewReplacer(folder, ".", c.folder+"/", "").Replace(said.String()), err
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

type tail struct{ text []byte }

const tailBytes = 4 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b[max(0, len(b)-tailBytes):]...)
	t.text = append(t.text[:0], t.text[max(0, len(t.text)-tailBytes):]...)
	return len(b), nil
}

// String is the text without control characters.
func (t *tail) String() string {
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
