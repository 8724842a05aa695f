package lesson

import (
	"context"
	"fmt"
	"strconv"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/strictyaml"
)

// Identities computes both sides of equations on data and their difference: rounding, if the equation is an
// identity. All equations on a set are computed together.
var Identities = experiment.NewKind[identities](experiment.About[identitiesSpec]{
	Name: "identities", Version: 1, Free: func(s *identitiesSpec) { s.Identity = "" }, Job: identitiesJob,
	Does: "computes both sides of equations of principal component analysis, and how far apart they are",
})

type identities struct {
	Projected `yaml:",inline"`

	Identity strictyaml.List[string] `yaml:"identity" doc:"Equations; all unless named." example:"[projection, trace]"`
}

type identitiesSpec struct {
	Identity   string `json:"identity"`
	Components int    `json:"components"`
	Samples    int    `json:"samples"`
}

// Resolve checks a block and sets up the axes.
func (e *identities) Resolve(block strictyaml.Node, _ experiment.Scope) error {
	if len(e.Identity) == 0 {
		e.Identity = experiment.Texts(equations)
	}
	_, axis, err := experiment.Choose(block, "identity", "Equation", e.Identity, equations)
	e.Vary(e.componentsAxis(), axis)
	return err
}

// Measures are the difference, its tolerance, and the verdict.
func (*identities) Measures() []experiment.Measure { return ofIdentities }

var ofIdentities = []experiment.Measure{
	{Name: "difference", Title: "largest difference", LowerIsBetter: true, Write: scientific,
		Definition: "largest difference of an entry between the two sides, relative to the largest entry of either"},
	{Name: "tolerance", Title: "tolerance", Write: scientific,
		Definition: "difference up to which an equation counts as holding"},
	{Name: "holds", Title: "holds", Range: [2]float64{0, 1}, Write: yesOrNo,
		Definition: "yes (1) where the difference is within the tolerance, and for sides that are said not to be the " +
			"same, where it is not; else no (0)"},
}

func scientific(v float64) string {
	if v == 0 {
		return "0"
	}
	return strconv.FormatFloat(v, 'e', 1, 64)
}

func yesOrNo(v float64) string {
	if v == 1 {
		return "yes"
	}
	return "no"
}

// Cell returns the cell of a point.
func (e *identities) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	s := identitiesSpec{p["identity"], e.componentsAt(p), e.Samples}
	if err := e.feasible(s, on.Data); err != nil {
		return experiment.Cell{}, err
	}
	name := fmt.Sprintf("%s, %s, %d components", on.Data.Name, s.Identity, s.Components)
	return experiment.NewCell(Identities, m, on, false, s, name)
}

func (e *identities) feasible(s identitiesSpec, d dataset.Description) error {
	// These bound the time to a minute, and the memory of products.
	const mostSamples, mostFeatures = 1000, 400
	id, err := experiment.Find("identity", s.Identity, equations)
	n, data := Size(s.Samples, d), e.Block.At("data")
	switch most := min(n, d.Features); {
	case err != nil:
		return err
	case s.Components >= most:
		return e.Block.At("components").Fault(
			"%d components of data set %s: %d samples of %d features leave room for fewer than %d",
			s.Components, d.Name, n, d.Features, most)
	case n > mostSamples || d.Features > mostFeatures:
		return data.Fault("data set %s has %d samples to learn from, of %d features: "+
			"the equations are computed for at most %d, which samples sets, of %d",
			d.Name, n, d.Features, mostSamples, mostFeatures)
	case id.labelled && len(d.Classes) < 2:
		return data.Fault("data set %s has no classes, which the equation %s is about: leave it out by identity",
			d.Name, s.Identity)
	}
	return nil
}

// Protocol says how cells are computed.
func (e *identities) Protocol(title func(string) string) string {
	return fmt.Sprintf("%s The two sides of every equation are computed by themselves, with p = %s directions.",
		e.Options.Protocol(title), e.numbers())
}

// identitiesJob computes both sides of each equation; the quadratic feature space takes most of the time. What fails
// one equation leaves the others alone.
func identitiesJob(w experiment.Work[identitiesSpec]) (experiment.Job, error) {
	first := w.Specs[0]
	n, d := sizes(first.Samples, w.Data)
	cost := experiment.Cost{
		Seconds: (20*n*n*n + 10*n*n*d*d) / 1e9, Bytes: int64(8 * (8*n*n + 4*n*d*d + 8*d*d)),
	}
	return w.InOne("equations", cost, func(ctx context.Context, set *dataset.Set, results []experiment.Result) error {
		work, err := newWork(ctx, Divide(set, first.Samples), first.Components)
		if err != nil {
			return err
		}
		for i := range results {
			id, err := experiment.Find("identity", w.Specs[i].Identity, equations)
			if err != nil {
				return err
			}
			d, err := id.compare(work)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				results[i].Fail(err)
			default:
				results[i].Values = valued(ofIdentities, d, id.tolerance, number(id.holds(d)))
			}
		}
		return nil
	}), nil
}
