package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset/npy"
	"gpca/report/experiment/subspace"
	"gpca/report/statistics"
	"gpca/solver/robust"
)

// The suite of robust methods fits generated samples, a fifth of them outliers, by this program and by rrcov.
const (
	robustSuite      = "robust"
	robustComponents = 5
)

// robustShapes are samples × features.
var robustShapes = [][2]int{{1000, 100}, {10000, 50}, {200, 2000}}

// robustPeers are functions of rrcov by method, and the share of their time that the method may take.
var robustPeers = []struct {
	method, peer string
	share        float64
}{{"robpca", "PcaHubert", 0.2}, {"grid", "PcaGrid", 0.5}}

// compareRobust writes the times of fits on one processor each, and how far the results are apart.
func (b *bench) compareRobust(ctx context.Context, w io.Writer) error {
	fmt.Fprint(w, "\n## Robust PCA of one table\n\n")
	rrcov := func(words ...string) *exec.Cmd {
		script := filepath.Join(b.folder, "peers", "robust.R")
		return exec.CommandContext(ctx, b.rscript, append([]string{script}, words...)...)
	}
	version, _, err := call(rrcov("version"))
	if err != nil {
		_, err = fmt.Fprintf(w, "Left out, as rrcov is not there: %v\n", err)
		return err
	}
	fmt.Fprintf(w, "%d components, medians of %d runs, processor time of the fits alone. %s.\n\n", robustComponents,
		b.rounds, strings.TrimSpace(string(version)))
	fmt.Fprint(w, "| samples × features | method | s | rrcov, s | share of it | at most | angle, ° | to the axes, ° "+
		"| rrcov's, ° | variances, most off | sum of them, share of rrcov's |\n"+
		"|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, shape := range robustShapes {
		samples := withOutliers(shape[0], shape[1])
		axes := mat.NewDense(robustComponents, shape[1], nil) // of most variance in the model without outliers
		for i := range robustComponents {
			axes.Set(i, i, 1)
		}
		folder, err := os.MkdirTemp(b.folder, "robust-")
		if err != nil {
			return err
		}
		array := npy.Array{Shape: shape[:], Values: samples.RawMatrix().Data}
		if err := npy.WriteFile(filepath.Join(folder, "x.npy"), array); err != nil {
			return err
		}
		for _, p := range robustPeers {
			m, err := robust.Parse(p.method)
			if err != nil {
				return err
			}
			var own, theirs []float64
			var found *robust.Fit
			var said struct {
				Seconds   float64
				Loadings  [][]float64
				Variances []float64
			}
			for round := range b.rounds {
				fmt.Fprintf(b.log, "bench: %s: %d × %d, %s, %d of %d\n", robustSuite, shape[0], shape[1], p.peer,
					round+1, b.rounds)
				start := processorTime()
				if found, err = m.Fit(ctx, samples, robust.Settings{Components: robustComponents}); err != nil {
					return err
				}
				own = append(own, processorTime()-start)
				out, _, err := call(rrcov(p.peer, filepath.Join(folder, "x.npy"), strconv.Itoa(robustComponents)))
				if err = errors.Join(err, json.Unmarshal(out, &said)); err != nil {
					return err
				}
				theirs = append(theirs, said.Seconds)
			}
			loadings, off := mat.NewDense(len(said.Loadings), shape[1], nil), 0.0
			for i, row := range said.Loadings {
				loadings.SetRow(i, row)
				off = max(off, math.Abs(found.Eigenvalues[i]/said.Variances[i]-1))
			}
			a, t := statistics.Median(own), statistics.Median(theirs)
			fmt.Fprintf(w, "| %d × %d | %s | %.3f | %.3f | %.3f | %g | %.2f | %.2f | %.2f | %.1f %% | %.3f |\n",
				shape[0], shape[1], p.method, a, t, a/t, p.share, subspace.Angle(loadings, found.Loadings),
				subspace.Angle(axes, found.Loadings), subspace.Angle(axes, loadings), 100*off,
				floats.Sum(found.Eigenvalues)/floats.Sum(said.Variances))
		}
	}
	return nil
}

// withOutliers returns normal samples whose standard deviations fall by a fifth from one feature to the next, and a
// fifth of them far out along a feature of little variance.
func withOutliers(rows, features int) *mat.Dense {
	r := rand.New(rand.NewPCG(1, 0))
	m := mat.NewDense(rows, features, nil)
	for i := range rows {
		row := m.RawRowView(i)
		for j := range row {
			row[j] = r.NormFloat64() * math.Pow(0.8, float64(min(j, 20)))
		}
		if i%5 == 0 {
			row[features-1] += 10
		}
	}
	return m
}
