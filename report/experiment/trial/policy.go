package trial

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/noise"
	"gpca/report/statistics"
	"gpca/solver/typo"
)

// A Part is one division of a data set into training and test samples.
type Part struct {
	// Train and Test are rows of the data set, in its order.
	Train, Test []int
	// Images is the number of dummy images among the training samples.
	Images int
	// Repetition counts from 0, or is All. Fold counts from 1; 0 without folds.
	Repetition, Fold int

	policy policy
}

// All is the repetition of a part that all repetitions share.
const All = -1

func (p Part) String() string {
	name := fmt.Sprintf("repetition %d", p.Repetition+1)
	if p.policy.contaminates {
		name = fmt.Sprintf("%d dummy images, %s", p.Images, name)
	}
	if p.Fold > 0 {
		name += fmt.Sprintf(", fold %d", p.Fold)
	}
	return name
}

// A policy divides the samples of a data set.
type policy struct {
	// key is its name in a study file; a number follows in {key: number}.
	key    string
	number int
	// test is the number under the key test, if hasTest.
	test    int
	hasTest bool
	// least is the smallest number, with the reason; 0 without a number.
	least  int
	reason string
	// phrase is for people; protocol formats data sets and components; tested is what a rate is taken of.
	phrase, protocol, tested string
	// random names the draw of the division, the same for all methods; empty for a given division.
	random string
	// shared: repetitions share the training samples; contaminates: as many images as the level join them.
	shared, contaminates bool
	// times is the number of parts in a repetition; 0 means 1.
	times int
	// counts returns the sizes of a part, or an error for unsuitable data.
	counts func(d dataset.Description) (train, test float64, err error)
	// divide returns the parts of one repetition.
	divide func(set *dataset.Set, draw noise.Draw) []Part
}

func policies(number, test int) []policy {
	return []policy{published(), folds(number), perClass(number), stratified(number), drawn(number, test),
		withImages()}
}

// published is the split given by the publisher of the data.
func published() policy {
	return policy{
		key: "published", phrase: "published split", shared: true,
		protocol: "split on %s, %s for each class",
		tested:   "test samples; training samples are clean, noise is added to the test samples only",
		counts: func(d dataset.Description) (train, test float64, err error) {
			if d.Train == 0 || d.Test == 0 {
				err = fmt.Errorf("data set %s has no published split into training and test samples: "+
					"divide it with {folds: 10} or {per-class: 5}", d.Name)
			}
			return float64(d.Train), float64(d.Test), err
		},
		divide: func(set *dataset.Set, _ noise.Draw) []Part {
			return []Part{{Train: set.Split.Train, Test: set.Split.Test}}
		},
	}
}

// folds is cross-validation with new random folds in every repetition, whose value is over all samples.
func folds(number int) policy {
	return policy{
		key: "folds", number: number, phrase: fmt.Sprintf("%d folds", number), random: "folds", times: number,
		least: 2, reason: "%d folds: cross-validation needs at least 2, as in {folds: 10}",
		protocol: fmt.Sprintf("cross-validation on %%s, %%s for each class, %d random folds", number),
		tested:   fmt.Sprintf("samples, each tested once in a cross-validation with %d random folds", number),
		counts: func(d dataset.Description) (train, test float64, err error) {
			if d.Samples < number {
				err = fmt.Errorf("data set %s has %d samples, too few for %d folds", d.Name, d.Samples, number)
			}
			train = float64(d.Samples) * float64(number-1) / float64(number)
			return train, float64(d.Samples) - train, err
		},
		divide: func(set *dataset.Set, draw noise.Draw) []Part {
			rows, _ := set.Samples.Dims()
			parts := make([]Part, number)
			for position, row := range draw.Rand().Perm(rows) {
				for fold := range parts {
					if parts[fold].Fold = fold + 1; fold == position%number {
						parts[fold].Test = append(parts[fold].Test, row)
					} else {
						parts[fold].Train = append(parts[fold].Train, row)
					}
				}
			}
			return parts
		},
	}
}

// perClass trains on random samples of each class and tests the others, anew in every repetition.
func perClass(number int) policy {
	return policy{
		key: "per-class", number: number, phrase: fmt.Sprintf("%d training samples a class", number),
		random: "samples of each class",
		least:  1, reason: "%d training samples of each class: at least 1 is needed, as in {per-class: 5}",
		protocol: fmt.Sprintf("%d random training samples of each class of %%s, %%s", number),
		tested:   "samples that are not trained on",
		counts: func(d dataset.Description) (train, test float64, err error) {
			if len(d.Classes) == 0 {
				err = fmt.Errorf("data set %s has no classes to take %d samples of each: "+
					"divide it with {folds: 10} or {train: 100, test: 50}", d.Name, number)
			}
			for class, n := range d.ClassCounts {
				if n <= number {
					err = cmp.Or(err, fmt.Errorf("data set %s: class %s has %d samples, "+
						"too few to train on %d and test on the others", d.Name, d.Classes[class], n, number))
				}
			}
			train = float64(number * len(d.Classes))
			return train, float64(d.Samples) - train, err
		},
		divide: func(set *dataset.Set, draw noise.Draw) []Part {
			train, test := deal(members(set), draw.Rand(), func(int) int { return number })
			return []Part{{Train: train, Test: test}}
		},
	}
}

// members returns the samples of each class, or all together if there are no classes.
func members(set *dataset.Set) [][]int {
	rows, _ := set.Samples.Dims()
	if set.Labels == nil {
		return [][]int{statistics.Indices(rows)}
	}
	return ByClass(statistics.Indices(rows), set.Labels, len(set.Classes))
}

// deal divides the members of each class at random; some gets first(class) of them.
func deal(members [][]int, r *rand.Rand, first func(class int) int) (some, others []int) {
	for class, of := range members {
		for position, at := range r.Perm(len(of)) {
			if position < first(class) {
				some = append(some, of[at])
			} else {
				others = append(others, of[at])
			}
		}
	}
	return some, others
}

// drawn trains on random samples and tests others, anew in every repetition; smaller stand-ins keep the ratio.
func drawn(train, test int) policy {
	counts := func(d dataset.Description) (int, int) {
		if all := train + test; d.Origin == dataset.StandIn && d.Samples < all {
			n := d.Samples * train / all
			return n, d.Samples - n
		}
		return train, test
	}
	return policy{
		key: "train", number: train, test: test, hasTest: true, random: "samples",
		phrase: fmt.Sprintf("%d random training and %d test samples", train, test),
		least:  1, reason: "%d training samples: at least 1 is needed, as in {train: 3000, test: 2000}",
		protocol: fmt.Sprintf("%d random samples of %%s to train on and %d others to test "+
			"(of a stand-in with fewer samples, all in that ratio), %%s", train, test),
		tested: "random samples that are not trained on",
		counts: func(d dataset.Description) (_, _ float64, err error) {
			n, m := counts(d)
			if d.Samples < n+m {
				err = fmt.Errorf("data set %s has %d samples, too few to train on %d and test on %d", d.Name, d.Samples,
					n, m)
			}
			return float64(n), float64(m), err
		},
		divide: func(set *dataset.Set, draw noise.Draw) []Part {
			n, m := counts(set.Describe())
			samples, _ := set.Samples.Dims()
			rows := draw.Rand().Perm(samples)
			return []Part{{Train: rows[:n], Test: rows[n : n+m]}}
		},
	}
}

// withImages adds images of random black and white pixels to the samples, trains on all of them and tests on
// the originals, anew in every repetition (N. Kwak, "Principal component analysis by Lp-norm maximization",
// IEEE Trans. Cybernetics 44, 2014, second experiment; Battaglino 2019, Appendix B).
func withImages() policy {
	return policy{
		key: "contamination", phrase: "contamination", contaminates: true,
		protocol: "images of random black and white pixels join %s, %s of all together",
		counts: func(d dataset.Description) (train, test float64, err error) {
			return float64(d.Samples), float64(d.Samples), nil
		},
		divide: func(set *dataset.Set, _ noise.Draw) []Part {
			rows, _ := set.Samples.Dims()
			return []Part{{Train: statistics.Indices(rows), Test: statistics.Indices(rows)}}
		},
	}
}

// parsePolicy returns the policy of a canonical name, such as train(3000) test(2000).
func parsePolicy(text string) (policy, error) {
	first, second, two := strings.Cut(text, " ")
	key, number, err := experiment.SplitWord(first)
	if err != nil {
		return policy{}, err
	}
	beside, test, err := experiment.SplitWord(second)
	if err != nil {
		return policy{}, err
	}
	p, err := typo.Find("split", key, policies(number, test), func(p policy) string { return p.key })
	p.times = max(p.times, 1)
	switch {
	case err != nil:
	case p.least == 0 && number != 0:
		err = fmt.Errorf("split %s takes no number", key)
	case number < p.least:
		err = fmt.Errorf(p.reason, number)
	case p.hasTest != (beside == "test") || two && !p.hasTest:
		err = fmt.Errorf("a split has one key, or both train and test, as in {train: 3000, test: 2000}")
	case p.hasTest && test < 1:
		err = fmt.Errorf("%d test samples: at least 1 is needed", test)
	}
	return p, err
}

// TrainsOnce reports whether one training set serves all repetitions and levels of a cell.
func TrainsOnce(c experiment.Cell) bool {
	var s Conditions
	if err := json.Unmarshal(c.Spec, &s); err != nil {
		return false
	}
	p, err := s.policy()
	return err == nil && p.shared
}

func (p policy) text() string {
	switch {
	case p.hasTest:
		return fmt.Sprintf("%s(%d) test(%d)", p.key, p.number, p.test)
	case p.number == 0:
		return p.key
	}
	return fmt.Sprintf("%s(%d)", p.key, p.number)
}

// parts divides a set once for every repetition. Images join every part.
func (p policy) parts(set *dataset.Set, seed uint64, repetitions, images int) ([]Part, error) {
	if _, _, err := p.counts(set.Describe()); err != nil {
		return nil, err
	}
	var parts []Part
	for repetition := range repetitions {
		draw := noise.Draw{Seed: seed, Dataset: set.Name, Noise: p.random, Level: float64(p.number),
			Repetition: repetition}
		for _, part := range p.divide(set, draw) {
			part.Images, part.Repetition, part.policy = images, repetition, p
			if p.random != "" {
				// Among equal samples, the first starts an iteration.
				slices.Sort(part.Train)
				slices.Sort(part.Test)
			}
			parts = append(parts, part)
		}
	}
	return parts, nil
}

// Every is [statistics.Indices] under the name that package apply knows.
func Every(n int) []int { return statistics.Indices(n) }

// stratified tests a percentage of the samples, drawn anew in every repetition, and trains on the others. Each
// class has its share of test samples, rounded down; classes of the largest remainders have one more, until the
// total is that percentage of all samples, rounded up.
func stratified(percent int) policy {
	return policy{
		key: "stratified", number: percent, phrase: fmt.Sprintf("%d%% test samples, stratified", percent),
		random: "stratified",
		least:  1, reason: "%d percent of test samples: at least 1 is needed, as in {stratified: 20}",
		protocol: fmt.Sprintf("%d%%%% of the samples of %%s are tested, "+
			"drawn at random with each class in its share, %%s", percent),
		tested: fmt.Sprintf("samples that are not trained on, %d%% of each class at random", percent),
		counts: func(d dataset.Description) (train, test float64, err error) {
			if percent > 99 {
				err = fmt.Errorf("%d%% test samples leave none to train on: "+
					"at most 99 are possible, as in {stratified: 20}", percent)
			} else if percentage(percent, d.Samples) >= d.Samples {
				err = fmt.Errorf("data set %s has %d samples, of which %d%% leave none to train on", d.Name, d.Samples,
					percent)
			}
			test = float64(d.Samples * percent / 100) // rounded down: Trained needs an upper bound for each class
			return float64(d.Samples) - test, test, err
		},
		divide: func(set *dataset.Set, draw noise.Draw) []Part {
			tests := shares(percent, members(set))
			test, train := deal(members(set), draw.Rand(), func(class int) int { return tests[class] })
			return []Part{{Train: train, Test: test}}
		},
	}
}

func percentage(percent, n int) int { return int(math.Ceil(float64(n*percent) / 100)) }

func shares(percent int, members [][]int) []int {
	tests, all, order := make([]int, len(members)), 0, statistics.Indices(len(members))
	left := 0
	for class, of := range members {
		tests[class] = len(of) * percent / 100
		left -= tests[class]
		all += len(of)
	}
	left += percentage(percent, all)
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(len(members[b])*percent%100, len(members[a])*percent%100)
	})
	for _, class := range order[:left] {
		tests[class]++
	}
	return tests
}
