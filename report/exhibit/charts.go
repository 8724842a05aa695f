package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/statistics"
	"gpca/report/study"
	"gpca/report/table"
	"gpca/solver/score"
)

// Chart draws a grid table over levels as lines with interval bands, one line
// for each method, and on real data the numbers that the table has in print as
// points in the colour of their method's line. Where our best method of another
// table is not the one in print, its line has no such points.
func (b Builder) Chart(t *study.Table) figures.Figure {
	e := b.Study.Experiment(t.Experiment)
	levels := t.LevelsOf(e)
	chart := figures.Chart{XLabel: e.Axis, YLabel: capitalised(MetricOf(e)), Notes: b.dataNote(b.dataOf(t))}
	var names []string
	for _, column := range t.Columns {
		method := column.Method
		if column.BestOf != "" {
			winner, state := b.winner(column)
			if state != table.Filled {
				continue
			}
			method = winner
		}
		if method == "" {
			continue
		}
		name := b.heading(t, names, column, method)
		names = append(names, name)
		s := line(name, levels, b.column(e, t, method))
		s.Counterparts = b.printed(t, levels, method)
		chart.Series = append(chart.Series, s)
	}
	if slices.ContainsFunc(chart.Series, func(s figures.Series) bool { return s.Counterparts != nil }) {
		chart.Notes = append(chart.Notes, "Small circles: printed in "+b.Printed.Source)
	}
	return orPlaceholder(chart)
}

// printed are the numbers that a table has in print for a method, NaN where there
// is none; nil without any, and on data that is not the publication's.
func (b Builder) printed(t *study.Table, levels []float64, method string) []float64 {
	if b.Printed.Value == nil || b.origin(b.dataOf(t)) != string(dataset.Real) {
		return nil
	}
	var numbers []float64
	found := false
	for _, level := range levels {
		v, ok := b.Printed.Value(t.Number, level, method)
		if !ok {
			v = math.NaN()
		}
		numbers = append(numbers, v)
		found = found || ok
	}
	if !found {
		return nil
	}
	return numbers
}

// orPlaceholder is the chart, or what takes its place while no value of it is
// there.
func orPlaceholder(chart figures.Chart) figures.Figure {
	for _, s := range chart.Series {
		if slices.ContainsFunc(s.Y, func(y float64) bool { return !math.IsNaN(y) }) {
			return chart
		}
	}
	return figures.Placeholder{Text: "None of the numbers of this figure is computed yet."}
}

// line is the series of values over x. Missing and failed values break it.
func line(name string, x []float64, values []value) figures.Series {
	s := figures.Series{Name: name, X: x}
	for _, v := range values {
		mean, half := math.NaN(), math.NaN()
		if v.state == table.Filled {
			mean, half = statistics.Interval(v.values)
		}
		s.Y = append(s.Y, mean)
		s.Low = append(s.Low, mean-half)
		s.High = append(s.High, mean+half)
	}
	return s
}

// dataNote labels a figure whose data is not all real.
func (b Builder) dataNote(data []string) []string {
	origin := b.origin(data)
	if origin == "real" {
		return nil
	}
	return []string{"Data: " + origin + " (generated)"}
}

// Figure builds a figure of the study. It returns an error for a score that
// cannot be drawn as declared.
func (b Builder) Figure(f *study.Figure) (figures.Figure, error) {
	switch f.Kind {
	case study.Functions:
		return b.functions(f)
	case study.Sweep:
		return b.sweep(f), nil
	case study.Sensitivity:
		return b.ranges(f), nil
	case study.Gains:
		return b.gains(f), nil
	default:
		return figures.Network{}, nil
	}
}

// FigureOrigin is the data label of a figure, empty for one without data.
func (b Builder) FigureOrigin(f *study.Figure) string {
	switch f.Kind {
	case study.Sweep:
		return b.origin([]string{f.Data})
	case study.Sensitivity:
		return b.origin(b.dataOf(b.Study.Table(f.Table)))
	case study.Gains:
		return b.gainsOrigin(f)
	default:
		return ""
	}
}

func (b Builder) functions(f *study.Figure) (figures.Figure, error) {
	plot := figures.FunctionPlot{XLabel: "u", YLabel: "f′(u)", XRange: figures.Range{Min: f.From, Max: f.To}}
	if f.Highest > 0 {
		plot.YRange.Max = f.Highest
	}
	if f.Half {
		plot.Width, plot.Height = figures.HalfWidth, figures.HalfHeight
	}
	objective := f.Plot == "objective"
	if objective {
		plot.YLabel = "f(u)"
	}
	for _, name := range slices.Concat(f.Curves, f.Compare) {
		s, err := b.Study.Method(name).Function()
		if err != nil {
			return nil, fmt.Errorf("figure %s: %w", f.Number, err)
		}
		if _, closed := s.Primitive(1); objective && !closed {
			return nil, fmt.Errorf("figure %s: score %s has no closed form of f to plot", f.Number, s.Name())
		}
		plot.Curves = append(plot.Curves, figures.SampleFunction(b.Study.Label(name), ordinate(s, objective), f.From, f.To))
	}
	return plot, nil
}

// ordinate is f or f′ as a function of u, infinite at a pole.
func ordinate(s score.Score, objective bool) func(float64) float64 {
	if objective {
		return func(u float64) float64 {
			f, _ := s.Primitive(u)
			return f
		}
	}
	return func(u float64) float64 {
		if u == 0 && s.Properties().SingularAtZero {
			return math.Inf(1)
		}
		return s.Derivative(u)
	}
}

// sweep draws the average over all levels against the parameter of a family.
func (b Builder) sweep(f *study.Figure) figures.Figure {
	e := b.Study.Experiment(f.Experiment)
	at := &study.Table{Data: []string{f.Data}}
	chart := figures.Chart{
		XLabel: f.Family, XLog: true, YLabel: capitalised(MetricOf(e)),
		Notes: b.dataNote([]string{f.Data}),
	}
	if len(e.Levels) > 0 {
		chart.YLabel = "Average " + MetricOf(e)
	}
	var values []value
	best, bestAt := math.NaN(), -1
	for i := range f.Values {
		v := average(b.column(e, at, f.SweepMethod(i)))
		values = append(values, v)
		if v.state != table.Filled {
			continue
		}
		if mean := v.mean(); bestAt < 0 || mean != best && (mean < best) == e.LowerIsBetter() {
			best, bestAt = mean, i
		}
	}
	chart.Series = []figures.Series{line(b.Study.Label(f.Family), f.Values, values)}
	if bestAt >= 0 {
		chart.Marks = []figures.Mark{{X: f.Values[bestAt], Y: best, Label: "best: " + b.Study.Label(f.SweepMethod(bestAt))}}
	}
	for _, r := range f.References {
		if v := average(b.column(e, at, r)); v.state == table.Filled {
			chart.References = append(chart.References, figures.Reference{Y: v.mean(), Label: b.Study.Label(r)})
		}
	}
	return orPlaceholder(chart)
}

func capitalised(text string) string {
	if text == "" {
		return ""
	}
	return string(text[0]-'a'+'A') + text[1:]
}
