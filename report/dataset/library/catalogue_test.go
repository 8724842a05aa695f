package library

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
)

func folderWith(t *testing.T, e dataset.Entry) string {
	t.Helper()
	folder := t.TempDir()
	for _, f := range e.Files {
		path := filepath.Join(folder, filepath.FromSlash(f.Path))
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		assert.NilError(t, os.WriteFile(path, nil, 0o644))
	}
	return folder
}

func TestCatalogueChoosesSource(t *testing.T) {
	iris, err := dataset.Find("iris")
	assert.NilError(t, err)
	folder := folderWith(t, iris)
	drawn, err := standin.Generate("iris")
	assert.NilError(t, err)
	always := func(string) bool { return true }
	for _, c := range []struct {
		name    string
		folders []string
		real    func(string) bool
		origin  dataset.Origin
		digest  string
		folder  string
		fault   string // of Open
	}{
		{"real set", []string{t.TempDir(), folder}, nil, dataset.Real, iris.Digest, folder,
			"data set iris in " + folder + ": uci/iris.data: file holds no rows"},
		{"real set that is wanted", nil, always, dataset.Real, iris.Digest, "",
			"data set iris: the real set is wanted but not there: give its folder with --data"},
		{"stand-in", []string{t.TempDir()}, func(name string) bool { return name != "iris" }, dataset.StandIn,
			drawn.Digest, "", ""},
	} {
		l := New(Catalogue(c.folders, c.real))
		d, err := l.Describe(t.Context(), "iris")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		assert.Check(t, d.Origin == c.origin && d.Digest == c.digest && d.Folder == c.folder,
			"%s: %s set %s in %q, want %s set %s in %q", c.name, d.Origin, d.Digest, d.Folder, c.origin, c.digest,
			c.folder)
		assert.Check(t, d.Title == "Iris" && d.Citation == iris.Citation && d.Samples == 150 && d.Features == 4 &&
			len(d.ClassCounts) == 3, "%s: described as %+v", c.name, d)
		set, err := l.Open(t.Context(), "iris")
		switch {
		case err == nil && c.fault == "":
			assert.Check(t, set.Digest == d.Digest && set.Origin == d.Origin,
				"%s: opened another set than described", c.name)
		case err == nil || err.Error() != c.fault:
			t.Errorf("%s: got %v, want %q", c.name, err, c.fault)
		}
	}
}

// Every set of the catalogue opens without data, and its description fits the stand-in.
func TestCatalogueOfStandIns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	l := New(Catalogue(nil, nil))
	for _, name := range l.Names() {
		d, err := l.Describe(t.Context(), name)
		if err != nil {
			t.Error(err)
			continue
		}
		set, err := l.Open(t.Context(), name)
		if err != nil {
			t.Error(err)
			continue
		}
		assert.Check(t, set.Title == d.Title && set.Digest == d.Digest,
			"%s: set %q %s, described as %q %s", name, set.Title, set.Digest, d.Title, d.Digest)
		if e, _ := dataset.Find(name); e.Image != d.Image || e.Features != d.Features {
			t.Errorf("%s: %d features, image %v, want %d, %v", name, d.Features, d.Image, e.Features, e.Image)
		}
	}
}
