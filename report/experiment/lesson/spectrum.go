package lesson

import (
	"context"
	_ "embed" // for the measures
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
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

//go:embed spectrum.yaml
var ofSpectrum string

// suggestions compute the measures of eigenvalues, the largest of these first.
var suggestions = map[string]func(l []float64) float64{
	"rank":        func(l []float64) float64 { return atLeast(1e-12*l[0], l) },
	"first-ratio": func(l []float64) float64 { return 100 * l[0] / sum(l) },
	"by-ratio":    func(l []float64) float64 { return atLeast(threshold*sum(l), l) },
	"by-drop": func(l []float64) float64 {
		return upTo(l, func(j int) float64 { return l[j] - l[min(j+1, len(l)-1)] })
	},
	"by-elbow": func(l []float64) float64 {
		last := len(l) - 1
		return upTo(l, func(j int) float64 { return l[0] + (l[last]-l[0])*float64(j)/float64(max(1, last)) - l[j] })
	},
	"for-90": func(l []float64) float64 { return needed(l, 0.9) },
	"for-95": func(l []float64) float64 { return needed(l, 0.95) },
}

func atLeast(least float64, values []float64) float64 {
	return float64(floats.Count(func(v float64) bool { return v >= least }, values))
}

// upTo counts the values up to the one of the largest measure.
func upTo(values []float64, measure func(j int) float64) float64 {
	return float64(floats.MaxIdx(words.Each(statistics.Indices(len(values)), measure)) + 1)
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

func (e *spectrum) Resolve(strictyaml.Node, experiment.Scope) error {
	return e.Measure(experiment.ReadMeasures(ofSpectrum))
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
			results[i].Artifacts = map[string]experiment.Array{Eigenvalues: {Shape: []int{len(lambda)}, Data: lambda}}
			results[i].Values = map[string][]float64{}
			for name, of := range suggestions {
				results[i].Values[name] = []float64{of(lambda)}
			}
		}
		return nil
	}), nil
}
