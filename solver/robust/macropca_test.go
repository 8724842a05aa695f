package robust_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/robust"
)

// answers are what cellWise 2.5.3 of R says of made tables: of table i in testdata, of five in the folder
// peers/macropca beside the published data sets. Its README says how they were made.
type answers struct {
	folder, table string
	tb            testing.TB
}

func (a answers) csv(part string) *mat.Dense {
	return table(a.tb, filepath.Join(a.folder, a.table+"_"+part+".csv"))
}

// text reads a file of "name: number number".
func (a answers) text(part string) map[string][]float64 {
	all := map[string][]float64{}
	source, err := os.ReadFile(filepath.Join(a.folder, a.table+"_"+part+".txt"))
	if err != nil {
		a.tb.Fatal(err)
	}
	for line := range strings.Lines(string(source)) {
		name, numbers, _ := strings.Cut(line, ":")
		for _, field := range strings.Fields(numbers) {
			if v, err := strconv.ParseFloat(field, 64); err == nil {
				all[name] = append(all[name], v)
			}
		}
	}
	return all
}

func forAnswers(t *testing.T, test func(t *testing.T, a answers)) {
	t.Run("i of testdata", func(t *testing.T) { test(t, answers{filepath.Join("testdata", "macropca"), "i", t}) })
	folder := peers(t)
	for _, name := range []string{"b", "d", "f", "h", "i"} {
		t.Run(name, func(t *testing.T) { test(t, answers{folder, name, t}) })
	}
}

func peers(t *testing.T) string {
	folder := filepath.Join(os.Getenv("REPORT_DATA"), "..", "peers", "macropca")
	if _, err := os.Stat(folder); os.Getenv("REPORT_DATA") == "" || err != nil {
		t.Skip("needs the folder peers/macropca beside the published data sets of REPORT_DATA")
	}
	return folder
}

// same fails unless values agree relative to the largest of each column; NaN agrees with NaN.
func same(t *testing.T, what string, got, want mat.Matrix) {
	t.Helper()
	rows, columns := want.Dims()
	if r, c := got.Dims(); r != rows || c != columns {
		t.Fatalf("%s: %d × %d, want %d × %d", what, r, c, rows, columns)
	}
	for j := range columns {
		size, worst, at := 0.0, 0.0, 0
		for i := range rows {
			g, w := got.At(i, j), want.At(i, j)
			if math.IsNaN(g) != math.IsNaN(w) {
				t.Fatalf("%s, row %d, column %d is %g, want %g", what, i+1, j+1, g, w)
			}
			if !math.IsNaN(w) {
				size = max(size, math.Abs(w))
				if d := math.Abs(g - w); d > worst {
					worst, at = d, i
				}
			}
		}
		if worst > 1e-8*size {
			t.Errorf("%s, row %d, column %d is %.12g, want %.12g", what, at+1, j+1, got.At(at, j), want.At(at, j))
		}
	}
}

func column(v []float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }

// numbers counts the cells that are so down columns, from 1.
func numbers(rows, columns int, is func(i, j int) bool) (all []float64) {
	for j := range columns {
		for i := range rows {
			if is(i, j) {
				all = append(all, float64(1+i+rows*j))
			}
		}
	}
	return all
}

func beyond(residuals *mat.Dense) []float64 {
	rows, columns := residuals.Dims()
	return numbers(rows, columns, func(i, j int) bool { return math.Abs(residuals.At(i, j)) > robust.CellCutOff() })
}

func exceeding(values []float64, limit float64) []float64 {
	return numbers(len(values), 1, func(i, _ int) bool { return values[i] > limit })
}

func equal(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestCellsAgreeWithR(t *testing.T) {
	forAnswers(t, func(t *testing.T, a answers) {
		x, want := a.csv("x"), a.text("ddc")
		c, d, err := robust.FitCells(t.Context(), x, 2)
		if err != nil {
			t.Fatal(err)
		}
		for name, got := range map[string][]float64{
			"locX": c.Centre, "scaleX": c.Scale, "Ti": d.Rows, "medTi": {c.RowCentre},
			"madTi": {c.RowSpread},
		} {
			same(t, name, column(got), column(want[name]))
		}
		var stretches, spreads []float64
		for j, near := range c.Neighbours {
			if len(near.Features) > 0 {
				stretches, spreads = append(stretches, c.Stretch[j]), append(spreads, c.Spread[j])
			}
		}
		same(t, "deshrinkage", column(stretches), column(want["deshrinkage"]))
		same(t, "scalestres", column(spreads), column(want["scalestres"]))
		same(t, "residuals", d.Residuals, a.csv("ddc_stdResid"))
		equal(t, "flagged cells", beyond(d.Residuals), want["indcells"])
		equal(t, "flagged rows", exceeding(d.Rows, robust.CellCutOff()), want["indrows"])
		imputed := mat.DenseCopyOf(x)
		for _, c := range d.Replaced {
			imputed.Set(c.Row, c.Feature, c.Expected)
		}
		same(t, "imputed", imputed, a.csv("ddc_Ximp"))
	})
}
