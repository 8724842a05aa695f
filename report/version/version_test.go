package version

import (
	"runtime/debug"
	"testing"

	"gotest.tools/v3/assert"
)

// What the go command records is documented at debug.BuildSetting and in
// "go help buildvcs"; the cases are builds from a clean checkout, from a changed
// one, by go run, and a released module.
func TestVersion(t *testing.T) {
	const commit = "e1b39c5aa2f14c1f8c0e3a1f7e6d5c4b3a291807"
	settings := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: commit}, {Key: "vcs.modified", Value: modified}}
	}
	for _, test := range []struct {
		name string
		info debug.BuildInfo
		want Version
		line string
	}{
		{"go run", debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"}},
			Version{Number: "devel", Go: "go1.26.8"}, "devel"},
		{"clean", debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v0.0.0-20261120213547-e1b39c5aa2f1"}, Settings: settings("false")},
			Version{Number: "v0.0.0-20261120213547-e1b39c5aa2f1", Commit: commit, Go: "go1.26.8"}, "v0.0.0-20261120213547-e1b39c5aa2f1 (e1b39c5aa2f1)"},
		{"changed", debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.1-0.20261120213547-e1b39c5aa2f1+dirty"}, Settings: settings("true")},
			Version{Number: "v1.2.1-0.20261120213547-e1b39c5aa2f1", Commit: commit, Dirty: true, Go: "go1.26.8"}, "v1.2.1-0.20261120213547-e1b39c5aa2f1 (e1b39c5aa2f1, modified)"},
		{"released", debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.0"}},
			Version{Number: "v1.2.0", Go: "go1.26.8"}, "v1.2.0"},
		{"nothing", debug.BuildInfo{}, Version{Number: "devel"}, "devel"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := of(&test.info)
			assert.Equal(t, got, test.want, "version")
			assert.Equal(t, got.String(), test.line, "prints")
		})
	}
}
