package render

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
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

// writeArrays writes arrays.csv: a row for each array, with its checksum.
func writeArrays(w io.Writer, arrays []keptArray) error {
	rows := [][]string{{"key", "array", "shape", "names", "values"}}
	for _, a := range arrays {
		shape := words.Each(a.Shape, func(n int) float64 { return float64(n) })
		rows = append(rows, []string{a.key, a.name, numbers(shape), blanks(a.Names), numbers(a.Data)})
	}
	return writeSealed(w, rows)
}

// number has all its digits, numbers is a list of them, blanks one of words, where one with a
// blank stands in quotes.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func numbers(values []float64) string { return strings.Join(words.Each(values, number), " ") }

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
	// Unsealed are the files without checksums, which older programs wrote. Damage to them
	// may not show.
	Unsealed []string

	file string
	rows []exportRow
	most int             // repetitions
	real map[string]bool // data sets
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
// arrays.csv.gz. What cannot be read is an error with file, line and column, and so is a file
// that is not the one which a manifest in the folder lists.
func OpenExport(file string) (*Export, error) {
	f, err := input.Open(file)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	defer f.Close()
	m, err := ReadManifest(filepath.Dir(file))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	read := sha256.New()
	x, err := ReadExport(file, io.TeeReader(f, read))
	if err == nil {
		err = m.checkSum(file, filepath.Base(file), read)
	}
	if err != nil {
		return nil, err
	}
	name := filepath.Join(filepath.Dir(file), arraysFile)
	a, err := input.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		name += ".gz"
		a, err = input.Open(name)
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
	read.Reset()
	err = x.readRecords(name, io.TeeReader(from, read), func(r record) {
		key, array := r.text("key"), r.text("array")
		if x.arrays[key] == nil {
			x.arrays[key] = map[string]experiment.Array{}
		}
		if _, again := x.arrays[key][array]; again {
			r.fault("array", fmt.Errorf("cell %.12s has %s on an earlier line", key, array))
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
		names := func(v float64) bool { return v >= 0 && int(v) < len(of.Names) }
		if of.Names != nil && slices.ContainsFunc(of.Data, func(v float64) bool { return !names(v) }) {
			r.fault("values", fmt.Errorf("a value is no place in the %d names", len(of.Names)))
		}
		x.arrays[key][array] = of
	}, "key", "array", "shape", "names", "values")
	if err == nil {
		err = m.checkSum(name, arraysFile, read)
	}
	return x, err
}

// checkSum returns an error for a file whose SHA-256 is not the one under which the manifest
// lists a path, if it does.
func (m Manifest) checkSum(file, path string, read hash.Hash) error {
	if l := m.of(path).find(path); l == nil || l.SHA256 == hex.EncodeToString(read.Sum(nil)) {
		return nil
	}
	return fmt.Errorf("%s is not the %s that %s beside it lists: it was changed since, or is of another run: "+
		"take both from one run, or draw from a copy of the file in a folder of its own", file, path, ManifestFile)
}

// ReadExport reads a results.csv of a name.
func ReadExport(name string, results io.Reader) (*Export, error) {
	x := &Export{file: name, real: map[string]bool{}}
	err := x.readRecords(name, results, func(r record) {
		if study := r.text("study"); x.Study == "" {
			x.Study = study
		} else if study != x.Study {
			r.fault("study", fmt.Errorf("%q, but %q in the rows before", study, x.Study))
		}
		x.real[r.text("data")] = r.text("origin") == string(dataset.Real)
		x.most = max(x.most, r.count("repetitions"))
		row := exportRow{
			line: r.line(), key: r.text("key"), measure: r.text("measure"), failure: r.text("failure"),
			values: r.numbers("values"), refits: r.numbers("refits"), chosen: r.words("chosen"),
		}
		for i, n := range countsOf(&row.ends) {
			*n = r.count(endColumns[i])
		}
		switch state := r.text("state"); {
		case state == "missing" || *r.err != nil:
			return
		case state == "done" && row.values != nil:
			mean, half := statistics.Sample{Draws: row.values, Refits: row.refits}.Interval()
			r.holds("mean", mean)
			r.holds("half_width_95", half)
		case state != "done" && state != "failed":
			r.fault("state", fmt.Errorf("%q is neither done nor failed nor missing", state))
		}
		x.rows = append(x.rows, row)
	}, slices.Concat(
		[]string{"study", "key", "data", "origin", "measure", "state", "repetitions", "values"}, endColumns,
		[]string{"chosen", "failure"},
	)...)
	return x, err
}

// IsReal reports whether cells of a data set were computed on the real one.
func (x *Export) IsReal(data string) bool { return x.real[data] }

// Plan is that of a selection of a study, with what the export has of its cells. The number
// of repetitions is the study's, or the one that the whole report was made with.
func (x *Export) Plan(
	ctx context.Context, s *study.Study, data *library.Library, selection plan.Selection,
) (*plan.Plan, *store.Store, error) {
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
	declared := map[string][]experiment.Measure{} // with all scales on which the study shows it
	for _, part := range p.Study.Parts() {
		for _, e := range part.Experiments {
			for _, m := range e.Measures() {
				declared[m.Name] = append(declared[m.Name], m)
			}
		}
	}
	results := map[string]experiment.Result{}
	lines := map[string]int{} // by cell and measure
	for _, row := range x.rows {
		c, ok := cells[row.key]
		if !ok {
			continue // another selection shows it
		}
		fault := func(err error) error {
			return fmt.Errorf("%s:%d: %w: write the file again with report render", x.file, row.line, err)
		}
		r, begun := results[row.key]
		if !begun {
			r = experiment.Result{
				Key: c.Key(), Cell: c, Values: map[string][]float64{}, Refits: map[string][]float64{},
				Artifacts: x.arrays[row.key], Bare: x.arrays == nil,
				Ends: row.ends, Chosen: row.chosen, Failure: row.failure, Shared: trial.TrainsOnce(c),
			}
			results[row.key] = r
		}
		m := scales[r.Key+" "+row.measure]
		id := row.key + " " + row.measure
		shown := func(other experiment.Measure) bool {
			return other.Scale != m.Scale && slices.EqualFunc(other.Shown(r.Values[m.Name]), row.values, near)
		}
		switch line := lines[id]; {
		case row.failure != r.Failure:
			return nil, fault(fmt.Errorf("cell %.12s fails otherwise than by the rows before", row.key))
		case line > 0 && (r.Failure != "" || slices.ContainsFunc(declared[row.measure], shown)):
			continue
		case line > 0:
			return nil, fault(fmt.Errorf("line %d has %s of cell %.12s already", line, row.measure, row.key))
		}
		if lines[id] = row.line; r.Failure != "" {
			continue
		}
		for _, v := range slices.Concat(row.values, row.refits) {
			if err := m.Check(v); err != nil {
				return nil, fault(err)
			}
		}
		r.Values[row.measure] = unscaled(row.values, m.Scale)
		if row.refits != nil {
			r.Refits[row.measure] = unscaled(row.refits, m.Scale)
		}
		if err := r.Validate(); err != nil {
			return nil, fault(err)
		}
	}
	return slices.Collect(maps.Values(results)), nil
}

// near reports whether two numbers are the same but for rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

// unscaled are the values that are shown as others on a scale. A quotient may be off by its
// last bit, and its neighbour right.
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

// A record is a row of a CSV file whose columns have names. The first fault in it is kept.
type record struct {
	name    string
	reader  *csv.Reader
	columns []string
	fields  []string
	err     *error
}

// readRecords reads a file with a header that has some columns, row by row.
func (x *Export) readRecords(name string, from io.Reader, each func(record), needed ...string) error {
	in := csv.NewReader(from)
	header, err := in.Read()
	if err != nil {
		return fmt.Errorf("%s: no header: %w", name, err)
	}
	columns := slices.Clone(header)
	for _, c := range needed {
		if !slices.Contains(columns, c) {
			return fmt.Errorf("%s:1: no column %q: report render writes one, other programs may have dropped it",
				name, c)
		}
	}
	seal := newSeal(header)
	if !seal.sealed {
		x.Unsealed = append(x.Unsealed, name)
	}
	for {
		fields, err := in.Read()
		switch {
		case errors.Is(err, io.EOF) && seal.sealed && !seal.ended:
			return fmt.Errorf("%s: rows are missing at its end: write the file again with report render", name)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w: write the file again with report render", name, err) // with line and column
		}
		r := record{name, in, columns, fields, &err}
		if seal.sealed && !seal.holds(fields) {
			r.fault(checksumColumn, errors.New("it is not that of the row, which was altered, moved, or lost the row "+
				"before it"))
		} else {
			each(r)
		}
		if err != nil {
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

func (r record) count(column string) int {
	n, err := strconv.ParseUint(r.text(column), 10, 31)
	if err != nil {
		r.fault(column, err)
	}
	return int(n)
}

// holds checks the number in a column, if there is one, against what follows from the rest of
// the row, which other processors may have rounded otherwise.
func (r record) holds(column string, want float64) {
	if !slices.Contains(r.columns, column) {
		return
	}
	v, err := strconv.ParseFloat(r.text(column), 64)
	if err == nil && !near(v, want) {
		err = fmt.Errorf("%v, but %v by the values of the row", v, want)
	}
	if err != nil {
		r.fault(column, err)
	}
}

// largest is more than any number that is read, so that the square of a sum of them is one.
const largest = 1e100

func (r record) numbers(column string) []float64 {
	var all []float64
	for _, text := range strings.Fields(r.text(column)) {
		v, err := strconv.ParseFloat(text, 64)
		if err == nil && !(math.Abs(v) < largest) {
			err = fmt.Errorf("%s is no number below %g", text, largest)
		}
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
