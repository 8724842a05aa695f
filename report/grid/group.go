package grid

import (
	"slices"

	"gpca/report/dataset"
	"gpca/report/study"
	"gpca/solver"
)

// A Group is the unit of work: cells on one data set that train alike, so that
// a fit serves them all.
type Group struct {
	Cells []Cell
}

// trainingKey is what the cells of a group have in common.
type trainingKey struct {
	data, digest, protocol, kernel, centring string
	folds, components, maxIterations         int
	patience                                 int
	tolerance                                float64
	seed                                     uint64
	start                                    solver.Start
	// Of cells that choose their kernel, which may come to different ones.
	score, choice string
}

func (c Cell) training() trainingKey {
	k := trainingKey{
		data: c.Data, digest: c.Digest, protocol: c.Protocol, kernel: c.Kernel, centring: c.Centring,
		folds: c.Folds, components: c.Components, maxIterations: c.MaxIterations, patience: c.Patience,
		tolerance: c.Tolerance, seed: c.Seed, start: c.Start,
	}
	if c.Kernel == chosenKernel {
		k.score, k.choice = c.Score, c.Choice
	}
	return k
}

// Groups divides cells into groups, both in order of first appearance.
func Groups(cells []Cell) []Group {
	index := map[trainingKey]int{}
	var groups []Group
	for _, c := range cells {
		k := c.training()
		at, known := index[k]
		if !known {
			at = len(groups)
			index[k] = at
			groups = append(groups, Group{})
		}
		groups[at].Cells = append(groups[at].Cells, c)
	}
	return groups
}

// scores lists the scores of the group's cells, each once, in order; what is still
// to be chosen is not among them.
func (g Group) scores() []string {
	var names []string
	for _, c := range g.Cells {
		if c.Score != "" && !slices.Contains(names, c.Score) {
			names = append(names, c.Score)
		}
	}
	return names
}

// A test is what some cells of a group are tested under: all methods at one
// level of one noise.
type test struct {
	noise       string
	level       float64
	repetitions int
	metric      string
	scale       float64
	cells       []Cell
}

// tests divides the group's cells by what they are tested under.
func (g Group) tests() []test {
	var tests []test
	for _, c := range g.Cells {
		at := slices.IndexFunc(tests, func(t test) bool {
			return t.noise == c.Noise && t.level == c.Level && t.repetitions == c.Repetitions && t.metric == c.Metric && t.scale == c.Scale
		})
		if at < 0 {
			at = len(tests)
			tests = append(tests, test{noise: c.Noise, level: c.Level, repetitions: c.Repetitions, metric: c.Metric, scale: c.Scale})
		}
		tests[at].cells = append(tests[at].cells, c)
	}
	return tests
}

// Shard keeps the cells that shard i of n, counted from 1, has to compute.
// Cells under one noise and level stay together, because they share draws; data
// sets are spread evenly.
func Shard(cells []Cell, i, n int) []Cell {
	var kept []Cell
	unit := 0
	for _, g := range Groups(cells) {
		for _, t := range g.tests() {
			if unit%n == i-1 {
				kept = append(kept, t.cells...)
			}
			unit++
		}
	}
	return kept
}

// Size is what the cost of a group depends on.
type Size struct {
	Samples, Features, Classes, Train, Test int
	// Imbalance is the mean of the squared class sizes over the square of their
	// mean: 1 for classes of one size, which 0 stands for too.
	Imbalance float64
}

// SizeOf returns the size of a set.
func SizeOf(s *dataset.Set) Size {
	rows, columns := s.Samples.Dims()
	size := Size{Samples: rows, Features: columns, Classes: len(s.Classes), Train: rows, Test: rows}
	if s.Split != nil {
		size.Train, size.Test = len(s.Split.Train), len(s.Split.Test)
	}
	counts := make([]int, len(s.Classes))
	for _, label := range s.Labels {
		if label >= 0 && label < len(counts) { // what is wrong with a set is said elsewhere
			counts[label]++
		}
	}
	size.Imbalance = Imbalance(counts)
	return size
}

// Imbalance is that of classes of the given sizes; see [Size].
func Imbalance(counts []int) float64 {
	total, squares := 0.0, 0.0
	for _, n := range counts {
		total += float64(n)
		squares += float64(n) * float64(n)
	}
	if total == 0 {
		return 1
	}
	return squares * float64(len(counts)) / (total * total)
}

// Memory estimates the bytes that computing the group takes at its peak with a
// number of workers and a bound on the memory, 0 for none: the data, and for each
// worker what it trains and tests on.
func (g Group) Memory(size Size, workers int, bound int64) int64 {
	c := g.Cells[0]
	data := float * int64(size.Samples) * int64(size.Features)
	class := size.Train / max(size.Classes, 1)
	if c.Protocol == study.Contamination {
		most := 0.0
		for _, t := range g.tests() {
			most = max(most, t.level)
		}
		class = size.Samples + int(most)
	}
	methods := len(g.scores()) + len(g.scoreChoices())
	for _, b := range batchesOf(g.Cells) {
		methods = max(methods, len(b.names))
	}
	most := int64(workers) * fitBytes(c.Kernel != "", class, size.Features, methods, c.Components)
	if c.Protocol == study.Split {
		most = max(most, float*int64(workers+1)*int64(size.Test)*int64(size.Features))
	}
	if bound > 0 {
		most = min(most, max(bound-data, 0))
	}
	return data + most
}
