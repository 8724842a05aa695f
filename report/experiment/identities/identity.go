package identities

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/typo"
)

// An identity is an equation whose two sides are computed.
type identity struct {
	// name is what a study file calls it; equation its number in the lecture, with its
	// parentheses.
	name, equation string
	// left and right say what is held against what, with formulas in TeX between dollar
	// signs.
	left, right string
	// differ tells that the sides must not be the same.
	differ bool
	// trained tells that a side is the end of an iteration, which leaves more than
	// rounding.
	trained bool
	// labelled tells that the samples need classes.
	labelled bool
	// sides computes both.
	sides func(w *work) (left, right mat.Matrix, err error)
}

// all are the identities, in the order of the lecture. A new one is an entry of a list.
var all = slices.Concat(directions, errorsOfReconstruction, autoencoders, decompositions, duals, kernels, supervision)

// heading says what is held against what, with formulas in TeX.
func (id identity) heading() string {
	relation := " against "
	if id.differ {
		relation = ", which is not, "
	}
	return id.equation + " " + id.left + relation + id.right
}

// holds tells whether sides that are so far apart are as they must be.
func (id identity) holds(apart float64) bool { return (apart <= id.tolerance()) != id.differ }

// tolerance is the difference up to which the identity counts as holding.
func (id identity) tolerance() float64 {
	const rounding, training = 1e-10, 1e-8
	if id.trained {
		return training
	}
	return rounding
}

func find(name string) (identity, error) {
	return typo.Find("identity", name, all, func(id identity) string { return id.name })
}

// mul is a product of matrices.
func mul(factors ...mat.Matrix) *mat.Dense {
	product := mat.DenseCopyOf(factors[0])
	for _, f := range factors[1:] {
		var p mat.Dense
		p.Mul(product, f)
		product = &p
	}
	return product
}

// minus is a − b, plus adds a row to each row of a.
func minus(a, b mat.Matrix) *mat.Dense {
	var d mat.Dense
	d.Sub(a, b)
	return &d
}

func plus(a mat.Matrix, row []float64) *mat.Dense {
	var s mat.Dense
	s.Apply(func(_, j int, v float64) float64 { return v + row[j] }, a)
	return &s
}

// number is a matrix of one entry.
func number(v float64) *mat.Dense { return mat.NewDense(1, 1, []float64{v}) }

// column is a matrix of one column.
func column(v []float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }

// identityMatrix is I.
func identityMatrix(n int) mat.Matrix {
	ones := make([]float64, n)
	for i := range ones {
		ones[i] = 1
	}
	return mat.NewDiagDense(n, ones)
}

// centring is H (6).
func centring(n int) *mat.Dense {
	h := mat.DenseCopyOf(identityMatrix(n))
	h.Apply(func(_, _ int, v float64) float64 { return v - 1/float64(n) }, h)
	return h
}

// diagonal is a matrix with the numbers on its diagonal.
func diagonal(v []float64) mat.Matrix { return mat.NewDiagDense(len(v), v) }

// squares are the squared numbers.
func squares(v []float64) []float64 {
	s := make([]float64, len(v))
	for i, x := range v {
		s[i] = x * x
	}
	return s
}

// aligned turns columns so that they point as those of another matrix: the sign of a
// direction has no meaning.
func aligned(columns, to mat.Matrix) *mat.Dense {
	rows, count := columns.Dims()
	turned := mat.DenseCopyOf(columns)
	for j := range count {
		product := 0.0
		for i := range rows {
			product += columns.At(i, j) * to.At(i, j)
		}
		if product < 0 {
			for i := range rows {
				turned.Set(i, j, -turned.At(i, j))
			}
		}
	}
	return turned
}

// squaredNorm is the squared Frobenius norm.
func squaredNorm(m mat.Matrix) float64 {
	n := mat.Norm(m, 2)
	return n * n
}

// sortedSymmetric are eigenvalues and eigenvectors, as columns, of a symmetric matrix,
// largest first.
func sortedSymmetric(m mat.Matrix) (values []float64, vectors *mat.Dense) {
	n, _ := m.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			s.SetSym(i, j, (m.At(i, j)+m.At(j, i))/2)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(s, true) {
		return nil, nil
	}
	values = eigen.Values(nil)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	var v mat.Dense
	eigen.VectorsTo(&v)
	vectors = mat.NewDense(n, n, nil)
	sorted := make([]float64, n)
	for to, from := range order {
		sorted[to] = values[from]
		vectors.SetCol(to, mat.Col(nil, from, &v))
	}
	return sorted, vectors
}
