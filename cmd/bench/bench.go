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

type bench struct {
	options
	folder  string // of temporary files
	log     io.Writer
	version string // of the program
}

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
		contenders: []*contender{{name: "this program", versions: b.version, run: own.run}}}
	for _, p := range s.Peers {
		script := &script{bench: b, suite: s, peer: p, data: folder}
		versions, err := script.versions(ctx)
		if err != nil {
			fmt.Fprintf(b.log, "bench: %s: %s is not there: %v\n", s.Name, p.Name, err)
			c.missing = append(c.missing, fmt.Sprintf("%s (%v)", p.Name, err))
			continue
		}
		c.contenders = append(c.contenders, &contender{name: p.Name, versions: versions, run: script.run})
	}
	for round := range b.rounds {
		for _, x := range c.contenders {
			fmt.Fprintf(b.log, "bench: %s: %s, %d of %d\n", s.Name, x.name, round+1, b.rounds)
			r, err := x.run(ctx)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", x.name, err)
			}
			x.runs = append(x.runs, r)
			for at := range c.contenders[0].runs[0].means {
				if _, ok := r.means[at]; !ok {
					return nil, fmt.Errorf("%s: no cell for %s under %s %g", x.name, at.Method, at.Noise, at.Level)
				}
			}
		}
	}
	return c, nil
}

// A contender computes the cells of a suite, in a new process each time.
type contender struct {
	name, versions string
	run            func(context.Context) (measurement, error)
	runs           []measurement
}

// A measurement is one run of the cells. Its times are in seconds: of the process, of all its processors, and
// of the fits alone.
type measurement struct {
	wall, processor, fits float64
	means                 map[cell]float64
	// objectives are Σ f(|wᵀx|) over training samples, components and classes, by method.
	objectives map[string]float64
}

// A cell names an accuracy in per cent: that of a method under a noise.
type cell struct {
	Noise  string  `json:"noise"`
	Level  float64 `json:"level"`
	Method string  `json:"method"`
}

// call runs a command and returns its output and times. An error ends with the last line of its log.
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
