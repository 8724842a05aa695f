package classify

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpca/report/experiment"
	"gpca/report/words"
	"gpca/solver/classify"
	"gpca/solver/typo"
)

type classifier struct {
	// key is its name in a study file; a number follows in {key: number}.
	key    string
	number int
	// phrase is its name for people; rule completes "a sample gets".
	phrase, rule string
	// reconstructs: it needs the subspaces of the classes, and no features.
	reconstructs bool
	// train returns a predictor that several goroutines may use.
	train func(training) (predictor, error)
	// pair estimates the nanoseconds of a training for each pair of samples, beside what the features take.
	pair float64
}

// A training is the input of a classifier: one method, one part.
type training struct {
	// features are samples × features, labels their classes.
	features *mat.Dense
	labels   []int
	// models are the subspaces of the classes present, for per-class features.
	models  []classify.Model
	present []int
	// ends counts how iterations of the classifier end.
	ends *experiment.Ends
}

// A predictor returns the classes of samples, given also their features.
type predictor func(ctx context.Context, samples, features *mat.Dense) ([]int, error)

func byFeatures(p interface {
	Predict(*mat.Dense) ([]int, error)
}, err error) (predictor, error) {
	return func(_ context.Context, _, features *mat.Dense) ([]int, error) { return p.Predict(features) }, err
}

// classifiers lists all, the default first, each with its usual number for 0.
func classifiers(number int) []classifier {
	return []classifier{
		{ // equation (B.1) of Battaglino 2019
			key: "reconstruction", phrase: "reconstruction error", reconstructs: true,
			rule: "the class whose components reconstruct with the least squared error",
			train: func(t training) (predictor, error) {
				return func(ctx context.Context, samples, _ *mat.Dense) ([]int, error) {
					predicted, err := classify.ByReconstruction(ctx, t.models, samples)
					if err != nil {
						return nil, err
					}
					return words.Each(predicted[0], func(at int) int { return t.present[at] }), nil
				}, nil
			},
		},
		nearest(number),
		standardised(number),
		{ // with the default penalty of scikit-learn
			key: "logistic", phrase: "logistic regression",
			rule: "the most probable class by logistic regression (L2 penalty, C = 1)",
			train: func(t training) (predictor, error) {
				return byFeatures(classify.NewLogistic(t.features, t.labels, 1))
			},
		},
		{
			key: "discriminant", phrase: "linear discriminant",
			rule: "the class of largest normal density, of one covariance pooled over equally frequent classes " +
				"(linear discriminant)",
			train: func(t training) (predictor, error) {
				return byFeatures(classify.NewDiscriminant(t.features, t.labels))
			},
		},
		chosenCost(classify.OneAgainstOne, number, "the class that wins most contests of two"),
		chosenCost(classify.OneAgainstAll, number, "the class that is told best from all others together"),
		libsvm(number),
	}
}

func nearest(number int) classifier {
	c := classifier{
		key: "nearest", number: cmp.Or(number, 1), phrase: "nearest neighbour",
		rule: "the class of the nearest training sample",
	}
	if c.number > 1 {
		c.phrase = fmt.Sprintf("%d nearest neighbours", c.number)
		c.rule = fmt.Sprintf("the class of most of the %d nearest training samples", c.number)
	}
	c.train = func(t training) (predictor, error) {
		return byFeatures(classify.NewNearest(t.features, t.labels, c.number))
	}
	return c
}

// standardised is nearest after each feature is divided by its standard deviation over the training samples:
// the Mahalanobis distance if features are principal components, which are uncorrelated.
func standardised(number int) classifier {
	c := nearest(number)
	train := c.train
	c.key, c.phrase, c.rule = "standardised-nearest", "standardised "+c.phrase,
		c.rule+" after each feature is divided by its standard deviation over these"
	c.train = func(t training) (predictor, error) {
		factors := inverseDeviations(t.features)
		scale := func(m *mat.Dense) *mat.Dense {
			scaled := &mat.Dense{}
			scaled.Apply(func(_, j int, v float64) float64 { return v * factors[j] }, m)
			return scaled
		}
		t.features = scale(t.features)
		p, err := train(t)
		return func(ctx context.Context, samples, features *mat.Dense) ([]int, error) {
			return p(ctx, samples, scale(features))
		}, err
	}
	return c
}

// inverseDeviations returns 1/standard deviation of each feature, 0 if it is constant up to rounding.
func inverseDeviations(features *mat.Dense) []float64 {
	_, columns := features.Dims()
	variances, largest := make([]float64, columns), 0.0
	for j := range variances {
		variances[j] = stat.Variance(mat.Col(nil, j, features), nil)
		largest = max(largest, variances[j])
	}
	for j, v := range variances {
		if variances[j] = 0; v > 1e-12*largest {
			variances[j] = 1 / math.Sqrt(v)
		}
	}
	return variances
}

// costs are the candidates of support vector machines, for samples of mean squared length 1.
var costs = []float64{0.1, 1, 10, 100}

// chosenCost is a linear machine whose cost is chosen by cross-validation on the training samples.
func chosenCost(division classify.Division, folds int, wins string) classifier {
	folds = cmp.Or(folds, 3)
	c := machine(division, classify.Costs{Candidates: costs, Folds: folds})
	c.key, c.number, c.phrase = string(division), folds, fmt.Sprintf("linear SVM, %s", division)
	c.rule = fmt.Sprintf("%s, by linear support vector machines whose cost is chosen among %s by cross-validation "+
		"on the training samples with %d folds (samples scaled to a mean squared length of 1)", wins,
		words.List(words.Each(costs, func(c float64) string { return fmt.Sprint(c) }), "and"), folds)
	return c
}

// libsvm is the linear machine with the defaults of LIBSVM: unscaled samples, and a cost of 1 unless given.
func libsvm(cost int) classifier {
	cost = cmp.Or(cost, 1)
	c := machine(classify.OneAgainstOne, classify.Costs{Candidates: []float64{float64(cost)}, Unscaled: true})
	c.key, c.number, c.phrase = "libsvm", cost, fmt.Sprintf("linear SVM of cost %d", cost)
	c.rule = fmt.Sprintf("the class with most wins in one-against-one linear support vector machines of cost %d on "+
		"unscaled samples (1 is the default of LIBSVM)", cost)
	return c
}

func machine(division classify.Division, costs classify.Costs) classifier {
	return classifier{
		pair: 10 * float64(costs.Folds+1),
		train: func(t training) (predictor, error) {
			m, err := classify.NewMachine(t.features, t.labels, division, costs)
			if err == nil {
				t.ends.Merge(experiment.Ends{Converged: m.Settled, Stopped: m.Unsettled})
			}
			return byFeatures(m, err)
		},
	}
}

func parse(text string) (classifier, error) {
	key, number, err := experiment.SplitWord(text)
	if err != nil {
		return classifier{}, err
	}
	c, err := typo.Find("classifier", key, classifiers(number), func(c classifier) string { return c.key })
	if err == nil && c.number == 0 && number != 0 {
		err = fmt.Errorf("classifier %s takes no number", key)
	}
	return c, err
}

func (c classifier) text() string {
	if c.number == 0 {
		return c.key
	}
	return fmt.Sprintf("%s(%d)", c.key, c.number)
}

func (c classifier) check(features string) error {
	if c.reconstructs && features != perClass {
		return fmt.Errorf("classifier %s needs features that are %s, not %s: "+
			"a sample is reconstructed by every class", c.key, perClass, features)
	}
	return nil
}
