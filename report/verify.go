package report

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/store"
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
)

// A Discrepancy is an output that is not what it should be.
type Discrepancy struct {
	Path  string `json:"path"` // under the output folder, with slashes
	Fault Fault  `json:"fault"`
	// Where is the first place in which what is drawn again differs, such as
	// "line 12".
	Where string `json:"where,omitempty"`
}

// A Verification is what Verify found.
type Verification struct {
	Files int `json:"files"` // how many were compared
	// Discrepancies are ordered by path. A file has at most one.
	Discrepancies []Discrepancy `json:"discrepancies"`
}

// Verify holds the outputs in a folder against their manifest, draws them again from the
// stored results and compares the bytes. The plan is the one that the manifest's report
// was drawn with. Nothing is written; what is drawn again stays in memory.
//
// What lies in the folder and is none of the report's, such as the stored cells
// or a folder of the user's own, is passed over: a file counts as an output that
// should be listed when it lies beside outputs and has the extension of one.
func Verify(ctx context.Context, out string, p *plan.Plan, results *store.Store, m render.Manifest) (Verification, error) {
	v := Verification{Files: len(m.Files), Discrepancies: []Discrepancy{}}
	fault := func(err error) (Verification, error) { return Verification{}, fmt.Errorf("verify: %w", err) }
	listed := map[string]render.Listed{render.ManifestFile: {}}
	folders, extensions := map[string]bool{}, map[string]bool{}
	wrong := map[string]bool{}
	add := func(path string, fault Fault, where string) {
		wrong[path] = true
		v.Discrepancies = append(v.Discrepancies, Discrepancy{path, fault, where})
	}
	contents := map[string][]byte{}
	for _, f := range m.Files {
		local := filepath.FromSlash(f.Path)
		if !filepath.IsLocal(local) {
			return fault(fmt.Errorf("the manifest lists %q, which lies outside the folder", f.Path))
		}
		listed[f.Path] = f
		folders[path.Dir(f.Path)], extensions[path.Ext(f.Path)] = true, true
		content, err := os.ReadFile(filepath.Join(out, local))
		contents[f.Path] = content
		switch {
		case errors.Is(err, fs.ErrNotExist):
			add(f.Path, Lost, "")
		case err != nil:
			return fault(err)
		case !f.Is(content):
			add(f.Path, Altered, "")
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

	drawn, err := render.Draw(ctx, p, results, m.Created)
	if err != nil {
		return Verification{}, err
	}
	delete(listed, render.ManifestFile)
	for _, o := range drawn {
		f, ok := listed[o.Path]
		delete(listed, o.Path)
		switch {
		case wrong[o.Path] || ok && f.Is(o.Content):
		case !ok:
			add(o.Path, Lost, "")
		default:
			add(o.Path, Redrawn, firstDifference(contents[o.Path], o.Content))
		}
	}
	for name := range listed {
		if !wrong[name] {
			add(name, Forgotten, "")
		}
	}
	slices.SortFunc(v.Discrepancies, func(a, b Discrepancy) int { return cmp.Compare(a.Path, b.Path) })
	return v, nil
}

// others lists the files of a folder that look like outputs and are not listed.
func others(out, folder string, extensions map[string]bool, listed map[string]render.Listed) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(out, filepath.FromSlash(folder)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // what was in it is reported
	}
	var names []string
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		if _, ok := listed[name]; !ok && !e.IsDir() && extensions[path.Ext(name)] {
			names = append(names, name)
		}
	}
	return names, err
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
