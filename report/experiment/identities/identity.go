package identities

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/report/formula"
	"gpca/report/words"
	"gpca/solver"
)

type identity struct {
	name string // in a study file
	sort sort
	// equation is its number in the notes, left and right describe the sides, all for [tex].
	equation, left, right string
	sides                 sides
}

// A sort says what an identity needs, and whether its sides must be equal.
type sort int

const (
	always   sort = iota
	differ        // the sides must differ
	trained       // a side is the end of an iteration, so the tolerance is larger
	labelled      // samples need classes
)

type matrix = mat.Matrix

// sides computes both sides of an equation; it reports errors by check.
type sides func(w *work) (l, r matrix)

// A failure is the panic of check, which attempt turns into an error.
type failure struct{ error }

func must[T any](v T, err error) T {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

func attempt(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			failed, ok := r.(failure)
			if !ok {
				panic(r)
			}
			err = failed.error
		}
	}()
	f()
	return nil
}

var all = slices.Concat(directions, errorsOfReconstruction, autoencoders, decompositions, duals, kernels, supervision)

// values are those of all identities by their names: typesetting one takes longer than finding it.
var values = sync.OnceValue(func() map[string]experiment.Value {
	byName := map[string]experiment.Value{}
	for _, id := range all {
		relation := " against "
		if id.sort == differ {
			relation = ", which is not, "
		}
		v := experiment.Word(id.name, id.name)
		v.TeX = tex(id.equation + " " + id.left + relation + id.right)
		v.Label = formula.Plain(v.TeX)
		byName[id.name] = v
	}
	return byName
})

func (id identity) Value() experiment.Value { return values()[id.name] }

var (
	letters   = regexp.MustCompile(`\\mathbf\{.\}|\\[A-Za-z]+|[A-Z]`)
	transpose = strings.NewReplacer("ᵀ)", `^\top)`, `ᵀ\rVert`, `^\top\rVert`, "ᵀ", `^\top `)
)

// tex expands the formulas between dollar signs: single capitals become bold, ᵀ a transpose.
func tex(text string) string {
	parts := strings.Split(text, "$")
	for i := 1; i < len(parts); i += 2 {
		bold := letters.ReplaceAllStringFunc(parts[i], func(s string) string {
			if len(s) > 1 {
				return s
			}
			return `\mathbf{` + s + "}"
		})
		parts[i] = strings.TrimSpace(transpose.Replace(bold))
	}
	return strings.Join(parts, "$")
}

func (id identity) holds(apart float64) bool { return (apart <= id.tolerance()) != (id.sort == differ) }

func (id identity) tolerance() float64 {
	const rounding, training = 1e-10, 1e-8
	if id.sort == trained {
		return training
	}
	return rounding
}

func mul(first, second mat.Matrix, more ...mat.Matrix) *mat.Dense {
	return solver.Product(mat.DenseCopyOf(first), second, more...)
}

func plus(a mat.Matrix, row []float64) *mat.Dense { return solver.Shifted(a, 1, row) }

func minus(a, b mat.Matrix) *mat.Dense {
	var d mat.Dense
	d.Sub(a, b)
	return &d
}

func number(v float64) *mat.Dense { return mat.NewDense(1, 1, []float64{v}) }

func column(v []float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }

func identityMatrix(n int) mat.Matrix { return diagonal(slices.Repeat([]float64{1}, n)) }

// centring returns H of (6).
func centring(n int) *mat.Dense {
	h := mat.DenseCopyOf(identityMatrix(n))
	h.Apply(func(_, _ int, v float64) float64 { return v - 1/float64(n) }, h)
	return h
}

func diagonal(v []float64) mat.Matrix { return mat.NewDiagDense(len(v), v) }

func squares(v []float64) []float64 { return words.Each(v, func(x float64) float64 { return x * x }) }

// aligned gives columns the signs of those of another matrix, as the sign of a direction is arbitrary.
func aligned(columns, to mat.Matrix) *mat.Dense {
	_, count := columns.Dims()
	signs := make([]float64, count)
	for j := range signs {
		signs[j] = math.Copysign(1, floats.Dot(mat.Col(nil, j, columns), mat.Col(nil, j, to)))
	}
	return mul(columns, diagonal(signs))
}

// alike returns two matrices whose columns may differ in sign, with the signs of the first.
func alike(a, b mat.Matrix) (l, r matrix) { return a, aligned(b, a) }

// squaredNorm returns the squared Frobenius norm.
func squaredNorm(m mat.Matrix) float64 {
	n := mat.Norm(m, 2)
	return n * n
}

// symmetric removes the rounding from a symmetric matrix.
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

// sortedSymmetric returns eigenvalues, largest first, and eigenvectors as columns.
func sortedSymmetric(m mat.Matrix) (values []float64, vectors *mat.Dense) {
	n, _ := m.Dims()
	var eigen mat.EigenSym
	if !eigen.Factorize(symmetric(m), true) {
		return nil, nil
	}
	values = eigen.Values(nil)
	slices.Reverse(values)
	var v mat.Dense
	eigen.VectorsTo(&v)
	vectors = mat.NewDense(n, n, nil)
	for j := range n {
		vectors.SetCol(j, mat.Col(nil, n-1-j, &v))
	}
	return values, vectors
}
