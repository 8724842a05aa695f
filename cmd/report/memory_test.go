package main

import (
	"io/fs"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/words"
)

func TestMemory(t *testing.T) {
	for text, want := range map[string]int64{
		"8GiB": 8 << 30, "1.5GiB": 3 << 29, "800MiB": 800 << 20, "2 TiB": 2 << 40, "64KiB": 64 << 10,
	} {
		got, err := words.ParseBytes(text)
		assert.Check(t, err == nil && got == want, "%q is %d bytes, error %v; want %d", text, got, err, want)
	}
	for _, text := range []string{
		"", "8", "GiB", "-1GiB", "0MiB", "8gib", "8GB", "NaNGiB", "infGiB", "1e30GiB",
	} {
		got, err := words.ParseBytes(text)
		assert.Check(t, err != nil, "%q was taken for %d bytes", text, got)
	}
}

// The files are as Linux writes them.
func TestContainerLimit(t *testing.T) {
	for name, test := range map[string]struct {
		group  string
		limits map[string]string
		want   uint64
	}{
		"docker with a namespace of its own": {"0::/\n", map[string]string{"/memory.max": "8589934592\n"}, 8 << 30},
		"systemd, the slice is least": {"0::/user.slice/user-1000.slice/session-3.scope\n", map[string]string{
			"/user.slice/memory.max":                                 "max\n",
			"/user.slice/user-1000.slice/memory.max":                 "4294967296\n",
			"/user.slice/user-1000.slice/session-3.scope/memory.max": "6442450944\n",
			"/system.slice/memory.max":                               "1048576\n",
		}, 4 << 30},
		"systemd, the scope is least": {"0::/a.slice/b.scope\n", map[string]string{
			"/a.slice/memory.max": "4294967296\n", "/a.slice/b.scope/memory.max": "2147483648\n",
		}, 2 << 30},
		"mounted at the group":   {"0::/a/b\n", map[string]string{"/memory.max": "4096\n"}, 4096},
		"without limits":         {"0::/user.slice\n", map[string]string{"/user.slice/memory.max": "max\n"}, 0},
		"names with colons":      {"1:cpu:/z\n0::/a:b/c d\n", map[string]string{"/a:b/c d/memory.max": "1073741824\n"}, 1 << 30},
		"no limits can be read":  {"0::/\n", nil, 0},
		"no groups":              {"", nil, 0},
		"lines of other formats": {"0\n::\n\n4:memory\n0::/\n", map[string]string{"/memory.max": "4096\n"}, 4096},
	} {
		limit, ok := containerLimit(func(name string) ([]byte, error) {
			switch text, found := test.limits[strings.TrimPrefix(name, "/sys/fs/cgroup")]; {
			case name == "/proc/self/cgroup":
				return []byte(test.group), nil
			case found:
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		})
		assert.Check(t, ok == (test.want > 0) && (!ok || limit == test.want),
			"%s: the limit is %d, %t; want %d", name, limit, ok, test.want)
	}
	_, ok := containerLimit(func(string) ([]byte, error) { return nil, fs.ErrNotExist })
	assert.Check(t, !ok, "a limit without any file")
	assert.Check(t, halfOfMachine() >= 64<<20, "this machine has %d bytes", 2*halfOfMachine())
}

func TestTooLittleMemory(t *testing.T) {
	err := boundMemory(func(name string) ([]byte, error) {
		return []byte(map[string]string{
			"/proc/self/cgroup":         "0::/\n",
			"/sys/fs/cgroup/memory.max": "67108864\n",
		}[name]), nil
	})
	const want = "this process may take 64 MiB of memory, and needs 128 MiB beside data: raise the limit of its container or of the scheduler"
	assert.Check(t, err != nil && err.Error() == want, "%v", err)
}
