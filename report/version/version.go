// Package version says which program computes and draws.
package version

import (
	"runtime/debug"
	"strings"

	"gpca/solver"
)

// A Version says which program computed or drew something, and on which multiply kernels.
type Version struct {
	// Number is the module's version, "devel" for a build that has none.
	Number string `json:"version"`
	// Commit is the revision of the sources, empty when the build did not record it.
	Commit string `json:"commit,omitempty"`
	// Dirty says that the sources were not those of the commit.
	Dirty bool `json:"dirty"`
	// Go is the version of the compiler.
	Go string `json:"go"`
	// Processor names the multiply kernels in use; see [solver.Processor].
	Processor string `json:"processor"`
	// Architecture is what last digits depend on, see [solver.Architecture].
	Architecture string `json:"architecture,omitempty"`
}

// Read reads the version of the running program from its build information.
func Read() Version {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	v := of(info)
	v.Processor, v.Architecture = solver.Processor(), solver.Architecture()
	return v
}

func of(info *debug.BuildInfo) Version {
	v := Version{Number: info.Main.Version, Go: info.GoVersion}
	if v.Number == "" || v.Number == "(devel)" {
		v.Number = "devel"
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.modified":
			v.Dirty = s.Value == "true"
		}
	}
	// The go command marks a dirty version by a suffix too; it is said once.
	v.Number = strings.TrimSuffix(v.Number, "+dirty")
	return v
}

// String is the version in one line, such as "v1.2.0 (0123456789ab, modified)".
func (v Version) String() string {
	var notes []string
	if v.Commit != "" {
		notes = append(notes, v.Commit[:min(12, len(v.Commit))])
	}
	if v.Dirty {
		notes = append(notes, "modified")
	}
	if len(notes) == 0 {
		return v.Number
	}
	return v.Number + " (" + strings.Join(notes, ", ") + ")"
}
