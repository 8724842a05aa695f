package main

import (
	"errors"
	"os"
	"path"
	"strconv"
	"strings"

	machine "github.com/pbnjay/memory"
)

// size is the value of --memory, in bytes.
type size int64

var units = []struct {
	name  string
	bytes int64
}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

// Set parses a number of GiB, MiB or other such units.
func (s *size) Set(text string) error {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if bytes := v * float64(u.bytes); err == nil && bytes >= 1 && bytes < 1<<62 {
			*s = size(bytes)
			return nil
		}
	}
	return errors.New("must be a number of MiB or GiB, such as 8GiB")
}

func (s *size) String() string {
	for _, u := range units {
		if int64(*s) >= u.bytes {
			return strconv.FormatFloat(float64(*s)/float64(u.bytes), 'g', -1, 64) + u.name
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type is what help calls the value.
func (*size) Type() string { return "size" }

// halfOfMachine is half of the memory that this process can have, or 0 where that
// cannot be told.
func halfOfMachine() size {
	total := machine.TotalMemory()
	if limit, ok := containerLimit(os.ReadFile); ok {
		total = min(total, limit)
	}
	return size(total / 2)
}

// containerLimit is the bound that a container sets, which the machine's own number
// does not show: memory.max of the control group, version 2, that the process sees
// as its root (https://docs.kernel.org/admin-guide/cgroup-v2.html). Elsewhere, there
// is no such file.
func containerLimit(read func(string) ([]byte, error)) (uint64, bool) {
	text, err := read(path.Join("/sys/fs/cgroup", "memory.max"))
	if err != nil {
		return 0, false
	}
	limit, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return limit, err == nil // "max" is none
}
