package external

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// confine gives a program a process group of its own, which is killed with it, and unless
// it may have the network of the report a namespace without one. A user may make that
// only in a user namespace, in which the program keeps its user. It ignores SIGUSR2, which
// Slurm sends to all processes of a step: it asks the report to begin no more work.
func confine(cmd *exec.Cmd, network bool) {
	if cmd.Err == nil {
		cmd.Args = append([]string{"sh", "-c", `trap "" USR2; exec "$@"`, "sh", cmd.Path}, cmd.Args[1:]...)
		cmd.Path = "/bin/sh"
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if !network {
		cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	cmd.Cancel = func() error { return end(cmd) }
}

// end kills what is left of a program's process group.
func end(cmd *exec.Cmd) error {
	err := unix.Kill(-cmd.Process.Pid, unix.SIGKILL)
	if errors.Is(err, unix.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}

// limitMemory bounds what the program and each of its children allocate. It is set
// after the start, before the program has had time to allocate much.
func limitMemory(pid int, bytes int64) error {
	limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	return os.NewSyscallError("prlimit", unix.Prlimit(pid, unix.RLIMIT_DATA, &limit, nil))
}
