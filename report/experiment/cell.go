package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"gpca/report/dataset"
	"gpca/report/external"
	"gpca/report/method"
	"gpca/report/statistics"
	"gpca/solver"
	"gpca/solver/robust"
)

// schema is the version of the JSON form of cells.
const schema = 2

// A Cell has all that its values depend on, and nothing else, such as the number of workers.
type Cell struct {
	Schema  int    `json:"schema"`
	Kind    string `json:"kind"`
	Version int    `json:"version"`
	// Architecture is [solver.Architecture]: results differ in last bits between architectures.
	Architecture string `json:"architecture"`

	Data   string         `json:"data"`
	Origin dataset.Origin `json:"origin"`
	Digest string         `json:"digest"`

	Seed        uint64 `json:"seed"`
	Repetitions int    `json:"repetitions"`
	Random      bool   `json:"random"`

	// Spec is what the kind adds: a JSON object, fields in the order of a struct.
	Spec json.RawMessage `json:"spec"`

	// Name is for people and not part of the key.
	Name string `json:"name"`
	// Refits is how often an unsettled fit is repeated, see [Result]. No value depends on it.
	Refits int `json:"-"`
	// Command is the program that computes the cell; nil for none and for a stored cell.
	Command *external.Command `json:"-"`
}

// NewCell returns a cell of a kind. Spec is a struct of plain values.
func NewCell(k Kind, m method.Method, on Subject, random bool, spec any, name string) (Cell, error) {
	encoded, err := json.Marshal(spec)
	if err != nil {
		// A number that JSON cannot hold.
		return Cell{}, fmt.Errorf("cell %s has no canonical form: %w", name, err)
	}
	if on.Repetitions < 1 {
		return Cell{}, fmt.Errorf("%d repetitions: at least 1 is needed", on.Repetitions)
	}
	c := Cell{
		Schema: schema, Kind: k.Name(), Version: k.Version(), Architecture: solver.Architecture(),
		Data: on.Data.Name, Origin: on.Data.Origin, Digest: on.Data.Digest,
		Seed: on.Seed, Repetitions: on.Repetitions, Random: random,
		Spec: encoded, Name: name, Refits: on.Refits, Command: m.Command,
	}
	if !random {
		c.Repetitions = 1
	}
	return c, nil
}

// Key returns the SHA-256 of the cell's canonical JSON, in hexadecimal.
func (c Cell) Key() string {
	c.Name = ""
	b, err := json.Marshal(c)
	if err != nil {
		panic(fmt.Sprintf("experiment: cell %+v has no canonical form: %v", c, err)) // a Spec not made by NewCell
	}
	return fmt.Sprintf("%x", sha256.Sum256(b))
}

func (c Cell) String() string { return c.Name }

// Decode decodes Spec into the struct of the cell's kind.
func (c Cell) Decode(spec any) error {
	d := json.NewDecoder(bytes.NewReader(c.Spec))
	d.DisallowUnknownFields()
	if err := d.Decode(spec); err != nil {
		return fmt.Errorf("cell %s: %w", c.Name, err)
	}
	return nil
}

// A Field is one part of a cell's key, as text.
type Field struct{ Name, Value string }

// Fields lists the parts of the key in canonical order, those of the kind last.
func (c Cell) Fields() []Field {
	spec := c.SpecFields()
	c.Spec = nil
	whole, _ := json.Marshal(c) // no error: the cell has a key
	own := fieldsOf(whole)
	return append(slices.DeleteFunc(own, func(f Field) bool { return f.Name == "spec" || f.Name == "name" }), spec...)
}

// SpecFields lists the parts of the key that the kind adds.
func (c Cell) SpecFields() []Field { return fieldsOf(c.Spec) }

func fieldsOf(object []byte) []Field {
	var fields []Field
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return fields
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return fields
		}
		text := string(value)
		var plain string
		if json.Unmarshal(value, &plain) == nil {
			text = plain
		}
		fields = append(fields, Field{fmt.Sprint(name), text})
	}
	return fields
}

// A Difference is a part of the key in which two cells differ.
type Difference struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// Differences lists the differing parts in canonical order.
func Differences(before, after Cell) []Difference {
	var all []Difference
	old, now := before.Fields(), after.Fields()
	for _, f := range now {
		d := Difference{Field: f.Name, New: f.Value}
		if i := slices.IndexFunc(old, func(o Field) bool { return o.Name == f.Name }); i >= 0 {
			d.Old = old[i].Value
			old = slices.Delete(old, i, i+1)
		}
		if d.Old != d.New {
			all = append(all, d)
		}
	}
	for _, f := range old { // not in the newer cell
		if f.Value != "" {
			all = append(all, Difference{Field: f.Name, Old: f.Value})
		}
	}
	return all
}

// An Array is stored with its last index fastest. Names, if any, are those of its rows; those of a vector are what its
// values are indices of.
type Array struct {
	Shape []int     `json:"shape"`
	Data  []float64 `json:"data"`
	Names []string  `json:"names,omitempty"`
}

// validate returns an error for values that do not fill the shape or are not finite, and for names that do not fit.
// Figures trust the rest. An array without a shape is one that was left out.
func (a Array) validate() error {
	size := float64(min(len(a.Shape), 1)) // which does not overflow
	for _, n := range a.Shape {
		if size *= float64(n); n < 0 || n == 0 && a.Shape[0] > 0 {
			size = math.NaN()
		}
	}
	vector := len(a.Shape) == 1
	switch {
	case size != float64(len(a.Data)):
		return fmt.Errorf("has %d values for the shape %v", len(a.Data), a.Shape)
	case len(a.Shape) > 1 && a.Names != nil && len(a.Names) != a.Shape[0]:
		return fmt.Errorf("has %d names for %d rows", len(a.Names), a.Shape[0])
	}
	for _, v := range a.Data {
		if math.IsNaN(v - v) { // or infinite
			return fmt.Errorf("has the value %g, which is not finite", v)
		}
		if vector && a.Names != nil && !(v >= 0 && v < float64(len(a.Names))) {
			return fmt.Errorf("has the value %g, which is none of its %d names", v, len(a.Names))
		}
	}
	return nil
}

// A Result is a computed cell, or a failed one.
type Result struct {
	Key  string `json:"key"`
	Cell Cell   `json:"cell"`
	// Values has one value for each repetition, by measure; of a failed result, for those that did not fail.
	Values map[string][]float64 `json:"values,omitempty"`
	// Refits has, by measure, the mean over the repetitions of each further fit, which rounds sums in another way.
	// Its distance from that of Values is the optimiser's share of the uncertainty. Empty if iterations converged,
	// rounding changes nothing, or each repetition trains anew.
	Refits    map[string][]float64 `json:"refits,omitempty"`
	Artifacts map[string]Array     `json:"artifacts,omitempty"`
	// Bare: the artifacts were left out because only numbers were asked for.
	Bare bool `json:"-"`
	// Known keeps what [Result.Once] has made for all copies that share it, nil to make it anew.
	Known *Known `json:"-"`
	Ends  Ends   `json:"ends"`
	// Chosen is what was chosen on each training set, in order; Ends then count the chosen fits only.
	Chosen []string `json:"chosen,omitempty"`
	// Shared: cells at other levels have the same training sets and choices.
	Shared  bool   `json:"shared,omitempty"`
	Failure string `json:"failure,omitempty"`
	// Inapplicable says why the method cannot take such samples, which is neither a failure nor a result.
	Inapplicable string `json:"inapplicable,omitempty"`
	// Log is the end of the output of a program that failed.
	Log string `json:"log,omitempty"`

	// The rest says how the result was computed and may differ between runs.
	Seconds   float64 `json:"seconds"`   // processor time; common work is shared out among cells
	Processor string  `json:"processor"` // matrix multiplication kernel in use
	Program   string  `json:"program"`   // version of the program
	// Computed is the zero time if not recorded.
	Computed time.Time `json:"computed,omitzero"`
}

// A Known keeps what was made of a result, or why that failed.
type Known struct {
	once  sync.Once
	made  any
	fault error
}

// Once returns what make makes of the result, which it calls once for all copies with the same Known.
func (r Result) Once(make func() (any, error)) (any, error) {
	if r.Known == nil {
		return make()
	}
	r.Known.once.Do(func() { r.Known.made, r.Known.fault = make() })
	return r.Known.made, r.Known.fault
}

// Estimate returns the shown values of a measure. It leaves out Refits of a single random draw, as they would
// understate the spread.
func (r Result) Estimate(m Measure) statistics.Estimate {
	e := statistics.Estimate{Draws: m.Shown(r.Values[m.Name]), Random: r.Cell.Random}
	switch {
	case r.Failure != "":
		e.State, e.Reason = statistics.Failed, r.Failure
	case r.Inapplicable != "":
		e.State, e.Reason = statistics.NotApplicable, r.Inapplicable
	case len(e.Draws) == 0 && m.Without != "":
		e.State, e.Reason = statistics.NotApplicable, m.Without
	case len(e.Draws) == 0:
		e.State = statistics.Missing
	}
	if !e.Random || len(e.Draws) > 1 {
		e.Refits = m.Shown(r.Refits[m.Name])
	}
	return e
}

// Fail turns the result into a failed one, or into one of a method that is not applicable.
func (r *Result) Fail(err error) {
	r.Values, r.Refits, r.Chosen = nil, nil, nil
	if errors.Is(err, robust.ErrNotApplicable) {
		r.Inapplicable = err.Error()
		return
	}
	r.Failure, r.Log = err.Error(), external.Log(err)
}

// FailIn fails the result in those repetitions that have an error. It keeps the values of the others.
func (r *Result) FailIn(repetitions []error) {
	failed, at, first := 0, 0, error(nil)
	kept := map[string][]float64{}
	for i, err := range repetitions {
		if err != nil {
			if failed++; failed == 1 {
				first, at = err, i
			}
			continue
		}
		for name, values := range r.Values {
			kept[name] = append(kept[name], values[i])
		}
	}
	switch {
	case failed == 0:
	case failed == len(repetitions) || errors.Is(first, robust.ErrNotApplicable):
		r.Fail(first)
	default:
		r.Fail(fmt.Errorf("failed in %d of %d draws, first in repetition %d: %w", failed, len(repetitions), at+1,
			first))
		r.Values = kept
	}
}

// largest is the largest value of a measure: squares and their sums are finite.
const largest = 1e150

// Validate returns an error if the result cannot be that of its cell.
func (r Result) Validate() error {
	if r.Key != r.Cell.Key() {
		return fmt.Errorf("its key does not belong to its cell; another version of the program may have written it")
	}
	for _, name := range slices.Sorted(maps.Keys(r.Artifacts)) {
		if err := r.Artifacts[name].validate(); err != nil {
			return fmt.Errorf("its array %s %w", name, err)
		}
	}
	for _, values := range []map[string][]float64{r.Values, r.Refits} {
		for _, name := range slices.Sorted(maps.Keys(values)) {
			for _, v := range values[name] {
				if !(math.Abs(v) <= largest) {
					return fmt.Errorf("its measure %s has the value %g, must be a number up to %g", name, v, largest)
				}
			}
		}
	}
	if r.Failure+r.Inapplicable != "" {
		return nil
	}
	if len(r.Values)+len(r.Artifacts) == 0 {
		return fmt.Errorf("it has neither values nor a failure")
	}
	for name, values := range r.Values {
		if len(values) != r.Cell.Repetitions {
			return fmt.Errorf("it has %d values of %s for %d repetitions and no failure", len(values), name,
				r.Cell.Repetitions)
		}
	}
	return nil
}

// Ends counts how iterations ended, over components, classes, folds and repetitions.
type Ends struct {
	Exact     int `json:"exact,omitempty"`
	Converged int `json:"converged,omitempty"`
	Cycled    int `json:"cycled,omitempty"`
	Stopped   int `json:"stopped,omitempty"`
	Wandered  int `json:"wandered,omitempty"`
	Vanished  int `json:"vanished,omitempty"`
	// MostIterations is the maximum over components.
	MostIterations int `json:"most_iterations,omitempty"`
}

// Total returns the number of components counted.
func (e Ends) Total() int {
	return e.Exact + e.Converged + e.Cycled + e.Stopped + e.Wandered + e.Vanished
}

// Unsettled returns how many of them did not converge.
func (e Ends) Unsettled() int { return e.Cycled + e.Stopped + e.Wandered + e.Vanished }

func (e *Ends) counts() map[solver.End]*int {
	return map[solver.End]*int{
		solver.Exact: &e.Exact, solver.Converged: &e.Converged, solver.Cycled: &e.Cycled,
		solver.Stopped: &e.Stopped, solver.Wandered: &e.Wandered, solver.Vanished: &e.Vanished,
	}
}

// Add counts the ends of components. A component without an end has iterations alone.
func (e *Ends) Add(components []solver.Component) {
	counts := e.counts()
	for _, c := range components {
		if n := counts[c.End]; n != nil {
			*n++
		}
		e.MostIterations = max(e.MostIterations, c.Iterations)
	}
}

func (e *Ends) Merge(o Ends) {
	others := o.counts()
	for end, n := range e.counts() {
		*n += *others[end]
	}
	e.MostIterations = max(e.MostIterations, o.MostIterations)
}

// Ways says in words how unconverged iterations ended, most important first.
func (e Ends) Ways() string {
	var ways []string
	for _, w := range []struct {
		count int
		how   string
	}{
		{e.Wandered, "without a larger objective up to the patience"},
		{e.Stopped, "stopped at the iteration limit"},
		{e.Cycled, "in a cycle"},
		{e.Vanished, "without a gradient"},
	} {
		if w.count > 0 {
			ways = append(ways, fmt.Sprintf("%d %s", w.count, w.how))
		}
	}
	return strings.Join(ways, ", ")
}
