package lesson

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/autoencoder"
	"gpca/solver/dual"
	"gpca/solver/kernel"
	"gpca/solver/score"
	"gpca/solver/supervised"
)

// A sort says what an equation needs, and when it holds.
type sort struct {
	labelled  bool // samples need classes
	differ    bool // the sides must differ
	tolerance float64
	prepare   func(*work) error // computes what may fail, once for all equations; nil for nothing
}

const rounding, training = 1e-10, 1e-8

var (
	always   = &sort{tolerance: rounding}
	differ   = &sort{tolerance: rounding, differ: true}
	labelled = &sort{tolerance: rounding, labelled: true}

	trained = &sort{tolerance: training, prepare: func(w *work) (err error) {
		w.network, err = autoencoder.Train(w.ctx, w.x, w.p)
		return err
	}}
	trainedDeep = &sort{tolerance: training, prepare: func(w *work) (err error) {
		w.deep, err = autoencoder.Train(w.ctx, w.x, min(w.d, 2*w.p), w.p)
		return err
	}}
	alongLabels = &sort{tolerance: rounding, labelled: true, prepare: func(w *work) (err error) {
		w.along, w.dependence, err = w.supervised(w.oneHot())
		return err
	}}
	alongAll = &sort{tolerance: rounding, prepare: func(w *work) (err error) {
		w.unsupervised, _, err = w.supervised(nil)
		return err
	}}
	linear = &sort{tolerance: rounding, prepare: func(w *work) (err error) {
		w.linear, err = dual.NewKernel(products(w.Train), w.p)
		return err
	}}
	radial    = &sort{tolerance: rounding, prepare: (*work).prepareRadial}
	quadratic = &sort{tolerance: rounding, prepare: (*work).prepareQuadratic}
	nearest   = &sort{tolerance: rounding, differ: true, prepare: (*work).prepareNearest}
)

func (s *sort) holds(apart float64) bool { return (apart <= s.tolerance) != s.differ }

// A work has training samples X and new samples X_t as rows, x and xt less the mean of X, and directions U as
// columns.
type work struct {
	ctx context.Context
	Samples
	n, d, p int // training samples, features, directions

	mean    []float64
	x, xt   *mat.Dense
	scatter *mat.Dense // S
	// values and vectors: eigenvalues of S, largest first, and its eigenvectors as columns.
	values  []float64
	vectors *mat.Dense
	// u and lambda: p leading eigenvectors and eigenvalues of S by the solver; whole: all with λ > 0.
	u, whole *mat.Dense
	lambda   []float64
	// left, sigma and right: U, Σ and V of the singular value decomposition of X̌.
	left, right *mat.Dense
	sigma       []float64
	dual        *dual.PCA

	// The rest is there once its sort is prepared.
	prepared            map[*sort]error
	network, deep       *autoencoder.Network
	along, unsupervised *mat.Dense // directions by supervised PCA
	dependence          []float64  // eigenvalues of along
	linear, radial      *dual.Kernel
	project             func(*mat.Dense) *mat.Dense // by the solver's kernel PCA with the kernel of radial
	phi                 featureSpace
	images              [2][2]matrix // of training and of new samples: reconstructed, and the nearest
}

func newWork(ctx context.Context, s Samples, p int) (*work, error) {
	w := &work{ctx: ctx, Samples: s, p: p, prepared: map[*sort]error{}}
	w.x, w.mean = solver.Centre(s.Train)
	w.xt = solver.Shifted(s.New, -1, w.mean)
	w.n, w.d = w.x.Dims()
	w.scatter = mul(w.x.T(), w.x)
	whole, err := solver.Principal(ctx, w.x, min(w.n-1, w.d))
	if err != nil {
		return nil, err
	}
	if whole.RawMatrix().Rows < p {
		return nil, errors.New("the samples span fewer dimensions than there are directions: ask for fewer components")
	}
	w.whole = mat.DenseCopyOf(whole.T())
	w.u = firstColumns(w.whole, p)
	for j := range p {
		w.lambda = append(w.lambda, squaredNorm(mul(w.x, w.u.ColView(j))))
	}
	if w.values, w.vectors, err = sortedSymmetric(w.scatter); err != nil {
		return nil, err
	}
	var svd mat.SVD
	if !svd.Factorize(w.x.T(), mat.SVDThin) {
		return nil, errors.New("the singular values do not converge")
	}
	var left, right mat.Dense
	svd.UTo(&left)
	svd.VTo(&right)
	w.left, w.right, w.sigma = firstColumns(&left, p), firstColumns(&right, p), svd.Values(nil)[:p]
	if w.dual, err = dual.NewPCA(s.Train, p); err == nil && len(w.dual.Sigma) < p {
		err = errors.New("the inner products of the samples have fewer eigenvalues above rounding than there are " +
			"directions: ask for fewer components")
	}
	return w, err
}

// prepare prepares a sort once.
func (w *work) prepare(s *sort) error {
	if _, done := w.prepared[s]; !done && s.prepare != nil {
		w.prepared[s] = s.prepare(w)
	}
	return w.prepared[s]
}

// A featureSpace is that of the quadratic kernel (xᵀy)², which is explicit: Φ(x) has all products of two features.
type featureSpace struct {
	x, xt  *mat.Dense // centred Φ of training and new samples
	mean   []float64
	u      *mat.Dense // principal directions of x, as columns
	kernel *mat.SymDense
	fresh  *mat.Dense // kernel values: new samples × training samples
	dual   *dual.Kernel
}

func (w *work) prepareQuadratic() (err error) {
	q := &w.phi
	q.x, q.mean = solver.Centre(productsOfFeatures(w.Train))
	q.xt = solver.Shifted(productsOfFeatures(w.New), -1, q.mean)
	q.kernel = products(w.Train)
	for i := range w.n {
		for j := range i + 1 {
			q.kernel.SetSym(i, j, q.kernel.At(i, j)*q.kernel.At(i, j))
		}
	}
	q.fresh = mul(w.New, w.Train.T())
	q.fresh.MulElem(q.fresh, q.fresh)
	if q.dual, err = dual.NewKernel(q.kernel, w.p); err != nil {
		return err
	}
	u, err := solver.Principal(w.ctx, q.x, w.p)
	if err == nil {
		q.u = mat.DenseCopyOf(u.T())
	}
	return err
}

// productsOfFeatures returns the products of all pairs of features, samples × d².
func productsOfFeatures(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	phi := mat.NewDense(n, d*d, nil)
	phi.Apply(func(i, j int, _ float64) float64 { return x.At(i, j/d) * x.At(i, j%d) }, phi)
	return phi
}

// prepareNearest reconstructs Φ of the first five training samples and of as many new ones, and finds for each the
// nearest Φ(x) of any x: as Φ(x) is xxᵀ, it belongs to the largest eigenvalue of the reconstruction, a d × d matrix.
func (w *work) prepareNearest() error {
	if err := w.prepare(quadratic); err != nil {
		return err
	}
	q := w.phi
	for k, centred := range []*mat.Dense{q.x, q.xt} {
		n, columns := centred.Dims()
		back := plus(mul(centred.Slice(0, min(5, n), 0, columns), q.u, q.u.T()), q.mean)
		near := mat.DenseCopyOf(back)
		for i := range min(5, n) {
			values, vectors, err := sortedSymmetric(mat.NewDense(w.d, w.d, back.RawRowView(i)))
			if err != nil {
				return err
			}
			v := vectors.ColView(0)
			near.SetRow(i, mul(v, constant(max(0, values[0])), v.T()).RawMatrix().Data)
		}
		w.images[k] = [2]matrix{back, near}
	}
	return nil
}

// prepareRadial prepares kernel PCA with a Gaussian kernel, by the dual and by the solver.
func (w *work) prepareRadial() (err error) {
	if w.radial, err = dual.NewKernel(symmetric(w.gaussian(w.Train)), w.p); err != nil {
		return err
	}
	m, err := kernel.NewMatrix(kernel.Gaussian{Sigma: w.width()}, w.Train, true, 1)
	if err != nil {
		return err
	}
	square, err := score.Power(2)
	if err != nil {
		return err
	}
	fits, err := solver.KernelGPCA(w.ctx, m, []score.Score{square}, solver.Settings{Components: w.p})
	if err == nil {
		err = fits[0].Err
	}
	if err != nil {
		return err
	}
	projector := m.Projector(fits[0].Coefficients)
	w.project = func(x *mat.Dense) *mat.Dense {
		n, _ := x.Dims()
		z := mat.NewDense(n, w.p, nil)
		projector.Project(z, make([]float64, n), x)
		return z
	}
	return nil
}

// width of the Gaussian kernel: the root mean square distance of two samples.
func (w *work) width() float64 { return math.Sqrt(2 * squaredNorm(w.x) / float64(w.n)) }

// gaussian returns the kernel values of samples (rows) with the training samples (columns).
func (w *work) gaussian(samples *mat.Dense) *mat.Dense {
	rows, _ := samples.Dims()
	k, sigma := mat.NewDense(rows, w.n, nil), w.width()
	k.Apply(func(i, j int, _ float64) float64 {
		distance := 0.0
		for c, v := range samples.RawRowView(i) {
			distance += (v - w.Train.At(j, c)) * (v - w.Train.At(j, c))
		}
		return math.Exp(-distance / (sigma * sigma))
	}, k)
	return k
}

// supervised returns the directions that depend most on the labels, as columns, and their eigenvalues.
func (w *work) supervised(factor *mat.Dense) (u *mat.Dense, values []float64, err error) {
	loadings, values, err := supervised.Components(w.Train, factor, w.p)
	if err != nil {
		return nil, nil, err
	}
	return mat.DenseCopyOf(loadings.T()), values, nil
}

func (w *work) oneHot() *mat.Dense { return supervised.OneHot(w.Labels, w.Classes) }

// labelScatter returns XHK_yHXᵀ of (65) with the delta kernel.
func (w *work) labelScatter() *mat.Dense {
	h := centring(w.n)
	return mul(w.Train.T(), h, supervised.Delta(w.Labels), h, w.Train)
}

// together returns training and new samples, as they are and centred.
func (w *work) together() (all, centred *mat.Dense) {
	all, centred = new(mat.Dense), new(mat.Dense)
	all.Stack(w.Train, w.New)
	centred.Stack(w.x, w.xt)
	return all, centred
}

// back returns UUᵀX̌ + μ of centred samples.
func (w *work) back(centred mat.Matrix) *mat.Dense { return plus(mul(centred, w.u, w.u.T()), w.mean) }

// residual returns X̌ − UUᵀX̌.
func (w *work) residual(u mat.Matrix) *mat.Dense { return minus(w.x, mul(w.x, u, u.T())) }

// ofFrames returns values of U and of 200 random matrices of p orthonormal columns, every second one close to U.
func (w *work) ofFrames(of func(*mat.Dense) float64) []float64 {
	values, random := []float64{of(w.u)}, rand.New(rand.NewPCG(1, uint64(w.d)))
	for k := range 200 {
		q := mat.NewDense(w.d, w.p, nil)
		q.Apply(func(_, _ int, _ float64) float64 { return random.NormFloat64() }, q)
		if k%2 == 1 {
			q.Scale(1e-3, q)
			q.Add(q, w.u)
		}
		var qr mat.QR
		qr.Factorize(q)
		var basis mat.Dense
		qr.QTo(&basis)
		values = append(values, of(firstColumns(&basis, w.p)))
	}
	return values
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

func constant(v float64) *mat.Dense { return column([]float64{v}) }

func column(v []float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }

func diagonal(v []float64) mat.Matrix { return mat.NewDiagDense(len(v), v) }

func identityMatrix(n int) mat.Matrix { return diagonal(slices.Repeat([]float64{1}, n)) }

// centring returns H of (6).
func centring(n int) *mat.Dense {
	return plus(identityMatrix(n), slices.Repeat([]float64{-1 / float64(n)}, n))
}

func squares(v []float64) []float64 { return words.Each(v, func(x float64) float64 { return x * x }) }

// number returns 1 for yes.
func number(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// alike returns two matrices whose columns may differ in sign, with the signs of the first.
func alike(a, b mat.Matrix) (l, r matrix) { return a, aligned(b, a) }

// aligned gives columns the signs of those of another matrix, as the sign of a direction is arbitrary.
func aligned(columns, to mat.Matrix) *mat.Dense {
	_, count := columns.Dims()
	signs := make([]float64, count)
	for j := range signs {
		signs[j] = math.Copysign(1, floats.Dot(mat.Col(nil, j, columns), mat.Col(nil, j, to)))
	}
	return mul(columns, diagonal(signs))
}

// squaredNorm returns the squared Frobenius norm.
func squaredNorm(m mat.Matrix) float64 {
	n := mat.Norm(m, 2)
	return n * n
}

// products returns the inner products of rows.
func products(rows mat.Matrix) *mat.SymDense {
	var k mat.SymDense
	k.SymOuterK(1, rows)
	return &k
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
func sortedSymmetric(m mat.Matrix) (values []float64, vectors *mat.Dense, err error) {
	n, _ := m.Dims()
	var eigen mat.EigenSym
	if !eigen.Factorize(symmetric(m), true) {
		return nil, nil, errors.New("the eigenvalues do not converge")
	}
	values = eigen.Values(nil)
	slices.Reverse(values)
	var v mat.Dense
	eigen.VectorsTo(&v)
	vectors = mat.NewDense(n, n, nil)
	for j := range n {
		vectors.SetCol(j, mat.Col(nil, n-1-j, &v))
	}
	return values, vectors, nil
}
