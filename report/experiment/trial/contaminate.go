package trial

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/contamination"
	"gpca/report/noise"
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
	if s.leavesMissing() && j.Cells[0].Command == nil {
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
	groups, names := j.Groups(s.Regular(slices.Sorted(slices.Values(p.Train))), j.Set.Labels != nil)
	for group, rows := range groups {
		if len(rows) == 0 {
			continue
		}
		clean := RowsOf(samples, rows)
		for i := range rows {
			floats.Div(clean.RawRowView(i)[:len(scale)], scale)
		}
		planted, err := kind.Plant(ctx, clean, settings, r)
		if err == nil {
			for _, at := range planted.Rows {
				row := samples.RawRowView(rows[at])
				copy(row, planted.Samples.RawRowView(at))
				floats.Mul(row[:len(scale)], scale)
			}
			if s.Impute != "" {
				err = contamination.Impute(samples, rows)
			}
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
