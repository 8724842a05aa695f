package printed_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/internal/faults"
	"gpca/report/publication/printed"
)

const (
	asCSV = `Data,Samples,L1,Ours
Iris,150,95.33,**96.00**
Wine,178,**97.75**,97.19
Avg.,,96.54,**96.60**
`
	asMarkdown = `# Table 1. Accuracy

| Data | Samples | L1 | Ours |
|:-----|--------:|---:|-----:|
| Iris | 150 | 95.33 | **96.00** |
| Wine | 178 | **97.75** ± 0.20 | 97.19 (0.2) |
| Avg. |  | 96.54 | **96.60** |
`
	asLaTeX = `\begin{table}
\caption{Accuracy on \emph{two} sets} % of ten
\begin{tabular}{lrrr}
\toprule
Data & Samples & \multicolumn{1}{c}{L1} & Ours \\
\midrule
Iris & 150 & $95.33$ & \textbf{96.00} \\ \hline
\multirow{1}{*}{Wine} & 178 & $\mathbf{97.75} \pm 0.20$ & 97.19\% \\
Avg. & -- & 96.54 & {\bf 96.60} \\
\bottomrule
\end{tabular}
\end{table}
`
)

func readAs(t *testing.T, name, text string, l printed.Layout) printed.Table {
	t.Helper()
	l.Number, l.Metric = "1", "accuracy_pct"
	table, err := l.Read([]byte(text), "", name, metrics)
	assert.NilError(t, err)
	return table
}

func numbersOf(t printed.Table) (all []string) {
	for _, n := range t.Numbers() {
		all = append(all, fmt.Sprint(n.Row, "/", n.Column, " ", n.Text, " ", n.Bold))
	}
	return all
}

// A table reads the same in all three forms, whatever markup there is.
func TestLayoutsAgree(t *testing.T) {
	want := []string{
		"Iris/L1 95.33 false", "Iris/Ours 96.00 true", "Wine/L1 97.75 true", "Wine/Ours 97.19 false",
		"Avg./L1 96.54 false", "Avg./Ours 96.60 true",
	}
	for name, text := range map[string]string{"a.csv": asCSV, "a.md": asMarkdown, "a.tex": asLaTeX} {
		table := readAs(t, name, text, printed.Layout{Omit: []string{"Samples"}})
		assert.Check(t, is.DeepEqual(numbersOf(table), want), name)
		row, ok := table.Average()
		assert.Check(t, ok && row == "Avg.", "%s: the row of averages is %q", name, row)
		_, line := table.Line(printed.Place{Row: "Wine"})
		assert.Check(t, is.Equal(line, map[string]int{"a.csv": 3, "a.md": 6, "a.tex": 8}[name]),
			"%s: Wine stands on line", name)
	}
}

// Methods below each other, and headings in two rows above labels in two columns.
func TestTransposedAndStacked(t *testing.T) {
	down := readAs(t, "a.csv", "Method,Iris,Wine,Average\nL1,95.33,97.75,96.54\nOurs,96.00,97.19,96.60\n", printed.Layout{Methods: "rows"})
	assert.Check(t, slices.Equal(down.Columns, []string{"L1", "Ours"}) &&
		slices.Equal(down.Rows, []string{"Iris", "Wine", "Average"}), "columns %q, rows %q", down.Columns, down.Rows)
	stacked := readAs(t, "a.tex", string(golden.Get(t, "layout_transposed_and_stacked.tex")), printed.Layout{})
	if want := []string{"Gauss low/USPS L1 90.0 false", "Gauss low/USPS L2 91.0 false", "Gauss high/USPS L1 80.0 false", "Gauss high/USPS L2 81.0 false"}; !slices.Equal(numbersOf(stacked), want) {
		t.Errorf("%q", numbersOf(stacked))
	}
}

// Parentheses behind a command, or at the begin of a row, are printed.
func TestParenthesesStay(t *testing.T) {
	table := readAs(t, "a.tex", `\begin{tabular}{lcc} Method & A & B \\ \hline (a) \ours(XL) & \cellcolor{red}(95.1) & \up(2) \\ b & 90.0 & 3 \\ \end{tabular}`, printed.Layout{})
	want := []string{"(a) ours(XL)/A 95.1 false", "(a) ours(XL)/B 2 false", "b/A 90.0 false", "b/B 3 false"}
	assert.DeepEqual(t, numbersOf(table), want)
}

// What papers write beside numbers and around them.
func TestLaTeXAsWritten(t *testing.T) {
	text := string(golden.Get(t, "layout_latex_as_written.tex"))
	table := readAs(t, "a.tex", text, printed.Layout{})
	want := []string{
		"none 0/USPS L1 1.20 true", "none 0/USPS L2 1.3e-2 false", "none 0/MNIST L1 12345 false",
		"Gauss low/USPS L1 1.50 false", "Gauss low/USPS L2 1.60 false", "Gauss low/MNIST L1 1.2e3 false",
		"Gauss high/USPS L1 2.10 false", "Gauss high/USPS L2 2200 false",
		"Poisson high/USPS L1 3.10 false", "Poisson high/USPS L2 3.20 false",
	}
	got := numbersOf(table)
	assert.Assert(t, is.DeepEqual(got, want), "got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	var gaps []string
	for _, g := range table.Gaps {
		gaps = append(gaps, g.String())
	}
	want = []string{`line 12: Gauss high, MNIST L1: "OOM twice" is no result: a word`,
		`line 13: Poisson high, MNIST L1: "1/2" is no result: it is not one number`}
	assert.DeepEqual(t, gaps, want)
	n, _ := table.At("Gauss high", "USPS L1")
	assert.Equal(t, n.Unit, "ms")
}

// Rows of results above the first rule are no headings, also where there is no rule but that at the end. Numbers in
// order above a rule are.
func TestResultsAboveARule(t *testing.T) {
	const head = `\begin{tabular}{lccc} \toprule & \multicolumn{3}{c}{AP} \\ Method & Easy & Mid & Hard \\ \cmidrule{2-4} `
	rows := []string{`arctan & 76.1 & 79.2 & 69.3 \\`, `Goel & 77.4 & 76.5 & 69.6 \\`, `Ours & 80.7 & 82.8 & 74.9 \\`}
	for _, text := range []string{
		head + strings.Join(rows, " ") + `\bottomrule \end{tabular}`,
		head + rows[0] + rows[1] + `\midrule ` + rows[2] + `\bottomrule \end{tabular}`,
		head + rows[0] + `\midrule ` + rows[1] + rows[2] + `\bottomrule \end{tabular}`,
	} {
		table := readAs(t, "a.tex", text, printed.Layout{Methods: "rows"})
		if want := []string{"arctan", "Goel", "Ours"}; !slices.Equal(table.Columns, want) || len(table.Numbers()) != 9 {
			t.Errorf("columns %q, want %q; %d numbers in\n%s", table.Columns, want, len(table.Numbers()), text)
		}
	}
	levels := readAs(t, "a.tex", `\begin{tabular}{lcc} Method & L1 & L2 \\ $\sigma$ & 0.1 & 0.2 \\ \hline x & 90.1 & 89.2 \\ y & 91.3 & 90.4 \\ \end{tabular}`,
		printed.Layout{})
	assert.DeepEqual(t, levels.Columns, []string{"L1 0.1", "L2 0.2"})
}

// The name of a command that nobody knows tells rows apart, and is no number. Rules of unknown names are no labels.
func TestUnknownCommands(t *testing.T) {
	table := readAs(t, "a.tex", `\begin{tabular}{lcc} Method & A & \ii \\ \hline \mq-XL & 80.7 & 80.1 \\ \gq-XL & \up 97.1 & \na \\ \thickhline \ours & 97.2 & 97.3 \\ \end{tabular}`,
		printed.Layout{})
	want := []string{"mq-XL/A 80.7 false", "mq-XL/ii 80.1 false", "gq-XL/A 97.1 false", "ours/A 97.2 false", "ours/ii 97.3 false"}
	if got := numbersOf(table); !slices.Equal(got, want) || len(table.Gaps) != 1 || table.Gaps[0].Text != "na" {
		t.Errorf("numbers %q, want %q; gaps %v", got, want, table.Gaps)
	}
	table = readAs(t, "a.tex", `\begin{tabular}{lcc} Data & \baseline & \subspace \\ \hline x & 80.7 & 80.1 \\ \topline y\xspace & 97.1 & 9.7 \\ \end{tabular}`,
		printed.Layout{})
	assert.DeepEqual(t, slices.Concat(table.Columns, table.Rows), []string{"baseline", "subspace", "x", "y"})
}

// Another rule of a Markdown table below numbers parts blocks of rows.
func TestMarkdownRules(t *testing.T) {
	table := readAs(t, "a.md", "| Set | A |\n|---|---|\n| x | 1 |\n|---|---|\n| y | 2 |\n| z | 3 |\n", printed.Layout{})
	a, b, c := table.About("x").Block, table.About("y").Block, table.About("z").Block
	assert.Check(t, a != b && b == c && len(table.Rows) == 3, "blocks %q, %q and %q of rows %q", a, b, c, table.Rows)
}

// Of several arguments of a command that nobody knows, no two become one number.
func TestUnknownArguments(t *testing.T) {
	table := readAs(t, "a.tex", `\begin{tabular}{lcc} Set & A & B \\ \hline Iris & \gain{2}{80.73} & 80.1 \\ Wine & \multirowcell{2}{97.1} & 97.2 \\ \end{tabular}`,
		printed.Layout{})
	want := []string{"Iris/B 80.1 false", "Wine/A 97.1 false", "Wine/B 97.2 false"}
	if got := numbersOf(table); !slices.Equal(got, want) || len(table.Gaps) != 1 || !table.Gaps[0].Fault {
		t.Errorf("numbers %q, want %q; gaps %v", got, want, table.Gaps)
	}
}

func TestLayoutFaults(t *testing.T) {
	read := func(name, text string) error {
		_, err := printed.Layout{Number: "1", Metric: "accuracy_pct"}.Read([]byte(text), "", name, metrics)
		return err
	}
	faults.Check(t, "layout_faults.txt", func(_ *testing.T, input string) error {
		name, text, _ := strings.Cut(input, "\n")
		return read(name, text+"\n")
	})
	assert.ErrorContains(t, read("a.xlsx", ""), "a.xlsx: a table is a file .csv, .md, .html or .tex")
}

func FuzzLayout(f *testing.F) {
	f.Add("csv", asCSV)
	f.Add("md", asMarkdown)
	f.Add("tex", asLaTeX)
	f.Add("tex", `\begin{tabu}\end{A}0`)
	f.Add("md", "| Method | F1 ↑ | FPS ↑ | Time ↓ |\n|---|---|---|---|\n| x | 90 | OOM | 12 |\n| y | 91 | OOM | 44 |\n") // two metrics without numbers
	f.Fuzz(func(t *testing.T, kind, text string) {
		table, err := printed.Layout{Number: "1", Metric: "accuracy_pct"}.Read([]byte(text), "", "a."+kind, metrics)
		assert.Check(t, err != nil || len(table.Numbers()) != 0, "a table without numbers")
		if g, err := printed.Guesses("a."+kind, "1", []byte(text)); err == nil {
			_, err := g.Layout.Read([]byte(text), "", "a."+kind, g.Metrics)
			assert.NilError(t, err, "what is guessed does not read the file")
		}
	})
}
