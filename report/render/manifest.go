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

// reportFile is a file that only the drawing of the report has.
const reportFile = "report.md"

// A Manifest says whose an output folder is, and lists what was drawn into it. It is the only output that knows times
// and versions, and has all that is needed to draw the same again. It has no files before anything is drawn.
type Manifest struct {
	Study string `json:"study"` // its name
	// StudyFile is the path of the study, with slashes, relative to the output folder if possible. It is empty for a
	// study of the program.
	StudyFile string `json:"study_file,omitempty"`
	// Drawing is the drawing of the report. Parts are selections that were drawn into its folder later. A file is
	// listed by the last drawing that drew it.
	Drawing
	Parts []Drawing `json:"parts,omitempty"`
}

// A Drawing says what was drawn at a time, from what.
type Drawing struct {
	Selection plan.Selection `json:"selection,omitzero"` // of the study, empty for all
	// Repetitions is the number that was asked for; 0 is that of the study.
	Repetitions int `json:"repetitions,omitempty"`
	// Data is the origin of each data set.
	Data    map[string]dataset.Origin `json:"data,omitempty"`
	Created time.Time                 `json:"created,omitzero"` // the date inside the documents
	Venue   string                    `json:"venue,omitempty"`  // of the folder of figures

	// Inputs is a digest of what was drawn from; empty if it is not known.
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

// CountCells counts the cells with a result, without, and with a failure.
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

// ReadManifest reads the manifest of an output folder. Its error is fs.ErrNotExist if there is none.
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

// NewManifest is the manifest of a folder before anything is drawn into it.
func NewManifest(out string, s *study.Study) Manifest {
	return Manifest{Study: s.Name, StudyFile: folder.Relative(out, s.File())}
}

// Source is the path of the study's file; empty for a study of the program.
func (m Manifest) Source(out string) string {
	return from(out, m.StudyFile)
}

// from is the path of a file that the manifest in a folder names, see [folder.Relative]; empty for no file.
func from(out, file string) string {
	if file = filepath.FromSlash(file); file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(out, file)
}

// Check returns an error if the folder is another study's. A study is known by its name and its file, whatever has
// changed in the file. If the file is not there any more, it was moved, and the name decides.
func (m Manifest) Check(out string, s *study.Study) error {
	if m.Study == s.Name && m.isIn(out, s.File()) {
		return nil
	}
	named := func(name, file string) string { return strings.TrimSuffix(name+" ("+file+")", " ()") }
	return fmt.Errorf("%s belongs to study %s, not to %s", out, named(m.Study, m.Source(out)), named(s.Name, s.File()))
}

// isIn reports whether the study may be the one in a file; without a file, one of the program.
func (m Manifest) isIn(out, file string) bool {
	recorded := m.Source(out)
	if recorded == "" || file == "" {
		return recorded == file
	}
	old, err := os.Stat(recorded)
	given, fault := os.Stat(file)
	return err != nil || fault != nil || os.SameFile(old, given)
}

// Drawings are the drawings that have files, first that of the report.
func (m Manifest) Drawings() []Drawing {
	all := append([]Drawing{m.Drawing}, m.Parts...)
	return slices.DeleteFunc(all, func(d Drawing) bool { return len(d.Files) == 0 })
}

// fit fits a selection to the report in the folder. If the report has its tables and figures, the fitted plan is that
// of the report, and exhibits are what to draw of it; none stands for all. So they look as in the report. A selection
// of data or methods alone draws the whole report again, with all that is stored.
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

// exhibitsOf are the names of exhibits, by their numbers.
func exhibitsOf(tables, figures []string) []string {
	return append(
		words.Each(tables, func(number string) string { return aTable + number }),
		words.Each(figures, func(number string) string { return aFigure + number })...,
	)
}

// find returns a listed file and its drawing, or nil.
func (m Manifest) find(path string) (Drawing, *Listed) {
	for _, d := range m.Drawings() {
		if i := slices.IndexFunc(d.Files, func(l Listed) bool { return l.Path == path }); i >= 0 {
			return d, &d.Files[i]
		}
	}
	return Drawing{}, nil
}

// isReplacedBy reports whether a drawing of a selection replaces this one.
func (d Drawing) isReplacedBy(s plan.Selection) bool { return s.IsZero() || d.Selection.Equal(s) }

func (d Drawing) lists(path string) bool {
	return slices.ContainsFunc(d.Files, func(l Listed) bool { return l.Path == path })
}

// add adds a drawing, which takes over files of the others. It removes the drawings that it replaces, and returns what
// is left of their files. The drawing of the report comes first.
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

// stands reports whether a drawing of the inputs would change nothing: all files are there, as they were drawn.
func (m Manifest) stands(out, inputs string) bool {
	return inputs != "" && inputs == m.Inputs && len(m.Files) > 0 && len(m.Parts) == 0 &&
		!slices.ContainsFunc(m.Files, func(l Listed) bool {
			source, err := input.Read(from(out, l.Source))
			return l.in(out) == nil || l.Source != "" && (err != nil || !l.Is(source))
		})
}

// A Listed file is a line of the manifest.
type Listed struct {
	Path   string `json:"path"` // under the output folder, with slashes
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
	// Inputs is a digest of the inputs of the output, see [Output]; empty if they are not known.
	Inputs string `json:"inputs,omitempty"`
	// Source is the file that it is a copy of, such as an image in the text, relative to the output folder.
	Source string `json:"source,omitempty"`
}

// Is reports whether the bytes are those that were written.
func (l Listed) Is(content []byte) bool { return l.Bytes == len(content) && l.SHA256 == sum(content) }

func sum(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// in is the content of the file in a folder; nil if it was changed since it was drawn.
func (l Listed) in(out string) []byte {
	content, err := input.Read(from(out, l.Path))
	if err != nil || !l.Is(content) || folder.Check(out, path.Dir(l.Path)) != nil { // drawing reports a link
		return nil
	}
	return content
}

// Remove removes listed files. It returns the paths of those that were changed since they were drawn, and stay.
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
