package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"gpca/report/dataset/npy"
	"gpca/solver/objective"
)

// script is a peer as a contender: its script and the folder of its data.
type script struct {
	*bench
	suite
	peer
	data string
}

// command calls the script in its folder, where it may write.
func (s *script) command(ctx context.Context, action string) *exec.Cmd {
	interpreter := s.python
	if filepath.Ext(s.peer.Script) == ".R" {
		interpreter = s.rscript
	}
	cmd := exec.CommandContext(ctx, interpreter, filepath.Join(s.folder, "peers", s.peer.Script), action, s.data,
		strconv.Itoa(components), strconv.FormatFloat(s.Sigma, 'g', -1, 64), strconv.Itoa(s.repetitions),
		strings.Join(s.Methods, ","))
	for _, o := range s.peer.Options {
		cmd.Args = append(cmd.Args, strings.ReplaceAll(o, "PEERS", s.bench.peers))
	}
	cmd.Dir, cmd.Env = s.data, append(os.Environ(), s.environment()...)
	return cmd
}

func (s *script) versions(ctx context.Context) (string, error) {
	out, _, err := call(s.command(ctx, "version"))
	return strings.TrimSpace(string(out)), err
}

func (s *script) run(ctx context.Context) (measurement, error) {
	out, r, err := call(s.command(ctx, "run"))
	if err == nil {
		r.fits, r.means, err = parse(out)
	}
	if err == nil {
		r.objectives, err = s.objectives()
	}
	return r, err
}

// parse reads what a script prints: its cells, and the seconds of its fits, NaN if missing.
func parse(out []byte) (fits float64, means map[cell]float64, err error) {
	fits, means = math.NaN(), map[cell]float64{}
	// The names in the NumPy programs.
	noises := map[string]string{"clean": "none", "s&p": "salt-and-pepper"}
	for i, text := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		var line struct {
			cell
			Mean *float64 `json:"mean"`
			Fits *float64 `json:"fit_seconds"`
		}
		if err := json.Unmarshal(text, &line); err != nil {
			return 0, nil, fmt.Errorf("line %d: %q: %w: a peer prints JSON objects, one a line", i+1, text, err)
		}
		if noise, ok := noises[line.Noise]; ok {
			line.Noise = noise
		}
		if line.Mean != nil {
			means[line.cell] = *line.Mean
		}
		if line.Fits != nil {
			fits = *line.Fits
		}
	}
	if len(means) == 0 {
		return 0, nil, errors.New("no cell: a peer prints a line with noise, level, method and mean for each")
	}
	return fits, means, nil
}

// objectives returns those of the projections that the script wrote, and removes them.
func (s *script) objectives() (map[string]float64, error) {
	sums := map[string]float64{}
	for _, m := range s.Methods {
		file := filepath.Join(s.data, m+".npy")
		written, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		projections, err := npy.Read(written)
		if err := errors.Join(err, written.Close(), os.Remove(file)); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		method, err := objective.Parse(m)
		if err != nil {
			return nil, err
		}
		f, _ := objective.Objective(method)
		for _, u := range projections.Values {
			sums[m] += f(math.Abs(u))
		}
	}
	return sums, nil
}
