package trial

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/noise"
	"gpca/report/strictyaml"
	"gpca/report/suggest"
)

// A Part is one division of a data set into samples to train on and samples to test.
type Part struct {
	// Train and Test are rows of the data set, in its order.
	Train, Test []int
	// Images is the number of dummy images that join the training samples.
	Images int
	// Repetition counts from 0; All stands for a division that all repetitions share.
	// Fold counts from 1 and is 0 where there are no folds.
	Repetition, Fold int

	policy policy
	task   int // number of the part among those of its level
}

// All is the repetition of a part that all repetitions share.
const All = -1

// String names the part in errors.
func (p Part) String() string { return p.policy.name(p) }

// A policy divides the samples of a data set. A new one is a type here and a line in
// policies.
type policy interface {
	// key is what a study file calls the policy. Its parameter, if it has one, follows
	// in the form {key: parameter}.
	key() string
	// with returns the policy with a parameter, 0 for none.
	with(parameter int) (policy, error)
	// text is the canonical name, phrase a name for people.
	text() string
	phrase() string
	// random tells that the division is left to chance, even without noise.
	random() bool
	// parts divides a set for a number of repetitions. Images is the level of a policy
	// that adds images, 0 for others.
	parts(set *dataset.Set, seed uint64, repetitions, images int) ([]Part, error)
	// samples are the numbers of samples that are trained on and tested, and how often
	// in a repetition; per repetition or once for all.
	samples(d dataset.Description, images int) (train, test float64, times int)
	// name names a part in errors.
	name(Part) string
	// protocol words the policy: the sentence says what becomes of the data sets.
	protocol(data, components string) string
}

func policies() []policy { return []policy{published{}, folds{}, perClass{}, contamination{}} }

// decodePolicy reads a policy: a word, or a mapping of the word to its parameter.
func decodePolicy(n strictyaml.Node) (policy, error) {
	key, parameter := n.Text(), 0
	if pairs := n.Pairs(); n.IsMapping() && len(pairs) == 1 {
		key = pairs[0].Name()
		if err := pairs[0].Value.Decode(&parameter); err != nil {
			return nil, err
		}
		if parameter == 0 {
			return nil, n.Fault("%s: 0 is too few", key)
		}
	}
	var known []string
	for _, p := range policies() {
		if p.key() == key {
			with, err := p.with(parameter)
			if err != nil {
				return nil, n.Fault("%w", err)
			}
			return with, nil
		}
		known = append(known, p.key())
	}
	return nil, n.Fault("unknown split %q: %s", key, suggest.DidYouMean(key, known))
}

// parsePolicy returns the policy of a canonical name.
func parsePolicy(text string) (policy, error) {
	key, rest, _ := strings.Cut(text, "(")
	parameter, _ := strconv.Atoi(strings.TrimSuffix(rest, ")"))
	for _, p := range policies() {
		if p.key() == key {
			return p.with(parameter)
		}
	}
	return nil, fmt.Errorf("unknown split %q", text)
}

func without(p policy, parameter int) (policy, error) {
	if parameter != 0 {
		return nil, fmt.Errorf("split %s takes no number", p.key())
	}
	return p, nil
}

func all(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// published trains on the samples that the data set's publisher gives for it, and
// tests on the others.
type published struct{}

func (published) key() string                  { return "published" }
func (p published) with(n int) (policy, error) { return without(p, n) }
func (p published) text() string               { return p.key() }
func (published) phrase() string               { return "published split" }
func (published) random() bool                 { return false }
func (published) name(Part) string             { return "" }

func (p published) parts(set *dataset.Set, _ uint64, _, _ int) ([]Part, error) {
	if set.Split == nil || len(set.Split.Train) == 0 || len(set.Split.Test) == 0 {
		return nil, fmt.Errorf("data set %s has no published split into training and test samples", set.Name)
	}
	return []Part{{Train: set.Split.Train, Test: set.Split.Test, Repetition: All, policy: p}}, nil
}

func (published) samples(d dataset.Description, _ int) (train, test float64, times int) {
	return float64(d.Train), float64(d.Test), 1
}

func (published) protocol(data, components string) string {
	return fmt.Sprintf("split on %s, %s for each class", data, components)
}

// folds divides the samples at random into folds, anew in every repetition, trains on
// all folds but one and tests on that one. The value of a repetition is that over all
// samples, each tested once.
type folds struct{ number int }

func (folds) key() string      { return "folds" }
func (f folds) text() string   { return fmt.Sprintf("folds(%d)", f.number) }
func (f folds) phrase() string { return fmt.Sprintf("%d folds", f.number) }
func (folds) random() bool     { return true }

func (folds) with(n int) (policy, error) {
	if n < 2 {
		return nil, fmt.Errorf("%d folds: cross-validation needs at least 2, as in {folds: 10}", n)
	}
	return folds{n}, nil
}

func (folds) name(p Part) string {
	return fmt.Sprintf("repetition %d, fold %d", p.Repetition+1, p.Fold)
}

func (f folds) parts(set *dataset.Set, seed uint64, repetitions, _ int) ([]Part, error) {
	rows, _ := set.Samples.Dims()
	if rows < f.number {
		return nil, fmt.Errorf("data set %s has %d samples, too few for %d folds", set.Name, rows, f.number)
	}
	var parts []Part
	for repetition := range repetitions {
		// The draw is named like one of noise, so all methods are tested on the same
		// folds.
		draw := noise.Draw{Seed: seed, Dataset: set.Name, Noise: "folds", Level: float64(f.number), Repetition: repetition}
		assigned := make([]int, rows)
		for position, row := range draw.Rand().Perm(rows) {
			assigned[row] = position % f.number
		}
		for fold := range f.number {
			p := Part{Repetition: repetition, Fold: fold + 1, policy: f, task: len(parts)}
			for row, of := range assigned {
				if of == fold {
					p.Test = append(p.Test, row)
				} else {
					p.Train = append(p.Train, row)
				}
			}
			parts = append(parts, p)
		}
	}
	return parts, nil
}

func (f folds) samples(d dataset.Description, _ int) (train, test float64, times int) {
	n, k := float64(d.Samples), float64(f.number)
	return n * (k - 1) / k, n / k, f.number
}

func (f folds) protocol(data, components string) string {
	return fmt.Sprintf("cross-validation on %s, %s for each class, %d random folds", data, components, f.number)
}

// perClass trains on a number of random samples of each class and tests on all
// others, anew in every repetition.
type perClass struct{ number int }

func (perClass) key() string      { return "per-class" }
func (c perClass) text() string   { return fmt.Sprintf("per-class(%d)", c.number) }
func (c perClass) phrase() string { return fmt.Sprintf("%d training samples a class", c.number) }
func (perClass) random() bool     { return true }

func (perClass) with(n int) (policy, error) {
	if n < 1 {
		return nil, fmt.Errorf("%d training samples of each class: at least 1 is needed, as in {per-class: 5}", n)
	}
	return perClass{n}, nil
}

func (perClass) name(p Part) string { return fmt.Sprintf("repetition %d", p.Repetition+1) }

func (c perClass) parts(set *dataset.Set, seed uint64, repetitions, _ int) ([]Part, error) {
	rows, _ := set.Samples.Dims()
	classes := ByClass(all(rows), set.Labels, len(set.Classes))
	for class, members := range classes {
		if len(members) <= c.number {
			return nil, fmt.Errorf("data set %s: class %s has %d samples, too few to train on %d and test on the others", set.Name, set.Classes[class], len(members), c.number)
		}
	}
	var parts []Part
	for repetition := range repetitions {
		draw := noise.Draw{Seed: seed, Dataset: set.Name, Noise: "samples of each class", Level: float64(c.number), Repetition: repetition}
		r := draw.Rand()
		p := Part{Repetition: repetition, policy: c, task: repetition}
		for _, members := range classes {
			for position, at := range r.Perm(len(members)) {
				if position < c.number {
					p.Train = append(p.Train, members[at])
				} else {
					p.Test = append(p.Test, members[at])
				}
			}
		}
		// In the order of the data: among equal samples, the first starts an iteration.
		slices.Sort(p.Train)
		slices.Sort(p.Test)
		parts = append(parts, p)
	}
	return parts, nil
}

func (c perClass) samples(d dataset.Description, _ int) (train, test float64, times int) {
	train = float64(c.number * len(d.Classes))
	return train, float64(d.Samples) - train, 1
}

func (c perClass) protocol(data, components string) string {
	return fmt.Sprintf("%d random training samples of each class of %s, %s", c.number, data, components)
}

// contamination adds images of random black and white pixels to the samples, trains
// on all of them and tests on the originals, anew in every repetition (N. Kwak,
// "Principal component analysis by Lp-norm maximization", IEEE Trans. Cybernetics
// 44, 2014, second experiment; thesis, Appendix B).
type contamination struct{}

func (contamination) key() string                  { return "contamination" }
func (c contamination) with(n int) (policy, error) { return without(c, n) }
func (c contamination) text() string               { return c.key() }
func (contamination) phrase() string               { return "contamination" }
func (contamination) random() bool                 { return false }

func (contamination) name(p Part) string {
	return fmt.Sprintf("%d dummy images, repetition %d", p.Images, p.Repetition+1)
}

func (c contamination) parts(set *dataset.Set, _ uint64, repetitions, images int) ([]Part, error) {
	rows, _ := set.Samples.Dims()
	every := all(rows)
	var parts []Part
	for repetition := range repetitions {
		parts = append(parts, Part{Train: every, Test: every, Images: images, Repetition: repetition, policy: c, task: repetition})
	}
	return parts, nil
}

func (contamination) samples(d dataset.Description, images int) (train, test float64, times int) {
	return float64(d.Samples + images), float64(d.Samples), 1
}

func (contamination) protocol(data, components string) string {
	return fmt.Sprintf("images of random black and white pixels join %s, %s of all together", data, components)
}

// splitAxis is the axis of several policies.
func splitAxis(list []policy) experiment.Axis {
	axis := experiment.Axis{Name: "split", Title: "Split"}
	for _, p := range list {
		v := experiment.Word(p.text(), p.phrase())
		v.Label, v.Short = p.phrase(), p.phrase()
		axis.Values = append(axis.Values, v)
	}
	return axis
}
