package lesson

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/report/formula"
	"gpca/report/words"
	"gpca/solver/autoencoder"
	"gpca/solver/supervised"
)

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

var equations = slices.Concat(covariances, errorsOfReconstruction, autoencoders, decompositions, duals, kernels,
	supervision)

// covariances are about PCA by the covariance matrix S, without the factor 1/n.
var covariances = []identity{
	{"centring", always, "(5), (6)", "$XH$", `$X - \mu$`,
		func(w *work) (l, r matrix) { return mul(centring(w.n), w.Train), w.x }},
	{"projection-length", always, "(15)", `$\lVert \mathbf{u}\mathbf{u}ᵀ\check{\mathbf{x}}\rVert^2$ of each sample`,
		`$\mathbf{u}ᵀ\check{\mathbf{x}}\check{\mathbf{x}}ᵀ\mathbf{u}$`, func(w *work) (l, r matrix) {
			u := w.u.ColView(0)
			lengths, products := make([]float64, w.n), make([]float64, w.n)
			for i := range lengths {
				x := w.x.RowView(i)
				lengths[i] = squaredNorm(mul(u, constant(mat.Dot(x, u))))
				products[i] = mul(u.T(), x, x.T(), u).At(0, 0)
			}
			return column(lengths), column(products)
		}},
	{"covariance", always, "(17)", "$XHXᵀ$", `$\check{X}\check{X}ᵀ= S$`,
		func(w *work) (l, r matrix) { return mul(w.Train.T(), centring(w.n), w.Train), w.scatter }},
	{"variance", always, "(16), (18)", `$\sum \lVert \hat{\mathbf{x}}\rVert^2$ along the first direction`,
		`$\mathbf{u}ᵀS\mathbf{u}$`, func(w *work) (l, r matrix) {
			u := w.u.ColView(0)
			return constant(squaredNorm(mul(w.x, u, u.T()))), mul(u.T(), w.scatter, u)
		}},
	{"eigenvectors", always, "(20), (23)", "$SU$", `$U\Lambda$`,
		func(w *work) (l, r matrix) { return mul(w.scatter, w.u), mul(w.u, diagonal(w.lambda)) }},
	{"trace", always, "(21)", `$\lVert UUᵀ\check{X}\rVert^2$`, `$\operatorname{tr}(UᵀSU)$`,
		func(w *work) (l, r matrix) {
			return constant(squaredNorm(mul(w.x, w.u, w.u.T()))), constant(mat.Trace(mul(w.u.T(), w.scatter, w.u)))
		}},
	{"largest-variance", always, "(22)", `$\operatorname{tr}(UᵀSU)$`,
		"the largest of it and of 200 random orthonormal $U$", func(w *work) (l, r matrix) {
			kept := func(u *mat.Dense) float64 { return mat.Trace(mul(u.T(), w.scatter, u)) }
			return constant(kept(w.u)), constant(slices.Max(w.ofFrames(kept)))
		}},
	{"projection", always, "(7), (31)", `$Uᵀ\check{X}$ with $U$ of the covariance matrix`, "with $U$ of the SVD",
		func(w *work) (l, r matrix) { return alike(mul(w.x, w.u), mul(w.x, w.left)) }},
	{"reconstruction", always, "(8), (31)", `$UUᵀ\check{X} + \mu$ with $U$ of the covariance matrix`,
		"with $U$ of the SVD",
		func(w *work) (l, r matrix) { return w.back(w.x), plus(mul(w.x, w.left, w.left.T()), w.mean) }},
	{"new-projection", always, "(9), (11), (12), (14)",
		`$Uᵀ\check{X}_t$ out of sample, with $U$ of the covariance matrix`, "with $U$ of the SVD",
		func(w *work) (l, r matrix) { return mul(w.xt, w.u), mul(w.xt, aligned(w.left, w.u)) }},
	{"new-reconstruction", always, "(10), (13), (14)",
		`$UUᵀ\check{X}_t + \mu$ out of sample, with $U$ of the covariance matrix`, "with $U$ of the SVD",
		func(w *work) (l, r matrix) { return w.back(w.xt), plus(mul(w.xt, w.left, w.left.T()), w.mean) }},
	{"new-projection-as-printed", always, "(9), (12) as printed,", "$UᵀX_t$ without centring", `$Uᵀ\check{X}_t$`,
		func(w *work) (l, r matrix) { return mul(w.New, w.u), mul(w.xt, w.u) }},
	{"new-reconstruction-as-printed", always, "(10), (13) as printed,", `$UUᵀX_t + \mu$ without centring`,
		`$UUᵀ\check{X}_t + \mu$`,
		func(w *work) (l, r matrix) { return plus(mul(w.New, w.u, w.u.T()), w.mean), w.back(w.xt) }},
	{"orthonormal", always, "(22)", "$UᵀU$", "$I$",
		func(w *work) (l, r matrix) { return mul(w.u.T(), w.u), identityMatrix(w.p) }},
	{"truncated", differ, "“Truncating U”,", "$UUᵀ$ of $p$ directions", "$I$",
		func(w *work) (l, r matrix) { return mul(w.u, w.u.T()), identityMatrix(w.d) }},
	{"whole", always, "“Truncating U”,", `whether $UUᵀ= I$ for all directions with $\lambda \gt 0$`,
		`whether $\operatorname{rank}(S) = d$`, func(w *work) (l, r matrix) {
			_, rank := w.whole.Dims()
			whole := always.holds(apart(mul(w.whole, w.whole.T()), identityMatrix(w.d)))
			return constant(number(whole)), constant(number(rank == w.d))
		}},
}

var errorsOfReconstruction = []identity{
	{"residual", always, "(24), (25)", `$X - \hat{X}$`, `$\check{X} - UUᵀ\check{X}$`,
		func(w *work) (l, r matrix) { return minus(w.Train, w.back(w.x)), w.residual(w.u) }},
	{"error", always, "(26)", `$\lVert \check{X} - UUᵀ\check{X}\rVert^2$`,
		`$\operatorname{tr}(\check{X}ᵀ\check{X}) - \operatorname{tr}(\check{X}\check{X}ᵀUUᵀ)$`,
		func(w *work) (l, r matrix) {
			kept := mat.Trace(mul(w.scatter, w.u, w.u.T()))
			return constant(squaredNorm(w.residual(w.u))), constant(squaredNorm(w.x) - kept)
		}},
	{"discarded", always, "(26), (27)", `$\lVert \check{X} - UUᵀ\check{X}\rVert^2$`,
		"the sum of the eigenvalues left out", func(w *work) (l, r matrix) {
			return constant(squaredNorm(w.residual(w.u))), constant(sum(w.values[w.p:]))
		}},
	{"least-error", always, "(26), (27)", `$\lVert \check{X} - UUᵀ\check{X}\rVert^2$`,
		"the least of it and of 200 random orthonormal $U$", func(w *work) (l, r matrix) {
			missed := func(u *mat.Dense) float64 { return squaredNorm(w.residual(u)) }
			return constant(missed(w.u)), constant(slices.Min(w.ofFrames(missed)))
		}},
}

var autoencoders = []identity{
	{"layers", always, "(28), (29)", `$U_1U_2U_2ᵀU_1ᵀ\check{X}$ layer by layer`,
		`$\ddot{U}\ddot{U}ᵀ\check{X}$ with $\ddot{U} = U_1U_2$`, func(w *work) (l, r matrix) {
			layers := autoencoder.Network{Layers: []*mat.Dense{w.whole, mul(w.whole.T(), w.u)}}
			return layers.Reconstruct(w.x), mul(w.x, layers.Weights(), layers.Weights().T())
		}},
	{"autoencoder", trained, "(30)", `$\hat{X}$ of a trained autoencoder of one layer`, `$\hat{X}$ of PCA`,
		func(w *work) (l, r matrix) { return plus(w.network.Reconstruct(w.x), w.mean), w.back(w.x) }},
	{"deep-autoencoder", trainedDeep, "(28), (30)", `$\hat{X}$ of a trained autoencoder of two layers`,
		`$\hat{X}$ of PCA`,
		func(w *work) (l, r matrix) { return plus(w.deep.Reconstruct(w.x), w.mean), w.back(w.x) }},
	{"autoencoder-weights", trained, "after (30),", "trained weights", "principal directions",
		func(w *work) (l, r matrix) { return alike(w.u, w.network.Weights()) }},
}

var decompositions = []identity{
	{"singular-values", always, "(31)", `$\sigma^2$ of $\check{X}$`, `$\lambda$ of $S$`,
		func(w *work) (l, r matrix) { return column(squares(w.sigma)), column(w.values[:w.p]) }},
	{"left-vectors", always, "(31)", `left singular vectors of $\check{X}$`, `eigenvectors of $\check{X}\check{X}ᵀ$`,
		func(w *work) (l, r matrix) { return alike(w.left, firstColumns(w.vectors, w.p)) }},
	{"right-vectors", always, "(31)", `right singular vectors of $\check{X}$`,
		`eigenvectors of $\check{X}ᵀ\check{X}$`,
		func(w *work) (l, r matrix) { return alike(w.right, w.dual.V) }},
}

var duals = []identity{
	{"dual-directions", always, "(36)", "$U$", `$\check{X}V\Sigma^{-1}$`,
		func(w *work) (l, r matrix) { return alike(w.u, w.dual.Loadings().T()) }},
	{"dual-projection", always, "(34), (35)", `$Uᵀ\check{X}$`, `$\Sigma\mathbf{V}ᵀ$`,
		func(w *work) (l, r matrix) { return alike(mul(w.x, w.u), w.dual.Project()) }},
	{"dual-reconstruction", always, "(37)", `$UUᵀ\check{X} + \mu$`, `$\check{X}VVᵀ+ \mu$`,
		func(w *work) (l, r matrix) { return w.back(w.x), w.dual.Reconstruct() }},
	{"dual-new-projection", always, "(38) to (40)", `$Uᵀ\check{X}_t$`, `$\Sigma^{-1}Vᵀ\check{X}ᵀ\check{X}_t$`,
		func(w *work) (l, r matrix) { return alike(mul(w.xt, w.u), w.dual.ProjectNew(w.New)) }},
	{"dual-new-reconstruction", always, "(41), (42)", `$UUᵀ\check{X}_t + \mu$`,
		`$\check{X}V\Sigma^{-2}Vᵀ\check{X}ᵀ\check{X}_t + \mu$`,
		func(w *work) (l, r matrix) { return w.back(w.xt), w.dual.ReconstructNew(w.New) }},
	{"dual-projector-as-printed", always, "before (57) as printed,", "$UUᵀ$",
		`$\check{X}V\Sigma^{-1}Vᵀ\check{X}ᵀ$`, func(w *work) (l, r matrix) {
			inverse := words.Each(w.dual.Sigma, func(s float64) float64 { return 1 / s })
			return mul(w.u, w.u.T()), mul(w.x.T(), w.dual.V, diagonal(inverse), w.dual.V.T(), w.x)
		}},
}

// kernels are about kernel PCA. That with the quadratic kernel is compared with PCA of Φ.
var kernels = []identity{
	{"kernel-trick", quadratic, "(44)", `$\Phi(X)ᵀ\Phi(X)$ of the quadratic kernel`, "$K$",
		func(w *work) (l, r matrix) {
			phi := plus(w.phi.x, w.phi.mean)
			return mul(phi, phi.T()), w.phi.kernel
		}},
	{"kernel-centring", quadratic, "(45), (46)", `$\check\Phi(X)ᵀ\check\Phi(X)$`, "$HKH$",
		func(w *work) (l, r matrix) { return mul(w.phi.x, w.phi.x.T()), w.phi.dual.Centred }},
	{"kernel-eigenvectors", quadratic, "(48), (49)", `$\check{K}V$`, `$V\Sigma^2$`,
		func(w *work) (l, r matrix) {
			d := w.phi.dual
			return mul(d.Centred, d.V), mul(d.V, diagonal(squares(d.Sigma)))
		}},
	{"kernel-projection", quadratic, "(50)", `$Uᵀ\check\Phi(X)$ in feature space`, `$\Sigma\mathbf{V}ᵀ$`,
		func(w *work) (l, r matrix) { return alike(mul(w.phi.x, w.phi.u), w.phi.dual.Project()) }},
	{"kernel-new-projection", quadratic, "(53), (55), (56)", `$Uᵀ\check\Phi(X_t)$ in feature space`,
		`$\Sigma^{-1}Vᵀ\check{K}_t$`,
		func(w *work) (l, r matrix) { return alike(mul(w.phi.xt, w.phi.u), w.phi.dual.ProjectNew(w.phi.fresh)) }},
	{"kernel-new-centring", quadratic, "(54), (56)",
		`$\check{\mathbf{k}}_t = \mathbf{k}_t - \mathbf{1}\mathbf{k}_t/n - K\mathbf{1}/n + ` +
			`\mathbf{1}K\mathbf{1}/n^2$ of each sample`,
		`$\check\Phi(X)ᵀ\check\Phi(X_t)$`,
		func(w *work) (l, r matrix) { return w.phi.dual.Centre(w.phi.fresh), mul(w.phi.xt, w.phi.x.T()) }},
	{"linear-kernel", linear, "(50) with $K = XᵀX$,", "kernel PCA", "PCA",
		func(w *work) (l, r matrix) { return alike(mul(w.x, w.u), w.linear.Project()) }},
	{"gaussian-projection", radial, "(50) with a Gaussian kernel,", `$\Sigma\mathbf{V}ᵀ$`, "the program's kernel PCA",
		func(w *work) (l, r matrix) { return alike(w.project(w.Train), w.radial.Project()) }},
	{"gaussian-new-projection", radial, "(55) with a Gaussian kernel,", `$\Sigma^{-1}Vᵀ\check{K}_t$`,
		"the program's kernel PCA",
		func(w *work) (l, r matrix) { return alike(w.project(w.New), w.radial.ProjectNew(w.gaussian(w.New))) }},
	{"kernel-reconstruction", nearest, "(52)", `$\Phi(\hat{X})$ of the quadratic kernel, of five samples`,
		`the nearest $\Phi(\mathbf{x})$ of any $\mathbf{x}$`,
		func(w *work) (l, r matrix) { return w.images[0][0], w.images[0][1] }},
	{"kernel-new-reconstruction", nearest, "(57), (58)", `$\Phi(\hat{X}_t)$ of the quadratic kernel, of five samples`,
		`the nearest $\Phi(\mathbf{x})$ of any $\mathbf{x}$`,
		func(w *work) (l, r matrix) { return w.images[1][0], w.images[1][1] }},
}

// supervision is about HSIC and supervised PCA with the delta kernel.
var supervision = []identity{
	{"hsic", labelled, "(59)", `$\operatorname{tr}(K_xHK_yH)/(n{-}1)^2$ of the samples and their classes`,
		`$\lVert \check{X}Yᵀ\rVert^2/(n{-}1)^2$ of one-hot classes $Y$`, func(w *work) (l, r matrix) {
			n, norm := float64(w.n-1), squaredNorm(mul(w.x.T(), w.oneHot()))
			return constant(supervised.HSIC(products(w.Train), supervised.Delta(w.Labels))), constant(norm / (n * n))
		}},
	{"hsic-linear", always, "after (59), the HSIC of $u$ and", "$u^2$, with linear kernels and $u$ even about 0,", "0",
		func(w *work) (l, r matrix) {
			u := []float64{-3, -2, -1, 0, 1, 2, 3}
			ku, kv := products(column(u)), products(column(squares(u)))
			largest := mat.Trace(ku) * mat.Trace(kv) // the scale of the difference
			return column([]float64{supervised.HSIC(ku, kv), largest}), column([]float64{0, largest})
		}},
	{"delta-one-hot", labelled, "(62)", "the delta kernel", "the linear kernel $YᵀY$ of one-hot classes",
		func(w *work) (l, r matrix) { return supervised.Delta(w.Labels), mul(w.oneHot(), w.oneHot().T()) }},
	{"hsic-cyclic", alongLabels, "(63), (64)", `$\operatorname{tr}(XᵀUUᵀXHK_yH)$`,
		`$\operatorname{tr}(UᵀXHK_yHXᵀU)$`, func(w *work) (l, r matrix) {
			z, h, k := mul(w.Train, w.along), centring(w.n), supervised.Delta(w.Labels)
			inside := mul(w.along.T(), w.labelScatter(), w.along)
			return constant(mat.Trace(mul(z, z.T(), h, k, h))), constant(mat.Trace(inside))
		}},
	{"supervised-eigenvectors", alongLabels, "(65)", "$XHK_yHXᵀU$ with the delta kernel", `$U\Lambda$`,
		func(w *work) (l, r matrix) {
			return mul(w.labelScatter(), w.along), mul(w.along, diagonal(w.dependence))
		}},
	{"supervised-projection", alongLabels, "(66), (67), (70)", `$UᵀX - Uᵀ\check{X}$, of training and new samples,`,
		`the constant $Uᵀ\mu$`, func(w *work) (l, r matrix) {
			all, centred := w.together()
			shift := minus(mul(all, w.along), mul(centred, w.along))
			rows, columns := shift.Dims()
			return shift, plus(mat.NewDense(rows, columns, nil), mul(w.along.T(), column(w.mean)).RawMatrix().Data)
		}},
	{"supervised-reconstruction", alongLabels, "(68), (69), (71)",
		"$UUᵀX$ without centring, of training and new samples,", `$UUᵀ\check{X} + \mu$`,
		func(w *work) (l, r matrix) {
			all, centred := w.together()
			return mul(all, w.along, w.along.T()), plus(mul(centred, w.along, w.along.T()), w.mean)
		}},
	{"unsupervised", always, "(65) with $K_y = I$,", "$XHK_yHXᵀ$", "$S$", func(w *work) (l, r matrix) {
		return mul(w.Train.T(), centring(w.n), centring(w.n), w.Train), w.scatter
	}},
	{"unsupervised-directions", alongAll, "(65) with $K_y = I$,", "directions of supervised PCA",
		"principal directions", func(w *work) (l, r matrix) { return alike(w.u, w.unsupervised) }},
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
