package grid_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/study"
)

// thesisCells are the cells of the thesis on stand-ins.
func thesisCells(t *testing.T) []grid.Cell {
	t.Helper()
	s, err := study.Open("thesis")
	if err != nil {
		t.Fatal(err)
	}
	var cells []grid.Cell
	seen := map[string]bool{}
	// Its appendices vary how one thing is trained on.
	s = s.Parts()[0]
	for _, n := range s.Needs(study.Selection{}) {
		c := resolve(t, s, n, grid.Source{Origin: dataset.StandIn, Digest: n.Data}, 0)
		if !seen[c.Key()] {
			seen[c.Key()] = true
			cells = append(cells, c)
		}
	}
	return cells
}

func keys(cells []grid.Cell) []string {
	var keys []string
	for _, c := range cells {
		keys = append(keys, c.Key())
	}
	slices.Sort(keys)
	return keys
}

func TestGroupsArePartition(t *testing.T) {
	cells := thesisCells(t)
	var grouped []grid.Cell
	names := map[string]int{}
	for _, g := range grid.Groups(cells) {
		grouped = append(grouped, g.Cells...)
		c := g.Cells[0]
		names[fmt.Sprintf("%s %s %d", c.Data, c.Kernel, c.Components)]++
		for _, other := range g.Cells {
			if other.Data != c.Data || other.Kernel != c.Kernel || other.Protocol != c.Protocol || other.Components != c.Components {
				t.Errorf("%s and %s train differently but share a group", c, other)
			}
		}
	}
	if !slices.Equal(keys(grouped), keys(cells)) {
		t.Errorf("%d cells became %d in groups", len(cells), len(grouped))
	}
	// Both noises of USPS are tested on one fit.
	for name, n := range names {
		if n != 1 {
			t.Errorf("%d groups train on %s alike, want 1", n, name)
		}
	}
	if got := len(grid.Groups(cells)); got != 24 {
		t.Errorf("%d groups, want 24: USPS, Yale, MNIST and nine UCI sets, each with and without a kernel", got)
	}
}

// Every cell is in exactly one shard, and those under one noise and level of a
// training set, which share draws, are in the same.
func TestShardsArePartition(t *testing.T) {
	cells := thesisCells(t)
	for n := 1; n <= 7; n++ {
		var all []grid.Cell
		for i := 1; i <= n; i++ {
			shard := grid.Shard(cells, i, n)
			if len(shard) == 0 {
				t.Errorf("shard %d of %d is empty", i, n)
			}
			all = append(all, shard...)
		}
		if !slices.Equal(keys(all), keys(cells)) {
			t.Errorf("%d shards hold %d cells of %d", n, len(all), len(cells))
		}
	}
	const n = 5
	home := map[string]int{}
	for i := 1; i <= n; i++ {
		for _, c := range grid.Shard(cells, i, n) {
			unit := fmt.Sprint(c.Data, c.Kernel, c.Noise, c.Level)
			if other, seen := home[unit]; seen && other != i {
				t.Fatalf("%s is in shard %d, another method of it in %d", c, i, other)
			}
			home[unit] = i
		}
	}
}

// The estimate need not be right, but more of anything costs more.
func TestCostGrows(t *testing.T) {
	size := grid.Size{Samples: 1000, Features: 50, Classes: 5, Train: 700, Test: 300}
	more := size
	more.Samples, more.Train, more.Test = 2000, 1400, 600
	for _, g := range grid.Groups(thesisCells(t)) {
		cost := g.Cost(size)
		if !(cost > 0) {
			t.Errorf("%s costs %g", g.Cells[0], cost)
		}
		if g.Cost(more) <= cost {
			t.Errorf("%s: more samples cost no more", g.Cells[0])
		}
		if fewer := (grid.Group{Cells: g.Cells[:1]}); fewer.Cost(size) >= cost {
			t.Errorf("%s: one cell costs no less than %d", g.Cells[0], len(g.Cells))
		}
		m1, m2 := g.Memory(size, 1, 0), g.Memory(size, 2, 0)
		if m1 <= 0 || m2 <= m1 {
			t.Errorf("%s: %d bytes for one worker, %d for two", g.Cells[0], m1, m2)
		}
		if bounded := g.Memory(size, 1000, m2); bounded > max(m2, g.Memory(size, 1000, 1)) {
			t.Errorf("%s: %d bytes, the bound is %d", g.Cells[0], bounded, m2)
		}
	}
	if (grid.Group{}).Cost(size) != 0 {
		t.Error("no cells cost something")
	}
}

func TestSizeOf(t *testing.T) {
	set := patterns(30, 1)
	if got, want := grid.SizeOf(set), (grid.Size{Samples: 30, Features: 36, Classes: 2, Train: 20, Test: 10, Imbalance: 1}); got != want {
		t.Errorf("size %+v, want %+v", got, want)
	}
	set.Split = nil
	if got, want := grid.SizeOf(set), (grid.Size{Samples: 30, Features: 36, Classes: 2, Train: 30, Test: 30, Imbalance: 1}); got != want {
		t.Errorf("size without a split %+v, want %+v", got, want)
	}
}

func TestImbalance(t *testing.T) {
	// (70² + 20² + 10²) / 3 over (100/3)².
	if got := grid.Imbalance([]int{70, 20, 10}); math.Abs(got-1.62) > 1e-12 {
		t.Errorf("imbalance %g, want 1.62", got)
	}
	if even, none := grid.Imbalance([]int{5, 5}), grid.Imbalance(nil); even != 1 || none != 1 {
		t.Errorf("even classes %g, none %g, want 1", even, none)
	}
}
