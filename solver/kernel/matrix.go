package kernel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// A Matrix is the centred kernel matrix of a set of training samples.
//
// Equal samples have equal rows: the matrix keeps one of them, with the number of equal
// samples as its weight, and sums over samples become weighted sums. A data set of
// categories may shrink to half its size, and its matrix to a quarter.
type Matrix struct {
	Function Function
	// Values is K centred in feature space (thesis, 1.8), symmetric,
	// distinct samples × distinct samples. Whoever has no more use for it may
	// set it to nil: new samples are projected without it.
	Values *mat.Dense
	// Weights counts how often each distinct sample occurs; Total is their sum.
	Weights []float64
	Total   float64

	samples *mat.Dense // distinct samples, one a row
	// pixels are the samples where they are whole numbers from 0 to 255, else nil.
	pixels  *vector.Bytes
	norms   []float64 // their squared norms
	centred bool
	means   []float64 // means of the columns of K before centring, 0 when not centred
	mean    float64   // mean of all of K before centring, 0 when not centred
}

// Size is the number of distinct training samples.
func (m *Matrix) Size() int { return len(m.Weights) }

// NewMatrix computes the kernel matrix of samples, one a row, and centres it
// unless centre is false. Workers bounds the goroutines used; the result does
// not depend on it. It returns an error when a parameter of f is out of its
// range, when there are no samples, and when a sample or a kernel value is not
// finite or the samples are so small that their squares underflow. The samples must not be modified while the matrix is in use.
func NewMatrix(f Function, samples *mat.Dense, centre bool, workers int) (*Matrix, error) {
	if err := Validate(f); err != nil {
		return nil, err
	}
	if samples == nil || samples.IsEmpty() {
		return nil, errors.New("kernel: no samples")
	}
	if err := finite(samples); err != nil {
		return nil, err
	}
	m := &Matrix{Function: f, centred: centre}
	m.samples, m.Weights = distinct(samples)
	rows, _ := m.samples.Dims()
	for _, w := range m.Weights {
		m.Total += w
	}
	m.pixels = vector.PackBytes(view(m.samples))
	k := vector.NewMatrix(rows, rows)
	if m.pixels == nil {
		vector.GramLowerParallel(k, view(m.samples), max(workers, 1))
	} else {
		m.multiplyPixels(k, vector.NewPixels(view(m.samples)), new([]int32))
	}
	// Taken from the products themselves, the squared norms make the distance of
	// a sample to itself exactly 0.
	m.norms = make([]float64, rows)
	for i := range m.norms {
		m.norms[i] = k.Data[i*k.Stride+i]
	}
	f.products(k, m.norms, m.norms)
	for i, norm := range m.norms {
		// Off the diagonal, values of a kernel are no larger.
		if v := k.Data[i*k.Stride+i]; math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("kernel: %s is %g for a sample of length %g: scale the samples down", f, v, math.Sqrt(norm))
		}
	}
	m.means = make([]float64, rows)
	if centre {
		m.centre(k)
	}
	m.Values = mat.NewDense(rows, rows, k.Data)
	return m, nil
}

// multiplyPixels sets values to the inner products of y with the training samples. It
// computes in integers, which gives the same values as float64 in a fraction of the time.
func (m *Matrix) multiplyPixels(values vector.Matrix, y *vector.Pixels, memory *[]int32) {
	for first := 0; first < y.Rows(); first += projectRows {
		part := y.View(first, min(projectRows, y.Rows()-first))
		products := integers(memory, part.Rows(), values.Cols)
		m.pixels.MulTransposed(products, part)
		for i := range part.Rows() {
			to := values.Row(first + i)
			for j, v := range products.Row(i) {
				to[j] = float64(v)
			}
		}
	}
}

// centre subtracts the mean of Φ, as 1.8 writes it in terms of K.
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

// smallestScale is the least that the largest feature may be unless all are 0: squares of
// smaller ones underflow, and different samples would count as equal.
const smallestScale = 1e-150

// finite returns an error that names the first value that is not finite, or says that all
// are too small to be squared.
func finite(samples *mat.Dense) error {
	rows, _ := samples.Dims()
	largest := 0.0
	for i := range rows {
		for j, v := range samples.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("kernel: sample %d, feature %d is %g: samples must be finite", i, j, v)
			}
			largest = max(largest, math.Abs(v))
		}
	}
	if largest > 0 && largest < smallestScale {
		return fmt.Errorf("kernel: no feature of any sample exceeds %g: scale samples to more than %g", largest, smallestScale)
	}
	return nil
}

// distinct returns the rows of samples without repetitions, in order of their
// first occurrence, and how often each occurs.
func distinct(samples *mat.Dense) (*mat.Dense, []float64) {
	rows, columns := samples.Dims()
	first := make(map[string]int, rows)
	var kept []int
	var weights []float64
	key := make([]byte, 8*columns)
	for i := range rows {
		for j, v := range samples.RawRowView(i) {
			binary.LittleEndian.PutUint64(key[8*j:], math.Float64bits(v+0)) // +0 makes −0 equal to 0
		}
		at, seen := first[string(key)]
		if !seen {
			at = len(kept)
			first[string(key)] = at
			kept = append(kept, i)
			weights = append(weights, 0)
		}
		weights[at]++
	}
	if len(kept) == rows {
		return samples, weights
	}
	d := mat.NewDense(len(kept), columns, nil)
	for to, from := range kept {
		d.SetRow(to, samples.RawRowView(from))
	}
	return d, weights
}
