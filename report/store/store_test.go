package store_test

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/store"
)

func good(score string, values ...float64) experiment.Result {
	spec, err := json.Marshal(map[string]string{"score": score})
	if err != nil {
		panic(err)
	}
	c := experiment.Cell{Schema: 1, Data: "iris", Origin: dataset.Real, Repetitions: len(values), Spec: spec, Name: "iris " + score}
	return experiment.Result{
		Key: c.Key(), Cell: c, Values: map[string][]float64{"accuracy": values}, Artifacts: map[string]experiment.Array{"points": {Shape: []int{1, 1}, Data: values[:1]}},
		Ends: experiment.Ends{Converged: 3, Stopped: 1, MostIterations: 1000}, Seconds: 0.5, Processor: "abacus", Program: "v1",
	}
}

func failed(r experiment.Result) experiment.Result {
	r.Values, r.Artifacts, r.Failure = nil, nil, "class a: \"no\" number\nand a line"
	return r
}

func open(t *testing.T, folder string) *store.Store {
	t.Helper()
	s, warnings, err := store.Open(folder)
	assert.NilError(t, err)
	assert.Check(t, len(warnings) == 0, "warnings %v", warnings)
	return s
}

func put(t *testing.T, folder, name string, results ...experiment.Result) {
	t.Helper()
	s, _, err := store.Open(folder)
	assert.NilError(t, err)
	assert.NilError(t, s.Append(name))
	for _, r := range results {
		assert.NilError(t, s.Put(r))
	}
	assert.NilError(t, s.Close())
}

func check(t *testing.T, s *store.Store, want experiment.Result) {
	t.Helper()
	got, ok := s.Get(want.Key)
	assert.Check(t, ok && reflect.DeepEqual(got, want), "got %+v (%v), want %+v", got, ok, want)
}

func line(t *testing.T, r experiment.Result) string {
	t.Helper()
	b, err := json.Marshal(r)
	assert.NilError(t, err)
	return sealed(string(b))
}

func sealed(object string) string {
	open := strings.TrimSuffix(object, "}")
	return fmt.Sprintf("%s,\"crc32c\":\"%08x\"}\n", open, crc32.Checksum([]byte(open), crc32.MakeTable(crc32.Castagnoli)))
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	assert.NilError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
}

// The folder may have any name, such as a glob pattern.
func TestRoundTrip(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out [1]", "cells")
	s := open(t, folder)
	assert.Equal(t, s.Len(), 0, "a store that is not there has %d results", s.Len())
	a, b := good("p=1", 95.4625, 1./3), failed(good("f'=u < 1 ? u : 1", 7))
	put(t, folder, "cells", a, b)
	for range 2 { // as written, and as read again
		s := open(t, folder)
		check(t, s, a)
		check(t, s, b)
		assert.Check(t, is.Equal(s.Len(), 2))
	}
	_, ok := open(t, folder).Get("absent")
	assert.Check(t, !ok, "there is a result for no cell")
}

// In memory as on disk, a failure does not replace a good result; a good one replaces a failure and an
// older good one.
func TestLastGoodResultCounts(t *testing.T) {
	first, second := good("p=1", 1), good("p=1", 2)
	failure := failed(first)
	for _, c := range []struct {
		name string
		put  []experiment.Result
		want experiment.Result
	}{
		{"failed, then good", []experiment.Result{failure, first}, first},
		{"good, then failed", []experiment.Result{first, failure}, first},
		{"good, failed, good", []experiment.Result{first, failure, second}, second},
		{"good twice", []experiment.Result{first, second}, second},
		{"failed only", []experiment.Result{failure, failure}, failure},
	} {
		folder := t.TempDir()
		s := open(t, folder)
		assert.NilError(t, s.Append("cells"))
		for _, r := range c.put {
			assert.NilError(t, s.Put(r))
		}
		got, _ := s.Get(first.Key)
		assert.Check(t, reflect.DeepEqual(got, c.want), "%s: got %+v while it is put, want %+v", c.name, got, c.want)
		assert.NilError(t, s.Close())
		got, _ = open(t, folder).Get(first.Key)
		assert.Check(t, reflect.DeepEqual(got, c.want), "%s: got %+v when read again, want %+v", c.name, got, c.want)
	}
}

// Shards are merged by copying their files into one folder.
func TestMergeByCopying(t *testing.T) {
	one, two, merged := t.TempDir(), t.TempDir(), t.TempDir()
	a, b, shared := good("p=1", 1), good("p=2", 2), good("p=3", 3)
	put(t, one, "shard-1-of-2", a, shared)
	put(t, two, "shard-2-of-2", b, failed(shared))
	for _, folder := range []string{one, two} {
		assert.NilError(t, os.CopyFS(merged, os.DirFS(folder)))
	}
	s := open(t, merged)
	for _, r := range []experiment.Result{a, b, shared} {
		check(t, s, r)
	}
	assert.Equal(t, s.Len(), 3)
}

func TestConcurrentUse(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	assert.NilError(t, s.Append("cells"))
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 20 {
				r := good(fmt.Sprintf("p=%d.%d", i, j), float64(j))
				assert.Check(t, s.Put(r))
				s.Get(r.Key)
				s.Has("iris", dataset.Real)
			}
		})
	}
	group.Wait()
	assert.NilError(t, s.Close())
	again := open(t, folder)
	for i := range 8 {
		for j := range 20 {
			check(t, again, good(fmt.Sprintf("p=%d.%d", i, j), float64(j)))
		}
	}
}

func TestHas(t *testing.T) {
	folder := t.TempDir()
	a, b := good("p=1", 1), good("p=2", 2)
	other := good("p=1", 1)
	other.Cell.Data, other.Cell.Origin = "car", dataset.StandIn
	other.Key = other.Cell.Key()
	put(t, folder, "cells", a, b, failed(good("p=3", 3)), other)
	s := open(t, folder)
	for _, c := range []struct {
		data   string
		origin dataset.Origin
		want   bool
	}{{"iris", dataset.Real, true}, {"iris", dataset.StandIn, false}, {"car", dataset.StandIn, true}, {"car", dataset.Real, false}, {"usps", dataset.Real, false}} {
		assert.Check(t, is.Equal(s.Has(c.data, c.origin), c.want), "results on %s %s", c.origin, c.data)
	}
}

func TestFailureToReadAndWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	assert.NilError(t, os.WriteFile(file, nil, 0o600))
	_, _, err := store.Open(file)
	assert.ErrorContains(t, err, "not a directory", "opening a file")
	assert.ErrorContains(t, open(t, filepath.Join(file, "cells")).Append("cells"), "not a directory",
		"a store in a file")
	s := open(t, filepath.Join(filepath.Dir(file), "cells"))
	assert.Check(t, s.Put(good("p=1", 1)) != nil, "a result is put without a file")
	assert.NilError(t, s.Close(), "closing nothing")
	assert.Check(t, s.Append("missing/cells") != nil, "a file in a folder that is not there is opened")
	assert.NilError(t, s.Append("cells"))
	assert.ErrorContains(t, s.Append("more"), "open for appending already", "opening a second file")
	assert.NilError(t, s.Close())
	err = s.Put(good("p=1", 1))
	assert.Check(t, err != nil && s.Len() == 0, "after Close, Put returns %v and %d results are there", err, s.Len())

	sealed := filepath.Join(t.TempDir(), "sealed")
	assert.NilError(t, os.Mkdir(sealed, 0o500))
	if probe, err := os.Create(filepath.Join(sealed, "probe")); err == nil {
		probe.Close()
		t.Skip("this user may write anywhere")
	}
	assert.ErrorContains(t, open(t, sealed).Append("cells"), "permission denied",
		"a folder without permission to write")
}

func ExampleOpen() {
	folder, err := os.MkdirTemp("", "store")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)

	s, _, err := store.Open(folder)
	if err != nil {
		fmt.Println(err)
		return
	}
	cell := experiment.Cell{Data: "iris", Repetitions: 2, Spec: []byte(`{"score":"p=1"}`)}
	err = s.Append("cells")
	if err == nil {
		err = s.Put(experiment.Result{Key: cell.Key(), Cell: cell, Values: map[string][]float64{"accuracy": {95.5, 96}}})
	}
	fmt.Println(err, s.Close())

	again, warnings, err := store.Open(folder)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, found := again.Get(cell.Key())
	fmt.Println(result.Values["accuracy"], found, len(warnings))
	// Output:
	// <nil> <nil>
	// [95.5 96] true 0
}
