package separate

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/noise"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/ica"
)

// job separates once for each repetition. The estimate is twenty iterations with a tanh or exp of every value.
func job(w experiment.Work[spec]) (experiment.Job, error) {
	repetitions := slices.Max(words.Each(w.Cells, func(c experiment.Cell) int { return c.Repetitions }))
	values := float64(w.Data.Samples) * float64(w.Data.Features)
	cost := experiment.Cost{Seconds: 20 * 25e-9 * values * float64(repetitions), Bytes: int64(6 * 8 * values)}
	mixing, err := parseMixing(w.Specs[0].Mixing)
	return w.InOne("separated", cost, func(ctx context.Context, set *dataset.Set, results []experiment.Result) error {
		signals := signalsOf(set, mixing)
		for i := range repetitions {
			if err := separate(ctx, w, signals, mixing, set.Image, i, results); err != nil {
				return err
			}
		}
		return nil
	}), err
}

// signalsOf returns the sources as columns: as many as the matrix mixes, all for nil.
func signalsOf(set *dataset.Set, mixing *mat.Dense) *mat.Dense {
	var all mat.Matrix = set.Samples
	if set.Image.Width > 0 {
		all = set.Samples.T()
	}
	rows, columns := all.Dims()
	if mixing != nil {
		columns, _ = mixing.Dims()
	}
	signals := mat.NewDense(rows, columns, nil)
	signals.Copy(all)
	return signals
}

// separate does one repetition and adds the values of the cells' stages; the first one also gives artifacts.
func separate(
	ctx context.Context, w experiment.Work[spec], signals, mixing *mat.Dense, size dataset.ImageSize, repetition int,
	results []experiment.Result,
) error {
	steps, k := signals.Dims()
	first := w.Specs[0]
	normals := func(what string) *mat.Dense { // the same for all contrasts and decorrelations
		return normals(noise.Draw{Seed: w.Cells[0].Seed, Dataset: w.Data.Name, Noise: what, Repetition: repetition}, k)
	}
	if mixing == nil {
		mixing = normals("mixing matrix")
	}
	var mixed mat.Dense
	mixed.Mul(signals, mixing.T())
	separation, err := ica.Fit(ctx, &mixed, ica.Settings{
		Contrast:  map[string]ica.Contrast{"log-cosh": ica.LogCosh, "gaussian": ica.Gaussian}[first.Contrast],
		Deflation: first.Decorrelation == deflation,
		Tolerance: first.Tolerance, MaxIterations: first.Iterations, Start: normals("start of a separation"),
	})
	if err != nil {
		return err
	}
	deviations := make([]float64, k)
	for j := range k {
		deviations[j] = stat.PopStdDev(mat.Col(nil, j, signals), nil)
	}
	for i := range results {
		r, stage := &results[i], w.Specs[i].Stage
		if repetition >= r.Cell.Repetitions {
			continue
		}
		of := mat.NewDense(k, k, nil) // from sources to the signals of the stage
		switch stage {
		case separated:
			r.Ends.Add(separation.Components)
			of.Mul(separation.Unmixing(), mixing)
		case whitened:
			of.Mul(separation.Whitening, mixing)
		case mixtures:
			of.Copy(mixing)
		default:
			for i := range k {
				of.Set(i, i, 1)
			}
		}
		var scaled mat.Dense
		scaled.Apply(func(_, j int, v float64) float64 { return v * deviations[j] }, of)
		shown := mat.NewDense(steps, k, nil)
		shown.Mul(signals, of.T())
		matching := ica.Match(signals, shown)
		if repetition == 0 {
			r.Values = map[string][]float64{}
		}
		r.Values[sir] = append(r.Values[sir], matching.SIR())
		r.Values[amari] = append(r.Values[amari], ica.Amari(&scaled))
		if repetition > 0 {
			continue
		}
		if stage == separated {
			inOrder(shown, matching)
		}
		if stage == separated || stage == whitened {
			shown, _ = solver.Centre(shown)
		}
		r.Artifacts = artifacts(shown, size)
	}
	return nil
}

func normals(draw noise.Draw, size int) *mat.Dense {
	r, m := draw.Rand(), mat.NewDense(size, size, nil)
	m.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, m)
	return m
}

// inOrder gives signals the order and signs of the sources that they match.
func inOrder(signals *mat.Dense, matching ica.Matching) {
	rows, k := signals.Dims()
	row := make([]float64, k)
	for i := range rows {
		for source, at := range matching.Of {
			row[source] = math.Copysign(1, matching.Correlation[source]) * signals.At(i, at)
		}
		signals.SetRow(i, row)
	}
}

const (
	// Signals are signals × steps; StrideOf has the distance of steps.
	Signals = "signals"
	// Pictures are signals as images, each scaled to grey values 0 to 255.
	Pictures = "pictures"
)

// Drawings are signals and images.
func (*Experiment) Drawings() []experiment.Drawing {
	return []experiment.Drawing{
		{Artifact: Signals, Form: experiment.Signals, Noun: "Signal"},
		{Artifact: Pictures, Form: experiment.Pictures},
	}
}

// Artifacts of long signals and large images are reduced to these sizes.
const (
	mostSteps = 4000
	mostSide  = 160
)

func artifacts(signals *mat.Dense, size dataset.ImageSize) map[string]experiment.Array {
	steps, k := signals.Dims()
	if size.Width > 0 {
		return map[string]experiment.Array{Pictures: pictures(signals, size)}
	}
	stride := (steps + mostSteps - 1) / mostSteps
	kept := (steps + stride - 1) / stride
	a := experiment.Array{Shape: []int{k, kept}}
	for j := range k {
		for i := range kept {
			a.Data = append(a.Data, math.Round(signals.At(i*stride, j)*1e4)/1e4)
		}
	}
	return map[string]experiment.Array{Signals: a,
		experiment.StrideOf: {Shape: []int{1}, Data: []float64{float64(stride)}}}
}

// pictures reduces images to means over blocks.
func pictures(signals *mat.Dense, size dataset.ImageSize) experiment.Array {
	_, k := signals.Dims()
	block := (max(size.Width, size.Height) + mostSide - 1) / mostSide
	width, height := max(1, size.Width/block), max(1, size.Height/block)
	a := experiment.Array{Shape: []int{k, height, width}}
	for j := range k {
		least, largest := mat.Min(signals.ColView(j)), mat.Max(signals.ColView(j))
		for y := range height {
			for x := range width {
				sum, count := 0.0, 0.0
				for row := y * block; row < min(size.Height, (y+1)*block); row++ {
					for column := x * block; column < min(size.Width, (x+1)*block); column++ {
						sum, count = sum+signals.At(row*size.Width+column, j), count+1
					}
				}
				a.Data = append(a.Data, math.Round(255*(sum/count-least)/max(largest-least,
					math.SmallestNonzeroFloat64)))
			}
		}
	}
	return a
}
