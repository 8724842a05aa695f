package publication

import (
	"cmp"
	_ "embed" // for what the files say of themselves
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gpca/report/input"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/strictyaml"
)

//go:embed draft.yaml
var draftHeads string

// A Draft is the folder of a publication to begin with: the content of its files by name, and what was guessed.
type Draft struct {
	Files map[string][]byte
	Said  []string
}

// DraftOf reads tables as they are printed, each in a file, and guesses how they are to be read.
func DraftOf(name string, tables []string) (*Draft, error) {
	d := &Draft{Files: map[string][]byte{}}
	about := About{Title: name, Called: "the paper"}
	var links audit.Links
	for i, file := range tables {
		content, err := input.Read(file)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", file, err)
		}
		if content, err = inlined(filepath.Dir(file), content, mostInputs); err != nil {
			return nil, fmt.Errorf("table %s: %w", file, err)
		}
		guess, err := printed.Guesses(filepath.ToSlash(file), fmt.Sprint(i+1), content)
		if err != nil {
			return nil, err
		}
		number, renamed := about.add(guess)
		d.Said = slices.Concat(d.Said, guess.Said, renamed)
		for _, name := range guess.Columns {
			links.Columns = append(links.Columns, audit.Notation{Table: number, Name: name, Means: name})
		}
		to := path.Join("printed", guess.File)
		if _, twice := d.Files[to]; twice {
			return nil, fmt.Errorf("there are two files %s: give them different names", guess.File)
		}
		d.Files[to] = content
	}
	for i, file := range []string{"publication.yaml", "links.yaml", "claims.yaml"} {
		content := []any{about, links, []string{}}[i]
		block, err := strictyaml.Marshal(content)
		if err != nil {
			return nil, fmt.Errorf("publication %s: %w", name, err)
		}
		d.Files[file] = []byte(strings.Split(draftHeads, "---\n")[i] + string(block))
	}
	return d, nil
}

// mostInputs is how deep files of LaTeX may take in others.
const mostInputs = 8

var inputs = regexp.MustCompile(`\\(?:input|include)\s*\{([^{}]+)\}`)

// inlined takes in the files that a file of LaTeX names, seen from its folder.
func inlined(folder string, content []byte, depth int) (all []byte, err error) {
	all = inputs.ReplaceAllFunc(content, func(of []byte) []byte {
		name := string(inputs.FindSubmatch(of)[1])
		if filepath.Ext(name) == "" {
			name += ".tex"
		}
		text, fault := input.Read(filepath.Join(folder, filepath.FromSlash(name)))
		if fault == nil && depth > 0 {
			text, fault = inlined(folder, text, depth-1)
		}
		err = cmp.Or(err, fault)
		return text
	})
	return all, err
}

// add adds a table, and returns its number. A metric gets a name of its own where another has the name, which is said.
func (a *About) add(g printed.Guess) (number string, renamed []string) {
	for slices.ContainsFunc(a.Tables, func(l printed.Layout) bool { return l.Number == g.Number }) {
		g.Number += "b"
	}
	names := map[string]string{} // in the publication, by those in the guess
	for _, m := range g.Metrics {
		a.Metrics, names[m.Name] = printed.Declare(a.Metrics, m)
		if named := names[m.Name]; named != m.Name {
			renamed = append(renamed, fmt.Sprintf("metric %s is %s in publication.yaml, since %[1]s has other keys in "+
				"another table", m.Name, named))
		}
	}
	g.Metric = names[g.Metric]
	for i, m := range g.Layout.Metrics {
		g.Layout.Metrics[i].Metric = names[m.Metric]
	}
	a.Tables = append(a.Tables, g.Layout)
	return g.Number, renamed
}
