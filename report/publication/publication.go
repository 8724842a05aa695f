// Package publication holds the texts in print whose numbers a study can repeat. A study names its publication
// ("repeats: thesis"). Each has a folder here with its tables, the links between them, its claims and its audit.
//
//	printed   the numbers, with the digits of the page
//	audit     contradictions among them, and with what the text says (see package claim)
//	compare   whether a study reproduces them
package publication

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gpca/report/claim"
	"gpca/report/exhibit"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
	"gpca/report/words"
	"gpca/solver/typo"
)

// publications are the publications by name; each is read on its first use.
var publications = map[string]func() (*Publication, error){
	"thesis":             open("thesis", "the thesis", "paper"),
	"paper":              open("paper", "the paper", "thesis"),
	"ica-and-kernels":    open("ica-and-kernels", "the course report"),
	"kernel-classifiers": open("kernel-classifiers", "the course report"),
}

//go:embed thesis paper ica-and-kernels kernel-classifiers
var folders embed.FS

// A Publication is a text in print whose numbers a study repeats.
type Publication struct {
	Name   string          // as in "repeats: thesis"
	Title  string          // in sentences: "the thesis"
	Tables []printed.Table // its own
	// Context are the tables of other texts that Links mention.
	Context []printed.Table
	Links   audit.Links
	Claims  []claim.Claim
	// Audit audits the tables in print. The outcome is stored; other tables, links or claims are audited anew.
	Audit func() (*audit.Report, error)

	digest string // of the files
}

// open returns a function that reads a publication, and those tables of others that are linked.
func open(name, title string, others ...string) func() (*Publication, error) {
	return sync.OnceValues(func() (*Publication, error) {
		p := &Publication{Name: name, Title: title}
		if err := p.read(others); err != nil {
			return nil, fmt.Errorf("publication %s: %w", name, err)
		}
		return p, nil
	})
}

func (p *Publication) read(others []string) (err error) {
	digest := sha256.New()
	file := func(folder, name string) (string, []byte) {
		name = path.Join(folder, name)
		text, _ := folders.ReadFile(name) // without the file, the error is that of an empty one
		digest.Write(text)
		return name, text
	}
	tables := func(folder, source string) ([]printed.Table, error) {
		name, text := file(folder, "printed.csv")
		return printed.Read(bytes.NewReader(text), source, path.Join("report/publication", name))
	}
	if p.Tables, err = tables(p.Name, ""); err != nil {
		return err
	}
	if p.Links, err = audit.ReadLinks(file(p.Name, "links.yaml")); err != nil {
		return err
	}
	for _, name := range others {
		context, err := tables(name, name)
		if err != nil {
			return err
		}
		p.Context = append(p.Context, slices.DeleteFunc(context, func(t printed.Table) bool {
			linked := func(e audit.Reprints) bool { return slices.Contains(e.Tables, t.Name()) }
			return !slices.ContainsFunc(p.Links.Experiments, linked)
		})...)
	}
	if p.Claims, err = claim.Read(file(p.Name, "claims.yaml")); err != nil {
		return err
	}
	p.digest = hex.EncodeToString(digest.Sum(nil))
	p.Audit = sync.OnceValues(func() (*audit.Report, error) {
		packed, _ := folders.ReadFile(path.Join(p.Name, "audit.gob.gz"))
		o := audit.Options{Links: p.Links, Claims: p.Claims}
		return audit.Load(packed, p.digest, slices.Concat(p.Tables, p.Context), o)
	})
	return nil
}

// Names lists the publications.
func Names() []string { return slices.Sorted(maps.Keys(publications)) }

// Find returns the publication of a name.
func Find(name string) (*Publication, error) {
	if open, ok := publications[name]; ok {
		return open()
	}
	return nil, fmt.Errorf("unknown publication %q: %s", name, typo.DidYouMean(name, Names()))
}

// InPrint returns an error if the publication prints no table of a number.
func (p *Publication) InPrint(number string) error {
	if _, ok := p.table(number); ok {
		return nil
	}
	numbers := words.Each(p.Tables, func(t printed.Table) string { return t.Number })
	return fmt.Errorf("%s prints no table %q: %s", p.Title, number, typo.DidYouMean(number, numbers))
}

func (p *Publication) table(number string) (printed.Table, bool) {
	i := slices.IndexFunc(p.Tables, func(t printed.Table) bool { return t.Number == number })
	if i < 0 {
		return printed.Table{}, false
	}
	return p.Tables[i], true
}

// Printed gives the tables and charts of a study the numbers of the publication.
func (p *Publication) Printed() exhibit.Printed {
	return exhibit.Printed{
		Source: p.Title,
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
		v, err := strconv.ParseFloat(row, 64)
		if strings.EqualFold(row, data) || err == nil && v == level {
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
		Chapter: "4", Title: p.Title, Partial: !of.All(), Links: p.Links, Claims: p.claimsAbout(of), Audit: report,
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
