package robust

// A Type says how a sample lies to a fit (Hubert et al. 2005, figure 1).
type Type string

// The types of samples. Score and orthogonal distance of a regular one are within their cut-offs.
const (
	Regular Type = "regular"
	// GoodLeverage is far from the centre along the components, which it fits.
	GoodLeverage Type = "good leverage"
	// OrthogonalOutlier is far from the components, with usual scores.
	OrthogonalOutlier Type = "orthogonal outlier"
	// BadLeverage is far in both ways.
	BadLeverage Type = "bad leverage"
)

// Types lists all types, the regular one first.
func Types() []Type { return []Type{Regular, GoodLeverage, OrthogonalOutlier, BadLeverage} }

// TypeOf returns the type of a sample by its distances and their cut-offs, see [Fit.CutOffs].
func TypeOf(score, orthogonal, scoreCutOff, orthogonalCutOff float64) Type {
	switch far, away := score > scoreCutOff, orthogonal > orthogonalCutOff; {
	case far && away:
		return BadLeverage
	case away:
		return OrthogonalOutlier
	case far:
		return GoodLeverage
	}
	return Regular
}
