package main

import (
	"fmt"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	machine "github.com/pbnjay/memory"

	"gpca/report/words"
)

// setMemory takes the value of --memory, a number of GiB, MiB or other such units.
func (o *options) setMemory(text string) (err error) {
	o.memory, err = words.ParseBytes(text)
	return err
}

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
	debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), int64(limit/4*3)))
	return nil
}

// halfOfMachine is half of the memory that this process can have, or 0 where that
// cannot be told.
func halfOfMachine() int64 {
	total := machine.TotalMemory()
	if limit, ok := containerLimit(os.ReadFile); ok {
		total = min(total, limit)
	}
	return int64(total / 2)
}

// unlimited and more stand for no limit: version 1 writes the largest multiple of
// a page below 2⁶³.
const unlimited = 1 << 62

// containerLimit is the least limit that the control group of this process and the
// groups around it set; the number that the machine reports does not take them into
// account. It reads memory.max of version 2
// (https://docs.kernel.org/admin-guide/cgroup-v2.html) and memory.limit_in_bytes of
// version 1 (https://docs.kernel.org/admin-guide/cgroup-v1/memory.html). False means
// that there is no limit, or none that can be read, as on other systems than Linux.
func containerLimit(read func(string) ([]byte, error)) (uint64, bool) {
	groups, errGroups := read("/proc/self/cgroup")
	mounts, errMounts := read("/proc/self/mountinfo")
	if errGroups != nil || errMounts != nil {
		return 0, false
	}
	least := uint64(unlimited)
	for line := range strings.Lines(string(groups)) {
		// "4:cpu,memory:/path" in version 1, "0::/path" in version 2; see cgroups(7).
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(fields) < 3 {
			continue
		}
		file := "memory.limit_in_bytes"
		if fields[1] == "" {
			file = "memory.max"
		} else if !slices.Contains(strings.Split(fields[1], ","), "memory") {
			continue
		}
		for line := range strings.Lines(string(mounts)) {
			if mount, below, ok := findGroup(line, fields[1] == "", fields[2]); ok {
				least = min(least, leastLimit(read, mount, below, file))
			}
		}
	}
	return least, least < unlimited
}

// leastLimit is the least limit in files of a name from a directory below a mount
// point up to the mount point itself.
func leastLimit(read func(string) ([]byte, error), mount, below, file string) uint64 {
	least := uint64(unlimited)
	for directory := path.Join(mount, below); ; directory = path.Dir(directory) {
		text, err := read(path.Join(directory, file)) // the outermost group has none
		limit, notNumber := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && notNumber == nil { // "max" is no limit
			least = min(least, limit)
		}
		if directory == mount {
			return least
		}
	}
}

// findGroup returns the directory at which a line of mountinfo mounts the groups of
// version 2, or those of version 1 that limit memory, and the path of one group
// below it. A line is "36 35 0:31 /root /point rw … - cgroup source rw,memory" with
// blanks as \040; see proc_pid_mountinfo(5). In a container, the root of the mount
// may be the group of the container. A group outside the root cannot be found.
func findGroup(line string, version2 bool, group string) (mount, below string, ok bool) {
	left, right, _ := strings.Cut(line, " - ")
	where, what := strings.Fields(left), strings.Fields(right)
	if len(where) < 5 || len(what) < 3 {
		return "", "", false
	}
	if version2 {
		ok = what[0] == "cgroup2"
	} else {
		ok = what[0] == "cgroup" && slices.Contains(strings.Split(what[2], ","), "memory")
	}
	plain := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
	root := strings.TrimSuffix(plain.Replace(where[3]), "/")
	below, inside := strings.CutPrefix(group+"/", root+"/")
	return path.Clean(plain.Replace(where[4])), below, ok && inside && !strings.Contains("/"+below, "/../")
}
