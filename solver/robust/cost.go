package robust

// Constants were fitted to times measured on the processor that package solver names.

// passes is the time of medians and projections, so much for each coordinate of a sample.
func passes(n, d, _ float64) float64 { return 150 * n * min(n, d) }

// Concentration in the subspace is what takes time with few coordinates.
func robpcaTime(n, d, k float64) float64 { return passes(n, d, k) + concentration(n, k) }

func mcdTime(n, d, k float64) float64 { return passes(n, d, k) + concentration(n, min(n, d)) }

// concentration is the time of the steps of FAST-MCD, a thousand on at most 600 samples.
func concentration(n, d float64) float64 { return 1000 * (4000 + min(n, 600)*d*(8+0.05*d)) }

// Medcouples along the directions, and the normals to find these, take what medians do many times over.
func skewedTime(n, d, k float64) float64 {
	return passes(n, d, k) + directionsMost*(1000*n+2000*k*k*k)
}

// detmcdTime is that of Qn of all features and pairs of them, and along six sets of directions.
func detmcdTime(n, d, k float64) float64 { return 500 * n * min(n, d) * (8 + min(n, d)) }

// macropcaTime is that of the correlations of features, and of the locations and scales along directions.
func macropcaTime(n, d, _ float64) float64 {
	return n * (40*min(d*d/2, mostNeighbours*d) + directionsMost*(60+0.1*d))
}

func gridTime(n, d, k float64) float64 { return 2 * k * passes(n, d, k) }

func r1Time(n, d, k float64) float64 { return (1 + k) * passes(n, d, k) }

// With no more samples than features, an iteration has a matrix of all samples to decompose or to invert.

func tylerTime(n, d, k float64) float64 {
	if n <= d {
		return 2.5 * n * passes(n, d, k)
	}
	return 2 * passes(n, d, k)
}

func fmsTime(n, d, k float64) float64 {
	if n <= d {
		return n * passes(n, d, k)
	}
	return (1 + k) * passes(n, d, k)
}
