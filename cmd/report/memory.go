package main

import (
	"fmt"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"

	machine "github.com/pbnjay/memory"
)

// programBytes is what the program needs beside data and work, with the largest of its
// studies. A system kills a process that takes more than it may, without a word.
const programBytes = 128 << 20

// boundMemory has the collector keep this process within what its container allows. It
// returns an error where that is too little.
func boundMemory(read func(string) ([]byte, error)) error {
	limit, ok := containerLimit(read)
	if !ok {
		return nil
	}
	if limit < programBytes {
		return fmt.Errorf("this process may take %d MiB of memory, and needs %d MiB beside data: raise the limit of "+
			"its container or of the scheduler", limit>>20, programBytes>>20)
	}
	debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), int64(min(limit, math.MaxInt64)/4*3)))
	return nil
}

// collect has garbage collected sooner, until its end, as the memory that the program may take runs out. Else garbage
// grows to as much as what is in use.
func (p *program) collect() (end func()) {
	if p.options.Memory <= 0 {
		return func() {}
	}
	before := debug.SetMemoryLimit(p.options.Memory)
	return func() { debug.SetMemoryLimit(before) }
}

// halfOfMachine is half of the memory that this process can have, or 0 where that
// cannot be known.
func halfOfMachine() int64 {
	total := machine.TotalMemory()
	if limit, ok := containerLimit(os.ReadFile); ok {
		total = min(total, limit)
	}
	return int64(total / 2)
}

// containerLimit is the least limit that the control group of this process and the groups
// around it set in memory.max (https://docs.kernel.org/admin-guide/cgroup-v2.html), which the
// number that the machine reports does not take into account. False means that there is no
// limit, or none that can be read, as on other systems than Linux.
func containerLimit(read func(string) ([]byte, error)) (limit uint64, ok bool) {
	const mount = "/sys/fs/cgroup"
	groups, err := read("/proc/self/cgroup")
	_, group, found := strings.Cut("\n"+string(groups), "\n0::")
	if err != nil || !found {
		return 0, false
	}
	group, _, _ = strings.Cut(group, "\n")
	limit = math.MaxUint64
	for directory := path.Join(mount, path.Clean("/"+group)); ; directory = path.Dir(directory) {
		text, err := read(path.Join(directory, "memory.max")) // the outermost group has none
		here, notNumber := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && notNumber == nil { // "max" is no limit
			limit, ok = min(limit, here), true
		}
		if directory == mount {
			return limit, ok
		}
	}
}
