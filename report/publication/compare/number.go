package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/table"
	"gpca/report/words"
)

// A Study is what a comparison reads of a study.
type Study interface {
	// Reader returns the study's table of a number, or its figure for "figure 2.4";
	// false when the study has none, or none that can be read.
	Reader(name string) (exhibit.Reader, bool)
	// Caption is that of the study's table.
	Caption(number string) string
	// Experiment reads an experiment of the study by its name, as if a table showed all
	// of it.
	Experiment(name string) (exhibit.Reader, bool)
	// Label is the printed name of a method.
	Label(method string) string
	Source() exhibit.Source
}

// A Number is a value of ours, or the reason why there is none to compare.
type Number struct {
	// Value has the draws. Low and High are the 95% interval; of a winning count, the
	// counts that the contests in doubt allow.
	exhibit.Value
	// Missing says why there is no number of ours; the fields below are zero then.
	Missing string
	// HalfWidth is half the width of the interval, 0 when nothing is random.
	Mean, HalfWidth float64
	// Readings is how many draws the number in print is the mean of, 0 where the text does
	// not say. Step is what one of the samples that it is a share of changes, 0 where
	// their number is not known.
	Readings int
	Step     float64
	// Tested is how many samples it is a share of, and Right how many of them that is; 0 where
	// that is not known, or it is an average.
	Right, Tested int
	// Margin is M in the rule of [Verdict].
	Margin float64
}

func absent(format string, args ...any) Number { return Number{Missing: fmt.Sprintf(format, args...)} }

// alone tells that a number is a single draw, whose spread is not known.
func (n Number) alone() bool { return n.Random && len(n.Draws) < 2 }

// drawn tells that a number is a mean of draws.
func (n Number) drawn() bool { return n.Random && !n.Count }

// Unsettled tells that iterations behind a number did not converge.
func (n Number) Unsettled() bool { return n.Ends.Unsettled() > 0 }

// undetermined tells that it is not known how far the digits of a number depend on where
// iterations were stopped.
func (n Number) undetermined() bool {
	return n.Unmeasured || !n.Random && n.Unsettled() && len(n.Refits) == 0
}

// A rerun finds, for a place in print, the number of the study that stands for the same.
type rerun struct {
	study  Study
	links  audit.Links
	tables map[string]printed.Table // those that are compared, and their context
}

// reader reads the study's own table of the number that a table has in print; failing
// that, the experiment that links give the table, which goes by the same name. The
// study repeats the tables of one text, so those of others have no table of its own.
func (r rerun) reader(t printed.Table) (exhibit.Reader, bool) {
	if t.Source == "" {
		if own, ok := r.study.Reader(t.Number); ok {
			return own, true
		}
	}
	for _, e := range r.links.Experiments {
		if slices.Contains(e.Tables, t.Name()) {
			return r.study.Experiment(e.Name)
		}
	}
	return nil, false
}

// at is the number for a place in print.
func (r rerun) at(t printed.Table, row, column string) Number {
	own, ok := r.reader(t)
	if !ok {
		return absent("the study has no such table")
	}
	rows := []string{row}
	if printed.IsAverage(row) {
		rows = t.Body()
	}
	n := r.average(own, rows, r.links.Means(t, column))
	return r.shareOf(n, printed.Place{Table: t.Name(), Row: row, Column: column}, t.Metric)
}

// shareOf adds what links say a number is a share of.
func (r rerun) shareOf(n Number, at printed.Place, metric printed.Metric) Number {
	of, ok := r.links.SamplesOf(at)
	if whole := metric.Whole(); ok && whole != nil && n.Missing == "" {
		n.Readings = of.Repetitions
		if !printed.IsAverage(at.Row) {
			all, _ := whole.Float64()
			n.Step = all / float64(of.Of*max(1, of.Repetitions))
			n.Right, n.Tested = int(math.Round(n.Mean/all*float64(of.Of))), of.Of
		}
		n = n.measured()
	}
	return n
}

// average is the average over rows; missing when one of them is.
func (r rerun) average(of exhibit.Reader, rows []string, column string) Number {
	values := make([]exhibit.Value, len(rows))
	for i, row := range rows {
		values[i] = of.Read(r.study.Source(), row, column)
		if why := r.whyMissing(of, row, values[i]); why != "" {
			if len(rows) > 1 {
				why = "averages over a cell that is " + why
			}
			return Number{Value: exhibit.Value{Generated: values[i].Generated}, Missing: why}
		}
	}
	n := Number{Value: exhibit.Average(values)}
	if n.State != table.Filled {
		n.Missing = n.Reason
		return n
	}
	n = n.measured()
	if !n.Count {
		n.Low, n.High = n.Mean-n.HalfWidth, n.Mean+n.HalfWidth
	}
	return n
}

// whyMissing says why a value is none that can be compared, empty when it is one.
func (r rerun) whyMissing(of exhibit.Reader, row string, v exhibit.Value) string {
	switch {
	case v.Generated:
		return r.generated(of, row) + ", and a stand-in cannot be compared with what is in print"
	case v.State == table.Failed:
		return "failed: " + v.Reason
	case v.State != table.Filled:
		return cmp.Or(v.Reason, v.State.String())
	}
	return ""
}

// generated names the generated data behind a row, as far as it is known.
func (r rerun) generated(of exhibit.Reader, row string) string {
	behind, ok := of.(interface{ Data() []string })
	if !ok {
		return "generated data"
	}
	var names []string
	for _, data := range behind.Data() {
		if strings.EqualFold(data, row) {
			return "the data of " + data + " is generated"
		}
		if r.study.Source().Origin(data) == dataset.StandIn {
			names = append(names, data)
		}
	}
	return "the data of " + words.Enumerate(names) + " is generated"
}

// metrics are the measures of a study that metrics in print are.
var metrics = map[printed.Metric]string{
	printed.AccuracyPercent:          "accuracy",
	printed.MisclassificationPercent: "misclassification",
	printed.ReconstructionError:      "reconstruction-error",
	printed.WinningCount:             "winning-count",
}

// fits reports whether a measure is what a metric in print is.
func fits(m printed.Metric, measured experiment.Measure) bool {
	return metrics[m] != "" && metrics[m] == measured.Name
}
