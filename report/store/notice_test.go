package store_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"gpca/report/experiment"
	"gpca/report/store"
)

func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	assert.NilError(t, err)
	for _, name := range names {
		content, err := os.ReadFile(name)
		assert.NilError(t, err)
		all[filepath.Base(name)] = string(content)
	}
	return all
}

func file(t *testing.T, folder string) (name, content string) {
	t.Helper()
	all := files(t, folder)
	assert.Equal(t, len(all), 1)
	for name, content = range all {
	}
	return name, content
}

// some returns n good results and a failure.
func some(n int) []experiment.Result {
	var all []experiment.Result
	for i := range n {
		all = append(all, good(fmt.Sprintf("p=%d", i), float64(i), 1/float64(i+1)))
	}
	return append(all, failed(good("failed", 1)))
}

// None of 1,000 single flipped bits changes a result, and each missing result is reported.
func TestFlippedBits(t *testing.T) {
	folder := t.TempDir()
	all := some(4)
	put(t, folder, "cells", all...)
	name, content := file(t, folder)
	r := rand.New(rand.NewPCG(1, 2))
	unnoticed := 0
	for range 1000 {
		flipped := []byte(content)
		bit := r.IntN(8 * len(flipped))
		flipped[bit/8] ^= 1 << (bit % 8)
		write(t, folder, name, string(flipped))
		s, warnings, err := store.Open(folder)
		assert.NilError(t, err)
		assert.Check(t, s.Len() <= len(all), "bit %d adds a result", bit)
		if len(warnings) == 0 {
			unnoticed++
		}
		for _, want := range all {
			if got, ok := s.Get(want.Key); ok && !reflect.DeepEqual(got, want) || !ok && len(warnings) == 0 {
				t.Errorf("bit %d, in %q: there is a result: %v, %+v, without a warning: %v", bit, flipped[bit/8], ok, got, len(warnings) == 0)
			}
		}
	}
	if unnoticed > 10 { // ends of lines that became other blanks
		t.Errorf("%d of 1000 flipped bits are not noticed", unnoticed)
	}
}

// Two hosts write to one folder. What did not reach the server leaves a hole or a file cut short: it is
// reported and set aside, and all else is there.
func TestTwoHosts(t *testing.T) {
	folder := t.TempDir()
	all := some(20)
	hosts := []*store.Store{open(t, folder), open(t, folder)}
	for i, s := range hosts {
		assert.NilError(t, s.Append(fmt.Sprintf("host-%d", i)))
	}
	for i, r := range all {
		assert.NilError(t, hosts[i%2].Put(r))
	}
	for _, s := range hosts {
		assert.NilError(t, s.Close())
	}
	for name, content := range files(t, folder) {
		lines := strings.SplitAfter(content, "\n")
		if strings.HasPrefix(name, "host-0") { // a hole over the end of line 4 and the start of line 5
			lines[3] = lines[3][:40] + strings.Repeat("\x00", len(lines[3])-40)
			lines[4] = strings.Repeat("\x00", 50) + lines[4][50:]
		} else {
			lines = append(lines[:8], lines[8][:100])
		}
		write(t, folder, name, strings.Join(lines, ""))
	}
	s, warnings, err := store.Open(folder)
	assert.NilError(t, err)
	var where []string
	for _, w := range warnings {
		where = append(where, fmt.Sprintf("%.6s:%d", filepath.Base(w.File), w.Line))
	}
	// The hole joins two lines; line 1 is the header.
	assert.DeepEqual(t, where, []string{"host-0:4", "host-1:9"})
	var lost []experiment.Result
	for _, r := range all {
		if got, ok := s.Get(r.Key); !ok {
			lost = append(lost, r)
		} else {
			assert.Assert(t, reflect.DeepEqual(got, r))
		}
	}
	assert.Equal(t, len(lost), 2+3) // lines 4 and 5; lines 9 to 11

	assert.NilError(t, s.Compact())
	put(t, folder, "cells", lost...)
	s = open(t, folder)
	for _, r := range all {
		check(t, s, r)
	}
	var damaged string
	for name, content := range files(t, folder) {
		if strings.HasSuffix(name, ".damaged") {
			damaged += content
		}
	}
	assert.Equal(t, strings.Count(damaged, "\n"), 2)
}

// A store of mostly dead lines or many files becomes one file; a crash that also leaves the old files
// changes nothing.
func TestCompact(t *testing.T) {
	all := some(3)
	for name, c := range map[string]struct {
		make  func(folder string)
		after int // files
	}{
		"nothing to do": {func(folder string) { put(t, folder, "a", all...); put(t, folder, "b", all[:2]...) }, 2},
		"mostly dead": {func(folder string) {
			for range 3 {
				put(t, folder, "a", all...)
			}
		}, 1},
		"many files": {func(folder string) {
			for i := range 17 {
				put(t, folder, "a", all[i%len(all)])
			}
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			c.make(folder)
			before := files(t, folder)
			assert.NilError(t, open(t, folder).Compact())
			assert.Equal(t, len(files(t, folder)), c.after)
			for range 2 {
				s := open(t, folder)
				assert.Equal(t, s.Len(), len(all))
				for _, r := range all {
					check(t, s, r)
				}
				for name, content := range before { // as if they had not been removed yet
					write(t, folder, name, content)
				}
			}
		})
	}
}

// A file that is being written is not compacted.
func TestCompactLeavesWriters(t *testing.T) {
	folder := t.TempDir()
	all := some(2)
	for range 3 {
		put(t, folder, "a", all...)
	}
	s, writer := open(t, folder), open(t, folder)
	assert.NilError(t, writer.Append("b"))
	read := open(t, folder)
	assert.NilError(t, writer.Put(good("late", 1)))
	before := files(t, folder)
	assert.NilError(t, read.Compact())
	assert.DeepEqual(t, files(t, folder), before)
	assert.NilError(t, writer.Close())
	assert.NilError(t, s.Compact()) // knows nothing of the file
	check(t, open(t, folder), good("late", 1))
}

// A program whose file is removed reports it.
func TestRemovedFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		s := open(t, folder)
		assert.NilError(t, s.Append("cells"))
		assert.NilError(t, s.Put(good("p=1", 1)))
		name, _ := file(t, folder)
		assert.NilError(t, os.Remove(filepath.Join(folder, name)))
		time.Sleep(10 * time.Second)
		assert.ErrorContains(t, s.Put(good("p=2", 2)), name+" was removed while results were written to it: run again")
		assert.ErrorContains(t, s.Close(), "was removed")
	})
}

// Stores that contradict each other are refused. Recomputed cells, failures, and a measure that only one
// store has are no contradictions.
func TestContradiction(t *testing.T) {
	a, b := good("p=1", 95.5), good("p=1", 96)
	more := good("p=1", 95.5)
	more.Values["time"] = []float64{1}
	for name, c := range map[string]struct {
		one, other []experiment.Result
		refused    bool
	}{
		"other values":           {one: []experiment.Result{a}, other: []experiment.Result{b}, refused: true},
		"the same values":        {one: []experiment.Result{a}, other: []experiment.Result{a}},
		"a failure":              {one: []experiment.Result{a}, other: []experiment.Result{failed(b)}},
		"a further measure":      {one: []experiment.Result{a}, other: []experiment.Result{more}},
		"computed again in one":  {one: []experiment.Result{a, b}, other: []experiment.Result{a}},
		"computed again in both": {one: []experiment.Result{a, b}, other: []experiment.Result{a, a}, refused: true},
	} {
		t.Run(name, func(t *testing.T) {
			one, other, merged := t.TempDir(), t.TempDir(), t.TempDir()
			put(t, one, "one", c.one...)
			put(t, other, "other", c.other...)
			for _, folder := range []string{one, other} {
				assert.NilError(t, os.CopyFS(merged, os.DirFS(folder)))
			}
			_, _, err := store.Open(merged)
			if !c.refused {
				assert.NilError(t, err)
				return
			}
			first, _ := file(t, one)
			second, _ := file(t, other)
			for _, want := range []string{"store: " + filepath.Join(merged, second) + ":", " contradicts " + filepath.Join(merged, first) + ":", ": cell iris p=1, ", ", has accuracy [9", "remove the line that is wrong"} {
				assert.ErrorContains(t, err, want)
			}
		})
	}
}

// A later version is refused by its header, unless that is damaged.
func TestLaterVersion(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "cells.jsonl", `{"store":2,"process":1,"began":"2026-01-02T03:04:05Z","crc32c":"`)
	_, warnings, err := store.Open(folder)
	assert.NilError(t, err)
	assert.Equal(t, len(warnings), 1)
	write(t, folder, "cells.jsonl", `{"store":2,"crc32c":"8381572e"}`+"\n")
	_, _, err = store.Open(folder)
	assert.ErrorContains(t, err, "cells.jsonl is of version 2, and this program knows versions up to 1")
}

// Check finds lines with a right checksum that are no results.
func TestCheck(t *testing.T) {
	folder := t.TempDir()
	stranger := good("p=1", 1)
	stranger.Cell.Seed = 9 // the key is that of another cell
	short := good("p=3", 1, 2)
	short.Values["accuracy"] = short.Values["accuracy"][:1]
	empty := good("p=4", 1)
	empty.Values, empty.Artifacts = nil, nil
	put(t, folder, "cells", good("p=2", 2), stranger, short, empty)
	s := open(t, folder)
	_, ok := s.Get(stranger.Key)
	assert.Check(t, !ok, "the result of another cell is used")
	all := s.Check()
	slices.SortFunc(all, func(a, b store.Damage) int { return a.Line - b.Line })
	assert.Equal(t, len(all), 3)
	for i, want := range []string{
		"its key does not belong to its cell", "it has 1 values of accuracy for 2 repetitions",
		"it has neither values nor a failure",
	} {
		assert.Equal(t, all[i].Line, 3+i)
		assert.ErrorContains(t, all[i], want)
	}
}
