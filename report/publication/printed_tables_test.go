package publication_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpca/report/publication"
	"gpca/report/publication/audit"
)

// drafted audits a table as report init --paper lays it out, and returns what was guessed.
func drafted(t *testing.T, name, text string) (*audit.Report, string) {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := publication.DraftOf("z", []string{file})
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	z := filepath.Join(folder, "z")
	for name, content := range d.Files {
		path := filepath.Join(z, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := publication.Open(z)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Audit()
	if err != nil {
		t.Fatal(err)
	}
	return r, strings.Join(d.Said, "\n")
}

// told are findings in short.
func told(r *audit.Report) (all []string) {
	for _, f := range r.Findings {
		all = append(all, fmt.Sprintf("%s %s: %s, %s: %s, not %s", f.Check, f.Severity, f.Row, f.Column, f.Expected, f.Printed))
	}
	return all
}

// Tables as papers print them, made after public reports: what is found, what is said of cells that are no results, and
// how many cells hold a number.
var printedTables = []struct {
	file, said string
	numbers    int
	found      []string
}{
	{"rowcolor.tex", "averages: Mean", 8, []string{"average error: Mean, ROBPCA: 83.0, not 84.0"}},
	{"std-macro.tex", "averages: Mean", 8, nil},
	{"times10.tex", "smaller ones are better", 6, []string{"average error: Average, ROBPCA: 5.9e-3, not 9.9e-3"}},
	{"mixed-exponent.csv", `line 4: Glass, Time (s): ">24h" is no result: a bound`, 10, nil},
	{"one-oom.csv", `line 3: Wine, MCD: "OOM" is no result: a word`, 11, nil},
	{"textcolor.tex", "averages: Mean", 6, []string{"average error: Mean, ROBPCA: 92.9, not 95.9"}},
	{"avg-rank.csv", "averages: Avg. rank", 12, []string{"average error: Avg. rank, MCD: 1.67, not 1.00"}},
	{"arrows.csv", "metric accuracy: numbers up to 92.3, in percent, larger ones are better", 9, nil},
	{"col-D.csv", "averages: Avg", 8, []string{"average error: Avg, Ours: 74.4, not 75.9"}},
	{"multirow.tex", "averages: Mean", 10, nil},
	{"wins-row.csv", "averages: Average and Wins", 8, nil},
	{"bold-erratum.csv", "bold marks the largest in 5 of 6 lines", 12, []string{"bold error: 1, Ours: Prior, not Ours"}},
}

func TestTablesAsPrinted(t *testing.T) {
	for _, c := range printedTables {
		content, err := os.ReadFile(filepath.Join("testdata", "printed", c.file))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{string(content), strings.NewReplacer(" ↓", "", " ↑", "").Replace(string(content))} {
			r, said := drafted(t, c.file, text)
			if got := told(r); !slices.Equal(got, c.found) {
				t.Errorf("%s: found %q, want %q", c.file, got, c.found)
			}
			if !strings.Contains(said, c.said) {
				t.Errorf("%s: %q does not say %q", c.file, said, c.said)
			}
			if want := fmt.Sprintf("1 table with %d numbers", c.numbers); !strings.HasPrefix(r.Summary(), want) {
				t.Errorf("%s: %s, want %s", c.file, r.Summary(), want)
			}
		}
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
		if err != nil {
			t.Fatal(err)
		}
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
		if err != nil {
			t.Fatal(err)
		}
		text := turned(t, c.file, string(content))
		if c.file == "multirow.tex" {
			text = `\begin{tabular}{lccccc}
 & \multicolumn{2}{c}{Iris} & \multicolumn{2}{c}{Wine} & Mean \\ \cmidrule(lr){2-3} \cmidrule(lr){4-5}
Method & none & 20 \% & none & 20 \% & \\ \midrule
PCA & 90.1 & 60.0 & 88.2 & 58.0 & 74.1 \\
ROBPCA & \textbf{92.3} & \textbf{91.0} & \textbf{93.4} & \textbf{92.2} & \textbf{92.2} \\
\end{tabular}`
		}
		for _, text := range []string{text, strings.NewReplacer(" ↓", "", " ↑", "").Replace(text)} {
			r, said := drafted(t, c.file, text)
			if got := told(r); !slices.Equal(got, c.found) {
				t.Errorf("%s: found %q, want %q\n%s\n%s", c.file, got, c.found, text, said)
			}
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
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d, err := publication.DraftOf("z", []string{filepath.Join(folder, "table.tex")})
	if err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(d.Said, "\n"); !strings.Contains(said, "bold marks the largest in 2 of 2 lines") {
		t.Error(said)
	}
	if err := os.Remove(filepath.Join(folder, "rows.tex")); err != nil {
		t.Fatal(err)
	}
	if _, err := publication.DraftOf("z", []string{filepath.Join(folder, "table.tex")}); err == nil || !strings.Contains(err.Error(), "rows.tex") {
		t.Errorf("error %v", err)
	}
}
