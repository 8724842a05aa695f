// Package identities is the kind of experiment that computes both sides of equations on
// data, and says how far apart they are: of an identity, nothing but rounding.
//
// An identity is an entry of a list, by subject: pca.go, reduced.go, kernel.go and
// supervised.go. Equation numbers are those of the lecture notes on principal component
// analysis by B. Ghojogh (University of Guelph, 2023), who takes samples as columns; here
// they are rows.
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
	"gpca/report/formula"
	"gpca/report/method"
	"gpca/report/strictyaml"
)

// Kind is the kind of these experiments.
type Kind struct{ lesson.Fixed }

// Name is what a study file calls the kind.
func (Kind) Name() string { return "identities" }

// Version is raised with every change that changes results.
func (Kind) Version() int { return 1 }

// Block says what a study file may say of an experiment of the kind.
func (Kind) Block() strictyaml.Shape {
	return strictyaml.Describe("computes both sides of equations of principal component analysis, and how far apart they are", Experiment{})
}

// Experiment is an experiment of the kind.
type Experiment struct {
	lesson.Projected `yaml:",inline"`
	Identity         strictyaml.List[string] `yaml:"identity" doc:"Equations by name, an axis of the grid; all unless named." example:"[projection, dual-projection]"`

	block strictyaml.Node
	// axis are the identities chosen. It is made once: its words come out of formulas.
	axis experiment.Axis
}

// Decode reads an experiment from its block in a study file.
func (Kind) Decode(block strictyaml.Node, scope experiment.Scope) (experiment.Experiment, error) {
	e := &Experiment{block: block}
	if err := block.Decode(e); err != nil {
		return nil, err
	}
	if err := e.Resolve(block, scope); err != nil {
		return nil, err
	}
	var chose []identity
	for i, name := range e.Identity {
		id, err := find(name)
		if err != nil {
			return nil, block.At("identity").Index(i).Fault("%w", err)
		}
		chose = append(chose, id)
	}
	if len(chose) == 0 {
		chose = all
	}
	e.axis = experiment.Axis{Name: "identity", Title: "Equation"}
	for _, id := range chose {
		v := experiment.Word(id.name, id.name)
		v.TeX = id.heading()
		v.Label = formula.Plain(v.TeX)
		e.axis.Values = append(e.axis.Values, v)
	}
	return e, nil
}

// Axes are the data sets, the numbers of directions and the identities.
func (e *Experiment) Axes() []experiment.Axis {
	return []experiment.Axis{e.DataAxis(), e.ComponentsAxis(), e.axis}
}

// The names of the measures.
const (
	difference = "difference"
	tolerance  = "tolerance"
	holds      = "holds"
)

// Measures are the difference, what of it is rounding, and the verdict.
func (*Experiment) Measures() []experiment.Measure {
	scientific := func(v float64) string {
		if v == 0 {
			return "0"
		}
		return strconv.FormatFloat(v, 'e', 1, 64)
	}
	return []experiment.Measure{
		{Name: difference, Title: "largest difference", LowerIsBetter: true, Write: scientific,
			Definition: "largest difference of an entry between the two sides, relative to the largest entry of either"},
		{Name: tolerance, Title: "tolerance", Write: scientific,
			Definition: "difference up to which an equation counts as holding"},
		{Name: holds, Title: "holds",
			Range: [2]float64{0, 1}, Write: func(v float64) string { return map[bool]string{true: "yes", false: "no"}[v == 1] },
			Definition: "yes (1) where the difference is within the tolerance, and for sides that are said not to be the same, where it is not; else no (0)"},
	}
}

// spec is the part of a cell's key that the kind adds.
type spec struct {
	Identity   string `json:"identity"`
	Components int    `json:"components"`
	Samples    int    `json:"samples"`
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	v, err := e.Number(p)
	if err != nil {
		return experiment.Cell{}, err
	}
	s := spec{p["identity"], int(v.Number), e.Samples}
	return experiment.NewCell(Kind{}, m, on, false, s, fmt.Sprintf("%s, %s, %d components", on.Data.Name, s.Identity, s.Components))
}

// Feasible returns an error for a cell that cannot be computed.
func (e *Experiment) Feasible(c experiment.Cell, d dataset.Description) error {
	var s spec
	if err := c.Decode(&s); err != nil {
		return err
	}
	id, err := find(s.Identity)
	n := lesson.Size(s.Samples, d)
	switch {
	case err != nil:
		return err
	case s.Components >= min(n, d.Features):
		return e.block.At("components").Fault("%d components of data set %s: %d samples of %d features leave room for fewer than %d",
			s.Components, d.Name, n, d.Features, min(n, d.Features))
	case n > mostSamples || d.Features > mostFeatures:
		return e.block.At("data").Fault("data set %s has %d samples to learn from, of %d features: the equations are computed for at most %d, which samples sets, of %d",
			d.Name, n, d.Features, mostSamples, mostFeatures)
	case id.labelled && len(d.Classes) < 2:
		return e.block.At("data").Fault("data set %s has no classes, which the equation %s is about: leave it out by identity", d.Name, s.Identity)
	}
	return nil
}

// mostSamples and mostFeatures keep the time within a minute, which grows with their cube,
// and the products of all features within memory.
const mostSamples, mostFeatures = 1000, 400

// Protocol says how the cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	return fmt.Sprintf("%s The two sides of every equation are computed by themselves, with p = %s directions.", e.Projected.Protocol(title), e.Numbers())
}

// Training names what cells are computed together: all identities on a set.
func (Kind) Training(c experiment.Cell) string {
	return experiment.TrainingOf(c, func(s *spec) { s.Identity = "" })
}

type job struct{ lesson.Job[spec] }

// Job plans the work on cells of one training.
func (Kind) Job(cells []experiment.Cell, data dataset.Description) (experiment.Job, error) {
	j, err := lesson.NewJob[spec](cells, data)
	return &job{j}, err
}

// Title says what is computed.
func (j *job) Title() string { return j.Data.Title + ", equations" }

// Cost estimates the decompositions, of which those in the feature space of the quadratic
// kernel take the most.
func (j *job) Cost() experiment.Cost {
	n, d := float64(lesson.Size(j.Specs[0].Samples, j.Data)), float64(j.Data.Features)
	return experiment.Cost{Seconds: (20*n*n*n + 10*n*n*d*d) / 1e9, Bytes: int64(8 * (8*n*n + 4*n*d*d + 8*d*d))}
}

// Run computes both sides of each identity.
func (j *job) Run(ctx context.Context, env experiment.Env) error {
	return experiment.InOne(ctx, env, j.Cost(), j.Cells, func(results []experiment.Result) error {
		s := j.Specs[0]
		w, err := newWork(ctx, lesson.Divide(env.Set(), s.Samples), len(j.Data.Classes), s.Components)
		if err != nil {
			return err
		}
		for i := range results {
			if err := ctx.Err(); err != nil {
				return err
			}
			id, err := find(j.Specs[i].Identity)
			if err != nil {
				return err
			}
			r := &results[i]
			if left, right, err := id.sides(w); err != nil {
				r.Fail(err)
			} else {
				d := apart(left, right)
				verdict := map[bool]float64{true: 1}[id.holds(d)]
				r.Values = map[string][]float64{difference: {d}, tolerance: {id.tolerance()}, holds: {verdict}}
			}
		}
		return nil
	})
}

// apart is the largest difference of an entry, relative to the largest entry of either
// side.
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
