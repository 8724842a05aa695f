package venue_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/figures"
	"gpca/report/internal/faults"
	"gpca/report/strictyaml"
	"gpca/report/venue"
)

func read(t *testing.T, source string) (*venue.Looks, error) {
	t.Helper()
	root, err := strictyaml.Parse("mine.yaml", []byte(source))
	assert.NilError(t, err)
	return venue.Read(root.Field("theme"), root.Field("venues").Entries())
}

// A venue of one's own in six lines takes from the theme what it does not say.
func TestOwnVenue(t *testing.T) {
	l, err := read(t, string(golden.Get(t, "venue_own_venue.yaml")))
	assert.NilError(t, err)
	v, err := l.Find("jmlr:2")
	if err != nil || v.Columns != 2 || v.Column != 73*vg.Millimeter || v.Page != 6*vg.Inch || v.Type != "serif" ||
		v.Legend != "below" || v.Size != 10 || *v.Grid || v.Span != 2 || v.Palette[0] != (figures.Color{R: 0x11, G: 0x22, B: 0x33, A: 0xFF}) {
		t.Errorf("%+v, %v", v, err)
	}
	assert.Check(t, l.Report.Legend == "right" && l.Report.Type == "",
		"the report takes keys of a venue: %+v", l.Report)
	for name, page := range map[string]vg.Length{"ieee": 182 * vg.Millimeter, "acm": 7 * vg.Inch, "neurips": 5.5 * vg.Inch} {
		if v, err := l.Find(name); err != nil || v.Page-page > 1e-9 || page-v.Page > 1e-9 || v.Size == 10 {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

// A venue may also stand in a file.
func TestVenueInAFile(t *testing.T) {
	l, err := read(t, "theme: {width: 2}")
	assert.NilError(t, err)
	path := filepath.Join(t.TempDir(), "mine.yaml")
	assert.NilError(t, os.WriteFile(path, []byte("name: mine\ncolumn: 8cm\npage: 17cm\nnotes: false"), 0o600))
	if v, err := l.Find(path + ":1"); err != nil || v.Page != 17*vg.Centimeter || !v.Bare || v.Width != 2 || v.Span != 1 {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestFaultsOfLooks(t *testing.T) {
	faults.Check(t, "faults.txt", func(t *testing.T, source string) error {
		_, err := read(t, source)
		return err
	})

	l, err := read(t, `theme: {palette: ["#0072B2", "#0070B2"], lines: {robpac: "#D55E00"}}`)
	assert.NilError(t, err)
	assert.Error(t, l.Unknown([]string{"robpca"}),
		`mine.yaml:1:50: no figure draws a line "robpac": did you mean robpca?`)
	if w := l.Warnings(); len(w) != 1 || !strings.Contains(w[0].Error(), "mine.yaml:1:8: #0072B2 and #0070B2 look alike to anyone") {
		t.Errorf("%v", w)
	}
}
