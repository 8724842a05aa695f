package apply

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

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
	files := []experiment.File{
		csvFile("distances.csv", f.Len(), func(l *line, i int) {
			r := f.Row(i)
			l.add(r.ID()).numbers(r.Score, r.Orthogonal, m.ScoreCutOff, m.OrthogonalCutOff)
			l.add(strconv.FormatBool(r.Outlying())).add(string(r.Type))
		}, "id", "score_distance", "orthogonal_distance", "score_cut_off", "orthogonal_cut_off", "flag", "type"),
		csvFile("scores.csv", f.Len(), func(l *line, i int) { l.add(f.Row(i).ID()).numbers(f.Scores[i]...) },
			append([]string{"id"}, f.numbered()...)...),
		csvFile("cells.csv", len(f.Cells.Row), func(l *line, i int) {
			c, i := f.Cells, worst[i]
			l.add(f.Row(c.Row[i]).ID()).add(m.Columns[c.Column[i]])
			l.numbers(c.Value[i], c.Residual[i], c.Expected[i], c.Unit[i])
		}, "id", "column", "value", "residual", "expected", "give_or_take"),
	}
	if f.Filled != nil {
		files = append(files, csvFile("imputed.csv", f.Len(), func(l *line, i int) {
			l.add(f.Row(i).ID()).numbers(f.Filled[i]...)
		}, append([]string{"id"}, m.Columns...)...))
	}
	if f.Judged() {
		return files
	}
	sum := 0.0
	return append(files,
		csvFile("loadings.csv", len(m.Columns), func(l *line, j int) {
			l.add(m.Columns[j]).numbers(words.Each(m.Components, func(c []float64) float64 { return c[j] })...)
			l.numbers(m.Centre[j], m.Scale[j])
		}, append(append([]string{"column"}, f.numbered()...), "centre", "scale")...),
		csvFile("importance.csv", f.K(), func(l *line, j int) {
			if j == 0 {
				sum = 0
			}
			sum += f.Proportion(j)
			l.add(f.numbered()[j]).numbers(math.Sqrt(m.Eigenvalues[j]), f.Proportion(j), sum, m.Total)
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
func csvFile(name string, n int, row func(l *line, i int), header ...string) experiment.File {
	return experiment.File{Name: name, Write: func(w io.Writer) error {
		l := &line{}
		for _, name := range header {
			l.add(name)
		}
		out := bufio.NewWriter(w)
		err := l.end(out)
		for i := 0; i < n && err == nil; i++ {
			row(l, i)
			err = l.end(out)
		}
		return cmp.Or(err, out.Flush())
	}}
}

// A line of a table is written without a string for each number, which would take twice the time. It has a comma before
// each field.
type line struct{ text []byte }

func (l *line) add(field string) *line {
	l.text = append(l.text, ',')
	if words.Plain(field) && !strings.ContainsAny(field, ` ",\`) {
		l.text = append(l.text, field...)
		return l
	}
	var quoted bytes.Buffer
	w := csv.NewWriter(&quoted)
	_ = w.Write([]string{field, ""}) // to memory; an empty field alone would have quotes
	w.Flush()
	l.text = append(l.text, bytes.TrimSuffix(quoted.Bytes(), []byte(",\n"))...)
	return l
}

// numbers writes whole numbers with all their digits, so that they are read as such.
func (l *line) numbers(values ...float64) {
	for _, v := range values {
		form := byte('g')
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			form = 'f'
		}
		l.text = strconv.AppendFloat(append(l.text, ','), v, form, -1, 64)
	}
}

func (l *line) end(w io.Writer) error {
	_, err := w.Write(append(l.text[1:], '\n'))
	l.text = l.text[:0]
	return err
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
