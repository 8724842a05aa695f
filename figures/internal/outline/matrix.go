// Package outline holds what the PDF and SVG canvases share: the graphics state, and paths of gonum/plot as
// moves, lines and cubic Bézier curves in the coordinates of the page.
package outline

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// A Matrix is the affine map
//
//	x' = A x + C y + E
//	y' = B x + D y + F
//
// with the coefficients in the order of PDF (ISO 32000-1, 8.3.4) and SVG.
type Matrix struct{ A, B, C, D, E, F float64 }

// Translation returns the map that moves by (x, y).
func Translation(x, y float64) Matrix { return Matrix{1, 0, 0, 1, x, y} }

// Scaling returns the map that stretches by x and y.
func Scaling(x, y float64) Matrix { return Matrix{x, 0, 0, y, 0, 0} }

// Rotation returns the map that turns about the origin, counter-clockwise if y points upwards.
func Rotation(radians float64) Matrix {
	sin, cos := math.Sincos(radians)
	return Matrix{cos, sin, -sin, cos, 0, 0}
}

// Then returns the map that applies m first and n to its result.
func (m Matrix) Then(n Matrix) Matrix {
	return Matrix{
		A: m.A*n.A + m.B*n.C, B: m.A*n.B + m.B*n.D,
		C: m.C*n.A + m.D*n.C, D: m.C*n.B + m.D*n.D,
		E: m.E*n.A + m.F*n.C + n.E, F: m.E*n.B + m.F*n.D + n.F,
	}
}

// Apply returns the image of pt.
func (m Matrix) Apply(pt vg.Point) vg.Point {
	x, y := pt.X.Points(), pt.Y.Points()
	return vg.Point{
		X: vg.Points(m.A*x + m.C*y + m.E),
		Y: vg.Points(m.B*x + m.D*y + m.F),
	}
}

// Scale returns the geometric mean of the factors by which m scales lengths.
func (m Matrix) Scale() float64 { return math.Sqrt(math.Abs(m.A*m.D - m.B*m.C)) }

// Coefficients returns A to F in order.
func (m Matrix) Coefficients() []float64 { return []float64{m.A, m.B, m.C, m.D, m.E, m.F} }
