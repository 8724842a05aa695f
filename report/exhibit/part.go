package exhibit

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gpca/figures"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// A part says which part of an experiment's grid an exhibit shows.
type part struct {
	Experiment string  `yaml:"experiment" doc:"Experiment that is shown." example:"usps"`
	Levels     numbers `yaml:"levels" doc:"Levels that are shown; all unless named." example:"[0, 0.1]"`
	Data       names   `yaml:"data" doc:"Data sets that are shown; all unless named." example:"[iris]"`
	At         byAxis  `yaml:"at" doc:"Values of other axes; the first unless named." example:"{components: 2}"`
	Measure    string  `yaml:"measure" doc:"Measure that is shown; the first unless named." example:"misclassification"`

	fixed experiment.Point // further axes, which precede those of At
}

// Shown is embedded in exhibits of a part of one experiment; the decoder requires it to be exported.
type Shown struct {
	declared
	*grid
	Part part `yaml:",inline"`
}

func (s *Shown) locate() (err error) {
	s.grid, err = s.Part.grid(s.scope, s.block)
	return err
}

type grid = layout.Grid

func (p part) grid(scope Scope, block strictyaml.Node) (*grid, error) {
	e, err := scope.Experiment(p.Experiment)
	if err != nil {
		return nil, block.At("experiment").Fault("%w", err)
	}
	return p.of(e, scope, block)
}

func (p part) of(e *experiment.Named, scope Scope, block strictyaml.Node) (*grid, error) {
	g := &grid{Experiment: e, Study: scope, Fixed: experiment.Point{}}
	var err error
	if g.Measured, err = experiment.MeasureOf(e, p.Measure); err != nil {
		return nil, block.At("measure").Fault("experiment %s: %w", e.Name, err)
	}
	for _, pair := range block.Field("at").Pairs() {
		name := pair.Name()
		axis, ok := e.Axis(name)
		if !ok || axis.Open {
			return nil, pair.Key.Fault("experiment %s does not vary %s; it varies %s", e.Name, name,
				strings.Join(varied(e), ", "))
		}
		v, err := axis.Find(pair.Value.Text())
		if err != nil {
			return nil, pair.Value.Fault("experiment %s: %w", e.Name, err)
		}
		g.Fixed[name] = v.Text
		if name == experiment.Data && len(p.Data) > 0 || name == experiment.Level && len(p.Levels) > 0 {
			return nil, pair.Key.Fault("%s is selected as rows: at must not fix it too", name)
		}
	}
	maps.Copy(g.Fixed, p.fixed)
	data, err := valuesOf(g, experiment.Data, p.Data, block.At("data"))
	if err != nil {
		return nil, err
	}
	wanted := words.Each(p.Levels, func(l float64) string { return strconv.FormatFloat(l, 'g', -1, 64) })
	levels, err := valuesOf(g, experiment.Level, wanted, block.At("levels"))
	if err != nil {
		return nil, err
	}
	g.ByLevel = len(levels) > 0
	if !g.ByLevel {
		levels = []experiment.Value{{}}
	}
	for _, d := range data {
		for _, l := range levels {
			g.Spots = append(g.Spots, layout.Spot{Data: d.Text, Level: l})
		}
	}
	return g, nil
}

func varied(e *experiment.Named) []string {
	axes := slices.DeleteFunc(slices.Clone(e.Axes()), func(a experiment.Axis) bool { return a.Open })
	return words.Each(axes, func(a experiment.Axis) string { return a.Name })
}

// values are the wanted values of an axis, all if none is named; nil if the experiment lacks the axis.
func valuesOf(g *grid, name string, wanted []string, at strictyaml.Node) ([]experiment.Value, error) {
	axis, ok := g.Experiment.Axis(name)
	if !ok && len(wanted) > 0 {
		return nil, at.Fault("experiment %s has no %s", g.Experiment.Name, name)
	}
	if fixed, ok := g.Fixed[name]; ok {
		wanted = []string{fixed}
	}
	if len(wanted) == 0 {
		return axis.Values, nil
	}
	var values []experiment.Value
	for i, text := range wanted {
		v, err := axis.Find(text)
		if err != nil {
			return nil, at.Index(i).Fault("experiment %s: %w", g.Experiment.Name, err)
		}
		if slices.ContainsFunc(values, func(o experiment.Value) bool { return o.Text == v.Text }) {
			return nil, at.Index(i).Fault("%s %s stands twice", name, text)
		}
		values = append(values, v)
	}
	return values, nil
}

// columnOf asks for a method along a grid.
func columnOf(src Source, g *grid, method string) []Value { return fill.Along(src, g, method) }

func heading(src Source, s layout.Spot) string {
	return cmp.Or(s.Level.Label, src.Title(s.Data))
}

// found looks up a value of an axis by its label. Numbers match in any notation, data sets in any case.
func found(axis experiment.Axis, label string) (experiment.Value, bool) {
	for _, v := range axis.Values {
		if axis.Name == experiment.Data && strings.EqualFold(v.Text, label) {
			return v, true
		}
	}
	v, err := axis.Find(label)
	return v, err == nil
}

// decodeEntry reads an entry of a list: its own keys into head, all others as values of axes. Several
// values are as many points.
func decodeEntry(n strictyaml.Node, head any, e *experiment.Named, own ...string) ([]experiment.Point, error) {
	if err := n.Only(own...).Decode(head); err != nil {
		return nil, err
	}
	points := []experiment.Point{{}}
	for _, pair := range n.Without(own...).Pairs() {
		axis, ok := e.Axis(pair.Name())
		if !ok || axis.Open {
			return nil, pair.Key.Fault("experiment %s does not vary %s; it varies %s, and an entry may have %s", e.Name,
				pair.Name(), words.Enumerate(varied(e)), words.Enumerate(own))
		}
		var product []experiment.Point
		for _, p := range points {
			for _, entry := range pair.Value.Entries() {
				v, err := axis.Find(entry.Word())
				if err != nil {
					return nil, entry.Fault("experiment %s: %w", e.Name, err)
				}
				product = append(product, p.With(pair.Name(), v.Text))
			}
		}
		points = product
	}
	return points, nil
}

func describeEntries(head any, lists ...string) map[string]strictyaml.Shape {
	entry := strictyaml.Describe("", head)
	entry.Others = &strictyaml.Shape{}
	shapes := map[string]strictyaml.Shape{}
	for _, list := range lists {
		shapes[list] = entry
	}
	return shapes
}

// Kept is embedded in figures of what an experiment keeps at some of its points.
type Kept struct {
	Shown  `yaml:",inline"`
	points []experiment.Point
}

// Data lists the data sets of the points.
func (f *Kept) Data() []string {
	return dataOf(f.points, func(p experiment.Point) []string { return []string{p[experiment.Data]} })
}

// show adds a point, completed by the part of the figure.
func (f *Kept) show(p experiment.Point, at strictyaml.Node) error {
	p, err := f.Place(p)
	if err != nil {
		return at.Fault("%w", err)
	}
	f.points = append(f.points, p)
	return nil
}

func (f *Kept) entries(n strictyaml.Node, head any, label *string, own ...string) (labels []string, err error) {
	points, err := decodeEntry(n, head, f.Experiment, own...)
	if err != nil {
		return nil, err
	}
	for _, p := range points {
		if err := f.show(p, n); err != nil {
			return nil, err
		}
		labels = append(labels, inWords(*label, f.Experiment, f.points[len(f.points)-1]))
	}
	return labels, nil
}

// results asks for the results at all points of the figure, so that all are computed. Instead replaces the
// figure if one is missing, has failed or lacks an artifact.
func (f *Kept) results(src Source, method string, artifacts ...string) (
	results []experiment.Result, instead figures.Figure, err error,
) {
	q := Query{Experiment: f.Experiment, Drawn: len(artifacts) > 0}
	if method != "" {
		if q.Method, err = f.scope.Method(method); err != nil {
			return nil, nil, err
		}
	}
	failure := ""
	for _, q.Point = range f.points {
		if method != "" {
			q.Point = q.Point.With(experiment.Method, method)
		}
		r, ok := src.Result(q)
		if !ok {
			instead = nothingYet
		}
		if r.Inapplicable != "" {
			instead = figures.Placeholder{Text: words.Capitalise(r.Inapplicable) + "."}
		}
		for _, name := range artifacts {
			if r.Bare {
				instead = figures.Placeholder{Text: "This is drawn from arrays.csv, which is not beside results.csv."}
			} else if a, ok := r.Artifacts[name]; ok && a.Shape == nil && a.Data == nil {
				instead = figures.Placeholder{Text: "Samples of real data stay where the data is, so that this is " +
					"drawn from stored cells alone."}
			}
		}
		failure = cmp.Or(r.Failure, failure)
		results = append(results, r)
	}
	if failure != "" {
		instead = figures.Placeholder{Text: "The computation failed: " + failure}
	}
	return results, instead, nil
}
