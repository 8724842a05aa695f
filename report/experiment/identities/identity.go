package identities

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
)

// An identity is an equation whose two sides are computed.
type identity struct {
	// name is what a study file calls it; equation its number in the lecture: "(17)".
	name, equation string
	// left and right say what is held against what, with TeX between dollar signs.
	left, right string
	// differ tells that the sides must not be the same.
	differ bool
	// trained tells that a side ends an iteration, which leaves more than rounding.
	trained bool
	// labelled tells that the samples need classes.
	labelled bool
	sides    sides
}

type matrix = mat.Matrix

// sides computes both sides of an equation.
type sides func(w *work) (l, r matrix, err error)

// plain are sides that are there on all samples.
func plain(of func(w *work) (l, r matrix)) sides {
	return func(w *work) (l, r matrix, err error) {
		l, r = of(w)
		return l, r, nil
	}
}

// all are the identities, in the order of the lecture. A new one is an entry of a list.
var all = slices.Concat(directions, errorsOfReconstruction, autoencoders, decompositions, duals, kernels, supervision)

// value says what is held against what.
func (id identity) value() experiment.Value {
	relation := " against "
	if id.differ {
		relation = ", which is not, "
	}
	v := experiment.Word(id.name, id.name)
	v.TeX = id.equation + " " + id.left + relation + id.right
	return v
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

// aligned turns columns as those of another matrix: the sign of a direction means nothing.
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

// symmetric is a matrix that is so but for rounding.
func symmetric(m mat.Matrix) *mat.SymDense {
	n, _ := m.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			s.SetSym(i, j, (m.At(i, j)+m.At(j, i))/2)
		}
	}
	return s
}

// sortedSymmetric are eigenvalues, largest first, and eigenvectors as columns.
func sortedSymmetric(m mat.Matrix) (values []float64, vectors *mat.Dense) {
	n, _ := m.Dims()
	var eigen mat.EigenSym
	if !eigen.Factorize(symmetric(m), true) {
		return nil, nil
	}
	values = eigen.Values(nil)
	slices.Reverse(values) // Values are in ascending order
	var v mat.Dense
	eigen.VectorsTo(&v)
	vectors = mat.NewDense(n, n, nil)
	for j := range n {
		vectors.SetCol(j, mat.Col(nil, n-1-j, &v))
	}
	return values, vectors
}
