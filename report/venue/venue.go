// Package venue reads how figures look: the theme of a study, and the venues that figures are drawn for, of which some
// come with the program. A venue is a theme with widths; what it does not say, the theme of the study says.
package venue

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/plot/vg"

	"gpca/figures"
	"gpca/figures/vgfpdf"
	"gpca/report/input"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

//go:embed venues.yaml
var builtIn []byte

// A Venue is a publication that figures are drawn for.
type Venue struct {
	Name    string `yaml:"name" doc:"Its name for --for." example:"jmlr" required:"yes"`
	Columns int    `yaml:"columns" doc:"Columns of its text, 1 or 2." least:"1" most:"2" default:"1" example:"2"`
	Column  width  `yaml:"column" doc:"Width of a column, or of one of two figures side by side." example:"73 mm" required:"yes"`
	Page    width  `yaml:"page" doc:"Width of the text." example:"6 in" required:"yes"`
	Notes   *bool  `yaml:"notes" doc:"Small print in figures; if not, in a text beside each." default:"true" example:"false"`

	figures.Theme `yaml:",inline"`
}

type width vg.Length

// UnmarshalText reads a length in inches, centimetres, millimetres or points.
func (w *width) UnmarshalText(text []byte) error {
	length, err := vg.ParseLength(strings.ReplaceAll(string(text), " ", ""))
	if err != nil || !(length >= 4*vg.Centimeter && length <= 100*vg.Centimeter) {
		return fmt.Errorf("%q is no width from 40 mm to 1 m: write it as 88.9 mm or 3.5 in", text)
	}
	*w = width(length)
	return nil
}

// Looks are the theme and the venues of a study.
type Looks struct {
	// Report is the venue of the report.
	Report figures.Venue
	// Venues are the study's own and those of the program.
	Venues []figures.Venue

	theme strictyaml.Node
}

// Read reads the theme of a study, which may be missing, and its venues. Errors have file, line and column.
func Read(theme strictyaml.Node, venues []strictyaml.Node) (*Looks, error) {
	l := &Looks{Report: figures.Report(), theme: theme}
	if err := theme.Decode(&l.Report.Theme); err != nil {
		return nil, err
	}
	ownFont(theme, &l.Report.Theme)
	own, err := strictyaml.Parse("venues.yaml", builtIn)
	for _, block := range slices.Concat(venues, own.Entries()) {
		var v figures.Venue
		if err == nil {
			v, err = l.read(block)
		}
		l.Venues = append(l.Venues, v)
	}
	return l, err
}

// read reads a venue. What its block does not say is as in the theme.
func (l *Looks) read(block strictyaml.Node) (figures.Venue, error) {
	written := Venue{Columns: 1, Theme: l.Report.Theme}
	if err := block.Decode(&written); err != nil {
		return figures.Venue{}, err
	}
	ownFont(block, &written.Theme)
	switch {
	case strings.ContainsAny(written.Name, ":./"):
		return figures.Venue{}, block.At("name").Fault("the name of a venue has no colon, point or slash")
	case written.Column > written.Page:
		return figures.Venue{}, block.At("column").Fault("the column is wider than the page")
	}
	return figures.Venue{Name: written.Name, Columns: written.Columns, Column: vg.Length(written.Column),
		Page: vg.Length(written.Page), Bare: written.Notes != nil && !*written.Notes, Theme: written.Theme}, nil
}

// ownFont lets the font be read that a theme or a venue names, by its path from the file, once it is needed.
func ownFont(block strictyaml.Node, theme *figures.Theme) {
	path := block.Field("font").Text()
	if path == "" {
		return
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(block.File()), path)
	}
	theme.Own = sync.OnceValues(func() (*vgfpdf.Face, error) {
		file, err := input.Read(path)
		if err == nil {
			var face *vgfpdf.Face
			if face, err = vgfpdf.ReadFont(file); err == nil {
				return face, nil
			}
		}
		return nil, block.At("font").Fault("font %s: %w", path, err)
	})
}

// Find returns the venue of a name, such as "ieee", or "ieee:1" and "ieee:2" for figures of one column, where they fit,
// or of two; the venue in a file, such as "jmlr.yaml"; the report's own for none. A font that cannot be
// read is an error.
func (l *Looks) Find(name string) (figures.Venue, error) {
	v, err := l.find(name)
	if err == nil {
		_, err = v.OwnFont()
	}
	return v, err
}

func (l *Looks) find(name string) (v figures.Venue, err error) {
	if name == "" {
		return l.Report, nil
	}
	base, span, given := strings.Cut(name, ":")
	if filepath.Ext(base) == ".yaml" {
		v, err = l.open(base)
	} else {
		v, err = typo.Find("venue", base, l.Venues, func(v figures.Venue) string { return v.Name })
	}
	if err != nil || !given {
		return v, err
	}
	if v.Span = strings.Index("12", span) + 1; v.Span == 0 || len(span) != 1 {
		return v, fmt.Errorf("venue %q: a figure takes 1 column or 2: write %s:1 or %s:2", name, base, base)
	}
	return v, nil
}

func (l *Looks) open(path string) (v figures.Venue, err error) {
	source, err := input.Read(path)
	if err != nil {
		return v, err
	}
	block, err := strictyaml.Parse(path, source)
	if err != nil {
		return v, err
	}
	return l.read(block)
}

// Unknown returns an error for the first line with a look that no figure draws.
func (l *Looks) Unknown(drawn []string) error {
	for _, pair := range l.theme.Field("lines").Pairs() {
		if name := pair.Name(); !slices.Contains(drawn, name) {
			return pair.Key.Fault("no figure draws a line %q: %s", name,
				typo.DidYouMean(name, words.AppendNew(nil, drawn...)))
		}
	}
	return nil
}

// Warnings say which colours of the theme are hard to see or to tell apart, with file and line.
func (l *Looks) Warnings() []error {
	return words.Each(l.Report.Clashes(), func(clash string) error { return l.theme.Fault("%s", clash) })
}
