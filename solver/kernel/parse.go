package kernel

import (
	"fmt"
	"strings"
)

// Parse returns the kernel of a canonical name, as String prints it.
func Parse(name string) (Function, error) {
	var f Function
	form, _, _ := strings.Cut(name, "(")
	switch form {
	case "linear":
		f = Linear{}
	case "gaussian":
		var g Gaussian
		if _, err := fmt.Sscanf(name, "gaussian(sigma=%g)", &g.Sigma); err != nil {
			return nil, fmt.Errorf("kernel %q: %w: write it as %s", name, err, Gaussian{2500})
		}
		f = g
	case "polynomial":
		var p Polynomial
		if _, err := fmt.Sscanf(name, "polynomial(degree=%d,scale=%g,offset=%g)", &p.Degree, &p.Scale,
			&p.Offset); err != nil {
			return nil, fmt.Errorf("kernel %q: %w: write it as %s", name, err, Polynomial{2, 1, 1})
		}
		f = p
	default:
		return nil, fmt.Errorf("unknown kernel %q: there are gaussian(sigma=…), "+
			"polynomial(degree=…,scale=…,offset=…) and linear", name)
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
