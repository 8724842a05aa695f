package exhibit_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures"
	"gpca/report/exhibit"
)

var nan = math.NaN()

// A chart has a line for each method with intervals; missing and failed numbers break it.
func TestChart(t *testing.T) {
	c := chart(t, builder(t, book{
		"digits usps 0 p=1": values(90), "digits usps 10 p=1": values(80, 84),
		"digits usps 0 p=2": failure("no number"), "digits usps 10 p=2": values(81, 81), "digits usps 20 p=2": values(71),
	}), "1")
	assert.Check(t, c.XLabel == "Noise level (σ)" && c.YLabel == "Accuracy in percent" && c.Notes == nil,
		"axes %q and %q, notes %q", c.XLabel, c.YLabel, c.Notes)
	for i, want := range []struct {
		name         string
		y, low, high []float64
	}{
		{"p = 1", []float64{90, 82, nan}, []float64{90, 82 - 25.412, nan}, []float64{90, 82 + 25.412, nan}},
		{"p = 2", []float64{nan, 81, 71}, []float64{nan, 81, 71}, []float64{nan, 81, 71}},
		{"hyperbolic tangent", []float64{nan, nan, nan}, []float64{nan, nan, nan}, []float64{nan, nan, nan}},
	} {
		s := c.Series[i]
		assert.Check(t, s.Name == want.name && equal(s.X, []float64{0, 10, 20}) && equal(s.Y, want.y) &&
			equal(s.Low, want.low) && equal(s.High, want.high), "series %+v, want %+v", s, want)
	}
}

// The numbers in print stand beside the line of their method, on real data only, and one note
// names their source.
func TestPrintedNumbers(t *testing.T) {
	results := book{}
	for _, level := range []string{"0", "10", "20"} {
		results["digits usps "+level+" p=1"] = values(80)
		results["digits usps "+level+" p=2"] = values(79)
		results["digits usps "+level+" tanh"] = values(81)
	}
	printed := exhibit.Printed{Source: "the thesis", Value: func(table string, level float64, method string) (float64, bool) {
		switch {
		case table == "1" && method == "p=1":
			return 80 - level, true
		case table == "1" && method == "tanh" && level == 10:
			return 97.25, true
		case table == "9" && method == "p=1":
			return 70, true // none for the best by our numbers
		}
		return 0, false
	}}
	printed.Verdict = func(table string, level float64, method string) string {
		return map[bool]string{true: ": match"}[table == "1" && method == "p=1" && level == 0]
	}
	b := builder(t, results)
	b.printed = printed
	assert.Assert(t, is.DeepEqual(chart(t, b, "1").Series[0].Texts,
		[]string{"80.0\nin print 80.0: match", "80.0\nin print 70.0", "80.0\nin print 60.0"}), "the points")
	for number, want := range map[string][][]float64{
		"1": {{80, 70, 60}, nil, {nan, 97.25, nan}},
		"9": {nil, {70, 70, 70}},
	} {
		c := chart(t, b, number)
		for i, s := range c.Series {
			assert.Check(t, equal(s.Counterparts, want[i]),
				"table %s, %s: %v in print, want %v", number, s.Name, s.Counterparts, want[i])
		}
		assert.Check(t, c.Counterparts == "printed in the thesis" && c.Notes == nil,
			"table %s: the legend says %q, notes %q", number, c.Counterparts, c.Notes)
	}
	b = builder(t, results, "usps")
	b.printed = printed
	c := chart(t, b, "1")
	for _, s := range c.Series {
		assert.Check(t, s.Counterparts == nil, "%s: numbers in print stand beside those of generated data", s.Name)
	}
	assert.DeepEqual(t, c.Notes, []string{"Data: stand-in (generated)"})
}

func TestFiguresWithoutResults(t *testing.T) {
	b := builder(t, nil)
	for _, f := range []figures.Figure{chartOf(t, b, "1"), chartOf(t, b, "9"), figure(t, b, "3")} {
		_, ok := f.(figures.Placeholder)
		assert.Check(t, ok, "%T, want a placeholder", f)
	}
}

func TestGeneratedDataIsNoted(t *testing.T) {
	c := chart(t, builder(t, book{"digits usps 0 p=1": values(90)}, "usps"), "9")
	assert.DeepEqual(t, c.Notes, []string{"Data: stand-in (generated)"})
	assert.Check(t, len(c.Series) == 1 && c.Series[0].Name == "p = 1", "series %+v, want that of p = 1 alone", c.Series)
}

// The chart names the best method as the table does.
func TestChartOfBest(t *testing.T) {
	results := book{}
	for _, level := range []string{"0", "10", "20"} {
		results["digits usps "+level+" p=1"] = values(80)
		results["digits usps "+level+" tanh"] = values(81)
	}
	c := chart(t, builder(t, results), "9")
	assert.Check(t, len(c.Series) == 2 && c.Series[0].Name == "hyperbolic tangent, best of 1 among p=1, tanh" &&
		equal(c.Series[0].Y, []float64{81, 81, 81}), "series %+v, want that of tanh first", c.Series)
}

// A sweep marks each value that is not shown to be worse than another, and calls one the best only if it leads alone.
func TestSweepMarksWhatIsNotWorse(t *testing.T) {
	for _, c := range []struct {
		second []float64
		want   []figures.Mark
		note   string
	}{
		{[]float64{90.1, 91.8, 91.1, 92.9, 90.6}, []figures.Mark{{X: 4, Y: 91.36, Label: "best mean: a = 4"}, {X: 2, Y: 91.3}}, "Rings: not significantly worse than another: a = 4, a = 2."},
		{[]float64{89.2, 90.8, 90.1, 91.9, 89.7}, []figures.Mark{{X: 4, Y: 91.36, Label: "best: a = 4"}}, "All others are significantly worse than the best."},
	} {
		results := book{}
		for _, level := range []string{"0", "10", "20"} {
			results["digits usps "+level+" a=1"] = values(80.1, 82, 81.2, 83, 80.4)
			results["digits usps "+level+" a=2"] = values(c.second...)
			results["digits usps "+level+" a=4"] = values(90.2, 91.9, 91.1, 92.9, 90.7)
		}
		got := figure(t, builder(t, results), "3").(figures.Chart)
		if !slices.EqualFunc(got.Marks, c.want, func(a, b figures.Mark) bool {
			return a.X == b.X && math.Abs(a.Y-b.Y) < 1e-9 && a.Label == b.Label
		}) || !slices.Contains(got.Notes, c.note) {
			t.Errorf("marks %+v and %q, want %+v and %q", got.Marks, got.Notes, c.want, c.note)
		}
	}
}

// A sweep draws the averages over all levels against the parameter, marks the best, and leaves gaps for
// incomplete averages.
func TestSweep(t *testing.T) {
	results := book{"digits usps 0 a=2": values(99)} // the other levels are missing
	for level, v := range map[string]float64{"0": 90, "10": 80, "20": 70} {
		results["digits usps "+level+" a=1"] = values(v)
		results["digits usps "+level+" a=4"] = values(v + 3)
		results["digits usps "+level+" p=1"] = values(v + 1)
		results["errors usps "+level+" a=1"] = values(v)
		results["errors usps "+level+" a=4"] = values(v + 3)
	}
	b := builder(t, results)
	c := figure(t, b, "3").(figures.Chart)
	assert.Check(t, c.XLog && c.XLabel == "a" && c.YLabel == "Average accuracy in percent",
		"axes %q (logarithmic: %v) and %q", c.XLabel, c.XLog, c.YLabel)
	s := c.Series[0]
	assert.Check(t, len(c.Series) == 1 && s.Name == "Skeleton" && equal(s.X, []float64{1, 2, 4}) &&
		equal(s.Y, []float64{80, nan, 83}), "series %+v", c.Series)
	assert.DeepEqual(t, c.Marks, []figures.Mark{{X: 4, Y: 83, Label: "best: a = 4"}})
	// p=2 is missing.
	assert.DeepEqual(t, c.References, []figures.Reference{{Y: 81, Label: "p = 1", Look: 1}})
	b.printed = exhibit.Printed{Source: "the thesis", At: func(table, data string, level float64, method string) (float64, bool) {
		return 60 + level, table == "8" && data == "usps" && method == "a=2" || table == "13" && data == "" && level == 4
	}}
	c = figure(t, b, "3").(figures.Chart)
	if s := c.Series[0]; !equal(s.Counterparts, []float64{nan, 70, 64}) || s.Texts[2] != "83.00\nin print 64.00" || c.Counterparts != "printed in the thesis" {
		t.Errorf("in print %v, %q, %q", s.Counterparts, s.Texts, c.Counterparts)
	}
	b.standIns = []string{"usps"}
	if c = figure(t, b, "3").(figures.Chart); c.Series[0].Counterparts != nil || c.Counterparts != "" {
		t.Error("numbers in print stand beside those of generated data")
	}
	b.standIns = nil
	lower := figure(t, b, "4").(figures.Chart)
	assert.Assert(t, is.DeepEqual(lower.Marks, []figures.Mark{{X: 1, Y: 80, Label: "best: a = 1"}}), "errors: marks")
	plain := figure(t, builder(t, book{"flowers iris 0 a=2": values(60, 62)}, "iris"), "5").(figures.Chart)
	assert.Check(t, plain.YLabel == "Accuracy in percent" && equal(plain.Series[0].Y, []float64{nan, 61}),
		"without levels: axis %q, series %+v", plain.YLabel, plain.Series)
}

func TestFigureOrigin(t *testing.T) {
	b := builder(t, nil, "usps")
	for number, want := range map[string]string{"1": "", "3": "stand-in", "5": "real", "6": ""} {
		assert.Check(t, is.Equal(originOf(b, number), want), "figure %s: origin", number)
	}
}

// f′ of the norms: singular at 0 for p=0.5, 1 from 0 on for p=1, u for p=2.
func TestFunctionFigure(t *testing.T) {
	plot := figure(t, builder(t, nil), "1").(figures.FunctionPlot)
	assert.Check(t, plot.XLabel == "u" && plot.YLabel == "f′(u)" && plot.Ordinate[1] == 3,
		"axes %q and %q up to %v", plot.XLabel, plot.YLabel, plot.Ordinate[1])
	first := func(i int) (y float64, x float64) { return plot.Curves[i].Y[0], plot.Curves[i].X[0] }
	for i, want := range []struct {
		name           string
		at0, at1, last float64
	}{
		{"p = 0.5", math.Inf(1), 1, 0.5}, {"p = 1", 1, 1, 1}, {"p = 2", 0, 1, 4},
	} {
		c := plot.Curves[i]
		y, x := first(i)
		assert.Check(t, c.Name == want.name && x == 0 && y == want.at0,
			"%s begins at (%v, %v), want %s at (0, %v)", c.Name, x, y, want.name, want.at0)
		at := slices.Index(c.X, 1)
		assert.Check(t, at >= 0 && math.Abs(c.Y[at]-want.at1) <= 1e-12, "%s is not %v at 1", c.Name, want.at1)
		got := c.Y[len(c.Y)-1]
		assert.Check(t, math.Abs(got-want.last) <= 1e-12, "%s ends at %v, want %v", c.Name, got, want.last)
		for _, y := range c.Y {
			if math.IsNaN(y) {
				t.Errorf("%s has a break", c.Name)
				break
			}
		}
	}
}

// The objective of the Skeleton, 2u − 2 beyond u = a = 2 and u²/2 before, is even; that of p=1 is |u|
// (thesis, equation 2.6).
func TestObjectiveFigure(t *testing.T) {
	plot := figure(t, builder(t, nil), "2").(figures.FunctionPlot)
	assert.Check(t, plot.YLabel == "f(u)" && plot.Ordinate[1] == 0, "axis %q up to %v", plot.YLabel, plot.Ordinate[1])
	for i, f := range []func(float64) float64{
		func(u float64) float64 {
			if u = math.Abs(u); u > 2 {
				return 2*u - 2
			}
			return u * u / 2
		}, math.Abs,
	} {
		for k, x := range plot.Curves[i].X {
			y := plot.Curves[i].Y[k]
			assert.Assert(t, math.Abs(y-f(x)) <= 1e-9, "%s at %v is %v, want %v", plot.Curves[i].Name, x, y, f(x))
		}
	}
}

func TestNetworkFigure(t *testing.T) {
	f, ok := figure(t, builder(t, nil), "6").(figures.Network)
	assert.Check(t, ok, "figure 6 is a %T", f)
}

// Along an axis there is a line for each method; excluded values have no place.
func TestSweepAlongAnAxis(t *testing.T) {
	results := book{}
	for i, components := range []string{"", " 2", " 4"} {
		for level, v := range map[string]float64{"0": 90, "10": 80, "20": 70} {
			results["sizes usps "+level+" p=1"+components] = values(v + float64(i))
			results["sizes usps "+level+" p=2"+components] = values(v - float64(i))
			results["digits usps "+level+" p=1"] = values(v)
		}
	}
	b := builder(t, results)
	c := upper(t, figure(t, b, "7"))
	if len(c.Series) != 2 || !equal(c.Series[0].X, []float64{1, 2, 4}) || !equal(c.Series[0].Y, []float64{80, 81, 82}) || !equal(c.Series[1].Y, []float64{80, 79, 78}) || len(c.Marks) > 0 || !c.XLog {
		t.Errorf("chart %+v", c)
	}
	c = upper(t, figure(t, b, "8"))
	if s := c.Series[0]; !equal(s.X, []float64{10, 20}) || !equal(s.Y, []float64{80, 70}) || c.YLabel != "Accuracy in percent" || c.XLog {
		t.Errorf("chart over levels %+v", c)
	}
}

// More lines than there are colours are a map of their values, a row for each.
func TestManyLinesAreAMap(t *testing.T) {
	methods := []string{"p=0.5", "p=1", "p=1.5", "p=2", "tanh", "a=1", "a=2", "a=3"}
	figureOf := func(methods []string) figures.Figure {
		source := alongHead + `
figures:
  - {number: "1", caption: Many, kind: sweep, experiment: iris, along: components, at: {split: folds(3), centring: mean}, methods: [` +
			strings.Join(methods, ", ") + "], difference: none}\n"
		b := benchOf(t, source, nil)
		b.find = alongBench(t).find
		drawn, err := b.study.Figure("1").Build(b)
		assert.NilError(t, err)
		return drawn
	}
	_, isChart := figureOf(methods[1:]).(figures.Chart)
	assert.Check(t, isChart, "seven methods are no lines")
	h, isMap := figureOf(methods).(figures.Heatmap)
	assert.Check(t, isMap && h.Plain && len(h.Rows) == 8 && slices.Equal(h.Columns, []string{"1", "2", "4"}) &&
		slices.Equal(h.Values[3], []float64{10, 20, 40}), "map %+v", h)
}
