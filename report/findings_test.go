package report

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"text/template"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/claim"
	"gpca/report/plan"
	"gpca/report/publication"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/render"
	"gpca/report/store"
	"gpca/report/study"
	"gpca/report/table"
	"gpca/report/words"
)

// referenceFolder is where the report of the reference run is kept.
const referenceFolder = "../out/reference"

// companions are the studies that have a folder of their own there.
var companions = []string{"paper", "kernel-classifiers", "ica-and-kernels", "lecture", "pyod"}

// referenceStudies are the studies by their folders there.
var referenceStudies = map[string]string{
	"": "all", "robust": "external/examples/robust.yaml", "paper": "paper", "kernel-classifiers": "kernel-classifiers",
	"ica-and-kernels": "ica-and-kernels", "lecture": "lecture", "pyod": "pyod", "atlas": "atlas",
}

// A reference is what a folder there holds.
type reference struct {
	plan        *plan.Plan
	results     *store.Store
	comparisons []render.Comparison
	kept        []string          // the outputs in the folder
	files       map[string]string // these and those below, drawn again
}

// readTables are the tables that tests of the reference read beside what the folders hold.
var readTables = []string{
	"1", "2", "3", "2.1", "2.4", "2.5", "3.3", "E.1", "E.3", "E.4", "G.1", "G.2", "H.2", "D.2", "D.7", "D.8", "C.1",
	"C.2", "O.1", "AT.3", "AT.4", "AT.5", "AT.6", "AT.14",
}

// readFiles are the other files of the whole report that tests read.
var readFiles = []string{"results.csv", "report.html", "report.pdf", "supplement.pdf"}

// references draw each folder once for all tests.
var references = func() map[string]func() (reference, error) {
	all := map[string]func() (reference, error){}
	for folder, name := range referenceStudies {
		all[folder] = sync.OnceValues(func() (reference, error) {
			return drawReference(filepath.Join(referenceFolder, folder), name)
		})
	}
	return all
}()

func referenceOf(t *testing.T, folder string) reference {
	t.Helper()
	long(t)
	r, err := references[folder]()
	if err != nil {
		t.Fatal(folder, err)
	}
	return r
}

func drawReference(folder, name string) (r reference, err error) {
	x, err := render.OpenExport(filepath.Join(folder, "results.csv"))
	if err != nil {
		return r, err
	}
	s, err := OpenStudy(name)
	if err != nil {
		return r, err
	}
	r.plan, r.results, err = x.Plan(context.Background(), s, OpenLibrary(s, nil, x.IsReal), plan.Selection{})
	if err != nil {
		return r, err
	}
	if r.comparisons, err = render.Compare(r.plan, r.results); err != nil {
		return r, err
	}
	for _, pattern := range []string{"*.*", "*/*.*"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return r, err
		}
		for _, f := range found {
			path := filepath.ToSlash(strings.TrimPrefix(f, folder+string(filepath.Separator)))
			path = strings.TrimSuffix(path, ".gz")
			other, _, _ := strings.Cut(path, "/")
			undrawn := []string{"README.md", "manifest.json", "page.png", "figures/outlier-map.svg"}
			if referenceStudies[other] == "" && !slices.Contains(undrawn, path) {
				r.kept = append(r.kept, path)
			}
		}
	}
	paths := slices.Concat(r.kept, tablesOf(readTables...))
	if name == "all" {
		paths = append(paths, readFiles...)
	}
	files, err := render.Draw(context.Background(), r.plan, r.results, render.DefaultCreated(), "", paths...)
	r.files = map[string]string{}
	for _, f := range files {
		r.files[f.Path] = string(f.Content)
	}
	return r, err
}

// A findings is a report as the page of findings reads it.
type findings map[string]string // files

// find returns the record of a place in a table.
func (f findings) find(number, row, column string) (map[string]string, error) {
	records, err := csv.NewReader(strings.NewReader(f["tables/table-"+number+".csv"])).ReadAll()
	for _, r := range records {
		if r[1] == row && r[2] == column && err == nil {
			found := map[string]string{}
			for i, name := range records[0] {
				found[name] = r[i]
			}
			return found, nil
		}
	}
	return nil, fmt.Errorf("no %s, %s in table %s (%v)", row, column, number, err)
}

func (f findings) number(number, row, column string) (float64, error) {
	r, err := f.find(number, row, column)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(r["value"], 64)
}

// line is the line of a table in Markdown that begins with a heading or has a text.
func (f findings) line(number, text string) (string, error) {
	for l := range strings.Lines(f["tables/table-"+number+".md"]) {
		if _, rest, ok := strings.Cut(l, "| "+text+" "); ok && strings.HasPrefix(l, "| "+text+" ") {
			_, cells, _ := strings.Cut(rest, "|")
			return strings.Join(strings.Fields(cells), " "), nil
		}
		if strings.HasPrefix(l, "- ") && strings.Contains(l, text) {
			return strings.TrimSpace(l[2:]), nil
		}
	}
	return "", fmt.Errorf("no %q under table %s", text, number)
}

// The page of findings is made of the reference run, and none of its sentences is false. Its
// numbers go to the page by -update.
func TestFindings(t *testing.T) {
	whole := referenceOf(t, "")
	p, results, comparisons := whole.plan, whole.results, whole.comparisons
	files, robust := maps.Clone(whole.files), referenceOf(t, "robust").files
	atlas, pyod := referenceOf(t, "atlas"), findings(referenceOf(t, "pyod").files)
	for _, c := range p.Cells {
		_, ok := results.Get(c.Key())
		assert.Assert(t, ok, "the reference run has no result of %s", c)
	}
	held := map[string]string{} // by companion
	for _, name := range companions {
		companion := referenceOf(t, name)
		for _, c := range companion.comparisons {
			for _, line := range c.Facts().Conclusions() {
				switch key, said, _ := strings.Cut(line, ": "); key {
				case "What holds":
					held[name] = said + " "
				case "Claims":
					held[name] += said
				}
			}
		}
		if text, ok := companion.files["tables/table-O.1.csv"]; ok {
			files["tables/table-O.1.csv"] = text
		}
	}
	of := func(part string) (render.Comparison, error) {
		i := slices.IndexFunc(comparisons, func(c render.Comparison) bool { return c.Part.Name == part })
		if i < 0 {
			return render.Comparison{}, fmt.Errorf("no part %s", part)
		}
		return comparisons[i], nil
	}
	ours, theirs := findings(files), findings(robust)
	show := func(v float64, decimals int) string { return table.Format(table.Cell{Value: v}, decimals).Text }
	printed := func(number, row, column string) (float64, error) {
		thesis, err := publication.Find("thesis", "")
		if err != nil {
			return 0, err
		}
		c, err := of("thesis")
		for _, k := range c.Contrasts {
			i, j := slices.Index(k.RowTitles, row), slices.Index(k.ColumnTitles, column)
			if k.Number == number && i >= 0 && j >= 0 {
				if v, ok := k.At(k.Rows[i], k.Columns[j]); ok {
					return v.Centre, err
				}
			}
		}
		return 0, fmt.Errorf("%s does not print %s, %s in table %s", thesis.Title, row, column, number)
	}
	both := func(number, row, column string) (float64, float64, error) {
		a, err := ours.number(number, row, column)
		b, missing := printed(number, row, column)
		return a, b, errors.Join(err, missing)
	}
	stands := func(holds bool, text string, values ...any) (string, error) {
		if !holds {
			return "", fmt.Errorf("not so any more: "+text, values...)
		}
		return "", nil
	}
	tally := func(name string, of func(audit.Tally) int) (int, error) {
		thesis, err := publication.Find("thesis", "")
		if err != nil {
			return 0, err
		}
		audited, err := thesis.Audit()
		if err != nil {
			return 0, err
		}
		for _, k := range audited.Tallies {
			if k.Name() == name {
				return of(k), nil
			}
		}
		return 0, fmt.Errorf("the audit has no check %q", name)
	}
	// Extreme holds the errors of all other functions on faces against that of one.
	extreme := func(row, of string, right func(v, than float64) bool) (string, error) {
		than, err := theirs.number("3", row, of)
		for _, column := range []string{
			"p = 0.5", "L1 (p = 1)", "L2 (p = 2)", "tanh", "3 − 3sech", "Skeleton, a = 100", "ROBPCA",
		} {
			v, missing := theirs.number("3", row, column)
			if err = errors.Join(err, missing); column != of && !(right(v, than) || of == "L2 (p = 2)" && column == "ROBPCA") {
				return stands(false, "%s with %s images: %v beside %v of %s", column, row, v, than, of)
			}
		}
		return "", err
	}
	pages := template.Must(template.New("").Funcs(withstood(atlas)).Funcs(template.FuncMap{
		"found":   func(check string) (int, error) { return tally(check, func(k audit.Tally) int { return k.Found }) },
		"excused": func(check string) (int, error) { return tally(check, func(k audit.Tally) int { return k.Excused }) },
		"calibrated": func() (string, error) {
			c, err := of("thesis")
			return show(c.Calibration.Share, 0), err
		},
		"readings": func(number string) int {
			return strings.Count(ours["tables/table-"+number+".csv"], ",Mean difference from print,filled,")
		},
		"cell": func(number, row, column string) (string, error) {
			v, err := ours.number(number, row, column)
			r, missing := ours.find(number, row, column)
			half, fault := strconv.ParseFloat(r["half_width_95"], 64)
			return table.Format(table.Cell{Value: v, HalfWidth: half}, 2).String(), errors.Join(err, missing, fault)
		},
		"cells": func() string { return show(float64(len(p.Cells)), 0) },
		"equations": func() string {
			text := ours["tables/table-O.1.csv"]
			return fmt.Sprintf("%d of %d", strings.Count(text, ",Holds,filled,1,"), strings.Count(text, ",Holds,"))
		},
		"num": ours.number, "robust": theirs.number, "printed": printed, "row": theirs.line, "note": ours.line,
		"value": func(number, row, column string) (string, error) {
			v, err := ours.number(number, row, column)
			return show(v, 2), err
		},
		"repetitions": func(number, row, column string) (string, error) {
			r, err := ours.find(number, row, column)
			return r["repetitions"], err
		},
		"conclusion": func(part, name string) (string, error) {
			c, err := of(part)
			for _, l := range c.Facts().Conclusions() {
				if rest, ok := strings.CutPrefix(l, name+": "); ok {
					return rest, err
				}
			}
			return "", errors.Join(err, fmt.Errorf("%s has no conclusion %q", part, name))
		},
		"held":       func(part string) string { return held[part] },
		"breaks":     findings(atlas.files).line,
		"atlasCells": func() string { return show(float64(len(atlas.plan.Cells)), 0) },
		// Lost is the range of percentages at which methods lose the subspace in some settings.
		"lost": func(kinds, settings, methods string) (string, error) {
			least, most := math.Inf(1), 0.
			for _, method := range strings.Split(methods, "; ") {
				for _, number := range strings.Fields(kinds) {
					for _, setting := range strings.Split(settings, "; ") {
						v, err := findings(atlas.files).number(number, setting, method)
						if err != nil {
							return "", err
						}
						least, most = min(least, v), max(most, v)
					}
				}
			}
			if least == most {
				return show(least, 0), nil
			}
			return show(least, 0) + " to " + show(most, 0), nil
		},
		"command":   func(folder string) (string, error) { return commandOf(folder, referenceOf(t, folder).plan) },
		"byDefault": func() int { return p.Study.Repetitions.Real },
		// Holds claims that a method is lost at no level, which is 100 in numbers.
		"holds": func(lost string) (string, error) { return stands(lost == "100", "it is lost at %s%%", lost) },
		"area": func(row, method string) (string, error) {
			v, err := pyod.number("1", row, method)
			return show(v, 5), err
		},
		"repeated": func() (string, error) {
			benchmark, err := publication.Find("pyod", "")
			if err != nil {
				return "", err
			}
			audited, err := benchmark.Audit()
			if err != nil || len(audited.Findings) == 0 {
				return "", fmt.Errorf("the audit of PyOD finds nothing (%v)", err)
			}
			return audited.Findings[0].Message, nil
		},
		"below": func(number, row, column string) (string, error) {
			a, b, err := both(number, row, column)
			return show(b-a, 1), err
		},
		"times": func(number, row, column string) (string, error) {
			a, b, err := both(number, row, column)
			return show(a/b, 1), err
		},
		"behind": func(number, row string) (string, error) {
			a, err := theirs.number(number, row, "L2 (p = 2)")
			b, missing := theirs.number(number, row, "ROBPCA")
			return show(a-b, 1), errors.Join(err, missing)
		},
		// Leads claims that methods are in the leading group of a row, by the mark of the table.
		"leads": func(number, row string, methods ...string) (string, error) {
			for _, m := range methods {
				r, err := ours.find(number, row, m)
				if _, fails := stands(r["leading"] == "true", "%s leads in row %s of table %s", m, row, number); fails != nil {
					return "", errors.Join(err, fails)
				}
			}
			return "", nil
		},
		"least": func(row, of string) (string, error) {
			if r, err := theirs.find("3", row, of); err != nil || r["leading"] != "true" {
				return stands(false, "%s leads with %s images (%v)", of, row, err)
			}
			return extreme(row, of, func(v, than float64) bool { return v > than })
		},
		"beaten": func(row, of string) (string, error) {
			return extreme(row, of, func(v, than float64) bool { return v < than })
		},
		"less":  func(a, b float64) (string, error) { return stands(a < b, "%v is less than %v", a, b) },
		"equal": func(a, b float64) (string, error) { return stands(math.Abs(a-b) < 0.005, "%v is %v", a, b) },
		"unsettled": func(names ...string) (string, error) {
			total := 0
			for _, c := range p.Cells {
				r, _ := results.Get(c.Key())
				at := slices.Index(names, c.Name)
				if at < 0 {
					continue
				}
				names = slices.Delete(names, at, at+1) // other limits go by the same name
				if total += r.Ends.Total(); r.Ends.Unsettled() < r.Ends.Total() || total == 0 {
					return stands(false, "no iteration of %s settles", c)
				}
			}
			_, err := stands(len(names) == 0, "the run has cells %v", names)
			return show(float64(total), 0), err
		},
	}).ParseFiles("testdata/findings.md", "testdata/readme.md", "testdata/apply.md"))
	written := func(name string) string {
		var b strings.Builder
		assert.NilError(t, pages.ExecuteTemplate(&b, name, nil))
		return b.String()
	}
	compareOrWrite(t, filepath.Join(referenceFolder, "README.md"), []byte(written("findings.md")))
	for _, part := range []struct{ file, before, after, template string }{
		{"../README.md", "## What it found out about the thesis\n\n", "\n## How it is built\n", "readme.md"},
		{"../cmd/report/manual/apply.md", "a component of its own.\n", "- **Missing cells, and single wrong ones**", "apply.md"},
	} {
		text, err := os.ReadFile(part.file)
		before, rest, found := strings.Cut(string(text), part.before)
		_, after, ends := strings.Cut(rest, part.after)
		assert.Assert(t, found && ends,
			"%s has nothing between %q and %q (%v)", part.file, part.before, part.after, err)
		compareOrWrite(t, part.file, []byte(before+part.before+written(part.template)+part.after+after))
	}
}

// No equality holds or fails outside its rule, and a claim of equality holds only with all of its comparisons.
func TestEqualitiesOfTheReference(t *testing.T) {
	all := slices.Clone(referenceOf(t, "").comparisons)
	for _, name := range companions {
		all = append(all, referenceOf(t, name).comparisons...)
	}
	seen := map[claim.Outcome]int{}
	for _, c := range all {
		for _, k := range c.Statements {
			for _, s := range append(slices.Clone(k.Readings), k) {
				assert.Check(t, s.Rule != "equal" || s.Missing != "" || len(s.Reproduced.Equalities) != 0,
					"%s shows no difference", s.ID)
				for _, q := range s.Reproduced.Equalities {
					seen[q.Outcome]++
					within, outside := -q.Margin <= q.Low && q.High <= q.Margin, q.Low > q.Margin || q.High < -q.Margin
					if q.Moot == "" && (within != (q.Outcome == claim.Holds) || q.Outcome == claim.Fails && !outside) ||
						q.Moot != "" && q.Outcome != claim.Undecided || q.Outcome != claim.Holds && s.Reproduced.Outcome == claim.Holds {
						t.Errorf("%s %s by %s", s.ID, s.Reproduced.Outcome, q.Said())
					}
				}
			}
		}
	}
	assert.Equal(t, len(seen), 3, "equalities by outcome: %v", seen)
}

// The report of the reference run is drawn again to the bytes that are kept.
func TestReferenceFolder(t *testing.T) {
	for folder := range referenceStudies {
		r := referenceOf(t, folder)
		assert.Check(t, len(r.kept) != 0, "%q holds nothing", folder)
		for _, path := range r.kept {
			_, content, err := render.ReadPacked(filepath.Join(referenceFolder, folder, path))
			if err != nil || r.files[path] != string(content) {
				t.Errorf("%q: %s is drawn differently, or not at all (%v): draw it again by report render --from", folder, path, err)
			}
		}
	}
}

// The web page of the reference run, with all its tables and drawings, is at most 500 kB as a server sends it.
func TestReferencePageIsLight(t *testing.T) {
	var sent bytes.Buffer
	packer, err := gzip.NewWriterLevel(&sent, gzip.BestCompression)
	assert.NilError(t, err)
	_, err = packer.Write([]byte(referenceOf(t, "").files["report.html"]))
	err = errors.Join(err, packer.Close())
	assert.NilError(t, err)
	size := sent.Len()
	assert.Check(t, size >= 100e3 && size <= 500e3, "report.html has %d bytes, packed", size)
}

// The tables of the reference run have the columns that the thesis prints, in its order.
func TestColumnsAreThoseInPrint(t *testing.T) {
	thesis, err := publication.Find("thesis", "")
	assert.NilError(t, err)
	s := openStudy(t, "thesis")
	for _, table := range thesis.Tables {
		if table.Number == "2.13" { // whose one column has no name
			continue
		}
		text, err := os.ReadFile(filepath.Join(referenceFolder, "tables", "table-"+table.Number+".md"))
		assert.NilError(t, err)
		_, header, _ := strings.Cut(string(text), "\n\n")
		header, _, _ = strings.Cut(header, "\n")
		got := words.Each(strings.Split(strings.Trim(header, "|"), "|"), strings.TrimSpace)[1:]
		want := words.Each(table.Columns, func(column string) string {
			if column == "kernel-sigma" {
				return "σ"
			}
			return s.Label(column)
		})
		assert.Check(t, is.DeepEqual(got, want), "table %s has the columns %q, print has %q", table.Number, got, want)
	}
}

// What the real data gave, as reports on generated data say it, is what the reference run gave.
func TestReferenceIsCarried(t *testing.T) {
	x := openReference(t)
	whole := referenceOf(t, "")
	carried := map[string]map[string]compare.Real{}
	for _, name := range study.Embedded() {
		s, all := openStudy(t, name), whole.comparisons
		if s.Name != whole.plan.Study.Name {
			p, results, err := x.Plan(t.Context(), s, OpenLibrary(s, nil, x.IsReal), plan.Selection{})
			assert.NilError(t, err)
			all, err = render.Compare(p, results)
			assert.NilError(t, err)
		}
		for _, c := range all {
			if !c.Facts().Judged {
				continue
			}
			if carried[s.Name] == nil {
				carried[s.Name] = map[string]compare.Real{}
			}
			carried[s.Name][c.Part.Name] = c.Facts().Real()
		}
	}
	text, err := json.MarshalIndent(carried, "", " ")
	assert.NilError(t, err)
	compareOrWrite(t, "render/reference.json", append(text, '\n'))
}

// openReference opens the results of the reference run.
func openReference(t *testing.T) *render.Export {
	t.Helper()
	x, err := render.OpenExport(filepath.Join(referenceFolder, "results.csv"))
	assert.NilError(t, err)
	return x
}

// compareOrWrite holds a file against what it has to be, or with -update makes it so.
func compareOrWrite(t *testing.T, file string, want []byte) {
	t.Helper()
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(file, want, 0o644))
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what it has to be (%v): go test ./report -run %s -update", file, err, t.Name())
	}
}

func tablesOf(numbers ...string) (paths []string) {
	for _, n := range numbers {
		paths = append(paths, "tables/table-"+n+".csv", "tables/table-"+n+".md")
	}
	return paths
}
