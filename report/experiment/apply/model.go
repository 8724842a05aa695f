package apply

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/contamination"
	"gpca/report/external"
	"gpca/report/words"
	"gpca/solver/robust"
	"gpca/solver/typo"
)

// A Model is a fit with all that it takes to judge further rows of the same columns: a row is divided by Scale, loses
// Centre, and has the scores Components·x.
type Model struct {
	Data    string   `json:"data"`
	Method  string   `json:"method"`
	Rows    int      `json:"rows"`
	Columns []string `json:"columns"`
	// Scale divides the columns; Medians replace missing cells, and show with Spreads whether units are the same.
	Scale       []float64   `json:"scale"`
	Centre      []float64   `json:"centre"`
	Components  [][]float64 `json:"components"`
	Eigenvalues []float64   `json:"eigenvalues"`
	Medians     []float64   `json:"medians"`
	Spreads     []float64   `json:"spreads"`
	// Skew measures score distances for robpca skew.
	Skew *robust.Skew `json:"skew,omitempty"`

	ScoreCutOff      float64 `json:"score_cut_off"`
	OrthogonalCutOff float64 `json:"orthogonal_cut_off"`
	// Cells predict cells from others of their row, for a method that takes missing cells; CellSpread are the scales of
	// residuals of columns.
	Cells      *robust.Cells `json:"cells,omitempty"`
	CellSpread []float64     `json:"cell_spread,omitempty"`
	// Spectrum has the eigenvalues by which the number of components is chosen; Total is the sum of all.
	Spectrum []float64 `json:"spectrum"`
	Total    float64   `json:"total"`
	// Units are those of the columns, and Dialect says what a field of a text means, where the table says so.
	Units   []string `json:"units,omitempty"`
	Dialect []string `json:"dialect,omitempty"`
	// Null says how far regular rows lie.
	Null *Null `json:"null"`
	// SHA256 is that of the model without it.
	SHA256 string `json:"sha256,omitempty"`
}

// seal returns the model with its SHA-256.
func (m Model) seal() Model {
	m.SHA256 = ""
	b, _ := json.Marshal(m) // finite numbers and words
	m.SHA256 = fmt.Sprintf("%x", sha256.Sum256(b))
	return m
}

const saveAgain = "save it again by report apply"

// ReadModel reads a saved model. One that is truncated or was edited is an error.
func ReadModel(source []byte) (*Model, error) {
	var m Model
	d := json.NewDecoder(bytes.NewReader(source))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return nil, fmt.Errorf("it is truncated, or no model: %w: %s", err, saveAgain)
	}
	if m.SHA256 == "" || m.seal().SHA256 != m.SHA256 {
		return nil, errors.New("its sha256 is not that of its content, which was edited or is of another version: " +
			saveAgain)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, saveAgain)
	}
	for i, name := range m.Columns {
		if slices.Contains(m.Columns[:i], name) {
			return nil, fmt.Errorf("two of its columns are called %q, which cannot be told apart in another table: "+
				"give each its own name, and %s", name, saveAgain)
		}
	}
	if j := slices.Index(m.Eigenvalues, 0); j >= 0 {
		return nil, fmt.Errorf("the variance of its component %d is 0, so that every other row is infinitely far: fit "+
			"fewer components, and %s", j+1, saveAgain)
	}
	return &m, nil
}

// check returns an error for what no fit is: the rest of the program trusts lengths and signs.
func (m Model) check() error {
	k, width := len(m.Components), len(m.Columns)
	if !m.Null.isSound() {
		return errors.New("it does not say how far regular rows lie")
	}
	if k == 0 || k > width || m.Rows < 1 {
		return fmt.Errorf("it is no model of %d components of %d columns and %d rows", k, width, m.Rows)
	}
	const positive, largest = math.SmallestNonzeroFloat64, math.MaxFloat64
	all := []numbers{
		{"scale", m.Scale, width, positive, largest},
		{"centre", m.Centre, width, -robust.LargestScale, robust.LargestScale},
		{"medians", m.Medians, width, -largest, largest},
		{"spreads", m.Spreads, width, 0, largest},
		{"eigenvalues", m.Eigenvalues, k, 0, largest},
		{"spectrum", m.Spectrum, max(k, len(m.Spectrum)), -largest, largest},
		{"total", []float64{m.Total}, 1, 0, largest},
		{"score_cut_off", []float64{m.ScoreCutOff}, 1, positive, largest},
		{"orthogonal_cut_off", []float64{m.OrthogonalCutOff}, 1, 0, largest},
	}
	if c := m.Cells; c != nil {
		for _, list := range [][]float64{c.Centre, c.Scale, c.Stretch, c.Spread, m.CellSpread} {
			all = append(all, numbers{"cells", list, width, -largest, largest})
		}
	}
	if err := words.Try(all, numbers.check); err != nil {
		return err
	}
	if m.Units != nil && len(m.Units) != width {
		return fmt.Errorf("%d units of %d columns", len(m.Units), width)
	}
	if err := cmp.Or(m.checkNeighbours(), m.checkComponents()); err != nil {
		return err
	}
	if err := m.Skew.Check(k); err != nil {
		return fmt.Errorf("skew: %w", err)
	}
	return nil
}

// numbers are a list of a length whose values have bounds.
type numbers struct {
	name        string
	values      []float64
	length      int
	least, most float64
}

func (list numbers) check() error {
	if len(list.values) != list.length {
		return fmt.Errorf("%s: %d values, must be %d", list.name, len(list.values), list.length)
	}
	for _, v := range list.values {
		if !(v >= list.least && v <= list.most) {
			return fmt.Errorf("%s: %g, must be from %g to %g", list.name, v, list.least, list.most)
		}
	}
	return nil
}

// checkComponents returns an error for components that are not orthonormal.
func (m Model) checkComponents() error {
	for i, c := range m.Components {
		if len(c) != len(m.Columns) {
			return fmt.Errorf("its component %d has %d loadings for %d columns", i+1, len(c), len(m.Columns))
		}
		for j := range i + 1 {
			product := floats.Dot(c, m.Components[j])
			if i == j {
				product--
			}
			if !(math.Abs(product) <= external.Tolerance) {
				return fmt.Errorf("its components %d and %d are not orthonormal", j+1, i+1)
			}
		}
	}
	return nil
}

// checkNeighbours returns an error for cells that others predict than those of the columns.
func (m Model) checkNeighbours() error {
	if m.Cells == nil {
		return nil
	}
	width := len(m.Columns)
	if near := m.Cells.Neighbours; len(near) != width {
		return fmt.Errorf("cells: neighbours of %d columns, must be %d", len(near), width)
	}
	for j, near := range m.Cells.Neighbours {
		other := func(h int) bool { return h < 0 || h >= width }
		if n := len(near.Features); len(near.Correlations) != n || len(near.Slopes) != n ||
			slices.ContainsFunc(near.Features, other) {
			return fmt.Errorf("cells: the neighbours of column %d are none of the %d columns", j+1, width)
		}
	}
	return nil
}

// macro is the model as one that judges cells, too.
func (m Model) macro() *robust.MacroPCA {
	return &robust.MacroPCA{Cells: m.Cells, Scale: m.Scale, Fit: m.fit(), ScoreCutOff: m.ScoreCutOff,
		OrthogonalCutOff: m.OrthogonalCutOff, Spread: m.CellSpread}
}

// cutAt moves the cut-offs to another share of regular rows, or to measured ones.
func (m *Model) cutAt(asked string) error {
	switch {
	case asked == "":
		return nil
	case asked == calibrated && m.Null.Tables == 0:
		return errors.New("the model has no measured chance: save it again by report apply --cut-off calibrated")
	}
	u := *m.Null
	u.CutOff, m.Null = asked, &u
	m.ScoreCutOff, m.OrthogonalCutOff = u.cutOffs(len(m.Eigenvalues))
	return nil
}

// fit is the model as a fit.
func (m Model) fit() *robust.Fit {
	loadings := mat.NewDense(len(m.Components), len(m.Centre), slices.Concat(m.Components...))
	return &robust.Fit{Centre: m.Centre, Loadings: loadings, Eigenvalues: m.Eigenvalues, Skew: m.Skew}
}

// selected returns the columns of samples that the model has, in its order. A column that it lacks is an error, with
// the columns that it may have become.
func (m Model) selected(samples *mat.Dense, names []string) (*mat.Dense, error) {
	rows, width := samples.Dims()
	if names = namesOf(names, width); len(names) == 0 {
		return samples, nil
	}
	if err := m.Lacks(names); err != nil {
		return nil, err
	}
	selected := mat.NewDense(rows, len(m.Columns), nil)
	for to, name := range m.Columns {
		selected.SetCol(to, mat.Col(nil, slices.Index(names, name), samples))
	}
	return selected, nil
}

// Lacks returns an error for a column of the model that is not among names, with what it may be called now, or that is
// there twice.
func (m Model) Lacks(names []string) error {
	names = namesOf(names, 0)
	for _, name := range m.Columns {
		if at := slices.Index(names, name); at >= 0 {
			if slices.Contains(names[at+1:], name) {
				return fmt.Errorf("two columns of the table are called %q, and the model has one: give each its own "+
					"name", name)
			}
			continue
		}
		others := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(m.Columns, n) })
		hint := "give it that name, or fit anew without the column"
		if len(typo.Nearest(name, others)) > 0 {
			hint = typo.DidYouMean(name, others)
		}
		return fmt.Errorf("the model has a column %q and the table has none of that name: %s", name, hint)
	}
	return nil
}

// otherUnits says which columns seem to be in other units than those of the model: those whose median lies more than
// 100 spreads away, or whose spread is 30 times as large or as small where there are rows enough to tell.
func (m Model) otherUnits(units contamination.Units, rows int) []string {
	const far, ratio, enough = 100, 30, 10
	var all []string
	for j, name := range m.Columns {
		median, spread := units.Centre[j], units.Spread[j]
		shift := math.Abs(median - m.Medians[j])
		grown := rows >= enough && spread > 0 && m.Spreads[j] > 0 &&
			math.Abs(math.Log(spread/m.Spreads[j])) > math.Log(ratio)
		if m.Spreads[j] > 0 && shift > far*m.Spreads[j] || grown {
			all = append(all, fmt.Sprintf("%s has the median %.4g, and %.4g in the model", name, median, m.Medians[j]))
		}
	}
	return all
}

// Label names a column with its unit.
func (m Model) Label(j int) string {
	if m.Units == nil || m.Units[j] == "" {
		return m.Columns[j]
	}
	return fmt.Sprintf("%s (%s)", m.Columns[j], m.Units[j])
}

// renamed says which columns are said to have other units than those of the model.
func (m Model) renamed(names, units []string) (all []string) {
	for j, name := range m.Columns {
		at := slices.Index(namesOf(names, 0), name)
		if at >= 0 && m.Units != nil && units != nil && m.Units[j]+units[at] != "" && m.Units[j] != units[at] {
			all = append(all, fmt.Sprintf("%s is in %q, and in %q in the model", name, units[at], m.Units[j]))
		}
	}
	return all
}

// namesOf are the names of columns, which are counted where they have none.
func namesOf(columns []string, width int) []string {
	if columns == nil {
		for j := range width {
			columns = append(columns, fmt.Sprintf("column %d", j+1))
		}
	}
	return words.Each(columns, func(name string) string { return strings.TrimSpace(words.Printable(name)) })
}
