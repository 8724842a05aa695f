package render

import (
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

const exported = "study,key,data,origin,measure,state,repetitions,values,exact,converged,cycled,stopped,wandered," +
	"vanished,most_iterations,chosen,failure\n" +
	"tiny,k,iris,real,accuracy,done,2,95 96,0,3,0,0,0,0,17,\"\"\"a b\"\" c\",\n"

// sealed is a CSV file with checksums.
func sealed(t testing.TB, text string) []byte {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	assert.NilError(t, err)
	var b bytes.Buffer
	assert.NilError(t, writeSealed(&b, rows[0], slices.Values(rows[1:])))
	return b.Bytes()
}

// An error names file and line.
func TestFaultyExports(t *testing.T) {
	for _, c := range []struct {
		text []byte
		want string
	}{
		{nil, "r.csv: no header: EOF"},
		{[]byte("study,key\n"), `r.csv:1: no column "data": `},
		{[]byte(exported), `r.csv:1: no column "checksum": `},
		{sealed(t, strings.Replace(exported, "95 96", "95 x", 1)),
			`r.csv:2: values: strconv.ParseFloat: parsing "x": invalid syntax: write the file again`},
		{sealed(t, strings.Replace(exported, ",17,", ",,", 1)), `r.csv:2: most_iterations: `},
		{sealed(t, strings.Replace(exported, `"""a b`, `"""""a b`, 1)), `r.csv:2: chosen: `},
		{append(sealed(t, exported), "tiny,k\n"...), "r.csv: record on line 3: wrong number of fields"},
	} {
		_, err := ReadExport("r.csv", c.text)
		assert.ErrorContains(t, err, c.want)
	}
}

// A text that was defused for spreadsheets is read as it was.
func TestExportIsNotDefused(t *testing.T) {
	text := strings.Replace(exported, "95 96,", "-95 96,", 1)
	text = strings.Replace(text, "c\",\n", "c\",=1+1\n", 1)
	x, err := ReadExport("r.csv", sealed(t, text))
	assert.Check(t, err == nil && x.rows[0].Failure == "=1+1" && x.rows[0].values[0] == -95, "%+v (%v)", x, err)
}

// Fields of a CSV file are defused as they are written, in whatever pieces they come.
func TestFieldsAreDefused(t *testing.T) {
	rows := [][]string{{"=1+1", "-1 -2", "-a", "a,b", `"q"`}, {"", "+x\"y", "@\n,", "\x1b[31m", "日本\u202e"},
		{"é", "-1e5", `=", "`, " ", "x\n=y"}}
	var source bytes.Buffer
	assert.NilError(t, csv.NewWriter(&source).WriteAll(rows))
	for size := 1; size < 9; size++ {
		var b bytes.Buffer
		assert.NilError(t, defused("a.csv", &b, func(w io.Writer) (err error) {
			for piece := range slices.Chunk(source.Bytes(), size) {
				if _, err = w.Write(piece); err != nil {
					return err
				}
			}
			return nil
		}))
		read, err := csv.NewReader(&b).ReadAll()
		assert.NilError(t, err)
		for i, row := range rows {
			for j, field := range row {
				assert.Check(t, is.Equal(read[i][j], defuseField(field)), "%q in pieces of %d becomes", field, size)
			}
		}
	}
}

// What is shown on a scale is shown again by what is read of it.
func TestUnscaled(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		for _, scale := range []float64{0.001, 10, 100, 1. / 3} {
			shown := math.Exp(20*random.Float64()-10) * scale
			again := unscaled([]float64{shown}, scale)[0] * scale
			assert.Equal(t, again, shown, "%v on the scale %v is shown as %v again", shown, scale, again)
		}
	}
}

func FuzzReadExport(f *testing.F) {
	f.Add(sealed(f, exported))
	f.Add([]byte(exported[:len(exported)-9]))
	f.Fuzz(func(t *testing.T, content []byte) {
		x, err := ReadExport("r.csv", content)
		assert.Check(t, (x == nil) == (err != nil) || err != nil, "neither an export nor an error")
	})
}
