package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gpca/report/dataset"
)

const manifestFile = "manifest.json"

// A Manifest lists what a run left behind. It is the one output that knows when
// and with what, and it has all that it takes to draw the same again.
type Manifest struct {
	Study     string    `json:"study"`
	Selection Selection `json:"selection,omitzero"` // of the study, empty for all
	// Repetitions is the number that was asked for, 0 for the study's.
	Repetitions int `json:"repetitions,omitempty"`
	// Data says for each data set on which one it was computed.
	Data    map[string]dataset.Origin `json:"data,omitempty"`
	Created time.Time                 `json:"created"` // the date inside the documents

	Version  Version        `json:"version"`
	Finished time.Time      `json:"finished"`
	Exit     int            `json:"exit"`
	Cells    Summary        `json:"cells"`
	Files    []ManifestFile `json:"files"`
}

// ReadManifest reads the manifest in an output folder.
func ReadManifest(out string) (Manifest, error) {
	var m Manifest
	name := filepath.Join(out, manifestFile)
	content, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return m, fmt.Errorf("there is no %s: no report was drawn into %s", name, out)
	case err != nil:
		return m, fmt.Errorf("manifest: %w", err)
	}
	if err := json.Unmarshal(content, &m); err != nil {
		return m, fmt.Errorf("manifest: %s is not one: %w; draw the report again", name, err)
	}
	return m, nil
}

// A ManifestFile is one output.
type ManifestFile struct {
	Path   string `json:"path"` // under the output folder, with slashes
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

func (r *renderer) manifest() error {
	m := Manifest{
		Study: r.plan.Study.Name, Selection: r.plan.Selection, Repetitions: r.plan.Repetitions,
		Data: r.plan.Origins(), Created: r.options.Created.UTC(), Version: r.options.Version,
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
	return r.save(output{path: manifestFile, content: append(content, '\n')})
}
