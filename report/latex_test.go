package report

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpca/report/study"
)

// Every table of the thesis and the file of macros go through LaTeX: without an
// error, a missing letter or a line that is too wide.
func TestLaTeXCompiles(t *testing.T) {
	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed: nothing to compile the tables with")
	}
	s, err := study.Open("thesis")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(t.Context(), s, NewData(nil), nil, Selection{Tables: []string{"*"}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	results := memory(t)
	answer(t, p, results, func(i int) bool { return i%7 != 0 })
	fail(t, p.Cells[0], results, `class α: "no" number, 100% of 3 & more_or_less #1 {x} ~ ^ \ ≤ ≥ ′ ² ₂ σ − – — … ‖ √ ∞`)
	r := newRenderer(p, results, RenderOptions{Data: NewData(nil)})
	if err := r.build(t.Context()); err != nil {
		t.Fatal(err)
	}

	folder := t.TempDir()
	var text bytes.Buffer
	text.WriteString("\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n\\input{macros}\n")
	tables := 0
	for _, o := range r.outputs {
		base, ok := strings.CutPrefix(o.path, "tables/")
		if !ok || filepath.Ext(base) != ".tex" {
			continue
		}
		var source bytes.Buffer
		if err := o.write(&source); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, base), source.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if base != "macros.tex" {
			tables++
			fmt.Fprintf(&text, "\\input{%s}\n\\clearpage\n", strings.TrimSuffix(base, ".tex"))
		}
	}
	if tables != len(p.Tables) {
		t.Fatalf("there are %d tables, want %d", tables, len(p.Tables))
	}
	text.WriteString("\\gpca{2.1}{10}{tanh} $\\pm$ \\gpcahalfwidth{2.1}{10}{tanh}\n\\end{document}\n")
	if err := os.WriteFile(filepath.Join(folder, "document.tex"), text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, pdflatex, "-interaction=nonstopmode", "-halt-on-error", "document.tex")
	command.Dir = folder
	log, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, "Overfull") || strings.Contains(line, "Missing character") {
			t.Error(strings.TrimSpace(line))
		}
	}
}
