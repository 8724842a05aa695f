package apply

import (
	"cmp"
	_ "embed" // for the sentences
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/robust"
)

// Findings are what a result says. Lists have an entry for each row, column or cell; numbers in them count from 0.
type Findings struct {
	Model Model
	IDs   []string `json:"-"` // of rows, nil where they go by their numbers
	Class []int    `json:"-"` // of rows, among Classes
	// Score and Orthogonal are the distances of rows.
	Score      []float64   `json:"-"`
	Orthogonal []float64   `json:"-"`
	Scores     [][]float64 `json:"-"`
	Told       Told        `json:"-"`
	// Classical is the fit of classical PCA, nil for rows that a saved model judges.
	Classical *Classical
	// Cells are the outlying ones. Searched is the number of columns among which they were looked for.
	Cells    Cells `json:"-"`
	Searched int
	// Map has the cells of the rows that are far in the columns Mapped; a missing cell has none.
	Map     Cells `json:"-"`
	Mapped  []int
	Missing int // cells that were filled in
	// Filled are all rows with these, by a method that takes missing cells.
	Filled [][]float64 `json:"-"`
	// Units says in words which columns seem to be in other units than those of the model.
	Units []string
	// Weights are those of columns in the distances of all outliers.
	Weights []float64 `json:"-"`
	Classes []string  // names, nil for none
	// Asked is the number of components that was asked for, 0 where the data chose it.
	Asked int
	// Pictured says that rows are pictures.
	Pictured bool `json:"-"`
	// Changed is how many flags are others by ROBPCA with alpha 0.5, negative where that is not asked, and Half how
	// many rows that calls far out.
	Changed float64
	Half    int
	Many    []Many // in the order of rows

	far []int // rows called far out, the farthest first

	// Parted says which component parts the rows in two groups, and Skewed of which the scores are skewed.
	Parted string `json:"-"`
	Skewed string `json:"-"`
}

// Many says that many columns stand out in the distance of a row, with their share of its square together.
type Many struct {
	Row, Columns int
	Share        float64
}

// Told are the columns that weigh most in the distance of a row, row by row: of outliers and, of a table of few rows,
// of all.
type Told struct {
	Row, Column []int
	Share       []float64
	Imputed     []int // 1 where the cell was missing, else 0
}

// Cells are some with their residuals; those of the map are without values.
type Cells struct {
	Row, Column     []int
	Value, Residual []float64
	// Expected is what should be there, give or take Unit.
	Expected, Unit []float64
}

// A Classical fit has its components and variances, the total of all, and which rows it flags.
type Classical struct {
	Flagged     []int // rows, in their order
	Components  [][]float64
	Eigenvalues []float64
	Total       float64
}

// A Row is a row with its distances.
type Row struct {
	At                int
	Score, Orthogonal float64
	// Excess is the larger of both distances, divided by its cut-off.
	Excess float64
	Type   robust.Type

	of *Findings
}

// A Share is that of a column in a distance. Imputed says that the cell was missing.
type Share struct {
	Column  int
	Share   float64
	Imputed bool
}

// Len is the number of rows.
func (f *Findings) Len() int { return len(f.Score) }

// Row is the row at a place.
func (f *Findings) Row(i int) Row {
	score, orthogonal, far, away := f.Score[i], f.Orthogonal[i], f.Model.ScoreCutOff, f.Model.OrthogonalCutOff
	return Row{At: i, Score: score, Orthogonal: orthogonal, of: f,
		Excess: max(robust.Excess(score, far), robust.Excess(orthogonal, away)),
		Type:   robust.TypeOf(score, orthogonal, far, away)}
}

// place is the number of the row.
func (r Row) place() int { return r.At }

// ID is the name of the row, or its number.
func (r Row) ID() string {
	if r.of.IDs == nil {
		return strconv.Itoa(r.At + 1)
	}
	return r.of.IDs[r.At]
}

// Guarded reports whether names of rows begin with a sign of formulas, so that tables have them behind an apostrophe.
func (f *Findings) Guarded() bool {
	return slices.ContainsFunc(f.IDs, func(id string) bool { return strings.Contains("=+-@", (id + "0")[:1]) })
}

// Columns are those that weigh most, if they are told.
func (r Row) Columns() (all []Share) {
	told := &r.of.Told
	for at, _ := slices.BinarySearch(told.Row, r.At); at < len(told.Row) && told.Row[at] == r.At; at++ {
		all = append(all, Share{told.Column[at], told.Share[at], told.Imputed[at] == 1})
	}
	return all
}

// Outlying reports whether the row is beyond a cut-off.
func (r Row) Outlying() bool { return r.Type != robust.Regular }

// Reasons lists the columns of the largest shares, at most so many.
func (r Row) Reasons(most int) string {
	many := r.of.Many
	at, found := slices.BinarySearchFunc(many, r.At, func(m Many, row int) int { return m.Row - row })
	if found {
		return r.of.standingOut(many[at].Columns, many[at].Share)
	}
	all := r.Columns()
	return r.of.Tell(all[:min(most, len(all))])
}

func (f *Findings) standingOut(columns int, share float64) string {
	all := words.Count(len(f.Model.Columns), "column")
	return fmt.Sprintf("%s of %s (%.0f%%)", words.Thousands(columns), all, 100*share)
}

// manyOf are the columns that stand out of the shares of a row, if they are many.
func manyOf(row int, shares []float64) []Many {
	if n, share := standing(shares); n > told {
		return []Many{{row, n, share}}
	}
	return nil
}

// standing is how many columns stand out of shares where none has a twentieth, and the share of these together. Shares
// of normal columns are as χ² with one degree of freedom.
func standing(shares []float64) (count int, share float64) {
	sum := floats.Sum(shares)
	if slices.Max(shares) >= leastTold*sum {
		return 0, 0
	}
	chi := distuv.ChiSquared{K: 1}
	limit := robust.Median(shares) / chi.Quantile(0.5) * chi.Quantile(1-1/float64(len(shares)))
	for _, v := range shares {
		if v > limit {
			count, share = count+1, share+v/sum
		}
	}
	return count, share
}

// Times is by how much the row is beyond its cut-off.
func (r Row) Times() string {
	switch {
	case r.Excess > robust.LargestScale:
		return "∞"
	case r.Excess > 1e6:
		return "over a million"
	case r.Excess < 10:
		return strconv.FormatFloat(r.Excess, 'f', 1, 64)
	}
	return words.Thousands(math.Round(r.Excess))
}

// call finds the rows that are far out, and what is unlike normal rows.
func (f *Findings) call() {
	if f.far = nil; f.Few() == 0 {
		f.far, _ = f.Model.Null.farOut(f.Score, f.Orthogonal)
		slices.SortStableFunc(f.far, func(i, j int) int { return cmp.Compare(f.Row(j).Excess, f.Row(i).Excess) })
	}
	if f.Parted, f.Skewed = "", ""; f.Model.Null.Equal > 0 {
		return
	}
	f.Parted = f.findGroups()
	if f.Parted == "" && !f.OfFew() && f.Model.Skew == nil { // its cut-offs are for skewed scores
		f.Skewed = f.findSkew()
	}
}

// FarOut are the rows that are called far out, the farthest first.
func (f *Findings) FarOut() []Row { return words.Each(f.far, f.Row) }

// Few is how many rows a fit takes before one can be called far out, 0 if there are as many.
func (f *Findings) Few() int {
	if least := max(10, 2*f.K()+2); f.Model.Rows < least {
		return least
	}
	return 0
}

// OfFew reports whether the fit calls more than half of its rows far out, which is no tail: it is of a group of few.
func (f *Findings) OfFew() bool { return !f.Judged() && 2*len(f.far) > f.Len() }

// Suited is how many rows are not far out.
func (f *Findings) Suited() int { return f.Len() - len(f.far) }

// Doubted reports whether ROBPCA with alpha 0.5 calls many rows far out, and many more than this fit.
func (f *Findings) Doubted() bool { return isMany(f.Half, f.Len()) && 2*f.Half > 3*len(f.far) }

func isMany(outlying, rows int) bool { return 10*outlying > rows }

// Tell lists columns with their shares.
func (f *Findings) Tell(shares []Share) string {
	return words.Enumerate(words.Each(shares, func(s Share) string {
		share := "less than 1%"
		if s.Share >= 0.005 {
			share = fmt.Sprintf("%.0f%%", 100*s.Share)
		}
		if s.Imputed {
			share += ", imputed"
		}
		return fmt.Sprintf("%s (%s)", f.Model.Label(s.Column), share)
	}))
}

// Judged reports whether a saved model judges the rows, Chosen whether the data chose the number of components.
func (f *Findings) Judged() bool { return f.Classical == nil }
func (f *Findings) Chosen() bool { return f.Asked == 0 }

// Spanned reports whether the components span all rows, so that orthogonal distances are 0.
func (f *Findings) Spanned() bool {
	return f.Model.OrthogonalCutOff == 0 && slices.Max(f.Orthogonal) <= 0
}

// K is the number of components.
func (f *Findings) K() int { return len(f.Model.Eigenvalues) }

// imputed reports whether the row may be an outlier for an imputed cell alone, which weighs most in its distance.
func (r Row) imputed() bool {
	at, found := slices.BinarySearch(r.of.Told.Row, r.At)
	return r.Outlying() && found && r.of.Told.Imputed[at] == 1
}

// that are the rows for which is holds.
func (f *Findings) that(is func(Row) bool) (all []Row) {
	for i := range f.Len() {
		if r := f.Row(i); is(r) {
			all = append(all, r)
		}
	}
	return all
}

// Outliers are the rows beyond a cut-off, the farthest first.
func (f *Findings) Outliers() []Row {
	return farthest(f.that(Row.Outlying))
}

// farthest sorts rows, the farthest first.
func farthest(rows []Row) []Row {
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Or(cmp.Compare(b.Excess, a.Excess), a.At-b.At) })
	return rows
}

// mappedRows and mappedColumns are how much of the cells a map can show.
const mappedRows, mappedColumns = 25, 24

// Far are the rows that the map of cells shows: outliers or, if there is none, the farthest row.
func (f *Findings) Far() []Row {
	all := f.Outliers()
	if len(all) == 0 {
		all = []Row{f.Row(0)}
		for i := range f.Len() {
			if r := f.Row(i); r.Excess > all[0].Excess {
				all[0] = r
			}
		}
	}
	return all[:min(len(all), mappedRows)]
}

// Heat are the residuals of the map by the rows that are far, and by the columns Mapped; NaN for a missing cell.
func (f *Findings) Heat(far []Row) [][]float64 {
	heat := words.Each(far, func(Row) []float64 { return slices.Repeat([]float64{math.NaN()}, len(f.Mapped)) })
	at := map[int]int{}
	for i, r := range far {
		at[r.At] = i
	}
	for i, row := range f.Map.Row {
		heat[at[row]][slices.Index(f.Mapped, f.Map.Column[i])] = f.Map.Residual[i]
	}
	return heat
}

// mostNamed is how many rows, columns or cells a sentence names.
const mostNamed = 12

// named lists names for Markdown, of which a sentence can bear the first.
func named(names []string) string {
	if rest := len(names) - mostNamed; rest > 1 {
		names = append(slices.Clone(names[:mostNamed]), fmt.Sprintf("%d others", rest))
	}
	return table.EscapeMarkdown(words.Enumerate(names))
}

func ids(list []Row) string { return named(words.Each(list, Row.ID)) }

// Count is the number of rows of a type.
func (f *Findings) Count(t string) int {
	return f.count(func(r Row) bool { return string(r.Type) == t })
}

// count is how many rows there are for which is holds.
func (f *Findings) count(is func(Row) bool) (n int) {
	for i := range f.Len() {
		n += mark(is(f.Row(i)))
	}
	return n
}

// leastTold is the share from which a column stands out.
const leastTold = 0.05

// Reasons names, for Markdown, the columns that weigh most in the distances of outliers, with their shares.
func (f *Findings) Reasons() string { return table.EscapeMarkdown(f.reasons()) }

func (f *Findings) reasons() string {
	var shares []Share
	sum := 0.0
	for j, w := range f.Weights {
		sum += w
		shares = append(shares, Share{Column: j, Share: w})
	}
	slices.SortStableFunc(shares, func(a, b Share) int { return cmp.Compare(b.Share, a.Share) })
	shares = shares[:min(len(shares), told)]
	for i := range shares {
		shares[i].Share /= max(sum, math.SmallestNonzeroFloat64)
	}
	if n, share := standing(f.Weights); n > told {
		return f.standingOut(n, share)
	}
	if sum > 0 && shares[0].Share < leastTold {
		return "many; most by " + f.Model.Label(shares[0].Column)
	}
	shares = slices.DeleteFunc(shares, func(s Share) bool { return s.Share < leastTold })
	return f.Tell(shares)
}

// Mended reports whether the method takes missing cells, and imputes them.
func (f *Findings) Mended() bool { return f.Model.Cells != nil }

// ByChance is the number of rows that chance alone puts beyond a cut-off, Measured whether clean tables say so.
func (f *Findings) ByChance() string {
	along, away := f.Model.Null.beyond(f.Model.ScoreCutOff, f.Model.OrthogonalCutOff)
	if f.Model.OrthogonalCutOff == 0 { // none is regular that leaves the components
		away = 0
	}
	return strconv.FormatFloat((along+away-along*away)*float64(f.Len()), 'f', 0, 64)
}
func (f *Findings) Measured() bool { return f.Model.Null.Tables > 0 }

// near is how far from a cut-off, as a share of it, a distance is near.
const near = 0.1

// Near names the rows whose larger distance is within a tenth of its cut-off.
func (f *Findings) Near() string {
	return ids(f.that(func(r Row) bool { return math.Abs(r.Excess-1) <= near }))
}

// Masked names the rows far out that classical PCA does not flag, but for those of imputed cells, if components turn
// and no long tail explains it.
func (f *Findings) Masked() string {
	if f.Skewed != "" || f.OfFew() {
		return ""
	}
	return ids(slices.DeleteFunc(f.FarOut(), func(r Row) bool {
		_, flagged := slices.BinarySearch(f.Classical.Flagged, r.At)
		return !f.Turned() || r.imputed() || flagged
	}))
}

// Imputed names the outliers in whose distance an imputed cell weighs most.
func (f *Findings) Imputed() string { return ids(f.that(Row.imputed)) }

// Turn is the angle in degrees between the first component and that of classical PCA.
func (f *Findings) Turn() float64 {
	cosine := math.Abs(floats.Dot(f.Model.Components[0], f.Classical.Components[0]))
	return math.Acos(min(cosine, 1)) * 180 / math.Pi
}

// Turned reports whether the first component turns more from the classical one than rows drawn again turn both.
func (f *Findings) Turned() bool { return len(f.far) > 0 && f.Turn() > 2*f.Sway(0) }

// Sway is the angle in degrees by which as many rows, drawn again, turn a component at most, in 95% of draws (T. W.
// Anderson, Annals of Mathematical Statistics 34, 1963). It is 90 for one that is not determined.
func (f *Findings) Sway(j int) float64 {
	l, rest, square := f.Model.Spectrum, f.Model.Total, 0.0
	for i, v := range l {
		if rest -= v; i != j {
			square += l[j] * v / max((l[j]-v)*(l[j]-v), math.SmallestNonzeroFloat64)
		}
	}
	square += max(rest, 0) / max(l[j], math.SmallestNonzeroFloat64)
	return min(distuv.UnitNormal.Quantile(0.975)*math.Sqrt(square/float64(f.Model.Rows))*180/math.Pi, 90)
}

// Loose names the components that are not determined, with their sway.
func (f *Findings) Loose() string {
	var all []string
	for j, name := range f.numbered() {
		if sway := f.Sway(j); sway > 45 {
			all = append(all, fmt.Sprintf("%s (± %.0f°)", name, sway))
		}
	}
	return words.Enumerate(all)
}

// CutOffs says what share of regular rows the cut-offs are of.
func (f *Findings) CutOffs() string {
	share := robust.RegularShare
	switch f.Model.Null.CutOff {
	case "":
		if f.Mended() {
			share = robust.MacroShare
		}
	case calibrated:
		return "97.5% cut-offs, calibrated"
	default:
		share, _ = strconv.ParseFloat(f.Model.Null.CutOff, 64)
	}
	return fmt.Sprintf("%.4g%% cut-offs", 100*share)
}

// Lead and Doubts are the answer and the warnings for Markdown.
func (f *Findings) Lead() string     { return table.EscapeMarkdown(f.unbroken()) }
func (f *Findings) Doubts() []string { return words.Each(f.Warnings(), table.EscapeMarkdown) }

//go:embed words.tmpl
var wordsSource string

var sentence = words.Texts(words.OneLine(wordsSource), template.FuncMap{"count": words.Count[int], "worst": worst,
	"some": func(rows []Row) string { return words.Some(words.Each(rows, Row.ID), mostNamed) }})

// Brief is the answer in a line, and unbroken is it where lines are broken, but not beside the sign of times.
func (f *Findings) Brief() string { return sentence("brief", f) }
func (f *Findings) unbroken() string {
	return strings.NewReplacer(" ×", "\u00a0×", "× the", "×\u00a0the").Replace(words.Capitalise(f.Brief()))
}

// Others is how many rows are beyond a cut-off that are not called far out, and Tailed whether a long tail may be why
// rows are.
func (f *Findings) Others() (others int) {
	for _, r := range f.FarOut() {
		others -= mark(r.Outlying())
	}
	return others + f.count(Row.Outlying)
}
func (f *Findings) Tailed() bool { return f.Skewed != "" && (len(f.far) > 0 || f.Doubted()) }

// Crowded reports whether more rows that are not called far out lie beyond a cut-off than in any of the clean tables,
// which chance does in one of Tables + 1. A saved model is of other rows, and macropca has other cut-offs.
func (f *Findings) Crowded() bool {
	return !f.Judged() && !f.Mended() && f.Measured() && f.Others() > f.Model.Null.Most
}

// Width is the number of columns.
func (f *Findings) Width() int { return len(f.Model.Columns) }

// worst names rows with by how much they are beyond their cut-off, and says where that is by a cell that was missing.
func worst(rows []Row) string {
	unit := " × the cut-off"
	names := words.Each(rows, func(r Row) string {
		name := r.ID() + " (" + r.Times() + unit
		if unit = " ×"; r.imputed() {
			name += ", most by a missing cell"
		}
		return name + ")"
	})
	return words.Some(names, mostNamed)
}

// wide is the ratio of spreads of columns from which the widest decide the components.
const wide = 10

// Wide says which column decides the components by its spread, where columns are not scaled; empty for none.
func (f *Findings) Wide() string {
	spreads := f.Model.Spreads
	if f.Judged() || slices.ContainsFunc(f.Model.Scale, func(v float64) bool { return v != 1 }) {
		return ""
	}
	largest, usual := slices.Max(spreads), robust.Median(spreads)
	if usual == 0 || largest < wide*usual {
		return ""
	}
	name := named([]string{f.Model.Columns[slices.Index(spreads, largest)]})
	return fmt.Sprintf("the spread of column %s is %.3g times the median of all columns, and columns are not scaled, "+
		"so that the widest decide the components", name, largest/usual)
}

// Warnings are what makes the answer doubtful. No name has the character that parts them.
func (f *Findings) Warnings() []string {
	all := strings.Split(sentence("warnings", f), "\x00")
	return all[:len(all)-1]
}

// Followed reports whether a fit follows rows that are few for the columns, and no clean table says how far, and Scarce
// whether rows are few for the components.
func (f *Findings) Followed() bool {
	return !f.Judged() && !f.Measured() && f.Model.Null.Equal == 0 && f.Model.Rows < 5*f.Width()
}
func (f *Findings) Scarce() bool { return f.Few() == 0 && !f.Judged() && f.Model.Rows < 5*f.K() }

// Proportion is the share of component j, from 0, of the total; of none, as of equal rows, it is 0.
func (f *Findings) Proportion(j int) float64 {
	return f.Model.Spectrum[j] / max(f.Model.Total, math.SmallestNonzeroFloat64)
}

// Kept is the share of the total that all components have, in percent.
func (f *Findings) Kept() (percent float64) {
	for j := range f.K() {
		percent += 100 * f.Proportion(j)
	}
	return percent
}

// Flat says that the last component has no more than a thousandth of the variance of the first.
func (f *Findings) Flat() bool { return f.Model.Spectrum[f.K()-1] <= 1e-3*f.Model.Spectrum[0] }
