package kernel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/pages"
)

// A Matrix is the centred kernel matrix of the distinct training samples, each weighted by how often it occurs.
type Matrix struct {
	Function Function
	// Values is K centred in feature space (Battaglino 2019, 1.8), distinct samples × distinct samples; nil after
	// Release.
	Values *mat.Dense
	// Weights counts how often each distinct sample occurs; Total is their sum.
	Weights []float64
	Total   float64

	// The distinct samples, one a row.
	samples func() vector.Matrix
	// Both operands of a product of the samples where they are whole numbers from 0 to 255, else nil.
	images  *vector.Pixels
	pixels  *vector.Words
	norms   []float64 // squared, of the samples
	centred bool
	means   []float64 // of the columns of K before centring, 0 when not centred
	mean    float64   // of all of K before centring, 0 when not centred
}

// Size is the number of distinct training samples.
func (m *Matrix) Size() int { return len(m.Weights) }

// NewMatrix computes the kernel matrix of samples, one a row, and centres it if asked. Workers bounds the
// goroutines. The error is for a parameter out of its range, for no samples, for a sample or kernel value that is
// not finite, and for samples so small that their squares underflow. The samples must not be modified while the
// matrix is in use.
func NewMatrix(f Function, samples *mat.Dense, centre bool, workers int) (*Matrix, error) {
	if err := Validate(f); err != nil {
		return nil, err
	}
	if samples == nil || samples.IsEmpty() {
		return nil, errors.New("kernel: no samples")
	}
	if err := vector.Of(samples).CheckScale(smallestScale, math.MaxFloat64); err != nil {
		return nil, fmt.Errorf("kernel: %w", err)
	}
	m := &Matrix{Function: f, centred: centre}
	var x vector.Matrix
	x, m.Weights = distinct(samples)
	rows := x.Rows
	m.Total = floats.Sum(m.Weights)
	m.samples = func() vector.Matrix { return x }
	if m.images = vector.NewPixels(x); m.images != nil {
		m.pixels = vector.PackBytes(m.images)
		// This needs an eighth of the memory, unless new samples are no pixels.
		m.samples = sync.OnceValue(m.images.Values)
	}
	k := undefined(rows)
	m.fill(k, x, max(workers, 1))
	for i, norm := range m.norms {
		// Off the diagonal, kernel values are no larger.
		if v := k.Data[i*k.Stride+i]; math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("kernel: %s is %g for a sample of length %g: scale the samples down", f, v,
				math.Sqrt(norm))
		}
	}
	m.means = make([]float64, rows)
	if centre {
		m.centre(k)
	}
	m.Values = mat.NewDense(rows, rows, k.Data)
	return m, nil
}

var released sync.Pool // of *[]float64

// undefined returns a square matrix of undefined values. It does not take the memory of a much larger one.
func undefined(size int) vector.Matrix {
	n := size * size
	memory, ok := released.Get().(*[]float64)
	if !ok || len(*memory) < n || len(*memory) > 2*n {
		values := pages.Make(n + n/4) // room for a somewhat larger matrix
		memory = &values
	}
	return vector.Matrix{Rows: size, Cols: size, Stride: size, Data: (*memory)[:n]}
}

// Release frees the memory of the Values, which must not be used any more.
func (m *Matrix) Release() {
	if m.Values != nil {
		memory := m.Values.RawMatrix().Data
		memory = memory[:cap(memory)]
		released.Put(&memory)
		m.Values = nil
	}
}

func (m *Matrix) fill(k, x vector.Matrix, workers int) {
	if m.pixels != nil {
		m.norms = x.SquaredNorms() // exact, as the products are
		memory := make([]int32, projectRows*m.Size())
		for first := 0; first < m.Size(); first += projectRows {
			rows := min(projectRows, m.Size()-first)
			among := m.pixels.First(first + rows)
			values := k.View(first, 0, rows, among.Rows()) // with the columns up to the diagonal at least
			multiplyPixels(values, among, m.images.View(first, rows), &memory)
			m.Function.products(values, m.norms[first:][:rows], m.norms)
			vector.Transpose(k.View(0, first, first, values.Rows), values.View(0, 0, values.Rows, first))
		}
		return
	}
	vector.GramLower(k, x, workers)
	// Squared norms from the products make the distance of a sample to itself exactly 0.
	m.norms = make([]float64, k.Rows)
	for i := range m.norms {
		m.norms[i] = k.Row(i)[i]
	}
	m.Function.products(k, m.norms, m.norms)
}

// multiplyPixels sets values to the inner products of y with training samples, in integers, which is exact.
func multiplyPixels(values vector.Matrix, x *vector.Words, y *vector.Pixels, memory *[]int32) {
	products := vector.IntegersIn(memory, values.Rows, values.Cols)
	x.MulTransposed(products, y)
	for i := range values.Rows {
		to := values.Row(i)
		for j, v := range products.Row(i) {
			to[j] = float64(v)
		}
	}
}

// SquaredLengths returns the squared length in feature space of each direction of a Projector, Σ_ij r_i K_ij r_j with
// r_i = weight_i b_i. It needs the Values of m. It returns nil without directions, and where the training samples
// are no pixels, as then there is no Estimator.
func (m *Matrix) SquaredLengths(coefficients *mat.Dense) []float64 {
	if coefficients.IsEmpty() || m.pixels == nil {
		return nil
	}
	r := vector.Of(mat.DenseCopyOf(coefficients))
	products := vector.NewMatrix(r.Rows, r.Cols)
	for i := range r.Rows {
		floats.Mul(r.Row(i), m.Weights)
	}
	vector.MulSymmetric(products, r, vector.Of(m.Values))
	squares := make([]float64, r.Rows)
	for i := range squares {
		squares[i] = vector.Dot(r.Row(i), products.Row(i))
	}
	return squares
}

func (m *Matrix) centre(k vector.Matrix) {
	for i := range k.Rows {
		m.means[i] = vector.Dot(k.Data[i*k.Stride:][:k.Cols], m.Weights) / m.Total
	}
	m.mean = vector.Dot(m.means, m.Weights) / m.Total
	for i := range k.Rows {
		r := k.Data[i*k.Stride:][:k.Cols]
		for j := range r {
			// Adding the two means first keeps K exactly symmetric.
			r[j] = r[j] - (m.means[i] + m.means[j]) + m.mean
		}
	}
}

// smallestScale is the least value of the largest feature, unless all are 0: squares of smaller ones underflow,
// and different samples would count as equal.
const smallestScale = 1e-150

// distinct returns the distinct rows of samples, in order of first occurrence, and how often each occurs.
func distinct(samples *mat.Dense) (x vector.Matrix, weights []float64) {
	rows, columns := samples.Dims()
	seed, seen := maphash.MakeSeed(), make(map[uint64][]int, rows) // places in kept, by the hash of a row
	var kept []int
	key := make([]byte, 8*columns)
	for i := range rows {
		row := samples.RawRowView(i)
		for j, v := range row {
			binary.LittleEndian.PutUint64(key[8*j:], math.Float64bits(v+0)) // +0 makes −0 equal to 0
		}
		hash := maphash.Bytes(seed, key)
		at := slices.IndexFunc(seen[hash], func(at int) bool { return slices.Equal(samples.RawRowView(kept[at]), row) })
		if at >= 0 {
			weights[seen[hash][at]]++
			continue
		}
		seen[hash] = append(seen[hash], len(kept))
		kept, weights = append(kept, i), append(weights, 1)
	}
	if x = vector.Of(samples); len(kept) < rows {
		x = x.Select(kept)
	}
	return x, weights
}
