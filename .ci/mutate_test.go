// Package mutate is the program of .ci/mutate, which says what it does.
package mutate

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// instead has what stands for an operator, a word or a function. A number becomes the next, a condition its opposite,
// and a call whose result nobody reads is left out.
var instead = map[string]string{
	"+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+=", "++": "--", "--": "++",
	"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
	"true": "false", "false": "true", "min": "max", "max": "min", "Min": "Max", "Max": "Min", "continue": "break",
}

// A mutant is a piece of a line and what replaces it.
type mutant struct {
	file, old, new string
	line, start    int
}

// mutants are those of a file, by line.
func mutants(file string, source []byte) (map[int][]mutant, error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, source, 0)
	if err != nil {
		return nil, err
	}
	found := map[int][]mutant{}
	replace := func(pos token.Pos, old, by string) {
		at := set.Position(pos)
		found[at.Line] = append(found[at.Line], mutant{file, old, by, at.Line, at.Offset})
	}
	swap := func(pos token.Pos, old string) {
		if by, ok := instead[old]; ok {
			replace(pos, old, by)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		text := func(n ast.Node) string {
			return string(source[set.Position(n.Pos()).Offset:set.Position(n.End()).Offset])
		}
		switch n := n.(type) {
		case *ast.BinaryExpr:
			swap(n.OpPos, n.Op.String())
		case *ast.AssignStmt:
			swap(n.TokPos, n.Tok.String())
		case *ast.IncDecStmt:
			swap(n.TokPos, n.Tok.String())
		case *ast.BranchStmt:
			swap(n.TokPos, n.Tok.String())
		case *ast.Ident:
			swap(n.NamePos, n.Name)
		case *ast.BasicLit:
			if n.Kind == token.INT || n.Kind == token.FLOAT {
				replace(n.ValuePos, n.Value, "("+n.Value+"+1)")
			}
		case *ast.IfStmt:
			replace(n.Cond.Pos(), text(n.Cond), "!("+text(n.Cond)+")")
		case *ast.ExprStmt:
			replace(n.Pos(), text(n), "{}")
		}
		return true
	})
	return found, nil
}

// drawn has a mutant of each line that has any. Its place in the order follows from the seed and the line's own text,
// so that the same lines are drawn in two states of the code, but for those that changed.
func drawn(seed string, folders []string) ([]mutant, error) {
	places := map[mutant]uint64{}
	var failed error
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Clean(folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.HasPrefix(path, ".") || strings.Contains(path, "testdata") {
				return err
			}
			// A file for another processor or system is not built here, and no test could notice.
			if here, err := build.Default.MatchFile(filepath.Split(path)); err != nil || !here {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			byLine, err := mutants(path, source)
			seen := map[string]int{}
			for i, line := range strings.Split(string(source), "\n") {
				line = strings.TrimSpace(line)
				seen[line]++
				if m := byLine[i+1]; len(m) > 0 {
					h := fnv.New64a()
					fmt.Fprintln(h, seed, path, line, seen[line])
					places[m[h.Sum64()%uint64(len(m))]] = rand.NewPCG(h.Sum64(), 0).Uint64()
				}
			}
			return err
		})
		failed = cmp.Or(failed, err)
	}
	all := slices.SortedFunc(maps.Keys(places), func(a, b mutant) int { return cmp.Compare(places[a], places[b]) })
	return all, failed
}

// judge builds the package of a mutant and runs its tests, or those of the next folder above it that has some.
func judge(m mutant, folder string) (builds bool, caught string, err error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return false, "", err
	}
	replaced, err := filepath.Abs(m.file)
	if err != nil {
		return false, "", err
	}
	by, overlay := filepath.Join(folder, "mutant.go"), filepath.Join(folder, "overlay.json")
	list, err := json.Marshal(map[string]map[string]string{"Replace": {replaced: by}})
	if err != nil {
		return false, "", err
	}
	changed := slices.Concat(source[:m.start], []byte(m.new), source[m.start+len(m.old):])
	if err := cmp.Or(os.WriteFile(by, changed, 0o600), os.WriteFile(overlay, list, 0o600)); err != nil {
		return false, "", err
	}
	if exec.Command("go", "build", "-overlay", overlay, "-o", os.DevNull, "./"+filepath.Dir(m.file)).Run() != nil {
		return false, "", nil
	}
	at := filepath.Dir(m.file)
	for tests, _ := filepath.Glob(filepath.Join(at, "*_test.go")); len(tests) == 0 && at != "."; {
		at = filepath.Dir(at)
		tests, _ = filepath.Glob(filepath.Join(at, "*_test.go"))
	}
	for _, quick := range []string{" -short", ""} {
		test := exec.Command("go", "test", "-overlay", overlay, "-vet=off", "-failfast", "-timeout=15m", "./"+at)
		if quick != "" {
			test.Args = append(test.Args, quick[1:])
		}
		if caught == "" && at != "." && test.Run() != nil {
			caught = at + quick
		}
	}
	return true, caught, nil
}

func TestMutate(t *testing.T) {
	t.Chdir("..")
	wanted, err := strconv.Atoi(flag.Arg(0))
	if err != nil {
		t.Fatal(err)
	}
	all, err := drawn(flag.Arg(1), flag.Args()[2:])
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	judged, caught := 0, 0
	for _, m := range all {
		if judged == wanted {
			break
		}
		builds, by, err := judge(m, folder)
		if err != nil {
			t.Fatal(err)
		}
		if !builds {
			continue
		}
		judged++
		verdict := "missed"
		if by != "" {
			caught++
			verdict = "caught by " + by
		}
		fmt.Printf("%s:%d: %s → %s: %s\n", m.file, m.line, m.old, m.new, verdict)
	}
	fmt.Printf("%d of %d caught\n", caught, judged)
}
