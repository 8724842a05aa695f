package trial

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/report/noise"
)

// A Learner trains for the cells of a job and tests what it has trained. Cells go by
// their indices.
type Learner interface {
	// Fit trains for some cells on a part. Where work can be divided, it is handed to x.
	Fit(ctx context.Context, x Executor, part Part, cells []int) (Fitted, error)
	// Values turns the sums of a cell's tests over some samples into its measures.
	Values(sums []float64, samples int) map[string]float64
}

// A Fitted is what was trained on one part.
type Fitted interface {
	// Outcome says how the fits for a cell ended.
	Outcome(cell int) Outcome
	// Tester returns what tests samples for some of the cells.
	Tester(cells []int) (Tester, error)
}

// A Tester measures samples.
type Tester interface {
	// Sums returns, for each of its cells, sums over the samples from which the
	// measures are made. Rows are the places of the samples in the data set.
	Sums(ctx context.Context, samples *mat.Dense, rows []int) ([][]float64, error)
}

// An Executor runs units of work: an [experiment.Env] on its processors, [Serial] on
// that of the caller.
type Executor interface {
	Each(ctx context.Context, n int, c experiment.Cost, unit func(i int) error) error
}

// Serial runs units one after the other on the caller's processor.
type Serial struct{}

// Each runs the units in order and ends at the first error.
func (Serial) Each(_ context.Context, n int, _ experiment.Cost, unit func(i int) error) error {
	for i := range n {
		if err := unit(i); err != nil {
			return err
		}
	}
	return nil
}

// A Job is what Run carries out.
type Job struct {
	Cells      []experiment.Cell
	Conditions []Conditions // of each cell
	Learner    Learner
	// Part estimates a part as a whole, Chunk the test of so many samples.
	Part  func(images, cells int) experiment.Cost
	Chunk func(samples, cells int) experiment.Cost
}

// A test is what some cells are tested under: all methods at one level of one noise.
type test struct {
	noise       string
	level       float64
	repetitions int
	cells       []int
}

// tests divides the cells by what they are tested under.
func (j *Job) tests() []test {
	var tests []test
	for i, s := range j.Conditions {
		repetitions := j.Cells[i].Repetitions
		at := slices.IndexFunc(tests, func(t test) bool {
			return t.noise == s.Noise && t.level == s.Level && t.repetitions == repetitions
		})
		if at < 0 {
			at = len(tests)
			tests = append(tests, test{noise: s.Noise, level: s.Level, repetitions: repetitions})
		}
		tests[at].cells = append(tests[at].cells, i)
	}
	return tests
}

// Draws names the noise, the level and the repetitions of a cell: cells that agree in
// them are tested on the same draws.
func Draws(s Conditions, c experiment.Cell) string {
	return fmt.Sprintf("%s %g, %d repetitions", s.Noise, s.Level, c.Repetitions)
}

// Run trains and tests. Every fit serves all levels and repetitions that it can, and
// every draw of noise is seen by all methods.
func (j *Job) Run(ctx context.Context, env experiment.Env) error {
	policy, err := parsePolicy(j.Conditions[0].Split)
	if err != nil {
		return err
	}
	if _, shared := policy.(published); shared {
		return j.runShared(ctx, env, policy)
	}
	return j.runParts(ctx, env, policy)
}

// runShared trains once, and tests every draw.
func (j *Job) runShared(ctx context.Context, env experiment.Env, policy policy) error {
	parts, err := policy.parts(env.Set(), j.Cells[0].Seed, 1, 0)
	if err != nil {
		return err
	}
	every := all(len(j.Cells))
	fitted, err := j.Learner.Fit(ctx, env, parts[0], every)
	if err != nil {
		return err
	}
	// One draw more than there are processors: while the last chunks of one are
	// tested, the next is drawn.
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(env.Workers() + 1)
	for _, t := range j.tests() {
		c := newCollector(t, t.repetitions, env.Emit)
		c.shared = true
		var tester Tester
		unready := env.Do(ctx, experiment.Cost{}, func() (err error) {
			c.fitted(allTasks, fitted.Outcome)
			tester, err = fitted.Tester(t.cells)
			return err
		})
		for repetition := range t.repetitions {
			g.Go(func() error {
				err := unready
				if err == nil {
					err = j.testDraw(ctx, env, t, parts[0].Test, repetition, tester, c)
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
				return c.finish(repetition, err, j.Cells)
			})
		}
	}
	return g.Wait()
}

// bytesOfFloat is the size of a number.
const bytesOfFloat = 8

// chunkSize is how many test samples one processor tests at a time.
const chunkSize = 1000

// testDraw tests one draw of noise, in chunks of samples.
func (j *Job) testDraw(ctx context.Context, env experiment.Env, t test, rows []int, repetition int, tester Tester, c *collector) error {
	_, features := env.Set().Samples.Dims()
	free, err := env.Reserve(ctx, bytesOfFloat*int64(len(rows))*int64(features))
	if err != nil {
		return fmt.Errorf("%d test samples: %w", len(rows), err)
	}
	defer free()
	var noisy *mat.Dense
	cost := experiment.Cost{Seconds: drawSeconds * float64(len(rows)) * float64(features)}
	if t.level == 0 {
		cost.Seconds = 0
	}
	if err := env.Do(ctx, cost, func() (err error) {
		noisy, err = j.spoil(env, t, rows, repetition)
		return err
	}); err != nil {
		return err
	}
	chunks := (len(rows) + chunkSize - 1) / chunkSize
	sums := make([][][]float64, chunks)
	err = env.Each(ctx, chunks, j.Chunk(min(chunkSize, len(rows)), len(t.cells)), func(chunk int) (err error) {
		first, last := chunk*chunkSize, min((chunk+1)*chunkSize, len(rows))
		sums[chunk], err = tester.Sums(ctx, noisy.Slice(first, last, 0, features).(*mat.Dense), rows[first:last])
		return err
	})
	if err != nil {
		return err
	}
	for i := range t.cells {
		c.set(i, repetition, j.Learner.Values(total(sums, i), len(rows)))
	}
	return nil
}

// drawSeconds is the time of drawing the noise of one value of a sample.
const drawSeconds = 15e-9

// spoil returns the samples under one draw of noise.
func (j *Job) spoil(env experiment.Env, t test, rows []int, repetition int) (*mat.Dense, error) {
	n, err := noise.Find(t.noise)
	if err != nil {
		return nil, err
	}
	set := env.Set()
	noisy := RowsOf(set.Samples, rows)
	draw := noise.Draw{Seed: j.Cells[0].Seed, Dataset: set.Name, Noise: t.noise, Level: t.level, Repetition: repetition}
	return noisy, n.Apply(noisy, t.level, draw.Rand())
}

// total adds up the sums of one cell, in order: sums of numbers that are not whole
// round.
func total(sums [][][]float64, cell int) []float64 {
	t := slices.Clone(sums[0][cell])
	for _, s := range sums[1:] {
		for k, v := range s[cell] {
			t[k] += v
		}
	}
	return t
}

// A batch is the parts that are trained on for the same tests.
type batch struct {
	tests []int // into the job's tests
	parts []Part
}

// runParts trains and tests every part on one processor.
func (j *Job) runParts(ctx context.Context, env experiment.Env, policy policy) error {
	tests := j.tests()
	collectors := make([]*collector, len(tests))
	progress := make([]*partSums, len(tests))
	batches, err := j.batches(env, policy, tests)
	if err != nil {
		return err
	}
	tasks := make([]int, len(tests))
	for _, b := range batches {
		for _, at := range b.tests {
			for _, p := range b.parts {
				if p.Repetition < tests[at].repetitions {
					tasks[at]++
				}
			}
		}
	}
	for i, t := range tests {
		collectors[i] = newCollector(t, tasks[i], env.Emit)
		progress[i] = &partSums{sums: make([][][][]float64, t.repetitions), samples: make([]int, t.repetitions), parts: max(tasks[i]/t.repetitions, 1)}
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(env.Workers() + 1)
	for _, b := range batches {
		for _, p := range b.parts {
			g.Go(func() error {
				wanted := slices.DeleteFunc(slices.Clone(b.tests), func(at int) bool { return p.Repetition >= tests[at].repetitions })
				var cells []int
				for _, at := range wanted {
					cells = append(cells, tests[at].cells...)
				}
				err := env.Do(ctx, j.Part(p.Images, len(cells)), func() error {
					return j.runPart(ctx, env, p, tests, wanted, cells, collectors, progress)
				})
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil {
					err = fmt.Errorf("%s: %w", p, err)
				}
				for _, at := range wanted {
					if err := collectors[at].finish(p.task, err, j.Cells); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	return g.Wait()
}

// batches lists the parts that are trained on. Where images are added, the level is a
// matter of training, and every level has parts of its own.
func (j *Job) batches(env experiment.Env, policy policy, tests []test) ([]batch, error) {
	var batches []batch
	if _, trains := policy.(contamination); trains {
		for at, t := range tests {
			parts, err := policy.parts(env.Set(), j.Cells[0].Seed, t.repetitions, int(t.level))
			if err != nil {
				return nil, err
			}
			batches = append(batches, batch{[]int{at}, parts})
		}
		return batches, nil
	}
	most := 0
	for _, t := range tests {
		most = max(most, t.repetitions)
	}
	parts, err := policy.parts(env.Set(), j.Cells[0].Seed, most, 0)
	return []batch{{all(len(tests)), parts}}, err
}

// partSums are the sums of a test by repetition, part and cell.
type partSums struct {
	mutex   sync.Mutex
	sums    [][][][]float64
	samples []int
	parts   int // of a repetition
}

// add keeps the sums of a part and returns, with the last part of a repetition, those
// of all in the order of the parts.
func (s *partSums) add(p Part, sums [][]float64) (of [][][]float64, samples int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	r := p.Repetition
	if s.sums[r] == nil {
		s.sums[r] = make([][][]float64, s.parts)
	}
	s.sums[r][max(p.Fold-1, 0)] = sums
	s.samples[r] += len(p.Test)
	for _, part := range s.sums[r] {
		if part == nil {
			return nil, 0
		}
	}
	return s.sums[r], s.samples[r]
}

// runPart trains on a part and tests what the tests want of it.
func (j *Job) runPart(ctx context.Context, env experiment.Env, p Part, tests []test, wanted, cells []int, collectors []*collector, progress []*partSums) error {
	fitted, err := j.Learner.Fit(ctx, Serial{}, p, cells)
	if err != nil {
		return err
	}
	for _, at := range wanted {
		t := tests[at]
		collectors[at].fitted(p.task, fitted.Outcome)
		tester, err := fitted.Tester(t.cells)
		if err != nil {
			return err
		}
		samples := env.Set().Samples
		switch {
		case t.level != 0 && p.Images == 0:
			if samples, err = j.spoil(env, t, p.Test, p.Repetition); err != nil {
				return err
			}
		case p.Images == 0:
			samples = RowsOf(samples, p.Test)
		}
		sums, err := tester.Sums(ctx, samples, p.Test)
		if err != nil {
			return err
		}
		if of, n := progress[at].add(p, sums); of != nil {
			for i := range t.cells {
				collectors[at].set(i, p.Repetition, j.Learner.Values(total(of, i), n))
			}
		}
	}
	return nil
}

// RowsOf returns the given rows of m as a matrix of their own.
func RowsOf(m *mat.Dense, rows []int) *mat.Dense {
	_, columns := m.Dims()
	d := mat.NewDense(len(rows), columns, nil)
	for to, from := range rows {
		copy(d.RawRowView(to), m.RawRowView(from))
	}
	return d
}

// ByClass divides rows by their labels.
func ByClass(rows, labels []int, classes int) [][]int {
	divided := make([][]int, classes)
	for _, r := range rows {
		divided[labels[r]] = append(divided[labels[r]], r)
	}
	return divided
}
