package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
	"gpca/report/experiment/apply"
	"gpca/report/plan"
	"gpca/report/render"
	"gpca/report/study"
)

// everyReader is a study with a figure for each kind of experiment that keeps arrays, and the text and tables of apply.
//
//go:embed testdata/forged_every_reader.yaml
var everyReader string

// A sealed file has rows of fields, the first the header, without their checksums.
type sealed [][]string

func unseal(t *testing.T, content string) (s sealed) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(content)).ReadAll()
	assert.NilError(t, err)
	for _, row := range rows {
		s = append(s, row[:len(row)-1])
	}
	return s
}

// with is the file with other rows in place of one.
func (s sealed) with(at int, rows ...[]string) sealed {
	return slices.Replace(slices.Clone(s), at, at+1, rows...)
}

// set is the file with another field in a row.
func (s sealed) set(at int, column, field string) sealed {
	row := slices.Clone(s[at])
	row[slices.Index(s[0], column)] = field
	return s.with(at, row)
}

// content is the file with the right checksums.
func (s sealed) content(t *testing.T) string {
	t.Helper()
	table := crc32.MakeTable(crc32.Castagnoli)
	header := append(slices.Clone(s[0]), "checksum")
	begin := crc32.Checksum(fmt.Appendf(nil, "%q", header), table)
	rows := [][]string{header}
	for i, row := range s[1:] {
		sum := crc32.Update(begin, table, fmt.Appendf(nil, "%d %q", i+1, row))
		if i+2 == len(s) {
			sum = crc32.Update(sum, table, []byte("last"))
		}
		rows = append(rows, append(slices.Clone(row), fmt.Sprintf("%08x", sum)))
	}
	var b strings.Builder
	assert.NilError(t, csv.NewWriter(&b).WriteAll(rows))
	return b.String()
}

// A forgery is a pair of files with right checksums, of which one differs in what it says of a cell. Refused says that
// what they hold is no result.
type forgery struct {
	what, key       string
	results, arrays sealed
	refused         bool
}

// forgedLists are other lists of numbers, or of names, in place of one.
func forgedLists(list string) map[string]string {
	fields := strings.Fields(list)
	some := func(at int, field string) string {
		if len(fields) == 0 {
			return field
		}
		other := slices.Clone(fields)
		other[(at+len(fields))%len(fields)] = field
		return strings.Join(other, " ")
	}
	return map[string]string{
		"none": "", "one fewer": strings.Join(fields[:max(len(fields)-1, 0)], " "), "one more": list + " 0",
		"NaN": some(0, "NaN"), "infinite": some(-1, "-Inf"), "no number": some(0, "many"), "negative": some(0, "-1"),
		"huge": some(-1, "1e300"), "beyond": some(0, "9223372036854775807"),
	}
}

// forgedJSON are other values of each part of a JSON object, by their paths.
func forgedJSON(t *testing.T, object string) map[string]string {
	t.Helper()
	all := map[string]string{}
	var root any
	assert.NilError(t, json.Unmarshal([]byte(object), &root))
	var visit func(path string, parent map[string]any)
	visit = func(path string, parent map[string]any) {
		for name, old := range parent {
			others := map[string]any{"null": nil, "text": "x"}
			switch v := old.(type) {
			case float64:
				others = map[string]any{"negative": -1, "huge": 1e300, "text": "x"}
			case []any:
				others["empty"], others["longer"] = []any{}, append(slices.Clip(v), v...)
				others["shorter"] = v[:max(len(v)-1, 0)]
				others["nested"] = []any{[]any{}}
			case map[string]any:
				if name != "Told" {
					visit(path+name+".", v)
				}
			}
			for what, other := range others {
				parent[name] = other
				text, err := json.Marshal(root)
				assert.NilError(t, err)
				all[path+name+" "+what] = string(text)
			}
			parent[name] = old
		}
	}
	visit("", root.(map[string]any))
	return all
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

func forgeries(t *testing.T, results, arrays sealed) (all []forgery) {
	t.Helper()
	var key string
	add := func(refused bool, what string, results, arrays sealed) {
		all = append(all, forgery{what, key, results, arrays, refused})
	}
	for at := 1; at < len(arrays); at++ {
		name, shape, names, values := arrays[at][1], arrays[at][2], arrays[at][3], arrays[at][4]
		key = arrays[at][0]
		what := key[:8] + " " + name + " "
		for how, list := range forgedLists(values) {
			length := strings.Contains("none one more one fewer NaN infinite no number", how) && list != values
			add(length, what+"values "+how, results, arrays.set(at, "values", list))
		}
		for how, list := range forgedLists(shape) {
			add(list != shape && shape != "0", what+"shape "+how, results, arrays.set(at, "shape", list))
		}
		add(true, what+"shape overflows", results, arrays.set(at, "shape", "4294967296 4294967296 "+shape))
		if name != "findings" {
			fewer := forgedLists(names)["one fewer"]
			add(names != "" && name == "rows", what+"names one fewer", results, arrays.set(at, "names", fewer))
			matrix := strings.Contains(shape, " ") && name != "mean"
			add(matrix, what+"names of another", results, arrays.set(at, "names", "x"))
		}
		one := arrays.set(at, "values", strings.TrimSpace(values+" 0"))
		n, sizes := len(strings.Fields(values)), strings.Fields(shape)
		add(false, what+"one more, and a vector", results, one.set(at, "shape", fmt.Sprint(n+1)))
		slices.Reverse(sizes)
		add(false, what+"turned", results, arrays.set(at, "shape", strings.Join(sizes, " ")))
		add(false, what+"flat", results, arrays.set(at, "shape", fmt.Sprint(n)))
		add(false, what+"missing", results, arrays.with(at))
		add(true, what+"twice", results, arrays.with(at, arrays[at], arrays[at]))
		if name == "findings" {
			object := strings.ReplaceAll(strings.Trim(names, `"`), `""`, `"`)
			for how, other := range forgedJSON(t, object) {
				add(false, what+how, results, arrays.set(at, "names", quoted(other)))
			}
		}
	}
	for at := 1; at < len(results); at++ {
		key = results[at][slices.Index(results[0], "key")]
		what := fmt.Sprintf("results.csv, row %d, ", at)
		for how, list := range forgedLists(results[at][slices.Index(results[0], "values")]) {
			wrong := strings.Contains("none one more one fewer NaN infinite no number huge", how)
			add(wrong, what+"values "+how, results.set(at, "values", list), arrays)
		}
		for _, column := range []string{"key", "repetitions", "state", "measure"} {
			for _, field := range []string{"", "-1", "x"} {
				add(false, what+column+" "+field, results.set(at, column, field), arrays)
			}
		}
	}
	slices.SortFunc(all, func(a, b forgery) int { return strings.Compare(a.what, b.what) })
	return all
}

// named matches an error that says where something is wrong.
var named = regexp.MustCompile(`^[^:]*\.csv: |^[^:]*\.csv:\d+: |^study \w+: (figure|table) \d+: |^(figure|table) \d+ is not drawn: |: the stored cell `)

var notDrawn = regexp.MustCompile(`NaN|[+-]?Inf\b|-9223372036854775808`)

// runAndDrawn computes a study of a small table with some cells missing, and draws it.
func runAndDrawn(t *testing.T, source, missing string) (*study.Study, map[string]string) {
	t.Helper()
	folder := t.TempDir()
	rows := []string{"id,a,b,c,d,kind"}
	for i := range 24 {
		u, v := float64(i*i%17), float64(i*7%11)
		d := fmt.Sprint(i * 5 % 13)
		if i%9 == 5 || i == 23 {
			d = missing
		}
		rows = append(rows, fmt.Sprintf("r%02d,%g,%g,%g,%s,%s", i, u, u+v/9, v+float64(i/23*50), d,
			[]string{"x", "y"}[i%2]))
	}
	write(t, folder, "mine.csv", strings.Join(rows, "\n")+"\n")
	s, err := OpenStudy(write(t, folder, "forged.yaml", source))
	assert.NilError(t, err)
	p := planOf(t, s, plan.Selection{})
	stored, _, err := OpenStore(t.TempDir())
	assert.NilError(t, err)
	assert.NilError(t, Run(t.Context(), p, stored, RunOptions{Workers: 2}))
	return s, drawn(t, p, stored)
}

// Files with right checksums may hold anything. What is no result is an error that says where and what; nothing
// panics, and no drawing has a number that is none.
func TestForgedExports(t *testing.T) {
	long(t)
	s, sound := runAndDrawn(t, everyReader, "1")
	refuseForged(t, s, sound["results.csv"], sound["arrays.csv"], sound, 700)
}

func refuseForged(t *testing.T, s *study.Study, soundResults, soundArrays string, sound map[string]string, least int) {
	t.Helper()
	folder := t.TempDir()
	paths := slices.DeleteFunc(slices.Sorted(maps.Keys(sound)), func(path string) bool {
		return !slices.Contains([]string{".svg", ".md"}, filepath.Ext(path)) && path != "results.csv"
	})
	// Figures of other cells than the forged one stay as they are, and take most of the time.
	shows := map[string][]string{} // cells by figures
	for _, number := range planOf(t, s, plan.Selection{}).Figures {
		for _, c := range planOf(t, s, plan.Selection{Figures: []string{number}}).Cells {
			path := "figures/fig-" + number + ".svg"
			shows[path] = append(shows[path], c.Key())
		}
	}
	file := filepath.Join(folder, "results.csv")
	draw := func(f forgery) (map[string]string, error) {
		write(t, folder, "results.csv", f.results.content(t))
		write(t, folder, "arrays.csv", f.arrays.content(t))
		return drawnFrom(t, s, file, slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
			return f.key != "" && shows[path] != nil && !slices.Contains(shows[path], f.key)
		}))
	}
	results, arrays := unseal(t, soundResults), unseal(t, soundArrays)
	if all, err := draw(forgery{results: results, arrays: arrays}); err != nil || len(all) != len(paths) {
		t.Fatalf("%d of %d files are drawn from the sound ones: %v", len(all), len(paths), err)
	}
	all, errors := forgeries(t, results, arrays), 0
	for _, f := range all {
		files, err := draw(f)
		switch {
		case err == nil && f.refused:
			t.Errorf("%s: is drawn", f.what)
		case err != nil && !named.MatchString(err.Error()):
			t.Errorf("%s: the error names neither file nor figure: %v", f.what, err)
		case err != nil:
			errors++
		}
		for path, content := range files {
			assert.Check(t, is.Equal(notDrawn.FindString(content), ""), "%s: %s", f.what, path)
		}
	}
	t.Logf("%d of %d forgeries are errors", errors, len(all))
	assert.Check(t, len(all) >= least, "%d forgeries, want %d", len(all), least)
}

// A forged model with the right checksum is refused, or judges rows.
func TestForgedModels(t *testing.T) {
	long(t)
	folder := t.TempDir()
	write(t, folder, "mine.csv", "a,b,c\n1,2,3\n2,1,5\n4,4,1\n3,7,2\n5,5,8\n7,6,3\n8,2,4\n6,9,7\n2,8,6\n9,3,5\n")
	block := "{name: forged, title: Forged, seed: 1, repetitions: 1, " +
		"data: [{name: mine, file: mine.csv, class: none}], " +
		"experiments: [{name: apply, kind: apply, data: mine, %s}], " +
		"tables: [{number: 1, caption: Rows, kind: listing, experiment: apply%s}]}"
	found := func(source string) (experiment.Result, error) {
		s, err := OpenStudy(write(t, folder, "forged.yaml", source))
		if err != nil {
			return experiment.Result{}, err
		}
		p := planOf(t, s, plan.Selection{})
		stored, _, err := OpenStore(t.TempDir())
		if err == nil {
			err = Run(t.Context(), p, stored, RunOptions{Workers: 1})
		}
		r, _ := stored.Get(p.Cells[0].Key())
		return r, err
	}
	r, err := found(fmt.Sprintf(block, "components: 2, scale: mad", ", method: robpca"))
	assert.NilError(t, err)
	f, err := apply.Read(r)
	assert.NilError(t, err)
	object, err := json.Marshal(f.Model)
	assert.NilError(t, err)
	refused, all := 0, forgedJSON(t, string(object))
	for _, what := range slices.Sorted(maps.Keys(all)) {
		var m apply.Model
		if json.Unmarshal([]byte(all[what]), &m) != nil {
			continue
		}
		bare, _ := json.Marshal(m)
		m.SHA256 = fmt.Sprintf("%x", sha256.Sum256(bare))
		text, _ := json.Marshal(m)
		write(t, folder, "model.json", string(text))
		r, err := found(fmt.Sprintf(block, "model: model.json", ""))
		if err != nil {
			refused++
			assert.Check(t, is.Contains(err.Error(), "forged.yaml:1:"), "%s: %v", what, err)
			continue
		}
		// A spectrum has eigenvalues beyond those of the components.
		uneven := regexp.MustCompile(`^[^ ]*[^m] (empty|shorter|longer|nested)$`).MatchString(what)
		_, err = apply.Read(r)
		assert.Check(t, err == nil && !uneven, "%s: is taken: %q, %v", what, r.Failure, err)
	}
	t.Logf("%d of %d models are refused", refused, len(all))
	assert.Check(t, refused >= 20, "%d models are refused, want 20", refused)
}

func drawnFrom(t *testing.T, s *study.Study, file string, paths []string) (_ map[string]string, err error) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	x, err := render.OpenExport(file)
	if err != nil {
		return nil, err
	}
	p, kept, err := x.Plan(t.Context(), s, OpenLibrary(s, nil, x.IsReal), plan.Selection{})
	if err != nil {
		return nil, err
	}
	files, err := render.Draw(t.Context(), p, kept, render.DefaultCreated(), "", paths...)
	if err != nil {
		return nil, err
	}
	return contents(files, nil)(t), nil
}
