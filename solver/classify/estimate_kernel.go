package classify

func (k *Kernel) canEstimate() bool { return k.estimator() != nil }

// estimate implements estimator.
func (k *Kernel) estimate(squares, bounds [][]float64, block *images) {
	k.estimator().SquaredErrors(squares, bounds, block.pixels, block.norms)
}
