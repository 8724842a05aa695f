package main

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// own is a study with data and methods of its own.
//
//go:embed testdata/fault_own.yaml
var own string

// leaves are samples of two classes and three features.
func leaves(samples int) string {
	var b strings.Builder
	b.WriteString("length,width,mass,species\n")
	for i := range samples {
		fmt.Fprintf(&b, "%d,%d,%d,%s\n", i*i%7, i*i*i%5+i%2, i%3, []string{"oak", "fern"}[i%2])
	}
	return b.String()
}

// What is wrong with a study is said before the first cell, with file, line and column.
func TestFaultsOfAStudy(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		// The file.
		{own, "", "own.yaml:1:1: the file is empty"},
		{"Leaves", "Bl\xe4tter", "own.yaml:2:10: byte 0xE4 is not UTF-8: save the file as UTF-8"},
		{own, "\xff\xfen\x00", "own.yaml:1:1: byte 0xFF is not UTF-8: save the file as UTF-8"},
		{"    data: leaves", "\tdata: leaves", "own.yaml:11:1: a tab stands here: indent with blanks"},
		{"    data: leaves", "      data: leaves", "own.yaml:10:11: this does not fit in here: indent it like the lines around it, and put text with a colon in quotes"},
		{"title: Leaves", "title: Leaves: green", "own.yaml:2:8: this does not fit in here: indent it like the lines around it, and put text with a colon in quotes"},
		{"seed: 1", "seed: 1\nseed: 2", `own.yaml:4:1: mapping key "seed" already defined at [3:1]`},

		// One value and several.
		{"Leaves", "[Leaves, Trees]", "own.yaml:2:8: text is wanted here, not a list"},
		{"seed: 1", "seed: [1, 2]", "own.yaml:3:7: a whole number from 0 up is wanted here, not a list"},
		{"repetitions: 2", "repetitions: [2, 3]", "own.yaml:4:14: a whole number is wanted here, not a list"},
		{"repetitions: 2", "repetitions: two", "own.yaml:4:14: a whole number is wanted here, not text"},
		{"repetitions: 2", "repetitions: 2.5", "own.yaml:4:14: 2.5 is not a whole number"},
		{"repetitions: 2", "repetitions: 0", "own.yaml:4:14: repetitions must be at least 1 and at most 10000, for real data and for stand-in"},

		// Names.
		{"kind: sweep", "kind: sweeep", `own.yaml:17:46: unknown kind "sweeep": did you mean sweep?`},
		{"    data: leaves", "    kind: clasify\n    data: leaves", `own.yaml:11:11: unknown kind "clasify": did you mean classify?`},
		{"[p=1, saturating]", "[p=1, saturatign]", `own.yaml:15:69: unknown method "saturatign": did you mean saturating? (table 1)`},
		{"[p=1, saturating]", "[p=1, zzzzzz]", `own.yaml:15:69: unknown method "zzzzzz": valid are saturating, p=0.5, p=1, p=1.5, p=2, tanh, 3-3sech, 2tanh2, 4sigmoid-2, 2tanhsech, 1-cos, a=1, a=2, a=3, q=2, q=3, q=4, zeta1, zeta2, g=1, spherical, robpca, robpca skew, grid, mcd, detmcd, tyler, r1, fms, macropca; families of functions are p=<number above 0>, a=<number above 0>, q=<number above 0>, g=<number above 0>, f'=<expression of u> (table 1)`},
		{"[p=1, saturating]", "[p=-1, saturating]", `own.yaml:15:64: function "p=-1": p must be a finite number above 0 (table 1)`},
		{"    data: leaves", "    data: leavs", `own.yaml:11:11: unknown data set "leavs": did you mean leaves? (experiment rates)`},

		// What cannot be computed on the data.
		{"{folds: 3}", "{folds: 13}", "own.yaml:12:12: data set leaves has 12 samples, too few for 13 folds (experiment rates)"},
		{"{folds: 3}", "{per-class: 6}", "own.yaml:12:12: data set leaves: class oak has 6 samples, too few to train on 6 and test on the others (experiment rates)"},
		{"{folds: 3}", "published", "own.yaml:12:12: data set leaves has no published split into training and test samples: divide it with {folds: 10} or {per-class: 5} (experiment rates)"},
		{"{folds: 3}", "contamination\n    levels: 4", "own.yaml:12:12: data set leaves has no pixels, and contamination adds images of random pixels: take a data set of images, or another split (experiment rates)"},
		{"[1, 2]", "[1, 3, 4]", "own.yaml:13:24: 4 components cannot be extracted: class oak of data set leaves has at most 4 samples to train on, less 1 for their mean (experiment rates)"},
		{"[1, 2]", "[1, 4]\n    centring: none", "own.yaml:13:21: 4 components cannot be extracted: data set leaves has 3 features (experiment rates)"},
		{"[1, 2]", "[1, 5]\n    centring: none\n    kernel: {function: gaussian, sigma: 2}", "own.yaml:13:21: 5 components cannot be extracted: class oak of data set leaves has at most 4 samples to train on (experiment rates)"},
	} {
		t.Run(test.want, func(t *testing.T) {
			t.Chdir(t.TempDir())
			n := strings.Count(own, test.old)
			assert.Equal(t, n, 1, "the sound study has %q %d times", test.old, n)
			for name, content := range map[string]string{"own.yaml": strings.Replace(own, test.old, test.new, 1), "leaves.csv": leaves(12)} {
				assert.NilError(t, os.WriteFile(name, []byte(content), 0o600))
			}
			o := execute(t, nil, "run", "--study", "own.yaml")
			if want := "report: " + test.want; o.code != exitError || o.stderr != want+"\n" {
				t.Errorf("exit code %d, says\n%swant\n%s", o.code, o.stderr, want)
			}
			left, _ := filepath.Glob("out*")
			assert.Check(t, left == nil, "it leaves %q", left)
		})
	}
}

// An image of a text, which works out its path, is in every form of the report, and a change of it draws that again.
func TestImageOfAText(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, content string) {
		t.Helper()
		assert.NilError(t, os.WriteFile(name, []byte(content), 0o600))
	}
	write("leaves.csv", leaves(12))
	write("own.yaml", strings.Replace(own, "title: Leaves", "text: own.md", 1))
	write("own.md", "::table[1]\n\n::figure[1]\n\n![A *leaf*]({{.Cells}}.png)\n")
	for _, c := range []color.Color{color.RGBA{R: 255, A: 255}, color.RGBA{G: 255, A: 255}} {
		leaf := image.NewRGBA(image.Rect(0, 0, 40, 20))
		draw.Draw(leaf, leaf.Rect, image.NewUniform(c), image.Point{}, draw.Src)
		var encoded bytes.Buffer
		assert.NilError(t, png.Encode(&encoded, leaf))
		write("3.png", encoded.String())
		o := execute(t, nil, "--quiet", "--study", "own.yaml")
		assert.Equal(t, o.code, 0, o.stderr)
		for name, want := range map[string]string{
			"images/3.png": encoded.String(),
			"report.md":    "![A leaf](<images/3.png>)\n\nA leaf\n",
			"report.html":  base64.StdEncoding.EncodeToString(encoded.Bytes()),
			"report.pdf":   "BI /W 40 /H 20 /CS /RGB",
		} {
			got, err := os.ReadFile(filepath.Join("out", name))
			if filepath.Ext(name) == ".pdf" && err == nil {
				got, err = exec.Command("qpdf", "--qdf", filepath.Join("out", name), "-").Output()
				if errors.Is(err, exec.ErrNotFound) {
					continue
				}
			}
			assert.Check(t, err == nil && strings.Contains(string(got), want), "%s lacks %q: %v", name, want, err)
		}
	}
}
