package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// The manual's way from a printed table to a verdict, done by the letter: files are written, commands print what they
// are said to, or say what stands behind the #.
func TestFromATableToAVerdict(t *testing.T) {
	page := read(t, "manual", "paper.md")
	t.Chdir(t.TempDir())
	writeSamples(t)
	rows := strings.SplitAfter(read(t, "my.csv"), "\n")
	files := map[string]string{"flowers.csv": strings.Join(rows, ""), "leaves.csv": strings.Join(rows[:28], "")}
	commands := 0
	for i, block := range strings.Split(page, "\n```") {
		head, text, _ := strings.Cut(block, "\n")
		language, file, _ := strings.Cut(head, " ")
		switch {
		case i%2 == 0: // text between two blocks
		case file != "":
			files[file] = text + "\n"
		case language == "console":
			for _, step := range strings.Split(text, "$ ")[1:] {
				line, want, _ := strings.Cut(step, "\n")
				write(t, files)
				got := command(t, line)
				assert.Check(t, is.Equal(strings.TrimSpace(got), strings.TrimSpace(want)), "%s\nprints", line)
				commands++
			}
		default:
			write(t, files)
			for line := range strings.Lines(text) {
				line, says, _ := strings.Cut(line, "#")
				got, says := command(t, line), strings.TrimSpace(says)
				plain := strings.ContainsAny(says, "0123456789") && !strings.Contains(line, "--check")
				assert.Check(t, !plain || strings.Contains(got, says), "%s does not print %q:\n%s", line, says, got)
				commands++
			}
		}
	}
	assert.Check(t, commands == 5, "%d commands", commands)
	for _, want := range []string{"L2 is better than L1 on average", "4 of 6 printed numbers count; left out are averages and winning counts (2).", "A reproduction of"} {
		assert.Check(t, strings.Contains(read(t, "out", "report.md"), want), "the report does not say %q", want)
	}
}

func write(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		create(t, filepath.FromSlash(name), func(f *os.File) error { _, err := f.WriteString(text); return err })
	}
	clear(files)
}
