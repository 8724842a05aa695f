package render

import (
	"cmp"
	"context"
	_ "embed" // for the sentences
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"gonum.org/v1/gonum/stat"

	"gpca/report/contamination"
	"gpca/report/dataset"
	"gpca/report/exhibit/derive"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/study"
	"gpca/report/table"
	"gpca/report/words"
)

//go:embed outliers.tmpl
var outliersSource string

var outliersText = words.Texts(outliersSource, template.FuncMap{
	"number": func(v float64) string { return table.Number(v, 1) }, "percent": percent, "thousands": words.Thousands[int],
	"neg":   func(v float64) float64 { return -v },
	"worst": func(g *gain) float64 { return max(g.HalfWidth-g.Mean, 0) },
})

// sentences are the paragraphs of an answer; none if there is nothing to say.
func (a outlierAnswer) sentences() []string {
	text := words.OneLine(outliersText("answer", a))
	if text = strings.Trim(text, "¶ "); text == "" {
		return nil
	}
	return strings.Split(text, " ¶ ")
}

func percent(level float64) string { return strconv.FormatFloat(100*level, 'g', 3, 64) + "%" }

// significance is the probability to report a difference where there is none.
const significance = 1 - statistics.Confidence

// A spoilt number is a measure of a method on samples with outliers, or without at level 0.
type spoilt struct {
	experiment, contamination, where, distance string // its place
	method, classical                          string // labels; classical is that of p = 2
	fraction                                   bool   // the level is a share of outliers, not degrees of freedom
	rows                                       bool   // these are rows, not cells
	level                                      float64
	measure                                    experiment.Measure
	samples                                    int // in the data set
	drawn                                      int // of these, that a draw trains on
	statistics.Estimate
}

// spoiltOf are the spoilt numbers of a part of the report.
func (e evidence) spoiltOf(ctx context.Context, part *study.Study) (all []spoilt, err error) {
	for _, q := range e.shown {
		of, ok := q.Experiment.Experiment.(interface{ Plants() *contamination.Kind })
		if !ok || of.Plants() == nil || q.Method.Name == "" || !slices.Contains(part.Experiments, q.Experiment) {
			continue
		}
		d, err := e.plan.Library.Describe(ctx, q.Point[experiment.Data])
		if err != nil {
			return nil, err
		}
		n := spoilt{experiment: q.Experiment.Name, contamination: of.Plants().Title,
			fraction: of.Plants().Fractional(), rows: of.Plants().OfRows(), where: d.Title,
			method: part.Label(q.Method.Name), classical: part.Label("p=2"), samples: d.Samples}
		if n.measure, err = experiment.MeasureOf(q.Experiment, q.Measure); err != nil {
			return nil, err
		}
		for _, a := range q.Experiment.Axes() {
			switch v, err := a.Find(q.Point[a.Name]); {
			case a.Name == experiment.Level && err == nil:
				n.level = v.Number
			case a.Name == "gamma":
				n.distance = ", " + a.Title + " = " + v.Label
			case len(a.Values) > 1 && a.Name != experiment.Data:
				n.where += ", " + v.Phrase
			}
		}
		n.drawn = d.Samples
		if of, ok := of.(interface {
			Drawn(experiment.Point, dataset.Description) int
		}); ok {
			n.drawn = of.Drawn(q.Point, d)
		}
		if n.Estimate = q.result.Estimate(n.measure); n.State != statistics.Filled {
			n.Draws = nil
		}
		all = append(all, n)
	}
	return all, nil
}

// An outlierAnswer says which method suits data under the outliers that a study plants.
type outlierAnswer struct {
	Clean  *gains  // nil without clean samples that p = 2 and others were fitted to
	Advice *advice // nil where no subspace is measured
	Kinds  []outlierKind
}

// An outlierKind is what one kind of contamination does where no subspace is measured.
type outlierKind struct {
	Contamination string
	Spoilt        *gains
}

// Advice is the method that loses the subspace last where it is weakest, over all kinds of outlying rows and settings;
// of several the one nearest to the subspace, by the mean angle at the levels that it holds to.
type advice struct {
	Method, Classical string
	Holds             float64 // to this level; negative where it is lost even without outliers
	First, Highest    float64 // levels that are planted
	Lost              float64 // by p = 2 from this level on, more than 1 for never
	Alike             bool    // all methods hold to the highest level, and their mean angles are within alike
	Cost              *gain   // nil for p = 2, and where it is not measured
	Measure           string  // of the cost
	Draws, Needed     int     // the fewest, and the fewest that could show a level
	Drawn, Rows       int     // a draw trains on so many rows, of so many; of several data sets, none are told
}

// alike, in degrees, and vague, in percent, are differences that decide nothing.
const alike, vague = 5, 20

func (a *advice) Vague() bool  { return a.Cost.HalfWidth > vague }
func (a *advice) InPart() bool { return 2*a.Drawn < a.Rows }
func (a *advice) Costs() bool  { return a.Cost.P <= significance && a.Cost.Mean < 0 }
func (a *advice) Gains() bool  { return a.Cost.P <= significance && a.Cost.Mean > 0 }

// weaken takes in the levels of a setting, up to the one where the subspace is lost.
func (a *advice) weaken(setting []spoilt) {
	slices.SortFunc(setting, func(m, n spoilt) int { return cmp.Compare(m.level, n.level) })
	holds := -1.0
	for _, n := range setting {
		a.Highest = max(a.Highest, n.level)
		if n.level > 0 {
			a.First = min(a.First, n.level)
		}
		if 2*derive.Lost(n.Draws) > len(n.Draws) {
			a.Lost = min(a.Lost, n.level)
			break
		}
		holds = n.level
	}
	a.Holds = min(a.Holds, holds)
}

// adviceOf applies the rule. It leaves out methods that failed, are not applicable, or are not computed.
func adviceOf(angles []spoilt, clean *gains) *advice {
	var all []advice
	var nearest []float64
	for _, of := range words.Grouped(angles, func(n spoilt) string { return n.method }) {
		a := advice{Method: of[0].method, Classical: of[0].classical, Holds: 1, First: 1, Lost: 2,
			Drawn: of[0].drawn, Rows: of[0].samples,
			Draws: slices.Min(words.Each(of, func(n spoilt) int { return len(n.Draws) }))}
		if slices.ContainsFunc(of, func(n spoilt) bool { return n.where != of[0].where }) {
			a.Rows = 0
		}
		if a.Draws == 0 {
			continue
		}
		for _, setting := range words.Grouped(of, func(n spoilt) string {
			return n.experiment + n.contamination + n.where + n.distance
		}) {
			a.weaken(setting)
		}
		held := words.Each(slices.DeleteFunc(slices.Clone(of), func(n spoilt) bool {
			return n.level > max(a.Holds, 0)
		}), func(n spoilt) float64 { return n.Mean() })
		all, nearest = append(all, a), append(nearest, stat.Mean(held, nil))
	}
	if len(all) == 0 {
		return nil
	}
	best := 0
	for i, a := range all {
		if a.Holds > all[best].Holds || a.Holds == all[best].Holds && nearest[i] < nearest[best] {
			best = i
		}
	}
	a := all[best]
	a.Alike = slices.Max(nearest)-slices.Min(nearest) <= alike
	for _, o := range all {
		a.Alike = a.Alike && o.Holds >= a.Highest
		if o.Method == a.Classical {
			a.Lost = o.Lost
		}
	}
	a.Needed = statistics.FewestSigns(significance / float64(len(all))) // Bonferroni's
	if clean != nil {
		a.Measure = clean.Measure.Title
		for _, g := range clean.All { // the least is the last
			if g.Method == a.Method {
				a.Cost = &g
			}
		}
	}
	return &a
}

// Gains are differences from p = 2, positive where a method is better.
type gains struct {
	Measure   experiment.Measure
	Classical string
	Shown     []gain // the largest of each method that is shown to be better, the largest first
	Worse     int    // how many are shown to be worse
	All       []gain // the largest first
}

// A gain is a difference with half the width of its interval, and its corrected p-value.
type gain struct {
	Method, Where, Unit string
	Mean, HalfWidth, P  float64
}

// answerOutliers chooses what the answer shows.
func answerOutliers(all []spoilt) (a outlierAnswer) {
	// The measure is the first by which p = 2 can be worse than others on clean samples, an angle only without another.
	usable := func(n spoilt) bool {
		return n.method == n.classical && n.level == 0 && n.measure.Favours == "" &&
			(n.measure.Name != derive.Angle || n.Mean() > 0)
	}
	at := slices.IndexFunc(all, func(n spoilt) bool { return usable(n) && n.measure.Name != derive.Angle })
	if at < 0 {
		at = slices.IndexFunc(all, usable)
	}
	var judged []spoilt
	if at >= 0 {
		other := func(n spoilt) bool { return n.measure.Name != all[at].measure.Name }
		judged = slices.DeleteFunc(slices.Clone(all), other)
		a.Clean = gainsOf(slices.DeleteFunc(slices.Clone(judged), func(n spoilt) bool { return n.level > 0 }))
	}
	a.Advice = adviceOf(slices.DeleteFunc(slices.Clone(all), func(n spoilt) bool {
		return n.measure.Name != derive.Angle || !n.fraction || !n.rows
	}), a.Clean)
	if a.Advice != nil {
		return a
	}
	for _, of := range words.Grouped(judged, func(n spoilt) string { return n.contamination }) {
		planted := slices.DeleteFunc(of, func(n spoilt) bool { return n.level == 0 || n.measure.Name == derive.Angle })
		if g := gainsOf(planted); g != nil {
			a.Kinds = append(a.Kinds, outlierKind{of[0].contamination, g})
		}
	}
	return a
}

// gainsOf compares methods with p = 2. Holm's correction is for the number of comparisons. Without any it is nil.
func gainsOf(all []spoilt) *gains {
	g := &gains{}
	// Clean cells are the same for all kinds of contamination and all distances.
	for _, same := range words.Grouped(all, func(n spoilt) string { return fmt.Sprint(n.method, n.place(), n.Draws) }) {
		n := same[0]
		at := slices.IndexFunc(all, func(c spoilt) bool {
			return c.method == n.classical && c.place() == n.place() && c.experiment == n.experiment
		})
		if n.method != n.classical && at >= 0 && len(n.Draws) > 0 && len(n.Draws) == len(all[at].Draws) {
			g.Measure, g.Classical, g.All = n.measure, n.classical, append(g.All, n.over(all[at]))
		}
	}
	if len(g.All) == 0 {
		return nil
	}
	for i, p := range statistics.Holm(words.Each(g.All, func(o gain) float64 { return o.P })) {
		g.All[i].P = p
	}
	slices.SortStableFunc(g.All, func(a, b gain) int { return cmp.Compare(b.Mean, a.Mean) })
	for _, o := range g.All {
		switch named := func(s gain) bool { return s.Method == o.Method }; {
		case !(o.P <= significance):
		case o.Mean < 0:
			g.Worse++
		case !slices.ContainsFunc(g.Shown, named):
			g.Shown = append(g.Shown, o)
		}
	}
	return g
}

// place is the setting of a number. Clean data has no distance of outliers.
func (n spoilt) place() string {
	if n.level == 0 {
		return n.where
	}
	return percent(n.level) + ", " + n.where + n.distance
}

// over is the gain over p = 2, in percent where ratios have a meaning. The draws are of the same samples, so that their
// variance alone is too small. A quarter of the variance of a draw is added to that of the mean, as for five folds
// (C. Nadeau, Y. Bengio, "Inference for the generalization error", Machine Learning 52, 2003). For a rate this is at
// least the variance that the number of samples gives if the methods differ on as many samples as the worse has wrong.
// That is so if half of what the better has wrong is wrong for the other, too.
func (n spoilt) over(classical spoilt) gain {
	g := gain{Method: n.method, Where: n.place(), Unit: strings.TrimRight(" "+n.measure.Points, " ")}
	sign, wrong := 1.0, max(n.Mean(), classical.Mean())
	if !n.measure.LowerIsBetter {
		sign, wrong = -1, 100-min(n.Mean(), classical.Mean())
	}
	var draws []float64
	for i, c := range classical.Draws {
		d := sign * (c - n.Draws[i])
		if n.measure.Ratio && c != 0 {
			d, g.Unit = d*100/c, "%"
		}
		draws = append(draws, d)
	}
	extra := 0.0
	if len(draws) > 1 {
		extra = stat.Variance(draws, nil) / 4
	}
	if n.measure.Range == [2]float64{0, 100} {
		extra = max(extra, 100*wrong/float64(n.samples))
	}
	g.Mean, g.HalfWidth, g.P = statistics.MeanWithin(draws, extra)
	return g
}
