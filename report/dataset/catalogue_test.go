package dataset

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
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
		if names[e.Name] {
			t.Errorf("%s: name used twice", e.Name)
		}
		names[e.Name] = true
		for field, text := range map[string]string{"title": e.Title, "citation": e.Citation, "terms": e.Terms} {
			if text == "" {
				t.Errorf("%s: no %s", e.Name, field)
			}
		}
		if !strings.HasPrefix(e.URL, "http") {
			t.Errorf("%s: URL %q", e.Name, e.URL)
		}
		if len(e.Classes) != len(e.ClassCounts) {
			t.Errorf("%s: %d class names, %d class counts", e.Name, len(e.Classes), len(e.ClassCounts))
		}
		total := 0
		for _, n := range e.ClassCounts {
			total += n
		}
		if e.Classes != nil && total != e.Samples {
			t.Errorf("%s: classes have %d samples of %d", e.Name, total, e.Samples)
		}
		if formats[e.Format] == nil {
			t.Errorf("%s: unknown format %q", e.Name, e.Format)
		}
		if pixels := e.Image.Width * e.Image.Height; pixels != 0 && pixels != e.Features {
			t.Errorf("%s: %d pixels, %d features", e.Name, pixels, e.Features)
		}
		if e.Download.Bytes <= 0 || len(e.Download.From) == 0 {
			t.Errorf("%s: says not where it is to be had: %+v", e.Name, e.Download)
		}
		for _, from := range e.Download.From {
			if u, err := url.Parse(from); err != nil || u.Host == "" || !strings.HasSuffix(from, "/") &&
				!strings.HasSuffix(from, ".zip") {
				t.Errorf("%s: %s is neither a folder nor an archive (%v)", e.Name, from, err)
			}
		}
		for _, f := range e.Files {
			if f.Path != path.Clean(f.Path) || path.IsAbs(f.Path) || strings.HasPrefix(f.Path, "..") {
				t.Errorf("%s: path %q", e.Name, f.Path)
			}
			if packed := strings.HasSuffix(f.Path, ".gz"); packed != (f.Unpacked != "") {
				t.Errorf("%s: %s has unpacked digest %q", e.Name, f.Path, f.Unpacked)
			}
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
	if got := strings.Join(Names(), " "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestFindUnknown(t *testing.T) {
	for name, want := range map[string]string{
		"mnits": `unknown data set "mnits": did you mean mnist?`,
		"USP":   `unknown data set "USP": did you mean usps or usps-zip?`,
		"cifar": `unknown data set "cifar": valid are ` + strings.Join(Names(), ", "),
	} {
		if _, err := Find(name); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

// The list was made with sha256sum; a lost or misplaced line would shift every face.
func TestYaleList(t *testing.T) {
	e := find(t, "yale")
	if len(e.Files) != 165 {
		t.Fatalf("%d files, want 165", len(e.Files))
	}
	var paths []string
	for i, f := range e.Files {
		paths = append(paths, f.Path)
		if want := fmt.Sprintf("yalefaces/subject%02d.", i/11+1); !strings.HasPrefix(f.Path, want) {
			t.Errorf("file %d is %s, want %s…", i, f.Path, want)
		}
	}
	if !slices.IsSorted(paths) {
		t.Error("not sorted by name")
	}
}
