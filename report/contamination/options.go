package contamination

import (
	"math"

	"gpca/report/dataset"
	"gpca/report/formula"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Options are the keys of a study file that say which outliers are planted.
type Options struct {
	Contamination string `yaml:"contamination" doc:"Outliers to plant." example:"orthogonal"`

	// By default, outliers lie far outside, where a robust method is expected to recognise them.
	Gamma strictyaml.List[float64] `yaml:"gamma" doc:"Their distance in robust spreads." default:"10" example:"[5, 10]"`

	// Planted is the kind of these outliers, nil for none.
	Planted *Kind `yaml:"-"`
}

func (Options) Describe() map[string]strictyaml.Shape {
	kinds := words.Each(Catalogue(), func(k *Kind) string { return k.Name })
	meanings := words.Each(Catalogue(), func(k *Kind) string { return k.Name + ": " + formula.Plain(k.Definition) })
	return map[string]strictyaml.Shape{"contamination": {Words: kinds, Meanings: meanings}}
}

// Resolve checks the keys of a block.
func (o *Options) Resolve(block strictyaml.Node) (err error) {
	gamma := block.Field("gamma")
	if o.Contamination == "" {
		if !gamma.IsZero() {
			return gamma.Fault("gamma is for contamination, and the experiment has none: add one, or leave it out")
		}
		return nil
	}
	if o.Planted, err = Find(o.Contamination); err != nil {
		return block.At("contamination").Fault("%w", err)
	}
	if !o.Planted.Shifts && !gamma.IsZero() {
		return gamma.Fault("contamination %s has no distance: leave out gamma", o.Planted.Name)
	}
	for i, g := range o.Gamma {
		if !(g > 0) || math.IsInf(g, 0) {
			return block.At("gamma").Index(i).Fault("gamma is %g, must be positive", g)
		}
	}
	return nil
}

// Plants returns the kind of outliers to plant, nil for none.
func (o *Options) Plants() *Kind { return o.Planted }

// Suits returns an error for data among which nothing of the kind can be planted.
func (o *Options) Suits(d dataset.Description, block strictyaml.Node) error {
	if o.Planted == nil || !o.Planted.OfImages || d.Image.Width > 0 {
		return nil
	}
	return block.At("contamination").Fault("data set %s has no pixels, which contamination %s needs: take a data "+
		"set of images, or another contamination", d.Name, o.Planted.Name)
}
