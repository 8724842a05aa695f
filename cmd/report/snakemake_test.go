package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The Snakefile of the manual draws the report of one run.
func TestSnakefile(t *testing.T) {
	snakemake, err := exec.LookPath("snakemake")
	if err != nil {
		t.Skip("Snakemake is not installed: apt-get install snakemake")
	}
	_, rest, _ := strings.Cut(read(t, "manual", "cluster.md"), "In a Snakefile:\n\n```python\n")
	file, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the manual has no Snakefile")
	}
	study, program := read(t, tiny), os.Args[0]
	t.Chdir(t.TempDir())
	for name, content := range map[string]string{"Snakefile": file, "mine.yaml": study} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(program, "report"); err != nil {
		t.Skip("no symbolic links: ", err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), snakemake, "--cores", "2")
	run.Env = append(os.Environ(), asProgram+"=1", "REPORT_DATA=", "XDG_CACHE_HOME="+here, "PATH="+here+":/usr/bin:/bin")
	if said, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	execute(t, nil, "--study", "mine.yaml", "--out", "single").expect(t, exitFine, 6, 0, 0)
	if got, want := read(t, "out", "results.csv"), read(t, "single", "results.csv"); got != want {
		t.Errorf("the shards gave\n%swant\n%s", got, want)
	}
}
