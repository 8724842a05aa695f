package objective

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// recorded are the rows of testdata/expressions.csv: values of u, then expressions with their values there. They have
// every operator, function and constant, and what depends on grouping or on computing constants beforehand.
func recorded(t testing.TB) [][]string {
	rows, err := csv.NewReader(bytes.NewReader(golden.Get(t, "expressions.csv"))).ReadAll()
	assert.NilError(t, err)
	return rows
}

// TestRecordedValues compares with testdata/expressions.csv, bit by bit: stored results must not change with the
// parser. The values are from github.com/expr-lang/expr v1.17.8. Package math rounds differently on other
// processors, where a tolerance applies.
func TestRecordedValues(t *testing.T) {
	rows := recorded(t)
	u := numbers(t, rows[0][1:])
	var text strings.Builder
	table := csv.NewWriter(&text)
	assert.NilError(t, table.Write(rows[0]))
	for _, row := range rows[1:] {
		s, err := Expression(row[0])
		assert.NilError(t, err)
		again, applied := row[:1:1], make([]float64, len(u))
		s.Apply(applied, u)
		for i, want := range numbers(t, row[1:]) {
			got := s.Derivative(u[i])
			assert.Check(t, u[i] == 0 || got == applied[i], "%s at %v", row[0], u[i])
			assert.Check(t, got == want || math.Abs(got-want) <= 1e-13*(1+math.Abs(want)), "%s at %v", row[0], u[i])
			again = append(again, strconv.FormatFloat(got, 'x', -1, 64))
		}
		assert.NilError(t, table.Write(again))
	}
	table.Flush()
	if cpu.X86.HasAVX && cpu.X86.HasFMA { // what math.Exp asks for on amd64
		golden.Assert(t, text.String(), "expressions.csv")
	}
}

func numbers(t *testing.T, texts []string) []float64 {
	values := make([]float64, len(texts))
	for i, text := range texts {
		var err error
		values[i], err = strconv.ParseFloat(text, 64)
		assert.NilError(t, err)
	}
	return values
}
