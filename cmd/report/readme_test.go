package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/dataset/npy"
)

// The README's way from a file to a PDF, done by the letter in a folder that holds the
// data alone: commands and what they print, and the lines that are edited.
func TestFromAFileToAPDF(t *testing.T) {
	long(t)
	_, section, _ := strings.Cut(read(t, "../../README.md"), "\n## From a file to a PDF\n")
	section, _, _ = strings.Cut(section, "\n## ")
	t.Chdir(t.TempDir())
	writeSamples(t)
	commands, edited := 0, 0
	for i, block := range strings.Split(section, "\n```") {
		language, text, _ := strings.Cut(block, "\n")
		switch {
		case i%2 == 0: // text between two blocks
		case language == "console":
			for _, step := range strings.Split(text, "$ ")[1:] {
				line, want, _ := strings.Cut(step, "\n")
				if got := command(t, line); strings.TrimSpace(got) != strings.TrimSpace(want) {
					t.Errorf("%s\nprints\n%s\nwant\n%s", line, got, want)
				}
				commands++
			}
		case language == "diff":
			edited += edit(t, "mine.yaml", text)
		default:
			t.Errorf("a block of %q, which is neither run nor applied", language)
		}
	}
	if commands == 0 || edited == 0 || edited > 10 {
		t.Errorf("%d commands, %d edited lines, want some and at most 10", commands, edited)
	}
	command(t, "report init --data samples.npy arrays.yaml")
	command(t, "report --quiet --study arrays.yaml --out arrays-out")
	for _, out := range []string{"out", "faces-out", "arrays-out"} {
		assert.Check(t, strings.HasPrefix(read(t, out, "report.pdf"), "%PDF-"), "%s/report.pdf is no PDF", out)
		for _, file := range []string{"tables/table-1.csv", "figures/chart-2.csv"} {
			if text := read(t, out, file); strings.Contains(text, "mine") != (out == "out") {
				t.Errorf("%s/%s is not on the functions of its study:\n%s", out, file, text)
			}
		}
	}
}

// command runs a line of the README and returns what it prints.
func command(t *testing.T, line string) string {
	t.Helper()
	args := strings.Fields(line)
	switch args[0] {
	case "report":
		o := execute(t, nil, args[1:]...)
		return o.stdout + o.stderr
	case "head":
		lines := strings.SplitAfter(read(t, args[len(args)-1]), "\n")
		return strings.Join(lines[:3], "")
	}
	t.Fatalf("a command that is not known here: %s", line)
	return ""
}

// edit changes lines of a file, as a difference in a document says, and counts those it
// puts in.
func edit(t *testing.T, file, difference string) (edited int) {
	t.Helper()
	text := read(t, file)
	var old string
	for line := range strings.Lines(difference + "\n") {
		if line[0] == '-' {
			old = line[1:]
			continue
		}
		assert.Assert(t, strings.Count(text, old) == 1, "%s has not one line %q:\n%s", file, old, text)
		text = strings.Replace(text, old, line[1:], 1)
		edited++
	}
	assert.NilError(t, os.WriteFile(file, []byte(text), 0o600))
	return edited
}

// writeSamples writes samples of three classes as a table, as images and as arrays.
func writeSamples(t *testing.T) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	table := "length,width,height,weight,age,species\n"
	var values, labels []float64
	for i := range 30 {
		class := i % 3
		var fields []string
		picture := image.NewGray(image.Rect(0, 0, 8, 8))
		for j := range 64 {
			v := 10 + 2*float64(class*(j%3)) + r.NormFloat64()*float64(1+j%4)
			if j < 5 {
				fields = append(fields, fmt.Sprintf("%.1f", v))
				values = append(values, v)
			}
			picture.SetGray(j%8, j/8, color.Gray{uint8(8 * max(0, v))})
		}
		species := []string{"ash", "birch", "cedar"}[class]
		table += strings.Join(append(fields, species), ",") + "\n"
		labels = append(labels, float64(class))
		if i >= 12 {
			continue // a few images are enough
		}
		create(t, filepath.Join("faces", species, fmt.Sprintf("%d.png", i)), func(f *os.File) error { return png.Encode(f, picture) })
	}
	create(t, "my.csv", func(f *os.File) error { _, err := f.WriteString(table); return err })
	create(t, "samples.npy", func(f *os.File) error { return npy.Write(f, npy.Array{Shape: []int{30, 5}, Values: values}) })
	create(t, "labels.npy", func(f *os.File) error { return npy.Write(f, npy.Array{Shape: []int{30}, Values: labels}) })
}

func create(t *testing.T, path string, write func(*os.File) error) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	f, err := os.Create(path)
	assert.NilError(t, err)
	assert.NilError(t, write(f))
	assert.NilError(t, f.Close())
}

// Studies that the README and the manual show are sound, and every page of the manual is printed.
func TestManual(t *testing.T) {
	pages := map[string]string{"README": read(t, "..", "..", "README.md")}
	files, err := filepath.Glob("manual/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		pages[name] = read(t, file)
		if o := execute(t, nil, "help", name); !strings.HasPrefix(o.stdout, pages[name]) {
			t.Errorf("report help %s does not print %s", name, file)
		}
	}
	t.Chdir(t.TempDir())
	assert.NilError(t, os.WriteFile("method.py", nil, 0o600))
	studies := 0
	for name, text := range pages {
		for _, block := range strings.Split(text, "```yaml\n")[1:] {
			if block, _, _ = strings.Cut(block, "```"); !strings.HasPrefix(block, "name: ") {
				continue // a part of a study, or a file of another program
			}
			studies++
			assert.NilError(t, os.WriteFile("mine.yaml", []byte(block), 0o600))
			if o := execute(t, nil, "status", "--study", "mine.yaml", "--out", "of-"+name); o.code != 0 {
				t.Errorf("a study of %s is not sound:\n%s%s", name, block, o.stderr)
			}
		}
	}
	assert.Check(t, studies >= 3, "%d studies are shown, want three at least", studies)
}

// The command that gives a fork a module path of its own leaves no import of the old one.
func TestContributingRenamesTheModule(t *testing.T) {
	long(t)
	_, text, _ := strings.Cut(read(t, "..", "..", "CONTRIBUTING.md"), "\naddress=")
	commands, _, _ := strings.Cut(text, "```")
	clone := t.TempDir()
	script := "git clone -q ../.. " + clone + " && cd " + clone + "\naddress=" + commands + "go list -e -f '{{.ImportPath}} {{.Imports}}' ./..."
	listed, err := exec.Command("bash", "-ec", script).CombinedOutput()
	if err != nil {
		t.Skipf("no clone with its history, or no bash: %s", listed)
	}
	if text := string(listed); !strings.Contains(text, "example.org/you/gpca/report/render") || strings.Contains(text, " gpca/") ||
		strings.Contains(text, "[gpca/") {
		t.Errorf("the packages and what they import: %s", text)
	}
}
