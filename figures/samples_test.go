package figures

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
)

// A sample is a figure with the name of its golden file.
type sample struct {
	name   string
	figure Figure
}

// samples returns figures of every kind, with those that are hard to lay out: many series, long names, short
// and long logarithmic axes, gaps.
func samples() []sample {
	return []sample{
		{"chart", noiseChart(3)},
		{"chart_many_series", noiseChart(10)},
		{"chart_long_names", longNames()},
		{"chart_log_sweep", sweep()},
		{"chart_categories", categories()},
		{"chart_markers", intervals()},
		{"chart_counterparts", counterparts()},
		{"chart_gaps", gaps()},
		{"chart_plane", plane()},
		{"layers", Layers{Widths: []int{4, 2, 4}, Names: []string{"x − μ", "projection", "reconstruction"}, Weights: []string{"U^{T}", "U"}}},
		{"function", derivatives(false)},
		{"function_half", derivatives(true)},
		{"function_pole", pole()},
		{"network", Network{}},
		{"heatmap", heatmap()},
		{"heatmap_plain", Heatmap{XLabel: "Fraction", ValueLabel: "Angle", Columns: []string{"0", "0.1"}, Rows: []string{"L_{2}", "MCD"},
			Values: [][]float64{{8, 89}, {9, math.NaN()}}, Plain: true, Notes: []string{"Data: generated"}}},
		{"heatmap_far_out", misprint()},
		{"panels", differences()},
		{"chart_rows", rows()},
		{"ranges", ranges()},
		{"images", gradients()},
		{"chart_lines", waves()},
		{"chart_roc", ranked()},
		{"chart_boxes", boxes()},
		{"ranks", fewRanks()},
		{"ranks_many_methods", manyRanks()},
		{"scatter", scatter(3, 60)},
		{"scatter_many_classes", scatter(26, 130)},
		{"placeholder", Placeholder{Text: "None of the numbers of this figure is computed yet."}},
	}
}

// boxes has two methods at two levels, of which one has a draw far out.
func boxes() Chart {
	return Chart{YLabel: "angle", Categories: []string{"clean", "10%"}, Series: []Series{
		{Name: "L_{2}", X: []float64{0, 1}, Y: []float64{3, 20}, Style: Boxes,
			Draws: [][]float64{{1, 2, 3, 4, 5}, {18, 19, 20, 21, 40}}},
		{Name: "tanh", X: []float64{0, 1}, Y: []float64{4, 10}, Style: Boxes,
			Draws: [][]float64{{2, 3, 4, 5, 6}, {8, 9, 10, 11, 12}}},
	}}
}

// noiseChart resembles rates of methods against a noise level.
func noiseChart(methods int) Chart {
	names := []string{"L_{2}", "L_{1}", "p = 0.5", "p = 1.5", "tanh", "3 − 3 sech", "2 tanh^{2}", "a = 1", "a = 2", "a = 3"}
	random := rand.New(rand.NewPCG(1, 2))
	ch := Chart{
		XLabel: "noise level n",
		YLabel: "classification rate (%)",
		Notes:  []string{"Intervals are 95% confidence intervals of the mean over 10 draws of the noise."},
	}
	for m := range methods {
		s := Series{Name: names[m]}
		for i := range 10 {
			n := float64(i) * 0.05
			y := 95 - (60-4*float64(m))*n*n - 10*n + random.NormFloat64()*0.3
			half := 0.3 + 3*n
			s.X, s.Y = append(s.X, n), append(s.Y, y)
			s.Low, s.High = append(s.Low, y-half), append(s.High, y+half)
		}
		ch.Series = append(ch.Series, s)
	}
	return ch
}

func longNames() Chart {
	ch := noiseChart(6)
	for i := range ch.Series {
		ch.Series[i].Name = fmt.Sprintf("method %d of generalised kernel PCA with f(u) = ‖u‖^{%d}, all training samples centred, start from the largest sample", i+1, i)
		ch.Series[i].Low, ch.Series[i].High = nil, nil
	}
	ch.References = []Reference{{95.5, "L_{2} without noise", 0}, {95.2, "L_{1} without noise, the published number", 0}, {60, "chance", 0}}
	return ch
}

// sweep resembles the rate against the parameter a, from 1 to 500.
func sweep() Chart {
	s := Series{Name: "skeleton with parameter a"}
	for i, a := range []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200, 300, 400, 500} {
		s.X = append(s.X, a)
		y := 84.5 - 0.4*math.Log(a) + 0.15*math.Sin(3*float64(i))
		s.Y = append(s.Y, y)
		s.Low, s.High = append(s.Low, y-0.2), append(s.High, y+0.2)
	}
	return Chart{
		XLabel: "a", YLabel: "mean classification rate (%)", XLog: true,
		Series:     []Series{s},
		References: []Reference{{82.1, "L_{2}", 0}, {82.2, "L_{1}", 0}},
		Marks:      []Mark{{X: 1, Y: s.Y[0], Label: "best: a = 1, 84.5%"}},
	}
}

func categories() Chart {
	return Chart{
		YLabel:     "rate (%)",
		Categories: []string{"Balance Scale", "Ionosphere", "Iris", "Letter Recognition", "Liver Disorders", "Phishing Websites", "Waveform", "Yeast"},
		Series: []Series{
			{Name: "L_{2}", X: places(8), Y: []float64{66, 82, 91, 62, 62, 88, 84, 51}},
			{Name: "tanh", X: places(8), Y: []float64{74, 83, 93, 61, 63.7, 89, 84.1, 52}},
		},
	}
}

func places(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	return x
}

func intervals() Chart {
	ch := Chart{
		YLabel:     "difference to L_{2} (points)",
		Categories: []string{"clean", "0.1", "0.2", "0.3", "0.4", "0.5"}, XLabel: "salt & pepper",
		References: []Reference{{0, "L_{2}", 0}},
	}
	for m, name := range []string{"tanh", "p = 1", "p = 1.5", "3 − 3 sech"} {
		s := Series{Name: name, X: places(6), Style: Markers}
		for i := range 6 {
			y := 0.3*float64(i)*float64(m-1) - 0.2*float64(m)
			s.Y, s.Low, s.High = append(s.Y, y), append(s.Low, y-0.3), append(s.High, y+0.4)
		}
		ch.Series = append(ch.Series, s)
	}
	return ch
}

// counterparts has values of another source on its own, off them, outside their range, and at gaps.
func counterparts() Chart {
	nan := math.NaN()
	x := []float64{0, 10, 20, 30}
	return Chart{
		XLabel: "σ", YLabel: "rate (%)", Counterparts: "in print",
		Series: []Series{
			{Name: "L_{2}", X: x, Y: []float64{95, 93, 90, 84}, Counterparts: []float64{95, 93.4, 89.2, 97.5}},
			{Name: "tanh", X: x, Y: []float64{94, nan, 88, 80}, Counterparts: []float64{nan, 92, 88, nan}},
			{Name: "p = 1", X: x, Y: []float64{92, 91, 87, 82}},
		},
	}
}

// plane has a square and its diagonal, in one scale.
func plane() Chart {
	return Chart{
		XLabel: "feature 1", YLabel: "feature 2", SameScale: true,
		Series: []Series{
			{Name: "samples", X: []float64{0.5, 1.5, 1.5, 0.5}, Y: []float64{0, 0, 1, 1}, Style: Markers},
			{Name: "direction", X: []float64{0.5, 1.5}, Y: []float64{0, 1}, Style: Lines},
		},
	}
}

func gaps() Chart {
	nan := math.NaN()
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	return Chart{
		XLabel: "x", YLabel: "y",
		Series: []Series{
			{Name: "with gaps", X: x, Y: []float64{1, 2, nan, 2.5, nan, 3, 2, 1}},
			{Name: "failed", X: x, Y: []float64{nan, nan, nan, nan, nan, nan, nan, nan}},
			{Name: "intervals", X: x, Y: []float64{4, 5, 5, 4, nan, 4, 5, 5},
				Low:  []float64{3.5, 4.5, nan, 3.5, nan, 3.5, 4.5, 4.5},
				High: []float64{4.5, 5.5, nan, 4.5, nan, 4.5, 5.5, 5.5}},
		},
	}
}

func sign(u float64) float64 {
	switch {
	case u > 0:
		return 1
	case u < 0:
		return -1
	}
	return 0
}

// derivatives are first derivatives of norms, one with a jump.
func derivatives(half bool) FunctionPlot {
	return FunctionPlot{
		Half:   half,
		XLabel: "u", YLabel: "f′(u)",
		Curves: []Series{
			SampleFunction("L_{2}: u", func(u float64) float64 { return u }, -3, 3),
			SampleFunction("L_{1}: sign(u)", sign, -3, 3),
			SampleFunction("p = 1.5: sign(u) |u|^{0.5}", func(u float64) float64 { return sign(u) * math.Sqrt(math.Abs(u)) }, -3, 3),
			SampleFunction("tanh(u)", math.Tanh, -3, 3),
			SampleFunction("3 − 3 sech(u)", func(u float64) float64 { return sign(u) * (3 - 3/math.Cosh(u)) }, -3, 3),
		},
	}
}

func pole() FunctionPlot {
	return FunctionPlot{
		XLabel: "u", YLabel: "f′(u)",
		Curves: []Series{
			SampleFunction("p = 0.5: sign(u) |u|^{−0.5}", func(u float64) float64 { return sign(u) / math.Sqrt(math.Abs(u)) }, -3, 3),
			SampleFunction("|u|^{−0.5}", func(u float64) float64 { return 1 / math.Sqrt(math.Abs(u)) }, -3, 3),
			SampleFunction("log u", math.Log, -3, 3),
		},
	}
}

// heatmap resembles differences of rates by data set and method.
func heatmap() Heatmap {
	random := rand.New(rand.NewPCG(5, 6))
	h := Heatmap{
		YLabel: "data set", ValueLabel: "reproduced − printed", Decimals: 1,
		Columns: []string{"L_{2}", "L_{1}", "p = 0.5", "p = 1.5", "tanh", "3 − 3 sech", "2 tanh^{2}"},
		Rows:    []string{"Balance Scale", "Ionosphere", "Iris", "Letter Recognition", "Liver Disorders"},
	}
	for i := range h.Rows {
		row := make([]float64, len(h.Columns))
		for k := range row {
			row[k] = 8*float64(i) - 16 + 3*random.NormFloat64()
		}
		h.Values = append(h.Values, row)
	}
	h.Values[1][2] = math.NaN()
	return h
}

// misprint has one outlier.
func misprint() Heatmap {
	h := heatmap()
	for _, row := range h.Values {
		for k := range row {
			row[k] /= 40
		}
	}
	h.Values[3][4] = -29.9
	return h
}

// differences has rates over levels and their differences from the first, with an outlier and a counterpart.
func differences() Panels {
	above, below := noiseChart(4), Chart{YLabel: "difference to L_{2} in points", Differences: true}
	above.Series = above.Series[:4]
	base := above.Series[0]
	for k, s := range above.Series {
		d := Series{Name: s.Name, X: s.X}
		for i, y := range s.Y {
			d.Y, d.Low, d.High = append(d.Y, y-base.Y[i]), append(d.Low, y-base.Y[i]-0.2*float64(k)), append(d.High, y-base.Y[i]+0.2*float64(k))
		}
		below.Series = append(below.Series, d)
	}
	below.Series[1].Y[3] = -80
	below.Series[2].Counterparts = slices.Repeat([]float64{math.NaN()}, len(base.X))
	below.Series[2].Counterparts[5], below.Series[2].Counterparts[6] = 30, 0.5
	return Panels{Charts: []Chart{above, below}}
}

// rows has two signals under names along y.
func rows() Chart {
	ch := Chart{XLabel: "step", Rows: []string{"signal 2", "signal 1"}}
	for i := range ch.Rows {
		s := Series{Name: ch.Rows[1-i], Style: Lines}
		for x := range 40 {
			s.X, s.Y = append(s.X, float64(x)), append(s.Y, float64(1-i)+0.45*math.Sin(float64(x*(i+1))/6))
		}
		ch.Series = append(ch.Series, s)
	}
	return ch
}

// ranges has a row without changes, one without values for a series, and one whose markers stand alone.
func ranges() Chart {
	nan := math.NaN()
	return Chart{
		XLabel: "classification rate (%)",
		Rows:   []string{"Skeleton with a = 3", "3 − 3 sech", "L_{1} (p = 1)", "L_{2}"},
		Series: []Series{
			{Name: "as reported", Style: Markers, X: []float64{95.64, 95.52, 95.46}, Y: []float64{1, 2, 3}},
			{Name: "9 starts", X: []float64{95.3, 95.4, nan, nan, 95.2, 95.64, 95.71, nan, 95.31, 95.44, 95.52, 95.6, nan, 95.46, 95.46}, Y: []float64{0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3}},
			{Name: "6 tolerances", X: []float64{95.3, nan, 95.5, 95.52, nan, 95.46, 95.46}, Y: []float64{0, 0, 2, 2, 2, 3, 3}},
		},
		Notes: []string{"Each dot is the rate under one setting."},
	}
}

// scatter resembles scores on two components. The last class has no samples, and one sample no score.
func scatter(classes, points int) Chart {
	random := rand.New(rand.NewPCG(3, 4))
	s := Chart{
		Shape:  0.75,
		XLabel: "score on component 1", YLabel: "score on component 2",
		Notes: []string{"Points: samples for training, coloured by class."},
	}
	for i := range classes {
		s.Series = append(s.Series, Series{Name: string(rune('A' + i)), Style: Markers})
	}
	for i := range points {
		class := i % max(1, classes-1)
		turn := 2 * math.Pi * float64(class) / float64(classes)
		x, y := 5*math.Cos(turn)+random.NormFloat64(), 3*math.Sin(turn)+random.NormFloat64()
		if i == 1 {
			y = math.NaN()
		}
		c := &s.Series[class]
		c.X, c.Y = append(c.X, x), append(c.Y, y)
	}
	return s
}

// gradients are images of 16 by 12 pixels, one of them missing.
func gradients() Images {
	im := Images{
		Columns: []string{"bright to the right", "bright below", "missing"}, Rows: []string{"first", "second"},
		Pixels: image.Pt(16, 12), Notes: []string{"Data: generated"},
	}
	for i := range im.Rows {
		right, below := make([]float64, 16*12), make([]float64, 16*12)
		for k := range right {
			right[k], below[k] = float64(k%16*17), float64(k/16*23)/float64(i+1)
		}
		im.Values = append(im.Values, [][]float64{right, below, nil})
	}
	return im
}

// waves are curves of many points without markers.
// ranked has two curves of found outliers, one with its intervals, and the line of chance.
func ranked() Chart {
	ch := Chart{XLabel: "False positive rate", YLabel: "True positive rate", Notes: []string{"Numbers: area under the curve."}}
	for k, name := range []string{"p = 1: 0.667 ± 0.050", "p = 2: 0.600"} {
		s := Series{Name: name, Style: Lines}
		for i := range 21 {
			x := float64(i) / 20
			y := math.Pow(x, 1/(2-0.5*float64(k)))
			s.X, s.Y = append(s.X, x), append(s.Y, y)
			if k == 0 {
				s.Low, s.High = append(s.Low, y-0.2*y*(1-y)), append(s.High, y+0.2*y*(1-y))
			}
		}
		ch.Series = append(ch.Series, s)
	}
	ch.Series = append(ch.Series, Series{Name: "chance", X: []float64{0, 1}, Y: []float64{0, 1}, Style: Lines, Look: Faint})
	return ch
}

func waves() Chart {
	ch := Chart{XLabel: "step", YLabel: "signal"}
	for k := range 2 {
		s := Series{Name: fmt.Sprintf("signal %d", k+1), Style: Lines}
		for i := range 300 {
			s.X, s.Y = append(s.X, float64(i)), append(s.Y, math.Sin(float64(i*(k+1))/40)-3*float64(k))
		}
		ch.Series = append(ch.Series, s)
	}
	return ch
}

// fewRanks is the example of Demšar 2006, Table 6.
func fewRanks() Ranks {
	return Ranks{
		Names:      []string{"C4.5 with m and cf", "C4.5 with m", "C4.5 with cf", "C4.5"},
		Means:      []float64{1.964, 2, 2.893, 3.143},
		Pairs:      [][]float64{{1, 0.27, 0.094}, {0.27, 0.095}, {1}, nil},
		Groups:     [][2]int{{0, 3}},
		Difference: 1.2536,
		Notes:      []string{"14 data sets. A bar joins methods that Holm's test does not separate."},
	}
}

// manyRanks has long names, equal ranks, and bars that lie over each other.
func manyRanks() Ranks {
	r := Ranks{Difference: 3.33, Groups: [][2]int{{0, 3}, {2, 5}, {4, 7}, {6, 9}, {8, 11}}}
	for i, mean := range []float64{2.1, 2.1, 3.2, 4.6, 5.9, 5.95, 6.4, 7.7, 8.8, 9.6, 10.4, 11.25} {
		name := fmt.Sprintf("method %d of generalised kernel PCA with f(u) = ‖u‖^{%d}, all samples centred", i+1, i)
		if i%3 == 1 {
			name = "p = " + fmt.Sprint(i)
		}
		r.Names, r.Means = append(r.Names, name), append(r.Means, mean)
	}
	return r
}
