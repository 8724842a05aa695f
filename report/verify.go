package report

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/input"
	"gpca/report/junit"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/runner"
	"gpca/report/store"
	"gpca/report/study"
)

// A Fault is what is wrong with an output.
type Fault string

// The faults.
const (
	Lost      Fault = "missing"             // the manifest lists it, the folder does not have it
	Unlisted  Fault = "not in the manifest" // the other way round
	Altered   Fault = "altered"             // its bytes are not those of the manifest
	Redrawn   Fault = "drawn differently"   // drawn again, its bytes are others
	Forgotten Fault = "no longer drawn"     // it is listed, but drawing again does not make it
	Differs   Fault = "differs"             // two reports have it with other bytes
	Damaged   Fault = "damaged"             // a line of the store, or work kept beside it, which is not used
)

// A Discrepancy is an output that is not what it should be.
type Discrepancy struct {
	Path  string `json:"path"` // under the output folder, with slashes
	Fault Fault  `json:"fault"`
	// Where is the first place in which what is drawn again differs, such as "line 12".
	Where string `json:"where,omitempty"`
}

// A Verification is what Verify found.
type Verification struct {
	Files int `json:"files"` // how many were compared
	// Outdated is how many of them were not drawn again, since cells were computed after
	// they were drawn.
	Outdated int `json:"outdated"`
	// Discrepancies are ordered by path. A file has at most one.
	Discrepancies []Discrepancy `json:"discrepancies"`

	paths    []string // of the files that were compared
	outdated []string // those that were not drawn again
}

// Tests are the files as tests for a CI server: a discrepancy is a failure, and a file that
// was not drawn again is skipped.
func (v Verification) Tests() []junit.Suite {
	files := junit.Suite{Name: "Files"}
	for _, d := range v.Discrepancies {
		failure := strings.TrimSpace(string(d.Fault) + " " + d.Where)
		files.Cases = append(files.Cases, junit.Case{Name: d.Path, Failure: failure})
	}
	for _, p := range v.paths {
		test := junit.Case{Name: p}
		if slices.Contains(v.outdated, p) {
			test.Skipped = "from before some cells were computed, so not drawn again"
		}
		if !slices.ContainsFunc(v.Discrepancies, func(d Discrepancy) bool { return d.Path == p }) {
			files.Cases = append(files.Cases, test)
		}
	}
	return []junit.Suite{files}
}

// Verify holds the outputs in a folder against their manifest, draws them again from the
// stored results, each with the selection, the repetitions, the date and the venue it was
// drawn with, and compares the bytes. Files from before cells were computed cannot be drawn again as
// they were, and are held against the manifest alone. No data is looked for: what is real
// is what the manifest says. Nothing is written; what is drawn again stays in memory. The
// lines of the store, and what runs that were stopped have kept, are held against their
// checksums.
//
// What lies in the folder and is none of the report's, such as the stored cells
// or a folder of the user's own, is passed over: a file counts as an output that
// should be listed when it lies beside outputs and has the extension of one.
func Verify(
	ctx context.Context, out string, s *study.Study, results *store.Store, m render.Manifest,
) (Verification, error) {
	v := Verification{Discrepancies: []Discrepancy{}}
	fault := func(err error) (Verification, error) { return Verification{}, fmt.Errorf("verify: %w", err) }
	add := func(path string, fault Fault, where string) {
		v.Discrepancies = append(v.Discrepancies, Discrepancy{path, fault, where})
	}
	for _, d := range results.Check() {
		add(fmt.Sprintf("%s/%s:%d", storeFolder, filepath.Base(d.File), d.Line), Damaged, d.Err.Error())
	}
	for _, name := range runner.DamagedKept(results.Kept()) {
		add(path.Join(storeFolder, store.KeptFolder, name), Damaged, "its work is done again")
	}
	listed := map[string]bool{render.ManifestFile: true}
	folders, extensions := map[string]bool{}, map[string]bool{}
	for _, d := range m.Drawings() {
		v.Files += len(d.Files)
		sound := map[string][]byte{}
		for _, f := range d.Files {
			local := filepath.FromSlash(f.Path)
			if !filepath.IsLocal(local) {
				return fault(fmt.Errorf("the manifest lists %q, which lies outside the folder", f.Path))
			}
			v.paths, listed[f.Path] = append(v.paths, f.Path), true
			folders[path.Dir(f.Path)], extensions[path.Ext(f.Path)] = true, true
			content, err := input.Read(filepath.Join(out, local))
			switch {
			case errors.Is(err, fs.ErrNotExist):
				add(f.Path, Lost, "")
			case errors.Is(err, input.ErrIrregular):
				add(f.Path, Altered, input.ErrIrregular.Error())
			case err != nil:
				return fault(err)
			case !f.Is(content):
				add(f.Path, Altered, "")
			default:
				sound[f.Path] = content
			}
		}
		drawn, outdated, err := redraw(ctx, s, results, d, slices.Collect(maps.Keys(sound)))
		if err != nil {
			return Verification{}, err
		}
		if outdated {
			v.outdated = slices.AppendSeq(v.outdated, maps.Keys(sound))
			continue
		}
		for _, o := range drawn {
			if !bytes.Equal(sound[o.Path], o.Content) {
				add(o.Path, Redrawn, firstDifference(sound[o.Path], o.Content))
			}
			delete(sound, o.Path)
		}
		for name := range sound {
			add(name, Forgotten, "")
		}
	}
	for folder := range folders {
		unlisted, err := others(out, folder, extensions, listed)
		if err != nil {
			return fault(err)
		}
		for _, name := range unlisted {
			add(name, Unlisted, "")
		}
	}
	v.Outdated = len(v.outdated)
	slices.SortFunc(v.Discrepancies, func(a, b Discrepancy) int { return cmp.Compare(a.Path, b.Path) })
	return v, nil
}

// redraw makes files of a drawing again, unless cells of it were computed since.
func redraw(
	ctx context.Context, s *study.Study, results *store.Store, d render.Drawing, paths []string,
) (files []render.File, outdated bool, err error) {
	data := OpenLibrary(s, nil, func(name string) bool { return d.Data[name] == dataset.Real })
	p, err := plan.New(ctx, s, data, d.Selection, d.Repetitions)
	if err != nil || len(paths) == 0 {
		return nil, false, err
	}
	then, now := d.Cells, render.CountCells(p.Cells, results)
	if now != then && now.Total() == then.Total() && now.Done >= then.Done && now.Missing <= then.Missing {
		return nil, true, nil
	}
	files, err = render.Draw(ctx, p, results, d.Created, d.Venue, paths...)
	return files, false, err
}

// others lists the files of a folder that look like outputs and are not listed.
func others(out, folder string, extensions map[string]bool, listed map[string]bool) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(out, filepath.FromSlash(folder)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // what was in it is reported
	}
	var names []string
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		if !listed[name] && !e.IsDir() && extensions[path.Ext(name)] {
			names = append(names, name)
		}
	}
	return names, err
}

// DiffFiles lists the outputs that are not the same in two folders, by path, and counts
// those that are: all that a manifest lists. A folder without one, such as a part of a report
// that is kept for reference, is asked only for the files that it has.
func DiffFiles(first, second string) (different []Discrepancy, same int, err error) {
	fault := func(err error) ([]Discrepancy, int, error) { return nil, 0, fmt.Errorf("diff: %w", err) }
	folders, drawn, listed := [2]string{first, second}, [2]bool{}, map[string]bool{}
	for i, out := range folders {
		m, err := render.ReadManifest(out)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fault(err)
		}
		for _, d := range m.Drawings() {
			drawn[i] = true
			for _, f := range d.Files {
				listed[f.Path] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		var contents [2][]byte
		for i, out := range folders {
			if !filepath.IsLocal(filepath.FromSlash(name)) {
				return fault(fmt.Errorf("a manifest lists %q, which lies outside the folder", name))
			}
			contents[i], err = input.Read(filepath.Join(out, filepath.FromSlash(name)))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fault(err)
			}
		}
		a, b := contents[0], contents[1]
		switch {
		case a != nil && b != nil && bytes.Equal(a, b):
			same++
		case a != nil && b != nil:
			different = append(different, Discrepancy{name, Differs, firstDifference(a, b)})
		case a != nil && drawn[1]:
			different = append(different, Discrepancy{name, Fault("only in " + first), ""})
		case b != nil && drawn[0]:
			different = append(different, Discrepancy{name, Fault("only in " + second), ""})
		}
	}
	return different, same, nil
}

// firstDifference says where two files begin to differ: the line of a text, the
// byte of anything else. Both are counted from 1.
func firstDifference(a, b []byte) string {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	if bytes.IndexByte(a, 0) >= 0 || bytes.HasPrefix(a, []byte("%PDF")) {
		return fmt.Sprintf("byte %d", at+1)
	}
	return fmt.Sprintf("line %d", bytes.Count(a[:at], []byte{'\n'})+1)
}
