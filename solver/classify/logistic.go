package classify

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// Logistic is logistic regression (D. R. Cox, "The regression analysis of binary sequences", Journal of the Royal
// Statistical Society B 20, 1958), softmax regression for more than two classes.
type Logistic struct {
	// A row for each function: the weights of the features, then the constant.
	weights *mat.Dense
	classes []int
}

// The minimisation ends where no component of the gradient of the mean loss exceeds logisticTolerance, or
// logisticSlack where rounding lets no step reduce the loss.
const (
	logisticTolerance, logisticSlack = 1e-9, 1e-6
	logisticIterations               = 1000
)

// NewLogistic returns the model of training samples, one a row, with the classes in labels. It minimises
//
//	‖W‖²/2 + C Σ −log p(class of sample | sample)
//
// over the weights W and the constants, which are not penalised, by L-BFGS. Two classes have one function, that
// of the second; more have one each.
func NewLogistic(training *mat.Dense, labels []int, c float64) (*Logistic, error) {
	if err := checkLabels(training, labels); err != nil {
		return nil, err
	}
	rows, columns := training.Dims()
	classes := slices.Compact(slices.Sorted(slices.Values(labels)))
	switch {
	case len(classes) < 2:
		return nil, fmt.Errorf("classify: training samples of %d class: logistic regression needs 2 or more",
			len(classes))
	case !(c > 0) || math.IsInf(c, 1):
		return nil, fmt.Errorf("classify: C = %g, must be positive", c)
	}
	functions := len(classes)
	if functions == 2 {
		functions = 1
	}
	l := &Logistic{mat.NewDense(functions, columns+1, nil), classes}
	at := make([]int, rows)
	for i, label := range labels {
		if row := training.RawRowView(i); floats.HasNaN(row) || math.IsInf(floats.Norm(row, math.Inf(1)), 0) {
			return nil, fmt.Errorf("classify: training sample %d is not finite", i+1)
		}
		at[i], _ = slices.BinarySearch(classes, label)
	}
	p := optimize.Problem{
		Func: func(x []float64) float64 { return l.loss(x, nil, training, at, c) },
		Grad: func(gradient, x []float64) { l.loss(x, gradient, training, at, c) },
	}
	settings := &optimize.Settings{GradientThreshold: logisticTolerance, Converger: optimize.NeverTerminate{},
		MajorIterations: logisticIterations}
	found, err := optimize.Minimize(p, make([]float64, functions*(columns+1)), settings, &optimize.LBFGS{})
	if found == nil {
		return nil, fmt.Errorf("classify: logistic regression: %w", err)
	}
	if steepest := floats.Norm(found.Gradient, math.Inf(1)); steepest > logisticSlack {
		return nil, fmt.Errorf("classify: logistic regression ends with a gradient of %.2g (%v): bring the features "+
			"to one scale", steepest, found.Status)
	}
	l.weights = mat.NewDense(functions, columns+1, found.X)
	return l, nil
}

// loss is the penalised loss of the weights x over C and the number of samples. Unless nil, it sets gradient.
func (l *Logistic) loss(x, gradient []float64, training *mat.Dense, at []int, c float64) float64 {
	rows, columns := training.Dims()
	functions, width := len(x)/(columns+1), columns+1
	scale := 1 / (c * float64(rows))
	loss := 0.0
	clear(gradient)
	for k := range functions {
		w := x[k*width:][:columns]
		loss += scale * floats.Dot(w, w) / 2
		if gradient != nil {
			floats.AddScaled(gradient[k*width:][:columns], scale, w)
		}
	}
	values := make([]float64, len(l.classes))
	for i := range rows {
		row := training.RawRowView(i)
		evaluate(values, x, row)
		all := floats.LogSumExp(values)
		loss += (all - values[at[i]]) / float64(rows)
		if gradient == nil {
			continue
		}
		for k := range functions {
			class := len(l.classes) - functions + k // of two classes, the second has the function
			residual := math.Exp(values[class] - all)
			if class == at[i] {
				residual--
			}
			residual /= float64(rows)
			floats.AddScaled(gradient[k*width:][:columns], residual, row)
			gradient[k*width+columns] += residual
		}
	}
	return loss
}

// evaluate sets the values of the functions of the classes for a sample; of two classes, the first has 0.
func evaluate(values, x, sample []float64) {
	width := len(sample) + 1
	functions := len(x) / width
	values[0] = 0
	for k := range functions {
		w := x[k*width:][:width]
		values[len(values)-functions+k] = floats.Dot(w[:len(sample)], sample) + w[len(sample)]
	}
}

// Predict returns the most probable class of each sample, the first of equals.
func (l *Logistic) Predict(samples *mat.Dense) ([]int, error) {
	rows, _ := samples.Dims()
	_, width := l.weights.Dims()
	if err := checkFeatures(samples, width-1); err != nil {
		return nil, err
	}
	predicted, values := make([]int, rows), make([]float64, len(l.classes))
	for i := range predicted {
		evaluate(values, l.weights.RawMatrix().Data, samples.RawRowView(i))
		predicted[i] = l.classes[floats.MaxIdx(values)]
	}
	return predicted, nil
}
