// Package grid turns what a study needs into cells and computes them.
//
// A cell is one number with its interval: one method on one data set under one
// noise at one level, over all repetitions. It is the unit that is stored,
// skipped when it is already there, and allowed to fail without taking others
// with it. The unit of work is larger: all methods that train on the same
// samples are fitted together, and a fit serves every noise and level it is
// tested under.
//
// Nothing that a cell's value depends on is left out of its key, and nothing
// else is in it: not the number of workers, not the order of the work, not the
// machine's name.
package grid

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"time"

	"gpca/report/dataset"
	"gpca/report/noise"
	"gpca/report/study"
	"gpca/solver"
	"gpca/solver/score"
)

// Versions in the key of every cell. A change that alters results raises one of
// them, so that stored results are not mistaken for those of the new code.
const (
	schema    = 1
	algorithm = 1
)

// A Cell says everything that its value depends on. The order of the fields is
// that of the canonical form that is hashed, and must not change without schema
// changing too.
type Cell struct {
	Schema       int    `json:"schema"`
	Algorithm    int    `json:"algorithm"`
	Architecture string `json:"architecture"`

	Data   string         `json:"data"`
	Origin dataset.Origin `json:"origin"`
	Digest string         `json:"digest"`

	Protocol string  `json:"protocol"`
	Metric   string  `json:"metric"`
	Scale    float64 `json:"scale"`
	Folds    int     `json:"folds"`
	Noise    string  `json:"noise"`
	Level    float64 `json:"level"`

	Kernel        string  `json:"kernel"`
	Score         string  `json:"score"`
	Centring      string  `json:"centring"`
	Components    int     `json:"components"`
	Tolerance     float64 `json:"tolerance"`
	MaxIterations int     `json:"max_iterations"`

	Seed        uint64 `json:"seed"`
	Repetitions int    `json:"repetitions"`

	// Patience is 0 for the solver's default and for a score that does not wander.
	Patience int `json:"patience,omitempty"`
	// Start is empty for the thesis's: what came later stands last and is left out
	// where it is as it was before, so that the keys of stored results stay valid.
	Start solver.Start `json:"start,omitempty"`
	// Choice is how the parameter is chosen on every training set, as package
	// choice names it. The score is empty where its parameter is; where the
	// kernel's is, the kernel is chosenKernel.
	Choice string `json:"choice,omitempty"`
}

// chosenKernel stands in a cell for a kernel that every training set chooses.
const chosenKernel = "gaussian(sigma=chosen)"

// Key identifies the cell: the SHA-256 of its canonical JSON, in hexadecimal.
func (c Cell) Key() string {
	b, err := json.Marshal(c)
	if err != nil {
		// Only a number that JSON cannot hold gets here, and a study with one
		// has been refused.
		panic(fmt.Sprintf("grid: cell %+v has no canonical form: %v", c, err))
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// String names the cell for people.
func (c Cell) String() string {
	name := c.Data
	if c.Kernel != "" {
		name += " " + c.Kernel
	}
	if c.Score != "" {
		name += " " + c.Score
	}
	if c.Choice != "" {
		name += " " + c.Choice
	}
	if c.Centring == "none" {
		name += " uncentred"
	}
	switch {
	case c.Protocol == study.Contamination:
		name += fmt.Sprintf(" %g dummy images", c.Level)
	case c.Protocol == study.Split && c.Noise == noise.None{}.Name():
		name += " clean"
	case c.Protocol == study.Split:
		name += fmt.Sprintf(" %s %g", c.Noise, c.Level)
	}
	if c.Start != solver.LargestSample {
		name += fmt.Sprintf(" from %s", c.Start)
	}
	if c.Tolerance != 0 && c.Tolerance != solver.DefaultTolerance {
		name += fmt.Sprintf(" to %g", c.Tolerance)
	}
	if c.MaxIterations != 0 && c.MaxIterations != solver.DefaultMaxIterations {
		name += fmt.Sprintf(" in %d iterations", c.MaxIterations)
	}
	return name
}

// Source is the data that a cell is computed on.
type Source struct {
	Origin dataset.Origin
	Digest string
}

// Resolve turns a need of a study into the cell that answers it. Repetitions
// overrides the study's number unless it is 0.
func Resolve(s *study.Study, need study.Need, source Source, repetitions int) (Cell, error) {
	method := s.Method(need.Method)
	e := need.Experiment
	scoreName, choiceName, err := resolveMethod(method, need)
	if err != nil {
		return Cell{}, fmt.Errorf("method %s: %w", need.Method, err)
	}
	c := Cell{
		Schema: schema, Algorithm: algorithm, Architecture: runtime.GOARCH,
		Data: need.Data, Origin: source.Origin, Digest: source.Digest,
		Protocol: e.Protocol, Metric: e.Metric, Scale: e.Scale, Folds: e.Folds,
		Noise: e.Noise, Level: need.Level,
		Score: scoreName, Choice: choiceName, Centring: method.Centring, Components: e.Components,
		Tolerance:     cmp.Or(need.Variation.Tolerance, e.Tolerance),
		MaxIterations: cmp.Or(need.Variation.MaxIterations, e.MaxIterations),
		Start:         e.StartOf(need.Variation),
		Seed:          s.Seed, Repetitions: repetitions,
	}
	if repetitions < 0 {
		return Cell{}, fmt.Errorf("%d repetitions: at least 1 is needed", repetitions)
	}
	// What a protocol has no use for stays out of the key, and so does the sign
	// of zero.
	if c.Level == 0 {
		c.Level = 0
	}
	if e.Protocol != study.CrossValidation {
		c.Folds = 0
	} else {
		c.Noise, c.Level = "", 0
	}
	if c.Scale == 0 || !e.MeasuresReconstruction() {
		c.Scale = 1
	}
	c.Centring = cmp.Or(c.Centring, e.Centring, "mean")
	if f, err := score.Parse(c.Score); err == nil && f.Properties().SingularAtZero && e.Patience != solver.DefaultPatience {
		c.Patience = e.Patience
	}
	if c.Tolerance == 0 {
		c.Tolerance = solver.DefaultTolerance
	}
	if c.MaxIterations == 0 {
		c.MaxIterations = solver.DefaultMaxIterations
	}
	if e.Kernel != nil {
		k, err := e.Kernel.FunctionFor(need.Data)
		if err != nil {
			return Cell{}, fmt.Errorf("experiment %s: %w", e.Name, err)
		}
		c.Kernel = k.String()
	}
	if c.Choice != "" && c.Score != "" {
		c.Kernel = chosenKernel
	}
	if c.Repetitions == 0 {
		given := s.Repetitions
		if e.Repetitions != (study.Repetitions{}) {
			given = e.Repetitions
		}
		c.Repetitions = given.Real
		if source.Origin == dataset.StandIn {
			c.Repetitions = given.StandIn
		}
	}
	if e.Protocol == study.Contamination {
		c.Noise = noise.DummyImagesName
	}
	if e.Protocol != study.CrossValidation && c.Level == 0 {
		// Nothing is left to chance, and clean is clean whatever the noise.
		c.Noise, c.Repetitions = noise.None{}.Name(), 1
	}
	return c, nil
}

// resolveMethod returns the score of a method and how it chooses, empty where
// there is none or no choice.
func resolveMethod(m study.Method, need study.Need) (scoreName, choiceName string, err error) {
	if m.Choose != nil {
		c, err := m.ChoiceFor(need.Data, need.Experiment.Kernel)
		if err != nil {
			return "", "", err
		}
		choiceName = c.String()
		if m.Choose.Family != study.KernelSigma {
			return "", choiceName, nil
		}
		if need.Experiment.Protocol == study.Contamination {
			return "", "", errors.New("reconstruction errors in different feature spaces do not compare: the kernel cannot be chosen by them")
		}
	}
	f, err := m.Function()
	if err != nil {
		return "", "", err
	}
	return f.Name(), choiceName, nil
}

// A Result is a computed cell, or one whose computation failed.
type Result struct {
	Key  string `json:"key"`
	Cell Cell   `json:"cell"`
	// Values holds one value for each repetition, in the unit of the metric.
	Values []float64 `json:"values,omitempty"`
	Ends   Ends      `json:"ends"`
	// Chosen is what a cell with a choice came to on each of its training sets: one
	// for a published split, else one for each fold of each repetition, or for each
	// repetition where there are no folds, in order. Ends are those of the chosen
	// fits, not of the ones that it took to choose.
	Chosen []string `json:"chosen,omitempty"`
	// Failure says why there are no values.
	Failure string `json:"failure,omitempty"`

	// What follows says how the result came about; it is not part of the
	// result, and no two runs need agree on it.
	Seconds   float64 `json:"seconds"`   // processor time, a share of what was common to many cells
	Processor string  `json:"processor"` // multiply kernel in use
	Version   string  `json:"version"`   // of the program
	// Computed is when, the zero time where that was not recorded.
	Computed time.Time `json:"computed,omitzero"`
}

// Ends counts how the iterations for all components of a cell ended, over
// classes, folds and repetitions.
type Ends struct {
	Exact     int `json:"exact,omitempty"`
	Converged int `json:"converged,omitempty"`
	Cycled    int `json:"cycled,omitempty"`
	Stopped   int `json:"stopped,omitempty"`
	Wandered  int `json:"wandered,omitempty"`
	Vanished  int `json:"vanished,omitempty"`
	// MostIterations is the largest number of iterations of a component.
	MostIterations int `json:"most_iterations,omitempty"`
}

// Total is the number of components counted.
func (e Ends) Total() int {
	return e.Exact + e.Converged + e.Cycled + e.Stopped + e.Wandered + e.Vanished
}

// Unsettled is how many of them did not converge.
func (e Ends) Unsettled() int { return e.Cycled + e.Stopped + e.Wandered + e.Vanished }

func (e *Ends) add(components []solver.Component) {
	for _, c := range components {
		switch c.End {
		case solver.Exact:
			e.Exact++
		case solver.Converged:
			e.Converged++
		case solver.Cycled:
			e.Cycled++
		case solver.Stopped:
			e.Stopped++
		case solver.Wandered:
			e.Wandered++
		case solver.Vanished:
			e.Vanished++
		}
		e.MostIterations = max(e.MostIterations, c.Iterations)
	}
}

func (e *Ends) merge(o Ends) {
	e.Exact += o.Exact
	e.Converged += o.Converged
	e.Cycled += o.Cycled
	e.Stopped += o.Stopped
	e.Wandered += o.Wandered
	e.Vanished += o.Vanished
	e.MostIterations = max(e.MostIterations, o.MostIterations)
}
