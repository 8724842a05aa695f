// Package publication holds the texts in print whose numbers a study can repeat: their
// tables, what their text says of them, an audit of both, and the comparison with a
// study's own numbers.
//
//	printed   the numbers, with the digits of the page
//	audit     contradictions among them; its package claim decides statements of the text
//	compare   whether a study reproduces them
//
// A study says which publication it repeats ("repeats: thesis"). Nothing follows from
// the name of a study. A publication is one line of the list in here, tables in package
// printed, and a folder with the links between its tables and its claims.
package publication

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gpca/report/exhibit"
	"gpca/report/publication/audit"
	"gpca/report/publication/audit/claim"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
	"gpca/report/suggest"
)

// publications are those that a study can repeat.
var publications = []entry{
	list(&Publication{Name: "thesis", Title: "the thesis", Chapter: "4"}, printed.Thesis, printed.Paper),
}

//go:embed thesis
var folders embed.FS

// A Publication is a text in print whose numbers a study repeats.
type Publication struct {
	Name  string // as in "repeats: thesis"
	Title string // in sentences: "the thesis"
	// Chapter is the number of the comparison's chapter, behind those that repeat the
	// chapters of the text.
	Chapter string
	Tables  []printed.Table // its own
	// Context are the tables of other texts that links and claims speak of.
	Context []printed.Table
	Links   audit.Links
	Claims  []claim.Claim

	once   sync.Once
	report *audit.Report
	fault  error // of the audit
}

// A reader reads the tables of a text.
type reader func() ([]printed.Table, error)

// An entry of the list reads its publication when it is first asked for.
type entry struct {
	name string
	open func() (*Publication, error)
}

func list(p *Publication, tables reader, context ...reader) entry {
	return entry{p.Name, sync.OnceValues(func() (*Publication, error) {
		if err := p.read(tables, context); err != nil {
			return nil, fmt.Errorf("publication %s: %w", p.Name, err)
		}
		return p, nil
	})}
}

// read reads the tables, and from the folder of the publication its links and claims.
func (p *Publication) read(tables reader, context []reader) (err error) {
	if p.Tables, err = tables(); err != nil {
		return err
	}
	for _, read := range context {
		others, err := read()
		if err != nil {
			return err
		}
		p.Context = append(p.Context, others...)
	}
	name := path.Join(p.Name, "links.yaml")
	text, err := fs.ReadFile(folders, name)
	if err != nil {
		return err
	}
	if p.Links, err = audit.ReadLinks(name, text); err != nil {
		return err
	}
	name = path.Join(p.Name, "claims.yaml")
	if text, err = fs.ReadFile(folders, name); err != nil {
		return err
	}
	p.Claims, err = claim.Read(name, text)
	return err
}

// Names lists the publications that a study can repeat.
func Names() []string {
	var names []string
	for _, e := range publications {
		names = append(names, e.name)
	}
	return names
}

// Find returns the publication of a name. The error of an unknown one suggests others.
func Find(name string) (*Publication, error) {
	for _, e := range publications {
		if e.name == name {
			return e.open()
		}
	}
	return nil, fmt.Errorf("unknown publication %q: %s", name, suggest.DidYouMean(name, Names()))
}

// InPrint returns an error for the number of a table that the publication does not
// print.
func (p *Publication) InPrint(number string) error {
	if _, ok := p.table(number); ok {
		return nil
	}
	var numbers []string
	for _, t := range p.Tables {
		numbers = append(numbers, t.Number)
	}
	return fmt.Errorf("%s prints no table %q: %s", p.Title, number, suggest.DidYouMean(number, numbers))
}

func (p *Publication) table(number string) (printed.Table, bool) {
	i := slices.IndexFunc(p.Tables, func(t printed.Table) bool { return t.Number == number })
	if i < 0 {
		return printed.Table{}, false
	}
	return p.Tables[i], true
}

// Printed looks up the numbers of the publication for the tables and charts of a study.
func (p *Publication) Printed() exhibit.Printed {
	return exhibit.Printed{
		Source: p.Title,
		Value: func(table string, level float64, method string) (float64, bool) {
			return p.number(table, "", level, method)
		},
		At: p.number,
	}
}

// number is what a table prints for a method in the row of a data set or a level.
func (p *Publication) number(table, data string, level float64, method string) (float64, bool) {
	t, ok := p.table(table)
	if !ok {
		return 0, false
	}
	for _, row := range t.Body() {
		v, err := strconv.ParseFloat(row, 64)
		if strings.EqualFold(row, data) || err == nil && v == level {
			c, ok := t.Cell(row, method)
			return c.Value.Float64(), ok
		}
	}
	return 0, false
}

// Audit audits the tables in print. They never change, and it takes a second: it is done
// once a process.
func (p *Publication) Audit() (*audit.Report, error) {
	p.once.Do(func() {
		p.report, p.fault = audit.Run(slices.Concat(p.Tables, p.Context), audit.Options{Links: p.Links, Claims: p.Claims})
	})
	return p.report, p.fault
}

// A Study is what a comparison reads of a study, of which only a part may be looked at.
type Study interface {
	compare.Study
	// Selected and SelectedFigure report whether the table or figure of a number is
	// among those looked at, All whether nothing is left out.
	Selected(number string) bool
	SelectedFigure(number string) bool
	All() bool
}

// Compare holds the tables of a study against those of the publication. Tables that are
// not looked at are context for the others.
func (p *Publication) Compare(of Study) (*compare.Comparison, error) {
	report, err := p.Audit()
	if err != nil {
		return nil, err
	}
	o := compare.Options{Chapter: p.Chapter, Title: p.Title, Partial: !of.All(), Links: p.Links, Claims: p.claimsAbout(of), Audit: report}
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

// claimsAbout keeps the claims that speak of a table or figure that is looked at.
func (p *Publication) claimsAbout(of Study) []claim.Claim {
	if of.All() {
		return p.Claims
	}
	return slices.DeleteFunc(slices.Clone(p.Claims), func(c claim.Claim) bool {
		return !slices.ContainsFunc(c.Tables(), func(name string) bool {
			if number, isFigure := strings.CutPrefix(name, "figure "); isFigure {
				return of.SelectedFigure(number)
			}
			return of.Selected(name)
		})
	})
}
