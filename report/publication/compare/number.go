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

// A Number is a value of ours, or the reason why there is none.
type Number struct {
	// Low and High are the 95% interval; of a winning count, what the contests in doubt allow.
	exhibit.Value
	// Missing says why there is no number; the fields below are then zero.
	Missing string
	// HalfWidth is half the width of the interval, 0 when nothing is random.
	Mean, HalfWidth float64
	// Readings is the number of draws behind the printed number, Step the effect of one sample; 0 where unknown.
	Readings int
	Step     float64
	// Right of Tested samples is the share that the number is; 0 where unknown, and for averages.
	Right, Tested int
	// Margin is M in the rule of [Verdict].
	Margin float64
}

func absent(format string, args ...any) Number { return Number{Missing: fmt.Sprintf(format, args...)} }

// alone reports whether a number is a single draw, whose spread is unknown.
func (n Number) alone() bool { return n.Random && len(n.Draws) < 2 }

// drawn reports whether a number is a mean of draws.
func (n Number) drawn() bool { return n.Random && !n.Count }

// Unsettled reports whether iterations behind a number did not converge.
func (n Number) Unsettled() bool { return n.Ends.Unsettled() > 0 }

// undetermined reports whether the effect of stopping iterations early is unknown.
func (n Number) undetermined() bool {
	return n.Unmeasured || !n.Random && n.Unsettled() && len(n.Refits) == 0
}

// A rerun finds our number for a place in print.
type rerun struct {
	study  Study
	links  audit.Links
	tables map[string]printed.Table // the compared ones and their context
}

// reader reads the study's own table of the same number, else the experiment of the same name as the links'. The
// study's tables have the numbers of one text, so tables of other texts have none of its own.
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

// average averages over rows; it is missing when one of them is.
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

// whyMissing says why a value cannot be compared, empty when it can.
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

var metrics = map[printed.Metric]string{
	printed.AccuracyPercent:          "accuracy",
	printed.MisclassificationPercent: "misclassification",
	printed.ReconstructionError:      "reconstruction-error",
	printed.WinningCount:             "winning-count",
}

func fits(m printed.Metric, measured experiment.Measure) bool {
	return metrics[m] != "" && metrics[m] == measured.Name
}
