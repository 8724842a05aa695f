package apply

import (
	"archive/zip"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gpca/report/contamination"
	"gpca/report/dataset/npy"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/words"
)

// Files are distances, scores and outlying cells as tables and, of a fit, loadings and importance of components, all
// arrays under scikit-learn's names, and the model.
func (*Experiment) Files(r experiment.Result) []experiment.File {
	f, err := Read(r)
	if err != nil {
		return nil
	}
	m := f.Model
	worst := f.worstCells()
	cut := []string{number(m.ScoreCutOff), number(m.OrthogonalCutOff)}
	files := []experiment.File{
		csvFile("distances.csv", f.Len(), func(i int) []string {
			r := f.Row(i)
			return slices.Concat([]string{r.ID(), number(r.Score), number(r.Orthogonal)}, cut,
				[]string{strconv.FormatBool(r.Outlying()), string(r.Type)})
		}, "id", "score_distance", "orthogonal_distance", "score_cut_off", "orthogonal_cut_off", "flag", "type"),
		csvFile("scores.csv", f.Len(), func(i int) []string {
			return append([]string{f.Row(i).ID()}, words.Each(f.Scores[i], number)...)
		}, append([]string{"id"}, f.numbered()...)...),
		csvFile("cells.csv", len(f.Cells.Row), func(i int) []string {
			c, i := f.Cells, worst[i]
			return append([]string{f.Row(c.Row[i]).ID(), m.Columns[c.Column[i]]}, words.Each([]float64{c.Value[i],
				c.Residual[i], c.Expected[i], c.Unit[i]}, number)...)
		}, "id", "column", "value", "residual", "expected", "give_or_take"),
	}
	if f.Filled != nil {
		files = append(files, csvFile("imputed.csv", f.Len(), func(i int) []string {
			return append([]string{f.Row(i).ID()}, words.Each(f.Filled[i], number)...)
		}, append([]string{"id"}, m.Columns...)...))
	}
	if f.Judged() {
		return files
	}
	sum := 0.0
	return append(files,
		csvFile("loadings.csv", len(m.Columns), func(j int) []string {
			loadings := words.Each(m.Components, func(c []float64) string { return number(c[j]) })
			return append(append([]string{m.Columns[j]}, loadings...), number(m.Centre[j]), number(m.Scale[j]))
		}, append(append([]string{"column"}, f.numbered()...), "centre", "scale")...),
		csvFile("importance.csv", f.K(), func(j int) []string {
			if j == 0 {
				sum = 0
			}
			sum += f.Proportion(j)
			values := []float64{math.Sqrt(m.Eigenvalues[j]), f.Proportion(j), sum, m.Total}
			return append(f.numbered()[j:j+1], words.Each(values, number)...)
		}, "component", "standard_deviation", "proportion", "cumulative", "total_variance"),
		experiment.File{Name: "pca.npz", Write: f.writeArrays},
		experiment.File{Name: "model.json", Write: f.writeModel},
	)
}

// worstCells are the places of the outlying cells, those first that lie farthest from what is expected.
func (f *Findings) worstCells() []int {
	c, order, far := &f.Cells, []int(nil), []float64(nil)
	for i, v := range c.Value {
		order, far = append(order, i), append(far, math.Abs(v-c.Expected[i])/c.Unit[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(far[b], far[a]) })
	return order
}

// number writes whole numbers with all their digits, so that they are read as such.
func number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// wholeAsBefore rounds what is filled into columns of whole numbers, in place.
func wholeAsBefore(cells, filled *mat.Dense) *mat.Dense {
	rows, columns := cells.Dims()
	for j := range columns {
		broken := func(v float64) bool { return v != math.Trunc(v) }
		whole := !slices.ContainsFunc(contamination.Present(cells, trial.Every(rows), j), broken)
		for i := 0; whole && i < rows; i++ {
			filled.Set(i, j, math.Round(filled.At(i, j)))
		}
	}
	return filled
}

// numbered are the names of the components.
func (f *Findings) numbered() (names []string) {
	for j := range f.Model.Eigenvalues {
		names = append(names, fmt.Sprintf("PC%d", j+1))
	}
	return names
}

// csvFile is a table of n rows.
func csvFile(name string, n int, row func(i int) []string, header ...string) experiment.File {
	return experiment.File{Name: name, Write: func(w io.Writer) error {
		records := csv.NewWriter(w)
		err := records.Write(header)
		for i := range n {
			err = cmp.Or(err, records.Write(row(i)))
		}
		records.Flush()
		return cmp.Or(err, records.Error())
	}}
}

// writeArrays writes an archive of NumPy, of which components_, mean_, explained_variance_ and its ratio are as those
// of sklearn.decomposition.PCA, after the columns are divided by scale_.
func (f *Findings) writeArrays(w io.Writer) error {
	m := f.Model
	var ratio []float64
	for j := range m.Eigenvalues {
		ratio = append(ratio, f.Proportion(j))
	}
	z := zip.NewWriter(w)
	for _, a := range []struct {
		name   string
		rows   int // of a matrix, 0 for a vector
		values []float64
	}{
		{"components_", f.K(), slices.Concat(m.Components...)}, {"mean_", 0, m.Centre}, {"scale_", 0, m.Scale},
		{"explained_variance_", 0, m.Eigenvalues}, {"explained_variance_ratio_", 0, ratio},
		{"scores", f.Len(), slices.Concat(f.Scores...)}, {"score_distances", 0, f.Score},
		{"orthogonal_distances", 0, f.Orthogonal},
		{"cut_offs", 0, []float64{m.ScoreCutOff, m.OrthogonalCutOff}},
	} {
		shape := []int{len(a.values)}
		if a.rows > 0 {
			shape = []int{a.rows, len(a.values) / a.rows}
		}
		part, err := z.CreateHeader(&zip.FileHeader{Name: a.name + ".npy"})
		if err == nil {
			err = npy.Write(part, npy.Array{Shape: shape, Values: a.values})
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}

func (f *Findings) writeModel(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(f.Model.seal())
}
