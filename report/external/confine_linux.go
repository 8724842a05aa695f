package external

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

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

// end kills a program and its process group; there may be none any more.
func end(cmd *exec.Cmd) { _ = unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }
