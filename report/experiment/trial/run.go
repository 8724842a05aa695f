package trial

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/noise"
	"gpca/report/statistics"
	"gpca/report/words"
	"gpca/solver/pages"
)

// A Learner trains and tests the cells of a job, which it knows by index.
type Learner interface {
	// Fit trains for some cells on a part; x runs what can be divided.
	Fit(ctx context.Context, x Executor, part Part, cells []int) (Fitted, error)
	// Values turns what tests of a cell have returned, one for each part of so many samples, into measures.
	Values(parts [][]float64, samples int) map[string]float64
	// TrainingCost estimates a training, TestSeconds the test of samples for some cells.
	TrainingCost(training float64) experiment.Cost
	TestSeconds(samples, training float64, cells int) float64
}

// A Fit is the first fit of a cell, for Refit 0, or one of its refits, counted from 1. Cell is an index.
type Fit struct{ Cell, Refit int }

// A Fitted is the result of training on one part.
type Fitted interface {
	// Refit adds refits, which keep choices and centre.
	Refit(ctx context.Context, x Executor, refits []Fit) error
	Outcome(Fit) Outcome
	Tester([]Fit) Tester
}

// A Tester returns sums over samples, or other numbers, for each of its fits. Rows are the samples' indices in the
// data set.
type Tester func(ctx context.Context, samples *mat.Dense, rows []int) ([][]float64, error)

// An Executor runs units of work: an [experiment.Env], or [Serial].
type Executor interface {
	Workers() int
	Each(ctx context.Context, n int, c experiment.Cost, unit func(i int) error) error
	experiment.Keeper
}

// Serial runs units one by one in the caller's. Its processors are those that each of them may use.
type Serial struct{ Processors int }

// Workers returns the processors, at least 1.
func (s Serial) Workers() int { return max(s.Processors, 1) }

// Recall and Keep do nothing: the caller's unit is kept as a whole.
func (Serial) Recall(string, any) bool         { return false }
func (Serial) Keep(string, time.Duration, any) {}

// Each runs the units in order up to the first error.
func (Serial) Each(_ context.Context, n int, _ experiment.Cost, unit func(i int) error) error {
	for i := range n {
		if err := unit(i); err != nil {
			return err
		}
	}
	return nil
}

// A Job trains and tests the cells of one training; kinds embed it.
type Job struct {
	Cells      []experiment.Cell
	Conditions []Conditions // of each cell
	Learner    Learner
	Data       dataset.Description
	Set        *dataset.Set // while it runs
	// Test, unless nil, is the cost of a test by a program. A program takes all samples of a draw at once. So does any
	// test if Whole is true.
	Test  *experiment.Cost
	Whole bool
	// Classless: cells can be tested without classes.
	Classless bool
	// TakesGaps: the method takes missing cells.
	TakesGaps bool

	noisy   sync.Pool // of *mat.Dense: test samples of draws
	planted sync.Map  // of the name of a part: which training samples contamination has changed
}

// Draws names noise, level and repetitions of a cell. Cells of equal names share draws.
func Draws(c experiment.Cell) string {
	var s Conditions
	if err := json.Unmarshal(c.Spec, &s); err != nil {
		return c.Key() // Job reports the error
	}
	return fmt.Sprintf("%s %g%s, %d repetitions", s.Noise, s.Level, s.Rated, c.Repetitions)
}

// largeData is the least number of values beside which garbage matters: 256 MiB.
const largeData = 32 << 20

// Run trains and tests. Each fit serves all cells that share it, each draw of noise all methods.
func (j *Job) Run(ctx context.Context, env experiment.Env) error {
	j.Set = env.Set()
	if m := j.Set.Samples.RawMatrix(); m.Rows*m.Cols > largeData {
		runtime.GC() // what reading has left would stay until it is as much as the samples
	}
	policy, err := j.Conditions[0].policy()
	if err == nil && !j.Classless {
		err = Classified(j.Set.Labels != nil, j.Conditions[0], j.Set.Name)
	}
	if err != nil {
		return err
	}
	if policy.shared {
		return j.runShared(ctx, env, policy)
	}
	return j.runParts(ctx, env, policy)
}

// tasks returns a group of one task more than processors, so that units are always ready.
func tasks(ctx context.Context, env experiment.Env) (*errgroup.Group, context.Context) {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(env.Workers() + 1)
	return g, ctx
}

// runShared trains once and again where a fit needs it, and tests every draw as a task, on all fits at once.
func (j *Job) runShared(ctx context.Context, env experiment.Env, policy policy) error {
	parts, err := policy.parts(j.Set, j.Cells[0].Seed, 1, 0)
	if err != nil {
		return err
	}
	part := parts[0]
	part.Repetition = All
	tests := j.tests(policy.times)
	fitted, err := j.Learner.Fit(ctx, env, j.Ordered(part, 0), statistics.Indices(len(j.Cells)))
	if err != nil {
		return err
	}
	refits, err := j.refit(ctx, env, fitted)
	if err != nil {
		return err
	}
	g, ctx := tasks(ctx, env)
	for _, t := range tests {
		var tester Tester
		unready := env.Do(ctx, experiment.Cost{}, func() error {
			t.again(refits)
			t.fitted(allTasks, words.Each(t.fits, fitted.Outcome))
			tester = fitted.Tester(t.fits)
			return nil
		})
		for repetition := range t.repetitions {
			g.Go(func() error {
				err := unready
				if err == nil {
					err = j.testDraw(ctx, env, t, j.rows(t, part), repetition, tester)
				}
				if err != nil && ctx.Err() != nil {
					return ctx.Err() // a finished draw counts even so
				}
				results := t.finish(repetition, err)
				for i := range results {
					results[i].Shared = true
				}
				return emit(env, results)
			})
		}
	}
	return g.Wait()
}

func emit(env experiment.Env, results []experiment.Result) error {
	if len(results) == 0 {
		return nil
	}
	return env.Emit(results)
}

const bytesOfFloat = 8

// chunkSize is the number of test samples in a unit.
const chunkSize = 1000

// testDraw tests one draw of noise, in chunks of samples.
func (j *Job) testDraw(
	ctx context.Context, env experiment.Env, t *test, rows []int, repetition int, tester Tester,
) error {
	_, features := j.Set.Samples.Dims()
	free, err := env.Reserve(ctx, bytesOfFloat*int64(len(rows))*int64(features))
	if err != nil {
		return fmt.Errorf("%d test samples: %w", len(rows), err)
	}
	defer free()
	noisy, _ := j.noisy.Get().(*mat.Dense)
	defer func() { j.noisy.Put(noisy) }()
	if err := env.Do(ctx, t.drawCost(float64(len(rows)), float64(features)), func() (err error) {
		noisy, err = j.spoil(noisy, t, rows, repetition)
		return err
	}); err != nil {
		return err
	}
	size := min(chunkSize, len(rows))
	if j.Test != nil || j.Whole {
		size = len(rows)
	}
	chunks := (len(rows) + size - 1) / size
	return env.Each(ctx, chunks, j.testCost(float64(size), len(t.fits)), func(chunk int) error {
		first, last := chunk*size, min((chunk+1)*size, len(rows))
		sums, err := tester(ctx, noisy.Slice(first, last, 0, features).(*mat.Dense), rows[first:last])
		if err == nil {
			t.add(repetition, chunk, chunks, sums, last-first)
		}
		return err
	})
}

// spoil returns the samples under one draw of noise, in the given memory if it fits.
func (j *Job) spoil(memory *mat.Dense, t *test, rows []int, repetition int) (*mat.Dense, error) {
	n, err := noise.Find(t.noise)
	if err != nil {
		return nil, err
	}
	noisy := matrixOf(memory, j.Set.Samples, rows)
	draw := noise.Draw{Seed: j.Cells[0].Seed, Dataset: j.Set.Name, Noise: t.noise, Level: t.level,
		Repetition: repetition}
	return noisy, n.Copy(noisy, j.Set.Samples, rows, t.level, draw.Rand())
}

// runParts trains and tests every part as a task. Under contamination, every level has its own parts.
func (j *Job) runParts(ctx context.Context, env experiment.Env, policy policy) error {
	g, ctx := tasks(ctx, env)
	tests := j.tests(policy.times)
	together := [][]*test{tests}
	if policy.contaminates {
		together = slices.Collect(slices.Chunk(tests, 1))
	}
	for _, tests := range together {
		images, most := 0, slices.Max(words.Each(tests, func(t *test) int { return t.repetitions }))
		if policy.contaminates {
			images = int(tests[0].level)
		}
		parts, err := policy.parts(j.Set, j.Cells[0].Seed, most, images)
		if err != nil {
			g.Go(func() error { return err })
		}
		alone := Serial{Processors: env.Workers() / max(len(parts), 1)}
		for _, p := range parts {
			g.Go(func() error {
				wanted := slices.DeleteFunc(slices.Clone(tests),
					func(t *test) bool { return p.Repetition >= t.repetitions })
				found, err := j.runPart(ctx, env, alone, p, wanted)
				if err != nil && ctx.Err() != nil {
					return ctx.Err() // a finished part counts even so
				}
				for i, t := range wanted {
					if err := emit(env, t.take(p, found[i], err)); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	return g.Wait()
}

// task numbers the parts of a level.
func (p Part) task() int { return p.Repetition*p.policy.times + max(p.Fold-1, 0) }

type finding struct {
	Outcomes []Outcome
	Sums     [][]float64
	Samples  int

	err error
}

// runPart trains and tests on a part unless an earlier run has kept its findings. Errors of tests are in these.
func (j *Job) runPart(
	ctx context.Context, env experiment.Env, alone Serial, p Part, wanted []*test,
) ([]finding, error) {
	name := p.String()
	var cells []int
	for _, t := range wanted {
		for _, f := range t.fits {
			cells = append(cells, f.Cell)
			name += " " + j.Cells[f.Cell].Key()
		}
	}
	found := make([]finding, len(wanted))
	if env.Recall(name, &found) {
		return found, nil
	}
	return found, env.Do(ctx, j.partCost(p.Images, len(cells)), func() error {
		began := time.Now()
		fitted, err := j.Learner.Fit(ctx, alone, j.Ordered(p, 0), cells)
		if err != nil {
			return err
		}
		sound := true
		for i, t := range wanted {
			f := &found[i]
			f.Outcomes = words.Each(t.fits, fitted.Outcome)
			rows, samples := j.rows(t, p), j.Set.Samples
			f.Samples = len(rows)
			if len(rows) == 0 {
				f.err = errors.New("contamination leaves no training sample clean to measure: take a lower level")
			} else if !p.policy.contaminates {
				samples, f.err = j.spoil(nil, t, rows, p.Repetition)
			}
			if f.err == nil {
				f.Sums, f.err = fitted.Tester(t.fits)(ctx, samples, rows)
			}
			failed := func(o Outcome) bool { return o.Failure != nil }
			sound = sound && f.err == nil && !slices.ContainsFunc(f.Outcomes, failed)
		}
		if ctx.Err() != nil && !sound {
			return ctx.Err()
		}
		if sound {
			env.Keep(name, time.Since(began), found)
		}
		return nil
	})
}

// RowsOf copies the given rows of m.
func RowsOf(m *mat.Dense, rows []int) *mat.Dense {
	d := matrixOf(nil, m, rows)
	for to, from := range rows {
		copy(d.RawRowView(to), m.RawRowView(from))
	}
	return d
}

// matrixOf returns memory for the given rows of m: d, if it fits.
func matrixOf(d, m *mat.Dense, rows []int) *mat.Dense {
	_, columns := m.Dims()
	if d == nil || d.RawMatrix().Rows != len(rows) || d.RawMatrix().Cols != columns {
		d = mat.NewDense(len(rows), columns, pages.Make(len(rows)*columns))
	}
	return d
}

// Specimens returns positions in a list of rows: the first sample of each of some evenly spaced classes or,
// with too few classes, evenly spaced positions.
func Specimens(set *dataset.Set, rows []int, count int) []int {
	count = min(count, len(rows))
	var places []int
	for i := range count {
		place := i * len(rows) / count
		if classes := len(set.Classes); set.Labels != nil && classes >= count {
			place = max(0, slices.IndexFunc(rows, func(row int) bool { return set.Labels[row] == i*classes/count }))
		}
		places = append(places, place)
	}
	return places
}

// LabelsOf returns the classes of the given rows.
func LabelsOf(set *dataset.Set, rows []int) []int {
	return words.Each(rows, func(row int) int { return set.Labels[row] })
}

// Groups divides rows by their classes, whose names it returns, or leaves them together, without names.
func (j *Job) Groups(rows []int, byClass bool) (groups [][]int, names []string) {
	if !byClass {
		return [][]int{rows}, nil
	}
	return ByClass(rows, j.Set.Labels, len(j.Set.Classes)), j.Set.Classes
}

// Once returns what make makes of some rows of the data set, the first time for all cells.
func (j *Job) Once(what string, rows []int, make func() (any, error)) (any, error) {
	return j.Set.Once(fmt.Sprintf("%s of %x", what, sha256.Sum256(fmt.Append(nil, rows))), make)
}

func ByClass(rows, labels []int, classes int) [][]int {
	divided, counts := make([][]int, classes), make([]int, classes)
	for _, r := range rows {
		counts[labels[r]]++
	}
	for class, n := range counts {
		divided[class] = slices.Grow(divided[class], n)
	}
	for _, r := range rows {
		divided[labels[r]] = append(divided[labels[r]], r)
	}
	return divided
}
