package exhibit

import "gpca/report/exhibit/derive"

// Angle is the measure of how far a subspace is from that which is wanted. LostAngle, in degrees, is half way to an
// orthogonal one.
const (
	Angle     = derive.Angle
	LostAngle = derive.LostAngle
)

// Lost counts the angles at which a subspace is lost.
func Lost(angles []float64) int { return derive.Lost(angles) }
