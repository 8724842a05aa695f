// Package lesson has kinds of experiments that show a fact on samples, each in a file of its own: identities,
// directions, spectrum and specimens. They have neither methods to compare nor random draws. All but specimens
// divide samples into training samples, to learn from, and new samples, which are out of sample.
package lesson

import (
	"cmp"
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/tutorial"
)

// Options say on which samples an experiment is carried out.
type Options struct {
	experiment.Grid `yaml:",inline"`

	Samples int `yaml:"samples" doc:"Most samples to learn from; 0 for all." default:"0" example:"100"`

	experiment.Methodless `yaml:"-"`
}

// Begin checks the options. The data sets are the first axis.
func (o *Options) Begin(block strictyaml.Node, scope experiment.Scope) error {
	const least = 8 // leaves some new samples
	if o.Samples != 0 && o.Samples < least {
		return block.At("samples").Fault("samples is %d, must be at least %d, or 0 for all", o.Samples, least)
	}
	return o.Grid.Begin(block, scope)
}

// Projected has the options of an experiment that projects samples on directions.
type Projected struct {
	Options    `yaml:",inline"`
	Components strictyaml.List[int] `yaml:"components" doc:"How many directions." least:"1" default:"2" example:"3"`
}

func (p *Projected) componentsAxis() experiment.Axis {
	return experiment.Numbers("components", "Components", "component", p.Components)
}

func (p *Projected) componentsAt(at experiment.Point) int {
	return experiment.Item(p.Axes(), at, "components", p.Components)
}

// numbers lists the numbers of components for a sentence.
func (p *Projected) numbers() string { return words.List(words.Each(p.Components, strconv.Itoa), "or") }

// Settings say that nothing is iterated.
func (*Options) Settings() string { return "All decompositions are exact." }

// Protocol describes the samples.
func (o *Options) Protocol(title func(string) string) string {
	most := ""
	if o.Samples > 0 {
		most = fmt.Sprintf(", at most %d of them to learn from and a quarter as many new ones, taken evenly", o.Samples)
	}
	return fmt.Sprintf("Samples of %s: training and test samples of the published split are what is learnt from and "+
		"what is out of sample; without a split, every fourth sample is out of sample%s.",
		words.Enumerate(words.Each(o.Data, title)), most)
}

// Size returns the number of training samples, given Options.Samples.
func Size(samples int, d dataset.Description) int {
	n := d.Samples - d.Samples/4
	if d.Train > 0 {
		n = d.Train
	}
	if samples > 0 {
		n = min(n, samples)
	}
	return n
}

// Samples are those of a set, divided. Labels are nil without classes.
type Samples struct {
	Train, New        *mat.Dense
	Labels, NewLabels []int
	Classes           int
}

func (s Samples) oneHot() *mat.Dense { return tutorial.OneHot(s.Labels, s.Classes) }

// Divide divides a set as Protocol says, with at most so many training samples; 0 for all.
func Divide(set *dataset.Set, samples int) Samples {
	rows, _ := set.Samples.Dims()
	split := cmp.Or(set.Split, dataset.NewSplit(rows, func(row int) bool { return row%4 == 3 }))
	train, fresh := split.Train, split.Test
	if samples > 0 {
		train, fresh = evenly(train, samples), evenly(fresh, samples/4)
	}
	s := Samples{Train: trial.RowsOf(set.Samples, train), New: trial.RowsOf(set.Samples, fresh),
		Classes: len(set.Classes)}
	if set.Labels != nil {
		s.Labels, s.NewLabels = trial.LabelsOf(set, train), trial.LabelsOf(set, fresh)
	}
	return s
}

// evenly takes at most so many items of a list, evenly spaced.
func evenly(list []int, most int) []int {
	if len(list) <= most {
		return list
	}
	return words.Each(statistics.Indices(most), func(i int) int { return list[i*len(list)/most] })
}

// firstColumns copies at most so many columns of a matrix.
func firstColumns(m *mat.Dense, most int) *mat.Dense {
	rows, columns := m.Dims()
	return mat.DenseCopyOf(m.Slice(0, rows, 0, min(columns, most)))
}

// valued pairs measures with their values, in their order. Measures at the end may lack one.
func valued(measures []experiment.Measure, values ...float64) map[string][]float64 {
	by := map[string][]float64{}
	for i, v := range values {
		by[measures[i].Name] = []float64{v}
	}
	return by
}
