package render

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const exported = "study,key,data,origin,measure,state,repetitions,values,exact,converged,cycled,stopped,wandered,vanished,most_iterations,chosen,failure\n" +
	"tiny,k,iris,real,accuracy,done,2,95 96,0,3,0,0,0,0,17,\"\"\"a b\"\" c\",\n"

// A fault is told with file, line and column.
func TestFaultyExports(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "r.csv: no header: EOF"},
		{"study,key\n", `r.csv:1: no column "data": `},
		{strings.Replace(exported, "95 96", "95 x", 1), `r.csv:2:34: values: strconv.ParseFloat: parsing "x": invalid syntax: write the file again`},
		{strings.Replace(exported, ",17,", ",,", 1), `r.csv:2:52: most_iterations: `},
		{strings.Replace(exported, `"""a b`, `"""""a b`, 1), `r.csv:2:55: chosen: `},
		{exported + "tiny,k\n", "r.csv: record on line 3: wrong number of fields"},
	} {
		if _, err := ReadExport("r.csv", strings.NewReader(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one that begins with %q", c.text, err, c.want)
		}
	}
	folder := t.TempDir()
	for row, want := range map[string]string{
		"k,z,2 2,,1 2 3":      "arrays.csv:2:10: values: 3 values for a shape of 4",
		"k,z,-1 -3,,1 2 3":    "arrays.csv:2:12: values: 3 values for a shape of 0",
		"k,z,3,\"a b\",0 1 2": "arrays.csv:2:13: values: a value is no place in the 2 names",
	} {
		for name, text := range map[string]string{ResultsFile: exported, arraysFile: "key,array,shape,names,values\n" + row + "\n"} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := OpenExport(filepath.Join(folder, ResultsFile)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", row, err, want)
		}
	}
}

// A text that was defused for spreadsheets is read as it was.
func TestExportIsNotDefused(t *testing.T) {
	text := strings.Replace(exported, "95 96,", "-95 96,", 1)
	text = strings.Replace(text, "c\",\n", "c\",=1+1\n", 1)
	x, err := ReadExport("r.csv", bytes.NewReader(defuse(".csv", []byte(text))))
	if err != nil || x.rows[0].failure != "=1+1" || x.rows[0].values[0] != -95 {
		t.Errorf("%+v (%v)", x, err)
	}
}

// What is shown on a scale is shown again by what is read of it.
func TestUnscaled(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		for _, scale := range []float64{0.001, 10, 100, 1. / 3} {
			shown := math.Exp(20*random.Float64()-10) * scale
			if again := unscaled([]float64{shown}, scale)[0] * scale; again != shown {
				t.Fatalf("%v on the scale %v is shown as %v again", shown, scale, again)
			}
		}
	}
}

func FuzzReadExport(f *testing.F) {
	f.Add([]byte(exported))
	f.Add([]byte(exported[:len(exported)-9]))
	f.Fuzz(func(t *testing.T, content []byte) {
		if x, err := ReadExport("r.csv", bytes.NewReader(content)); (x == nil) != (err != nil) && err == nil {
			t.Error("neither an export nor an error")
		}
	})
}
