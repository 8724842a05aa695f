// Package publication holds texts in print whose numbers a study can repeat ("repeats: NAME"). Each is a folder:
//
//	publication.yaml   its title and how to quote it, its metrics, how to read its tables
//	printed            the tables, with the digits of the page
//	links.yaml         which cells print the same result, and what they are shares of (see package audit)
//	claims.yaml        what the text says of the tables (see package claim)
//
// Some folders come with the program; the user's own are read by the same code. Packages of this folder:
//
//	printed   the numbers
//	audit     contradictions among them, and with what the text says
//	compare   whether a study reproduces them
package publication

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"gpca/report/claim"
	"gpca/report/exhibit"
	"gpca/report/input"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

//go:embed thesis paper ica-and-kernels kernel-classifiers pyod
var builtIn embed.FS

// Source is where the folders that come with the program lie in its source.
const source = "report/publication"

// A Publication is a text in print whose numbers a study repeats.
type Publication struct {
	Name string // as in "repeats: NAME"
	About
	Tables []printed.Table // its own
	// Context are the tables of other texts that Links mention.
	Context []printed.Table
	Links   audit.Links
	Claims  []claim.Claim
	// Audit audits the tables in print, once.
	Audit func() (*audit.Report, error)
	// Digest is that of the files.
	Digest string
}

// About is publication.yaml.
type About struct {
	Title   string   `yaml:"title"`
	Authors []string `yaml:"authors"`
	Year    int      `yaml:"year"`
	In      string   `yaml:"in"` // journal, proceedings, school
	DOI     string   `yaml:"doi"`
	// Called is the publication in sentences: "the paper".
	Called string `yaml:"called"`
	// Chapter is the number of the chapter that compares it with ours, behind those that repeat it.
	Chapter string `yaml:"chapter"`
	// Context are publications beside this one whose tables the links mention.
	Context []string `yaml:"context"`
	// Metrics say, among other things, which number of a row is best.
	Metrics []printed.Metric `yaml:"metrics" required:"yes" example:"[{name: accuracy, unit: percent, better: larger}]"`
	// Tables say how to read files that hold a table as it is printed.
	Tables []printed.Layout `yaml:"tables"`
}

// Citation quotes the publication.
func (a About) Citation() string {
	parts := []string{strings.Join(a.Authors, ", "), a.Title, a.In, "", ""}
	if a.Year > 0 {
		parts[3] = strconv.Itoa(a.Year)
	}
	if a.DOI != "" {
		parts[4] = "doi:" + a.DOI
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

// Names lists the publications that come with the program.
func Names() []string {
	folders, _ := builtIn.ReadDir(".") // an embedded folder is there
	return words.Each(folders, fs.DirEntry.Name)
}

// Find returns the publication of a name: one that comes with the program, one in a folder of publications, or for a
// path such as ./kwak the folder there, seen from where.
func Find(name, where string, papers ...string) (*Publication, error) {
	if strings.ContainsRune(name, '/') {
		if !filepath.IsAbs(name) {
			name = filepath.Join(where, name)
		}
		return Open(name)
	}
	for _, folder := range papers {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			return Open(filepath.Join(folder, name))
		}
	}
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("unknown publication %q: %s; a folder of your own is written as a path, ./%s, or "+
			"lies in a folder that --papers names", name, typo.DidYouMean(name, Names()), name)
	}
	return opened()[name]()
}

// opened reads each built-in publication on its first use.
var opened = sync.OnceValue(func() map[string]func() (*Publication, error) {
	all := map[string]func() (*Publication, error){}
	for _, name := range Names() {
		all[name] = sync.OnceValues(func() (*Publication, error) { return open(builtIn, source, name) })
	}
	return all
})

// Open reads the publication in a folder.
func Open(folder string) (*Publication, error) {
	folder = filepath.Clean(folder)
	p, err := open(os.DirFS(filepath.Dir(folder)), filepath.Dir(folder), filepath.Base(folder))
	if err != nil {
		return nil, err
	}
	for _, c := range p.Claims {
		if err := p.checkClaim(c); err != nil {
			return nil, fmt.Errorf("%s/claims.yaml: claim %s: %w", filepath.ToSlash(folder), c.ID, err)
		}
	}
	return p, nil
}

// OfClaims is what a text says of results without a number in print, from a file of claims.
func OfClaims(file string) (*Publication, error) {
	text, err := input.Read(file)
	if err != nil {
		return nil, fmt.Errorf("claims: %w", err)
	}
	sum := sha256.Sum256(text)
	p := &Publication{About: About{Called: "the text"}, Digest: hex.EncodeToString(sum[:])}
	p.Audit = func() (*audit.Report, error) { return nil, nil }
	p.Claims, err = claim.Read(file, text)
	return p, err
}

// open reads a publication in a folder of publications, and those tables of others that are linked.
func open(folder fs.FS, root, name string) (*Publication, error) {
	files := reader{folder, root, name, sha256.New()}
	p := &Publication{Name: name}
	var err error
	if p.About, p.Tables, err = files.tables(""); err != nil {
		return nil, err
	}
	if file, text, ok := files.optional("links.yaml"); ok {
		if p.Links, err = audit.ReadLinks(file, text); err != nil {
			return nil, err
		}
	}
	for _, other := range p.About.Context {
		_, context, err := reader{folder, root, other, files.digest}.tables(other)
		if err != nil {
			return nil, err
		}
		p.Context = append(p.Context, slices.DeleteFunc(context, func(t printed.Table) bool {
			linked := func(e audit.Reprints) bool { return slices.Contains(e.Tables, t.Name()) }
			return !slices.ContainsFunc(p.Links.Experiments, linked)
		})...)
	}
	if file, text, ok := files.optional("claims.yaml"); ok {
		if p.Claims, err = claim.Read(file, text); err != nil {
			return nil, err
		}
	}
	if err := p.checkNames(); err != nil {
		return nil, fmt.Errorf("%s: %w", files.path("links.yaml"), err)
	}
	p.Digest = hex.EncodeToString(files.digest.Sum(nil))
	p.Audit = sync.OnceValues(func() (*audit.Report, error) {
		return audit.Run(slices.Concat(p.Tables, p.Context), audit.Options{Links: p.Links, Claims: p.Claims})
	})
	return p, nil
}

// checkNames returns an error for a link to a table that neither print nor a claim has, or to a column or a row that a
// table of the publication does not have.
func (p *Publication) checkNames() (err error) {
	known := words.Each(slices.Concat(p.Tables, p.Context), printed.Table.Name)
	for _, c := range p.Claims { // which may be about tables of a study
		known = words.AppendNew(known, c.Tables()...)
	}
	for _, name := range p.Links.Tables() {
		if !slices.Contains(known, name) {
			return fmt.Errorf("there is no table %q: %s", name, typo.DidYouMean(name, known))
		}
	}
	check := func(what, name string, of func(printed.Table) []string, tables ...string) {
		var valid []string
		for _, number := range tables {
			if t, ok := p.table(number); ok {
				valid = append(valid, of(t)...)
			}
		}
		if len(valid) > 0 && err == nil {
			err = among(strings.Join(tables, ", "), what, name, valid)
		}
	}
	rows := func(t printed.Table) []string { return t.Rows }
	columns := func(t printed.Table) []string { return t.Columns }
	for _, n := range p.Links.Columns {
		check("column", n.Name, columns, n.Table)
	}
	for _, n := range p.Links.Rows {
		check("row", n.Name, rows, n.Table)
	}
	for _, c := range p.Links.Narrowed() {
		for _, name := range c.Rows {
			check("row", name, rows, c.Tables...)
		}
		for _, name := range c.Columns {
			check("column", name, columns, c.Tables...)
		}
	}
	return err
}

// among returns an error for a name that a table does not have.
func among(table, what, name string, valid []string) error {
	if slices.Contains(valid, name) {
		return nil
	}
	return fmt.Errorf("table %s has no %s %q: %s", table, what, name, typo.DidYouMean(name, valid))
}

// checkClaim returns an error for a column or row of a claim that a table of the publication does not have. Claims
// about what only a study shows name a table of the study.
func (p *Publication) checkClaim(c claim.Claim) error {
	for _, n := range c.Named() {
		t, ok := p.table(n.Table)
		if !ok {
			continue // the study may have it
		}
		if err := among(n.Table, "column", n.Column, t.Columns); err != nil {
			return err
		}
		average, ok := t.Average()
		if !ok && len(n.Rows) == 0 && !n.Every {
			return fmt.Errorf("table %s has no row of averages, which a claim without rows is about: give it rows, or "+
				"rows: every", n.Table)
		}
		for _, row := range n.Rows {
			if row == claim.Average && average != "" {
				continue
			}
			if err := among(n.Table, "row", row, t.Rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// A reader reads the files of a publication.
type reader struct {
	fs.FS
	root   string // for messages
	folder string
	digest hash.Hash // of what was read
}

func (r reader) path(name string) string {
	return path.Join(filepath.ToSlash(r.root), r.folder, name)
}

func (r reader) file(name string) ([]byte, error) {
	text, err := fs.ReadFile(r, path.Join(r.folder, name))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		err = fmt.Errorf("%s: there is no such file: a publication is a folder with publication.yaml and tables in "+
			"printed, which report init --paper writes", r.path(name))
	}
	fmt.Fprintf(r.digest, "%s/%s %d\n%s", r.folder, name, len(text), text)
	return text, err
}

// optional reads a file that may be missing.
func (r reader) optional(name string) (file string, text []byte, ok bool) {
	text, err := r.file(name)
	return r.path(name), text, err == nil
}

// tables reads what describes a publication, and its tables: those that it lists, then others in the order of the
// names of files.
func (r reader) tables(source string) (about About, tables []printed.Table, err error) {
	text, err := r.file("publication.yaml")
	if err != nil {
		return about, nil, err
	}
	root, err := strictyaml.Read(r.path("publication.yaml"), text, &about)
	if err != nil {
		return about, nil, err
	}
	about.Called = cmp.Or(about.Called, "the publication")
	about.Chapter = cmp.Or(about.Chapter, "4")
	listed := map[string]bool{}
	for i, l := range about.Tables {
		listed[l.File] = true
		text, err := r.file(path.Join("printed", l.File))
		if err != nil {
			return about, nil, err
		}
		t, err := l.Read(text, source, r.path(path.Join("printed", l.File)), about.Metrics)
		if err != nil {
			return about, nil, err
		}
		if slices.ContainsFunc(tables, func(o printed.Table) bool { return o.Number == t.Number }) {
			return about, nil, root.Field("tables").Index(i).Fault("there are two tables %s", t.Number)
		}
		tables = append(tables, t)
	}
	files, err := fs.ReadDir(r, path.Join(r.folder, "printed"))
	if err != nil {
		return about, nil, fmt.Errorf("%s: there are no tables: %w", r.path("printed"), err)
	}
	for _, f := range files {
		if name := path.Join("printed", f.Name()); !listed[f.Name()] {
			text, err := r.file(name)
			if err != nil {
				return about, nil, err
			}
			more, err := printed.Read(strings.NewReader(string(text)), source, r.path(name), about.Metrics)
			if err != nil {
				return about, nil, fmt.Errorf("%w; a table as it is printed stands under tables of publication.yaml",
					err)
			}
			tables = append(tables, more...)
		}
	}
	return about, tables, nil
}

// InPrint returns an error if the publication prints no table of a number.
func (p *Publication) InPrint(number string) error {
	if _, ok := p.table(number); ok {
		return nil
	}
	numbers := words.Each(p.Tables, func(t printed.Table) string { return t.Number })
	return fmt.Errorf("%s prints no table %q: %s", p.Called, number, typo.DidYouMean(number, numbers))
}

func (p *Publication) table(number string) (printed.Table, bool) {
	return words.First(p.Tables, func(t printed.Table) bool { return t.Number == number })
}

// Printed gives the tables and charts of a study the numbers of the publication.
func (p *Publication) Printed() exhibit.Printed {
	return exhibit.Printed{
		Source: p.Called,
		Value: func(table string, level float64, method string) (float64, bool) {
			return p.number(table, "", level, method)
		},
		At: p.number,
	}
}

// number returns the printed number of a method in the row of a data set or a level. Without a method it is that of
// the one column of the table.
func (p *Publication) number(table, data string, level float64, method string) (float64, bool) {
	t, _ := p.table(table)
	column := slices.IndexFunc(t.Columns, func(c string) bool {
		return p.Links.Means(t, c) == method || method == "" && len(t.Columns) == 1
	})
	if column < 0 {
		return 0, false
	}
	for _, row := range t.Body() {
		v, ok := printed.Level(row)
		if strings.EqualFold(p.Links.Row(t, row), data) || ok && v == level {
			c, ok := t.At(row, t.Columns[column])
			return c.Centre, ok
		}
	}
	return 0, false
}

// A Study is the part of a study that a comparison reads.
type Study interface {
	compare.Study
	// Selected reports whether a table, or figure for "figure 2.4", is in the part, All whether the part is all.
	Selected(name string) bool
	All() bool
}

// Compare compares a study with the publication. Tables outside the part are context.
func (p *Publication) Compare(of Study) (*compare.Comparison, error) {
	report, err := p.Audit()
	if err != nil {
		return nil, err
	}
	o := compare.Options{
		Chapter: p.Chapter, Title: p.Called, Partial: !of.All(), Metrics: p.Metrics, Links: p.Links,
		Claims: p.claimsAbout(of), Audit: report,
	}
	for _, t := range p.Tables {
		if of.Selected(t.Number) {
			o.Tables = append(o.Tables, t)
		} else {
			o.Context = append(o.Context, t)
		}
	}
	o.Context = append(o.Context, p.Context...)
	return compare.Compare(of, o)
}

// claimsAbout returns the claims about a table or figure in the part.
func (p *Publication) claimsAbout(of Study) []claim.Claim {
	if of.All() {
		return p.Claims
	}
	return slices.DeleteFunc(slices.Clone(p.Claims), func(c claim.Claim) bool {
		return !slices.ContainsFunc(c.Tables(), of.Selected)
	})
}
