package external_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/external"
	"gpca/report/internal/faults"
	"gpca/report/method"
	"gpca/report/strictyaml"
)

// long begins a test that takes half a second of a processor or more, which -short leaves out.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
}

// decode returns the command of a method's block in a study file in some folder.
func decode(folder, block string) (*external.Command, error) {
	n, err := strictyaml.Parse(filepath.Join(folder, "study.yaml"), []byte(block))
	if err != nil {
		return nil, err
	}
	m, err := method.Decode(n, nil)
	return m.Command, err
}

func sound(t *testing.T, folder, block string) *external.Command {
	t.Helper()
	c, err := decode(folder, block)
	assert.NilError(t, err)
	return c
}

// playing is the command of a part, with more keys after a comma.
func playing(t *testing.T, part, word, more string) *external.Command {
	t.Helper()
	return sound(t, ".", fmt.Sprintf("{name: m, version: 1, command: [%q, play, %q, %q]%s}", os.Args[0], part, word, more))
}

func train() (*mat.Dense, []int) {
	return mat.NewDense(4, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 10, -1, 0, 2}), []int{0, 1, 1, 0}
}

func TestComponents(t *testing.T) {
	samples, _ := train()
	t.Setenv("TMPDIR", t.TempDir()) // of this test alone
	centre, found, err := playing(t, "well", "-", "").Components(t.Context(), external.Request{Components: 2, Centre: true}, samples)
	assert.NilError(t, err)
	if want := mat.NewDense(2, 3, []float64{0, 1, 0, 0.6, 0, -0.8}); !slices.Equal(centre, []float64{1, 2, 3}) || !mat.Equal(found, want) {
		t.Errorf("centre %v, components %v", centre, mat.Formatted(found))
	}
	// A part of a larger matrix is given as if it stood alone.
	part := samples.Slice(1, 3, 0, 3).(*mat.Dense)
	centre, _, err = playing(t, "well", "-", "").Components(t.Context(), external.Request{Components: 2, Centre: true}, part)
	assert.NilError(t, err)
	assert.DeepEqual(t, centre, []float64{4, 5, 6})
	if _, found, err = playing(t, "no component", "-", "").Components(t.Context(), external.Request{Components: 2, Centre: true}, samples); err != nil || !found.IsEmpty() {
		t.Errorf("no component: %v, error %v", found, err)
	}
	centre, _, err = playing(t, "no centre", "-", "").Components(t.Context(), external.Request{Components: 2}, samples)
	assert.NilError(t, err)
	assert.Assert(t, is.DeepEqual(centre, []float64{0, 0, 0}), "without a centre")
	_, _, err = playing(t, "rounded", "-", "").Components(t.Context(), external.Request{Components: 2, Centre: true}, samples)
	assert.NilError(t, err, "components that are orthonormal but for rounding")
	after, _ := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	assert.Check(t, len(after) == 0, "folders are left: %v", after)
}

// Under layout 2 a start answers many requests, and one that the program dies of fails alone, whichever others it
// has answered before.
func TestManySets(t *testing.T) {
	long(t)
	t.Setenv("TMPDIR", t.TempDir()) // of this test alone
	folder := t.TempDir()
	c := playing(t, "many", folder, ", layout: 2")
	ask := func(first float64) (string, error) {
		samples := mat.NewDense(2, 3, []float64{first, 0, 0, 1, 1, 1})
		centre, _, err := c.Components(t.Context(), external.Request{Components: 1, Centre: true}, samples)
		return fmt.Sprint(centre), err
	}
	for first, starts := range []int{1, 1, 1} {
		if centre, err := ask(float64(first)); err != nil || centre != fmt.Sprintf("[%d 0 0]", first) {
			t.Errorf("set %d: centre %s, error %v", first, centre, err)
		}
		text, _ := os.ReadFile(filepath.Join(folder, "log"))
		assert.Check(t, is.Equal(strings.Count(string(text), "start"), starts), "set %d: %s", first, text)
	}
	var reasons []string
	for range 2 { // after other sets, and as the first
		_, err := ask(13)
		assert.Check(t, err != nil && external.Log(err) == "this set begins with 13\nwhich is bad luck in .\n",
			"error %v, log %q", err, external.Log(err))
		reasons = append(reasons, fmt.Sprint(err))
	}
	assert.Equal(t, reasons[0], reasons[1], "a reason depends on the sets before: %q", reasons)
	for _, first := range []float64{99, 99, 5} { // an end after an answer is none of the next set's
		_, err := ask(first)
		assert.Check(t, err)
	}
	var group sync.WaitGroup
	for first := range 8 {
		group.Go(func() {
			if centre, err := ask(float64(first)); err != nil || centre != fmt.Sprintf("[%d 0 0]", first) {
				t.Errorf("set %d of many at a time: centre %s, error %v", first, centre, err)
			}
		})
	}
	group.Wait()
	c.Close()
	after, _ := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	assert.Check(t, len(after) == 0, "folders are left: %v", after)
	_, _, err := playing(t, "ends at once", "-", ", layout: 2").Components(t.Context(), external.Request{Components: 1}, mat.NewDense(2, 3, nil))
	assert.ErrorContains(t, err, "it ended without an answer: under layout 2 it reads the path of a folder")
}

// A program that says without a training set what it says with one is not started for every other.
func TestNoSet(t *testing.T) {
	folder := t.TempDir()
	c := playing(t, "no module", folder, ", layout: 2")
	for range 5 {
		_, _, err := c.Components(t.Context(), external.Request{Components: 1}, mat.NewDense(2, 3, nil))
		assert.Check(t, is.ErrorContains(err, "exit status 3; its last words: no module named pcaa"))
	}
	text, _ := os.ReadFile(filepath.Join(folder, "log"))
	assert.Equal(t, strings.Count(string(text), "start"), 2, "it is started for sets that it cannot answer: %s", text)
}

func TestPredictions(t *testing.T) {
	samples, labels := train()
	test := mat.NewDense(3, 3, []float64{5, 0, 0, -7, 0, 0, 6, 0, 0})
	classes, err := playing(t, "predict", "-", ", answers: predictions").Predictions(t.Context(), external.Request{}, samples, labels, test)
	assert.NilError(t, err)
	assert.DeepEqual(t, classes, []int{1, 0, 1})
}

// The layout fixes the request: a change of this text is a new layout.
func TestRequest(t *testing.T) {
	samples, labels := train()
	c := playing(t, "what was asked", "-", "")
	r := external.Request{Components: 2, Centre: true, Kernel: "gaussian(sigma=2)", Seed: 1<<40 + 1<<31 + 7, Repetition: 3}
	_, _, err := c.Components(t.Context(), r, samples)
	want := `HOME=… LANG=… MKL_NUM_THREADS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PATH=… PWD=. TMPDIR=. VECLIB_MAXIMUM_THREADS=1
{"answers":"components","centre":true,"components":2,"features":3,"kernel":"gaussian(sigma=2)","layout":1,"repetition":3,"samples":4,"seed":7} [4 3] [request.json train.npy]
`
	got := external.Log(err)
	assert.Equal(t, got, want, "got\n%swant\n%s", got, want)
	_, err = c.Predictions(t.Context(), r, samples, labels, samples)
	for _, want := range []string{`"answers":"predictions"`, "[labels.npy request.json test.npy train.npy]"} {
		got := external.Log(err)
		assert.Check(t, is.Contains(got, want), "got\n%swant %s in it", got, want)
	}
}

// Whatever a program does, the cause is one line with a remedy.
func TestMisbehaviour(t *testing.T) {
	samples, labels := train()
	for _, c := range []struct{ part, want string }{
		{"nothing", "it ended without writing components.npy into the folder: file does not exist"},
		{"exit", "exit status 3; its last words: no more / [31mCaused by: / the moon"},
		{"no centre", "it ended without writing mean.npy into the folder: file does not exist"},
		{"one more", "components.npy is 3 × 3, must be at most 2 components × 3 features"},
		{"columns", "components.npy is 3 × 2, must be at most 2 components × 3 features"},
		{"vector", "components.npy is 3, must be at most 2 components × 3 features"},
		{"number", "components.npy is a single number, must be at most 2 components × 3 features"},
		{"long", "components.npy: component 2 has the length 2, must be 1: return orthonormal rows"},
		{"zero", "components.npy: component 1 has the length 0, must be 1: return orthonormal rows"},
		{"oblique", "components.npy: components 1 and 2 are not at right angles, their inner product is 0.6: return orthonormal rows"},
		{"nan", "components.npy: value 5 of 6 is NaN, must be finite"},
		{"infinite mean", "mean.npy: value 2 of 3 is -Inf, must be finite"},
		{"short mean", "mean.npy is 2, must be 3 features"},
		{"text", `components.npy: not a .npy file: starts with "1 0 0\n"`},
		{"folder", "components.npy is no regular file"},
		{"link", "components.npy is no regular file"},
		{"huge", "components.npy has 80128 bytes, more than 6 values take"},
	} {
		command := playing(t, c.part, "-", "")
		_, _, err := command.Components(t.Context(), external.Request{Components: 2, Centre: true}, samples)
		assert.Check(t, is.Error(err, "command "+command.Words+": "+c.want), c.part)
	}
	_, _, err := playing(t, "some mean", "-", "").Components(t.Context(), external.Request{Components: 2}, samples)
	assert.ErrorContains(t, err, "mean.npy is not zero, and the request says not to centre")
	for _, c := range []struct{ part, want string }{
		{"nothing", "it ended without writing predictions.npy into the folder: file does not exist"},
		{"predict all", "predictions.npy is 3, must be 2 classes, one for each test sample"},
		{"predict half", "predictions.npy: value 2 is 0.5, which is no class of labels.npy"},
		{"predict other", "predictions.npy: value 2 is 2, which is no class of labels.npy"},
	} {
		command := playing(t, c.part, "-", ", answers: predictions")
		_, err := command.Predictions(t.Context(), external.Request{}, samples, labels, mat.NewDense(2, 3, nil))
		assert.Check(t, is.Error(err, "command "+command.Words+": "+c.want), c.part)
	}
	_, _, err = playing(t, "long words", "-", "").Components(t.Context(), external.Request{Components: 2}, samples)
	if err == nil || len(err.Error()) > 1000 || !strings.HasSuffix(err.Error(), "blah and so on") || len(external.Log(err)) > 4<<10 {
		t.Errorf("a program of many words: error of %d bytes, log of %d", len(err.Error()), len(external.Log(err)))
	}
	assert.Equal(t, external.Log(errors.New("another")), "", "an error of no program has a log")
	_, _, err = sound(t, ".", "{name: m, version: 1, command: no-such-program}").Components(t.Context(), external.Request{Components: 2}, samples)
	assert.Error(t, err, "command no-such-program: no-such-program is not on the PATH: install it, or correct the name",
		"a program that is not there")
	_, _, err = new(external.Command).Components(t.Context(), external.Request{Components: 2}, samples)
	assert.Check(t, err != nil, "the command of a stored cell runs")
}

// § marks the place that the error must name.
func TestFaults(t *testing.T) {
	folder := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(folder, "script"), nil, 0o600))
	faults.Check(t, "faults.txt", func(_ *testing.T, block string) error {
		_, err := decode(folder, block)
		if err != nil {
			err = errors.New(strings.ReplaceAll(err.Error(), folder, "FOLDER"))
		}
		return err
	})
}

// The key depends on the words, the version, the answer and the content of the files, not on the
// folder, the limits or other files.
func TestKey(t *testing.T) {
	folder := func(script string) string {
		f := t.TempDir()
		for name, text := range map[string]string{"script": script, "other": script} {
			assert.NilError(t, os.WriteFile(filepath.Join(f, name), []byte(text), 0o600))
		}
		return f
	}
	one, two := folder("one"), folder("two")
	const block = "{name: m, command: [sh, script, a b], version: 1}"
	c := sound(t, one, block)
	assert.Check(t, c.Words == `sh script "a b"` && c.Release == "1" && len(c.Files) == 64 && !c.Predicts(),
		"key %+v", c.Key)
	if same := sound(t, folder("one"), strings.Replace(block, "version: 1", "version: 1, time-limit: 1h, memory: 1MiB, answers: components", 1)); same.Key != c.Key {
		t.Errorf("key %+v in another folder with other limits, %+v", same.Key, c.Key)
	}
	script := sound(t, one, `{name: m, command: [sh, -c, "echo \"a\"\nexit 1\n", word], version: 1}`)
	want := `the program sh -c "echo \"a\" …" word, version 1`
	assert.Check(t, strings.HasPrefix(script.Phrase(), want), "%s, want %s", script.Phrase(), want)
	keys := map[external.Key]string{c.Key: "none"}
	for _, change := range []struct{ folder, old, new string }{
		{two, "-", ""}, {one, "a b", "a c"}, {one, "version: 1", "version: 2"}, {one, "version: 1", "version: 1, answers: predictions"}, {one, "script", "other"},
		{one, "version: 1", "version: 1, layout: 2"},
	} {
		key := sound(t, change.folder, strings.Replace(block, change.old, change.new, 1)).Key
		other, taken := keys[key]
		assert.Check(t, !taken, "a change to %q gives the key of a change to %q", change.new, other)
		keys[key] = change.new
	}
	if other := sound(t, one, strings.Replace(block, "version: 1", "version: 2", 1)); c.Equal(other) || !c.Equal(sound(t, one, block)) || c.Equal(nil) {
		t.Error("commands are equal that are not, or the reverse")
	}

	// A file that changes during the run is not run under the old key.
	assert.NilError(t, os.WriteFile(filepath.Join(one, "script"), []byte("three"), 0o600))
	samples, _ := train()
	_, _, err := c.Components(t.Context(), external.Request{Components: 2}, samples)
	assert.ErrorContains(t, err, "its files changed while they were in use: start again", "a changed script")
}

func TestCost(t *testing.T) {
	seconds, bytes := playing(t, "well", "-", ", memory: 3GiB").Cost(1000, 100)
	assert.Check(t, seconds > 0 && bytes > 3<<30 && bytes <= 4<<30, "%g seconds and %d bytes", seconds, bytes)
	if _, bytes := (*external.Command)(nil).Cost(0, 0); bytes != 1<<30 {
		t.Error("a stored cell costs ", strconv.FormatInt(bytes, 10))
	}
}
