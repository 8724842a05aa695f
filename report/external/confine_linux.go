package external

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// confinements are the namespaces to try: all, then all but one. Without privileges others need a
// user namespace, in which the program keeps its user.
var confinements = []uintptr{
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET,
	unix.CLONE_NEWPID | unix.CLONE_NEWNET,
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID,
	unix.CLONE_NEWUSER | unix.CLONE_NEWNET,
}

// shell bounds the memory of the program and its children, and ignores SIGUSR2, which Slurm sends to all
// processes of a step. The first process of a PID namespace takes all others with it when it ends, but
// ignores signals that end others: so it is a shell, which mounts /proc and waits for the program.
const shell = `trap "" USR2; ulimit -d "$1" && shift || exit
[ $$ = 1 ] || exec "$@"
exec unshare --mount-proc sh -c '"$@"; exit $?' sh "$@"`

// confine puts a program into the first namespaces that the system permits. It is killed, with its
// PID namespace, when the thread that starts it ends.
func confine(cmd *exec.Cmd, memory int64) {
	for _, namespaces := range confinements {
		probe := exec.Command("true")
		within(probe, namespaces, memory)
		if probe.Run() == nil {
			within(cmd, namespaces, memory)
			return
		}
	}
	within(cmd, 0, memory)
}

func within(cmd *exec.Cmd, namespaces uintptr, memory int64) {
	if cmd.Err == nil {
		kibibytes := strconv.FormatInt(memory>>10, 10)
		cmd.Args = append([]string{"sh", "-c", shell, "sh", kibibytes, cmd.Path}, cmd.Args[1:]...)
		cmd.Path = "/bin/sh"
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: unix.SIGKILL, Cloneflags: namespaces}
	if namespaces&unix.CLONE_NEWUSER != 0 {
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	if namespaces&unix.CLONE_NEWPID != 0 {
		cmd.SysProcAttr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN} // lets the shell mount /proc
	}
}

// glance is how often the memory of a program is measured.
const glance = 200 * time.Millisecond

// watch measures a program until it has ended, and calls exceeded and ends it when it takes more memory than it may,
// together with what it has started. The bound of the shell is for each process, and for none of the memory that
// processes share.
func watch(cmd *exec.Cmd, memory int64, ended <-chan struct{}, exceeded func()) {
	next := time.NewTicker(glance)
	defer next.Stop()
	for {
		select {
		case <-ended:
			return
		case <-next.C:
		}
		family := familyOf(cmd.Process.Pid)
		if sum(family, resident) > memory && sum(family, proportional) > memory { // the second takes longer
			exceeded()
			end(cmd)
			return
		}
	}
}

func sum(processes []int, of func(process int) int64) (total int64) {
	for _, p := range processes {
		total += of(p)
	}
	return total
}

// familyOf lists a process with its descendants, and those of its group.
func familyOf(first int) []int {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	parents, family := map[int]int{}, []int{first}
	for _, folder := range folders {
		stat, _ := os.ReadFile(folder + "/stat") // number (name) state parent group …
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		process, err := strconv.Atoi(filepath.Base(folder))
		if err != nil || len(fields) < 3 || process == first { // it may have ended
			continue
		}
		parents[process], _ = strconv.Atoi(fields[1])
		if group, _ := strconv.Atoi(fields[2]); group == first {
			parents[process] = first // its parent may have ended
		}
	}
	for at := 0; at < len(family); at++ {
		for process, parent := range parents {
			if parent == family[at] {
				family = append(family, process)
			}
		}
	}
	return family
}

// resident is the memory of a process in bytes, with files that it has mapped and all that it shares.
func resident(process int) int64 {
	statm, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", process))
	fields := append(strings.Fields(string(statm)), "", "")
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// proportional is the memory of a process in bytes without files, and its part of what it shares.
func proportional(process int) (total int64) {
	smaps, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", process))
	for line := range strings.Lines(string(smaps)) {
		fields := append(strings.Fields(line), "", "")
		switch fields[0] {
		case "Pss_Anon:", "Pss_Shmem:", "SwapPss:":
			kibibytes, _ := strconv.ParseInt(fields[1], 10, 64)
			total += kibibytes << 10
		}
	}
	return total
}

// end kills a program and its process group; there may be none any more.
func end(cmd *exec.Cmd) { _ = unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }
