package folder

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"
	fsassert "gotest.tools/v3/fs"
)

func silent(*Held) {}

func content(t *testing.T, path string) []string {
	t.Helper()
	entries, err := os.ReadDir(path)
	assert.NilError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// One program works alone or several share; the last removes the lock.
func TestTake(t *testing.T) {
	out := t.TempDir()
	var held *Held
	take := func(shard string) (*Lock, error) { return Take(t.Context(), out, "report run", shard, false, silent) }
	alone, err := take("")
	assert.NilError(t, err)
	for _, shard := range []string{"", "1/2"} {
		_, err = take(shard)
		assert.Assert(t, errors.As(err, &held), "%v", err)
		assert.Equal(t, held.Process, os.Getpid())
		assert.ErrorContains(t, err, out+" is in use by report run, process ")
	}
	assert.NilError(t, alone.Release())
	assert.Equal(t, len(content(t, out)), 0)

	one, err := take("1/2")
	assert.NilError(t, err)
	two, err := take("2/2")
	assert.NilError(t, err)
	for _, l := range []*Lock{one, two} {
		_, err = take("")
		assert.Assert(t, errors.As(err, &held), "%v", err)
		assert.NilError(t, l.Release())
	}
	assert.Equal(t, len(content(t, out)), 0)

	one, err = take("1/2")
	assert.NilError(t, err)
	_, err = take("1/2")
	assert.Assert(t, errors.As(err, &held), "%v", err)
	assert.ErrorContains(t, err, "shard 1/2 in "+out+" is in use by report run, process ")
	two, err = take("1/3")
	assert.NilError(t, err)
	assert.NilError(t, errors.Join(one.Release(), two.Release()))
	assert.Equal(t, len(content(t, out)), 0)

	_, err = Take(t.Context(), filepath.Join(out, "nowhere"), "report run", "", false, silent)
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

// A second program waits, gets the holder once, and can be interrupted.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := t.TempDir()
		first, err := Take(t.Context(), out, "report run", "", false, silent)
		assert.NilError(t, err)
		told := 0
		tell := func(*Held) { told++ }
		time.AfterFunc(time.Minute, func() { _ = first.Release() })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = Take(ctx, out, "report render", "", true, tell)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		second, err := Take(t.Context(), out, "report render", "", true, tell)
		assert.NilError(t, err)
		assert.Equal(t, told, 2)
		assert.NilError(t, second.Release())
	})
}

// A lock file that a killed program left locks nothing.
func TestLockLeftBehind(t *testing.T) {
	out := t.TempDir()
	left := `{"host":"elsewhere","process":1,"verb":"report run --with-a-long-name"}` + "\nrest of a longer one\n"
	assert.NilError(t, os.WriteFile(filepath.Join(out, lockFile), []byte(left), 0o600))
	l, err := Take(t.Context(), out, "report run", "", false, silent)
	assert.NilError(t, err)
	_, err = Take(t.Context(), out, "report run", "", false, silent)
	assert.ErrorContains(t, err, out+" is in use by report run, process ")
	assert.NilError(t, l.Release())
	assert.Equal(t, len(content(t, out)), 0)
}

// Links in a folder are never written or removed through; the folder itself may be one.
func TestLinks(t *testing.T) {
	a := fsassert.WithFile("a", "a")
	dir := fsassert.NewDir(t, "links", fsassert.WithFile("mine", "mine"),
		fsassert.WithDir("elsewhere", a, fsassert.WithFile(".b.unfinished", "")),
		fsassert.WithDir("out", fsassert.WithDir("inside", a)))
	before := fsassert.ManifestFromDir(t, dir.Join("elsewhere"))
	out := dir.Join("link")
	for name, to := range map[string]string{
		"link": "out", "out/.lock": "../mine", "out/away": "../elsewhere", "out/near": "inside", "out/a": "../mine",
	} {
		if err := os.Symlink(filepath.FromSlash(to), dir.Join(name)); err != nil {
			t.Skip("no symbolic links: ", err)
		}
	}
	refused := func(err error, name string) {
		t.Helper()
		assert.Error(t, err, filepath.Join(out, name)+" is a symbolic link, and nothing in an output folder is written "+
			"or removed through one: remove the link, or put what it leads to in its place")
	}
	_, err := Take(t.Context(), out, "report run", "", false, silent)
	refused(err, ".lock")
	always := func([]byte) bool { return false }
	for _, name := range []string{"away", "near"} {
		refused(Replace(out, name+"/a", nil), name)
		_, err := Remove(out, name+"/a", always)
		refused(err, name)
		refused(Check(out, name+"/deeper"), name)
	}
	assert.NilError(t, Sweep(out))
	kept, err := Remove(out, "a", always)
	assert.Assert(t, err == nil && kept, "%v", err)
	assert.NilError(t, Replace(out, "a", []byte("new"))) // in place of the link
	assert.NilError(t, Replace(out, "new/b", []byte("new")))
	assert.ErrorContains(t, Replace(out, "../a", nil), "lies outside")

	assert.Assert(t, fsassert.Equal(dir.Join("elsewhere"), before))
	assert.Assert(t, fsassert.Equal(dir.Join("out", "inside"), fsassert.Expected(t, fsassert.MatchAnyFileMode, a)))
	for name, want := range map[string]string{"mine": "mine", "out/a": "new", "out/new/b": "new"} {
		got, err := os.ReadFile(dir.Join(name))
		assert.Assert(t, err == nil && string(got) == want, "%s: %q, %v", name, got, err)
	}
}

func TestReplaceAndSweep(t *testing.T) {
	dir := fsassert.NewDir(t, "out", fsassert.WithFile("a", "old"), fsassert.WithFile(".b.unfinished", ""), fsassert.WithFile(".mine", ""),
		fsassert.WithDir("cells", fsassert.WithFile(".c.unfinished", ""), fsassert.WithDir("deeper", fsassert.WithFile(".d.unfinished", ""))))
	assert.NilError(t, Replace(dir.Path(), "a", []byte("new")))
	assert.NilError(t, Sync(dir.Path()))
	assert.NilError(t, Sweep(dir.Path()))
	assert.Assert(t, fsassert.Equal(dir.Path(), fsassert.Expected(t, fsassert.MatchAnyFileMode, fsassert.WithFile("a", "new"), fsassert.WithFile(".mine", ""),
		fsassert.WithDir("cells", fsassert.WithDir("deeper", fsassert.WithFile(".d.unfinished", ""))))))

	assert.Error(t, Replace(dir.Path(), "cells", nil), dir.Join("cells")+": file exists")
	assert.DeepEqual(t, content(t, dir.Path()), []string{".mine", "a", "cells"})
}

// Shards that begin together write one manifest at a time each, and none stands in another's way.
func TestReplaceByMany(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manifest.json")
	errs := make(chan error)
	for range 20 {
		go func() { errs <- Replace(filepath.Dir(path), "manifest.json", []byte("whole")) }()
	}
	for range 20 {
		assert.Check(t, <-errs)
	}
	content, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.Equal(t, string(content), "whole", "%q", content)
}
