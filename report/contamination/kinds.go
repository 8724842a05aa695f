package contamination

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/statistics"
)

// What a level is.
const (
	ofSamples = "fraction of the samples"
	ofCells   = "fraction of the cells"
	degrees   = "degrees of freedom ν"
)

// spread is what a robust standard deviation is, see [Spread].
const spread = " (MAD, or Qn where that is 0, then the standard deviation)"

// inUnits is how far a sample is moved.
const inUnits = "by $\\gamma$ robust standard deviations" + spread + " of the first score of the clean training samples"

// After M. Hubert, P. J. Rousseeuw, K. Vanden Branden, "ROBPCA: a new approach to robust principal component
// analysis", Technometrics 47, 2005, Section 4.
const afterHubert = " (after Hubert, Rousseeuw, Vanden Branden 2005, Section 4)."

var orthogonal = &Kind{
	Name: "orthogonal", Title: "orthogonal outliers", LevelLabel: ofSamples, Shifts: true, Beyond: true,
	Definition: "A fraction of the training samples moves " + inUnits + ", all along one random direction " +
		"orthogonal to the components that are extracted from these" + afterHubert,
	plant: func(p *planting) error { return p.shift(false, true, false) },
}

var leverage = &Kind{
	Name: "leverage", Title: "good leverage points", LevelLabel: ofSamples, Shifts: true,
	Definition: "A fraction of the training samples moves " + inUnits + " along their first component, " +
		"which leaves the components where they are" + afterHubert,
	plant: func(p *planting) error { return p.shift(true, false, false) },
}

var badLeverage = &Kind{
	Name: "bad-leverage", Title: "bad leverage points", LevelLabel: ofSamples, Shifts: true, Beyond: true,
	Definition: "A fraction of the training samples moves " + inUnits + " along their first component, and as far " +
		"along one random direction orthogonal to the components that are extracted from these" + afterHubert,
	plant: func(p *planting) error { return p.shift(true, true, false) },
}

// After R. A. Maronna, R. H. Zamar, "Robust estimates of location and dispersion for high-dimensional datasets",
// Technometrics 44, 2002.
var scattered = &Kind{
	Name: "scattered", Title: "scattered outliers", LevelLabel: ofSamples, Shifts: true, Beyond: true,
	Definition: "A fraction of the training samples moves " + inUnits + ", each along a random direction of its own, " +
		"orthogonal to the components that are extracted from these (after Maronna and Zamar 2002).",
	plant: func(p *planting) error { return p.shift(false, true, true) },
}

// After P. J. Rousseeuw, W. Van den Bossche, "Detecting deviating data cells", Technometrics 60, 2018.
var cells = &Kind{
	Name: "cells", Title: "outlying cells", LevelLabel: ofCells, Shifts: true,
	Definition: "A fraction of the cells of the training samples becomes the median of the column plus or minus " +
		"$\\gamma$ of its robust standard deviations" + spread + "; a constant column stays (after Rousseeuw and Van " +
		"den Bossche 2018).",
	plant: func(p *planting) error {
		units := p.units()
		var varying []int
		for j, s := range units.Spread {
			if s > 0 {
				varying = append(varying, j)
			}
		}
		p.drawCells(varying)
		for _, c := range p.Cells {
			shift := p.Gamma * units.Spread[c[1]]
			if p.r.Uint64()>>63 == 1 {
				shift = -shift
			}
			p.Samples.Set(c[0], c[1], units.Centre[c[1]]+shift)
		}
		return nil
	},
}

// After N. Locantore, J. S. Marron, D. G. Simpson, N. Tripoli, J. T. Zhang, K. L. Cohen, "Robust principal component
// analysis for functional data", Test 8, 1999.
var heavyTails = &Kind{
	Name: "heavy-tails", Title: "heavy tails", LevelLabel: degrees,
	Definition: "The distance of each training sample from the medians of the columns is divided by " +
		"$\\sqrt{\\chi^2_\\nu/\\nu}$, as of a multivariate t with as many degrees of freedom $\\nu$ as the level " +
		"says (after Locantore et al. 1999).",
	plant: func(p *planting) error {
		centre, square := p.units().Centre, distuv.ChiSquared{K: p.Level, Src: p.r}
		for i := range p.n {
			divisor := math.Sqrt(square.Rand() / p.Level)
			row := p.Samples.RawRowView(i)
			for j, c := range centre {
				row[j] = c + (row[j]-c)/divisor
			}
			p.Rows = append(p.Rows, i)
		}
		return nil
	},
}

var missing = &Kind{
	Name: "missing", Title: "missing cells", LevelLabel: ofCells, Gaps: true,
	Definition: "A fraction of the cells of the training samples goes missing.",
	plant:      lose,
}

var gaps = &Kind{
	Name: "gaps", Title: "missing cells, of test samples too", LevelLabel: ofCells, Gaps: true, InTest: true,
	Definition: "A fraction of the cells of the training samples goes missing, and each cell of the test samples " +
		"with that probability. A residual is that of the cells that are left, by the scores that suit these best, " +
		"which impute the others; classes are found by complete test samples.",
	plant: lose,
}

func lose(p *planting) error {
	p.drawCells(statistics.Indices(p.features))
	for _, c := range p.Cells {
		p.Samples.Set(c[0], c[1], math.NaN())
	}
	return nil
}

// leastSide is the shortest side of a block.
const leastSide = 10

// After N. Kwak, "Principal component analysis based on L1-norm maximization", IEEE PAMI 30(9), 2008.
var block = &Kind{
	Name: "block", Title: "blocks of salt & pepper", LevelLabel: ofSamples, OfImages: true,
	Definition: fmt.Sprintf("A fraction of the training images has a rectangle of random black and white pixels, at "+
		"random, with sides of at least %d pixels (after Kwak 2008).", leastSide),
	plant: func(p *planting) error {
		width, height := p.Image.Width, p.Image.Height
		if min(width, height) < leastSide || width*height != p.features {
			return fmt.Errorf("a block has sides of at least %d pixels, and images are of %d × %d", leastSide, width,
				height)
		}
		p.drawRows()
		for _, row := range p.Rows {
			w, h := leastSide+p.r.IntN(width-leastSide+1), leastSide+p.r.IntN(height-leastSide+1)
			left, top := p.r.IntN(width-w+1), p.r.IntN(height-h+1)
			for y := top; y < top+h; y++ {
				for x := left; x < left+w; x++ {
					p.Samples.Set(row, y*width+x, 255*float64(p.r.Uint64()>>63))
				}
			}
		}
		return nil
	},
}
