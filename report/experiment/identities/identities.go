// Package identities is the kind of experiment that computes both sides of equations on data and their
// difference: rounding, if the equation is an identity.
//
// Identities are entries of lists, by subject: pca.go, reduced.go, kernel.go and supervised.go. Equation
// numbers are those of the lecture notes on principal component analysis by B. Ghojogh (University of Guelph,
// 2023). There, samples are columns; here, they are rows.
package identities

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/lesson"
	"gpca/report/method"
	"gpca/report/strictyaml"
)

// Kind is this kind of experiment. All identities on a set are computed together.
var Kind = experiment.NewKind[Experiment](experiment.About[spec]{
	Name: "identities", Version: 1, Free: func(s *spec) { s.Identity = "" }, Job: job,
	Does: "computes both sides of equations of principal component analysis, and how far apart they are",
})

// Experiment computes identities.
type Experiment struct {
	lesson.Projected `yaml:",inline"`

	Identity strictyaml.List[string] `yaml:"identity" doc:"Equations; all unless named." example:"[projection, trace]"`
}

// Resolve checks a block and sets up the axes.
func (e *Experiment) Resolve(block strictyaml.Node, _ experiment.Scope) error {
	if len(e.Identity) == 0 {
		e.Identity = experiment.Texts(all)
	}
	_, axis, err := experiment.Choose(block, "identity", "Equation", e.Identity, all)
	e.Vary(e.ComponentsAxis(), axis)
	return err
}

const (
	difference = "difference"
	tolerance  = "tolerance"
	holds      = "holds"
)

// Measures are the difference, its tolerance, and the verdict.
func (*Experiment) Measures() []experiment.Measure {
	scientific := func(v float64) string {
		if v == 0 {
			return "0"
		}
		return strconv.FormatFloat(v, 'e', 1, 64)
	}
	return []experiment.Measure{
		{Name: difference, Title: "largest difference", LowerIsBetter: true, Write: scientific,
			Definition: "largest difference of an entry between the two sides, relative to the largest entry of " +
				"either"},
		{Name: tolerance, Title: "tolerance", Write: scientific,
			Definition: "difference up to which an equation counts as holding"},
		{Name: holds, Title: "holds", Range: [2]float64{0, 1},
			Write: func(v float64) string { return map[bool]string{true: "yes", false: "no"}[v == 1] },
			Definition: "yes (1) where the difference is within the tolerance, and for sides that are said not to be " +
				"the same, where it is not; else no (0)"},
	}
}

type spec struct {
	Identity   string `json:"identity"`
	Components int    `json:"components"`
	Samples    int    `json:"samples"`
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	s := spec{p["identity"], e.Number(p), e.Samples}
	if err := e.feasible(s, on.Data); err != nil {
		return experiment.Cell{}, err
	}
	name := fmt.Sprintf("%s, %s, %d components", on.Data.Name, s.Identity, s.Components)
	return experiment.NewCell(Kind, m, on, false, s, name)
}

func (e *Experiment) feasible(s spec, d dataset.Description) error {
	id, err := experiment.Find("identity", s.Identity, all)
	n, data := lesson.Size(s.Samples, d), e.Block.At("data")
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
	case id.sort == labelled && len(d.Classes) < 2:
		return data.Fault("data set %s has no classes, which the equation %s is about: leave it out by identity",
			d.Name, s.Identity)
	}
	return nil
}

// mostSamples and mostFeatures bound the time to a minute, and the memory of products.
const mostSamples, mostFeatures = 1000, 400

// Protocol says how cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	return fmt.Sprintf("%s The two sides of every equation are computed by themselves, with p = %s directions.",
		e.Projected.Protocol(title), e.Numbers())
}

// job computes both sides of each identity; the quadratic feature space takes most of the time.
func job(w experiment.Work[spec]) (experiment.Job, error) {
	first := w.Specs[0]
	n, d := float64(lesson.Size(first.Samples, w.Data)), float64(w.Data.Features)
	cost := experiment.Cost{
		Seconds: (20*n*n*n + 10*n*n*d*d) / 1e9, Bytes: int64(8 * (8*n*n + 4*n*d*d + 8*d*d)),
	}
	return w.InOne("equations", cost, func(ctx context.Context, set *dataset.Set, results []experiment.Result) error {
		return attempt(func() {
			work := newWork(ctx, lesson.Divide(set, first.Samples), first.Components)
			for i := range results {
				id, r := must(experiment.Find("identity", w.Specs[i].Identity, all)), &results[i]
				err := attempt(func() {
					d := apart(id.sides(work))
					verdict := map[bool]float64{true: 1}[id.holds(d)]
					r.Values = map[string][]float64{difference: {d}, tolerance: {id.tolerance()}, holds: {verdict}}
				})
				if check(ctx.Err()); err != nil {
					r.Fail(err)
				}
			}
		})
	}), nil
}

// apart returns the largest difference of an entry, relative to the largest entry of either side.
func apart(a, b mat.Matrix) float64 {
	rows, columns := a.Dims()
	if r, c := b.Dims(); r != rows || c != columns {
		panic(fmt.Sprintf("identities: sides of %d × %d and %d × %d", rows, columns, r, c))
	}
	most, largest := 0.0, 0.0
	for i := range rows {
		for j := range columns {
			x, y := a.At(i, j), b.At(i, j)
			most, largest = max(most, math.Abs(x-y)), slices.Max([]float64{largest, math.Abs(x), math.Abs(y)})
		}
	}
	if most == 0 {
		return 0
	}
	return most / largest
}
