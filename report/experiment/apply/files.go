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

	"gpca/report/dataset/npy"
	"gpca/report/experiment"
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
	cut := []string{number(m.ScoreCutOff), number(m.OrthogonalCutOff)}
	files := []experiment.File{
		csvFile("distances.csv", f.Rows, func(_ int, r Row) []string {
			return slices.Concat([]string{r.ID, number(r.Score), number(r.Orthogonal)}, cut,
				[]string{strconv.FormatBool(r.Outlying()), string(r.Type)})
		}, "id", "score_distance", "orthogonal_distance", "score_cut_off", "orthogonal_cut_off", "flag", "type"),
		csvFile("scores.csv", f.Rows, func(_ int, r Row) []string {
			return append([]string{r.ID}, words.Each(r.Scores, number)...)
		}, append([]string{"id"}, f.numbered()...)...),
		csvFile("cells.csv", f.Cells, func(_ int, c Cell) []string {
			return []string{f.Rows[c.Row].ID, c.Column, number(c.Value), number(c.Residual)}
		}, "id", "column", "value", "residual"),
	}
	if f.Judged {
		return files
	}
	sum := 0.0
	return append(files,
		csvFile("loadings.csv", m.Columns, func(j int, name string) []string {
			loadings := words.Each(m.Components, func(c []float64) string { return number(c[j]) })
			return append(append([]string{name}, loadings...), number(m.Centre[j]), number(m.Scale[j]))
		}, append(append([]string{"column"}, f.numbered()...), "centre", "scale")...),
		csvFile("importance.csv", f.numbered(), func(j int, name string) []string {
			if j == 0 {
				sum = 0
			}
			sum += f.Proportion(j)
			values := []float64{math.Sqrt(m.Eigenvalues[j]), f.Proportion(j), sum, m.Total}
			return append([]string{name}, words.Each(values, number)...)
		}, "component", "standard_deviation", "proportion", "cumulative", "total_variance"),
		experiment.File{Name: "pca.npz", Write: f.writeArrays},
		experiment.File{Name: "model.json", Write: f.writeModel},
	)
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// numbered are the names of the components.
func (f *Findings) numbered() (names []string) {
	for j := range f.Model.Eigenvalues {
		names = append(names, fmt.Sprintf("PC%d", j+1))
	}
	return names
}

// csvFile is a table with a row for each item.
func csvFile[T any](name string, items []T, row func(i int, item T) []string, header ...string) experiment.File {
	return experiment.File{Name: name, Write: func(w io.Writer) error {
		records := csv.NewWriter(w)
		err := records.Write(header)
		for i, item := range items {
			err = cmp.Or(err, records.Write(row(i, item)))
		}
		records.Flush()
		return cmp.Or(err, records.Error())
	}}
}

// writeArrays writes an archive of NumPy, of which components_, mean_, explained_variance_ and its ratio are as those
// of sklearn.decomposition.PCA, after the columns are divided by scale_.
func (f *Findings) writeArrays(w io.Writer) error {
	m := f.Model
	var ratio, scores, score, orthogonal []float64
	for j := range m.Eigenvalues {
		ratio = append(ratio, f.Proportion(j))
	}
	for _, r := range f.Rows {
		scores = append(scores, r.Scores...)
		score, orthogonal = append(score, r.Score), append(orthogonal, r.Orthogonal)
	}
	z := zip.NewWriter(w)
	for _, a := range []struct {
		name   string
		rows   int // of a matrix, 0 for a vector
		values []float64
	}{
		{"components_", f.K(), slices.Concat(m.Components...)}, {"mean_", 0, m.Centre}, {"scale_", 0, m.Scale},
		{"explained_variance_", 0, m.Eigenvalues}, {"explained_variance_ratio_", 0, ratio},
		{"scores", len(f.Rows), scores}, {"score_distances", 0, score}, {"orthogonal_distances", 0, orthogonal},
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
