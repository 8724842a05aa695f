package library

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset/columns"
	"gpca/report/words"
)

// Tables that other programs misread, each after a public report, are read rightly, and what is guessed is said.
func TestForeign(t *testing.T) {
	load := func(name string) (*Inspected, []float64, []string, []string) {
		t.Helper()
		found, err := Inspect(t.Context(), filepath.Join("testdata", "foreign", name), Wishes{})
		assert.NilError(t, err, name)
		set, err := found.Open(t.Context(), true)
		assert.NilError(t, err, name)
		return found, set.Samples.RawMatrix().Data, set.IDs, set.About.Columns
	}
	_, base, _, _ := load("train.csv")
	_, spectra, _, _ := load("spectra-letters-head.csv")
	thousandth := func(v float64) float64 { return math.Round(1e3*v) / 1e3 }
	minus := words.Each(base, func(v float64) float64 { return thousandth(v - 25) })
	const four = "len wid hei wei"
	for _, c := range []struct {
		file, columns, id string // first name of a row, empty for none
		want              []float64
		facts             []string
	}{
		{"names-cjk.csv", "长度 宽度 高度 重量", "样本甲一", base, nil},
		{"names-cyrillic.csv", "длина ширина высота вес", "ал", base, nil},
		{"names-minus80.csv", four, "-80C_01", base, nil},
		{"names-dup.csv", four, "s0", base, []string{"some alike: 20 names of 40 rows"}},
		{"spectra-id-head.csv", "900 910 920", "s1", spectra, []string{"line 1: names of the columns", "--header none"}},
		{"spectra-numeric-head.csv", "900 910 920", "", spectra, []string{"line 1: names of the columns", "--header none"}},
		{"r-writecsv.csv", four, "1", base, []string{"id: 1, the first and only column without a name"}},
		{"r-rownames.txt", four, "s1", base, []string{"read as: blanks, header in line 1, names of rows in column 1"}},
		{"trail-rows.csv", four, "", base, nil},
		{"newline-head.csv", "len\n(mm) wid\n(mm)", "", base, nil},
		{"sep-line.csv", four, "", base, []string{"read as: semicolons, decimal commas, header in line 2"}},
		{"comments.csv", four, "", base, []string{"lines 1, 2: left out, as all that begin with #", "--comment none"}},
		{"units-row.csv", four, "", base, []string{"line 2: units", "--units none"}},
		{"cr-only.csv", four, "", base, nil},
		{"fortran.csv", four, "", base, nil},
		{"percent.csv", "a b c d", "", base, []string{"read as: percent"}},
		{"uminus.csv", "a b c d", "", minus, nil},
		{"dec-comma.csv", four, "", base, []string{"semicolons, decimal commas"}},
		{"new-semicolon.csv", four, "", base[:24], []string{"semicolons, decimal commas"}},
		{"thousands.csv", "pop area gdp", "c0", []float64{2052740, 17.16, 3731904.6}, []string{"thousands parted by a sign (comma)"}},
		{"footer.csv", four, "", base, []string{"lines 42, 43: left out after the table", "--footer none"}},
		{"dup-heads.csv", "x x.1 y y.1", "", base, []string{"columns of one name told apart as x.1, y.1"}},
		{"sentinel.csv", four, "", base[:4], []string{"suspect: len, -999 stands 1 time", "--na -999"}},
	} {
		found, got, ids, names := load(c.file)
		first := ""
		if ids != nil {
			first = ids[0]
		}
		assert.Check(t, strings.HasPrefix(strings.Join(names, " "), c.columns) && first == c.id,
			"%s: columns %q, first row %q, want %q, %q", c.file, names, first, c.columns, c.id)
		tolerance := 1e-3 // some files have more digits, or fewer
		if c.file == "percent.csv" {
			tolerance = 0.06
		}
		near := func(a, b float64) bool { return math.Abs(a-b) <= tolerance }
		assert.Check(t, len(got) >= len(c.want) && slices.EqualFunc(got[:len(c.want)], c.want, near),
			"%s: got %v, want %v", c.file, got, c.want)
		facts := strings.Join(words.Each(found.Facts, columns.Fact.String), "\n")
		for _, want := range c.facts {
			assert.Check(t, is.Contains(facts, want), c.file)
		}
		again, err := open(t, found.FileSet) // as a study
		assert.Check(t, err == nil && slices.Equal(again.Samples.RawMatrix().Data, got) && slices.Equal(again.IDs, ids),
			"%s, by its study: %v", c.file, err)
	}
	if found, _, _, _ := load("sentinel.csv"); true {
		found, err := Inspect(t.Context(), filepath.Join(found.Folder, found.File), Wishes{Wishes: columns.Wishes{
			Dialect: columns.Dialect{NA: []string{"-999"}}}})
		if err != nil || found.Missing != "drop" || strings.Contains(found.Facts[0].String(), "suspect") {
			t.Errorf("with --na -999: %v, %q", err, found.Facts)
		}
	}
}
