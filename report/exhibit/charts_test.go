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
	checkChart(t, chart(t, builder(t, book{
		"digits usps 0 p=1": values(90), "digits usps 10 p=1": values(80, 84),
		"digits usps 0 p=2": failure("no number"), "digits usps 10 p=2": values(81, 81), "digits usps 20 p=2": values(71),
	}), "1"), "chart.txt")
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
	checkChart(t, chart(t, b, "1"), "chart_with_print.txt")
	checkChart(t, chart(t, b, "9"), "chart_of_best_with_print.txt")
	b = builder(t, results, "usps")
	b.printed = printed
	checkChart(t, chart(t, b, "1"), "chart_of_generated_data.txt")
}

func TestFiguresWithoutResults(t *testing.T) {
	b := builder(t, nil)
	for _, f := range []figures.Figure{chartOf(t, b, "1"), chartOf(t, b, "9"), figure(t, b, "3")} {
		_, ok := f.(figures.Placeholder)
		assert.Check(t, ok, "%T, want a placeholder", f)
	}
}

func TestGeneratedDataIsNoted(t *testing.T) {
	b := builder(t, book{"digits usps 0 p=1": values(90)}, "usps")
	checkChart(t, chart(t, b, "9"), "chart_of_one_number.txt")
}

// The chart names the best method as the table does.
func TestChartOfBest(t *testing.T) {
	results := book{}
	for _, level := range []string{"0", "10", "20"} {
		results["digits usps "+level+" p=1"] = values(80)
		results["digits usps "+level+" tanh"] = values(81)
	}
	checkChart(t, chart(t, builder(t, results), "9"), "chart_of_best.txt")
}

// A sweep marks each value that is not shown to be worse than another, and calls one the best only if it leads alone.
func TestSweepMarksWhatIsNotWorse(t *testing.T) {
	for name, second := range map[string][]float64{
		"sweep_not_worse.txt": {90.1, 91.8, 91.1, 92.9, 90.6}, "sweep_worse.txt": {89.2, 90.8, 90.1, 91.9, 89.7},
	} {
		results := book{}
		for _, level := range []string{"0", "10", "20"} {
			results["digits usps "+level+" a=1"] = values(80.1, 82, 81.2, 83, 80.4)
			results["digits usps "+level+" a=2"] = values(second...)
			results["digits usps "+level+" a=4"] = values(90.2, 91.9, 91.1, 92.9, 90.7)
		}
		checkChart(t, figure(t, builder(t, results), "3").(figures.Chart), name)
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
	checkChart(t, figure(t, b, "3").(figures.Chart), "sweep.txt") // p=2 is missing
	b.printed = exhibit.Printed{Source: "the thesis", At: func(table, data string, level float64, method string) (float64, bool) {
		return 60 + level, table == "8" && data == "usps" && method == "a=2" || table == "13" && data == "" && level == 4
	}}
	checkChart(t, figure(t, b, "3").(figures.Chart), "sweep_with_print.txt")
	b.standIns = []string{"usps"}
	checkChart(t, figure(t, b, "3").(figures.Chart), "sweep_of_generated_data.txt")
	b.standIns = nil
	checkChart(t, figure(t, b, "4").(figures.Chart), "sweep_of_errors.txt")
	plain := builder(t, book{"flowers iris 0 a=2": values(60, 62)}, "iris")
	checkChart(t, figure(t, plain, "5").(figures.Chart), "sweep_without_levels.txt")
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
	checkChart(t, upper(t, figure(t, b, "7")), "sweep_along_an_axis.txt")
	checkChart(t, upper(t, figure(t, b, "8")), "sweep_over_levels.txt")
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
