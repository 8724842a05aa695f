package figures_test

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures"
	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/strictyaml"
	"gpca/report/venue"
)

var from = flag.String("from", "", "draw what is stored in this folder of the default study, instead of made-up numbers")

// stored holds results by the keys of cells.
type stored map[string]experiment.Result

func (s stored) Get(key string) (experiment.Result, bool) {
	r, ok := s[key]
	return r, ok
}

// madeUp returns results that hold numbers only.
func madeUp(p *plan.Plan) stored {
	s, random := make(stored), rand.New(rand.NewPCG(1, 2))
	for _, c := range p.Cells {
		s[c.Key()] = experiment.Result{Key: c.Key(), Cell: c, Values: make(map[string][]float64)}
	}
	for _, shown := range p.Shown {
		r := s[shown.Key]
		for range r.Cell.Repetitions {
			r.Values[shown.Measure.Name] = append(r.Values[shown.Measure.Name], 0.5+0.1*random.NormFloat64())
		}
	}
	return s
}

// everywhere lists the venues of the program with each Span.
func everywhere(t testing.TB) []figures.Venue {
	t.Helper()
	plain, err := venue.Read(strictyaml.Node{}, nil)
	assert.NilError(t, err)
	all := []figures.Venue{plain.Report}
	for _, v := range plain.Venues {
		for v.Span = range 3 {
			all = append(all, v)
		}
	}
	return all
}

func obeys(t *testing.T, name string, f figures.Figure, venues []figures.Venue) {
	for _, v := range venues {
		assert.Check(t, is.Len(figures.Broken(t, f, v), 0), "%s for %s:%d", name, v.Name, v.Span)
	}
}

// Drawings obey the rules of print at every venue, and under themes. With -short, at one.
func TestPrint(t *testing.T) {
	venues := everywhere(t)
	for _, theme := range []figures.Theme{
		{Legend: "right", Letters: "(a)", Width: 0.7, Marker: 3},
		{Legend: "above", Letters: "A", Width: 2.5, Marker: 6, Palette: []figures.Color{{0x70, 0, 0, 0xFF}}},
		{Legend: "below"},
	} {
		for _, v := range venues[:4] {
			v.Theme, v.Name = theme, v.Name+" with legend "+theme.Legend
			venues = append(venues, v)
		}
	}
	if testing.Short() {
		venues = venues[:1]
	}
	for name, f := range figures.Samples() {
		obeys(t, name, f, venues)
	}
}

// Every figure of the default study obeys the rules of print at every venue. With made-up results
// a figure is held to one of them.
func TestPrintOfTheDefaultStudy(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	s, err := report.OpenStudy("all")
	assert.NilError(t, err)
	kept, _, err := report.OpenStore(cmp.Or(*from, t.TempDir()))
	assert.NilError(t, err)
	isReal := func(data string) bool { return kept.Has(data, dataset.Real) }
	p, err := plan.New(t.Context(), s, report.OpenLibrary(s, nil, isReal), plan.Selection{}, 0)
	assert.NilError(t, err)
	var results plan.Results = kept
	if *from == "" {
		results = madeUp(p)
	}
	all, checked := everywhere(t), 0
	check := func(name string, f figures.Figure) {
		venues := all
		if checked++; *from == "" { // the venues take turns
			venues = all[checked%len(all):][:1]
		}
		obeys(t, name, f, venues)
	}
	for _, part := range s.Parts() {
		src := p.Source(results, part)
		for _, table := range part.Tables {
			if c, ok := table.(exhibit.Charted); ok {
				if chart, wanted := c.Chart(src); wanted {
					check("chart "+table.Head().Number, chart)
				}
			}
		}
		for _, f := range part.Figures {
			built, err := f.Build(src)
			if err != nil {
				built = figures.Placeholder{Text: fmt.Sprint(err)} // made-up results lack what it shows
				assert.Check(t, is.Equal(*from, ""), err)
			}
			check("figure "+f.Head().Number, built)
		}
	}
}
