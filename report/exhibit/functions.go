package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/strictyaml"
)

// Functions is the kind of a figure that plots score functions.
var Functions = Kind{"functions", func() decoder { return &functionsFigure{} }}

type functionsFigure struct {
	declared

	Curves strictyaml.List[string] `yaml:"curves"`
	// Compare are further curves, for reference.
	Compare strictyaml.List[string] `yaml:"compare"`
	// Plot is f (objective) or f' (derivative, the default).
	Plot    string  `yaml:"plot"`
	From    float64 `yaml:"from"`
	To      float64 `yaml:"to"`
	Highest float64 `yaml:"highest"` // clips the ordinate; 0 does not
	// Half draws the figure half as wide, so that two stand side by side.
	Half bool `yaml:"half"`
}

var _ Figure = (*functionsFigure)(nil)

func (f *functionsFigure) resolve() error {
	switch {
	case !(f.From < f.To) || math.IsInf(f.To-f.From, 0) || len(f.Curves) == 0:
		return f.block.Fault("figure %s needs curves, and a range from less than to", f.head.Number)
	case !(f.Highest >= 0) || math.IsInf(f.Highest, 0):
		return f.block.At("highest").Fault("highest is %g, must be positive", f.Highest)
	case f.Plot != "" && f.Plot != "objective" && f.Plot != "derivative":
		return f.block.At("plot").Fault("plot is %q, must be derivative or objective", f.Plot)
	}
	for _, curves := range []struct {
		key   string
		names []string
	}{{"curves", f.Curves}, {"compare", f.Compare}} {
		for i, name := range curves.names {
			if _, err := f.ordinate(name); err != nil {
				return f.block.At(curves.key).Index(i).Fault("figure %s: %w", f.head.Number, err)
			}
		}
	}
	return nil
}

// Data is none: functions are no results.
func (f *functionsFigure) Data() []string { return nil }

// ordinate is f or f′ of a method as a function of u, infinite at a pole.
func (f *functionsFigure) ordinate(name string) (func(float64) float64, error) {
	m, err := f.scope.Method(name)
	if err != nil {
		return nil, err
	}
	s, err := m.Function()
	if err != nil {
		return nil, err
	}
	if f.Plot != "objective" {
		return func(u float64) float64 {
			if u == 0 && s.Properties().SingularAtZero {
				return math.Inf(1)
			}
			return s.Derivative(u)
		}, nil
	}
	if _, closed := s.Primitive(1); !closed {
		return nil, fmt.Errorf("score %s has no closed form of f to plot", s.Name())
	}
	return func(u float64) float64 {
		v, _ := s.Primitive(u)
		return v
	}, nil
}

// Build draws the figure.
func (f *functionsFigure) Build(Source) (figures.Figure, error) {
	plot := figures.FunctionPlot{XLabel: "u", YLabel: "f′(u)", Highest: f.Highest, Half: f.Half}
	if f.Plot == "objective" {
		plot.YLabel = "f(u)"
	}
	for _, name := range slices.Concat(f.Curves, f.Compare) {
		ordinate, err := f.ordinate(name)
		if err != nil {
			return nil, fmt.Errorf("figure %s: %w", f.head.Number, err)
		}
		plot.Curves = append(plot.Curves, figures.SampleFunction(f.scope.Label(name), ordinate, f.From, f.To))
	}
	return plot, nil
}

// Network is the kind of a figure that draws the recurrent network of kernel GPCA.
var Network = Kind{"network", func() decoder { return &networkFigure{} }}

type networkFigure struct{ declared }

var _ Figure = (*networkFigure)(nil)

func (*networkFigure) resolve() error { return nil }

// Data is none: the network is no result.
func (*networkFigure) Data() []string { return nil }

// Build draws the figure.
func (*networkFigure) Build(Source) (figures.Figure, error) { return figures.Network{}, nil }
