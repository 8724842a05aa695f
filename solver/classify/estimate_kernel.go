package classify

func (k *Kernel) canEstimate() bool { return k.estimator() != nil }

func (k *Kernel) centre() []float64 { return nil }

// estimate implements estimator.
func (k *Kernel) estimate(low, high [][]float64, block *images) {
	k.estimator().Bound(low, high, block.pixels, block.norms)
}
