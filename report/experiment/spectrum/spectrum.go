// Package spectrum is the kind of experiment that computes the eigenvalues of the covariance matrix of a data
// set, for a scree plot, and the numbers of components that they suggest: by the rank, the share of variance,
// the largest drop, the elbow, and the cumulative variance.
package spectrum

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/lesson"
	"gpca/report/method"
	"gpca/report/words"
	"gpca/solver"
)

// Kind is this kind of experiment.
var Kind = experiment.NewKind[Experiment](experiment.About[spec]{
	Name: "spectrum", Version: 1, Job: job,
	Does: "takes the eigenvalues of the covariance matrix, and the numbers of components that they suggest",
})

// Eigenvalues is the artifact of all eigenvalues, largest first.
const Eigenvalues = "eigenvalues"

// Experiment computes a spectrum.
type Experiment struct {
	lesson.Options `yaml:",inline"`
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
	{"rank", "rank", "number of eigenvalues above rounding", 0, func(l []float64) float64 {
		return count(l, 1e-12*l[0])
	}},
	{"first-ratio", "share of the first component in percent", "largest eigenvalue in percent of the sum of all, " +
		"equation (32) for j = 1", 2, func(l []float64) float64 {
		return 100 * l[0] / sum(l)
	}},
	{"by-ratio", "components by ratio", "number of components whose share of the sum of all eigenvalues, equation " +
		"(32), is not below the threshold of the experiment", 0, func(l []float64) float64 {
		return count(l, threshold*sum(l))
	}},
	{"by-drop", "components by drop", "number of components before the largest fall from an eigenvalue to the next", 0,
		func(l []float64) float64 {
			at := 0
			for j := range len(l) - 1 {
				if l[j]-l[j+1] > l[at]-l[at+1] {
					at = j
				}
			}
			return float64(at + 1)
		}},
	{"by-elbow", "components by elbow", "number of components up to the point of the scree plot that lies farthest " +
		"below the line from its first point to its last", 0, func(l []float64) float64 {
		at, farthest, last := 0, 0.0, len(l)-1
		for j, v := range l {
			line := l[0] + (l[last]-l[0])*float64(j)/float64(max(1, last))
			if line-v > farthest {
				at, farthest = j, line-v
			}
		}
		return float64(at + 1)
	}},
	{"for-90", "components for 90%", "least number of components with 90% of the sum of all eigenvalues", 0,
		func(l []float64) float64 { return needed(l, 0.9) }},
	{"for-95", "components for 95%", "least number of components with 95% of the sum of all eigenvalues", 0,
		func(l []float64) float64 { return needed(l, 0.95) }},
}

func count(values []float64, least float64) float64 {
	n := 0.0
	for _, v := range values {
		if v >= least {
			n++
		}
	}
	return n
}

func sum(values []float64) float64 {
	s := 0.0
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

// Measures are what the eigenvalues suggest.
func (*Experiment) Measures() []experiment.Measure {
	return words.Each(suggestions, func(s suggestion) experiment.Measure {
		return experiment.Measure{Name: s.name, Title: s.title, Definition: s.definition, Decimals: s.decimals}
	})
}

type spec struct {
	Samples   int     `json:"samples"`
	Threshold float64 `json:"threshold"`
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(_ experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	return experiment.NewCell(Kind, m, on, false, spec{e.Samples, threshold}, on.Data.Name+", spectrum")
}

// Protocol says how cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	return fmt.Sprintf("Eigenvalues of $\\mathbf{S} = \\check{\\mathbf{X}}\\check{\\mathbf{X}}^\\top$, by the "+
		"singular values of $\\check{\\mathbf{X}}$. %s The threshold of the ratio is %g.", e.Options.Protocol(title),
		threshold)
}

func job(w experiment.Work[spec]) (experiment.Job, error) {
	s := w.Specs[0]
	n, d := float64(lesson.Size(s.Samples, w.Data)), float64(w.Data.Features)
	cost := experiment.Cost{Seconds: 10 * n * d * min(n, d) / 1e9, Bytes: int64(8 * 3 * n * d)}
	return w.InOne("eigenvalues", cost, func(_ context.Context, set *dataset.Set, results []experiment.Result) error {
		centred, _ := solver.Centre(lesson.Divide(set, s.Samples).Train)
		var svd mat.SVD
		if !svd.Factorize(centred, mat.SVDNone) {
			return errors.New("the singular values of the samples do not converge")
		}
		lambda := words.Each(svd.Values(nil), func(sigma float64) float64 { return sigma * sigma })
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
