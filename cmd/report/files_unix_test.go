//go:build unix

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// pipe puts a named pipe in the place of a file.
func pipe(t *testing.T, path ...string) {
	t.Helper()
	name := filepath.Join(path...)
	assert.NilError(t, os.RemoveAll(name))
	assert.NilError(t, syscall.Mkfifo(name, 0o600))
}

// A name that is not UTF-8 is an error that names it, not the study that would hold it.
func TestNamesThatAreNoUTF8(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"mine.csv", "n\xff.csv", "model.json"} {
		if err := os.WriteFile(name, []byte("a,b\n1,2\n2,1\n3,5\n5,3\n4,9\n"), 0o600); err != nil {
			t.Skip(err) // the file system has none
		}
	}
	for _, line := range []string{"apply n\xff.csv", "init --data n\xff.csv n.yaml", "apply mine.csv --out o\xff"} {
		o := execute(t, nil, strings.Fields(line)...)
		if o.code != exitError || !strings.Contains(o.stderr, `\xff`) || !strings.Contains(o.stderr, "is not UTF-8, and a study names") {
			t.Errorf("%q: exit code %d, %s", line, o.code, o.stderr)
		}
	}
}

// regular is every regular file under a folder by its path; none is behind a link.
func regular(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files[path] = read(t, path)
		}
		return err
	})
	assert.NilError(t, err)
	return files
}

// A symbolic link in an output folder is an error that names it, before anything is written,
// removed or computed. The folder itself may be one.
func TestLinks(t *testing.T) {
	long(t)
	whole := whole(t)
	for _, test := range []struct{ name, line string }{
		{".lock", "render --study TINY"},
		{".lock", "run --study TINY"},
		{"figures", "render --study TINY"},
		{"tables", "--study AGAIN --force"}, // which removes those of the other study
		{"cells", "run --study TINY --repetitions 1"},
		{"cells/kept", "run --study TINY --force"},
	} {
		t.Run(test.name+" "+test.line, func(t *testing.T) {
			folder := t.TempDir()
			behind, out := filepath.Join(folder, "behind"), filepath.Join(folder, "out")
			assert.NilError(t, os.CopyFS(out, os.DirFS(whole)))
			link := filepath.Join(out, test.name)
			err := os.Rename(link, behind)
			if errors.Is(err, fs.ErrNotExist) {
				err = os.WriteFile(behind, []byte("mine"), 0o600)
			}
			assert.NilError(t, errors.Join(err, os.Symlink(behind, link)))
			before := regular(t, folder)
			line := strings.NewReplacer("TINY", tiny, "AGAIN", again).Replace(test.line)
			o := execute(t, nil, append(strings.Fields(line), "--out", out)...)
			want := link + " is a symbolic link, and nothing in an output folder is written or removed through one"
			assert.Check(t, o.code == exitError && strings.Contains(o.stderr, want),
				"exit code %d, %s", o.code, o.stderr)
			assert.Equal(t, changedFiles(before, regular(t, folder)), "", "it changes")
		})
	}
	copied, link := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "link")
	assert.NilError(t, errors.Join(os.CopyFS(copied, os.DirFS(whole)), os.Symlink(copied, link)))
	execute(t, nil, "--study", tiny, "--out", link).expect(t, exitFine, 6, 0, 0)
}

// Of programs that start at the same shard at once, one computes it, and the others say who
// does, or wait and find nothing left; who waits is told for whom, even with --quiet.
func TestOneProgramAtAShard(t *testing.T) {
	folder := t.TempDir()
	study, out := filepath.Join(folder, "study.yaml"), filepath.Join(folder, "out")
	started, proceed := filepath.Join(folder, "started"), filepath.Join(folder, "proceed")
	count := filepath.Join(folder, "count")
	pipe(t, started)
	pipe(t, proceed)
	for path, text := range map[string]string{
		study: string(golden.Get(t, "files_unix_one_program_at_a_shard.yaml")),
		// The first call says so, and waits for the test.
		filepath.Join(folder, "slow.sh"): strings.NewReplacer("STARTED", started, "PROCEED", proceed, "COUNT", count).Replace(
			"[ -e COUNT ] || { echo >COUNT; echo >STARTED; cat PROCEED; }; echo >>COUNT; cd $1 && cp labels.npy predictions.npy"),
	} {
		assert.NilError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	args := []string{"run", "-j", "1", "--study", study, "--out", out, "--shard", "1/1"}
	_, end := process(t, "", args...)
	read(t, started) // the first is at work
	o := execute(t, nil, args...)
	held := "shard 1/1 in " + out + " is in use by report run, process "
	assert.Check(t, o.code == exitError && strings.HasPrefix(o.stderr, "report: out: "+held),
		"the second: exit code %d, %s", o.code, o.stderr)
	var says strings.Builder
	told := writer(func(text []byte) {
		if says.Len() == 0 { // who is waited for: only now the first goes on
			assert.Check(t, os.WriteFile(proceed, nil, 0o600))
		}
		says.Write(text)
	})
	code := executeTo(t, t.Context(), told, told, nil, append(args, "--wait", "--quiet")...)
	assert.Check(t, code == exitFine && strings.HasPrefix(says.String(), "waiting: "+held),
		"the third: exit code %d, %s", code, says.String())
	code, said := end()
	assert.Equal(t, code, exitFine, "the first: exit code %d, %s", code, said)
	calls := strings.Count(read(t, count), "\n") - 1
	assert.Equal(t, calls, 2, "%d calls of the program, want one for each of 2 folds", calls)
}

type writer func([]byte)

func (w writer) Write(text []byte) (int, error) {
	w(text)
	return len(text), nil
}
