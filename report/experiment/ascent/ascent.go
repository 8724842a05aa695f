// Package ascent is the kind of experiment that follows the ascent to the first component step by step, under
// one or more updates (a list): whether the objective falls, and where the ascent ends. All work on the kernel
// matrix K; in input space the kernel is linear.
package ascent

import (
	"context"
	_ "embed" // for the measures
	"fmt"
	"math"
	"slices"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/lesson"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// Kind is this kind of experiment. Cells on one kernel matrix are computed together.
var Kind = experiment.NewKind[Experiment](experiment.About[spec]{
	Name: "ascent", Version: 1, Free: func(s *spec) { s.Score, s.Update = "", "" }, Job: job,
	Does: "follows the ascent to the first component step by step, under one update or several",
})

// Experiment follows ascents.
type Experiment struct {
	lesson.Options `yaml:",inline"`

	Class   strictyaml.List[string] `yaml:"class" doc:"Classes, one by one; all unless named." example:"eight"`
	Methods strictyaml.List[string] `yaml:"method" doc:"Methods whose function is climbed." example:"tanh" required:"yes"`

	Update strictyaml.List[string] `yaml:"update" doc:"How the next state follows." default:"parallel" example:"serial"`

	Sigma  float64 `yaml:"sigma" doc:"Width of a Gaussian kernel; input space unless given." example:"2500"`
	Starts int     `yaml:"starts" doc:"Samples to start from, the longest first." least:"1" default:"10" example:"5"`
	Steps  int     `yaml:"steps" doc:"Most steps from a start." least:"1" default:"1000" example:"200"`

	chose     []update
	functions map[string]objective.Function
}

func (Experiment) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"update": {Words: experiment.Texts(updates)}}
}

// whole is the class of a point for all samples together.
const whole = "all"

func (e *Experiment) Resolve(block strictyaml.Node, scope experiment.Scope) (err error) {
	if !(e.Sigma >= 0) || math.IsInf(e.Sigma, 1) {
		return block.At("sigma").Fault("sigma is %g, must be positive, or left out for input space", e.Sigma)
	}
	class := experiment.NewAxis("class", "Class", e.Class, func(c string) experiment.Value {
		return experiment.Word(c, "class "+c)
	})
	if len(e.Class) == 0 {
		class.Values = []experiment.Value{experiment.Word(whole, "all samples")}
	}
	var axis experiment.Axis
	e.chose, axis, err = experiment.Choose(block, "update", "Update", e.Update, updates)
	if err != nil {
		return err
	}
	joint := slices.ContainsFunc(e.chose, func(u update) bool { return u.moves })
	e.functions = map[string]objective.Function{}
	for i, name := range e.Methods {
		at := block.At("method").Index(i)
		m, err := scope.Method(name)
		if err == nil {
			e.functions[name], err = m.Function()
		}
		if err != nil {
			return at.Fault("%w", err)
		}
		if _, closed := e.functions[name].Primitive(1); !closed {
			return at.Fault("the function of %s has no closed form, so that there is no objective to follow", name)
		}
		if _, ok := threshold(e.functions[name]); joint && !ok {
			return at.Fault("a joint ascent moves a of the Skeleton, which %s is not: write a=1 for one that starts "+
				"at 1", name)
		}
	}
	methods := experiment.NewAxis(experiment.Method, "Function", e.Methods, func(name string) experiment.Value {
		return experiment.Word(name, name)
	})
	e.Vary(class, methods, axis)
	return e.Measure(experiment.ReadMeasures(measures))
}

const (
	steps             = "steps"
	falls             = "falls"
	largestFall       = "largest-fall"
	settled           = "settled"
	period            = "period"
	ends              = "ends"
	work              = "work"
	objectiveValue    = "objective"
	angleL1           = "angle-l1"
	angleL2           = "angle-l2"
	angleParallel     = "angle-parallel"
	largestProjection = "largest-projection"
	largestNorm       = "largest-norm"
	endOfA            = "a"
)

//go:embed measures.yaml
var measures string

type spec struct {
	Class   string  `json:"class"`
	Score   string  `json:"score"`
	Update  string  `json:"update"`
	Sigma   float64 `json:"sigma"`
	Starts  int     `json:"starts"`
	Steps   int     `json:"steps"`
	Samples int     `json:"samples"`
}

// mostSamples bounds the memory of K.
const mostSamples = 4000

func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	s := spec{p["class"], e.functions[p[experiment.Method]].Name(), p["update"], e.Sigma, e.Starts, e.Steps, e.Samples}
	d := on.Data
	if s.Class != whole && !slices.Contains(d.Classes, s.Class) {
		return experiment.Cell{}, e.Block.At("class").Index(slices.Index(e.Class, s.Class)).Fault(
			"data set %s has no class %q; it has %s", d.Name, s.Class, words.List(d.Classes, "and"))
	}
	if n := lesson.Size(s.Samples, d); n > mostSamples {
		return experiment.Cell{}, e.Block.At("data").Fault("data set %s has %d samples to learn from: "+
			"the ascent is followed for at most %d, which samples sets", d.Name, n, mostSamples)
	}
	name := fmt.Sprintf("%s, class %s, %s, %s ascent", d.Name, s.Class, s.Score, s.Update)
	return experiment.NewCell(Kind, m, on, false, s, name)
}

func (e *Experiment) Protocol(title func(string) string) string {
	space := "in input space"
	if e.Sigma > 0 {
		space = fmt.Sprintf("in the feature space of a Gaussian kernel, $\\sigma = %g$", e.Sigma)
	}
	classes := words.Each(e.Axes()[1].Values, func(v experiment.Value) string { return v.Label })
	said := words.Each(e.chose, func(u update) string { return u.title + ": " + u.words })
	return fmt.Sprintf("%s The ascent to the first component %s, of %s. %s",
		e.Options.Protocol(title), space, words.List(classes, "and"), words.Capitalise(words.List(said, "; ")))
}

// Settings say how an ascent starts and ends.
func (e *Experiment) Settings() string {
	return fmt.Sprintf("An ascent starts from each of %s and ends with a step below 1e-10 of the state, "+
		"in a cycle, or after %s.", words.Count(float64(e.Starts), "sample"), words.Count(float64(e.Steps), "step"))
}

// job estimates that an ascent takes a tenth of the steps allowed.
func job(w experiment.Work[spec]) (experiment.Job, error) {
	s := w.Specs[0]
	n := float64(lesson.Size(s.Samples, w.Data))
	if s.Class != whole {
		n /= float64(len(w.Data.Classes))
	}
	cost := experiment.Cost{
		Seconds: n * n * float64(s.Starts*s.Steps*len(w.Cells)) / 10 / 1e9, Bytes: int64(8 * 2 * n * n),
	}
	return w.InOne("ascents", cost, func(ctx context.Context, set *dataset.Set, results []experiment.Result) error {
		n, err := s.network(ctx, set)
		for i := 0; i < len(results) && err == nil; i++ {
			r := &results[i]
			r.Values, r.Artifacts, err = n.look(ctx, w.Specs[i])
		}
		return err
	}), nil
}

// network returns K for the samples of the class, with the components of L1 and L2.
func (s spec) network(ctx context.Context, set *dataset.Set) (*network, error) {
	taken := lesson.Divide(set, s.Samples)
	samples := taken.Train
	if s.Class != whole {
		classes := trial.ByClass(statistics.Indices(len(taken.Labels)), taken.Labels, len(set.Classes))
		rows := classes[slices.Index(set.Classes, s.Class)]
		if len(rows) == 0 {
			return nil, fmt.Errorf("no sample to learn from is of class %s", s.Class)
		}
		samples = trial.RowsOf(samples, rows)
	}
	var f kernel.Function = kernel.Linear{}
	if s.Sigma > 0 {
		f = kernel.Gaussian{Sigma: s.Sigma}
	} else {
		samples, _ = solver.Centre(samples) // centring K once more changes rounding only
	}
	k, err := kernel.NewMatrix(f, samples, true, 1)
	if err != nil {
		return nil, err
	}
	return newNetwork(ctx, k)
}
