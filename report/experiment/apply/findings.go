package apply

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/robust"
)

// Findings are what a result says. Lists have an entry for each row, column or cell; numbers in them count from 0.
type Findings struct {
	Model Model
	IDs   []string // of rows, nil where they go by their numbers
	Class []int    // of rows, among Classes
	// Score and Orthogonal are the distances of rows.
	Score, Orthogonal []float64
	Scores            [][]float64
	Told              Told
	// Classical is the fit of classical PCA, nil for rows that a saved model judges.
	Classical *Classical
	// Cells are the outlying ones. Searched is the number of columns among which they were looked for.
	Cells    Cells
	Searched int
	// Map has the cells of the rows that are far in the columns Mapped; a missing cell has none.
	Map     Cells
	Mapped  []int
	Missing int // cells that were filled in
	// Filled are all rows with these, by a method that takes missing cells.
	Filled [][]float64
	// Units says in words which columns seem to be in other units than those of the model.
	Units []string
	// Weights are those of columns in the distances of all outliers.
	Weights []float64
	Classes []string // names, nil for none
	// Asked is the number of components that was asked for, 0 where the data chose it.
	Asked int
	// Pictured says that rows are pictures.
	Pictured bool
	// Changed is how many flags are others by ROBPCA with alpha 0.5, negative where that is not asked.
	Changed float64
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

// Reasons lists the columns that weigh most, with their shares.
func (r Row) Reasons() string { return r.of.Tell(r.Columns()) }

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
	all := f.that(Row.Outlying)
	slices.SortStableFunc(all, func(a, b Row) int { return cmp.Compare(b.Excess, a.Excess) })
	return all
}

// farthest are the rows in the order of their excess, the largest first, and how many of them are outliers.
func (f *Findings) farthest() (order []int, outlying int) {
	excess := make([]float64, f.Len())
	for i := range excess {
		r := f.Row(i)
		order, excess[i] = append(order, i), r.Excess
		if r.Outlying() {
			outlying++
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(excess[j], excess[i]) })
	return order, outlying
}

// mappedRows and mappedColumns are how much of the cells a map can show.
const mappedRows, mappedColumns = 25, 24

// Far are the rows that the map of cells shows.
func (f *Findings) Far() []Row {
	order, outlying := f.farthest()
	return words.Each(order[:min(mappedRows, max(1, outlying))], f.Row)
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

// InOrder names the outliers in the order of the table.
func (f *Findings) InOrder() string { return ids(f.that(Row.Outlying)) }

// Count is the number of rows of a type.
func (f *Findings) Count(t string) int {
	return len(f.that(func(r Row) bool { return string(r.Type) == t }))
}

// leastTold is the share from which a column stands out.
const leastTold = 0.05

// Reasons names the columns that weigh most in the distances of outliers, with their shares.
func (f *Findings) Reasons() string {
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
	if sum > 0 && shares[0].Share < leastTold {
		return fmt.Sprintf("many; most by %s", named([]string{f.Model.Label(shares[0].Column)}))
	}
	shares = slices.DeleteFunc(shares, func(s Share) bool { return s.Share < leastTold })
	return table.EscapeMarkdown(f.Tell(shares))
}

// Mended reports whether the method takes missing cells, and imputes them.
func (f *Findings) Mended() bool { return f.Model.Cells != nil }

func (f *Findings) regularShare() float64 {
	if f.Mended() {
		return robust.MacroShare
	}
	return robust.RegularShare
}

// Beyond is the share of regular rows beyond a cut-off, in percent.
func (f *Findings) Beyond() string {
	return strconv.FormatFloat(math.Round(1000*(1-f.regularShare()))/10, 'g', -1, 64) + "%"
}

// ByChance is the number of flags to expect from chance alone: [Findings.Beyond] at each of the cut-offs, one where
// orthogonal distances are 0.
func (f *Findings) ByChance() string {
	regular := f.regularShare()
	share := 1 - regular
	if !f.Spanned() {
		share = 1 - regular*regular
	}
	return strconv.FormatFloat(share*float64(f.Len()), 'f', 1, 64)
}

// near is how far from a cut-off, as a share of it, a distance is near.
const near = 0.1

// Near names the rows whose larger distance is within a tenth of its cut-off.
func (f *Findings) Near() string {
	return ids(f.that(func(r Row) bool { return math.Abs(r.Excess-1) <= near }))
}

// Masked names the outliers that classical PCA does not flag, but for those of imputed cells.
func (f *Findings) Masked() string {
	return ids(f.that(func(r Row) bool {
		_, flagged := slices.BinarySearch(f.Classical.Flagged, r.At)
		return r.Outlying() && !r.imputed() && !flagged
	}))
}

// Imputed names the outliers in whose distance an imputed cell weighs most.
func (f *Findings) Imputed() string { return ids(f.that(Row.imputed)) }

// Turn is the angle in degrees between the first component and that of classical PCA.
func (f *Findings) Turn() float64 {
	cosine := math.Abs(floats.Dot(f.Model.Components[0], f.Classical.Components[0]))
	return math.Acos(min(cosine, 1)) * 180 / math.Pi
}

// Brief is the answer in a line.
func (f *Findings) Brief() string {
	names := words.Each(f.that(Row.Outlying), Row.ID)
	switch len(names) {
	case 0:
		return fmt.Sprintf("none of %d rows is an outlier", f.Len())
	case 1:
		return fmt.Sprintf("1 of %d rows is an outlier: %s", f.Len(), names[0])
	}
	return fmt.Sprintf("%d of %d rows are outliers: %s", len(names), f.Len(), words.Some(names, mostNamed))
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

// Proportion is the share of component j, from 0, of the total.
func (f *Findings) Proportion(j int) float64 { return f.Model.Spectrum[j] / f.Model.Total }

// Kept is the share of the total that all components have, in percent.
func (f *Findings) Kept() (percent float64) {
	for j := range f.K() {
		percent += 100 * f.Proportion(j)
	}
	return percent
}

// Flat says that the last component has no more than a thousandth of the variance of the first.
func (f *Findings) Flat() bool { return f.Model.Spectrum[f.K()-1] <= 1e-3*f.Model.Spectrum[0] }
