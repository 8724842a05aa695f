package render

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
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/version"
)

// ManifestFile is the file that lists the others.
const ManifestFile = "manifest.json"

// A Manifest lists what a run left behind. It is the one output that knows when
// and with what, and it has all that it takes to draw the same again.
type Manifest struct {
	Study     string         `json:"study"`
	Selection plan.Selection `json:"selection,omitzero"` // of the study, empty for all
	// Repetitions is the number that was asked for, 0 for the study's.
	Repetitions int `json:"repetitions,omitempty"`
	// Data says for each data set on which one it was computed.
	Data    map[string]dataset.Origin `json:"data,omitempty"`
	Created time.Time                 `json:"created"` // the date inside the documents

	Version  version.Version `json:"version"`
	Finished time.Time       `json:"finished"`
	Exit     int             `json:"exit"`
	Cells    Count           `json:"cells"`
	Files    []Listed        `json:"files"`
}

// A Count counts cells.
type Count struct {
	Done    int `json:"done"`
	Failed  int `json:"failed"`
	Missing int `json:"missing"`
}

// Total is the number of all.
func (n Count) Total() int { return n.Done + n.Failed + n.Missing }

// CountCells says how far cells are.
func CountCells(cells []experiment.Cell, results plan.Results) Count {
	var n Count
	for _, c := range cells {
		r, ok := results.Get(c.Key())
		switch {
		case !ok:
			n.Missing++
		case r.Failure != "":
			n.Failed++
		default:
			n.Done++
		}
	}
	return n
}

// ReadManifest reads the manifest in an output folder.
func ReadManifest(out string) (Manifest, error) {
	var m Manifest
	name := filepath.Join(out, ManifestFile)
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

// A Listed file is an output as the manifest lists it.
type Listed struct {
	Path   string `json:"path"` // under the output folder, with slashes
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

func list(f File) Listed {
	sum := sha256.Sum256(f.Content)
	return Listed{f.Path, len(f.Content), hex.EncodeToString(sum[:])}
}

// Is reports whether the bytes are those that were written.
func (l Listed) Is(content []byte) bool { return l == list(File{l.Path, content}) }

func writeManifest(p *plan.Plan, results plan.Results, files []File, options Options) error {
	m := Manifest{
		Study: p.Study.Name, Selection: p.Selection, Repetitions: p.Repetitions,
		Data: p.Origins(), Created: options.Created.UTC(), Version: options.Program,
		Finished: options.Now.UTC(), Exit: options.Exit, Cells: CountCells(p.Cells, results),
	}
	for _, f := range files {
		m.Files = append(m.Files, list(f))
	}
	content, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	return Write(options.Out, []File{{ManifestFile, append(content, '\n')}})
}
