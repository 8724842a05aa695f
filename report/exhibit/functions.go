package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/strictyaml"
	"gpca/solver/objective"
)

type drawing struct{ declared }

func (drawing) Data() []string { return nil }

// Functions is the kind of a figure that plots functions f.
var Functions = figureKind[functionsFigure]("functions", "draws functions f or their derivatives")

const (
	Objective  = "objective"  // f
	Derivative = "derivative" // f′
)

type functionsFigure struct {
	drawing

	Curves  names   `yaml:"curves" doc:"Methods whose functions are drawn." example:"[p=1, tanh]" required:"yes"`
	Compare names   `yaml:"compare" doc:"Further curves, for reference." example:"[p=2]"`
	Of      string  `yaml:"variable" doc:"The letter on the abscissa." default:"u" example:"x"`
	Plot    string  `yaml:"plot" doc:"f or f′." words:"*derivative objective" example:"objective"`
	From    float64 `yaml:"from" doc:"Where the abscissa begins." default:"0" example:"0"`
	To      float64 `yaml:"to" doc:"Where the abscissa ends." example:"3" required:"yes"`
	Highest float64 `yaml:"highest" doc:"Where the ordinate ends; 0 for nowhere." least:"0" default:"0" example:"3"`
	Half    bool    `yaml:"half" doc:"Draws it half as wide." example:"true"`
}

func (f *functionsFigure) resolve() error {
	// Rounding must not change the order of the few hundred points of a curve.
	if !(f.To-f.From > 1e-9*max(math.Abs(f.From), math.Abs(f.To))) || math.IsInf(f.To-f.From, 0) {
		return f.block.Fault("the figure needs a range from less than to")
	}
	for key, list := range map[string]*names{"curves": &f.Curves, "compare": &f.Compare} {
		var members []string
		for i, written := range *list {
			for _, name := range f.scope.Members(written) {
				if _, err := functionOf(f.scope, name, f.Plot); err != nil {
					return f.block.At(key).Index(i).Fault("%w", err)
				}
				members = append(members, name)
			}
		}
		*list = members
	}
	return nil
}

// functionOf is f or f′ of a method as a function of u, infinite at a pole.
func functionOf(scope Scope, name, plot string) (func(float64) float64, error) {
	m, err := scope.Method(name)
	if err != nil {
		return nil, err
	}
	s, err := m.Function()
	if err != nil {
		return nil, err
	}
	if plot != Objective {
		return func(u float64) float64 {
			if u == 0 && s.Properties().SingularAtZero {
				return math.Inf(1)
			}
			return s.Derivative(u)
		}, nil
	}
	f, ok := objective.Objective(s)
	if !ok {
		return nil, fmt.Errorf("function %s has no f to plot: f′ grows too fast towards 0", s.Name())
	}
	return func(u float64) float64 { return f(math.Abs(u)) }, nil
}

func (f *functionsFigure) Lines() []string { return slices.Concat(f.Curves, f.Compare) }

func (f *functionsFigure) Build(Source) (figures.Figure, error) {
	plot, err := PlotFunctions(f.scope, f.Lines(), f.Plot, f.Of, f.From, f.To)
	if err != nil {
		return nil, err
	}
	plot.Compared, plot.Ordinate[1], plot.Half = len(f.Compare), f.Highest, f.Half
	return plot, nil
}

// PlotFunctions draws f or f′ of methods of a study over a variable; plot is [Objective] or [Derivative].
func PlotFunctions(scope Scope, methods []string, plot, of string, from, to float64) (figures.FunctionPlot, error) {
	drawn := figures.FunctionPlot{XLabel: of, YLabel: "f′(" + of + ")"}
	if plot == Objective {
		drawn.YLabel = "f(" + of + ")"
	}
	for _, name := range methods {
		y, err := functionOf(scope, name, plot)
		if err != nil {
			return drawn, err
		}
		curve := figures.SampleFunction(scope.Label(name), y, from, to)
		curve.Look = scope.Look(name)
		drawn.Curves = append(drawn.Curves, curve)
	}
	return drawn, nil
}

// Layers is the kind of a figure that draws an autoencoder whose decoder mirrors its encoder.
var Layers = figureKind[layersFigure]("layers", "draws an autoencoder whose decoder mirrors its encoder")

type layersFigure struct {
	drawing
	Encoder strictyaml.List[int] `yaml:"encoder" doc:"Neurons, from the input on." example:"[6, 4, 2]" required:"yes"`
}

func (f *layersFigure) resolve() error {
	if len(f.Encoder) < 2 {
		return f.block.At("encoder").Fault("encoder needs an input and a layer, as in [6, 2]")
	}
	for i, n := range f.Encoder {
		if n < 1 || n > 12 {
			return f.block.At("encoder").Index(i).Fault("a layer of %d neurons: 1 to 12 can be drawn", n)
		}
	}
	return nil
}

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

// Network is the kind of a figure that draws the recurrent network of kernel GPCA.
var Network = figureKind[networkFigure]("network", "draws the recurrent network of kernel GPCA")

type networkFigure struct{ drawing }

func (*networkFigure) Build(Source) (figures.Figure, error) { return figures.Network{}, nil }
