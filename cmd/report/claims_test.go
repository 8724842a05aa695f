package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const ownClaims = `
- {id: better, place: p. 1, text: L1 beats L2., rule: beats, table: "1", columns: [p=1], over: [p=2], rows: every}
- {id: grows, place: p. 1, text: More is better., rule: grows, table: figure 1, columns: [p=2], rows: every}
- {id: reaches, place: p. 1, text: L2 reaches 50%., rule: reaches, table: "1", columns: [p=2], rows: [1 component], value: "50"}
- {id: by method, place: p. 2, text: L1 and L2 agree., rule: equal, table: experiment first, columns: [p=1, p=2], rows: every, within: "25", source: p. 3}
- {id: gap, place: p. 2, text: Lp beats L2., rule: beats, table: "9", columns: [p=1], over: [p=2], rows: ["1"]}
`

// A study without a publication judges claims of its own: about tables, figures and experiments.
func TestClaimsOfAStudy(t *testing.T) {
	folder := t.TempDir()
	var data strings.Builder
	data.WriteString("a,b,c,d,e,species\n")
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 90 {
		for j := range 5 {
			centre := 0.0
			if i%3 == j%3 {
				centre = 3
			}
			fmt.Fprintf(&data, "%.2f,", centre+r.NormFloat64())
		}
		fmt.Fprintf(&data, "%c\n", 'x'+i%3)
	}
	study, out := filepath.Join(folder, "mine.yaml"), filepath.Join(folder, "out")
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("my.csv", data.String())
	write("claims.yaml", ownClaims)
	write("mine.yaml", "claims: claims.yaml\n"+treesStudy)
	execute(t, nil, "--study", study, "--out", out).expect(t, exitFine, 8, 0, 0)
	o := execute(t, nil, "compare", "--study", study, "--out", out)
	for _, want := range []string{"better     fails", "grows      fails", "reaches    holds", "by method  holds", "gap        open"} {
		if !strings.Contains(o.stdout, want) {
			t.Errorf("the answer has no %q:\n%s", want, o.stdout)
		}
	}
	for name, want := range map[string]string{
		"report.md":  "Of 5 statements 2 hold by the reproduced numbers, 2 fail, 0 are undecided and 1 is open for want of numbers.",
		"compare.md": "equal within 25, less than what the text calls a difference: p. 3",
	} {
		if text := read(t, out, name); !strings.Contains(text, want) || strings.Contains(text, "ublished against reproduced") {
			t.Errorf("%s does not say %q, or speaks of print", name, want)
		}
	}
	write("claims.yaml", strings.Replace(ownClaims, "grows", "falls", 1)+"- {id: a, rule: falls}\n")
	o = execute(t, nil, "status", "--study", study, "--out", out)
	if o.code != exitError || !strings.Contains(o.stderr, `claims.yaml:7:`) || !strings.Contains(o.stderr, `rule "falls" is not known`) {
		t.Errorf("exit %d: %s", o.code, o.stderr)
	}
}
