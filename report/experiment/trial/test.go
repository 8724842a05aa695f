package trial

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"gpca/report/experiment"
	"gpca/report/words"
)

// An Outcome says how a fit ended.
type Outcome struct {
	Ends experiment.Ends
	// Chosen is the result of the cell's choice, empty without one.
	Chosen  string
	Failure error
	// Same: a refit found the components of the first fit.
	Same bool
}

// A setting is what cells are tested under: a level of noise on the rated samples.
type setting struct {
	noise       string
	level       float64
	rated       string
	repetitions int
}

// A test has the fits of the cells of one setting. Tasks, draws of noise or parts, are numbered; the last returns
// results.
type test struct {
	setting
	fits   []Fit
	values func(parts [][]float64, samples int) map[string]float64

	mutex    sync.Mutex
	left     int // unfinished tasks
	tasks    int // of a repetition
	sums     []tally
	results  []experiment.Result // of each fit
	failures [][]error           // of each fit, by task
	refitted []int               // of each refit, which follow the first fits: the index of its first fit
}

// rows are those that are measured: of training samples those that are clean (as occluded faces in H. Wang, J. Wang,
// "2DPCA with L1-norm for simultaneously robust and sparse modelling", Neural Networks 46, 2013).
func (j *Job) rows(t *test, p Part) []int {
	if t.rated != trainingSamples {
		return p.Test
	}
	planted, _ := j.planted.Load(p.String())
	spoiled, _ := planted.(map[int]bool)
	return slices.DeleteFunc(slices.Clone(j.Conditions[0].Regular(p.Train)), func(row int) bool { return spoiled[row] })
}

// A tally has the sums of a repetition by part and cell.
type tally struct {
	parts   [][][]float64
	samples int
}

// allTasks is the task number of a failure common to all tasks.
const allTasks = -1

// tests groups the cells by setting; each repetition has so many tasks.
func (j *Job) tests(tasks int) []*test {
	var tests []*test
	for i, c := range j.Cells {
		s := j.Conditions[i]
		under := setting{rated: s.Rated, repetitions: c.Repetitions}
		under.noise, under.level = s.noise()
		at := slices.IndexFunc(tests, func(t *test) bool { return t.setting == under })
		if at < 0 {
			at = len(tests)
			tests = append(tests, &test{setting: under, values: j.Learner.Values, left: c.Repetitions * tasks,
				tasks: tasks, sums: make([]tally, c.Repetitions)})
		}
		tests[at].join(Fit{Cell: i}, c, c.Key())
	}
	return tests
}

func (t *test) join(f Fit, c experiment.Cell, key string) {
	t.fits = append(t.fits, f)
	t.results = append(t.results, experiment.Result{Key: key, Cell: c, Values: map[string][]float64{}})
	t.failures = append(t.failures, make([]error, t.repetitions*t.tasks))
}

func (t *test) fitted(task int, outcomes []Outcome) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for i, o := range outcomes {
		r := &t.results[i]
		r.Ends.Merge(o.Ends)
		t.fail(i, task, o.Failure)
		if o.Chosen != "" {
			at := max(task, 0) // allTasks share the choice of one training set
			if len(r.Chosen) <= at {
				r.Chosen = append(r.Chosen, make([]string, at+1-len(r.Chosen))...)
			}
			r.Chosen[at] = o.Chosen
		}
	}
}

// fail notes the error of a task of a cell; the first of several counts.
func (t *test) fail(cell, task int, err error) {
	for i := range t.failures[cell] {
		if of := &t.failures[cell][i]; *of == nil && (i == task || task == allTasks) {
			*of = err
		}
	}
}

// take ends the task of a part. It returns the results after the last task, else nil.
func (t *test) take(p Part, f finding, err error) []experiment.Result {
	t.fitted(p.task(), f.Outcomes)
	if err = cmp.Or(err, f.err); err != nil {
		err = fmt.Errorf("%s: %w", p, err)
	} else {
		t.add(p.Repetition, max(p.Fold-1, 0), p.policy.times, f.Sums, f.Samples)
	}
	return t.finish(p.task(), err)
}

// add keeps the sums of one part of a repetition; the last part makes the values.
func (t *test) add(repetition, part, parts int, sums [][]float64, samples int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	all := &t.sums[repetition]
	if all.parts == nil {
		all.parts = make([][][]float64, parts)
	}
	all.parts[part] = sums
	all.samples += samples
	if slices.ContainsFunc(all.parts, func(sums [][]float64) bool { return sums == nil }) {
		return
	}
	for i := range t.fits {
		ofCell := words.Each(all.parts, func(sums [][]float64) []float64 { return sums[i] })
		of := t.results[i].Values
		for measure, v := range t.values(ofCell, all.samples) {
			if of[measure] == nil {
				of[measure] = slices.Repeat([]float64{math.NaN()}, t.repetitions)
			}
			of[measure][repetition] = v
		}
	}
	all.parts = nil
}

// Total adds what the tests of several parts have counted, in their order, which fixes the rounding.
func Total(parts [][]float64) []float64 {
	total := slices.Clone(parts[0])
	for _, sums := range parts[1:] {
		floats.Add(total, sums)
	}
	return total
}

// finish ends a task; its error fails all cells in the repetition. It returns the results after the last task, else
// nil. Of several errors in a repetition the first counts, whatever the order in time.
func (t *test) finish(task int, err error) []experiment.Result {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for i := range t.failures {
		t.fail(i, task, err)
	}
	if t.left--; t.left > 0 {
		return nil
	}
	for i, f := range t.failures {
		t.results[i].FailIn(words.Each(slices.Collect(slices.Chunk(f, t.tasks)), func(of []error) error {
			return cmp.Or(of...)
		}))
		maps.DeleteFunc(t.results[i].Values, func(_ string, draws []float64) bool { // that some draw lacks
			return slices.ContainsFunc(draws, math.IsNaN)
		})
	}
	return t.merged()
}

// Measures of classification.
const (
	Accuracy          = "accuracy"
	Misclassification = "misclassification"
)

// Rates returns the measures of classification. Rule says which class a sample gets.
func (o *Design) Rates(rule string) []experiment.Measure {
	rate := func(name, how string) experiment.Measure {
		return experiment.Measure{Name: name, Title: name + " in percent", Points: "points",
			Range: [2]float64{0, 100}, Decimals: 2, LowerIsBetter: name == Misclassification,
			Definition: fmt.Sprintf("share, in percent, that get %s %s, of the %s", rule, how, o.tested())}
	}
	return []experiment.Measure{rate(Accuracy, "right"), rate(Misclassification, "wrong")}
}

// RateValues turns the number of samples classified right into measures.
func RateValues(right float64, samples int) map[string]float64 {
	n := float64(samples)
	return map[string]float64{Accuracy: 100 * right / n, Misclassification: 100 * (n - right) / n}
}

// Right counts correct predictions.
func Right(predicted, labels []int) int {
	right := 0
	for i, class := range predicted {
		if class == labels[i] {
			right++
		}
	}
	return right
}
