package exhibit

import (
	"cmp"

	"gpca/figures"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Shown is embedded in exhibits of a part of one experiment; the decoder requires it to be exported.
type Shown struct {
	declared
	*layout.Grid
	Part layout.Part `yaml:",inline"`
}

func (s *Shown) locate() (err error) {
	s.Grid, err = s.Part.Grid(s.scope, s.block)
	return err
}

// entryOf is the shape of an entry that has a head, and values of axes.
func entryOf(head any) strictyaml.Shape {
	entry := strictyaml.Describe("", head)
	entry.Others = &strictyaml.Shape{}
	return entry
}

// Kept is embedded in figures of what an experiment keeps at some of its points.
type Kept struct {
	Shown  `yaml:",inline"`
	points []experiment.Point
}

func (f *Kept) Data() []string {
	return words.AppendNew(nil, words.Each(f.points, func(p experiment.Point) string { return p[experiment.Data] })...)
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

func (f *Kept) entries(n strictyaml.Node, head any, label *string) (labels []string, err error) {
	points, err := layout.Entry(n, head, f.Experiment)
	if err != nil {
		return nil, err
	}
	for _, p := range points {
		if err := f.show(p, n); err != nil {
			return nil, err
		}
		labels = append(labels, layout.InWords(*label, f.Experiment, f.points[len(f.points)-1]))
	}
	return labels, nil
}

// results asks for the results at all points of the figure, so that all are computed. If one is missing, has failed or
// lacks an artifact, instead is drawn in place of the figure.
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
	for _, p := range f.points {
		q.Point = p
		if method != "" {
			q.Point = p.With(experiment.Method, method)
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
