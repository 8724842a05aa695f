package objective

import (
	"encoding/csv"
	"flag"
	"math"
	"os"
	"strconv"
	"testing"

	"golang.org/x/sys/cpu"
)

var update = flag.Bool("update", false, "write testdata/expressions.csv anew")

// recordedExpressions are those of testdata/expressions.csv: every operator, function and constant, and what
// depends on grouping or on computing constants beforehand.
var recordedExpressions = []string{
	"u", "+u", "1", "0.1", ".5*u", "5.*u", "1e-3*u", "2.5E+1*u", "010*u",
	"9223372036854775807 + u", "0.1 + 0.2 + u", "u + 0.1 + 0.2", "u + (0.1 + 0.2)", "0.1*3*u", "u*0.1*3",
	"1/3*u", "u/3", "u*(1/3)", "u^2/4", "(u/2)^2", "2^0.5*u", "u*2^-0.5", "7/2*u", "8/2/2*u", "10 - 3 - 2 - u",
	"u - 0.1 - 0.2", "-u^2", "(-u)^2", "-u*-u", "--u", "- -u + -1", "2^3^2 + u", "2^-u^2", "(2^-u)^2", "u^3", "u**0.5", "(1 + u)^-0.5",
	"u^2^0.5", "u^(1/3)", "(u^2)^0.5", "pow(u, 0.3)", "pow(2, u/1e3)", "pow(u, 2)", "-0*u + 1/(1 + u)",
	"pi*u", "e*u", "pi + e + u", "e^-u", "exp(-u)", "exp(-u^2/2)", "1 - exp(-u)", "log(1 + u)", "u/(1 + u)", "u/(1 + (u/10)^2)",
	"sqrt(u)", "1/sqrt(1 + u^2)", "abs(u - 1)", "sign(u - 1)", "sin(u)", "cos(u/3)", "tan(u/1e5)", "sinh(u/1e3)", "cosh(u/1e3)", "tanh(u)", "sech(u)",
	"3 - 3/cosh(u)", "2*tanh(u)^2", "4/(1 + exp(-u)) - 2", "2*tanh(u)*sech(u)", "1 - cos(pi*u/2)",
	"min(u, 2)", "max(u, 2)", "min(1, max(0.5, u)) + max(min(u, 3), 0)", "u < 1 ? u : 1", "u <= 1 ? 2*u : 1",
	"u > 1 ? 1/u : u < 0.5 ? u : 0.5", "u < 2 ? u < 1 ? 1 : 2 : 3",
	"u == 1 ? 5 : 6", "u != 1 ? 5 : 6",
	"u < 1 or u > 2 and u < 3 ? 1 : u", "(u < 1 or u > 2) and u < 3 ? 1 : u", "not (u < 1) and u < 7 ? u : 7",
	"u < 1 || u >= 2 && !(u > 3) ? 1 : u", "!!(u < 1) ? 1 : 2", "(u < 1 ? u < 0.5 : u > 2) ? 5 : 6", "1 + (u < 1 ? u : 1)*2",
	"abs(u < 2 ? -1 : 2)", "1 < 2 ? u : 2*u", "true ? u : 2", "1 - (1 - (1 - (1 - u/2)/3)/4)/5", "((((u))))",
}

// recordedValues returns u at the magnitudes that an expression is checked for.
func recordedValues() []float64 {
	values := []float64{0, 0.1, 0.25, 0.3, 0.5, 1, 1.5, 2, 2.5, 3, 7, 10, 300, 745}
	for i := range 36 {
		values = append(values, math.Pow(10, -8.9+float64(i)*0.367))
	}
	return values
}

// TestRecordedValues compares with testdata/expressions.csv, bit by bit: stored results must not change with the
// parser. The values are from github.com/expr-lang/expr v1.17.8. Package math rounds differently on other
// processors, where a tolerance applies.
func TestRecordedValues(t *testing.T) {
	const path = "testdata/expressions.csv"
	if *update {
		writeRecord(t, path)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+len(recordedExpressions) {
		t.Errorf("%d expressions are recorded, want %d", len(rows)-1, len(recordedExpressions))
	}
	u := parseHexadecimal(t, rows[0][1:])
	exact := cpu.X86.HasAVX && cpu.X86.HasFMA // what math.Exp asks for on amd64
	for _, row := range rows[1:] {
		s, err := Expression(row[0])
		if err != nil {
			t.Error(err)
			continue
		}
		applied := make([]float64, len(u))
		s.Apply(applied, u)
		for i, want := range parseHexadecimal(t, row[1:]) {
			got := s.Derivative(u[i])
			same := math.Float64bits(got) == math.Float64bits(want)
			if !exact {
				same = got == want || math.Abs(got-want) <= 1e-13*(1+math.Abs(want))
			}
			if !same {
				t.Errorf("%s at %v is %x, recorded is %x", row[0], u[i], got, want)
			}
			if u[i] != 0 && applied[i] != got {
				t.Errorf("%s at %v is applied as %x, want %x", row[0], u[i], applied[i], got)
			}
		}
	}
}

func writeRecord(t *testing.T, path string) {
	u := recordedValues()
	rows := [][]string{append([]string{"expression"}, hexadecimal(u)...)}
	for _, source := range recordedExpressions {
		s, err := Expression(source)
		if err != nil {
			t.Fatal(err)
		}
		values := make([]float64, len(u))
		for i, x := range u {
			values[i] = s.Derivative(x)
		}
		rows = append(rows, append([]string{source}, hexadecimal(values)...))
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := csv.NewWriter(file).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
}

func hexadecimal(values []float64) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = strconv.FormatFloat(v, 'x', -1, 64)
	}
	return texts
}

func parseHexadecimal(t *testing.T, texts []string) []float64 {
	t.Helper()
	values := make([]float64, len(texts))
	for i, text := range texts {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		values[i] = v
	}
	return values
}
