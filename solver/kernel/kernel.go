// Package kernel computes kernel functions and kernel matrices, centred in feature space, and projects new
// samples on directions of it. A kernel K(x, y) = Φ(x)ᵀΦ(y) is an inner product in a feature space; Φ is never
// computed (Battaglino 2019, equation 1.6).
package kernel

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpca/solver/internal/vector"
)

// A Function is a kernel: symmetric and positive semidefinite.
type Function interface {
	// String is the canonical name, such as "gaussian(sigma=2500)", which identifies it in stored results.
	String() string
	// Formula is the kernel in TeX for readers, and its parameters, empty where the formula has their values.
	Formula() (law, parameters string)
	// products replaces inner products xᵢᵀyⱼ in dst by K(xᵢ, yⱼ), given the squared norms.
	products(dst vector.Matrix, x, y []float64)
	// self is K(x, x) of a sample with the given squared norm.
	self(squaredNorm float64) float64
	validate() error
}

// Gaussian is exp(−‖x−y‖²/σ²) (Battaglino 2019, Section 3.3), with σ², not 2σ².
type Gaussian struct {
	Sigma float64 // in the unit of the samples, positive
}

func (g Gaussian) String() string { return fmt.Sprintf("gaussian(sigma=%g)", g.Sigma) }

// Formula has σ as a letter, as every data set may have its own.
func (g Gaussian) Formula() (law, parameters string) {
	return `\exp(-\lVert x - y\rVert^2/\sigma^2)`, `\sigma = ` + strconv.FormatFloat(g.Sigma, 'f', -1, 64)
}

func (g Gaussian) products(dst vector.Matrix, x, y []float64) {
	// Finite, as equal samples would be 0·∞ for the narrowest widths.
	scale := min(1/(g.Sigma*g.Sigma), math.MaxFloat64)
	for i := range dst.Rows {
		r := dst.Data[i*dst.Stride:][:dst.Cols]
		for j, xy := range r {
			r[j] = x[i] + y[j] - 2*xy
		}
		vector.ExpNegScaled(r, r, scale)
	}
}

func (Gaussian) self(float64) float64 { return 1 }

func (g Gaussian) validate() error {
	if !positive(g.Sigma) {
		return fmt.Errorf("kernel: %s: sigma must be positive and finite", g)
	}
	return nil
}

// Linear is xᵀy, with which kernel GPCA is GPCA.
type Linear struct{}

func (Linear) String() string                               { return "linear" }
func (Linear) Formula() (law, parameters string)            { return `x^\top y`, "" }
func (Linear) products(vector.Matrix, []float64, []float64) {}
func (Linear) self(squaredNorm float64) float64             { return squaredNorm }
func (Linear) validate() error                              { return nil }

// Polynomial is (scale·xᵀy + offset)^degree.
type Polynomial struct {
	Degree int     // at least 1
	Scale  float64 // positive
	Offset float64 // not negative, so that the kernel is positive semidefinite
}

func (p Polynomial) String() string {
	return fmt.Sprintf("polynomial(degree=%d,scale=%g,offset=%g)", p.Degree, p.Scale, p.Offset)
}

// Formula leaves out a scale, an offset and a degree without effect.
func (p Polynomial) Formula() (law, parameters string) {
	law = `x^\top y`
	if p.Scale != 1 {
		law = strconv.FormatFloat(p.Scale, 'f', -1, 64) + " " + law
	}
	if p.Offset != 0 {
		law += " + " + strconv.FormatFloat(p.Offset, 'f', -1, 64)
	}
	if p.Degree != 1 {
		law = fmt.Sprintf("(%s)^{%d}", law, p.Degree)
	}
	return law, ""
}

func (p Polynomial) products(dst vector.Matrix, _, _ []float64) {
	for i := range dst.Rows {
		r := dst.Data[i*dst.Stride:][:dst.Cols]
		for j, xy := range r {
			r[j] = p.self(xy)
		}
	}
}

func (p Polynomial) self(product float64) float64 {
	value := 1.0
	power := p.Scale*product + p.Offset
	for degree := p.Degree; degree > 0; degree /= 2 {
		if degree%2 == 1 {
			value *= power
		}
		power *= power
	}
	return value
}

func (p Polynomial) validate() error {
	if p.Degree < 1 || !positive(p.Scale) || p.Offset != 0 && !positive(p.Offset) {
		return fmt.Errorf("kernel: %s: needs degree ≥ 1, scale > 0, offset ≥ 0, all finite", p)
	}
	return nil
}

func positive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// Validate returns an error when a parameter of f is out of its range.
func Validate(f Function) error {
	if f == nil {
		return errors.New("kernel: no kernel function")
	}
	return f.validate()
}

// Parse returns the kernel of a canonical name, as String prints it.
func Parse(name string) (Function, error) {
	var f, example Function
	var err error
	switch form, _, _ := strings.Cut(name, "("); form {
	case "linear":
		f = Linear{}
	case "gaussian":
		var g Gaussian
		_, err = fmt.Sscanf(name, "gaussian(sigma=%g)", &g.Sigma)
		f, example = g, Gaussian{2500}
	case "polynomial":
		var p Polynomial
		_, err = fmt.Sscanf(name, "polynomial(degree=%d,scale=%g,offset=%g)", &p.Degree, &p.Scale, &p.Offset)
		f, example = p, Polynomial{2, 1, 1}
	default:
		return nil, fmt.Errorf("unknown kernel %q: there are gaussian(sigma=…), "+
			"polynomial(degree=…,scale=…,offset=…) and linear", name)
	}
	if err != nil {
		return nil, fmt.Errorf("kernel %q: %w: write it as %s", name, err, example)
	}
	// Names identify kernels in stored results: one kernel has one name.
	if f.String() != name {
		return nil, fmt.Errorf("kernel %q: write it as %s", name, f)
	}
	if err := f.validate(); err != nil {
		return nil, err
	}
	return f, nil
}
