package apply

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gpca/report/experiment"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/robust"
)

// Findings are what a result says, which keeps all but Rows as one artifact.
type Findings struct {
	Model Model
	Rows  []Row `json:"-"`
	// Told are the columns that weigh most, by row: of outliers and, of a table of few rows, of all.
	Told map[int][]Share
	// Classical is the fit of classical PCA, nil for rows that a saved model judges.
	Classical *Classical `json:",omitempty"`
	// Cells are the outlying ones. Searched is the number of columns among which they were looked for.
	Cells    []Cell
	Searched int
	Map      CellMap
	Missing  int // cells that were filled in
	// Units says in words which columns seem to be in other units than those of the model.
	Units []string `json:",omitempty"`
	// Weights are those of columns in the distances of all outliers.
	Weights []float64
	Classes []string `json:",omitempty"` // names, nil for none
	// Judged says that a saved model judges the rows, Chosen that the data chose the number of components.
	Judged, Chosen bool
	// Pictured says that rows are pictures.
	Pictured bool

	values map[string][]float64
}

// A Row is a row with its distances.
type Row struct {
	At                int // its place in Findings.Rows
	ID                string
	Score, Orthogonal float64
	// Excess is the larger of both distances, divided by its cut-off.
	Excess  float64
	Type    robust.Type
	Scores  []float64
	Class   int
	Columns []Share // of Findings.Told
}

// A Share is that of a column in a distance. Imputed says that the cell was missing.
type Share struct {
	Column  string
	Share   float64
	Imputed bool `json:",omitempty"`
}

// A Classical fit has its components and variances, the total of all, and which rows it flags.
type Classical struct {
	Flags       []bool
	Components  [][]float64
	Eigenvalues []float64
	Total       float64
}

// A Cell is an outlying one.
type Cell struct {
	Row             int
	Column          string
	Value, Residual float64
}

// A CellMap has the residuals of some cells; NaN for a missing one.
type CellMap struct {
	Rows, Columns []string
	Residuals     [][]float64
}

const (
	recorded = "findings" // the artifact, with JSON for a name
	// rowsOf is the artifact of rows × class, score and orthogonal distance, and scores. Names are those of rows.
	rowsOf = "rows"
	// absent stands for NaN, which JSON has not.
	absent = -1e300
)

// Read reads a result.
func Read(r experiment.Result) (*Findings, error) {
	f := &Findings{values: r.Values}
	record := r.Artifacts[recorded].Names
	if len(record) != 1 {
		return nil, errors.New("the result has no distances of rows: it is of another kind, or arrays.csv is missing")
	}
	if err := json.Unmarshal([]byte(record[0]), f); err != nil {
		return nil, fmt.Errorf("the result has no distances of rows: %w", err)
	}
	a := r.Artifacts[rowsOf]
	if len(a.Shape) != 2 || a.Shape[1] != 3+f.K() {
		return nil, errors.New("the result has no rows: it is of another version")
	}
	f.Rows = make([]Row, a.Shape[0])
	if err := cmp.Or(f.Model.check(), f.check()); err != nil {
		return nil, fmt.Errorf("the result is no description of a table, %w: compute it again", err)
	}
	for i := range f.Rows {
		row := a.Data[i*a.Shape[1] : (i+1)*a.Shape[1]]
		at := &f.Rows[i]
		*at = f.row(i, row[1], row[2])
		at.Class, at.Scores, at.Columns = int(row[0]), row[3:], f.Told[i]
		if a.Names != nil {
			at.ID = a.Names[i]
		}
		if !(row[1] >= 0 && row[2] >= 0 && row[0] >= 0 && row[0] < max(float64(len(f.Classes)), 1)) {
			return nil, fmt.Errorf("the result has row %d at the distances %g and %g, of class %g of %d: compute it "+
				"again", i+1, row[1], row[2], row[0], len(f.Classes))
		}
	}
	if n, said := len(f.Outliers()), f.Value(outliers); said >= 0 && said != float64(n) {
		return nil, fmt.Errorf("the result says that %g rows are outliers, and has %d: compute it again", said, n)
	}
	for _, row := range f.Map.Residuals {
		for j, v := range row {
			if v == absent {
				row[j] = math.NaN()
			}
		}
	}
	return f, nil
}

// check returns an error for parts that do not belong to as many rows and columns.
func (f *Findings) check() error {
	n, width, c := len(f.Rows), len(f.Model.Columns), f.Classical
	uneven := func(lists [][]float64, width int) bool {
		return slices.ContainsFunc(lists, func(list []float64) bool { return len(list) != width })
	}
	switch {
	case len(f.Weights) != width:
		return fmt.Errorf("its weights are %d for %d columns", len(f.Weights), width)
	case len(f.Map.Residuals) != len(f.Map.Rows) || uneven(f.Map.Residuals, len(f.Map.Columns)):
		return errors.New("its map of cells has not a residual for each")
	case slices.ContainsFunc(f.Cells, func(c Cell) bool { return c.Row < 0 || c.Row >= n }):
		return fmt.Errorf("it has outlying cells beyond its %d rows", n)
	case (c == nil) != f.Judged:
		return errors.New("classical PCA stands beside a fit, and beside no saved model")
	case c != nil && (len(c.Flags) != n || len(c.Eigenvalues) != len(c.Components) || uneven(c.Components, width)):
		return fmt.Errorf("its classical PCA is not of %d rows and %d columns", n, width)
	}
	return nil
}

// row is a row by its place and distances.
func (f *Findings) row(i int, score, orthogonal float64) Row {
	far, away := f.Model.ScoreCutOff, f.Model.OrthogonalCutOff
	return Row{At: i, ID: strconv.Itoa(i + 1), Score: score, Orthogonal: orthogonal,
		Excess: max(robust.Excess(score, far), robust.Excess(orthogonal, away)),
		Type:   robust.TypeOf(score, orthogonal, far, away)}
}

// Outlying reports whether the row is beyond a cut-off.
func (r Row) Outlying() bool { return r.Type != robust.Regular }

// Reasons lists the columns that weigh most.
func (r Row) Reasons() string {
	return words.Enumerate(words.Each(r.Columns, func(s Share) string {
		share := "less than 1%"
		if s.Share >= 0.005 {
			share = fmt.Sprintf("%.0f%%", 100*s.Share)
		}
		if s.Imputed {
			share += ", imputed"
		}
		return fmt.Sprintf("%s (%s)", s.Column, share)
	}))
}

// Spanned reports whether the components span all rows, so that orthogonal distances are 0.
func (f *Findings) Spanned() bool {
	return f.Model.OrthogonalCutOff == 0 && !slices.ContainsFunc(f.Rows, func(r Row) bool { return r.Orthogonal > 0 })
}

// K is the number of components.
func (f *Findings) K() int { return len(f.Model.Eigenvalues) }

// imputed reports whether the row may be an outlier for an imputed cell alone, which weighs most in its distance.
func (r Row) imputed() bool { return r.Outlying() && len(r.Columns) > 0 && r.Columns[0].Imputed }

// that are the rows for which is holds.
func (f *Findings) that(is func(i int, r Row) bool) (all []Row) {
	for i, r := range f.Rows {
		if is(i, r) {
			all = append(all, r)
		}
	}
	return all
}

// Outliers are the rows beyond a cut-off, the farthest first.
func (f *Findings) Outliers() []Row {
	all := f.that(func(_ int, r Row) bool { return r.Outlying() })
	slices.SortStableFunc(all, func(a, b Row) int { return cmp.Compare(b.Excess, a.Excess) })
	return all
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

func ids(list []Row) string { return named(words.Each(list, func(r Row) string { return r.ID })) }

// InOrder names the outliers in the order of the table.
func (f *Findings) InOrder() string {
	return ids(f.that(func(_ int, r Row) bool { return r.Outlying() }))
}

// Count is the number of rows of a type.
func (f *Findings) Count(t string) int {
	return len(f.that(func(_ int, r Row) bool { return string(r.Type) == t }))
}

// leastTold is the share from which a column stands out.
const leastTold = 0.05

// Reasons names the columns that weigh most in the distances of outliers, with their shares.
func (f *Findings) Reasons() string {
	var shares []Share
	sum := 0.0
	for j, w := range f.Weights {
		sum += w
		shares = append(shares, Share{Column: f.Model.Columns[j], Share: w})
	}
	slices.SortStableFunc(shares, func(a, b Share) int { return cmp.Compare(b.Share, a.Share) })
	shares = shares[:min(len(shares), told)]
	for i := range shares {
		shares[i].Share /= max(sum, math.SmallestNonzeroFloat64)
	}
	if sum > 0 && shares[0].Share < leastTold {
		return fmt.Sprintf("many; most by %s", named([]string{shares[0].Column}))
	}
	shares = slices.DeleteFunc(shares, func(s Share) bool { return s.Share < leastTold })
	return table.EscapeMarkdown(Row{Columns: shares}.Reasons())
}

// ByChance is the number of flags to expect from chance alone: 2.5% at each of the cut-offs, one where orthogonal
// distances are 0.
func (f *Findings) ByChance() string {
	share := 1 - robust.RegularShare
	if !f.Spanned() {
		share = 1 - robust.RegularShare*robust.RegularShare
	}
	return strconv.FormatFloat(share*float64(len(f.Rows)), 'f', 1, 64)
}

// near is how far from a cut-off, as a share of it, a distance is near.
const near = 0.1

// Near names the rows whose larger distance is within a tenth of its cut-off.
func (f *Findings) Near() string {
	return ids(f.that(func(_ int, r Row) bool { return math.Abs(r.Excess-1) <= near }))
}

// Masked names the outliers that classical PCA does not flag, but for those of imputed cells.
func (f *Findings) Masked() string {
	return ids(f.that(func(i int, r Row) bool { return r.Outlying() && !r.imputed() && !f.Classical.Flags[i] }))
}

// Imputed names the outliers in whose distance an imputed cell weighs most.
func (f *Findings) Imputed() string {
	return ids(f.that(func(_ int, r Row) bool { return r.imputed() }))
}

// Value is a measure, −1 where it has none.
func (f *Findings) Value(measure string) float64 {
	return append(slices.Clone(f.values[measure]), -1)[0]
}

// Brief is the answer in a line.
func (f *Findings) Brief() string {
	names := words.Each(f.that(func(_ int, r Row) bool { return r.Outlying() }), func(r Row) string { return r.ID })
	switch len(names) {
	case 0:
		return fmt.Sprintf("none of %d rows is an outlier", len(f.Rows))
	case 1:
		return fmt.Sprintf("1 of %d rows is an outlier: %s", len(f.Rows), names[0])
	}
	return fmt.Sprintf("%d of %d rows are outliers: %s", len(names), len(f.Rows), words.Some(names, mostNamed))
}

// wide is the ratio of spreads of columns from which the widest decide the components.
const wide = 10

// Wide says which column decides the components by its spread, where columns are not scaled; empty for none.
func (f *Findings) Wide() string {
	spreads := f.Model.Spreads
	if f.Judged || slices.ContainsFunc(f.Model.Scale, func(v float64) bool { return v != 1 }) {
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
