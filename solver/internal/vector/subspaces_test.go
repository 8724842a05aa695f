package vector

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Squared lengths are within their bound, for values as large as the sums allow and for selected samples.
func TestSquaredLengths(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(12, 6))
		for _, shape := range integerShapes {
			m, n, depth := shape[0], shape[1], shape[2]
			a := pixels(m, depth, r)
			p := newPixels(t, a)
			selected := r.Perm(m)[:(m+1)/2]
			ends := []int{n / 3, n / 3, n}
			for bits := QuickBits(); bits <= 16; bits += 8 {
				values, starts, scales := make([]int16, n*depth), make([]int32, n), make([]float32, n)
				for i := range values {
					half := 1 << (bits - 1)
					values[i] = int16(max(-half, min(half-1, (r.IntN(2*half)-half)*256/max(depth, 256))))
				}
				values[0] = -1 << (bits - 1)
				for i := range starts {
					starts[i], scales[i] = int32(r.IntN(1<<30)-1<<29), r.Float32()
				}
				s := PackSubspaces(values, bits, depth, starts, scales, ends)
				whole, stride := s.SquaredLengths(nil, p)
				some, narrow := s.SquaredLengths(make([]float32, 3*(m+16)), p.Select(selected))
				for i := range m {
					first := 0
					for subspace, end := range ends {
						want := 0.0
						for j := first; j < end; j++ {
							z := float64(starts[j])
							for k, v := range values[j*depth:][:depth] {
								z += float64(v) * a.Row(i)[k]
							}
							z *= float64(scales[j])
							want += z * z
						}
						got := []float32{whole[subspace*stride+i]}
						for at, row := range selected {
							if row == i {
								got = append(got, some[subspace*narrow+at])
							}
						}
						for _, got := range got {
							if !(math.Abs(float64(got)-want) <= SquareError(end-first)*want) {
								t.Fatalf("%d bits, %s: sample %d, subspace %d: %g, want %g", bits, fmt.Sprint(shape), i, subspace, got, want)
							}
						}
						first = end
					}
				}
			}
		}
	})
}
