package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A bench is a run of the benchmark.
type bench struct {
	options
	folder  string // for its files
	log     io.Writer
	version string // of the program that is measured
}

// prepare writes the scripts and builds the program.
func (b *bench) prepare(ctx context.Context) (err error) {
	if err := os.CopyFS(b.folder, scripts); err != nil {
		return err
	}
	if b.peers, err = filepath.Abs(b.peers); err != nil {
		return err
	}
	if b.program == "" {
		b.program = filepath.Join(b.folder, "report")
		if _, _, err := call(exec.CommandContext(ctx, "go", "build", "-o", b.program, "gpca/cmd/report")); err != nil {
			return fmt.Errorf("building the program: %w: run the benchmark in its source, or name a program with "+
				"--report", err)
		}
	}
	out, _, err := call(exec.CommandContext(ctx, b.program, "version"))
	if err != nil {
		return fmt.Errorf("--report %s: %w", b.program, err)
	}
	b.version = strings.Join(strings.Fields(string(out)), " ")
	return nil
}

// measure runs a suite, the program and its peers in turn.
func (b *bench) measure(ctx context.Context, s suite) (*comparison, error) {
	own, err := b.own(ctx, s)
	if err != nil {
		return nil, err
	}
	folder, err := own.write(b.folder)
	if err != nil {
		return nil, err
	}
	c := &comparison{suite: s, origin: own.set.Origin,
		contenders: []*contender{{name: "this program", versions: b.version, computer: own}}}
	for _, p := range s.peers {
		script := &script{bench: b, suite: s, peer: p, data: folder}
		versions, err := script.versions(ctx)
		if err != nil {
			fmt.Fprintf(b.log, "bench: %s: %s is not there: %v\n", s.name, p.name, err)
			c.missing = append(c.missing, fmt.Sprintf("%s (%v)", p.name, err))
			continue
		}
		c.contenders = append(c.contenders, &contender{name: p.name, versions: versions, computer: script})
	}
	for round := range b.rounds {
		for _, x := range c.contenders {
			fmt.Fprintf(b.log, "bench: %s: %s, %d of %d\n", s.name, x.name, round+1, b.rounds)
			if err := x.measure(ctx, c.contenders[0]); err != nil {
				return nil, fmt.Errorf("%s: %w", x.name, err)
			}
		}
	}
	return c, nil
}

// A computer computes the cells of a suite, each time in a process of its own.
type computer interface {
	run(context.Context) (measurement, error)
}

// A contender is a computer and what it came to.
type contender struct {
	computer
	name, versions string
	runs           []measurement
}

// measure runs a contender once more. It has to compute all cells that the first did.
func (c *contender) measure(ctx context.Context, first *contender) error {
	r, err := c.run(ctx)
	if err != nil {
		return err
	}
	c.runs = append(c.runs, r)
	for at := range first.runs[0].means {
		if _, ok := r.means[at]; !ok {
			return fmt.Errorf("no cell for %s under %s %g", at.Method, at.Noise, at.Level)
		}
	}
	return nil
}

// A measurement is what computing the cells once came to, in seconds: of the whole process,
// of all its processors, and of the fits alone.
type measurement struct {
	wall, processor, fits float64
	means                 map[cell]float64
	// objectives are Σ f(|wᵀx|) over the training samples, components and classes, by
	// method.
	objectives map[string]float64
}

// A cell is an accuracy in per cent, of a method under a noise.
type cell struct {
	Noise  string  `json:"noise"`
	Level  float64 `json:"level"`
	Method string  `json:"method"`
}

// call runs a command and returns what it printed, and its times. An error ends with the
// command's last words.
func call(cmd *exec.Cmd) ([]byte, measurement, error) {
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	start := time.Now()
	if err := cmd.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return nil, measurement{}, fmt.Errorf("%s: %w: %s", filepath.Base(cmd.Path), err, lines[len(lines)-1])
	}
	state := cmd.ProcessState
	processor := state.UserTime() + state.SystemTime()
	return out.Bytes(), measurement{wall: time.Since(start).Seconds(), processor: processor.Seconds()}, nil
}
