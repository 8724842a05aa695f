package lesson

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/words"
	"gpca/solver"
)

// Spectrum computes the eigenvalues of the covariance matrix of a data set, for a scree plot, and the numbers of
// components that they suggest.
var Spectrum = experiment.NewKind[spectrum](experiment.About[spectrumSpec]{
	Name: "spectrum", Version: 1, Job: spectrumJob,
	Does: "takes the eigenvalues of the covariance matrix, and the numbers of components that they suggest",
})

// Eigenvalues is the artifact of all eigenvalues, largest first.
const Eigenvalues = "eigenvalues"

type spectrum struct {
	Options `yaml:",inline"`
}

type spectrumSpec struct {
	Samples   int     `json:"samples"`
	Threshold float64 `json:"threshold"`
}

// threshold is the smallest share of variance of a suggested component.
const threshold = 0.01

// A suggestion is a measure of the eigenvalues, largest first.
type suggestion struct {
	name, title, definition string
	decimals                int
	of                      func(lambda []float64) float64
}

var suggestions = []suggestion{
	{"rank", "rank", "number of eigenvalues above rounding", 0,
		func(l []float64) float64 { return atLeast(1e-12*l[0], l) }},
	{"first-ratio", "share of the first component in percent", "largest eigenvalue in percent of the sum of all, " +
		"equation (32) for j = 1", 2, func(l []float64) float64 { return 100 * l[0] / sum(l) }},
	{"by-ratio", "components by ratio", "number of components whose share of the sum of all eigenvalues, equation " +
		"(32), is not below the threshold of the experiment", 0,
		func(l []float64) float64 { return atLeast(threshold*sum(l), l) }},
	{"by-drop", "components by drop", "number of components before the largest fall from an eigenvalue to the next", 0,
		func(l []float64) float64 {
			return upTo(l, func(j int) float64 { return l[j] - l[min(j+1, len(l)-1)] })
		}},
	{"by-elbow", "components by elbow", "number of components up to the point of the scree plot that lies farthest " +
		"below the line from its first point to its last", 0, func(l []float64) float64 {
		last := len(l) - 1
		return upTo(l, func(j int) float64 { return l[0] + (l[last]-l[0])*float64(j)/float64(max(1, last)) - l[j] })
	}},
	{"for-90", "components for 90%", "least number of components with 90% of the sum of all eigenvalues", 0,
		func(l []float64) float64 { return needed(l, 0.9) }},
	{"for-95", "components for 95%", "least number of components with 95% of the sum of all eigenvalues", 0,
		func(l []float64) float64 { return needed(l, 0.95) }},
}

func atLeast(least float64, values []float64) float64 {
	return float64(floats.Count(func(v float64) bool { return v >= least }, values))
}

// upTo counts the values up to the one of the largest measure.
func upTo(values []float64, measure func(j int) float64) float64 {
	return float64(floats.MaxIdx(words.Each(trial.Every(len(values)), measure)) + 1)
}

// sum adds in the order of the values, as stored results did.
func sum(values []float64) (s float64) {
	for _, v := range values {
		s += v
	}
	return s
}

// needed returns how many leading values have the given share of the sum.
func needed(values []float64, share float64) float64 {
	left, n := share*sum(values), 0
	for n < len(values) && left > 0 {
		left -= values[n]
		n++
	}
	return float64(n)
}

func (*spectrum) Measures() []experiment.Measure {
	return words.Each(suggestions, func(s suggestion) experiment.Measure {
		return experiment.Measure{Name: s.name, Title: s.title, Definition: s.definition, Decimals: s.decimals}
	})
}

func (e *spectrum) Cell(_ experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	return experiment.NewCell(Spectrum, m, on, false, spectrumSpec{e.Samples, threshold}, on.Data.Name+", spectrum")
}

func (e *spectrum) Protocol(title func(string) string) string {
	return fmt.Sprintf("Eigenvalues of $\\mathbf{S} = \\check{\\mathbf{X}}\\check{\\mathbf{X}}^\\top$, by the "+
		"singular values of $\\check{\\mathbf{X}}$. %s The threshold of the ratio is %g.", e.Options.Protocol(title),
		threshold)
}

func spectrumJob(w experiment.Work[spectrumSpec]) (experiment.Job, error) {
	s := w.Specs[0]
	n, d := float64(Size(s.Samples, w.Data)), float64(w.Data.Features)
	cost := experiment.Cost{Seconds: 10 * n * d * min(n, d) / 1e9, Bytes: int64(8 * 3 * n * d)}
	return w.InOne("eigenvalues", cost, func(_ context.Context, set *dataset.Set, results []experiment.Result) error {
		centred, _ := solver.Centre(Divide(set, s.Samples).Train)
		var svd mat.SVD
		if !svd.Factorize(centred, mat.SVDNone) {
			return errors.New("the singular values of the samples do not converge")
		}
		lambda := squares(svd.Values(nil))
		if lambda[0] == 0 {
			return errors.New("the samples do not vary: there are no eigenvalues to look at")
		}
		for i := range results {
			r := &results[i]
			r.Values = map[string][]float64{}
			r.Artifacts = map[string]experiment.Array{Eigenvalues: {Shape: []int{len(lambda)}, Data: lambda}}
			for _, g := range suggestions {
				r.Values[g.name] = []float64{g.of(lambda)}
			}
		}
		return nil
	}), nil
}
