package classify

func (k *Kernel) canEstimate() bool { return k.estimator() != nil }

// estimate implements estimator.
func (k *Kernel) estimate(low, high [][]float64, block *images) {
	k.estimator().Bound(low, high, block.pixels, block.norms)
}
