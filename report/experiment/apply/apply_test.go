package apply

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/dataset/library"
	"gpca/report/dataset/npy"
	"gpca/report/dataset/toy"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/kindtest"
	"gpca/report/strictyaml"
)

// TestMain collects no garbage below a gigabyte: a fifth of the processor, for memory that tests need not save.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(1 << 30)
	os.Exit(m.Run())
}

// long begins a test that takes half a second of a processor or more, which -short leaves out.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
}

// described applies a method to a set, by a block of a study in a folder; an empty method is for a saved model.
func described(t *testing.T, file, yaml, name string, set *dataset.Set) experiment.Result {
	t.Helper()
	root, err := strictyaml.Parse(file, []byte("{data: x, "+yaml+"}"))
	assert.NilError(t, err)
	e, err := Kind.Decode(root, kindtest.Scope{Folder: filepath.Dir(file)})
	assert.NilError(t, err)
	c := kindtest.Cell(t, e, experiment.Point{experiment.Method: name},
		experiment.Subject{Data: set.Describe(), Repetitions: 1})
	return kindtest.Run(t, Kind, set, c)[0]
}

func findings(t *testing.T, yaml, name string, set *dataset.Set) *Findings {
	t.Helper()
	r := described(t, "test.yaml", yaml, name, set)
	if r.Failure+r.Inapplicable != "" {
		t.Fatal(r.Failure, r.Inapplicable)
	}
	f, err := Read(r)
	assert.NilError(t, err)
	return f
}

func opened(t *testing.T, folder, file string, omit ...string) *dataset.Set {
	t.Helper()
	f := library.FileSet{Name: "x", File: file, Folder: folder, Class: "none", Omit: omit}
	set, err := library.New(library.Files(nil, []library.FileSet{f})).Open(t.Context(), "x")
	assert.NilError(t, err)
	return set
}

const robustData = "../../../solver/robust/testdata"

func outlying(f *Findings) (rows []int) {
	for i := range f.Len() {
		if f.Row(i).Outlying() {
			rows = append(rows, i+1)
		}
	}
	return rows
}

var first14 = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}

// The artificial data of D. M. Hawkins, D. Bradu, G. V. Kass, Technometrics 26, 1984: rows 1 to 14 are outliers, by two
// components, by three, which span all rows, and by as many as the rule chooses. Most are masked from classical PCA.
func TestHawkinsBraduKass(t *testing.T) {
	set := opened(t, robustData, "hbk.csv", "Y")
	for _, components := range []string{"components: 2", "components: 3", "centre: own"} {
		f := findings(t, components, "robpca", set)
		got := outlying(f)
		assert.Check(t, is.DeepEqual(got, first14), "%s: rows %v are flagged, want 1 to 14", components, got)
		assert.Check(t, f.Spanned() == (components != "components: 2") && len(f.Classical.Flagged) <= 8 &&
			f.Turn() >= 10, "%s: spanned %v, %v flagged by classical PCA, %v degrees", components, f.Spanned(),
			f.Classical.Flagged, f.Turn())
	}
	f := findings(t, "", "robpca", set)
	assert.Check(t, f.K() == 3 && f.Chosen() && !f.Flat() && f.Kept() >= 80,
		"%d components are chosen, with %v%%", f.K(), f.Kept())
	got := findings(t, "components: 2", "p=1", set)
	assert.Check(t, len(outlying(got)) != 0 && got.K() == 2, "p=1 flags %v", outlying(got))
	f = findings(t, "", "p=1", set)
	assert.Equal(t, f.K(), 3, "%d components of p=1, want as many as ROBPCA has", f.K())
}

// Orthogonal distances and their cut-off are those of rrcov, see hbkx_hubert_k2.csv and rrcov.txt beside the data sets.
func TestAgainstRrcov(t *testing.T) {
	long(t)
	folder := filepath.Join(os.Getenv("REPORT_DATA"), "..", "peers", "rrcov")
	content, err := os.ReadFile(filepath.Join(folder, "hbkx_hubert_k2.csv"))
	if os.Getenv("REPORT_DATA") == "" || err != nil {
		t.Skip("the output of rrcov is not in the folder peers/rrcov beside the published data sets: ", err)
	}
	records, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	assert.NilError(t, err)
	f := findings(t, "components: 2", "robpca", opened(t, robustData, "hbk.csv", "Y"))
	factor := math.Sqrt(1.347109) // of the consistency of older versions, see package robust
	for i := range f.Len() {
		for at, got := range map[int]float64{4: f.Score[i] / factor, 5: f.Orthogonal[i]} {
			want, err := strconv.ParseFloat(records[i+1][at], 64)
			if tolerance := map[int]float64{4: 1e-5, 5: 1e-8}[at]; err != nil || math.Abs(got-want) > tolerance*want {
				t.Errorf("row %d: %s is %v, want %v (%v)", i+1, records[0][at], got, want, err)
			}
		}
	}
	got := f.Model.OrthogonalCutOff
	assert.Check(t, math.Abs(got-3.226832611) <= 1e-8, "cut-off of orthogonal distances %v, want 3.226832611", got)
	octane := opened(t, folder, "octane.csv", "y")
	f = findings(t, "components: 2", "robpca", octane)
	if got := outlying(f); !slices.Equal(got, []int{25, 26, 36, 37, 38, 39}) || len(f.Classical.Flagged) != 1 {
		t.Errorf("octane: rows %v are flagged, and %v by classical PCA, want 25, 26, 36 to 39, and 1", got,
			len(f.Classical.Flagged))
	}
	for i, want := range map[int]float64{24: 0.647130084396, 38: 0.822990069254, 0: 0.021226746237} {
		got := f.Orthogonal[i]
		assert.Check(t, math.Abs(got-want) <= 1e-8, "octane, row %d: orthogonal distance %v, want %v", i+1, got, want)
	}
	if got := f.Model.OrthogonalCutOff; math.Abs(got-0.04331233327) > 1e-8 {
		t.Errorf("octane: cut-off of orthogonal distances %v, want 0.04331233327", got)
	}
	other := findings(t, "components: 2", "robpca", opened(t, folder, "octane.csv"))
	assert.Check(t, f.Wide() == "" && strings.HasPrefix(other.Wide(), "the spread of column y is "),
		"octane: %q, and %q with its first column, which is in other units", f.Wide(), other.Wide())
}

// The columns and the cells that make a row outlying are named, and the rows by their names.
func TestReasons(t *testing.T) {
	set := toy.Draw("rings")
	wide := mat.NewDense(60, 4, nil)
	for i := range 60 {
		a, b := set.Samples.At(i, 0), set.Samples.At(i, 1)
		wide.SetRow(i, []float64{a, b, a + b + 0.1*math.Sin(float64(7*i)), a - b + 0.1*math.Cos(float64(5*i))})
		set.IDs = append(set.IDs, fmt.Sprintf("=row|%d", i))
	}
	wide.Set(41, 2, 9)
	set.Samples, set.Labels, set.Classes = wide, nil, nil
	set.About.Columns = []string{"a", "b", "sum", "difference"}
	f := findings(t, "components: 2", "robpca", set)
	far := f.Outliers()[0]
	sum := 0.0
	for _, share := range far.Columns() {
		sum += share.Share
	}
	// Row 41 leaves the plane on which sum = a + b: a third of the square of its distance is in each of these columns.
	assert.Check(t, far.ID() == "=row|41" && sum >= 0.99 && sum <= 1.001 && strings.Contains(f.Reasons(), "sum (34%)"),
		"the farthest row is %+v; in all: %s", far, f.Reasons())
	at := slices.Index(f.Cells.Value, 9)
	assert.Check(t, at >= 0 && f.Cells.Row[at] == 41 && f.Cells.Column[at] == 2, "outlying cells %v", f.Cells)
	assert.Check(t, is.Contains(f.Lead(), `=row\|41`), "names %s are not escaped", f.Lead())
	var b bytes.Buffer
	for _, file := range (*Experiment)(nil).Files(described(t, "test.yaml", "components: 2", "robpca", set)) {
		b.Reset()
		err := file.Write(&b)
		assert.Check(t, err == nil && b.Len() != 0, "%s: %v", file.Name, err)
		if file.Name != "pca.npz" {
			continue
		}
		archive, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
		assert.NilError(t, err)
		part, err := archive.Open("components_.npy")
		assert.NilError(t, err)
		if a, err := npy.Read(part); err != nil || !slices.Equal(a.Values, slices.Concat(f.Model.Components...)) {
			t.Errorf("components_ is %v, %v", a, err)
		}
	}
}

// However many readers a result has, it is decoded once.
func TestReadOnce(t *testing.T) {
	r := described(t, "test.yaml", "components: 2", "robpca", opened(t, robustData, "hbk.csv", "Y"))
	r.Known = new(experiment.Known)
	first, err := Read(r)
	if second, fault := Read(r); err != nil || fault != nil || first != second {
		t.Errorf("%p and %p are read, %v, %v", first, second, err, fault)
	}
}

// A saved model gives rows the distances that they had, whatever their order and further columns, and refuses what was
// changed.
func TestSavedModel(t *testing.T) {
	set := opened(t, robustData, "hbk.csv")
	set.Samples = mat.DenseCopyOf(set.Samples)
	set.Samples.Set(30, 1, math.NaN())
	before := findings(t, "components: 2, scale: mad", "robpca", set)
	var saved bytes.Buffer
	assert.NilError(t, before.writeModel(&saved))
	folder := t.TempDir()
	save := func(content []byte) string {
		assert.NilError(t, os.WriteFile(filepath.Join(folder, "model.json"), content, 0o600))
		return filepath.Join(folder, "study.yaml")
	}
	study := save(saved.Bytes())
	few := mat.NewDense(3, 5, nil)
	for to, from := range []int{70, 30, 2} {
		row := set.Samples.RawRowView(from)
		few.SetRow(to, []float64{7, row[3], row[2], row[1], row[0]})
	}
	rows := &dataset.Set{Name: "few", Samples: few, Digest: "x", About: dataset.Description{
		Columns: []string{"more", "Y", "X3", "X2", "X1"}}}
	r := described(t, study, "model: model.json", "", rows)
	f, err := Read(r)
	if err != nil {
		t.Fatal(r.Failure, err)
	}
	for to, from := range []int{70, 30, 2} {
		if a, b := f.Row(to), before.Row(from); a.Score != b.Score || a.Orthogonal != b.Orthogonal || a.Type != b.Type {
			t.Errorf("row %d is now %+v, and was %+v", from+1, a, b)
		}
	}
	assert.Check(t, f.Judged() && len(f.Units) == 0, "judged %v, units %v", f.Judged(), f.Units)
	for i := range 3 {
		few.Set(i, 4, 1000*few.At(i, 4))
	}
	f, err = Read(described(t, study, "model: model.json", "", rows))
	assert.NilError(t, err)
	assert.Check(t, len(f.Units) == 1 && strings.HasPrefix(f.Units[0], "X1 has the median"), "units %v", f)
	rows.About.Columns[1] = "y"
	if r := described(t, study, "model: model.json", "", rows); !strings.Contains(r.Failure,
		`the model has a column "Y" and the table has none of that name: did you mean y?`) {
		t.Errorf("a renamed column: %q", r.Failure)
	}
	var m map[string]any
	assert.NilError(t, json.Unmarshal(saved.Bytes(), &m))
	m["score_cut_off"] = 7.5
	edited, err := json.Marshal(m)
	assert.NilError(t, err)
	for content, want := range map[string]string{
		string(edited):                 "its sha256 is not that of its content",
		saved.String()[:saved.Len()/2]: "it is truncated, or no model",
		strings.Replace(saved.String(), "{", "{\"x\": 1,", 1): "unknown field",
	} {
		root, err := strictyaml.Parse(save([]byte(content)), []byte("{data: x, model: model.json}"))
		assert.NilError(t, err)
		_, err = Kind.Decode(root, kindtest.Scope{Folder: folder})
		assert.Check(t, is.ErrorContains(err, want))
	}
}

// Tables at the edge: few rows, many columns, constant columns, half of the cells missing.
func TestEdges(t *testing.T) {
	long(t)
	table := func(rows, columns int, value func(i, j int) float64) *dataset.Set {
		m := mat.NewDense(rows, columns, nil)
		m.Apply(func(i, j int, _ float64) float64 { return value(i, j) }, m)
		return &dataset.Set{Name: "edge", Title: "Edge", Samples: m}
	}
	wave := func(i, j int) float64 { return math.Sin(float64(1+i*i)*1.7) + math.Cos(float64(i*j)+float64(j)) }
	for name, set := range map[string]*dataset.Set{
		"3 rows":          table(3, 4, wave),
		"a constant":      table(30, 3, func(i, j int) float64 { return wave(i, j) * float64(j%2) }),
		"half missing":    table(40, 6, func(i, j int) float64 { return []float64{wave(i, j), math.NaN()}[(i+j)%2] }),
		"one column":      table(20, 1, wave),
		"12 × 1100":       table(12, mostColumns+100, wave),
		"many equal rows": table(50, 3, func(i, j int) float64 { return wave(max(i-40, 0), j) }),
	} {
		f := findings(t, "", "robpca", set)
		if n := set.Describe().Features; f.Searched != min(n, mostColumns) || f.Len() == 0 {
			t.Errorf("%s: %d of %d columns searched", name, f.Searched, n)
		}
		assert.Check(t, is.Equal(name == "half missing", f.Missing == 120), "%s: %d cells missing", name, f.Missing)
	}
	same := described(t, "test.yaml", "", "robpca", table(5, 2, func(_, j int) float64 { return float64(j) }))
	assert.Check(t, is.Contains(same.Failure, "equal"), "equal rows")
}

// The median of a column makes an outlier of a row whose other cells it does not suit: the cell is to blame, and
// classical PCA that does not flag the row is not said to be masked.
func TestImputed(t *testing.T) {
	m := mat.NewDense(60, 5, nil)
	m.Apply(func(i, j int, _ float64) float64 { return float64(i) + math.Sin(float64(7*i*i+j)) }, m)
	m.Set(59, 2, math.NaN())
	m.Set(10, 4, 300)
	f := findings(t, "components: 1", "robpca", &dataset.Set{Name: "gap", Title: "Gap", Samples: m})
	assert.Check(t, f.Imputed() == "60" && f.Outliers()[0].ID() == "11" &&
		strings.Contains(f.Row(59).Reasons(3), "%, imputed)"), "imputed %q of %+v", f.Imputed(), f.Outliers())
	assert.Check(t, is.Contains(f.Brief(), ", 60 ("))
	assert.Check(t, is.Contains(f.Brief(), " ×, most by a missing cell)"))
	if masked := f.Masked(); slices.Contains(f.Classical.Flagged, 59) || strings.Contains(masked, "60") {
		t.Errorf("classical PCA flags row 60 of %v or is masked from it: %q", f.Classical.Flagged, masked)
	}
}

// withGaps is table i of R's known answers.
func withGaps(t *testing.T) *dataset.Set {
	f := library.FileSet{Name: "x", File: "i_x.csv", Folder: filepath.Join(robustData, "macropca"), Class: "none",
		Missing: "keep", Test: library.Test{}}
	set, err := library.New(library.Files(nil, []library.FileSet{f})).Open(t.Context(), "x")
	assert.NilError(t, err)
	return set
}

// What is filled into a column of whole numbers is whole, and all are written with their digits.
func TestWholeNumbersStayWhole(t *testing.T) {
	set := withGaps(t)
	set.Samples = mat.DenseCopyOf(set.Samples)
	for i := range 20 {
		set.Samples.Set(i, 0, math.Round(1e6*set.Samples.At(i, 0)))
	}
	set.Samples.Set(2, 0, math.NaN())
	files := (*Experiment)(nil).Files(described(t, "test.yaml", "components: 2", "macropca", set))
	at := slices.IndexFunc(files, func(f experiment.File) bool { return f.Name == "imputed.csv" })
	var written bytes.Buffer
	assert.NilError(t, files[at].Write(&written))
	for i, line := range strings.Split(strings.TrimSpace(written.String()), "\n") {
		if cell := strings.Split(line, ",")[1]; i > 0 && strings.ContainsAny(cell, ".e") {
			t.Errorf("row %d has %s in a column of whole numbers", i, cell)
		}
	}
}

// macropca takes table i, with 7 missing cells, as it is. Distances and cut-offs are R's, and so they are by the saved
// model; the worst of the planted cells come first; rows are filled in.
func TestMissingAndOutlyingCells(t *testing.T) {
	set := withGaps(t)
	fit := findings(t, "components: 2", "macropca", set)
	var saved bytes.Buffer
	assert.NilError(t, fit.writeModel(&saved))
	folder := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(folder, "model.json"), saved.Bytes(), 0o600))
	r := described(t, filepath.Join(folder, "study.yaml"), "model: model.json", "", set)
	again, err := Read(r)
	if err != nil {
		t.Fatal(r.Failure, err)
	}
	for name, f := range map[string]*Findings{"fit": fit, "model": again} {
		m := f.Model
		assert.Check(t, is.Equal(f.CutOffs(), "99% cut-offs"), name)
		for _, v := range [][2]float64{{m.ScoreCutOff, 3.034854259}, {m.OrthogonalCutOff, 1.881961091},
			{f.Score[19], 8.066107521}, {f.Orthogonal[19], 14.26328687}, {f.Orthogonal[0], 0.5165528288}} {
			assert.Check(t, math.Abs(v[0]-v[1]) <= 1e-8*v[1], "%s: %.12g, want %g", name, v[0], v[1])
		}
		planted := []int{10, 45, 53, 56, 60, 78, 100} // down columns, from 1
		for place, at := range f.worstCells()[:5] {
			if cell := 1 + f.Cells.Row[at] + 20*f.Cells.Column[at]; !slices.Contains(planted, cell) {
				t.Errorf("%s: cell %d is number %d, and was not planted", name, cell, place+1)
			}
		}
		assert.Check(t, f.Missing == 7 && len(f.Filled) == 20 && !slices.ContainsFunc(f.Filled[1], math.IsNaN),
			"%s: %d cells are missing, and %v is filled in", name, f.Missing, f.Filled)
	}
	broken := fit.Model
	broken.CellSpread = broken.CellSpread[1:]
	assert.ErrorContains(t, broken.check(), "cells: 5 values, must be 6", "a model without a spread")
}

// Each class can be described by itself. A class that the data has not is an error with its place.
func TestClass(t *testing.T) {
	set := toy.Draw("rings")
	all, inner := findings(t, "class: [all, inner]", "robpca", set), 0
	for _, class := range all.Class {
		if all.Classes[class] == set.Classes[0] {
			inner++
		}
	}
	one := findings(t, "class: "+set.Classes[0], "robpca", set)
	assert.Check(t, one.Len() == inner && inner != all.Len(),
		"%d rows of class %s, want %d of %d", one.Len(), set.Classes[0], inner, all.Len())
}

// A saved model finds the row of any cell that is too large, and its column; a fit names them.
func TestHugeCells(t *testing.T) {
	set := opened(t, robustData, "hbk.csv", "Y")
	set.Samples = mat.DenseCopyOf(set.Samples)
	for _, block := range []string{"components: 2", "components: 3", "components: 2, scale: mad"} {
		var saved bytes.Buffer
		assert.NilError(t, findings(t, block, "robpca", set).writeModel(&saved))
		study := filepath.Join(t.TempDir(), "study.yaml")
		assert.NilError(t, os.WriteFile(filepath.Join(filepath.Dir(study), "model.json"), saved.Bytes(), 0o600))
		for _, huge := range []float64{1e101, 1e153, -2e154, 1e200, -math.MaxFloat64} {
			original := set.Samples
			set.Samples = mat.DenseCopyOf(original)
			set.Samples.Set(40, 1, huge)
			f, err := Read(described(t, study, "model: model.json", "", set))
			assert.NilError(t, err, "%s, %g", block, huge)
			if r := f.Row(40); !r.Outlying() || f.Outliers()[0].ID() != "41" || !strings.HasPrefix(r.Reasons(3), "X2 ") {
				t.Errorf("%s, %g: the row is %+v", block, huge, r)
			}
			if at := slices.Index(f.Cells.Value, huge); at < 0 || f.Cells.Row[at] != 40 {
				t.Errorf("%s, %g: the cell is not among the outlying ones", block, huge)
			}
			want := "row 41 has " + fmt.Sprint(huge) + " in column X2"
			if strings.Contains(block, "mad") {
				want = "column 2 has the value " + fmt.Sprint(huge)
			}
			r := described(t, "test.yaml", block, "robpca", set)
			assert.Check(t, strings.HasPrefix(r.Failure, want), "%s: %q, want %q", block, r.Failure, want)
			set.Samples = original
		}
	}
}

// A table or a model in which two columns have one name cannot be judged by names.
func TestColumnsOfOneName(t *testing.T) {
	m := Model{Columns: []string{"a", "b"}}
	assert.ErrorContains(t, m.Lacks([]string{"a", "c", "b", "a"}), `called "a"`)
}
