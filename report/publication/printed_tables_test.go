package publication_test

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/publication"
	"gpca/report/publication/audit"
)

// drafted audits a table as report init --paper lays it out, and returns what was guessed.
func drafted(t *testing.T, name, text string) (*audit.Report, string) {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, name)
	assert.NilError(t, os.WriteFile(file, []byte(text), 0o600))
	d, err := publication.DraftOf("z", []string{file})
	assert.NilError(t, err, "%s: %v\n%s", name, err, text)
	z := filepath.Join(folder, "z")
	for name, content := range d.Files {
		path := filepath.Join(z, filepath.FromSlash(name))
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		assert.NilError(t, os.WriteFile(path, content, 0o600))
	}
	p, err := publication.Open(z)
	assert.NilError(t, err)
	r, err := p.Audit()
	assert.NilError(t, err)
	return r, strings.Join(d.Said, "\n")
}

// told are findings in short.
func told(r *audit.Report) (all []string) {
	for _, f := range r.Findings {
		all = append(all, fmt.Sprintf("%s %s: %s, %s: %s, not %s", f.Check, f.Severity, f.Row, f.Column, f.Expected, f.Printed))
	}
	return all
}

type printedTable struct {
	file, said string
	numbers    int
	found      []string
	text       string
}

// Tables as papers print them, made after public reports: what is found, what is said of cells that are no results, and
// how many cells hold a number.
var printedTables = []printedTable{
	{"rowcolor.tex", "averages: Mean", 8, []string{"average error: Mean, ROBPCA: 83.0, not 84.0"}, ""},
	{"std-macro.tex", "averages: Mean", 8, nil, ""},
	{"times10.tex", "smaller ones are better", 6, []string{"average error: Average, ROBPCA: 5.9e-3, not 9.9e-3"}, ""},
	{"mixed-exponent.csv", `line 4: Glass, Time (s): ">24h" is no result: a bound`, 10, nil, ""},
	{"one-oom.csv", `line 3: Wine, MCD: "OOM" is no result: a word`, 11, nil, ""},
	{"textcolor.tex", "averages: Mean", 6, []string{"average error: Mean, ROBPCA: 92.9, not 95.9"}, ""},
	{"avg-rank.csv", "averages: Avg. rank", 12, []string{"average error: Avg. rank, MCD: 1.67, not 1.00"}, ""},
	{"arrows.csv", "metric accuracy: numbers up to 92.3, in percent, larger ones are better", 9, nil, ""},
	{"col-D.csv", "averages: Avg", 8, []string{"average error: Avg, Ours: 74.4, not 75.9"}, ""},
	{"multirow.tex", "averages: Mean", 10, nil, ""},
	{"wins-row.csv", "averages: Average and Wins", 8, nil, ""},
	{"bold-erratum.csv", "bold marks the largest in 5 of 6 lines", 12, []string{"bold error: 1, Ours: Prior, not Ours"}, ""},
}

func TestTablesAsPrinted(t *testing.T) {
	for _, c := range printedTables {
		content, err := os.ReadFile(filepath.Join("testdata", "printed", c.file))
		assert.NilError(t, err)
		for _, text := range []string{string(content), strings.NewReplacer(" ↓", "", " ↑", "").Replace(string(content))} {
			c.holds(t, text)
		}
	}
}

func (c printedTable) holds(t *testing.T, text string) {
	t.Helper()
	r, said := drafted(t, c.file, text)
	assert.Assert(t, is.DeepEqual(told(r), c.found), c.file)
	assert.Check(t, is.Contains(said, c.said), c.file)
	want := fmt.Sprintf("1 table with %d numbers", c.numbers)
	assert.Check(t, strings.HasPrefix(r.Summary(), want), "%s: %s, want %s", c.file, r.Summary(), want)
}

// Tables without an error that were once called wrong, or lost cells: what is said of them, how many cells hold a
// number, and what is found.
var hostileTables = []printedTable{
	{"total.md", "averages: Total", 16, nil, `| Class | TP | FP | n (%) | Prec. |
|---|---|---|---|---|
| a | 90 | 10 | 100 (50%) | 90.0 |
| b | 30 | 10 | 40 (20%) | 75.0 |
| c | 50 | 10 | 60 (30%) | 83.3 |
| Total | 170 | 30 | 200 (100%) | 85.0 |
`},
	// Averages over other data lie near those of any three of five entries so close to each other.
	{"near.csv", "averages: Average", 30, []string{"average suspicious: Average, Baseline: 80.3, not 80.0"}, nearAverages},
	{"long-row.csv", `line 5: A, z: "5.0" is no result: the row has 5 cells, and the headings have 4`, 8, nil,
		"Method,A,B,Avg\nx,1.0,2.0,1.5\ny,3.0,4.0\nw,3.0,4.0,3.5\nz,5.0,6.0,5.5,extra\n"},
	{"separate.tex", "averages: Average", 6, nil, `\begin{tabular}{l*{3}{S[separate-uncertainty]}}
\toprule
 & {A} & {B} & {Average}\\
\midrule
Baseline & 82.64 +- 0.57 & 81.10 +- 0.31 & 81.87\\
Ours & 69.31 \pm 0.12 & 80.10 +- 0.21 & 74.71\\
\bottomrule
\end{tabular}`},
	{"pairs.md", "no results, by name, words or whole numbers: MNLI-m/mm", 6, nil,
		"| System | MNLI-m/mm | QQP | QNLI | RTE |\n|---|---|---|---|---|\n| BERT | 84.6/83.4 | 71.2 | 90.5 | 66.4 |\n| GPT | 82.1/81.4 | 70.3 | 87.4 | 56.0 |\n"},
	{"logistic.csv", "averages: Mean", 8, nil, "Model,S1,S2,S3,Mean\nLR,0.71,0.80,0.75,0.753\nMLP,0.72,0.81,0.76,0.763\n"},
	{"horizon.csv", "averages: ETTh1 Avg and Weather Avg", 12, nil, `Data,Horizon,Ours,DLinear
ETTh1,96,**0.361**,0.386
,192,**0.395**,0.437
,Avg,**0.378**,0.4115
Weather,96,**0.171**,0.196
,192,**0.221**,0.237
,Avg,**0.196**,0.2165
`},
	{"imputed-rmse.csv", "averages: Mean and Median", 12, nil,
		"Method,Iris,Wine,Glass\nMean,.31,.29,.35\nMedian,.33,.28,.31\nkNN,.21,**.11**,.27\nOurs,**.15**,.16,**.22**\n"},
	{"spread-below.tex", "averages: Avg", 12, nil, `\begin{tabular}{lccc}
Method & Cora & Photo & Avg \\ \midrule
PCA & 90.1 & 80.2 & 85.2 \\
 & (1.2) & (0.8) & (0.4) \\
\multirow{2}{*}{MCD} & 91.1 & 82.2 & 86.6 \\
 & $\pm1.0$ & $\pm0.7$ & $\pm0.5$ \\
\end{tabular}`},
	{"means-alone.csv", "bold marks the largest in 2 of 2 lines", 8, nil,
		"Dataset,,PCA,Ours\nIris,Mean,90.1,**92.3**\n,Std,1.2,**0.4**\nWine,Mean,91.1,**93.4**\n,Std,1.0,**0.6**\n"},
	{"mean-wins-rmse.csv", "averages: Mean", 16, nil,
		"Dataset,Mean,kNN,MICE,Ours\nIris,.31,.33,.21,**.15**\nWine,**.11**,.28,.23,.16\nGlass,.35,.31,.27,**.22**\nLetter,.41,.32,.28,**.23**\n"},
}

//go:embed testdata/printed_tables_near_averages.txt
var nearAverages string

func TestHostileTables(t *testing.T) {
	for _, c := range hostileTables {
		c.holds(t, c.text)
	}
}

// turned exchanges rows and columns of a table.
func turned(t *testing.T, file, text string) string {
	t.Helper()
	head, foot, separator := "", "", ","
	var rows [][]string
	if strings.HasSuffix(file, ".csv") {
		records := csv.NewReader(strings.NewReader(text))
		all, err := records.ReadAll()
		assert.NilError(t, err)
		rows = all
	} else {
		head, foot, separator = text[:strings.Index(text, `\begin`)]+"\\begin{tabular}{lcccc}\n", "\\end{tabular}\n", " & "
		body := text[strings.Index(text, "\n")+1:]
		for line := range strings.Lines(body) {
			if before, _, ok := strings.Cut(line, `\\`); ok && strings.Contains(before, "&") {
				rows = append(rows, strings.Split(strings.TrimPrefix(before, `\rowcolor{gray!10} `), "&"))
			}
		}
	}
	out := head
	for j := range rows[0] {
		var line []string
		for _, row := range rows {
			cell := row[j]
			if separator == "," && strings.Contains(cell, ",") {
				cell = `"` + cell + `"`
			}
			line = append(line, strings.TrimSpace(cell))
		}
		out += strings.Join(line, separator)
		if foot != "" {
			out += ` \\`
			if j == 0 {
				out += ` \midrule`
			}
		}
		out += "\n"
	}
	return out + foot
}

// The same is found where methods and data sets have changed places.
func TestTablesTurned(t *testing.T) {
	for _, c := range printedTables {
		content, err := os.ReadFile(filepath.Join("testdata", "printed", c.file))
		assert.NilError(t, err)
		text := turned(t, c.file, string(content))
		if c.file == "multirow.tex" {
			text = string(golden.Get(t, "printed_tables_tables_turned.tex"))
		}
		for _, text := range []string{text, strings.NewReplacer(" ↓", "", " ↑", "").Replace(text)} {
			r, said := drafted(t, c.file, text)
			got := told(r)
			assert.Check(t, is.DeepEqual(got, c.found),
				"%s: found %q, want %q\n%s\n%s", c.file, got, c.found, text, said)
			if want := fmt.Sprintf("1 table with %d numbers", c.numbers); !strings.HasPrefix(r.Summary(), want) {
				t.Errorf("%s: %s, want %s\n%s", c.file, r.Summary(), want, text)
			}
		}
	}
}

// Files that a file of LaTeX takes in lie beside it.
func TestTableWithInput(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"table.tex":  "\\input{macros}\n\\begin{tabular}{lcc}\nData & A & B \\\\ \\hline\n\\input{rows.tex}\n\\end{tabular}\n",
		"macros.tex": "\\newcommand{\\win}[1]{\\textbf{#1}}\n",
		"rows.tex":   "Iris & 1.0 & \\win{2.0} \\\\\nWine & 3.0 & \\win{4.0} \\\\\n",
	} {
		assert.NilError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	d, err := publication.DraftOf("z", []string{filepath.Join(folder, "table.tex")})
	assert.NilError(t, err)
	assert.Check(t, is.Contains(strings.Join(d.Said, "\n"), "bold marks the largest in 2 of 2 lines"))
	assert.NilError(t, os.Remove(filepath.Join(folder, "rows.tex")))
	_, err = publication.DraftOf("z", []string{filepath.Join(folder, "table.tex")})
	assert.ErrorContains(t, err, "rows.tex")
}
