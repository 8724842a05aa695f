package render

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/dataset/library"
	"gpca/report/dataset/unpack"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/input"
	"gpca/report/plan"
	"gpca/report/statistics"
	"gpca/report/store"
	"gpca/report/study"
	"gpca/report/words"
	"gpca/solver"
)

// The report can be drawn again from ResultsFile, without cells and data. Figures that draw more than numbers also
// need arraysFile.
const (
	ResultsFile = "results.csv"
	arraysFile  = "arrays.csv"
)

// arrayRows are the rows of arrays.csv: one for each array that a figure draws, in the order of the study. Samples of
// real data, and pictures like them, are left empty: the terms of sets of faces do not let them leave the machine.
func (e evidence) arrayRows(yield func([]string) bool) {
	drawn := map[string]bool{}
	for _, q := range e.shown {
		result := q.result
		if drawn[result.Key] || !e.plan.Drawn(q.Query) {
			continue
		}
		drawn[result.Key] = true
		for _, name := range slices.Sorted(maps.Keys(result.Artifacts)) {
			a := result.Artifacts[name]
			if result.Cell.Origin == dataset.Real && experiment.ShowsSamples(q.Experiment.Experiment, name) {
				a = experiment.Array{}
			}
			shape := words.Each(a.Shape, func(n int) float64 { return float64(n) })
			if !yield([]string{result.Key, name, numbers(shape), blanks(a.Names), numbers(a.Data)}) {
				return
			}
		}
	}
}

// number writes all digits of a number, numbers a list of numbers, and blanks a list of words, in quotes if they have
// blanks.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func numbers(values []float64) string {
	var text strings.Builder
	var digits [32]byte
	for i, v := range values {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.Write(strconv.AppendFloat(digits[:0], v, 'g', -1, 64))
	}
	return text.String()
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

// An Export is the content of results.csv and arrays.csv. It is enough to draw the report without cells and data, but
// for pictures of real data.
type Export struct {
	Study string // its name

	rows []exportRow
	most int             // repetitions
	real map[string]bool // data sets
	// arrays are by key and name; nil without an arrays.csv.
	arrays map[string]map[string]experiment.Array
}

// An exportRow is a measure of a cell, with what the file says of the cell.
type exportRow struct {
	experiment.Result
	place, measure string
	values, refits []float64
}

// OpenExport reads a results.csv, and the arrays.csv in its folder if there is one. Both may be packed, such as
// results.csv.gz. A file that was altered is an error with file and line. So is a file that is another than a manifest
// in the folder lists.
func OpenExport(file string) (*Export, error) {
	folder, name := filepath.Split(file)
	m, err := ReadManifest(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	file, content, err := ReadPacked(file)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	x, err := ReadExport(file, content)
	if err == nil {
		err = m.holds(file, strings.TrimSuffix(name, packed), content)
	}
	if err != nil {
		return nil, err
	}
	file, content, err = ReadPacked(filepath.Join(folder, arraysFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return x, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if x.arrays, err = readArrays(file, content); err != nil {
		return nil, err
	}
	return x, m.holds(file, arraysFile, content)
}

// packed is the ending of files that gzip has compressed.
const packed = ".gz"

// ReadPacked reads a file, or the packed one beside it, and returns the path of the one that it read.
func ReadPacked(file string) (path string, content []byte, err error) {
	all := func(r io.Reader) ([]byte, error) { return unpack.All(r, input.MaxBytes) }
	for _, path = range []string{file, file + packed} {
		content, _, err = unpack.ReadFile(context.Background(), path, math.MaxInt64, all)
		if !errors.Is(err, fs.ErrNotExist) {
			return path, content, err
		}
	}
	return file, nil, err
}

// holds returns an error for a file that is another than the manifest lists under its path.
func (m Manifest) holds(file, path string, content []byte) error {
	if _, l := m.find(path); l == nil || l.Is(content) {
		return nil
	}
	return fmt.Errorf("%s is not the %s that %s beside it lists: it was changed since, or is of another run: "+
		"take both from one run, or draw from a copy of the file in a folder of its own", file, path, ManifestFile)
}

// ReadExport reads a results.csv. Errors call it by its name.
func ReadExport(name string, content []byte) (*Export, error) {
	records, err := readSealed(name, content, slices.Concat(
		[]string{"study", "key", "data", "origin", "measure", "state", "repetitions", "values"}, endColumns,
		[]string{"chosen", "failure"},
	)...)
	x := &Export{real: map[string]bool{}}
	for _, r := range records {
		x.Study = r.text("study")
		x.real[r.text("data")] = r.text("origin") == string(dataset.Real)
		x.most = max(x.most, r.count("repetitions", &err))
		row := exportRow{place: r.place, measure: r.text("measure"),
			values: r.numbers("values", &err), refits: r.numbers("refits", &err)}
		row.Key, row.Chosen, row.Failure = r.text("key"), r.words("chosen", &err), r.text("failure")
		if r.text("state") == statistics.NotApplicable.String() {
			row.Failure, row.Inapplicable = "", row.Failure
		}
		for i, n := range countsOf(&row.Ends) {
			*n = r.count(endColumns[i], &err)
		}
		if r.text("state") != "missing" {
			x.rows = append(x.rows, row)
		}
	}
	return x, err
}

// readArrays reads an arrays.csv. Errors call it by its name.
func readArrays(name string, content []byte) (map[string]map[string]experiment.Array, error) {
	records, err := readSealed(name, content, "key", "array", "shape", "names", "values")
	arrays := map[string]map[string]experiment.Array{}
	for _, r := range records {
		a := experiment.Array{Data: r.numbers("values", &err), Names: r.words("names", &err)}
		a.Shape = words.Each(r.numbers("shape", &err), func(n float64) int { return int(n) })
		key := r.text("key")
		if arrays[key] == nil {
			arrays[key] = map[string]experiment.Array{}
		}
		if _, twice := arrays[key][r.text("array")]; twice {
			r.note("array", fmt.Errorf("%q of this key stands in a row before", r.text("array")), &err)
		}
		arrays[key][r.text("array")] = a
	}
	return arrays, err
}

// IsReal reports whether the cells of a data set were computed on real data.
func (x *Export) IsReal(data string) bool { return x.real[data] }

// Plan is that of a selection of a study, with what the export has of the whole study: in the folder of a whole report,
// marks of a selected table rest on others. The number of repetitions is the study's, or the one that the whole report
// was made with.
func (x *Export) Plan(
	ctx context.Context, s *study.Study, data *library.Library, selection plan.Selection,
) (best *plan.Plan, kept *store.Store, err error) {
	most := -1
	for _, repetitions := range []int{0, x.most} {
		p, err := plan.New(ctx, s, data, selection, repetitions)
		if err != nil {
			return nil, nil, err
		}
		whole := p
		if !selection.IsZero() {
			if whole, err = plan.New(ctx, s, data, plan.Selection{}, repetitions); err != nil {
				return nil, nil, err
			}
		}
		results, err := x.results(whole)
		if err != nil {
			return nil, nil, err
		}
		stored := store.Of(results)
		count := CountCells(p.Cells, stored)
		if found := count.Done + count.Failed; found > most {
			best, kept, most = p, stored, found
		}
		if count.Missing == 0 {
			break
		}
	}
	return best, kept, nil
}

// results are the results of a plan's cells, whichever processor computed them.
func (x *Export) results(p *plan.Plan) ([]experiment.Result, error) {
	cells := map[string]experiment.Cell{} // by their keys on all processors
	for _, c := range p.Cells {
		for _, of := range []string{"arm64", "amd64", solver.FusedAMD64, solver.UnfusedAMD64, c.Architecture} {
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
		c, ok := cells[row.Key]
		if !ok {
			continue // another selection shows it
		}
		r, begun := results[row.Key]
		if !begun {
			r = row.Result
			r.Key, r.Cell, r.Values, r.Refits = c.Key(), c, map[string][]float64{}, map[string][]float64{}
			r.Artifacts, r.Bare, r.Shared = x.arrays[row.Key], x.arrays == nil, trial.TrainsOnce(c)
			results[row.Key] = r
		}
		m := scales[r.Key+" "+row.measure]
		if _, read := r.Values[row.measure]; read || len(row.values) == 0 && r.Failure+r.Inapplicable != "" {
			continue // a measure may be shown on several scales
		}
		for _, v := range row.values {
			if err := m.Check(v); err != nil {
				return nil, fmt.Errorf("%s: %w: %s", row.place, err, again)
			}
		}
		r.Values[row.measure] = unscaled(row.values, m.Scale)
		if row.refits != nil {
			r.Refits[row.measure] = unscaled(row.refits, m.Scale)
		}
		if err := r.Validate(); err != nil {
			return nil, fmt.Errorf("%s: %w: %s", row.place, err, again)
		}
	}
	return slices.Collect(maps.Values(results)), nil
}

// unscaled turns shown values into those before scaling. A quotient may be off by its last bit; then its neighbour is
// right.
func unscaled(shown []float64, scale float64) []float64 {
	if scale == 0 || scale == 1 {
		return shown
	}
	return words.Each(shown, func(v float64) float64 {
		q := v / scale
		for _, near := range []float64{math.Nextafter(q, math.Inf(-1)), math.Nextafter(q, math.Inf(1))} {
			if q*scale != v && near*scale == v {
				q = near
			}
		}
		return q
	})
}

// endColumns are the columns that count how fits ended. countsOf has the fields for them, in the same order.
var endColumns = []string{"exact", "converged", "cycled", "stopped", "wandered", "vanished", "most_iterations"}

func countsOf(e *experiment.Ends) []*int {
	return []*int{&e.Exact, &e.Converged, &e.Cycled, &e.Stopped, &e.Wandered, &e.Vanished, &e.MostIterations}
}

// writeResults writes results.csv. It has a row for each measure of a cell that the report shows, in the order of the
// study, also for failed and missing cells. Columns of the kinds of experiments stand in the order in which they first
// occur. Studies with own functions or programs have a column for the method, and those with further fits have columns
// for these and for the optimiser's share in the variance of the mean. The last column is a checksum.
func writeResults(w io.Writer, e evidence) error {
	var columns []string
	if slices.ContainsFunc(e.plan.Shown, func(s plan.Shown) bool { return s.Method.Own() }) {
		columns = []string{"method"}
	}
	fields := make([]map[string]string, len(e.plan.Shown))
	for i, s := range e.plan.Shown {
		fields[i] = map[string]string{"method": s.Method.Name}
		for _, f := range s.Cell.SpecFields() {
			columns = words.AppendNew(columns, f.Name)
			fields[i][f.Name] = f.Value
		}
	}
	repeated := slices.ContainsFunc(e.plan.Shown, func(s plan.Shown) bool {
		result, _ := e.results.Get(s.Key)
		return len(result.Refits) > 0
	})
	header := slices.Concat(
		[]string{"study", "key", "kind", "data", "origin"}, columns,
		[]string{"measure", "state", "mean", "half_width_95", "repetitions", "values"}, endColumns,
		[]string{"chosen", "failure"},
	)
	if repeated {
		header = append(header, "refits", "optimiser_share")
	}
	var rows [][]string
	for i, s := range e.plan.Shown {
		c := s.Cell
		row := []string{e.plan.Study.Name, s.Key, c.Kind, c.Data, string(c.Origin)}
		for _, name := range columns {
			row = append(row, fields[i][name])
		}
		result, ok := e.results.Get(s.Key)
		sample := result.Estimate(s.Measure)
		state, mean, half, share := inColumns(result, ok, sample)
		row = append(row, s.Measure.Name, state, mean, half, strconv.Itoa(c.Repetitions), numbers(sample.Draws))
		row = append(row, words.Each(countsOf(&result.Ends), func(n *int) string { return strconv.Itoa(*n) })...)
		row = append(row, blanks(result.Chosen), result.Failure+result.Inapplicable)
		if repeated {
			row = append(row, numbers(sample.Refits), share)
		}
		rows = append(rows, row)
	}
	return writeSealed(w, header, slices.Values(rows))
}

// inColumns are the columns on the state of a result and its mean. A failed result has the mean of the draws that did
// not fail.
func inColumns(r experiment.Result, ok bool, sample statistics.Estimate) (state, mean, half, share string) {
	var m, h float64
	switch {
	case !ok || r.Failure+r.Inapplicable == "" && len(sample.Draws) == 0:
		return "missing", "", "", ""
	case r.Failure != "" && len(sample.Draws) == 0:
		return "failed", "", "", ""
	case r.Failure != "":
		state = "failed"
		m, h = statistics.Interval(sample.Draws)
	case r.Inapplicable != "":
		return statistics.NotApplicable.String(), "", "", ""
	default:
		state = "done"
		m, h = sample.Interval()
		if draws, optimiser := sample.Variances(); optimiser > 0 {
			share = number(optimiser / (draws + optimiser))
		}
	}
	return state, number(m), number(h), share
}
