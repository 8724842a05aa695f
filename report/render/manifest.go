package render

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/folder"
	"gpca/report/input"
	"gpca/report/plan"
	"gpca/report/study"
	"gpca/report/version"
	"gpca/report/words"
)

// ManifestFile is the file that lists the others.
const ManifestFile = "manifest.json"

// reportFile is in the drawing of the report, and not in those of its parts.
const reportFile = "report.md"

// A Manifest says whose an output folder is and lists what was drawn into it. It is the one output that knows when and
// with what, and it has all that it takes to draw the same again. One without files is of a folder that has results,
// if anything.
type Manifest struct {
	Study string `json:"study"` // its name
	// StudyFile is the study's file, relative to the output folder where it can be, with slashes; empty for a study
	// that comes with the program.
	StudyFile string `json:"study_file,omitempty"`
	// Drawing is that of the report. Parts were drawn into its folder on their own: a file is listed by the last that
	// drew it.
	Drawing
	Parts []Drawing `json:"parts,omitempty"`
}

// A Drawing is what was drawn at a time, and what from.
type Drawing struct {
	Selection plan.Selection `json:"selection,omitzero"` // of the study, empty for all
	// Repetitions is the number that was asked for, 0 for the study's.
	Repetitions int `json:"repetitions,omitempty"`
	// Data says for each data set on which one it was computed.
	Data    map[string]dataset.Origin `json:"data,omitempty"`
	Created time.Time                 `json:"created,omitzero"` // the date inside the documents
	Venue   string                    `json:"venue,omitempty"`  // of the folder of figures

	// Inputs is a digest of all that was drawn from, empty where it is not known.
	Inputs string `json:"inputs,omitempty"`

	Version  version.Version `json:"version,omitzero"`
	Finished time.Time       `json:"finished,omitzero"`
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

// ReadManifest reads the manifest in an output folder. The error of a folder without one is fs.ErrNotExist.
func ReadManifest(out string) (Manifest, error) {
	var m Manifest
	name := filepath.Join(out, ManifestFile)
	content, err := input.Read(name)
	if err != nil {
		return m, fmt.Errorf("manifest: %w", err)
	}
	if err := json.Unmarshal(content, &m); err != nil {
		return m, fmt.Errorf("manifest: %s is not one: %w; remove it and draw the report again", name, err)
	}
	return m, nil
}

// NewManifest is that of a folder into which nothing is drawn yet.
func NewManifest(out string, s *study.Study) Manifest {
	return Manifest{Study: s.Name, StudyFile: folder.Relative(out, s.File())}
}

// Source is the path of the study's file, empty for a study that comes with the program.
func (m Manifest) Source(out string) string {
	return from(out, m.StudyFile)
}

// from is the path of a file that is listed in a folder, see [folder.Relative]; empty for none.
func from(out, file string) string {
	if file = filepath.FromSlash(file); file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(out, file)
}

// Check returns an error unless the folder is the study's own: that of a study of the same name and file, whatever has
// been changed in it. A file that is no longer where it was has been moved, so that its name decides; one that is
// there beside a second is another.
func (m Manifest) Check(out string, s *study.Study) error {
	if m.Study == s.Name && m.isIn(out, s.File()) {
		return nil
	}
	named := func(name, file string) string { return strings.TrimSuffix(name+" ("+file+")", " ()") }
	return fmt.Errorf("%s belongs to study %s, not to %s", out, named(m.Study, m.Source(out)), named(s.Name, s.File()))
}

// isIn reports whether the study may be the one in a file, or the one that comes with the program for none.
func (m Manifest) isIn(out, file string) bool {
	recorded := m.Source(out)
	if recorded == "" || file == "" {
		return recorded == file
	}
	old, err := os.Stat(recorded)
	given, fault := os.Stat(file)
	return err != nil || fault != nil || os.SameFile(old, given)
}

// Drawings are all that files are left of, that of the report first.
func (m Manifest) Drawings() []Drawing {
	all := append([]Drawing{m.Drawing}, m.Parts...)
	return slices.DeleteFunc(all, func(d Drawing) bool { return len(d.Files) == 0 })
}

// fit fits the plan of a selection to the report that is in the folder. When that has all of its tables and figures,
// only these are drawn, as they are in the report: the plan returned is that of the report, and the exhibits are those
// to draw of it, none for all. A selection of data or methods alone draws the report again, with whatever is stored.
func (m Manifest) fit(ctx context.Context, p *plan.Plan) (fitted *plan.Plan, exhibits []string, err error) {
	s := p.Selection
	if !m.Drawing.lists(reportFile) || s.IsZero() || s.Equal(m.Selection) {
		return p, nil, nil
	}
	narrow := len(s.Tables)+len(s.Figures) > 0
	s = m.Selection
	if !narrow {
		s.Datasets, s.Methods = nil, nil
	}
	report, err := plan.New(ctx, p.Study, p.Library, s, p.Repetitions)
	if err != nil || !narrow {
		return report, nil, err
	}
	has := exhibitsOf(report.Tables, report.Figures)
	exhibits = exhibitsOf(p.Tables, p.Figures)
	if slices.ContainsFunc(exhibits, func(name string) bool { return !slices.Contains(has, name) }) {
		return p, nil, nil
	}
	return report, exhibits, nil
}

// exhibitsOf are the names of tables and figures of some numbers.
func exhibitsOf(tables, figures []string) []string {
	return append(
		words.Each(tables, func(number string) string { return aTable + number }),
		words.Each(figures, func(number string) string { return aFigure + number })...,
	)
}

// find returns what lists a file, and the drawing that it is of, nil for nothing.
func (m Manifest) find(path string) (Drawing, *Listed) {
	for _, d := range m.Drawings() {
		if i := slices.IndexFunc(d.Files, func(l Listed) bool { return l.Path == path }); i >= 0 {
			return d, &d.Files[i]
		}
	}
	return Drawing{}, nil
}

// isReplacedBy reports whether a drawing of a selection takes the place of this one.
func (d Drawing) isReplacedBy(s plan.Selection) bool { return s.IsZero() || d.Selection.Equal(s) }

func (d Drawing) lists(path string) bool {
	return slices.ContainsFunc(d.Files, func(l Listed) bool { return l.Path == path })
}

// add lists the files of a drawing as its own, and returns those that it leaves over of the drawings that it replaces.
// The drawing of the report comes first.
func (m *Manifest) add(d Drawing, replaces func(Drawing) bool) (over []Listed) {
	all := []Drawing{d}
	for _, old := range m.Drawings() {
		old.Files = slices.DeleteFunc(old.Files, func(l Listed) bool { return d.lists(l.Path) })
		if replaces(old) {
			over = append(over, old.Files...)
			continue
		}
		all = append(all, old)
	}
	if at := slices.IndexFunc(all, func(d Drawing) bool { return d.lists(reportFile) }); at > 0 {
		all[0], all[at] = all[at], all[0]
	}
	m.Drawing, m.Parts = all[0], all[1:]
	m.Parts = m.Drawings()[1:] // without those that no file is left of
	return over
}

// Write writes the manifest into its folder.
func (m Manifest) Write(out string) error {
	content, err := json.MarshalIndent(m, "", "  ")
	if err == nil {
		err = folder.Replace(out, ManifestFile, append(content, '\n'))
	}
	if err == nil {
		err = folder.Sync(out)
	}
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	return nil
}

// stands reports whether the folder has all files of a drawing from the same, as they were drawn.
func (m Manifest) stands(out, inputs string) bool {
	return inputs != "" && inputs == m.Inputs && len(m.Files) > 0 && len(m.Parts) == 0 &&
		!slices.ContainsFunc(m.Files, func(l Listed) bool {
			source, err := input.Read(from(out, l.Source))
			return l.in(out) == nil || l.Source != "" && (err != nil || !l.Is(source))
		})
}

// A Listed file is an output as the manifest lists it.
type Listed struct {
	Path   string `json:"path"` // under the output folder, with slashes
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
	// Inputs is a digest of all that the file is made of, where it is worth knowing.
	Inputs string `json:"inputs,omitempty"`
	// Source is the file that it is a copy of, such as an image in the text, relative to the output folder.
	Source string `json:"source,omitempty"`
}

// Is reports whether the bytes are those that were written.
func (l Listed) Is(content []byte) bool { return l.Bytes == len(content) && l.SHA256 == sum(content) }

func sum(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// in is the content of the file in a folder, nil if it is not as it was drawn.
func (l Listed) in(out string) []byte {
	content, err := input.Read(from(out, l.Path))
	if err != nil || !l.Is(content) || folder.Check(out, path.Dir(l.Path)) != nil { // drawing reports a link
		return nil
	}
	return content
}

// Remove removes listed files. Those that were changed since they were drawn stay, and are returned by their paths.
func Remove(out string, files []Listed) (edited []string, err error) {
	for _, f := range files {
		if !fs.ValidPath(f.Path) {
			continue // nothing that was drawn here
		}
		kept, err := folder.Remove(out, f.Path, func(content []byte) bool { return !f.Is(content) })
		if err != nil {
			return edited, fmt.Errorf("render: %w", err)
		}
		if kept {
			edited = append(edited, filepath.Join(out, filepath.FromSlash(f.Path)))
		}
	}
	return edited, nil
}
