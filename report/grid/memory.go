package grid

import (
	"context"
	"fmt"

	"golang.org/x/sync/semaphore"
	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
)

const float = 8 // bytes

// fitBytes estimates the bytes that training on some samples takes at its peak.
// In feature space that is the kernel matrix, whose size grows with the square of
// the number of samples, and once more as much where samples that repeat ask for
// a weighted one (see solver.KernelGPCA); else, it is the samples themselves.
func fitBytes(kernel bool, samples, features, methods, components int) int64 {
	values := 2*int64(samples)*int64(features) + 4*int64(methods)*int64(components)*int64(max(samples, features))
	if kernel {
		values += 2 * int64(samples) * int64(samples)
	}
	return float * values
}

// A room is the memory that training, and after it testing, may take. Whoever needs some waits until it
// is there; in the meantime, others go on and free it.
type room struct {
	size  int64 // 0: no bound
	taken *semaphore.Weighted
}

// newRoom returns what data leave of the memory.
func newRoom(memory int64, set *dataset.Set) *room {
	if memory <= 0 {
		return &room{}
	}
	rows, columns := set.Samples.Dims()
	size := max(memory-float*int64(rows)*int64(columns), 1)
	return &room{size: size, taken: semaphore.NewWeighted(size)}
}

// take waits for memory and returns the function that gives it back. It returns
// an error when there will never be enough, and when the context ends.
func (r *room) take(ctx context.Context, bytes int64) (free func(), err error) {
	if r.size == 0 {
		return func() {}, nil
	}
	if bytes > r.size {
		const mebibyte = 1 << 20
		return nil, fmt.Errorf("they take %d MiB of memory and may take %d MiB: allow more with --memory", (bytes+mebibyte-1)/mebibyte, r.size/mebibyte)
	}
	if err := r.taken.Acquire(ctx, bytes); err != nil {
		return nil, err
	}
	return func() { r.taken.Release(bytes) }, nil
}

// fit trains on the samples as soon as there is memory for it.
func (j *job) fit(ctx context.Context, t training, samples *mat.Dense) (*fitted, error) {
	rows, columns := samples.Dims()
	free, err := j.room.take(ctx, fitBytes(t.kernel != nil, rows, columns, len(t.scores), t.settings.Components))
	if err != nil {
		return nil, fmt.Errorf("%d samples: %w", rows, err)
	}
	defer free()
	return t.fit(ctx, samples)
}
