package publication

import (
	_ "embed" // for what the files say of themselves
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"gpca/report/input"
	"gpca/report/publication/printed"
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
	for i, file := range tables {
		content, err := input.Read(file)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", file, err)
		}
		guess, err := printed.Guesses(filepath.ToSlash(file), fmt.Sprint(i+1), content)
		if err != nil {
			return nil, err
		}
		d.Said = append(d.Said, guess.Said...)
		about.add(guess)
		to := path.Join("printed", guess.File)
		if _, twice := d.Files[to]; twice {
			return nil, fmt.Errorf("there are two files %s: give them different names", guess.File)
		}
		d.Files[to] = content
	}
	block, err := yaml.MarshalWithOptions(about, yaml.OmitZero(), yaml.IndentSequence(true))
	if err != nil {
		return nil, fmt.Errorf("publication %s: %w", name, err)
	}
	heads := strings.Split(draftHeads, "---\n")
	d.Files["publication.yaml"] = []byte(heads[0] + string(block))
	d.Files["links.yaml"], d.Files["claims.yaml"] = []byte(heads[1]), []byte(heads[2])
	return d, nil
}

// add adds a table. Its metric gets a name of its own where another has the name.
func (a *About) add(g printed.Guess) {
	for slices.ContainsFunc(a.Tables, func(l printed.Layout) bool { return l.Number == g.Number }) {
		g.Number += "b"
	}
	for n := 2; !slices.Contains(a.Metrics, g.Metric); n++ {
		named := func(m printed.Metric) bool { return m.Name == g.Metric.Name }
		if !slices.ContainsFunc(a.Metrics, named) {
			a.Metrics = append(a.Metrics, g.Metric)
			break
		}
		g.Metric.Name = fmt.Sprint(g.Layout.Metric, "-", n)
	}
	g.Layout.Metric = g.Metric.Name
	a.Tables = append(a.Tables, g.Layout)
}
