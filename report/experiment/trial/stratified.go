package trial

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpca/report/dataset"
	"gpca/report/noise"
)

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
	tests, all, order := make([]int, len(members)), 0, Every(len(members))
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
