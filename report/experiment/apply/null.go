package apply

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/statistics"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/robust"
)

// A Null says how far rows lie if none is an outlier.
type Null struct {
	// Score and Orthogonal are the cut-offs that 97.5% of regular rows are within by theory. Location is the median of
	// orthogonal distances to the power 2/3, which are nearly normal.
	Score      float64 `json:"score"`
	Orthogonal float64 `json:"orthogonal"`
	Location   float64 `json:"location"`
	// CutOff is what was asked for instead: a quantile, or calibrated.
	CutOff string `json:"cut_off,omitempty"`
	// Tables is how many clean tables of the same shape were fitted, 0 for normal rows that are judged by the fit
	// itself, as suits many rows. Along and Away have the squares of both distances of theirs over these cut-offs.
	Tables int  `json:"tables,omitempty"`
	Along  tail `json:"along,omitempty"`
	Away   tail `json:"away,omitempty"`
	// Equal is how many rows are equal, if more than half: no clean table is like these, and nothing is measured.
	Equal int `json:"equal,omitempty"`
	// Most is the largest number of rows beyond a cut-off in a clean table.
	Most int `json:"most,omitempty"`
	// Level is the false discovery rate at which rows are called far out. In no clean table one is.
	Level float64 `json:"level"`
}

// cleanTables is how many tables are measured, falseDiscoveries the share of regular rows among those called far out.
const cleanTables, falseDiscoveries = 20, 0.05

// calibrated are cut-offs that 97.5% of the rows of clean tables are within.
const calibrated = "calibrated"

// A tail has a value for each of survivals, the probability of larger ones, and last how much larger these are in the
// mean. Squares of distances of normal rows have nearly exponential tails.
type tail []float64

var survivals = [...]float64{0.5, 0.25, 0.1, 0.05, 1 - robust.RegularShare}

const lastSurvival = len(survivals) - 1

func tailOf(values []float64) (t tail) {
	values = slices.Sorted(slices.Values(values))
	at := 0
	for _, s := range survivals {
		at = min(int((1-s)*float64(len(values))), len(values)-1)
		t = append(t, values[at])
	}
	return append(t, stat.Mean(values[at:], nil)-values[at])
}

// survival is the probability of a larger value.
func (t tail) survival(v float64) float64 {
	switch i := slices.IndexFunc(t[:lastSurvival+1], func(at float64) bool { return at >= v }); {
	case i == 0:
		return 1
	case i < 0:
		beyond := (v - t[lastSurvival]) / max(t[lastSurvival+1], math.SmallestNonzeroFloat64)
		return survivals[lastSurvival] * math.Exp(-beyond)
	default:
		return survivals[i-1] * math.Pow(survivals[i]/survivals[i-1], (v-t[i-1])/(t[i]-t[i-1]))
	}
}

// cutOffs are the ones asked for, for k components.
func (u *Null) cutOffs(k int) (score, orthogonal float64) {
	switch u.CutOff {
	case "":
		return u.Score, u.Orthogonal
	case calibrated:
		return u.Score * math.Sqrt(u.Along[lastSurvival]), u.Orthogonal * math.Sqrt(u.Away[lastSurvival])
	}
	share, _ := strconv.ParseFloat(u.CutOff, 64) // as checkCutOff has seen
	chi, normal := distuv.ChiSquared{K: float64(k)}.Quantile, distuv.UnitNormal.Quantile
	power := math.Cbrt(u.Orthogonal * u.Orthogonal)
	power = u.Location + (power-u.Location)*normal(share)/normal(robust.RegularShare)
	return u.Score * math.Sqrt(chi(share)/chi(robust.RegularShare)), math.Pow(max(power, 0), 1.5)
}

// isSound reports whether all numbers are ones that measure writes.
func (u *Null) isSound() bool {
	if u == nil {
		return false
	}
	values := append([]float64{u.Score, u.Orthogonal, u.Location, u.Level}, slices.Concat(u.Along, u.Away)...)
	bad := func(v float64) bool { return !(v >= 0 && v <= math.MaxFloat64) }
	return !slices.ContainsFunc(values, bad) && len(u.Along) == len(survivals)+1 && len(u.Away) == len(u.Along) &&
		checkCutOff(u.CutOff) == nil
}

func checkCutOff(text string) error {
	share, err := strconv.ParseFloat(text, 64)
	if text == "" || text == calibrated || err == nil && share >= 0.5 && share < 1 {
		return nil
	}
	return fmt.Errorf("cut-off is %q: give the share of regular rows within it, from 0.5 to less than 1, or %s", text,
		calibrated)
}

// beyond are the probabilities of a regular row to have larger distances.
func (u *Null) beyond(score, orthogonal float64) (along, away float64) {
	along, away = robust.Excess(score, u.Score), robust.Excess(orthogonal, u.Orthogonal)
	return u.Along.survival(along * along), u.Away.survival(away * away)
}

// farOut are the rows whose p-value, adjusted for the false discovery rate, is below the level, and the least of these
// (Y. Benjamini, Y. Hochberg, J. R. Statistical Society B 57, 1995; for outliers A. Cerioli, A. Farcomeni,
// Computational Statistics & Data Analysis 55, 2011).
func (u *Null) farOut(score, orthogonal []float64) (far []int, least float64) {
	var rows []int
	var some []float64 // others are no smaller when adjusted
	for i := range score {
		along, away := u.beyond(score[i], orthogonal[i])
		if p := 2 * min(along, away); p <= falseDiscoveries {
			rows, some = append(rows, i), append(some, p)
		}
	}
	least = falseDiscoveries
	for at, p := range statistics.FalseDiscovery(some) {
		if p *= float64(len(score)) / float64(len(some)); p < u.Level {
			far, least = append(far, rows[at]), min(least, p)
		}
	}
	return far, least
}

// theory is the null of a fit before anything is measured.
func theory(f *robust.Fit, orthogonal []float64) *Null {
	u := &Null{Level: falseDiscoveries}
	u.Score, u.Orthogonal = f.CutOffs(orthogonal)
	u.Location = robust.Median(words.Each(orthogonal, func(d float64) float64 { return math.Cbrt(d * d) }))
	return u
}

// nullOf is the null of a fit that finds these distances, and measured if that is asked for.
func (a *analysis) nullOf(s subspace.Spec, f *robust.Fit, score, orthogonal []float64) (*Null, error) {
	u := theory(f, orthogonal)
	u.CutOff = a.CutOff
	if a.Chance == "" && a.CutOff != calibrated {
		return u, a.measure(s, f, u, score, orthogonal)
	}
	if a.Words != "" {
		return nil, errors.New("the chance of a program is not measured, since it would run another 20 times: leave " +
			"out cut-off calibrated and chance measured")
	}
	u.Tables, s.Components = cleanTables, len(f.Eigenvalues)
	return u, a.measure(s, f, u, score, orthogonal)
}

// measure fits clean tables of the same shape: normal ones with the covariance of the rows within twice the cut-offs.
// If none are wanted, it judges many such rows by the fit.
func (a *analysis) measure(s subspace.Spec, f *robust.Fit, u *Null, score, orthogonal []float64) (err error) {
	_, width := a.samples.Dims()
	if _, u.Equal = a.equal(); u.Equal > 0 {
		if a.CutOff == calibrated {
			return fmt.Errorf("%d of %d rows are equal, so that no cut-off can be calibrated: leave out cut-off calibrated",
				u.Equal, len(score))
		}
		u.Tables, u.Along, u.Away = 0, make(tail, len(survivals)+1), make(tail, len(survivals)+1)
		return nil
	}
	many := max(min(20_000, 2_000_000/width), 500)
	excess := make([]float64, len(score))
	for i := range excess {
		excess[i] = max(robust.Excess(score[i], u.Score), robust.Excess(orthogonal[i], u.Orthogonal))
	}
	limit := max(2, robust.Median(excess)) // half of the rows are in any case
	kept := slices.DeleteFunc(everySo(len(score), many), func(i int) bool { return excess[i] > limit })
	root, sphere := covariance(trial.RowsOf(a.samples, kept))
	rank, _ := root.Dims()
	n, far, off := len(score), u.Score, u.Orthogonal
	if u.Tables == 0 {
		n = many
	}
	random := rand.New(rand.NewPCG(a.seed, cleanTables))
	draw := func(columns int, spread float64) *mat.Dense {
		x := mat.NewDense(n, columns, nil)
		x.Apply(func(int, int, float64) float64 { return spread * random.NormFloat64() }, x)
		return x
	}
	var along, away []float64
	for range max(u.Tables, 1) {
		clean := &mat.Dense{}
		clean.Mul(draw(rank, 1), root)
		clean.Add(clean, draw(width, sphere))
		if u.Tables == 0 {
			clean = solver.Shifted(clean, 1, f.Centre)
			score, orthogonal = f.Distances(clean)
		} else {
			scaling, err := s.Scaling(clean, trial.Every(n))
			if err != nil {
				return err
			}
			clean = scaling.Divide(clean)
			if f, _, err = a.fitted(s, clean); err != nil {
				return fmt.Errorf("no chance is measured, by a clean table of this shape: %w", err)
			}
			score, orthogonal = f.Distances(clean)
			far, off = f.CutOffs(orthogonal)
		}
		square := func(d, by float64) float64 { return math.Pow(min(robust.Excess(d, by), 1e15), 2) } // mean is finite
		for i := range score {
			along, away = append(along, square(score[i], far)), append(away, square(orthogonal[i], off))
		}
	}
	u.Along, u.Away = tailOf(along), tailOf(away)
	unit := Null{Score: 1, Orthogonal: 1, Along: u.Along, Away: u.Away, Level: falseDiscoveries, CutOff: u.CutOff}
	unit.Location = u.Location / math.Cbrt(u.Orthogonal*u.Orthogonal)
	far, off = unit.cutOffs(len(f.Eigenvalues))
	for at := 0; at < len(along) && u.Tables > 0; at += n {
		score, orthogonal := words.Each(along[at:at+n], math.Sqrt), words.Each(away[at:at+n], math.Sqrt)
		_, least := unit.farOut(score, orthogonal)
		beyond := 0
		for i := range score {
			beyond += mark(score[i] > far || orthogonal[i] > off)
		}
		u.Level, u.Most = min(u.Level, least), max(u.Most, beyond)
	}
	return nil
}

// equal is how many rows are equal if these are more than half, else 0, and one of them. Only such can outvote all
// others (R. S. Boyer, J. S. Moore, MJRTY, Automated Reasoning, Kluwer 1991).
func (a *analysis) equal() (at, count int) {
	rows, _ := a.samples.Dims()
	votes := 0
	same := func(i int) bool { return slices.Equal(a.samples.RawRowView(i), a.samples.RawRowView(at)) }
	for i := range rows {
		switch {
		case votes == 0:
			at, votes = i, 1
		case same(i):
			votes++
		default:
			votes--
		}
	}
	for i := range rows {
		count += mark(same(i))
	}
	return at, count * mark(2*count > rows)
}

// covariance returns a root of the covariance of rows, and the standard deviation of what is added in all directions.
// As the covariance of few rows is singular, it is shrunk as O. Ledoit, M. Wolf do, J. Multivariate Analysis 88, 2004.
func covariance(rows *mat.Dense) (root *mat.Dense, sphere float64) {
	n, width := rows.Dims()
	solver.CentreInPlace(rows)
	rows.Scale(1/math.Sqrt(float64(max(n-1, 1))), rows)
	variance, fourth := 0.0, 0.0
	for i := range n {
		square := floats.Dot(rows.RawRowView(i), rows.RawRowView(i))
		variance, fourth = variance+square/float64(width), fourth+square*square
	}
	if root = rows; n > width { // another root, which is smaller
		var qr mat.QR
		qr.Factorize(rows)
		var r mat.Dense
		qr.RTo(&r)
		root = r.Slice(0, width, 0, width).(*mat.Dense)
	}
	var products mat.Dense
	products.Mul(root, root.T())
	squares := math.Pow(mat.Norm(&products, 2), 2)
	own := max(squares-variance*variance*float64(width), math.SmallestNonzeroFloat64)
	shrunk := min(max(fourth-squares/float64(n), 0)/own, 1)
	root.Scale(math.Sqrt(1-shrunk), root)
	return root, math.Sqrt(shrunk * variance)
}
