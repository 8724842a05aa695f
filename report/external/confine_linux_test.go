package external_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/external"
)

// inNamespaces starts a program in namespaces, in which its user is root.
func inNamespaces(cmd *exec.Cmd, flags uintptr) *exec.Cmd {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | flags,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	return cmd
}

// permits reports whether the system lets users make the namespaces of a program.
func permits() bool {
	return inNamespaces(exec.Command("true"), syscall.CLONE_NEWPID|syscall.CLONE_NEWNET).Run() == nil
}

// newPipe makes a named pipe. It is open for writing here too, so that a program that is killed early
// does not leave the reader waiting. The reader sees its end when all programs that hold it are gone.
func newPipe(t *testing.T) (path string, reader, writer *os.File) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "pipe")
	err := syscall.Mkfifo(path, 0o600)
	if err == nil {
		writer, err = os.OpenFile(path, os.O_RDWR, 0)
	}
	if err == nil {
		reader, err = os.Open(path)
	}
	if err == nil {
		err = reader.SetReadDeadline(time.Now().Add(time.Minute))
	}
	assert.NilError(t, err)
	t.Cleanup(func() { reader.Close(); writer.Close() })
	return path, reader, writer
}

// A program and its children are killed at the time limit and with the run. The pipe that they hold ends
// when all are gone.
func TestKilled(t *testing.T) {
	samples, _ := train()
	for _, limit := range []string{"300ms", "10m"} {
		pipe, reader, writer := newPipe(t)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, _, err := playing(t, "hold in a child", pipe, ", time-limit: "+limit).Components(ctx, external.Request{Components: 2}, samples)
			ended <- err
		}()
		if limit == "10m" {
			if _, err := reader.Read(make([]byte, 1)); err != nil { // both are there
				t.Fatal(err)
			}
			cancel()
		}
		err := <-ended
		cancel()
		writer.Close()
		_, readErr := io.Copy(io.Discard, reader)
		assert.Check(t, readErr)
		assert.Check(t, limit != "10m" || err == context.Canceled, "the end of the run: error %v", err)
		if want := "killed after 300ms: let it be faster, or raise the method's time-limit"; limit != "10m" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("the time limit: error %v, want %s", err, want)
		}
	}
}

// reporting is the command of a report, in its own process, with a program that plays a part, with or
// without namespaces.
func reporting(t *testing.T, part, pipe string, spaces bool) *exec.Cmd {
	t.Helper()
	word := "all|" + part + "|" + pipe
	cmd := exec.Command(os.Args[0])
	if possible := permits(); spaces && !possible {
		t.Skip("this system makes no namespaces for users")
	} else if !spaces && possible {
		word = "none|" + part + "|" + pipe
		cmd = inNamespaces(cmd, 0)
	}
	cmd.Args = append(cmd.Args, "play", "report", word, t.TempDir())
	return cmd
}

// When a report is killed, so are its programs and, with namespaces, all that they started, even in
// another session. The next start removes the folder with the training data, and no other: not one in
// use, nor one that only looks similar.
func TestKilledReport(t *testing.T) {
	for _, c := range []struct {
		part   string
		spaces bool
		signal os.Signal
	}{
		{"hold in a session", true, syscall.SIGKILL}, {"hold in a session", true, syscall.SIGQUIT},
		{"hold", false, syscall.SIGKILL}, {"hold", false, syscall.SIGQUIT},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			temporary := t.TempDir()
			t.Setenv("TMPDIR", temporary)
			pipe, reader, writer := newPipe(t)
			cmd := reporting(t, c.part, pipe, c.spaces)
			assert.NilError(t, cmd.Start())
			defer cmd.Process.Kill()
			if _, err := reader.Read(make([]byte, 1)); err != nil { // all are there
				t.Fatal(err)
			}
			find := func() []string {
				found, _ := filepath.Glob(filepath.Join(temporary, "*", "train.npy"))
				return found
			}
			start := func() {
				t.Helper()
				samples, _ := train()
				command := playing(t, "well", "-", "")
				_, _, err := command.Components(t.Context(), external.Request{Components: 2}, samples)
				assert.Check(t, err != nil, "a centre that is not asked for is taken")
			}
			start()
			used := find()
			assert.Equal(t, len(used), 1, "folders in use: %v", used)
			assert.NilError(t, cmd.Process.Signal(c.signal))
			cmd.Wait()
			writer.Close()
			_, err := io.Copy(io.Discard, reader)
			assert.NilError(t, err, "programs go on")
			assert.Assert(t, is.DeepEqual(find(), used), "folders of a report that was killed")
			folder := filepath.Dir(used[0])
			others := []string{folder + "x", filepath.Join(temporary, "gpca-1")}
			for _, other := range others {
				assert.NilError(t, os.CopyFS(other, os.DirFS(folder)))
			}
			assert.NilError(t, os.Symlink(others[0], folder+"0"))
			start()
			for _, path := range append(others, folder+"0") {
				_, err := os.Stat(filepath.Join(path, "train.npy"))
				assert.Check(t, err, "another's folder")
			}
			_, err = os.Stat(folder)
			assert.Check(t, os.IsNotExist(err) || !c.spaces, "the folder of a report that was killed is left: %v", err)
		})
	}
}

// What a program leaves behind ends with it, in another session too.
func TestLeftBehind(t *testing.T) {
	if !permits() {
		t.Skip("this system makes no namespaces for users")
	}
	pipe, reader, writer := newPipe(t)
	samples, _ := train()
	for _, part := range []string{"leave a session", "orphan"} {
		command := playing(t, part, pipe, "")
		_, _, err := command.Components(t.Context(), external.Request{Components: 2}, samples)
		assert.Check(t, err, part)
	}
	writer.Close()
	_, err := io.Copy(io.Discard, reader)
	assert.NilError(t, err, "a program goes on")
}

// A program has its own number in /proc, as psutil needs.
func TestProc(t *testing.T) {
	samples, _ := train()
	const script = "read number rest < /proc/self/stat; echo $((number - $$)); exit 3"
	command := sound(t, ".", fmt.Sprintf(`{name: m, version: 1, command: [sh, -c, %q]}`, script))
	_, _, err := command.Components(t.Context(), external.Request{Components: 2}, samples)
	assert.Check(t, err != nil && strings.HasSuffix(err.Error(), "exit status 3; its last words: 0"), err)
}

// Without namespaces only a program's group ends with it.
func TestOrphan(t *testing.T) {
	said, err := reporting(t, "orphan", "-", false).CombinedOutput()
	assert.Check(t, is.Contains(string(said), "it ended and left a program behind that held its output open"),
		"%s, error %v", said, err)
}

// A scheduler signals all processes at once. A program ignores SIGUSR2; when SIGTERM ends one, the run
// reports its own end.
func TestSignalsForAll(t *testing.T) {
	samples, _ := train()
	command := sound(t, ".", `{name: m, version: 1, command: [sh, -c, "kill -USR2 $$; echo alive; exit 3"]}`)
	_, _, err := command.Components(t.Context(), external.Request{Components: 2}, samples)
	want := "its last words: alive"
	assert.Check(t, err != nil && strings.HasSuffix(err.Error(), want), "SIGUSR2: error %v, want %s", err, want)

	pipe := filepath.Join(t.TempDir(), "pipe")
	assert.NilError(t, syscall.Mkfifo(pipe, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		os.ReadFile(pipe) // ends with the program
		cancel()
	}()
	command = sound(t, ".", fmt.Sprintf(`{name: m, version: 1, command: [sh, -c, "exec 3> %s; kill -TERM $$"]}`, pipe))
	_, _, err = command.Components(ctx, external.Request{Components: 2}, samples)
	assert.Equal(t, err, context.Canceled, "SIGTERM: error %v, want that of the run", err)
}

func TestMemoryLimit(t *testing.T) {
	long(t)
	samples, _ := train()
	for memory, enough := range map[string]bool{"200MiB": false, "16GiB": true} {
		_, _, err := playing(t, "greedy", "-", ", memory: "+memory).Components(t.Context(), external.Request{Components: 2}, samples)
		got := strings.HasSuffix(fmt.Sprint(err), "it got 300 MiB")
		assert.Check(t, err != nil && got == enough, "%s: error %v", memory, err)
	}
}

func init() {
	fill := func(b []byte) {
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
	}
	// 300 MiB, which no bound on the data of a process counts.
	parts["share"] = func(string) {
		b, err := syscall.Mmap(-1, 0, 300<<20, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED|syscall.MAP_ANON)
		if err != nil {
			die(err)
		}
		fill(b)
		select {}
	}
	parts["hold memory"] = func(string) {
		b := make([]byte, 60<<20)
		fill(b)
		defer runtime.KeepAlive(b)
		select {}
	}
	parts["family"] = func(string) {
		for range 4 {
			if err := exec.Command(os.Args[0], "play", "hold memory", "-").Start(); err != nil {
				die(err)
			}
		}
		select {}
	}
}

func TestNoNetwork(t *testing.T) {
	if !permits() {
		t.Skip("this system makes no namespaces for users")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip("no network to be kept from: ", err)
	}
	defer l.Close()
	samples, _ := train()
	_, _, err = playing(t, "dial", l.Addr().String(), "").Components(t.Context(), external.Request{Components: 2}, samples)
	want := "its last words: not reached"
	assert.Check(t, err != nil && strings.HasSuffix(err.Error(), want), "error %v, want %s", err, want)
}
