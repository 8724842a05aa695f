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
	"list": words.Enumerate, "distinct": func(names []string) []string { return words.AppendNew(nil, names...) },
	"number": func(v float64) string { return table.Number(v, 1) }, "percent": percent,
	"levels":  func(of [2]float64) string { return span(of, percent) },
	"degrees": func(of [2]float64) string { return span(of, degrees) },
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

func degrees(angle float64) string { return table.Number(angle, 0) + "°" }

// span writes a number, or the least and the largest if their texts differ.
func span(of [2]float64, text func(float64) string) string {
	low, high := text(of[0]), text(of[1])
	if low == high {
		return high
	}
	return strings.TrimRight(low, "%°") + " to " + high
}

// significance is the probability to report a difference where there is none.
const significance = 1 - statistics.Confidence

// A spoilt number is a measure of a method on samples with outliers, or without at level 0.
type spoilt struct {
	experiment, contamination, where, distance string // its place
	method, classical                          string // labels; classical is that of p = 2
	fraction                                   bool   // the level is a share of outliers, not degrees of freedom
	level                                      float64
	measure                                    experiment.Measure
	samples                                    int // in the data set
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
			fraction: of.Plants().Fractional(), where: d.Title,
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
		if n.Estimate = q.result.Estimate(n.measure); n.State != statistics.Filled {
			n.Draws = nil
		}
		all = append(all, n)
	}
	return all, nil
}

// An outlierAnswer says whether robust PCA helps under the outliers that a study plants.
type outlierAnswer struct {
	Clean         *gains // nil without clean samples that p = 2 and others were fitted to
	Kinds         []outlierKind
	Tests         int
	Open          []string // methods of the tests that the draws leave open
	Draws, Needed int      // the fewest, and the fewest that could show something
}

// An outlierKind is what one kind of contamination does.
type outlierKind struct {
	Contamination string
	Settings      int
	Highest       float64     // level
	Breaks        []breakdown // the weakest methods first
	Best          string      // holds longest where it is weakest; empty where no method holds everywhere
	Spoilt        *gains      // by another measure; nil where there is none
}

// A breakdown is where methods lose the subspace: the least and the largest over the settings.
type breakdown struct {
	Methods []string
	Holds   [2]float64 // the highest level before; negative for none
	Lost    [2]float64 // the lowest level at which it is lost, more than 1 for none
	Angle   [2]float64 // the mean angle there, or else at the highest level
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
	// The measure is the first by which p = 2 can be worse than others on clean samples.
	at := slices.IndexFunc(all, func(n spoilt) bool {
		return n.method == n.classical && n.level == 0 && n.measure.Favours == "" &&
			(n.measure.Name != derive.Angle || n.Mean() > 0)
	})
	var judged []spoilt
	if at >= 0 {
		other := func(n spoilt) bool { return n.measure.Name != all[at].measure.Name }
		judged = slices.DeleteFunc(slices.Clone(all), other)
		a.Clean = gainsOf(slices.DeleteFunc(slices.Clone(judged), func(n spoilt) bool { return n.level > 0 }))
	}
	for _, alike := range words.Grouped(all, func(n spoilt) string { return n.contamination }) {
		k := outlierKind{Contamination: alike[0].contamination}
		k.Spoilt = gainsOf(slices.DeleteFunc(slices.Clone(judged), func(n spoilt) bool {
			return n.contamination != k.Contamination || n.level == 0 || n.measure.Name == derive.Angle
		}))
		a.addBreaks(&k, slices.DeleteFunc(alike, func(n spoilt) bool {
			return n.measure.Name != derive.Angle || !n.fraction
		}))
		if len(k.Breaks) > 0 || k.Spoilt != nil {
			a.Kinds = append(a.Kinds, k)
		}
	}
	return a
}

// addBreaks finds where each method breaks. It leaves out methods that failed, are not applicable, or are not
// computed.
func (a *outlierAnswer) addBreaks(k *outlierKind, angles []spoilt) {
	var all []breakdown
	settings := words.Grouped(angles, func(n spoilt) string { return n.experiment + n.where + n.distance })
	for _, setting := range settings {
		k.Settings++
		methods := words.Grouped(setting, func(n spoilt) string { return n.method })
		alpha := significance / float64(len(methods)) // Bonferroni's, since levels are tested in turn
		for _, of := range methods {
			slices.SortFunc(of, func(m, n spoilt) int { return cmp.Compare(m.level, n.level) })
			draws := words.Each(of, func(n spoilt) int { return len(n.Draws) })
			fewest := slices.Min(draws)
			if fewest == 0 {
				continue
			}
			lost := words.Each(of, func(n spoilt) int { return derive.Lost(n.Draws) })
			b := statistics.BreakingOf(lost, draws, alpha)
			if a.Tests++; b.Held < b.First || b.Lost > b.First {
				a.Open = append(a.Open, of[0].method)
			}
			if a.Tests == 1 || fewest < a.Draws {
				a.Draws, a.Needed = fewest, statistics.FewestSigns(alpha)
			}
			levels := words.Each(of, func(n spoilt) float64 { return n.level })
			levels = slices.Concat([]float64{-1}, levels, []float64{2})
			k.Highest = max(k.Highest, levels[len(of)])
			both := func(v float64) [2]float64 { return [2]float64{v, v} }
			all = append(all, breakdown{[]string{of[0].method}, both(levels[b.First]), both(levels[b.First+1]),
				both(of[min(b.First, len(of)-1)].Mean())})
		}
	}
	all = words.Each(words.Grouped(all, func(b breakdown) string { return b.Methods[0] }), joined)
	weaker := func(a, b breakdown) int {
		return cmp.Or(cmp.Compare(a.Holds[0], b.Holds[0]), cmp.Compare(a.Lost[1], b.Lost[1]))
	}
	slices.SortStableFunc(all, weaker)
	longer := func(a, b breakdown) int { return cmp.Or(weaker(a, b), cmp.Compare(b.Angle[1], a.Angle[1])) }
	if len(all) > 0 && all[len(all)-1].Holds[0] > 0 {
		k.Best = slices.MaxFunc(all, longer).Methods[0]
	}
	for _, alike := range words.Grouped(all, func(b breakdown) [4]float64 {
		return [4]float64{b.Holds[0], b.Holds[1], b.Lost[0], b.Lost[1]}
	}) {
		b := joined(alike)
		b.Methods = slices.Concat(words.Each(alike, func(b breakdown) []string { return b.Methods })...)
		k.Breaks = append(k.Breaks, b)
	}
}

// joined spans several breaks. Its methods are those of the first.
func joined(all []breakdown) breakdown {
	b := all[0]
	reach := func(a, o [2]float64) [2]float64 { return [2]float64{min(a[0], o[0]), max(a[1], o[1])} }
	for _, o := range all[1:] {
		b.Holds, b.Lost, b.Angle = reach(b.Holds, o.Holds), reach(b.Lost, o.Lost), reach(b.Angle, o.Angle)
	}
	return b
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
