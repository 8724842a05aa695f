package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// A cluster is a Slurm of one node, of processes of the test.
type cluster struct {
	folder string
	env    []string
}

// startSlurm starts munge, controller and node in a folder, until the test is over.
func startSlurm(t *testing.T) *cluster {
	t.Helper()
	programs := map[string]string{}
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch"} {
		path, err := exec.LookPath(name)
		if err != nil {
			path, err = exec.LookPath("/usr/sbin/" + name) // not on every user's PATH
		}
		if err != nil {
			t.Skip("Slurm is not installed: apt-get install slurm-wlm munge")
		}
		programs[name] = path
	}
	folder, err := os.MkdirTemp("/tmp", "slurm") // paths of sockets must be short
	assert.NilError(t, err)
	t.Cleanup(func() { os.RemoveAll(folder) })
	host, err := os.Hostname()
	assert.NilError(t, err)
	host, _, _ = strings.Cut(host, ".")
	var listeners []net.Listener // together, so that the ports differ
	var ports []any
	for range 2 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		assert.NilError(t, err)
		listeners = append(listeners, l)
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	for _, l := range listeners {
		l.Close()
	}
	key := make([]byte, 1024)
	rand.Read(key)
	for name, content := range map[string]string{"munge.key": string(key), "slurm.conf": fmt.Sprintf(string(golden.Get(t, "array_start_slurm.txt")), ports...)} {
		user, err := exec.Command("id", "-un").Output()
		assert.NilError(t, err)
		content = strings.NewReplacer("HOST", host, "FOLDER", folder, "USER", strings.TrimSpace(string(user))).Replace(content)
		assert.NilError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	c := &cluster{folder, append(os.Environ(),
		"SLURM_CONF="+filepath.Join(folder, "slurm.conf"), asProgram+"=1", "REPORT_DATA=", "XDG_CACHE_HOME="+folder)}
	in := func(name string) string { return filepath.Join(folder, name) }
	for _, daemon := range [][]string{
		{"munged", "--foreground", "--force", "--socket=" + in("socket"), "--key-file=" + in("munge.key"), "--log-file=" + in("munged.log"), "--pid-file=" + in("munged.pid"), "--seed-file=" + in("munged.seed")},
		{"slurmctld", "-D", "-f", in("slurm.conf"), "-L", in("slurmctld.log")},
		{"slurmd", "-D", "-f", in("slurm.conf"), "-N", host, "-L", in("slurmd.log")},
	} {
		cmd := exec.Command(programs[daemon[0]], daemon[1:]...)
		cmd.Env = c.env
		assert.NilError(t, cmd.Start())
		t.Cleanup(func() {
			cmd.Process.Signal(os.Interrupt)
			cmd.Wait()
		})
	}
	c.await(t, time.Minute, "sinfo --noheader --format=%t", "idle")
	return c
}

// await waits until a command says what is wanted.
func (c *cluster) await(t *testing.T, most time.Duration, line, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	var said []byte
	for ctx.Err() == nil {
		words := strings.Fields(line)
		cmd := exec.CommandContext(ctx, words[0], words[1:]...)
		cmd.Env = c.env
		var err error
		if said, err = cmd.Output(); err == nil && strings.TrimSpace(string(said)) == want {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
	t.Fatalf("%s still says %q, want %q\n%s", line, said, want, c.logs(t, "*.log"))
}

func (c *cluster) logs(t *testing.T, pattern string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(c.folder, pattern))
	assert.NilError(t, err)
	var all bytes.Buffer
	for _, name := range names {
		fmt.Fprintf(&all, "%s:\n%s", name, read(t, name))
	}
	return all.String()
}

// report runs the program in the cluster's folder.
func (c *cluster) report(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Dir, cmd.Env = c.folder, c.env
	said, err := cmd.Output()
	assert.NilError(t, err, "report %s", strings.Join(args, " "))
	return string(said)
}

// Four tasks of a real Slurm, of which one is killed and one is stopped before its limit,
// leave the report of one run on one machine. This file comes first in its folder, so that
// Slurm, which takes a minute to keep a limit, works while the other tests run.
func TestSlurm(t *testing.T) {
	long(t)
	c := startSlurm(t)
	for name, text := range map[string]string{
		"study.yaml": string(golden.Get(t, "array_slurm.yaml")),
		// Each does so once, and then answers.
		"slow.sh":   "cd " + c.folder + "; [ -e slept ] || { touch slept; sleep 600; }; cd $1 && cp labels.npy predictions.npy",
		"deadly.sh": "cd " + c.folder + "; [ -e killed ] || { touch killed; sleep 600; }; cd $1 && cp labels.npy predictions.npy",
	} {
		assert.NilError(t, os.WriteFile(filepath.Join(c.folder, name), []byte(text), 0o600))
	}
	script := c.report(t, "submit", "slurm", "--study", "study.yaml", "--shards", "4", "-j", "1")
	script = strings.Replace(script, "--time=4 ", "--time=2 ", 1) // the signal comes 90 s before
	submit := exec.CommandContext(t.Context(), "sh")
	submit.Dir, submit.Env, submit.Stdin = c.folder, c.env, strings.NewReader(script)
	said, err := submit.CombinedOutput()
	assert.NilError(t, err, "%v: %s", err, said)
	// From its own namespace, a program cannot kill the report.
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		killReportOf(ctx, "deadly.sh")
	}()
	t.Parallel() // waits for the tests that are not
	c.await(t, 5*time.Minute, "squeue --noheader", "")
	stop()
	<-done

	logs := c.logs(t, "out/slurm/*.log")
	// A task that begins late may meet its limit too, and be put back once more.
	if n := strings.Count(logs, "\ncomputing cells=") - 4; n < 2 || !strings.Contains(logs, "stopped before the end") || !strings.Contains(logs, "Killed") {
		t.Errorf("%d tasks were put back, want 2 or more:\n%s", n, logs)
	}
	c.report(t, "--study", "study.yaml", "--out", "single")
	got, want := read(t, c.folder, "out", "results.csv"), read(t, c.folder, "single", "results.csv")
	assert.Check(t, got == want, "the array gave\n%swant\n%s\n%s", got, want, logs)
}

// killReportOf kills the report that has started a program with a word in its command, once.
func killReportOf(ctx context.Context, word string) {
	own, _ := os.Readlink("/proc/self/exe")
	for ctx.Err() == nil {
		commands, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, file := range commands {
			command, _ := os.ReadFile(file)
			if !bytes.Contains(command, []byte(word)) {
				continue
			}
			// Up from the program to its report, which is this test's program too.
			for process := filepath.Base(filepath.Dir(file)); process != "" && process != "0"; {
				if of, _ := os.Readlink("/proc/" + process + "/exe"); of == own {
					if pid, err := strconv.Atoi(process); err == nil && pid != os.Getpid() {
						if report, err := os.FindProcess(pid); err == nil {
							_ = report.Kill()
						}
						return
					}
				}
				stat, _ := os.ReadFile("/proc/" + process + "/stat")
				_, rest, _ := strings.Cut(string(stat), ") ")
				fields := strings.Fields(rest)
				if process = ""; len(fields) > 1 {
					process = fields[1]
				}
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
}
