package exhibit_test

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/dataset/toy"
	"gpca/report/exhibit"
	"gpca/report/exhibit/fill"
	"gpca/report/experiment"
	"gpca/report/experiment/embed"
	"gpca/report/experiment/reconstruct"
	"gpca/report/experiment/separate"
	"gpca/report/internal/faults"
	"gpca/report/study"
	"gpca/report/table"
)

//go:embed testdata/tiny.yaml
var source string

// A book holds results by experiment, data set, level (0 without levels), method, and further values that
// are not the first of their axis: "digits usps 10 p=1".
type book map[string]experiment.Result

func (b book) find(q exhibit.Query) (experiment.Result, bool) {
	r, ok := b[keyOf(q)]
	return r, ok
}

func keyOf(q exhibit.Query) string {
	level := q.Point[experiment.Level]
	if level == "" {
		level = "0"
	}
	return strings.Join(append([]string{q.Experiment.Name, q.Point[experiment.Data], level, q.Point[experiment.Method]}, settings(q)...), " ")
}

func settings(q exhibit.Query) []string {
	var others []string
	for _, a := range q.Experiment.Axes() {
		known := a.Name == experiment.Data || a.Name == experiment.Level || a.Name == experiment.Method
		if text := q.Point[a.Name]; !known && text != a.Values[0].Text {
			others = append(others, text)
		}
	}
	return others
}

// values is a result with a value for each repetition of any measure.
func values(v ...float64) experiment.Result { return ended(experiment.Ends{Converged: 9}, v...) }

func ended(e experiment.Ends, v ...float64) experiment.Result {
	all := map[string][]float64{}
	for _, measure := range []string{"accuracy", "misclassification", "reconstruction-error", "squared-reconstruction-error"} {
		all[measure] = v
	}
	return experiment.Result{Values: all, Ends: e}
}

func failure(reason string) experiment.Result { return experiment.Result{Failure: reason} }

// A bench is a study with a source of results that records its queries.
type bench struct {
	study    *study.Study
	find     func(exhibit.Query) (experiment.Result, bool)
	standIns []string
	printed  exhibit.Printed
	asked    map[string]bool
}

func (b *bench) Result(q exhibit.Query) (experiment.Result, bool) {
	for _, a := range q.Experiment.Axes() {
		if _, ok := q.Point[a.Name]; !ok {
			panic("asked for a point without " + a.Name)
		}
	}
	b.asked[keyOf(q)] = true
	return b.find(q)
}

func (b *bench) Origin(data string) dataset.Origin {
	if slices.Contains(b.standIns, data) {
		return dataset.StandIn
	}
	return dataset.Real
}

func (b *bench) Title(data string) string {
	if e, err := dataset.Find(data); err == nil {
		return e.Title
	}
	return data
}

func (b *bench) Printed() exhibit.Printed { return b.printed }

func parse(source string) (*study.Study, error) {
	return study.Parse("tiny.yaml", []byte(source), study.Kinds{
		Experiments: []experiment.Kind{reconstruct.Kind, embed.Kind, separate.Kind},
		Tables:      exhibit.Kinds{exhibit.Projection},
		Figures:     exhibit.Kinds{exhibit.Functions, exhibit.Sweep, exhibit.Network, exhibit.Ranges, exhibit.Gains, exhibit.Pictures, exhibit.Curves, exhibit.Signals, exhibit.Scatter},
		Data:        append(dataset.Names(), toy.Names()...),
	})
}

func benchOf(t *testing.T, source string, results book, standIns ...string) *bench {
	t.Helper()
	s, err := parse(source)
	assert.NilError(t, err)
	return &bench{study: s, find: results.find, standIns: standIns, asked: map[string]bool{}}
}

func builder(t *testing.T, results book, standIns ...string) *bench {
	t.Helper()
	return benchOf(t, source, results, standIns...)
}

func build(t *testing.T, b *bench, number string) *table.Table {
	t.Helper()
	built := b.study.Table(number).Build(b)
	assert.NilError(t, built.Validate())
	assert.NilError(t, table.WriteMacros(io.Discard, []*table.Table{built}))
	return built
}

// text prints a table as lines of its cells, bold ones in asterisks.
func text(built *table.Table) string {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(append([]string{built.Corner}, built.Columns...), " | "))
	for _, row := range built.Rows {
		fmt.Fprint(&b, row.Heading)
		for _, c := range row.Cells {
			entry := table.Format(c, built.Decimals)
			mark := ""
			if entry.Bold {
				mark = "*"
			}
			fmt.Fprintf(&b, " | %s%s%s", mark, entry, mark)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// checkText compares a table with a golden file: its cells, what they measure and on which data, its notes, and why
// numbers are not there.
func checkText(t *testing.T, built *table.Table, name string) {
	t.Helper()
	checkShown(t, built, text(built), name)
}

// checkSheet is checkText for a table as it is set.
func checkSheet(t *testing.T, built *table.Table, name string) {
	t.Helper()
	checkShown(t, built, strings.Join(append(lines(t, built), ""), "\n"), name)
}

func checkShown(t *testing.T, built *table.Table, cells, name string) {
	t.Helper()
	shown := append([]string{cells + "(" + built.Metric + "; " + built.Origin + ")"}, built.Notes...)
	for _, row := range built.Rows {
		for i, c := range row.Cells {
			if c.Reason != "" {
				shown = append(shown, row.Heading+" | "+built.Columns[i]+": "+c.Reason)
			}
		}
	}
	golden.Assert(t, strings.Join(append(shown, ""), "\n"), name)
}

// checkChart compares what a chart says and draws with a golden file, its numbers to six digits.
func checkChart(t *testing.T, c figures.Chart, name string) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%s (logarithmic: %t) %q against %s %v of at least %g, differences %t, in print %q\n", c.XLabel, c.XLog,
		c.Categories, c.YLabel, c.Ordinate, c.Least, c.Differences, c.Counterparts)
	for _, s := range c.Series {
		fmt.Fprintf(&b, "%s\n", s.Name)
		for i := range s.X {
			fmt.Fprintf(&b, "  %.6g: %.6g", s.X[i], s.Y[i])
			if s.Counterparts != nil {
				fmt.Fprintf(&b, " in print %.6g", s.Counterparts[i])
			}
			if s.Low != nil {
				fmt.Fprintf(&b, " from %.6g to %.6g", s.Low[i], s.High[i])
			}
			if s.Draws != nil {
				fmt.Fprintf(&b, " of %.6g", s.Draws[i])
			}
			if s.Texts != nil {
				fmt.Fprintf(&b, " %q", s.Texts[i])
			}
			fmt.Fprintln(&b)
		}
	}
	for _, m := range c.Marks {
		fmt.Fprintf(&b, "mark at %.6g, %.6g: %s\n", m.X, m.Y, m.Label)
	}
	for _, r := range c.References {
		fmt.Fprintf(&b, "reference at %.6g: %s\n", r.Y, r.Label)
	}
	fmt.Fprint(&b, strings.Join(append(c.Notes, ""), "\n"))
	golden.Assert(t, b.String(), name)
}

func drawn(t *testing.T, f figures.Figure) figures.Figure {
	t.Helper()
	width, height := f.Size(figures.Report())
	assert.NilError(t, f.Draw(draw.NewCanvas(&recorder.Canvas{}, width, height), figures.Report()),
		"%T cannot be drawn", f)
	return f
}

func chartOf(t *testing.T, b *bench, number string) figures.Figure {
	t.Helper()
	f, ok := b.study.Table(number).(exhibit.Charted).Chart(b)
	assert.Assert(t, ok, "table %s has no chart", number)
	return drawn(t, f)
}

func chart(t *testing.T, b *bench, number string) figures.Chart {
	t.Helper()
	return upper(t, chartOf(t, b, number))
}

func upper(t *testing.T, f figures.Figure) figures.Chart {
	t.Helper()
	if p, ok := f.(figures.Panels); ok {
		return p.Charts[0]
	}
	c, ok := f.(figures.Chart)
	assert.Assert(t, ok, "%T is no chart", f)
	return c
}

func figure(t *testing.T, b *bench, number string) figures.Figure {
	t.Helper()
	f, err := b.study.Figure(number).Build(b)
	assert.NilError(t, err)
	return drawn(t, f)
}

func originOf(b *bench, number string) string {
	if data := b.study.Figure(number).Data(); len(data) > 0 {
		return fill.OriginOf(b, data)
	}
	return ""
}

func equal(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-3*math.Abs(y)
	})
}

// Without results, an exhibit asks for everything that it reads with results. Otherwise a run would
// compute too little.
func TestAskedIsRead(t *testing.T) {
	for name, source := range map[string]string{"tiny": source, "variants": variantsSource, "sensitive": sensitiveSource, "choosing": choosing, "twins": pairsSource} {
		b := benchOf(t, source, nil)
		for _, e := range b.study.Tables {
			number := e.Head().Number
			show := func() (missing int) {
				b.asked = map[string]bool{}
				for _, row := range build(t, b, number).Rows {
					for _, c := range row.Cells {
						if c.State == table.Missing {
							missing++
						}
					}
				}
				if c, ok := b.study.Table(number).(exhibit.Charted); ok {
					c.Chart(b)
				}
				return missing
			}
			b.find = book{}.find
			assert.Check(t, show() != 0, "%s, table %s: without results no cell is missing", name, number)
			asked := b.asked
			b.find = func(q exhibit.Query) (experiment.Result, bool) {
				r := values(float64(len(keyOf(q))), 7)
				if m := q.Method; m.Choose != nil {
					c, err := m.Choice("", nil)
					if err == nil {
						r.Chosen = c.All()[:1]
					} else {
						r.Chosen = []string{"gaussian(sigma=1)"}
					}
				}
				return r, asked[keyOf(q)]
			}
			if missing := show(); missing > 0 {
				t.Errorf("%s, table %s: %d cells are missing though all that was asked for is there", name, number, missing)
			}
			for key := range b.asked {
				assert.Check(t, asked[key], "%s, table %s reads %s, which it did not ask for", name, number, key)
			}
		}
		for _, f := range b.study.Figures {
			b.find, b.asked = book{}.find, map[string]bool{}
			figure(t, b, f.Head().Number)
			asked := b.asked
			b.find, b.asked = func(exhibit.Query) (experiment.Result, bool) { return values(1, 2), true }, map[string]bool{}
			figure(t, b, f.Head().Number)
			assert.Check(t, is.DeepEqual(asked, b.asked), "%s, figure %s asks", name, f.Head().Number)
		}
	}
}

// While the best method of a table is unknown, all candidates are asked for.
func TestBestOfAsksForAllCandidates(t *testing.T) {
	b := builder(t, nil)
	build(t, b, "9")
	for _, key := range []string{"digits usps 0 p=1", "digits usps 20 tanh", "digits usps 10 p=2"} {
		assert.Check(t, is.Equal(b.asked[key], !strings.Contains(key, "p=2")), "asks for %s", key)
	}
	b.asked = map[string]bool{}
	build(t, b, "6")
	for _, key := range []string{"flowers car 0 tanh", "flowers iris 0 p=2", "errors usps 10 p=2", "digits usps 0 tanh"} {
		assert.Check(t, b.asked[key], "table 6 does not ask for %s", key)
	}
}

// checkFaults holds the errors of changes of a study against a file.
func checkFaults(t *testing.T, source string, parse func(string) (*study.Study, error), name string) {
	t.Helper()
	faults.Check(t, name, func(t *testing.T, change string) error {
		_, err := parse(faults.Change(t, source, change))
		return err
	})
}
