// Package contamination plants outliers among clean training samples of any kind: whole samples that are moved
// along directions, heavy tails, single cells, and rectangles of images. Its units are those of the clean samples,
// see [Units], so that a study says how far an outlier lies without knowing the data.
//
// All methods share the random numbers of a draw (package noise), so that paired tests can compare them.
package contamination

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/typo"
)

// A Kind is one kind of contamination. It has no state.
type Kind struct {
	// Name is for study files, Title for readers.
	Name  string `yaml:"name"`
	Title string `yaml:"title"`
	// LevelLabel names the level, such as "fraction of the samples".
	LevelLabel string `yaml:"level"`
	// Definition is a sentence with its source, formulas in TeX between dollar signs.
	Definition string `yaml:"definition"`
	// Shifts: the kind takes γ.
	Shifts bool `yaml:"shifts"`
	// Along and Beyond: samples move along the first component, and along directions that are orthogonal to the
	// components; Apart: each along its own.
	Along  bool `yaml:"along"`
	Beyond bool `yaml:"beyond"`
	Apart  bool `yaml:"apart"`
	// OfImages: samples must be images.
	OfImages bool `yaml:"of-images"`
	// Gaps: cells go missing; InTest: of test samples, too.
	Gaps   bool `yaml:"gaps"`
	InTest bool `yaml:"in-test"`

	plant func(*planting) error
}

func Catalogue() []*Kind { return slices.Clone(read()) }

// OfRows reports whether whole rows are outlying, not single cells.
func (k *Kind) OfRows() bool { return !slices.Contains([]string{"cells", "missing", "block"}, k.Name) }

func Find(name string) (*Kind, error) {
	return typo.Find("contamination", name, Catalogue(), func(k *Kind) string { return k.Name })
}

// Validate returns an error for a level outside the range of the kind. Level 0 leaves the samples clean.
func (k *Kind) Validate(level float64) error {
	switch {
	case !k.Fractional() && !(level >= 0 && !math.IsInf(level, 0)):
		return fmt.Errorf("contamination %s: level %g, must be degrees of freedom, or 0 for none", k.Name, level)
	case k.Fractional() && !(level >= 0 && level < 1):
		return fmt.Errorf("contamination %s: level %g, must be a fraction from 0 up to less than 1", k.Name, level)
	}
	return nil
}

func (k *Kind) Fractional() bool { return strings.HasPrefix(k.LevelLabel, "fraction") }

// Detectable reports whether the kind makes outliers of some samples, which can be told from the others.
func (k *Kind) Detectable() bool { return k.Name != "heavy-tails" && !k.Gaps }

// Settings say how much a kind plants, and how far away.
type Settings struct {
	// Level is the fraction of samples, or of cells, or the degrees of freedom of heavy tails.
	Level float64
	// Gamma is the size of a shift in units of the clean samples.
	Gamma float64
	// Components is the number k of clean components that orthogonal outliers are orthogonal to.
	Components int
	// Image is the size of the images that the samples are; zero for others.
	Image dataset.ImageSize
	// Once, unless nil, keeps what is made of the clean samples, and makes it the first time.
	Once func(what string, make func() (any, error)) (any, error)
}

// Planted are samples with their outliers.
type Planted struct {
	// Samples are those given, of which some have been changed. Missing cells are NaN.
	Samples *mat.Dense
	// Rows are the samples that were changed, ascending.
	Rows []int
	// Cells are the row and the column of each changed cell, ascending, where cells are changed one by one.
	Cells [][2]int
}

// Plant returns a copy of clean samples, one a row, of one class if there are classes, with outliers among them. Of
// n samples or cells, it changes the fraction rounded to the nearest whole number, halves up, and at least 1.
func (k *Kind) Plant(ctx context.Context, clean *mat.Dense, s Settings, r *rand.Rand) (Planted, error) {
	if s.Once == nil {
		s.Once = func(_ string, make func() (any, error)) (any, error) { return make() }
	}
	p := &planting{Planted: Planted{Samples: mat.DenseCopyOf(clean)}, Settings: s, ctx: ctx, clean: clean, r: r}
	p.n, p.features = clean.Dims()
	err := k.Validate(s.Level)
	if err == nil && s.Level > 0 && p.n > 0 {
		err = k.plant(p)
	}
	if err != nil {
		return Planted{}, fmt.Errorf("contamination %s: %w", k.Name, err)
	}
	return p.Planted, nil
}

// A planting is the state of one call of Plant.
type planting struct {
	Planted
	Settings
	ctx         context.Context
	clean       *mat.Dense
	r           *rand.Rand
	n, features int
}

// count returns the fraction of n.
func (p *planting) count(n int) int {
	const slack = 1e-9 // 0.29 of 50 is a half, and less in floating point
	return min(n, max(1, int(math.Floor(p.Level*float64(n)+0.5+slack))))
}

// drawRows draws the samples to change.
func (p *planting) drawRows() {
	p.Rows = slices.Sorted(slices.Values(p.r.Perm(p.n)[:p.count(p.n)]))
}

// drawCells draws the cells to change among those of some columns, and notes their rows.
func (p *planting) drawCells(columns []int) {
	all := p.n * len(columns)
	if all == 0 {
		return
	}
	drawn := make([]bool, all)
	for _, at := range p.r.Perm(all)[:p.count(all)] {
		drawn[at] = true
	}
	for row := range p.n {
		before := len(p.Cells)
		for at, j := range columns {
			if drawn[row*len(columns)+at] {
				p.Cells = append(p.Cells, [2]int{row, j})
			}
		}
		if len(p.Cells) > before {
			p.Rows = append(p.Rows, row)
		}
	}
}

// principal returns classical components of the clean samples as orthonormal rows, at most so many and at most as
// many as the rank, and the size of a shift: γ times the spread of the first score.
func (p *planting) principal(most int) (components *mat.Dense, size float64, err error) {
	type principal struct {
		components *mat.Dense
		spread     float64
	}
	made, err := p.Once(fmt.Sprintf("%d components", most), func() (any, error) {
		centred, _ := solver.Centre(p.clean)
		components, err := solver.Principal(p.ctx, centred, most)
		if err != nil {
			return nil, err
		}
		if components.IsEmpty() {
			return nil, fmt.Errorf("the %s are all the same", words.Count(float64(p.n), "sample"))
		}
		for i := range components.RawMatrix().Rows { // the sign of a component is arbitrary: its largest loading decides
			if row := components.RowView(i).(*mat.VecDense); mat.Max(row) < -mat.Min(row) {
				row.ScaleVec(-1, row)
			}
		}
		first := mat.NewVecDense(p.n, nil)
		first.MulVec(centred, components.RowView(0))
		return principal{components, Spread(first.RawVector().Data)}, nil
	})
	if err != nil {
		return nil, 0, err
	}
	of := made.(principal)
	return of.components, p.Gamma * of.spread, nil
}

// units are those of the clean samples.
func (p *planting) units() Units {
	made, _ := p.Once("units", func() (any, error) { return UnitsOf(p.clean), nil })
	return made.(Units)
}

// shift draws rows and moves each of them: by the size of a shift along the first component if along is true, and
// along a random direction orthogonal to the first k components if beyond is true. That direction is uniform in
// the span of the clean samples, the same for all of them unless apart is true.
func (p *planting) shift(along, beyond, apart bool) error {
	most := 1
	if beyond {
		most = min(p.n, p.features)
	}
	components, size, err := p.principal(most)
	if err != nil {
		return err
	}
	rank, _ := components.Dims()
	if beyond && p.Components >= rank {
		return fmt.Errorf("%s have rank %d, so that no direction is orthogonal to their first %s: extract fewer",
			words.Count(float64(p.n), "clean sample"), rank, words.Count(float64(p.Components), "component"))
	}
	p.drawRows()
	move := mat.NewVecDense(p.features, nil)
	for i, row := range p.Rows {
		if i == 0 || apart {
			move.Zero()
			if along {
				move.CopyVec(components.RowView(0))
			}
			if beyond {
				move.AddVec(move, p.direction(components.Slice(p.Components, rank, 0, p.features)))
			}
			move.ScaleVec(size, move)
		}
		to := p.Samples.RowView(row).(*mat.VecDense)
		to.AddVec(to, move)
	}
	return nil
}

// direction draws a unit vector uniformly from the span of orthonormal rows.
func (p *planting) direction(basis mat.Matrix) *mat.VecDense {
	rows, _ := basis.Dims()
	weights := mat.NewVecDense(rows, nil)
	for i := range rows {
		weights.SetVec(i, p.r.NormFloat64())
	}
	weights.ScaleVec(1/mat.Norm(weights, 2), weights)
	var v mat.VecDense
	v.MulVec(basis.T(), weights)
	return &v
}
