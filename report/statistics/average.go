package statistics

// Average averages values repetition by repetition, since they share their draws of noise. A value with a single
// repetition counts in every repetition. Where the numbers of repetitions differ, the spread is that of the
// repetitions that all have; the mean is always the mean of all means.
func Average(values [][]float64) []float64 {
	if len(values) == 1 {
		return values[0]
	}
	repetitions, total, uneven := 1, 0.0, false
	for _, v := range values {
		if n := len(v); n > 1 && (repetitions == 1 || n < repetitions) {
			repetitions = n
		}
		mean := Mean(v)
		total += mean
	}
	average := make([]float64, repetitions)
	for i := range average {
		sum := 0.0
		for _, v := range values {
			sum += v[min(i, len(v)-1)]
			uneven = uneven || len(v) > repetitions
		}
		average[i] = sum / float64(len(values))
	}
	if uneven {
		mean := Mean(average)
		for i := range average {
			average[i] += total/float64(len(values)) - mean
		}
	}
	return average
}
