package main

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gotest.tools/v3/assert"
)

var randomLines = flag.Int("lines", 120, "how many command lines TestRandomCommandLines tries")

// odd are values that no flag is meant for, beside some that are.
var odd = []string{
	"", " ", "-", "--", "-1", "0", "1", "2", "1e9", "99999999999999999999", "1/2", "2/1", "0/0", "-1/-1", "NaN", "1GiB", "-1GiB", "true", "maybe", "json",
	"*", "[", "?", ",", "{}", "\\", "é", "\x1b[31m", "\xff", "%s%n", "../..", "/dev/null", "out", "tiny.yaml", "leaves.csv", "none.yaml", "1.1", "C9", "p=1", "p=*", "f'=u", "f'=((((", "f'=u/(u-1)",
	"iris", "thesis", "all", "study", "run", "help", strings.Repeat("x", 5000), strings.Repeat("(", 5000),
}

// Whatever stands on a command line, the program ends with a documented code and, if it
// fails, says why in one line.
func TestRandomCommandLines(t *testing.T) {
	long(t)
	study := read(t, tiny)
	t.Chdir(t.TempDir())
	for name, content := range map[string]string{"tiny.yaml": study, "leaves.csv": leaves(12)} {
		assert.NilError(t, os.WriteFile(name, []byte(content), 0o600))
	}
	execute(t, nil, "--quiet", "--study", "tiny.yaml").expect(t, exitFine, 6, 0, 0)
	verbs := new(program).command().Commands()
	// A download waits for its publisher, and a scheduler would take what is sent to it.
	verbs = slices.DeleteFunc(verbs, func(c *cobra.Command) bool { return c.Name() == "fetch" || c.Name() == "submit" })
	for i := range *randomLines {
		r := rand.New(rand.NewPCG(1, uint64(i)))
		pick := func() string { return odd[r.IntN(len(odd))] }
		verb := verbs[r.IntN(len(verbs))]
		args := []string{verb.Name()}
		// Not all that the studies of the program would take hours for.
		if verb.Flags().Lookup("study") != nil {
			args = append(args, "--study", "tiny.yaml")
		}
		var flags []string
		verb.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "study" && f.Name != "data" { // of the program's own
				flags = append(flags, "--"+f.Name)
			}
		})
		for range r.IntN(5) {
			switch which := r.IntN(4); {
			case which < 3 && len(flags) > 0:
				flag := flags[r.IntN(len(flags))]
				if f := verb.Flags().Lookup(flag[2:]); f.NoOptDefVal == "" || r.IntN(3) == 0 {
					flag += "=" + pick()
				}
				args = append(args, flag)
			default:
				args = append(args, pick())
			}
		}
		o := execute(t, nil, args...)
		says := o.stdout + o.stderr
		if o.code < exitFine || o.code > exitStopped || strings.Contains(says, "goroutine ") || strings.Contains(says, "panic") || strings.Contains(says, "\x1b") {
			t.Errorf("%d: %.200q: exit code %d, says %.1000q", i, args, o.code, says)
		}
		errors := strings.Count("\n"+o.stderr, "\nreport: ") + strings.Count(o.stderr, `"level":"ERROR"`)
		assert.Check(t, o.code != exitError || (errors != 0 && errors <= 2 && len(o.stderr) <= 1<<14),
			"%d: %.200q: fails with %.1000q", i, args, o.stderr)
	}
	if left, err := filepath.Glob("../*out*"); err != nil || len(left) > 0 {
		t.Errorf("beside its folder it leaves %q", left)
	}
}
