package study_test

import (
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/internal/faults"
	"gpca/report/study"
)

func folder(t *testing.T, names []string, sources ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i, name := range names {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(sources[i]), 0o600))
	}
	return filepath.Join(dir, names[0])
}

func valuesOf(t *testing.T, s *study.Study, name, axis string) []string {
	t.Helper()
	e, err := s.Experiment(name)
	assert.NilError(t, err)
	a, _ := e.Axis(axis)
	var texts []string
	for _, v := range a.Values {
		texts = append(texts, v.Text)
	}
	return texts
}

func check(t *testing.T, what string, got, want []string) {
	t.Helper()
	assert.Assert(t, is.DeepEqual(got, want), what)
}

func checkError(t *testing.T, err error, want string) {
	t.Helper()
	assert.ErrorContains(t, err, want, "error %v, want one with %q", err, want)
}

// A method has one look in the whole report, that of the first figure that draws it.
func TestLooks(t *testing.T) {
	s, err := study.Open("thesis", kinds)
	assert.NilError(t, err)
	for i, name := range []string{"p=0.5", "p=1", "p=1.5", "p=2", "tanh"} {
		for _, part := range s.Parts() {
			assert.Check(t, is.Equal(part.Look(name), i+1), "study %s draws %s with look", part.Name, name)
		}
	}
	a, none := s.Look("a=1"), s.Look("never drawn")
	assert.Check(t, a != 0 && none == 0, "a=1 has look %d, and a method that no figure draws %d", a, none)
}

func TestThesis(t *testing.T) {
	s, err := study.Open("thesis", kinds)
	assert.NilError(t, err)
	if len(s.Tables) != 24 || len(s.Figures) != 12 || len(s.Parts()) != 1+len(s.Appendices) || len(s.Appendices) != 8 {
		t.Errorf("%d tables, %d figures, %d parts, %d appendices", len(s.Tables), len(s.Figures), len(s.Parts()), len(s.Appendices))
	}
	assert.Check(t, s.Label("p=1") == "L1 (p = 1)" && s.Label("a=3") == "a = 3",
		"labels %q and %q", s.Label("p=1"), s.Label("a=3"))
	checkError(t, s.InPrint("0"), "no table")
	assert.NilError(t, s.InPrint("2.1"))
}

func TestOpenFile(t *testing.T) {
	path := folder(t, []string{"mine.yaml"}, strings.Replace(tiny, "data: usps\n", "data: own\n", 1))
	s, err := study.Open(path, kinds)
	assert.NilError(t, err)
	dir := filepath.Dir(path)
	assert.Check(t, s.Folder == dir && len(s.Files) == 1 && s.Files[0].Folder == dir,
		"folder %q, files %+v", s.Folder, s.Files)
	check(t, "data", valuesOf(t, s, "digits", experiment.Data), []string{"own"})
	checkError(t, s.KnownData("owm"), `unknown data set "owm": did you mean own?`)

	_, err = study.Open("thesiss", kinds)
	checkError(t, err, "did you mean thesis?")
	_, err = study.Open(filepath.Join(dir, "absent.yaml"), kinds)
	checkError(t, err, "absent.yaml")
}

// An experiment that is like another takes over the keys that it lacks, but not the name. A single
// value is a list of one.
func TestLike(t *testing.T) {
	source := strings.Replace(tiny, "    like: flowers\n    components: 2\n", "    like: flowers\n    components: [2, 1]\n    repetitions: {real: 7, stand-in: 4}\n", 1) +
		"  - {number: \"7\", caption: Network, kind: network}\n"
	s, err := study.Parse("tiny.yaml", []byte(source), kinds)
	assert.NilError(t, err)
	check(t, "single data set", valuesOf(t, s, "digits", experiment.Data), []string{"usps"})
	check(t, "data taken over", valuesOf(t, s, "bouquet", experiment.Data), []string{"iris", "balance"})
	check(t, "own components", valuesOf(t, s, "bouquet", "components"), []string{"2", "1"})
	check(t, "components of the other", valuesOf(t, s, "flowers", "components"), []string{"1", "2"})
	flowers, _ := s.Experiment("flowers")
	bouquet, _ := s.Experiment("bouquet")
	assert.Check(t, flowers.Repetitions.Real == 2 && bouquet.Repetitions.Real == 7 && bouquet.Seed == s.Seed,
		"repetitions %+v and %+v, seed %d", flowers.Repetitions, bouquet.Repetitions, bouquet.Seed)
	// A mapping is not merged: the function of the kernel is missing now.
	_, err = study.Parse("tiny.yaml", []byte(strings.Replace(tiny, "like: flowers\n", "like: flowers\n    kernel: {sigma: 3}\n", 1)), kinds)
	checkError(t, err, "(experiment bouquet)")
}

// Refits are those of the experiment, else of the study, else the default. Generated data has fewer.
func TestRefits(t *testing.T) {
	for _, c := range []struct {
		study, own      string
		real, generated int
	}{
		{"", "", experiment.DefaultRefits, 2},
		{"refits: 0\n", "", 0, 0},
		{"refits: 1\n", "", 1, 1},
		{"refits: 7\n", "refits: 0", 0, 0},
		{"refits: 0\n", "refits: 7", 7, 2},
	} {
		source := strings.Replace(tiny, "labels:", c.study+"labels:", 1)
		source = strings.Replace(source, "noise: gaussian", c.own+"\n    noise: gaussian", 1)
		s, err := study.Parse("tiny.yaml", []byte(source), kinds)
		assert.NilError(t, err)
		digits, _ := s.Experiment("digits")
		if onReal, generated := digits.RefitsOn(dataset.Real), digits.RefitsOn(dataset.StandIn); onReal != c.real || generated != c.generated {
			t.Errorf("study %q, experiment %q: %d refits, %d on generated data, want %d and %d", c.study, c.own, onReal, generated, c.real, c.generated)
		}
	}
}

//go:embed testdata/study_appendix.yaml
var appendix string

// An appended study finds the tables and figures of the whole report.
func TestAppendices(t *testing.T) {
	whole := "appendices: more.yaml\n" + strings.Replace(tiny, "chart: true", "sensitivity: B.1", 1)
	sensitivity := strings.Replace(appendix, "tables:\n", "tables:\n  - {number: B.1, caption: S, columns: settings, experiment: wide, rows: [p=1, p=2]}\n", 1)
	sensitivity = strings.Replace(sensitivity, "experiments:\n", "experiments:\n  - {name: wide, data: usps, split: published, components: [1, 2]}\n", 1)
	s, err := study.Open(folder(t, []string{"whole.yaml", "more.yaml"}, whole, sensitivity), kinds)
	assert.NilError(t, err)
	assert.Check(t, len(s.Parts()) == 2 && len(s.AllTables()) == len(s.Tables)+2 && s.Table("A.1") != nil &&
		s.Parts()[1].Table("1") == s.Table("1"), "parts %d, tables %d", len(s.Parts()), len(s.AllTables()))
	more := s.Parts()[1]
	assert.Check(t, more.Label("p=1") == "One" && s.Label("p=1") == "p = 1" && more.Folder == s.Folder,
		"labels %q and %q, folder %q", more.Label("p=1"), s.Label("p=1"), more.Folder)
	check(t, "data of the same name's experiment", valuesOf(t, more, "digits", experiment.Data), []string{"mnist"})

	faults.Check(t, "appendix_faults.txt", func(t *testing.T, change string) error {
		path := folder(t, []string{"whole.yaml", "more.yaml"}, "appendices: more.yaml\n"+tiny, faults.Change(t, appendix, change))
		_, err := study.Open(path, kinds)
		if err != nil {
			err = errors.New(strings.ReplaceAll(err.Error(), filepath.Dir(path), "FOLDER"))
		}
		return err
	})
}

// An appendix brings its own appendices, each once, and only the named tables and figures of a study.
func TestReducedAppendix(t *testing.T) {
	deeper := strings.NewReplacer("name: more", "name: deeper", "A.1", "B.1").Replace(appendix)
	more := strings.Replace(appendix, "name: more\n", "name: more\nappendices: deeper.yaml\n", 1)
	more += "  - {number: A.2, caption: Less, experiment: digits, columns: [mine]}\nfigures:\n  - {number: A.1, caption: N, kind: network}\n"
	names := []string{"whole.yaml", "more.yaml", "deeper.yaml"}
	s, err := study.Open(folder(t, names, "appendices: {study: more.yaml, tables: A.*, text: brief}\n"+tiny, more, deeper), kinds)
	assert.NilError(t, err)
	parts := s.Parts()
	if len(parts) != 3 || len(parts[1].Tables) != 2 || len(parts[1].Figures) != 0 || parts[1].Text != "brief" || s.Table("B.1") == nil {
		t.Errorf("%d parts, %d tables and %d figures of the first appendix with the text %q", len(parts), len(parts[1].Tables), len(parts[1].Figures), parts[1].Text)
	}
	assert.Check(t, parts[1].Reduced() && !parts[2].Reduced() && parts[2].Belongs(parts[1]) &&
		!parts[1].Belongs(parts[2]), "the first appendix is reduced, and the second belongs to it")
	for _, c := range []struct{ head, deeper, want string }{
		{"{study: more.yaml, tables: C.1}", deeper, `whole.yaml:1:13: appendix more.yaml: unknown table "C.1"`},
		{"{study: more.yaml, figures: '['}", deeper, `figure "[" is not a valid pattern: syntax error in pattern`},
		{"[more.yaml, deeper.yaml]", deeper, "study deeper is part of this one already"},
		{"more.yaml", strings.Replace(deeper, "name: deeper", "name: deeper\nappendices: more.yaml", 1), "deeper.yaml:2:13: appendix more.yaml: "},
		{"more.yaml", strings.Replace(deeper, "name: deeper", "name: deeper\nappendices: more.yaml", 1), "study more is part of this one already"},
	} {
		_, err := study.Open(folder(t, names, "appendices: "+c.head+"\n"+tiny, more, c.deeper), kinds)
		checkError(t, err, c.want)
	}
}

// A variants table can be compared with print only if the study names a publication.
func TestNoPublication(t *testing.T) {
	_, err := study.Parse("tiny.yaml", []byte(strings.Replace(tiny, "refers: thesis\n", "", 1)), kinds)
	checkError(t, err, `tiny.yaml:65:14: table 2.5: the study refers to no publication`)
}

// Parse returns a usable study, or an error of one line that begins with the name of the file.
func FuzzParse(f *testing.F) {
	f.Add([]byte(tiny))
	f.Add([]byte(appendix))
	f.Add([]byte(waves))
	for _, name := range study.Embedded() {
		source, err := os.ReadFile(name + ".yaml")
		assert.NilError(f, err)
		f.Add(source)
		// Pieces out of place imitate slips of the editor.
		for i := 1; i < 4; i++ {
			cut := len(source) * i / 4
			f.Add(source[:cut])
			f.Add(slices.Concat(source[cut:], source[:cut]))
		}
	}
	for _, source := range []string{
		"", "&a [*a]", "a: !b c", "? {a: b} : c", "<<: *x", "a: &a {<<: *a}", "- [", "name: &n\ntables: *n", "experiments: {like: a}",
		"name: x\nrepetitions: {real: 1, stand-in: 1}\ntables: [{number: 1, caption: 1, experiment: 1, rows: p=1, columns: {wins: p=1}}]",
	} {
		f.Add([]byte(source))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		s, err := study.Parse("fuzz.yaml", source, kinds)
		if err != nil {
			assert.Check(t, strings.HasPrefix(err.Error(), "fuzz.yaml:"),
				"error %q does not begin with the name of the file", err)
			return
		}
		for _, e := range s.AllTables() {
			e.Data()
			assert.Check(t, s.Table(e.Head().Number) != nil, "table %q is not found", e.Head().Number)
		}
		for _, e := range s.AllFigures() {
			e.Data()
		}
	})
}
