package study

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gpca/report/dataset/library"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/input"
	"gpca/report/method"
	"gpca/report/publication"
	"gpca/report/strictyaml"
	"gpca/report/venue"
	"gpca/report/words"
	"gpca/solver/typo"
)

//go:embed *.yaml *.csv
var embedded embed.FS

func Embedded() []string {
	entries, _ := embedded.ReadDir(".") // the embedded folder is always there
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return filepath.Ext(e.Name()) != ".yaml" })
	return words.Each(entries, func(e fs.DirEntry) string { return strings.TrimSuffix(e.Name(), ".yaml") })
}

// Open returns an embedded study by its name, or reads the file of that path.
func Open(name string, kinds Kinds) (*Study, error) {
	file, folder, source, err := read(name, name)
	if err != nil {
		return nil, fmt.Errorf("study %s: %w", name, err)
	}
	s, err := Parse(file, source, kinds)
	if err == nil {
		s.Folder = folder
	}
	return s, err
}

// read returns the source of an embedded study, or of the file at a path and its folder.
func read(name, path string) (file, folder string, source []byte, err error) {
	if source, err = embedded.ReadFile(name + ".yaml"); err == nil {
		return name + ".yaml", "", source, nil
	}
	if source, err = input.Read(path); err != nil {
		err = unread(path, err)
	}
	return path, filepath.Dir(path), source, err
}

// unread explains why there is no study at a path, and lists those that exist.
func unread(path string, err error) error {
	folder := filepath.Dir(path)
	info, statErr := os.Stat(path)
	isFolder := statErr == nil && info.IsDir()
	if isFolder {
		folder = path
	}
	var near []string
	for _, pattern := range []string{"*.yaml", "*.yml"} {
		found, _ := filepath.Glob(filepath.Join(folder, pattern)) // the patterns are valid
		near = append(near, found...)
	}
	_, notPaper := os.Stat(filepath.Join(folder, "publication.yaml"))
	switch disk, ok := errors.AsType[*fs.PathError](err); {
	case isFolder && notPaper == nil:
		return fmt.Errorf("it is a publication, which report audit %s checks: a study that computes its numbers again "+
			"names it with the key repeats", folder)
	case isFolder && len(near) > 0:
		return fmt.Errorf("it is a folder: name a file in it, such as %s", near[0])
	case isFolder:
		return errors.New("it is a folder without study files")
	case errors.Is(err, fs.ErrNotExist):
		names := append(Embedded(), words.Each(near, filepath.Base)...)
		return fmt.Errorf("it is neither a file nor one of the studies that come with the program: %s",
			typo.DidYouMean(filepath.Base(path), names))
	case ok:
		return disk.Err
	}
	return err
}

func beside(file, name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(file), name)
}

// Parse decodes and checks a study with its appendices, which may be files beside file. File names the
// study in errors, which have line and cause.
func Parse(file string, source []byte, kinds Kinds) (*Study, error) {
	root, err := strictyaml.Parse(file, source)
	if err != nil {
		return nil, err
	}
	s, err := decode(root, &kinds)
	if err != nil {
		return nil, err
	}
	if err := s.attachAll(file, s); err != nil {
		return nil, err
	}
	for _, t := range s.AllTables() {
		err = cmp.Or(err, of("table", t.Head(), t.Check()))
	}
	for _, f := range s.AllFigures() {
		err = cmp.Or(err, of("figure", f.Head(), f.Check()))
	}
	if err == nil {
		err = s.theme.Unknown(slices.Concat(s.drawn()...))
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

func of(what string, head exhibit.Head, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w (%s)", err, strings.TrimSpace(what+" "+head.Number))
}

func decode(root strictyaml.Node, kinds *Kinds) (*Study, error) {
	s := &Study{root: root, kinds: kinds, resolved: map[string]method.Method{}}
	s.whole, s.looks = s, sync.OnceValue(s.lookUp)
	if given := root.Field("format"); given.Text() != "" && given.Text() != Format {
		return nil, given.Fault("the study is of format %s, and this program reads format %s: take the program that "+
			"it was written for", given.Text(), Format)
	}
	var blocks content
	if err := root.Decode(&blocks); err != nil {
		return nil, err
	}
	s.Head = blocks.Head
	err := words.InTurn(
		func() error { return s.checkHead(len(blocks.Tables) + len(blocks.Figures)) },
		func() error { return words.Try(blocks.Data, s.addData) },
		func() error { return s.addMethods(blocks.Methods) },
		func() error {
			var earlier []strictyaml.Node
			return words.Try(blocks.Experiments, func(b strictyaml.Node) error {
				block, err := s.addExperiment(b, earlier)
				earlier = append(earlier, block)
				return err
			})
		},
		func() error { return addExhibits(s, blocks.Tables, "table", s.kinds.Tables, &s.Tables) },
		func() error { return addExhibits(s, blocks.Figures, "figure", s.kinds.Figures, &s.Figures) },
		s.checkLabels,
		func() (err error) {
			s.theme, err = venue.Read(blocks.Theme, blocks.Venues)
			return err
		},
	)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Format goes up when a study that was valid is so no more, or means something else. Keys and kinds that only have
// another name now have an error that names it.
const Format = "1"

const wrongRepetitions = "repetitions must be at least 1 and at most %d, for real data and for stand-in"

func (s *Study) checkHead(exhibits int) error {
	root := s.root
	switch {
	case !s.Head.Repetitions.Valid():
		return root.At("repetitions").Fault(wrongRepetitions, experiment.MostRepetitions)
	case exhibits+len(s.Appendices) == 0:
		return root.At("tables").Fault("the study shows neither a table nor a figure")
	case s.Repeats != "" && s.Refers != "" && s.Repeats != s.Refers:
		return root.At("refers").Fault("the study repeats %s and refers to %s: it can do so to one publication",
			s.Repeats, s.Refers)
	}
	for _, key := range []string{"repeats", "refers"} {
		if name := root.Field(key).Text(); name != "" {
			p, err := publication.Find(name, filepath.Dir(root.File()), s.kinds.Papers...)
			if err != nil {
				return root.At(key).Fault("%w", err)
			}
			s.publication = p
		}
	}
	if s.Claims == "" {
		return nil
	}
	if s.Repeats != "" {
		return root.At("claims").Fault("the claims stand in the folder of the publication that the study repeats, " +
			"not in a file of its own")
	}
	p, err := publication.OfClaims(filepath.Join(filepath.Dir(root.File()), s.Claims))
	if err != nil {
		return root.At("claims").Fault("%w", err)
	}
	s.claims = p
	return nil
}

func (s *Study) addData(block strictyaml.Node) error {
	var f library.FileSet
	if err := block.Decode(&f); err != nil {
		return err
	}
	if slices.ContainsFunc(s.Files, func(o library.FileSet) bool { return o.Name == f.Name }) ||
		slices.Contains(s.kinds.Data, f.Name) {
		return block.At("name").Fault("data set %s stands twice, or is one that comes with the program", f.Name)
	}
	f.Folder, f.Place = filepath.Dir(block.File()), block.At("file").Place()
	if err := f.Validate(); err != nil {
		return block.Fault("%w", err)
	}
	s.Files = append(s.Files, f)
	return nil
}

// addMethods reads the methods. Those that choose come last, since their candidates may follow them.
func (s *Study) addMethods(blocks []strictyaml.Node) error {
	chooses := func(b strictyaml.Node) bool { return !b.Field("choose").IsZero() }
	others := slices.DeleteFunc(slices.Clone(blocks), chooses)
	blocks = slices.DeleteFunc(slices.Clone(blocks), func(b strictyaml.Node) bool { return !chooses(b) })
	return words.Try(append(others, blocks...), s.addMethod)
}

func (s *Study) addMethod(block strictyaml.Node) error {
	m, err := method.Decode(block, s.Families)
	if err != nil {
		return err
	}
	members := []method.Method{m}
	if m.Family != nil {
		s.Families = append(s.Families, *m.Family)
		if len(m.Family.Parameters) > 0 {
			members = m.Family.Methods
		}
	}
	for _, m := range members {
		if _, twice := s.resolved[m.Name]; twice {
			return block.At("name").Fault("method %s stands twice", m.Name)
		}
		s.Methods = append(s.Methods, m)
		s.resolved[m.Name] = m
	}
	for _, pair := range block.Field("choose").Field("samples").Pairs() {
		if err := s.KnownData(pair.Name()); err != nil {
			return pair.Key.Fault("%w", err)
		}
	}
	return nil
}

type experimentHead struct {
	Name string `yaml:"name" doc:"Its name elsewhere." example:"faces" required:"yes"`
	Kind string `yaml:"kind" doc:"Its kind, which has further keys."`
	Like string `yaml:"like" doc:"An experiment above, whose keys it takes." example:"usps"`

	Repetitions repetitions `yaml:"repetitions" doc:"In place of the study's." example:"{real: 20, stand-in: 3}"`
	Refits      *uint64     `yaml:"refits" doc:"In place of the study's." example:"0"`
}

// addExperiment reads an experiment. Earlier are the complete blocks above it, which it may take over keys
// from. It returns its own complete block.
func (s *Study) addExperiment(block strictyaml.Node, earlier []strictyaml.Node) (strictyaml.Node, error) {
	if like := block.Field("like"); !like.IsZero() {
		from := slices.IndexFunc(s.Experiments, func(e *experiment.Named) bool { return e.Name == like.Text() })
		if from < 0 {
			return block, like.Fault("the experiment is like %q, which is no experiment above it", like.Text())
		}
		block = block.Over(earlier[from].Without("name"))
	}
	var head experimentHead
	rest, err := block.DecodeHead(&head)
	if err != nil {
		return block, err
	}
	switch {
	case slices.ContainsFunc(s.Experiments, func(e *experiment.Named) bool { return e.Name == head.Name }):
		return block, block.At("name").Fault("experiment %s stands twice", head.Name)
	case head.Repetitions == (repetitions{}):
		head.Repetitions = s.Head.Repetitions
	case !head.Repetitions.Valid():
		return block, block.At("repetitions").Fault(wrongRepetitions, experiment.MostRepetitions)
	}
	refits := experiment.DefaultRefits
	if given := cmp.Or(head.Refits, s.Head.Refits); given != nil {
		refits = int(*given)
	}
	kind, err := typo.Find("kind", cmp.Or(head.Kind, s.kinds.Experiments[0].Name()), s.kinds.Experiments,
		experiment.Kind.Name)
	if err != nil {
		return block, block.At("kind").Fault("%w", err)
	}
	e, err := kind.Decode(rest, s)
	if err != nil {
		return block, fmt.Errorf("%w (experiment %s)", err, head.Name)
	}
	points := 1
	for _, a := range e.Axes() {
		points *= max(len(a.Values), 1)
		if points > experiment.MostCells {
			return block, block.At(a.Name).Fault("the grid has %d cells or more, at most %d are allowed: give its "+
				"axes fewer values (experiment %s)", points, experiment.MostCells, head.Name)
		}
		for i, v := range a.Values {
			if slices.ContainsFunc(a.Values[:i], func(w experiment.Value) bool { return w.Text == v.Text }) {
				return block, block.At(a.Name).Index(i).Fault("%s %s stands twice (experiment %s)", a.Name, v.Text,
					head.Name)
			}
		}
	}
	s.Experiments = append(s.Experiments, &experiment.Named{Name: head.Name, Experiment: e, Seed: s.Seed,
		Repetitions: head.Repetitions, Refits: refits})
	return block, nil
}

// addExhibits reads the tables or the figures of a study: the head of each, and the rest by its kind.
func addExhibits[E exhibit.Exhibit](s *Study, blocks []strictyaml.Node, what string, kinds exhibit.Kinds,
	to *[]E) error {
	return words.Try(blocks, func(block strictyaml.Node) error {
		var head exhibit.Head
		rest, err := block.DecodeHead(&head)
		if err != nil {
			head.Number = block.Field("number").Text()
			return of(what, head, err)
		}
		switch {
		case !allowedNumber.MatchString(head.Number):
			return block.At("number").Fault("number %q: at most 40 letters, digits, points and hyphens may stand in it",
				head.Number)
		case len(head.Ordinate) == 1 || len(head.Ordinate) == 3 || len(head.Ordinate) > 4:
			return block.At("ordinate").Fault("ordinate has a lower and an upper end, as in [90, 100]; two more for " +
				"a second panel")
		case !increasing(head.Ordinate):
			return block.At("ordinate").Fault("ordinate is %g: a lower end stands before its upper one", head.Ordinate)
		case head.Kind == "" && what == "table":
			head.Kind = kinds[0].Name
		}
		kind, err := kinds.Find(head.Kind)
		if err != nil {
			return block.At("kind").Fault("%w", err)
		}
		e, err := kind.Decode(rest, head, s)
		if err != nil {
			return of(what, head, err)
		}
		if indexOf(*to, head.Number) >= 0 {
			return block.At("number").Fault("%s %s stands twice", what, head.Number)
		}
		*to = append(*to, e.(E))
		return nil
	})
}

// increasing reports whether each pair of ends of a range increases.
func increasing(ends []float64) bool {
	for pair := range slices.Chunk(ends, 2) {
		if !(pair[0] < pair[1]) {
			return false
		}
	}
	return true
}

// allowedNumber is what file names and keys of LaTeX macros can contain.
var allowedNumber = regexp.MustCompile(`^[A-Za-z0-9.-]{1,40}$`)

func indexOf[E exhibit.Exhibit](list []E, number string) int {
	return slices.IndexFunc(list, func(e E) bool { return e.Head().Number == number })
}

func numbered[E exhibit.Exhibit](s *Study, number string, of func(*Study) []E) (e E) {
	for _, p := range s.whole.Parts() {
		if i := indexOf(of(p), number); i >= 0 {
			return of(p)[i]
		}
	}
	return e
}

func (s *Study) checkLabels() error {
	for _, pair := range s.root.Field("labels").Pairs() {
		name := pair.Name()
		if _, err := s.Method(name); err != nil {
			if _, err := s.Families.Find(name); err != nil {
				return pair.Key.Fault("label of %q, which is neither a method nor a family of functions", name)
			}
		}
	}
	return nil
}
