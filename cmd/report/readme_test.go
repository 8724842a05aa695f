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
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
				got := command(t, line)
				assert.Check(t, is.Equal(strings.TrimSpace(got), strings.TrimSpace(want)), "%s\nprints", line)
				commands++
			}
		case language == "diff":
			edited += edit(t, "mine.yaml", text)
		default:
			t.Errorf("a block of %q, which is neither run nor applied", language)
		}
	}
	assert.Check(t, commands != 0 && edited != 0 && edited <= 10,
		"%d commands, %d edited lines, want some and at most 10", commands, edited)
	command(t, "report init --data samples.npy arrays.yaml")
	command(t, "report --quiet --study arrays.yaml --out arrays-out")
	for _, out := range []string{"out", "faces-out", "arrays-out"} {
		assert.Check(t, strings.HasPrefix(read(t, out, "report.pdf"), "%PDF-"), "%s/report.pdf is no PDF", out)
		for _, file := range []string{"tables/table-1.csv", "figures/chart-2.csv"} {
			text := read(t, out, file)
			assert.Check(t, is.Equal(strings.Contains(text, "mine"), out == "out"),
				"%s/%s is not on the functions of its study:\n%s", out, file, text)
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
		o := execute(t, nil, "help", name)
		assert.Check(t, strings.HasPrefix(o.stdout, pages[name]), "report help %s does not print %s", name, file)
	}
	for name := range pages {
		named := strings.Contains(text("verbs/report.txt"), name) && strings.Contains(pages["README"], "cmd/report/manual/"+name)
		assert.Check(t, named || name == "README", "report help or the README does not name the page %s", name)
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
			o := execute(t, nil, "status", "--study", "mine.yaml", "--out", "of-"+name)
			assert.Check(t, is.Equal(o.code, 0), "a study of %s is not sound:\n%s%s", name, block, o.stderr)
		}
	}
	assert.Check(t, studies >= 3, "%d studies are shown, want three at least", studies)
}

// Every command that the README, the manual and CONTRIBUTING show has a verb and flags that there are.
func TestShownCommandsAreKnown(t *testing.T) {
	files, err := filepath.Glob("manual/*.md")
	assert.NilError(t, err)
	inText, inBlock := regexp.MustCompile("`report( [^`]+)`"), regexp.MustCompile(`(?m)(?:^|\$ |script: |; |cmd/)report( [^#;|&\n]+)`)
	seen, verbs := 0, append(verbsOf((&program{}).command()), "help", "completion")
	for _, file := range append(files, "../../README.md", "../../CONTRIBUTING.md") {
		for i, part := range strings.Split(read(t, file), "\n```") {
			pattern := inText
			if i%2 == 1 {
				pattern = inBlock
			}
			for _, m := range pattern.FindAllStringSubmatch(part, -1) {
				args := strings.Fields(strings.ReplaceAll(m[1], "'", ""))
				if len(args) == 0 || strings.ContainsAny(args[0], ".") || strings.Contains(m[1], "$") {
					continue // a mistake that is told of, or variables of a workflow
				}
				seen++
				at := 0
				for at < len(args) && !strings.HasPrefix(args[at], "-") {
					at++
				}
				o := execute(t, nil, slices.Insert(args, at, "--help")...)
				// A flag may be named without its value, and a shard is known under a scheduler alone.
				excused := strings.Contains(o.stderr, " needs its ") || strings.Contains(o.stderr, "no scheduler says") || args[0] == "help"
				assert.Check(t, (o.code == exitFine || excused) && (at <= 0 || slices.Contains(verbs, args[0])),
					"%s shows report%s, which is not known: %s", file, m[1], o.stderr)
			}
		}
	}
	assert.Check(t, seen >= 100, "%d commands are shown, where there were more than 100", seen)
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
	text = string(listed)
	assert.Check(t, strings.Contains(text, "example.org/you/gpca/report/render") && !strings.Contains(text, " gpca/") &&
		!strings.Contains(text, "[gpca/"), "the packages and what they import: %s", text)
}
