package trial

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/contamination"
	"gpca/report/noise"
	"gpca/report/words"
	"gpca/solver/robust"
)

// Training returns the samples of the data set, with those that a part trains on contaminated where the cells say
// so: within each class, by its own count, the same for every method. Directions and distances of outliers are those
// after columns are divided by their scale in the clean samples; nil for 1.
func (j *Job) Training(ctx context.Context, p Part, scale []float64) (*mat.Dense, error) {
	s := j.Conditions[0]
	if s.Contamination == "" {
		return j.Set.Samples, nil
	}
	if j.refuses(s) {
		return nil, fmt.Errorf("%w: the method cannot take missing cells; impute: median fills them",
			robust.ErrNotApplicable)
	}
	kind, err := contamination.Find(s.Contamination)
	if err != nil {
		return nil, err
	}
	draw := noise.Draw{Seed: j.Cells[0].Seed, Dataset: j.Set.Name, Noise: kind.Name, Level: s.Level,
		Repetition: p.Repetition}
	if p.Fold > 0 {
		draw.Noise += fmt.Sprintf(" of fold %d", p.Fold)
	}
	r, samples := draw.Rand(), mat.DenseCopyOf(j.Set.Samples)
	settings := contamination.Settings{Level: s.Level, Gamma: s.Gamma, Components: s.Beyond, Image: j.Set.Image}
	// Sorted, so that what is planted does not depend on the order of training samples.
	spoiled := map[int]bool{}
	defer j.planted.Store(p.String(), spoiled)
	groups, names := j.Groups(s.Regular(slices.Sorted(slices.Values(p.Train))), j.Set.Labels != nil)
	for group, rows := range groups {
		if len(rows) == 0 {
			continue
		}
		clean := RowsOf(samples, rows)
		for i := range rows {
			floats.Div(clean.RawRowView(i)[:len(scale)], scale)
		}
		settings.Once = func(what string, make func() (any, error)) (any, error) {
			if n, features := clean.Dims(); len(groups)*min(n, features)*features > mostKept {
				return make()
			}
			return j.Once(fmt.Sprintf("%s in the scale %x", what, sha256.Sum256(fmt.Append(nil, scale))), rows, make)
		}
		planted, err := kind.Plant(ctx, clean, settings, r)
		if err == nil {
			for _, at := range planted.Rows {
				row := samples.RawRowView(rows[at])
				spoiled[rows[at]] = true
				copy(row, planted.Samples.RawRowView(at))
				floats.Mul(row[:len(scale)], scale)
			}
			err = j.fill(s, samples, rows)
		}
		if err != nil && names != nil {
			err = fmt.Errorf("class %s: %w", names[group], err)
		}
		if err != nil {
			return nil, err
		}
	}
	return samples, nil
}

// mostKept is the size of the components of clean samples, 4 MiB, up to which these are kept for other methods, levels
// and kinds of outliers: of each division, which are tens.
const mostKept = 1 << 19

// refuses reports whether the method cannot take the missing cells.
func (j *Job) refuses(s Conditions) bool {
	return s.planted().Gaps && s.Impute == "" && j.Cells[0].Command == nil && !j.TakesGaps
}

// fill imputes the missing cells of some rows where the cells say so, for methods that do not take them.
func (j *Job) fill(s Conditions, samples *mat.Dense, rows []int) error {
	if s.Impute == "" || j.TakesGaps {
		return nil
	}
	return contamination.Impute(samples, rows)
}

// Gaps says which cells of test samples are missing, row by row; nil for none.
func (j *Job) Gaps(p Part, rows []int) [][]bool {
	s := j.Conditions[0]
	if !s.planted().InTest {
		return nil
	}
	n, features := j.Set.Samples.Dims()
	r := noise.Draw{Seed: j.Cells[0].Seed, Dataset: j.Set.Name, Noise: s.Contamination + " of test samples",
		Level: s.Level, Repetition: p.Repetition}.Rand()
	all := make([][]bool, n)
	for i := range all {
		all[i] = make([]bool, features)
		for k := range features {
			all[i][k] = r.Float64() < s.Level
		}
	}
	return words.Each(rows, func(row int) []bool { return all[row] })
}
