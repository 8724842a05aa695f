package render

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/dataset/library"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/plan"
	"gpca/report/store"
	"gpca/report/study"
	"gpca/solver"
)

// ResultsFile, and where figures draw more than numbers arrays.csv, are what a report can be
// drawn from again, without cells and data.
const (
	ResultsFile = "results.csv"
	arraysFile  = "arrays.csv"
)

// A kept array is one that figures draw.
type keptArray struct {
	key, name string
	experiment.Array
}

// arrays are those of the cells that figures draw, in the order of the study. Of real
// data, samples and what is a picture like them are left empty: the terms of a set of faces
// do not let them go further than the machine that has the set.
func (r *renderer) arrays() []keptArray {
	var all []keptArray
	said := map[string]bool{}
	for _, q := range r.plan.Asked() {
		key, ok := r.plan.Key(q)
		if !ok || said[key] || !r.plan.Drawn(q) {
			continue
		}
		said[key] = true
		result, _ := r.results.Get(key)
		for _, name := range slices.Sorted(maps.Keys(result.Artifacts)) {
			a := keptArray{key, name, result.Artifacts[name]}
			if result.Cell.Origin == dataset.Real && experiment.ShowsSamples(q.Experiment.Experiment, name) {
				a.Array = experiment.Array{}
			}
			all = append(all, a)
		}
	}
	return all
}

// writeArrays writes arrays.csv: a row for each array.
func writeArrays(w io.Writer, arrays []keptArray) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"key", "array", "shape", "names", "values"}}
	for _, a := range arrays {
		var shape []float64
		for _, n := range a.Shape {
			shape = append(shape, float64(n))
		}
		rows = append(rows, []string{a.key, a.name, numbers(shape), blanks(a.Names), numbers(a.Data)})
	}
	return out.WriteAll(rows)
}

// numbers is a list of them with all their digits, blanks one of words, where one with a
// blank stands in quotes.
func numbers(values []float64) string {
	var all []string
	for _, v := range values {
		all = append(all, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return strings.Join(all, " ")
}

func blanks(list []string) string {
	if len(list) == 0 {
		return ""
	}
	var text strings.Builder
	w := csv.NewWriter(&text)
	w.Comma = ' '
	_ = w.Write(list) // to memory
	w.Flush()
	return strings.TrimSuffix(text.String(), "\n")
}

// An Export is what results.csv holds of a report, with arrays.csv beside it: enough to draw
// the same report where neither its cells nor its data are. Pictures of real data alone are
// not in it.
type Export struct {
	Study string // its name
	file  string
	rows  []exportRow
	most  int             // repetitions
	real  map[string]bool // data sets
	// arrays are by key and name, nil where there is no arrays.csv.
	arrays map[string]map[string]experiment.Array
}

// An exportRow is a measure of a cell.
type exportRow struct {
	line                  int
	key, measure, failure string
	values, refits        []float64
	ends                  experiment.Ends
	chosen                []string
}

// mostArrays bounds what a compressed arrays.csv may unpack to.
const mostArrays = 1 << 30

// OpenExport reads a results.csv, and the arrays.csv in its folder if there is one, or
// arrays.csv.gz. What cannot be read is an error with file, line and column.
func OpenExport(file string) (*Export, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	defer f.Close()
	x, err := ReadExport(file, f)
	if err != nil {
		return nil, err
	}
	name := filepath.Join(filepath.Dir(file), arraysFile)
	a, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		name += ".gz"
		a, err = os.Open(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return x, nil
	}
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	defer a.Close()
	var from io.Reader = a
	if filepath.Ext(name) == ".gz" {
		z, err := gzip.NewReader(a)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		from = io.LimitReader(z, mostArrays)
	}
	x.arrays = map[string]map[string]experiment.Array{}
	return x, readRecords(name, from, func(r record) {
		key := r.text("key")
		if x.arrays[key] == nil {
			x.arrays[key] = map[string]experiment.Array{}
		}
		of := experiment.Array{Data: r.numbers("values"), Names: r.words("names")}
		size := 1
		for _, n := range r.numbers("shape") {
			of.Shape = append(of.Shape, int(n))
			size *= max(int(n), 0)
		}
		if of.Shape != nil && size != len(of.Data) {
			r.fault("values", fmt.Errorf("%d values for a shape of %d", len(of.Data), size))
		}
		if of.Names != nil && slices.ContainsFunc(of.Data, func(v float64) bool { return !(v >= 0 && int(v) < len(of.Names)) }) {
			r.fault("values", fmt.Errorf("a value is no place in the %d names", len(of.Names)))
		}
		x.arrays[key][r.text("array")] = of
	}, "key", "array", "shape", "names", "values")
}

// ReadExport reads a results.csv of a name.
func ReadExport(name string, results io.Reader) (*Export, error) {
	x := &Export{file: name, real: map[string]bool{}}
	err := readRecords(name, results, func(r record) {
		x.Study = r.text("study")
		x.real[r.text("data")] = r.text("origin") == string(dataset.Real)
		x.most = max(x.most, int(r.number("repetitions")))
		if r.text("state") == "missing" {
			return
		}
		count := func(column string) int { return int(r.number(column)) }
		x.rows = append(x.rows, exportRow{
			line: r.line(), key: r.text("key"), measure: r.text("measure"), failure: r.text("failure"),
			values: r.numbers("values"), refits: r.numbers("refits"), chosen: r.words("chosen"),
			ends: experiment.Ends{
				Exact: count("exact"), Converged: count("converged"), Cycled: count("cycled"), Stopped: count("stopped"),
				Wandered: count("wandered"), Vanished: count("vanished"), MostIterations: count("most_iterations"),
			},
		})
	}, "study", "key", "data", "origin", "measure", "state", "repetitions", "values", "exact", "converged", "cycled", "stopped", "wandered", "vanished", "most_iterations", "chosen", "failure")
	return x, err
}

// IsReal reports whether cells of a data set were computed on the real one.
func (x *Export) IsReal(data string) bool { return x.real[data] }

// Plan is that of a selection of a study, with what the export has of its cells. The number
// of repetitions is the study's, or the one that the whole report was made with.
func (x *Export) Plan(ctx context.Context, s *study.Study, data *library.Library, selection plan.Selection) (*plan.Plan, *store.Store, error) {
	var best *plan.Plan
	kept := new(store.Store)
	for _, repetitions := range []int{0, x.most} {
		p, err := plan.New(ctx, s, data, selection, repetitions)
		if err != nil {
			return nil, nil, err
		}
		results, err := x.results(p)
		if err != nil {
			return nil, nil, err
		}
		if best == nil || len(results) > kept.Len() {
			best, kept = p, store.Of(results)
		}
		if len(results) == len(p.Cells) {
			break
		}
	}
	return best, kept, nil
}

// results are those of the cells of a plan, whatever processor they were computed on.
func (x *Export) results(p *plan.Plan) ([]experiment.Result, error) {
	cells := map[string]experiment.Cell{} // by their keys on all processors
	for _, c := range p.Cells {
		for _, of := range []string{"arm64", "amd64", solver.FusedAMD64, c.Architecture} {
			there := c
			there.Architecture = of
			cells[there.Key()] = c
		}
	}
	scales := map[string]experiment.Measure{}
	for _, s := range p.Shown {
		if name := s.Key + " " + s.Measure.Name; scales[name].Name == "" {
			scales[name] = s.Measure
		}
	}
	results := map[string]experiment.Result{}
	for _, row := range x.rows {
		c, ok := cells[row.key]
		if !ok {
			continue // another selection shows it
		}
		r, begun := results[row.key]
		if !begun {
			r = experiment.Result{
				Key: c.Key(), Cell: c, Values: map[string][]float64{}, Refits: map[string][]float64{}, Artifacts: x.arrays[row.key], Bare: x.arrays == nil,
				Ends: row.ends, Chosen: row.chosen, Failure: row.failure, Shared: trial.TrainsOnce(c),
			}
			results[row.key] = r
		}
		m := scales[r.Key+" "+row.measure]
		if r.Failure != "" || r.Values[row.measure] != nil {
			continue
		}
		r.Values[row.measure] = unscaled(row.values, m.Scale)
		if row.refits != nil {
			r.Refits[row.measure] = unscaled(row.refits, m.Scale)
		}
		if err := r.Validate(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", x.file, row.line, err)
		}
	}
	return slices.Collect(maps.Values(results)), nil
}

// unscaled are the values that are shown as others on a scale. A quotient may be off by its
// last bit, and its neighbour right.
func unscaled(shown []float64, scale float64) []float64 {
	if scale == 0 || scale == 1 {
		return shown
	}
	var all []float64
	for _, v := range shown {
		q := v / scale
		for _, near := range []float64{math.Nextafter(q, math.Inf(-1)), math.Nextafter(q, math.Inf(1))} {
			if q*scale != v && near*scale == v {
				q = near
			}
		}
		all = append(all, q)
	}
	return all
}

// A record is a row of a CSV file whose columns have names. The first fault in it is kept.
type record struct {
	name    string
	reader  *csv.Reader
	columns []string
	fields  []string
	err     *error
}

// readRecords reads a file with a header that has some columns, row by row.
func readRecords(name string, from io.Reader, each func(record), needed ...string) error {
	in := csv.NewReader(from)
	header, err := in.Read()
	if err != nil {
		return fmt.Errorf("%s: no header: %w", name, err)
	}
	columns := slices.Clone(header)
	for _, c := range needed {
		if !slices.Contains(columns, c) {
			return fmt.Errorf("%s:1: no column %q: report render writes one, other programs may have dropped it", name, c)
		}
	}
	for {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err) // with line and column
		}
		if each(record{name, in, columns, fields, &err}); err != nil {
			return err
		}
	}
}

func (r record) line() int {
	line, _ := r.reader.FieldPos(0)
	return line
}

// text is that of a column, empty without one; what was defused is as it was before.
func (r record) text(column string) string {
	at := slices.Index(r.columns, column)
	if at < 0 {
		return ""
	}
	if bare, defused := strings.CutPrefix(r.fields[at], "'"); defused && runs(bare) {
		return bare
	}
	return r.fields[at]
}

func (r record) fault(column string, err error) {
	if *r.err == nil {
		line, at := r.reader.FieldPos(slices.Index(r.columns, column))
		*r.err = fmt.Errorf("%s:%d:%d: %s: %w: write the file again with report render", r.name, line, at, column, err)
	}
}

func (r record) number(column string) float64 {
	v, err := strconv.ParseFloat(r.text(column), 64)
	if err != nil {
		r.fault(column, err)
	}
	return v
}

func (r record) numbers(column string) []float64 {
	var all []float64
	for _, text := range strings.Fields(r.text(column)) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			r.fault(column, err)
		}
		all = append(all, v)
	}
	return all
}

func (r record) words(column string) []string {
	text := r.text(column)
	if text == "" {
		return nil
	}
	in := csv.NewReader(strings.NewReader(text))
	in.Comma = ' '
	all, err := in.Read()
	if err != nil {
		r.fault(column, err)
	}
	return all
}
