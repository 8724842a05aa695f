package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// A Manifest lists what a run left behind. It is the one output that knows when
// and with what.
type Manifest struct {
	Study    string         `json:"study"`
	Version  Version        `json:"version"`
	Finished time.Time      `json:"finished"`
	Exit     int            `json:"exit"`
	Cells    Summary        `json:"cells"`
	Files    []ManifestFile `json:"files"`
}

// A ManifestFile is one output.
type ManifestFile struct {
	Path   string `json:"path"` // under the output folder, with slashes
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

func (r *renderer) manifest() error {
	m := Manifest{
		Study: r.plan.Study.Name, Version: r.options.Version,
		Finished: r.options.Now.UTC(), Exit: r.options.Exit, Cells: Count(r.plan, r.results),
	}
	for _, o := range r.outputs {
		sum := sha256.Sum256(o.content)
		m.Files = append(m.Files, ManifestFile{o.path, len(o.content), hex.EncodeToString(sum[:])})
	}
	content, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	return r.save(output{path: "manifest.json", content: append(content, '\n')})
}
