// Package lesson is what experiments share that show a fact on samples: they have neither
// methods to compare nor anything left to chance. Their samples are some to learn from, the
// training samples, and new ones, which are out of sample.
package lesson

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Options are the fields of an experiment that say on which samples it is carried out.
type Options struct {
	Data    strictyaml.List[string] `yaml:"data" doc:"Data sets, each under its name. Several are an axis of the grid." example:"iris" required:"yes"`
	Samples int                     `yaml:"samples" doc:"Most samples to learn from, taken evenly from all; a quarter as many new ones. 0 stands for all." default:"0" example:"100"`

	axis experiment.Axis
}

// Resolve checks the options of a block.
func (o *Options) Resolve(block strictyaml.Node, scope experiment.Scope) (err error) {
	if o.Samples != 0 && o.Samples < leastSamples {
		return block.At("samples").Fault("samples is %d, must be at least %d, or 0 for all", o.Samples, leastSamples)
	}
	o.axis, err = experiment.DataAxis(block, o.Data, scope)
	return err
}

// leastSamples leaves a few samples out of sample.
const leastSamples = 8

// DataAxis is the axis of the data sets.
func (o *Options) DataAxis() experiment.Axis { return o.axis }

// Projected are the options of an experiment that projects samples on directions.
type Projected struct {
	Options    `yaml:",inline"`
	Components strictyaml.List[int] `yaml:"components" doc:"How many directions samples are projected on: p. Several numbers are an axis." default:"2" example:"[2, 3]"`

	components experiment.Axis
}

// Resolve checks the options of a block.
func (p *Projected) Resolve(block strictyaml.Node, scope experiment.Scope) error {
	p.components = experiment.Axis{Name: "components", Title: "Components"}
	for i, c := range p.Components {
		if c < 1 {
			return block.At("components").Index(i).Fault("components is %d, must be at least 1", c)
		}
		p.components.Values = append(p.components.Values, experiment.Number(float64(c), "component"))
	}
	if len(p.Components) == 0 {
		p.components.Values = []experiment.Value{experiment.Number(2, "component")}
	}
	return p.Options.Resolve(block, scope)
}

// ComponentsAxis is the axis of numbers of components.
func (p *Projected) ComponentsAxis() experiment.Axis { return p.components }

// Number is the number of components at a point.
func (p *Projected) Number(at experiment.Point) (experiment.Value, error) {
	return p.components.Find(at[p.components.Name])
}

// Numbers are the numbers of components, for a sentence.
func (p *Projected) Numbers() string {
	return words.List(words.Each(p.components.Values, func(v experiment.Value) string { return v.Label }), "or")
}

// Check refuses methods, which have nothing to do here.
func (*Options) Check(m method.Method) error {
	if m.Name == "" {
		return nil
	}
	return fmt.Errorf("the experiment has no use for a method, here %s", m.Name)
}

// Setting is none: the samples are as they are.
func (*Options) Setting() string { return "" }

// Settings are none: nothing is iterated.
func (*Options) Settings() string { return "All decompositions are exact." }

// Titles are the titles of the data sets, for a sentence.
func (o *Options) Titles(title func(string) string) string {
	return words.Enumerate(words.Each(o.Data, title))
}

// Protocol says which samples there are.
func (o *Options) Protocol(title func(string) string) string {
	most := ""
	if o.Samples > 0 {
		most = fmt.Sprintf(", at most %d of them to learn from and a quarter as many new ones, taken evenly", o.Samples)
	}
	return fmt.Sprintf("Samples of %s: training and test samples of the published split are what is learnt from and what is out of sample; without a split, every fourth sample is out of sample%s.", o.Titles(title), most)
}

// Size is how many samples of a set there are to learn from, by a Spec.
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

// Samples are those of a set, divided. Labels are nil for a set without classes.
type Samples struct {
	Train, New        *mat.Dense
	Labels, NewLabels []int
}

// Divide divides a set as the protocol says, with at most so many training samples; 0
// stands for all.
func Divide(set *dataset.Set, samples int) Samples {
	var train, fresh []int
	if set.Split != nil {
		train, fresh = set.Split.Train, set.Split.Test
	} else {
		rows, _ := set.Samples.Dims()
		for i := range rows {
			if i%4 == 3 {
				fresh = append(fresh, i)
			} else {
				train = append(train, i)
			}
		}
	}
	if samples > 0 {
		train, fresh = evenly(train, samples), evenly(fresh, samples/4)
	}
	s := Samples{Train: rows(set.Samples, train), New: rows(set.Samples, fresh)}
	if set.Labels != nil {
		for _, i := range train {
			s.Labels = append(s.Labels, set.Labels[i])
		}
		for _, i := range fresh {
			s.NewLabels = append(s.NewLabels, set.Labels[i])
		}
	}
	return s
}

// evenly takes at most so many of a list, at even distances.
func evenly(list []int, most int) []int {
	if len(list) <= most {
		return list
	}
	taken := make([]int, most)
	for i := range taken {
		taken[i] = list[i*len(list)/most]
	}
	return taken
}

// Some takes at most so many samples, at even distances.
func Some(samples *mat.Dense, most int) *mat.Dense {
	n, _ := samples.Dims()
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return rows(samples, evenly(all, most))
}

// FirstColumns are the first columns of a matrix, all where there are not more.
func FirstColumns(m *mat.Dense, most int) *mat.Dense {
	rows, columns := m.Dims()
	return mat.DenseCopyOf(m.Slice(0, rows, 0, min(columns, most)))
}

func rows(m *mat.Dense, of []int) *mat.Dense {
	_, columns := m.Dims()
	part := mat.NewDense(len(of), columns, nil)
	for to, from := range of {
		part.SetRow(to, m.RawRowView(from))
	}
	return part
}
