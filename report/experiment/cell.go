package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"gpca/report/dataset"
	"gpca/report/external"
	"gpca/report/method"
	"gpca/report/statistics"
	"gpca/solver"
)

// schema is the version of the cell's envelope.
const schema = 2

// A Cell says everything that its values depend on, and nothing else, such as the number of workers.
// Its canonical JSON is hashed into the key of its result.
type Cell struct {
	Schema int `json:"schema"`
	// Kind and Version say which code computes the cell: a change of results raises the version.
	Kind    string `json:"kind"`
	Version int    `json:"version"`
	// Architecture is that of [solver.Architecture]: the functions of package math, and what
	// the compiler makes of products and sums, differ in last bits between them.
	Architecture string `json:"architecture"`

	Data   string         `json:"data"`
	Origin dataset.Origin `json:"origin"`
	Digest string         `json:"digest"`

	Seed        uint64 `json:"seed"`
	Repetitions int    `json:"repetitions"`
	// Random tells that something is left to chance: other draws would give other values.
	Random bool `json:"random"`

	// Spec is what the kind adds: a JSON object with the fields of a struct in order.
	Spec json.RawMessage `json:"spec"`

	// Name names the cell for people. It is not part of the key.
	Name string `json:"name"`
	// Refits is how often a fit is repeated that did not settle; see [Result]. No value depends on it.
	Refits int `json:"-"`
	// Command is the program that computes the cell, nil for none or for one that was stored.
	Command *external.Command `json:"-"`
}

// NewCell returns the cell of a method, of a kind. Spec must be a struct of plain values.
func NewCell(k Kind, m method.Method, on Subject, random bool, spec any, name string) (Cell, error) {
	encoded, err := json.Marshal(spec)
	if err != nil {
		// Only a number that JSON cannot hold gets here.
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

// Key identifies the cell: the SHA-256 of its canonical JSON, in hexadecimal.
func (c Cell) Key() string {
	c.Name = ""
	b, err := json.Marshal(c)
	if err != nil {
		panic(fmt.Sprintf("experiment: cell %+v has no canonical form: %v", c, err)) // a Spec that NewCell has not made
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// String names the cell for people.
func (c Cell) String() string { return c.Name }

// Decode decodes the cell's Spec into the struct of its kind.
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

// Fields lists the parts of a cell's key in canonical order, those of its kind last.
func (c Cell) Fields() []Field {
	spec := c.SpecFields()
	c.Spec = nil
	whole, _ := json.Marshal(c) // it has a key
	own := fieldsOf(whole)
	return append(slices.DeleteFunc(own, func(f Field) bool { return f.Name == "spec" || f.Name == "name" }), spec...)
}

// SpecFields lists the parts of the key that the cell's kind adds.
func (c Cell) SpecFields() []Field { return fieldsOf(c.Spec) }

// fieldsOf lists the fields of a JSON object in order.
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

// Differences lists the parts of the key in which two cells differ, in canonical order.
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
	for _, f := range old { // that the other has not got
		if f.Value != "" {
			all = append(all, Difference{Field: f.Name, Old: f.Value})
		}
	}
	return all
}

// An Array is a result that is no single number. The last index varies fastest. Where its
// values are places in a list of names, as classes are, Names is the list.
type Array struct {
	Shape []int     `json:"shape"`
	Data  []float64 `json:"data"`
	Names []string  `json:"names,omitempty"`
}

// A Result is a computed cell, or one whose computation failed.
type Result struct {
	Key  string `json:"key"`
	Cell Cell   `json:"cell"`
	// Values holds, by the name of a measure, one value for each repetition.
	Values map[string][]float64 `json:"values,omitempty"`
	// Refits holds, by the name of a measure, the mean over the repetitions under each of
	// several further fits, to the training samples in other orders: how far it lies from
	// that of Values is the optimiser's share in it. There are none where all iterations
	// converged, another order moved nothing, or each repetition trains anew.
	Refits map[string][]float64 `json:"refits,omitempty"`
	// Artifacts are named arrays that figures are drawn from.
	Artifacts map[string]Array `json:"artifacts,omitempty"`
	// Bare tells that the artifacts are not there because only the numbers were handed on.
	Bare bool `json:"-"`
	Ends Ends `json:"ends"`
	// Chosen is what a cell with a choice came to on each of its training sets, in order.
	// Ends are those of the chosen fits, not of the ones that it took to choose.
	Chosen []string `json:"chosen,omitempty"`
	// Shared tells that cells at other levels rest on the same training set, and choice.
	Shared bool `json:"shared,omitempty"`
	// Failure says why there are no values.
	Failure string `json:"failure,omitempty"`
	// Log is the end of what a program wrote that failed.
	Log string `json:"log,omitempty"`

	// What follows is no part of the result: how it came about, in which no two runs need agree.
	Seconds   float64 `json:"seconds"`   // processor time, a share of what was common to many cells
	Processor string  `json:"processor"` // multiply kernel in use
	Program   string  `json:"program"`   // version of the program
	// Computed is when, the zero time where that was not recorded.
	Computed time.Time `json:"computed,omitzero"`
}

// Sample is what is known of a measure, as it is shown. Refits would say too little of the
// spread of a single random draw.
func (r Result) Sample(m Measure) statistics.Sample {
	s := statistics.Sample{Draws: m.Shown(r.Values[m.Name])}
	if !r.Cell.Random || len(s.Draws) > 1 {
		s.Refits = m.Shown(r.Refits[m.Name])
	}
	return s
}

// Fail makes the result one of a computation that failed.
func (r *Result) Fail(err error) {
	r.Values, r.Refits, r.Chosen, r.Failure, r.Log = nil, nil, nil, err.Error(), external.Log(err)
}

// Validate returns an error for a result that cannot be that of its cell.
func (r Result) Validate() error {
	if r.Key != r.Cell.Key() {
		return fmt.Errorf("its key does not belong to its cell; another version of the program may have written it")
	}
	if r.Failure != "" {
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
	// MostIterations is the largest number of iterations of a component.
	MostIterations int `json:"most_iterations,omitempty"`
}

// Total is the number of components counted.
func (e Ends) Total() int {
	return e.Exact + e.Converged + e.Cycled + e.Stopped + e.Wandered + e.Vanished
}

// Unsettled is how many of them did not converge.
func (e Ends) Unsettled() int { return e.Cycled + e.Stopped + e.Wandered + e.Vanished }

// counts are those of ends.
func (e *Ends) counts() map[solver.End]*int {
	return map[solver.End]*int{
		solver.Exact: &e.Exact, solver.Converged: &e.Converged, solver.Cycled: &e.Cycled,
		solver.Stopped: &e.Stopped, solver.Wandered: &e.Wandered, solver.Vanished: &e.Vanished,
	}
}

// Add counts components, of which some have no end.
func (e *Ends) Add(components []solver.Component) {
	counts := e.counts()
	for _, c := range components {
		if n := counts[c.End]; n != nil {
			*n++
		}
		e.MostIterations = max(e.MostIterations, c.Iterations)
	}
}

// Merge adds the counts of others.
func (e *Ends) Merge(o Ends) {
	others := o.counts()
	for end, n := range e.counts() {
		*n += *others[end]
	}
	e.MostIterations = max(e.MostIterations, o.MostIterations)
}

// Ways words how iterations ended that did not converge, most important first.
func (e Ends) Ways() string {
	var ways []string
	for _, w := range []struct {
		count int
		how   string
	}{
		{e.Wandered, "on a path that does not settle"},
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
