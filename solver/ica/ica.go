package ica

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver"
)

// A Contrast returns g(u) and g′(u), with g the derivative of a measure G of non-Gaussianity.
type Contrast func(u float64) (g, slope float64)

// LogCosh is the contrast G(u) = log cosh u, with g(u) = tanh u: good for most signals.
func LogCosh(u float64) (g, slope float64) {
	g = math.Tanh(u)
	return g, 1 - g*g
}

// Gaussian is the contrast G(u) = −exp(−u²/2), with g(u) = u exp(−u²/2): robust, for sources of long tails.
func Gaussian(u float64) (g, slope float64) {
	e := math.Exp(-u * u / 2)
	return u * e, (1 - u*u) * e
}

// Settings steer the iteration.
type Settings struct {
	Contrast Contrast
	// Deflation finds one row after the other, each orthogonal to those before it. Else all are found together
	// and decorrelated symmetrically, W ← (W Wᵀ)^{-1/2} W.
	Deflation bool
	// Tolerance ends the iteration when 1 − |wᵀw′| falls below it for the rows before and after a step.
	Tolerance float64
	// MaxIterations bounds the iterations, of each row with Deflation.
	MaxIterations int
	// Start is the initial W, a square matrix of full rank, in the coordinates of the whitened mixtures.
	Start *mat.Dense
}

// A Separation is the result of Fit.
type Separation struct {
	// Whitening is the symmetric matrix E D^{-1/2} Eᵀ that gives centred mixtures the identity as covariance.
	Whitening *mat.Dense
	// Rotation has the orthonormal rows that turn whitened mixtures into sources.
	Rotation *mat.Dense
	// Components say how the iterations ended: one for each source with Deflation, else one for all.
	Components []solver.Component
}

var errDependent = errors.New("the mixtures depend on each other linearly: give as many independent mixtures as " +
	"there are sources, with more observations than mixtures")

// Fit finds as many sources as there are mixtures, an observation a row and a mixture a column. The error is for
// mixtures that are not finite or linearly dependent, and for the end of the context. It panics for a Start of
// the wrong shape.
func Fit(ctx context.Context, mixtures mat.Matrix, s Settings) (*Separation, error) {
	z, _ := solver.Centre(mixtures)
	observations, signals := z.Dims()
	if rows, columns := s.Start.Dims(); rows != signals || columns != signals {
		panic("ica: start is not a square matrix with a row for each mixture")
	}
	var covariance mat.SymDense
	covariance.SymOuterK(1/float64(observations), z.T())
	whitening, err := inverseRoot(&covariance)
	if err != nil {
		return nil, err
	}
	z.Mul(z, whitening) // symmetric
	f := &fit{Settings: s, ctx: ctx, z: z, w: mat.DenseCopyOf(s.Start)}
	if s.Deflation {
		err = f.deflate()
	} else {
		err = f.symmetric()
	}
	if err != nil {
		return nil, err
	}
	return &Separation{Whitening: whitening, Rotation: f.w, Components: f.components}, nil
}

// Unmixing is the matrix that turns centred mixtures, as columns, into sources of variance 1.
func (s *Separation) Unmixing() *mat.Dense {
	return solver.Product(s.Rotation, s.Whitening)
}

// negligible is the share of the largest eigenvalue below which another is rounding error.
const negligible = 1e-13

func inverseRoot(of *mat.SymDense) (*mat.Dense, error) {
	size := of.SymmetricDim()
	for i := range size {
		if v := of.At(i, i); math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("the variance of mixture %d is %v: mixtures must be finite numbers", i+1, v)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(of, true) {
		return nil, errDependent
	}
	values := eigen.Values(nil) // in ascending order
	if !(values[0] > negligible*values[size-1]) {
		return nil, errDependent
	}
	var vectors, scaled mat.Dense
	eigen.VectorsTo(&vectors)
	scaled.Apply(func(_, j int, v float64) float64 { return v / math.Sqrt(values[j]) }, &vectors)
	return solver.Product(&scaled, vectors.T()), nil
}

type fit struct {
	Settings
	ctx        context.Context
	z          *mat.Dense // whitened mixtures
	w          *mat.Dense // a row for each source
	components []solver.Component
}

// step returns E{z g(wᵀz)} − E{g′(wᵀz)} w for a row w.
func (f *fit) step(w []float64) []float64 {
	n, signals := f.z.Dims()
	next, slopes := make([]float64, signals), 0.0
	for i := range n {
		z := f.z.RawRowView(i)
		u := 0.0
		for j, v := range z {
			u += w[j] * v
		}
		g, slope := f.Contrast(u)
		slopes += slope
		floats.AddScaled(next, g, z)
	}
	for j := range next {
		next[j] = (next[j] - slopes*w[j]) / float64(n)
	}
	return next
}

var errVanished = errors.New("nothing is left of a row")

// iterate takes steps, which return how far they turned a row, until one is below the tolerance.
func (f *fit) iterate(step func() (turned float64, err error)) error {
	c := solver.Component{End: solver.Stopped, Objective: math.NaN()}
	for c.End == solver.Stopped && c.Iterations < f.MaxIterations {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		turned, err := step()
		if err == errVanished {
			c.End = solver.Vanished
			break
		} else if err != nil {
			return err
		}
		c.Iterations, c.Step = c.Iterations+1, turned
		if turned < f.Tolerance {
			c.End = solver.Converged
		}
	}
	f.components = append(f.components, c)
	return nil
}

func (f *fit) symmetric() error {
	if err := decorrelate(f.w); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	signals, _ := f.w.Dims()
	return f.iterate(func() (turned float64, err error) {
		next := mat.NewDense(signals, signals, nil)
		for i := range signals {
			next.SetRow(i, f.step(f.w.RawRowView(i)))
		}
		if err := decorrelate(next); err != nil {
			return 0, err
		}
		for i := range signals {
			turned = max(turned, turn(f.w.RawRowView(i), next.RawRowView(i)))
		}
		f.w = next
		return turned, nil
	})
}

var errStart = errors.New("the rows for the sources depend on each other linearly: start from others")

// decorrelate makes the rows of a square matrix orthonormal, each as close to its old value as the others allow.
func decorrelate(w *mat.Dense) error {
	var gram mat.SymDense
	gram.SymOuterK(1, w)
	root, err := inverseRoot(&gram)
	if err != nil {
		return errStart
	}
	w.Copy(solver.Product(root, w))
	return nil
}

func (f *fit) deflate() error {
	signals, _ := f.w.Dims()
	for i := range signals {
		w := f.w.RawRowView(i)
		if !f.orthonormal(w, 0) { // to the rows before it, it becomes so by the first step
			return fmt.Errorf("start: %w", errStart)
		}
		err := f.iterate(func() (turned float64, err error) {
			next := f.step(w)
			if !f.orthonormal(next, i) {
				return 0, errVanished
			}
			turned = turn(w, next)
			copy(w, next)
			return turned, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// orthonormal removes the rows before row i from w, twice for rounding, and reports whether anything is left.
func (f *fit) orthonormal(w []float64, i int) bool {
	whole := mat.NewVecDense(len(w), w)
	length := mat.Norm(whole, 2)
	for range 2 {
		for j := range i {
			before := f.w.RowView(j)
			whole.AddScaledVec(whole, -mat.Dot(whole, before), before)
		}
	}
	left := mat.Norm(whole, 2)
	whole.ScaleVec(1/left, whole)
	return left > negligible*length
}

// turn is how far a unit row has turned, whatever its sign: 1 − |wᵀw′|.
func turn(w, next []float64) float64 {
	return math.Abs(math.Abs(mat.Dot(mat.NewVecDense(len(w), w), mat.NewVecDense(len(next), next))) - 1)
}
