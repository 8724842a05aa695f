package lesson

import (
	"context"
	_ "embed" // for the measures
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/noise"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// Specimens shows images, as they are and under noise: the samples that other experiments test in their first
// repetition, or the dummy images that these train on. It also counts samples and measures what the noise changes.
var Specimens = experiment.NewKind[specimens](experiment.About[specimensSpec]{
	Name: "specimens", Version: 1, Does: "shows images as they are and under noise, and counts them", Job: specimensJob,
})

// pictures is the artifact of images × height × width, in grey values.
const pictures = "pictures"

func (*specimens) Drawings() []experiment.Drawing {
	return []experiment.Drawing{{Artifact: pictures, Form: experiment.Pictures}}
}

type specimens struct {
	experiment.Grid `yaml:",inline"`

	Noise  string                   `yaml:"noise" doc:"Noise on the test samples." default:"none" example:"speckle"`
	Levels strictyaml.List[float64] `yaml:"levels" doc:"Levels of the noise." default:"0" example:"[0, 0.1]"`
	Count  int                      `yaml:"count" doc:"Images that are kept." least:"1" default:"4" example:"6"`

	experiment.Methodless `yaml:"-"`
}

type specimensSpec struct {
	Noise string  `json:"noise"`
	Level float64 `json:"level"`
	Count int     `json:"count"`
}

func (specimens) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"noise": {Words: noises()}}
}

func noises() []string {
	return append(words.Each(noise.Catalogue(), func(n *noise.Noise) string { return n.Name }), noise.DummyImagesName)
}

func (e *specimens) Resolve(block strictyaml.Node, _ experiment.Scope) error {
	if _, err := typo.Find("noise", e.Noise, noises(), func(n string) string { return n }); err != nil {
		return block.At("noise").Fault("%w", err)
	}
	valid := trial.ValidImages
	if n, err := noise.Find(e.Noise); err == nil {
		valid = n.Validate
	}
	if err := strictyaml.CheckEach(block.At("levels"), e.Levels, valid); err != nil {
		return err
	}
	e.Vary(experiment.Numbers(experiment.Level, "Level", "", e.Levels))
	return e.Measure(experiment.ReadMeasures(ofSpecimens))
}

//go:embed specimens.yaml
var ofSpecimens string

func (e *specimens) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	if on.Data.Image.Width == 0 {
		return experiment.Cell{}, e.Block.At("data").Fault("data set %s has no pixels: specimens are images",
			on.Data.Name)
	}
	s := specimensSpec{e.Noise, experiment.Item(e.Axes(), p, experiment.Level, e.Levels), e.Count}
	name := fmt.Sprintf("%s, %d specimens, %s %s", on.Data.Name, e.Count, e.Noise, p[experiment.Level])
	return experiment.NewCell(Specimens, m, on, false, s, name)
}

func (e *specimens) Protocol(title func(string) string) string {
	return fmt.Sprintf("Test samples of %s, or all samples where there is no published split, "+
		"with noise %s as in the first repetition of other experiments.",
		words.Enumerate(words.Each(e.Data, title)), e.Noise)
}

func specimensJob(w experiment.Work[specimensSpec]) (experiment.Job, error) {
	pixels := float64(w.Data.Samples) * float64(w.Data.Features)
	cost := experiment.Cost{Seconds: pixels * 2e-8, Bytes: int64(16 * pixels)}
	return w.InOne("specimens", cost, func(_ context.Context, set *dataset.Set, results []experiment.Result) error {
		for i := range results {
			values, kept, err := w.Specs[i].show(set, w.Cells[i].Seed)
			if err != nil {
				return err
			}
			results[i].Values, results[i].Artifacts = values, map[string]experiment.Array{pictures: kept}
		}
		return nil
	}), nil
}

func (s specimensSpec) show(set *dataset.Set, seed uint64) (map[string][]float64, experiment.Array, error) {
	total, features := set.Samples.Dims()
	rows := statistics.Indices(total)
	if set.Split != nil {
		rows = set.Split.Test
	}
	clean := trial.RowsOf(set.Samples, rows)
	noisy := mat.DenseCopyOf(clean)
	draw := noise.Draw{Seed: seed, Dataset: set.Name, Noise: s.Noise, Level: s.Level}.Rand()
	if n, err := noise.Find(s.Noise); err == nil {
		if err := n.Copy(noisy, set.Samples, rows, s.Level, draw); err != nil {
			return nil, experiment.Array{}, err
		}
	} else if s.Level > 0 {
		noisy = noise.DummyImages(len(rows), features, draw)
	}
	changes, squared := 0.0, 0.0
	for i, v := range noisy.RawMatrix().Data {
		if d := v - clean.RawMatrix().Data[i]; d != 0 {
			changes, squared = changes+1, squared+d*d
		}
	}
	pixels := float64(len(rows) * features)
	smallest := total
	if counts := set.Describe().ClassCounts; len(counts) > 0 {
		smallest = slices.Min(counts)
	}
	shown := trial.RowsOf(noisy, trial.Specimens(set, rows, s.Count))
	values := valued(experiment.ReadMeasures(ofSpecimens), float64(total), float64(smallest), 100*changes/pixels,
		math.Sqrt(squared/pixels))
	return values, experiment.Images(shown, set.Image), nil
}
