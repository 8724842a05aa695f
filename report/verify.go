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
	"gpca/report/dataset/library"
	"gpca/report/input"
	"gpca/report/junit"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/runner"
	"gpca/report/store"
	"gpca/report/study"
	"gpca/report/words"
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

	fine     Fault = ""
	outdated Fault = "from before some cells were computed, so not drawn again"
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

	all []Discrepancy // with what is fine or outdated
}

// Tests are the files as tests for a CI server: a discrepancy is a failure, and a file that
// was not drawn again is skipped.
func (v Verification) Tests() []junit.Suite {
	return []junit.Suite{{Name: "Files", Cases: words.Each(v.all, func(d Discrepancy) junit.Case {
		if d.Fault == outdated {
			return junit.Case{Name: d.Path, Skipped: string(outdated)}
		}
		return junit.Case{Name: d.Path, Failure: strings.TrimSpace(string(d.Fault) + " " + d.Where)}
	})}}
}

// Verify holds the outputs in a folder against their manifest, draws them again from the
// stored results, each with the selection, the repetitions, the date and the venue it was
// drawn with, and compares the bytes. Files from before cells were computed cannot be drawn
// again as they were, and are held against the manifest alone. Data are folders with the study's
// own files. No data set of the catalogue is looked for: what is real is what the manifest says.
// Nothing is written. The lines of the store, and what runs that
// were stopped have kept, are held against their checksums.
//
// What lies in the folder and is none of the report's, such as the stored cells
// or a folder of the user's own, is passed over: a file counts as an output that
// should be listed when it lies beside outputs and has the extension of one.
func Verify(
	ctx context.Context, out string, s *study.Study, data []string, results *store.Store, m render.Manifest,
) (Verification, error) {
	v := Verification{Discrepancies: []Discrepancy{}}
	for _, d := range results.Check() {
		v.add(fmt.Sprintf("%s/%s:%d", storeFolder, filepath.Base(d.File), d.Line), Damaged, d.Err.Error())
	}
	for _, name := range runner.DamagedKept(results.Kept()) {
		v.add(path.Join(storeFolder, store.KeptFolder, name), Damaged, "its work is done again")
	}
	for _, d := range m.Drawings() {
		if err := v.hold(ctx, out, s, data, results, d); err != nil {
			return Verification{}, err
		}
	}
	if err := v.findUnlisted(out, m); err != nil {
		return Verification{}, fmt.Errorf("verify: %w", err)
	}
	slices.SortFunc(v.all, func(a, b Discrepancy) int { return cmp.Compare(a.Path, b.Path) })
	for _, d := range v.all {
		switch d.Fault {
		case fine:
		case outdated:
			v.Outdated++
		default:
			v.Discrepancies = append(v.Discrepancies, d)
		}
	}
	return v, nil
}

func (v *Verification) add(path string, fault Fault, where string) {
	v.all = append(v.all, Discrepancy{path, fault, where})
}

// hold holds the files of a drawing against the manifest and, where they are as it says, against what is drawn again.
func (v *Verification) hold(
	ctx context.Context, out string, s *study.Study, data []string, results *store.Store, d render.Drawing,
) error {
	v.Files += len(d.Files)
	sound := map[string][]byte{}
	for _, f := range d.Files {
		content, err := readOutput(out, f.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			v.add(f.Path, Lost, "")
		case errors.Is(err, input.ErrIrregular):
			v.add(f.Path, Altered, input.ErrIrregular.Error())
		case err != nil:
			return fmt.Errorf("verify: %w", err)
		case !f.Is(content):
			v.add(f.Path, Altered, "")
		default:
			sound[f.Path] = content
		}
	}
	drawn, err := redraw(ctx, s, data, results, d, slices.Collect(maps.Keys(sound)))
	for name, before := range sound {
		switch after, again := drawn[name]; {
		case drawn == nil:
			v.add(name, outdated, "")
		case !again:
			v.add(name, Forgotten, "")
		case bytes.Equal(before, after):
			v.add(name, fine, "")
		default:
			v.add(name, Redrawn, firstDifference(before, after))
		}
	}
	return err
}

// findUnlisted adds the files beside outputs that the manifest does not list.
func (v *Verification) findUnlisted(out string, m render.Manifest) error {
	listed := map[string]bool{render.ManifestFile: true}
	folders, extensions := map[string]bool{}, map[string]bool{}
	for _, d := range m.Drawings() {
		for _, f := range d.Files {
			listed[f.Path], folders[path.Dir(f.Path)], extensions[path.Ext(f.Path)] = true, true, true
		}
	}
	for folder := range folders {
		entries, err := os.ReadDir(filepath.Join(out, filepath.FromSlash(folder)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // what was in it is reported
			return err
		}
		for _, e := range entries {
			if name := path.Join(folder, e.Name()); !listed[name] && !e.IsDir() && extensions[path.Ext(name)] {
				v.add(name, Unlisted, "")
			}
		}
	}
	return nil
}

// redraw makes files of a drawing again, by their paths, nil when cells of it were computed since.
func redraw(
	ctx context.Context, s *study.Study, folders []string, results *store.Store, d render.Drawing, paths []string,
) (map[string][]byte, error) {
	real := func(name string) bool { return d.Data[name] == dataset.Real }
	data := openLibrary(s, library.Catalogue(nil, real), folders)
	p, err := plan.New(ctx, s, data, d.Selection, d.Repetitions)
	if err != nil || len(paths) == 0 {
		return nil, err
	}
	then, now := d.Cells, render.CountCells(p.Cells, results)
	if now != then && now.Total() == then.Total() && now.Done >= then.Done && now.Missing <= then.Missing {
		return nil, nil
	}
	drawn := map[string][]byte{}
	files, err := render.Draw(ctx, p, results, d.Created, d.Venue, paths...)
	for _, f := range files {
		drawn[f.Path] = f.Content
	}
	if errors.As(err, new(render.Undrawn)) {
		err = nil // what is not drawn is a discrepancy
	}
	return drawn, err
}

// readOutput reads a file that a manifest lists, or the packed one in its place.
func readOutput(out, name string) ([]byte, error) {
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) {
		return nil, fmt.Errorf("a manifest lists %q, which lies outside the folder", name)
	}
	path := filepath.Join(out, local)
	content, err := input.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		_, content, err = render.ReadPacked(path)
	}
	return content, err
}

// DiffFiles lists the outputs that are not the same in two folders, by path, and counts
// those that are: all that a manifest lists. A folder without one, such as a part of a report
// that is kept for reference, is asked only for the files that it has.
func DiffFiles(first, second string) (different []Discrepancy, same int, err error) {
	folders, drawn, listed := [2]string{first, second}, [2]bool{}, map[string]bool{}
	for i, out := range folders {
		m, err := render.ReadManifest(out)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, 0, fmt.Errorf("diff: %w", err)
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
			if contents[i], err = readOutput(out, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, 0, fmt.Errorf("diff: %w", err)
			}
		}
		switch gone := slices.IndexFunc(contents[:], func(c []byte) bool { return c == nil }); {
		case gone < 0 && bytes.Equal(contents[0], contents[1]):
			same++
		case gone < 0:
			different = append(different, Discrepancy{name, Differs, firstDifference(contents[0], contents[1])})
		case contents[1-gone] != nil && drawn[gone]:
			different = append(different, Discrepancy{name, Fault("only in " + folders[1-gone]), ""})
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
