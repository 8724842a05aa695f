package report

import (
	"context"
	"encoding/csv"
	"fmt"
	"html"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"gotest.tools/v3/assert"

	"gpca/report/plan"
	"gpca/report/render"
)

// figuresInPrint are figures of several kinds.
var figuresInPrint = []string{"fig-2.1", "fig-2.4", "fig-3.1", "chart-2.1", "chart-2.13", "fig-I.1"}

// Every table of the default report goes through LaTeX, in a float and bare, with six
// figures and the macros: in one column and in two no line is too wide, no page too high,
// no letter and no reference missing, and every heading and number lies on its page.
func TestLaTeXCompiles(t *testing.T) {
	long(t)
	for _, program := range []string{"pdflatex", "pdftotext"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed: nothing to compile the tables with " +
				"(Debian: texlive-latex-recommended, texlive-latex-extra, texlive-publishers, texlive-science, poppler-utils)")
		}
	}
	p := planOf(t, openStudy(t, "all"), plan.Selection{Tables: []string{"*"}, Figures: []string{"2.1", "2.4", "3.1", "I.1"}})
	results := memory(t)
	fill(t, p, results, func(i int) bool { return i%7 != 0 })
	fail(t, p.Cells[0], results, `class α: "no" number, 100% of 3 & more_or_less #1 {x} ~ ^ \ ≤ ≥ ′ ² ₂ σ − – — … ‖ √ ∞ x̂`)
	files := texts(t, p, results)
	var paths []string
	for _, name := range figuresInPrint {
		paths = append(paths, "figures/"+name+".pdf")
	}
	drawings := contents(render.Draw(t.Context(), p, results, render.DefaultCreated(), "", paths...))(t)

	several := []string{"2.1", "D.2", "E.1", "2.13"} // a grid, gains, levels of an average, one column
	for _, c := range []struct {
		name, preamble string
		tables         []string
		table          string
	}{
		{"one column", `\documentclass{article}`, p.Tables, `\input{tables/table-%s}`},
		{"two columns", `\documentclass[twocolumn]{article}`, p.Tables, `\input{tables/table-%s}`},
		{"IEEE", `\documentclass{IEEEtran}`, p.Tables, `\input{tables/table-%s}`},
		{"ACM", `\documentclass[sigconf,nonacm]{acmart}\title{T}\author{A}\affiliation{\country{C}}` +
			`\AddToHook{begindocument/end}{\maketitle}`, p.Tables, `\input{tables/table-%s}`},
		// The package takes its time: half a minute for all.
		{"siunitx", `\documentclass[twocolumn]{article}\usepackage{siunitx}\newcommand\gpcasiunitx{}`, several, `\input{tables/table-%s}`},
		// Not one of the tables of the thesis is turned then.
		{"no half-widths", `\documentclass{elsarticle}`, p.Tables[:12], `\gpcahalfwidths{none}\input{tables/table-%s}`},
		{"no half-widths in siunitx", `\documentclass{article}\usepackage{siunitx}\newcommand\gpcasiunitx{}`, several[:2], `\gpcahalfwidths{none}\input{tables/table-%s}`},
		{"bare", `\documentclass[twocolumn]{article}`, p.Tables, `\begin{table*}\centering\input{tables/table-%s-tabular}\caption{Bare}\end{table*}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, file := range map[string]string{
				"IEEEtran": "IEEEtran.cls", "elsarticle": "elsarticle.cls", "siunitx": "siunitx.sty", "acmart": "xstring.sty",
			} {
				if strings.Contains(c.preamble, name) && exec.Command("kpsewhich", file).Run() != nil {
					t.Skip(file + " is not installed")
				}
			}
			t.Parallel()
			folder := t.TempDir()
			var text strings.Builder
			text.WriteString(c.preamble + "\\usepackage{booktabs,graphicx}\n\\input{tables/macros}\n\\begin{document}\n")
			write(t, folder, "tables/macros.tex", files["tables/macros.tex"])
			for i, number := range c.tables {
				for _, end := range []string{".tex", "-tabular.tex"} {
					write(t, folder, "tables/table-"+number+end, files["tables/table-"+number+end])
				}
				fmt.Fprintf(&text, c.table+"\n", number)
				if i%4 == 3 {
					text.WriteString("\\clearpage\n")
				}
			}
			text.WriteString("\\clearpage\n") // figures apart from the last tables, in one order
			for _, path := range slices.Sorted(maps.Keys(drawings)) {
				write(t, folder, path, drawings[path])
				fmt.Fprintf(&text, "\\begin{figure}\\includegraphics[width=\\linewidth]{%s}\\caption{\\gpca{2.1}{10}{tanh} $\\pm$ \\gpcahalfwidth{2.1}{10}{tanh}}\\end{figure}\n", path)
			}
			text.WriteString("\\end{document}\n")
			// The package takes its time, and has no part in the references of the first time.
			pdflatex(t, folder, strings.Replace(text.String(), `\usepackage{siunitx}\newcommand\gpcasiunitx{}`, "", 1), "-draftmode")
			log := pdflatex(t, folder, text.String())
			assert.Check(t, strings.Contains(log, "Output written on document.pdf") && !strings.Contains(log, "\n!"),
				"it does not compile:\n%.4000s", log[max(0, strings.Index(log, "\n!")):])
			for line := range strings.Lines(log) {
				for _, bad := range []string{"Overfull", "Missing character", "undefined", "too large", "is turned"} {
					if strings.Contains(line, bad) && (bad != "is turned" || strings.Contains(c.table, "none")) {
						t.Error(strings.TrimSpace(line))
					}
				}
			}
			// Figures have fonts of their own, which are none either.
			if fonts, err := exec.Command("pdffonts", filepath.Join(folder, "document.pdf")).Output(); err != nil || strings.Contains(string(fonts), "Type 3") {
				t.Errorf("%v, fonts of bitmaps: %q", err, regexp.MustCompile(`[^<{ ]*\d+pk`).FindAllString(log, -1))
			}
			words := wordsOnPages(t, folder)
			for _, number := range c.tables {
				for _, label := range labels(t, files["tables/table-"+number+".csv"]) {
					assert.Check(t, strings.Contains(words, label), "table %s: %q is lost", number, label)
				}
			}
		})
	}
}

// A name without a number is an error that names it, as is a package that is not loaded.
func TestLaTeXErrors(t *testing.T) {
	long(t)
	if _, err := exec.LookPath("pdflatex"); err != nil {
		t.Skip("pdflatex is not installed (Debian: texlive-latex-recommended)")
	}
	p := tinyPlan(t, plan.Selection{Tables: []string{"1"}})
	files := texts(t, p, memory(t))
	folder := t.TempDir()
	write(t, folder, "table.tex", files["tables/table-1.tex"])
	write(t, folder, "macros.tex", files["tables/macros.tex"])
	for _, c := range []struct{ preamble, body, want string }{
		{"", `\input{macros}\gpca{1}{none}{such}`, "gpca Error: No value called 1/none/such."},
		{"", `\input{macros}\gpcahalfwidth{1}{none}{such}`, "gpca Error: No halfwidth called 1/none/such."},
		{"", `\input{macros}\gpcahalfwidths{non}`, "gpca Error: Half-widths are none or all, not non."},
		{"", `\input{macros}\gpcaorigin{9}`, "gpca Error: No origin called 9."},
		{"", `\input{table}`, `gpca Error: The tables need \usepackage{booktabs} in the preamble.`},
		{`\usepackage{booktabs}`, `\input{table}`, `gpca Error: The tables need \usepackage{graphicx} in the preamble.`},
		{`\usepackage{booktabs,graphicx}\newcommand\gpcasiunitx{}`, `\input{table}`, `gpca Error: The tables need \usepackage{siunitx} in the preamble.`},
	} {
		log := pdflatex(t, folder, "\\documentclass{article}\n"+c.preamble+"\\begin{document}\n"+c.body+"\n\\end{document}\n")
		assert.Check(t, strings.Contains(log, c.want), "%s: the log does not say %q", c.body, c.want)
	}
}

// pdflatex compiles a document and returns the log. References are those of the time before.
func pdflatex(t *testing.T, folder, text string, options ...string) string {
	t.Helper()
	write(t, folder, "document.tex", text)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	options = append(options, "-interaction=nonstopmode", "document.tex")
	command := exec.CommandContext(ctx, "pdflatex", options...)
	command.Dir = folder
	command.Env = append(command.Environ(), "max_print_line=10000")
	log, _ := command.CombinedOutput() // errors are what a test looks for in the log
	return string(log)
}

var boxedWord = regexp.MustCompile(`<page width="([\d.]+)" height="([\d.]+)"|<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)</word>`)

// wordsOnPages returns what the PDF shows. A word that is not on its page is an error.
func wordsOnPages(t *testing.T, folder string) string {
	t.Helper()
	command := exec.Command("pdftotext", "-bbox", "document.pdf", "-")
	command.Dir = folder
	out, err := command.Output()
	assert.NilError(t, err)
	var words strings.Builder
	var width, height float64
	for _, match := range boxedWord.FindAllStringSubmatch(string(out), -1) {
		var n [7]float64
		for i := 1; i < 7; i++ {
			n[i], _ = strconv.ParseFloat(match[i], 64)
		}
		if match[1] != "" {
			width, height = n[1], n[2]
			continue
		}
		word := html.UnescapeString(match[7])
		assert.Check(t, n[3] >= 0 && n[4] >= 0 && n[5] <= width && n[6] <= height, "%q stands beside its page", word)
		words.WriteString(word + " ")
	}
	return words.String()
}

// labels are the words in the headings of a table and its numbers, as far as every font
// has their letters, without those that a formula sets in parts.
func labels(t *testing.T, source string) []string {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(source)).ReadAll()
	assert.NilError(t, err)
	var words []string
	for _, record := range records[1:] {
		for _, word := range strings.FieldsFunc(record[1]+" "+record[2], func(r rune) bool {
			return r > unicode.MaxASCII || r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}) {
			if !strings.Contains(word, "_") {
				words = append(words, word)
			}
		}
	}
	return words
}
