package classify

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/solver/classify"
	"gpca/solver/typo"
)

// A classifier learns from training samples which class a sample is of.
type classifier struct {
	// key is what a study file calls it; a number follows in the form {key: number}.
	key    string
	number int
	// phrase is its name for people, rule completes "a sample gets".
	phrase, rule string
	// reconstructs tells that it needs the subspaces of the classes.
	reconstructs bool
	// train learns. The predictor may be used by several goroutines.
	train func(training) (predictor, error)
	// seconds estimates the test of a sample, by the numbers of training samples and features.
	seconds func(training, features float64) float64
	// learning estimates the training in seconds; nil for one that takes none.
	learning func(training, features float64) float64
}

// A training is what there is to learn from: by one method, on one part.
type training struct {
	// features hold a training sample a row, and labels its class.
	features *mat.Dense
	labels   []int
	// models are the subspaces of classes where features are of each, present their classes.
	models  []classify.Model
	present []int
	// ends counts how iterations of the classifier itself end.
	ends *experiment.Ends
}

// A predictor tells the classes of samples, by them or by their features.
type predictor func(ctx context.Context, samples, features *mat.Dense) ([]int, error)

// parse returns the classifier of a canonical name.
func parse(text string) (classifier, error) {
	key, number, err := experiment.SplitWord(text)
	if err != nil {
		return classifier{}, err
	}
	of, err := typo.Find("classifier", key, classifiers, func(of func(int) classifier) string { return of(0).key })
	if err != nil {
		return classifier{}, err
	}
	c := of(number)
	if c.number == 0 && number != 0 {
		return c, fmt.Errorf("classifier %s takes no number", key)
	}
	return c, nil
}

// text is the canonical name.
func (c classifier) text() string {
	if c.number == 0 {
		return c.key
	}
	return fmt.Sprintf("%s(%d)", c.key, c.number)
}

// check refuses features that the classifier cannot use.
func (c classifier) check(features string) error {
	if c.reconstructs && features != perClass {
		return fmt.Errorf("classifier %s needs features that are %s, not %s: "+
			"a sample is reconstructed by every class", c.key, perClass, features)
	}
	return nil
}
