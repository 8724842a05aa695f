package separate

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/noise"
	"gpca/solver"
	"gpca/solver/ica"
)

// A job computes the stages of one separation.
type job struct {
	experiment.Work[spec]
	mixing *mat.Dense // nil for random ones
}

func newJob(w experiment.Work[spec]) (experiment.Job, error) {
	mixing, err := parseMixing(w.Specs[0].Mixing)
	return &job{w, mixing}, err
}

// Title says what is computed.
func (j *job) Title() string { return j.Data.Title + ", separated" }

// repetitions is how often signals are separated.
func (j *job) repetitions() int {
	most := 1
	for _, c := range j.Cells {
		most = max(most, c.Repetitions)
	}
	return most
}

// Cost estimates all repetitions.
func (j *job) Cost() experiment.Cost {
	each := j.each()
	each.Seconds *= float64(j.repetitions())
	return each
}

// each estimates a repetition: twenty iterations with a tanh or exponential of every value.
func (j *job) each() experiment.Cost {
	values := float64(j.Data.Samples) * float64(j.Data.Features)
	return experiment.Cost{Seconds: 20 * 25e-9 * values, Bytes: int64(6 * 8 * values)}
}

// Run separates the signals, once for each repetition.
func (j *job) Run(ctx context.Context, env experiment.Env) error {
	set := env.Set()
	signals := signalsOf(set, j.mixing)
	all := make([][]part, j.repetitions())
	if err := env.Each(ctx, len(all), j.each(), func(i int) error {
		o, err := j.separate(ctx, signals, i)
		if err != nil {
			return err
		}
		for at, c := range j.Cells {
			if i < c.Repetitions {
				all[i] = append(all[i], o.part(j.Specs[at].Stage, signals, set.Image, i == 0))
			} else {
				all[i] = append(all[i], part{})
			}
		}
		return nil
	}); err != nil {
		return err
	}
	results := j.Results()
	for at := range results {
		r := &results[at]
		r.Values, r.Artifacts = map[string][]float64{}, all[0][at].artifacts
		for _, parts := range all[:r.Cell.Repetitions] {
			r.Values[sir] = append(r.Values[sir], parts[at].sir)
			r.Values[amari] = append(r.Values[amari], parts[at].amari)
			r.Ends.Add(parts[at].components)
		}
	}
	return env.Emit(results)
}

// A part of a result is what one repetition has to say.
type part struct {
	sir, amari float64
	components []solver.Component
	artifacts  map[string]experiment.Array // of the first repetition
}

// part measures a stage, and keeps what is drawn of it.
func (o *outcome) part(stage string, signals *mat.Dense, size dataset.ImageSize, drawn bool) part {
	s := o.stage(stage, signals)
	p := part{sir: s.matching.SIR(), amari: s.distance}
	if stage == separated {
		p.components = o.separation.Components
	}
	if drawn {
		p.artifacts = s.artifacts(size)
	}
	return p
}

// signalsOf are the sources, a column each: as many as the matrix mixes, all for nil.
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

// An outcome is a repetition.
type outcome struct {
	mixing     *mat.Dense
	separation *ica.Separation
}

// separate mixes the signals and separates them.
func (j *job) separate(ctx context.Context, signals *mat.Dense, repetition int) (*outcome, error) {
	_, k := signals.Dims()
	o := &outcome{mixing: j.mixing}
	if o.mixing == nil {
		o.mixing = normals(j.rand("mixing matrix", repetition), k)
	}
	var mixed mat.Dense
	mixed.Mul(signals, o.mixing.T())
	var err error
	o.separation, err = ica.Fit(ctx, &mixed, ica.Settings{
		Contrast:  map[string]ica.Contrast{"log-cosh": ica.LogCosh, "gaussian": ica.Gaussian}[j.Specs[0].Contrast],
		Deflation: j.Specs[0].Decorrelation == decorrelations[1].name,
		Tolerance: j.Specs[0].Tolerance, MaxIterations: j.Specs[0].Iterations,
		Start: normals(j.rand("start of a separation", repetition), k),
	})
	return o, err
}

// rand draws for a repetition: the same for all contrasts and ways to decorrelate.
func (j *job) rand(what string, repetition int) *rand.Rand {
	return noise.Draw{Seed: j.Cells[0].Seed, Dataset: j.Data.Name, Noise: what, Repetition: repetition}.Rand()
}

// normals is a square matrix of standard normal numbers.
func normals(r *rand.Rand, size int) *mat.Dense {
	m := mat.NewDense(size, size, nil)
	m.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, m)
	return m
}

// A shown is what a stage shows.
type shown struct {
	signals  *mat.Dense // a column each
	matching ica.Matching
	distance float64 // Amari's
}

// stage is what a stage makes of the sources.
func (o *outcome) stage(name string, signals *mat.Dense) shown {
	_, k := signals.Dims()
	of := mat.NewDense(k, k, nil) // from sources to what is shown
	switch name {
	case separated:
		of.Mul(o.separation.Unmixing(), o.mixing)
	case whitened:
		of.Mul(o.separation.Whitening, o.mixing)
	case mixtures:
		of.Copy(o.mixing)
	default:
		for i := range k {
			of.Set(i, i, 1)
		}
	}
	var s shown
	var scaled mat.Dense
	scaled.Apply(func(_, j int, v float64) float64 { return v * stat.PopStdDev(mat.Col(nil, j, signals), nil) }, of)
	s.distance = ica.Amari(&scaled)
	s.signals = mat.NewDense(signals.RawMatrix().Rows, k, nil)
	s.signals.Mul(signals, of.T())
	s.matching = ica.Match(signals, s.signals)
	if name == separated {
		s.inOrder()
	}
	if name == separated || name == whitened {
		s.signals, _ = solver.Centre(s.signals)
	}
	return s
}

// inOrder brings signals into the order of the sources that they stand for, with their signs.
func (s shown) inOrder() {
	rows, k := s.signals.Dims()
	row := make([]float64, k)
	for i := range rows {
		for source, at := range s.matching.Of {
			row[source] = math.Copysign(1, s.matching.Correlation[source]) * s.signals.At(i, at)
		}
		s.signals.SetRow(i, row)
	}
}

// The names of the artifacts.
const (
	// Signals has a row for each signal, whose values are every so many steps apart.
	Signals = "signals"
	// Pictures has each signal as an image, from 0 for its least value to 255.
	Pictures = "pictures"
)

// Drawings are signals, as points too, and images.
func (*Experiment) Drawings() []experiment.Drawing {
	return []experiment.Drawing{
		{Artifact: Signals, Form: experiment.Signals, Noun: "Signal"},
		{Artifact: Pictures, Form: experiment.Pictures},
	}
}

// What is kept of long signals and large images, which are for looking at only.
const (
	mostSteps = 4000
	mostSide  = 160
)

// artifacts are the signals, and their images where they are that.
func (s shown) artifacts(size dataset.ImageSize) map[string]experiment.Array {
	steps, k := s.signals.Dims()
	if size.Width > 0 {
		return map[string]experiment.Array{Pictures: s.pictures(size)}
	}
	stride := (steps + mostSteps - 1) / mostSteps
	kept := (steps + stride - 1) / stride
	a := experiment.Array{Shape: []int{k, kept}}
	for j := range k {
		for i := range kept {
			a.Data = append(a.Data, math.Round(s.signals.At(i*stride, j)*1e4)/1e4)
		}
	}
	return map[string]experiment.Array{Signals: a,
		experiment.StrideOf: {Shape: []int{1}, Data: []float64{float64(stride)}}}
}

// pictures reduces images by means over blocks.
func (s shown) pictures(size dataset.ImageSize) experiment.Array {
	_, k := s.signals.Dims()
	block := (max(size.Width, size.Height) + mostSide - 1) / mostSide
	width, height := max(1, size.Width/block), max(1, size.Height/block)
	a := experiment.Array{Shape: []int{k, height, width}}
	for j := range k {
		least, largest := mat.Min(s.signals.ColView(j)), mat.Max(s.signals.ColView(j))
		for y := range height {
			for x := range width {
				sum, count := 0.0, 0.0
				for row := y * block; row < min(size.Height, (y+1)*block); row++ {
					for column := x * block; column < min(size.Width, (x+1)*block); column++ {
						sum, count = sum+s.signals.At(row*size.Width+column, j), count+1
					}
				}
				a.Data = append(a.Data, math.Round(255*(sum/count-least)/max(largest-least,
					math.SmallestNonzeroFloat64)))
			}
		}
	}
	return a
}
