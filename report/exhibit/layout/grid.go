package layout

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// A Grid is a part of an experiment with spots along the levels, or along the data sets if there are no
// levels. All other axes are fixed.
type Grid struct {
	Experiment *experiment.Named
	Measured   experiment.Measure
	Fixed      experiment.Point
	Spots      []Spot
	ByLevel    bool
	Study      Study
}

// A Spot is a data set, at a level if there are levels.
type Spot struct {
	Data  string
	Level experiment.Value // zero without levels
}

// A Query asks for a measure of the cell at a point of an experiment.
type Query struct {
	Experiment *experiment.Named
	Point      experiment.Point // complete
	Method     method.Method    // zero for an experiment without methods
	Measure    string           // empty for the first
	// Optional marks a result that is computed only if another exhibit needs it.
	Optional bool
	// Drawn marks a query for artifacts of the result, not only its numbers.
	Drawn bool
}

// Point is the point of a spot, without further axes.
func (g *Grid) Point(s Spot) experiment.Point {
	p := g.Fixed.With(experiment.Data, s.Data)
	if g.ByLevel {
		p[experiment.Level] = s.Level.Text
	}
	return p
}

// Place completes the point of an exhibit that shows one cell. The point names the data set and the level if the grid
// has several.
func (g *Grid) Place(p experiment.Point) (experiment.Point, error) {
	first := g.Spots[0]
	for _, s := range g.Spots[1:] {
		if s.Data != first.Data && p[experiment.Data] == "" ||
			s.Level.Text != first.Level.Text && p[experiment.Level] == "" {
			return nil, fmt.Errorf("experiment %s has several data sets or levels, and this shows one: name it by at",
				g.Experiment.Name)
		}
	}
	all := g.Point(first)
	maps.Copy(all, p)
	return g.Experiment.Complete(all), nil
}

// Query asks for a measure at a complete point.
func (g *Grid) Query(p experiment.Point, m experiment.Measure) (q Query, err error) {
	q = Query{Experiment: g.Experiment, Point: p, Measure: m.Name}
	if axis, _ := g.Experiment.Axis(experiment.Method); axis.Open {
		q.Method, err = g.Study.Method(p[experiment.Method])
	}
	return q, err
}

// along are the axes on which the spots differ: data sets and levels, or only one of them.
func (g *Grid) along() []string {
	switch {
	case !g.ByLevel:
		return []string{experiment.Data}
	case len(g.Data()) < 2:
		return []string{experiment.Level}
	}
	return []string{experiment.Data, experiment.Level}
}

// shown are the data sets, or the levels, of the spots.
func (g *Grid) shown(axis string) []string {
	if axis == experiment.Data {
		return g.Data()
	}
	return words.AppendNew(nil, words.Each(g.Spots, func(s Spot) string { return s.Level.Text })...)
}

func (g *Grid) SpotsAre() string {
	if g.ByLevel {
		return "levels"
	}
	return "data sets"
}

func (g *Grid) Data() []string {
	return words.AppendNew(nil, words.Each(g.Spots, func(s Spot) string { return s.Data })...)
}

// Labels are the texts of the spots.
func (g *Grid) Labels() []string {
	return words.Each(g.Spots, func(s Spot) string { return cmp.Or(s.Level.Text, s.Data) })
}

func (s Spot) Title() Title {
	if s.Level.Label != "" {
		return Fixed(s.Level.Label)
	}
	return Title{Pieces: []Piece{{Data: s.Data}}}
}

// SigmaOn is the kernel width of a spot, 0 without a Gaussian kernel.
func (g *Grid) SigmaOn(s Spot) float64 {
	e, ok := g.Experiment.Experiment.(interface {
		KernelAt(experiment.Point) subspace.Kernel
	})
	if !ok {
		return 0
	}
	if k := e.KernelAt(g.Experiment.Complete(g.Point(s))); k.Function == "gaussian" {
		return k.SigmaOn(s.Data)
	}
	return 0
}

// CheckMethod checks that the study has a method and that the experiment, if the grid has one, can use it.
func (g *Grid) CheckMethod(name string, at strictyaml.Node) error {
	m, err := g.Study.Method(name)
	if err == nil && g.Experiment != nil {
		err = g.Experiment.Check(m)
	}
	if err != nil {
		return at.Fault("%w", err)
	}
	return nil
}

// CheckOne checks the method of an exhibit that shows one. None is needed if the experiment lists its own, which are
// an axis.
func (g *Grid) CheckOne(name string, block strictyaml.Node) error {
	axis, _ := g.Experiment.Axis(experiment.Method)
	switch {
	case name != "":
		return g.CheckMethod(name, block.At("method"))
	case axis.Open:
		return block.Fault("experiment %s has methods: name one by method", g.Experiment.Name)
	}
	return nil
}

// CheckMethods expands families, and checks the methods of a list.
func (g *Grid) CheckMethods(names []string, list strictyaml.Node) (all []string, err error) {
	for i, written := range names {
		for _, name := range g.Study.Members(written) {
			if err := g.CheckMethod(name, list.Index(i)); err != nil {
				return nil, err
			}
			if slices.Contains(all, name) {
				return nil, list.Index(i).Fault("method %s stands twice", name)
			}
			all = append(all, name)
		}
	}
	return all, nil
}
