package lesson

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/formula"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
	"gpca/solver/tutorial"
)

// Identities computes both sides of equations on data and their difference: rounding, if the equation is an
// identity. All equations on a set are computed together.
var Identities = experiment.NewKind[identities](experiment.About[identitiesSpec]{
	Name: "identities", Version: 1, Free: func(s *identitiesSpec) { s.Identity = "" }, Job: identitiesJob,
	Does: "computes both sides of equations of principal component analysis, and how far apart they are",
})

type identities struct {
	Projected `yaml:",inline"`

	Identity strictyaml.List[string] `yaml:"identity" doc:"Equations; all unless named." example:"[projection, trace]"`
}

type identitiesSpec struct {
	Identity   string `json:"identity"`
	Components int    `json:"components"`
	Samples    int    `json:"samples"`
}

func (e *identities) Resolve(block strictyaml.Node, _ experiment.Scope) error {
	if len(e.Identity) == 0 {
		e.Identity = experiment.Texts(equations)
	}
	_, axis, err := experiment.Choose(block, "identity", "Equation", e.Identity, equations)
	e.Vary(e.componentsAxis(), axis)
	return err
}

func (*identities) Measures() []experiment.Measure { return ofIdentities }

var ofIdentities = []experiment.Measure{
	{Name: "difference", Title: "largest difference", LowerIsBetter: true, Write: scientific,
		Definition: "largest difference of an entry between the two sides, relative to the largest entry of either"},
	{Name: "tolerance", Title: "tolerance", Write: scientific,
		Definition: "difference up to which an equation counts as holding"},
	{Name: "holds", Title: "holds", Range: [2]float64{0, 1}, Write: yesOrNo,
		Definition: "yes (1) where the difference is within the tolerance, and for sides that are said not to be the " +
			"same, where it is not; else no (0)"},
}

func scientific(v float64) string {
	if v == 0 {
		return "0"
	}
	return strconv.FormatFloat(v, 'e', 1, 64)
}

func yesOrNo(v float64) string {
	if v == 1 {
		return "yes"
	}
	return "no"
}

func (e *identities) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	const mostSamples, mostFeatures = 1000, 400 // bound the time to a minute, and the memory of products
	s, d := identitiesSpec{p["identity"], e.componentsAt(p), e.Samples}, on.Data
	id, err := experiment.Find("identity", s.Identity, equations)
	n, data := Size(s.Samples, d), e.Block.At("data")
	switch most := min(n, d.Features); {
	case err != nil:
	case s.Components >= most:
		err = e.Block.At("components").Fault(
			"%d components of data set %s: %d samples of %d features leave room for fewer than %d",
			s.Components, d.Name, n, d.Features, most)
	case n > mostSamples || d.Features > mostFeatures:
		err = data.Fault("data set %s has %d samples to learn from, of %d features: "+
			"the equations are computed for at most %d, which samples sets, of %d",
			d.Name, n, d.Features, mostSamples, mostFeatures)
	case id.labelled && len(d.Classes) < 2:
		err = data.Fault("data set %s has no classes, which the equation %s is about: leave it out by identity",
			d.Name, s.Identity)
	}
	if err != nil {
		return experiment.Cell{}, err
	}
	name := fmt.Sprintf("%s, %s, %d components", d.Name, s.Identity, s.Components)
	return experiment.NewCell(Identities, m, on, false, s, name)
}

func (e *identities) Protocol(title func(string) string) string {
	return fmt.Sprintf("%s The two sides of every equation are computed by themselves, with p = %s directions.",
		e.Options.Protocol(title), e.numbers())
}

// identitiesJob computes both sides of each equation; the quadratic feature space takes most of the time. What fails
// one equation leaves the others alone.
func identitiesJob(w experiment.Work[identitiesSpec]) (experiment.Job, error) {
	first := w.Specs[0]
	n, d := float64(Size(first.Samples, w.Data)), float64(w.Data.Features)
	cost := experiment.Cost{Seconds: (20*n*n*n + 10*n*n*d*d) / 1e9, Bytes: int64(8 * (8*n*n + 4*n*d*d + 8*d*d))}
	return w.InOne("equations", cost, func(ctx context.Context, set *dataset.Set, results []experiment.Result) error {
		work, err := newWork(ctx, Divide(set, first.Samples), first.Components)
		if err != nil {
			return err
		}
		for i := range results {
			id, err := experiment.Find("identity", w.Specs[i].Identity, equations)
			if err != nil {
				return err
			}
			d, err := id.compare(work)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				results[i].Fail(err)
			default:
				results[i].Values = valued(ofIdentities, d, id.tolerance, number(id.holds(d)))
			}
		}
		return nil
	}), nil
}

// An identity is an equation. Numbers are those of the lecture notes on principal component analysis by B. Ghojogh
// (University of Guelph, 2023). There, samples are columns; here, they are rows.
type identity struct {
	name string // in a study file
	*sort
	// number is that of the notes, left and right describe the sides, all for [tex].
	number, left, right string
	// sides computes both, after the sort is prepared.
	sides func(w *work) (l, r matrix)
}

type matrix = mat.Matrix

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

	trained = &sort{tolerance: training,
		prepare: func(w *work) (err error) { w.network, err = tutorial.Train(w.ctx, w.x, w.p); return err }}
	trainedDeep = &sort{tolerance: training, prepare: func(w *work) (err error) {
		w.deep, err = tutorial.Train(w.ctx, w.x, min(w.d, 2*w.p), w.p)
		return err
	}}
	alongLabels = &sort{tolerance: rounding, labelled: true,
		prepare: func(w *work) (err error) { w.along, w.dependence, err = w.supervised(w.oneHot()); return err }}
	alongAll = &sort{tolerance: rounding,
		prepare: func(w *work) (err error) { w.unsupervised, _, err = w.supervised(nil); return err }}
	linear = &sort{tolerance: rounding,
		prepare: func(w *work) (err error) { w.linear, err = tutorial.NewKernel(products(w.Train), w.p); return err }}
	radial    = &sort{tolerance: rounding, prepare: (*work).prepareRadial}
	quadratic = &sort{tolerance: rounding, prepare: (*work).prepareQuadratic}
	nearest   = &sort{tolerance: rounding, differ: true, prepare: (*work).prepareNearest}
)

func (s *sort) holds(apart float64) bool { return (apart <= s.tolerance) != s.differ }

// A work has training samples X and new samples X_t as rows, and directions U as columns.
type work struct {
	ctx context.Context
	Samples
	n, d, p int // training samples, features, directions

	mean           []float64  // of X
	x, xt          *mat.Dense // X and X_t less the mean
	every, centred mat.Dense  // training and new samples together: X and X_t, x and xt
	scatter        *mat.Dense // S
	// values and vectors: eigenvalues of S, largest first, and its eigenvectors as columns.
	values  []float64
	vectors *mat.Dense
	// u and lambda: p leading eigenvectors and eigenvalues of S by the solver; whole: all with λ > 0.
	u, whole *mat.Dense
	lambda   []float64
	// left, sigma and right: U, Σ and V of the singular value decomposition of X̌.
	left, right *mat.Dense
	sigma       []float64
	dual        *tutorial.PCA

	// The rest is there once its sort is prepared.
	prepared            map[*sort]error
	network, deep       *tutorial.Network
	along, unsupervised *mat.Dense // directions by supervised PCA
	dependence          []float64  // eigenvalues of along
	linear, radial      *tutorial.Kernel
	project             func(*mat.Dense) *mat.Dense // by the solver's kernel PCA with the kernel of radial
	phi                 featureSpace
	images              [2][2]matrix // of training and of new samples: reconstructed, and the nearest
}

func newWork(ctx context.Context, s Samples, p int) (*work, error) {
	w := &work{ctx: ctx, Samples: s, p: p, prepared: map[*sort]error{}}
	w.x, w.mean = solver.Centre(s.Train)
	w.xt = solver.Shifted(s.New, -1, w.mean)
	w.n, w.d = w.x.Dims()
	w.every.Stack(s.Train, s.New)
	w.centred.Stack(w.x, w.xt)
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
	if w.dual, err = tutorial.NewPCA(s.Train, p); err == nil && len(w.dual.Sigma) < p {
		err = errors.New("the inner products of the samples have fewer eigenvalues above rounding than there are " +
			"directions: ask for fewer components")
	}
	return w, err
}

// prepare prepares a sort once, so that a failure costs no more time than a success.
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
	dual   *tutorial.Kernel
}

func (w *work) prepareQuadratic() (err error) {
	q := &w.phi
	q.x, q.mean = solver.Centre(productsOfFeatures(w.Train))
	q.xt = solver.Shifted(productsOfFeatures(w.New), -1, q.mean)
	var k mat.Dense
	k.MulElem(products(w.Train), products(w.Train))
	q.kernel = mat.NewSymDense(w.n, k.RawMatrix().Data)
	q.fresh = mul(w.New, w.Train.T())
	q.fresh.MulElem(q.fresh, q.fresh)
	if q.dual, err = tutorial.NewKernel(q.kernel, w.p); err != nil {
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
	for i := range n {
		for a, v := range x.RawRowView(i) {
			floats.ScaleTo(phi.RawRowView(i)[a*d:(a+1)*d], v, x.RawRowView(i))
		}
	}
	return phi
}

// prepareNearest reconstructs Φ of five training samples and of five new ones, and finds for each the nearest Φ(x)
// of any x: as Φ(x) is xxᵀ, it belongs to the largest eigenvalue of the reconstruction, a d × d matrix.
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
	if w.radial, err = tutorial.NewKernel(mat.NewSymDense(w.n, w.gaussian(w.Train).RawMatrix().Data), w.p); err != nil {
		return err
	}
	m, err := kernel.NewMatrix(kernel.Gaussian{Sigma: w.width()}, w.Train, true, 1)
	if err != nil {
		return err
	}
	square, err := objective.Power(2)
	if err != nil {
		return err
	}
	fits, err := solver.KernelGPCA(w.ctx, m, []objective.Function{square}, solver.Settings{Components: w.p})
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
	loadings, values, err := tutorial.Components(w.Train, factor, w.p)
	if err != nil {
		return nil, nil, err
	}
	return mat.DenseCopyOf(loadings.T()), values, nil
}

// labelScatter returns XHK_yHXᵀ of (65) with the delta kernel.
func (w *work) labelScatter() *mat.Dense {
	h := centring(w.n)
	return mul(w.Train.T(), h, tutorial.Delta(w.Labels), h, w.Train)
}

// back returns UUᵀX̌ + μ of centred samples, residual X̌ − UUᵀX̌ and missed its squared norm.
func (w *work) back(centred, u mat.Matrix) *mat.Dense { return plus(mul(centred, u, u.T()), w.mean) }
func (w *work) residual(u mat.Matrix) *mat.Dense      { return minus(w.x, mul(w.x, u, u.T())) }
func (w *work) missed(u *mat.Dense) float64           { return squaredNorm(w.residual(u)) }

// kept returns the variance along directions, by the samples and by S.
func (w *work) kept(u mat.Matrix) (l, r matrix) {
	return numbers(squaredNorm(mul(w.x, u, u.T())), traceAlong(w.scatter, u))
}

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

// compare computes both sides and returns how far they are apart.
func (id identity) compare(w *work) (float64, error) {
	if err := w.prepare(id.sort); err != nil {
		return 0, err
	}
	l, r := id.sides(w)
	rows, columns := l.Dims()
	if a, b := r.Dims(); a != rows || b != columns {
		return 0, fmt.Errorf("the sides have different sizes, %d × %d and %d × %d", rows, columns, a, b)
	}
	return apart(l, r), nil
}

// apart returns the largest difference of an entry, relative to the largest entry of either matrix.
func apart(a, b mat.Matrix) float64 {
	rows, columns := a.Dims()
	most, largest := 0.0, 0.0
	for i := range rows {
		for j := range columns {
			x, y := a.At(i, j), b.At(i, j)
			most, largest = max(most, math.Abs(x-y)), slices.Max([]float64{largest, math.Abs(x), math.Abs(y)})
		}
	}
	if most == 0 {
		return 0
	}
	return most / largest
}

// values are those of all equations by their names: typesetting one takes longer than finding it.
var values = sync.OnceValue(func() map[string]experiment.Value {
	byName := map[string]experiment.Value{}
	for _, id := range equations {
		relation := " against "
		if id.differ {
			relation = ", which is not, "
		}
		v := experiment.Word(id.name, id.name)
		v.TeX = tex(id.number + " " + id.left + relation + id.right)
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
