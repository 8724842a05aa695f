package main

import (
	"io/fs"
	"testing"
)

func TestMemory(t *testing.T) {
	var o options
	for text, want := range map[string]int64{"8GiB": 8 << 30, "1.5GiB": 3 << 29, "800MiB": 800 << 20, "2 TiB": 2 << 40, "64KiB": 64 << 10} {
		if err := o.setMemory(text); err != nil || o.memory != want {
			t.Errorf("%q is %d bytes, error %v; want %d", text, o.memory, err, want)
		}
	}
	for _, text := range []string{"", "8", "GiB", "-1GiB", "0MiB", "8gib", "8GB", "NaNGiB", "infGiB", "1e30GiB"} {
		if err := o.setMemory(text); err == nil {
			t.Errorf("%q was taken for %d bytes", text, o.memory)
		}
	}
}

// The files are as Linux writes them; lines that do not matter are left out, but for
// one of each kind.
func TestContainerLimit(t *testing.T) {
	const (
		version2 = "24 30 0:22 / /sys rw,nosuid shared:7 - sysfs sysfs rw\n" +
			"35 24 0:30 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate,memory_recursiveprot\n"
		version1 = "33 32 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:15 - cgroup cgroup rw,cpu,cpuacct\n" +
			"36 32 0:32 / /sys/fs/cgroup/memory rw,relatime shared:18 - cgroup cgroup rw,memory\n"
		unified = "41 32 0:38 / /sys/fs/cgroup/unified rw,relatime shared:10 - cgroup2 cgroup2 rw\n"
		pod     = "/kubepods/burstable/pod7d1c/4f0a"
		none    = "9223372036854771712\n"
	)
	for name, test := range map[string]struct {
		group, mounts string
		limits        map[string]string
		want          uint64
	}{
		"docker with a namespace of its own": {"0::/\n", "1049 1048 0:30 / /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - cgroup2 cgroup rw,nsdelegate\n",
			map[string]string{"/sys/fs/cgroup/memory.max": "8589934592\n"}, 8 << 30},
		"systemd, the slice is least": {"0::/user.slice/user-1000.slice/session-3.scope\n", version2, map[string]string{
			"/sys/fs/cgroup/user.slice/memory.max":                                 "max\n",
			"/sys/fs/cgroup/user.slice/user-1000.slice/memory.max":                 "4294967296\n",
			"/sys/fs/cgroup/user.slice/user-1000.slice/session-3.scope/memory.max": "6442450944\n",
			"/sys/fs/cgroup/system.slice/memory.max":                               "1048576\n",
		}, 4 << 30},
		"systemd, the scope is least": {"0::/a.slice/b.scope\n", version2, map[string]string{
			"/sys/fs/cgroup/a.slice/memory.max": "4294967296\n", "/sys/fs/cgroup/a.slice/b.scope/memory.max": "2147483648\n",
		}, 2 << 30},
		"systemd without limits": {"0::/user.slice\n", version2, map[string]string{"/sys/fs/cgroup/user.slice/memory.max": "max\n"}, 0},
		"kubernetes, version 1, mounted at the group": {"11:cpu,cpuacct:" + pod + "\n4:memory:" + pod + "\n1:name=systemd:" + pod + "\n",
			"805 800 0:32 " + pod + " /sys/fs/cgroup/memory ro,nosuid,nodev,noexec,relatime master:18 - cgroup cgroup rw,memory\n",
			map[string]string{"/sys/fs/cgroup/memory/memory.limit_in_bytes": "536870912\n"}, 512 << 20},
		"version 1 seen from the machine, the pod is least": {"4:memory:" + pod + "\n", version1, map[string]string{
			"/sys/fs/cgroup/memory/memory.limit_in_bytes":                                 none,
			"/sys/fs/cgroup/memory/kubepods/burstable/pod7d1c/memory.limit_in_bytes":      "268435456\n",
			"/sys/fs/cgroup/memory/kubepods/burstable/pod7d1c/4f0a/memory.limit_in_bytes": "536870912\n",
		}, 256 << 20},
		"version 1 without limits": {"4:memory:/\n", version1, map[string]string{"/sys/fs/cgroup/memory/memory.limit_in_bytes": none}, 0},
		"both versions, 1 has the controller": {"9:memory:/job\n0::/\n", version1 + unified, map[string]string{
			"/sys/fs/cgroup/memory/job/memory.limit_in_bytes": "1073741824\n"}, 1 << 30},
		"a mount of another group": {"0::/mine\n", "50 49 0:30 /min /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
			map[string]string{"/sys/fs/cgroup/memory.max": "1073741824\n", "/sys/fs/cgroup/e/memory.max": "1073741824\n"}, 0},
		"a group outside the namespace": {"0::/../other\n", version2, map[string]string{"/sys/fs/other/memory.max": "1073741824\n", "/sys/fs/cgroup/memory.max": "1073741824\n"}, 0},
		"names with colons and blanks": {"0::/a:b/c d\n", `50 49 0:30 / /mnt/control\040groups rw - cgroup2 cgroup2 rw` + "\n",
			map[string]string{"/mnt/control groups/a:b/c d/memory.max": "1073741824\n"}, 1 << 30},
		"no limits can be read":  {"0::/\n", version2, nil, 0},
		"no groups":              {"", version2, nil, 0},
		"lines of other formats": {"0\n::\n\n4:memory\n0::/\n", "- - -\n\n35 24 - cgroup2\n1 1 0:1 / / rw - cgroup2 cgroup2 rw\n", map[string]string{"/memory.max": "4096\n"}, 4096},
	} {
		limit, ok := containerLimit(func(name string) ([]byte, error) {
			switch text, found := test.limits[name]; {
			case name == "/proc/self/cgroup":
				return []byte(test.group), nil
			case name == "/proc/self/mountinfo":
				return []byte(test.mounts), nil
			case found:
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		})
		if ok != (test.want > 0) || ok && limit != test.want {
			t.Errorf("%s: the limit is %d, %t; want %d", name, limit, ok, test.want)
		}
	}
	if _, ok := containerLimit(func(string) ([]byte, error) { return nil, fs.ErrNotExist }); ok {
		t.Error("a limit without any file")
	}
	if halfOfMachine() < 64<<20 {
		t.Errorf("this machine has %d bytes", 2*halfOfMachine())
	}
}

func TestTooLittleMemory(t *testing.T) {
	err := boundMemory(func(name string) ([]byte, error) {
		return []byte(map[string]string{
			"/proc/self/cgroup":         "0::/\n",
			"/proc/self/mountinfo":      "35 24 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
			"/sys/fs/cgroup/memory.max": "67108864\n",
		}[name]), nil
	})
	const want = "this process may take 64 MiB of memory, and needs 128 MiB beside data: raise the limit of its container or of the scheduler"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}
