package kernel

import (
	"fmt"
	"strings"
)

// Parse returns the kernel of a canonical name, as String prints it.
func Parse(name string) (Function, error) {
	var f Function
	var err error
	switch {
	case name == Linear{}.String():
		return Linear{}, nil
	case strings.HasPrefix(name, "gaussian"):
		var g Gaussian
		_, err = fmt.Sscanf(name, "gaussian(sigma=%g)", &g.Sigma)
		f = g
	case strings.HasPrefix(name, "polynomial"):
		var p Polynomial
		_, err = fmt.Sscanf(name, "polynomial(degree=%d,scale=%g,offset=%g)", &p.Degree, &p.Scale, &p.Offset)
		f = p
	default:
		return nil, fmt.Errorf("unknown kernel %q: there are gaussian(sigma=…), polynomial(degree=…,scale=…,offset=…) and linear", name)
	}
	if err != nil || f.String() != name {
		return nil, fmt.Errorf("kernel %q: cannot be read as %s", name, f)
	}
	return f, Validate(f)
}
