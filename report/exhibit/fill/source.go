package fill

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/table"
	"gpca/report/words"
)

// A Source provides the results of experiments.
type Source interface {
	// Result returns the stored result for a query, false if there is none.
	Result(layout.Query) (experiment.Result, bool)
	// Origin says whether a data set is real, a stand-in or generated.
	Origin(data string) dataset.Origin
	// Title is the printed name of a data set.
	Title(data string) string
	Printed() Printed
}

// Incidental is a source that computes nothing for the one who asks. A result is there only if another exhibit
// needs it.
type Incidental struct{ Source }

// Result asks for a result that is optional.
func (s Incidental) Result(q layout.Query) (experiment.Result, bool) {
	q.Optional = true
	return s.Source.Result(q)
}

// Printed looks up numbers in print. The zero value has none.
type Printed struct {
	// Source names the publication in notes: "the paper".
	Source string
	// Value returns the printed number of a method at a level in the unit of the table, false if none.
	Value func(table string, level float64, method string) (float64, bool)
	// Verdict says whether our number agrees with the printed one, as ": match". It is empty for a number
	// that is not judged; Verdict is nil if none is.
	Verdict func(table string, level float64, method string) string
	// At is Value for a table that names a table in print; level is 0 where the printed rows are data sets. The
	// method may be empty for a table of one column, whose rows are levels.
	At func(table, data string, level float64, method string) (float64, bool)
}

func Get(src Source, q layout.Query) Value {
	r, ok := src.Result(q)
	m, err := experiment.MeasureOf(q.Experiment, q.Measure)
	v := Value{Estimate: r.Estimate(m)}
	// A toy has no other data to stand in for.
	v.Generated = src.Origin(q.Point[experiment.Data]) == dataset.StandIn
	switch {
	case !ok:
		v.State, v.Reason = table.Missing, "not computed yet"
	case r.Failure+r.Inapplicable != "" || v.State == table.NotApplicable:
	case err != nil || len(v.Draws) == 0:
		v.State, v.Reason = table.Failed, fmt.Sprintf("the stored result has no %s", m.Name)
	default:
		v.Ends, v.Key, v.Chosen, v.Shared = r.Ends, r.Key, r.Chosen, r.Shared
		// The first fit serves all draws, and the study asks for no refits.
		v.Unmeasured = r.Shared && r.Ends.Unsettled() > 0 && len(v.Refits) == 0 && q.Experiment.Refits == 0
	}
	return v
}

// OriginOf describes the origin of several data sets, by one word if they agree.
func OriginOf(src Source, data []string) string {
	var origins, parts []string
	for _, o := range []dataset.Origin{dataset.Real, dataset.StandIn, dataset.Generated} {
		of := slices.DeleteFunc(slices.Clone(data), func(d string) bool { return src.Origin(d) != o })
		if len(of) > 0 {
			origins = append(origins, string(o))
			parts = append(parts, string(o)+": "+strings.Join(words.Each(of, src.Title), ", "))
		}
	}
	if len(origins) < 2 {
		return append(origins, string(dataset.Real))[0]
	}
	return strings.Join(parts, "; ")
}

// OriginNote is the note on data of an origin that is not all real.
func OriginNote(origin string) []string {
	switch origin {
	case string(dataset.Real):
		return nil
	case string(dataset.Generated):
		return []string{"Data: " + origin}
	}
	return []string{"Data: " + origin + " (generated)"}
}
