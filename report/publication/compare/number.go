package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
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

// A number is a value of ours, or the reason why there is none to compare.
type number struct {
	exhibit.Value
	missing         string // empty when there is a number
	mean, halfWidth float64
}

func absent(format string, args ...any) number { return number{missing: fmt.Sprintf(format, args...)} }

// low and high bound a number: by its interval, or, for a count, by what the contests in
// doubt allow.
func (n number) low() float64 {
	if n.Count {
		return n.Low
	}
	return n.mean - n.halfWidth
}

func (n number) high() float64 {
	if n.Count {
		return n.High
	}
	return n.mean + n.halfWidth
}

// alone tells that all that is known of a number's spread is that it has one.
func (n number) alone() bool { return n.Random && len(n.Draws) < 2 }

// unsettled tells that iterations behind a number did not converge.
func (n number) unsettled() bool { return n.Ends.Unsettled() > 0 }

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
func (r rerun) at(t printed.Table, row, column string) number {
	own, ok := r.reader(t)
	if !ok {
		return absent("the study has no such table")
	}
	rows := []string{row}
	if printed.IsAverage(row) {
		rows = t.Body()
	}
	return r.average(own, rows, r.links.Means(t, column))
}

// average is the average over rows; missing when one of them is.
func (r rerun) average(of exhibit.Reader, rows []string, column string) number {
	values := make([]exhibit.Value, len(rows))
	for i, row := range rows {
		values[i] = of.Read(r.study.Source(), row, column)
		if why := r.whyMissing(of, row, values[i]); why != "" {
			if len(rows) > 1 {
				why = "averages over a cell that is " + why
			}
			return number{Value: exhibit.Value{Generated: values[i].Generated}, missing: why}
		}
	}
	n := number{Value: exhibit.Average(values)}
	if n.State != table.Filled {
		n.missing = n.Reason
		return n
	}
	n.mean, n.halfWidth = statistics.Interval(n.Draws)
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
		if r.study.Source().Origin(data) != dataset.Real {
			names = append(names, data)
		}
	}
	return "the data of " + words.Enumerate(names) + " is generated"
}
