package layout

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// A Part says which part of an experiment an exhibit shows.
type Part struct {
	Experiment string  `yaml:"experiment" doc:"Experiment that is shown." example:"usps"`
	Levels     numbers `yaml:"levels" doc:"Levels that are shown; all unless named." example:"[0, 0.1]"`
	Data       names   `yaml:"data" doc:"Data sets that are shown; all unless named." example:"[iris]"`

	At map[string]strictyaml.Node `yaml:"at" doc:"Values of other axes; else the first." example:"{components: 2}"`

	Measure string `yaml:"measure" doc:"Measure that is shown; the first unless named." example:"misclassification"`
}

// Grid finds the experiment of the part.
func (p Part) Grid(study Study, block strictyaml.Node) (*Grid, error) {
	e, err := study.Experiment(p.Experiment)
	if err != nil {
		return nil, block.At("experiment").Fault("%w", err)
	}
	return p.of(e, study, block, nil)
}

// of is the part of an experiment. Further values of axes go before those that the block names.
func (p Part) of(e *experiment.Named, study Study, block strictyaml.Node, further experiment.Point) (*Grid, error) {
	g := &Grid{Experiment: e, Study: study, Fixed: experiment.Point{}}
	var err error
	if g.Measured, err = experiment.MeasureOf(e, p.Measure); err != nil {
		return nil, block.At("measure").Fault("experiment %s: %w", e.Name, err)
	}
	for _, pair := range block.Field("at").Pairs() {
		name := pair.Name()
		axis, err := closed(e, name, pair.Key)
		if err != nil {
			return nil, err
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
	maps.Copy(g.Fixed, further)
	data, err := g.Values(experiment.Data, p.Data, block.At("data"))
	if err != nil {
		return nil, err
	}
	wanted := words.Each(p.Levels, func(l float64) string { return strconv.FormatFloat(l, 'g', -1, 64) })
	levels, err := g.Values(experiment.Level, wanted, block.At("levels"))
	if err != nil {
		return nil, err
	}
	g.ByLevel = len(levels) > 0
	if !g.ByLevel {
		levels = []experiment.Value{{}}
	}
	for _, d := range data {
		for _, l := range levels {
			g.Spots = append(g.Spots, Spot{d.Text, l})
		}
	}
	return g, nil
}

// closed returns an axis whose values the experiment lists.
func closed(e *experiment.Named, name string, at strictyaml.Node) (experiment.Axis, error) {
	axis, ok := e.Axis(name)
	if !ok || axis.Open {
		return axis, at.Fault("experiment %s does not vary %s; it varies %s", e.Name, name, words.Enumerate(varied(e)))
	}
	return axis, nil
}

// varied names the axes whose values the experiment lists.
func varied(e *experiment.Named) []string {
	listed := slices.DeleteFunc(slices.Clone(e.Axes()), func(a experiment.Axis) bool { return a.Open })
	return words.Each(listed, func(a experiment.Axis) string { return a.Name })
}

// Values are the wanted values of an axis. All are wanted if none is named. There are none if the experiment lacks the
// axis.
func (g *Grid) Values(name string, wanted []string, at strictyaml.Node) (values []experiment.Value, err error) {
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

// Entry reads an entry of a list: the keys of head into it, all others as values of axes. It returns a point for each
// combination of the values.
func Entry(n strictyaml.Node, head any, e *experiment.Named) ([]experiment.Point, error) {
	own := strictyaml.Keys(head)
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

// InWords puts the values of a point into a label: {components} and {components.value}.
func InWords(label string, e *experiment.Named, p experiment.Point) string {
	p = e.Complete(p)
	for _, axis := range e.Axes() {
		v, err := axis.Find(p[axis.Name])
		if err != nil {
			continue
		}
		bare := v.Text
		if !math.IsNaN(v.Number) {
			bare = words.Thousands(v.Number)
		}
		label = strings.NewReplacer("{"+axis.Name+"}", v.Phrase, "{"+axis.Name+".value}", bare).Replace(label)
	}
	return label
}
