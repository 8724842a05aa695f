// Package mutate is the program of .ci/mutate, which says what it does.
package mutate

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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
func mutants(file string) (map[int][]mutant, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
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

// drawn has a mutant of each line that has any, in an order that only the code and the seed decide.
func drawn(seed uint64, folders []string) (all []mutant, err error) {
	r := rand.New(rand.NewPCG(seed, 0))
	for _, folder := range folders {
		err = cmp.Or(err, filepath.WalkDir(filepath.Clean(folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.HasPrefix(path, ".") || strings.Contains(path, "testdata") {
				return err
			}
			byLine, err := mutants(path)
			for line := 1; len(byLine) > 0; line++ {
				if m := byLine[line]; len(m) > 0 {
					all = append(all, m[r.IntN(len(m))])
					delete(byLine, line)
				}
			}
			return err
		}))
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, err
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
	test := exec.Command("go", "test", "-overlay", overlay, "-vet=off", "-failfast", "-timeout=15m", "./"+at)
	if at != "." && test.Run() != nil {
		caught = at
	}
	return true, caught, nil
}

func TestMutate(t *testing.T) {
	t.Chdir("..")
	wanted, err := strconv.Atoi(flag.Arg(0))
	seed, bad := strconv.ParseUint(flag.Arg(1), 10, 64)
	if err := cmp.Or(err, bad); err != nil {
		t.Fatal(err)
	}
	all, err := drawn(seed, flag.Args()[2:])
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
