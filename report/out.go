package report

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"gpca/report/dataset"
	"gpca/report/folder"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/store"
	"gpca/report/study"
	"gpca/report/words"
)

// CheckOut makes the output folder where there is none.
func CheckOut(out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return OutFault(out, err)
	}
	return folder.Check(out, path.Join(storeFolder, store.KeptFolder))
}

// OutFault words the error of an output folder that cannot be worked in: the operation is our
// business, its cause is the user's.
func OutFault(out string, err error) error {
	if failure, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("out: %s: %w; name another folder with --out", out, failure.Err)
	}
	return err
}

// Owned returns an error when the output folder belongs to another study. One without a
// manifest belongs to nobody.
func Owned(out string, s *study.Study) error {
	m, err := render.ReadManifest(out)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return cmp.Or(err, m.Check(out, s))
}

// DataGone returns an error when what was drawn into the output folder is from real data
// that a plan replaces by stand-ins: somebody has left out the folder of the data.
func DataGone(out string, p *plan.Plan) error {
	m, err := render.ReadManifest(out)
	if err != nil {
		return nil // nothing was drawn, or Claim says what is wrong
	}
	var names []string
	for _, d := range m.Drawings() {
		for _, name := range p.Datasets() {
			if d.Data[name] == dataset.Real && p.Origin(name) == dataset.StandIn {
				names = words.AppendNew(names, name)
			}
		}
	}
	if names == nil {
		return nil
	}
	return fmt.Errorf("out: %s was drawn from real data (%s) that is not here now: give its folder with --data, "+
		"name another folder with --out, or put a report on stand-ins in its place with --force",
		out, words.Some(names, 3))
}

// Claim makes an output folder the study's own, by a manifest. That of another study is
// refused unless force says to take it over: what was drawn into it is then removed, but
// for the files that were edited, whose paths are returned, and its cells are kept.
func Claim(out string, s *study.Study, force bool) (taken bool, edited []string, err error) {
	old, err := render.ReadManifest(out)
	if err == nil {
		if err = old.Check(out, s); err == nil {
			return false, nil, nil
		}
	}
	if taken = !errors.Is(err, fs.ErrNotExist); taken && !force {
		return false, nil, fmt.Errorf("out: %w: name another folder with --out, or take this one over with --force",
			err)
	}
	for _, d := range old.Drawings() {
		stay, err := render.Remove(out, d.Files)
		edited = append(edited, stay...)
		if err != nil {
			return taken, edited, err
		}
	}
	return taken, edited, render.NewManifest(out, s).Write(out)
}
