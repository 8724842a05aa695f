package classify

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpca/report/strictyaml"
	"gpca/report/suggest"
	"gpca/solver/classify"
)

// A classifier learns from training samples which class a sample is of.
type classifier interface {
	// key is what a study file calls it. A parameter, where it takes one, follows in the
	// form {key: parameter}.
	key() string
	// with returns the classifier with a parameter, 0 for none.
	with(parameter int) (classifier, error)
	// text is the canonical name, phrase one for people; rule completes "a sample gets".
	text() string
	phrase() string
	rule() string
	// check refuses features that it cannot use.
	check(features string) error
	// train learns. The predictor may be used by several goroutines.
	train(t training) (predictor, error)
	// seconds estimates the test of one sample, with so many training samples of so many
	// features.
	seconds(training, features float64) float64
}

// A training is what there is to learn from: by one method, on one part.
type training struct {
	// features hold a training sample a row, and labels its class.
	features *mat.Dense
	labels   []int
	// models are the subspaces of the classes where features are those of each class,
	// and present the class of each.
	models  []classify.Model
	present []int
}

// A predictor tells the classes of samples, by the samples as they are or by their
// features.
type predictor interface {
	predict(ctx context.Context, samples, features *mat.Dense) ([]int, error)
}

// decode reads a classifier: a word, or a mapping of the word to its parameter.
func decode(n strictyaml.Node) (classifier, error) {
	key, parameter := n.Text(), 0
	if pairs := n.Pairs(); len(pairs) == 1 {
		key = pairs[0].Name()
		if err := pairs[0].Value.Decode(&parameter); err != nil {
			return nil, err
		}
	}
	c, err := find(key, parameter)
	if err != nil {
		return nil, n.Fault("%w", err)
	}
	return c, nil
}

// parse returns the classifier of a canonical name.
func parse(text string) (classifier, error) {
	key, rest, _ := strings.Cut(text, "(")
	parameter, _ := strconv.Atoi(strings.TrimSuffix(rest, ")"))
	return find(key, parameter)
}

func find(key string, parameter int) (classifier, error) {
	var known []string
	for _, c := range classifiers {
		if c.key() == key {
			return c.with(parameter)
		}
		known = append(known, c.key())
	}
	return nil, fmt.Errorf("unknown classifier %q: %s", key, suggest.DidYouMean(key, known))
}
