package vector

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestTranspose(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for rows := 1; rows < 14; rows++ {
			for cols := 1; cols < 14; cols++ {
				r := rand.New(rand.NewPCG(uint64(rows), uint64(cols)))
				src := guardMatrix(rows, cols, rows%4, cols%4, r)
				dst := guardMatrix(cols, rows, cols%4, rows%4, r)
				current().transpose(dst.Data, dst.Stride, src.Data, src.Stride, rows, cols)
				sameBits(t, fmt.Sprintf("transpose of %d×%d", rows, cols), dst.Matrix, transposed(src.Matrix))
				dst.check(t, "dst")
				src.check(t, "src")
			}
		}
	})
}
