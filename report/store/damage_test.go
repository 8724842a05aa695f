package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/store"
)

// A line cut short by a kill is skipped, and the next result starts on its own line.
func TestTornLastLine(t *testing.T) {
	folder := t.TempDir()
	a, b, c := good("p=1", 1), good("p=2", 2), good("p=3", 3)
	first, second := line(t, a), line(t, b)
	for _, cut := range []int{0, 1, 2, len(second) / 2, len(second) - 2, len(second) - 1, len(second)} {
		write(t, folder, "cells.jsonl", first+second[:cut])
		s, warnings, err := store.Open(folder)
		assert.NilError(t, err)
		check(t, s, a)
		// The last byte is the end of the line, which a result can do without.
		whole := cut >= len(second)-1
		_, ok := s.Get(b.Key)
		assert.Check(t, is.Equal(ok, whole), "cut to %d of %d bytes: the last result is there", cut, len(second))
		torn := cut > 0 && !whole
		if torn != (len(warnings) == 1) {
			t.Errorf("cut to %d of %d bytes: warnings %v", cut, len(second), warnings)
		} else if torn && !strings.HasPrefix(warnings[0].Error(), filepath.Join(folder, "cells.jsonl")+":2: not a result, skipped: ") {
			t.Errorf("warning %q does not say where", warnings[0])
		}
		put(t, folder, "cells", c)
		s, _, err = store.Open(folder)
		assert.NilError(t, err)
		check(t, s, a)
		check(t, s, c)
	}
}

// Lines that are no results stay and are reported.
func TestForeignLines(t *testing.T) {
	folder := t.TempDir()
	a := good("p=1", 1)
	lines := []struct{ text, warning string }{
		{"# a remark\n", "its checksum is missing"},
		{"\n", ""},
		{"  \t\r\n", ""},
		{line(t, a), ""},
		{sealed(`{"key":""}`), "its key does not belong to its cell"},
		{"[1, 2]\n", "its checksum is missing"},
		{strings.TrimSuffix(line(t, a), "\n") + "\r\n", ""}, // as an editor may leave it
		{"\x00\xff", "its checksum is missing"},
	}
	var text strings.Builder
	var want []string
	for i, l := range lines {
		text.WriteString(l.text)
		if l.warning != "" {
			want = append(want, fmt.Sprintf("%s:%d: not a result, skipped: %s", filepath.Join(folder, "notes.jsonl"), i+1, l.warning))
		}
	}
	write(t, folder, "notes.jsonl", text.String())
	write(t, folder, "notes.txt", "not of the store\n")
	assert.NilError(t, os.Mkdir(filepath.Join(folder, "folder.jsonl"), 0o700))
	s, warnings, err := store.Open(folder)
	assert.NilError(t, err)
	check(t, s, a)
	assert.Equal(t, s.Len(), 1)
	if !slices.EqualFunc(warnings, want, func(w store.Damage, prefix string) bool { return strings.HasPrefix(w.Error(), prefix) }) {
		t.Errorf("warnings %v, want %v", warnings, want)
	}
	after, err := os.ReadFile(filepath.Join(folder, "notes.jsonl"))
	assert.NilError(t, err)
	assert.Equal(t, string(after), text.String(), "opening changed the file")
}

// A file that is no text, and one with more damage than memory should hold, are set aside whole, with the results in
// them.
func TestMuchDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	folder := t.TempDir()
	a, b := good("p=1", 1), good("p=2", 2)
	write(t, folder, "sparse.jsonl", line(t, a))
	if err := os.Truncate(filepath.Join(folder, "sparse.jsonl"), 200<<20); err != nil { // takes no disk
		t.Fatal(err)
	}
	write(t, folder, "text.jsonl", strings.Repeat("x\n", 5000)+line(t, b))
	s, warnings, err := store.Open(folder)
	assert.NilError(t, err)
	check(t, s, a)
	check(t, s, b)
	assert.Equal(t, len(warnings), 1001,
		"%d warnings, want one of the sparse file, and of the other 999 and that there are more", len(warnings))
	for at, want := range map[int]string{
		0: "sparse.jsonl:2: not a result, skipped: zero bytes, as of a file that was never written",
		1: "text.jsonl:1: not a result, skipped: its checksum is missing: the line was damaged or cut short",
		len(warnings) - 1: "text.jsonl:1000: not a result, skipped: nor are further ones of this file, which has too " +
			"many to list",
	} {
		assert.Check(t, is.Equal(warnings[at].Error(), filepath.Join(folder, want)), "warning %d", at)
	}
	assert.NilError(t, s.Compact())
	if s, warnings, err = store.Open(folder); err != nil || len(warnings) > 0 {
		t.Errorf("after Compact: %v, %v", warnings, err)
	}
	check(t, s, a)
	check(t, s, b)
	var sizes []int64
	aside, _ := filepath.Glob(filepath.Join(folder, "*.damaged"))
	for _, path := range aside {
		if info, err := os.Stat(path); err == nil {
			sizes = append(sizes, info.Size())
		}
	}
	want := []int64{200 << 20, int64(10_000 + len(line(t, b)))}
	assert.Assert(t, is.DeepEqual(sizes, want), "set aside are %v, of %v bytes, want %v", aside, sizes, want)
}

// Whatever a store's file holds, results from it are whole, survive compaction, and later ones are found
// too.
func FuzzOpen(f *testing.F) {
	whole, err := json.Marshal(good("p=1", 1, 2))
	assert.NilError(f, err)
	sealed := f.TempDir()
	s, _, err := store.Open(sealed)
	if err == nil {
		err = errors.Join(s.Append("cells"), s.Put(good("p=1", 1, 2)), s.Put(failed(good("p=2", 1))), s.Close())
	}
	assert.NilError(f, err)
	names, _ := filepath.Glob(filepath.Join(sealed, "*"))
	content, err := os.ReadFile(names[0])
	assert.NilError(f, err)
	f.Add(content)
	f.Add(content[:len(content)-30])
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add(append(append(slices.Clone(whole), '\n'), whole...))
	f.Add([]byte("\n\n{}\n[]\nnull\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		folder := t.TempDir()
		write(t, folder, "cells.jsonl", string(content))
		s, warnings, err := store.Open(folder)
		assert.NilError(t, err)
		assert.NilError(t, s.Compact())
		results := s.Results()
		if len(warnings) > 0 {
			s = open(t, folder)
		}
		after := s.Results()
		assert.Check(t, reflect.DeepEqual(after, results), "compacted %+v, want %+v", after, results)
		r := good("p=1.5", 3)
		put(t, folder, "cells", r)
		s, _, err = store.Open(folder)
		assert.NilError(t, err)
		check(t, s, r)
		for _, r := range s.Results() {
			got, ok := s.Get(r.Cell.Key())
			assert.Check(t, r.Failure != "" || (ok && reflect.DeepEqual(got.Cell, r.Cell) && got.Validate() == nil),
				"cell %+v has the result %+v", r.Cell, got)
		}
	})
}
