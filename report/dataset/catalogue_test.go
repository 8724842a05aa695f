package dataset

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func ExampleFind() {
	entry, err := Find("balance")
	fmt.Println(entry.Title, entry.Samples, entry.Classes, err)

	_, err = Find("ionosfere")
	fmt.Println(err)
	// Output:
	// Balance 625 [L B R] <nil>
	// unknown data set "ionosfere": did you mean ionosphere?
}

// The numbers of every entry add up.
func TestCatalogueIsConsistent(t *testing.T) {
	names := make(map[string]bool)
	for _, e := range Catalogue() {
		assert.Check(t, !names[e.Name], "%s: name used twice", e.Name)
		names[e.Name] = true
		for field, text := range map[string]string{"title": e.Title, "citation": e.Citation, "terms": e.Terms} {
			assert.Check(t, text != "", "%s: no %s", e.Name, field)
		}
		assert.Check(t, strings.HasPrefix(e.URL, "http"), "%s: URL %q", e.Name, e.URL)
		assert.Check(t, is.Equal(len(e.Classes), len(e.ClassCounts)), e.Name)
		total := 0
		for _, n := range e.ClassCounts {
			total += n
		}
		assert.Check(t, e.Classes == nil || total == e.Samples,
			"%s: classes have %d samples of %d", e.Name, total, e.Samples)
		assert.Check(t, formats[e.Format] != nil, "%s: unknown format %q", e.Name, e.Format)
		pixels := e.Image.Width * e.Image.Height
		assert.Check(t, pixels == 0 || pixels == e.Features, "%s: %d pixels, %d features", e.Name, pixels, e.Features)
		assert.Check(t, e.Download.Bytes > 0 && len(e.Download.From) != 0,
			"%s: says not where it is to be had: %+v", e.Name, e.Download)
		for _, from := range e.Download.From {
			if u, err := url.Parse(from); err != nil || u.Host == "" || !strings.HasSuffix(from, "/") &&
				!strings.HasSuffix(from, ".zip") {
				t.Errorf("%s: %s is neither a folder nor an archive (%v)", e.Name, from, err)
			}
		}
		for _, f := range e.Files {
			assert.Check(t, f.Path == path.Clean(f.Path) && !path.IsAbs(f.Path) && !strings.HasPrefix(f.Path, ".."),
				"%s: path %q", e.Name, f.Path)
			assert.Check(t, is.Equal(strings.HasSuffix(f.Path, ".gz"), f.Unpacked != ""),
				"%s: %s has unpacked digest %q", e.Name, f.Path, f.Unpacked)
			for _, digest := range []string{f.SHA256, f.Unpacked} {
				if b, err := hex.DecodeString(digest); digest != "" && (err != nil || len(b) != 32) {
					t.Errorf("%s: %s: digest %q is not a SHA-256", e.Name, f.Path, digest)
				}
			}
		}
	}
}

func TestCatalogueOrder(t *testing.T) {
	want := "usps mnist yale iris balance ionosphere yeast phishing liver waveform letter car car-indicator " +
		"car-numbers car-standardised car-acceptable olivetti optdigits optdigits-test usps-zip"
	assert.Equal(t, strings.Join(Names(), " "), want)
}

func TestFindUnknown(t *testing.T) {
	for name, want := range map[string]string{
		"mnits": `unknown data set "mnits": did you mean mnist?`,
		"USP":   `unknown data set "USP": did you mean usps or usps-zip?`,
		"cifar": `unknown data set "cifar": valid are ` + strings.Join(Names(), ", "),
	} {
		_, err := Find(name)
		assert.Check(t, is.Error(err, want))
	}
}

// The list was made with sha256sum; a lost or misplaced line would shift every face.
func TestYaleList(t *testing.T) {
	e := find(t, "yale")
	assert.Equal(t, len(e.Files), 165)
	var paths []string
	for i, f := range e.Files {
		paths = append(paths, f.Path)
		want := fmt.Sprintf("yalefaces/subject%02d.", i/11+1)
		assert.Check(t, strings.HasPrefix(f.Path, want), "file %d is %s, want %s…", i, f.Path, want)
	}
	assert.Check(t, slices.IsSorted(paths), "not sorted by name")
}
