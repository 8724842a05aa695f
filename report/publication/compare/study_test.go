package compare_test

import (
	"cmp"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/exhibit/fill"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/statistics"
	"gpca/report/table"
)

func drawn(draws ...float64) exhibit.Value {
	return exhibit.Value{Estimate: statistics.Estimate{Draws: draws, Random: true}}
}

func exact(v float64) exhibit.Value {
	return exhibit.Value{Estimate: statistics.Estimate{Draws: []float64{v}}}
}

type reader struct {
	measure experiment.Measure
	corner  string
	data    []string
	rows    []string
	titles  map[string]string        // of rows that are not their own
	values  map[string]exhibit.Value // by "row column"
}

func (r reader) Measure() experiment.Measure { return r.measure }
func (r reader) Corner() string              { return r.corner }
func (r reader) Data() []string              { return r.data }
func (r reader) Rows() []string              { return r.rows }
func (r reader) RowTitle(row string) string  { return cmp.Or(r.titles[row], row) }
func (r reader) On(string) string            { return "" }

// Read finds a value; in a table of several sets each row is a set.
func (r reader) Read(src exhibit.Source, row, column string) exhibit.Value {
	v, ok := r.values[row+" "+column]
	if !ok {
		v = fill.Absent("not computed yet")
	}
	v.Generated = slices.ContainsFunc(r.data, func(d string) bool {
		other := slices.ContainsFunc(r.data, func(o string) bool { return strings.EqualFold(o, row) }) && !strings.EqualFold(d, row)
		return !other && src.Origin(d) != dataset.Real
	})
	return v
}

// A study has tables and figures by number, and lists its generated data sets.
type study struct {
	readers     map[string]reader
	captions    map[string]string
	experiments map[string]reader
	generated   []string
}

func (s study) Reader(name string) (exhibit.Reader, bool) { r, ok := s.readers[name]; return r, ok }
func (s study) Experiment(name string) (exhibit.Reader, bool) {
	r, ok := s.experiments[name]
	return r, ok
}
func (s study) Caption(number string) string { return s.captions[number] }
func (s study) Label(m string) string        { return method.Label(m) }
func (s study) Source() exhibit.Source       { return s }

func (study) Result(exhibit.Query) (experiment.Result, bool) { return experiment.Result{}, false }
func (study) Title(data string) string                       { return data }
func (study) Printed() exhibit.Printed                       { return exhibit.Printed{} }
func (s study) Origin(data string) dataset.Origin {
	if slices.Contains(s.generated, data) {
		return dataset.StandIn
	}
	return dataset.Real
}

const classified = "get the class of least squared reconstruction error (equation B.1) right, of the "

var (
	split = experiment.Measure{Name: "accuracy", Title: "accuracy in percent",
		Definition: "share, in percent, that " + classified + "test samples; training samples are clean, noise is added to the test samples only"}
	folds = experiment.Measure{Name: "accuracy", Title: "accuracy in percent",
		Definition: "share, in percent, that " + classified + "samples, each tested once in a cross-validation with 10 random folds"}
	missed = experiment.Measure{Name: "reconstruction-error", Title: "mean reconstruction error", LowerIsBetter: true,
		Definition: "mean over the original images of the norm of what their reconstruction misses, times 0.001; images of random pixels join the training samples"}
	wins = experiment.Measure{Name: "winning-count", Title: "wins minus losses",
		Definition: "data sets on which the column's method is better than the row's, less those on which it is worse"}
)

// sweep is the average over the levels for each value of a parameter.
func sweep(values map[string][]exhibit.Value) reader {
	f := reader{measure: split, data: []string{"usps"}, rows: []string{"1", "2"}, values: map[string]exhibit.Value{}}
	for row, levels := range values {
		f.values[row+" average"] = fill.Average(levels)
	}
	return f
}

// tiny is a small study that reaches every verdict.
func tiny(generated ...string) study {
	stopped := exact(95.4)
	stopped.Ends = experiment.Ends{Stopped: 3}
	iris1, iris2 := drawn(95, 95.1, 95.2, 95, 94.9), drawn(96, 96.1, 96.2, 96, 95.9)
	return study{generated: generated,
		captions: map[string]string{"1": "Digits", "2": "Faces", "3": "Flowers", "4": "Wins", "5": "Values of a", "6": "Generated"},
		readers: map[string]reader{
			"1": {measure: split, corner: "Noise level (σ)", data: []string{"usps"}, values: map[string]exhibit.Value{
				"0 p=1":   exact(95.525), // on the edge of rounding
				"0 p=2":   exact(96.41),  // the printed number has a wrong digit
				"0 tanh":  stopped,
				"10 p=1":  drawn(90.1, 90.2, 90, 90.2, 90.1),
				"10 p=2":  drawn(90, 91.5, 92.4, 90.2, 91.1), // too wide an interval
				"10 tanh": drawn(93.1, 93.2, 93, 93.2, 93.1), // too far
				"20 p=1":  drawn(80, 80, 80, 80, 80),
				"20 p=2":  drawn(81.1, 81.2, 81, 81.2, 81.1),
				"20 tanh": {Estimate: statistics.Estimate{State: table.Failed, Reason: "no number"}},
			}},
			"2": {measure: missed, corner: "#noisy images", data: []string{"yale"}, titles: map[string]string{"15": "15 (9%)"}, values: map[string]exhibit.Value{
				"15 p=1": drawn(1.69, 1.70, 1.69, 1.71, 1.70), "15 p=2": drawn(2.1, 2.11, 2.1, 2.12, 2.11),
			}},
			"3": {measure: folds, corner: "Data set", data: []string{"iris", "balance"}, values: map[string]exhibit.Value{
				"Iris p=1": iris1, "Iris p=2": iris2,
				"Balance p=1": drawn(80, 80.1, 80.2, 80, 79.9), "Balance p=2": drawn(80.2, 79.9, 80.3, 79.8, 80),
			}},
			"4": {measure: wins, data: []string{"iris", "balance"}, titles: map[string]string{"p=1": "p = 1"}, values: map[string]exhibit.Value{
				"p=1 p=2": {Estimate: statistics.Estimate{Draws: []float64{1}}, Count: true, High: 2},
			}},
			"5": {measure: folds, corner: "a value", data: []string{"iris"}, titles: map[string]string{"a=30": "a = 30", "p=2": "p = 2"}, values: map[string]exhibit.Value{
				"a=30 rate": iris1, "p=2 rate": iris2,
			}},
			"6": {measure: folds, corner: "Data set", data: []string{"car"}, values: map[string]exhibit.Value{"Car p=1": drawn(50, 50.1)}},
			"figure 1": sweep(map[string][]exhibit.Value{
				"1": {exact(95.4), drawn(90, 90.1), drawn(70, 70.1)}, "2": {exact(95.4), drawn(91, 91.1), drawn(75, 75.1)},
			}),
		},
		experiments: map[string]reader{
			"digits": {measure: split, data: []string{"usps"}, values: map[string]exhibit.Value{"0 p=2": exact(96.41)}},
			"faces":  {measure: missed, data: []string{"yale"}},
		},
	}
}
