package compare

import (
	"cmp"
	"math"
	"slices"

	"gpca/report/exhibit"
	"gpca/report/exhibit/fill"
	"gpca/report/experiment"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// A Study is what a comparison reads of a study.
type Study interface {
	// Reader returns the study's table of a number, or figure for "figure 2.4", if it can be read.
	Reader(name string) (exhibit.Reader, bool)
	// Caption is the caption of the study's table.
	Caption(number string) string
	// Experiment reads an experiment of the study as if a table showed all of it.
	Experiment(name string) (exhibit.Reader, bool)
	// Label is the printed name of a method.
	Label(method string) string
	Source() exhibit.Source
}

// A Number is a value of ours, or the reason why there is none. Its margin is M in the rule of [Verdict].
type Number struct {
	exhibit.Value
	// Readings is the number of draws behind the printed number, Step the effect of one sample; 0 where unknown.
	Readings int
	Step     float64
}

func absent(format string, args ...any) Number { return Number{Value: fill.Absent(format, args...)} }

// alone reports whether a number is a single draw, whose spread is unknown.
func (n Number) alone() bool { return n.Random && len(n.Draws) < 2 }

// drawn reports whether a number is a mean of draws.
func (n Number) drawn() bool { return n.Random && !n.Count }

// ends are those of the 95% interval of a number, or of a count by the outcomes of contests in doubt.
func (n Number) ends() (low, high float64) {
	if n.Count {
		return n.Low, n.High
	}
	mean, half := n.Interval()
	return mean - half, mean + half
}

// Unsettled reports whether iterations behind a number did not converge.
func (n Number) Unsettled() bool { return n.Ends.Unsettled() > 0 }

// undetermined reports whether the effect of stopping iterations early is unknown.
func (n Number) undetermined() bool {
	return n.Unmeasured || !n.Random && n.Unsettled() && len(n.Refits) == 0
}

// A rerun finds our number for a place in print.
type rerun struct {
	study   Study
	links   audit.Links
	metrics []printed.Metric
	tables  map[string]printed.Table // the compared ones and their context
	// These keep what claims have read, since many read the same numbers.
	read    map[printed.Place]Number
	reaches map[printed.Place]float64
}

// reader reads, in the unit of print, the study's own table of the same number, else the experiment of the same name as
// the links'. The study's tables have the numbers of one text, so tables of other texts have none of its own.
func (r rerun) reader(t printed.Table) (exhibit.Reader, bool) {
	if t.Source == "" {
		if own, ok := r.study.Reader(t.Number); ok {
			return inUnitOf(t.Metric, own), true
		}
	}
	for _, e := range r.links.Experiments {
		if own, ok := r.study.Experiment(e.Name); ok && slices.Contains(e.Tables, t.Name()) {
			return inUnitOf(t.Metric, own), true
		}
	}
	return nil, false
}

// inUnit multiplies what a study measures, as where print has 0.945 for its 94.5%.
type inUnit struct {
	exhibit.Reader
	times float64
}

// inUnitOf reads in the unit of a metric, where both sides are known to be percent or parts of 1.
func inUnitOf(m printed.Metric, own exhibit.Reader) exhibit.Reader {
	ours, theirs := own.Measure().Range[1], m.Whole()
	if theirs == 0 || ours == theirs || ours != 1 && ours != 100 {
		return own
	}
	return inUnit{own, theirs / ours}
}

func (u inUnit) Read(src exhibit.Source, row, column string) exhibit.Value {
	v := u.Reader.Read(src, row, column)
	if v.State == table.Filled {
		v.Estimate = statistics.Estimate{Draws: []float64{0}}.Plus(u.times, v.Estimate)
	}
	return v
}

// Reach is that of the study's table, 0 if it is unknown.
func (u inUnit) Reach(src exhibit.Source, row, column string) float64 {
	if sensitive, ok := u.Reader.(exhibit.Sensitive); ok {
		return u.times * sensitive.Reach(src, row, column)
	}
	return 0
}

func (r rerun) at(t printed.Table, row, column string) Number {
	own, ok := r.reader(t)
	if !ok {
		return absent("the study has no such table")
	}
	rows := []string{row}
	if n, ok := t.At(row, column); ok && n.Metric != t.Metric {
		return absent("print has %s here, and the study's table measures %s", n.Metric, t.Metric)
	}
	if t.Derived(row) {
		rows = t.Body()
	}
	if t.Derived(row) && !t.IsAverage(row) {
		return absent("it follows from other numbers in print, as a %s", t.About(row).Kind)
	}
	keys := words.Each(rows, func(row string) string { return r.links.Row(t, row) })
	if t.About(row).Alone && len(t.Rows) == 1 && !slices.Contains(own.Rows(), keys[0]) {
		keys = own.Rows()
	}
	n := r.average(own, keys, r.links.Means(t, column))
	return r.shareOf(n, printed.Place{Table: t.Name(), Row: row, Column: column}, t.Metric)
}

func (r rerun) shareOf(n Number, at printed.Place, metric printed.Metric) Number {
	if n.State != table.Filled {
		return n
	}
	n.Readings = r.links.DrawsOf(at)
	of, ok := r.links.SamplesOf(at)
	if whole := metric.Whole(); ok && whole > 0 && !printed.IsAverage(at.Row) {
		n.Step = whole / float64(of.Of*max(1, of.Repetitions))
		if !n.Random && !n.Unsettled() {
			n.Right, n.Tested = int(math.Round(n.Mean()/whole*float64(of.Of))), of.Of
		}
	}
	return n.measured()
}

// average averages over rows, by their keys; it is missing when one of them is.
func (r rerun) average(of exhibit.Reader, rows []string, column string) Number {
	values := make([]exhibit.Value, len(rows))
	for i, row := range rows {
		values[i] = of.Read(r.study.Source(), row, column)
		if why := whyMissing(values[i]); why != "" {
			if len(rows) > 1 {
				why = "row " + row + ": " + why
			}
			n := absent("%s", why)
			n.Generated = values[i].Generated
			return n
		}
	}
	return Number{Value: fill.Average(values)}.measured()
}

// whyMissing says why a value cannot be compared, empty when it can.
func whyMissing(v exhibit.Value) string {
	switch {
	case v.Generated:
		return "generated data, which cannot be compared with print"
	case v.State == table.Failed:
		return "failed: " + v.Reason
	case v.State != table.Filled:
		return cmp.Or(v.Reason, v.State.String())
	}
	return ""
}

func fits(m printed.Metric, measured experiment.Measure) bool {
	return m.Measure != "" && m.Measure == measured.Name && (measured.Range[1] != 100 || m.Whole() > 0)
}
