package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/dataset/npy"
	"gpca/report/experiment/trial"
	"gpca/report/statistics"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// own is this program as a contender: the command on a study, and the solver for the fits.
type own struct {
	*bench
	suite
	set       *dataset.Set
	file      string       // of the study
	classes   []*mat.Dense // training samples
	functions []objective.Function
}

func (b *bench) own(ctx context.Context, s suite) (*own, error) {
	o := &own{bench: b, suite: s, file: filepath.Join(b.folder, s.Name+".yaml")}
	if err := os.WriteFile(o.file, []byte(s.study(b.repetitions)), 0o644); err != nil {
		return nil, err
	}
	study, err := report.OpenStudy(o.file)
	if err != nil {
		return nil, err
	}
	o.set, err = report.OpenLibrary(study, dataset.Directories(b.data, os.Getenv), nil).Open(ctx, s.Data)
	if err != nil {
		return nil, err
	}
	o.classes = classes(o.set)
	for _, m := range s.Methods {
		f, err := objective.Parse(m)
		if err != nil {
			return nil, err
		}
		o.functions = append(o.functions, f)
	}
	return o, nil
}

func classes(set *dataset.Set) []*mat.Dense {
	return words.Each(trial.ByClass(set.Split.Train, set.Labels, len(set.Classes)),
		func(rows []int) *mat.Dense { return trial.RowsOf(set.Samples, rows) })
}

// write writes the samples for the peers into a new folder below the given one.
func (o *own) write(folder string) (string, error) {
	folder = filepath.Join(folder, o.suite.Name)
	err := os.Mkdir(folder, 0o755)
	write := func(name string, m *mat.Dense, shape ...int) {
		a := npy.Array{Shape: shape, Values: m.RawMatrix().Data}
		err = errors.Join(err, npy.WriteFile(filepath.Join(folder, name+".npy"), a))
	}
	for c, samples := range o.classes {
		write(fmt.Sprintf("train-%d", c), samples, samples.RawMatrix().Rows, samples.RawMatrix().Cols)
	}
	test := trial.RowsOf(o.set.Samples, o.set.Split.Test)
	write("test", test, test.RawMatrix().Rows, test.RawMatrix().Cols)
	labels := words.Each(o.set.Split.Test, func(i int) float64 { return float64(o.set.Labels[i]) })
	write("labels", mat.NewDense(1, len(labels), labels), len(labels))
	return folder, err
}

// run runs the program on its study, and then the fits alone.
func (o *own) run(ctx context.Context) (measurement, error) {
	out, err := os.MkdirTemp(o.folder, "out-")
	if err != nil {
		return measurement{}, err
	}
	defer os.RemoveAll(out)
	arguments := []string{"run", "--quiet", "--study", o.file, "--out", out}
	if o.options.data != "" {
		arguments = append(arguments, "--data", o.options.data)
	}
	_, r, err := call(exec.CommandContext(ctx, o.program, arguments...))
	if err != nil {
		return measurement{}, err
	}
	results, _, err := report.OpenStore(out)
	if err != nil {
		return measurement{}, err
	}
	r.means = map[cell]float64{}
	for _, result := range results.Results() {
		var spec struct {
			cell
			Score string
		}
		if err := json.Unmarshal(result.Cell.Spec, &spec); err != nil {
			return measurement{}, fmt.Errorf("cell %s: %w", result.Cell, err)
		}
		spec.Method = spec.Score
		r.means[spec.cell] = statistics.Mean(result.Values["accuracy"])
	}
	start := time.Now()
	r.objectives, err = o.objectives(ctx)
	r.fits = time.Since(start).Seconds()
	return r, err
}

func (o *own) objectives(ctx context.Context) (map[string]float64, error) {
	sums := make([][]float64, len(o.classes))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	for c, samples := range o.classes {
		group.Go(func() (err error) {
			sums[c], err = o.fit(ctx, samples)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	objectives := map[string]float64{}
	for i, m := range o.Methods {
		for _, sum := range sums {
			objectives[m] += sum[i]
		}
	}
	return objectives, nil
}

func (o *own) fit(ctx context.Context, samples *mat.Dense) ([]float64, error) {
	sum := func(found []solver.Component) (all float64) {
		for _, c := range found {
			all += c.Objective
		}
		return all
	}
	settings := solver.Settings{Components: components}
	if o.Sigma == 0 {
		centred, _ := solver.Centre(samples)
		fits, err := solver.GPCA(ctx, centred, o.functions, settings)
		return words.Each(fits, func(f solver.Fit) float64 { return sum(f.Components) }), err
	}
	k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: o.Sigma}, samples, true, 1)
	if err != nil {
		return nil, err
	}
	defer k.Release()
	fits, err := solver.KernelGPCA(ctx, k, o.functions, settings)
	return words.Each(fits, func(f solver.KernelFit) float64 { return sum(f.Components) }), err
}
