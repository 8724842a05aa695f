package exhibit

import (
	"fmt"
	"slices"

	"gpca/figures"
	"gpca/report/strictyaml"
)

// Layers is the kind of a figure that draws an autoencoder whose decoder mirrors its
// encoder.
var Layers = Kind{"layers", "draws an autoencoder whose decoder mirrors its encoder", made[layersFigure]}

type layersFigure struct {
	declared

	Encoder strictyaml.List[int] `yaml:"encoder" doc:"Numbers of neurons, from the input to the narrowest layer." example:"[6, 4, 2]" required:"yes"`
}

var _ Figure = (*layersFigure)(nil)

func (f *layersFigure) resolve() error {
	if len(f.Encoder) < 2 {
		return f.block.At("encoder").Fault("figure %s needs an input and a layer, as in [6, 2]", f.head.Number)
	}
	for i, n := range f.Encoder {
		if n < 1 || n > 12 {
			return f.block.At("encoder").Index(i).Fault("a layer of %d neurons: 1 to 12 can be drawn", n)
		}
	}
	return nil
}

// Data is none: the drawing is no result.
func (*layersFigure) Data() []string { return nil }

// Build draws the figure.
func (f *layersFigure) Build(Source) (figures.Figure, error) {
	last := len(f.Encoder) - 1
	l := figures.Layers{Widths: slices.Clone(f.Encoder), Names: make([]string, 2*last+1),
		Weights: make([]string, 2*last)}
	for _, n := range slices.Backward(f.Encoder[:last]) {
		l.Widths = append(l.Widths, n)
	}
	l.Names[0], l.Names[last], l.Names[2*last] = "x − μ", "projection", "reconstruction"
	for i := range last {
		l.Weights[i], l.Weights[2*last-1-i] = fmt.Sprintf("U_{%d}^{T}", i+1), fmt.Sprintf("U_{%d}", i+1)
	}
	return l, nil
}
