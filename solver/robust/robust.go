// Package robust finds principal components that a minority of outlying samples does not decide, and says how far
// each sample lies from them.
//
// A [Method] turns samples into a [Fit]: a centre, orthonormal loadings and robust variances of the scores. The
// score distance and the orthogonal distance of a sample to a Fit ([Fit.Distances]), with their cut-offs
// ([Fit.CutOffs]), are those of M. Hubert, P. J. Rousseeuw, K. Vanden Branden, "ROBPCA: a new approach to robust
// principal component analysis", Technometrics 47, 2005, section 3. [Describe] makes a Fit of the centre and
// loadings of any other method.
//
// All methods are equivariant under shifts and scaling of all features by one factor, and all but grid, detmcd and
// macropca under orthogonal maps, up to rounding and to the draws of random samples. The comment of each says what is
// known of its breakdown: the share of samples that, placed anywhere, can carry the components away. Where more samples
// than features are missing, methods work in an orthonormal basis of what varies.
//
// Results depend on samples, method, Components and Seed alone: not on the number of workers.
package robust

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/typo"
)

// ErrNotApplicable is wrapped by the error of a method that cannot take samples of such a shape.
var ErrNotApplicable = errors.New("not applicable")

// A Method finds components that a minority of outlying samples does not decide. Methods are comparable by ==.
type Method struct {
	*family
	alpha float64
}

// A family is an algorithm, which finds a fit in the coordinates of a problem. Families with a parameter have a default
// of alpha, others 0.
type family struct {
	name string
	// Source cites the publication that the method is from.
	Source string
	alpha  float64
	fit    func(p *problem) (*Fit, error)
	// cellwise finds a fit by the features themselves, of samples with missing cells if Gaps says so.
	cellwise func(ctx context.Context, samples *mat.Dense, alpha float64, s Settings) (*Fit, error)
	// Gaps says that missing cells, which are NaN, may be among the samples.
	Gaps bool
	// version is that of the results where these changed alone, else 0.
	version int
	// Nanoseconds estimates the time of a fit on one processor, once the samples are reduced. It is good to a factor of
	// a few between 30 and 20,000 samples.
	Nanoseconds func(samples, features, components float64) float64
}

func families() []*family {
	return []*family{&spherical, &robpca, &skewed, &grid, &mcd, &detmcd, &tyler, &r1, &fms, &macropca}
}

// Methods returns the names of all methods with their defaults, in the order of lists.
func Methods() []string {
	var names []string
	for _, f := range families() {
		names = append(names, f.name)
	}
	return names
}

// Parse returns the method of a name: one of [Methods], and for those of robpca and mcd, alpha, as in "robpca
// alpha=0.5" or "robpca skew alpha=0.5".
func Parse(name string) (Method, error) {
	word, parameter, given := strings.Cut(strings.TrimSpace(name), " ")
	if option, rest, more := strings.Cut(strings.TrimSpace(parameter), " "); word+" "+option == skewed.name {
		word, parameter, given = skewed.name, rest, more
	}
	f, err := typo.Find("robust method", word, families(), func(f *family) string { return f.name })
	switch {
	case err != nil:
		return Method{}, err
	case !given:
		return Method{f, f.alpha}, nil
	case f.alpha == 0:
		return Method{}, fmt.Errorf("robust method %q: %s takes no parameter", name, word)
	}
	value, found := strings.CutPrefix(strings.TrimSpace(parameter), "alpha=")
	alpha, err := strconv.ParseFloat(value, 64)
	if !found || err != nil || !(alpha >= 0.5 && alpha <= 1) {
		skew := ""
		if word == robpca.name {
			skew = ", or " + skewed.name
		}
		return Method{}, fmt.Errorf("robust method %q: write %s alpha=0.5, with a number from 0.5 to 1%s", name, word,
			skew)
	}
	return Method{f, alpha}, nil
}

// Name is the canonical name, which Parse reads, without a parameter that has its default: "robpca" or "robpca
// alpha=0.5".
func (m Method) Name() string {
	if m.alpha == m.family.alpha {
		return m.family.name
	}
	return m.family.name + " alpha=" + strconv.FormatFloat(m.alpha, 'g', -1, 64)
}

// String is the Name.
func (m Method) String() string { return m.Name() }

// Alpha is the share of samples that decide, 0 for a method without.
func (m Method) Alpha() float64 { return m.alpha }

// commonVersion goes up when results of all methods change, and the version of a family when its results do.
const commonVersion = 3

// Version goes up when results of the method change.
func (m Method) Version() int { return cmp.Or(m.family.version, commonVersion) }

// Settings steer a fit.
type Settings struct {
	// Components is the number of components to find. Samples of lower rank have fewer. With 0, the method chooses:
	// as many as have 80% of the variance, at most 10, and none after the first whose variance is no more than a
	// thousandth of the largest (Hubert et al. 2005, section 3); r1 and fms take the number that spherical has.
	Components int
	// Seed decides all random draws.
	Seed uint64
	// Workers bounds the goroutines; the default is 1. It changes no bit of the result.
	Workers int
}

// A Fit is a centre and components.
type Fit struct {
	// Centre has a value for each feature.
	Centre []float64
	// Loadings holds one component a row, orthonormal, components × features, in the order of descending
	// Eigenvalues, but those of spherical. The largest absolute loading of each is positive.
	Loadings *mat.Dense
	// Eigenvalues are robust variances of the scores: squared MADs, or for robpca and mcd those of the MCD.
	Eigenvalues []float64
	// Spectrum has the eigenvalues by which the number of components was, or would have been, chosen, at least those of
	// the fit, and Total the sum of these and of further ones. A method may refine eigenvalues afterwards.
	Spectrum []float64
	Total    float64
	// Classical says that centre and eigenvalues are the mean and classical variances, as the cut-off of the
	// orthogonal distances then is classical too.
	Classical bool
	// Skew measures score distances in place of the Eigenvalues; nil for all methods but robpca skew.
	Skew *Skew
	// Iterations is their number in the last iteration of the method, and Converged says whether it ended by its
	// own criterion, not by the limit.
	Iterations int
	Converged  bool
	// Flagged are the outlying cells of the samples, for methods that find some.
	Flagged []Cell
}

// The squares of values must neither overflow nor underflow. LargestScale is the largest value that a fit takes.
const (
	smallestScale = 1e-100
	LargestScale  = 1e100
)

// Fit finds components of the samples, one a row. It wraps [ErrNotApplicable] where the method cannot take samples
// of this shape. Other errors are for samples that are not finite, that are out of scale, or that are all equal, and
// for the end of the context. Missing cells, NaN, are for methods with Gaps.
func (m Method) Fit(ctx context.Context, samples *mat.Dense, s Settings) (*Fit, error) {
	if samples == nil || samples.IsEmpty() {
		return nil, errors.New("robust: no samples")
	}
	if s.Components < 0 {
		return nil, fmt.Errorf("robust: %d components asked for: give a number, or 0 to have it chosen", s.Components)
	}
	if m.cellwise != nil {
		fit, err := m.cellwise(ctx, samples, m.alpha, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name(), err)
		}
		return fit, nil
	}
	if err := vector.Of(samples).CheckScale(smallestScale, LargestScale); err != nil {
		return nil, fmt.Errorf("robust: %w", err)
	}
	x, basis := reduce(samples, max(s.Workers, 1))
	rows, features := samples.Dims()
	if x.Cols == 0 {
		return nil, fmt.Errorf("robust: all %d samples are equal: there is no direction to find", rows)
	}
	p := &problem{ctx: ctx, x: x, features: features, components: min(s.Components, x.Cols),
		alpha: m.alpha, workers: max(s.Workers, 1), random: rand.New(rand.NewPCG(s.Seed, 1))}
	fit, err := m.family.fit(p)
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name(), err)
	}
	fit.Spectrum, fit.Total = p.spectrum, p.total
	fit.Centre, fit.Loadings = basis.point(fit.Centre), basis.lift(vector.Of(fit.Loadings)).Dense()
	fit.orient()
	return fit, nil
}

// A problem is the samples in coordinates, and what is asked of them.
type problem struct {
	ctx        context.Context
	x          vector.Matrix // samples × rank
	features   int           // before the change of coordinates
	components int           // 0 if to be chosen
	alpha      float64       // 0 for a method without
	workers    int
	random     *rand.Rand

	spectrum []float64 // by which components were counted, and the sum of these and of further eigenvalues
	total    float64

	memory struct{ turned, scores, squares, sorted []float64 } // of steps that are taken often
}

const (
	// chosenMost is the largest number of components that is chosen, k_max of Hubert et al. 2005.
	chosenMost = 10
	// A chosen component has more than the share chosenLeast of the largest eigenvalue, and those before it have
	// less than the share chosenVariance of the variance.
	chosenLeast    = 1e-3
	chosenVariance = 0.8
)

// most is the number of components that are found before a number is chosen.
func (p *problem) most() int { return min(max(p.components, chosenMost), p.x.Cols) }

// count is the number of components: the one asked for, or the one chosen by eigenvalues, which descend, of which
// the sum total may have further ones. Components without variance do not count.
func (p *problem) count(eigenvalues []float64, total float64) int {
	const rounding = 1e-13
	p.spectrum, p.total = slices.Clone(eigenvalues), total
	positive := 1
	for positive < len(eigenvalues) && eigenvalues[positive] > rounding*eigenvalues[0] {
		positive++
	}
	if p.components > 0 {
		return min(p.components, positive)
	}
	sum := 0.0
	for i, value := range eigenvalues[:positive] {
		sum += value
		if value <= chosenLeast*eigenvalues[0] || sum >= chosenVariance*total || i+1 == chosenMost {
			return i + 1
		}
	}
	return positive
}

// describe is Describe in the coordinates of the problem.
func (p *problem) describe(centre []float64, loadings vector.Matrix) *Fit {
	fit := &Fit{Centre: centre, Loadings: loadings.Dense(), Converged: true}
	scores := p.scores(centre, loadings)
	for j := range scores.Rows {
		fit.Eigenvalues = append(fit.Eigenvalues, square(MAD(scores.Row(j))))
	}
	return fit
}

// leading returns the components of a fit with the largest eigenvalues, as many as asked for or chosen.
func (p *problem) leading(f *Fit) *Fit {
	f.sort()
	total := 0.0
	for _, v := range f.Eigenvalues {
		total += v
	}
	count := p.count(f.Eigenvalues, total)
	f.Eigenvalues = f.Eigenvalues[:count]
	f.Loadings = f.Loadings.Slice(0, count, 0, p.x.Cols).(*mat.Dense)
	return f
}

// scores returns the scores on each component, those on one a row.
func (p *problem) scores(centre []float64, loadings vector.Matrix) vector.Matrix {
	scores := vector.NewMatrix(loadings.Rows, p.x.Rows)
	vector.MulTransposedParallel(scores, loadings, p.x, p.workers)
	for j := range scores.Rows {
		floats.AddConst(-vector.Dot(loadings.Row(j), centre), scores.Row(j))
	}
	return scores
}

// turned are the scores on the components of a fit, samples × components.
func (p *problem) turned(f *Fit) vector.Matrix {
	scores := p.scores(f.Centre, vector.Of(f.Loadings))
	turned := vector.NewMatrix(scores.Cols, scores.Rows)
	vector.Transpose(turned, scores)
	return turned
}

// sort orders components by their eigenvalues.
func (f *Fit) sort() {
	order := make([]int, len(f.Eigenvalues))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(f.Eigenvalues[j], f.Eigenvalues[i]) })
	_, columns := f.Loadings.Dims()
	loadings, values := mat.NewDense(len(order), columns, nil), make([]float64, len(order))
	for to, from := range order {
		loadings.SetRow(to, f.Loadings.RawRowView(from))
		values[to] = f.Eigenvalues[from]
	}
	f.Loadings, f.Eigenvalues = loadings, values
}

// orient makes the largest absolute loading of each component positive.
func (f *Fit) orient() {
	for i := range f.Eigenvalues {
		row := f.Loadings.RawRowView(i)
		largest := 0.0
		for _, v := range row {
			if math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		if largest < 0 {
			floats.Scale(-1, row)
			if f.Skew != nil {
				for _, direction := range f.Skew.Directions {
					direction[i] = -direction[i]
				}
			}
		}
	}
}

func square(v float64) float64 { return v * v }
